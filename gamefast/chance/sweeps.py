"""Bounds for every board of overwriting tic-tac-toe, by sweeps: one set of occupied cells after
another.

The fullest sets come first, because a move leads to a fuller set or stays in the same one. The
tables are those of a MarkGraph. A **share** is the part of a set that the player to move has, as a
number whose bit b stands for the b-th cell of the set. The places of a set's shares follow each
other in its **block**. A share with a row, or one whose other player has a row, keeps its first
bounds: play is over there, and no move leads on from it or is looked up in it.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from gamefast.boards.marks import MarkGraph
from gamefast.machine import Array, Kernel

#: The rounding error, outward, of one sum of two numbers in [-1, 1].
SLACK = 2.0**-52

#: How many threads sweep sets with equally many cells.
THREADS = 2


@Kernel
def bound_free_cells(
    taken: int,
    cells: int,
    tables: tuple[Array, Array, Array, Array, Array],
    bounds: tuple[Array, Array],
    mask: Array,
    place_of: Array,
    free: tuple[Array, Array],
    win: float,
) -> None:
    """The bounds on the best free cell, for each share of a set of taken cells, from the blocks of
    larger sets.

    Parameters
    ----------
    taken
        int: the set.
    cells
        int: the number of cells of the board, N.
    tables
        ``has_row``, ``places``, ``symmetry``, ``representative`` and ``first`` of the MarkGraph.
    bounds
        Lower and upper, float64, shape (len(graph),), final in the blocks of larger sets.
    mask
        int32, shape (2 ** k,) for a set of k cells: becomes each share as a set of cells of the
        board.
    place_of
        int32, shape (2 ** k,): scratch space, the places of the shares in a larger set's block.
    free
        Lower and upper, float64, shape (2 ** k,): become the bounds on the best free cell.
    win
        float: the value of a row.
    """
    has_row, places, symmetry, representative, first = tables
    lower, upper = bounds
    free_lower, free_upper = free

    # ``mask``: with each cell c of the set, the shares of the cells before it are doubled: once
    # without c, and once with it.
    k = 0
    mask[0] = 0
    for c in range(cells):
        if taken >> c & 1:
            for i in range(1 << k):
                mask[i + (1 << k)] = mask[i] | 1 << c
            k += 1
    full = (1 << k) - 1  # the share that is the whole set
    for i in range(full + 1):
        free_lower[i] = -win
        free_upper[i] = -win

    for c in range(cells):
        if taken >> c & 1:
            continue
        # The larger set's block is that of its representative; a symmetry takes cell d to the cell
        # places[to + d] there.
        rep = representative[taken | 1 << c]
        to = symmetry[taken | 1 << c] * cells
        # ``place_of[s]``: the place, in the larger set's block, of the share s of the set ``taken``.
        # It is filled as ``mask`` is above: whoever has cell d has a place that is larger by
        # ``1 << bit``. The bit of cell c stays 0, because the other player has just taken c.
        b = 0
        place_of[0] = first[rep]
        for d in range(cells):
            if taken >> d & 1:
                bit = 0  # which bit of a share in that block says who has cell d
                for e in range(places[to + d]):
                    bit += rep >> e & 1
                for i in range(1 << b):
                    place_of[i + (1 << b)] = place_of[i] + (1 << bit)
                b += 1
        for i in range(full + 1):
            if has_row[mask[i] | 1 << c]:
                free_lower[i] = win
                free_upper[i] = win
            else:  # then it is the opponent's turn, and they have the rest of the set
                j = place_of[full ^ i]
                free_lower[i] = max(free_lower[i], -upper[j])
                free_upper[i] = max(free_upper[i], -lower[j])


@Kernel
def list_live(
    base: int,
    has_row: Array,
    mask: Array,
    free_lower: Array,
    lower: Array,
    live: Array,
    wins_by_try: Array,
    win: float,
) -> int:
    """List the shares of a set of taken cells that must be swept, and settle those that win by a
    free cell.

    Returns how many shares are listed.

    Parameters
    ----------
    base
        int: the first place of the set's block.
    has_row, mask, free_lower
        As ``bound_free_cells`` leaves them.
    lower
        float64, shape (len(graph),): the lower bounds; the upper ones are still ``win`` where a
        free cell wins.
    live
        int32, shape (2 ** k,): becomes the list.
    wins_by_try
        int8, shape (2 ** k,): becomes, for each share listed, whether a try at a cell can complete
        a row.
    win
        float: the value of a row.
    """
    full = len(mask) - 1
    count = 0
    for i in range(full + 1):
        if has_row[mask[i]] or has_row[mask[full ^ i]]:  # play is over
            continue
        if free_lower[i] >= win:
            lower[base + i] = win
            continue
        wins_by_try[i] = 0
        rest = full ^ i  # the opponent's cells that have not been looked at
        while rest and not wins_by_try[i]:
            bit = rest & -rest  # the lowest of them
            wins_by_try[i] = has_row[mask[i | bit]]
            rest ^= bit
        live[count] = i
        count += 1
    return count


@Kernel
def settle_set(
    count: int,
    base: int,
    free: tuple[Array, Array],
    live: Array,
    wins_by_try: Array,
    bounds: tuple[Array, Array],
    width: float,
    slack: float,
    win: float,
) -> float:
    """Sweep the bounds of a set of taken cells until they are within ``width`` of each other, or
    stop changing.

    Trying an opponent's cell is worth half of what success gives plus half of what failure leaves.
    A share whose bounds are within half the width is not swept again; the other half is left for
    the shares that go on reading it. Returns the largest difference between the two bounds.

    Parameters
    ----------
    count, live, wins_by_try
        int, int32 and int8, shape (2 ** k,): the results of ``list_live``; ``live`` is used up.
    base
        int: the first place of the set's block.
    free
        As ``bound_free_cells`` leaves them.
    bounds
        Lower and upper, float64, shape (len(graph),), for the player to move; -``win`` and ``win``
        at first.
    width
        float: how close the bounds must come.
    slack
        float: the rounding error of one sum.
    win
        float: the value of a row.
    """
    full = len(wins_by_try) - 1
    lower, upper = bounds
    free_lower, free_upper = free
    if not count:  # nothing to sweep
        return 0.0
    settled = 0.0  # the largest difference among the shares that are swept no more
    gap = width + 1.0  # more than the width, so that there is a first sweep
    moved = True
    while count and gap > width and moved:
        swept = count
        count = 0
        gap = 0.0
        moved = False
        for a in range(swept):
            i = live[a]
            other = full ^ i  # the opponent's cells

            # If a try succeeds, the mover has one of these cells more, and the opponent moves; the
            # best of them counts.
            rest = other
            low = -win
            high = -win
            if wins_by_try[i]:  # one of them completes a row
                rest = 0
                low = win
                high = win
            while rest:
                bit = rest & -rest
                low = max(low, -upper[base + (other ^ bit)])
                high = max(high, -lower[base + (other ^ bit)])
                rest ^= bit
            if other:  # if the try fails, nothing changes, and the opponent moves
                low = 0.5 * (low - upper[base + other]) - slack
                high = 0.5 * (high - lower[base + other]) + slack

            low = max(low, free_lower[i])
            high = max(high, free_upper[i])
            if low > lower[base + i]:
                lower[base + i] = low
                moved = True
            if high < upper[base + i]:
                upper[base + i] = high
                moved = True
            apart = upper[base + i] - lower[base + i]
            gap = max(gap, apart)
            if apart > 0.5 * width:  # it stays in the list
                live[count] = i
                count += 1
            else:
                settled = max(settled, apart)
    return max(settled, gap)


def settle_sets(
    graph: MarkGraph,
    lower: Array,
    upper: Array,
    width: float,
    slack: float = SLACK,
    win: float = 1.0,
) -> float:
    """Sweep the bounds of all sets, the fullest first, until they are close enough or stop
    changing.

    Parameters
    ----------
    graph
        The boards.
    lower, upper
        float64, shape (len(graph),), for the player to move: -``win`` and ``win`` at first; become
        the bounds.
    width
        How close the bounds must come.
    slack
        The rounding error of one sum.
    win
        The value of a row.

    Returns
    -------
    float
        The largest difference that remains.

    Examples
    --------
    >>> graph = MarkGraph(2, ((0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (1, 2)))
    >>> lower, upper = np.full(len(graph), -1.0), np.full(len(graph), 1.0)
    >>> settle_sets(graph, lower, upper, 1e-9) <= 1e-9
    True
    >>> bool(lower[graph.place(0, 0)] <= 1 / 3 <= upper[graph.place(0, 0)])      # the empty board
    True
    """
    tables = graph.has_row, graph.places, graph.symmetry, graph.representative, graph.first
    bounds = lower, upper
    work = 40 * len(graph)  # about ten sweeps, with a few moves for each board
    run_bound_free_cells = bound_free_cells.at(work)
    list_live_shares = list_live.at(work)
    settle = settle_set.at(work)

    def run(sets: NDArray[np.int32], allowed: float) -> float:
        """Settle some sets with equally many cells; return the largest difference."""
        size = 1 << int(sets[0]).bit_count()
        # Room for one set, a place for each share of its cells: ``mask`` is the share on the board,
        # ``live`` the shares to sweep, ``wins_by_try`` whether a try there can complete a row, ``free`` the
        # bounds of the best move to a free cell.
        mask = np.empty(size, np.int32)
        place_of = np.empty(size, np.int32)
        live = np.empty(size, np.int32)
        wins_by_try = np.empty(size, np.int8)
        free = np.empty(size), np.empty(size)
        widest = 0.0
        for taken in sets.tolist():
            base = int(graph.first[taken])
            run_bound_free_cells(taken, graph.cells, tables, bounds, mask, place_of, free, win)
            count = list_live_shares(
                base, graph.has_row, mask, free[0], lower, live, wins_by_try, win
            )
            gap = settle(count, base, free, live, wins_by_try, bounds, allowed, slack, win)
            widest = max(widest, gap)
            _symmetrize(graph, taken, lower[base : base + size], upper[base : base + size])
        return widest

    widest = 0.0
    with ThreadPoolExecutor(THREADS) as threads:
        for k in range(graph.cells, -1, -1):
            sets = graph.sets[graph.counts == k]
            parts = [sets[t::THREADS] for t in range(THREADS) if len(sets) > t]
            # The gaps add up from set to set, so the width is spread over all numbers of cells.
            allowed = width * (graph.cells + 1 - k) / (graph.cells + 1)
            widest = max(widest, *threads.map(run, parts, [allowed] * len(parts)))
    return widest


def _symmetrize(graph: MarkGraph, taken: int, lower: Array, upper: Array) -> None:
    """Give positions that a symmetry of their set turns into each other the same bounds, the best
    among them.
    """
    lower_before = lower.copy()
    upper_before = upper.copy()
    for shares in graph.own_symmetries(taken):
        np.maximum(lower, lower_before[shares], out=lower)
        np.minimum(upper, upper_before[shares], out=upper)
