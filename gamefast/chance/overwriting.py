"""Overwriting tic-tac-toe by arrays: bounds for every board, one set of occupied cells after another; then fractions.

A move that takes a free cell enlarges the set of occupied cells. A move that tries an opponent's cell leaves the set as
it is. So play never comes back to a smaller set. The fullest sets are settled first, and their values are known when
the smaller sets need them. Within a set the bounds are swept until they are close enough (``sweeps``). Play ends with
probability 1 whatever is played, so both bounds converge to the value. Each step is rounded outward.

Because play ends with probability 1, the equations have only one solution. So a value may be guessed: the fraction of
small denominator that lies between close bounds. If the guesses, over a common denominator, solve every equation in
whole numbers, they are the values.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from gamefast.arenas.marks import MarkGraph
from gamefast.chance.sweeps import SLACK, settle_sets
from gamelib.arenas.chance import ChanceGraph
from gamelib.arenas.walk import Numbering
from gamelib.core import CHANCE, UnknownPosition
from gamelib.machine import Array, check_memory
from gamelib.solvers.chance.known import ChanceValues, ExactValues, Interval

#: A row's players, the mover's mark first.
MARKS = {"X": "XO", "O": "OX"}

#: Bytes for a place: for both bounds, and for guessing a fraction.
BYTES = 60

#: How close the bounds must be before a fraction is guessed, and how large its denominator may be.
CLOSE, LARGEST_DENOMINATOR = 1e-11, 100_000

V = TypeVar("V")


class Marks:
    """What is known of the positions of a game on a MarkGraph, by ``graph.place`` and for the player to move."""

    def __init__(self, game: Any, graph: MarkGraph) -> None:
        self.game, self.graph = game, graph

    @cached_property
    def numbering(self) -> Numbering:
        """All positions, numbered by a walk through the game; an answer needs it only to list or count them."""
        return ChanceGraph.of(self.game).numbering

    def certain(self, position: Any, player: int) -> Any:
        """What a player can make certain in a position, as a value to player 0. Raises UnknownPosition."""
        try:
            self.game.check_position(position)
        except ValueError as error:
            raise UnknownPosition(str(error)) from None
        return self._certain(position, player)

    def _certain(self, position: Any, player: int) -> Any:
        """What a player can make certain in a position that has been checked."""
        raise NotImplementedError

    def best(self, position: Any) -> Any:
        """A best move; None if play is over or chance decides. Raises UnknownPosition.

        No player can make sure of more, because play ends with probability 1 whatever is played.
        """
        self.certain(position, 0)
        turn = self.game.turn(position)
        if turn not in (0, 1):
            return None
        steps = [(move, self._certain(self.game.play(position, move), turn)) for move in self.game.moves(position)]
        return (max, min)[turn](steps, key=lambda step: step[1])[0]

    def _look(self, position: Any, known: Callable[[int, int], V], mean: Callable[[V, V], V]) -> V:
        """Return what is ``known`` by place and player to move (1 or -1), or the ``mean`` if chance decides."""
        turn = self.game.turn(position)
        if turn is None:
            return self.game.payoffs(position)[0]  # type: ignore[no-any-return]  # an int will do for all
        if turn == CHANCE:
            success, failure = (self._look(there, known, mean) for _, there in self.game.chances(position))
            return mean(success, failure)
        board, mover = position
        mine, others = (sum(1 << i for i, mark in enumerate(board) if mark == whose) for whose in MARKS[mover])
        return known(self.graph.place(mine, others), 1 if turn == 0 else -1)


class MarkValues(Marks):
    """Certain bounds on the values of all positions.

    Parameters
    ----------
    game, graph
        The game, and its boards.
    lower, upper
        float64, shape (len(graph),), for the player to move; they mean nothing if a player has a row.
    width
        The largest difference between the two bounds.

    Examples
    --------
    >>> from gamelib import ask
    >>> from gamelib.games import OverwriteTicTacToe
    >>> game = OverwriteTicTacToe(2)
    >>> low, high = mark_values(game, ask.arena(game), 1e-9).known(("....", "X"))
    >>> low <= 1 / 3 <= high
    True
    """

    def __init__(self, game: Any, graph: MarkGraph, lower: Array, upper: Array, width: float) -> None:
        super().__init__(game, graph)
        self.lower, self.upper, self.width = lower, upper, width

    def _certain(self, position: Any, player: int) -> float:
        low, high = (self.lower, self.upper) if player == 0 else (self.upper, self.lower)
        slack = SLACK if player == 0 else -SLACK

        def known(place: int, side: int) -> float:
            return float(low[place] if side > 0 else -high[place])

        return float(self._look(position, known, lambda a, b: 0.5 * (a + b) - slack))

    def known(self, position: Any) -> Interval:
        """What player 0 can make sure of, and what player 1 can."""
        return Interval(self.certain(position, 0), self.certain(position, 1))


class MarkFractions(Marks):
    """The exact values of all positions, as fractions over one denominator.

    Parameters
    ----------
    game, graph
        The game, and its boards.
    numerators
        int64, shape (len(graph),), for the player to move; they mean nothing if a player has a row.
    denominator
        The denominator of all values.

    Examples
    --------
    >>> from gamelib import ask
    >>> from gamelib.games import OverwriteTicTacToe
    >>> game = OverwriteTicTacToe(2)
    >>> print(mark_fractions(game, ask.arena(game)).known(("....", "X")))
    1/3
    """

    def __init__(self, game: Any, graph: MarkGraph, numerators: NDArray[np.int64], denominator: int) -> None:
        super().__init__(game, graph)
        self.numerators, self.denominator = numerators, denominator

    def known(self, position: Any) -> Fraction:
        """The value to player 0."""
        value: Fraction = self.certain(position, 0)
        return value

    def _certain(self, position: Any, player: int) -> Fraction:
        def known(place: int, side: int) -> Fraction:
            return Fraction(side * int(self.numerators[place]), self.denominator)

        return Fraction(self._look(position, known, lambda a, b: (a + b) / 2))


def mark_values(game: Any, graph: MarkGraph, width: float) -> MarkValues:
    """Certain bounds on all values, at most ``width`` apart, by sweeps; raises ValueError if floats are too coarse.

    >>> from gamelib import ask
    >>> from gamelib.games import OverwriteTicTacToe
    >>> game = OverwriteTicTacToe(2)
    >>> mark_values(game, ask.arena(game), 1e-9).width <= 1e-9
    True
    """
    check_memory(len(graph), BYTES)
    lower, upper = np.full(len(graph), -1.0), np.full(len(graph), 1.0)
    widest = settle_sets(graph, lower, upper, width)
    if widest > width:
        raise ValueError(f"width={width}: floating point comes no nearer than {widest:.1e}; give a larger one")
    return MarkValues(game, graph, lower, upper, widest)


def mark_fractions(game: Any, graph: MarkGraph) -> MarkFractions:
    """All values, guessed between close bounds and proved by every equation in whole numbers.

    Raises ValueError if the guesses do not solve the equations.
    """
    near = mark_values(game, graph, CLOSE)
    middle = np.round((near.lower + near.upper) / 2, 10)
    middles = np.unique(middle)
    guesses = [Fraction(value).limit_denominator(LARGEST_DENOMINATOR) for value in middles.tolist()]
    denominator = 2 * lcm(*(guess.denominator for guess in guesses))  # with the 2, half of a sum is whole too
    if denominator < 2**50:
        whole = np.array([int(guess * denominator) for guess in guesses])[np.searchsorted(middles, middle)]
        if _solves_all_equations(graph, whole, denominator):
            return MarkFractions(game, graph, whole, denominator)
    raise ValueError("the values could not be guessed as fractions of small denominator: chance_values gives intervals")


def _solves_all_equations(graph: MarkGraph, whole: NDArray[np.int64], denominator: int) -> bool:
    """Whether a sweep over all sets, without rounding, leaves the numbers as they are."""
    lower, upper = whole.astype(np.float64), whole.astype(np.float64)
    settle_sets(graph, lower, upper, -1.0, slack=0.0, win=float(denominator))
    return np.array_equal(lower, whole) and np.array_equal(upper, whole)


def interval_answer(game: Any, graph: MarkGraph, width: float) -> ChanceValues[Any, Any]:
    """The answer of ``gamelib.chance_values``, for every board."""
    found = mark_values(game, graph, width)
    return ChanceValues(game, found, found.width)


def fraction_answer(game: Any, graph: MarkGraph) -> ExactValues[Any, Any]:
    """The answer of ``gamelib.exact_values``, for every board."""
    return ExactValues(game, mark_fractions(game, graph))
