"""Zero-sum games of two players in which Nature throws dice and play can go round: what are they worth?

Values are to player 0; endless play is worth 0. ``chance_values`` gives an interval for each position that is certain
to hold the value, with strategies that make its ends certain; ``exact_values`` gives the value itself, with a proof.
For games without cycles ``expectiminimax`` is enough. How it is done: ``intervals``, ``exact``, ``overwriting``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import inf
from numbers import Real
from typing import Any, TypeVar

import numpy as np

from gamelib.arenas.chance import MAX, NATURE, NOBODY, ChanceGraph
from gamelib.arenas.marks import MarkGraph
from gamelib.core import ExtensiveGame, arena_of, check_extensive
from gamelib.machine import MAX_EDGES, MAX_POSITIONS
from gamelib.solvers.chance.exact import Exact
from gamelib.solvers.chance.intervals import Intervals, outward
from gamelib.solvers.chance.overwriting import MarkFractions, MarkValues

V = TypeVar("V")


class Lookup(Mapping[Any, V]):
    """A mapping from every position of a game to what is known of it; it is walked when it is counted or listed."""

    def __init__(self, known: Callable[[Any], V], graph: Callable[[], ChanceGraph]) -> None:
        self._known, self._graph = known, graph

    def __getitem__(self, position: Any) -> V:
        return self._known(position)

    def __iter__(self) -> Iterator[Any]:
        graph = self._graph()
        return (graph.numbering.position(i) for i in range(len(graph)))

    def __len__(self) -> int:
        return len(self._graph())

    def __repr__(self) -> str:
        return "<a number for every position of the game>"


@dataclass(frozen=True, eq=False)
class ChanceValues:
    """What ``chance_values`` has found. ``lower[p]`` and ``upper[p]``: the value of p to player 0 lies between them.

    ``width``: the largest difference of the two. Who plays ``best`` makes his end of the interval certain: player 0
    gets at least ``lower[p]`` on the average, player 1 gives no more than ``upper[p]``, whatever the other does.
    """

    game: ExtensiveGame[Any, Any]
    lower: Mapping[Any, float]
    upper: Mapping[Any, float]
    width: float
    _best: Callable[[Any], Any]

    def best(self, position: Any) -> Any:
        """The move that makes the bound of the player to move certain; None where play is over or chance decides."""
        return self._best(position)

    def __repr__(self) -> str:
        return f"<ChanceValues: intervals at most {self.width:.1e} wide>"


class ExactValues(Lookup[Fraction]):
    """A mapping from every position of ``game`` to its value to player 0, a Fraction; ``best(position)``, a move."""

    def __init__(
        self,
        game: ExtensiveGame[Any, Any],
        known: Callable[[Any], Fraction],
        graph: Callable[[], ChanceGraph],
        best: Callable[[Any], Any],
    ) -> None:
        super().__init__(known, graph)
        self.game, self._best = game, best

    def best(self, position: Any) -> Any:
        """A best move of the player to move; None where play is over or chance decides."""
        return self._best(position)


def chance_values(
    game: ExtensiveGame[Any, Any],
    width: float = 1e-9,
    *,
    max_positions: int = MAX_POSITIONS,
    max_edges: int = MAX_EDGES,
) -> ChanceValues:
    """Intervals, at most ``width`` wide, that are certain to hold the value of every position, and strategies.

    ``game``: a zero-sum ExtensiveGame of players 0 and 1, cycles and all; endless play is worth 0. It is walked from
    its start, up to ``max_positions`` positions and ``max_edges`` moves and chances; a game that offers itself as a
    MarkGraph (its ``arena()``) is solved by arrays. In the result, ``lower[p]`` and ``upper[p]`` are the bounds,
    ``best(p)`` is the move that makes the bound of the player to move certain. Sums are rounded outward, so that the
    interval holds the real value and not only the computed one. Where play goes round so long that sweeps do not bring
    the bounds together, the values are found exactly, and the interval is that of the two floats next to each.

    Raises TypeError for what is not an ExtensiveGame, TooLarge beyond the limits, and ValueError, naming the position,
    for wrong turns, moves, probabilities and payoffs; also for a width that is finer than floating point.

    >>> from gamelib.games import OverwriteTicTacToe
    >>> game = OverwriteTicTacToe(2)
    >>> values = chance_values(game)
    >>> values.lower[game.start()] <= 1 / 3 <= values.upper[game.start()]
    True
    >>> values.best(("X...", "O"))
    (0, 0)
    """
    if isinstance(width, bool) or not (isinstance(width, Real) and 0 < width < inf):
        raise ValueError(f"width={width!r}: give a positive number, the largest difference of the two bounds")
    check_extensive(game)
    width = float(width)
    arena = arena_of(game)
    if isinstance(arena, MarkGraph):
        marks, walked = MarkValues(game, arena, width), cache(lambda: ChanceGraph.of(game))
        lower, upper = (Lookup(lambda p, player=player: marks.certain(p, player), walked) for player in (0, 1))
        return ChanceValues(game, lower, upper, marks.width, marks.best)
    intervals = Intervals(ChanceGraph.of(game, max_positions=max_positions, max_edges=max_edges))
    intervals.run(width)
    graph, low, high = intervals.graph, intervals.lower.tolist(), intervals.upper.tolist()
    choice = np.where(graph.turn == MAX, intervals.low_move, intervals.high_move).tolist()
    if not np.max(intervals.upper - intervals.lower) <= width:  # play takes too long: fractions do not care
        found = Exact(intervals)
        low, high = map(list, zip(*map(outward, found.values), strict=True))
        choice = found.choice
    widest = max(above - below for below, above in zip(low, high, strict=True))
    if not widest <= width:
        raise ValueError(f"width={width}: floating point comes no nearer than {widest:.1e}; give a larger one")
    index = graph.numbering.index
    return ChanceValues(
        game,
        Lookup(lambda position: low[index(position)], lambda: graph),
        Lookup(lambda position: high[index(position)], lambda: graph),
        widest,
        _mover(graph, choice.__getitem__),
    )


def exact_values(
    game: ExtensiveGame[Any, Any], *, max_positions: int = MAX_POSITIONS, max_edges: int = MAX_EDGES
) -> ExactValues:
    """The value of every position as a Fraction, proved: neither player has a better reply to the other's strategy.

    The result is a mapping, position -> Fraction, to player 0; ``best(p)`` is a best move. ``game``, the limits and
    what is raised: as for ``chance_values``. Floats are taken as the binary fractions they are; so probabilities should
    be Fractions, or they do not add up to 1. The proof is by ``exact``: in fractions, over all replies, endless play
    included; for a MarkGraph, where play ends with probability 1, all equations are checked in whole numbers
    (``overwriting``). Raises ValueError, naming a position, also where no strategies are found that can be proved.

    >>> from gamelib.games import OverwriteTicTacToe
    >>> values = exact_values(OverwriteTicTacToe(2))
    >>> print(values["....", "X"], values["X...", "O"], values["XO..", "X"])
    1/3 1/3 1
    """
    check_extensive(game)
    arena = arena_of(game)
    if isinstance(arena, MarkGraph):
        marks = MarkFractions(game, arena)
        return ExactValues(game, lambda p: marks.certain(p, 0), cache(lambda: ChanceGraph.of(game)), marks.best)
    graph = ChanceGraph.of(game, max_positions=max_positions, max_edges=max_edges)
    found, index = Exact(Intervals(graph)), graph.numbering.index
    return ExactValues(game, lambda p: found.values[index(p)], lambda: graph, _mover(graph, found.choice.__getitem__))


def _mover(graph: ChanceGraph, choice: Callable[[int], int]) -> Callable[[Any], Any]:
    """The strategy that takes the move at ``choice``, a place in the graph's targets."""

    def best(position: Any) -> Any:
        p = graph.numbering.index(position)
        if graph.turn[p] in (NATURE, NOBODY):
            return None
        return list(graph.game.moves(position))[choice(p) - int(graph.indptr[p])]

    return best
