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
from dataclasses import dataclass
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
from gamelib.core import LOSS, WIN

#: A pass that finds this many positions is followed by one in two threads, with a further part for
#: each PART of them.
SHARED_FROM = 10_000
PART = 50_000

#: How many threads a large board takes.
THREADS = 2

#: The mark of a position that is not settled, in one byte.
UNMARKED = 255

#: This many rows at a time are made from the arena.
STRIP = 256


@dataclass(frozen=True)
class Terminal:
    """The terminal positions of one player, in the tables of that player's ``Side``: a row for each
    of the ``height`` vertices of the player's token, a bit for each vertex of the other token.

    ``row``: uint64: a row in which every bit is set. ``opponent_lost``, ``opponent_won``: uint64,
    ``height`` times as many: where play is over and the opponent, to move, has lost or won.
    ``marks``: uint8, 64 for each of these words: 0 where play is over, otherwise 255.
    """

    height: int
    row: NDArray[np.uint64]
    opponent_lost: NDArray[np.uint64]
    opponent_won: NDArray[np.uint64]
    marks: NDArray[np.uint8]

    @classmethod
    def none(cls, height: int, width: int) -> Terminal:
        """Tables of ``height`` rows and ``width`` bits in which play is over nowhere.

        >>> Terminal.none(2, 3).open()
        array([7, 7], dtype=uint64)
        """
        row = packed(np.ones((1, width), np.bool_))
        words = height * len(row)
        lost = np.zeros(words, np.uint64)
        won = np.zeros(words, np.uint64)
        return cls(height, row, lost, won, np.full(64 * words, UNMARKED, np.uint8))

    def add(self, rows: NDArray[Any], bits: NDArray[Any], results: NDArray[Any]) -> None:
        """Note that play is over at these positions, and the results for the player, 1 or -1.
        Position k has row ``rows[k]`` and bit ``bits[k]``.
        """
        word = (bits >> 6) * self.height + rows  # the first words of all rows come first
        bit = bits & 63
        self.marks[64 * word + bit] = 0
        # A WIN of the player is lost for the opponent.
        for words, result in ((self.opponent_lost, WIN), (self.opponent_won, LOSS)):
            has_result = results == result
            put(words, self.height, rows[has_result], bits[has_result])

    def open(self) -> NDArray[np.uint64]:
        """Where play goes on."""
        return np.repeat(self.row, self.height) & ~(self.opponent_lost | self.opponent_won)

    def known(self) -> tuple[Known, Known]:
        """What the player reads: the positions that the opponent loses, and wins."""
        return Known.of(self.opponent_lost, self.height), Known.of(self.opponent_won, self.height)


def sides_of(arena: TokenGraph) -> tuple[Side, Side]:
    """Both players of an arena in which only terminal positions are settled so far: these have the
    mark 0, all others have 255.

    The players share their sets: the wins and losses that one writes are what the opponent reads.
    """
    n0, n1 = arena.won.shape
    first_tiles = _tiles(arena.indptr[: n0 + 1], arena.targets)
    second_tiles = _tiles(arena.indptr[n0:], arena.targets)
    first_ends = Terminal.none(n0, n1)
    second_ends = Terminal.none(n1, n0)
    for low in range(0, n0, STRIP):
        x, y = ends(arena.won, low, low + STRIP)
        results = arena.won[x, y]
        rows = first_tiles.number[x]
        columns = second_tiles.number[y]
        first_ends.add(rows, columns, results)
        second_ends.add(columns, rows, -results)
    first_reads = first_ends.known()
    second_reads = second_ends.known()
    # A side reads the opponent's losses and wins, in this order, and writes its own wins and
    # losses, in this order: so what it writes is what the opponent reads, the other way round.
    size = len(arena)
    first = Side(
        graph=first_tiles,
        reads=first_reads,
        writes=second_reads[::-1],
        open=first_ends.open(),
        marks=first_ends.marks,
        size=size,
    )
    second = Side(
        graph=second_tiles,
        reads=second_reads,
        writes=first_reads[::-1],
        open=second_ends.open(),
        marks=second_ends.marks,
        size=size,
    )
    return first, second


def _tiles(steps: NDArray[np.int64], vertices: NDArray[np.int32]) -> Tiles:
    """A token's graph with its vertices in the order of ``in_tiles``."""
    return Tiles.of(steps, vertices, in_tiles(steps, vertices))


def solve_rounds(arena: TokenGraph, run: Run = UNKEPT) -> Ranked | None:
    """Outcome and remoteness of every position; None if a position is lost in one move, which
    passes cannot tell.

    Pass after pass (``settle_pass``), until one finds nothing more; what is then left is drawn.

    Needs one byte for each position, or two if remoteness reaches 255, and six bits more. The
    arrays of the answer are made when they are asked for. ``run`` may keep the state. Raises
    TooLarge, before anything is allocated, if all this does not fit into free memory.
    """
    check_memory(len(arena), BYTES_IN_ROUNDS)
    first, second = sides_of(arena)
    sides = first, second
    rows = first.graph.number  # the row of each vertex of the first token, in its new order
    columns = second.graph.number
    rank = 0  # the remoteness of what was found last
    begun = run.begun()
    if begun:
        rank = int(begun["at"][0])
        _resume(sides, (begun.pop("marks_first"), begun.pop("marks_second")))

    def state() -> dict[str, NDArray[Any]]:
        """What a file has to keep for the run to be resumed."""
        return {
            "marks_first": in_order(first.marks, rows, columns, 0, arena.won.size),
            "marks_second": in_order(second.marks, columns, rows, 0, arena.won.size),
            "at": np.array([rank], np.int64),
        }

    with (
        ThreadPoolExecutor(THREADS, "rounds") as threads,
        Progress(len(arena), "settling", len(arena)) as bar,
    ):
        bar(_count_settled(first.marks) + _count_settled(second.marks))
        # Before the first pass only terminal positions are known. So this finds the positions in
        # which every move ends play with a win of the opponent. Passes work only without those.
        if rank == 0 and any(side.settle(every=1, mark=1) for side in sides):
            return None
        found_before = len(
            arena
        )  # as if a pass had found all: so the first is shared among threads
        while found_before:
            rank += 1
            found_before = settle_pass(sides, rank, found_before, threads, bar)
            if found_before:
                run.look(state, rank)
    return Ranked(arena, ((first.marks, rows), (second.marks, columns)))


