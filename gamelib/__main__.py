"""``python -m gamelib``: the command line, which is gamecourse's."""

import sys
from importlib.util import find_spec
from runpy import run_module

if __name__ == "__main__":
    if find_spec("gamecourse") is None:
        sys.exit("the command line is in gamecourse, which is not installed here")
    run_module("gamecourse", run_name="__main__", alter_sys=True)
