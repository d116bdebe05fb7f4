"""What the exercises of lectures 12 to 14 are about. No right answer stands here: a notebook sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from gamelib.games import ConnectFour, OverwriteTicTacToe

#: From each node to who moves there, "Max", "Min" or "coin", and what may follow: a node, or a number, what Max gets.
Nodes = Mapping[str, tuple[str, Sequence[str | int | Fraction]]]

#: From small to large. Play always ends: every cycle has a coin in it that leads out.
SMALL_GAMES: list[Nodes] = [
    {"a": ("Max", [1, 2])},
    {"a": ("Min", [1, 2])},
    {"a": ("coin", [0, 3])},
    {"a": ("Max", ["b", 0]), "b": ("coin", [2, -3])},
    {"a": ("Min", ["b", 1]), "b": ("coin", ["a", 0, 3])},
    {
        "one X": ("Min", ["O tries", 1]),
        "O tries": ("coin", ["one O", 1]),
        "one O": ("Max", ["X tries", -1]),
        "X tries": ("coin", ["one X", -1]),
    },
    {"a": ("Max", [2, "b", "c"]), "b": ("coin", ["a", 1]), "c": ("coin", [4, 0])},
    {
        "start": ("Min", ["left", "right", 2]),
        "left": ("coin", ["start", "up", 3]),
        "right": ("coin", ["up", -1, -1, "start"]),
        "up": ("Max", ["left", "right", 0]),
    },
]

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
