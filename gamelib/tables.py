"""Transposition tables: a search that remembers what it has found.

Play can come to the same position in several ways. Minimax and alpha-beta search it again each
time, because they follow the tree of all lines of play. A **transposition table** keeps what a
search has found about a position, for the next time that play comes there. A search of limited
depth finds different scores at different depths, so an entry belongs to a position *and* a depth.

For **minimax** an entry is a score and best play. Each position is then searched once.

**Alpha-beta** seldom finds a score. Mostly it finds out that the score is at least this much (after
a cutoff), or at most that much (if no move gets above alpha). *To store a score without saying
which it is would be wrong*: in another window, a bound would pass for the value. So an entry holds
a lower and an upper bound, and they may come from different searches:

* if the result of a search is more than its alpha, it is a lower bound;
* if the result is less than its beta, it is an upper bound;
* if it is both, inside the window, it is the score.

When the position comes back with a new window, the table can answer if its lower bound is at least
the new beta, or its upper bound at most the new alpha, or if it has the score. Otherwise the
position is searched once more, and the move that the table remembers is tried first. (That alone is
worth a table: the sooner a good move is tried, the more cutoffs there are.)

**Which line may be trusted?** Best play is known only where the two bounds are equal. After a
cutoff, only the first move of the line is sure: it secures the lower bound. If no move gets above
alpha, not even the first move is sure: it came closest, but its own score may be less. So a line
that goes with an upper bound must not take the place of one that secures a lower bound. Otherwise
somebody who asks whether the position is won could get the answer yes, with a move that loses. If
the two bounds meet, the later line is best play, because the remembered move was tried first, and
another move takes its place only if it is better. Sound bounds of the game (``bounds``) cut lines
short: what was found with their help is not for a search without them.

Sources: Slate and Atkin, CHESS 4.5, The Northwestern University chess program (1977); Marsland, A
review of game-tree pruning (1986).
"""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any, NamedTuple

from gamelib.search import HIGHEST, LOWEST, Line, Score, Search


class Bounds(NamedTuple):
    """What a table knows of a position, searched to a certain depth.

    Attributes
    ----------
    lower, upper
        The score is at least ``lower`` and at most ``upper``.
    line
        Best play if the two bounds are equal; otherwise it begins with a move that secures
        ``lower``. If there is no lower bound, its first move is the one that came closest.
    guessed
        Whether an evaluation stands in for a result.
    cut
        Whether sound bounds have cut lines short.
    """

    lower: Score
    upper: Score
    line: Line
    guessed: bool
    cut: bool

    @property
    def exact(self) -> bool:
        """Whether the score is known."""
        return self.lower == self.upper


NOTHING = Bounds(LOWEST, HIGHEST, None, guessed=False, cut=False)

#: From a position and a depth to what is known: a dict, or what behaves like one.
Table = MutableMapping[Any, Bounds]


def count_hit(search: Search, known: Bounds) -> None:
    """Note that the table has answered, and that the doubts about its answer are ours now."""
    search.table_hits += 1
    search.guesses += known.guessed
    search.cut_lines += known.cut


def answer_in_window(known: Bounds, alpha: Score, beta: Score) -> Score | None:
    """The answer that an entry gives in a window; None if the position must be searched."""
    if known.exact or known.lower >= beta:
        return known.lower
    if known.upper <= alpha:
        return known.upper
    return None


def bounds_from(
    score: Score, line: Line, alpha: Score, beta: Score, guessed: bool, cut: bool
) -> Bounds:
    """What a search with this window has found out: the score, or a bound on it."""
    return Bounds(
        lower=score if score > alpha else LOWEST,
        upper=score if score < beta else HIGHEST,
        line=line,
        guessed=guessed,
        cut=cut,
    )


def join(known: Bounds, found: Bounds) -> Bounds:
    """What is known after a new search, which may have found the other one of the two bounds."""
    if found.exact:
        return found
    lower = max(known.lower, found.lower)
    upper = min(known.upper, found.upper)
    line = found.line
    only_upper_is_new = found.lower == LOWEST and known.lower > LOWEST
    if only_upper_is_new and lower < upper:
        line = known.line  # which secures the lower bound
    return Bounds(
        lower=lower,
        upper=upper,
        line=line,
        guessed=known.guessed or found.guessed,
        cut=known.cut or found.cut,
    )


def move_to_front(move: Any, moves: list[Any]) -> list[Any]:
    """The moves in the same order, except that one of them comes first.

    >>> move_to_front(3, [1, 2, 3, 4])
    [3, 1, 2, 4]
    """
    return [move, *(other for other in moves if other != move)]
