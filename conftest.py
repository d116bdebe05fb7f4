"""What every run of pytest needs here, by ``make`` or by hand, in each of its processes."""

import os
from importlib.util import find_spec

#: Its doctests cannot be looked for where nbgrader is not installed.
collect_ignore = [] if find_spec("nbgrader") else ["gamelib/course/marking.py"]


def pytest_configure(config):
    if config.getoption("nbval", False) or config.getoption("nbval_lax", False):
        os.environ["TQDM_DISABLE"] = "1"  # kernels inherit it: a bar shows only on a slow machine, and is no result
