"""Values, means and temperatures against pycgt, another's library. `make peers` runs this where pycgt
is installed.
"""

from fractions import Fraction
from functools import cache
from importlib.util import find_spec
from itertools import product
from random import Random

import pytest

from gamelib import Value
from gamelib.games import Clobber, Domineering, ToadsAndFrogs
from gamelib.sums import Valuation

pytestmark = pytest.mark.skipif(
    find_spec("pycgt") is None, reason="pycgt is not installed; `make peers` does it"
)


@cache
def from_peer(theirs):
    return Value(map(from_peer, theirs.left), map(from_peer, theirs.right))


def check(theirs, ours):
    """Options are canonical in both, so even their numbers are the same."""
    import pycgt

    assert from_peer(theirs) is ours
    if not ours.is_number:
        assert len(theirs.left) == len(ours.left)
        assert len(theirs.right) == len(ours.right)
    assert Fraction(pycgt.mean(theirs)) == ours.mean
    assert Fraction(pycgt.temperature(theirs)) == ours.temperature
    assert Fraction(pycgt.left_stop(theirs)) == ours.left_stop
    assert Fraction(pycgt.right_stop(theirs)) == ours.right_stop


def test_strips_of_toads_and_frogs():
    from pycgt.rulesets import toads_and_frogs

    values = Valuation(ToadsAndFrogs())
    for strip in map("".join, product("TF.", repeat=6)):
        check(toads_and_frogs.value(strip.lower()), values[strip])


def test_boards_of_domineering():
    from pycgt.rulesets import domineering

    random, values, compared = Random(5), Valuation(Domineering()), 0
    for _ in range(800):
        rows, columns = random.choice([(3, 4), (4, 3), (2, 6), (4, 4)])
        lines = ["".join(random.choice(".#") for _ in range(columns)) for _ in range(rows)]
        board = "\n".join(lines)
        if "." in board:
            check(domineering.parse(board), values[board])
            compared += 1
    assert compared > 700


def test_boards_of_clobber():
    from pycgt.rulesets import clobber

    random, values = Random(6), Valuation(Clobber())
    for _ in range(300):
        board = "\n".join("".join(random.choice("xo.") for _ in range(4)) for _ in range(2))
        check(clobber.parse(board), values[board])
