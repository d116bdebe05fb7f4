"""Iterative deepening in the book goes through the same searches as today's."""

from importlib import import_module
from random import Random

import cases
import pytest

from gamefast import deepen
from gamelib.deepen import deepen as book_deepen
from gamelib.games import Matches, TicTacToe

book = import_module("gamelib.deepen")

#: Two methods are compared here: each is the other's witness.
pytestmark = pytest.mark.slow


def choices(rng):
    return {
        "nodes": rng.choice([1, 5, 20, 100, 400]),
        "depth": rng.choice([None, 1, 2, 5]),
        "evaluate": rng.choice([True, False, cases.guess]),
        "order": rng.choice([True, False, lambda position, moves: moves[::-1]]),
        "bounds": rng.choice([True, False]),
        "span": rng.choice([None, (-1, 1), (-3, 3)]),
    }


@pytest.mark.parametrize("seed", range(60))
def test_on_random_games(seed):
    rng = Random(seed)
    games = [*cases.acyclic_games(rng), cases.cyclic(rng, 8), cases.cyclic(rng, 9, numbers=True)]
    for game in [game for game in games if game.outcome(game.start()) is None]:
        for _ in range(2):
            chosen = choices(rng)
            assert cases.facts(book_deepen(game, **chosen)) == cases.facts(deepen(game, **chosen))


@pytest.mark.parametrize("seed", range(12))
def test_on_boards_with_an_order_bounds_and_an_evaluation(seed):
    rng = Random(seed)
    for game in cases.boards():
        position = cases.later_position(rng, game, 6)
        if getattr(game, "game", game).outcome(position) is None:
            chosen = choices(rng) | {"evaluate": lambda position: cases.guess(position) / 2}
            assert cases.facts(book_deepen(game, position, **chosen)) == cases.facts(
                deepen(game, position, **chosen)
            )


def test_a_guess_as_large_as_a_win_proves_nothing():
    game = cases.GraphGame({0: [1], 1: [2], 2: []}, {2: 1})
    assert not book_deepen(game, depth=1, evaluate=lambda p: -1, span=(-1, 1)).exact
    assert book_deepen(game, depth=2).exact


def test_the_clock_and_the_stop_button_leave_what_is_known():
    found = book_deepen(TicTacToe(), seconds=0.05, evaluate=lambda position: 0.5)
    assert found.iterations
    assert found.line == found.iterations[-1].line

    def stopped(position, seen=[]):  # noqa: B006
        seen.append(position)
        if len(seen) == 100:
            raise KeyboardInterrupt
        return 0.5

    found = book_deepen(TicTacToe(), depth=9, evaluate=stopped)
    assert 0 < len(found.iterations) < 9


def test_without_any_time_a_move_is_found(monkeypatch):
    monkeypatch.setattr(book.time, "perf_counter", iter(range(10)).__next__)
    found = book_deepen(Matches(9), seconds=0.5)
    assert (found.line, found.exact, found.iterations) == ((1,), False, ())


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({}, "how long"),
        ({"seconds": 0}, "seconds=0: give a number above 0"),
        ({"depth": 0}, "depth=0"),
        ({"depth": 1.5}, "depth=1.5"),
        ({"nodes": -1}, "nodes=-1"),
        ({"depth": 1, "span": (1, 0)}, "span="),
        ({"depth": 1, "position": 0}, "play is over at 0"),
        ({"depth": 1, "order": 7}, "order=7"),
    ],
)
def test_mistakes_are_told_in_the_same_words(chosen, message):
    _, words = cases.answer(book_deepen, Matches(9), **chosen)
    assert words == cases.answer(deepen, Matches(9), **chosen)[1]
    assert message in words
