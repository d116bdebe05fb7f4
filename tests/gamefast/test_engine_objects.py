"""Nobody who forgets the import is punished in silence: the book names it."""

from random import Random

import pytest

import gamefast
import gamelib
from gamefast import CompiledRules, Ending, GameGraph
from gamelib.games import Matches


@pytest.mark.parametrize(
    ("solver", "game"),
    [("solve", Ending("KRK")), ("alphabeta", Ending("KRK")), ("solve", GameGraph.of(Matches(5)))],
)
def test_an_object_of_the_engine_is_refused_with_the_import(solver, game):
    with pytest.raises(TypeError, match=f"made for the engine: `from gamefast import {solver}`"):
        getattr(gamelib, solver)(game)


def test_words_of_the_engine_are_answered_with_the_import():
    with pytest.raises(TypeError, match=r"keep= is for the engine: `from gamefast import solve`"):
        gamelib.solve(Matches(5), keep="run.npz")


def test_a_solution_of_the_engine_is_one_of_the_book_but_checked_by_the_engine():
    solution = gamefast.solve(Matches(5))
    assert isinstance(solution, gamelib.Solution)
    assert dict(solution) == dict(gamelib.solve(Matches(5)))
    assert solution.settled == gamelib.solve(Matches(5)).settled
    with pytest.raises(TypeError, match="`from gamefast import check_solution`"):
        gamelib.check_solution(solution)
    assert gamefast.check_solution(solution) == 6


def options(i, data, out):
    out[0] = i + 1
    out[1] = i + 2
    return min(2, 6 - i)


def outcome(i, data):
    return -1


RULES = CompiledRules(options, outcome)


def test_what_the_engine_does_not_compile_it_hands_to_the_book_objects_of_its_own_as_well():
    assert gamefast.minimax is gamelib.minimax
    ending = Ending("KRK")
    true = gamefast.minimax(ending, depth=2)
    assert gamefast.alphabeta(ending, depth=2).value == true.value
    assert gamefast.deepen(ending, depth=2).value == true.value
    table = {}
    assert gamefast.alphabeta(RULES, table=table).value == gamefast.alphabeta(RULES).value == -1
    assert gamefast.minimax(RULES).line == gamefast.alphabeta(RULES).line
    assert (0, None) in table  # gamelib's
    found = gamefast.deepen(RULES, depth=9, order=lambda position, moves: moves[::-1])
    assert (found.value, found.exact) == (-1, True)
    for span in [(-1, 1), (-2, 2)]:
        found = gamefast.mcts(RULES, playouts=500, rng=Random(1), span=span)
        assert (found.value, found.exact) == (-1, True)


@pytest.mark.parametrize("solver", ["minimax", "alphabeta", "Searched"])
def test_what_is_no_game_is_refused_in_words_of_the_engine_s_objects_too(solver):
    for thing in (GameGraph.of(Matches(5)), Ending, "KRK"):
        with pytest.raises(TypeError, match=r"is not a game|is a class: make a game from it first"):
            getattr(gamefast, solver)(thing)
