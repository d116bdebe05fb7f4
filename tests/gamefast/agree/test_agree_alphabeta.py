"""Alpha-beta keeps the contract of its window, by the definition of a value and by the compiled
loops; and its tables are right.
"""

import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import inf, nan, nextafter
from random import Random

import cases
import definition
import numpy as np
import pytest

from gamefast import Searched, alphabeta, solve
from gamelib import DRAW, Quotient
from gamelib.alphabeta import alphabeta as book_alphabeta
from gamelib.games import Matches, TicTacToe
from gamelib.minimax import minimax as book_minimax

#: Two methods are compared here: each is the other's witness.
pytestmark = pytest.mark.slow

ENDS = [-inf, -3, -1, -0.5, 0, 0.25, 1, 2, inf]


def ways(rng):
    """Random choices of a window, an order and bounds."""
    window = tuple(sorted(rng.sample(ENDS, 2)))
    return {
        "window": rng.choice([(-inf, inf), window]),
        "order": rng.choice([True, False, lambda position, moves: moves[::-1]]),
        "bounds": rng.choice([True, False]),
    }


@pytest.mark.parametrize("seed", range(60))
def test_on_random_games_with_and_without_a_table(seed):
    rng = Random(seed)
    for game in cases.acyclic_games(rng):
        chosen = cases.depth_and_guess(rng) | ways(rng)
        for table in (None, {}):
            chosen["table"] = table
            definition.check_alphabeta(book_alphabeta(game, **chosen), game, chosen)


@pytest.mark.parametrize("seed", range(20))
def test_with_cycles_if_the_depth_is_limited(seed):
    rng = Random(seed)
    for game in [
        cases.cyclic(rng, rng.randint(1, 8), numbers) for numbers in (False, True) for _ in range(8)
    ]:
        for depth in range(6):
            chosen = ways(rng) | {"depth": depth, "evaluate": lambda p: p / 9}
            for table in (None, {}):
                chosen["table"] = table
                definition.check_alphabeta(book_alphabeta(game, **chosen), game, chosen)


def guess_in_eighths(position):
    return (position * 7 % 15 - 7) / 8


@pytest.mark.parametrize("seed", range(100))
def test_compiled_rules_of_the_same_game_have_the_same_answer(seed):
    """The book searches the graph; the engine searches the same graph as rules over numbers."""
    rng = Random(seed)
    for _ in range(5):
        written = cases.dag(rng, rng.randint(2, 20))
        options = {p: list(dict.fromkeys(to)) for p, to in written.options.items()}
        game = cases.GraphGame(options, written.results)
        rules = definition.as_rules(game, 8, guess_in_eighths)
        window = tuple(sorted(rng.sample(ENDS, 2)))
        for chosen in ({}, {"depth": rng.randint(1, 4)}):
            here = book_alphabeta(game, evaluate=guess_in_eighths, **chosen)
            there = alphabeta(rules, **chosen)
            passed = [game.play(p, m) for p, m in steps_of(game, 0, here.line)]
            assert (there.value, there.exact) == (here.value, here.exact)
            assert there.best == (passed[0] if passed else None)
            assert len(there.line) == len(here.line) or here.value == 0
            true = book_minimax(game, evaluate=guess_in_eighths, **chosen).value
            found = alphabeta(rules, window=window, **chosen).value
            if found <= window[0]:
                assert true <= found
            elif found >= window[1]:
                assert true >= found
            else:
                assert true == found


def steps_of(game, position, line):
    """Each position of a line with the move that is made there."""
    for move in line:
        yield position, move
        position = game.play(position, move)


@pytest.mark.parametrize("seed", range(12))
def test_on_boards_with_an_order_and_bounds(seed):
    rng = Random(seed)
    for game in cases.boards():
        position = cases.later_position(rng, game, 9)
        chosen = ways(rng) | {"depth": rng.choice([2, 4])}
        for table in (None, {}):
            chosen["table"] = table
            found = book_alphabeta(game, position, **chosen)
            definition.check_alphabeta(found, game, chosen)


def follow(game, position, line):
    """The result of a line for the player who moves first in it; None if play is not over there."""
    for move in line:
        position = game.play(position, move)
    result = game.outcome(position)
    return result if result is None or len(line) % 2 == 0 else -result


@pytest.mark.parametrize("seed", range(150))
def test_one_table_serves_any_windows_in_turn_and_its_lines_are_best_play(seed):
    rng = Random(seed)
    numbers = rng.random() < 0.5
    game, table = cases.dag(rng, rng.randint(4, 25), numbers), {}
    for _ in range(12):
        position = rng.randrange(len(game.options))
        low, high = sorted(rng.sample(ENDS, 2))
        true = book_minimax(game, position, table={})
        found = book_alphabeta(game, position, window=(low, high), table=table)
        if found.value <= low:
            assert true.value <= found.value
        elif found.value >= high:
            assert true.value >= found.value
        else:
            assert found.value == true.value
            assert follow(game, position, found.line) == true.value
            assert len(found.line) == len(true.line) or found.value == 0


@pytest.mark.parametrize("seed", range(40))
def test_one_table_serves_minimax_and_alphabeta(seed):
    rng = Random(seed)
    game, table = cases.dag(rng, rng.randint(4, 20), numbers=True), {}
    for _ in range(12):
        position, depth = rng.randrange(len(game.options)), rng.choice([None, None, 3])
        search = rng.choice([book_minimax, book_alphabeta])
        found = search(game, position, depth=depth, table=table)
        true = book_minimax(game, position, depth=depth)
        assert (found.value, found.exact or not true.exact) == (true.value, True)


