"""``python -m gamelib``: the command line, which is gamecourse's."""

import sys
from importlib.util import find_spec
from runpy import run_module

from gamelib.packages import check_installed

if __name__ == "__main__":
    if find_spec("gamecourse") is None:
        sys.exit("the command line is in gamecourse, which is not installed here")
    try:
        check_installed(("numpy", "numba"), "fast", "the commands")
    except ModuleNotFoundError as error:
        sys.exit(
            f"{error}. {sys.executable} lacks it; `make env` makes the course's own Python: "
            ".venv/bin/python, or .venv\\Scripts\\python on Windows"
        )
    run_module("gamecourse", run_name="__main__", alter_sys=True)
