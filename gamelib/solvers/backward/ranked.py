"""Answers that keep one small number for each position, and make their arrays when these are asked for."""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamelib.answers import Arena, Solution, Verdict
from gamelib.arenas.tokens import TokenGraph
from gamelib.core import DRAW, LOSS, WIN, Outcome
from gamelib.machine import CHUNK

#: Outcome and remoteness of some positions: int8, and int32 with -1 for a draw.
Decoded = tuple[NDArray[np.int8], NDArray[np.int32]]


class Kept(Solution):
    """A Solution whose ``outcome`` and ``remoteness`` are made, and then kept, when somebody asks for them.

    A single position, ``best``, ``line``, ``counts`` do without them.
    """

    def __init__(self, graph: Arena) -> None:
        object.__setattr__(self, "graph", graph)  # a Solution is frozen

    @abstractmethod
    def decoded(self, low: int, high: int) -> Decoded:
        """What is known of positions number ``low`` to ``high``, the last one not included."""

    @cached_property
    def outcome(self) -> NDArray[np.int8]:
        """int8, shape (n,): 1, 0, -1."""
        outcome = np.empty(len(self), np.int8)
        for low in range(0, len(self), CHUNK):
            outcome[low : low + CHUNK] = self.decoded(low, min(low + CHUNK, len(self)))[0]
        return outcome

    @cached_property
    def remoteness(self) -> NDArray[Any]:
        """int16, or int32 where play is longer than that; shape (n,): -1 for a draw."""
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
    """The remoteness alone, where an odd one is a WIN and an even one a LOSS, but for the ends, which the arena knows.

    ``marks``: unsigned, shape (n0 * n1,), for either player to move, in the arena's order: the remoteness; the largest
    number of the dtype for a draw.
    """

    def __init__(self, graph: TokenGraph, marks: tuple[NDArray[Any], NDArray[Any]]) -> None:
        super().__init__(graph)
        object.__setattr__(self, "marks", marks)

    def decoded(self, low: int, high: int) -> Decoded:
        """See ``Kept``; by parity."""
        marks: tuple[NDArray[Any], NDArray[Any]] = self.__dict__["marks"]
        pairs = len(marks[0])
        found = [m[max(low - b, 0) : max(high - b, 0)] for m, b in zip(marks, (0, pairs), strict=True)]
        none = [m == np.iinfo(m.dtype).max for m in found]
        remoteness = np.concatenate(found).astype(np.int32)
        outcome = ((remoteness & 1) * 2 - 1).astype(np.int8)
        drawn = np.concatenate(none)
        remoteness[drawn], outcome[drawn] = -1, 0
        ends = np.flatnonzero(remoteness == 0)
        outcome[ends] = self.graph.results(ends + low)
        return outcome, remoteness
