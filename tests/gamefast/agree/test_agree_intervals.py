"""The book's intervals contain the exact values, are as narrow as asked, and their strategies
hold.
"""

from fractions import Fraction
from random import Random

import chance_cases as cases
import pytest
from naive import Graph

import gamefast
from gamelib import CHANCE, Fixed
from gamelib.chance import exact_values, walk
from gamelib.core import TooLarge
from gamelib.games import Matches, OverwriteTicTacToe
from gamelib.intervals import ChanceValues, Sweeping, chance_values, outward

#: Two methods are compared here: each is the other's witness.
pytestmark = pytest.mark.slow


def check_intervals(game, found: ChanceValues, width: float) -> None:
    """Hold every interval against today's exact value, and the words against today's."""
    exact = gamefast.exact_values(game)
    assert set(found) <= set(exact)
    for p in found:
        assert found[p] == (found.lower[p], found.upper[p])
        assert Fraction(found[p].lower) <= exact[p] <= Fraction(found[p].upper)
        assert found[p].upper - found[p].lower <= found.width <= width


def test_intervals_contain_the_exact_values_and_are_as_narrow_as_asked():
    rng = Random(1)
    for _ in range(1200):
        game = cases.stochastic(rng, rng.randint(2, 14))
        width = rng.choice([1e-3, 1e-9, 1e-12])
        found = chance_values(game, width=width)
        check_intervals(game, found, width)
        if width < 1e-3:
            assert found.counts() == gamefast.chance_values(game).counts()


def test_sweeps_alone_nearly_always_come_near_enough():
    rng = Random(2)
    near = 0
    for _ in range(600):
        game = cases.stochastic(rng, rng.randint(4, 12))
        sweeping = Sweeping(walk(game, None, 1000, solver="chance_values"))
        sweeping.run(1e-9)
        found = ChanceValues(game, sweeping.intervals(), sweeping.moves())
        near += found.width <= 1e-9
        check_intervals(game, found, 100)
    assert near >= 590


def test_both_strategies_make_their_bounds_certain():
    rng = Random(3)
    for _ in range(500):
        game = cases.stochastic(rng, rng.randint(2, 10))
        found = chance_values(game, width=rng.choice([0.5, 1e-9]))
        for player in (0, 1):
            replied = gamefast.exact_values(Fixed(game, player, found.best))
            for p in replied:
                if player == 0:
                    assert replied[p] >= Fraction(found.lower[p])
                else:
                    assert replied[p] <= Fraction(found.upper[p])


@pytest.mark.parametrize("game", cases.lecture_games(), ids=str)
def test_the_games_of_the_lectures(game):
    found = chance_values(game)
    check_intervals(game, found, 1e-9)
    assert found.counts() == gamefast.chance_values(game).counts()
    assert str(found.value()) == str(gamefast.chance_values(game).value())


@pytest.mark.parametrize("exponent", [3, 12])
def test_rare_chances_beside_end_components(exponent):
    rare = Fraction(1, 10**exponent)
    nodes = {
        0: (0, [2, 1, 0]),
        1: (CHANCE, [(1 - rare, 0), (rare, 4)]),
        2: (1, [3, 0]),
        3: (1, [1, 5]),
    }
    game = Graph(nodes | {4: (None, -1), 5: (None, 1)})
    assert chance_values(game)[0] == (0, 0)


def test_long_walks():
    """Gambler's ruin: thirty steps to either end, so that sweeps are slow; the values are a
    straight line.
    """
    n, half = 30, Fraction(1, 2)
    nodes = {0: (0, [n // 2])} | {k: (CHANCE, [(half, k - 1), (half, k + 1)]) for k in range(2, n)}
    game = Graph(nodes | {1: (None, -1), n: (None, 1)})
    found = chance_values(game)
    assert all(exact_values(game)[k] == Fraction(2 * k - n - 1, n - 1) for k in range(2, n))
    check_intervals(game, found, 1e-9)


def test_large_and_small_payoffs():
    for size in (
        Fraction(10**300),
        Fraction(1, 10**300),
        Fraction(1, 10**320),
        Fraction(10**17 + 1),
    ):
        nodes = {
            0: (0, [1, 2]),
            1: (CHANCE, [(Fraction(1, 3), 0), (Fraction(2, 3), 3)]),
            2: (1, [0, 4]),
        }
        game = Graph(nodes | {3: (None, size), 4: (None, -size)})
        check_intervals(game, chance_values(game, width=float(size) + 1e-290), 1e301)


def test_what_is_refused():
    third = Graph(
        {0: (CHANCE, [(Fraction(1, 3), 1), (Fraction(2, 3), 2)]), 1: (None, 1), 2: (None, 0)}
    )
    assert chance_values(third, width=1.2e-16).width == 2.0**-53
    assert (
        Fraction(outward(Fraction(1, 3)).lower)
        < Fraction(1, 3)
        < Fraction(outward(Fraction(1, 3)).upper)
    )
    with pytest.raises(ValueError, match=r"floating point comes no nearer than 1\.1e-16"):
        chance_values(third, width=1e-16)
    for width in (0, -1, "wide", float("inf"), float("nan"), True):
        with pytest.raises(ValueError, match="give a positive number"):
            chance_values(third, width=width)
    with pytest.raises(TooLarge, match="raise max_positions"):
        chance_values(OverwriteTicTacToe(2), max_positions=50)
    with pytest.raises(TypeError, match=r"Matches is a Game, .*; Extensive\(game\) turns"):
        chance_values(Matches(3))
