"""Shaded tic-tac-toe: after each round Nature shades a free cell, and neither player can use it.

The turn goes X, O, Nature, X, O, Nature, ... A row of k, made by X or O, ends the game before
Nature moves. Nature shades each free cell with the same probability. If no cell is free, the game
is drawn.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from gamelib.core import CHANCE, IllegalMove
from gamelib.games.tictactoe import FREE, Board, Cell, O, X

SHADED = "#"


class ShadedTicTacToe(Board):
    """An ExtensiveGame on ``m`` rows and ``n`` columns; the player with ``k`` in a row gets +1, the
    other gets -1.

    A draw is 0 for both. The turn goes X (player 0), O, Nature, X, ...: Nature shades a free cell,
    each with the same probability, unless somebody has a row already. A position is the board as a
    string, row by row, of ``X``, ``O``, ``#`` (shaded) and ``.`` (free); the counts tell whose turn
    it is. A move is the cell, ``(row, column)`` from 0. Raises ValueError for the same faults as
    TicTacToe.

    >>> game = ShadedTicTacToe()
    >>> game.turn("X...O....")
    'chance'
    >>> len(game.chances("X...O....")), str(game.chances("X...O....")[0][0])
    (7, '1/7')
    """

    def turn(self, position: str) -> int | str | None:
        if FREE not in position or self.winner(position):
            return None
        return (0, 1, CHANCE)[(len(position) - position.count(FREE)) % 3]

    def moves(self, position: str) -> list[Cell]:
        return [] if self.turn(position) is None else self.free_cells(position)

    def play(self, position: str, move: Cell) -> str:
        mover = self.turn(position)
        if mover not in (0, 1):
            raise IllegalMove(
                f"at {position!r} {'Nature' if mover == CHANCE else 'nobody'} is to move"
            )
        i = self.place_of(move)
        if position[i] != FREE:
            raise IllegalMove(
                f"the cell {move} is "
                f"{'shaded' if position[i] == SHADED else f'taken by {position[i]}'}"
            )
        return position[:i] + (X if mover == 0 else O) + position[i + 1 :]

    def chances(self, position: str) -> list[tuple[Fraction, str]]:
        free = [i for i, mark in enumerate(position) if mark == FREE]
        return [(Fraction(1, len(free)), position[:i] + SHADED + position[i + 1 :]) for i in free]

    def payoffs(self, position: str) -> tuple[int, int]:
        winner = self.winner(position)
        return (1, -1) if winner == X else (-1, 1) if winner == O else (0, 0)

    def text(self, position: str) -> str:
        rows = [position[r * self.n : (r + 1) * self.n] for r in range(self.m)]
        mover, winner = self.turn(position), self.winner(position)
        if mover is None:
            return "\n".join([*rows, f"{winner} has won" if winner else "a draw"])
        return "\n".join(
            [*rows, "Nature shades a cell" if mover == CHANCE else f"{(X, O)[int(mover)]} to move"]
        )

    def move_text(self, position: str, move: Cell) -> str:
        return f"{(X, O)[int(self.turn(position) or 0)]} at {move}"

    def chance_text(self, position: str, there: str) -> str:
        shaded = next(i for i, mark in enumerate(there) if mark != position[i])
        return f"{self.cells[shaded]} is shaded"

    def check_position(self, position: Any) -> None:
        """Raise ValueError, saying why, for anything that is not a position that the order of turns
        allows.
        """
        size = self.m * self.n
        if (
            not isinstance(position, str)
            or len(position) != size
            or set(position) - {X, O, FREE, SHADED}
        ):
            raise ValueError(
                f"{position!r} is not a board: give {size} characters X, O, # (shaded) or . (free)"
            )
        taken = size - position.count(FREE)
        counts = {mark: position.count(mark) for mark in (X, O, SHADED)}
        due = {X: (taken + 2) // 3, O: (taken + 1) // 3, SHADED: taken // 3}
        if counts != due:
            raise ValueError(
                f"{position!r} has {counts[X]} X, {counts[O]} O and {counts[SHADED]} shaded; "
                f"after {taken} turns in "
                f"the order X, O, Nature they are {due[X]}, {due[O]} and {due[SHADED]}"
            )

    def evaluate(self, position: str) -> float:
        """A score for player 0: the rows still open to X minus those open to O, divided by the
        number of rows + 1.
        """
        return self.open_to_x(position)
