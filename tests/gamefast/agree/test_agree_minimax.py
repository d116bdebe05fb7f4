"""Minimax finds what follows from the definition of a value, and looks at what it should."""

import sys
import warnings
from functools import cache
from importlib import import_module
from random import Random

import cases
import definition
import pytest

from gamelib import LOSS, alphabeta, deepen, minimax
from gamelib.core import TooLarge
from gamelib.games import CopsAndThief, Matches, TicTacToe

recursion = import_module("gamelib.recursion")
book_search = import_module("gamelib.search")


@pytest.mark.filterwarnings("ignore:.*a transposition table helps:UserWarning")  # as they say
@pytest.mark.parametrize("seed", range(60))
def test_on_random_games_with_and_without_a_table(seed):
    rng = Random(seed)
    for game in cases.acyclic_games(rng):
        chosen = cases.depth_and_guess(rng)
        definition.check_minimax(minimax(game, **chosen), game, chosen)
        definition.check_minimax(minimax(game, table={}, **chosen), game, chosen | {"table": {}})
        table = {}
        for _ in range(3):
            position = cases.later_position(rng, game, 2)
            again = minimax(game, position, table=table, **chosen)
            plain = minimax(game, position, **chosen)
            assert cases.facts(again, counts=False) == cases.facts(plain, counts=False)


@pytest.mark.parametrize("seed", range(20))
def test_with_cycles_if_the_depth_is_limited(seed):
    rng = Random(seed)
    for game in [
        cases.cyclic(rng, rng.randint(1, 8), numbers) for numbers in (False, True) for _ in range(8)
    ]:
        for depth in range(6):
            chosen = {"depth": depth, "evaluate": lambda p: p / 9}
            definition.check_minimax(minimax(game, **chosen), game, chosen)


def test_a_cycle_is_named():
    with pytest.raises(
        ValueError, match=r"play can come back to \(\(0, 0\), \(0, 2\), 'policeman'\)"
    ):
        minimax(CopsAndThief.from_text("P.T"))


@pytest.mark.parametrize("seed", range(5))
def test_on_boards(seed):
    rng = Random(seed)
    for game in cases.boards():
        position = cases.later_position(rng, game, 9)
        depth = rng.choice([2, 3])
        definition.check_minimax(minimax(game, position, depth=depth), game, {"depth": depth})


def test_play_may_be_long_and_the_limit_is_restored():
    usual = sys.getrecursionlimit()
    assert minimax(Matches(30_000), table={}).value == LOSS
    assert sys.getrecursionlimit() == usual


def test_play_without_end_is_too_large(monkeypatch):
    monkeypatch.setattr(recursion, "DEEPEST", 5_000)
    usual = sys.getrecursionlimit()
    counting = cases.GraphGame({}, {})
    object.__setattr__(counting, "moves", lambda position: [1])
    object.__setattr__(counting, "play", lambda position, move: position + 1)
    with pytest.raises(TooLarge, match="deeper than 5,000 moves: look less far ahead"):
        minimax(counting)
    assert sys.getrecursionlimit() == usual


@cache
def endless(position):
    return max(endless(position + ".") for _ in range(2))


@pytest.mark.parametrize("search", [minimax, alphabeta, deepen])
def test_a_function_that_calls_itself_without_end_is_named(search):
    with pytest.raises(
        RecursionError, match="evaluate, order or bounds, calls itself again and again"
    ):
        search(TicTacToe(), depth=2, evaluate=endless)


@pytest.mark.parametrize("search", [minimax, alphabeta])
def test_a_search_says_so_if_a_table_would_help(search, monkeypatch):
    monkeypatch.setattr(book_search, "FIRST_LOOK", 2_000)
    with pytest.warns(
        UserWarning, match=r"each position has been searched 1\d\d times: .* table=\{\}"
    ) as said:
        search(Matches(16))
    assert [one.filename for one in said] == [__file__]  # it is said where the search was called


def test_and_says_nothing_if_a_table_would_not_help(monkeypatch):
    monkeypatch.setattr(book_search, "FIRST_LOOK", 500)
    options = {node: [2 * node + 1, 2 * node + 2] for node in range(2**10 - 1)}
    binary = cases.GraphGame(options, dict.fromkeys(range(2**10 - 1, 2**11 - 1), LOSS))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert minimax(binary).nodes == 2**11 - 1  # each position has one way to it
        minimax(Matches(16), table={})
