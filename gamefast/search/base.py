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
    most_nodes
        The number of positions that it may look at for one question. Beyond it, and after
        ``end_of_time``, the search raises LimitReached.
    """

    def __init__(self, game: Any, depth: int | None = None, most_nodes: float = inf) -> None:
        # gamelib's search is given no dict to use as a table, no position yet (``begin`` names it),
        # and no functions to call: the compiled loops have their own table and their own rules.
        no_table: dict[Any, Any] = {}
        position = None
        evaluate = order = bounds = False
        super().__init__(no_table, game, position, depth, evaluate, order, bounds)
        self.most_nodes = most_nodes

    @property
    @abstractmethod
    def known(self) -> int:
        """How many positions the table knows."""

    def begin(self, position: Any) -> None:
        """Turn to a position, the start if none is given, and set all counters to 0."""
        checked = ask.position(self.game, position)
        ask.steps(self.game, checked)  # only for its errors: does ``play`` return positions?
        self.position = checked
        self.root = checked  # gamelib has a representative here, but this is the real board
        self.nodes = 0
        self.cutoffs = 0
        self.table_hits = 0
        self.guesses = 0

    def answer(
        self, position: Any = None, window: tuple[float, float] = (-inf, inf)
    ) -> SearchResult:
        """What the search finds about a position in a window of values."""
        low, high = window
        alpha, beta = scores_of_window(low, high)
        self.begin(position)
        score, line = self.in_window(self.root, alpha, beta, self.depth)
        return self.record(score, line, window=(low, high))
