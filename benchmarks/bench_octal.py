"""Claim: 100,000 nimbers of Kayles are computed no slower than by a plain C loop (gcc -O3); and the period of 0.16,
which needs half a million values, is proved within two minutes."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

import numpy as np
from common import claim, in_turn, seconds

from gamelib import octal, octal_period

N = 100_000


def main() -> None:
    program = Path(tempfile.mkdtemp()) / "kayles"
    subprocess.run(["gcc", "-O3", str(Path(__file__).with_name("kayles.c")), "-o", str(program)], check=True)
    answers = set()

    def plain() -> float:
        took, check = subprocess.run([program, str(N)], capture_output=True, text=True, check=True).stdout.split()
        answers.add(int(check))
        return float(took)

    def ours() -> float:
        values = []
        took = seconds(lambda: values.append(octal("0.77", N - 1)))
        powers = 31 ** np.arange(N - 1, -1, -1, dtype=np.uint64)
        answers.add(int((values[0].astype(np.uint64) * powers).sum()))
        return took

    ours()  # warm
    print(f"Kayles, {N:,} nimbers")
    took = in_turn({"C, a stamp for each option (-O3)": plain, "gamelib, options as bits": ours})
    assert len(answers) == 1, answers
    ratio = took["C, a stamp for each option (-O3)"] / took["gamelib, options as bits"]
    claim("C / gamelib", ratio, 1)
    found = []
    took_16 = seconds(lambda: found.append(octal_period("0.16")))
    print(f"  {found[0]}; in {took_16:.1f} s (target: two minutes) {'reached' if took_16 <= 120 else 'NOT REACHED'}")


if __name__ == "__main__":
    main()
