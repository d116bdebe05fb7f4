"""Games made from games. An adapter is a game itself, so no algorithm needs a flag for it.

``Misere(game)`` swaps who wins at the end; ``Quotient(game)`` plays on one representative of each symmetry class;
``Sum(g, h, ...)`` puts impartial games side by side; ``Fixed`` leaves a player no choice. An adapter
offers those capabilities of the game under it that stay true, by a table.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, SupportsIndex

from gamelib.core import (
    CHANCE,
    LOSS,
    Game,
    IllegalMove,
    M,
    NotImpartial,
    Outcome,
    P,
    check_extensive,
    check_made,
    move_text_of,
    text_of,
)


def check_game_given(game: object) -> None:
    """Raise TypeError for a class in place of a game, and for what has not the four methods of one."""
    check_made(game)
    if not all(hasattr(game, method) for method in ("start", "moves", "play", "outcome")):
        raise TypeError(f"{type(game).__name__} is not a game: it needs the methods start, moves, play and outcome")


class Adapter(Generic[P, M]):
    """A game over another one, ``game``. ``kept`` names the capabilities that are passed on as they are."""

    game: Game[P, M]
    kept: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        check_game_given(self.game)

    def start(self) -> P:
        return self.game.start()

    def moves(self, position: P) -> Iterable[M]:
        return self.game.moves(position)

    def play(self, position: P, move: M) -> P:
        return self.game.play(position, move)

    def __getattr__(self, name: str) -> Any:
        if name in self.kept:
            return getattr(self.game, name)
        raise AttributeError(f"{type(self).__name__}({type(self.__dict__.get('game')).__name__}) has no {name!r}")


@dataclass(frozen=True)
class Misere(Adapter[P, M]):
    """The game with the result at its end turned round: under normal play who cannot move loses, here he wins.

    Source: Berlekamp, Conway, Guy, Winning Ways (1982), chapter 13.

    >>> from gamelib import Misere, solve
    >>> from gamelib.games import Matches
    >>> solution = solve(Misere(Matches(5)))      # who takes the last match loses
    >>> [str(solution[pile]) for pile in range(6)]
    ['WIN in 0', 'LOSS in 1', 'WIN in 2', 'WIN in 2', 'WIN in 2', 'LOSS in 3']
    """

    game: Game[P, M]
    kept = ("text", "move_text", "shape", "impartial", "representative", "check_position")

    def outcome(self, position: P) -> float | None:
        result = self.game.outcome(position)
        return None if result is None else -result

    def __getattr__(self, name: str) -> Any:
        if name == "arena":
            arena = self.game.arena  # type: ignore[attr-defined]  # an AttributeError where there is none is right
            return lambda: arena().negated(self)
        if name == "bounds":
            bounds = self.game.bounds  # type: ignore[attr-defined]  # as above
            return lambda position: tuple(-bound for bound in reversed(bounds(position)))
        return super().__getattr__(name)


@dataclass(frozen=True)
class Quotient(Adapter[P, M]):
    """The game played on one representative of each symmetry class, with the moves of the representatives.

    The game, a Game or an ExtensiveGame, must know its symmetries (``representative``). Options that coincide are not
    merged: a move each. Raises TypeError for a game without symmetries.

    >>> from gamelib import GameGraph, Quotient
    >>> from gamelib.games import Nim
    >>> len(GameGraph.of(Nim((1, 2, 1)))), len(GameGraph.of(Quotient(Nim((1, 2, 1)))))
    (12, 7)
    """

    game: Game[P, M]
    kept = (
        *("text", "move_text", "shape", "impartial", "order", "bounds", "evaluate", "check_position"),
        *("outcome", "turn", "payoffs"),
    )

    def __post_init__(self) -> None:
        (check_extensive if hasattr(self.game, "turn") else check_game_given)(self.game)
        if not hasattr(self.game, "representative"):
            raise TypeError(
                f"{type(self.game).__name__} knows no symmetries: it has no method representative(position)"
            )

    def start(self) -> P:
        return self._class_of(self.game.start())

    def play(self, position: P, move: M) -> P:
        return self._class_of(self.game.play(position, move))

    def unfold(self, position: P, line: Iterable[M]) -> list[M]:
        """A line of play among the representatives, as moves on the real board, beginning at ``position`` there.

        Each move is carried back by the symmetry of the position where it is made: one symmetry for the whole line
        would be wrong.

        >>> from gamelib import Quotient
        >>> from gamelib.games import Nim
        >>> Quotient(Nim((2, 1))).unfold((2, 1), [(1, 1), (1, 1)])      # among (1, 2): the larger heap, twice
        [(0, 1), (1, 1)]
        """
        moves = []
        for move in line:
            rep, back = self.game.representative(position)  # type: ignore[attr-defined]  # checked at the start
            if move not in list(self.game.moves(rep)):
                raise IllegalMove(f"{move!r} is not a move of the representative {rep!r}")
            moves.append(back(move))
            position = self.game.play(position, moves[-1])
        return moves

    def chances(self, position: P) -> list[tuple[Any, P]]:
        game: Any = self.game  # one with dice
        return [(chance, self._class_of(there)) for chance, there in game.chances(position)]

    def _class_of(self, position: P) -> P:
        representative: P = self.game.representative(position)[0]  # type: ignore[attr-defined]  # checked at the start
        return representative


@dataclass(frozen=True, init=False)
class Sum:
    """Impartial games side by side: a move is a move in one of them, and who can move in none has lost.

    A position is the tuple of the parts' positions, a move ``(k, move)`` a move in part k, from 0. Raises NotImpartial
    for a part that does not declare ``impartial = True``, and ValueError where a part ends otherwise than with a
    loss for the player to move: a sum is a matter of normal play. Source: Winning Ways (1982), chapter 2.

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
            check_game_given(game)
            if not getattr(game, "impartial", False):
                raise NotImpartial(
                    f"part {k} of the sum, {type(game).__name__}, does not say that both players always have the same "
                    "moves: write impartial = True into its class if they do"
                )
        object.__setattr__(self, "games", games)

    def check_position(self, position: Any) -> None:
        """Raise ValueError, saying why, for what is not a tuple of positions of the parts."""
        if not isinstance(position, tuple) or len(position) != len(self.games):
            raise ValueError(
                f"{position!r} is not a position of the sum: give a tuple of {len(self.games)}, one for each part"
            )
        for game, part in zip(self.games, position, strict=True):
            if hasattr(game, "check_position"):
                game.check_position(part)

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
                    return (*position[:k], self.games[k].play(position[k], inner), *position[k + 1 :])
                raise IllegalMove(f"part {k} of the sum is over: move in another")
        raise IllegalMove(f"{move!r} is not a move in a sum: give (k, move), k from 0 to {len(self.games) - 1}")

    def outcome(self, position: tuple[Any, ...]) -> Outcome | None:
        results = [game.outcome(part) for game, part in zip(self.games, position, strict=True)]
        for k, result in enumerate(results):
            if result is not None and result != LOSS:
                raise ValueError(
                    f"part {k} of the sum ends at {position[k]!r} with {result} for the player to move; sums are for "
                    "normal play, in which who cannot move has lost (LOSS)"
                )
        return LOSS if None not in results else None

    def text(self, position: tuple[Any, ...]) -> str:
        return "\n".join(
            f"[{k}]  " + text_of(game, part).replace("\n", "\n     ")
            for k, (game, part) in enumerate(zip(self.games, position, strict=True))
        )

    def move_text(self, position: tuple[Any, ...], move: tuple[int, Any]) -> str:
        return f"[{move[0]}] {move_text_of(self.games[move[0]], position[move[0]], move[1])}"


