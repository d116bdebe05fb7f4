"""Answers that keep one small number for each position, and make their arrays when they are asked
for.
"""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamefast.answers import Solution
from gamefast.arrays.arena import Arena
from gamefast.machine import CHUNK
from gamelib.answers import Verdict
from gamelib.core import DRAW, LOSS, WIN, Outcome

#: Outcome and remoteness of some positions: int8, and int16 or int32 with -1 for a draw.
Decoded = tuple[NDArray[np.int8], NDArray[Any]]

#: The marks of one player's positions, and the place that each vertex of that player's token has in
#: their order.
Placed = tuple[NDArray[Any], NDArray[np.int64]]

#: The marks are in words of 64 columns.
WORD = 64


class Kept(Solution[Any, Any]):
    """A Solution whose ``outcome`` and ``remoteness`` are made, and then kept, when they are first
    asked for.

    A single position, ``best``, ``line`` and ``counts`` do without these arrays. ``kept``: the data
    from which everything is answered.
    """

    kept: Any

    def __init__(self, graph: Arena, kept: Any) -> None:
        self.__dict__.update(graph=graph, kept=kept)  # no attribute of a Solution can be set

    @abstractmethod
    def decoded(self, low: int, high: int) -> Decoded:
        """Outcome and remoteness of positions number ``low`` to ``high``, which is not included."""

    @cached_property
    def outcome(self) -> NDArray[np.int8]:
        """int8, shape (n,): 1, 0, -1."""
        outcome = np.empty(len(self), np.int8)
        for low in range(0, len(self), CHUNK):
            high = min(low + CHUNK, len(self))
            outcome[low:high], _remoteness = self.decoded(low, high)
        return outcome

    @cached_property
    def remoteness(self) -> NDArray[Any]:
        """int16, or int32 if play is longer than that; shape (n,): -1 for a draw."""
        remoteness: NDArray[Any] = np.empty(len(self), np.int16)
        for low in range(0, len(self), CHUNK):
            high = min(low + CHUNK, len(self))
            _outcome, chunk = self.decoded(low, high)
            if chunk.max() > np.iinfo(remoteness.dtype).max:
                remoteness = remoteness.astype(np.int32)
            remoteness[low:high] = chunk
        return remoteness

    def _verdict(self, i: int) -> Verdict:
        """What is known of position number i."""
        outcomes, remotenesses = self.decoded(i, i + 1)
        outcome = Outcome(int(outcomes[0]))
        moves = int(remotenesses[0])
        return Verdict(outcome, None if moves < 0 else moves, float(outcome))

    def counts(self) -> dict[Outcome, int]:
        """How many positions are a WIN, a LOSS, a DRAW for the player to move."""
        counts = np.zeros(3, np.int64)  # of -1, 0, 1
        for low in range(0, len(self), CHUNK):
            outcome, _remoteness = self.decoded(low, min(low + CHUNK, len(self)))
            counts += np.bincount(outcome + 1, minlength=3)
        return {outcome: int(counts[int(outcome) + 1]) for outcome in (WIN, LOSS, DRAW)}


class Ranked(Kept):
    """The remoteness alone: an odd one is a WIN, an even one a LOSS, except where play is over,
    which the arena knows.

    ``kept``: for either player, two arrays. The marks, unsigned, are the remoteness, or the largest
    number of the dtype for a draw. They stand in the order in which ``rounds`` works, which is not
    that of the arena's numbers: the places say where in that order the vertices of this player's
    token stand.
    """

    kept: tuple[Placed, Placed]

    def decoded(self, low: int, high: int) -> Decoded:
        """See ``Kept``; the outcome follows from the parity."""
        (first_marks, first_places), (second_marks, second_places) = self.kept
        # The first half of the numbers are the first player's positions, the second half the
        # second's. What is asked for may lie in both.
        pairs = len(self) // 2
        first_part = in_order(
            first_marks, first_places, second_places, min(low, pairs), min(high, pairs)
        )
        second_part = in_order(
            second_marks, second_places, first_places, max(low - pairs, 0), max(high - pairs, 0)
        )
        marks = np.concatenate([first_part, second_part])
        is_drawn = marks == np.iinfo(marks.dtype).max
        wide_enough = np.int16 if marks.dtype == np.uint8 else np.int32
        remoteness: NDArray[Any] = marks.astype(wide_enough)
        outcome = ((remoteness & 1) * 2 - 1).astype(np.int8)  # odd: 1, even: -1
        remoteness[is_drawn] = -1
        outcome[is_drawn] = 0
        # Remoteness 0: play is over, and the arena knows the result. It is NaN only if somebody has
        # altered a mark, so that play is not over there.
        ends = np.flatnonzero(remoteness == 0)
        outcome[ends] = np.nan_to_num(self.graph.results(ends + low))
        return outcome, remoteness


def in_order(
    marks: NDArray[Any], rows: NDArray[np.int64], columns: NDArray[np.int64], low: int, high: int
) -> NDArray[Any]:
    """The marks of one player's positions from number ``low`` to ``high``, which is not included,
    as the arena numbers them.

    Parameters
    ----------
    marks
        For each 64 columns a table with a line for each row, one table after another.
    rows, columns
        The places of the vertices of this player's token, and of the opponent's.
    low, high
        Position ``c * len(rows) + r`` is in row ``rows[r]``, column ``columns[c]``.

    Returns
    -------
    array
        The marks.

    Examples
    --------
    >>> in_order(np.arange(128, dtype=np.uint8), np.array([1, 0]), np.array([2, 0]), 1, 4)
    array([ 2, 64,  0], dtype=uint8)
    """
    n = len(rows)
    tables = marks.reshape(-1, n, WORD)  # by word of 64 columns, row, and column in the word
    parts = [marks[:0]]  # so that there is an array to join even if nothing is asked for
    if high > low:
        for c in range(low // n, -(-high // n)):  # the columns that are touched
            word, bit = divmod(int(columns[c]), WORD)
            column = tables[word, :, bit]
            begin = max(low - c * n, 0)  # position c * n is the column's first one
            end = high - c * n  # perhaps beyond the column: then all the rest of it
            parts.append(column[rows[begin:end]])
    return np.concatenate(parts)
