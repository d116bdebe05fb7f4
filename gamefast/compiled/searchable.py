"""A game whose rules are functions of whole numbers, solved and searched at the speed of C:
``CompiledRules``, whose ``help`` says how the rules are written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from math import inf
from reprlib import repr as short
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, NoReturn, TypeGuard
from zlib import crc32

import numpy as np

from gamefast import ask
from gamefast.compiled.rules import (
    LONGEST_END,
    MOST,
    NO_POSITION,
    Rule,
    Said,
    compare_compiled,
    up_to,
)
from gamefast.compiled.table import Data, integers, table_of
from gamefast.machine import Kernel
from gamelib.adapters import BOARD
from gamelib.core import Game

#: Compiled rules are compared with plain Python along this many plays at random, of at most so many
#: moves.
PLAYS, LONG = 4, 60

#: Where an earlier search has compared the same rules, so many of its positions are enough, and one
#: play at random.
FEW_AGAIN = 8

#: What holds for the rules if it holds for the game that they belong to.
PASSED_ON = ("positions", "impartial", *BOARD)

#: A position as the rules have it: one number or two.
Numbers = tuple[int, ...]


class OfSearch(NamedTuple):
    """What a game has for each rule of a search, in the order in which the loops take the rules:
    the rule, the function that runs, or the least and the largest number that it may return.

    A game without ``evaluate`` or ``remoteness`` has its ``outcome`` in that place, and the loops
    do not ask it there.
    """

    options: Any
    outcome: Any
    evaluate: Any
    remoteness: Any


class CompiledRules:
    """A Game whose rules are functions of whole numbers: dense or sparse, solved and searched at
    compiled speed.

    gamefast's ``solve``, ``alphabeta``, ``deepen``, ``mcts``, ``advise``, ``Searched`` and
    ``nimbers`` compile it. Of gamelib, ``minimax``, ``match``, ``check_game`` and ``Misere`` take it
    as any other game; the solvers that gamefast has, too, refuse it and name the import. A position
    is a number or a pair of numbers, unless ``code`` and ``decode`` are given; a move is the
    position to go to, unless a ``game`` is given.

    The rules are two or more plain functions over numbers and one-dimensional arrays of int64, which
    numba compiles; without numba, or on a small game, they run as they are. They may read numbers,
    tuples and arrays from outside, and call other such functions; a solver takes the values that
    these have when it begins.

    ``options(i, data, out)``
        writes the options of position i into ``out`` and returns how many there are: 0 if play is
        over
    ``outcome(i, data)``
        WIN, DRAW or LOSS (1, 0 or -1) for the player to move; asked only if play is over
    ``evaluate(i, data)``
        if the game has one: a score, a whole number smaller in size than ``scale``, which is a win
    ``remoteness(i, data)``
        if a result may need further moves that nobody has to find: how many, a whole number from 0
        to 100,000; asked only where play is over and won or lost. A king that can be taken is
        ``WIN`` in 1.
    ``sources(i, data, out)``
        if the game knows its un-moves: writes each position that has i among its options once, and
        returns how many; positions that play cannot reach may be among them, but no other

    ``data`` is the game's own table, for whatever the rules want to look up: a flat array, or numbers
    and arrays with names, ``data.goal`` and ``data.steps[k]``. The rules must not write to it
    (``solve`` looks whether they have, a search does not): what they say would depend on what was
    asked before.

    **Dense or sparse.** With ``size``, positions are the numbers below it, or some of them:
    ``options`` returns ``NO_POSITION`` for a number that stands for none. ``solve`` counts through
    all of them. There, ``options`` lists each option once, and ``sources`` lists only positions of
    the game. Without ``size``, a position is any number from -2**63 to 2**63 - 1, for example a set
    of up to 63 cells, one bit for each. If that is not enough, it is a pair of such numbers, and has
    no ``size``: ``start`` is a pair then, which is how the class knows, and each rule has one
    parameter more: ``options(i, j, data, out)``, which writes the two numbers of each option one
    after the other, ``outcome(i, j, data)``, and so on. ``solve`` walks from the start and numbers
    the positions as it finds them. A search needs neither: it looks at the options in their order,
    so it is faster if good moves come first.

    **Un-moves.** With ``sources``, ``solve`` stores no moves, and an option may not be listed twice.
    At every position that is won or lost, ``solve`` compares what ``sources`` lists with all moves
    that lead there, by a sum over both: one that is missing, or is none, raises ValueError, and names
    the two positions. At a draw ``sources`` is never asked, because nothing follows from it.

    **Positions of your own.** With ``code`` and ``decode``, positions are whatever you like, and only
    the rules see numbers. Several positions may have one number, if they are symmetric: ``decode``
    gives one of them. A move is the position to go to. With ``game``, a Game whose rules these are,
    the moves are those of that game, and so is what it says in words (``text``, ``move_text``), and
    whether it is ``impartial``, which ``nimbers`` wants to know. (Without a game, say so in a
    subclass: ``impartial = True``.) The play of the game ends where that of the rules does, also
    where they end it with a ``remoteness``.

    **Won in n.** A position that is certainly won in n moves may be the end of play, with
    ``remoteness`` n: then its moves need not be found. Usually n is odd for a WIN and even for a
    LOSS, because the player who makes the last move wins; but nothing depends on that (where a player
    who cannot move wins, as in misère games, the end itself is a WIN in 0). ``solve``, ``Searched``,
    ``advise`` and the compiled ``alphabeta`` and ``deepen`` count these moves; what gamelib searches
    (``minimax``, and ``alphabeta`` with choices of your own) counts no further than the end of play.

    **Whether they are right.** Rules that are compiled are compared with plain Python at a sample of
    positions, and so are ``code`` with ``decode`` and the rules with their ``game``. ``check_game``
    (of gamelib) asks them as any game; ``check_solution`` compares every verdict with those of its
    options. Two solutions are compared as dicts, ``dict(a) == dict(b)``: ``a == b`` asks whether they
    are the same object.

    Parameters
    ----------
    options, outcome, evaluate, remoteness, sources
        The rules.
    size
        If given, positions are the numbers 0 to size - 1, or some of them, and ``solve`` solves
        them all. A pair of numbers has no size.
    scale
        The score that would be a win, at most 10 ** 12.
    start
        Where play begins: 0 if nothing is said, or the start of the ``game``. It must be given with
        ``code`` alone, and if a position is a pair of numbers.
    most
        No position has more options, or more sources, than this.
    data
        Whole numbers that the rules look things up in: a flat list, or a dict of names, each with
        a number or a flat list. The rules read ``data[k]``, or ``data.goal`` and ``data.steps[k]``.
    code, decode
        If positions are not numbers: from a position to its number, or pair of numbers, and back.
        Each must undo the other: ``code(decode(i)) == i``.
    game
        The Game whose rules these are, if you want its moves and words in the answers. Its
        positions are those that ``code`` takes.

    Raises
    ------
    TypeError
        For a rule that is not a plain function; and, when it is used, for one that does not
        compile, naming the line.
    ValueError
        For a start that is no position, and for limits that are out of range; and, when the rules
        are used, for what they say that cannot be, naming the position.

    Examples
    --------
    The race to 20, one or two at a time; whoever says 20 wins:

    >>> def options(total, data, out):
    ...     out[0], out[1] = total + 1, total + 2
    ...     return min(2, data[0] - total)
    >>> def outcome(total, data):
    ...     return -1
    >>> from gamefast import alphabeta, solve
    >>> found = alphabeta(CompiledRules(options, outcome, data=[20]))
    >>> found.value, found.line[:3]                     # say 2, and then always 3 more
    (1, (2, 3, 5))
    >>> solution = solve(CompiledRules(options, outcome, size=21, data=[20]))
    >>> str(solution[1]), solution.best(1)
    ('WIN in 13', 2)

    The same in words:

    >>> def number(said):
    ...     return int(said.split()[0])
    >>> race = CompiledRules(options, outcome, data=[20], start="0 said",
    ...                      code=number, decode="{} said".format)
    >>> solve(race).best("15 said")
    '17 said'
    """

    #: The solvers of gamelib refuse it, and name the import.
    needs_engine: ClassVar[bool] = True

    def __init__(
        self,
        options: Callable[..., int],
        outcome: Callable[..., int],
        evaluate: Callable[..., int] | None = None,
        *,
        remoteness: Callable[..., int] | None = None,
        sources: Callable[..., int] | None = None,
        size: int | None = None,
        scale: int = 1,
        start: Any = None,
        most: int = 64,
        data: Data = (),
        code: Callable[[Any], Any] | None = None,
        decode: Callable[[Any], Any] | None = None,
        game: Game[Any, Any] | None = None,
    ) -> None:
        self.most = up_to(MOST, most, "most")
        self.scale = up_to(10**12, scale, "scale") if evaluate else 0
        self.size = None if size is None else ask.whole(size, "size", 1)
        self.data, self.layout = table_of(data)
        if (code is None) != (decode is None):
            raise ValueError("give code and decode together, or neither: each undoes the other")
        self.code = code
        self.decode = decode
        self.game = None if game is None else ask.a_game(game)
        self._begin_at(start)
        # Rules and tables that a search has compared, by digest. Frozen copies share the set.
        self._compared: set[Any] = set()
        functions = {
            "options": options,
            "outcome": outcome,
            "evaluate": evaluate or outcome,
            "remoteness": remoteness or outcome,
            "sources": sources,
        }
        *of_search, rule_of_sources = Rule.all_of(game, functions, self.width, self.layout)
        self._limits = OfSearch(
            options=(0, self.most),
            outcome=(-1, 1),
            evaluate=(1 - self.scale, self.scale - 1),
            remoteness=(0, LONGEST_END),
        )
        self.ends_late = remoteness is not None
        self._follow(OfSearch(*of_search), rule_of_sources)

    def _begin_at(self, start: Any) -> None:
        """Note where play begins, and how many numbers a position is. Loops are told this number by
        the length of ``words``, (0,) or (0, 0).
        """
        if start is None:
            if self.game is not None:
                start = self.game.start()
            elif self.code is None:
                start = 0
            else:
                raise ValueError("give a start: with code and decode, 0 need not be a position")
        first = start if self.code is None else self.code(start)
        self.words = (0, 0) if isinstance(first, tuple) else (0,)
        if self.size is not None and self.width == 2:
            raise ValueError(f"with a size, a position is one number, not {first!r}")
        self._start = start
        self.checked_numbers(start)  # raises ValueError if it is no position

    @property
    def width(self) -> int:
        """How many numbers a position is: 1 or 2."""
        return len(self.words)

    def _follow(self, rules: OfSearch, sources: Rule | None) -> None:
        """Take these for the rules: those of a search, and the un-moves, if any."""
        self._rules = rules
        self.sources = sources
        # The rules as plain Python, checked at each call.
        self._plain = OfSearch(
            *(rule.asker(*limits) for rule, limits in zip(rules, self._limits, strict=True))
        )

    def frozen(self) -> CompiledRules:
        """The same game for one search, with the present values of all that its rules read."""
        game = copy(self)
        rules = OfSearch(*(rule.frozen() for rule in self._rules))
        sources = None if self.sources is None else self.sources.frozen()
        game._follow(rules, sources)
        return game

    def __getstate__(self) -> dict[str, Any]:
        state = dict(vars(self))
        # Functions made by ``Layout.by_name`` cannot be pickled: ``__setstate__`` makes them anew.
        del state["_plain"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._follow(self._rules, self.sources)

    @property
    def digest(self) -> tuple[str | None, ...]:
        """What tells frozen rules apart: it differs if anything that they read differs."""
        return tuple(rule.digest for rule in self.all)

    @property
    def all(self) -> list[Rule]:
        """The rules: options, outcome, evaluate (outcome again if there is none); and remoteness and
        sources, if any.
        """
        rules = self._rules
        always = [rules.options, rules.outcome, rules.evaluate]
        return always + [rule for rule in (self.remoteness, self.sources) if rule is not None]

    @property
    def options_rule(self) -> Rule:
        """The rule that lists the options. (``self.options`` would be the method of a Game.)"""
        rule: Rule = self._rules.options
        return rule

    @property
    def outcome_rule(self) -> Rule:
        """The rule that says the result where play is over. (``self.outcome`` is a method.)"""
        rule: Rule = self._rules.outcome
        return rule

    @property
    def remoteness(self) -> Rule | None:
        """The rule that says how many further moves a result takes; None if the game has none."""
        return self._rules.remoteness if self.ends_late else None

    # The game as a Game

    def start(self) -> Any:
        return self._start

    def moves(self, position: Any) -> list[Any]:
        if self.game is not None:
            return [*self.game.moves(position)]
        return [self.position(*option) for option in self.options_of(self.numbers(position))]

    def unmoves(self, position: Any) -> list[Any]:
        """The positions that have this one among their options; [] without a rule ``sources``."""
        return [self.position(*source) for source in self.sources_of(self.numbers(position))]

    def play(self, position: Any, move: Any) -> Any:
        return move if self.game is None else self.game.play(position, move)

    def outcome(self, position: Any) -> Any:
        if self.game is not None:
            return self.game.outcome(position)
        numbers = self.numbers(position)
        return self.result_of(numbers) if self._is_over(numbers) else None

    def evaluate(self, position: Any) -> float:
        if not self.scale:  # the rules have no scores
            return 0.0
        return self.score_of(self.numbers(position)) / self.scale

    def bounds(self, position: Any) -> tuple[int, int]:
        return -1, 1

    def check_position(self, position: Any) -> None:
        """Raise ValueError, saying why, for anything that is not a position: without ``code``, for
        anything but a number or, if these are the rules of pairs, a pair of numbers.
        """
        numbers = self.checked_numbers(position)
        if self.size is None:
            return
        if not 0 <= numbers[0] < self.size:
            raise ValueError(
                f"{position!r} is not a position: their numbers run from 0 to {self.size - 1}"
            )
        out = self._room()
        count = self.options_rule.ask(NO_POSITION, self.most, *numbers, self.data.data, out.data)
        if count == NO_POSITION:
            raise ValueError(f"{position!r} is not a position by the rules")

    if not TYPE_CHECKING:  # a type checker that sees __getattr__ lets any name pass

        def __getattr__(self, name: str) -> Any:
            game = self.__dict__.get("game")  # while a pickle is read, it is not there yet
            if name in PASSED_ON and game is not None:
                return getattr(game, name)
            raise AttributeError(f"{type(self).__name__} has no {name!r}")

    # Between positions and numbers

    @property
    def is_coded(self) -> bool:
        """Whether positions are not numbers, or moves are those of another game."""
        return self.code is not None or self.game is not None

    def numbers(self, position: Any) -> Numbers:
        """The one or two numbers of a position."""
        code = position if self.code is None else self.code(position)
        return tuple(code) if self.width == 2 else (code,)

    def position(self, i: int, j: int = 0) -> Any:
        """The position with these numbers; ``j`` has no meaning if it has only one."""
        code = (i, j) if self.width == 2 else i
        return code if self.decode is None else self.decode(code)

    def checked_numbers(self, position: Any) -> Numbers:
        """The one or two numbers of a position; raises ValueError for what has none."""
        code = position
        if self.code is not None:
            try:
                code = self.code(position)
            except Exception as error:  # it may fail in any way on what is not a position
                raise ValueError(
                    f"{position!r} is not a position: code fails, {type(error).__name__}: {error}"
                ) from None
        numbers = tuple(integers(code, "position").tolist())
        if len(numbers) != self.width:
            raise ValueError(
                f"{position!r} is not a position: give a number, or a pair of numbers if start is "
                "one"
            )
        return numbers

    def move_to(self, position: Any, option: Numbers) -> Any:
        """The move from a position to the option with these numbers; if there are several such
        moves, the first.
        """
        if self.game is None:  # then a move is the position to go to
            return self.position(*option)
        for move in self.game.moves(position):
            if self.numbers(self.game.play(position, move)) == option:
                return move
        raise ValueError(
            f"{position!r} leads to {self.position(*option)!r} by the compiled rules, but no move of "
            f"{type(self.game).__name__} does"
        )

    # What the rules say, as plain Python, of a position in numbers

    def options_of(self, numbers: Numbers) -> list[Numbers]:
        """The options of a position."""
        return self._listed(self._plain.options, numbers)

    def sources_of(self, numbers: Numbers) -> list[Numbers]:
        """The positions that have this one among their options; [] without a rule ``sources``."""
        if self.sources is None:
            return []
        return self._listed(self.source_function(quick=False), numbers)

    def _is_over(self, numbers: Numbers) -> bool:
        """Whether a position has no options."""
        count: int = self._plain.options(*numbers, self.data.data, self._room().data)
        return count == 0

    def result_of(self, numbers: Numbers) -> int:
        """The result, for the player to move, of a position at which play is over."""
        result: int = self._plain.outcome(*numbers, self.data.data)
        return result

    def remoteness_of(self, numbers: Numbers) -> int:
        """How many further moves the result takes at a position at which play is over: 0 without a
        rule ``remoteness``, and for a draw.
        """
        if self.remoteness is None or self.result_of(numbers) == 0:
            return 0
        moves: int = self._plain.remoteness(*numbers, self.data.data)
        return moves

    def score_of(self, numbers: Numbers) -> int:
        """The score of a position at which play goes on; the game must have scores."""
        score: int = self._plain.evaluate(*numbers, self.data.data)
        return score

    def _listed(self, rule: Callable[..., int], numbers: Numbers) -> list[Numbers]:
        """What a rule, not compiled, lists at a position."""
        out = self._room()
        count = rule(*numbers, self.data.data, out.data)
        positions = out.reshape(-1, self.width)
        return [tuple(position) for position in positions[:count].tolist()]

    def _room(self) -> Any:
        """int64: room for twice the options of one position."""
        return np.zeros(2 * self.width * self.most, np.int64)

    # The rules for loops, and what is wrong with them

    def functions(self, quick: bool) -> tuple[Callable[..., int], Callable[..., int]]:
        """The rules of a walk, options and outcome: compiled if ``quick``, otherwise as plain
        Python, checked at each call.
        """
        if quick:  # ``inf``: as for a loop that is large enough for compiling, however large it is
            return self._rules.options.at(inf), self._rules.outcome.at(inf)
        return self._plain.options, self._plain.outcome

    def source_function(self, quick: bool) -> Callable[..., int]:
        """The rule that lists un-moves, which the game must have: compiled if ``quick``, otherwise
        as plain Python, checked at each call.
        """
        if self.sources is None:
            raise TypeError("these rules know no un-moves: give sources")
        return self.sources.at(inf) if quick else self.sources.asker(0, self.most)

    def run(self, loop: Kernel, often: bool, *others: Any) -> None:
        """Run a loop over frozen rules: compiled, if that has been done or ``often`` says that it
        pays.

        ``others`` is what the loop takes after the rules. The last of these is a tuple of arrays,
        and the last array is ``state``, in which the loop says whether a rule has returned a wrong
        count, result or score, and at which position. Raises ValueError if so.
        """
        quick = often or self.is_compiled
        if quick:
            loop.compiled(self.words, *(rule.at(inf) for rule in self._rules), *others)
        else:
            loop.interpreted(self.words, *self._plain, *others)

        *_, arrays = others
        *_, state = arrays
        is_wrong, *numbers = state[: 1 + self.width].tolist()
        if is_wrong:
            self.blame(tuple(numbers))

    @property
    def is_compiled(self) -> bool:
        """Whether the rules of a search, with the values that they read, have been compiled
        already.
        """
        return all(rule.is_compiled for rule in self._rules)

    @property
    def is_walk_compiled(self) -> bool:
        """Whether the rules of a walk, options and outcome, have been compiled already."""
        return self.options_rule.is_compiled and self.outcome_rule.is_compiled

    @property
    def is_partly_compiled(self) -> bool:
        """Whether any of the rules has been compiled: a walk asks for no score, for example."""
        return any(rule.is_compiled for rule in self.all)

    def blame(self, numbers: Numbers) -> NoReturn:
        """Raise ValueError for a position at which a compiled rule has said what cannot be."""
        # As plain Python, each rule that may be at fault here is asked once more: the one that says
        # what cannot be raises an error that names the fault.
        options = self.options_of(numbers)
        if options:
            if self.scale:
                self.score_of(numbers)
            self.sources_of(numbers)
        else:
            self.result_of(numbers)
            self.remoteness_of(numbers)

        # None has, so the compiled rule says something else.
        raise ValueError(
            f"position {shown(numbers)} differs under the compiled rules: do they write beyond "
            "their room?"
        )

    def compare_after_search(self, begin: Numbers, searched: list[Numbers]) -> None:
        """``compare``, for positions of a search that were drawn at random: at all of them after the
        first search by these rules, with the values that they read, and at a few after a later one.
        """
        rules_and_table = self.digest, crc32(self.data.data)
        if rules_and_table in self._compared:
            self.compare(begin, searched[:FEW_AGAIN], plays=1)
        else:
            self.compare(begin, searched)
            if self.is_compiled:  # otherwise there was nothing to compare yet
                self._compared.add(rules_and_table)

    def compare(self, begin: Numbers, searched: list[Numbers], plays: int = PLAYS) -> None:
        """Compare what has been compiled with plain Python, and the rules with ``code``, ``decode``
        and the game; raise ValueError where they differ.

        They are compared at the positions ``searched``, and at those of so many plays at random from
        ``begin``: the same plays each time the same search is made.
        """
        if not (self.is_partly_compiled or self.is_coded):
            return
        rng = np.random.default_rng(len(searched))  # any seed that is the same each time would do
        options = {numbers: self.options_of(numbers) for numbers in searched}
        for _ in range(plays):
            options.update(self._play_at_random(begin, rng))
        self.compare_coded(options)
        self._compare_at(options)

    def _compare_at(self, options_of: dict[Numbers, list[Numbers]]) -> None:
        """Compare the rules that are compiled at positions whose options are known."""
        rules = self._rules
        over = [numbers for numbers, options in options_of.items() if not options]
        not_over = [numbers for numbers, options in options_of.items() if options]
        self._compare_lists(rules.options, options_of)
        self._compare_numbers(rules.outcome, self.result_of, over)
        if self.scale and rules.evaluate.is_compiled:
            self._compare_numbers(rules.evaluate, self.score_of, not_over)
        if self.ends_late and rules.remoteness.is_compiled:
            won_or_lost = [numbers for numbers in over if self.result_of(numbers) != 0]
            self._compare_numbers(rules.remoteness, self.remoteness_of, won_or_lost)
        if self.sources is not None and self.sources.is_compiled:
            sources = {numbers: self.sources_of(numbers) for numbers in options_of}
            self._compare_lists(self.sources, sources)

    def _compare_numbers(
        self, rule: Rule, in_python: Callable[[Numbers], int], positions: list[Numbers]
    ) -> None:
        """Compare a rule that returns a number with the same rule as plain Python."""
        said: dict[Numbers, Said] = {numbers: (in_python(numbers), []) for numbers in positions}
        compare_compiled(rule, said, self.data)

    def _compare_lists(self, rule: Rule, in_python: dict[Numbers, list[Numbers]]) -> None:
        """Compare a rule that lists positions with what it lists as plain Python."""
        said = {numbers: _as_said(listed) for numbers, listed in in_python.items()}
        compare_compiled(rule, said, self.data, self.most)

    def _play_at_random(
        self, numbers: Numbers, rng: np.random.Generator
    ) -> Iterator[tuple[Numbers, list[Numbers]]]:
        """The positions of a play at random, each with its options; the play is broken off after
        LONG positions.
        """
        for _ in range(LONG):
            options = self.options_of(numbers)
            yield numbers, options
            if not options:
                return
            numbers = options[rng.integers(len(options))]

    def compare_coded(self, some: Iterable[Numbers]) -> None:
        """Compare the rules with ``code``, ``decode`` and the game, if there are any, at some
        positions.

        Raises ValueError, naming the position, where they differ.
        """
        if not self.is_coded:
            return
        for numbers in some:
            position = self.position(*numbers)
            if self.numbers(position) != numbers:
                raise ValueError(
                    f"decode({shown(numbers)}) gives {position!r}, but code({position!r}) gives "
                    f"{shown(self.numbers(position))}"
                )
            if self.game is not None:
                self._compare_game(self.game, position, numbers)

    def _compare_game(self, game: Game[Any, Any], position: Any, numbers: Numbers) -> None:
        """Compare the rules with the game that they belong to, at one position, which has these
        numbers.
        """
        options = self.options_of(numbers)
        by_game = [self.numbers(game.play(position, move)) for move in game.moves(position)]
        result = None if options else self.result_of(numbers)  # None: play goes on
        if {*options} != {*by_game} or game.outcome(position) != result:
            raise ValueError(
                f"the rules and {type(game).__name__} differ at {position!r}: options lists "
                f"{[*map(shown, options)]}, its moves lead to {[*map(shown, by_game)]}; the results "
                f"are {result} and {game.outcome(position)}"
            )

    def __repr__(self) -> str:
        size = "" if self.size is None else f"size={self.size}, "
        game = "" if self.game is None else f", game={self.game!r}"
        return (
            f"CompiledRules({self.options_rule.plain.__name__}, {size}start={self._start!r}, "
            f"data={self._data_text()}{game})"
        )

    def _data_text(self) -> str:
        """The table for ``repr``, with its names if it has any, cut short."""
        if self.layout is None:
            return short(self.data.tolist())
        values = self.layout.read(self.data)._asdict()  # arrays, and numbers of numpy
        return short({name: value.tolist() for name, value in values.items()})


def shown(numbers: Numbers) -> Any:
    """A position in numbers as ``decode`` takes it and errors name it: ``7`` instead of ``(7,)``,
    but a pair stays a pair.
    """
    return numbers[0] if len(numbers) == 1 else numbers


def _as_said(positions: list[Numbers]) -> Said:
    """A list of positions as a rule says it: how many, and their numbers one after another."""
    return len(positions), [number for position in positions for number in position]


#: What a subclass may not replace if its rules are still to be those that are compiled.
OWN = (
    "start",
    "moves",
    "unmoves",
    "play",
    "outcome",
    "evaluate",
    "bounds",
    "frozen",
    "numbers",
    "position",
)


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
