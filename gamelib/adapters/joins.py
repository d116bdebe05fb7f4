"""Two adapters that join the protocols: a game with extra turns as a Game, and a Game as an
ExtensiveGame.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic

from gamelib import ask
from gamelib.adapters.base import Adapter
from gamelib.core import CHANCE, ExtensiveGame, Game, IllegalMove, M, P, move_text_of, text_of

#: The only move of a player while their opponent moves again.
PASS = "pass"


class _WithPlayer(Adapter[Any, Any], Generic[P, M]):
    """Positions are pairs: a position of the game, and the player to move, 0 or 1."""

    kept = ("shape", "pieces", "chequered")

    def check_position(self, position: Any) -> None:
        """Raise ValueError for anything that is not a pair of a position of the game and a
        player.
        """
        match position:
            case (inner, (0 | 1) as player) if isinstance(position, tuple) and not isinstance(
                player, bool
            ):
                ask.position(self.game, inner)
            case _:
                raise ValueError(
                    f"{position!r} is not a position of {type(self).__name__}: give (position, "
                    "player to move), as "
                    f"{self.start()!r}"
                )

    def text(self, position: tuple[P, int]) -> str:
        return text_of(self.game, position[0])

    def move_text(self, position: tuple[P, int], move: Any) -> str:
        return move_text_of(self.game, position[0], move)


@dataclass(frozen=True)
class Alternating(_WithPlayer[P, M]):
    """An ExtensiveGame of two players, without dice, as a Game: for solve, minimax and whatever
    else takes a Game.

    A position is ``(position, player)``, with the player to move, 0 or 1. If the rules let the same
    player move again, the opponent has one move there, ``"pass"``, and remoteness counts it.
    Payoffs must add up to zero. Raises TypeError for anything but an ExtensiveGame, and ValueError
    at a chance node when it is played.

    >>> from gamelib import solve
    >>> class Again:
    ...     "Take 1 or 2 of n; a player who takes 2 moves again. Whoever takes the last wins."
    ...     def start(self): return (4, 0)
    ...     def turn(self, p): return p[1] if p[0] else None
    ...     def moves(self, p): return [k for k in (1, 2) if k <= p[0]]
    ...     def play(self, p, k): return (p[0] - k, p[1] if k == 2 and p[0] > 2 else 1 - p[1])
    ...     def payoffs(self, p): return (-1, 1) if p[1] == 0 else (1, -1)
    >>> game = Alternating(Again())
    >>> str(solve(game)[game.start()]), solve(game).line()
    ('WIN in 3', [2, 'pass', 2])
    """

    game: ExtensiveGame[P, M]

    def __post_init__(self) -> None:
        ask.an_extensive_game(self.game)

    def start(self) -> tuple[P, int]:
        start = self.game.start()
        return start, self._turn(start) or 0

    def moves(self, position: tuple[P, int], /) -> list[M | str]:
        inner, player = position
        turn = self._turn(inner)
        if turn is None:
            return []
        return ask.moves(self.game, inner) if turn == player else [PASS]

    def play(self, position: tuple[P, int], move: M | str, /) -> tuple[P, int]:
        inner, player = position
        if self._turn(inner) == player:
            return ask.played(self.game, inner, move), 1 - player
        if move != PASS:
            raise IllegalMove(
                f"{move!r} at {position!r}: the other player moves again, so there is only {PASS!r}"
            )
        return inner, 1 - player

    def outcome(self, position: tuple[P, int], /) -> Any:
        inner, player = position
        if self._turn(inner) is not None:
            return None
        ask.payoff(self.game, inner)  # numbers that add up to 0
        gain = self.game.payoffs(inner)[0]
        return -gain if player else gain

    def move_text(self, position: tuple[P, int], move: M | str) -> str:
        return super().move_text(position, move) if self._turn(position[0]) == position[1] else PASS

    def _turn(self, position: P) -> int | None:
        turn: int | str | None = ask.turn(self.game, position)
        if turn == CHANCE:
            raise ValueError(
                f"at {position!r} chance decides, but a Game has no dice: use exact_values, "
                "chance_values"
            )
        return None if turn is None else int(turn)


@dataclass(frozen=True)
class Extensive(_WithPlayer[P, M]):
    """A Game as an ExtensiveGame of player 0, who begins, and player 1: for ``exact_values``,
    ``Fixed`` and the like.

    A position is ``(position, player)``, with the player to move. Raises TypeError for anything but
    a Game.

    >>> from gamelib import exact_values
    >>> from gamelib.games import Matches
    >>> print(exact_values(Extensive(Matches(4)))[4, 0])       # player 0 is to move, and loses
    -1
    """

    game: Game[P, M]

    def start(self) -> tuple[P, int]:
        return self.game.start(), 0

    def turn(self, position: tuple[P, int], /) -> int | None:
        return position[1] if ask.outcome(self.game, position[0]) is None else None

    def moves(self, position: tuple[P, int], /) -> list[M]:
        return [] if self.turn(position) is None else ask.moves(self.game, position[0])

    def play(self, position: tuple[P, int], move: M, /) -> tuple[P, int]:
        return ask.played(self.game, position[0], move), 1 - position[1]

    def payoffs(self, position: tuple[P, int], /) -> tuple[Any, Any]:
        inner, player = position
        result = ask.outcome(self.game, inner) + 0  # a plain number, as its negative is
        return (result, 0 - result) if player == 0 else (0 - result, result)
