"""Cutcake: Left cuts a cake from top to bottom, Right from side to side, along the lines.

Source: Winning Ways (1982), chapter 2. Every cake is a whole number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gamelib.arguments import is_whole, whole
from gamelib.core import LEFT, IllegalMove, check_player

#: Rows and columns.
Cake = tuple[int, int]


@dataclass(frozen=True)
class Cutcake:
    """A PartizanGame that begins with one cake of ``rows`` and ``columns``.

    Left parts the columns of a cake, Right parts the rows. A position is the tuple of all cakes,
    each as (rows, columns). The move ``(k, cut)`` cuts cake k, counted from 0, after so many
    columns or rows. Raises ValueError for sides below 1.

    >>> game = Cutcake(2, 3)
    >>> game.start(), game.moves(((2, 3),), "left")
    (((2, 3),), [(0, 1), (0, 2)])
    >>> game.play(((2, 3),), (0, 1), "left")
    ((2, 1), (2, 2))
    >>> from gamelib import value
    >>> value(Cutcake(1, 4)), value(game), value(Cutcake(4, 9))
    (3, 0, 1)
    """

    rows: int = 3
    columns: int = 5

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", whole(self.rows, "rows", 1))
        object.__setattr__(self, "columns", whole(self.columns, "columns", 1))

    def check_position(self, position: Any) -> None:
        """Raise ValueError, saying why, for anything that is not a tuple of cakes."""
        cakes = position if isinstance(position, tuple) else (None,)
        for cake in cakes:
            sides = cake if isinstance(cake, tuple) else ()
            if len(sides) != 2 or not all(is_whole(side, 1) for side in sides):
                raise ValueError(
                    f"{position!r} is not a position: give a tuple of cakes (rows, columns), as "
                    f"{self.start()!r}"
                )

    def start(self) -> tuple[Cake, ...]:
        return ((self.rows, self.columns),)

    def moves(self, position: tuple[Cake, ...], player: str) -> list[tuple[int, int]]:
        return [
            (k, cut) for k, cake in enumerate(position) for cut in range(1, length(cake, player))
        ]

    def play(
        self, position: tuple[Cake, ...], move: tuple[int, int], player: str
    ) -> tuple[Cake, ...]:
        if move not in self.moves(position, player):
            lines = "columns" if player == LEFT else "rows"
            raise IllegalMove(
                f"{move!r} in {position!r}: {player} parts the {lines} of a cake. Give (k, cut): the "
                f"number of the cake, and how many {lines} to cut off, at least 1 and not all"
            )
        k, cut = move
        rows, columns = position[k]
        pieces: tuple[Cake, ...]
        if player == LEFT:
            pieces = ((rows, cut), (rows, columns - cut))
        else:
            pieces = ((cut, columns), (rows - cut, columns))
        return (*position[:k], *pieces, *position[k + 1 :])

    def parts(self, position: tuple[Cake, ...]) -> list[tuple[Cake, ...]]:
        """Every cake alone."""
        return [(cake,) for cake in position]

    def text(self, position: tuple[Cake, ...]) -> str:
        return "\n".join(f"{k}: {rows} x {columns}" for k, (rows, columns) in enumerate(position))

    def move_text(self, position: tuple[Cake, ...], move: tuple[int, int]) -> str:
        k, cut = move
        return f"cut {cut} off cake {k}"


def length(cake: Cake, player: str) -> int:
    """How many columns (for Left) or rows (for Right) a player can part."""
    check_player(player)
    rows, columns = cake
    return columns if player == LEFT else rows
