"""Sums: several games lie on one table, and a player moves in one of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, SupportsIndex

from gamelib import ask
from gamelib.core import LOSS, Game, IllegalMove, Outcome, move_text_of, text_of


@dataclass(frozen=True, init=False)
class Sum:
    """Impartial games side by side: a move is a move in one of them, and a player who can move in
    none loses.

    A position is the tuple of the parts' positions, and ``(k, move)`` is a move in part k, counted
    from 0. Raises NotImpartial for a part that does not declare ``impartial = True``, and
    ValueError if a part does not end with a loss for the player to move: sums are for normal play.
    Source: Winning Ways (1982), chapter 2.

    >>> from gamelib import Sum, solve
    >>> from gamelib.games import Matches
    >>> two = Sum(Matches(3), Matches(5, takes=(1, 2)))
    >>> str(solve(two)[3, 5]), solve(two).best((3, 5))
    ('WIN in 7', (0, 1))
    """

    games: tuple[Game[Any, Any], ...]
    impartial: ClassVar[bool] = True

    def __init__(self, *games: Game[Any, Any]) -> None:
        if not games:
            raise ValueError("a sum of no games: give at least one, Sum(g, h)")
        if len(games) == 1 and isinstance(games[0], list | tuple):
            raise TypeError("the parts of a sum are given one by one: Sum(*games)")
        for k, game in enumerate(games):
            ask.impartial(game, f"part {k} of the sum, ")
        object.__setattr__(self, "games", games)

    def check_position(self, position: Any) -> None:
        """Raise ValueError, saying why, for anything that is not a tuple of positions of the
        parts.
        """
        if not isinstance(position, tuple) or len(position) != len(self.games):
            raise ValueError(
                f"{position!r} is not a position of the sum: give a tuple of {len(self.games)}, "
                "one for each part"
            )
        for game, part in zip(self.games, position, strict=True):
            ask.position(game, part)

    def start(self) -> tuple[Any, ...]:
        return tuple(game.start() for game in self.games)

    def moves(self, position: tuple[Any, ...]) -> list[tuple[int, Any]]:
        return [
            (k, move)
            for k, (game, part) in enumerate(zip(self.games, position, strict=True))
            if game.outcome(part) is None
            for move in game.moves(part)
        ]

    def play(self, position: tuple[Any, ...], move: tuple[int, Any]) -> tuple[Any, ...]:
        match move:
            case (k, inner) if isinstance(k, SupportsIndex) and 0 <= int(k) < len(self.games):
                if self.games[k].outcome(position[k]) is None:
                    return (*position[:k], self._played(k, position[k], inner), *position[k + 1 :])
                raise IllegalMove(f"part {k} of the sum is over: move in another")
        raise IllegalMove(
            f"{move!r} is not a move in a sum: give (k, move), k from 0 to {len(self.games) - 1}"
        )

    def _played(self, k: int, part: Any, inner: Any) -> Any:
        """The part after a move in game ``k``, which is named if the move is not allowed there."""
        try:
            return self.games[k].play(part, inner)
        except IllegalMove as error:
            raise IllegalMove(f"in part {k} of the sum, {error}") from None

    def outcome(self, position: tuple[Any, ...]) -> Outcome | None:
        results = [game.outcome(part) for game, part in zip(self.games, position, strict=True)]
        for k, result in enumerate(results):
            if result is not None and result != LOSS:
                raise ValueError(
                    f"part {k} of the sum ends at {position[k]!r} with {result} for the player to "
                    "move; sums are for "
                    "normal play, in which a player who cannot move loses (LOSS)"
                )
        return LOSS if None not in results else None

    def text(self, position: tuple[Any, ...]) -> str:
        return "\n".join(
            f"[{k}]  " + text_of(game, part).replace("\n", "\n     ")
            for k, (game, part) in enumerate(zip(self.games, position, strict=True))
        )

    def move_text(self, position: tuple[Any, ...], move: tuple[int, Any]) -> str:
        return f"[{move[0]}] {move_text_of(self.games[move[0]], position[move[0]], move[1])}"
