"""What all adapters share: they hold a game, and pass on those of its capabilities that stay true."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Generic

from gamelib import ask
from gamelib.core import M, P

#: What a board looks like stays true whatever an adapter does to the play on it.
BOARD = ("shape", "pieces", "chequered", "cell_of", "cells_of", "end_text")


class Adapter(Generic[P, M]):
    """A game over another one, ``game``. ``kept`` names the methods and capabilities that are passed on as they are."""

    game: Any
    kept: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        ask.a_game(self.game)

    def start(self) -> P:
        start: P = self.game.start()
        return start

    def moves(self, position: P) -> Iterable[M]:
        moves: Iterable[M] = self.game.moves(position)
        return moves

    def play(self, position: P, move: M) -> P:
        there: P = self.game.play(position, move)
        return there

    def __getattr__(self, name: str) -> Any:
        if name in self.kept:
            self.__dict__[name] = getattr(self.game, name)  # asked for at every position of a search: looked up once
            return self.__dict__[name]
        raise AttributeError(f"{type(self).__name__}({type(self.__dict__.get('game')).__name__}) has no {name!r}")
