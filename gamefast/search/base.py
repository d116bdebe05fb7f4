"""What the compiled searches share: one table for all their questions, limits, and the record."""

from __future__ import annotations

from abc import abstractmethod
from math import inf
from typing import Any

from gamefast import ask
from gamelib.alphabeta import scores_of_window
from gamelib.deepen import LimitedAlphaBeta
from gamelib.search import SearchResult


class EngineSearch(LimitedAlphaBeta):
    """A search of the engine: an alpha-beta of gamelib whose ``in_window`` runs compiled loops.

    One search answers any number of questions about its game. What it finds stays in its own
    table, an array.

    Parameters
    ----------
    game
        The game on the real board.
    depth
        How many moves to look ahead; None for no limit.
    most
        The number of positions that it may look at for one question. Beyond it, and after
        ``end_of_time``, the search raises LimitReached.
    """

    def __init__(self, game: Any, depth: int | None = None, most: float = inf) -> None:
        no_table: dict[Any, Any] = {}  # of gamelib's kind
        evaluate = order = bounds = False  # the compiled rules have their own
        super().__init__(no_table, game, None, depth, evaluate, order, bounds)
        self.most_nodes = most

    @property
    @abstractmethod
    def known(self) -> int:
        """How many positions the table knows."""

    def begin(self, position: Any) -> None:
        """Turn to a position, the start if none is given, and count the work from 0."""
        root = ask.position(self.game, position)
        ask.steps(self.game, root)  # checks once what play returns
        self.position = root
        self.root = root
        self.nodes = 0
        self.cutoffs = 0
        self.table_hits = 0
        self.guesses = 0

    def answer(
        self, position: Any = None, window: tuple[float, float] = (-inf, inf)
    ) -> SearchResult:
        """What the search finds about a position in a window of values."""
        low, high = window
        self.begin(position)
        score, line = self.in_window(self.root, *scores_of_window(low, high), self.depth)
        return self.record(score, line, window=(low, high))
