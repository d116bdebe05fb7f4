"""The certificate of a game of two tokens: many positions at a time, with one number for each.

The number, a code, is larger the better a position is for the player to move: from TOP for a win at
once down to 2, 0 for a draw, and from -2 down to -TOP for a loss at once. So the best option is the
one with the smallest code, and a position whose best option has the code c must itself have the
code -c, but one nearer to 0, because it is one move further from the end. (1 and -1 are left out:
one move further they would become 0, as if that position were drawn.)

The codes of a player's positions are a table: a row for each vertex of the opponent's token, a
column for each vertex of the player's own. In the opponent's table it is the other way round, so a
move leads from row y, column x to row z, column y there, if the token steps from x to z. So the
options by the first step from each vertex, of all positions at once, are rows of the opponent's
table, transposed; and so on for the second steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamefast.answers import Solution
from gamefast.boards.tokens import TokenGraph
from gamefast.machine import CHUNK

#: The code of a win at once.
TOP = np.iinfo(np.int16).max

#: By this factor the largest number of steps from a vertex may exceed the average, because all
#: other vertices are treated as if they had as many.
UNEVEN = 8

#: The opponent's positions are looked at in so many parts: more take longer, fewer need more
#: memory.
PARTS = 3


def holds(solution: Solution[Any, Any]) -> bool:
    """Whether every position of a TokenGraph agrees with its options: the conditions of
    ``check_solution``.

    False also if that cannot be told here: play is longer than codes reach, or a few vertices have
    most of the steps. Takes a byte for every three positions.

    >>> from gamefast import solve
    >>> from gamelib.games import CopsAndThief
    >>> solution = solve(CopsAndThief.from_text("P..T"))
    >>> holds(solution)
    True
    >>> solution.remoteness[0] += 1
    >>> holds(solution)
    False
    """
    return all(_holds_for(solution, player) for player in (0, 1))


def _holds_for(solution: Solution[Any, Any], player: int) -> bool:
    """Whether the positions at which player 0 or player 1 is to move agree with their options;
    False also if that cannot be told here.
    """
    graph: Any = solution.graph
    n0, n1 = graph.won.shape
    own, other = (n0, n1) if player == 0 else (n1, n0)  # how many vertices each token has
    steps = _steps_by_column(graph, player)
    if steps is None:
        return False  # a vertex has no step, or a few vertices have most of the steps
    size_of_part = -(-other // PARTS)  # rounded up
    for part in _cut(0, other, size_of_part):
        opponents_codes = _codes_of_opponent(solution, player, own, other, part)
        for rows in _cut(part.start, part.stop, CHUNK // own):
            # Rows of the player's table are columns of the opponent's, here counted from
            # ``part.start`` on.
            columns = slice(rows.start - part.start, rows.stop - part.start)
            options = np.ascontiguousarray(opponents_codes[:, columns])
            # Entry [x, y] of ``options.take(vertices, axis=0)`` is the code after one particular
            # step from x. So this is the smallest code among all options of each position.
            smallest = reduce(np.minimum, (options.take(vertices, axis=0) for vertices in steps))
            one_move_further = (np.sign(smallest) - smallest).T
            result = _won(graph, player, rows)  # 1 or -1 where play is over, otherwise 0
            expected = np.where(result, result * np.int16(TOP), one_move_further)
            outcome, remoteness = _table_rows(solution, player, rows, own)
            if not _has_codes(outcome, remoteness, expected):
                return False
    return True


def _codes_of_opponent(
    solution: Solution[Any, Any], player: int, own: int, other: int, part: slice
) -> NDArray[np.int16]:
    """The codes of the opponent's positions: a row for each of the ``own`` vertices of the player's
    token, a column for each vertex of the opponent's token in this ``part`` of the ``other`` ones.

    A position without a code, because its remoteness is impossible, has any number here: the fault
    is found when the opponent's own positions are checked.
    """
    codes = np.empty((own, part.stop - part.start), np.int16)
    for rows in _cut(0, own, CHUNK // other):
        outcome, remoteness = _table_rows(solution, 1 - player, rows, other)
        codes[rows] = (outcome * (TOP - remoteness))[:, part]
    return codes


def _steps_by_column(graph: TokenGraph, player: int) -> list[NDArray[np.int32]] | None:
    """Where a player's token steps: the first step from each vertex, then the second from each, and
    so on; a vertex with fewer steps has its last one again.

    None if a vertex has no step, or if a few vertices have many more steps than the others.
    """
    n0, n1 = graph.won.shape
    vertices = slice(0, n0) if player == 0 else slice(n0, n0 + n1)
    begins = graph.indptr[:-1][vertices]
    degree = np.diff(graph.indptr)[vertices]
    if not (len(degree) and degree.all()):
        return None
    if len(degree) * degree.max() >= UNEVEN * degree.sum():
        return None
    return [graph.targets[begins + np.minimum(k, degree - 1)] for k in range(degree.max())]


def _table_rows(
    solution: Solution[Any, Any], player: int, rows: slice, width: int
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Outcome and remoteness of a player's positions: some rows of that player's table, each of
    ``width`` positions.
    """
    begin = player * len(solution) // 2  # the second player's positions are the second half
    low = begin + rows.start * width
    high = begin + rows.stop * width
    if hasattr(solution, "decoded"):  # ``Kept``: it need not make its arrays for this
        outcome, remoteness = solution.decoded(low, high)
    else:
        outcome = solution.outcome[low:high]
        remoteness = solution.remoteness[low:high]
    return outcome.reshape(-1, width), remoteness.reshape(-1, width)


def _won(graph: TokenGraph, player: int, rows: slice) -> NDArray[np.int8]:
    """The results at terminal positions in these rows of a player's table, for that player; 0 where
    play goes on. (``graph.won`` holds them for player 0: a row for each vertex of the first token.)
    """
    n0, n1 = graph.won.shape
    opponent = np.arange(rows.start, rows.stop)[:, None]  # a column: these vertices make the rows
    if player == 0:
        won: NDArray[np.int8] = graph.won[np.arange(n0), opponent]
        return won
    won = graph.won[opponent, np.arange(n1)]
    return -won


def _has_codes(
    outcome: NDArray[Any], remoteness: NDArray[Any], expected: NDArray[np.int16]
) -> bool:
    """Whether outcome and remoteness are possible, and their codes those that are expected."""
    is_outcome = np.sign(outcome) == outcome
    # The largest remoteness is TOP - 2, with the code 2. The code 1 is left out: one move further
    # it would become 0, a draw.
    is_remoteness = (remoteness >= -1) & (remoteness < TOP - 1)
    belong_together = (outcome == 0) == (remoteness == -1)
    # With remoteness -1, TOP - remoteness overflows int16. That does no harm: the outcome is 0
    # then, and so is the product; if it is not, the two do not belong together.
    is_expected = outcome * (TOP - remoteness) == expected
    return bool((is_outcome & is_remoteness & belong_together & is_expected).all())


def _cut(begin: int, end: int, size: int) -> Iterator[slice]:
    """The numbers from ``begin`` to ``end``, which is not included, in pieces of ``size``."""
    step = max(1, size)  # a size may have been rounded down to 0
    return (slice(low, min(low + step, end)) for low in range(begin, end, step))
