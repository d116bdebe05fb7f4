"""What takes a game here asks it at the same gate: mistakes are named in the same words."""

import numpy as np
import pytest
from naive import FAULTS, game

from gamefast import GameGraph, advise, ask, estimate, tournament
from gamefast.retrograde.local import solve_locally
from gamelib.games import Matches, Nim, TicTacToe

TAKERS = [
    estimate,
    advise,
    GameGraph.of,
    solve_locally,
    lambda game, *a: tournament(game, min, min, **({"position": a[0]} if a else {})),
]


@pytest.mark.parametrize("take", TAKERS, ids=["estimate", "advise", "of", "locally", "tournament"])
def test_what_is_no_game_and_a_position_that_is_none_of_the_games_is_refused(take):
    with pytest.raises(TypeError, match="TicTacToe is a class: make a game from it first"):
        take(TicTacToe)
    with pytest.raises(
        ValueError, match="'XX' is not a board of 3 x 3: give a string of 9 characters"
    ):
        take(TicTacToe(), "XX")


def test_what_a_game_says_wrongly_is_named_and_parameters_are():
    for changes, words in FAULTS.values():
        for take in (estimate, advise, GameGraph.of, solve_locally):
            with pytest.raises(ValueError, match=words):
                take(game(**changes))
    with pytest.raises(ValueError, match="nodes=0"):
        advise(Matches(3), nodes=0)
    with pytest.raises(ValueError, match="seconds='2': give a number above 0"):
        advise(Matches(3), seconds="2")
    with pytest.raises(TypeError, match="is not a graph: give a networkx DiGraph"):
        GameGraph.from_networkx("x")
    assert ask.number(np.int64(3), "it") == 3
    with pytest.raises(ValueError, match="probes=0"):
        estimate(Nim((1, 2)), probes=0)
    with pytest.raises(ValueError, match="games=0"):
        tournament(Nim((1, 2)), max, max, games=0)


def test_a_check_that_fails_at_the_start_is_said_to():
    class Numbered(Matches):
        def check_position(self, position):
            if not 0 <= int(position.number) <= 3:
                raise ValueError("give a number")

    with pytest.raises(
        ValueError, match=r"check_position of Numbered fails at the start, 3 \(Attr"
    ):
        ask.position(Numbered(3))
    with pytest.raises(ValueError, match=r"2 is not a position of Numbered \(Attr.*\); one is 3"):
        ask.position(Numbered(3), 2)
