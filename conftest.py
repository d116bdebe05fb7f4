"""What every run of nbval needs, by ``make`` or by hand, in each of its processes."""

import os


def pytest_configure(config):
    if config.getoption("nbval", False) or config.getoption("nbval_lax", False):
        os.environ["TQDM_DISABLE"] = "1"  # kernels inherit it: a bar shows only on a slow machine, and is no result
