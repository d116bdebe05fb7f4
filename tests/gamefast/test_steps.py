"""An arena played move by move has no moves where play is over, as a game has none."""

import numpy as np
import pytest

from gamefast import GameGraph
from gamefast.arrays.arena import Steps
from gamefast.boards.chases import tokens_of
from gamelib.games import CopsAndThief, TicTacToe

ARENAS = [GameGraph.of(TicTacToe(1, 3, 2)), tokens_of(CopsAndThief.from_text("P.T\n.*E"))]


@pytest.mark.parametrize("arena", ARENAS, ids=["stored", "tokens"])
def test_where_play_is_over_an_arena_has_no_moves(arena):
    game = Steps(arena)
    over = np.flatnonzero(~np.isnan(arena.results(np.arange(len(arena)))))
    assert 0 < len(over) < len(arena)
    for i in range(len(arena)):
        moves = list(game.moves(arena.position(i)))
        assert bool(moves) == (i not in over)
        assert (game.outcome(arena.position(i)) is None) == bool(moves)
