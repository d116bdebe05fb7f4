"""What takes a game here asks it at the same gate: mistakes are named in the same words."""

import pytest
from naive import FAULTS, game

from gamefast import estimate, tournament
from gamelib.games import Nim, TicTacToe

TAKERS = [estimate, lambda game, *a: tournament(game, min, min, **({"position": a[0]} if a else {}))]
BOTH = pytest.mark.parametrize("take", TAKERS, ids=["estimate", "tournament"])


@BOTH
@pytest.mark.parametrize("thing", [5, object(), "TicTacToe"])
def test_a_class_is_no_game_and_what_is_no_game_at_all(take, thing):
    with pytest.raises(TypeError, match=r"TicTacToe is a class: make a game of it first, TicTacToe\(\.\.\.\)"):
        take(TicTacToe)
    with pytest.raises(
        TypeError, match=f"{type(thing).__name__} is not a game: an? (Extensive)?Game needs the methods"
    ):
        take(thing)


@BOTH
def test_a_position_that_is_none_of_the_games_is_refused(take):
    with pytest.raises(ValueError, match="'XX' is not a board of 3 x 3: give a string of 9 characters"):
        take(TicTacToe(), "XX")
    with pytest.raises(ValueError, match=r"'XX' is not a position of Mine \(TypeError: .*\); one is 3"):
        take(game(), "XX")
    with pytest.raises(TypeError, match=r"position \[3\] cannot be a dict key"):
        take(game(), [3])


@pytest.mark.parametrize("fault", FAULTS)
def test_what_a_game_says_wrongly_is_named(fault):
    changes, words = FAULTS[fault]
    with pytest.raises(ValueError, match=words):
        estimate(game(**changes))


def test_parameters_are_named():
    with pytest.raises(ValueError, match="probes=0"):
        estimate(Nim((1, 2)), probes=0)
    with pytest.raises(ValueError, match="games=0"):
        tournament(Nim((1, 2)), max, max, games=0)
