"""Retrograde analysis: from the ends of a game back to its start.

Every terminal is settled. Take settled positions one by one, in the order in which they were settled, and
look at each position u that can move there. If the settled position is lost for its player, u is won.
If it is won, u has one hope less; when its last hope is gone, u is lost. What is never settled is drawn:
it has a move to another unsettled position (or else it would be lost) and none to a lost one.

The queue makes the order one of rising remoteness, so u is won by its quickest win and lost by its
longest delay. Each move is looked at once: O(n + m). Where results are numbers, the terminals enter the
queue by falling absolute value. Sources: Smith, Graphs and composite games (1966), for the marking of graphs
with cycles; Thompson, Retrograde analysis of certain endgames (1986), for the name; Winning Ways (1982).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamelib.answers import Solution
from gamelib.arenas.graph import GameGraph, reverse
from gamelib.machine import CHUNK, Array, Kernel, Progress


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
    """Take positions from the queue ``order[head:tail]``, up to index ``stop``, and settle what follows.

    ``sources[indptr[v]:indptr[v + 1]]`` are the positions with a move to v. ``left[u]`` counts the hopes of u, its
    moves not yet known to be hopeless; it is 0 once u is settled. Returns the new ``head, tail``: call again to go on.

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
        result, moves = -outcome[v], remoteness[v] + 1  # for the player who moves to v
        for e in range(indptr[v], indptr[v + 1]):
            u = sources[e]
            if left[u] > 0:
                left[u] = 0 if result > 0 else left[u] - 1
                if left[u] == 0:
                    outcome[u] = result
                    remoteness[u] = moves
                    order[tail] = u
                    tail += 1
    return head, tail


def solve_graph(graph: GameGraph, run: Any = None) -> Solution:
    """Outcome, remoteness and value of every position, in O(n + m) (and O(t log t) for t distinct results).

    ``run`` may keep it while it lasts; the graph reversed is not kept, but computed anew.

    >>> graph = GameGraph.from_arrays([0, 2, 3, 3], [1, 2, 0])   # 0 -> 1, 0 -> 2, 1 -> 0
    >>> [str(verdict) for verdict in solve_graph(graph).values()]
    ['WIN in 1', 'LOSS in 2', 'LOSS in 0']
    """
    n, batches = len(graph), _seeds(graph.terminal)
    first = batches[0] if batches else np.empty(0, np.int64)
    indptr, sources = reverse(graph, first[graph.terminal[first] < 0])
    outcome = np.zeros(n, np.int8)
    remoteness = np.full(n, -1, np.int32)
    order = np.empty(n, np.int32)
    left = np.diff(graph.indptr)
    left = left.astype(np.int8 if left.max(initial=0) < 128 else np.int32)
    advance = settle.at(n + graph.edges)
    head, tail, begins = 0, 0, list[int]()  # batch k of the terminals stands in the queue from begins[k] on
    if run is not None and (begun := run.begun()):
        outcome[:], remoteness[:], left[:] = begun["outcome"], begun["remoteness"], begun["left"]
        head, tail, begins = int(begun["at"][0]), len(begun["order"]), begun["at"][1:].tolist()
        order[:tail] = begun["order"]

    def state() -> dict[str, NDArray[Any]]:
        at = np.array([head, *begins], np.int64)
        return {"outcome": outcome, "remoteness": remoteness, "left": left, "order": order[:tail], "at": at}

    with Progress(n, "settling", n + graph.edges) as bar:
        bar(head)
        while head < tail or len(begins) < len(batches):
            if head == tail:
                seeds = batches[len(begins)]
                begins.append(tail)
                outcome[seeds] = np.sign(graph.terminal[seeds])
                remoteness[seeds] = 0
                tail += len(seeds)
                order[begins[-1] : tail] = seeds
            before = head
            head, tail = advance(indptr, sources, outcome, remoteness, left, order, head, tail, head + CHUNK)
            farthest = int(remoteness[order[head - 1]])
            bar(head - before, f"remoteness {farthest}")
            if run is not None:
                run.look(state, farthest)
    order = order[:tail]
    return Solution(graph, outcome, remoteness, order, _numbers(graph, outcome, order, batches, begins))


def _numbers(
    graph: GameGraph, outcome: NDArray[np.int8], order: NDArray[np.int32], batches: list[Any], begins: list[int]
) -> NDArray[np.float64] | None:
    """What each position is worth, if the results are other than 1, 0 and -1: as much as the batch it follows from."""
    if all(abs(graph.terminal[seeds[0]]) == 1 for seeds in batches):
        return None
    numbers = np.zeros(len(graph))
    for seeds, begin, end in zip(batches, begins, [*begins[1:], len(order)], strict=True):
        settled = order[begin:end]
        numbers[settled] = abs(graph.terminal[seeds[0]]) * outcome[settled]
    return numbers


def _seeds(terminal: NDArray[np.float64]) -> list[NDArray[np.int64]]:
    """The terminals that are not drawn, in batches of equal absolute result, the largest first."""
    seeds = np.flatnonzero((terminal > 0) | (terminal < 0))
    seeds = seeds[np.argsort(-np.abs(terminal[seeds]), kind="stable")]
    if not seeds.size:
        return []
    return np.split(seeds, np.flatnonzero(np.diff(np.abs(terminal[seeds]))) + 1)
