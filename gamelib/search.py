"""What every search carries with it: its game, the caller's choices, counters, and its path.

The point of view is always that of the player to move. A **score** is a pair: the value, and the
**hurry**, which is minus the number of moves to a win, plus the number of moves to a loss, and 0
for a draw. So the quicker of two wins counts as more, and so does the slower of two losses.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from math import inf
from typing import Any, NamedTuple

from gamelib import gate
from gamelib.answers import PositionResult, Verdict, in_words, sign
from gamelib.arguments import chosen_function, is_whole, score_at
from gamelib.core import DRAW, Outcome, PlayGoesRound, Record
from gamelib.diagnose import calls_to_reader
from gamelib.recursion import make_room
from gamelib.symmetry import class_of, real_rules, unfold

#: A line of play: its first move and the rest of the line, which is a line itself; None is the line
#: without moves. Lines that end in the same way share this end.
Line = tuple[Any, "Line"] | None


class Score(NamedTuple):
    """What a position is worth in a search, for the player to move.

    Scores are compared as tuples are: the larger value counts for more, and among equal values the
    larger hurry.
    """

    value: float
    hurry: float


LOWEST = Score(-inf, -inf)
HIGHEST = Score(inf, inf)

#: A search without a table asks, after so many nodes and ten times as many and so on ...
FIRST_LOOK = 50_000

#: ... whether it has come to each position that play can reach this many times, on average.
TOO_OFTEN = 100


def from_option(score: Score) -> Score:
    """The score that a move gives a position if it leads to an option with this score.

    What is good for the opponent is bad for us, and there is one move more to be made.

    >>> from_option(Score(-1, 2)), from_option(Score(1, -3)), from_option(Score(0, 0))
    (Score(value=1, hurry=-3), Score(value=-1, hurry=4), Score(value=0, hurry=0))
    """
    return Score(-score.value, sign(score.value) - score.hurry)


def for_option(score: Score) -> Score:
    """The score that an option must have to give a position this score: ``from_option`` reversed.

    >>> for_option(from_option(Score(-1, 2)))
    Score(value=-1, hurry=2)
    """
    return Score(-score.value, -sign(score.value) - score.hurry)


def one_less(depth: int | None) -> int | None:
    """How many moves there are still to look ahead, one move on; None stays None, no limit."""
    return None if depth is None else depth - 1


def check_depth(depth: Any) -> None:
    """Raise ValueError unless a search can look so many moves ahead; None is no limit."""
    if depth is not None and not is_whole(depth, 0):
        raise ValueError(
            f"depth={depth!r}: give the number of moves to look ahead, 0 or more, "
            "or None for no limit"
        )


@dataclass(frozen=True, repr=False)
class Iteration(Record):
    """One of several searches to fixed depths: the positions looked at, the value and the line."""

    depth: int
    nodes: int
    value: float
    line: tuple[Any, ...]


@dataclass(frozen=True, repr=False)
class SearchResult(PositionResult):
    """What a search has found from one position.

    Attributes
    ----------
    value
        For the player to move; from ``expectiminimax``, a Fraction for player 0.
    line
        The principal variation: best play for both. It stops early where sound ``bounds`` prove a
        draw.
    exact
        Whether no evaluation stands in for a result.
    nodes
        How many positions were looked at, those found in the table apart.
    cutoffs
        At how many positions the search left before it had tried all moves.
    table_hits
        How many positions the transposition table answered.
    window
        Outside it the value is only a bound.
    iterations
        The searches that ``deepen`` finished, one for each depth.
    """

    nodes: int
    cutoffs: int = 0
    table_hits: int = 0
    window: tuple[float, float] = field(default=(-inf, inf), repr=False)
    iterations: tuple[Iteration, ...] = field(default=(), repr=False)

    @property
    def verdict(self) -> Verdict:
        """Outcome, remoteness and value for the player to move.

        It is right if the value is exact and inside the window.
        """
        outcome = Outcome(sign(self.value))
        remoteness = None if outcome == DRAW else len(self.line)
        return Verdict(outcome, remoteness, float(self.value))

    def worth(self) -> str:
        """The value in words; outside the window it is only a bound."""
        words = in_words(self.value)
        low, high = self.window
        if self.value <= low:
            return f"at most {words}"
        if self.value >= high:
            return f"at least {words}"
        return words


class Search:
    """One search: its game, the caller's choices, its counters, and the path from the root.

    Parameters
    ----------
    game
        The Game.
    position
        Where the search begins; the start if it is None.
    depth
        How many moves to look ahead; None for no limit.
    evaluate, order, bounds
        For each a function, True for what the game offers, or False for none.

    Attributes
    ----------
    position, root
        Where the search begins, on the real board; and the representative of its symmetry class,
        which is another position only in a Quotient.
    nodes, cutoffs, table_hits
        The counters that a SearchResult shows.
    guesses
        How many times an evaluation has taken the place of a result.
    cut_lines
        How many times a sound bound has cut a line short.
    moves_deep
        How many positions the search has entered and not left yet: 0 before it enters the root.
    on_path
        These positions, if the search has no limit of depth: none of them may come back.
    next_look
        At this number of nodes the search asks whether a table would help.
    """

    def __init__(
        self,
        game: Any,
        position: Any,
        depth: int | None,
        evaluate: Any,
        order: Any = False,
        bounds: Any = False,
    ) -> None:
        check_depth(depth)
        self.game = game
        self.position = gate.begin(real_rules(game), position)
        self.root = class_of(game, self.position)
        self.depth = depth
        self.evaluate = chosen_function(game, "evaluate", evaluate)
        self.order = chosen_function(game, "order", order)
        self.bounds = chosen_function(game, "bounds", bounds)
        self.nodes = 0
        self.cutoffs = 0
        self.table_hits = 0
        self.guesses = 0
        self.cut_lines = 0
        self.moves_deep = 0
        self.on_path: set[Any] = set()
        self.next_look: float = FIRST_LOOK

    def guess(self, position: Any) -> Score:
        """The score where the search stops although play goes on: an evaluation, or 0."""
        self.guesses += 1
        if self.evaluate is None:
            return Score(0, 0)
        return Score(score_at(self.evaluate, position), 0)

    def enter(self, position: Any, depth: int | None) -> None:
        """Begin with a position: from here on, what follows from it is searched.

        Raises PlayGoesRound without a limit of depth, if the search is at this position already,
        and TooLarge if it is deeper than Python can bear.
        """
        if depth is None:
            if position in self.on_path:
                raise PlayGoesRound(
                    f"play can come back to {position!r}, so the search would never end: use "
                    "solve, which can deal with cycles, or give a depth"
                )
            self.on_path.add(position)
        self.moves_deep += 1
        make_room(self.moves_deep)  # for Python's recursion
        if self.nodes >= self.next_look:
            self.recommend_table()

    def leave(self, position: Any) -> None:
        """Be done with a position: all that follows from it has been searched."""
        self.on_path.discard(position)
        self.moves_deep -= 1

    def recommend_table(self) -> None:
        """Warn if only so few positions can be reached that a table would save most of the work."""
        few = self.nodes // TOO_OFTEN
        self.next_look *= 10
        try:
            graph = gate.reachable(self.game, [self.root], few, solver="")
        except Exception:  # there are more; or a mistake in the rules that the search has not met
            return
        self.next_look = inf
        times = self.nodes // len(graph)
        warnings.warn(
            f"so far each position has been searched {times:,} times: a transposition table helps, "
            "table={}",
            stacklevel=calls_to_reader(),
        )

    def record(self, score: Score, line: Line, **more: Any) -> SearchResult:
        """What was found about the position where the search began, with the counters.

        ``more``: the fields of a SearchResult that only some searches fill.
        """
        moves = []
        while line is not None:
            move, line = line
            moves.append(move)
        return SearchResult(
            game=real_rules(self.game),
            position=self.position,
            value=score.value + 0,  # not minus zero
            line=unfold(self.game, self.position, moves),  # a tuple, of moves on the real board
            exact=self.guesses == 0,
            nodes=self.nodes,
            cutoffs=self.cutoffs,
            table_hits=self.table_hits,
            **more,
        )
