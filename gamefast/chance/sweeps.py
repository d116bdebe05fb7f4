"""Bounds for every board of overwriting tic-tac-toe, by sweeps: one set of occupied cells after
another.

The fullest sets come first, because a move leads to a fuller set or stays in the same one. The
tables are those of a MarkGraph, and so are the words. A **share** is the part of a set that the
player to move has, as a number whose bit b stands for the b-th cell of the set; the opponent has
the rest. The places of a set's shares follow each other in its **block**. If either player has a
row, play is over, and the share keeps its first bounds, which nobody reads: a move that completes a
row is worth ``win``, and is not looked up.
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
    """For each share of a set of taken cells, find the bounds on what the best move to a free cell
    is worth to the player to move, from the blocks of larger sets.

    Parameters
    ----------
    taken
        int: the set.
    cells
        int: the number of cells of the board, N.
    tables
        ``has_row``, ``cell_images``, ``symmetry``, ``representative`` and ``first`` of the MarkGraph.
    bounds
        Lower and upper, float64, shape (len(graph),), final in the blocks of larger sets.
    mask
        int32, shape (2 ** k,) for a set of k cells: becomes each share as a set of cells of the
        board.
    place_of
        int32, shape (2 ** k,): scratch space, the places of the shares in a larger set's block.
    free
        Lower and upper, float64, shape (2 ** k,): become the bounds on the best move to a free
        cell.
    win
        float: the value of a row.
    """
    has_row, cell_images, symmetry, representative, first = tables
    lower, upper = bounds
    free_lower, free_upper = free

    # 1. ``mask``: with each cell c of the set, the shares of the cells before it are doubled: once
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

    # 2. Each move to a free cell c.
    for c in range(cells):
        if taken >> c & 1:
            continue
        # The larger set's block is that of its representative. The symmetry takes cell d to cell
        # cell_images[row + d] of the representative.
        rep = representative[taken | 1 << c]
        row = symmetry[taken | 1 << c] * cells
        # ``place_of[s]``: the place, in the larger set's block, of the share s of the set ``taken``.
        # It is filled as ``mask`` is above: with cell d a share's place is larger by ``1 << bit``.
        # The bit of cell c stays 0: after the move the opponent is to move, and does not have c.
        b = 0
        place_of[0] = first[rep]
        for d in range(cells):
            if taken >> d & 1:
                bit = 0  # the bit of cell d: how many cells of the representative come before it
                for e in range(cell_images[row + d]):
                    bit += rep >> e & 1
                for i in range(1 << b):
                    place_of[i + (1 << b)] = place_of[i] + (1 << bit)
                b += 1
        for i in range(full + 1):
            if has_row[mask[i] | 1 << c]:
                free_lower[i] = win
                free_upper[i] = win
            else:  # then it is the opponent's turn, and their share is the rest of the set
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
    try_can_win: Array,
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
    try_can_win
        int8, shape (2 ** k,): becomes, for each share listed, whether a try at one of the opponent's
        cells can complete a row.
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
        try_can_win[i] = 0
        rest = full ^ i  # the opponent's cells that have not been looked at
        while rest and not try_can_win[i]:
            bit = rest & -rest  # the lowest of them
            try_can_win[i] = has_row[mask[i | bit]]
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
    try_can_win: Array,
    bounds: tuple[Array, Array],
    width: float,
    slack: float,
    win: float,
) -> float:
    """Sweep the bounds of a set of taken cells until they are within ``width`` of each other, or
    stop changing. Returns the largest difference between the two bounds.

    Trying an opponent's cell is worth half of what success gives plus half of what failure leaves.
    A share whose bounds are within half the width is not swept again. What is left between them adds
    to the gaps of the shares that go on reading them; for that there is the other half.

    Parameters
    ----------
    count, live, try_can_win
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
    full = len(try_can_win) - 1
    lower, upper = bounds
    free_lower, free_upper = free
    if not count:  # nothing to sweep
        return 0.0
    settled_gap = 0.0  # the largest difference among the shares that are swept no more
    gap = width + 1.0  # more than the width, so that there is a first sweep
    moved = True
    while count and gap > width and moved:
        swept = count
        count = 0  # how many of these shares have to be swept again
        gap = 0.0
        moved = False
        for a in range(swept):
            i = live[a]
            theirs = full ^ i  # the opponent's cells, and so their share when they are to move

            # 1. The best success: the mover takes one of these cells, and the opponent moves.
            rest = theirs
            low = -win
            high = -win
            if try_can_win[i]:  # one of them completes a row
                rest = 0
                low = win
                high = win
            while rest:
                bit = rest & -rest  # the lowest of those that are left
                low = max(low, -upper[base + (theirs ^ bit)])
                high = max(high, -lower[base + (theirs ^ bit)])
                rest ^= bit

            # 2. The best try: if it fails, nothing changes, and the opponent moves.
            if theirs:
                low = 0.5 * (low - upper[base + theirs]) - slack
                high = 0.5 * (high - lower[base + theirs]) + slack

            # 3. The best move: a try or a free cell. Its bounds count where they are closer.
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
                settled_gap = max(settled_gap, apart)
    return max(settled_gap, gap)


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
    tables = graph.has_row, graph.cell_images, graph.symmetry, graph.representative, graph.first
    bounds = lower, upper
    work = 40 * len(graph)  # about ten sweeps, with a few moves for each board
    run_bound_free_cells = bound_free_cells.at(work)
    run_list_live = list_live.at(work)
    run_settle_set = settle_set.at(work)

    def settle(sets: NDArray[np.int32], allowed: float) -> float:
        """Settle some sets with equally many cells; return the largest difference."""
        size = 1 << int(sets[0]).bit_count()  # how many shares each of these sets has
        # Scratch space for one set, with a place for each share; see the kernels.
        mask = np.empty(size, np.int32)
        place_of = np.empty(size, np.int32)
        live = np.empty(size, np.int32)
        try_can_win = np.empty(size, np.int8)
        free = np.empty(size), np.empty(size)
        widest = 0.0
        for taken in sets.tolist():
            base = int(graph.first[taken])
            run_bound_free_cells(taken, graph.cells, tables, bounds, mask, place_of, free, win)
            free_lower, _free_upper = free
            count = run_list_live(
                base, graph.has_row, mask, free_lower, lower, live, try_can_win, win
            )
            gap = run_settle_set(count, base, free, live, try_can_win, bounds, allowed, slack, win)
            widest = max(widest, gap)
            _symmetrize(graph, taken, lower[base : base + size], upper[base : base + size])
        return widest

    widest = 0.0
    with ThreadPoolExecutor(THREADS) as threads:
        for k in range(graph.cells, -1, -1):
            sets = graph.sets[graph.counts == k]
            parts = [sets[t::THREADS] for t in range(THREADS) if len(sets) > t]
            # The gaps add up from set to set, so each number of cells, from N down to 0, may add an
            # equal part of the width.
            allowed = width * (graph.cells + 1 - k) / (graph.cells + 1)
            widest = max(widest, *threads.map(settle, parts, [allowed] * len(parts)))
    return widest


def _symmetrize(graph: MarkGraph, taken: int, lower: Array, upper: Array) -> None:
    """Give positions of a set that its own symmetries turn into each other the same bounds: the
    closest that any of them has. ``lower`` and ``upper`` are those of the set's block.
    """
    lower_before = lower.copy()
    upper_before = upper.copy()
    for shares in graph.own_symmetries(taken):
        np.maximum(lower, lower_before[shares], out=lower)
        np.minimum(upper, upper_before[shares], out=upper)
