"""Connect Four on any board: drop a piece into a column; k in a row, column or diagonal win.

A position is the board as text, its rows from top to bottom with line breaks between them, of ``X``
(the first player), ``O`` and ``.``; the pieces tell whose turn it is. Read as binary digits, with
the line breaks as 0, the text is a bitboard in which a row cannot run on into the next one: shifts
find k in a row. That trick is John Tromp's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gamelib.arguments import whole
from gamelib.core import DRAW, LOSS, IllegalMove, Outcome
from gamelib.games.matches import is_whole

X, O, FREE = "X", "O", "."  # noqa: E741  # the pieces are called that

#: For a player, which characters of a position are bits.
BITS = {X: str.maketrans("XO.\n", "1000"), O: str.maketrans("XO.\n", "0100")}


@dataclass(frozen=True)
class ConnectFour:
    """A board of ``rows`` and ``columns`` on which ``k`` in a row win; a full board is a draw.

    A move is the column, counted from 0 on the left. The board's one symmetry is its mirror image:
    see ``representative``. Raises ValueError for sides below 1 and a k that does not fit.

    >>> game = ConnectFour(4, 5)
    >>> game.play(game.play(game.start(), 2), 2).split()
    ['.....', '.....', '..O..', '..X..']
    """

    rows: int = 6
    columns: int = 7
    k: int = 4

    def __post_init__(self) -> None:
        for name in ("rows", "columns", "k"):
            object.__setattr__(self, name, whole(getattr(self, name), name, 1))
        if self.k > max(self.rows, self.columns):
            raise ValueError(
                f"k={self.k} in a row do not fit a board of {self.rows} x {self.columns}"
            )

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.rows, self.columns

    def start(self) -> str:
        return "\n".join([FREE * self.columns] * self.rows)

    def mover(self, position: str) -> str:
        """Whose turn it is, "X" or "O"."""
        return O if (self.rows * self.columns - position.count(FREE)) % 2 else X

    def moves(self, position: str) -> list[int]:
        if self.outcome(position) is not None:
            return []
        top = position[: self.columns]
        if top.count(FREE) == self.columns:
            return list(range(self.columns))
        return [column for column, piece in enumerate(top) if piece == FREE]

    def play(self, position: str, move: int) -> str:
        if not is_whole(move) or not 0 <= move < self.columns:
            raise IllegalMove(
                f"{move!r} is not a column: they are numbered from 0 to {self.columns - 1}"
            )
        free = position[move :: self.columns + 1].count(FREE)
        if not free:
            raise IllegalMove(f"column {move} is full")
        i = (free - 1) * (self.columns + 1) + move
        return position[:i] + self.mover(position) + position[i + 1 :]

    def cell_of(self, position: str, move: int) -> tuple[int, int]:
        """The cell where a piece dropped into this column comes to lie."""
        return position[move :: self.columns + 1].count(FREE) - 1, move

    def outcome(self, position: str) -> Outcome | None:
        free = position.count(FREE)
        played = self.rows * self.columns - free
        if played < 2 * self.k - 1 and free:  # X has fewer than k pieces
            return None
        before = X if played % 2 else O  # the player who has just moved
        if self._has_row(int(position.translate(BITS[before]), 2)):
            return LOSS
        return None if free else DRAW

    def text(self, position: str) -> str:
        return f"{position}\n{self.mover(position)} to move"

    def move_text(self, position: str, move: int) -> str:
        return f"{self.mover(position)} in column {move}"

    def check_position(self, position: Any) -> None:
        """Raise ValueError, saying why, unless this is a position that play can reach."""
        lines = position.split("\n") if isinstance(position, str) else []
        if len(lines) != self.rows or any(len(line) != self.columns for line in lines):
            raise ValueError(
                f"{position!r} is not a board: give {self.rows} lines of {self.columns} characters"
            )
        if strangers := set(position) - {X, O, FREE, "\n"}:
            raise ValueError(f"{min(strangers)!r} stands on the board: a cell is X, O or . (free)")
        xs, os = position.count(X), position.count(O)
        if xs - os not in (0, 1):
            raise ValueError(f"there are {xs} X and {os} O: X begins, and they take turns")
        for column in range(self.columns):
            if FREE in position[column :: self.columns + 1].lstrip(FREE):
                raise ValueError(f"in column {column} a piece hangs in the air")
        if self._has_row(int(position.translate(BITS[self.mover(position)]), 2)):
            raise ValueError(
                f"{self.mover(position)} has {self.k} in a row already, and yet it would be their "
                "turn"
            )

    def representative(self, position: str) -> tuple[str, Callable[[int], int]]:
        """The smaller of the position and its mirror image, and the way back from a move there."""
        mirror = "\n".join(position[::-1].split("\n")[::-1])
        if position <= mirror:
            return position, lambda move: move
        return mirror, lambda move: self.columns - 1 - move

    def order(self, position: str, moves: Iterable[int]) -> list[int]:
        """Sort the moves: first those that win or stop the opponent from winning, then those in the
        middle columns.
        """
        mine, other = self._boards(position)
        taken, bottom = mine | other, (1 << self.columns) - 1
        landing = (
            taken << self.columns + 1 | bottom
        ) & ~taken  # free, and on the bottom or on a piece

        def worth(column: int) -> tuple[bool, bool, int]:
            cell = landing & self._columns[column]
            off_the_middle = abs(2 * column - self.columns + 1)
            return not self._has_row(mine | cell), not self._has_row(other | cell), off_the_middle

        return sorted(moves, key=worth)

    def bounds(self, position: str) -> tuple[float, float]:
        """Bounds on the value: a player whose lines are all blocked can no longer win."""
        mine, other = self._boards(position)
        return -int(self._has_row(self._board & ~mine)), int(self._has_row(self._board & ~other))

    def evaluate(self, position: str) -> float:
        """A score: open lines of 1, 2, 3, ... pieces count 1, 4, 16, ..., minus the same for the
        opponent.
        """
        mine, other = self._boards(position)
        score = 0
        for line in self._lines:
            if not other & line:
                score += 4 ** (mine & line).bit_count() // 4
            elif not mine & line:
                score -= 4 ** (other & line).bit_count() // 4
        most: int = len(self._lines) * 4**self.k + 1  # more than all lines together can be worth
        return score / most

    def _boards(self, position: str) -> tuple[int, int]:
        """The pieces of the player to move and of the opponent as bitboards; the first character is
        the highest bit.
        """
        xs, os = int(position.translate(BITS[X]), 2), int(position.translate(BITS[O]), 2)
        return (xs, os) if xs.bit_count() == os.bit_count() else (os, xs)

    def _has_row(self, pieces: int) -> bool:
        """Whether a bitboard holds k in a row."""
        for first, rest in self._shifts:
            if left := pieces & pieces >> first:
                for shift in rest:
                    left &= left >> shift
                if left:
                    return True
        return False

    @cached_property
    def _shifts(self) -> list[tuple[int, list[int]]]:
        """For each direction, the shifts that find 2, 4, 8, ... and then k in a row, with the first
        one separate.
        """
        steps, found = [], 1
        while found < self.k:
            steps.append(min(found, self.k - found))
            found += steps[-1]
        first, *rest = steps or [0]
        ways = (1, self.columns, self.columns + 1, self.columns + 2)
        return [(way * first, [way * step for step in rest]) for way in ways]

    @cached_property
    def _columns(self) -> list[int]:
        """The cells of each column, as bitboards."""
        width = self.columns + 1
        return [
            sum(1 << (r * width + self.columns - 1 - c) for r in range(self.rows))
            for c in range(self.columns)
        ]

    @cached_property
    def _board(self) -> int:
        """All cells."""
        return sum(self._columns)

    @cached_property
    def _lines(self) -> list[int]:
        """Every way to have k in a row, as bitboards."""
        width, size = self.columns + 1, self.rows * (self.columns + 1)
        first = {
            sum(1 << step * i for i in range(self.k)) for step in (1, width - 1, width, width + 1)
        }
        lines = [line << place for line in first for place in range(size)]
        return [line for line in lines if line & self._board == line]
