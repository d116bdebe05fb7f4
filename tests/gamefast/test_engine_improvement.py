"""What the engine alone does in strategy improvement: it takes arrays, and proves its answer. What
it promises together with the book stands in tests/gamelib/test_improvement.py.
"""

from fractions import Fraction

import pytest
from naive import RING, WRONG

from gamefast import strategy_improvement
from gamefast.arrays.chance import ChanceGraph
from gamefast.chance import improvement
from gamefast.chance.exact import Unproved
from gamelib import Quotient
from gamelib.games import OverwriteTicTacToe


def test_a_graph_in_arrays_is_taken_too():
    assert strategy_improvement(ChanceGraph.of(RING))["one X"] == Fraction(1, 3)


@pytest.mark.parametrize(
    "game", [OverwriteTicTacToe(2), Quotient(OverwriteTicTacToe(2)), RING], ids=str
)
def test_it_knows_the_positions_that_play_can_reach(game):
    assert len(strategy_improvement(game)) == len(ChanceGraph.of(game))


def test_a_result_that_is_not_best_is_not_given_out(monkeypatch):
    monkeypatch.setattr(improvement._Search, "next_changes", lambda search: ({}, None, ""))
    with pytest.raises(Unproved, match="one X"):
        strategy_improvement(RING, first=WRONG)
