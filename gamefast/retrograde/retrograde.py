"""Retrograde analysis: from the terminal positions of a game back to its start.

Every terminal position is settled. Take settled positions one by one, in the order in which they
were settled, and look at each position u with a move to the one taken. If the position taken is
lost for the player to move, u is won. If it is won, u has one hope fewer (a hope is a move not yet
known to lead to a win of the opponent); when its last hope is gone, u is lost. A position that is
never settled is drawn: it has a move to another unsettled position (otherwise it would be lost) and
none to a lost one.

The queue puts positions in order of rising remoteness, so u is won by its quickest win and lost by
its longest delay. Each move is looked at once: O(n + m). If results are numbers, the terminal
positions enter the queue by falling absolute value. Sources: Smith, Graphs and composite games
(1966), for marking graphs with cycles; Thompson, Retrograde analysis of certain endgames (1986),
for the name; Winning Ways (1982).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamefast.answers import Solution
from gamefast.arrays.graph import GameGraph
from gamefast.compiled.walked import WalkedGraph
from gamefast.machine import CHUNK, Array, Kernel


@Kernel
def settle(
    indptr: Array,
    sources: Array,
    outcome: Array,
    remoteness: Array,
    left: Array,
    order: Array,
    head: int,
    tail: int,
    stop: int,
) -> tuple[int, int]:
    """Take positions from the queue ``order[head:tail]``, up to index ``stop``,
    and settle what follows.

    ``sources[indptr[v]:indptr[v + 1]]`` are the positions with a move to v.
    ``left[u]`` counts the hopes of u, its moves not yet known to lead to a win
    of the opponent; it is 0 once u is settled. Returns the new ``head, tail``;
    call again to go on.

    Parameters
    ----------
    indptr, sources
        uint32, shape (n + 1,) and (m,).
    outcome, remoteness, left
        int8, int32, and int8 or int32, shape (n,).
    order
        int32, shape (n,).
    head, tail, stop
        int: indices into ``order``.
    """
    while head < tail and head < stop:
        v = order[head]
        head += 1
        result = -outcome[v]  # for the player who moves to v
        moves = remoteness[v] + 1  # the remoteness of what is settled now
        for e in range(indptr[v], indptr[v + 1]):
            u = sources[e]
            if left[u] > 0:  # not settled: now won, or lost with the last hope
                left[u] = 0 if result > 0 else left[u] - 1
                if left[u] == 0:
                    outcome[u] = result
                    remoteness[u] = moves
                    order[tail] = u
                    tail += 1
    return head, tail


class Analysis:
    """Retrograde analysis of a graph, step by step.

    ``outcome``, ``remoteness``, ``left`` and the queue ``order[head:tail]`` are those of
    ``settle``. The terminal positions come in ``batches`` of equal absolute result, the largest
    first. Batch k is in the queue from ``begins[k]`` on, and everything that follows from it comes
    before the next batch. Batch k has remoteness ``ranks[k]``: 0, unless the graph ``ends_late``.
    Then the terminal positions of one absolute result make a batch for each remoteness, the
    smallest first. Such a batch joins the queue just before positions of larger remoteness are
    taken from it, so that remoteness rises along the queue.
    """

    def __init__(self, graph: GameGraph | WalkedGraph) -> None:
        n = len(graph)
        self.graph = graph
        self._reversed = graph.reversed()
        self.outcome = np.zeros(n, np.int8)
        self.remoteness = np.full(n, -1, np.int32)
        degrees = graph.degrees
        fits_in_a_byte = degrees.max(initial=0) <= np.iinfo(np.int8).max
        self.left = degrees.astype(np.int8 if fits_in_a_byte else np.int32)
        self.order = np.empty(n, np.int32)
        self.head = 0
        self.tail = 0
        self.batches: list[NDArray[np.int32]] = []
        self.ranks: list[int] = []
        self.begins: list[int] = []
        for batch in _seeds(graph.terminal):
            for seeds, rank in _by_rank(graph, batch):
                self.batches.append(seeds)
                self.ranks.append(rank)
        self._settle = settle.at(n + graph.edges)

    @property
    def over(self) -> bool:
        """Whether every position that can be settled is settled."""
        return self.head == self.tail and len(self.begins) == len(self.batches)

    def step(self) -> None:
        """Take some positions from the queue (if it is empty, add terminal positions first) and
        settle what follows.
        """
        stop = self._before_next_batch()
        if stop == self.head:  # the next batch comes first
            self._add_batch()
            stop = self._before_next_batch()
        indptr, sources = self._reversed
        self.head, self.tail = self._settle(
            indptr,
            sources,
            self.outcome,
            self.remoteness,
            self.left,
            self.order,
            self.head,
            self.tail,
            stop,
        )

    def _before_next_batch(self) -> int:
        """Where to stop in the queue: after CHUNK positions, so that the stop button and the bar
        get their turn, or earlier, where the next batch belongs.
        """
        if self.head == self.tail:
            return self.head
        number = len(self.begins)  # of the next batch
        end = self.head + CHUNK
        if number == len(self.batches) or not self._is_same_result(number):
            return end  # what is in the queue comes before the next batch
        # The next batch belongs before the positions whose remoteness is not less than its own.
        remoteness = self.remoteness[self.order[self.head : min(end, self.tail)]]
        return self.head + int(np.searchsorted(remoteness, self.ranks[number]))

    def _is_same_result(self, number: int) -> bool:
        """Whether a batch has the same absolute result as the batch before it."""
        one_before = self.batches[number - 1][0]
        one_here = self.batches[number][0]  # any position: all of a batch have the same
        return bool(abs(self.graph.terminal[one_before]) == abs(self.graph.terminal[one_here]))

    def _add_batch(self) -> None:
        """Put the next terminal positions into the queue."""
        number = len(self.begins)
        seeds = self.batches[number]
        self.begins.append(self.tail)
        self.outcome[seeds] = np.sign(self.graph.terminal[seeds])
        self.remoteness[seeds] = self.ranks[number]
        end = self.tail + len(seeds)
        self.order[self.tail : end] = seeds
        self.tail = end

    def solution(self) -> Solution[Any, Any]:
        """What is known now; a position that is not settled counts as drawn."""
        order = self.order[: self.tail]
        return Solution(self.graph, self.outcome, self.remoteness, order, self._numbers(order))

    def _numbers(self, order: NDArray[np.int32]) -> NDArray[np.float64] | None:
        """The value of each position; None if all results are 1, 0 and -1, because the outcome is
        the value then. The absolute value of a position is that of the batch it follows from.
        """
        sizes = [abs(self.graph.terminal[seeds[0]]) for seeds in self.batches]
        if all(size == 1 for size in sizes):
            return None
        numbers = np.zeros(len(self.graph))
        ends = [*self.begins[1:], len(order)]  # each batch ends where the next one begins
        for size, begin, end in zip(sizes, self.begins, ends, strict=True):
            batch = order[begin:end]  # with everything that follows from it
            numbers[batch] = size * self.outcome[batch]
        return numbers


def _by_rank(
    graph: GameGraph | WalkedGraph, seeds: NDArray[np.int32]
) -> list[tuple[NDArray[np.int32], int]]:
    """Terminal positions in batches of equal remoteness, the smallest first, each with its
    remoteness.
    """
    if not graph.ends_late:
        return [(seeds, 0)]
    remoteness = np.empty(len(seeds), np.int32)
    ranks: set[int] = set()
    for begin in range(0, len(seeds), CHUNK):  # in pieces, which take less memory on the way
        piece = seeds[begin : begin + CHUNK].astype(np.int64)
        found = graph.end_remoteness(piece)
        remoteness[begin : begin + CHUNK] = found
        ranks.update(np.unique(found).tolist())
    return [(seeds[remoteness == rank], rank) for rank in sorted(ranks)]


def _seeds(terminal: NDArray[Any]) -> list[NDArray[np.int32]]:
    """The terminal positions that are not drawn, in batches of equal absolute result, the largest
    first.
    """
    parts = [np.empty(0, np.int32)]
    for begin in range(0, len(terminal), CHUNK):  # in pieces, which take less memory on the way
        results = terminal[begin : begin + CHUNK]
        is_decided = (results > 0) | (results < 0)  # neither a draw nor NaN, where play goes on
        parts.append((begin + np.flatnonzero(is_decided)).astype(np.int32))
    seeds = np.concatenate(parts)
    del parts
    if not seeds.size:
        return []
    sizes = np.abs(terminal[seeds])
    if sizes.min() == sizes.max():
        return [seeds]
    by_size = np.argsort(-sizes, kind="stable")  # the largest first
    size_falls = np.flatnonzero(np.diff(sizes[by_size])) + 1  # where the next batch begins
    return np.split(seeds[by_size], size_falls)
