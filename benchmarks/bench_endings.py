"""Claims: endings of chess take at most 1.5 times as long as the same program in C++ (target of the ratio: warm, CPU
time, one core each); king and rook under a second, four pieces under a minute and 2 GB. Its other peer is the same
rules as Python: the game walked position by position."""

from __future__ import annotations

import resource
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np
from common import compile_cpp, in_turn, seconds

from gamelib import GameGraph, check_solution, solve
from gamelib.answers import Solution
from gamelib.games import Ending

TARGET = 1.5


def cpu() -> float:
    """CPU seconds of this process and of those that it has waited for."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def cold(pieces: str) -> float:
    """Seconds that solving takes in this process before anything is loaded."""
    return seconds(lambda: solve(Ending(pieces)))


def compare(solution: Solution, folder: Path) -> None:
    """Every number's outcome and remoteness is that of the C++ program."""
    codes = solution.graph.codes
    for name, ours, kind in (("outcome", solution.outcome, np.int8), ("remoteness", solution.remoteness, np.int16)):
        theirs = np.fromfile(folder / name, kind)
        assert len(theirs) == solution.graph.rules.size
        assert (theirs[codes] == ours).all(), f"{name} differs"


def against_cpp(pieces: str, program: Path, runs: int) -> None:
    """Our time and that of the same program in C++, and all their answers compared."""
    folder = Path(tempfile.mkdtemp())
    found: list[Solution] = []

    def in_cpp() -> float:
        begin = cpu()
        subprocess.run([program, pieces, "8", "8", folder / "outcome", folder / "remoteness"], check=True, stdout=-3)
        return cpu() - begin

    def ours() -> float:
        found.clear()
        begin = cpu()
        found.append(solve(Ending(pieces)))
        return cpu() - begin

    wall = seconds(ours)  # warm
    compare(found[0], folder) if in_cpp() else None
    n, moves = len(found[0]), found[0].graph.edges
    print(f"{pieces} on 8 x 8, {n:,} positions, {moves:,} moves: {found[0].counts()}; all agree with C++; {wall:.2f} s")
    took = in_turn({"C++ (-O2), CPU": in_cpp, "gamelib, CPU": ours}, runs=runs)
    ratio = took["gamelib, CPU"] / took["C++ (-O2), CPU"]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    verdict = "reached" if ratio <= TARGET else "NOT REACHED"
    print(f"  gamelib / C++: {ratio:.2f} (target: at most {TARGET}) {verdict}; peak {peak:.2f} GB (target: below 2)")
    assert check_solution(found[0], sample=100_000, rng=np.random.default_rng(1))


def against_python() -> None:
    """Positions a second: the rook ending walked as a Python game, and as numbers by compiled rules."""
    game = Ending("KRK", 6, 6)
    walked: list[GameGraph] = []
    slow = seconds(lambda: walked.append(GameGraph.of(game)))
    fast = seconds(lambda: solve(Ending("KRK")))
    slow_rate, fast_rate = len(walked[0]) / slow, len(solve(Ending("KRK"))) / fast
    print(f"  KRK walked position by position as a Python game (6 x 6): {slow_rate:,.0f} positions a second")
    print(f"  KRK solved by compiled rules (8 x 8): {fast_rate:,.0f}, {fast_rate / slow_rate:.0f} times as many")


def main() -> None:
    first = cold("KRK")
    begin = time.perf_counter()
    solve(Ending("KRK"))
    print(f"KRK, the first in a process {first:.2f} s, then {time.perf_counter() - begin:.2f} s (target: below 1)")
    program = compile_cpp("endings.cpp")
    against_cpp("KRK", program, runs=9)
    against_cpp("KBNK", program, runs=3)
    against_cpp("KQKR", program, runs=3)
    against_python()


if __name__ == "__main__":
    main()
