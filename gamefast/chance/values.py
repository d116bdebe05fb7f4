"""Zero-sum games of two players in which Nature throws dice and play can cycle: what are they
worth?

Values are to player 0; endless play is worth 0. ``chance_values`` gives an interval for each
position that is certain to contain the value, with strategies that guarantee its bounds.
``exact_values`` gives the value itself, with a proof. For games without cycles ``expectiminimax``
is enough. The methods are in ``intervals`` and ``exact``.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from numbers import Real
from typing import Any

import numpy as np

from gamefast import ask, registry
from gamefast.arrays.chance import ChanceArena, ChanceGraph
from gamefast.boards.marks import MarkGraph
from gamefast.chance.exact import exact
from gamefast.chance.intervals import Intervals, outward
from gamefast.chance.known import ChanceValues, ExactValues, by_number
from gamefast.chance.overwriting import fraction_answer, interval_answer
from gamefast.machine import MAX_EDGES, MAX_POSITIONS, Array
from gamelib.core import ExtensiveGame, M, P


def chance_values(
    game: ExtensiveGame[P, M] | ChanceArena[P, M],
    position: P | None = None,
    *,
    width: float = 1e-9,
    max_positions: int = MAX_POSITIONS,
    max_edges: int = MAX_EDGES,
) -> ChanceValues[P, M]:
    """Intervals that are certain to contain the value of every position, with strategies that
    guarantee their bounds.

    Sums are rounded outward. If sweeps bring the bounds together too slowly, the values are found
    exactly. Raises ValueError, naming the position, for wrong turns, moves, probabilities and
    payoffs, and for a width finer than floats. Raises TooLarge beyond the limits.

    Parameters
    ----------
    game
        A zero-sum ExtensiveGame of players 0 and 1, or of player 0 alone, with a payoff for each;
        cycles and all, or its arena (ChanceGraph, or gamefast's CompiledChance). Endless play is
        worth 0.
    position, max_positions, max_edges
        Where the walk begins (the start if none is given), and how many positions, moves and
        chances it may visit.
    width
        The largest difference allowed between the two bounds.

    Examples
    --------
    >>> from gamelib.games import OverwriteTicTacToe
    >>> values = chance_values(OverwriteTicTacToe(2))
    >>> values.lower["....", "X"] <= 1 / 3 <= values.upper["....", "X"]
    True
    >>> values.best(("X...", "O"))
    (0, 0)
    """
    if isinstance(width, bool) or not (isinstance(width, Real) and 0 < width < inf):
        raise ValueError(
            f"width={width!r}: give a positive number, the largest difference of the two bounds"
        )
    width = float(width)
    arena = _arena(game, position)
    if type(arena) is MarkGraph:
        return interval_answer(game, arena, width).asked_for(position)
    graph = walked(arena, game, position, max_positions, max_edges)
    intervals = Intervals(graph)
    intervals.run(width)
    low = intervals.lower
    high = intervals.upper
    choice: Sequence[int] | Array = intervals.choice
    widest = intervals.gap
    if widest > width:  # play takes too long for sweeps; fractions do not mind
        strategies = exact(intervals)
        floats_around = np.array([outward(value) for value in strategies.values])
        low = floats_around[:, 0]
        high = floats_around[:, 1]
        choice = strategies.choice
        widest = float(np.max(high - low))
    if widest > width:
        raise ValueError(
            f"width={width}: floating point comes no nearer than {widest:.1e}; give a larger one"
        )
    kept = by_number(graph, np.stack([low, high], axis=1), choice)
    return ChanceValues(graph.game, kept, widest).asked_for(position)


def exact_values(
    game: ExtensiveGame[P, M] | ChanceArena[P, M],
    position: P | None = None,
    *,
    max_positions: int = MAX_POSITIONS,
    max_edges: int = MAX_EDGES,
) -> ExactValues[P, M]:
    """The value of every position as a Fraction, proved: neither player has a better reply to the
    other's strategy.

    Takes and raises the same as ``chance_values``. Also raises ValueError, naming a position, if no
    strategies are found that can be proved. Floats are taken as the binary fractions they are:
    write probabilities as Fractions, or they will not add up to 1.

    >>> from gamelib.games import OverwriteTicTacToe
    >>> values = exact_values(OverwriteTicTacToe(2))
    >>> print(values["....", "X"], values["X...", "O"], values["XO..", "X"])
    1/3 1/3 1
    """
    arena = _arena(game, position)
    if type(arena) is MarkGraph:
        return fraction_answer(game, arena).asked_for(position)
    graph = walked(arena, game, position, max_positions, max_edges)
    strategies = exact(Intervals(graph))
    kept = by_number(graph, strategies.values, strategies.choice)
    return ExactValues(graph.game, kept).asked_for(position)


def _arena(game: Any, position: Any) -> Any:
    """The game as arrays: ``game`` itself if it is an arena, or the one that ``registry`` has for
    it; None if there is neither.

    Raises ValueError if the registry has an arena, but the game does not have this position.
    """
    if isinstance(game, ChanceArena):
        return game
    arena = registry.arena(ask.an_extensive_game(game))
    if arena is not None:
        ask.position(game, position)  # only for its ValueError: this arena is not walked from there
    return arena


def walked(arena: Any, game: Any, position: Any, max_positions: int, max_edges: int) -> ChanceGraph:
    """The game as a graph: that of its arena, if it has one, or walked from the position.

    Raises UnknownPosition if the arena does not have this position.
    """
    if not isinstance(arena, ChanceArena):
        return ChanceGraph.of(game, position, max_positions=max_positions, max_edges=max_edges)
    graph = arena if isinstance(arena, ChanceGraph) else arena.present().graph
    if position is not None:
        graph.numbering.index(position)  # only for its error
    return graph
