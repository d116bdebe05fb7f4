"""Zero-sum games of two players in which Nature throws dice and play can go round: what are they worth?

Values are to player 0; endless play is worth 0. ``chance_values`` gives an interval for each position that is certain
to hold the value, with strategies that make its ends certain; ``exact_values`` gives the value itself, with a proof.
For games without cycles ``expectiminimax`` is enough. How it is done: ``intervals``, ``exact``, ``overwriting``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache, cached_property
from math import inf
from numbers import Real
from typing import Any, NamedTuple, TypeVar

import numpy as np

from gamelib import ask
from gamelib.adapters import Quotient
from gamelib.answers import Answer
from gamelib.arenas.chance import MAX, NATURE, NOBODY, ChanceGraph
from gamelib.arenas.marks import MarkGraph
from gamelib.core import ExtensiveGame
from gamelib.machine import MAX_EDGES, MAX_POSITIONS
from gamelib.solvers.chance.exact import exact
from gamelib.solvers.chance.intervals import Intervals, outward
from gamelib.solvers.chance.overwriting import Marks, mark_fractions, mark_values

V = TypeVar("V")


class Interval(NamedTuple):
    """The value of a position, to player 0, is certain to lie between ``lower`` and ``upper``."""

    lower: float
    upper: float

    def __str__(self) -> str:
        return f"{self.lower:.6g} to {self.upper:.6g}"


class ChanceAnswer(Answer[V]):
    """What is known, to player 0, of every position of a game with chance; it is walked when counted or listed.

    Parameters
    ----------
    game, graph
        The ExtensiveGame, and a function that walks it.
    known, choose, width
        Functions from position to what is known of it and to the best move; how wide intervals are at most.

    Examples
    --------
    >>> from gamelib.games import OverwriteTicTacToe
    >>> exact_values(OverwriteTicTacToe(2)).best(("X...", "O"))
    (0, 0)
    """

    def __init__(
        self,
        game: ExtensiveGame[Any, Any],
        known: Callable[[Any], V],
        choose: Callable[[Any], Any],
        graph: Callable[[], ChanceGraph],
        width: float = 0.0,
    ) -> None:
        self.game, self._known, self._choose, self._graph, self.width = game, known, choose, graph, width

    def __getitem__(self, position: Any) -> V:
        return self._known(self._key(position))

    def __iter__(self) -> Iterator[Any]:
        graph = self._graph()
        return (graph.numbering.position(i) for i in range(len(graph)))

    def __len__(self) -> int:
        return len(self._graph())

    def best(self, position: Any = None) -> Any:
        """The move that makes what is known certain for the player to move; None at chance nodes and ends."""
        here = self._at(position)
        if not isinstance(self.game, Quotient):
            return self._choose(here)
        rep, back = self.rules.representative(here)
        move = self._choose(rep)
        return None if move is None else back(move)


class ChanceValues(ChanceAnswer[Interval]):
    """What ``chance_values`` has found: an Interval for every position, at most ``width`` wide.

    Playing ``best``, player 0 gets at least ``lower[p]`` on the average, and player 1 gives no more than ``upper[p]``.
    """

    @cached_property
    def lower(self) -> Mapping[Any, float]:
        """The lower ends, by position."""
        return _End(self, 0)

    @cached_property
    def upper(self) -> Mapping[Any, float]:
        """The upper ends, by position."""
        return _End(self, 1)

    def counts(self) -> dict[str, int]:
        """How many positions are certainly good for player 0, for player 1, and how many are even or undecided."""
        signs = [(low > 0) - (high < 0) for low, high in self.values()]
        return {"for player 0": signs.count(1), "for player 1": signs.count(-1), "even or open": signs.count(0)}

    def __repr__(self) -> str:
        return f"<ChanceValues: intervals at most {self.width:.1e} wide>"


class ExactValues(ChanceAnswer[Fraction]):
    """What ``exact_values`` has found: the value of every position to player 0, a Fraction."""

    def counts(self) -> dict[Fraction, int]:
        """How many positions have each value, the best for player 0 first."""
        return dict(sorted(Counter(self.values()).items(), reverse=True))

    def __repr__(self) -> str:
        return f"<ExactValues of {type(self.game).__name__}>"


class _End(Mapping[Any, float]):
    """One end of every interval."""

    def __init__(self, values: ChanceValues, end: int) -> None:
        self._values, self._end = values, end

    def __getitem__(self, position: Any) -> float:
        return self._values[position][self._end]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return "<a number for every position of the game>"


def chance_values(
    game: ExtensiveGame[Any, Any] | ChanceGraph,
    position: Any = None,
    *,
    width: float = 1e-9,
    max_positions: int = MAX_POSITIONS,
    max_edges: int = MAX_EDGES,
) -> ChanceValues:
    """Intervals that are certain to hold the value of every position, and strategies that make their ends certain.

    Sums are rounded outward. Where sweeps bring the bounds together too slowly, the values are found exactly.

    Parameters
    ----------
    game
        A zero-sum ExtensiveGame of players 0 and 1, cycles and all, or a ChanceGraph; endless play is worth 0.
    position, max_positions, max_edges
        Where the walk begins (the start, if none is given); how many positions, moves and chances it visits at most.
    width
        The largest difference of the two ends that is allowed.

    Returns
    -------
    ChanceValues
        A mapping from position to Interval, to player 0; ``best(p)`` makes the end of the player to move certain.

    Raises
    ------
    TypeError, TooLarge
        For what is no ExtensiveGame; beyond the limits, with an estimate.
    ValueError
        For wrong turns, moves, probabilities and payoffs, naming the position; for a width finer than floats.

    Examples
    --------
    >>> from gamelib.games import OverwriteTicTacToe
    >>> values = chance_values(OverwriteTicTacToe(2))
    >>> values.lower["....", "X"] <= 1 / 3 <= values.upper["....", "X"]
    True
    >>> values.best(("X...", "O"))
    (0, 0)

    References
    ----------
    Haddad and Monmege (2014); see ``gamelib.solvers.chance.intervals``.
    """
    if isinstance(width, bool) or not (isinstance(width, Real) and 0 < width < inf):
        raise ValueError(f"width={width!r}: give a positive number, the largest difference of the two bounds")
    width = float(width)
    marks = _mark_graph(game, position)
    if marks is not None:
        found = mark_values(game, marks, width)
        return _boards(ChanceValues, found, lambda p: Interval(*found.interval(p)), found.width)
    graph = _walked(game, position, max_positions, max_edges)
    low, high, choice = _intervals(graph, width)
    widest = max(above - below for below, above in zip(low, high, strict=True))
    if not widest <= width:
        raise ValueError(f"width={width}: floating point comes no nearer than {widest:.1e}; give a larger one")
    return _positions(ChanceValues, graph, list(map(Interval, low, high)), choice, widest)


def exact_values(
    game: ExtensiveGame[Any, Any] | ChanceGraph,
    position: Any = None,
    *,
    max_positions: int = MAX_POSITIONS,
    max_edges: int = MAX_EDGES,
) -> ExactValues:
    """The value of every position as a Fraction, proved: neither player has a better reply to the other's strategy.

    Floats are taken as the binary fractions they are: let probabilities be Fractions, or they do not add up to 1.

    Parameters
    ----------
    game, position, max_positions, max_edges
        As for ``chance_values``.

    Returns
    -------
    ExactValues
        A mapping from position to Fraction, to player 0; ``best(p)`` is a best move.

    Raises
    ------
    TypeError, ValueError, TooLarge
        As for ``chance_values``; ValueError, naming a position, also where no strategies are found that can be proved.

    Examples
    --------
    >>> from gamelib.games import OverwriteTicTacToe
    >>> values = exact_values(OverwriteTicTacToe(2))
    >>> print(values["....", "X"], values["X...", "O"], values["XO..", "X"])
    1/3 1/3 1

    References
    ----------
    See ``gamelib.solvers.chance.exact`` and ``overwriting``.
    """
    marks = _mark_graph(game, position)
    if marks is not None:
        proof = mark_fractions(game, marks)
        return _boards(ExactValues, proof, lambda p: proof.certain(p, 0))
    graph = _walked(game, position, max_positions, max_edges)
    proved = exact(Intervals(graph))
    return _positions(ExactValues, graph, proved.values, proved.choice)


A = TypeVar("A", bound=ChanceAnswer[Any])


def _mark_graph(game: Any, position: Any) -> MarkGraph | None:
    """The game as marks on a board, if it offers that and the position is one of its."""
    if isinstance(game, ChanceGraph):
        return None
    marks = ask.arena(ask.an_extensive_game(game))
    if not isinstance(marks, MarkGraph):
        return None
    ask.position(game, position)
    return marks


def _walked(game: Any, position: Any, max_positions: int, max_edges: int) -> ChanceGraph:
    if isinstance(game, ChanceGraph):
        return game
    return ChanceGraph.of(game, position, max_positions=max_positions, max_edges=max_edges)


def _intervals(graph: ChanceGraph, width: float) -> tuple[list[float], list[float], list[int]]:
    """Both ends for every position, and the places of the moves that make them certain; exactly, if sweeps are slow."""
    intervals = Intervals(graph)
    intervals.run(width)
    if np.max(intervals.upper - intervals.lower) <= width:
        choice = np.where(graph.turn == MAX, intervals.low_move, intervals.high_move)
        return intervals.lower.tolist(), intervals.upper.tolist(), choice.tolist()
    proved = exact(intervals)  # play takes too long: fractions do not care
    low, high = zip(*map(outward, proved.values), strict=True)
    return list(low), list(high), proved.choice


def _positions(answer: type[A], graph: ChanceGraph, known: list[Any], choice: list[int], width: float = 0.0) -> A:
    """An answer by the numbers of the positions; ``choice`` holds places in the graph's targets."""
    index = graph.numbering.index

    def choose(position: Any) -> Any:
        p = index(position)
        if graph.turn[p] in (NATURE, NOBODY):
            return None
        return list(graph.game.moves(position))[choice[p] - int(graph.indptr[p])]

    return answer(graph.game, lambda p: known[index(p)], choose, lambda: graph, width)


def _boards(answer: type[A], marks: Marks, known: Callable[[Any], Any], width: float = 0.0) -> A:
    """An answer by what stands on the board; the game is walked only if its positions are listed."""
    return answer(marks.game, known, marks.best, cache(lambda: ChanceGraph.of(marks.game)), width)
