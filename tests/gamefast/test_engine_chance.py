"""What the engine alone does for games with chance: arrays, sweeps of each component by itself, and
proofs of strategies that sweeps have found. What it promises together with the book stands in
tests/gamelib/test_chance.py.
"""

from fractions import Fraction
from itertools import groupby

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import TRAPS, Graph

from gamefast import ask, chance_values, exact_values
from gamefast.arrays.chance import ChanceGraph
from gamefast.chance import intervals
from gamefast.chance.exact import exact as find_exact
from gamefast.chance.exact import solved
from gamefast.chance.intervals import Intervals
from gamelib import CHANCE
from gamelib.core import TooLarge, UnknownPosition
from gamelib.games import OverwriteTicTacToe

HALF = Fraction(1, 2)


class Walked(OverwriteTicTacToe):
    """The same game; but as it has a rule of its own, it is walked position by position, and not
    solved by arrays.
    """

    def turn(self, position):
        return super().turn(position)


def test_what_cannot_be_is_named():
    values = chance_values(Walked(2))
    for look in (values.lower.__getitem__, values.best):
        with pytest.raises(
            UnknownPosition, match=r"no position .* one of them is \('\.\.\.\.', 'X'\)"
        ):
            look(("XX..", "X"))
    assert len(values.lower) == len(exact_values(OverwriteTicTacToe(2))) == 109
    with pytest.raises(TooLarge, match="raise max_positions"):
        exact_values(Walked(3), max_positions=1000)
    with pytest.raises(TooLarge, match="raise max_edges"):
        chance_values(Walked(3), max_edges=1000)
    with pytest.raises(ValueError, match="floating point comes no nearer"):
        chance_values(Walked(2), width=1e-17)


@pytest.mark.parametrize("trap", TRAPS)
def test_sweeps_alone_come_near_enough(trap):
    """Without the exact values, which step in where sweeps are too slow."""
    game = Graph(TRAPS[trap])
    exact = exact_values(game)
    swept = Intervals(ChanceGraph.of(game))
    swept.run(1e-9)
    for low, value, high in zip(swept.lower, exact.values(), swept.upper, strict=True):
        assert Fraction(low) <= value <= Fraction(high)
        assert high - low <= 1e-9


def test_going_round_is_seen_as_a_better_reply_or_the_value_is_not_proved(monkeypatch):
    """With strategies that only single moves cannot better, the proof finds the reply, and goes
    on from there.
    """
    swept = Intervals(ChanceGraph.of(Graph(TRAPS["a reply that goes round"])))
    swept.run(1e-9)
    swept.choice[0] = (
        swept.graph.indptr[0] + 1
    )  # player 1 leaves for 1, though he could go round for 0
    swept.choice[1] = swept.graph.indptr[1]
    assert find_exact(swept).values[0] == 0
    monkeypatch.setattr("gamefast.chance.exact.ROUNDS", 1)
    with pytest.raises(
        ValueError, match=r"the value of [01] could not be proved: it lies between 0.0 and 0.0"
    ):
        find_exact(swept)


def test_the_largest_number_allowed():
    assert ask.number(10**300, "a payoff") == ask.number(Fraction(10**300), "a payoff") == 10**300
    assert ask.number(1e300, "a payoff") == 1e300
    with pytest.raises(ValueError, match=r"a payoff is too large: at most 1e\+300"):
        ask.number(-int(1e300) - 1, "a payoff")


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 6), st.randoms(use_true_random=False))
def test_linear_equations(n, random):
    rows = {
        p: {q: Fraction(random.randint(0, 3), 20) for q in range(n) if random.random() < 0.6}
        for p in range(n)
    }
    constants = {p: Fraction(random.randint(-3, 3)) for p in range(n)}
    found = solved({p: dict(row) for p, row in rows.items()}, dict(constants))
    for p in range(n):
        assert found[p] == constants[p] + sum(share * found[q] for q, share in rows[p].items())


def test_what_is_settled_is_not_swept_again(monkeypatch):
    """A chain of two-rings: each component gets sweeps of its own, however long the chain is."""
    swept = []
    interpreted = intervals.sweep.interpreted

    def counting(members, *rest):
        swept.append(list(members))
        return interpreted(members, *rest)

    monkeypatch.setattr(intervals.sweep, "interpreted", counting)
    nodes, n = {}, 40
    for k in range(n):
        nodes[2 * k] = (CHANCE, [(HALF, 2 * k + 1), (HALF, 2 * k + 2)])
        nodes[2 * k + 1] = (CHANCE, [(HALF, 2 * k), (HALF, 2 * k + 2)])
    nodes[2 * n] = (None, 1)
    values = chance_values(Graph(nodes))
    assert values.lower[0] <= 1 <= values.upper[0]
    rings = [part for part, _ in groupby(part for part in swept if len(part) == 2)]
    assert len(rings) == len({tuple(ring) for ring in rings}) == n
    assert max(map(len, swept)) == 2
