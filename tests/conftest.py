import signal
import sys
from collections import Counter
from importlib import import_module
from importlib.util import find_spec

import pytest
from hypothesis import settings

settings.register_profile("gamelib", deadline=None, derandomize=True, max_examples=50)
settings.load_profile("gamelib")

# A shell that runs the tests in its background has them ignore the stop button, which some of them
# press.
signal.signal(signal.SIGINT, signal.default_int_handler)

USUAL_RECURSION = sys.getrecursionlimit()


@pytest.fixture(autouse=True)
def _usual_limit_of_recursion():
    """Whatever a student's function has left behind that was given up for late, and ends only
    now.
    """
    sys.setrecursionlimit(USUAL_RECURSION)


#: The book; and the engine, where it is there with what it needs.
PACKAGES = ["gamelib"]
if all(map(find_spec, ("gamefast", "numpy", "numba"))):
    PACKAGES.append("gamefast")


@pytest.fixture(scope="module", params=PACKAGES)
def package(request):
    """Run the tests of a module twice: as it stands, with the solvers of the book, and with the
    solvers of the engine in their places. The name of the package.

    A module asks for it by ``pytestmark = pytest.mark.usefixtures("package")``. Whatever it has
    imported from gamelib under a name that gamefast has, too, is gamefast's for the second run. So
    both packages keep one and the same promise, written once. What a table of the module refers to
    must be looked up when the test runs: ``lambda: solve(...)``, not ``solve``.
    """
    book, found = import_module("gamelib"), import_module(request.param)
    with pytest.MonkeyPatch.context() as patch:
        replaced = 0
        for name, thing in list(vars(request.module).items()):
            other = vars(found).get(name)
            if other is not None and thing is vars(book).get(name):
                patch.setattr(request.module, name, other)
                replaced += other is not thing
        assert replaced or found is book, "nothing here is the engine's"
        yield request.param


#: Of a test all of whose cases are slow, this many are not exhaustive.
FIRST_CASES = 3


@pytest.hookimpl(tryfirst=True)  # before those are left out that ``-m`` does not name
def pytest_collection_modifyitems(items):
    """A slow case is exhaustive where the same test has cases enough without it: quick ones, or
    the first slow ones.
    """
    quick = {_test_of(item) for item in items if not item.get_closest_marker("slow")}
    cases = Counter()
    for item in items:
        if item.get_closest_marker("slow"):
            cases[_test_of(item)] += 1
            if _test_of(item) in quick or cases[_test_of(item)] > FIRST_CASES:
                item.add_marker(pytest.mark.exhaustive)


def _test_of(item):
    """The test of which an item is a case."""
    return item.nodeid.partition("[")[0]
