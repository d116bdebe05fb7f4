"""Claims: a sparse game of 9 million positions, whose rules are functions of whole numbers, is walked,
reversed and settled in at most 1.6 times the seconds of a C++ program with the same table; the walk
finds at least 1.5 million positions a second; and solving takes at most 60 bytes a position at four
moves a position, and 4 more for each further move.

The game: pieces slide on a board, and a player with a line wins. The C++ program stores every move,
the engine none. Each side is a separate process, warm: the engine has compiled the rules on a small
board before. By un-moves nothing is reversed.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path
from typing import Any

import numpy as np
from common import Cost, alone, clock, compile_cpp, median, race, within
from sliding import sliding

from gamefast import CompiledRules, solve
from gamefast.compiled.walked import WalkedGraph
from gamefast.machine import kernels

RUNS = 3

#: Rows, columns, pieces of either player, and the length of a line.
BOARD = 4, 5, 4, 4
SMALL = 3, 4, 3, 3


def sets(rows: int, columns: int, pieces: int) -> tuple[int, int]:
    """Own pieces on every second cell from the first on, the opponent's from the last on."""
    cells = rows * columns
    own = sum(1 << 2 * k for k in range(pieces))
    other = sum(1 << cells - 1 - 2 * k for k in range(pieces))
    return own, other


def slides(board: tuple[int, int, int, int], unmoves: bool) -> CompiledRules:
    rows, columns, pieces, length = board
    return sliding(rows, columns, length, *sets(rows, columns, pieces), unmoves)


def resident() -> int:
    """How many bytes of memory this process has now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def one(how: str) -> None:
    """Run in a separate process: print seconds, those of the walk, and what was found."""
    unmoves = how == "unmoves"
    kernels.COMPILE_FROM = 0
    solve(slides(SMALL, unmoves))
    kernels.COMPILE_FROM = 500_000
    rules, before = slides(BOARD, unmoves), resident()
    begin = clock()
    solution = solve(rules)
    took = clock() - begin
    won, lost, _ = solution.counts().values()
    moves = np.maximum(solution.remoteness, 0).sum(dtype=np.int64)
    found = len(solution), solution.graph.edges, won, lost, moves
    begin = clock()
    if how == "reversed":
        del solution
        WalkedGraph.of(rules)
    print(took, clock() - begin, *found, before)


def main() -> None:
    rows, columns, _, length = BOARD
    program = compile_cpp("sparse.cpp")
    numbers = rows, columns, length, slides(BOARD, False).start()
    sides: dict[str, list[Any]] = {
        "C++": [program, *map(str, numbers)],
        "reversed": [sys.executable, __file__, "reversed"],
        "unmoves": [sys.executable, __file__, "unmoves"],
    }
    costs: dict[str, list[Cost]] = {name: [] for name in sides}
    walks: dict[str, list[float]] = {name: [] for name in sides}
    before: dict[str, int] = {}
    answers = set()
    for _ in range(RUNS):
        for name, command in sides.items():
            cost, said = alone(*command)
            costs[name].append(cost)
            walks[name].append(float(said.split()[1]))
            answers.add(tuple(said.split()[2:7]))
            before[name] = int(said.split()[7]) if name != "C++" else 0
    ((positions, moves, *_),) = answers  # one answer from all sides
    n, m = int(positions), int(moves)
    print(f"Sliding pieces on {rows} x {columns}: {n:,} positions, {m:,} moves")
    taken = {name: median(some) for name, some in costs.items()}
    for name, cost in taken.items():
        assert cost.memory is not None
        each = (cost.memory * 1e6 - before[name]) / n
        print(f"  {name:<10} {cost.seconds:6.2f} s   {each:5.0f} bytes a position")
    work = f"Sparse game of {n / 1e6:.0f} million positions in numbers"
    race(f"{work}, walked, reversed, settled", "C++ -O2", taken["reversed"], taken["C++"], 1 / 1.6)
    race(f"{work}, settled by un-moves", "C++ -O2", taken["unmoves"], taken["C++"], None)
    walk = statistics.median(walks["reversed"])
    race(f"{work}, walked", "C++ -O2", Cost(walk), Cost(statistics.median(walks["C++"])), None)
    within("Sparse game, seconds to find a million positions", 1e6 * walk / n, 1 / 1.5, "s")
    memory = taken["reversed"].memory
    assert memory is not None
    each = (memory * 1e6 - before["reversed"]) / n - 4 * (m / n - 4)
    within("Sparse game, memory for each position at four moves", each, 60, "bytes")


if __name__ == "__main__":
    one(sys.argv[1]) if len(sys.argv) > 1 else main()
