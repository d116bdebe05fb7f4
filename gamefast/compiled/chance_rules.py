"""Rules of a game with chance over whole numbers, tried in plain Python, where errors can be named.

``CompiledChance`` describes what each rule says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from gamefast import ask
from gamefast.arrays.chance import MAX, MIN, NATURE, NOBODY
from gamefast.compiled.rules import FEW, NO_POSITION, TRIED, Rule, Rules, Said, compare
from gamelib.core import CHANCE

#: The least and the largest number of 64 bits.
WORD = -(2**63), 2**63 - 1


@dataclass(frozen=True, eq=False, repr=False)
class Numbered(Rules):
    """The rules of a game with chance, as ``CompiledChance`` describes them, and the game itself.

    It is an ExtensiveGame of numbers: a move is the number to go to. ``who`` is the rule that says
    whose turn it is.
    """

    who: Rule
    options: Rule
    payoff: Rule
    shares: Rule | None

    def __repr__(self) -> str:
        names = ", ".join(rule.plain.__name__ for rule in self.all.values())
        return f"CompiledChance.of({self.size}, {names})"

    def start(self) -> int:
        return 0

    def turn(self, i: int) -> int | str | None:
        who = self.whose(i)
        return who if who <= MIN else CHANCE if who == NATURE else None

    def play(self, i: int, move: int) -> int:
        return move

    def chances(self, i: int) -> list[tuple[Fraction, int]]:
        return list(zip(self.probabilities(i), self.moves(i), strict=True))

    def payoffs(self, i: int) -> tuple[int, int]:
        gets = self.payoff.checked(*WORD, i, self.data.data)
        return gets, -gets

    def whose(self, i: int) -> int:
        """Whose turn it is: 0, 1, NATURE, NOBODY, or NO_POSITION."""
        who = self.who.checked(*WORD, i, self.data.data)
        if not NO_POSITION <= who <= NOBODY:
            raise ValueError(
                f"turn({i}) gives {who}: give 0 or 1 for a player, 2 for chance, 3 if over, -1 "
                "for none"
            )
        return who

    def moves(self, i: int) -> list[int]:
        """The options of a position, by its moves or its chances."""
        out = self.room()
        count = self.options.checked(*WORD, i, self.data.data, out.data)
        if not 1 <= count <= self.most:
            raise ValueError(
                f"options({i}) gives {count}: give 1 to {self.most} (`most`); if play is over, "
                "turn is 3"
            )
        found: list[int] = out[:count].tolist()
        if not all(0 <= j < self.size for j in found):
            raise ValueError(f"options({i}) lists {found}: numbers from 0 to {self.size - 1}")
        if self.whose(i) <= MIN and len({*found}) < count:
            raise ValueError(f"options({i}) lists {found}: list each once where a player moves")
        return found

    def probabilities(self, i: int) -> list[Fraction]:
        """The probabilities of the options of a chance node."""
        if self.shares is None:
            count = len(self.moves(i))
            return [Fraction(1, count)] * count
        total, parts = self.parts(i)
        if min(parts) < 1 or sum(parts) != total:
            raise ValueError(
                f"shares({i}) writes {parts}, which add up to {sum(parts)}, and returns {total}: "
                "write a whole "
                f"number, 1 or more, for each of the {len(parts)} options, and return their sum, "
                "or probabilities do "
                "not add up to 1"
            )
        return [Fraction(part, total) for part in parts]

    def parts(self, i: int) -> Said:
        """What ``shares`` returns at a chance node, and a whole number for each option."""
        out, count = self.room(), len(self.moves(i))
        assert self.shares is not None
        total = self.shares.checked(*WORD, i, self.data.data, out.data)
        return total, out[:count].tolist()

    def compare(self, numbers: Iterable[int]) -> None:
        """Compare the compiled rules with plain Python at these numbers; raise ValueError, saying
        where they differ.
        """
        if not self.options.is_compiled:
            return
        turns = {i: self.whose(i) for i in numbers}
        moves = {(i,): self.moves(i) for i, who in turns.items() if who in (MAX, MIN, NATURE)}
        payoffs = {
            (i,): self.payoff.checked(*WORD, i, self.data.data)
            for i, who in turns.items()
            if who == NOBODY
        }
        compare(self.who, {(i,): (who, []) for i, who in turns.items()}, self.data)
        compare(
            self.options,
            {i: (len(found), found) for i, found in moves.items()},
            self.data,
            self.most,
        )
        compare(self.payoff, {i: (payoff, []) for i, payoff in payoffs.items()}, self.data)
        if self.shares is not None:
            tossing = [i for i, who in turns.items() if who == NATURE]
            compare(self.shares, {(i,): self.parts(i) for i in tossing}, self.data, self.most)

    def check(self, game: Any, code: Callable[[Any], int], decode: Callable[[int], Any]) -> None:
        """Try the rules at some numbers, against themselves and, if there is a game, against the
        game.

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
        >>> turn = Rule(lambda i, data: 3 * i, "heads", "turn")
        >>> payoff = Rule(lambda i, data: 1, "heads", "payoff")
        >>> toss = Rule(lambda i, data, out: 2, "heads", "options")
        >>> rules = Numbered(2, 2, np.zeros(0, np.int64), turn, toss, payoff, None)
        >>> rules.check(None, int, int)
        Traceback (most recent call last):
        ValueError: options(0) lists [0, 0]: list each once where a player moves
        """
        for i in np.unique(np.linspace(0, self.size - 1, TRIED).astype(int)).tolist():
            if (who := self.whose(i)) == NO_POSITION:
                continue
            for j in self.moves(i)[:FEW] if who != NOBODY else []:
                if self.whose(j) == NO_POSITION:
                    raise ValueError(
                        f"position {i} leads to {j}, which is not a position by the rules"
                    )
            here, there = decode(i), told(self, i, int)
            if game is not None and (said := told(game, here, code)) != there:
                raise ValueError(
                    f"of {here!r}, number {i}, the game says {said}, but the rules say {there}"
                )


def told(game: Any, position: Any, code: Callable[[Any], int]) -> tuple[Any, ...]:
    """What a game says at a position, so that two games can be compared: the turn and the options by
    their codes, or each chance with its probability, or what player 0 gets.
    """
    who = ask.turn(game, position)
    if who is None:
        return None, ask.payoff(game, position)
    if who == CHANCE:
        odds: Any = Counter()
        for share, there in ask.chances(game, position):
            odds[code(there)] += share
        return CHANCE, dict(odds)
    return who, [code(game.play(position, move)) for move in ask.moves(game, position)]
