"""Playing a game: a strategy is a function from position to move.

``solution.best`` is one, perfect; ``random_moves`` makes one that knows only the rules; any function of a
student's is another. ``match`` lets two of them play.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from gamelib.core import Game, IllegalMove

Strategy = Callable[[Any], Any]


@dataclass(frozen=True)
class Match:
    """One play of a game. ``positions`` has one entry more than ``moves``.

    ``result`` is for the player who moved first; a play cut off at the limit is endless for all we know, worth 0,
    and not ``finished``.
    """

    moves: tuple[Any, ...]
    positions: tuple[Any, ...]
    result: float
    finished: bool


def match(
    game: Game[Any, Any], first: Strategy, second: Strategy, *, position: Any = None, limit: int = 1_000
) -> Match:
    """Let two strategies play, from the start or from ``position``, for at most ``limit`` single moves.

    Raises IllegalMove, saying which strategy it was, for a move that is not there.

    >>> from gamelib import match, solve
    >>> from gamelib.games import Matches
    >>> perfect = solve(Matches(15)).best
    >>> match(Matches(15), perfect, lambda pile: 1).moves
    (3, 1, 3, 1, 3, 1, 3)
    """
    position = game.start() if position is None else position
    positions: list[Any] = [position]
    moves: list[Any] = []
    while (result := game.outcome(position)) is None and len(moves) < limit:
        player = len(moves) % 2
        move = (first, second)[player](position)
        try:
            position = play_checked(game, position, move)
        except IllegalMove as error:
            raise IllegalMove(f"the {('first', 'second')[player]} player at {position!r}: {error}") from None
        moves.append(move)
        positions.append(position)
    sign = 1 if len(moves) % 2 == 0 else -1
    return Match(tuple(moves), tuple(positions), 0 if result is None else sign * result, result is not None)


def play_checked(game: Game[Any, Any], position: Any, move: Any) -> Any:
    """``game.play``, for a move that may be wrong and a game that may not notice."""
    option = game.play(position, move)
    moves = list(game.moves(position))
    if move not in moves:
        raise IllegalMove(f"{move!r} is not one of the moves {moves!r}")
    return option


def random_moves(game: Game[Any, Any], rng: np.random.Generator) -> Strategy:
    """The strategy that takes any move with equal probability."""

    def strategy(position: Any) -> Any:
        moves = list(game.moves(position))
        return moves[int(rng.integers(len(moves)))]

    return strategy
