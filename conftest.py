"""What every run of pytest needs here, by ``make`` or by hand, in each of its processes."""

import os
import sys
from functools import wraps
from importlib.util import find_spec
from itertools import count
from tempfile import TemporaryDirectory

import pytest

from gamecourse.course.doctor import LECTURE

#: Its doctests cannot be looked for where nbgrader is not installed.
collect_ignore = [] if find_spec("nbgrader") else ["gamecourse/course/marking.py"]
#: What the greediest kernel of each process of pytest took, in bytes.
taken = []


@pytest.fixture(autouse=True)
def figures_bring_no_drawings():
    """A figure brings drawings once a notebook is run for pages (``embed``): here that ends with the
    test.
    """
    yield
    figures = sys.modules.get("gamecourse.show.figures")
    if figures is not None:
        figures.bring_drawings(False)


def runs_notebooks(config):
    return config.getoption("nbval", False) or config.getoption("nbval_lax", False)


def pytest_configure(config):
    if runs_notebooks(config):
        os.environ["TQDM_DISABLE"] = (
            "1"  # kernels inherit it: a bar shows only on a slow machine, and is no result
        )
    if os.name == "posix" and find_spec("jupyter_client"):
        kernels_by_file(config)


def kernels_by_file(config):
    """Kernels are spoken to by files. A port that was free may be another program's before the
    kernel takes it.
    """
    from jupyter_client.manager import KernelManager

    folder, numbers, plain = TemporaryDirectory(prefix="kernels-"), count(), KernelManager.__init__
    config.add_cleanup(folder.cleanup)

    @wraps(plain)
    def by_file(self, *given, **named):
        plain(
            self,
            *given,
            **{"transport": "ipc", "ip": os.path.join(folder.name, str(next(numbers)))} | named,
        )

    KernelManager.__init__ = by_file
    config.add_cleanup(lambda: setattr(KernelManager, "__init__", plain))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session):
    """The notebooks fail if a kernel took more memory than the doctor says that a lecture takes."""
    if not runs_notebooks(session.config) or not find_spec("resource"):
        return
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    taken.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit)
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["taken"] = taken[-1]
    elif max(taken) > LECTURE:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    taken.append(getattr(node, "workeroutput", {}).get("taken", 0))


def pytest_terminal_summary(terminalreporter, config):
    if runs_notebooks(config) and taken:
        said = (
            f"the greediest kernel took {max(taken) / 1e6:,.0f} MB of the {LECTURE / 1e6:,.0f} "
            "that the doctor grants"
        )
        terminalreporter.write_line(said, red=max(taken) > LECTURE)
