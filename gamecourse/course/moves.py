"""Which of the moves has a strategy given?"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np


def which_move(moves: Sequence[Any], given: Any) -> int | None:
    """The number of the move that a strategy has given, or None if it is none of the moves.

    A whole number of numpy's is a whole number. But True is not 1, and neither is 1.0.

    >>> which_move([1, 2, 3], np.int64(2)), which_move([1, 2, 3], 2.0), which_move([(0, 1)], (0, np.int8(1)))
    (1, None, 0)
    """
    return next((number for number, move in enumerate(moves) if _is_move(given, move)), None)


def _is_move(given: Any, move: Any) -> bool:
    """Whether this is the move, and not only equal to it."""
    given = given.item() if isinstance(given, np.generic) else given
    move = move.item() if isinstance(move, np.generic) else move
    if isinstance(given, tuple) and isinstance(move, tuple):
        return len(given) == len(move) and all(map(_is_move, given, move))
    if not isinstance(given, _kinds(move)) or isinstance(given, bool) != isinstance(move, bool):
        return False
    try:
        return bool(given == move)
    except Exception:  # whatever its class does to be compared
        return False


def _kinds(move: Any) -> tuple[type, ...]:
    """The types as which a move can be given."""
    if isinstance(move, int):
        return (int,)
    if isinstance(move, Fraction):
        return (int, Fraction)
    if isinstance(move, float):
        return (int, Fraction, float)
    return (type(move),)