def test_a_window_s_ends_are_the_numbers_that_were_given():
    game = cases.GraphGame({0: [1], 1: [], 2: []}, {1: Fraction(-1, 3), 2: 0})
    third = Fraction(1, 3)
    for low, high in [
        (third, 1),
        (0, third),
        (nextafter(1 / 3, 0), nextafter(1 / 3, 1)),
        (third, third * 2),
    ]:
        found = book_alphabeta(game, window=(low, high))
        assert found.value == third
        assert found.window == (low, high)
    assert book_alphabeta(game, window=np.array([-1, 1])).value == third
    for no_window in [(1, 1), (1, 0), (nan, 1), 7, ("a", "b"), None]:
        with pytest.raises(ValueError, match="give two numbers, the lower first"):
            book_alphabeta(game, window=no_window)


def test_lines_that_bounds_have_cut_do_not_serve_a_search_without_bounds():
    game, table = TicTacToe(), {}
    cut = book_alphabeta(game, table=table)
    whole = book_alphabeta(game, bounds=False, table=table)
    assert len(cut.line) < 9 == len(whole.line)
    assert cut.value == whole.value == DRAW
    assert len(book_alphabeta(game, bounds=False, table=table).line) == 9
    assert book_alphabeta(game, table=table).table_hits == 1
    assert len(book_minimax(game, table=table).line) == 9


def test_where_two_bounds_meet_the_line_is_best_play():
    """Both options seem to be worth 0 to the search that finds the upper bound; only the second
    is.
    """
    game = cases.GraphGame({0: [1, 2], 1: [3, 4], 2: [5], 3: [], 4: [], 5: []}, {3: 0, 4: -1, 5: 0})
    table = {}
    for window in [(-1, 0), (0, 1), (-1, 1)]:
        found = book_alphabeta(game, window=window, table=table)
        assert found.value == 0
    assert found.line == (1, 0)


@pytest.mark.parametrize("seed", [253, *range(40)])
def test_a_lower_bound_comes_with_a_move_that_secures_it(seed):
    """Whatever is asked in between: the line of an upper bound must not take its place, as it does
    for seed 253.
    """
    rng = Random(seed)
    game, table = cases.dag(rng, rng.randint(4, 25), numbers=True), {}
    for _ in range(15):
        position = rng.randrange(min(4, len(game.options)))
        low, high = sorted(rng.sample([*ENDS[:5], 0.25, 0.5, *ENDS[6:]], 2))
        found = book_alphabeta(game, position, window=(low, high), table=table)
        if found.value > low and found.line:
            assert -book_minimax(game, game.play(position, found.best)).value >= found.value


@pytest.mark.parametrize("seed", range(3))
def test_searched_knows_what_a_solution_knows(seed):
    rng = Random(seed)
    game = TicTacToe()
    solution = solve(game)
    ours = Searched(game)
    for _ in range(40):
        position = cases.later_position(rng, game, 9)
        verdict = solution[position]
        assert ours[position] == verdict
        assert follow(game, position, ours.line(position)) == verdict.value
        assert not verdict.outcome or len(ours.line(position)) == verdict.remoteness
    for wrong in (len, iter):
        with pytest.raises(TypeError, match="knows only the positions it is asked for"):
            wrong(ours)


@pytest.mark.parametrize(
    "order",
    [lambda p, moves: moves[1:], lambda p, moves: moves[1:] + moves[-1:], lambda p, moves: None],
)
def test_an_order_that_drops_a_move_is_refused(order):
    kind, words = cases.answer(book_alphabeta, TicTacToe(), "XX.OO....", order=order)
    assert kind is ValueError
    assert "order" in words


@pytest.mark.parametrize("wrong", [None, 1, (0,), (1, -1), (nan, 1), ("a", 1)])
def test_bounds_are_two_numbers_in_order(wrong):
    game = TicTacToe()
    assert book_alphabeta(game, bounds=lambda p: np.array(game.bounds(p))) == book_alphabeta(game)
    with pytest.raises(ValueError, match=r"the bounds of 'X\.+' are "):
        book_alphabeta(game, order=False, bounds=lambda p: wrong)


def test_play_may_be_long_and_threads_do_not_take_the_limit_from_each_other():
    usual = sys.getrecursionlimit()
    with ThreadPoolExecutor(4) as pool:
        depths = [4_000, 300, 5_000, 50]
        found = list(
            pool.map(lambda n: len(book_alphabeta(Matches(n, takes=(1,)), table={}).line), depths)
        )
    assert found == depths
    assert sys.getrecursionlimit() == usual


def test_a_search_may_search_by_itself_and_still_go_deep():
    def order(pile, moves):
        assert book_minimax(Matches(2)).value == 1
        return moves

    assert len(book_alphabeta(Matches(3_000, takes=(1,)), order=order).line) == 3_000


def test_a_quotient_is_asked_about_the_real_board():
    game = TicTacToe()
    solution = solve(game)
    for position in ("X...O....", "..X.O....", "........X"):
        found = book_alphabeta(Quotient(game), position, bounds=False, table={})
        assert found.value == solution[position].value
        assert follow(game, position, found.line) == found.value
