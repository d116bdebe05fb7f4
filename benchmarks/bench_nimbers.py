"""Nimbers of a graph and of a game, and the certificate of a solution, against the same loops in
C++ and a textbook.

The graphs have a million vertices and ten million edges. The C++ side (mex.cpp) has flat arrays of
32 bits and reverses the graph as ours does. The textbook's side is mex over sets in plain Python,
in an order in which nothing has to be asked twice. For a game, it is the memoized recursion that
every textbook prints, over the same rules, with the heaps as given and with the heaps in rising
order. CGSuite's manual gives no times, and neither PyPI nor Debian has it.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from common import Cost, alone, compile_cpp, in_turn, median, race, seconds
from numpy.typing import NDArray

from gamefast import GameGraph, Solution, check_solution, nimbers, solve
from gamelib import WIN, Quotient
from gamelib.games import Nim

N, M, RUNS = 1_000_000, 10_000_000, 7
HEAPS = (7, 8, 9, 10)


def mex(seen: set[int]) -> int:
    """The textbook's mex: the smallest number that is not in the set."""
    smallest = 0
    while smallest in seen:
        smallest += 1
    return smallest


def write(folder: Path, **arrays: NDArray[Any]) -> list[Path]:
    """Write each array into a file of raw int32."""
    for name, array in arrays.items():
        array.astype(np.int32).tofile(folder / name)
    return [folder / name for name in arrays]


def in_a_process(*command: str | Path, answers: set[int]) -> Cost:
    """Run a side in its own process and return its cost; what it has found is added to the
    answers.
    """
    cost, words = alone(*command)
    answers.add(int(words.split()[1]))
    return cost


def ours(starts: str, targets: str) -> None:
    """Our side in its own process: it reads what the C++ side reads, and prints what that
    prints.
    """
    graph = GameGraph.from_arrays(np.fromfile(starts, np.int32), np.fromfile(targets, np.int32))
    found: list[NDArray[np.int32]] = [nimbers(graph).numbers]  # compiled now
    print(seconds(lambda: found.append(nimbers(graph).numbers)), int(found[1].sum()))


def print_and_race(work: str, sides: dict[str, list[Cost]]) -> None:
    """Compare each peer with gamelib, by the medians."""
    for name, costs in sides.items():
        spent = sorted(cost.seconds for cost in costs)
        print(
            f"  {name:<34} median {median(costs).seconds:8.4f} s   min {spent[0]:8.4f}   max "
            f"{spent[-1]:8.4f}"
        )
    for peer in sides.keys() - {"gamelib"}:
        race(work, peer, median(sides["gamelib"]), median(sides[peer]), None)


def of_a_graph(folder: Path, program: Path) -> None:
    rng = np.random.default_rng(1)
    sources = np.sort(rng.integers(1, N, size=M))
    targets = (rng.random(M) * sources).astype(
        np.int32
    )  # always to a smaller number, so there is no cycle
    indptr = np.searchsorted(sources, np.arange(N + 1))
    graph = GameGraph.from_arrays(indptr, targets)
    files, answers = (
        write(folder, starts=indptr, targets=targets),
        {int(nimbers(graph).numbers.sum())},
    )  # compiled now

    def textbook() -> None:
        starts, ends, found = indptr.tolist(), targets.tolist(), [0] * N
        for v in range(N):
            found[v] = mex({found[w] for w in ends[starts[v] : starts[v + 1]]})
        answers.add(sum(found))

    print(f"nimbers of a graph, {N:,} vertices, {M:,} edges")
    sides: dict[str, list[Cost]] = {"C++ -O2": [], "mex in plain Python": [], "gamelib": []}
    for run in range(RUNS):
        sides["C++ -O2"].append(in_a_process(program, *files, answers=answers))
        sides["gamelib"].append(in_a_process(sys.executable, __file__, *files, answers=answers))
        if not run:
            sides["mex in plain Python"].append(Cost(seconds(textbook)))
    assert len(answers) == 1, answers
    print_and_race("Nimbers, 1 M vertices, 10 M edges", sides)


def of_a_solution(folder: Path, program: Path) -> None:
    rng = np.random.default_rng(1)
    indptr = np.zeros(N + 1, np.int64)
    np.cumsum(np.bincount(rng.integers(N - N // 10, size=M), minlength=N), out=indptr[1:])
    graph = GameGraph.from_arrays(indptr, rng.integers(N, size=M, dtype=np.int32))
    solved: list[Solution] = [solve(graph)]
    answers = {check_solution(solved[0])}
    files = write(
        folder,
        starts=graph.indptr,
        targets=graph.targets,
        outcome=solved[0].outcome,
        remoteness=solved[0].remoteness,
    )
    print(f"the certificate of a solution, {N:,} positions, {M:,} moves, {solved[0].counts()}")
    sides: dict[str, list[Cost]] = {"C++ -O2": [], "solving it (gamelib)": [], "gamelib": []}
    for _ in range(RUNS):
        sides["C++ -O2"].append(Cost(in_a_process(program, *files, answers=answers).seconds))
        sides["solving it (gamelib)"].append(Cost(seconds(lambda: solved.append(solve(graph)))))
        sides["gamelib"].append(Cost(seconds(lambda: answers.add(check_solution(solved[-1])))))
    assert answers == {N}, answers
    wrong = solved[0].remoteness.copy()
    wrong[np.flatnonzero(solved[0].outcome == WIN)[-1]] += 1
    in_a_process(program, *files[:3], *write(folder, wrong=wrong), answers=answers)
    assert len(answers) == 2, (
        answers
    )  # one remoteness was made wrong, and the C++ side noticed it too
    print_and_race("Certificate of a solution, 1 M positions, 10 M moves", sides)


def of_a_game() -> None:
    game = Nim(HEAPS)
    expected = int(np.bitwise_xor.reduce(HEAPS))

    def textbook(in_order: bool) -> int:
        @cache
        def grundy(heaps: tuple[int, ...]) -> int:
            options = [game.play(heaps, move) for move in game.moves(heaps)]
            return mex(
                {grundy(tuple(sorted(option)) if in_order else option) for option in options}
            )

        return grundy(HEAPS)

    def side(find: Callable[[], int]) -> Callable[[], float]:
        def measure() -> float:
            found: list[int] = []
            took = seconds(lambda: found.append(find()))
            assert found == [expected], found
            return took

        return measure

    print(f"the nimber of Nim with heaps {HEAPS}, by mex alone")
    book, sorted_book = "memoized mex", "memoized mex, heaps sorted"
    took = in_turn(
        {
            book: side(lambda: textbook(False)),
            sorted_book: side(lambda: textbook(True)),
            "gamelib": side(
                lambda: nimbers(Quotient(game))[Quotient(game).start()]
            ),  # nimber takes the heaps apart
        }
    )
    for peer in (book, sorted_book):
        race(
            f"The nimber of Nim {HEAPS}",
            f"{peer}, Python",
            Cost(took["gamelib"]),
            Cost(took[peer]),
            None,
        )


def main() -> None:
    if len(sys.argv) == 3:
        ours(*sys.argv[1:])
        return
    sys.setrecursionlimit(10_000)
    folder, program = Path(tempfile.mkdtemp()), compile_cpp("mex.cpp")
    of_a_graph(folder, program)
    of_a_solution(folder, program)
    of_a_game()


if __name__ == "__main__":
    main()
