"""Games made from games. An adapter is a game itself, so no algorithm needs a flag for it.

``Misere(game)`` swaps who wins at the end. It offers the capabilities of the game under it that stay
true, those in the table ``KEPT``, and its ``arena`` with every result turned round.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic

from gamelib.core import Game, M, P

#: Capabilities that do not depend on who wins at the end.
KEPT = ("text", "move_text", "shape", "impartial")


@dataclass(frozen=True)
class Misere(Generic[P, M]):
    """The game with the result at its end turned round: under normal play who cannot move loses, here he wins.

    Source: Berlekamp, Conway, Guy, Winning Ways (1982), chapter 13.

    >>> from gamelib import Misere, solve
    >>> from gamelib.games import Matches
    >>> solution = solve(Misere(Matches(5)))      # who takes the last match loses
    >>> [str(solution[pile]) for pile in range(6)]
    ['WIN in 0', 'LOSS in 1', 'WIN in 2', 'WIN in 2', 'WIN in 2', 'LOSS in 3']
    """

    game: Game[P, M]

    def start(self) -> P:
        return self.game.start()

    def moves(self, position: P) -> Iterable[M]:
        return self.game.moves(position)

    def play(self, position: P, move: M) -> P:
        return self.game.play(position, move)

    def outcome(self, position: P) -> float | None:
        result = self.game.outcome(position)
        return None if result is None else -result

    def __getattr__(self, name: str) -> Any:
        if name in KEPT:
            return getattr(self.game, name)
        if name == "arena":
            arena = self.game.arena  # type: ignore[attr-defined]  # an AttributeError where there is none is right
            return lambda: arena().negated(self)
        raise AttributeError(f"{type(self).__name__}({type(self.__dict__.get('game')).__name__}) has no {name!r}")
