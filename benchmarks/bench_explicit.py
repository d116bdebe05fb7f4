"""Claim: an explicit graph of 1 million vertices and 10 million edges, given as arrays, is solved
in at most 0.9 of the time of retrograde analysis in C++ on flat arrays, including the reversal of
the edges.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import numpy as np
from common import Cost, alone, compile_cpp, median, race, seconds

from gamefast import GameGraph, Solution, check_solution, solve
from gamelib import LOSS, WIN

N, M, RUNS = 1_000_000, 10_000_000, 5


def drawn(folder: Path, ends: int) -> None:
    """Write a random graph into a folder, in which one vertex in ``ends`` is terminal."""
    rng = np.random.default_rng(1)
    starts = np.zeros(N + 1, np.int32)
    np.cumsum(np.bincount(rng.integers(N - N // ends, size=M), minlength=N), out=starts[1:])
    starts.tofile(folder / "starts")
    rng.integers(N, size=M, dtype=np.int32).tofile(folder / "targets")


def solved(folder: Path) -> tuple[float, Solution]:
    """The seconds, without those for reading, and the solution."""
    starts, targets = (np.fromfile(folder / name, np.int32) for name in ("starts", "targets"))
    solutions = [
        solve(GameGraph.from_arrays(starts, targets))
    ]  # warm: compiled, or read from the cache
    solutions.clear()
    took = seconds(lambda: solutions.append(solve(GameGraph.from_arrays(starts, targets))))
    return took, solutions[0]


def tell(folder: Path) -> None:
    """Print the seconds and the answer in the format of the C++ program."""
    took, solution = solved(folder)
    counts = solution.counts()
    print(took, counts[WIN], counts[LOSS], solution.remoteness[solution.remoteness > 0].sum())


def main() -> None:
    program = compile_cpp("flat.cpp")
    # with many ends, the queue reaches most of the graph; with few, there is little work but the
    # reversal
    for ends in (10, 30):
        folder = Path(tempfile.mkdtemp())
        drawn(folder, ends)
        solution = solved(folder)[1]
        check_solution(solution)
        print(
            f"explicit graph, {N:,} vertices, {M:,} edges, one end in {ends}: {solution.counts()}"
        )
        sides = (sys.executable, __file__, folder), (program, folder / "starts", folder / "targets")
        costs: tuple[list[Cost], list[Cost]] = [], []
        answers = set()
        for _ in range(RUNS):
            for command, found in zip(sides, costs, strict=True):
                cost, words = alone(*command)
                found.append(cost)
                answers.add(tuple(map(int, words.split()[1:])))
        assert len(answers) == 1, answers
        print(f"  all agree: {answers}")
        work = f"graph of {N // 10**6} M vertices, one in {ends} an end, {M // 10**6} M edges"
        race(f"{work}, reversed and solved", "C++ -O2, flat arrays", *map(median, costs), 1 / 0.9)


if __name__ == "__main__":
    tell(Path(sys.argv[1])) if sys.argv[1:] else main()
