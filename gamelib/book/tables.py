"""Transposition tables: a search that remembers what it has found.

Play can come to the same position in several ways. Minimax and alpha-beta search it again each
time, because they follow the tree of all lines of play. A **transposition table** keeps what a
search has found about a position, for the next time that play comes there. A search of limited
depth finds different scores at different depths, so an entry belongs to a position *and* a depth.

For **minimax** an entry is a score and best play. Each position is then searched once.

**Alpha-beta** seldom finds a score. Mostly it finds out that the score is at least this much (after
a cutoff), or at most that much (if no move gets above alpha). *A score stored without saying which
would be wrong*: where the window is a different one, a bound would pass for the value. So an entry
holds a lower and an upper bound, and they may come from different searches:

* the result of a search is more than its alpha: then it is a lower bound;
* the result is less than its beta: then it is an upper bound;
* it is both, inside the window: then it is the score.

When the position comes back with a new window, the table can answer if its lower bound is at least
the new beta, or its upper bound at most the new alpha, or if it has the score. Otherwise the
position is searched once more, and the move that the table remembers is tried first. (That alone is
worth a table: the sooner a good move is tried, the more cutoffs there are.)

**Which line may be trusted?** Best play is known only where the two bounds are equal. After a
cutoff the line begins with a move that is good enough, and if no move gets above alpha, with the
one that came closest. Two bounds from different searches can also meet. Then the line is best play
as well: the later search has tried the remembered move first, and another move takes its place only
if it is better. Sound bounds of the game (``bounds``) cut lines short: what was found with their
help is not for a search without them.

Sources: Slate and Atkin, CHESS 4.5, The Northwestern University chess program (1977); Marsland, A
review of game-tree pruning (1986).
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import Any, NamedTuple

from gamelib.book.alphabeta import AlphaBeta, alphabeta
from gamelib.book.answers import Answer, Verdict
from gamelib.book.diagnose import no_game
from gamelib.book.minimax import Minimax
from gamelib.book.search import HIGHEST, LOWEST, Line, Score, Search, SearchResult
from gamelib.book.symmetry import by_classes
from gamelib.core import M, P


class Bounds(NamedTuple):
    """What a table knows of a position, searched to a certain depth.

    Attributes
    ----------
    lower, upper
        The score is at least ``lower`` and at most ``upper``.
    line
        Best play if the two bounds are equal; otherwise only its first move counts, the best so
        far.
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


class MinimaxWithTable(Minimax):
    """Minimax that searches each position once."""

    def __init__(self, *choices: Any, table: Table) -> None:
        super().__init__(*choices)
        self.table = table

    def best_play(self, position: Any, depth: int | None) -> tuple[Score, Line]:
        """What the table knows of the position, or else what minimax finds."""
        known = self.table.get((position, depth), NOTHING)
        if known.exact and not known.cut:
            count_hit(self, known)
            return known.lower, known.line
        guesses_before = self.guesses
        score, line = super().best_play(position, depth)
        guessed = self.guesses > guesses_before
        self.table[position, depth] = Bounds(score, score, line, guessed, cut=False)
        return score, line


class AlphaBetaWithTable(AlphaBeta):
    """Alpha-beta that asks its table first, and tells it what it has found."""

    def __init__(self, *choices: Any, table: Table) -> None:
        super().__init__(*choices)
        self.table = table

    def in_window(
        self, position: Any, alpha: Score, beta: Score, depth: int | None
    ) -> tuple[Score, Line]:
        """What the table knows, if that will do in this window; or else what alpha-beta finds."""
        known = self.known(position, depth)
        score = good_enough(known, alpha, beta)
        if score is not None:
            count_hit(self, known)
            return score, known.line
        guesses_before = self.guesses
        cut_before = self.cut_lines
        score, line = super().in_window(position, alpha, beta, depth)
        if line is not None:  # moves were tried
            guessed = self.guesses > guesses_before
            cut = self.cut_lines > cut_before
            found = found_in_window(score, line, alpha, beta, guessed, cut)
            self.table[position, depth] = joined(known, found)
        return score, line

    def known(self, position: Any, depth: int | None) -> Bounds:
        """What the table knows that this search may use."""
        known = self.table.get((position, depth), NOTHING)
        return NOTHING if known.cut and self.bounds is None else known

    def ordered(self, position: Any, depth: int | None) -> list[Any]:
        """The moves as in alpha-beta, but the one that was best before comes first."""
        moves = super().ordered(position, depth)
        first = self.first_move(position, depth)
        return moves if first is None else moved_to_front(first, moves)

    def first_move(self, position: Any, depth: int | None) -> Any:
        """The move that the table remembers; None if it remembers none."""
        line = self.table.get((position, depth), NOTHING).line
        return None if line is None else line[0]


def count_hit(search: Search, known: Bounds) -> None:
    """Note that the table has answered, and that the doubts about its answer are ours now."""
    search.table_hits += 1
    search.guesses += known.guessed
    search.cut_lines += known.cut


def good_enough(known: Bounds, alpha: Score, beta: Score) -> Score | None:
    """The answer that an entry gives in a window; None if the position must be searched."""
    if known.exact or known.lower >= beta:
        return known.lower
    if known.upper <= alpha:
        return known.upper
    return None


def found_in_window(
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


def joined(known: Bounds, found: Bounds) -> Bounds:
    """What is known after a new search, which may have found the other one of the two bounds."""
    if found.exact:
        return found
    return found._replace(
        lower=max(known.lower, found.lower),
        upper=min(known.upper, found.upper),
        guessed=known.guessed or found.guessed,
        cut=known.cut or found.cut,
    )


def moved_to_front(move: Any, moves: list[Any]) -> list[Any]:
    """The moves in the same order, except that one of them comes first.

    >>> moved_to_front(3, [1, 2, 3, 4])
    [3, 1, 2, 4]
    """
    return [move, *(other for other in moves if other != move)]


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

    def __init__(self, game: Any) -> None:
        why_not = no_game(game)
        if why_not is not None:
            raise TypeError(why_not)
        super().__init__(game, {})
        self.table: dict[Any, Any] = {}

    def search(self, position: P | None = None) -> SearchResult:
        """The whole result of the search from a position."""
        return alphabeta(by_classes(self.game), position, table=self.table)

    def __getitem__(self, position: P) -> Verdict:
        return self.search(position).verdict

    def best(self, position: P | None = None) -> M | None:
        """A best move; None if play is over."""
        best: M | None = self.search(position).best
        return best

    def __iter__(self) -> Iterator[P]:
        raise TypeError(
            "a search knows only the positions it is asked for; solve(game) knows them all"
        )

    def __len__(self) -> int:
        raise TypeError(
            "a search knows only the positions it is asked for; solve(game) knows them all"
        )

    def __repr__(self) -> str:
        name = type(self.game).__name__
        return f"<Searched: {name}, {len(self.table):,} positions in its table>"
