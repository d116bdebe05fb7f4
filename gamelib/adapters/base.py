"""What all adapters share: they hold a game, and pass on the capabilities that stay true."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Generic, Protocol

from gamelib import ask
from gamelib.core import M, P

#: An adapter changes the play on a board, but never what the board looks like.
BOARD = (
    "text",
    "move_text",
    "check_position",
    "shape",
    "pieces",
    "chequered",
    "cell_of",
    "cells_of",
    "end_text",
)


class Played(Protocol[P, M]):
    """What a Game and an ExtensiveGame have in common."""

    def start(self) -> P: ...
    def moves(self, position: P, /) -> Iterable[M]: ...
    def play(self, position: P, move: M, /) -> P: ...


class Adapter(Generic[P, M]):
    """A game made from another one, ``game``. ``kept`` names the methods and capabilities passed on
    unchanged.
    """

    game: Played[P, M]
    kept: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        ask.a_game(self.game)

    def start(self) -> P:
        return self.game.start()

    def moves(self, position: P, /) -> Iterable[M]:
        return self.game.moves(position)

    def play(self, position: P, move: M, /) -> P:
        return self.game.play(position, move)

    def __getattr__(self, name: str) -> Any:
        if name in self.kept:
            # a search asks at every position: keep what is found
            return self.__dict__.setdefault(name, getattr(self.game, name))
        raise AttributeError(
            f"{type(self).__name__}({type(self.__dict__.get('game')).__name__}) has no {name!r}"
        )
