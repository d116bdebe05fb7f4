"""What a solver returns for a game with chance: for each position an interval or a fraction, and
the best move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, cast

import gamelib.chance
import gamelib.intervals
from gamefast.answers import Answer
from gamefast.arrays.chance import NATURE, NOBODY, ChanceGraph
from gamefast.arrays.walk import Numbering
from gamefast.machine import Array
from gamefast.symmetry import of_class
from gamelib.answers import V
from gamelib.core import ExtensiveGame, M, P
from gamelib.intervals import Interval


@dataclass(frozen=True, eq=False)
class ByNumber:
    """What is known of each position, and the best moves, by the positions' numbers.

    ``values[i]``: a value, or a pair of bounds, to player 0. ``best_move(i)``: a best move, or None.
    """

    numbering: Numbering
    values: Sequence[Any] | Array
    best_move: Callable[[int], Any]

    def known(self, position: Any) -> Any:
        """The value, or the pair of bounds, of a position; raises UnknownPosition."""
        return self.values[self.numbering.index(position)]

    def best(self, position: Any) -> Any:
        """A best move at a position, or None; raises UnknownPosition."""
        return self.best_move(self.numbering.index(position))


def by_number(
    graph: ChanceGraph, values: Sequence[Any] | Array, choice: Sequence[int] | Array
) -> ByNumber:
    """What is known of the positions of a graph. ``values``: see ``ByNumber``; ``choice[p]``: the
    place of the best move at p in ``graph.targets``.
    """
    return ByNumber(graph.numbering, values, partial(_best_move, graph, choice))


def _best_move(graph: ChanceGraph, choice: Sequence[int] | Array, p: int) -> Any:
    """The best move at position number p; None if chance decides or play is over."""
    if graph.turn[p] in (NATURE, NOBODY):
        return None
    moves = list(graph.game.moves(graph.numbering.position(p)))
    place_in_row = choice[p] - int(graph.indptr[p])
    return moves[place_in_row]


class ChanceAnswer(Answer[P, M, V]):
    """What is known, for player 0, of every position of a game with chance, and the best moves.

    ``kept`` has both, for positions as the solver has them (in a Quotient, representatives): its
    method ``known`` gives the value or the bounds, ``best`` gives a best move, and ``numbering``
    has all positions. ``width``: the largest difference between two bounds.

    >>> from gamefast import exact_values
    >>> from gamelib.games import OverwriteTicTacToe
    >>> exact_values(OverwriteTicTacToe(2)).best(("X...", "O"))
    (0, 0)
    """

    def __init__(self, game: ExtensiveGame[P, M], kept: Any, width: float = 0.0) -> None:
        self.game = game
        self.kept = kept
        self.widest = width

    def __getitem__(self, position: P) -> V:
        return cast(V, self.kept.known(self._key(position)))

    def __iter__(self) -> Iterator[P]:
        return map(self.kept.numbering.position, range(len(self)))

    def __len__(self) -> int:
        return len(self.kept.numbering)

    def best(self, position: P | None = None) -> M | None:
        """The move that makes what is known certain for the player to move; None if chance decides
        or play is over.
        """
        here = self.position_or_start(position)
        move = self.kept.best(self._key(here))
        if move is None:
            return None
        # In a Quotient this is a move at the representative; ``way_back`` gives the move here.
        _representative, way_back = of_class(self.game, here)
        return cast(M, way_back(move))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {type(self.game).__name__}>"


class ChanceValues(ChanceAnswer[P, M, Interval], gamelib.intervals.ChanceValues[P, M]):
    """What ``chance_values`` has found: an Interval for every position, at most ``width`` wide.

    By playing ``best``, player 0 gets at least ``lower[p]`` on average, and player 1 pays at most
    ``upper[p]``.
    """

    def __getitem__(self, position: P) -> Interval:
        return Interval(*map(float, self.kept.known(self._key(position))))

    @property
    def width(self) -> float:
        """The largest difference between the two bounds of a position."""
        return self.widest

    @property
    def lower(self) -> ChanceAnswer[P, M, float]:  # type: ignore[override]  # not over dicts
        """The lower bounds, by position."""
        return Lower(self.game, self.kept, self.widest).asked_for(self.position)

    @property
    def upper(self) -> ChanceAnswer[P, M, float]:  # type: ignore[override]  # likewise
        """The upper bounds, by position."""
        return Upper(self.game, self.kept, self.widest).asked_for(self.position)

    def counts(self) -> dict[str, int]:
        """How many positions are certainly good for player 0 or for player 1, and how many are even
        or undecided.
        """
        # 1 if even the lower bound is above 0, -1 if even the upper bound is below 0, otherwise 0.
        signs = [(low > 0) - (high < 0) for low, high in self.values()]
        return {
            "for player 0": signs.count(1),
            "for player 1": signs.count(-1),
            "even or open": signs.count(0),
        }

    def __repr__(self) -> str:
        return f"<ChanceValues: intervals at most {self.widest:.1e} wide>"


class Lower(ChanceAnswer[P, M, float]):
    """The lower bounds of all intervals."""

    side = 0  # the bound's place in a pair

    def __getitem__(self, position: P) -> float:
        return float(self.kept.known(self._key(position))[self.side])


class Upper(Lower[P, M]):
    """The upper bounds of all intervals."""

    side = 1


class ExactValues(ChanceAnswer[P, M, Fraction], gamelib.chance.ExactValues[P, M]):
    """What ``exact_values`` has found: the value of every position to player 0, a Fraction."""

    def counts(self) -> dict[Fraction, int]:
        """How many positions have each value, with the best for player 0 first."""
        return dict(sorted(Counter(self.values()).items(), reverse=True))
