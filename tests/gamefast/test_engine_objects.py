"""Nobody who forgets the import is punished in silence: the book names it."""

import pytest

import gamefast
import gamelib
from gamefast import Ending, GameGraph
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
