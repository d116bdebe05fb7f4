"""Tic-tac-toe on any board: m rows, n columns, k in a row.

X begins. The first player with k marks in a row, column or diagonal wins; a full board is a draw. A
position is the board as a string, row by row, of ``X``, ``O`` and ``.``; the marks tell whose turn
it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import and_
from typing import Any

from gamelib.arguments import whole
from gamelib.core import DRAW, LOSS, IllegalMove, Outcome

Cell = tuple[int, int]

X, O, FREE = "X", "O", "."  # noqa: E741  # the marks are called that


@dataclass(frozen=True)
class Board:
    """A board of ``m`` rows and ``n`` columns on which ``k`` in a row win, and its symmetries."""

    m: int = 3
    n: int = 3
    k: int = 3

    def __post_init__(self) -> None:
        for name in ("m", "n", "k"):
            object.__setattr__(self, name, whole(getattr(self, name), name, 1))
        if self.k > max(self.m, self.n):
            raise ValueError(
                f"k={self.k} in a row do not fit a board of {self.m} x {self.n}: nobody could "
                "ever win"
            )

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.m, self.n

    @cached_property
    def cells(self) -> list[Cell]:
        """The cells, row by row, as they stand in a position."""
        return [(r, c) for r in range(self.m) for c in range(self.n)]

    @cached_property
    def lines(self) -> list[tuple[int, ...]]:
        """Every way to have k in a row: the places of its cells in a position."""
        found = []
        for r, c in self.cells:
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                row = [(r + i * dr, c + i * dc) for i in range(self.k)]
                if all(0 <= a < self.m and 0 <= b < self.n for a, b in row):
                    found.append(tuple(sorted({a * self.n + b for a, b in row})))
        return sorted(set(found))

    def start(self) -> str:
        return FREE * (self.m * self.n)

    def free_cells(self, position: str) -> list[Cell]:
        """The cells that are free, row by row."""
        return [cell for cell, mark in zip(self.cells, position, strict=True) if mark == FREE]

    def place_of(self, move: Cell) -> int:
        """The number of a cell's place in a position; raises IllegalMove for anything that is not a
        cell.
        """
        try:
            return self._place[move]
        except (KeyError, TypeError):
            raise IllegalMove(
                f"{move!r} is not a cell: give (row, column), from (0, 0) to {self.cells[-1]}"
            ) from None

    def has_row(self, position: str, mark: str) -> bool:
        """Whether a mark stands k times in a row."""
        marks = self._bits(position, mark)
        for line in self._masks:  # noqa: SIM110  # every search asks this at every board; any() takes half as long again
            if marks & line == line:
                return True
        return False

    def winner(self, position: str) -> str | None:
        """Whose marks stand k in a row; None if nobody's do."""
        return next((mark for mark in (X, O) if self.has_row(position, mark)), None)

    def check_size(self, position: Any) -> None:
        """Raise ValueError, saying why, for anything that is not a string of one character for each
        cell.
        """
        if not isinstance(position, str) or len(position) != len(self.cells):
            raise ValueError(
                f"{position!r} is not a board of {self.m} x {self.n}: give a string of "
                f"{len(self.cells)} characters"
            )

    def representative(self, position: str) -> tuple[str, Callable[[Cell], Cell]]:
        """The alphabetically first image of the position, and the way back from a move there."""
        images = self._images(position)
        first = min(images)
        places = self._symmetries[images.index(first)]
        return first.decode(), lambda move: self.cells[places[self._place[move]]]

    def images(self, position: str) -> list[str]:
        """What the position looks like under each symmetry of the board."""
        return [image.decode() for image in self._images(position)]

    def open_to_x(self, position: str) -> float:
        """The lines that X could still fill minus those that O could, divided by the number of
        lines + 1.
        """
        for_x, for_o = (int(position.encode().translate(_BLOCKED[mark]), 2) for mark in (X, O))
        lead = sum(not for_x & line for line in self._masks) - sum(
            not for_o & line for line in self._masks
        )
        return lead / (len(self.lines) + 1)

    def _images(self, position: str) -> list[bytes]:
        self.check_size(position)
        board = position.encode()
        if len(board) > 256:  # more places than a byte can name
            return [bytes(map(board.__getitem__, places)) for places in self._symmetries]
        standing = board.ljust(
            256
        )  # a table for translate: at each place the mark that stands there
        return [places.translate(standing) for places in self._symmetries]

    @cached_property
    def _symmetries(self) -> list[Any]:
        """Each symmetry: for each place of an image, the place that its mark comes from; as bytes
        if they fit.
        """
        kind: Any = bytes if len(self.cells) <= 256 else tuple
        board = [list(range(r * self.n, (r + 1) * self.n)) for r in range(self.m)]
        boards = [board, board[::-1]]
        boards += [[row[::-1] for row in rows] for rows in boards]
        if self.m == self.n:
            boards += [[list(column) for column in zip(*rows, strict=True)] for rows in boards]
        return [kind(place for row in rows for place in row) for rows in boards]

    @cached_property
    def _place(self) -> dict[Cell, int]:
        return {cell: i for i, cell in enumerate(self.cells)}

    @cached_property
    def _masks(self) -> list[int]:
        """The lines as bits; the first cell is the highest."""
        size = self.m * self.n
        return [sum(1 << (size - 1 - i) for i in line) for line in self.lines]

    @staticmethod
    def _bits(position: str, mark: str) -> int:
        """The cells with this mark as bits."""
        return int(position.encode().translate(_BITS[mark]), 2)


