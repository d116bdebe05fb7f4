"""A game whose rules are functions of whole numbers, searched and solved at the speed of C.

The rules are those of a ``CompiledGraph``, but nothing is counted beforehand, so the numbers may be
as large as 63 bits allow: sets of cells, for example. If that is not enough, a position is a pair
of such numbers, and each rule has one parameter more. A search looks at the options in their order,
so it is faster if good moves come first. ``solve`` walks from the start and numbers the positions
as it finds them (``WalkedGraph``).

``options(i, data, out)``
    writes the options of position i into ``out``, each once, and returns how many: 0 at the end
``outcome(i, data)``
    WIN, DRAW or LOSS for the player to move; asked only if play is over
``evaluate(i, data)``
    if the game has one: a score, a whole number smaller in size than ``scale``, which is a win
``sources(i, data, out)``
    if the game knows its un-moves: writes each position that has i among its options once, and
    returns how many; positions that play cannot reach may be among them

The rules may read numbers, tuples and arrays from outside, and call other such functions. A search
takes the values that these have when it begins.

A position that is certainly won with the next move may have a single option, a common lost position
(a number that stands for nothing else): then it is a WIN in 1, and the moves that win need not be
found. Only un-moves cannot say this, since they would have to list all positions that lead there.

With pairs: ``options(i, j, data, out)``, which writes the two numbers of each option one after the
other, ``outcome(i, j, data)``, ``evaluate(i, j, data)`` and ``sources(i, j, data, out)``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from functools import partial
from math import inf
from reprlib import repr as short
from typing import Any, ClassVar, NoReturn, TypeGuard

import numpy as np
from numpy.typing import ArrayLike

from gamefast.compiled.rules import MOST, Rule, Said, compare, integers, up_to
from gamefast.machine import Kernel

#: Compiled rules are compared with plain Python along this many plays at random, of at most so many
#: moves.
PLAYS, LONG = 4, 60


class CompiledRules:
    """A Game whose rules are functions of whole numbers; ``solve``, ``alphabeta``, ``deepen``,
    ``mcts`` and ``advise`` compile it.

    A position is a number or a pair of numbers, and a move is the position to go to.

    Parameters
    ----------
    options, outcome, evaluate, sources
        The rules, as the module describes them. With ``sources``, ``solve`` stores no moves, and
        an option may not be listed twice.
    scale
        The score that would be a win, at most 10 ** 12.
    start
        Where play begins: a number or a pair.
    most
        No position has more options, or more sources, than this.
    data
        A flat table of whole numbers that the rules look things up in.

    Examples
    --------
    The race to 20, one or two at a time; whoever says 20 wins:

    >>> def options(total, data, out):
    ...     out[0], out[1] = total + 1, total + 2
    ...     return min(2, data[0] - total)
    >>> def outcome(total, data):
    ...     return -1
    >>> from gamefast import alphabeta
    >>> found = alphabeta(CompiledRules(options, outcome, data=[20]))
    >>> found.value, found.line[:3]                     # say 2, and then always 3 more
    (1, (2, 3, 5))
    """

    #: The solvers of gamelib refuse it, and name the import.
    needs_engine: ClassVar[bool] = True

    def __init__(
        self,
        options: Callable[..., int],
        outcome: Callable[..., int],
        evaluate: Callable[..., int] | None = None,
        *,
        sources: Callable[..., int] | None = None,
        scale: int = 1,
        start: Any = 0,
        most: int = 64,
        data: ArrayLike = (),
    ) -> None:
        self.most, self.scale = (
            up_to(MOST, most, "most"),
            up_to(10**12, scale, "scale") if evaluate else 0,
        )
        self.data = integers(data, "data")
        self.words, self._start = (0, 0) if isinstance(start, tuple) else (0,), start
        self.check_position(start)
        named = {"options": options, "outcome": outcome, "evaluate": evaluate or outcome}
        self._limits = (0, self.most), (-1, 1), (1 - self.scale, self.scale - 1)
        rules = Rule.all_of(None, named | {"sources": sources}, len(self.words))
        self._follow(rules[:3], rules[3])

    def _follow(self, rules: list[Rule], sources: Rule | None) -> None:
        """Take these for the rules: options, outcome and evaluate; and the un-moves, if any."""
        self._rules = rules
        self.sources = sources
        self._plain = [
            partial(rule.checked, *limits) for rule, limits in zip(rules, self._limits, strict=True)
        ]

    def frozen(self) -> CompiledRules:
        """The same game for one search, with the present values of all that its rules read."""
        game = copy(self)
        sources = None if self.sources is None else self.sources.frozen()
        game._follow([rule.frozen() for rule in self._rules], sources)
        return game

    @property
    def digest(self) -> tuple[str | None, ...]:
        """What tells frozen rules apart: it differs if anything that they read differs."""
        return tuple(rule.digest for rule in self.all)

    @property
    def all(self) -> list[Rule]:
        """The rules: options, outcome, evaluate (outcome again if there is none), and sources, if
        any.
        """
        return self._rules if self.sources is None else [*self._rules, self.sources]

    def start(self) -> Any:
        return self._start

    def moves(self, position: Any) -> list[Any]:
        return self._listed(self._plain[0], position)

    def unmoves(self, position: Any) -> list[Any]:
        """The positions that have this one among their options; [] if the game does not know."""
        return [] if self.sources is None else self._listed(self.source_function(False), position)

    def _listed(self, rule: Callable[..., int], position: Any) -> list[Any]:
        """What a rule, not compiled, lists at a position."""
        out = np.zeros(2 * len(self.words) * self.most, np.int64)
        count = rule(*self.numbers(position), self.data.data, out.data)
        return [
            self.position(*option) for option in out.reshape(-1, len(self.words))[:count].tolist()
        ]

    def play(self, position: Any, move: Any) -> Any:
        return move

    def outcome(self, position: Any) -> int | None:
        return (
            None
            if self.moves(position)
            else self._plain[1](*self.numbers(position), self.data.data)
        )

    def evaluate(self, position: Any) -> float:
        return (
            self._plain[2](*self.numbers(position), self.data.data) / self.scale
            if self.scale
            else 0.0
        )

    def bounds(self, position: Any) -> tuple[int, int]:
        return -1, 1

    def numbers(self, position: Any) -> tuple[int, ...]:
        """The one or two numbers of a position."""
        return position if len(self.words) == 2 else (position,)

    def position(self, i: int, j: int = 0) -> Any:
        """The position with these numbers."""
        return (i, j) if len(self.words) == 2 else i

    def check_position(self, position: Any) -> None:
        """Raise ValueError for anything but a number or, if these are the rules of pairs, a pair of
        numbers.
        """
        if len(integers(position, "position")) != len(self.words):
            raise ValueError(
                f"{position!r} is not a position: give a number, or a pair of numbers if start is "
                "one"
            )

    def functions(self, quick: bool) -> list[Callable[..., int]]:
        """The rules of a walk, options and outcome: compiled if ``quick``, otherwise as they are."""
        return [rule.at(inf) for rule in self._rules[:2]] if quick else [*self._plain[:2]]

    def source_function(self, quick: bool) -> Callable[..., int]:
        """The rule that lists un-moves, which the game must have: compiled, or as it is."""
        if self.sources is None:
            raise TypeError("these rules know no un-moves: give sources")
        return self.sources.at(inf) if quick else partial(self.sources.checked, 0, self.most)

    def run(self, loop: Kernel, often: bool, *given: Any) -> None:
        """Run a loop over frozen rules: compiled, if that has been done or ``often`` says that it
        pays.

        Raises ValueError if the loop has met a wrong count, result or score; its last array,
        ``state``, says so.
        """
        state = given[-1][-1]
        quick = often or self.is_compiled
        rules = [rule.at(inf) for rule in self._rules] if quick else self._plain
        (loop.compiled if quick else loop.interpreted)(self.words, *rules, *given)
        if state[0]:
            self.blame(self.position(*state[1:3].tolist()))

    @property
    def is_compiled(self) -> bool:
        """Whether these very rules, with the values that they read, have been compiled already."""
        return all(rule.is_compiled for rule in self.all)

    def blame(self, here: Any) -> NoReturn:
        """Raise ValueError for a position at which a compiled rule has said what cannot be."""
        if self.outcome(here) is None:  # says what is wrong, unless the score is, or a source
            self.evaluate(here)
            self.unmoves(here)
        raise ValueError(
            f"position {here} differs under the compiled rules: do they write beyond their room?"
        )

    def compare(self, begin: Any, searched: list[tuple[int, ...]]) -> None:
        """Compare what has been compiled with plain Python; raise ValueError where they differ.

        They are compared at the positions ``searched``, and at those of some plays at random from
        ``begin``.
        """
        if not self.is_compiled:
            return
        rng = np.random.default_rng(len(searched))
        options = {numbers: self.moves(self.position(*numbers)) for numbers in searched}
        for _ in range(PLAYS):
            options.update(self._at_random(begin, rng))
        self._compare_at(options)

    def _compare_at(self, options: dict[tuple[int, ...], list[Any]]) -> None:
        """Compare the rules at positions whose options are known."""
        data = self.data
        compare(self._rules[0], self._as_said(options), data, self.most)
        results: dict[tuple[int, ...], Said] = {
            at: (self._plain[1](*at, data.data), []) for at, moves in options.items() if not moves
        }
        compare(self._rules[1], results, data)
        if self.scale:
            scores: dict[tuple[int, ...], Said] = {
                at: (self._plain[2](*at, data.data), []) for at, moves in options.items() if moves
            }
            compare(self._rules[2], scores, data)
        if self.sources is not None:
            found = {at: self.unmoves(self.position(*at)) for at in options}
            compare(self.sources, self._as_said(found), data, self.most)

    def _as_said(self, listed: dict[tuple[int, ...], list[Any]]) -> dict[tuple[int, ...], Said]:
        """Lists of positions as a rule says them: how many, and one number after the other."""
        return {
            at: (len(there), [n for position in there for n in self.numbers(position)])
            for at, there in listed.items()
        }

    def _at_random(
        self, position: Any, rng: np.random.Generator
    ) -> Iterator[tuple[tuple[int, ...], list[Any]]]:
        """The positions of a play at random with their options; it is broken off if it is long."""
        for _ in range(LONG):
            moves = self.moves(position)
            yield self.numbers(position), moves
            if not moves:
                return
            position = moves[rng.integers(len(moves))]

    def __repr__(self) -> str:
        return (
            f"CompiledRules({self._rules[0].plain.__name__}, start={self._start}, "
            f"data={short(self.data.tolist())})"
        )


#: What a subclass may not replace if its rules are still to be those that are compiled.
OWN = ("start", "moves", "play", "outcome", "evaluate", "bounds", "frozen", "numbers", "position")


def is_in_numbers(game: Any) -> TypeGuard[CompiledRules]:
    """Whether a game has the rules of a ``CompiledRules``, as they were given. A subclass may add to
    them, for instance a ``text``; one that replaces a rule is a game of its own.

    >>> class Race(CompiledRules):
    ...     def text(self, total):
    ...         return f"{total} of 20"
    >>> rules = lambda total, data, out: 0, lambda total, data: -1
    >>> is_in_numbers(Race(*rules)), is_in_numbers(7)
    (True, False)
    """
    if not isinstance(game, CompiledRules):
        return False
    return all(getattr(type(game), name) is getattr(CompiledRules, name) for name in OWN)
