"""Claims: Dobutsu shogi, all of it, is solved in ten minutes of one processor and 13 GB, and all
numbers that Tanaka published are found again.

This is the example as a user runs it (examples/dobutsu.py): its rules as functions of whole numbers,
walked, reversed and settled. It has no peer here: the C++ program of bench_sparse.py is one for a
smaller game. Where less memory is free, there are no rows.
"""

from __future__ import annotations

import io
import re
import runpy
import sys
from contextlib import redirect_stdout
from pathlib import Path

from common import alone, within

from gamefast.memory import free_memory

EXAMPLE = Path(__file__).parents[1] / "examples" / "dobutsu.py"

#: Bytes that must be free.
NEEDED = 14e9

#: T. Tanaka, An Analysis of a Board Game "Doubutsu Shogi", IPSJ SIG Technical Report 2009-GI-22.
PUBLISHED = [
    "246,803,167 positions",
    "The second player wins in 78 moves",
    "The longest line takes 173 moves",
]


def one() -> None:
    """Run in a separate process: print the seconds that solving took, then what the example says."""
    sys.argv = [str(EXAMPLE), "--rows", "4"]
    words = io.StringIO()
    with redirect_stdout(words):
        runpy.run_path(str(EXAMPLE), run_name="__main__")
    took = re.search(r"Solved in ([\d,]+) seconds", words.getvalue())
    assert took is not None
    print(took[1].replace(",", ""), words.getvalue())


def main() -> None:
    free = free_memory()
    if free is not None and free < NEEDED:
        print(f"  left out: {free / 1e9:.1f} GB are free, and {NEEDED / 1e9:.0f} GB are needed")
        return
    cost, words = alone(sys.executable, __file__, "one")
    missing = [number for number in PUBLISHED if number not in words]
    assert not missing, f"published, and not found: {missing}"
    assert cost.memory is not None
    within("Dobutsu shogi, 246,803,167 positions", cost.seconds / 60, 10, "minutes")
    within("Dobutsu shogi, 246,803,167 positions: memory", cost.memory / 1e3, 13, "GB")


if __name__ == "__main__":
    one() if len(sys.argv) > 1 else main()
