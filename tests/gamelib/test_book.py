"""What the book says of itself is so."""

import networkx as nx
import pytest

import gamelib
from gamelib import (
    Extensive,
    alphabeta,
    chance_values,
    exact_values,
    nimbers,
    solve,
    strategy_improvement,
)
from gamelib.core import TooLarge
from gamelib.games import Matches, Token

GOES_ROUND = nx.DiGraph([("a", "b"), ("b", "a"), ("a", "c"), ("c", "d"), ("d", "e")])


def test_bounds_are_asked_for_everywhere_but_at_the_root_if_play_goes_round():
    asked = []

    def bounds(position):
        asked.append(position)
        return -1, 1

    alphabeta(Token(GOES_ROUND, "a"), depth=3, bounds=bounds)
    assert asked[0] == "b"
    assert "c" in asked


@pytest.mark.parametrize(
    "solver", [solve, nimbers, exact_values, chance_values, strategy_improvement]
)
def test_a_solver_that_finds_a_game_too_large_names_its_own_twin(solver):
    game = Matches(100) if solver in (solve, nimbers) else Extensive(Matches(100))
    with pytest.raises(TooLarge, match=rf"`from gamefast import {solver.__name__}`"):
        solver(game, max_positions=10)


def test_a_game_that_is_given_by_name_is_not_taken_for_nothing():
    with pytest.raises(ValueError, match="'x' is not a pile"):
        gamelib.solve(game=Matches(3), position="x")
    with pytest.raises(ValueError, match="'x' is not a pile"):
        gamelib.solve(Matches(3), position="x")


def test_what_is_made_for_the_engine_is_refused_by_name_as_well_as_by_place():
    class Ending(Matches):
        needs_engine = True

    for given in [{"game": Ending(3)}, {"game": Ending(3), "position": 2}]:
        with pytest.raises(TypeError, match="`from gamefast import solve`"):
            gamelib.solve(**given)
