"""Retrograde analysis with every move stored, as in gamelib, and the graph with every move
reversed.

Reversing is a counting sort: the number of moves to each position says where its row begins, then
each move is written into the next free place of its row. Almost all the time is spent waiting for
memory. So numbers are small, and unsigned (otherwise numba asks of each index whether it counts
from the end).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamefast.progress import UNKEPT, Progress, Run
from gamelib.answers import Solution
from gamelib.arenas.arena import Arena
from gamelib.arenas.graph import GameGraph
from gamelib.machine import Array, Kernel
from gamelib.solvers.backward.retrograde import Analysis


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
def turn_round(indptr: Array, targets: Array, place: Array, sources: Array) -> None:
    """For each position, write down which positions have a move to it.

    Parameters
    ----------
    indptr, targets
        uint64, shape (n + 1,), and uint32: the options of position u are
        ``targets[indptr[u]:indptr[u + 1]]``.
    place
        Like ``count``, shape (n,): where in ``sources`` the next position with a move to v is
        written.
    sources
        uint32, shape (m,): is filled.
    """
    for u in range(len(indptr) - 1):
        for e in range(indptr[u], indptr[u + 1]):
            v = targets[e]
            sources[place[v]] = u
            place[v] += 1


def reverse(graph: GameGraph) -> tuple[NDArray[Any], NDArray[np.uint32]]:
    """The graph with every move reversed, as ``(indptr, sources)``: uint32, shape (n + 1,) and
    (m,).

    If there are 2^32 moves or more, ``indptr`` is uint64.
    """
    size, targets = len(graph) + graph.edges, graph.targets.view(np.uint32)
    indptr = np.zeros(len(graph) + 1, np.uint32 if graph.edges < 1 << 32 else np.uint64)
    count_moves.at(size)(targets, indptr[1:])
    np.cumsum(indptr, out=indptr, dtype=indptr.dtype)
    sources = np.empty(graph.edges, np.uint32)
    turn_round.at(size)(graph.indptr.view(np.uint64), targets, indptr[:-1].copy(), sources)
    return indptr, sources


def solve_stored(arena: Arena, run: Run = UNKEPT) -> Solution[Any, Any]:
    """Outcome, remoteness and value of every position. ``run`` may keep the state; a kept run is
    resumed.

    The reversed graph is not kept, but computed anew.
    """
    graph = arena.explicit()
    work = Analysis(graph)
    if begun := run.begun():
        work.outcome[:], work.remoteness[:], work.left[:] = (
            begun["outcome"],
            begun["remoteness"],
            begun["left"],
        )
        work.head, work.tail, work.begins = (
            int(begun["at"][0]),
            len(begun["order"]),
            begun["at"][1:].tolist(),
        )
        work.order[: work.tail] = begun["order"]

    def state() -> dict[str, NDArray[Any]]:
        at = np.array([work.head, *work.begins], np.int64)
        known: dict[str, NDArray[Any]] = {
            name: getattr(work, name) for name in ("outcome", "remoteness", "left")
        }
        return known | {"order": work.order[: work.tail], "at": at}

    with Progress(len(graph), "settling", len(graph) + graph.edges) as bar:
        bar(work.head)
        while not work.over:
            before = work.head
            work.step()
            farthest = int(work.remoteness[work.order[work.head - 1]])
            bar(work.head - before, f"remoteness {farthest}")
            run.look(state, farthest)
    solution = work.solution()
    return solution if arena is graph else replace(solution, graph=arena)
