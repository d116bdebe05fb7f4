"""Claims: what should be linear is linear. Time and memory of each solver are measured against the
size of the game. Each point is a separate process, and lines are fitted on logarithmic axes.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from common import keep, random_board, within

from gamefast import registry

ROOT = Path(__file__).parent.parent
EDGES = 4

#: From a million vertices on: smaller graphs lie in the processor's cache, and would make the line
#: steeper.
MILLIONS = [2**k for k in range(20, 24)]


class Family(NamedTuple):
    """What grows: how to prepare the work for a size, the sizes, and the unit of size."""

    prepare: Callable[[int], tuple[int, Callable[[], object]]]
    sizes: Sequence[int]
    unit: str


def digraph(n: int) -> Any:
    """A random digraph from arrays; a fifth of its vertices are terminal."""
    from gamefast import GameGraph

    rng = np.random.default_rng(n)
    indptr = np.zeros(n + 1, np.int64)
    np.cumsum(np.bincount(rng.integers(n - n // 5, size=EDGES * n), minlength=n), out=indptr[1:])
    return GameGraph.from_arrays(indptr, rng.integers(n, size=EDGES * n, dtype=np.int32))


def explicit(n: int) -> tuple[int, Callable[[], object]]:
    from gamefast import solve

    graph = digraph(n)
    return n, lambda: solve(graph)


def certificate(n: int) -> tuple[int, Callable[[], object]]:
    from gamefast import check_solution, solve

    solution = solve(digraph(n))
    return n, lambda: check_solution(solution)


def on_the_fly(size: int) -> tuple[int, Callable[[], object]]:
    from gamefast import solve
    from gamelib.games import CopsAndThief

    board = CopsAndThief.from_text(random_board(size, 0.2, seed=1))
    return len(registry.arena(board)), lambda: solve(board)


def compiled(size: int) -> tuple[int, Callable[[], object]]:
    from gamefast import Ending, solve

    game = Ending("KBNK", size, size)
    solution = solve(game)
    return len(solution) + solution.graph.edges, lambda: solve(game)


def walked(n: int) -> tuple[int, Callable[[], object]]:
    from gamefast import GameGraph
    from gamelib.games import Matches

    return n, lambda: GameGraph.of(Matches(n))


def grundy(n: int) -> tuple[int, Callable[[], object]]:
    from gamefast import GameGraph, nimbers

    rng = np.random.default_rng(n)
    indptr = np.minimum(np.arange(n + 1, dtype=np.int64), n - 1) * EDGES
    sources = np.repeat(np.arange(n - 1), EDGES)
    targets = sources + 1 + (rng.random(len(sources)) * (n - 1 - sources)).astype(np.int64)
    graph = GameGraph.from_arrays(indptr, targets.astype(np.int32))
    return n, lambda: nimbers(graph)


def wild(n: int) -> tuple[int, Callable[[], object]]:
    from gamefast import octal

    return n, lambda: octal("0.007", n)


def pig(goal: int) -> tuple[int, Callable[[], object]]:
    from bench_pig import arena

    from gamefast import chance_values

    game = arena(goal)
    return len(chance_values(game)), lambda: chance_values(game)


def playouts(n: int) -> tuple[int, Callable[[], object]]:
    from gamefast import mcts
    from gamelib.games import ConnectFour

    return n, lambda: mcts(ConnectFour(), rng=np.random.default_rng(1), playouts=n)


FAMILIES = {
    "solve, a graph from arrays": Family(explicit, MILLIONS, "vertices"),
    "solve, two tokens on a board": Family(on_the_fly, [28, 40, 56, 80], "positions"),
    "solve, compiled rules": Family(compiled, [5, 6, 7, 8], "positions and moves"),
    "GameGraph.of, rules in Python": Family(walked, [10**4, 10**5, 10**6], "positions"),
    "check_solution": Family(certificate, MILLIONS, "vertices"),
    "nimbers of a graph": Family(grundy, MILLIONS, "vertices"),
    "chance_values, Pig": Family(pig, [25, 40, 63, 100], "positions"),
    "mcts": Family(playouts, [1_000, 4_000, 16_000], "playouts"),
    "octal, a wild game": Family(wild, [10_000, 20_000, 40_000], "heaps"),
}
QUADRATIC = {"octal, a wild game"}


def peak() -> float:
    """The peak memory of this process, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def point(name: str, size: int) -> None:
    """Prepare a size and do its work; print how large it is, the seconds, and how much the memory
    has grown.
    """
    from gamefast.machine import kernels

    kernels.COMPILE_FROM = 0  # one speed for all sizes
    family = FAMILIES[name]
    family.prepare(family.sizes[0] // 4 if family.sizes[0] > 100 else 4)[
        1
    ]()  # compiled, or read from the cache
    before = peak()
    large, work = family.prepare(size)
    begin = time.process_time()
    work()
    print(json.dumps([large, time.process_time() - begin, peak() - before]))


def measured(name: str) -> np.ndarray:
    """A line for each size: how large, CPU seconds, MB."""
    found = []
    for size in FAMILIES[name].sizes:
        command = [sys.executable, __file__, name, str(size)]
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True
        )
        found.append(json.loads(done.stdout))
    return np.array(found)


def slope(points: np.ndarray, column: int) -> float:
    """The exponent: time (or memory) grows as the size to this power, by least squares on
    logarithms.
    """
    return float(
        np.polyfit(np.log(points[:, 0]), np.log(np.maximum(points[:, column], 1e-9)), 1)[0]
    )


def main() -> None:
    for name, family in FAMILIES.items():
        points = measured(name)
        for large, took, memory in points:
            print(f"  {name:<32} {large:>12,.0f} {family.unit} {took:9.3f} CPU s {memory:9.1f} MB")
        exponents = [slope(points, 1), slope(points, 2)]
        power = 2 if name in QUADRATIC else 1
        within(f"{name}: time grows as n to the", exponents[0], power + 0.2, f"(in theory {power})")
        keep(work=name, points=points.tolist(), exponents=exponents)


if __name__ == "__main__":
    if len(sys.argv) == 3:
        point(sys.argv[1], int(sys.argv[2]))
    else:
        main()
