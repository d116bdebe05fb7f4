"""Iterative deepening has the value of each depth, and what it calls exact is true."""

from importlib import import_module
from random import Random

import cases
import definition
import pytest

from gamefast import deepen
from gamelib.deepen import deepen as book_deepen
from gamelib.games import Matches, TicTacToe
from gamelib.minimax import minimax

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
            definition.check_deepen(deepen(game, **chosen), game, chosen)


@pytest.mark.parametrize("seed", range(12))
def test_on_boards_with_an_order_bounds_and_an_evaluation(seed):
    rng = Random(seed)
    for game in cases.boards():
        position = cases.later_position(rng, game, 6)
        if getattr(game, "game", game).outcome(position) is None:
            chosen = choices(rng) | {"evaluate": lambda position: cases.guess(position) / 2}
            definition.check_deepen(deepen(game, position, **chosen), game, chosen)


@pytest.mark.parametrize("seed", range(60))
def test_compiled_rules_of_the_same_game_go_through_the_same_values(seed):
    rng = Random(seed)
    for _ in range(5):
        written = cases.dag(rng, rng.randint(2, 20))
        options = {p: list(dict.fromkeys(to)) for p, to in written.options.items()}
        game = cases.GraphGame(options, written.results)
        rules = definition.as_rules(game, 8, eighths)
        here = book_deepen(game, depth=6, evaluate=eighths, span=(-1, 1))
        there = deepen(rules, depth=6)
        steps = zip(here.iterations, there.iterations, strict=False)
        assert all(one.value == other.value for one, other in steps)
        true = minimax(game).value
        for found in (here, there):  # which depth proves the value depends on the cutoffs
            assert found.value == true or not found.exact
            assert found.exact or len(found.iterations) == 6


def eighths(position):
    return (position * 7 % 15 - 7) / 8


def test_a_score_of_compiled_rules_proves_nothing_whatever_the_span():
    """The largest result that is said to be possible is as large as a score."""
    game = cases.GraphGame({0: [1], 1: [2], 2: [3], 3: []}, {3: -1})
    rules = definition.as_rules(game, 8, lambda position: -0.5)
    found = deepen(rules, depth=1, span=(-0.5, 0.5))
    assert (found.value, found.exact) == (0.5, False)


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
def test_mistakes_are_told_in_words(chosen, message):
    _, words = cases.answer(deepen, Matches(9), **chosen)
    assert message in words
