"""Alpha-beta: the value that minimax finds, by looking at less.

A **window** (alpha, beta) is handed down with the search; only a value between the two matters.
**Alpha** is what the player to move is already sure of, by a move tried earlier, here or higher up.
**Beta** is the most that the opponent will allow, because another move of the opponent's holds the
player to it. If a move secures beta or more, the opponent will not let play come to this position,
so the other moves need not be searched: a *cutoff*. An option is searched from the opponent's point
of view, so the window is reversed on the way down: the negated beta becomes alpha, and the negated
alpha becomes beta.

Alpha, beta and what a search finds are **scores**, pairs of a value and a hurry (see ``search``):
the hurry is minus the number of moves to a win, or plus the number of moves to a loss, so a quick
win counts as more than a slow one. One move up or down it changes by one.

The game must be zero-sum: what one player gains the other loses. Source: Knuth and Moore, An
analysis of alpha-beta pruning (1975).
"""

from __future__ import annotations

from math import inf
from typing import Any

from gamelib import gate
from gamelib.arguments import bounds_at, increasing_pair, is_list_like
from gamelib.core import Game
from gamelib.diagnose import GAME, with_diagnosis
from gamelib.recursion import deep_recursion
from gamelib.search import (
    LOWEST,
    Line,
    Score,
    Search,
    SearchResult,
    for_option,
    from_option,
    one_less,
)
from gamelib.tables import (
    NOTHING,
    Table,
    answer_in_window,
    bounds_from,
    count_hit,
    join,
    move_to_front,
)


@with_diagnosis(GAME)
def alphabeta(
    game: Game[Any, Any],
    position: Any = None,
    *,
    window: tuple[float, float] = (-inf, inf),
    depth: int | None = None,
    evaluate: Any = True,
    order: Any = True,
    bounds: Any = True,
    table: Table | None = None,
) -> SearchResult:
    """The value of a position by alpha-beta: minimax that leaves out what cannot matter.

    The contract for ``window=(alpha, beta)``: let v be the ``value`` of the result. If alpha < v <
    beta, v is the value of the position. If v <= alpha, the value is at most v, and no move of
    ``line`` is to be trusted. If v >= beta, the value is at least v, and the first move of ``line``
    secures that. With the whole window, the default, the result is that of minimax.

    Parameters
    ----------
    game, position, depth, evaluate
        The same as for ``minimax``.
    window
        Alpha and beta.
    order
        Which moves to try first: a function (position, moves) -> moves, True for what the game
        offers, or False.
    bounds
        Bounds that are certain to hold for the value, and end a search early: a function position
        -> (low, high), True for what the game offers, or False.
    table
        A transposition table, ``{}`` at first, which keeps the bounds that were found (``tables``).
        One table serves one game and one ``evaluate``, with any windows and depths.

    Raises
    ------
    ValueError
        For an empty window, for an ``order`` that leaves moves out, and where ``minimax`` raises
        it.
    TooLarge
        If play is longer than Python can follow.

    Examples
    --------
    >>> from gamelib.games import Matches
    >>> alphabeta(Matches(6))
    SearchResult(value=1, line=(2, 1, 3), exact=True, nodes=45, cutoffs=13, table_hits=0)
    >>> alphabeta(Matches(6), window=(-1, 0)).value       # 1 >= 0: it is at least a draw
    1
    """
    low, high = increasing_pair(window, "window")
    if table is None:
        search = AlphaBeta(game, position, depth, evaluate, order, bounds)
    else:
        search = AlphaBetaWithTable(table, game, position, depth, evaluate, order, bounds)
    alpha, beta = scores_of_window(low, high)
    with deep_recursion():
        score, line = search.in_window(search.root, alpha, beta, depth)
    return search.record(score, line, window=(low, high))


def scores_of_window(low: float, high: float) -> tuple[Score, Score]:
    """Alpha and beta for a window of values.

    Whatever its hurry, no score with the value ``low`` is above alpha, and none with the value
    ``high`` is below beta.
    """
    alpha = Score(low, inf)
    beta = Score(high, -inf)
    return alpha, beta


