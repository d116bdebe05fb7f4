"""Claims: with a sparse space, 100,000 nimbers of an octal game take no longer than a plain C loop
over all splits (gcc -O3). A game without a sparse space (Treblecross) is measured beside it. A
million nimbers of Kayles take at most 5 seconds. The period of 0.16, which needs half a million
nimbers, is proved in half a second; no period is copied.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from common import Cost, alone, median, race, seconds, within

from gamefast import octal, octal_period
from gamefast.heaps.sparse import sparse_space
from gamelib.games.heaps import octal_digits

N = 100_000


def checksum(values: np.ndarray) -> int:
    powers = 31 ** np.arange(len(values) - 1, -1, -1, dtype=np.uint64)
    return int((values.astype(np.uint64) * powers).sum())


def ours(code: str) -> None:
    """Print what the C program prints, in its own process."""
    octal("0.77", 2_000)  # loads numba and the machine code
    values = []
    took = seconds(lambda: values.append(octal(code, N - 1)))
    print(took, checksum(values[0]))


def against_c(program: Path, code: str, name: str, wanted: float | None) -> None:
    values = octal(code, N - 1)
    rare = sparse_space(values, octal_digits(code), room=0)[2]
    print(
        f"{name}, {code}, {N:,} nimbers: "
        + (f"{rare:,} rare heaps" if rare else "no sparse space, all splits")
    )
    sides: dict[str, list[Cost]] = {"C": [], "gamelib": []}
    commands = {"C": (program, code.replace(".", "")), "gamelib": (sys.executable, __file__, code)}
    for _ in range(9):  # ours takes a hundredth of a second
        for side, command in commands.items():
            cost, said = alone(*command, *[str(N)] * (side == "C"))
            assert int(said.split()[1]) == checksum(values), (code, side)
            sides[side].append(cost)
            print(f"  {side:<8} {cost.seconds:8.4f} s")
    mine, theirs = (
        median(sides["gamelib"]),
        Cost(median(sides["C"]).seconds),
    )  # it takes only 4 bytes for each nimber
    race(f"{name}, {code}: {N:,} nimbers", "every split, C -O3", mine, theirs, wanted)


def main() -> None:
    program = Path(tempfile.mkdtemp()) / "octal"
    subprocess.run(
        ["gcc", "-O3", str(Path(__file__).with_name("octal.c")), "-o", str(program)], check=True
    )
    against_c(program, "0.77", "Kayles", 1)
    against_c(program, "0.16", "A long period", 1)
    against_c(program, "0.007", "Treblecross", None)

    print("Long runs")
    values: list[np.ndarray] = []
    took = min(seconds(lambda: values.append(octal("0.77", 10**6))) for _ in range(3))
    assert np.array_equal(values[0][71:-12], values[0][71 + 12 :])  # the first 168 prove this
    within("Kayles, 0.77: a million nimbers", took, 5, "s")
    found = []
    took = min(seconds(lambda: found.append(octal_period("0.16"))) for _ in range(3))
    assert (found[0].preperiod, found[0].period) == (
        105_351,
        149_459,
    )  # Gangolli and Plambeck (1989)
    print(f"  {found[0]}")
    within("0.16: the period of 149,459 proved", took, 0.5, "s")


if __name__ == "__main__":
    ours(sys.argv[1]) if len(sys.argv) > 1 else main()
