"""Alpha-beta: the value that minimax finds, by looking at less.

A window goes down with the search. **Alpha** is what the player to move is already sure of
elsewhere, and **beta** is the most that the opponent will allow. If a move secures beta or more,
the opponent will not let play come to this position, so the other moves need not be searched: a
*cutoff*. The option is seen by the opponent, so the window is turned round when it is handed down:
the negated beta becomes alpha, and the negated alpha becomes beta.

The game must be zero-sum: what one player gains the other loses. Source: Knuth and Moore, An
analysis of alpha-beta pruning (1975).
"""

from __future__ import annotations

from math import inf
from typing import Any

from gamelib.book import gate
from gamelib.book.diagnose import GAME, explained
from gamelib.book.search import (
    LOWEST,
    Line,
    Score,
    Search,
    SearchResult,
    deep_recursion,
    one_less,
    one_move_after,
    one_move_before,
)


@explained(GAME)
def alphabeta(
    game: Any,
    position: Any = None,
    *,
    window: tuple[float, float] = (-inf, inf),
    depth: int | None = None,
    evaluate: Any = True,
    order: Any = True,
    bounds: Any = True,
    table: dict[Any, Any] | None = None,
) -> SearchResult:
    """The value of a position by alpha-beta: minimax that leaves out what cannot matter.

    The contract for ``window=(alpha, beta)``: if ``alpha < value < beta``, the result **is** the
    value. If ``value <= alpha``, the true value is at most ``value``. If ``value >= beta``, the
    true value is at least ``value``, and then ``line`` is only a beginning. With the whole window,
    the default, the result is that of minimax.

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
        Sound bounds on the value, which end a search early: a function position -> (low, high),
        True or False.
    table
        A transposition table: a dict, ``{}`` at first, to remember bounds in (``tables``). One
        table serves one game and one ``evaluate``, with any windows and depths.

    Examples
    --------
    >>> from gamelib.games import Matches
    >>> alphabeta(Matches(6))
    SearchResult(value=1, line=(2, 1, 3), exact=True, nodes=45, cutoffs=13, table_hits=0)
    >>> alphabeta(Matches(6), window=(-1, 0)).value       # is it at least a draw?
    1
    """
    low, high = window
    if not low < high:
        raise ValueError(f"window={window!r}: give two numbers, the lower first, as in (-1, 1)")
    search = Search(game, depth, evaluate, order, bounds)
    search.table = table
    with deep_recursion():
        score, line = in_window(
            search, search.root(position), Score(low, inf), Score(high, -inf), depth
        )
    return search.result(position, score, line, window=(low, high))


def in_window(
    search: Search, position: Any, alpha: Score, beta: Score, depth: int | None
) -> tuple[Score, Line]:
    """The score of a position if it lies inside the window, otherwise a bound on it; and play that
    leads there.
    """
    search.nodes += 1
    result = gate.result(search.game, position)
    if result is not None:
        return Score(result, 0), None
    if depth == 0:
        return search.guess(position), None
    bound = sound_bound(search, position, alpha, beta)
    if bound is not None:
        return bound, None
    best: Score = LOWEST
    line: Line = None
    search.enter(position, depth)
    for move in ordered(search, position):
        option = gate.play(search.game, position, move)
        secure = max(alpha, best)
        score, rest = in_window(
            search,
            option,
            one_move_after(beta),
            one_move_after(secure),
            one_less(depth),
        )
        score = one_move_before(score)
        if score > best:
            best = score
            line = (move, rest)
        if best >= beta:  # the opponent will not let play come here
            search.cutoffs += 1
            break
    search.leave(position)
    return best, line


def ordered(search: Search, position: Any) -> list[Any]:
    """The moves in the order in which they are tried: the game's own, or the one that ``order``
    gives.

    Raises ValueError if ``order`` leaves a move out or gives one twice.
    """
    moves = gate.moves(search.game, position)
    if search.order is None:
        return moves
    given = list(search.order(position, list(moves)))
    if len(given) != len(moves) or any(move not in given for move in moves):
        raise ValueError(
            f"position {position!r} has {len(moves)} moves, of which order gives "
            f"{sum(move in given for move in moves)}, and {len(given)} in all: a "
            "search needs each of them once"
        )
    return given


def sound_bound(search: Search, position: Any, alpha: Score, beta: Score) -> Score | None:
    """A bound that the game's ``bounds`` put on the score, if it is good enough for this window;
    otherwise None.

    It is never asked for at the root, where a move is wanted. Bounds do not tell how many moves a
    win or a loss takes, so the hurry is taken at its worst, or at its best.
    """
    if search.bounds is None or not search.path:
        return None
    low, high = search.bounds(position)
    at_least = Score(low, -inf if low > 0 else 0)
    at_most = Score(high, inf if high < 0 else 0)
    if at_most <= alpha:
        search.cut_lines += 1
        return at_most
    if at_least >= beta or low == high == 0:
        search.cut_lines += 1
        return at_least
    return None
