"""Misère play: the same moves, but the player who would have lost wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gamelib import ask
from gamelib.adapters.base import BOARD, Adapter
from gamelib.core import Game, M, P


@dataclass(frozen=True)
class Misere(Adapter[P, M]):
    """The game with its results negated: a player who cannot move wins instead of losing.

    The game's ``bounds`` are not offered, because they do not hold for the value under misère play.
    Source: Berlekamp, Conway, Guy, Winning Ways (1982), chapter 13.

    >>> from gamelib import Misere, solve
    >>> from gamelib.games import Matches
    >>> solution = solve(Misere(Matches(5)))      # whoever takes the last match loses
    >>> [str(solution[pile]) for pile in range(6)]
    ['WIN in 0', 'LOSS in 1', 'WIN in 2', 'WIN in 2', 'WIN in 2', 'LOSS in 3']
    """

    game: Game[P, M]
    kept = ("impartial", "representative", *BOARD)

    def outcome(self, position: P, /) -> float | None:
        result = ask.outcome(self.game, position)
        return None if result is None else -result

    def __getattr__(self, name: str) -> Any:
        if name == "arena" and ask.has_arena(self.game):
            return lambda: ask.arena(self.game).negated(self)
        return super().__getattr__(name)
