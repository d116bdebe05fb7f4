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

#: The marks of one player, and places of vertices.
Placed = tuple[NDArray[Any], NDArray[np.int64]]


class Kept(Solution[Any, Any]):
    """A Solution whose ``outcome`` and ``remoteness`` are made, and then kept, when they are first
    asked for.

    A single position, ``best``, ``line`` and ``counts`` do without them. ``kept``: the data that
    answers use.
    """

    kept: Any

    def __init__(self, graph: Arena, kept: Any) -> None:
        self.__dict__.update(graph=graph, kept=kept)  # a Solution is frozen

    @abstractmethod
    def decoded(self, low: int, high: int) -> Decoded:
        """What is known of positions number ``low`` to ``high``, not including the last."""

    @cached_property
    def outcome(self) -> NDArray[np.int8]:
        """int8, shape (n,): 1, 0, -1."""
        outcome = np.empty(len(self), np.int8)
        for low in range(0, len(self), CHUNK):
            outcome[low : low + CHUNK] = self.decoded(low, min(low + CHUNK, len(self)))[0]
        return outcome

    @cached_property
    def remoteness(self) -> NDArray[Any]:
        """int16, or int32 if play is longer than that; shape (n,): -1 for a draw."""
        remoteness: NDArray[Any] = np.empty(len(self), np.int16)
        for low in range(0, len(self), CHUNK):
            found = self.decoded(low, min(low + CHUNK, len(self)))[1]
            if found.max() > np.iinfo(remoteness.dtype).max:
                remoteness = remoteness.astype(np.int32)
            remoteness[low : low + CHUNK] = found
        return remoteness

    def _verdict(self, i: int) -> Verdict:
        outcome, remoteness = (int(part[0]) for part in self.decoded(i, i + 1))
        return Verdict(Outcome(outcome), None if remoteness < 0 else remoteness, float(outcome))

    def counts(self) -> dict[Outcome, int]:
        """How many positions are a WIN, a LOSS, a DRAW for the player to move."""
        found = np.zeros(3, np.int64)
        for low in range(0, len(self), CHUNK):
            outcome = self.decoded(low, min(low + CHUNK, len(self)))[0]
            found += np.bincount(outcome + 1, minlength=3)
        return {outcome: int(found[int(outcome) + 1]) for outcome in (WIN, LOSS, DRAW)}


class Ranked(Kept):
    """The remoteness alone: an odd one is a WIN, an even one a LOSS, except where play is over,
    which the arena knows.

    ``kept``: for either player, two arrays. The marks, unsigned, in the order of the passes, are
    the remoteness, or the largest number of the dtype for a draw. The places say where in that
    order the vertices of this player's token stand.
    """

    kept: tuple[Placed, Placed]

    def decoded(self, low: int, high: int) -> Decoded:
        """See ``Kept``; the outcome follows from the parity."""
        (first, rows), (second, columns) = self.kept
        pairs = len(self) // 2
        (a, b), (c, d) = (
            [min(max(at - begin, 0), pairs) for at in (low, high)] for begin in (0, pairs)
        )
        found = np.concatenate(
            [in_order(first, rows, columns, a, b), in_order(second, columns, rows, c, d)]
        )
        none = found == np.iinfo(found.dtype).max
        remoteness: NDArray[Any] = found.astype(np.int16 if found.dtype == np.uint8 else np.int32)
        outcome = ((remoteness & 1) * 2 - 1).astype(np.int8)
        remoteness[none], outcome[none] = -1, 0
        ends = np.flatnonzero(remoteness == 0)
        outcome[ends] = np.nan_to_num(
            self.graph.results(ends + low)
        )  # NaN only if a mark has been altered
        return outcome, remoteness


def in_order(
    marks: NDArray[Any], rows: NDArray[np.int64], columns: NDArray[np.int64], low: int, high: int
) -> NDArray[Any]:
    """The marks of one player's positions number ``low`` to ``high``, as the arena numbers them.

    Parameters
    ----------
    marks
        A table for each 64 columns: all rows of these 64.
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
    n, found = len(rows), [marks[:0]]
    tables = marks.reshape(-1, n, 64)
    for c in range(low // n, -(-high // n) if high > low else 0):
        word, bit = divmod(int(columns[c]), 64)
        found.append(tables[word, :, bit][rows[max(low - c * n, 0) : high - c * n]])
    return np.concatenate(found)