def settle_pass(
    sides: tuple[Side, Side],
    rank: int,
    found_before: int,
    threads: ThreadPoolExecutor,
    bar: Progress,
) -> int:
    """Settle the positions of remoteness ``rank``, wins if it is odd, and otherwise losses; return
    how many.

    The pass before has found ``found_before`` positions; if they were many, this one is shared
    among the threads.
    """
    every = 1 - rank % 2  # 1 in an even pass: a loss is where every move leads to an opponent's win
    for side in sides:
        # The largest number of the dtype stands for "not settled", so it cannot be a mark.
        if rank == np.iinfo(side.marks.dtype).max:
            side.marks = _widened(side.marks)

    # Neither player reads what the other writes in this pass, so the order of the parts is free.
    n_parts = 1 + found_before // PART
    work = [
        partial(side.settle, every, rank, part) for side in sides for part in _parts(side, n_parts)
    ]
    run_all = threads.map if found_before > SHARED_FROM else map
    counts = run_all(call, work)
    joined = 0
    for count in counts:
        bar(count, f"remoteness {rank}")
        joined += count
    for side in sides:
        side.reads[every].changed[:] = 0  # everything in this set has been read
    return joined


def _count_settled(marks: NDArray[Any]) -> int:
    """How many of these positions have their remoteness as a mark."""
    unmarked = np.iinfo(marks.dtype).max
    return sum(int(np.count_nonzero(piece != unmarked)) for piece in _pieces(marks))


def _resume(sides: tuple[Side, Side], marks: tuple[NDArray[Any], NDArray[Any]]) -> None:
    """Make known what was settled in an earlier run, and count it as changed, so that it is read
    once; terminal positions are known already.

    ``marks``: the remoteness of either player's positions, as the arena numbers them.
    """
    first, second = sides
    first_marks, second_marks = marks
    _take_marks(first, first_marks, second.graph.number)
    _take_marks(second, second_marks, first.graph.number)


def _take_marks(side: Side, marks: NDArray[Any], numbers: NDArray[Any]) -> None:
    """Give one player these marks, and put the wins and losses among them into the sets that the
    opponent reads.

    ``marks``: as the arena numbers the positions, with the player's own vertex counted fastest.
    ``numbers``: the new number of each vertex of the opponent's token, which is its bit.
    """
    # The vertices of both tokens in the order of their new numbers.
    rows = np.argsort(side.graph.number)
    columns = np.argsort(numbers)
    unmarked = np.iinfo(marks.dtype).max
    # A table with a line for each of the opponent's vertices, and a column for each of the
    # player's, both in their new order.
    table = marks.reshape(len(columns), len(rows))[columns][:, rows]

    # The marks of a side are the other way round, a row for each of the player's vertices, and in
    # words of 64 columns: the last word is filled up.
    missing = -len(columns) % 64
    whole_words = np.pad(table, ((0, missing), (0, 0)), constant_values=unmarked)
    side.marks = whole_words.reshape(-1, 64, len(rows)).swapaxes(1, 2).ravel()

    joined = (table > 0) & (table < unmarked)
    for known, parity in zip(side.writes, (1, 0), strict=True):  # wins are odd, losses even
        more = Known.of(packed(joined & (table & 1 == parity)), len(table))
        known.words |= more.words
        known.changed |= more.changed
    side.open &= packed((table == unmarked).T)  # open sets have a row for each own vertex, as marks


def _parts(side: Side, parts: int) -> list[tuple[int, int]]:
    """Split the tiles of a side into ``parts`` parts, or fewer: of each the first tile, and the one
    after the last.
    """
    tiles = len(side.graph.groups) - 1
    step = max(1, -(-tiles // parts))  # rounded up
    return [(low, min(low + step, tiles)) for low in range(0, tiles, step)]


def _pieces(marks: NDArray[Any]) -> list[NDArray[Any]]:
    """Views of the marks, one after another, so that what is worked out from them takes little
    memory.
    """
    return np.array_split(marks, 1 + len(marks) // CHUNK)


def _widened(marks: NDArray[Any]) -> NDArray[Any]:
    """The same marks in integers of twice the bytes."""
    wide = marks.astype(f"u{2 * marks.itemsize}")
    # The largest number of the dtype stands for "not settled".
    unmarked_before = np.iinfo(marks.dtype).max
    unmarked = np.iinfo(wide.dtype).max
    for piece in _pieces(wide):  # these are views, so ``wide`` itself is changed
        piece[piece == unmarked_before] = unmarked
    return wide


def ends(won: Table, low: int, high: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Where play is over in rows ``low`` to ``high``, which is not included: rows and columns of
    these positions, some of them perhaps twice.

    Parameters
    ----------
    won
        The table of results: 0 where play goes on.
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
        # In each row play is over where both tokens meet, and at each exit.
        rows = np.arange(low, min(high, len(won.exits)))
        exits = np.flatnonzero(won.exits)
        columns = np.column_stack([rows, np.tile(exits, (len(rows), 1))])
        return np.repeat(rows, 1 + len(exits)), columns.ravel()
    rows, columns = np.nonzero(won[low:high])
    return rows + low, columns
