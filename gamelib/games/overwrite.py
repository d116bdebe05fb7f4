"""Overwriting tic-tac-toe: half of the time, a cell that your opponent has taken can be taken over.

X begins. A free cell is taken for certain. A player may also try an opponent's cell: a coin decides
whether the mark changes hands or nothing changes, and then it is the opponent's turn. Only k in a
row end the game: a full board does not, so the graph of the game has cycles.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from gamelib.arguments import whole
from gamelib.core import CHANCE, IllegalMove
from gamelib.games.tictactoe import FREE, Cell, O, TicTacToe, X

#: A board and the player to move; while the coin is in the air also the cell that they try.
Position = tuple[str, str] | tuple[str, str, Cell]


@dataclass(frozen=True)
class OverwriteTicTacToe:
    """An ExtensiveGame on ``n`` x ``n`` cells; the first player with ``k`` in a row (default: n)
    gets +1, the other -1.

    X, player 0, begins. A free cell is taken for certain. A try at an opponent's cell succeeds with
    probability ``q`` (1/2), and the cell then has the player's own mark; otherwise nothing changes,
    and the turn is lost. A full board does not end the game. A position is ``(board, mover)``: the
    board as a string, row by row, and "X" or "O". A move is the cell, ``(row, column)`` from 0. A
    try leads to the chance node ``(board, mover, cell)``. Raises ValueError for a board without
    cells, for a k that no line can hold, and for a ``q`` that is not a probability.

    >>> game = OverwriteTicTacToe(2)
    >>> game.play(("X...", "O"), (0, 1))
    ('XO..', 'X')
    >>> game.play(("X...", "O"), (0, 0))
    ('X...', 'O', (0, 0))
    >>> [(str(probability), position) for probability, position in game.chances(("X...", "O", (0, 0)))]
    [('1/2', ('O...', 'X')), ('1/2', ('X...', 'X'))]
    """

    n: int
    k: int | None = None
    q: Fraction = Fraction(1, 2)
    players = ("X", "O")

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "q", Fraction(self.q))
        except (TypeError, ValueError, OverflowError, ZeroDivisionError):
            raise ValueError(
                f"q={self.q!r}: give the probability as a fraction, as Fraction(1, 3) or '1/3'"
            ) from None
        if not 0 <= self.q <= 1:
            raise ValueError(f"q={self.q}: a probability is a number from 0 to 1")
        object.__setattr__(self, "n", whole(self.n, "n", 1))
        _ = self._plain  # checks k

    @cached_property
    def _plain(self) -> TicTacToe:
        return TicTacToe(self.n, self.n, self.n if self.k is None else self.k)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self._plain.shape

    @property
    def lines(self) -> list[tuple[int, ...]]:
        """Every way to have k in a row: the places of its cells on a board."""
        return self._plain.lines

    def _winner(self, board: str) -> str | None:
        return self._plain.winner(board)

    def start(self) -> Position:
        return self._plain.start(), X

    def turn(self, position: Position) -> int | str | None:
        if len(position) == 3:
            return CHANCE
        return None if self._winner(position[0]) else (X, O).index(position[1])

    def moves(self, position: Position) -> list[Cell]:
        if self.turn(position) is None:
            return []
        board, mover = position[:2]
        return [cell for cell, mark in zip(self._plain.cells, board, strict=True) if mark != mover]

    def play(self, position: Position, move: Cell) -> Position:
        if self.turn(position) not in (0, 1):
            raise IllegalMove(f"at {position!r} nobody is to move")
        board, mover = position[:2]
        mark = board[self._plain.place_of(move)]
        if mark == mover:
            raise IllegalMove(
                f"the cell {move} is {mover}'s already: take a free one, or try one of the other's"
            )
        return self._taken(board, mover, move) if mark == FREE else (board, mover, move)

    def chances(self, position: Position) -> list[tuple[Fraction, Position]]:
        if len(position) == 2:
            raise ValueError(f"at {position!r} no coin is thrown")
        board, mover, cell = position
        ways = [(self.q, self._taken(board, mover, cell)), (1 - self.q, (board, _other(mover)))]
        return [(chance, there) for chance, there in ways if chance]

    def payoffs(self, position: Position) -> tuple[int, int]:
        return (1, -1) if self._winner(position[0]) == X else (-1, 1)

    def text(self, position: Position) -> str:
        board, mover = position[:2]
        rows = [board[r * self.n : (r + 1) * self.n] for r in range(self.n)]
        if len(position) == 3:
            said = f"{mover} tries {position[2]}"
        elif winner := self._winner(board):
            said = f"{winner} has won"
        else:
            said = f"{mover} to move"
        return "\n".join([*rows, said])

    def move_text(self, position: Position, move: Cell) -> str:
        board, mover = position[:2]
        free = board[self._plain.place_of(move)] == FREE
        return f"{mover} at {move}" if free else f"{mover} tries {move}"

    def chance_text(self, position: tuple[str, str, Cell], there: Position) -> str:
        board, mover, cell = position
        return f"nothing changes at {cell}" if board == there[0] else f"{cell} is {mover}'s now"

    def check_position(self, position: Any) -> None:
        """Raise ValueError, saying why, for anything that is not a position."""
        match position:
            case (str(board), ("X" | "O") as mover, *cells) if len(cells) <= 1:
                pass
            case _:
                raise ValueError(
                    f"{position!r} is not a position: give (board, mover), as in {self.start()!r}"
                )
        if len(board) != self.n * self.n or set(board) - {X, O, FREE}:
            raise ValueError(
                f"{board!r} is not a board: give {self.n * self.n} characters X, O or . (free)"
            )
        rows = [mark for mark in (X, O) if self._plain.has_row(board, mark)]
        if rows and (mover in rows or cells):
            raise ValueError(
                f"on {board!r} {rows[0]} has a row already, so it cannot be {mover}'s turn"
            )
        if cells and (
            cells[0] not in self._plain.cells
            or board[self._plain.cells.index(cells[0])] != _other(mover)
        ):
            raise ValueError(
                f"{mover} cannot try {cells[0]!r} on {board!r}: it is not one of "
                f"{_other(mover)}'s cells"
            )

    def representative(self, position: Position) -> tuple[Position, Any]:
        """The position on the alphabetically first image of the board, and the way back from a move
        there.
        """
        board, mover = position[:2]
        first, back = self._plain.representative(board)
        if len(position) == 2:
            return (first, mover), back
        tried = next(cell for cell in self._plain.cells if back(cell) == position[2])
        return (first, mover, tried), back

    def evaluate(self, position: Position) -> float:
        """Return a score for player 0: rows without an O minus rows without an X, divided by the
        number of rows + 1.
        """
        return self._plain.open_to_x(position[0])

    def _taken(self, board: str, mover: str, cell: Cell) -> tuple[str, str]:
        """The position after the mover's mark is put on a cell."""
        i = self._plain.place_of(cell)
        return board[:i] + mover + board[i + 1 :], _other(mover)


def _other(mover: str) -> str:
    return O if mover == X else X
