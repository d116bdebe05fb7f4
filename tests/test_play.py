import numpy as np
import pytest

from gamelib import IllegalMove, match, solve
from gamelib.games import CopsAndThief, Matches
from gamelib.play import random_moves


def test_perfect_play_wins_a_won_pile_against_anybody():
    game = Matches(15)
    perfect = solve(game).best
    rng = np.random.default_rng(1)
    for _ in range(50):
        assert match(game, perfect, random_moves(game, rng)).result == 1
        assert match(game, random_moves(game, rng), perfect, position=12).result == -1


def test_a_match_is_recorded_and_its_result_is_the_first_player_s():
    game = Matches(5)
    play = match(game, lambda pile: 1, lambda pile: min(pile, 3))
    assert play.moves == (1, 3, 1)
    assert play.positions == (5, 4, 1, 0)
    assert (play.result, play.finished) == (1, True)
    assert match(game, lambda pile: 1, lambda pile: min(pile, 3), position=0).moves == ()


def test_endless_play_is_cut_and_worth_nothing():
    board = CopsAndThief.from_text("P*T")
    best = solve(board).best
    play = match(board, best, best, limit=7)
    assert (play.result, play.finished, len(play.moves)) == (0, False, 7)


def test_a_strategy_that_breaks_the_rules_is_named():
    with pytest.raises(IllegalMove, match=r"the second player at 4: take 7 from a pile of 4: at most 4"):
        match(Matches(5), lambda pile: 1, lambda pile: 7)


def test_moves_are_checked_even_where_the_game_does_not():
    class Race:
        def start(self):
            return 0

        def moves(self, total):
            return [step for step in (1, 2) if total + step <= 4]

        def play(self, total, step):
            return total + step

        def outcome(self, total):
            return -1 if total == 4 else None

    with pytest.raises(IllegalMove, match=r"the first player at 0: 7 is not one of the moves \[1, 2\]"):
        match(Race(), lambda total: 7, lambda total: 1)


def test_random_moves_take_every_move_sooner_or_later():
    strategy = random_moves(Matches(9), np.random.default_rng(1))
    assert {strategy(9) for _ in range(60)} == {1, 2, 3}
