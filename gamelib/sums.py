"""Sums of partizan positions: what each part is worth, and in which of them to move.

A position often falls into parts that no longer matter to each other. The players then move in the
*sum* of the parts: a move is a move in one of them. If we know the value of each part, we know who
wins the sum, because values add (``gamelib.partizan``).

``value`` works out the value of a position from the values of its options, those of both players.
It remembers every position, and if a game tells its ``parts``, it works them out one by one.

``winning_moves`` lists the moves that win a sum. It is exact, but it adds all the parts, and the
sum of many parts may have a very large canonical form. ``hottest_move`` adds nothing: it moves in
the part with the highest temperature. In a sum of switches this is best, but in other sums it
sometimes misses the only move that wins.

Sources: Berlekamp, Conway, Guy, Winning Ways (1982), chapter 6 (the strategy "thermostrat" looks at
all thermographs, and whose loss is bounded); Siegel, Combinatorial Game Theory (2013), section II.5.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from gamelib import gate
from gamelib.arguments import is_list_like
from gamelib.core import (
    LEFT,
    RIGHT,
    PartizanGame,
    PlayGoesRound,
    TooLarge,
    check_player,
)
from gamelib.diagnose import check_hashable, check_partizan
from gamelib.partizan import ZERO, Value, as_value
from gamelib.recursion import deep_recursion, make_room


def value(
    game: PartizanGame[Any, Any],
    position: Any = None,
    *,
    max_positions: int = gate.MAX_POSITIONS,
) -> Value:
    """What a position of a partizan game is worth, in canonical form.

    Parameters
    ----------
    game
        A PartizanGame. If it has a method ``parts``, a position is worth the sum of its parts.
    position
        The position; the start of the game if none is given.
    max_positions
        The largest number of positions to look at.

    Raises
    ------
    TypeError
        For anything that is not a PartizanGame.
    PlayGoesRound
        If moves, of either player, can lead back to a position.
    TooLarge
        If there are more positions than ``max_positions``.

    Examples
    --------
    >>> from gamelib.games import Domineering, ToadsAndFrogs
    >>> value(Domineering(3, 3)), value(Domineering(2, 3)), value(ToadsAndFrogs("TT..FF"))
    (±1, {2|-1/2}, *)
    """
    return Valuation(game, max_positions)[position]


def move_values(
    game: PartizanGame[Any, Any],
    player: str,
    position: Any = None,
    *,
    max_positions: int = gate.MAX_POSITIONS,
) -> dict[Any, Value]:
    """What the position after each move of a player is worth, in the order of the game's moves.

    Left wins by a move to a value >= 0, and Right by a move to a value <= 0. Arguments and errors
    are those of ``value``; moves must be hashable.

    >>> from gamelib.games import ToadsAndFrogs
    >>> move_values(ToadsAndFrogs("TT.FF"), "left")
    {1: ↑}
    """
    check_player(player)
    valuation = Valuation(game, max_positions)
    here = gate.begin(game, position)
    options = gate.options_of_player(game, here, player)
    return {move: valuation[option] for move, option in options}


class Valuation:
    """The values of the positions of a partizan game, each worked out when it is asked for.

    ``valuation[position]`` is the value of a position, and ``valuation[None]`` that of the start.
    What is found is remembered, so that many positions of a game cost little more than one.
    Arguments and errors are those of ``value``.

    >>> from gamelib.games import Hackenbush
    >>> stalks = Valuation(Hackenbush.stalk("B"))
    >>> [stalks[Hackenbush.stalk(colours).start()] for colours in ("BB", "BR", "BRR", "G")]
    [2, 1/2, 1/4, *]
    """

    def __init__(
        self, game: PartizanGame[Any, Any], max_positions: int = gate.MAX_POSITIONS
    ) -> None:
        check_partizan(game)
        self.game = game
        self.max_positions = max_positions
        self.parts: Callable[[Any], Iterable[Any]] = getattr(game, "parts", alone)
        self.known: dict[Hashable, Value] = {}
        self.under_way: dict[Hashable, None] = {}  # the positions that are waiting for an option

    def __getitem__(self, position: Any) -> Value:
        start = gate.begin(self.game, position)
        with deep_recursion():
            try:
                return self.worth(start)
            finally:
                self.under_way.clear()

    def worth(self, position: Any) -> Value:
        """The value of a position: the sum of its parts, if the game tells them."""
        check_hashable(position)
        found = self.known.get(position)
        if found is None:
            parts = self.parts(position)
            values = []
            for part in parts:
                values.append(self.worth_of_part(part))
            found = self.known[position] = total_of(values)
        return found

    def worth_of_part(self, position: Any) -> Value:
        """The value of a position without parts, by the values of its options."""
        found = self.known.get(position)
        if found is None:
            self.check_way_here(position)
            self.under_way[position] = None
            left = []
            for _, option in gate.options_of_player(self.game, position, LEFT):
                left.append(self.worth(option))
            right = []
            for _, option in gate.options_of_player(self.game, position, RIGHT):
                right.append(self.worth(option))
            del self.under_way[position]
            found = self.known[position] = Value(left, right)
        return found

    def check_way_here(self, position: Any) -> None:
        """Raise an error if play has come back to a position, or has met too many."""
        if position in self.under_way:
            way = [*self.under_way]
            cycle = [*way[way.index(position) :], position]
            steps = " -> ".join(map(repr, cycle[:SHOWN_OF_A_CYCLE]))
            if len(cycle) > SHOWN_OF_A_CYCLE:
                steps += f" -> ... ({len(cycle) - 1} moves)"
            raise PlayGoesRound(
                f"play can come back to where it was: {steps}. A position has a value only if play "
                "must end, whoever moves"
            )
        met = len(self.known) + len(self.under_way)
        if met >= self.max_positions:
            raise TooLarge(
                f"{met:,} positions so far, and play has not ended at {position!r}: raise "
                "max_positions, or look at a smaller position. A game that tells its parts "
                "(parts) needs far fewer"
            )
        make_room(len(self.under_way) + 1)


def alone(position: Any) -> list[Any]:
    """The parts of a position in a game that tells none: the position itself."""
    return [position]


#: How many positions of a cycle an error names.
SHOWN_OF_A_CYCLE = 6


class MoveInSum(NamedTuple):
    """A move in a sum of values: in which part, counted from 0, and what the part is worth then."""

    part: int
    option: Value


class HottestPart(NamedTuple):
    """The part of a sum with the highest temperature, counted from 0, and this temperature."""

    part: int
    temperature: Fraction


def total_of(parts: Iterable[Value]) -> Value:
    """The sum of some values."""
    numbers_first = sorted(parts, key=lambda part: not part.is_number)  # because these add at once
    return sum(numbers_first, ZERO)


def winning_moves(parts: Sequence[Any], player: str) -> list[MoveInSum]:
    """All the moves of a player to canonical options that win a sum of values.

    Left wins by a move to a sum >= 0, Right by a move to a sum <= 0. The answer is exact, because
    all the parts are added. Raises ValueError for a player who is not LEFT or RIGHT.

    >>> hot, cool = Value.switch(3, -3), Value.switch(1, -1)
    >>> winning_moves([cool, hot], "left")
    [MoveInSum(part=1, option=3)]
    """
    check_player(player)
    values = checked_parts(parts)
    whole = total_of(values)
    found = []
    for part, of_part in enumerate(values):
        others = whole - of_part
        for option in sorted_options(of_part, player):
            after = others + option
            wins = after >= 0 if player == LEFT else after <= 0
            if wins:
                found.append(MoveInSum(part, option))
    return found


def hottest(parts: Sequence[Any]) -> HottestPart | None:
    """The part of a sum of values with the highest temperature, the first of several.

    None if all the parts are numbers, in which nobody wants to move.

    >>> hottest([Value.switch(1), Fraction(1, 2), Value.switch(5, -1)])
    HottestPart(part=2, temperature=Fraction(3, 1))
    """
    temperatures = {
        part: of_part.temperature
        for part, of_part in enumerate(checked_parts(parts))
        if not of_part.is_number
    }
    if not temperatures:
        return None
    part = max(temperatures, key=lambda part: temperatures[part])
    return HottestPart(part, temperatures[part])


def hottest_move(parts: Sequence[Any], player: str) -> MoveInSum | None:
    """The move of a player in the hottest part, to the option that is best at its temperature.

    For Left that is the option whose right wall has the highest score there, because Right moves
    next. It is a rule of thumb: ``winning_moves`` may have other moves and not this one. None if
    all the parts are numbers.

    >>> hottest_move([Value.switch(1), Value.switch(5, -1)], "right")
    MoveInSum(part=1, option=-1)
    """
    check_player(player)
    values = checked_parts(parts)
    found = hottest(values)
    if found is None:
        return None
    part, temperature = found
    options = sorted_options(values[part], player)
    if player == LEFT:
        best = max(options, key=lambda option: option.thermograph.right_score(temperature))
    else:
        best = min(options, key=lambda option: option.thermograph.left_score(temperature))
    return MoveInSum(part, best)


def sorted_options(of_part: Value, player: str) -> list[Value]:
    """The canonical options of a player, in the order of their names."""
    return sorted(of_part.left if player == LEFT else of_part.right, key=str)


def checked_parts(parts: Any) -> list[Value]:
    """The parts of a sum as values; TypeError if they are not listed."""
    if not is_list_like(parts):
        raise TypeError(f"the parts of a sum are {parts!r}: give values in a list, as [g, h]")
    return [as_value(part) for part in parts]
