"""Tic-tac-toe's graph, made at once of all fillings of the board: the one that a walk finds."""

import numpy as np
import pytest

from gamefast import GameGraph, registry, solve
from gamelib.games import TicTacToe


@pytest.mark.parametrize("sides", [(3, 3, 3), (1, 1, 1), (2, 4, 3), (3, 3, 1)])
def test_the_graph_made_at_once_is_the_one_that_a_walk_finds(sides):
    game = TicTacToe(*sides)
    made, walked = registry.walked_graph(game), GameGraph.of(game)
    assert [made.position(i) for i in range(len(made))] == [
        walked.position(i) for i in range(len(walked))
    ]
    for name in ("indptr", "targets", "terminal"):
        np.testing.assert_array_equal(getattr(made, name), getattr(walked, name), strict=True)
    assert solve(game).graph.edges == made.edges
    assert len(solve(game, made.position(1))) < len(made) or len(made) == 2


def test_other_rules_do_not_inherit_the_graph_and_a_large_board_is_walked():
    class FirstRowFree(TicTacToe):
        def moves(self, position):
            return super().moves(position)[:1]

    assert len(solve(FirstRowFree())) == 8
    assert registry.walked_graph(TicTacToe(4, 4, 4)) is None
