"""A game of two players and Nature as arrays: positions are the numbers 0..n-1, every move and every chance stored.

What one player gets, the other loses, so one number says what an end is worth: what player 0 gets. Where moves lead is
kept in compressed sparse rows, as in ``graph``; the probabilities as Fractions, and as floats beside them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from numbers import Rational
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamelib.arenas.graph import Listed, Numbering, hashable
from gamelib.core import CHANCE, ExtensiveGame, TooLarge, check_extensive, root_of
from gamelib.machine import MAX_EDGES, MAX_POSITIONS, too_large

#: Numbers up to this size can be added as floats without overflow.
LARGEST = 10**300

#: Whose turn it is, as a number: player 0, who wants much, player 1, who wants little, Nature, nobody.
MAX, MIN, NATURE, NOBODY = 0, 1, 2, 3


@dataclass(frozen=True, eq=False)
class ChanceGraph:
    """A zero-sum game with chance, walked from a position. Make one by ``of``, which checks what the game says.

    ``turn``: int8, shape (n,), MAX, MIN, NATURE or NOBODY. ``indptr``: int64, shape (n + 1,). ``targets``: int32, shape
    (m,), where the moves lead, in the game's order, and the chances, those of probability 0 left out. ``weight``:
    float64, shape (m,), the probabilities, 0 for a move. ``probabilities``: the same as Fractions, by the number of the
    chance node. ``payoff``: what player 0 gets, a Fraction, by the number of the end.
    """

    game: ExtensiveGame[Any, Any]
    turn: NDArray[np.int8]
    indptr: NDArray[np.int64]
    targets: NDArray[np.int32]
    weight: NDArray[np.float64]
    probabilities: dict[int, list[Fraction]]
    payoff: dict[int, Fraction]
    numbering: Numbering

    def __len__(self) -> int:
        return len(self.turn)

    def options(self, index: int) -> NDArray[np.int32]:
        """The numbers of the positions that can follow, in the order of the moves or the chances."""
        return self.targets[self.indptr[index] : self.indptr[index + 1]]

    def __repr__(self) -> str:
        return f"<ChanceGraph: {len(self):,} positions, {len(self.targets):,} moves and chances>"

    @classmethod
    def of(
        cls,
        game: ExtensiveGame[Any, Any],
        position: Any = None,
        *,
        max_positions: int = MAX_POSITIONS,
        max_edges: int = MAX_EDGES,
    ) -> ChanceGraph:
        """All that can be reached from a position (the start, if none is given), which is number 0; breadth first.

        Raises TypeError for what is not an ExtensiveGame, TooLarge beyond the limits, and ValueError, naming the
        position, for probabilities that do not add up to 1, a chance node without outcomes, a player without a move,
        a player other than 0 and 1, and payoffs that are not two numbers that add up to 0.
        """
        check_extensive(game)
        start = root_of(game, position)
        positions: list[Any] = [start]
        number: dict[Any, int] = {hashable(start): 0}
        turns, indptr, targets, weight = array("b"), array("q", [0]), array("i"), array("d")
        probabilities: dict[int, list[Fraction]] = {}
        payoff: dict[int, Fraction] = {}
        for here, position in enumerate(positions):  # the list grows while we walk along it
            turn = checked_turn(game, position)
            turns.append(turn)
            options: list[Any] = []
            if turn == NOBODY:
                payoff[here] = checked_payoff(game, position)
            elif turn == NATURE:
                chances = checked_chances(game, position)
                probabilities[here] = [probability for probability, _ in chances]
                options = [there for _, there in chances]
                weight.extend(map(float, probabilities[here]))
            else:
                options = [game.play(position, move) for move in checked_moves(game, position)]
                weight.extend([0.0] * len(options))
            for there in options:
                j = number.setdefault(hashable(there), len(positions))
                if j == len(positions):
                    positions.append(there)
                targets.append(j)
            indptr.append(len(targets))
            if len(positions) > max_positions:
                raise TooLarge(too_large("positions", "max_positions", max_positions))
            if len(targets) > max_edges:
                raise TooLarge(too_large("moves and chances", "max_edges", max_edges))
        return cls(
            game,
            np.array(turns, np.int8),
            np.array(indptr, np.int64),
            np.array(targets, np.int32),
            np.array(weight, np.float64),
            probabilities,
            payoff,
            Listed(positions, number),
        )


def checked_turn(game: ExtensiveGame[Any, Any], position: Any) -> int:
    """Whose turn it is, as MAX, MIN, NATURE or NOBODY; raises ValueError for any other."""
    turn = game.turn(position)
    if turn is None:
        return NOBODY
    if isinstance(turn, str) and turn == CHANCE:
        return NATURE
    if not isinstance(turn, int | np.integer) or turn not in (0, 1):
        raise ValueError(f"at {position!r} it is the turn of {turn!r}: here play two, 0 and 1, and CHANCE")
    return int(turn)


def checked_moves(game: ExtensiveGame[Any, Any], position: Any) -> list[Any]:
    """The moves of a player; raises ValueError where there are none."""
    moves = _listed(game.moves(position), f"the moves at {position!r}", "give a list of moves")
    if not moves:
        raise ValueError(
            f"at {position!r} it is the turn of player {game.turn(position)}, but there is no move: let turn say None "
            "where play is over, or add the move (a pass is a move)"
        )
    return moves


def checked_chances(game: ExtensiveGame[Any, Any], position: Any) -> list[tuple[Fraction, Any]]:
    """What Nature may do, the impossible left out; raises ValueError unless the probabilities add up to 1."""
    what, pairs = f"the chances at {position!r}", "give a list of pairs (probability, position)"
    chances = []
    for chance in _listed(game.chances(position), what, pairs):
        if not isinstance(chance, tuple | list) or len(chance) != 2:
            raise ValueError(f"{chance!r} is one of {what}: {pairs}")
        probability = checked_number(chance[0], f"a probability at {position!r}")
        if probability.numerator < 0:
            raise ValueError(f"a probability at {position!r} is negative: {chance[0]}")
        if probability:
            chances.append((probability, chance[1]))
    total = sum((probability for probability, _ in chances), Fraction(0))
    if not chances:
        raise ValueError(f"at {position!r} chance decides, but there is no outcome: give at least one, (1, position)")
    if total != 1:
        said = f"{total}, not to 1" if total.denominator < 10**6 else f"{float(total):.4g}, not to 1"
        if abs(total - 1) < 1e-9:
            said = "nearly 1, not to 1: floats are seldom exact, give Fractions"
        raise ValueError(f"the probabilities at {position!r} add up to {said}")
    return chances


def checked_payoff(game: ExtensiveGame[Any, Any], position: Any) -> Fraction:
    """What player 0 gets; raises ValueError unless there are two payoffs, which add up to 0."""
    payoffs = _listed(game.payoffs(position), f"the payoffs at {position!r}", "give a pair of numbers")
    if len(payoffs) != 2:
        raise ValueError(f"the payoffs at {position!r} are {payoffs!r}: here there are two players, a number for each")
    mine, others = (checked_number(payoff, f"a payoff at {position!r}") for payoff in payoffs)
    if mine + others != 0:
        raise ValueError(
            f"the payoffs at {position!r}, {tuple(payoffs)!r}, do not add up to 0: what one gets the other must lose. "
            "For other payoffs, backward_induction"
        )
    return mine


def checked_number(value: Any, what: str) -> Fraction:
    """A number as a Fraction, exactly; raises ValueError for what is not one, or too large to reckon with."""
    if type(value) is Fraction:
        exact = value
    elif isinstance(value, np.integer):
        exact = Fraction(int(value))
    elif isinstance(value, Rational):
        exact = Fraction(value)
    elif isinstance(value, float | np.floating) and isfinite(value):
        exact = Fraction(float(value))
    else:
        raise ValueError(f"{what} is {value!r}: it must be a finite number, an int, a float or a Fraction")
    if abs(exact.numerator) > LARGEST * exact.denominator:
        raise ValueError(f"{what} is too large: at most {LARGEST:.0e} in size")
    return exact


def _listed(things: Any, what: str, instead: str) -> list[Any]:
    """Things as a list; raises ValueError where they cannot be listed."""
    if isinstance(things, Iterable) and not isinstance(things, str | Mapping):
        return list(things)
    raise ValueError(f"{what} are {things!r}: {instead}")
