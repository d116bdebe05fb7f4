"""Verdicts on single positions of a game that is too large for a Solution."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gamelib.alphabeta import alphabeta
from gamelib.answers import Answer, Verdict
from gamelib.core import Game, M, P
from gamelib.diagnose import check_protocol
from gamelib.search import SearchResult
from gamelib.symmetry import quotient_of

#: Why the positions of a Searched can be neither counted nor listed.
NO_LIST = "a search knows only the positions it is asked for; solve(game) knows them all"


class Searched(Answer[P, M, Verdict]):
    """Verdicts and best moves by alpha-beta, found on request, for games too large for a Solution.

    What the game offers is used (``order``, ``bounds``, ``representative``), and one table is kept,
    so later questions cost little. A Searched knows only the positions it was asked for, so they
    cannot be counted or listed. Raises ValueError, naming a position, if play can come back to it.

    >>> from gamelib.games import TicTacToe
    >>> searched = Searched(TicTacToe())
    >>> str(searched["XX.OO...."]), searched.best("XX.OO....")
    ('WIN in 1', (0, 2))
    """

    def __init__(self, game: Game[P, M]) -> None:
        check_protocol(game)
        super().__init__(game, {})
        self.table: dict[Any, Any] = {}

    def search(self, position: P | None = None) -> SearchResult:
        """The whole result of the search from a position."""
        return alphabeta(quotient_of(self.game), position, table=self.table)

    def __getitem__(self, position: P) -> Verdict:
        return self.search(position).verdict

    def best(self, position: P | None = None) -> M | None:
        """A best move; None if play is over."""
        best: M | None = self.search(position).best
        return best

    def __iter__(self) -> Iterator[P]:
        raise TypeError(NO_LIST)

    def __len__(self) -> int:
        raise TypeError(NO_LIST)

    def __repr__(self) -> str:
        name = type(self.game).__name__
        return f"<Searched: {name}, {len(self.table):,} positions in its table>"