class AlphaBeta(Search):
    """A search that leaves out what cannot matter inside a window."""

    def in_window(
        self, position: Any, alpha: Score, beta: Score, depth: int | None
    ) -> tuple[Score, Line]:
        """The score of a position, or a bound on it if it lies outside the window, and a line.

        Below the root the game's ``bounds`` may answer (``sound_bound``), and then without a line.
        """
        self.nodes += 1
        result = gate.result(self.game, position)
        if result is not None:
            return Score(result, 0), None
        if depth == 0:
            return self.guess(position), None
        bound = self.sound_bound(position, alpha, beta)
        if bound is not None:  # outside the window, or a sure draw
            return bound, None
        best: Score = LOWEST
        line: Line = None
        self.enter(position, depth)
        for move in self.ordered(position, depth):
            option = gate.play(self.game, position, move)
            sure = max(alpha, best)  # by a move tried earlier, here or higher up
            score, rest = self.in_window(
                option,
                alpha=for_option(beta),  # the opponent's window is ours, reversed
                beta=for_option(sure),
                depth=one_less(depth),
            )
            score = from_option(score)  # from the opponent's view to ours
            if score > best:
                best = score
                line = (move, rest)
            if best >= beta:  # the opponent will not let play come here
                self.cutoffs += 1
                break
        self.leave(position)
        return best, line

    def ordered(self, position: Any, depth: int | None) -> list[Any]:
        """The moves in the order in which they are tried: the game's own, or that of ``order``.

        Raises ValueError if ``order`` leaves a move out or gives one twice.
        """
        moves = gate.moves(self.game, position)
        if self.order is None:
            return moves
        return all_in_order(position, moves, self.order(position, list(moves)))

    def sound_bound(self, position: Any, alpha: Score, beta: Score) -> Score | None:
        """A bound that ``bounds`` puts on the score, if it will do for this window; otherwise None.

        It is never asked for at the root, where a move is wanted.
        """
        is_root = self.moves_deep == 0
        if self.bounds is None or is_root:
            return None
        low, high = bounds_at(self.bounds, position)
        at_least = lowest_score(low)
        at_most = highest_score(high)
        if at_most <= alpha:
            self.cut_lines += 1  # a table must know that a line ends here too early
            return at_most
        if at_least >= beta or low == high == 0:  # a draw has no hurry, so this is the score
            self.cut_lines += 1
            return at_least
        return None


def lowest_score(value: float) -> Score:
    """The lowest score with this value: the slowest win, or the quickest loss.

    How many moves it takes is not known.

    >>> lowest_score(1), lowest_score(-1)
    (Score(value=1, hurry=-inf), Score(value=-1, hurry=0))
    """
    return Score(value, -inf) if value > 0 else Score(value, 0)


def highest_score(value: float) -> Score:
    """The highest score with this value: the quickest win, or the slowest loss.

    >>> highest_score(1), highest_score(-1)
    (Score(value=1, hurry=0), Score(value=-1, hurry=inf))
    """
    return Score(value, inf) if value < 0 else Score(value, 0)


class AlphaBetaWithTable(AlphaBeta):
    """Alpha-beta that asks a transposition table first, and tells it what it has found."""

    def __init__(self, table: Table, *choices: Any) -> None:
        super().__init__(*choices)  # the game, position, depth and so on, as in Search
        self.table = table
        self.next_look = inf  # a table that is there need not be recommended

    def in_window(
        self, position: Any, alpha: Score, beta: Score, depth: int | None
    ) -> tuple[Score, Line]:
        """The score or a bound, as in alpha-beta, from the table if enough is known there."""
        known = self.table.get((position, depth), NOTHING)
        if known.cut and self.bounds is None:
            known = NOTHING  # found with bounds, and not for a search without
        score = answer_in_window(known, alpha, beta)
        if score is not None:
            count_hit(self, known)
            return score, known.line
        guesses_before = self.guesses
        cut_lines_before = self.cut_lines
        score, line = super().in_window(position, alpha, beta, depth)
        if line is not None:  # moves were tried
            guessed = self.guesses > guesses_before
            cut = self.cut_lines > cut_lines_before
            found = bounds_from(score, line, alpha, beta, guessed, cut)
            self.table[position, depth] = join(known, found)
        return score, line

    def ordered(self, position: Any, depth: int | None) -> list[Any]:
        """The moves as in alpha-beta, but the one that was best before comes first."""
        moves = super().ordered(position, depth)
        first = self.first_move(position, depth)
        return moves if first is None else move_to_front(first, moves)

    def first_move(self, position: Any, depth: int | None) -> Any:
        """The move to try first: the best so far, if the table remembers one; otherwise None."""
        line = self.table.get((position, depth), NOTHING).line
        return None if line is None else line[0]


def all_in_order(position: Any, moves: list[Any], ordered: Any) -> list[Any]:
    """The moves as ``order`` gives them. Raises ValueError unless it gives each of them once."""
    if not is_list_like(ordered):
        raise ValueError(
            f"the ordered moves at {position!r} are {ordered!r}: order gives a list of all of them"
        )
    given = list(ordered)
    if not gives_each_once(given, moves):
        raise ValueError(
            f"position {position!r} has {len(moves)} moves, of which order gives "
            f"{sum(move in given for move in moves)}, and {len(given)} in all: a search needs "
            "each of them once"
        )
    return given


def gives_each_once(given: list[Any], moves: list[Any]) -> bool:
    """Whether each of the moves is given once, in whatever order; the moves differ."""
    return len(given) == len(moves) and all(move in given for move in moves)
