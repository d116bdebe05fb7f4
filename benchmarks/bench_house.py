"""Claims on the house itself: importing gamelib takes under 0.3 s (its peer is importing numpy
alone). The wheel of the three packages is small. `make test` takes four minutes of two processors.
For boards from 3 x 3 to 10 x 10, the command answers in under 2 s from start to finish, even the
first time (no compiler, no cache).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from common import Cost, in_turn, race, random_board, seconds, within

ROOT = Path(__file__).parent.parent


def process(*arguments: str, text: str = "") -> float:
    """Seconds of a whole Python process, with an empty folder as numba's cache."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": tempfile.mkdtemp()}
    return seconds(
        lambda: subprocess.run(
            [sys.executable, *arguments],
            input=text,
            text=True,
            check=True,
            capture_output=True,
            env=environment,
        )
    )


def starting() -> None:
    print("starting (whole processes)")
    took = in_turn(
        {
            "python -c 'import numpy'": lambda: process("-c", "import numpy"),
            "python -c 'import gamelib'": lambda: process("-c", "import gamelib"),
        },
        runs=9,
    )
    numpy, alone = took.values()
    race("import gamelib", "import numpy", Cost(alone), Cost(numpy), None)
    within("import gamelib", alone, 0.3, "s")
    boards = {size: random_board(size, 0.15, seed=size) for size in (3, 5, 10)}
    took = in_turn(
        {
            f"gamelib cops, {size} x {size}": lambda text=text: process(
                "-m", "gamelib", "cops", "-", text=text
            )
            for size, text in boards.items()
        }
    )
    within(
        "gamelib cops, 10 x 10, from the shell, the first time",
        took["gamelib cops, 10 x 10"],
        2,
        "s",
    )


def main() -> None:
    starting()
    with tempfile.TemporaryDirectory() as folder:
        build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
        subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
        (wheel,) = Path(folder).iterdir()
        within("the wheel of the three packages", wheel.stat().st_size / 1e6, 1, "MB")
    plain = {
        key: value for key, value in os.environ.items() if key not in ("TQDM_DISABLE", "BENCH_ROWS")
    }
    quiet: dict[str, Any] = {"cwd": ROOT, "env": plain, "check": True, "stdout": subprocess.DEVNULL}
    tested = seconds(lambda: subprocess.run(["make", "test"], **quiet))
    within("make test, of two processors", tested / 2 / 60, 4, "minutes")


if __name__ == "__main__":
    main()
