"""Run the tests and all notebooks on the oldest and the newest that the course may meet: ``make
test-matrix``.

In turn: the oldest Python with the oldest packages that pyproject.toml allows, then each Python
with the newest. An interpreter that is not here is fetched by uv, or named as missing where that
cannot be done. Each environment is kept in build/matrix; name Pythons to run these alone: ``make
test-matrix ON="3.11 3.13"``.
"""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
OLDEST = re.search(r'requires-python = ">=([\d.]+)"', (ROOT / "pyproject.toml").read_text())[1]
#: The newest Python for which all packages of the course have wheels.
NEWEST = "3.14"


def pythons(oldest=OLDEST, newest=NEWEST):
    """All versions of Python between two, as ``3.11``."""
    first, last = (int(version.partition(".")[2]) for version in (oldest, newest))
    return [f"3.{minor}" for minor in range(first, last + 1)]


def rows(wanted=()):
    """The environments: a version of Python, and which packages uv is to choose."""
    chosen = [version for version in pythons() if not wanted or version in wanted]
    oldest = [(OLDEST, "lowest-direct")] if OLDEST in chosen else []
    return oldest + [(version, "highest") for version in chosen]


def run(*command):
    """Whether a command succeeds; make inherits nothing of the make that runs us, and the tests
    find our uv.
    """
    environment = {
        key: value for key, value in os.environ.items() if not key.startswith(("MAKE", "MFLAGS"))
    }
    environment["PATH"] = os.pathsep.join([os.environ["PATH"], str(Path(sys.executable).parent)])
    return (
        subprocess.run([str(word) for word in command], cwd=ROOT, env=environment).returncode == 0
    )


def try_out(version, choice):
    """What came of one row of the matrix, in a word or two."""
    place = ROOT / "build" / "matrix" / f"{version}-{choice}"
    uv = (sys.executable, "-m", "uv")
    if not run(*uv, "venv", "--quiet", "--clear", "--python", version, place):
        return "missing: this Python is not here, and could not be fetched"
    python = place / "bin" / "python"
    if not run(
        *uv,
        "pip",
        "install",
        "--quiet",
        "--python",
        python,
        "--resolution",
        choice,
        "--editable",
        ".[course]",
    ):
        return "FAILED: the packages cannot be installed"
    (place / ".course").touch()  # make's mark of an environment that is up to date
    failed = [
        part for part in ("doctor", "unit", "nbval") if not run("make", part, f"VENV={place}")
    ]
    return f"FAILED: make {' '.join(failed)}" if failed else "passed"


def main(wanted):
    """Try all rows, and say at the end what came of each; 1 if one failed, or if none could be
    tried.
    """
    found = {}
    for version, choice in rows(wanted):
        begun = time.monotonic()
        print(f"\n=== Python {version}, packages: {choice}", flush=True)
        found[version, choice] = f"{try_out(version, choice)} ({time.monotonic() - begun:.0f} s)"
    print()
    for (version, choice), words in found.items():
        print(f"Python {version:<5} {choice:<14} {words}")
    failed = any(words.startswith("FAILED") for words in found.values())
    return int(failed or all(words.startswith("missing") for words in found.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
