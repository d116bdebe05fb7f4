"""Retrograde analysis in rounds, for two tokens on large graphs: no frontier, one byte a position.

In an odd round those positions are won that have a move to a loss of the opponent, in an even round those are lost
whose moves all lead to his wins (see ``bits``). The round in which a position joins is its remoteness, so that alone
tells who wins: an odd one is a WIN. So between two rounds these numbers are the whole state, and the sets of bits are
made from them where an earlier run goes on.

This asks that nobody must end the game against himself with his next move, and where one may stay, nobody must. Else a
loss may have remoteness 1, and ``tokens`` goes rank by rank.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gamelib.arenas.tokens import BYTES_IN_ROUNDS, TokenGraph
from gamelib.machine import CHUNK, Progress, check_memory
from gamelib.solvers.backward.bits import Known, Side, packed, unpacked
from gamelib.solvers.backward.ranked import Ranked

if TYPE_CHECKING:
    from gamelib.storage.runs import Run

#: A round that has found so many positions is followed by one in several threads.
SHARED_FROM = 50_000

#: So many rows have bytes and words of their own in what they write.
ALONE = 512

#: How many threads a large board takes.
THREADS = 2


def sides_of(arena: TokenGraph) -> tuple[Side, Side]:
    """Both players of an arena where only that is settled where play is over; a mark is 0 there, else 255."""
    n0, n1 = arena.won.shape
    (first, first_by), (second, second_by) = (packed(arena.won, value) for value in (1, -1))
    full = [packed(np.ones((1, n), np.int8), 1)[0] for n in (n1, n0)]
    open = [np.tile(full[0], n0) & ~(first | second), np.tile(full[1], n1) & ~(first_by | second_by)]
    reads = [(Known.of(first, n0), Known.of(second, n0)), (Known.of(second_by, n1), Known.of(first_by, n1))]
    steps = arena.indptr[: n0 + 1], arena.indptr[n0:]
    marks = [unpacked(open[1], n1, n0), unpacked(open[0], n0, n1)]
    for mark in marks:
        mark *= 255
    one, other = (
        Side(steps[k], arena.targets, reads[k], (reads[1 - k][1], reads[1 - k][0]), open[k], marks[k], len(arena))
        for k in (0, 1)
    )
    return one, other


def solve_rounds(arena: TokenGraph, run: Run | None = None) -> Ranked | None:
    """Outcome and remoteness of every position; None where a position is lost in one move, which rounds cannot tell.

    Needs one byte a position while remoteness is below 255, else two, and six bits; the arrays of the answer are made
    when they are asked for. ``run`` may keep the state. Raises TooLarge, before anything is allocated, where that and
    the arrays do not fit the free memory.
    """
    check_memory(len(arena), BYTES_IN_ROUNDS)
    sides = sides_of(arena)
    begun = {} if run is None else run.begun()
    rank, found = int(begun["at"][0]) if begun else 0, len(arena)
    if begun:
        _go_on(sides, (begun.pop("marks_first"), begun.pop("marks_second")))

    def state() -> dict[str, NDArray[Any]]:
        first, second = (side.marks for side in sides)
        return {"marks_first": first, "marks_second": second, "at": np.array([rank], np.int64)}

    with ThreadPoolExecutor(THREADS, "rounds") as threads, Progress(len(arena), "settling", len(arena)) as bar:
        bar(sum(int(np.count_nonzero(side.marks != np.iinfo(side.marks.dtype).max)) for side in sides))
        if rank == 0 and any(sum(side.settle(1, 1, _parts(side, 1), map)) for side in sides):
            return None
        while found:
            rank, before, found = rank + 1, found, 0
            for side in sides:
                if rank == np.iinfo(side.marks.dtype).max:
                    side.marks = _widened(side.marks)
                shared = before > SHARED_FROM
                parts = _parts(side, 4 * THREADS if shared else 1)
                for more in side.settle(1 - rank % 2, rank, parts, threads.map if shared else map):
                    bar(more, f"remoteness {rank}")
                    found += more
            if run is not None and found:
                run.look(state, rank)
    return Ranked(arena, (sides[0].marks, sides[1].marks))


def _go_on(sides: tuple[Side, Side], marks: tuple[NDArray[Any], NDArray[Any]]) -> None:
    """Let all that has joined be known, and count as changed once; where play is over it is known already."""
    for side, found in zip(sides, marks, strict=True):
        side.marks = found
    for side in sides:
        none = np.iinfo(side.marks.dtype).max
        table = side.marks.reshape(len(side.writes[0].rows), -1)
        joined = (table > 0) & (table < none)
        for known, parity in zip(side.writes, (1, 0), strict=True):
            known.add(packed(joined & (table & 1 == parity), 1)[0])
        side.open &= packed(table, none)[1]


def _parts(side: Side, parts: int) -> list[tuple[int, int]]:
    """The rows of a side in so many parts, or less."""
    size = len(side.steps) - 1
    step = (size // parts // ALONE + 1) * ALONE
    return [(low, min(low + step, size)) for low in range(0, size, step)]


def _widened(marks: NDArray[Any]) -> NDArray[Any]:
    """The same marks in integers of twice the bytes."""
    none = np.iinfo(marks.dtype).max
    wide = marks.astype(f"u{2 * marks.itemsize}")
    for low in range(0, len(wide), CHUNK):
        piece = wide[low : low + CHUNK]
        piece[piece == none] = np.iinfo(wide.dtype).max
    return wide
