"""A board where pieces are dropped into columns, four in a row, as whole numbers whose bits are
sets of cells.

Cell (row, column), with rows counted from the bottom, is bit ``column * (rows + 1) + row``. One bit
above each column stays free, so that no line runs on into the next column. Shifting by 1 goes up,
by ``rows + 1`` to the right, and by one less or more along the diagonals. A position is two
numbers, the pieces of the player to move and those of both. Their sum is different for each
position: to the pieces of the player to move it adds, in each column, a 1 for every cell that is
taken, so the carry shows how high the column is. The layout is John Tromp's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

#: The number of bits of a whole number that a kernel can use.
MOST_BITS = 63


@dataclass(frozen=True, eq=False)
class DropBoard:
    """The cells of a board of drops as bits; ``code`` takes a game's position to ``(mine, taken)``.

    >>> from gamefast import registry
    >>> from gamelib.games import ConnectFour
    >>> board = registry.bitboard(ConnectFour(4, 4))
    >>> [f"{pieces:b}" for pieces in board.code("....\\n....\\nO...\\nX...")]  # X, bit 0, is to move
    ['1', '11']
    """

    rows: int
    columns: int
    code: Callable[[Any], tuple[int, int]]

    @staticmethod
    def fits(rows: int, columns: int) -> bool:
        """Whether the cells, with one more above each column, fit into the bits of a number, and
        the longest step from a cell to the next of a line, by ``rows + 2``, is a shift within it.
        """
        return (rows + 1) * columns <= MOST_BITS and rows + 2 <= MOST_BITS

    @property
    def size(self) -> int:
        """How many cells there are."""
        return self.rows * self.columns

    @cached_property
    def bits(self) -> int:
        """How many bits there are, including the free ones."""
        return (self.rows + 1) * self.columns

    @cached_property
    def floor(self) -> int:
        """The lowest cell of each column."""
        return sum(1 << column * (self.rows + 1) for column in range(self.columns))

    @cached_property
    def cells(self) -> int:
        """All cells."""
        return self.floor * ((1 << self.rows) - 1)

    @cached_property
    def lower(self) -> int:
        """The lower cell of each pair, if the cells of each column are paired from the top."""
        return sum(self.floor << row for row in range(self.rows - 2, -1, -2))

    @cached_property
    def from_outside(self) -> list[int]:
        """The columns from the sides to the middle; of two equally far out, the left one comes
        later.
        """

        def key(column: int) -> tuple[int, int]:
            # Twice the distance from the middle, which may lie between two columns.
            distance = abs(2 * column - (self.columns - 1))
            return -distance, -column

        return sorted(range(self.columns), key=key)

    def column(self, number: int) -> int:
        """The cells of a column."""
        cells = (1 << self.rows) - 1
        return cells << number * (self.rows + 1)

    def reached(self, taken: int) -> int:
        """The cells where the next piece can come to lie.

        The pieces of a column are 1s from the bottom up. Adding 1 there turns them into 0s, and the
        lowest free cell into a 1.
        """
        return (taken + self.floor) & self.cells