@dataclass(frozen=True)
class Fixed(Adapter[P, M]):
    """An ExtensiveGame in which ``player`` keeps to a strategy: for the others he has become a part of Nature.

    ``strategy``: a function from position to move, or to a dict from moves to their probabilities. What the others can
    make of it is the value of this game. Raises TypeError and ValueError for what is no game, player or strategy, and,
    when it is played or solved, IllegalMove for a move that is not there.

    >>> from gamelib import exact_values
    >>> from gamelib.games import Tree
    >>> pennies = Tree({"hide": ("I", {"left": "seek", "right": "seek too"}),
    ...                 "seek": ("II", {"left": (-1, 1), "right": (1, -1)}),
    ...                 "seek too": ("II", {"left": (1, -1), "right": (-1, 1)})}, players=("I", "II"))
    >>> half = lambda position: {"left": 0.5, "right": 0.5}
    >>> print(exact_values(pennies)["hide"], exact_values(Fixed(pennies, 1, half))["hide"])
    -1 0
    """

    game: Any
    player: int
    strategy: Callable[[P], Any]
    kept = ("text", "move_text", "shape", "payoffs", "check_position")

    def __post_init__(self) -> None:
        check_extensive(self.game)
        if isinstance(self.player, bool) or not isinstance(self.player, int) or self.player < 0:
            raise ValueError(f"player={self.player!r}: players are the numbers 0, 1, ..., as in turn(position)")
        if not callable(self.strategy):
            raise TypeError(f"strategy={self.strategy!r}: give a function from position to move")
        if isinstance(self.game, Fixed) and self.player in self.game.players:
            raise ValueError(f"player {self.player} keeps to a strategy already")

    @property
    def players(self) -> set[int]:
        """Those who keep to a strategy."""
        return {self.player} | (self.game.players if isinstance(self.game, Fixed) else set())

    def turn(self, position: P) -> int | str | None:
        turn: int | str | None = self.game.turn(position)
        return CHANCE if turn == self.player else turn

    def chances(self, position: P) -> list[tuple[Any, P]]:
        if self.game.turn(position) == CHANCE:
            return list(self.game.chances(position))
        answer, moves = self.strategy(position), list(self.game.moves(position))
        mixed = list(answer.items()) if isinstance(answer, Mapping) else [(answer, 1)]
        for move, _ in mixed:
            if not isinstance(move, Hashable) or move not in moves:
                raise IllegalMove(
                    f"the strategy of player {self.player} plays {move!r} at {position!r}: it must be one of the "
                    "moves, or a dict from moves to their probabilities"
                )
        return [(probability, self.game.play(position, move)) for move, probability in mixed]
