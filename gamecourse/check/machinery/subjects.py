"""What the exercises of lectures 12 to 14 are about. A notebook sees this module, so it holds no right answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from gamelib.games import ConnectFour, OverwriteTicTacToe

#: Each node has a player ("Max", "Min" or "coin") and its options: nodes, or numbers, which are Max's payoffs.
Nodes = Mapping[str, tuple[str, Sequence[str | int | Fraction]]]

#: Games from small to large. Play always ends, because every cycle contains a coin that leads out.
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

#: The board for which a better evaluation is wanted, and the game of the strategy to be beaten.
BOARD, GAME = ConnectFour(5, 6), OverwriteTicTacToe(3)


def middle(position: str) -> float:
    """The evaluation to be beaten: your own pieces in the two middle columns, minus your opponent's."""
    mine = BOARD.mover(position)
    rows = position.split("\n")
    pieces = [row[column] for row in rows for column in (2, 3)]
    return sum(0 if piece == "." else 1 if piece == mine else -1 for piece in pieces) / 20


def stubborn(position: Any) -> Any:
    """A strategy for GAME: complete a row on a free cell; otherwise throw for the opponent's first cell, or any."""
    moves = GAME.moves(position)
    rows = [move for move in moves if GAME.turn(GAME.play(position, move)) is None]
    throws = [move for move in moves if len(GAME.play(position, move)) == 3]
    return (rows or throws or moves)[0]
