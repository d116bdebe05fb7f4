"""A game may have a parameter by the name of a capability: a field is no method, in either package."""

from dataclasses import field, make_dataclass
from random import Random

import numpy as np
import pytest

import gamefast
import gamelib
from gamelib import LOSS

RULES = {
    "start": lambda game: 7,
    "moves": lambda game, pile: range(1, min(pile, 3) + 1),
    "play": lambda game, pile, taken: pile - taken,
    "outcome": lambda game, pile: None if pile else LOSS,
}


@pytest.mark.parametrize("name", ["positions", "order", "bounds", "evaluate"])
def test_a_field_is_no_method(name):
    """Take 1 to 3; whoever takes the last wins: 7 is won by taking 3."""
    fields = [(name, tuple, field(default=(1, 2)))]
    game = make_dataclass("Pile", fields, frozen=True, namespace=RULES)()
    for package, rng in ((gamelib, Random(1)), (gamefast, np.random.default_rng(1))):
        assert str(package.solve(game)[7]) == "WIN in 3"
        assert package.solve(game, 7).best() == 3
        for search in (package.minimax, package.alphabeta):
            assert (search(game).value, search(game).best) == (1, 3)
        deepened = package.deepen(game, seconds=20)
        assert (deepened.value, deepened.best) == (1, 3)
        assert package.mcts(game, playouts=2000, rng=rng).best == 3
