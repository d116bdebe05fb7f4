"""What the book says of the engine is so, and the engine does it, too."""

import networkx as nx
import pytest

import gamefast
from gamelib.games import Token

GOES_ROUND = nx.DiGraph([("a", "b"), ("b", "a"), ("a", "c"), ("c", "d"), ("d", "e")])


def test_bounds_are_asked_for_everywhere_but_at_the_root_if_play_goes_round():
    asked = []

    def bounds(position):
        asked.append(position)
        return -1, 1

    gamefast.alphabeta(Token(GOES_ROUND, "a"), depth=3, bounds=bounds)
    assert asked[0] == "b"
    assert "c" in asked


@pytest.mark.parametrize(
    "name", ["solve", "nimbers", "exact_values", "chance_values", "strategy_improvement"]
)
def test_what_the_book_recommends_is_there(name):
    assert callable(getattr(gamefast, name))
