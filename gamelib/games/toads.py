"""Toads and Frogs: toads go to the right, frogs to the left, and each can jump over one of the others.

Sources: Guy's game in Winning Ways (1982), chapter 1; Erickson, New Toads and Frogs results (1996).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gamelib.core import LEFT, RIGHT, IllegalMove, check_player
from gamelib.games.matches import is_whole

TOAD, FROG, FREE = "T", "F", "."


@dataclass(frozen=True)
class ToadsAndFrogs:
    """A PartizanGame on a strip: Left's toads ``T`` go right, Right's frogs ``F`` go left.

    A move takes a toad or a frog to the next cell, or over one piece of the other kind to the cell
    behind it, and that cell must be free. A position is the strip as text, with ``.`` for a free
    cell; a move is the number of the cell that the piece leaves, counted from 0. Raises ValueError
    for a strip with other characters.

    >>> game = ToadsAndFrogs("TF.F")
    >>> game.moves("TF.F", "left"), game.moves("TF.F", "right")
    ([0], [3])
    >>> game.play("TF.F", 0, "left")
    '.FTF'
    """

    strip: str = "TT..FF"

    def __post_init__(self) -> None:
        self.check_position(self.strip)

    def check_position(self, position: Any) -> None:
        """Raise ValueError, saying why, for anything that is not a strip."""
        if not isinstance(position, str):
            raise ValueError(f"{position!r} is not a strip: give a text such as 'TT..FF'")
        for mark in position:
            if mark not in TOAD + FROG + FREE:
                raise ValueError(
                    f"{mark!r} stands on the strip {position!r}: T is a toad, F a frog, and . a "
                    "free cell"
                )

    def start(self) -> str:
        return self.strip

    def moves(self, position: str, player: str) -> list[int]:
        return [
            cell for cell in range(len(position)) if landing(position, cell, player) is not None
        ]

    def play(self, position: str, move: int, player: str) -> str:
        lands = landing(position, move, player) if is_whole(move) else None
        if lands is None:
            piece = "toad" if player == LEFT else "frog"
            raise IllegalMove(
                f"{move!r} on {position!r}: {player} moves a {piece} to the next cell, or over one "
                "piece of the other kind, if the cell there is free; a move is the number of the "
                "cell that it leaves"
            )
        cells = list(position)
        cells[lands] = cells[move]
        cells[move] = FREE
        return "".join(cells)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns: the strip is one row."""
        return 1, len(self.strip)

    def text(self, position: str) -> str:
        return position

    def cells_of(self, position: str, move: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """The cell that the piece leaves, and the cell where it lands."""
        player = LEFT if position[move] == TOAD else RIGHT
        lands = landing(position, move, player)
        assert lands is not None, f"{move} is no move on {position}"
        return (0, move), (0, lands)

    def move_text(self, position: str, move: int) -> str:
        return f"{'toad' if position[move] == TOAD else 'frog'} on cell {move}"


def landing(strip: str, cell: int, player: str) -> int | None:
    """The cell to which a player can move the piece on a cell; None if there is no such move."""
    check_player(player)
    mine, theirs, step = (TOAD, FROG, 1) if player == LEFT else (FROG, TOAD, -1)

    def mark_on(cell: int) -> str | None:
        return strip[cell] if 0 <= cell < len(strip) else None

    if mark_on(cell) != mine:
        return None
    if mark_on(cell + step) == FREE:
        return cell + step
    if mark_on(cell + step) == theirs and mark_on(cell + 2 * step) == FREE:
        return cell + 2 * step
    return None
