"""Verdicts on single positions of a game that is too large for a Solution."""

from __future__ import annotations

import gamelib.searched
from gamefast.search.alphabeta import alphabeta
from gamefast.search.registry import compiled_search
from gamelib.core import Game, M, P
from gamelib.search import SearchResult
from gamelib.symmetry import quotient_of


class Searched(gamelib.searched.Searched[P, M]):
    """Verdicts and best moves by alpha-beta, found on request, for games too large for a Solution.

    A compiled search answers if there is one for the game, and otherwise that of gamelib, with what
    the game offers (``order``, ``bounds``, ``representative``). One table is kept, so later
    questions cost little. A Searched knows only the positions it was asked for, so they cannot be
    counted or listed. Raises ValueError, naming a position, if play can come back to it.

    >>> from gamelib.games import ConnectFour
    >>> searched = Searched(ConnectFour(4, 4))
    >>> position = "....\\n....\\nOOO.\\nXXX."
    >>> str(searched[position]), searched.best(position)
    ('WIN in 1', 3)
    """

    def __init__(self, game: Game[P, M]) -> None:
        super().__init__(game)
        self.compiled = compiled_search(game)  # None if there is none for this game

    def search(self, position: P | None = None) -> SearchResult:
        """The whole result of the search from a position."""
        if self.compiled is not None:
            return self.compiled.answer(position)
        return alphabeta(quotient_of(self.game), position, table=self.table)

    def __repr__(self) -> str:
        if self.compiled is None:
            return super().__repr__()
        name = type(self.game).__name__
        return f"<Searched: {name}, {self.compiled.known:,} positions in its table>"
