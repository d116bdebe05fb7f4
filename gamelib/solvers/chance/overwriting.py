"""Overwriting tic-tac-toe by arrays: bounds for every board, one set of occupied cells after the other; then fractions.

A move either takes a free cell, and then the set of occupied cells has grown, or tries a cell of the other's, and then
the set is as before. So play never comes back to a smaller set: the fullest come first, and what they are worth is
settled when the smaller ones ask. Within a set the bounds are swept until they are close enough. Play ends with
probability 1 whatever is played, so both bounds come to the value; each step is rounded outward.

For the same reason the equations have one solution. So a value may be guessed, the fraction of small denominator that
lies between close bounds: if the guesses, over a common denominator, solve every equation in whole numbers, they are
the values.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import lcm
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from gamelib.arenas.marks import MarkGraph
from gamelib.core import CHANCE, UnknownPosition
from gamelib.machine import Array, Kernel, check_memory

#: Outward, for the rounding of one sum of two numbers in [-1, 1].
SLACK = 2.0**-52

#: A row's players, the mover's mark first.
MARKS = {"X": "XO", "O": "OX"}

#: Bytes for a place: both bounds, and what a fraction is guessed with.
BYTES = 60

#: So close are the bounds between which a fraction is guessed, and so large its denominator may be.
CLOSE, LARGEST_DENOMINATOR = 1e-11, 100_000

#: How many threads sweep sets of equally many cells.
THREADS = 2

V = TypeVar("V")


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
    win: float,
) -> None:
    """The bounds on the best free cell, for each share of a set of taken cells, from the blocks of larger sets.

    Bit b of a share says that the mover has the set's b-th cell. The tables are MarkGraph's; ``win`` is what a row is
    worth. ``mask[i]`` becomes share i as a set of cells; ``there`` is scratch: a share's place in a larger block.
    """
    k, mask[0] = 0, 0
    for c in range(cells):
        if taken >> c & 1:
            for i in range(1 << k):
                mask[i + (1 << k)] = mask[i] | 1 << c
            k += 1
    full = (1 << k) - 1
    for i in range(full + 1):
        free_lower[i], free_upper[i] = -win, -win
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
                free_lower[i], free_upper[i] = win, win
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
    win: float,
) -> float:
    """Sweep the bounds of a set of taken cells until they are within ``width`` of each other, or stand still.

    ``full``: the largest share. ``base``: where the set's block begins in ``lower`` and ``upper``, which are for the
    player to move and come in as -``win`` and ``win``, what a row is worth. The other arrays as ``take_a_free_cell``
    leaves them; a try of a cell of the other's is worth half of what success gives and half of what failure leaves.
    Returns the largest difference.
    """
    gap, moved = width + 1.0, True
    while gap > width and moved:
        gap, moved = 0.0, False
        for i in range(full + 1):
            other = full ^ i
            if has_row[mask[i]] or has_row[mask[other]]:
                continue
            low, high = -win, -win
            bit = 1
            while bit <= other:
                if other & bit:
                    if has_row[mask[i | bit]]:
                        low, high = win, win
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


def settle_sets(
    graph: MarkGraph, lower: Array, upper: Array, width: float, slack: float = SLACK, win: float = 1.0
) -> float:
    """Sweep the bounds of all sets, the fullest first, to within ``width``; the largest difference that is left."""
    tables = graph.has_row, graph.places, graph.symmetry, graph.representative, graph.first
    work = 40 * len(graph)  # some ten sweeps, of a few moves a board
    take, settle = (kernel.at(work) for kernel in (take_a_free_cell, settle_set))

    def run(sets: NDArray[np.int32], allowed: float) -> float:
        size, widest = 1 << int(sets[0]).bit_count(), 0.0
        mask, there, free = np.empty(size, np.int32), np.empty(size, np.int32), (np.empty(size), np.empty(size))
        for taken in sets.tolist():
            base = int(graph.first[taken])
            take(taken, graph.cells, *tables, lower, upper, mask, there, *free, win)
            gap = settle(size - 1, base, graph.has_row, mask, *free, lower, upper, allowed, slack, win)
            widest = max(widest, gap)
            _make_alike(graph, taken, lower[base : base + size], upper[base : base + size])
        return widest

    widest = 0.0
    with ThreadPoolExecutor(THREADS) as threads:
        for k in range(graph.cells, -1, -1):
            sets = graph.sets[graph.counts == k]
            parts = [sets[t::THREADS] for t in range(THREADS) if len(sets) > t]
            allowed = [width * (graph.cells + 1 - k) / (graph.cells + 1)] * len(parts)
            widest = max(widest, *threads.map(run, parts, allowed))
    return widest


def _make_alike(graph: MarkGraph, taken: int, lower: Array, upper: Array) -> None:
    """Give images of a position under the symmetries of its set the same bounds, the best among them."""
    before = lower.copy(), upper.copy()
    for shares in graph.own_symmetries(taken):
        np.maximum(lower, before[0][shares], out=lower)
        np.minimum(upper, before[1][shares], out=upper)


class Marks:
    """What is known of the positions of a game on a MarkGraph, by ``graph.place`` and for the player to move."""

    def __init__(self, game: Any, graph: MarkGraph) -> None:
        self.game, self.graph = game, graph

    def certain(self, position: Any, player: int) -> Any:
        """What a player can make certain in a position, to player 0."""
        raise NotImplementedError

    def best(self, position: Any) -> Any:
        """The move that leads to what is best for the player to move; None where nobody moves. Raises UnknownPosition.

        Nothing better can be made certain, since play ends with probability 1 whatever is played.
        """
        self.certain(position, 0)
        turn = self.game.turn(position)
        if turn not in (0, 1):
            return None
        steps = [(move, self.certain(self.game.play(position, move), turn)) for move in self.game.moves(position)]
        return (max, min)[turn](steps, key=lambda step: step[1])[0]

    def _look(self, position: Any, known: Callable[[int, int], V], mean: Callable[[V, V], V]) -> V:
        """What is ``known`` of a position, by its place and 1 or -1 as player 0 is to move or not; or the ``mean``."""
        try:
            self.game.check_position(position)
        except ValueError as error:
            raise UnknownPosition(str(error)) from None
        turn = self.game.turn(position)
        if turn is None:
            return self.game.payoffs(position)[0]  # type: ignore[no-any-return]  # an int will do for all
        if turn == CHANCE:
            success, failure = (self._look(there, known, mean) for _, there in self.game.chances(position))
            return mean(success, failure)
        board, mover = position
        mine, others = (sum(1 << i for i, mark in enumerate(board) if mark == whose) for whose in MARKS[mover])
        return known(self.graph.place(mine, others), 1 if turn == 0 else -1)


class MarkValues(Marks):
    """Certain bounds on the values of all positions.

    ``lower`` and ``upper``: float64, shape (len(graph),), for the player to move; where somebody has a row they mean
    nothing. ``width``: the largest difference left.
    """

    def __init__(self, game: Any, graph: MarkGraph, lower: Array, upper: Array, width: float) -> None:
        super().__init__(game, graph)
        self.lower, self.upper, self.width = lower, upper, width

    def certain(self, position: Any, player: int) -> float:
        low, high = (self.lower, self.upper) if player == 0 else (self.upper, self.lower)
        slack = SLACK if player == 0 else -SLACK

        def known(place: int, side: int) -> float:
            return float(low[place] if side > 0 else -high[place])

        return float(self._look(position, known, lambda a, b: 0.5 * (a + b) - slack))

    def interval(self, position: Any) -> tuple[float, float]:
        """What player 0 can make certain, and what player 1 can."""
        return self.certain(position, 0), self.certain(position, 1)


class MarkFractions(Marks):
    """The exact values of all positions: ``numerators``, int64, for the player to move, over ``denominator``."""

    def __init__(self, game: Any, graph: MarkGraph, numerators: NDArray[np.int64], denominator: int) -> None:
        super().__init__(game, graph)
        self.numerators, self.denominator = numerators, denominator

    def certain(self, position: Any, player: int) -> Fraction:
        def known(place: int, side: int) -> Fraction:
            return Fraction(side * int(self.numerators[place]), self.denominator)

        return Fraction(self._look(position, known, lambda a, b: (a + b) / 2))


def mark_values(game: Any, graph: MarkGraph, width: float) -> MarkValues:
    """Bounds on all values to within ``width``; raises ValueError where floats are too coarse for that."""
    check_memory(len(graph), BYTES)
    lower, upper = np.full(len(graph), -1.0), np.full(len(graph), 1.0)
    widest = settle_sets(graph, lower, upper, width)
    if widest > width:
        raise ValueError(f"width={width}: floating point comes no nearer than {widest:.1e}; give a larger one")
    return MarkValues(game, graph, lower, upper, widest)


def mark_fractions(game: Any, graph: MarkGraph) -> MarkFractions:
    """All values: guessed between close bounds, and proved by every equation, in whole numbers.

    Raises ValueError where the guesses do not solve the equations.
    """
    near = mark_values(game, graph, CLOSE)
    middles, which = np.unique(np.round((near.lower + near.upper) / 2, 10), return_inverse=True)
    guesses = [Fraction(middle).limit_denominator(LARGEST_DENOMINATOR) for middle in middles.tolist()]
    denominator = 2 * lcm(*(guess.denominator for guess in guesses))  # 2: half of a sum is whole, too
    if denominator < 2**50:
        whole = np.array([int(guess * denominator) for guess in guesses])[which]
        if _solves_all_equations(graph, whole, denominator):
            return MarkFractions(game, graph, whole, denominator)
    raise ValueError("the values could not be guessed as fractions of small denominator: chance_values gives intervals")


def _solves_all_equations(graph: MarkGraph, whole: NDArray[np.int64], denominator: int) -> bool:
    """Whether a sweep over all sets, without rounding, leaves the numbers as they are."""
    lower, upper = whole.astype(np.float64), whole.astype(np.float64)
    settle_sets(graph, lower, upper, -1.0, slack=0.0, win=float(denominator))
    return np.array_equal(lower, whole) and np.array_equal(upper, whole)
