"""Overwriting tic-tac-toe by arrays: bounds for every board, one set of occupied cells after
another; then fractions.

A move that takes a free cell enlarges the set of occupied cells. A move that tries an opponent's
cell leaves the set as it is. So play never comes back to a smaller set. The fullest sets are
settled first, and their values are known when the smaller sets need them. Within a set the bounds
are swept until they are close enough (``sweeps``). Play ends with probability 1 whatever is played,
so both bounds converge to the value. Each step is rounded outward.

Because play ends with probability 1, the equations have only one solution. So a value may be
guessed: the fraction of small denominator that lies between close bounds. If the guesses, over a
common denominator, solve every equation in whole numbers, they are the values.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamefast.arrays.chance import ChanceGraph
from gamefast.arrays.walk import Numbering
from gamefast.boards.marks import MarkGraph
from gamefast.chance.known import ChanceValues, ExactValues
from gamefast.chance.sweeps import SLACK, settle_sets
from gamefast.machine import Array, check_memory
from gamelib.core import CHANCE, UnknownPosition
from gamelib.intervals import Interval

#: The marks of both players, by that of the player to move, whose mark comes first.
MARKS = {"X": ("X", "O"), "O": ("O", "X")}

#: Bytes for each place of the arrays: for both bounds, and for guessing a fraction.
BYTES = 60

#: How close the bounds must be before a fraction is guessed,
CLOSE = 1e-11

#: how many decimals of their middle are used, since those that follow are not certain,
DECIMALS = 10

#: how large its denominator may be,
LARGEST_DENOMINATOR = 100_000

#: and the common denominator: sums of numbers up to this size are exact as floats.
LARGEST_COMMON = 2**50


@dataclass(frozen=True, eq=False)
class Marks:
    """What is known of the positions of a game on a MarkGraph, in the form that a ChanceAnswer asks
    (``known``, ``best`` and ``numbering``).

    ``lower``, ``upper``: shape (len(graph),), bounds for the player to move; they mean nothing if a
    player has a row. ``kind``: float; or Fraction, if both arrays are the same, int64, and hold the
    values times the ``denominator``. ``slack``: the rounding error of one sum.
    """

    game: Any
    graph: MarkGraph
    lower: Array
    upper: Array
    kind: type[float] | type[Fraction] = float
    denominator: int = 1
    slack: float = SLACK

    @cached_property
    def numbering(self) -> Numbering:
        """All positions, numbered by a walk through the game; an answer needs it only to list or
        count them.
        """
        return ChanceGraph.of(self.game).numbering

    def known(self, position: Any) -> Any:
        """The bounds on the value of a position as an Interval, or the value if it is known as a
        Fraction. Raises UnknownPosition.
        """
        self._check(position)
        low = self._certain(position, 0)
        if self.kind is Fraction:
            return low
        return Interval(low, self._certain(position, 1))

    def _check(self, position: Any) -> None:
        """Raise UnknownPosition for anything that is not a position of the game."""
        try:
            self.game.check_position(position)
        except ValueError as error:
            raise UnknownPosition(str(error)) from None

    def _certain(self, position: Any, player: int) -> Any:
        """What a player can make certain in a position, as a value to player 0: the lower bound for
        player 0, the upper bound for player 1.
        """
        turn = self.game.turn(position)
        if turn is None:
            return self.kind(self.game.payoffs(position)[0])
        if turn == CHANCE:
            # A fair coin: the chances, always in this order, have probability 1/2 each.
            (_, on_success), (_, on_failure) = self.game.chances(position)
            success = self._certain(on_success, player)
            failure = self._certain(on_failure, player)
            outward = self.slack if player == 1 else -self.slack
            return (success + failure) / 2 + outward
        board, mover = position
        my_mark, other_mark = MARKS[mover]
        mine = sum(1 << i for i, mark in enumerate(board) if mark == my_mark)
        others = sum(1 << i for i, mark in enumerate(board) if mark == other_mark)
        # The arrays have bounds on the value to the player to move. That player can make sure of
        # the lower one, and the other player can hold them to the upper one.
        bounds = self.lower if turn == player else self.upper
        bound = bounds[self.graph.place(mine, others)].item()
        to_player_0 = bound if turn == 0 else -bound
        return self.kind(to_player_0) / self.denominator

    def best(self, position: Any) -> Any:
        """A best move; None if play is over or chance decides. Raises UnknownPosition.

        No player can make sure of more, because play ends with probability 1 whatever is played.
        """
        self._check(position)
        turn = self.game.turn(position)
        if turn not in (0, 1):
            return None

        def value_after(move: Any) -> Any:
            """What the player to move can then make certain, to player 0."""
            return self._certain(self.game.play(position, move), turn)

        best_for_turn = max if turn == 0 else min
        return best_for_turn(self.game.moves(position), key=value_after)


def interval_answer(game: Any, graph: MarkGraph, width: float) -> ChanceValues[Any, Any]:
    """The answer of ``gamelib.chance_values``, for every board, by sweeps.

    Raises ValueError if floats are too coarse for bounds ``width`` apart.

    >>> from gamefast import registry
    >>> from gamelib.games import OverwriteTicTacToe
    >>> game = OverwriteTicTacToe(2)
    >>> low, high = interval_answer(game, registry.arena(game), 1e-9)[("....", "X")]
    >>> low <= 1 / 3 <= high, high - low <= 1e-9
    (True, True)
    """
    check_memory(len(graph), BYTES)
    lower = np.full(len(graph), -1.0)
    upper = np.full(len(graph), 1.0)
    widest = settle_sets(graph, lower, upper, width)
    if widest > width:
        raise ValueError(
            f"width={width}: floating point comes no nearer than {widest:.1e}; give a larger one"
        )
    return ChanceValues(game, Marks(game, graph, lower, upper), widest)


def fraction_answer(game: Any, graph: MarkGraph) -> ExactValues[Any, Any]:
    """The answer of ``gamelib.exact_values``, for every board, guessed and proved by every equation
    in whole numbers.

    Raises ValueError if the guesses do not solve the equations.

    >>> from gamefast import registry
    >>> from gamelib.games import OverwriteTicTacToe
    >>> game = OverwriteTicTacToe(2)
    >>> print(fraction_answer(game, registry.arena(game))[("....", "X")])
    1/3
    """
    bounds = interval_answer(game, graph, CLOSE).kept
    middle = np.round((bounds.lower + bounds.upper) / 2, DECIMALS)
    different = np.unique(middle)  # there are few different values: each is guessed once
    guesses = [Fraction(x).limit_denominator(LARGEST_DENOMINATOR) for x in different.tolist()]
    # Twice the least common denominator, so that half of a sum is a whole number, too.
    denominator = 2 * lcm(*(guess.denominator for guess in guesses))
    if denominator < LARGEST_COMMON:
        numerators = np.array([int(guess * denominator) for guess in guesses])
        whole = numerators[np.searchsorted(different, middle)]  # at each place of the arrays
        if _solves_all_equations(graph, whole, denominator):
            values = Marks(
                game, graph, whole, whole, kind=Fraction, denominator=denominator, slack=0
            )
            return ExactValues(game, values)
    raise ValueError(
        "the values could not be guessed as fractions of small denominator: chance_values gives "
        "intervals"
    )


def _solves_all_equations(graph: MarkGraph, whole: NDArray[np.int64], denominator: int) -> bool:
    """Whether a sweep over all sets, without rounding, leaves the numbers as they are.

    The numbers are the values times the denominator, so a row, which is worth 1, is worth the
    denominator here.
    """
    lower = whole.astype(np.float64)
    upper = whole.astype(np.float64)
    width = -1.0  # no two bounds come so close, so the sweep ends only when nothing changes
    settle_sets(graph, lower, upper, width, slack=0.0, win=float(denominator))
    return np.array_equal(lower, whole) and np.array_equal(upper, whole)
