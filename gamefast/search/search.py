"""Forward search: minimax, and alpha-beta, which finds the same value but looks at less.

Both take the point of view of the player to move (negamax): the value of a position is the largest
of the negated values of its options. Internally, a score is a pair ``(value, distance)``: the
quicker of two wins counts as more, and so does the slower of two losses; draws are all equal.
``distance`` is minus the number of moves to a win, plus the number to a loss, and 0 for a draw, so
Python's order of tuples is the right one. One move further from the terminal position, ``(v, t)``
becomes ``(-v, sign(v) - t)``, with the sign of the old v.

Alpha-beta carries a window: alpha is what the player to move is already sure of elsewhere, and beta
is the most that the opponent will allow. A score of beta or more ends the work at a position,
because play will not reach it. Sources: Knuth and Moore, An analysis of alpha-beta pruning (1975);
Slate and Atkin (1977) for the table of bounds.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from math import inf
from typing import Any, NamedTuple

from gamefast import ask
from gamefast.search.depth import Descent, check_depth
from gamefast.symmetry import of_class
from gamelib.core import PlayGoesRound
from gamelib.symmetry import real_rules, unfold

Score = tuple[float, float]

#: The first move of a line and then the rest, or None: lines share their ends.
Line = tuple[Any, "Line"] | None
Table = MutableMapping[Any, "Bounds"]
Evaluate = Callable[[Any], float]
Order = Callable[[Any, list[Any]], Iterable[Any]]
SoundBounds = Callable[[Any], tuple[float, float]]

LOWEST, HIGHEST = (-inf, -inf), (inf, inf)

#: After so many moves down, a search without a table says so if it has come to each position this
#: many times.
LOOK, TIMES = 50_000, 100

#: Doubts about what was found: the score rests on an evaluation, or sound bounds have cut the line
#: short.
GUESSED, CUT = 1, 2


class Bounds(NamedTuple):
    """What a table knows of a position: its score ``(value, distance)`` is at least ``lower`` and
    at most ``upper``.

    If the two are equal, the score is exact and ``line`` is best play; otherwise ``line`` begins
    with the move that gave the bound. ``doubts``: the sum of GUESSED and CUT, if they were met
    below. A score stored without its bound would be wrong.
    """

    lower: Score
    upper: Score
    line: Line
    doubts: int = 0


class Search:
    """One search, with the choices of ``alphabeta``: what it may use, the path from the start, and
    its counters.

    >>> from gamelib.games import Matches
    >>> Search(Matches(5)).minimax(5, None)[0]      # won in 3 moves
    (1, -3)
    """

    def __init__(
        self,
        game: Any,
        depth: int | None = None,
        evaluate: Evaluate | bool = True,
        order: Order | bool = True,
        bounds: SoundBounds | bool = True,
        table: Table | None = None,
    ) -> None:
        check_depth(depth)
        self.game, self.depth, self.table = ask.a_game(game), depth, table
        self.evaluate = ask.chosen_function(game, "evaluate", evaluate) or (lambda position: 0)
        self.order = ask.chosen_function(game, "order", order)
        self.bounds = ask.chosen_function(game, "bounds", bounds)
        self.path: set[Any] = set()
        self.met: list[Any] | None = [] if table is None else None
        self.descent = Descent()
        self.nodes = self.cutoffs = self.table_hits = self.doubts = 0

    @property
    def guessed(self) -> bool:
        """Whether what was found rests on an evaluation."""
        return bool(self.doubts & GUESSED)

    def minimax(self, position: Any, depth: int | None) -> tuple[Score, Line]:
        """The score of a position and best play from there."""
        key = position if depth is None else (position, depth)
        known = None if self.table is None else self.table.get(key)
        if known is not None and known.lower == known.upper and self.trusts(known):
            return known.lower, known.line
        self.nodes += 1
        result, line, before = self.game.outcome(position), None, self.doubts
        if result is not None:
            best: Score = ask.result(result, position), 0
            self.doubts = 0
        elif depth == 0:
            best, self.doubts = self.guess(position), GUESSED
        else:
            best, before = LOWEST, self.enter(position, depth)
            for move in ask.moves(self.game, position):
                (v, t), rest = self.minimax(
                    self.game.play(position, move), None if depth is None else depth - 1
                )
                score = (-v, (v > 0) - (v < 0) - t)
                if score > best:
                    best, line = score, (move, rest)
            self.leave(position)
        if self.table is not None:
            self.table[key] = Bounds(best, best, line, self.doubts)
        self.doubts |= before
        return best, line

    def alphabeta(
        self, position: Any, alpha: Score, beta: Score, depth: int | None
    ) -> tuple[Score, Line]:
        """The score of a position if it lies inside the window, otherwise a bound on it; and play
        that gives it.
        """
        if (result := self.game.outcome(position)) is not None:
            self.nodes += 1
            return (ask.result(result, position), 0), None
        key = position if depth is None else (position, depth)
        known = None if self.table is None else self.table.get(key)
        if known is not None and (found := self.recalled(known, alpha, beta)) is not None:
            return found
        self.nodes += 1
        if depth == 0:
            return self.guess(position), None
        if (
            self.bounds is not None
            and self.descent.level > 0  # not at the root, where a move is wanted
            and (bounded := self.bounded(position, alpha, beta)) is not None
        ):
            return bounded, None
        before, best, line = self.enter(position, depth), LOWEST, None
        below, above, deeper = one_on(beta), one_on(alpha), None if depth is None else depth - 1
        for move in self.ordered(
            position, known.line[0] if known is not None and known.line is not None else None
        ):
            (v, t), rest = self.alphabeta(self.game.play(position, move), below, above, deeper)
            score = (-v, (v > 0) - (v < 0) - t)
            if score > best:
                best, line = score, (move, rest)
                if score >= beta:
                    self.cutoffs += 1
                    break
                if score > alpha:
                    above = v, t
        self.leave(position)
        if self.table is not None:
            lower, upper, secure, doubts = known or Bounds(LOWEST, HIGHEST, None)
            upper = best if best < beta else upper
            if best > alpha or lower in (LOWEST, upper):
                secure = (
                    line  # otherwise it only came closest, and another move secures the lower bound
                )
            lower = best if best > alpha else lower
            self.table[key] = Bounds(lower, upper, secure, self.doubts | doubts)
        self.doubts |= before
        return best, line

    def recalled(self, known: Bounds, alpha: Score, beta: Score) -> tuple[Score, Line] | None:
        """The table's answer if it is good enough for this window."""
        enough = known.lower >= beta or known.lower == known.upper
        if (enough or known.upper <= alpha) and self.trusts(known):
            return known.lower if enough else known.upper, known.line
        return None

    def bounded(self, position: Any, alpha: Score, beta: Score) -> Score | None:
        """The bound that the game's ``bounds`` put on a score, if it is good enough for this
        window; otherwise None.

        This bound is never asked for at the root, where a move is wanted, nor at a terminal
        position.

        >>> from gamelib.games import TicTacToe
        >>> Search(TicTacToe()).bounded("XOXXOOOX.", LOWEST, HIGHEST)  # no line left
        (0, 0)
        """
        assert self.bounds is not None
        low, high = ask.bounds(self.bounds(position), position)
        at_least, at_most = (low, -inf if low > 0 else 0), (high, inf if high < 0 else 0)
        if low == high == 0 or at_most <= alpha or at_least >= beta:
            self.doubts |= CUT
            return at_most if at_most <= alpha else at_least
        return None

    def trusts(self, known: Bounds) -> bool:
        """Whether the table's answer will do; lines that bounds have cut short are for searches
        with bounds only.
        """
        if known.doubts & CUT and self.bounds is None:
            return False
        self.table_hits, self.doubts = self.table_hits + 1, self.doubts | known.doubts
        return True

    def guess(self, position: Any) -> Score:
        """The score of a position that is not over, when the depth is used up."""
        self.doubts |= GUESSED
        return ask.score(position, self.evaluate), 0

    def enter(self, position: Any, depth: int | None) -> int:
        """Note that the position is on the path; without a limit of depth it may be there only
        once.

        Returns the doubts so far, because the work at the position begins without any.
        """
        try:
            again = position in self.path
        except TypeError:
            ask.hashable(position)
            raise
        if depth is None and again:
            raise PlayGoesRound(
                f"play can come back to {position!r}, so the search would never end: use solve, "
                "which can deal "
                "with cycles, or give a depth"
            )
        self.path.add(position)
        if self.met is not None:
            self.met.append(position)
            if len(self.met) == LOOK:
                self.notice(self.met)
        self.descent.deeper()
        before, self.doubts = self.doubts, 0
        return before

    def notice(self, met: list[Any]) -> None:
        """Say if the search comes to the same positions again and again, and what helps."""
        self.met, times = None, len(met) // len({*met})
        if times >= TIMES:
            said = (
                f"so far each position has been searched {times:,} times: a transposition table "
                f"helps, table={{}}"
            )
            warnings.warn(said, stacklevel=self.descent.level + 6)  # where the search was called

    def leave(self, position: Any) -> None:
        """The work at a position is done."""
        self.path.discard(position)
        self.descent.level -= 1

    def ordered(self, position: Any, first: Any = None) -> Iterator[Any]:
        """The moves: ``first``, if the table has one, and then the others in the order that
        ``order`` gives.
        """
        if first is not None:
            yield first
        moves = given = ask.moves(self.game, position)
        if self.order is not None:
            given = ask.ordered(self.order(position, list(moves)), position)
            if len(given) != len(moves) or not _all_in(given, moves):
                raise ValueError(
                    f"position {position!r} has {len(moves)} moves, of which order gives "
                    f"{sum(move in given for move in moves)}, and {len(given)} in all: a search "
                    "needs each of them once"
                )
        for move in given:
            if move != first:
                yield move


