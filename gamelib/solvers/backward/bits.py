"""Sets of positions as bits, 64 in a word, for two tokens: the loop under ``rounds``.

The positions that a player is known to win, and those he is known to lose, are sets of bits: a row for each vertex of
the token that moves to them, a bit for each vertex of the other. A position joins the wins if some move leads to a loss
of the opponent: the OR of his losses in the neighbouring rows. It joins the losses if every move leads to a win of the
opponent: the AND. A row is looked at only where a neighbouring row has changed in the round before, and of it only the
words that have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamelib.arenas.tokens import Table
from gamelib.machine import Array, Kernel

#: Applies a function to each of several parts.
Run = Callable[[Callable[[tuple[int, int]], int], Iterable[tuple[int, int]]], Iterable[int]]

#: So many rows at a time are made from the arena.
STRIP = 256

#: ``BITS[k]`` is bit k alone, ``BITS[64]`` are all; ``PLACES[(b >> 1) % 67]`` is the k of a word b that is bit k alone,
#: for the powers of 2 have different remainders.
BITS = np.append(np.uint64(1) << np.arange(64, dtype=np.uint64), ~np.uint64(0))
PLACES = np.zeros(67, np.int64)
PLACES[((BITS[:64] >> np.uint64(1)) % np.uint64(67)).astype(np.int64)] = np.arange(64)


@Kernel
def join(
    low: int,
    high: int,
    every: int,
    steps: Array,
    vertices: Array,
    known: Array,
    changed: Array,
    where: Array,
    open: Array,
    joined: Array,
    stirred: Array,
    there: Array,
    marks: Array,
    mark: int,
    bits: Array,
    places: Array,
    look: Array,
) -> int:
    """Let the open positions in rows ``low`` to ``high`` join the set that they belong to; return how many do.

    Rows are the n vertices x of the token that moves, bits the vertices y of the other. What joins is written the other
    way round, as the other player reads it, and he moves next: row y, bit x.

    Parameters
    ----------
    low, high, every, mark
        int: ``every`` is 1 where all moves have to lead into ``known``, 0 where one is enough.
    steps, vertices
        int64, shape (n + 1,), and int32: row x says where the token goes from x.
    known, changed, where
        The set that moves lead to: uint64; and uint8: which rows have changed, and which words, eight in a byte.
    open
        uint64: the positions not settled yet.
    joined, stirred, there
        As ``known, changed, where``: the set of what joins.
    marks
        Any integers: ``marks[y * n + x]`` becomes ``mark``, unless there are none.
    bits, places, look
        ``BITS``, ``PLACES``, and uint8, a byte for eight words of a row: scratch.
    """
    count, n = 0, len(steps) - 1
    wide, across, groups = len(open) // n, (n + 63) // 64, len(look)
    flip = bits[64] ^ bits[64] if every else bits[64]
    for x in range(low, high):
        near = 0
        for e in range(steps[x], steps[x + 1]):
            if changed[vertices[e]]:
                for g in range(groups):
                    look[g] = where[vertices[e] * groups + g] | (look[g] if near else 0)
                near = 1
        column, bit, flag = x >> 6, bits[x & 63], 1 << (x >> 6 & 7)
        for w in range(wide if near else 0):
            if look[w >> 3] >> (w & 7) & 1 == 0 or open[x * wide + w] == 0:
                continue
            left = open[x * wide + w]
            for e in range(steps[x], steps[x + 1]):
                left &= known[vertices[e] * wide + w] ^ flip
            left ^= open[x * wide + w] & flip
            open[x * wide + w] ^= left
            while left != 0:
                y = 64 * w + places[((left & -left) >> 1) % 67]
                joined[y * across + column] |= bit
                place = y * ((across + 7) // 8) + (column >> 3)
                if there[place] & flag == 0:  # two threads that write to one cache line wait for each other
                    there[place] |= flag
                    stirred[y] = 1
                if len(marks):
                    marks[y * n + x] = mark
                left ^= left & -left
                count += 1
    return count


@dataclass
class Known:
    """A set of one player's positions, as the other reads it: what can be moved to.

    ``words``: uint64, a row of bits for each vertex of the reader. ``rows``, ``places``: uint8, which rows have
    changed since it was read last, and which words, eight in a byte.
    """

    words: NDArray[np.uint64]
    rows: NDArray[np.uint8]
    places: NDArray[np.uint8]

    @classmethod
    def of(cls, words: NDArray[np.uint64], rows: int) -> Known:
        """From the words of so many rows; all that is in them counts as changed."""
        places = np.packbits(words.reshape(rows, -1) != 0, axis=1, bitorder="little")
        return cls(words, (places != 0).any(axis=1).astype(np.uint8), places.ravel())

    def add(self, words: NDArray[np.uint64]) -> None:
        """More of it, which counts as changed."""
        more = Known.of(words, len(self.rows))
        self.words |= more.words
        self.rows |= more.rows
        self.places |= more.places

    def copy(self, *, read: bool = False) -> Known:
        """The same, to be changed; with ``read`` nothing counts as changed so far."""
        flags = (np.zeros_like(part) if read else part.copy() for part in (self.rows, self.places))
        return Known(self.words.copy(), next(flags), next(flags))

    def taken(self, rows: NDArray[np.int32]) -> tuple[Any, Any, Any]:
        """Words and flags of some rows."""
        words, places = (part.reshape(len(self.rows), -1)[rows].ravel() for part in (self.words, self.places))
        return words, self.rows[rows], places

    def forget(self) -> None:
        """It has been read: nothing counts as changed any more."""
        rows = np.flatnonzero(self.rows)
        self.places.reshape(len(self.rows), -1)[rows] = 0
        self.rows[rows] = 0


@dataclass
class Side:
    """One player, what he reads and what he writes.

    ``steps``, ``vertices``: where his token goes. ``reads``: the positions that the other loses, those that the other
    wins. ``writes``: those that he wins himself, those that he loses. ``open``: his positions that are not settled, as
    rows of bits. ``marks``: a number for each of his positions, as the arena numbers them. ``size``: how many
    positions the game has; where they are many, the loop is compiled.
    """

    steps: NDArray[np.int64]
    vertices: NDArray[np.int32]
    reads: tuple[Known, Known]
    writes: tuple[Known, Known]
    open: NDArray[np.uint64]
    marks: NDArray[Any]
    size: int

    def settle(self, every: int, mark: int, parts: Iterable[tuple[int, int]], run: Run) -> Iterator[int]:
        """Settle what of his positions is won or, with ``every``, lost; how many, part by part.

        Parameters
        ----------
        every, mark
            See ``join``.
        parts
            The rows, from one to before another; multiples of 512, so that no two write to the same byte or word.
        run
            Applies a function to each part, as ``map`` does, or some at a time.

        Returns
        -------
        iterator
            Of the numbers of positions that have joined.

        Examples
        --------
        >>> stay, lost = (np.array([0, 1]), np.array([0], np.int32)), Known.of(np.ones(1, np.uint64), 1)
        >>> none = Known.of(np.zeros(1, np.uint64), 1)
        >>> side = Side(*stay, (lost, none), (none, none), np.ones(1, np.uint64), np.zeros(1, np.int8), 2)
        >>> list(side.settle(0, 7, [(0, 1)], map)), side.marks
        ([1], array([7], dtype=int8))
        """
        known, into, step = self.reads[every], self.writes[every], join.at(self.size)
        groups = len(known.places) // len(known.rows)

        def settle(part: tuple[int, int]) -> int:
            before = (self.steps, self.vertices, known.words, known.rows, known.places, self.open)
            after = (into.words, into.rows, into.places, self.marks, mark)
            return int(step(*part, every, *before, *after, BITS, PLACES, np.empty(groups, np.uint8)))

        yield from run(settle, parts)
        known.forget()


def packed(table: Table | NDArray[Any], value: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Where a table has this value, as rows of bits in words of 64, and the same for its columns.

    >>> packed(np.array([[1, 0, 1], [0, 0, 1]], np.int8), 1)
    (array([5, 4], dtype=uint64), array([1, 0, 3], dtype=uint64))
    """
    rows, columns = table.shape
    by_row = np.zeros((rows, (columns + 63) // 64 * 8), np.uint8)
    by_column = np.zeros((columns, (rows + 63) // 64), np.uint64)
    for low in range(0, rows, STRIP):
        strip = table[low : low + STRIP] == value
        if not strip.any():
            continue
        by_row[low : low + STRIP, : (columns + 7) // 8] = np.packbits(strip, axis=1, bitorder="little")
        if 16 * np.count_nonzero(strip) < strip.size:
            x, y = np.nonzero(strip)
            np.bitwise_or.at(by_column, (y, (x + low) >> 6), BITS[(x + low) & 63])
        else:
            turned = np.packbits(np.ascontiguousarray(strip.T), axis=1, bitorder="little")
            by_column.view(np.uint8)[:, low // 8 : low // 8 + turned.shape[1]] = turned
    return by_row.ravel().view("<u8").astype(np.uint64, copy=False), by_column.ravel()


def unpacked(words: NDArray[np.uint64], rows: int, columns: int) -> NDArray[np.uint8]:
    """The bits of so many rows of words, one after the other, as numbers.

    Parameters
    ----------
    words
        uint64, each row in words of its own.
    rows, columns
        The shape of the table.

    Returns
    -------
    array
        uint8, 0 or 1, shape (rows * columns,).

    Examples
    --------
    >>> unpacked(np.array([5, 4], np.uint64), 2, 3)
    array([1, 0, 1, 0, 0, 1], dtype=uint8)
    """
    table = np.empty((rows, columns), np.uint8)
    packs = words.astype("<u8", copy=False).view(np.uint8).reshape(rows, -1)
    for low in range(0, rows, STRIP):
        table[low : low + STRIP] = np.unpackbits(packs[low : low + STRIP], axis=1, count=columns, bitorder="little")
    return table.ravel()
