"""Sets of positions as bits, 64 in a word, for two tokens: the loop under ``rounds``.

The positions that a player is known to win, and those known to be lost for that player, are sets of
bits. In such a set each vertex of the token that moves to its positions has a row, and each vertex
of the other token has a bit. A position joins the wins if some move leads to a loss for the
opponent: the OR of these losses in the neighbouring rows. It joins the losses if every move leads
to a win for the opponent: the AND. Rows and bits are in tiles of 64 vertices that lie close
together. The 64 x 64 positions of two tiles are looked at only if something beside them changed in
the pass before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamefast.machine import Array, Kernel
from gamefast.retrograde.tiles import Tiles

#: ``BITS[k]`` is bit k alone, ``BITS[64]`` is all bits. (A table, so that they are unsigned in a
#: compiled kernel, too.)
BITS = np.append(np.uint64(1) << np.arange(64, dtype=np.uint64), ~np.uint64(0))


@Kernel
def join(
    part: tuple[int, int],
    every: int,
    graph: tuple[Array, Array, Array, Array],
    reads: tuple[Array, Array],
    open: Array,
    writes: tuple[Array, Array],
    marked: tuple[Array, int],
    bits: Array,
) -> int:
    """Settle the open positions of some tiles that are now won or lost; return how many.

    Rows are the n vertices x of the token that moves, and bits the m vertices y of the other. New
    entries are written the other way round, as the opponent, who moves next, reads them: row y, bit
    x.

    Parameters
    ----------
    part
        ints: the first tile, and the one after the last.
    every
        int: 1 if all moves have to lead into the set that is read, 0 if one is enough.
    graph
        ``steps``, ``vertices``, ``groups`` and ``near`` of the Tiles, int64 and int32: row x says
        where the token goes from x; ``groups`` and ``near`` say from which tile it goes to which
        tiles.
    reads
        The set that moves lead to: its ``words``, uint64, the first word of all rows, then the
        second; and ``changed``, uint8, for each word and each tile of rows, whether anything has
        changed there.
    open
        uint64: the positions not yet settled.
    writes
        The same as ``reads``, for the set of the new entries.
    marked
        Any integers, 64 for each word of ``open``, or none; and the number written for each new
        entry.
    bits
        ``BITS``.
    """
    low, high = part
    steps, vertices, groups, near = graph
    read, changed = reads
    written, written_changed = writes
    marks, mark = marked
    n = len(steps) - 1
    tiles = len(groups) - 1
    n_words = len(open) // n  # words in a row
    m = len(written) // tiles
    # How many rows and tiles the set that is read has: more than ours if ours are a strip of a
    # board.
    rows_read = len(read) // n_words
    tiles_read = len(changed) // n_words
    # With ``every``, the positions that join are the AND of the rows that moves lead to. Otherwise
    # the AND of the complements of these rows (XOR with all bits) are those that do not join.
    no_bits = bits[64] ^ bits[64]
    flip = no_bits if every else bits[64]
    count = 0
    for w in range(n_words):
        for tile in range(low, high):
            # Has has_change changed in this word of the tiles to which the token goes?
            has_change = 0
            for e in range(groups[tile], groups[tile + 1]):
                has_change |= changed[w * tiles_read + near[e]]
            for x in range(64 * tile, min(64 * tile + 64, n) if has_change else 0):
                word = w * n + x
                mask = open[word]  # narrowed down to the positions that join
                if mask == 0:
                    continue
                for e in range(steps[x], steps[x + 1]):
                    mask &= read[w * rows_read + vertices[e]] ^ flip
                    if mask == 0:
                        break
                # Without ``every``, these are the positions that do not join: take the other open
                # ones. (With ``every``, ``flip`` has no bits, and nothing changes.)
                mask ^= open[word] & flip
                if mask == 0:
                    continue
                # These positions join: they are no longer open, and are written down one by one.
                open[word] ^= mask
                written_changed[tile * n_words + w] = 1
                while mask != 0:
                    bit = (mask & -mask).bit_length() - 1  # the place of the lowest 1
                    # Position (x, y) with y = 64 * w + bit, as the opponent reads it: row y, in its
                    # word number ``tile``, the bit of x.
                    written[tile * m + 64 * w + bit] |= bits[x & 63]
                    if len(marks):
                        marks[64 * word + bit] = mark
                    mask ^= mask & -mask  # removes the lowest 1
                    count += 1
    return count


@dataclass
class Known:
    """A set of one player's positions as rows of bits, with the tiles that changed in the last
    pass.

    ``words``: uint64, a row of bits for each vertex of the reader; the first word of all rows, then
    the second. ``changed``: uint8, for each word and each 64 rows, whether something has joined
    since it was last read.
    """

    words: NDArray[np.uint64]
    changed: NDArray[np.uint8]

    @classmethod
    def of(cls, words: NDArray[np.uint64], rows: int) -> Known:
        """From the words of ``rows`` rows; everything in them counts as changed."""
        return cls(words, by_tiles(words.reshape(-1, rows) != 0))

    def copy(self, *, read: bool = False) -> Known:
        """A copy that may be changed; with ``read`` everything in it counts as read already, so
        nothing as changed.
        """
        changed = np.zeros_like(self.changed) if read else self.changed.copy()
        return Known(self.words.copy(), changed)

    def of_rows(
        self, rows: NDArray[np.int32], height: int
    ) -> tuple[NDArray[np.uint64], NDArray[np.uint8]]:
        """The words of some of the ``height`` rows, and whether anything has changed in the tile of
        each word: two arrays with a line for each word of a row, and a column for each of ``rows``.
        """
        tiles = (height + 63) // 64  # rounded up
        words = self.words.reshape(-1, height)
        changed = self.changed.reshape(-1, tiles)
        return words[:, rows], changed[:, rows >> 6]


def by_tiles(changed: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """For each row of a table of flags, and each 64 columns: is any flag set?

    >>> by_tiles(np.array([[True] * 65, [False] * 65])).tolist()
    [1, 1, 0, 0]
    """
    begins = range(0, changed.shape[1], 64)
    any_set = np.logical_or.reduceat(changed, begins, axis=1)
    return any_set.astype(np.uint8).ravel()


@dataclass
class Side:
    """The positions of one player: which are settled, and what the opponent's positions say of
    their options.

    ``graph``: where the player's token goes. ``reads``: the positions that the opponent loses, and
    those that the opponent wins. ``writes``: those that the player wins, and those that the player
    loses. ``open``: the positions not settled, as rows of bits. ``marks``: a number for each bit of
    ``open``, or none. ``size``: how many positions the game has; if there are many, the loop is
    compiled.
    """

    graph: Tiles
    reads: tuple[Known, Known]
    writes: tuple[Known, Known]
    open: NDArray[np.uint64]
    marks: NDArray[Any]
    size: int

    def settle(self, every: int, mark: int, part: tuple[int, int] | None = None) -> int:
        """Settle the positions that are won or, with ``every``, lost; return how many.

        Parameters
        ----------
        every, mark
            See ``join``.
        part
            The first tile of rows, and the one after the last; all tiles if none are given.

        Returns
        -------
        int
            How many positions have joined.

        Examples
        --------
        >>> stay = Tiles.of(np.array([0, 1]), np.array([0], np.int32))
        >>> lost, none = (Known.of(np.full(1, word, np.uint64), 1) for word in (1, 0))
        >>> side = Side(stay, (lost, none), (none, none), np.ones(1, np.uint64), np.zeros(64, np.int8), 2)
        >>> side.settle(0, 7), side.marks[:2]
        (1, array([7, 0], dtype=int8))
        """
        graph = self.graph
        if part is None:
            part = (0, len(graph.groups) - 1)
        # Without ``every``, losses of the opponent are read and wins are written; with it, wins of
        # the opponent are read and losses are written.
        known = self.reads[every]
        into = self.writes[every]
        count = join.at(self.size)(
            part,
            every,
            (graph.steps, graph.vertices, graph.groups, graph.near),
            (known.words, known.changed),
            self.open,
            (into.words, into.changed),
            (self.marks, mark),
            BITS,
        )
        return int(count)


def packed(table: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """A table as rows of bits in words of 64: the first word of all rows, then the second.

    >>> packed(np.array([[1, 0, 1], [0, 0, 1]], bool))
    array([5, 4], dtype=uint64)
    """
    rows, columns = table.shape
    n_words = -(-columns // 64)  # of a row, rounded up
    n_bytes = -(-columns // 8)
    row_bytes = np.zeros((rows, 8 * n_words), np.uint8)
    row_bytes[:, :n_bytes] = np.packbits(table, axis=1, bitorder="little")
    words = row_bytes.view("<u8").astype(np.uint64, copy=False)  # shape (rows, n_words)
    return words.T.ravel()


def put(
    words: NDArray[np.uint64], height: int, rows: NDArray[np.intp], columns: NDArray[np.intp]
) -> None:
    """Set some bits.

    Parameters
    ----------
    words
        Rows of bits.
    height
        How many rows there are.
    rows, columns
        The rows and columns of these bits.

    Examples
    --------
    >>> words = np.zeros(4, np.uint64)
    >>> put(words, 2, np.array([0, 1]), np.array([2, 64]))
    >>> words
    array([4, 0, 0, 1], dtype=uint64)
    """
    places = (columns >> 6) * height + rows  # the first words of all rows come first
    # ``words[places] |= ...`` would set only one bit where several are for the same word.
    np.bitwise_or.at(words, places, BITS[columns & 63])