def _all_in(given: list[Any], moves: list[Any]) -> bool:
    """Whether each of the moves is among those given."""
    try:
        return {*given}.issuperset(moves)
    except TypeError:  # moves need not be dict keys
        return all(move in given for move in moves)


def one_on(score: Score) -> Score:
    """The score that an option must have to give a position this score: one end of the window, one
    move on.
    """
    v, t = score
    return -v, (v < 0) - (v > 0) - t


def search_root(game: Any, position: Any) -> tuple[Any, Any]:
    """The real position asked for (the start if none is given), and its representative, where the
    search begins.
    """
    ask.steps(
        game, ask.position(game, position)
    )  # checks once, where the search begins, what play returns
    real = real_rules(game).start() if position is None else position
    return real, of_class(game, real)[0]


def real_line(game: Any, real: Any, found: Line) -> tuple[Any, ...]:
    """A line found by a search, as moves on the real board.

    >>> from gamelib.adapters import Quotient
    >>> from gamelib.games import Nim
    >>> real_line(Quotient(Nim((2, 1))), (2, 1), ((1, 1), ((1, 1), None)))  # among (1, 2): the larger heap, twice
    ((0, 1), (1, 1))
    """
    line = []
    while found is not None:
        move, found = found
        line.append(move)
    return unfold(game, real, line)
