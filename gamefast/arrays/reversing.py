"""A graph with every move reversed, by a counting sort.

The number of moves to each position says where its row begins, then each move is written into the
next free place of its row. Almost all the time is spent waiting for memory. So numbers are small,
and unsigned (otherwise numba asks of each index whether it counts from the end).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamefast.machine import Array, Kernel


@Kernel
def count_moves(targets: Array, count: Array) -> None:
    """Count the moves to each position.

    Parameters
    ----------
    targets
        uint32, shape (m,): where the moves lead.
    count
        uint32 or uint64, shape (n,), zeros: is filled.
    """
    for e in range(len(targets)):
        count[targets[e]] += 1


@Kernel
def turn_round(indptr: Array, targets: Array, next_place: Array, sources: Array) -> None:
    """For each position, write down which positions have a move to it.

    Parameters
    ----------
    indptr, targets
        uint64, shape (n + 1,), and uint32: the options of position u are
        ``targets[indptr[u]:indptr[u + 1]]``.
    next_place
        uint32 or uint64, shape (n,): where in ``sources`` the next position with a move to v is
        written; at first where the row of v begins. It is changed.
    sources
        uint32, shape (m,): is filled.
    """
    for u in range(len(indptr) - 1):
        for e in range(indptr[u], indptr[u + 1]):
            v = targets[e]
            sources[next_place[v]] = u
            next_place[v] += 1


def reverse_by_counting(
    indptr: NDArray[np.int64], targets: NDArray[np.int32]
) -> tuple[NDArray[Any], NDArray[np.uint32]]:
    """The graph with every move reversed, as ``(indptr, sources)``: uint32, shape (n + 1,) and
    (m,).

    If there are 2^32 moves or more, ``indptr`` is uint64.
    """
    edges = len(targets)
    size = len(indptr) - 1 + edges
    unsigned_targets = targets.view(np.uint32)  # the same memory: none of them is below 0
    fits_in_32_bits = edges < 1 << 32
    kind = np.uint32 if fits_in_32_bits else np.uint64
    begins = np.zeros(len(indptr), kind)
    # First begins[v + 1] is the number of moves to v; their sums are where the rows begin.
    count_moves.at(size)(unsigned_targets, begins[1:])
    np.cumsum(begins, out=begins, dtype=kind)
    sources = np.empty(edges, np.uint32)
    next_places = begins[:-1].copy()  # a copy, because each place moves on while its row is filled
    turn_round.at(size)(indptr.view(np.uint64), unsigned_targets, next_places, sources)
    return begins, sources
