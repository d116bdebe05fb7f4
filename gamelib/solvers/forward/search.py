"""Forward search: minimax, and alpha-beta, which finds the same value and looks at less.

Both speak from the chair of the player to move (negamax): a position is worth the largest of what its options are
worth, with the sign turned round. Inside, a worth is a pair ``(value, haste)``: of two wins the quicker counts as more,
of two losses the slower, and a draw has no preference. ``haste`` is minus the number of moves to a win, plus that to
a loss, 0 for a draw; so pairs compare as Python compares tuples. One move further from the end, ``(v, t)`` becomes
``(-v, sign(v) - t)`` with the sign of the v that was.

Alpha-beta carries a window: alpha is what the player to move has for certain elsewhere, beta what the opponent will
not allow to be exceeded. A worth of beta or more ends the work at a position: it will not be reached. Sources: Knuth
and Moore, An analysis of alpha-beta pruning (1975); Slate and Atkin (1977) for the table of bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, MutableMapping
from dataclasses import dataclass
from math import inf
from typing import Any, NamedTuple

from gamelib.adapters import Quotient, check_game_given
from gamelib.core import Game
from gamelib.solvers.forward.depth import Descent, check_depth, number

Worth = tuple[float, float]

#: The moves of a line, the first and then the rest, or None: lines share their ends.
Line = tuple[Any, "Line"] | None
Table = MutableMapping[Any, "Bounds"]
Order = Callable[[Any, Iterable[Any]], Iterable[Any]]

LOWEST, HIGHEST = (-inf, -inf), (inf, inf)


class Bounds(NamedTuple):
    """What a table knows of a position: its worth ``(value, haste)`` is at least ``lower`` and at most ``upper``.

    The two are equal where it is known exactly; ``line`` then is best play, elsewhere it begins with the move that
    gave the bound. ``exact``: no evaluation stands in for a result. A worth stored without its bound would be wrong.
    """

    lower: Worth
    upper: Worth
    line: Line
    exact: bool = True


@dataclass(frozen=True)
class SearchResult:
    """What a search found.

    ``value``: for the player to move. ``line``: the principal variation, best play for both, as moves on the real board
    (where the game is a Quotient, too); where sound ``bounds`` prove a draw, it stops. ``nodes``: positions looked at,
    not counting those found in the table. ``cutoffs``: positions left before all their moves were tried.
    ``table_hits``: positions that the table answered. ``exact``: no evaluation stands in for a result.
    """

    value: float
    line: tuple[Any, ...]
    nodes: int
    cutoffs: int
    table_hits: int
    exact: bool


def minimax(
    game: Game[Any, Any],
    position: Any = None,
    *,
    depth: int | None = None,
    evaluate: Callable[[Any], float] | None = None,
    table: Table | None = None,
) -> SearchResult:
    """The value of a position (the start, if none is given) by looking at everything that can follow.

    ``depth``: at most so many moves ahead; what then is not over is scored by ``evaluate`` (0 if none is given).
    ``table={}``: each position is worked out once. Raises ValueError, naming a position, where play can come back
    to it and no depth is given, and for what is no position.

    >>> from gamelib.games import Matches
    >>> minimax(Matches(6))
    SearchResult(value=1, line=(2, 1, 3), nodes=52, cutoffs=0, table_hits=0, exact=True)
    """
    return _searched(Search(game, depth, evaluate, None, None, table), position, None)


def alphabeta(
    game: Game[Any, Any],
    position: Any = None,
    *,
    window: tuple[float, float] = (-inf, inf),
    depth: int | None = None,
    evaluate: Callable[[Any], float] | None = None,
    order: Order | None = None,
    bounds: Callable[[Any], tuple[float, float]] | None = None,
    table: Table | None = None,
) -> SearchResult:
    """The value of a position by alpha-beta. The contract, for ``window=(alpha, beta)``:

    a result inside, ``alpha < value < beta``, **is** the value; ``value <= alpha`` says that the true value is at most
    that; ``value >= beta`` that it is at least that, and then ``line`` is only a beginning. With the whole window, the
    default, the result is minimax's: a win as quick, a loss as slow as can be.

    ``order``: a function (position, moves) -> moves, good ones first (``game.order``). ``bounds``: a function to sound
    bounds on the value (``game.bounds``). ``table``: a dict to be filled with ``Bounds``; the move in it is tried
    first. One table serves one game, one ``evaluate`` and any windows and depths. ``depth``, ``evaluate`` and what is
    raised: as for ``minimax``. Deep games are searched all the same, beyond Python's usual limit.

    >>> from gamelib.games import Matches
    >>> alphabeta(Matches(6))
    SearchResult(value=1, line=(2, 1, 3), nodes=45, cutoffs=13, table_hits=0, exact=True)
    >>> alphabeta(Matches(6), window=(-1, 0)).value       # is it at least a draw?
    1
    """
    if not window[0] < window[1]:
        raise ValueError(f"window={window!r}: the lower end must be below the upper, as in (-1, 1)")
    return _searched(Search(game, depth, evaluate, order, bounds, table), position, window)


class Search:
    """One search: what it may use, the path from the start, and its counters."""

    def __init__(
        self,
        game: Any,
        depth: int | None,
        evaluate: Callable[[Any], float] | None,
        order: Order | None,
        bounds: Callable[[Any], tuple[float, float]] | None,
        table: Table | None,
    ) -> None:
        check_depth(depth)
        self.game, self.depth, self.table = game, depth, table
        self.evaluate = evaluate or (lambda position: 0)
        self.order, self.bounds = order, bounds
        self.path: set[Any] = set()
        self.descent = Descent()
        self.nodes = self.cutoffs = self.table_hits = 0
        self.exact = True

    def minimax(self, position: Any, depth: int | None) -> tuple[Worth, Line]:
        """The worth of a position and best play from there."""
        key = position if depth is None else (position, depth)
        known = None if self.table is None else self.table.get(key)
        if known is not None and known.lower == known.upper:
            self.table_hits, self.exact = self.table_hits + 1, self.exact and known.exact
            return known.lower, known.line
        self.nodes += 1
        so_far, self.exact = self.exact, True
        result = self.game.outcome(position)
        best, line = LOWEST, None
        if result is not None:
            best = (number(result, position), 0)
        elif depth == 0:
            best = self.guess(position)
        else:
            self.enter(position, depth)
        for move in () if best > LOWEST else self.ordered(position, None):
            (v, t), rest = self.minimax(self.game.play(position, move), None if depth is None else depth - 1)
            worth = (-v, int(v > 0) - int(v < 0) - t)
            if worth > best:
                best, line = worth, (move, rest)
        if result is None and depth != 0:
            self.leave(position)
        if self.table is not None:
            self.table[key] = Bounds(best, best, line, self.exact)
        self.exact &= so_far
        return best, line

    def alphabeta(self, position: Any, alpha: Worth, beta: Worth, depth: int | None) -> tuple[Worth, Line]:
        """The worth of a position if it lies inside the window, else a bound on it, and play that gives it."""
        result = self.game.outcome(position)
        if result is not None:
            self.nodes += 1
            return (number(result, position), 0), None
        key = position if depth is None else (position, depth)
        known = None if self.table is None else self.table.get(key)
        if known is not None:
            answers = known.lower >= beta or known.lower == known.upper
            if answers or known.upper <= alpha:
                self.table_hits, self.exact = self.table_hits + 1, self.exact and known.exact
                return known.lower if answers else known.upper, known.line
        self.nodes += 1
        if depth == 0:
            return self.guess(position), None
        if self.bounds is not None:
            low, high = self.bounds(position)
            if low == high == 0:
                return (0, 0), None
            if (high, inf if high < 0 else 0) <= alpha:
                return (high, inf if high < 0 else 0), None
            if (low, -inf if low > 0 else 0) >= beta:
                return (low, -inf if low > 0 else 0), None
        self.enter(position, depth)
        so_far, self.exact, best, line = self.exact, True, LOWEST, None
        deeper, raised, (b, s) = None if depth is None else depth - 1, alpha, beta
        below = (-b, int(b < 0) - int(b > 0) - s)  # beta, one move on
        for move in self.ordered(position, known):
            a, r = raised
            above = (-a, int(a < 0) - int(a > 0) - r)
            (v, t), rest = self.alphabeta(self.game.play(position, move), below, above, deeper)
            worth = (-v, int(v > 0) - int(v < 0) - t)
            if worth > best:
                best, line = worth, (move, rest)
                if worth >= beta:
                    self.cutoffs += 1
                    break
                raised = max(raised, worth)
        self.leave(position)
        if self.table is not None:
            lower, upper, _, before = known or Bounds(LOWEST, HIGHEST, None)
            bounds = best if best > alpha else lower, best if best < beta else upper
            self.table[key] = Bounds(*bounds, line, self.exact and before)
        self.exact &= so_far
        return best, line

    def guess(self, position: Any) -> Worth:
        """The score of a position that is not over, at the end of the depth."""
        self.exact = False
        return number(self.evaluate(position), position), 0

    def enter(self, position: Any, depth: int | None) -> None:
        """Note that the position is on the path; without a limit of depth it may be there only once."""
        if depth is None and position in self.path:
            raise ValueError(
                f"play can come back to {position!r}, so the search would never end: use solve, which can deal "
                "with cycles, or give a depth"
            )
        self.path.add(position)
        self.descent.down()

    def leave(self, position: Any) -> None:
        """Note that the work at a position is done."""
        self.path.discard(position)
        self.descent.up()

    def ordered(self, position: Any, known: Bounds | None) -> Iterator[Any]:
        """The moves: the table's first, the others as ``order`` has them."""
        first = None if known is None or known.line is None else known.line[0]
        if first is not None:
            yield first
        moves = list(self.game.moves(position))
        given = moves if self.order is None else list(self.order(position, moves))
        if not moves or len(given) != len(moves):
            what = (
                "has no move, but its outcome is None" if not moves else f"has {len(moves)} moves, of which order gives"
            )
            raise ValueError(
                f"position {position!r} {what}{f' {len(given)}' if moves else ''}: a search needs them all"
            )
        for move in given:
            if move != first:
                yield move


def _searched(search: Search, position: Any, window: tuple[float, float] | None) -> SearchResult:
    """Run a search from a real position, and unfold its line onto the real board."""
    real, root = search_root(search.game, position)
    with search.descent:
        if window is None:
            worth, found = search.minimax(root, search.depth)
        else:
            worth, found = search.alphabeta(root, (window[0], inf), (window[1], -inf), search.depth)
    counts = search.nodes, search.cutoffs, search.table_hits, search.exact
    return SearchResult(worth[0] + 0, real_line(search.game, real, found), *counts)  # + 0: no minus zero


def search_root(game: Any, position: Any) -> tuple[Any, Any]:
    """The real position asked for (the start, if none is given), and where the search begins: its representative."""
    check_game_given(game)
    quotient = isinstance(game, Quotient)
    board: Any = game.game if quotient else game
    real = board.start() if position is None else position
    if hasattr(game, "check_position"):
        game.check_position(real)
    return real, board.representative(real)[0] if quotient else real


def real_line(game: Any, real: Any, found: Line) -> tuple[Any, ...]:
    """A line that a search has found, as moves on the real board."""
    line = []
    while found is not None:
        move, found = found
        line.append(move)
    return tuple(game.unfold(real, line) if isinstance(game, Quotient) else line)