class TicTacToe(Board):
    """A board of ``m`` rows and ``n`` columns on which ``k`` in a row win.

    A move is the cell, ``(row, column)`` from 0. A square board has 8 symmetries, any other 4: see
    ``representative``. Raises ValueError for sides below 1 and for a k that no line of the board
    can hold.

    >>> game = TicTacToe()
    >>> game.play("X...O....", (0, 2))
    'X.X.O....'
    >>> print(game.text("X.X.O...."))
    X.X
    .O.
    ...
    O to move
    """

    def mover(self, position: str) -> str:
        """Whose turn it is, "X" or "O"."""
        return X if position.count(X) == position.count(O) else O

    def moves(self, position: str) -> list[Cell]:
        return self.free_cells(position) if self.outcome(position) is None else []

    def play(self, position: str, move: Cell) -> str:
        i = self.place_of(move)
        if position[i] != FREE:
            raise IllegalMove(f"the cell {move} is taken by {position[i]}")
        mark = X if position.count(X) == position.count(O) else O
        return position[:i] + mark + position[i + 1 :]

    def outcome(self, position: str) -> Outcome | None:
        before = O if position.count(X) == position.count(O) else X  # the player who has just moved
        if self.has_row(position, before):
            return LOSS
        return None if FREE in position else DRAW

    def text(self, position: str) -> str:
        rows = [position[r * self.n : (r + 1) * self.n] for r in range(self.m)]
        return "\n".join(rows) + f"\n{self.mover(position)} to move"

    def move_text(self, position: str, move: Cell) -> str:
        return f"{self.mover(position)} at {move}"

    def check_position(self, position: Any) -> None:
        """Raise ValueError, saying why, for anything that is not a position that play can reach."""
        self.check_size(position)
        if strangers := set(position) - {X, O, FREE}:
            raise ValueError(
                f"{min(strangers)!r} stands on the board {position!r}: a cell is X, O or . (free)"
            )
        xs, os = position.count(X), position.count(O)
        if xs - os not in (0, 1):
            raise ValueError(
                f"{position!r} has {xs} X and {os} O: X begins, so X has as many as O or one more"
            )
        mover, other = (X, O) if xs == os else (O, X)
        last = [line for line in self._masks if self._bits(position, other) & line == line]
        if last and not reduce(and_, last):
            raise ValueError(
                f"{position!r} cannot come about: {other} has two lines that no single move could "
                "complete"
            )
        if self.has_row(position, mover):
            raise ValueError(
                f"in {position!r} {mover} has {self.k} in a row already, and yet it would be "
                f"{mover}'s turn"
            )

    def order(self, position: str, moves: Iterable[Cell]) -> list[Cell]:
        """Sort the cells: first those on many open lines, or on lines that are nearly full.

        An open line counts twice as much for each mark on it, whether the player's or the
        opponent's. Blocking an opponent's line counts half as much as adding to the player's own.
        """
        mine, other = self._boards(position)
        worth, place = [0] * len(position), self._place
        for mask, line in zip(self._masks, self.lines, strict=True):
            own, against = mine & mask, other & mask
            if own and against:
                continue
            promise = 1 << against.bit_count() - 1 if against else 1 << own.bit_count()
            for i in line:
                worth[i] += promise
        return sorted(moves, key=lambda cell: worth[place[cell]], reverse=True)

    def bounds(self, position: str) -> tuple[float, float]:
        """Bounds on the value: a player whose open lines weigh too little can no longer win.

        A line without an opponent's mark weighs 1, doubled for each of the player's own marks in
        it, so 2 ** k once it is complete. If the opponent always takes the cell that weighs most,
        that takes away at least as much as the player's next mark adds. So no line is ever
        completed if the total weight is less than 2 ** k on the opponent's turn, or half of that on
        the player's own (Erdős and Selfridge, On a combinatorial game, 1973).
        """
        mine, other = self._boards(position)
        mover = waiting = 0
        for line in self._masks:
            if not other & line:
                mover += 1 << (mine & line).bit_count()
            if not mine & line:
                waiting += 1 << (other & line).bit_count()
        return -1 if waiting >= 2**self.k else 0, 1 if mover >= 2 ** (self.k - 1) else 0

    def evaluate(self, position: str) -> float:
        """A score: the lines open to the player to move minus those open to the opponent, as a
        share of all.
        """
        lead = self.open_to_x(position)
        return lead if self.mover(position) == X else 0 - lead  # avoids minus zero

    def _boards(self, position: str) -> tuple[int, int]:
        """The marks of the player to move and those of the opponent, as bits."""
        xs, os = self._bits(position, X), self._bits(position, O)
        return (xs, os) if position.count(X) == position.count(O) else (os, xs)


_BITS = {X: bytes.maketrans(b"XO.#", b"1000"), O: bytes.maketrans(b"XO.#", b"0100")}

#: The cells that a player cannot use: the opponent's, and shaded ones.
_BLOCKED = {X: bytes.maketrans(b"XO.#", b"0101"), O: bytes.maketrans(b"XO.#", b"1001")}
