"""From a position to the representative of its symmetry class, and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamelib.adapters import Quotient, representative


def of_class(game: Any, position: Any) -> tuple[Any, Callable[[Any], Any]]:
    """Return a position's representative, and a function from its moves to the moves here.

    If the game is not a Quotient, that is the position itself, and each move stays as it is.

    >>> from gamelib.games import Nim
    >>> rep, back = of_class(Quotient(Nim((2, 1))), (2, 1))
    >>> rep, back((1, 1))
    ((1, 2), (0, 1))
    """
    if not isinstance(game, Quotient):
        return position, lambda move: move
    return representative(game.game, position)
