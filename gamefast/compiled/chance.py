"""A game of two players and Nature whose rules are functions of whole numbers, compiled: walked at
the speed of C.

``CompiledChance`` says how the rules are written.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamefast.arrays.chance import NATURE, NOBODY, ChanceArena, ChanceGraph
from gamefast.arrays.graph import row_starts
from gamefast.compiled.chance_rules import Numbered, told
from gamefast.compiled.rules import NO_POSITION, Coded, chosen
from gamefast.compiled.table import Data
from gamefast.machine import Array, Kernel, check_memory
from gamelib.core import ExtensiveGame

#: Bytes for each number while the game is walked, and for each of its moves while it is solved.
BYTES_WALKED, BYTES_SOLVED = 26, 40


@Kernel
def count_chances(
    turn: Any,
    options: Any,
    payoff: Any,
    data: Array,
    out: Array,
    turns: Array,
    degrees: Array,
    results: Array,
) -> int:
    """Write down for each number whose turn it is, and the number of options or what player 0 gets.

    Returns -1, or the first position at fault: its turn or an option is not allowed, or it has too
    many options.

    Parameters
    ----------
    turn, options, payoff
        The rules.
    data, out
        int64: the game's table, and twice the room for the options of one position.
    turns, degrees, results
        int8, int32 and int64, shape (size,): are filled; ``degrees`` and ``results`` are zeros
        before.
    """
    for i in range(len(turns)):
        who = turn(i, data)
        if who < -1 or who > 3:
            return i
        turns[i] = who
        if who == 3:
            results[i] = payoff(i, data)
        elif who >= 0:
            count = options(i, data, out)
            if count < 1 or 2 * count > len(out):
                return i
            degrees[i] = count
            for k in range(count):
                if out[k] < 0 or out[k] >= len(turns):
                    return i
    return -1


@dataclass(frozen=True, eq=False)
class CompiledChance(ChanceArena[Any, Any]):
    """A zero-sum game with chance as an arena whose moves are computed by compiled rules. Make one
    by ``of``.

    ``exact_values``, ``chance_values`` and ``strategy_improvement`` of gamefast take it. Positions
    are numbers 0..size-1 (some of which may stand for no position). The rules are plain functions
    over numbers and one-dimensional arrays of int64, like those of ``CompiledRules``.

    ``turn(i, data)``
        0 or 1, the player to move; 2 if chance decides, 3 if play is over, and -1 if the number does
        not stand for a position
    ``options(i, data, out)``
        if play goes on: writes the positions that the moves, or the chances, lead to into ``out``,
        and returns how many there are
    ``payoff(i, data)``
        if play is over: what player 0 gets, a whole number; player 1 loses as much
    ``shares(i, data, out)``
        at a chance node: writes a whole number for each option, and returns their sum; each share of
        that sum is a probability. Without this rule all options are equally likely

    ``data`` is the game's own table, for whatever the rules want to look up.
    """

    rules: Numbered
    code: Callable[[Any], int] | None = None
    decode: Callable[[int], Any] | None = None
    game: ExtensiveGame[Any, Any] | None = None

    @classmethod
    def of(
        cls,
        size: int,
        turn: Callable[[int, Any], int],
        options: Callable[[int, Any, Any], int],
        payoff: Callable[[int, Any], int],
        shares: Callable[[int, Any, Any], int] | None = None,
        *,
        most: int = 64,
        data: Data = (),
        code: Callable[[Any], int] | None = None,
        decode: Callable[[int], Any] | None = None,
        game: ExtensiveGame[Any, Any] | None = None,
    ) -> CompiledChance:
        """Make the arena of a game with chance whose rules are functions of numbers.

        Parameters
        ----------
        size
            Positions are the numbers 0 to size - 1, or some of them.
        turn, options, payoff, shares
            The rules, as ``help(CompiledChance)`` describes them. Without ``shares`` a chance node's
            outcomes are equally likely.
        most
            No position has more options than this.
        data
            Whole numbers that the rules look things up in: flat, or a dict, as in ``CompiledRules``.
        code, decode
            If positions are not numbers: from a position to its number, and back.
        game
            The ExtensiveGame whose arena this is, with its moves in the order of ``options``.
            Without it a move is the number to go to.

        Returns
        -------
        CompiledChance
            Nothing is computed yet.

        Raises
        ------
        TypeError, ValueError
            For rules that do not compile, fail, or contradict the game, saying where; raised when
            the arena is used.

        Examples
        --------
        Throw a coin (2) or stop (3), which costs 1; the coin wins 1 (4) or leads back to the start:

        >>> def turn(i, data):
        ...     return [0, -1, 2, 3, 3][i]                       # 1 stands for no position
        >>> def options(i, data, out):
        ...     out[0], out[1] = (2, 3) if i == 0 else (4, 0)
        ...     return 2
        >>> def payoff(i, data):
        ...     return 1 if i == 4 else -1
        >>> from gamefast import CompiledChance
        >>> from gamefast import exact_values
        >>> values = exact_values(CompiledChance.of(5, turn, options, payoff))
        >>> str(values[0]), values.best(0)
        ('1', 2)
        """
        rules = Numbered.of(
            size, most, data, game, turn=turn, options=options, payoff=payoff, shares=shares
        )
        return cls(rules, code, decode, game)

    def present(self) -> CompiledChance:
        """The arena by the rules as they are now: itself, unless a value that the rules read has
        changed.
        """
        rules = self.rules.frozen()
        return self if rules is self.rules else replace(self, rules=rules)

    @cached_property
    def graph(self) -> ChanceGraph:
        """All positions with their moves and chances, listed by the compiled rules."""
        rules = self.rules
        turns, degrees, results = self._counted()

        # Leave out the numbers that stand for no position, and number the positions anew.
        codes = np.flatnonzero(turns != NO_POSITION).astype(np.int32)
        if not len(codes):
            raise ValueError(
                f"turn says that none of the {rules.size} numbers stands for a position"
            )
        turn_of_place = turns[codes]
        places = np.full(rules.size, -1, np.int32)
        places[codes] = np.arange(len(codes), dtype=np.int32)

        # List their moves.
        starts = row_starts(degrees[codes].astype(np.int64))
        check_memory(int(starts[-1]), BYTES_SOLVED)
        indptr = starts.astype(np.int32)
        listed, _ = rules.rows(rules.options, codes, indptr, np.int32)
        targets = places[listed]
        nowhere = np.flatnonzero(targets < 0)
        if nowhere.size:
            row = np.searchsorted(indptr, nowhere[0], "right") - 1  # the one with this move
            raise ValueError(
                f"position {int(codes[row])} leads to {listed[nowhere[0]]}, which is not a "
                "position by the rules"
            )

        law, shares = self._laws(codes, turn_of_place, indptr)
        over = np.flatnonzero(turn_of_place == NOBODY)
        payoff = {int(k): Fraction(int(results[codes[k]])) for k in over}
        numbering = Coded(codes, self.code, self.decode)
        game = rules if self.game is None else self.game
        return ChanceGraph(
            game,
            turn_of_place,
            indptr,
            targets,
            law,
            shares,
            np.array(shares, np.float64),
            payoff,
            numbering,
        )

    def _counted(self) -> tuple[NDArray[np.int8], NDArray[np.int32], NDArray[np.int64]]:
        """For each number whose turn it is, how many options it has, and the payoff where play is
        over.
        """
        rules = self.rules
        work = rules.size * rules.most
        check_memory(rules.size, BYTES_WALKED)
        rules.check(self.game, self.code or int, self.decode or int)
        rules.compile()
        turns = np.empty(rules.size, np.int8)
        degrees = np.zeros(rules.size, np.int32)
        results = np.zeros(rules.size, np.int64)
        functions = rules.who.at(work), rules.options.at(work), rules.payoff.at(work)
        count = count_chances.at(work)
        fault = count(*functions, rules.data, rules.room(), turns, degrees, results)
        if fault >= 0:
            told(rules, fault, int)  # the same rules in Python raise the error that names the fault
            raise ValueError(
                f"position {fault} differs under the compiled rules: do they write beyond their "
                "room?"
            )
        # ``compile`` has compared a sample of all numbers: here some of each kind.
        rules.compare(chosen(np.flatnonzero((turns >= 0) & (turns < NOBODY))))
        rules.compare(chosen(np.flatnonzero(turns == NOBODY)))
        return turns, degrees, results

    def _laws(
        self, codes: NDArray[np.int32], turn: NDArray[np.int8], indptr: NDArray[np.int32]
    ) -> tuple[NDArray[np.int32], list[Fraction]]:
        """``law`` and ``shares`` of the ChanceGraph; raises ValueError for shares that do not add
        up.
        """
        law, shares = np.zeros(len(codes), np.int32), list[Fraction]()
        degree = np.where(turn == NATURE, np.diff(indptr), 0)
        if self.rules.shares is None:
            for count in np.unique(degree[degree > 0]).tolist():
                law[degree == count] = len(shares)
                shares += [Fraction(1, count)] * count
            return law, shares
        starts = row_starts(degree.astype(np.int64)).astype(np.int32)
        written, returned = self.rules.rows(self.rules.shares, codes, starts, np.int64)
        for count in np.unique(degree[degree > 0]).tolist():
            which = np.flatnonzero(degree == count)
            parts = written[starts[which][:, None] + np.arange(count)]
            wrong = (parts.sum(axis=1, dtype=np.int64) != returned[which]) | (parts.min(axis=1) < 1)
            for k in which[wrong][:1].tolist():
                self.rules.probabilities(int(codes[k]))  # raises the error that names the fault
            different, kind = np.unique(parts, axis=0, return_inverse=True)
            law[which] = len(shares) + count * kind.ravel()
            shares += [
                Fraction(part, total)
                for row in different.tolist()
                for total in [sum(row)]
                for part in row
            ]
        return law, shares

    def __repr__(self) -> str:
        return f"<CompiledChance: {self.rules.size:,} numbers, rules compiled>"
