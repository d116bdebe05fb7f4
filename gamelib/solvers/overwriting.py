"""Overwriting tic-tac-toe by arrays: certified intervals for every board, one set of occupied cells after the other.

A move either takes a free cell, and then the set of occupied cells has grown, or tries a cell of the other's, and then
the set is as before. So a set is a component of the game's graph by itself: the fullest come first, and what they are
worth is settled when the smaller ones ask. Within a set the bounds are swept until they are close enough. Play
ends with probability 1 whatever is played, so both bounds come down to the value; each step is rounded outward.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamelib.core import CHANCE, UnknownPosition
from gamelib.kernels import Array, Kernel
from gamelib.limits import check_memory
from gamelib.marks import MarkGraph

#: Outward, for the rounding of one sum of two numbers in [-1, 1].
SLACK = 2.0**-52

#: How many threads sweep sets of equally many cells.
THREADS = 2


@Kernel
def take_a_free_cell(
    taken: int,
    cells: int,
    has_row: Array,
    places: Array,
    symmetry: Array,
    representative: Array,
    first: Array,
    lower: Array,
    upper: Array,
    mask: Array,
    there: Array,
    free_lower: Array,
    free_upper: Array,
) -> None:
    """The bounds on the best free cell, for each share of a set of taken cells, from the blocks of larger sets.

    Bit b of a share says that the mover has the set's b-th cell. ``mask[i]`` becomes share i as a set of cells;
    ``there`` is scratch: where a share of the set stands in the block of a larger one.
    """
    k, mask[0] = 0, 0
    for c in range(cells):
        if taken >> c & 1:
            for i in range(1 << k):
                mask[i + (1 << k)] = mask[i] | 1 << c
            k += 1
    full = (1 << k) - 1
    for i in range(full + 1):
        free_lower[i], free_upper[i] = -1.0, -1.0
    for c in range(cells):
        if taken >> c & 1:
            continue
        rep, to = representative[taken | 1 << c], symmetry[taken | 1 << c] * cells
        b, there[0] = 0, first[rep]
        for d in range(cells):
            if taken >> d & 1:
                bit = 0  # which bit of a share in that block says who has cell d
                for e in range(places[to + d]):
                    bit += rep >> e & 1
                for i in range(1 << b):
                    there[i + (1 << b)] = there[i] + (1 << bit)
                b += 1
        for i in range(full + 1):
            if has_row[mask[i] | 1 << c]:
                free_lower[i], free_upper[i] = 1.0, 1.0
            else:  # then it is the other's turn, who has the rest of the set
                j = there[full ^ i]
                free_lower[i] = max(free_lower[i], -upper[j])
                free_upper[i] = max(free_upper[i], -lower[j])


@Kernel
def settle_set(
    full: int,
    base: int,
    has_row: Array,
    mask: Array,
    free_lower: Array,
    free_upper: Array,
    lower: Array,
    upper: Array,
    width: float,
    slack: float,
) -> float:
    """Sweep the bounds of a set of taken cells until they are within ``width`` of each other, or stand still.

    ``full``: the largest share. ``base``: where the set's block begins in ``lower`` and ``upper``, which are for the
    player to move and come in as -1 and 1. The other arrays as ``take_a_free_cell`` leaves them; a try of a cell of the
    other's is worth half of what success gives and half of what failure leaves. Returns the largest difference.
    """
    gap, moved = width + 1.0, True
    while gap > width and moved:
        gap, moved = 0.0, False
        for i in range(full + 1):
            other = full ^ i
            if has_row[mask[i]] or has_row[mask[other]]:
                continue
            low, high = -1.0, -1.0
            bit = 1
            while bit <= other:
                if other & bit:
                    if has_row[mask[i | bit]]:
                        low, high = 1.0, 1.0
                        break
                    low = max(low, -upper[base + (other ^ bit)])
                    high = max(high, -lower[base + (other ^ bit)])
                bit <<= 1
            if other:
                low = 0.5 * (low - upper[base + other]) - slack
                high = 0.5 * (high - lower[base + other]) + slack
            low, high = max(low, free_lower[i]), max(high, free_upper[i])
            if low > lower[base + i]:
                lower[base + i], moved = low, True
            if high < upper[base + i]:
                upper[base + i], moved = high, True
            gap = max(gap, upper[base + i] - lower[base + i])
    return gap


class MarkValues:
    """The bounds of every position of a game on a MarkGraph, found by ``settle_set`` to within ``width``.

    ``lower`` and ``upper``: float64, shape (len(graph),), for the player to move, by ``graph.place``; where
    somebody has a row they mean nothing. ``width``: the largest difference left.
    """

    def __init__(self, game: Any, graph: MarkGraph, width: float) -> None:
        check_memory(len(graph), 18)
        self.game, self.graph = game, graph
        self.lower, self.upper = np.full(len(graph), -1.0), np.full(len(graph), 1.0)
        self.width = 0.0
        with ThreadPoolExecutor(THREADS) as threads:
            for k in range(graph.cells, -1, -1):
                sets = graph.sets[graph.counts == k]
                parts = [sets[t::THREADS].copy() for t in range(THREADS) if len(sets) > t]
                allowed = width * (graph.cells + 1 - k) / (graph.cells + 1)
                self.width = max(self.width, *threads.map(lambda part, a=allowed: self._settle(part, a), parts))
        if self.width > width:
            raise ValueError(f"width={width}: floating point comes no nearer than {self.width:.1e}; give a larger one")

    def _settle(self, sets: NDArray[np.int32], allowed: float) -> float:
        """Settle sets of equally many cells, one after the other; the largest difference left."""
        graph, widest = self.graph, 0.0
        size = 1 << int(sets[0]).bit_count()
        mask, there, free = np.empty(size, np.int32), np.empty(size, np.int32), (np.empty(size), np.empty(size))
        tables = graph.has_row, graph.places, graph.symmetry, graph.representative, graph.first
        take, settle = (kernel.at(40 * len(graph)) for kernel in (take_a_free_cell, settle_set))
        for taken in sets.tolist():
            take(taken, graph.cells, *tables, self.lower, self.upper, mask, there, *free)
            fixed = graph.has_row, mask, *free
            base = int(graph.first[taken])
            widest = max(widest, settle(size - 1, base, *fixed, self.lower, self.upper, allowed, SLACK))
            self._alike(taken, base, size)
        return widest

    def _alike(self, taken: int, base: int, size: int) -> None:
        """Give images of a position under the symmetries of its set the same bounds, the best among them."""
        block = slice(base, base + size)
        lower, upper = self.lower[block].copy(), self.upper[block].copy()
        for shares in self.graph.own_symmetries(taken):
            np.maximum(lower, self.lower[block][shares], out=lower)
            np.minimum(upper, self.upper[block][shares], out=upper)
        self.lower[block], self.upper[block] = lower, upper

    def interval(self, position: Any) -> tuple[float, float]:
        """The bounds of a position, to player 0; raises UnknownPosition."""
        game = self.game
        try:
            game.check_position(position)
        except ValueError as error:
            raise UnknownPosition(str(error)) from None
        turn = game.turn(position)
        if turn is None:
            payoff = float(game.payoffs(position)[0])
            return payoff, payoff
        if turn == CHANCE:
            success, failure = (self.interval(p) for _, p in game.chances(position))
            return 0.5 * (success[0] + failure[0]) - SLACK, 0.5 * (success[1] + failure[1]) + SLACK
        board, mover = position
        mine, others = (sum(1 << i for i, mark in enumerate(board) if mark == player) for player in _both(mover))
        place = self.graph.place(mine, others)
        low, high = float(self.lower[place]), float(self.upper[place])
        return (low, high) if turn == 0 else (-high, -low)

    def best(self, position: Any) -> Any:
        """The move whose bound for the player to move is best; None where nobody moves. Raises UnknownPosition.

        It leads where the bound is at least as good; so it makes the bound certain, since play ends whatever is played.
        """
        self.interval(position)
        turn = self.game.turn(position)
        if turn not in (0, 1):
            return None
        steps = [(move, self.interval(self.game.play(position, move))) for move in self.game.moves(position)]
        return max(steps, key=lambda step: step[1][0] if turn == 0 else -step[1][1])[0]


def _both(mover: str) -> str:
    """The marks, the mover's first."""
    return "XO" if mover == "X" else "OX"
