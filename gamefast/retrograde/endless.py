"""Retrograde analysis if a player wins endless play: what ``solve`` does with ``endless``.

The argument is that of ``gamelib.retrograde``. What is never settled is won for the player who wins
endless play, and lost for the other. A draw at a terminal position counts half a point against the
player who wins endless play, so it is settled after all wins and losses. Only then must every move
be stored; without such draws, the arena's own solver finds all that has a remoteness.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamefast.answers import Solution
from gamefast.arrays.arena import Arena
from gamefast.arrays.graph import GameGraph
from gamefast.boards.tokens import chunks
from gamefast.machine import check_memory
from gamefast.progress import Progress
from gamefast.retrograde.registry import solve_arena
from gamefast.retrograde.reversal import solve_stored
from gamelib import gate, mistakes
from gamelib.core import Outcome

#: Bytes for each position, besides those of the solver: outcome, remoteness, and what endless play
#: is worth.
BYTES_ENDLESS = 6


def solve_endless(arena: Arena, endless: Callable[[Any], float]) -> Solution[Any, Any]:
    """Solve an arena in which endless play is worth ``endless(position)`` to the player to move.

    Raises ValueError for an ``endless`` that does not change sides along every move, and for
    results other than WIN, DRAW and LOSS. Raises TooLarge if the answer does not fit into memory;
    and, if there is a draw at a terminal position, if the moves do not.

    >>> street = GameGraph.from_arrays([0, 1, 3, 3], [1, 0, 2], [np.nan, np.nan, 0])
    >>> ring = solve_endless(street, lambda i: 1 if i % 2 else -1)  # 0 -> 1, 1 -> 0, 1 -> 2
    >>> ring.outcome, ring.remoteness
    (array([-1,  1,  0], dtype=int8), array([-1, -1,  0], dtype=int32))
    """
    check_memory(len(arena), BYTES_ENDLESS)
    worth = worth_of_endless_play(arena, endless)
    check_alternates(arena, worth)
    drawn = drawn_ends(arena)
    # Both ways find outcome and remoteness of all positions from which play must end.
    if drawn.size:
        solution = solve_stored(with_half_points(arena.explicit(), drawn, worth))
        is_decided = np.abs(solution.results) == 1  # a result of half a point stands for a draw
        outcome = np.where(is_decided, solution.outcome, 0).astype(np.int8)
    else:
        solution = solve_arena(arena)
        outcome = solution.outcome.copy()
    never_settled = solution.remoteness < 0
    outcome[never_settled] = worth[never_settled]
    return Solution(arena, outcome, solution.remoteness, solution.order, worth=worth)


def worth_of_endless_play(arena: Arena, endless: Callable[[Any], float]) -> NDArray[np.int8]:
    """What endless play is worth to the player to move: int8, shape (n,), as ``endless`` says.

    It is asked for every position, one after another.
    """
    n = len(arena)
    worth = np.empty(n, np.int8)
    with Progress(n, "asking what endless play is worth", n + arena.edges) as bar:
        for which in chunks(n):
            positions = arena.positions(which)
            answers = (gate.worth_of_endless_play(endless, position) for position in positions)
            worth[which] = np.fromiter(answers, np.int8, len(which))
            bar(len(which))
    return worth


def check_alternates(arena: Arena, worth: NDArray[np.int8]) -> None:
    """Raise ValueError, naming a move, unless ``worth`` changes its sign along every move."""
    for which in chunks(len(arena)):
        indptr, targets = arena.rows(which)
        # For each move: what endless play is worth before it, and after it.
        before = np.repeat(worth[which], np.diff(indptr))
        after = worth[targets]
        faults = np.flatnonzero(after != -before)
        if faults.size:
            k = faults[0]
            row = np.searchsorted(indptr, k, side="right") - 1  # the row that move k stands in
            i = which[row]
            position = arena.position(int(i))
            option = arena.position(int(targets[k]))
            raise mistakes.worth_does_not_alternate(position, option, Outcome(int(worth[i])))


def drawn_ends(arena: Arena) -> NDArray[np.int64]:
    """The numbers of the terminal positions that are drawn.

    Raises ValueError for a result that is not WIN, DRAW or LOSS.
    """
    drawn = [np.empty(0, np.int64)]  # so that there is an array to join even in an empty game
    for which in chunks(len(arena)):
        results = arena.results(which)  # NaN where play goes on
        other_results = np.flatnonzero(~np.isnan(results) & ~np.isin(results, (-1, 0, 1)))
        if other_results.size:
            k = other_results[0]
            position = arena.position(int(which[k]))
            raise mistakes.number_beside_endless(position, float(results[k]))
        drawn.append(which[results == 0])
    return np.concatenate(drawn)


def with_half_points(
    graph: GameGraph, drawn: NDArray[np.int64], worth: NDArray[np.int8]
) -> GameGraph:
    """The graph with half a point at each drawn end, for the player who loses endless play."""
    terminal = graph.terminal.copy()
    # ``worth`` is -1 where the player to move loses endless play: there the result becomes 1/2.
    terminal[drawn] = -worth[drawn] / 2
    return replace(graph, terminal=terminal)
