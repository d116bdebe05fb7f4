"""Rules of a game with chance over whole numbers, tried in plain Python, where errors can be named.

``CompiledChance`` describes what each rule says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from gamefast import ask
from gamefast.arrays.chance import MIN, NATURE, NOBODY
from gamefast.compiled.rules import (
    FEW,
    NO_POSITION,
    Rule,
    Rules,
    Said,
    compare_compiled,
    spread,
)
from gamelib.core import CHANCE

#: The least and the largest number of 64 bits: the limits of what a rule may return, where the
#: class has an error of its own for what cannot be.
ANY_NUMBER = -(2**63), 2**63 - 1


@dataclass(frozen=True, eq=False, repr=False)
class Numbered(Rules):
    """The rules of a game with chance, as ``CompiledChance`` describes them, which are the game
    itself: an ExtensiveGame whose positions are numbers, and a move is the number to go to.

    ``who``: the rule ``turn``, which has another name because ``turn`` is a method of a game.
    """

    who: Rule
    options: Rule
    payoff: Rule
    shares: Rule | None

    def __repr__(self) -> str:
        names = ", ".join(rule.plain.__name__ for rule in self.all.values())
        return f"CompiledChance.of({self.size}, {names})"

    # The methods of an ExtensiveGame

    def start(self) -> int:
        return 0

    def turn(self, i: int) -> int | str | None:
        who = self.whose(i)
        if who == NOBODY:
            return None
        return CHANCE if who == NATURE else who

    def play(self, i: int, move: int) -> int:
        return move

    def chances(self, i: int) -> list[tuple[Fraction, int]]:
        return list(zip(self.probabilities(i), self.moves(i), strict=True))

    def payoffs(self, i: int) -> tuple[int, int]:
        for_max = self._payoff_of_max(i)
        return for_max, -for_max

    # What the rules say, not compiled

    def _payoff_of_max(self, i: int) -> int:
        """What player 0 gets at a position at which play is over."""
        return self.payoff.ask(*ANY_NUMBER, i, self.data.data)

    def whose(self, i: int) -> int:
        """Whose turn it is: MAX (0), MIN (1), NATURE (2), NOBODY (3), or NO_POSITION (-1)."""
        who = self.who.ask(*ANY_NUMBER, i, self.data.data)
        if not NO_POSITION <= who <= NOBODY:
            raise ValueError(
                f"turn({i}) gives {who}: give 0 or 1 for a player, 2 for chance, 3 if over, -1 "
                "for none"
            )
        return who

    def moves(self, i: int) -> list[int]:
        """The options of a position at which play goes on, to which moves or chances lead."""
        out = self.room()
        count = self.options.ask(*ANY_NUMBER, i, self.data.data, out.data)
        if not 1 <= count <= self.most:
            raise ValueError(
                f"options({i}) gives {count}: give 1 to {self.most} (`most`); if play is over, "
                "turn is 3"
            )
        found: list[int] = out[:count].tolist()
        if not all(0 <= j < self.size for j in found):
            raise ValueError(f"options({i}) lists {found}: numbers from 0 to {self.size - 1}")
        # Two chances may lead to the same option, but a move is named by its option.
        a_player_moves = self.whose(i) <= MIN
        if a_player_moves and len({*found}) < count:
            raise ValueError(f"options({i}) lists {found}: list each once where a player moves")
        return found

    def probabilities(self, i: int) -> list[Fraction]:
        """The probabilities of the options of a chance node."""
        if self.shares is None:
            count = len(self.moves(i))
            return [Fraction(1, count)] * count
        total, parts = self._total_and_parts(self.shares, i)
        if min(parts) < 1 or sum(parts) != total:
            raise ValueError(
                f"shares({i}) writes {parts}, which add up to {sum(parts)}, and returns {total}: "
                f"write a whole number, 1 or more, for each of the {len(parts)} options, and "
                "return their sum, or probabilities do not add up to 1"
            )
        return [Fraction(part, total) for part in parts]

    def _total_and_parts(self, shares: Rule, i: int) -> Said:
        """What the rule ``shares`` returns at a chance node, and the number that it writes for each
        option.
        """
        out = self.room()
        count = len(self.moves(i))
        total = shares.ask(*ANY_NUMBER, i, self.data.data, out.data)
        return total, out[:count].tolist()

    def compare(self, numbers: Iterable[int]) -> None:
        """Compare the compiled rules with plain Python at these numbers; raise ValueError, saying
        where they differ.
        """
        if not self.options.is_compiled:
            return
        # What plain Python says, in the form of ``Said``: of a position, as a tuple of one number,
        # the number that the rule returns, and what it lists.
        whose = {i: self.whose(i) for i in numbers}
        turns: dict[tuple[int, ...], Said] = {(i,): (who, []) for i, who in whose.items()}
        options: dict[tuple[int, ...], Said] = {}
        payoffs: dict[tuple[int, ...], Said] = {}
        for i, who in whose.items():
            if who == NOBODY:
                payoffs[i,] = self._payoff_of_max(i), []
            elif who != NO_POSITION:
                found = self.moves(i)
                options[i,] = len(found), found

        compare_compiled(self.who, turns, self.data)
        compare_compiled(self.options, options, self.data, self.most)
        compare_compiled(self.payoff, payoffs, self.data)
        if self.shares is not None:
            chance_nodes = [i for i, who in whose.items() if who == NATURE]
            parts: dict[tuple[int, ...], Said] = {}
            for i in chance_nodes:
                parts[i,] = self._total_and_parts(self.shares, i)
            compare_compiled(self.shares, parts, self.data, self.most)

    def check(self, game: Any, code: Callable[[Any], int], decode: Callable[[int], Any]) -> None:
        """Try the rules, not compiled, at some numbers: whether they contradict themselves or, if
        there is a game, the game.

        Parameters
        ----------
        game
            The ExtensiveGame with these rules, or None.
        code, decode
            From a position of the game to its number, and back.

        Raises
        ------
        ValueError
            For rules that fail or contradict each other or the game, saying where.

        Examples
        --------
        >>> rules = Numbered.of(
        ...     2,
        ...     2,
        ...     (),
        ...     None,
        ...     turn=lambda i, data: 3 * i,  # player 0 moves at 0, and at 1 play is over
        ...     options=lambda i, data, out: 2,  # two options, both 0: it writes nothing into out
        ...     payoff=lambda i, data: 1,
        ...     shares=None,
        ... )
        >>> rules.check(None, int, int)
        Traceback (most recent call last):
        ValueError: options(0) lists [0, 0]: list each once where a player moves
        """
        for i in spread(self.size):
            who = self.whose(i)
            if who == NO_POSITION:
                continue
            options = [] if who == NOBODY else self.moves(i)
            for option in options[:FEW]:
                if self.whose(option) == NO_POSITION:
                    raise ValueError(
                        f"position {i} leads to {option}, which is not a position by the rules"
                    )
            position = decode(i)
            by_rules = said_by(self, i, int)  # also raises ValueError for rules that fail
            if game is None:
                continue
            by_game = said_by(game, position, code)
            if by_game != by_rules:
                raise ValueError(
                    f"of {position!r}, number {i}, the game says {by_game}, but the rules say "
                    f"{by_rules}"
                )


def said_by(game: Any, position: Any, code: Callable[[Any], int]) -> tuple[Any, ...]:
    """What a game says at a position, in a form in which two games can be compared.

    If play is over: None and what player 0 gets. If chance decides: CHANCE and the probability of
    each option, in no order, because the order of chances does not matter. Otherwise the player to
    move and the options in the order of the moves, because the moves of one game are found by their
    places in the other. Options are given by their codes.
    """
    who = ask.turn(game, position)
    if who is None:
        return None, ask.payoff(game, position)
    if who == CHANCE:
        probabilities: Any = Counter()  # several chances may lead to one option
        for probability, option in ask.chances(game, position):
            probabilities[code(option)] += probability
        return CHANCE, dict(probabilities)
    return who, [code(game.play(position, move)) for move in ask.moves(game, position)]
