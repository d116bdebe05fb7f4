"""Iterative deepening: search one move deep, then two, then three, until the time is up.

All these searches cost little more than the last one alone, because each is several times larger
than the one before. In return there is an answer whenever the time is up. And each search first
tries what the shallower one found best, so alpha-beta gets more cutoffs.

Often the search can end before the time is up, because the value is proved. There are two cases:

* no evaluation was needed, as play was over at the end of every line that was searched;
* or the value is larger in size than every evaluation that was made. Then it comes from a terminal
  position. So if it is above 0, the true value is at least as large; and if it is also the largest
  result that there can be, the true value is not larger. The same holds, the other way round, for a
  value below 0 that is as small as a result can be.

Sources: Slate and Atkin, CHESS 4.5, The Northwestern University chess program (1977); Korf,
Depth-first iterative-deepening (1985).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from math import inf
from typing import Any

from gamelib import gate
from gamelib.alphabeta import AlphaBetaWithTable, scores_of_window
from gamelib.arguments import bounds_at, check_above_zero, increasing_pair
from gamelib.core import Game
from gamelib.diagnose import GAME, with_diagnosis
from gamelib.recursion import deep_recursion
from gamelib.search import (
    Iteration,
    Line,
    Score,
    SearchResult,
)


@with_diagnosis(GAME)
def deepen(
    game: Game[Any, Any],
    position: Any = None,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    evaluate: Any = True,
    order: Any = True,
    bounds: Any = True,
    span: tuple[float, float] | None = None,
) -> SearchResult:
    """The best move that can be found within a limit of time, of positions looked at, or of depth.

    With ``nodes`` or ``depth`` the result is the same in every run. The stop button (an interrupt)
    ends the search as the clock does: what is known so far is returned. The search ends earlier if
    the value is proved.

    Parameters
    ----------
    game, position, evaluate, order, bounds
        The same as for ``alphabeta``.
    seconds, nodes, depth
        The limits: at least one of them.
    span
        The utility range: the smallest and the largest possible result; by default, the game's
        ``bounds``.

    Returns
    -------
    SearchResult
        The best move of the deepest search that was finished, with ``iterations``, a line for each
        depth. It is ``exact`` if the value is proved: no position was judged by ``evaluate`` or for
        want of depth, or the value is the largest or the smallest possible one.

    Raises
    ------
    ValueError
        If no limit is given, if play is over, and where ``alphabeta`` raises it.

    Examples
    --------
    >>> from gamelib.games import TicTacToe
    >>> found = deepen(TicTacToe(), "X...O...X", nodes=1_000)
    >>> found.value, found.exact, len(found.iterations)
    (0, True, 5)
    """
    check_limits(seconds=seconds, nodes=nodes, depth=depth)
    search = LimitedAlphaBeta({}, game, position, depth, evaluate, order, bounds)
    search.set_limits(seconds, nodes)
    return search_deeper(search, span)


def search_deeper(search: LimitedAlphaBeta, span: Any) -> SearchResult:
    """What is found by searching deeper and deeper, until a limit is reached or a value is proved.

    ``span``: the smallest and the largest possible result, or None.
    """
    if gate.result(search.game, search.root) is not None:
        raise ValueError(f"play is over at {search.position!r}: there is no move to look for")
    lowest, highest = certain_bounds(search.game, search.root, span)
    first_move, *_ = search.ordered(search.root, None)  # so far, nothing is known to be better
    found = search.record(Score(0.0, 0), (first_move, None))
    exact = False  # if there is no time even for one move deep
    iterations: list[Iteration] = []
    nodes_before = 0
    for depth_now, found in deeper_and_deeper(search):
        nodes_now = found.nodes - nodes_before
        iterations.append(Iteration(depth_now, nodes_now, found.value, found.line))
        nodes_before = found.nodes
        exact = found.exact or search.is_proved(found.value, lowest, highest)
        if exact:
            break
    return replace(
        found,
        exact=exact,
        iterations=tuple(iterations),
        nodes=search.nodes,  # with those of a search that had to stop
        cutoffs=search.cutoffs,
        table_hits=search.table_hits,
    )


def check_limits(**limits: Any) -> None:
    """Raise ValueError unless there is a limit, and each limit is a number above 0."""
    given = {name: limit for name, limit in limits.items() if limit is not None}
    if not given:
        raise ValueError("how long? Give seconds=..., nodes=... or depth=...")
    for name, limit in given.items():
        check_above_zero(limit, name)


def deeper_and_deeper(search: LimitedAlphaBeta) -> Iterator[tuple[int, SearchResult]]:
    """One search after another, with its depth and what it has found, until a limit is reached.

    The counters of nodes, cutoffs and hits go on from one search to the next.
    """
    alpha, beta = scores_of_window(-inf, inf)
    depths = count(1) if search.depth is None else range(1, search.depth + 1)
    for depth in depths:
        search.guesses = 0  # a deeper search may do without
        try:
            with deep_recursion():
                score, line = search.in_window(search.root, alpha, beta, depth)
        except (LimitReached, KeyboardInterrupt):
            return
        yield depth, search.record(score, line)


def certain_bounds(game: Any, root: Any, span: Any) -> tuple[Any, Any]:
    """Between which numbers the value of the root lies for certain, for the player to move there.

    The caller's span, the bounds of the game, or no limit at all.
    """
    if span is not None:
        return increasing_pair(span, "span")
    if callable(getattr(game, "bounds", None)):
        return bounds_at(game.bounds, root)
    return -inf, inf


class LimitReached(Exception):
    """The search has used up its time or its positions: it ends, and nothing is wrong."""


class LimitedAlphaBeta(AlphaBetaWithTable):
    """Alpha-beta that stops at a limit, and tries first what was best at any depth before."""

    def __init__(self, *choices: Any) -> None:
        super().__init__(*choices)
        self.end_of_time = inf
        self.most_nodes = inf
        self.largest_evaluation = 0.0
        self.best_before: dict[Any, Any] = {}

    def set_limits(self, seconds: float | None, nodes: int | None) -> None:
        """Set how long the search may take from now on, and how many positions it may look at."""
        if seconds is not None:
            self.end_of_time = time.perf_counter() + seconds
        if nodes is not None:
            self.most_nodes = nodes

    def in_window(
        self, position: Any, alpha: Score, beta: Score, depth: int | None
    ) -> tuple[Score, Line]:
        """The same as in alpha-beta with a table, as long as no limit is reached."""
        if self.nodes >= self.most_nodes or time.perf_counter() > self.end_of_time:
            raise LimitReached
        score, line = super().in_window(position, alpha, beta, depth)
        if line is not None:
            self.best_before[position] = line[0]
        return score, line

    def first_move(self, position: Any, depth: int | None) -> Any:
        """The move that the last search of this position found best, whatever its depth."""
        if position in self.best_before:
            return self.best_before[position]
        return super().first_move(position, depth)

    def guess(self, position: Any) -> Score:
        """The evaluation of a position. The largest size of an evaluation is kept."""
        score = super().guess(position)
        self.largest_evaluation = max(self.largest_evaluation, abs(score.value))
        return score

    def is_proved(self, value: float, lowest: float, highest: float) -> bool:
        """Whether a value is proved by its size, although evaluations were made on the way.

        ``lowest`` and ``highest`` are the smallest and the largest result that there can be.
        """
        from_terminal_position = abs(value) > self.largest_evaluation
        nothing_better = value > 0 and value >= highest
        nothing_worse = value < 0 and value <= lowest
        return from_terminal_position and (nothing_better or nothing_worse)
