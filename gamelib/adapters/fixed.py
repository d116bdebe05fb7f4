"""A player with a fixed strategy becomes a part of Nature: how much can the other players get?"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from gamelib import ask
from gamelib.adapters.base import BOARD, Adapter
from gamelib.core import CHANCE, ExtensiveGame, IllegalMove, M, P


@dataclass(frozen=True)
class Fixed(Adapter[P, M]):
    """An ExtensiveGame in which ``player`` follows a fixed strategy: for all others, that player is
    a part of Nature.

    ``strategy``: a function from position to move, or to a dict from moves to their probabilities.
    The value of this game is what the other players can get against that strategy. Raises TypeError
    and ValueError for anything but a game, a player and a strategy. When the game is played or
    solved, it raises IllegalMove for an illegal move.

    >>> from gamelib import exact_values
    >>> from gamelib.games import Tree
    >>> pennies = Tree({"hide": ("I", {"left": "seek", "right": "seek too"}),
    ...                 "seek": ("II", {"left": (-1, 1), "right": (1, -1)}),
    ...                 "seek too": ("II", {"left": (1, -1), "right": (-1, 1)})}, players=("I", "II"))
    >>> half = lambda position: {"left": 0.5, "right": 0.5}
    >>> print(exact_values(pennies)["hide"], exact_values(Fixed(pennies, 1, half))["hide"])
    -1 0
    """

    game: ExtensiveGame[P, M]
    player: int
    strategy: Callable[[P], Any]
    kept = BOARD

    def __post_init__(self) -> None:
        ask.an_extensive_game(self.game)
        ask.whole(self.player, "player")
        ask.strategy(self.strategy)
        if isinstance(self.game, Fixed) and self.player in self.game.players:
            raise ValueError(f"player {self.player} already follows a fixed strategy")

    @property
    def players(self) -> set[int]:
        """The players who follow a fixed strategy."""
        return {self.player} | (self.game.players if isinstance(self.game, Fixed) else set())

    def turn(self, position: P, /) -> int | str | None:
        turn = self.game.turn(position)
        return CHANCE if turn == self.player else turn

    def payoffs(self, position: P, /) -> tuple[Any, ...]:
        if len(payoffs := ask.payoffs(self.game, position)) <= self.player:
            raise ValueError(
                f"there is no player {self.player}: the payoffs at {position!r} are {payoffs!r}"
            )
        return payoffs

    def chances(self, position: P, /) -> list[tuple[Any, P]]:
        if self.game.turn(position) == CHANCE:
            return ask.chances(self.game, position)
        answer, moves = self.strategy(position), list(self.game.moves(position))
        mixed = list(answer.items()) if isinstance(answer, Mapping) else [(answer, 1)]
        for move, _ in mixed:
            if not isinstance(move, Hashable) or move not in moves:
                raise IllegalMove(
                    f"the strategy of player {self.player} plays {move!r} at {position!r}: it "
                    "must be one of the "
                    "moves, or a dict from moves to their probabilities"
                )
        return [(probability, self.game.play(position, move)) for move, probability in mixed]
