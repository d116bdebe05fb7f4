"""A search that stops at a limit."""

from __future__ import annotations

import time
from collections.abc import Iterator
from math import inf
from typing import Any

from gamefast.search.search import Line, Score, Search


class Stop(Exception):  # not an error
    """The limit is reached."""


class Limited(Search):
    """A search that stops at a limit, and remembers the best move at each position from one depth
    to the next.

    ``until``: when it stops, by the clock ``time.perf_counter``. ``most``: how many positions it
    may look at.

    >>> from gamelib.games import Matches
    >>> Limited(Matches(4), table={}).alphabeta(4, (-inf, inf), (inf, -inf), None)[0]  # lost in 2 moves
    (-1, 2)
    """

    until = most = inf
    largest_guess = 0.0

    def __init__(self, game: Any, **ways: Any) -> None:
        super().__init__(game, **ways)
        self.good: dict[Any, Any] = {}

    def nothing_better(self, value: float, span: tuple[float, float]) -> bool:
        """Whether a value is proved by its size, even if guesses were made on the way.

        A value larger than every guess comes from a terminal position, so the true value is at
        least as large. If it is also the upper end of ``span``, the true value is not larger. The
        same holds for a value smaller than every guess, with the lower end.
        """
        lowest, highest = span
        return abs(value) > self.largest_guess and (0 < value >= highest or 0 > value <= lowest)

    def guess(self, position: Any) -> Score:
        score, distance = super().guess(position)
        self.largest_guess = max(self.largest_guess, abs(score))
        return score, distance

    def alphabeta(
        self, position: Any, alpha: Score, beta: Score, depth: int | None
    ) -> tuple[Score, Line]:
        if self.nodes >= self.most or time.perf_counter() > self.until:
            raise Stop
        score, line = super().alphabeta(position, alpha, beta, depth)
        if line is not None:
            self.good[position] = line[0]
        return score, line

    def ordered(self, position: Any, first: Any = None) -> Iterator[Any]:
        return super().ordered(position, self.good.get(position, first))
