"""Symmetry: from a position to the representative of its class, and back to the real board.

A solver that works on a ``Quotient`` sees one position of each symmetry class. These functions take
a question about the real board into the quotient, and the moves of an answer back. For any other
game they change nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gamelib import gate
from gamelib.adapters import Quotient


def real_rules(game: Any) -> Any:
    """The rules of the real board: those of the game under a Quotient, otherwise the game's own."""
    return game.game if isinstance(game, Quotient) else game


def class_of(game: Any, position: Any) -> Any:
    """The representative of a position if the game is a Quotient, otherwise the position itself."""
    return game.class_of(position) if isinstance(game, Quotient) else position


def start_of(game: Any, position: Any) -> Any:
    """Where a solver starts: the position asked for, or the start; in a Quotient, as its class."""
    return class_of(game, gate.begin(real_rules(game), position))


def starts_of(game: Any, given: list[Any]) -> list[Any]:
    """Where a solver of many positions starts.

    At the positions given, in a Quotient at their classes. If none is given: at all positions that
    the game lists, or else at its start. (A Quotient lists none.)
    """
    if given:
        return [start_of(game, position) for position in given]
    if callable(getattr(game, "positions", None)):
        return list(game.positions())
    return [start_of(game, None)]


def unfold(game: Any, position: Any, line: Iterable[Any]) -> tuple[Any, ...]:
    """The moves on the real board, from ``position`` on, of a line that was found on the game."""
    return tuple(game.unfold(position, line) if isinstance(game, Quotient) else line)


def on_real_board(game: Any, position: Any, move: Any) -> Any:
    """A move of the representative of a position's class, as a move at the position itself."""
    [real_move] = unfold(game, position, [move])
    return real_move


def quotient_of(game: Any) -> Any:
    """The game's Quotient if it knows its symmetries, otherwise the game itself."""
    if isinstance(game, Quotient) or not hasattr(game, "representative"):
        return game
    return Quotient(game)
