"""How large a game is going to be, told by random plays."""

from contextlib import nullcontext

import numpy as np
import pytest
from naive import Boxes

from gamefast import Ending, estimate
from gamefast.arenas.estimate import by_plays
from gamelib import GameGraph, Misere, exact_values, solve
from gamelib.core import TooLarge
from gamelib.games import ConnectFour, CopsAndThief, Matches, Nim, OverwriteTicTacToe, TicTacToe


@pytest.mark.parametrize("game", [TicTacToe(), Nim((4, 5, 6)), CopsAndThief.from_text("P..\n...\n..T"), Boxes(30)])
def test_positions_are_about_right_or_too_few(game):
    graph = len(exact_values(game)) if isinstance(game, Boxes) else len(GameGraph.of(game))
    assert 0.2 * graph < estimate(game).positions < 1.5 * graph


def test_the_tree_is_right_on_the_average():
    found = [estimate(TicTacToe(), probes=400, rng=np.random.default_rng(k)).tree for k in range(10)]
    assert abs(np.mean(found) / 549_946 - 1) < 0.05


def test_it_is_the_same_each_time_and_exact_where_there_is_no_choice():
    assert estimate(TicTacToe()) == estimate(TicTacToe())
    line = estimate(Matches(50, takes=(1,)))
    assert (line.positions, line.tree, line.moves, line.longest) == (51, 51, 50, 50)
    assert estimate(CopsAndThief.from_text("P*T")).tree == float("inf")
    assert estimate(OverwriteTicTacToe(2)).tree == float("inf")  # random plays soon end, but they come back
    assert line.exact
    assert str(line).startswith("51 positions, 50 moves, at most ")
    assert str(line).endswith(" GB; the tree has about 51 nodes")
    assert "positions or more" in str(estimate(TicTacToe()))
    assert estimate(TicTacToe()) == by_plays(TicTacToe(), looks=10**9)  # a thousand plays, as was asked for
    assert by_plays(TicTacToe(), seconds=0) == by_plays(TicTacToe(), probes=1)  # one at least, however slow it is


@pytest.mark.parametrize(
    "game", [Matches(30), Misere(Matches(30)), CopsAndThief.from_text("P..\n.*.\nE.T"), Ending("KQK", 4, 4)]
)
def test_a_game_with_an_arena_is_counted(game):
    found, solution = estimate(game, probes=3), solve(game)
    assert found.exact
    assert found.positions == len(solution)
    assert found.moves == sum(len(solution.graph.options(i)) for i in range(len(solution)))
    assert found.bytes > solution.outcome.nbytes + solution.remoteness.nbytes


@pytest.mark.parametrize(("rounds_from", "each"), [(1_000, 10), (1, 5)])
def test_what_it_takes_is_what_is_asked_for_before_solving(monkeypatch, rounds_from, each):
    monkeypatch.setattr("gamelib.arenas.tokens.ROUNDS_FROM", rounds_from)
    monkeypatch.setattr("gamefast.backward.tokens.ROUNDS_FROM", rounds_from)
    board = CopsAndThief.from_text("P..\n...\n..T")
    found = estimate(board, probes=3).bytes
    assert found == each * 2 * 9 * 9
    for free, large in ((found, False), (found - 1, True)):
        monkeypatch.setattr("gamelib.machine.memory.free_memory", lambda free=free: free)
        with pytest.raises(TooLarge) if large else nullcontext():
            solve(board)


def test_of_a_board_too_large_for_the_memory_the_positions_are_known_too(monkeypatch):
    board = CopsAndThief.from_text("P" + "." * 148 + "T\n" + ("." * 150 + "\n") * 149)
    monkeypatch.setattr("gamelib.machine.memory.free_memory", lambda: 10**9)
    found = estimate(board, probes=3)
    assert not found.exact
    assert found.positions == 2 * 22_500**2
    assert found.bytes == 5 * found.positions  # so large a board is solved in rounds


def test_a_game_far_too_large_is_refused_at_once_with_the_estimate():
    with pytest.raises(TooLarge, match=r"about .* positions or more, .* max_positions is 3,000,000: raise it"):
        solve(ConnectFour(7, 8))
    with pytest.raises(TooLarge, match=r"more than 500 positions; raise max_positions.*An estimate: about"):
        solve(TicTacToe(), max_positions=500)
