"""Bounds on the values of a game with chance and cycles: certain to hold, and as close as you ask.

For each position and each player we keep what the player is **sure** of, on average. Player 0 is
sure of a lower bound of the value. Player 1 gets minus the value, so player 1 is sure of minus an
upper bound. At first both are sure only of the worst payoff that there is. A **sweep** looks at
each position again. The player to move is sure of the best that is sure after a move. If the
opponent moves, a player is sure only of the worst. At a chance node each player is sure of the
average, rounded down, so the bounds are certain in spite of floating-point numbers. Components are
taken in reverse topological order: each is finished before those that lead to it.

If play can be kept going for ever (in an **end component**), sweeps alone are not enough: the
positions of a cycle can keep each other's bounds down. A further step helps. Suppose that a player
can keep play in a set of positions: chance never leads out of it, and this player has moves that
stay. Then the opponent can only leave, or have endless play, which is worth 0. So the keeper is
sure of the worst of the opponent's ways out, or of 0 if that is less. The sets are found among
those moves of the keeper that leave the opponent sure of least. (They are the only ones that matter
in the end. If the keeper's other moves are better, sweeps will find out.)

For each player the moves are kept that last improved what this player is sure of. They are a
strategy that makes it certain. (Moves that look best by the final bounds might lead play round a
cycle for ever.)

Sources: Shapley, Stochastic games (1953), for the sweep; Haddad and Monmege, Reachability in MDPs
(2014), for bounds from both sides; Kelmendi, Kraemer, Kretinsky and Weininger, Value iteration for
simple stochastic games (2018), for end components. Here payoffs may have either sign.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import fsum, inf, nextafter
from numbers import Real
from operator import mul
from typing import Any, NamedTuple

from gamelib import gate
from gamelib.chance import (
    ChanceAnswer,
    ChanceGraph,
    ExactValues,
    exact_values,
    first_steps,
    walk,
)
from gamelib.components import components, end_components
from gamelib.core import CHANCE, ExtensiveGame, M, P
from gamelib.diagnose import EXTENSIVE, with_diagnosis

#: Sweeps over a component come in batches. The first has so many, and each has twice as many as the
#: one before, because what is done between them, the look for end components, takes long.
FIRST_BATCH = 8

#: After so many batches, 16,376 sweeps, the work ends: beyond them fractions are quicker.
BATCHES = 11

#: The error of a sum at a chance node, as a share of the largest bound. Each probability, each
#: product, the sum and the last subtraction are rounded once, by at most 2**-53 of their size.
ROUNDING = 2.0**-50

#: Added to the error, in case bounds are so small that a share of them is not a float any more.
TINY = 1e-300


class Interval(NamedTuple):
    """An interval that is certain to contain the value of a position to player 0."""

    lower: float
    upper: float

    @property
    def width(self) -> float:
        return self.upper - self.lower

    def __str__(self) -> str:
        return f"{self.lower:.6g} to {self.upper:.6g}"


class ChanceValues(ChanceAnswer[P, M, Interval]):
    """An Interval for every position: what ``chance_values`` returns.

    By playing ``best``, player 0 gets at least ``lower[p]`` on average, and player 1 pays at most
    ``upper[p]``. No interval is wider than ``width``.
    """

    @property
    def width(self) -> float:
        """The largest difference between the two bounds of a position."""
        return max(interval.width for interval in self.known.values())

    @property
    def lower(self) -> ChanceAnswer[P, M, float]:
        """The lower bounds, by position."""
        bounds = {p: interval.lower for p, interval in self.known.items()}
        return ChanceAnswer(self.game, bounds, self.moves, self.position)

    @property
    def upper(self) -> ChanceAnswer[P, M, float]:
        """The upper bounds, by position."""
        bounds = {p: interval.upper for p, interval in self.known.items()}
        return ChanceAnswer(self.game, bounds, self.moves, self.position)

    def counts(self) -> dict[str, int]:
        """How many positions are certainly good for a player, and how many are even or open."""
        good_for_0 = sum(interval.lower > 0 for interval in self.known.values())
        good_for_1 = sum(interval.upper < 0 for interval in self.known.values())
        return {
            "for player 0": good_for_0,
            "for player 1": good_for_1,
            "even or open": len(self) - good_for_0 - good_for_1,
        }

    def __repr__(self) -> str:
        return f"<ChanceValues: intervals at most {self.width:.1e} wide>"


@with_diagnosis(EXTENSIVE)
def chance_values(
    game: ExtensiveGame[P, M],
    position: P | None = None,
    *,
    width: float = 1e-9,
    max_positions: int = gate.MAX_POSITIONS,
) -> ChanceValues[P, M]:
    """Intervals that are certain to contain the value of every position.

    The strategies that come with them guarantee these bounds. If sweeps bring the bounds together
    too slowly, the values are found exactly.

    Parameters
    ----------
    game, position, max_positions
        The same as for ``exact_values``.
    width
        The largest difference allowed between the two bounds.

    Raises
    ------
    TypeError, ValueError
        As ``exact_values`` does, and ValueError for a width finer than floats.
    TooLarge
        Beyond ``max_positions``.

    Examples
    --------
    >>> from gamelib.games import OverwriteTicTacToe
    >>> values = chance_values(OverwriteTicTacToe(2))
    >>> values.lower["....", "X"] <= 1 / 3 <= values.upper["....", "X"]
    True
    >>> values.best(("X...", "O"))
    (0, 0)
    """
    if isinstance(width, bool) or not isinstance(width, Real) or not 0 < width < inf:
        raise ValueError(
            f"width={width!r}: give a positive number, the largest difference of the two bounds"
        )
    graph = walk(game, position, max_positions, solver="chance_values")
    sweeping = Sweeping(graph)
    sweeping.run(float(width))
    values = ChanceValues[Any, Any](game, sweeping.intervals(), sweeping.moves(), position)
    if values.width > width:  # play takes too long for sweeps; fractions do not mind
        values = intervals_around(exact_values(game, position, max_positions=max_positions))
    if values.width > width:
        raise ValueError(
            f"width={width}: floating point comes no nearer than {values.width:.1e}; give a larger "
            "one"
        )
    return values


def intervals_around(exact: ExactValues[Any, Any]) -> ChanceValues[Any, Any]:
    """The narrowest intervals of floats around exact values, with the same strategies."""
    intervals = {p: outward(value) for p, value in exact.known.items()}
    return ChanceValues(exact.game, intervals, exact.moves, exact.position)


def outward(number: Fraction) -> Interval:
    """The floats next to a fraction, below and above; if it is a float itself, that float twice.

    >>> outward(Fraction(1, 2)), outward(Fraction(1, 3)).width < 1e-15
    (Interval(lower=0.5, upper=0.5), True)
    """
    near = float(number)
    if Fraction(near) == number:
        return Interval(near, near)
    return Interval(nextafter(near, -inf), nextafter(near, inf))


@dataclass(frozen=True)
class Side:
    """A player, and what this player is sure of at each position."""

    player: int
    sure: dict[Any, float]


class Part(NamedTuple):
    """A strongly connected component.

    ``cyclic``: whether play can come back to where it was. ``level``: the largest number of cyclic
    components on one way from here, this one included.
    """

    positions: list[Any]
    cyclic: bool
    level: int


def first_bounds(graph: ChanceGraph) -> dict[Any, Interval]:
    """What is certain before the first sweep: values lie between the least payoff and the largest.

    Endless play is worth 0, so 0 counts as a payoff, too.
    """
    ends = {p: outward(payoff) for p, payoff in graph.payoff.items()}
    least = min([0.0, *(end.lower for end in ends.values())])
    largest = max([0.0, *(end.upper for end in ends.values())])
    return {p: ends.get(p, Interval(least, largest)) for p in graph.steps}


def chance_weights(graph: ChanceGraph) -> dict[Any, list[float]]:
    """The probabilities at each chance node, as floats, in the order of its steps."""
    weights = {}
    for position, steps in graph.steps.items():
        if graph.is_chance(position):
            weights[position] = [float(step.by) for step in steps]  # by: the probability
    return weights


class Sweeping:
    """The bounds of all positions while they are brought together, and the moves behind them.

    Attributes
    ----------
    side_0, side_1
        What each player is sure of, each for themselves. Player 1 gets minus the value, and is sure
        of minus its upper bound.
    choice
        For each position where a player moves, the step that makes the mover's bound certain.
    weights
        The probabilities at each chance node, as floats.
    error
        A sum at a chance node, rounded, is at most this far from the true average.
    """

    def __init__(self, graph: ChanceGraph) -> None:
        self.graph = graph
        self.choice = first_steps(graph)
        self.weights = chance_weights(graph)
        bounds = first_bounds(graph)
        self.side_0 = Side(0, {p: interval.lower for p, interval in bounds.items()})
        self.side_1 = Side(1, {p: -interval.upper for p, interval in bounds.items()})
        largest = max(abs(bound) for interval in bounds.values() for bound in interval)
        self.error = largest * ROUNDING + TINY

    def intervals(self) -> dict[Any, Interval]:
        """The bounds of every position."""
        return {p: self.interval(p) for p in self.graph.steps}

    def interval(self, position: Any) -> Interval:
        """The bounds of a position."""
        upper = 0.0 - self.side_1.sure[position]  # unlike -x, this is never minus zero
        return Interval(self.side_0.sure[position], upper)

    def moves(self) -> dict[Any, Any]:
        """The move at each position that makes the mover's bound certain."""
        return {p: step.by for p, step in self.choice.items()}

    def run(self, width: float) -> None:
        """Bring all bounds within ``width`` of each other, as far as BATCHES and floats allow.

        Bounds cannot come closer than those that they follow from. So each component with cycles
        gets its share of the width, and those that it leads to get less.
        """
        parts = self.parts()
        levels = max([1, *(part.level for part in parts)])
        for part in parts:
            if part.cyclic:
                self.bring_together(part.positions, width * part.level / levels)
            else:
                self.sweep(part.positions)

    def parts(self) -> list[Part]:
        """The components, each after all those that it leads to."""
        found = []
        level: dict[Any, int] = {}
        for positions in components(self.graph.steps, self.graph.options):
            within = set(positions)
            options = {q for p in positions for q in self.graph.options(p)}
            cyclic = not within.isdisjoint(options)
            level_here = max([0, *(level[q] for q in options - within)])
            if cyclic:
                level_here += 1
            found.append(Part(positions, cyclic, level_here))
            level.update(dict.fromkeys(positions, level_here))
        return found

    def bring_together(self, part: Sequence[Any], width: float) -> None:
        """Sweep a component until its bounds are close enough, or nothing changes any more.

        Otherwise it ends after the last of the BATCHES.
        """
        can_be_endless = bool(end_components(part, self.graph.options, self.graph.is_chance))
        for batch in range(BATCHES):
            sweeps = FIRST_BATCH * 2**batch
            moved = self.sweep_until(part, width, sweeps)
            if self.gap(part) <= width:
                return
            if can_be_endless:
                raised_0 = self.raise_by_keeping(part, self.side_0, self.side_1)
                raised_1 = self.raise_by_keeping(part, self.side_1, self.side_0)
                moved = moved or raised_0 or raised_1
            if not moved:
                return

    def sweep_until(self, part: Sequence[Any], width: float, sweeps: int) -> bool:
        """Sweep a few times, or until the bounds are close enough or stand still.

        Returns whether the last sweep has moved a bound.
        """
        moved = True
        for _ in range(sweeps):
            moved = self.sweep(part)
            if not moved or self.gap(part) <= width:
                break
        return moved

    def sweep(self, part: Sequence[Any]) -> bool:
        """Look at each position once, for both players; return whether a bound has moved."""
        moved = False
        for p in part:
            if p not in self.graph.payoff:
                moved = self.raise_by_step(p, self.side_0) or moved
                moved = self.raise_by_step(p, self.side_1) or moved
        return moved

    def raise_by_step(self, position: Any, side: Side) -> bool:
        """Raise what a player is sure of at a position to what is sure one step later.

        Returns whether that is more.
        """
        steps = self.graph.steps[position]
        sure = [side.sure[step.option] for step in steps]
        turn = self.graph.turn[position]
        if turn == CHANCE:
            average = fsum(map(mul, self.weights[position], sure))
            sure_here = average - self.error
        elif turn == side.player:
            sure_here = max(sure)
        else:
            sure_here = min(sure)
        if sure_here <= side.sure[position]:
            return False
        side.sure[position] = sure_here
        if turn == side.player:
            self.choice[position] = steps[sure.index(sure_here)]
        return True

    def raise_by_keeping(self, part: Sequence[Any], keeper: Side, opponent: Side) -> bool:
        """Raise what a player is sure of where this player can keep play in a set.

        Returns whether that is more anywhere.
        """

        def ways(p: Any) -> list[Any]:
            return self.ways_to_keep(p, keeper.player, opponent)

        moved = False
        for trap in end_components(part, ways, self.graph.is_chance):
            inside = set(trap)
            sure = self.worst_way_out(inside, keeper, opponent)
            for p in trap:
                if sure <= keeper.sure[p]:
                    continue
                keeper.sure[p] = sure
                moved = True
                if self.graph.turn[p] == keeper.player:
                    self.choice[p] = self.graph.step_into(p, inside.intersection(ways(p)))
        return moved

    def ways_to_keep(self, position: Any, keeper: int, opponent: Side) -> list[Any]:
        """Where play can go if the keeper leaves the opponent sure of as little as possible."""
        options = self.graph.options(position)
        if self.graph.turn[position] != keeper:
            return options
        least = min(opponent.sure[q] for q in options)
        return [q for q in options if opponent.sure[q] == least]

    def worst_way_out(self, inside: set[Any], keeper: Side, opponent: Side) -> float:
        """What the keeper of a set is sure of: the opponent leaves it as they like, or stays."""
        worst = 0.0  # what endless play is worth
        for p in inside:
            if self.graph.turn[p] == opponent.player:
                for q in self.graph.options(p):
                    if q not in inside:
                        worst = min(worst, keeper.sure[q])
        return worst

    def gap(self, part: Sequence[Any]) -> float:
        """The largest difference between the two bounds of some positions."""
        return max(self.interval(p).width for p in part)
