import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamelib import LOSS, Misere, Period, find_period, solve
from gamelib.games import Matches


def outcomes(game):
    solution = solve(game)
    return [solution[pile].outcome for pile in range(game.start() + 1)]


@settings(max_examples=12)
@given(st.sets(st.integers(1, 6), min_size=1, max_size=3).map(tuple), st.booleans())
def test_the_period_is_the_smallest_and_holds_far_beyond(takes, misere):
    game = Misere(Matches(300, takes)) if misere else Matches(300, takes)
    values = outcomes(game)
    found = find_period(values[:160], max(takes))
    assert found is not None  # at most 2**6 windows, so one has come back by now
    pairs = [
        (n0, p)
        for p in range(1, 70)
        for n0 in range(70)
        if all(values[k] == values[k + p] for k in range(n0, 300 - p))
    ]  # by trying
    period = min(p for _, p in pairs)
    assert found == Period(min(n0 for n0, p in pairs if p == period), period)


@pytest.mark.parametrize(
    ("takes", "period"),
    [
        ((1,), 2),
        ((1, 2, 3), 4),
        ((2, 3), 5),
        ((1, 3), 2),
        ((2, 4, 7), 3),
        ((3, 5), 8),
        ((1, 4), 5),
        ((1, 2, 4), 3),
    ],
)
def test_periods_known_from_the_literature(takes, period):
    """Winning Ways, chapter 4, subtraction games; {2, 4, 7} has a preperiod."""
    assert find_period(outcomes(Matches(60, takes)), max(takes)).period == period


def test_too_short_a_sequence_proves_nothing():
    assert find_period([LOSS] * 5, 5) is None
    assert find_period([LOSS] * 6, 5) == Period(0, 1)
    assert find_period([], 1) is None
    with pytest.raises(
        ValueError, match=r"values\[1\] and values\[3\] differ, though \[.*\] comes before each"
    ):
        find_period("LWLLL", 1)
    with pytest.raises(ValueError, match="memory is 0"):
        find_period("LW", 0)
