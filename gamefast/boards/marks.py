"""Boards from which marks never disappear, as arrays: one block for each set of occupied cells, up
to symmetry.

On a square board of N cells a set of cells is a number below 2 ** N, where cell i is bit i. A
position is a pair of disjoint sets, the cells of the player to move and those of the opponent: it
does not matter who is X, because the rules are the same. The two together are the **set** of the
position, and the part that belongs to the player to move is that player's **share**: as a number,
its bit b stands for the b-th cell of the set. Among all sets that the board's symmetries turn into
each other, the least number is the **representative**. What is known of positions is kept in
arrays. There each representative has a **block** of 2 ** (number of its cells) **places**, one for
each share.
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
        return int(self._block_bounds[-1])

    @cached_property
    def has_row(self) -> NDArray[np.int8]:
        """Whether each set of cells holds a line; int8, shape (2 ** N,)."""
        sets = np.arange(1 << self.cells)
        line_sets = [sum(1 << i for i in line) for line in self.lines]
        return np.asarray(np.any([sets & line == line for line in line_sets], axis=0), np.int8)

    @cached_property
    def cell_images(self) -> NDArray[np.int8]:
        """Where the symmetries take the cells: s takes cell i to ``cell_images[s * N + i]``; int8,
        shape (8 * N,). Symmetry 0 is the identity.
        """
        board = np.arange(self.cells).reshape(self.n, self.n)
        reflected = board.T
        cell_images = []
        for before_rotation in (board, reflected):
            for k in range(4):
                cells_after = np.rot90(before_rotation, k).ravel()
                # Cell cells_after[j] has come to j. The inverse permutation, which argsort gives,
                # says where cell i has come.
                cell_images.append(np.argsort(cells_after))
        return np.concatenate(cell_images).astype(np.int8)

    @cached_property
    def _symmetries(self) -> list[list[int]]:
        """For each symmetry, where it takes each cell."""
        rows: list[list[int]] = self.cell_images.reshape(8, self.cells).tolist()
        return rows

    @cached_property
    def symmetry(self) -> NDArray[np.int8]:
        """For each set of cells, the number of a symmetry that takes it to its representative; int8,
        shape (2 ** N,).
        """
        return np.asarray(self._images.argmin(axis=0), np.int8)

    @cached_property
    def representative(self) -> NDArray[np.int32]:
        """For each set of cells, the least of its images; int32, shape (2 ** N,)."""
        return np.asarray(self._images.min(axis=0), np.int32)

    @cached_property
    def sets(self) -> NDArray[np.int32]:
        """The representatives, beginning with those that have the most cells."""
        # A representative is its own representative.
        representatives = np.flatnonzero(self.representative == np.arange(1 << self.cells))
        most_cells_first = np.argsort(-_counts(representatives, self.cells), kind="stable")
        return representatives[most_cells_first].astype(np.int32)

    @cached_property
    def first(self) -> NDArray[np.int64]:
        """The first place of each representative's block, -1 for every other set; int64, shape (2
        ** N,).
        """
        first = np.full(1 << self.cells, -1, np.int64)
        first[self.sets] = self._block_bounds[:-1]
        return first

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """How many cells each of ``sets`` has."""
        return _counts(self.sets, self.cells)

    def own_symmetries(self, taken: int) -> list[NDArray[np.int64]]:
        """For each symmetry that leaves the set ``taken`` as it is, the identity apart, an array:
        the image of share i is entry i.
        """
        cells = [i for i in range(self.cells) if taken >> i & 1]
        shares = np.arange(1 << len(cells))
        images_of_shares = []
        for to in self._symmetries[1:]:
            images = [to[cell] for cell in cells]
            if set(images) == set(cells):
                # Bit b of a share is the b-th cell of the set, so its image is the bit of the cell
                # to which that cell is taken.
                image_of_bit = [cells.index(image) for image in images]
                images_of_shares.append(_moved(shares, image_of_bit))
        return images_of_shares

    def place(self, mine: int, others: int) -> int:
        """The place of the position in which the player to move has the cells ``mine``, and the
        opponent ``others``.
        """
        taken = mine | others
        representative = int(self.representative[taken])
        image = _moved(mine, self._symmetries[self.symmetry[taken]])
        # The share: only the bits of the representative's cells, without the gaps between them.
        share = 0
        bit = 0
        for i in range(self.cells):
            if representative >> i & 1:
                share |= (image >> i & 1) << bit
                bit += 1
        return int(self.first[representative]) + share

    @cached_property
    def _block_bounds(self) -> NDArray[np.int64]:
        """The first places of the blocks of ``sets``, and the place after the last block."""
        return np.concatenate([[0], np.cumsum(1 << self.counts)])

    @cached_property
    def _images(self) -> NDArray[np.int32]:
        """The images of every set under each symmetry: shape (8, 2 ** N)."""
        sets = np.arange(1 << self.cells, dtype=np.int32)
        return np.stack([_moved(sets, to) for to in self._symmetries])


def _moved(sets: Any, to: list[int]) -> Any:
    """A set, or each in an array, with bit i moved to bit ``to[i]``."""
    return sum((sets >> i & 1) << j for i, j in enumerate(to))


def _counts(sets: NDArray[np.int32] | NDArray[np.int64], cells: int) -> NDArray[np.int64]:
    """How many cells each set has."""
    return np.asarray(sum(sets >> i & 1 for i in range(cells)), np.int64)
