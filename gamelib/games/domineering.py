"""Domineering: Left lays dominoes upright, Right lays them flat.

Both lay them on free cells of the same board, and whoever has no room for another domino loses.
Göran Andersson invented the game around 1973. Sources: Gardner, Cram, crosscram and quadraphage
(1974), also in Knotted Doughnuts; Conway, On Numbers and Games (1976), chapters 7 and 10; Winning
Ways (1982), chapter 5.
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

FREE, COVERED = ".", "#"

#: The two cells of a domino, the upper or the left one first.
Domino = tuple[Cell, Cell]


@dataclass(frozen=True)
class Domineering:
    """A PartizanGame on a board of ``rows`` and ``columns``: Left lays dominoes upright, Right flat.

    A position is a board as text, with ``.`` for a free cell and ``#`` for one that is covered. A
    move is the pair of cells that a domino covers, the upper or the left one first. Raises
    ValueError for sides below 1.

    >>> game = Domineering(2, 3)
    >>> game.moves("...\\n..#", "left")
    [((0, 0), (1, 0)), ((0, 1), (1, 1))]
    >>> game.play("...\\n..#", ((0, 1), (0, 2)), "right").split()
    ['.##', '..#']
    >>> from gamelib import value
    >>> value(game), value(game, "...\\n..#")
    ({2|-1/2}, ±1)
    """

    rows: int = 4
    columns: int = 4

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", whole(self.rows, "rows", 1))
        object.__setattr__(self, "columns", whole(self.columns, "columns", 1))

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.rows, self.columns

    def start(self) -> str:
        return "\n".join([FREE * self.columns] * self.rows)

    def check_position(self, position: Any) -> None:
        """Raise ValueError, saying why, for what is not a board. It may have any size."""
        check_board(position, FREE + COVERED, ". is a free cell, # a covered one")

    def moves(self, position: str, player: str) -> list[Domino]:
        marks = marks_of(position)
        dominoes = [(cell, second_cell(cell, player)) for cell in marks]
        return [
            (first, second)
            for first, second in dominoes
            if marks[first] == FREE and marks.get(second) == FREE
        ]

    def play(self, position: str, move: Domino, player: str) -> str:
        marks = marks_of(position)
        match move:
            case (first, second) if first in marks and second == second_cell(first, player):
                if marks[first] == FREE and marks.get(second) == FREE:
                    return with_marks(position, {first: COVERED, second: COVERED})
        neighbour = "below it" if player == LEFT else "to the right of it"
        raise IllegalMove(
            f"{move!r} on {position!r}: {player} covers a free cell and the free cell {neighbour}, "
            f"as {((0, 0), second_cell((0, 0), player))}"
        )

    def parts(self, position: str) -> list[str]:
        """The regions of free cells in which there is room for a domino, each cut out of the board.

        A mirror image is worth the same, so of all images the first in the alphabet is taken.
        """
        free = [cell for cell, mark in marks_of(position).items() if mark == FREE]
        return [
            first_mirror_image(board_of(dict.fromkeys(region, FREE), COVERED))
            for region in connected(free)
            if len(region) > 1
        ]

    def text(self, position: str) -> str:
        return position

    def move_text(self, position: str, move: Domino) -> str:
        first, second = move
        return f"domino on {first} and {second}"

    def cells_of(self, position: str, move: Domino) -> Domino:
        """The two cells that the domino covers."""
        return move


def second_cell(first: Cell, player: str) -> Cell:
    """The second cell of a player's domino: below the first one for Left, to its right for Right."""
    check_player(player)
    row, column = first
    return (row + 1, column) if player == LEFT else (row, column + 1)
