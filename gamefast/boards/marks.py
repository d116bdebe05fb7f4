"""Boards from which marks never disappear, as arrays: one block for each set of occupied cells, up
to symmetry.

On a square board of N cells a set of cells is a number below 2 ** N, where cell i is bit i. A
position is a pair of disjoint sets, the cells of the player to move and those of the opponent: it
does not matter who is X, because the rules are the same. The two together are the **set** of the
position, and the part that belongs to the player to move is that player's **share**. Among all sets
that the board's symmetries turn into each other, the least number is the representative. Each
representative has a block of 2 ** (number of its cells) places, one for each share.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamelib.core import TooLarge

#: The largest board: with 16 cells there are 43 million fillings for each player to move, though
#: fewer occur.
MAX_CELLS = 16


@dataclass(frozen=True)
class MarkGraph:
    """The boards of ``n`` x ``n`` cells; ``lines`` are the rows to be filled, as tuples of cells
    0..n*n-1.

    Raises TooLarge beyond 16 cells.
    """

    n: int
    lines: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        if self.cells > MAX_CELLS:
            raise TooLarge(
                f"a board of {self.n} x {self.n} can be marked in 3 ** {self.cells} ways: at most "
                f"{MAX_CELLS} cells fit"
            )

    @property
    def cells(self) -> int:
        """The number of cells, N."""
        return self.n * self.n

    def __len__(self) -> int:
        """How many places there are in all the blocks together."""
        return int(self._blocks[-1])

    @cached_property
    def has_row(self) -> NDArray[np.int8]:
        """Whether each set of cells holds a line; int8, shape (2 ** N,)."""
        sets = np.arange(1 << self.cells)
        line_sets = [sum(1 << i for i in line) for line in self.lines]
        return np.asarray(np.any([sets & line == line for line in line_sets], axis=0), np.int8)

    @cached_property
    def places(self) -> NDArray[np.int8]:
        """Where the symmetries take the cells: s takes cell i to ``places[s * N + i]``; int8, shape
        (8 * N,).
        """
        board = np.arange(self.cells).reshape(self.n, self.n)
        images = [np.rot90(turned, k) for turned in (board, board.T) for k in range(4)]
        return np.concatenate([np.argsort(image.ravel()) for image in images]).astype(np.int8)

    @cached_property
    def symmetry(self) -> NDArray[np.int8]:
        """For each set of cells, a symmetry that takes it to its representative; int8, shape (2 **
        N,).
        """
        return np.asarray(self._images.argmin(axis=0), np.int8)

    @cached_property
    def representative(self) -> NDArray[np.int32]:
        """For each set of cells, the least of its images; int32, shape (2 ** N,)."""
        return np.asarray(self._images.min(axis=0), np.int32)

    @cached_property
    def sets(self) -> NDArray[np.int32]:
        """The representatives, beginning with those that have the most cells."""
        representatives = np.flatnonzero(self.representative == np.arange(1 << self.cells))
        by_count = np.argsort(-_counts(representatives, self.cells), kind="stable")
        return representatives[by_count].astype(np.int32)

    @cached_property
    def first(self) -> NDArray[np.int64]:
        """The first place of each representative's block, -1 for every other set; int64, shape (2
        ** N,).
        """
        first = np.full(1 << self.cells, -1, np.int64)
        first[self.sets] = self._blocks[:-1]
        return first

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """How many cells each of ``sets`` has."""
        return _counts(self.sets, self.cells)

    def own_symmetries(self, taken: int) -> list[NDArray[np.int64]]:
        """Where each symmetry that leaves a set unchanged (the identity apart) takes each share of
        the set.
        """
        cells = [i for i in range(self.cells) if taken >> i & 1]
        shares = np.arange(1 << len(cells))
        symmetries = self.places.reshape(8, self.cells).tolist()
        taken_to = []
        for to in symmetries[1:]:
            images = [to[cell] for cell in cells]
            if set(images) == set(cells):
                # Bit b of a share is the b-th cell of the set; its image is the bit of that cell.
                taken_to.append(_moved(shares, [cells.index(image) for image in images]))
        return taken_to

    def place(self, mine: int, others: int) -> int:
        """The place of the position in which the player to move has the cells ``mine``, and the
        opponent ``others``.
        """
        taken = mine | others
        symmetry = int(self.symmetry[taken])
        representative = int(self.representative[taken])
        to = self.places.reshape(8, self.cells)[symmetry].tolist()
        image = _moved(mine, to)
        # The share: only the bits of the representative's cells, without the gaps between them.
        share = 0
        bit = 0
        for i in range(self.cells):
            if representative >> i & 1:
                share |= (image >> i & 1) << bit
                bit += 1
        return int(self.first[representative]) + share

    @cached_property
    def _blocks(self) -> NDArray[np.int64]:
        """The first places of the blocks of ``sets``, and the place after the last."""
        return np.concatenate([[0], np.cumsum(1 << self.counts)])

    @cached_property
    def _images(self) -> NDArray[np.int32]:
        """The images of every set: shape (8, 2 ** N)."""
        sets = np.arange(1 << self.cells, dtype=np.int32)
        return np.stack([_moved(sets, to) for to in self.places.reshape(8, self.cells).tolist()])


def _moved(sets: Any, to: list[int]) -> Any:
    """A set, or each in an array, with every bit i at the place ``to[i]``."""
    return sum((sets >> i & 1) << j for i, j in enumerate(to))


def _counts(sets: NDArray[np.int32] | NDArray[np.int64], cells: int) -> NDArray[np.int64]:
    """How many cells each set has."""
    return np.asarray(sum(sets >> i & 1 for i in range(cells)), np.int64)
