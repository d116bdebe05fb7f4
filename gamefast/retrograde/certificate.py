"""The certificate of a game of two tokens: many positions at a time, with one number for each.

The number, a code, is larger the better a position is for the player to move: from TOP for a win at
once down to 1, 0 for a draw, and from -1 down to -TOP for a loss at once. So the best option is the
one with the smallest code, and a position whose best option has the code c must itself have the
code -c, but one nearer to 0, because it is one move further from the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamefast.answers import Solution
from gamefast.machine import CHUNK

#: The code of a win at once.
TOP = np.iinfo(np.int16).max

#: By this factor the largest number of steps from a vertex may exceed the average: the others are
#: padded.
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
    graph, shape = solution.graph, solution.graph.won.shape
    decoded = getattr(
        solution,
        "decoded",
        lambda *part: (solution.outcome[slice(*part)], solution.remoteness[slice(*part)]),
    )

    def known(player: int, rows: slice, width: int) -> list[NDArray[Any]]:
        """Outcome and remoteness of a player's positions, a row of ``width`` for each of some
        vertices.
        """
        low, high = (player * len(solution) // 2 + row * width for row in (rows.start, rows.stop))
        return [part.reshape(-1, width) for part in decoded(low, high)]

    for player, (own, other) in enumerate((shape, shape[::-1])):
        begins, degree = (
            part[player * shape[0] :][:own] for part in (graph.indptr, np.diff(graph.indptr))
        )
        if not (own and degree.all() and own * degree.max() < UNEVEN * degree.sum()):
            return False
        near = [
            graph.targets[begins + np.minimum(k, degree - 1)] for k in range(degree.max())
        ]  # some of them again
        for part in _cut(0, other, -(-other // PARTS)):
            after = np.empty(
                (own, part.stop - part.start), np.int16
            )  # codes of the opponent's positions
            for x in _cut(0, own, CHUNK // other):
                outcome, remoteness = known(1 - player, x, other)
                after[x] = (outcome * (TOP - remoteness))[:, part]
            for y in _cut(part.start, part.stop, CHUNK // own):
                options = np.ascontiguousarray(after[:, y.start - part.start : y.stop - part.start])
                least = reduce(np.minimum, (options.take(there, axis=0) for there in near))
                first, second = np.arange(own), np.arange(y.start, y.stop)[:, None]
                won = graph.won[first, second] if player == 0 else -graph.won[second, first]
                expected = np.where(won, won * np.int16(TOP), (np.sign(least) - least).T)
                outcome, remoteness = known(player, y, own)
                fits = (
                    (remoteness >= -1)
                    & (remoteness < TOP - 1)
                    & ((outcome == 0) == (remoteness == -1))
                )
                if not (
                    fits
                    & (np.sign(outcome) == outcome)
                    & (outcome * (TOP - remoteness) == expected)
                ).all():
                    return False
    return True


def _cut(begin: int, end: int, size: int) -> Iterator[slice]:
    """The numbers from ``begin`` to ``end`` in pieces."""
    return (slice(low, min(low + max(1, size), end)) for low in range(begin, end, max(1, size)))
