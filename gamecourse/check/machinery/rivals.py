"""Functions that the exercises of lectures 12 and 14 are about. No right answer stands here: a notebook sees them."""

from __future__ import annotations

from typing import Any

from gamelib.games import ConnectFour, OverwriteTicTacToe

#: The board on which a better evaluation is wanted, and that of the strategy to be beaten.
BOARD, GAME = ConnectFour(5, 6), OverwriteTicTacToe(3)


def middle(position: str) -> float:
    """The evaluation to be beaten: pieces in the two middle columns, one's own less the other's."""
    mine = BOARD.mover(position)
    rows = position.split("\n")
    pieces = [row[column] for row in rows for column in (2, 3)]
    return sum(0 if piece == "." else 1 if piece == mine else -1 for piece in pieces) / 20


def stubborn(position: Any) -> Any:
    """A strategy for GAME: complete a row on a free cell; else throw for the first cell of the other's; else any."""
    moves = GAME.moves(position)
    rows = [move for move in moves if GAME.turn(GAME.play(position, move)) is None]
    throws = [move for move in moves if len(GAME.play(position, move)) == 3]
    return (rows or throws or moves)[0]
