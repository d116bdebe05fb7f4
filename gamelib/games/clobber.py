"""Clobber: a move takes a neighbouring piece of the other colour, and stands in its place.

Both players can move in exactly the same regions, so every position is infinitely small: no stop
is ever different from 0. Sources: Albert, Grossman, Nowakowski, Wolfe, An introduction to Clobber
(2005); Albert, Nowakowski, Wolfe, Lessons in Play (2007).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gamelib.arguments import whole
from gamelib.core import LEFT, IllegalMove, check_player
from gamelib.games.regions import (
    Cell,
    board_of,
    check_board,
    connected,
    first_mirror_image,
    marks_of,
    with_marks,
)

LEFT_PIECE, RIGHT_PIECE, EMPTY = "x", "o", "."

#: The cell of the piece that moves, and the cell of the piece that it takes.
Step = tuple[Cell, Cell]


@dataclass(frozen=True)
class Clobber:
    """A PartizanGame on a board full of pieces in alternating colours: ``x`` is Left's, ``o`` Right's.

    A position is a board as text, with ``.`` for an empty cell. A move is the pair of the cell that
    a piece leaves and the cell of the piece that it takes: a neighbour above, below or beside it,
    of the other colour. Raises ValueError for sides below 1.

    >>> game = Clobber(1, 4)
    >>> game.start(), game.moves("xoxo", "left")
    ('xoxo', [((0, 0), (0, 1)), ((0, 2), (0, 1)), ((0, 2), (0, 3))])
    >>> game.play("xoxo", ((0, 2), (0, 1)), "left")
    'xx.o'
    >>> from gamelib import value
    >>> value(game, "xo"), value(game, "xxo"), value(game)
    (*, ↑, ±(*, ↑))
    """

    rows: int = 2
    columns: int = 3

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", whole(self.rows, "rows", 1))
        object.__setattr__(self, "columns", whole(self.columns, "columns", 1))

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.rows, self.columns

    def start(self) -> str:
        pieces = LEFT_PIECE + RIGHT_PIECE
        return "\n".join(
            "".join(pieces[(row + column) % 2] for column in range(self.columns))
            for row in range(self.rows)
        )

    def check_position(self, position: Any) -> None:
        """Raise ValueError, saying why, for what is not a board. It may have any size."""
        check_board(
            position,
            LEFT_PIECE + RIGHT_PIECE + EMPTY,
            "x is a piece of Left, o one of Right, and . an empty cell",
        )

    def moves(self, position: str, player: str) -> list[Step]:
        mine, theirs = pieces_of(player)
        marks = marks_of(position)
        return [
            (cell, neighbour)
            for cell, mark in marks.items()
            if mark == mine
            for neighbour in neighbours(cell)
            if marks.get(neighbour) == theirs
        ]

    def play(self, position: str, move: Step, player: str) -> str:
        if move not in self.moves(position, player):
            mine, theirs = pieces_of(player)
            raise IllegalMove(
                f"{move!r} on {position!r}: {player} moves a piece {mine} to a neighbouring cell "
                f"with a piece {theirs}, as ((0, 0), (0, 1))"
            )
        leaves, takes = move
        mine, _ = pieces_of(player)
        return with_marks(position, {leaves: EMPTY, takes: mine})

    def parts(self, position: str) -> list[str]:
        """The groups of neighbouring pieces, each cut out of the board, in which there are moves.

        A mirror image is worth the same, so of all images the first in the alphabet is taken.
        """
        marks = marks_of(position)
        pieces = [cell for cell, mark in marks.items() if mark != EMPTY]
        parts = []
        for group in connected(pieces):
            of_group = {cell: marks[cell] for cell in group}
            if len({*of_group.values()}) == 2:  # both colours
                parts.append(first_mirror_image(board_of(of_group, EMPTY)))
        return parts

    def text(self, position: str) -> str:
        return position

    def move_text(self, position: str, move: Step) -> str:
        leaves, takes = move
        return f"{leaves} takes {takes}"

    def cells_of(self, position: str, move: Step) -> Step:
        """The cell that a piece leaves, and the cell of the piece that it takes."""
        return move


def pieces_of(player: str) -> tuple[str, str]:
    """The pieces of a player, and those of the opponent."""
    check_player(player)
    return (LEFT_PIECE, RIGHT_PIECE) if player == LEFT else (RIGHT_PIECE, LEFT_PIECE)


def neighbours(cell: Cell) -> list[Cell]:
    """The cells above, to the left, to the right and below, on the board or beyond its edge."""
    row, column = cell
    return [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
