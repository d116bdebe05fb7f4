"""The answer of either ``solve`` as arrays, as a picture reads it."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

import gamefast
import gamelib
from gamecourse.show.answers import require_answer
from gamefast.arrays.graph import GameGraph, row_starts
from gamefast.arrays.walk import Listed
from gamelib import gate
from gamelib.symmetry import class_of

#: The arrays of the solutions that are still in use, so that none is converted twice.
_CONVERTED: WeakKeyDictionary[Any, gamefast.Solution[Any, Any]] = WeakKeyDictionary()


def require_solution(answer: Any, cure: str) -> gamefast.Solution[Any, Any]:
    """Return an answer of either ``solve`` with its arrays; otherwise raise TypeError and say what
    to write, the call as it should be (``cure``).
    """
    solution: gamelib.Solution[Any, Any]
    solution = require_answer(answer, gamelib.Solution, "solve", cure)
    return with_arrays(solution)


def with_arrays(solution: gamelib.Solution[Any, Any]) -> gamefast.Solution[Any, Any]:
    """Return a solution of gamelib with its graph and its verdicts as arrays; one of gamefast has
    them.

    >>> from gamelib import solve
    >>> from gamelib.games import Matches
    >>> with_arrays(solve(Matches(5))).remoteness
    array([0, 1, 1, 1, 2, 3], dtype=int32)
    """
    if isinstance(solution, gamefast.Solution):
        return solution
    if solution not in _CONVERTED:
        _CONVERTED[solution] = _as_arrays(solution)
    return _CONVERTED[solution]


def _as_arrays(solution: gamelib.Solution[Any, Any]) -> gamefast.Solution[Any, Any]:
    """Return what a solution says of each position, as arrays."""
    game = solution.game
    numbering = Listed(list(solution))
    options = [  # of each position, as numbers
        [numbering.index(class_of(game, option)) for _, option in gate.options(game, position)]
        for position in solution
    ]
    verdicts = list(solution.values())
    values = np.array([verdict.value for verdict in verdicts], np.float64)
    is_end = np.array([not row for row in options], bool)
    graph = GameGraph(
        row_starts(np.array([len(row) for row in options], np.int64)),
        np.array([number for row in options for number in row], np.int32),
        np.where(is_end, values, np.nan),
        numbering,
        game,
    )
    remoteness = [-1 if verdict.remoteness is None else verdict.remoteness for verdict in verdicts]
    only_outcomes = set(np.unique(values)) <= {-1, 0, 1}
    worth = None
    if solution.endless is not None:
        worth = np.array([solution.worth_of_endless_play(p) for p in solution], np.int8)
    return gamefast.Solution(
        graph,
        np.sign(values).astype(np.int8),
        np.array(remoteness, np.int32),
        np.array([numbering.index(position) for position in solution.settled], np.int32),
        None if only_outcomes else values,
        worth,
    ).asked_for(solution.position)
