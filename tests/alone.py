"""`make alone`: gamelib's own tests where there is nothing but gamelib, and pytest and hypothesis to
run them.

A fresh folder with copies of gamelib and its tests, a fresh environment: no gamefast, no
gamecourse, no numpy, no networkx. So gamelib cannot come to lean on what stands above it.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
COPIED = ["gamelib", "tests/gamelib", "tests/naive.py", "tests/conftest.py", "pyproject.toml"]
PACKAGES = ["pytest", "pytest-xdist", "hypothesis"]
#: Fewer tests than that are not gamelib's tests.
FEWEST = 500
#: What the modules of gamelib load that is not Python's.
LOADED = """
import importlib, pkgutil, sys
before = {name.partition(".")[0] for name in sys.modules}
import gamelib
for found in pkgutil.walk_packages(gamelib.__path__, "gamelib."):
    importlib.import_module(found.name)
loaded = {name.partition(".")[0] for name in sys.modules} - before
print(*sorted(loaded - sys.stdlib_module_names - {"gamelib"}))
"""


def make_environment(folder: Path) -> str:
    """Its Python; made by uv where that is there, as in the Makefile, else by venv and pip."""
    python = str(folder / ("Scripts" if os.name == "nt" else "bin") / "python")
    if shutil.which("uv"):
        subprocess.run(["uv", "venv", "--quiet", "--python", sys.executable, folder], check=True)
        subprocess.run(
            ["uv", "pip", "install", "--quiet", "--python", python, *PACKAGES], check=True
        )
    else:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, *PACKAGES], check=True)
    return python


def main() -> None:
    with tempfile.TemporaryDirectory() as made:
        place = Path(made) / "gamelib alone"
        for name in COPIED:
            source, target = ROOT / name, place / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, target)
        python = make_environment(Path(made) / "environment")
        environment = {
            k: v
            for k, v in os.environ.items()
            if k not in ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
        }
        environment["PYTHONHASHSEED"] = "0"
        looked = subprocess.run(
            [python, "-c", LOADED], cwd=place, env=environment, stdout=subprocess.PIPE, text=True
        )
        if looked.returncode or looked.stdout.strip():
            sys.exit(f"import gamelib does not go with Python alone, it loads: {looked.stdout}")
        tests = [python, "-m", "pytest", "-q", "-n", "auto", "-m", "not slow", "tests/gamelib"]
        done = subprocess.run(tests, cwd=place, env=environment, stdout=subprocess.PIPE, text=True)
    last = done.stdout.rstrip().rpartition("\n")[2]
    if done.returncode:
        sys.exit(done.stdout)
    print(last)
    passed = re.search(r"(\d+) passed", last)
    if passed is None or int(passed[1]) < FEWEST:
        sys.exit(f"gamelib has more tests than these: {FEWEST} at least")


if __name__ == "__main__":
    main()
