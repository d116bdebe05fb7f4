"""Retrograde analysis in passes, for two tokens on large graphs: no frontier, and one byte for each
position.

Two passes make a round. In an odd pass, the positions with a move to a loss for the opponent become
won. In an even pass, the positions whose moves all lead to wins for the opponent become lost (see
``bits``). The pass in which a position joins is its remoteness, so the remoteness alone tells the
outcome: an odd remoteness is a WIN. So between two passes these numbers are the whole state, and
the sets of bits are made from them when an earlier run is resumed.

This works only if no position forces a player to lose with the next move; if staying is allowed, no
position does. Otherwise a loss may have remoteness 1, and ``tokens`` goes rank by rank.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from operator import call
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamefast.boards.meeting import Meeting, Table
from gamefast.boards.tokens import BYTES_IN_ROUNDS, TokenGraph
from gamefast.machine import CHUNK, check_memory
from gamefast.progress import UNKEPT, Progress, Run
from gamefast.retrograde.bits import Known, Side, packed, put
from gamefast.retrograde.ranked import Ranked, in_order
from gamefast.retrograde.tiles import Tiles, in_tiles

#: A pass that finds this many positions is followed by one in two threads, with a further part for
#: each PART of them.
SHARED_FROM, PART = 10_000, 50_000

#: How many threads a large board takes.
THREADS = 2

#: This many rows at a time are made from the arena.
STRIP = 256


def sides_of(arena: TokenGraph) -> tuple[Side, Side]:
    """Both players of an arena in which only terminal positions are settled; their mark is 0, all
    others are 255.
    """
    shape = n0, n1 = arena.won.shape
    rows = arena.indptr[: n0 + 1], arena.indptr[n0:]
    graphs = [Tiles.of(steps, arena.targets, in_tiles(steps, arena.targets)) for steps in rows]
    full = [packed(np.ones((1, n), np.bool_)) for n in (n1, n0)]
    lost, won = (
        [np.zeros(n * len(row), np.uint64) for n, row in zip(shape, full, strict=True)]
        for _ in range(2)
    )
    marks = [np.full(64 * len(words), 255, np.uint8) for words in lost]
    for low in range(0, n0, STRIP):
        x, y = ends(arena.won, low, low + STRIP)
        result, x, y = arena.won[x, y], graphs[0].number[x], graphs[1].number[y]
        for k, (row, bit) in enumerate(((x, y), (y, x))):
            marks[k][64 * ((bit >> 6) * shape[k] + row) + (bit & 63)] = 0
            for words, value in ((lost[k], 1 - 2 * k), (won[k], 2 * k - 1)):
                put(words, shape[k], row[result == value], bit[result == value])
    open = [
        np.repeat(row, n) & ~(a | b) for row, n, a, b in zip(full, shape, lost, won, strict=True)
    ]
    reads = [(Known.of(lost[k], n), Known.of(won[k], n)) for k, n in enumerate(shape)]
    one, other = (
        Side(graphs[k], reads[k], reads[1 - k][::-1], open[k], marks[k], len(arena)) for k in (0, 1)
    )
    return one, other


def solve_rounds(arena: TokenGraph, run: Run = UNKEPT) -> Ranked | None:
    """Outcome and remoteness of every position; None if a position is lost in one move, which
    passes cannot tell.

    Needs one byte for each position, or two if remoteness reaches 255, and six bits more. The
    arrays of the answer are made when they are asked for. ``run`` may keep the state. Raises
    TooLarge, before anything is allocated, if all this does not fit into free memory.
    """
    check_memory(len(arena), BYTES_IN_ROUNDS)
    sides = sides_of(arena)
    begun = run.begun()
    rank, found = int(begun["at"][0]) if begun else 0, len(arena)
    if begun:
        _go_on(sides, (begun.pop("marks_first"), begun.pop("marks_second")))
    rows, columns = (side.graph.number for side in sides)

    def state() -> dict[str, NDArray[Any]]:
        first = in_order(sides[0].marks, rows, columns, 0, arena.won.size)
        second = in_order(sides[1].marks, columns, rows, 0, arena.won.size)
        return {"marks_first": first, "marks_second": second, "at": np.array([rank], np.int64)}

    with (
        ThreadPoolExecutor(THREADS, "rounds") as threads,
        Progress(len(arena), "settling", len(arena)) as bar,
    ):
        settled = (
            part != np.iinfo(part.dtype).max for side in sides for part in _pieces(side.marks)
        )
        bar(sum(int(np.count_nonzero(part)) for part in settled))
        if rank == 0 and any(side.settle(1, 1) for side in sides):
            return None
        while found:
            rank, before, found = rank + 1, found, 0
            for side in sides:
                if rank == np.iinfo(side.marks.dtype).max:
                    side.marks = _widened(side.marks)
            # neither player reads what the other writes in this pass
            every, split = 1 - rank % 2, 1 + before // PART
            parts = [
                partial(side.settle, every, rank, part)
                for side in sides
                for part in _parts(side, split)
            ]
            for more in threads.map(call, parts) if before > SHARED_FROM else map(call, parts):
                bar(more, f"remoteness {rank}")
                found += more
            for side in sides:
                side.reads[every].changed[:] = 0  # everything has been read
            if found:
                run.look(state, rank)
    return Ranked(arena, ((sides[0].marks, rows), (sides[1].marks, columns)))


def _go_on(sides: tuple[Side, Side], marks: tuple[NDArray[Any], NDArray[Any]]) -> None:
    """Make all that has joined known, and count it as changed once; terminal positions are known
    already.
    """
    for k, side in enumerate(sides):
        rows, columns = (np.argsort(of.graph.number) for of in (side, sides[1 - k]))
        none = np.iinfo(marks[k].dtype).max
        table = marks[k].reshape(len(columns), len(rows))[columns][:, rows]
        whole = np.pad(table, ((0, -len(columns) % 64), (0, 0)), constant_values=none)
        side.marks = whole.reshape(-1, 64, len(rows)).swapaxes(1, 2).ravel()
        joined = (table > 0) & (table < none)
        for known, parity in zip(side.writes, (1, 0), strict=True):
            more = Known.of(packed(joined & (table & 1 == parity)), len(table))
            known.words |= more.words
            known.changed |= more.changed
        side.open &= packed((table == none).T)


def _parts(side: Side, parts: int) -> list[tuple[int, int]]:
    """Split the tiles of a side into ``parts`` parts, or fewer."""
    size = len(side.graph.groups) - 1
    step = max(1, -(-size // parts))
    return [(low, min(low + step, size)) for low in range(0, size, step)]


def _pieces(marks: NDArray[Any]) -> list[NDArray[Any]]:
    """Views of the marks, one after another, so that what is worked out from them takes little
    memory.
    """
    return np.array_split(marks, 1 + len(marks) // CHUNK)


def _widened(marks: NDArray[Any]) -> NDArray[Any]:
    """The same marks in integers of twice the bytes."""
    wide = marks.astype(f"u{2 * marks.itemsize}")
    for part in _pieces(wide):
        part[part == np.iinfo(marks.dtype).max] = np.iinfo(wide.dtype).max
    return wide


def ends(won: Table, low: int, high: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Where play is over in rows ``low`` to ``high``: rows and columns, some of them perhaps twice.

    Parameters
    ----------
    won
        The table.
    low, high
        A range of its rows; the table may have fewer.

    Returns
    -------
    tuple
        The indices.

    Examples
    --------
    >>> ends(Meeting(np.array([False, True])), 0, 2)
    (array([0, 0, 1, 1]), array([0, 1, 1, 1]))
    """
    if isinstance(won, Meeting):
        rows, exits = np.arange(low, min(high, len(won.exits))), np.flatnonzero(won.exits)
        return np.repeat(rows, 1 + len(exits)), np.column_stack(
            [rows, np.tile(exits, (len(rows), 1))]
        ).ravel()
    x, y = np.nonzero(won[low:high])
    return x + low, y
