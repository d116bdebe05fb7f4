"""Claims: endings of four pieces take at most 1.5 times as long as the same program in C++ (warm,
one core each), under a minute and 2 GB. King and rook take under a second, part of which does not
grow with the game. The other peer is the same game in Python, walked position by position.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from common import Cost, alone, compile_cpp, in_turn, race, seconds, within

from gamefast import Ending, GameGraph, check_solution, solve
from gamefast.answers import Solution

TARGET = 1.5


def first(folder: str) -> None:
    """What king and rook cost a new process that keeps its machine code in this folder, which may
    be empty.
    """
    environment = os.environ | {"NUMBA_CACHE_DIR": folder}
    work = "from gamefast import Ending, solve; solve(Ending('KRK'))"
    took = seconds(
        lambda: subprocess.run([sys.executable, "-c", work], env=environment, check=True)
    )
    print(f"  {took:.2f} s")


def compare(solution: Solution, folder: Path) -> None:
    """Check that every number's outcome and remoteness are those of the C++ program."""
    codes = solution.graph.codes
    for name, ours, kind in (
        ("outcome", solution.outcome, np.int8),
        ("remoteness", solution.remoteness, np.int16),
    ):
        theirs = np.fromfile(folder / name, kind)
        assert len(theirs) == solution.graph.rules.size
        assert (theirs[codes] == ours).all(), f"{name} differs"


def command(program: Path, pieces: str, folder: Path) -> list[str | Path]:
    """The command that runs the C++ program."""
    return [program, pieces, "8", "8", folder / "outcome", folder / "remoteness"]


def peaks(program: Path, pieces: str) -> tuple[float, float]:
    """The memory of each side in MB, each in its own process, before this process grows."""
    ours, _ = alone(sys.executable, __file__, pieces)
    theirs, _ = alone(*command(program, pieces, Path(tempfile.mkdtemp())))
    return ours.memory or 0, theirs.memory or 0


def against_cpp(pieces: str, program: Path, runs: int, memory: tuple[float, float]) -> None:
    """Compare our time with that of the same program in C++, and all the answers."""
    folder = Path(tempfile.mkdtemp())
    found: list[Solution] = []

    def in_cpp() -> float:
        asked = command(program, pieces, folder)
        said = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()
        assert [int(said[0]), int(said[1])] == [len(found[0]), found[0].graph.edges]
        return float(said[2]) + float(said[3])

    def ours() -> float:
        found.clear()
        return seconds(lambda: found.append(solve(Ending(pieces))))

    ours()
    in_cpp()
    compare(found[0], folder)
    n, moves = len(found[0]), found[0].graph.edges
    print(
        f"{pieces} on 8 x 8, {n:,} positions, {moves:,} moves: {found[0].counts()}; all agree "
        "with C++"
    )
    took = in_turn({"C++ (-O2)": in_cpp, "gamelib": ours}, runs=runs)
    if len(pieces) == 4:
        work = f"ending {pieces}, {n:,} positions"
        mine, theirs = Cost(took["gamelib"], memory[0]), Cost(took["C++ (-O2)"], memory[1])
        race(work, "the same program in C++ -O2", mine, theirs, 1 / TARGET)
        within(f"ending {pieces}, memory", memory[0] / 1e3, 2, "GB")
    assert check_solution(found[0], sample=100_000, rng=np.random.default_rng(1))


def against_python() -> None:
    """Positions a second: the rook ending walked as a Python game, and solved by compiled rules."""
    game = Ending("KRK", 5, 5)
    walked: list[GameGraph] = []
    solved: list[Solution] = []
    slow = seconds(lambda: walked.append(GameGraph.of(game)))
    fast = seconds(lambda: solved.append(solve(Ending("KBNK"))))
    slow_rate, fast_rate = len(walked[0]) / slow, len(solved[0]) / fast
    print(
        f"  KRK walked position by position as a Python game (5 x 5): {slow_rate:,.0f} positions "
        "a second"
    )
    print(
        f"  KBNK solved by compiled rules (8 x 8): {fast_rate:,.0f}, {fast_rate / slow_rate:.0f} "
        "times as many"
    )


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        print(
            "KRK in a new process: everything is compiled; then machine code is kept (imports "
            "included)"
        )
        first(folder)
        first(folder)
    program = compile_cpp("endings.cpp")
    memory = {pieces: peaks(program, pieces) for pieces in ("KRK", "KBNK", "KQKR")}
    solve(Ending("KRK"))
    within("ending KRK, solved again", seconds(lambda: solve(Ending("KRK"))), 1, "s")
    for pieces, runs in (("KRK", 9), ("KBNK", 3), ("KQKR", 3)):
        against_cpp(pieces, program, runs, memory[pieces])
    against_python()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(seconds(lambda: solve(Ending(sys.argv[1]))))
    else:
        main()
