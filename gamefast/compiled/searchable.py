"""A game whose rules are functions of whole numbers, solved and searched at the speed of C:
``CompiledRules``, whose ``help`` says how the rules are written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from math import inf
from reprlib import repr as short
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeGuard
from zlib import crc32

import numpy as np

from gamefast import ask
from gamefast.compiled.rules import LONGEST_END, MOST, NO_POSITION, Rule, Said, compare, up_to
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
        self._compared: set[Any] = set()  # rules and tables, by digest; frozen copies share it
        named = {
            "options": options,
            "outcome": outcome,
            "evaluate": evaluate or outcome,
            "remoteness": remoteness or outcome,
            "sources": sources,
        }
        *rules, unmoves = Rule.all_of(game, named, len(self.words), self.layout)
        self._limits = (
            (0, self.most),
            (-1, 1),
            (1 - self.scale, self.scale - 1),
            (0, LONGEST_END),
        )
        self.ends_late = remoteness is not None
        self._follow(rules, unmoves)

    def _begin_at(self, start: Any) -> None:
        """Note where play begins, and how many numbers a position is: ``words``, (0,) or (0, 0)."""
        if start is None:
            if self.game is not None:
                start = self.game.start()
            elif self.code is None:
                start = 0
            else:
                raise ValueError("give a start: with code and decode, 0 need not be a position")
        first = start if self.code is None else self.code(start)
        self.words = (0, 0) if isinstance(first, tuple) else (0,)
        if self.size is not None and len(self.words) == 2:
            raise ValueError(f"with a size, a position is one number, not {first!r}")
        self._start = start
        self.checked_numbers(start)

    def _follow(self, rules: list[Rule], sources: Rule | None) -> None:
        """Take these for the rules: options, outcome, evaluate and remoteness, in whose places the
        outcome stands if the game has none; and the un-moves, if any.
        """
        self._rules = rules
        self.sources = sources
        self._plain = [
            rule.checking(*limits) for rule, limits in zip(rules, self._limits, strict=True)
        ]

    def frozen(self) -> CompiledRules:
        """The same game for one search, with the present values of all that its rules read."""
        game = copy(self)
        sources = None if self.sources is None else self.sources.frozen()
        game._follow([rule.frozen() for rule in self._rules], sources)
        return game

    def __getstate__(self) -> dict[str, Any]:
        state = dict(vars(self))
        del state["_plain"]  # a rule that reads names is a function without a name of its own
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
        *rules, _ = self._rules
        further = self.remoteness, self.sources
        return [*rules, *(rule for rule in further if rule is not None)]

    @property
    def remoteness(self) -> Rule | None:
        """The rule that says how many moves a result takes, if the game has one."""
        return self._rules[3] if self.ends_late else None

    @property
    def solved(self) -> tuple[Rule, Rule, Rule | None, Rule | None]:
        """The rules by which the game is solved: options, outcome, and sources and remoteness, if
        any.
        """
        return self._rules[0], self._rules[1], self.sources, self.remoteness

    # The game as a Game

    def start(self) -> Any:
        return self._start

    def moves(self, position: Any) -> list[Any]:
        if self.game is not None:
            return [*self.game.moves(position)]
        return [self.position(*option) for option in self.options_of(self.numbers(position))]

    def unmoves(self, position: Any) -> list[Any]:
        """The positions that have this one among their options; [] if the game does not know."""
        return [self.position(*source) for source in self.sources_of(self.numbers(position))]

    def play(self, position: Any, move: Any) -> Any:
        return move if self.game is None else self.game.play(position, move)

    def outcome(self, position: Any) -> Any:
        if self.game is not None:
            return self.game.outcome(position)
        numbers = self.numbers(position)
        return self.result_of(numbers) if self._is_over(numbers) else None

    def evaluate(self, position: Any) -> float:
        return self.score_of(self.numbers(position)) / self.scale if self.scale else 0.0

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
        options = self._rules[0].checking(NO_POSITION, self.most)
        if options(*numbers, self.data.data, out.data) == NO_POSITION:
            raise ValueError(f"{position!r} is not a position by the rules")

    if not TYPE_CHECKING:  # otherwise a name that is not there would go unnoticed

        def __getattr__(self, name: str) -> Any:
            game = self.__dict__.get("game")
            if name in PASSED_ON and game is not None:
                return getattr(game, name)
            raise AttributeError(f"{type(self).__name__} has no {name!r}")

    # Between positions and numbers

    @property
    def is_coded(self) -> bool:
        """Whether positions, or moves, are other than the rules have them."""
        return self.code is not None or self.game is not None

    def numbers(self, position: Any) -> Numbers:
        """The one or two numbers of a position."""
        code = position if self.code is None else self.code(position)
        return tuple(code) if len(self.words) == 2 else (code,)

    def position(self, i: int, j: int = 0) -> Any:
        """The position with these numbers."""
        code = (i, j) if len(self.words) == 2 else i
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
        if len(numbers) != len(self.words):
            raise ValueError(
                f"{position!r} is not a position: give a number, or a pair of numbers if start is "
                "one"
            )
        return numbers

    def move_to(self, position: Any, option: Numbers) -> Any:
        """The move from a position to the option with these numbers: its first such move."""
        if self.game is None:
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
        return self._listed(self._plain[0], numbers)

    def sources_of(self, numbers: Numbers) -> list[Numbers]:
        """The positions that have this one among their options; [] if the rules do not know."""
        if self.sources is None:
            return []
        return self._listed(self.source_function(False), numbers)

    def _is_over(self, numbers: Numbers) -> bool:
        """Whether a position has no options."""
        return self._plain[0](*numbers, self.data.data, self._room().data) == 0

    def result_of(self, numbers: Numbers) -> int:
        """The result of a position at which play is over."""
        return self._plain[1](*numbers, self.data.data)

    def remoteness_of(self, numbers: Numbers) -> int:
        """How many further moves the result of a position takes at which play is over."""
        if self.remoteness is None or self.result_of(numbers) == 0:
            return 0
        return self._plain[3](*numbers, self.data.data)

    def score_of(self, numbers: Numbers) -> int:
        """The score of a position at which play goes on."""
        return self._plain[2](*numbers, self.data.data)

    def _listed(self, rule: Callable[..., int], numbers: Numbers) -> list[Numbers]:
        """What a rule, not compiled, lists at a position."""
        out = self._room()
        count = rule(*numbers, self.data.data, out.data)
        return [tuple(option) for option in out.reshape(-1, len(self.words))[:count].tolist()]

    def _room(self) -> Any:
        """int64: room for twice the options of one position."""
        return np.zeros(2 * len(self.words) * self.most, np.int64)

    # The rules for loops, and what is wrong with them

    def functions(self, quick: bool) -> list[Callable[..., int]]:
        """The rules of a walk, options and outcome: compiled if ``quick``, otherwise as they are."""
        return [rule.at(inf) for rule in self._rules[:2]] if quick else [*self._plain[:2]]

    def source_function(self, quick: bool) -> Callable[..., int]:
        """The rule that lists un-moves, which the game must have: compiled, or as it is."""
        if self.sources is None:
            raise TypeError("these rules know no un-moves: give sources")
        return self.sources.at(inf) if quick else self.sources.checking(0, self.most)

    def run(self, loop: Kernel, often: bool, *given: Any) -> None:
        """Run a loop over frozen rules: compiled, if that has been done or ``often`` says that it
        pays.

        ``given`` is what the loop takes after the rules. The last thing are its arrays, and the
        last of these is ``state``, in which the loop says whether a rule has returned a wrong count,
        result or score, and at which position. Raises ValueError if so.
        """
        quick = often or self.is_compiled
        rules = [rule.at(inf) for rule in self._rules] if quick else self._plain
        (loop.compiled if quick else loop.interpreted)(self.words, *rules, *given)

        arrays = given[-1]
        state = arrays[-1]
        is_wrong = state[0]
        numbers = state[1 : 1 + len(self.words)]
        if is_wrong:
            self.blame(tuple(numbers.tolist()))

    @property
    def is_compiled(self) -> bool:
        """Whether the rules of a search, with the values that they read, have been compiled
        already.
        """
        return all(rule.is_compiled for rule in self._rules)

    @property
    def is_walk_compiled(self) -> bool:
        """The same for the rules of a walk, options and outcome."""
        return all(rule.is_compiled for rule in self._rules[:2])

    @property
    def is_partly_compiled(self) -> bool:
        """Whether any of these rules has been compiled: a walk asks for no score, for example."""
        return any(rule.is_compiled for rule in self.all)

    def blame(self, numbers: Numbers) -> NoReturn:
        """Raise ValueError for a position at which a compiled rule has said what cannot be."""
        if self.options_of(
            numbers
        ):  # raises the error, unless the fault is in the score or a source
            if self.scale:
                self.score_of(numbers)
            self.sources_of(numbers)
        else:
            self.result_of(numbers)
            self.remoteness_of(numbers)
        raise ValueError(
            f"position {shown(numbers)} differs under the compiled rules: do they write beyond "
            "their room?"
        )

    def compare_after_search(self, begin: Numbers, searched: list[Numbers]) -> None:
        """``compare``, for positions of a search that were drawn at random: at all of them after the
        first search by these rules, with the values that they read, and at a few after a later one.
        """
        rules = self.digest, crc32(self.data.data)
        if rules in self._compared:
            self.compare(begin, searched[:FEW_AGAIN], plays=1)
        else:
            self.compare(begin, searched)
            if self.is_compiled:
                self._compared.add(rules)

    def compare(self, begin: Numbers, searched: list[Numbers], plays: int = PLAYS) -> None:
        """Compare what has been compiled with plain Python, and the rules with ``code``, ``decode``
        and the game; raise ValueError where they differ.

        They are compared at the positions ``searched``, and at those of so many plays at random from
        ``begin``.
        """
        if not (self.is_partly_compiled or self.is_coded):
            return
        rng = np.random.default_rng(len(searched))
        options = {numbers: self.options_of(numbers) for numbers in searched}
        for _ in range(plays):
            options.update(self._at_random(begin, rng))
        self.compare_coded(options)
        self._compare_at(options)

    def _compare_at(self, options: dict[Numbers, list[Numbers]]) -> None:
        """Compare the rules that are compiled at positions whose options are known."""
        by_options, by_outcome, by_evaluate, by_remoteness = self._rules
        over = [numbers for numbers, there in options.items() if not there]
        compare(by_options, _as_said(options), self.data, self.most)
        compare(by_outcome, {at: (self.result_of(at), []) for at in over}, self.data)
        if self.scale and by_evaluate.is_compiled:
            going = [numbers for numbers, there in options.items() if there]
            compare(by_evaluate, {at: (self.score_of(at), []) for at in going}, self.data)
        if self.ends_late and by_remoteness.is_compiled:
            settled = [at for at in over if self.result_of(at) != 0]
            ends: dict[Numbers, Said] = {at: (self.remoteness_of(at), []) for at in settled}
            compare(by_remoteness, ends, self.data)
        if self.sources is not None and self.sources.is_compiled:
            sources = {at: self.sources_of(at) for at in options}
            compare(self.sources, _as_said(sources), self.data, self.most)

    def _at_random(
        self, numbers: Numbers, rng: np.random.Generator
    ) -> Iterator[tuple[Numbers, list[Numbers]]]:
        """The positions of a play at random with their options; it is broken off if it is long."""
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
            here = self.position(*numbers)
            if self.numbers(here) != numbers:
                raise ValueError(
                    f"decode({shown(numbers)}) gives {here!r}, but code({here!r}) gives "
                    f"{shown(self.numbers(here))}"
                )
            if self.game is not None:
                self._compare_game(self.game, here, numbers)

    def _compare_game(self, game: Game[Any, Any], here: Any, numbers: Numbers) -> None:
        """Compare the rules with the game that they belong to, at one position."""
        options = self.options_of(numbers)
        by_game = [self.numbers(game.play(here, move)) for move in game.moves(here)]
        result = None if options else self.result_of(numbers)
        if {*options} != {*by_game} or game.outcome(here) != result:
            raise ValueError(
                f"the rules and {type(game).__name__} differ at {here!r}: options lists "
                f"{[*map(shown, options)]}, its moves lead to {[*map(shown, by_game)]}; the results "
                f"are {result} and {game.outcome(here)}"
            )

    def __repr__(self) -> str:
        size = "" if self.size is None else f"size={self.size}, "
        game = "" if self.game is None else f", game={self.game!r}"
        return (
            f"CompiledRules({self._rules[0].plain.__name__}, {size}start={self._start!r}, "
            f"data={self._data_text()}{game})"
        )

    def _data_text(self) -> str:
        """The table as it was given, cut short."""
        if self.layout is None:
            return short(self.data.tolist())
        named = self.layout.read(self.data)._asdict()
        return short({name: value.tolist() for name, value in named.items()})


def shown(numbers: Numbers) -> Any:
    """A position in numbers, as a rule is asked for it: a single number, or a pair."""
    return numbers[0] if len(numbers) == 1 else numbers


def _as_said(listed: dict[Numbers, list[Numbers]]) -> dict[Numbers, Said]:
    """Lists of positions as a rule says them: how many, and one number after the other."""
    return {
        at: (len(there), [number for numbers in there for number in numbers])
        for at, there in listed.items()
    }


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
