"""Claim: a random digraph of 200,000 vertices and 800,000 edges, given as arrays, is solved at 5
million positions a second (warm), and at 20 times the speed of the same loops in plain Python.
"""

from __future__ import annotations

import numpy as np
from common import Cost, in_turn, race, seconds, within

from gamefast import GameGraph, check_solution, machine, solve

N, M = 200_000, 800_000


def main() -> None:
    rng = np.random.default_rng(1)
    for name, movers in (("ends as they come", N), ("a fifth of them ends", N - N // 5)):
        indptr = np.zeros(N + 1, np.int64)
        np.cumsum(np.bincount(rng.integers(movers, size=M), minlength=N), out=indptr[1:])
        graph = GameGraph.from_arrays(indptr, rng.integers(N, size=M))

        def run(compile_from: int, graph: GameGraph = graph) -> float:
            machine.kernels.COMPILE_FROM = compile_from
            return seconds(lambda: solve(graph))

        run(0)  # warm
        solution = solve(graph)
        check_solution(solution)
        print(f"random digraph, {N:,} vertices, {M:,} edges, {name}: {solution.counts()}")
        took = in_turn(
            {
                "the same loops in plain Python": lambda: run(10**9),
                "gamelib, compiled": lambda: run(0),
            }
        )
        plain, compiled = took.values()
        work = f"graph of {N:,} vertices, {M:,} edges, {name}"
        race(work, "the same loops in plain Python", Cost(compiled), Cost(plain), 20)
        within(f"{work}: a million positions", 1e6 / N * compiled, 0.2, "s")


if __name__ == "__main__":
    main()
