"""Symmetries: a game played on one representative of each class of positions that differ only by a
symmetry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from gamelib import ask
from gamelib.adapters.base import BOARD, Adapter, Played
from gamelib.core import IllegalMove, M, P


@dataclass(frozen=True)
class Quotient(Adapter[P, M]):
    """The game played on one representative of each symmetry class, with the moves of the
    representatives.

    The game, a Game or an ExtensiveGame, must know its symmetries (``representative``). Two moves
    to the same class remain two moves. Raises TypeError for a game without symmetries.

    >>> from gamelib import GameGraph, Quotient
    >>> from gamelib.games import Nim
    >>> len(GameGraph.of(Nim((1, 2, 1)))), len(GameGraph.of(Quotient(Nim((1, 2, 1)))))
    (12, 7)
    """

    game: Any
    kept = ("outcome", "turn", "payoffs", "impartial", "order", "bounds", "evaluate", *BOARD)

    if TYPE_CHECKING:  # it speaks the protocol of its game

        def __init__(self, game: Played[P, M]) -> None: ...
        def outcome(self, position: P, /) -> float | None: ...
        def turn(self, position: P, /) -> int | str | None: ...
        def payoffs(self, position: P, /) -> tuple[Any, ...]: ...

    def __post_init__(self) -> None:
        ask.any_game(self.game)
        if not hasattr(self.game, "representative"):
            raise TypeError(
                f"{type(self.game).__name__} knows no symmetries: it has no method "
                "representative(position)"
            )

    def start(self) -> P:
        return self.class_of(self.game.start())

    def play(self, position: P, move: M, /) -> P:
        return self.class_of(self.game.play(position, move))

    def unfold(self, position: P, line: Iterable[M]) -> list[M]:
        """A line of play among the representatives, as moves on the real board, beginning there at
        ``position``.

        Each move is carried back by the symmetry of the position where it is made; the symmetry may
        change.

        >>> from gamelib import Quotient
        >>> from gamelib.games import Nim
        >>> Quotient(Nim((2, 1))).unfold((2, 1), [(1, 1), (1, 1)])  # among (1, 2): the larger heap, twice
        [(0, 1), (1, 1)]
        """
        moves = []
        for move in line:
            rep, back = ask.representative(self.game, position)
            if move not in list(self.game.moves(rep)):
                raise IllegalMove(f"{move!r} is not a move of the representative {rep!r}")
            moves.append(back(move))
            position = self.game.play(position, moves[-1])
        return moves

    def chances(self, position: P, /) -> list[tuple[Any, P]]:
        return [(chance, self.class_of(there)) for chance, there in self.game.chances(position)]

    def class_of(self, position: P) -> P:
        """The representative of a position of the real board."""
        return cast(P, ask.representative(self.game, position)[0])


def by_classes(game: Any) -> Any:
    """The game's Quotient if it offers symmetries, otherwise the game itself.

    >>> from gamelib.games import Matches, Nim
    >>> by_classes(Nim((2, 1))), by_classes(Matches(3))
    (Quotient(game=Nim(heaps=(2, 1), most=None)), Matches(n=3, takes=(1, 2, 3)))
    """
    return (
        Quotient(game)
        if hasattr(game, "representative") and not isinstance(game, Quotient)
        else game
    )


def real_rules(game: Any) -> Any:
    """The rules of the real board: those of the game under a Quotient, otherwise the game's own."""
    return game.game if isinstance(game, Quotient) else game


def of_class(game: Any, position: Any) -> tuple[Any, Callable[[Any], Any]]:
    """Return a position's representative and the way back from its moves; without a Quotient, the
    position itself.

    >>> from gamelib.games import Nim
    >>> rep, back = of_class(Quotient(Nim((2, 1))), (2, 1))
    >>> rep, back((1, 1))
    ((1, 2), (0, 1))
    """
    if not isinstance(game, Quotient):
        return position, lambda move: move
    return ask.representative(game.game, position)


def unfolded(game: Any, position: Any, line: Iterable[Any]) -> tuple[Any, ...]:
    """A line found on ``game``, as moves on the real board, where it begins at ``position``."""
    return tuple(game.unfold(position, line) if isinstance(game, Quotient) else line)
