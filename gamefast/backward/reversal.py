"""The graph of a game with every move reversed: who can move to a position.

Two passes, a counting sort: how many moves lead to each position says where its row begins, then each move is written
into the next free place of its row. Almost all of the time goes into waiting for memory. So numbers are small, and
unsigned (else numba asks of each index whether it counts from the end); and a large graph is cut in parts, a thread
each. Where many ends are lost, much is not written at all: who can move to one of them needs that move alone.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import reduce
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamelib.arenas.graph import GameGraph
from gamelib.machine import Array, Kernel

#: With so many positions and moves together a graph is cut in so many parts.
SHARED_FROM, THREADS = 1 << 20, 2

#: To look for moves that win at once pays where one position in so many has one, as far as that can be told beforehand.
ENDS_MATTER = 4


@Kernel
def keep_wins(begins: Array, ends: Array, targets: Array, lost: Array) -> None:
    """Of each position that has a move to a lost end, keep one such move: to the first of those ends.

    Parameters
    ----------
    begins, ends
        uint64: the options of position u are ``targets[begins[u]:ends[u]]``; for all positions, or a part of them.
    targets
        uint32, shape (m,).
    lost
        bool, shape (n,): the ends that are lost for the player to move.
    """
    for u in range(len(begins)):
        first = len(lost)
        for e in range(begins[u], ends[u]):
            v = targets[e]
            if lost[v] and v < first:
                first, begins[u], ends[u] = v, e, e + 1


@Kernel
def count_moves(begins: Array, ends: Array, targets: Array, count: Array) -> None:
    """Count the moves to each position.

    Parameters
    ----------
    begins, ends, targets
        As in ``keep_wins``.
    count
        uint32, shape (n,), zeros: is filled.
    """
    for u in range(len(begins)):
        for e in range(begins[u], ends[u]):
            count[targets[e]] += 1


@Kernel
def turn_round(begins: Array, ends: Array, targets: Array, low: int, place: Array, sources: Array) -> None:
    """Write for each position who moves there.

    Parameters
    ----------
    begins, ends, targets
        As in ``keep_wins``, for the positions from number ``low`` on.
    low
        int: the first of them.
    place
        uint32, shape (n,): where in ``sources`` the next who moves to position v is written.
    sources
        uint32: is filled.
    """
    for u in range(len(begins)):
        for e in range(begins[u], ends[u]):
            v = targets[e]
            sources[place[v]] = low + u
            place[v] += 1


def reverse(graph: GameGraph, lost: NDArray[np.int64] | None = None) -> tuple[NDArray[Any], NDArray[np.uint32]]:
    """The graph with every move reversed, as ``(indptr, sources)``: uint32, shape (n + 1,) and (m,).

    ``lost``: ends that are lost for the player to move. If they are many, who can move to one keeps one such move
    alone, to the first of them. (With numbers: if none is worth more than these ends.)
    Of 2^32 moves or more ``indptr`` is uint64.
    """
    n, size = len(graph), len(graph) + graph.edges
    rows, targets = graph.indptr.view(np.uint64), graph.targets.view(np.uint32)
    begins, ends, over = rows[:-1], rows[1:], None
    if lost is not None and ENDS_MATTER * len(lost) * graph.edges > n * n:
        begins, ends, over = begins.copy(), ends.copy(), np.zeros(n, np.bool_)
        over[lost] = True
    keep, count, write = (kernel.at(size) for kernel in (keep_wins, count_moves, turn_round))

    def counted(part: slice) -> NDArray[Any]:
        if over is not None:
            keep(begins[part], ends[part], targets, over)
        counts = np.zeros(n, np.uint32 if graph.edges < 1 << 32 else np.uint64)
        count(begins[part], ends[part], targets, counts)
        return counts

    def write_part(part: slice, place: NDArray[Any]) -> None:
        write(begins[part], ends[part], targets, part.start, place, sources)

    threads = THREADS if size >= SHARED_FROM else 1
    cuts = np.searchsorted(graph.indptr, graph.edges * np.arange(1, threads) // threads).tolist()
    parts = [slice(low, high) for low, high in pairwise([0, *cuts, n])]
    with ThreadPoolExecutor(threads, "reversing") as pool:
        each = pool.map if threads > 1 else map
        counts = list(each(counted, parts))
        indptr = np.zeros(n + 1, counts[0].dtype)
        np.cumsum(reduce(np.add, counts), out=indptr[1:], dtype=indptr.dtype)
        sources = np.empty(int(indptr[-1]), np.uint32)
        places = list(accumulate(counts[:-1], initial=indptr[:-1].copy()))  # a part writes behind the parts before it
        list(each(write_part, parts, places))
    return indptr, sources
