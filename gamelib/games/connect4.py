"""Connect Four on any board: drop a piece into a column; k in a row, column or diagonal win.

A position is the board as text, its rows from top to bottom with line breaks between them, of ``X`` (who begins),
``O`` and ``.``; the pieces tell whose turn it is. Read as binary digits, the line breaks as 0, it is a bitboard in
which a row cannot run on into the next: k in a row are found by shifting it. That trick is John Tromp's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import Any

from gamelib.arenas.bitboard import DropBoard
from gamelib.core import DRAW, LOSS, IllegalMove, Outcome, ready_made

X, O, FREE = "X", "O", "."  # noqa: E741  # the pieces are called that
_BITS = {X: str.maketrans("XO.\n", "1000"), O: str.maketrans("XO.\n", "0100")}


@dataclass(frozen=True)
class ConnectFour:
    """A board of ``rows`` and ``columns`` on which ``k`` in a row win; a full board is a draw.

    A move is the column, counted from 0 on the left. The board's one symmetry is its mirror image: see
    ``representative``. Raises ValueError for sides below 1 and a k that does not fit.

    >>> game = ConnectFour(4, 5)
    >>> game.play(game.play(game.start(), 2), 2).split()
    ['.....', '.....', '..O..', '..X..']
    """

    rows: int = 6
    columns: int = 7
    k: int = 4

    def __post_init__(self) -> None:
        for name in ("rows", "columns", "k"):
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or value < 1:
                raise ValueError(f"{name}={value!r}: rows, columns and k are whole numbers from 1 on")
        if self.k > max(self.rows, self.columns):
            raise ValueError(f"k={self.k} in a row do not fit a board of {self.rows} x {self.columns}")

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.rows, self.columns

    def start(self) -> str:
        return "\n".join([FREE * self.columns] * self.rows)

    def mover(self, position: str) -> str:
        """Whose turn it is, "X" or "O"."""
        return X if position.count(X) == position.count(O) else O

    def moves(self, position: str) -> list[int]:
        return [column for column in range(self.columns) if position[column] == FREE]

    def play(self, position: str, move: int) -> str:
        if not isinstance(move, int) or not 0 <= move < self.columns:
            raise IllegalMove(f"{move!r} is not a column: they are numbered from 0 to {self.columns - 1}")
        free = position[move :: self.columns + 1].count(FREE)
        if not free:
            raise IllegalMove(f"column {move} is full")
        i = (free - 1) * (self.columns + 1) + move
        return position[:i] + self.mover(position) + position[i + 1 :]

    def cell_of(self, position: str, move: int) -> tuple[int, int]:
        """The cell on which a piece dropped into this column comes to lie."""
        return position[move :: self.columns + 1].count(FREE) - 1, move

    def outcome(self, position: str) -> Outcome | None:
        before = O if position.count(X) == position.count(O) else X  # who has just moved
        if self._has_row(int(position.translate(_BITS[before]), 2)):
            return LOSS
        return None if FREE in position else DRAW

    def text(self, position: str) -> str:
        return f"{position}\n{self.mover(position)} to move"

    def move_text(self, position: str, move: int) -> str:
        return f"{self.mover(position)} in column {move}"

    def check_position(self, position: Any) -> None:
        """Raise ValueError, saying why, for what is not a position that play can come to."""
        lines = position.split("\n") if isinstance(position, str) else []
        if len(lines) != self.rows or any(len(line) != self.columns for line in lines):
            raise ValueError(f"{position!r} is not a board: give {self.rows} lines of {self.columns} characters")
        if strangers := set(position) - {X, O, FREE, "\n"}:
            raise ValueError(f"{min(strangers)!r} stands on the board: a cell is X, O or . (free)")
        if position.count(X) - position.count(O) not in (0, 1):
            raise ValueError(
                f"there are {position.count(X)} X and {position.count(O)} O: X begins, and they take turns"
            )
        for column in range(self.columns):
            if FREE in position[column :: self.columns + 1].lstrip(FREE):
                raise ValueError(f"in column {column} a piece hangs in the air")
        if self._has_row(int(position.translate(_BITS[self.mover(position)]), 2)):
            raise ValueError(f"{self.mover(position)} has {self.k} in a row already, and yet it would be his turn")

    def representative(self, position: str) -> tuple[str, Callable[[int], int]]:
        """The smaller of the position and its mirror image, and the way back from a move there."""
        mirror = "".join(self._mirrored(position))
        if position <= mirror:
            return position, lambda move: move
        return mirror, lambda move: self.columns - 1 - move

    def order(self, position: str, moves: Iterable[int]) -> list[int]:
        """Moves that win or keep the other from winning first, then the middle columns."""
        mine, other = self._boards(position)

        def worth(column: int) -> tuple[bool, bool, int]:
            free = position[column :: self.columns + 1].count(FREE)
            rests = self._rests[(free - 1) * (self.columns + 1) + column]
            wins, keeps = (any(own & rest == rest for rest in rests) for own in (mine, other))
            return wins, keeps, -abs(2 * column - self.columns + 1)

        return sorted(moves, key=worth, reverse=True)

    def bounds(self, position: str) -> tuple[float, float]:
        """Bounds on the value: a player all of whose lines are blocked cannot win any more."""
        mine, other = self._boards(position)
        mine_may = other_may = 0
        for line in self._lines:
            if not other & line:
                mine_may = 1
            if not mine & line:
                other_may = 1
            if mine_may and other_may:
                break
        return -other_may, mine_may

    def evaluate(self, position: str) -> float:
        """A score: an open line counts 1, 4, 16, ... for one, two, three, ... pieces; one's own less the other's."""
        mine, other = self._boards(position)
        score, most = 0, len(self._lines) * int(4**self.k) + 1
        for line in self._lines:
            own, against = mine & line, other & line
            if not against:
                score += (1 << 2 * own.bit_count()) // 4
            elif not own:
                score -= (1 << 2 * against.bit_count()) // 4
        return score / most

    @ready_made
    def bitboard(self) -> DropBoard | None:
        """The board as bits, for a compiled search: four in a row, on a board that is not too large."""
        fits = self.k == 4 and DropBoard.fits(self.rows, self.columns)
        return DropBoard(self.rows, self.columns, self._pieces) if fits else None

    def _pieces(self, position: str) -> tuple[int, int]:
        """The pieces of the player to move and of both, as ``DropBoard`` numbers the cells."""
        columns = [position[column :: self.columns + 1] for column in range(self.columns)]
        cells = "".join(FREE + column for column in reversed(columns))
        xs, os = (int(cells.translate(_BITS[piece]), 2) for piece in (X, O))
        return (xs if position.count(X) == position.count(O) else os), xs | os

    def _boards(self, position: str) -> tuple[int, int]:
        """The pieces of the player to move and of the other as bitboards; the first character is the highest bit."""
        xs, os = int(position.translate(_BITS[X]), 2), int(position.translate(_BITS[O]), 2)
        return (xs, os) if position.count(X) == position.count(O) else (os, xs)

    def _has_row(self, pieces: int) -> bool:
        """Whether a bitboard holds k in a row."""
        for shifts in self._shifts:
            left = pieces
            for shift in shifts:
                left &= left >> shift
            if left:
                return True
        return False

    @cached_property
    def _shifts(self) -> list[list[int]]:
        """For each direction, the shifts that find k in a row: two, four, eight, ... and then k."""
        steps, found = [], 1
        while found < self.k:
            steps.append(min(found, self.k - found))
            found += steps[-1]
        return [[way * step for step in steps] for way in (1, self.columns, self.columns + 1, self.columns + 2)]

    @cached_property
    def _mirrored(self) -> Callable[[str], Iterable[str]]:
        """The characters of a position's mirror image."""
        width = self.columns + 1
        rows = [range(r * width, (r + 1) * width) for r in range(self.rows)]
        places = [place for row in rows for place in (*row[-2::-1], row[-1])][:-1]
        return itemgetter(*places) if len(places) > 1 else str

    @cached_property
    def _lines(self) -> list[int]:
        """Every way to have k in a row, as a bitboard."""
        width, last = self.columns + 1, self.rows * (self.columns + 1) - 2
        found = set()
        for r in range(self.rows):
            for c in range(self.columns):
                for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    cells = [(r + i * dr, c + i * dc) for i in range(self.k)]
                    if all(0 <= a < self.rows and 0 <= b < self.columns for a, b in cells):
                        found.add(sum({1 << (last - (a * width + b)) for a, b in cells}))
        return sorted(found)

    @cached_property
    def _rests(self) -> list[list[int]]:
        """For each place of a position, the lines through it without its own cell."""
        places = self.rows * (self.columns + 1) - 1
        cells = [1 << (places - 1 - i) for i in range(places)]
        return [[line ^ cell for line in self._lines if line & cell] for cell in cells]
