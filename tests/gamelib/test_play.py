from random import Random
from unittest.mock import ANY

import pytest
from naive import DiGraph, game

from gamelib import IllegalMove, match, solve
from gamelib.games import CopsAndThief, Matches, MinMaxTree, TicTacToe, Token
from gamelib.play import erring, play_checked, random_moves, tricky


def test_a_match_is_recorded_and_its_result_is_the_first_player_s():
    game = Matches(5)
    play = match(game, lambda pile: 1, lambda pile: min(pile, 3))
    assert play.moves == (1, 3, 1)
    assert play.positions == (5, 4, 1, 0)
    assert (play.result, play.finished) == (1, True)
    assert repr(play.payoffs) == "(1, -1)"  # plain numbers both, neither WIN nor LOSS
    assert match(game, lambda pile: 1, lambda pile: min(pile, 3), position=0).moves == ()
    assert match(game, solve(game), random_moves(game, Random(1))).result == 1


def test_endless_play_is_cut_and_worth_nothing():
    board = CopsAndThief.from_text("P*T")
    best = solve(board).best
    play = match(board, best, best, limit=7)
    assert (play.result, play.finished, len(play.moves)) == (0, False, 7)


def test_a_strategy_that_breaks_the_rules_is_named_even_where_the_game_does_not():
    with pytest.raises(
        IllegalMove, match=r"the second player at 4: take 7 from a pile of 4: at most 4"
    ):
        match(Matches(5), lambda pile: 1, lambda pile: 7)
    with pytest.raises(
        IllegalMove, match=r"the first player at 3: 7 is not one of the moves \[1, 2\]"
    ):
        match(game(), lambda pile: 7, lambda pile: 1)
    spoiled = game(play=lambda self, pile, take: pile - take.real)
    with pytest.raises(
        IllegalMove, match=r"the second player at 2: None is not one of the moves \[1, 2\]"
    ):
        match(spoiled, lambda pile: 1, lambda pile: None)  # the rules stop with an AttributeError


def test_what_is_no_move_at_all_is_refused_as_such():
    game = Token(DiGraph([(1, 2)]), 1)
    assert play_checked(game, 1, 2) == 2
    with pytest.raises(IllegalMove, match=r"\[2\] is not one of the moves \[2\]"):
        play_checked(game, 1, [2])  # the game stops with a TypeError


@pytest.mark.parametrize("given", [1.0, True, "1", None, [1], (1,), ANY])
def test_what_only_equals_a_move_is_not_one(given):
    with pytest.raises(IllegalMove, match=r"is not one of the moves \[1, 2\]"):
        match(game(), lambda pile: given, lambda pile: 1)


def test_numbers_of_numpy_are_moves_and_its_arrays_are_not():
    np = pytest.importorskip("numpy")
    for given in (np.float64(1), np.array(1), np.array([1])):
        with pytest.raises(IllegalMove):
            match(Matches(3), lambda pile, given=given: given, lambda pile: 1)


def test_the_game_is_played_with_its_own_moves():
    np = pytest.importorskip("numpy")
    played = match(Matches(5), lambda pile: np.int64(1), lambda pile: np.uint8(1))
    assert {type(thing) for thing in (*played.moves, *played.positions)} == {int}
    board = TicTacToe()
    assert play_checked(board, board.start(), (np.int8(1), np.int64(1))) == board.play(
        board.start(), (1, 1)
    )


def test_the_tricky_one_keeps_the_value_and_wins_more_against_one_who_errs():
    game = TicTacToe()
    solution = solve(game)
    trap = tricky(solution)
    for position in list(solution)[::13]:
        if game.outcome(position) is None:
            after = solution[game.play(position, trap(position))]
            best = solution[game.play(position, solution.best(position))]
            assert after == best
    rng = Random(1)
    score = {}
    for name, first in (("plain", solution.best), ("tricky", trap)):
        results = [
            match(game, first, erring(solution.best, game, 0.5, rng)).result for _ in range(400)
        ]
        assert min(results) >= 0
        score[name] = sum(results)
    assert score["tricky"] > score["plain"]


def test_a_trap_is_measured_by_the_share_of_replies_that_are_mistakes():
    """All three moves draw. After "one" a half of the replies loses, after "two" three of seven,
    after "end" none.
    """
    ends = {"a": 0, "lost": 1, **{f"b{k}": k // 4 for k in range(7)}, "end": 0}
    tree = MinMaxTree(
        {
            "root": ["end", "two", "one"],
            "one": ["a", "lost"],
            "two": [f"b{k}" for k in range(7)],
            **ends,
        }
    )
    solution = solve(tree)
    assert [str(verdict) for _, _, verdict in solution.options("root")] == ["DRAW"] * 3
    assert tricky(solution)("root") == "one"
    calm = solve(MinMaxTree({"root": ["end", "on"], "on": ["last"], "end": 0, "last": 0}))
    assert tricky(calm)("root") == calm.best("root") == "end"  # nothing to be set: as without traps


def test_who_errs_always_moves_at_random_and_never_is_the_strategy():
    game = Matches(9)
    perfect, rng = solve(game).best, Random(2)
    assert [erring(perfect, game, 0.0, rng)(9) for _ in range(5)] == [perfect(9)] * 5
    assert {erring(perfect, game, 1.0, rng)(9) for _ in range(40)} == {1, 2, 3}
