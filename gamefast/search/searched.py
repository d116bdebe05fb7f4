"""Verdicts on single positions of a game that is too large for a Solution."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import gamelib.searched
from gamefast import ask
from gamefast.answers import Answer
from gamefast.search.minimax import searched
from gamefast.search.registry import compiled_search
from gamefast.search.search import Search
from gamelib.answers import Verdict
from gamelib.core import Game, M, P
from gamelib.search import SearchResult
from gamelib.symmetry import quotient_of


class Searched(Answer[P, M, Verdict], gamelib.searched.Searched[P, M]):
    """Verdicts and best moves by alpha-beta, found on request, for games too large for a Solution.

    What the game offers is used (``order``, ``bounds``, ``representative``, ``bitboard``), and one
    table is kept, so later questions cost little. A Searched knows only the positions it was asked
    for, so they cannot be counted or listed. Raises ValueError, naming a position, if play can come
    back to it.

    >>> from gamelib.games import TicTacToe
    >>> asked = Searched(TicTacToe())
    >>> str(asked["XX.OO...."]), asked.best("XX.OO....")
    ('WIN in 1', (0, 2))
    """

    def __init__(self, game: Game[P, M]) -> None:
        self.game = ask.a_game(game)
        self._searchable: Any = quotient_of(game)
        self._table: dict[Any, Any] = {}
        self._quick = compiled_search(game)

    def search(self, position: P | None = None) -> SearchResult:
        """The whole result of the search from a position."""
        return searched(
            self._quick or Search(self._searchable, table=self._table),
            ask.position(self.game, position),
        )

    def __getitem__(self, position: P) -> Verdict:
        return self.search(position).verdict

    def best(self, position: P | None = None) -> M | None:
        """A best move; None if play is over."""
        return cast("M | None", self.search(position).best)

    def __iter__(self) -> Iterator[P]:
        raise TypeError(
            "a search knows only the positions it is asked for; solve(game) knows them all"
        )

    def __len__(self) -> int:
        raise TypeError(
            "a search knows only the positions it is asked for; solve(game) knows them all"
        )

    def __repr__(self) -> str:
        known = len(self._table) if self._quick is None else self._quick.known
        return f"<Searched: {type(self.game).__name__}, {known:,} positions in its table>"
