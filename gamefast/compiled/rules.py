"""Rules over whole numbers, compiled: what numba makes of a plain function, and the error if numba
refuses it.

A rule is compiled for one signature and handed to the loops as a value. So a loop is compiled once
for all games, and the loops and the rules are kept between sessions.

What is compiled is what stands in the file: a rule is frozen (``frozen``) with the present values
of all that it reads, and machine code belongs to these values. Once compiled, a rule is compared
with plain Python at a sample of positions.
"""

from __future__ import annotations

import re
import traceback
import warnings
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from linecache import getline
from pathlib import Path
from reprlib import repr as short
from types import FunctionType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from gamefast import ask
from gamefast.compiled.table import Data, Layout, as_called, table_of
from gamefast.compiled.unmoves import forgotten, invented
from gamefast.compiled.walking import SUM, summand
from gamefast.frozen import CannotFreeze, freeze, with_helpers
from gamefast.machine import Array, Kernel, kernels
from gamelib.core import UnknownPosition

#: What ``options`` returns for a number that does not stand for a position.
NO_POSITION = -1

#: How many positions are tried in plain Python before anything is compiled, and how many moves at
#: each.
TRIED, FEW = 24, 3

#: The largest ``most``; and how many numbers a wrong rule may write beyond its room without harm.
MOST, SPARE = 1_000_000, 4_096

#: What has been compiled, by the digest of the frozen rule and the number of words of a position.
COMPILED: dict[tuple[str, int], Callable[..., int]] = {}

#: The parameters of a rule, by how many numbers a position is.
PARAMETERS = {1: ("i", "data", "out"), 2: ("i", "j", "data", "out")}

#: No result takes more further moves than this where play is over: the score of a search has room
#: for them.
LONGEST_END = 100_000

#: What sets the largest number that a rule may return, for errors; ``most`` for rules that list.
LIMIT = {"evaluate": "scale"}

#: Why a rule may say something else once it is compiled.
DIFFERENCES = (
    "Compiled whole numbers have 64 bits and wrap round, a fraction is cut to a whole number, and "
    "an index beyond the "
    "end of an array is not noticed"
)

#: How many positions are compared with plain Python once rules are compiled, and how many numbers
#: these may list.
COMPARED, LISTED = 1_000, 1_000_000


class Rule:
    """One function of a game's rules.

    ``plain`` is the function as it stands in the file, with everything that it reads as that is at
    the moment. A rule that is ``frozen`` keeps the values of the moment in which it was frozen; it
    can be compiled: ``rule.at(size)``.

    Parameters
    ----------
    function
        A plain function ``f(i, data)`` or ``f(i, data, out)`` of an int and int64 arrays that
        returns an int. It may read numbers, tuples and arrays, and call other such functions.
    who, name
        Whose rule it is, and which rule, for errors.
    words
        How many numbers a position is; if 2, the function is ``f(i, j, data)`` or ``f(i, j, data,
        out)``.
    layout
        How names stand in the game's table, if ``data`` has names.

    Raises
    ------
    TypeError
        For anything but a plain function; when frozen, also for a function that reads what cannot
        be compared; and when compiled, for code that numba refuses, naming the line.

    Examples
    --------
    >>> def outcome(i, data):
    ...     return -1
    >>> Rule(outcome, "the race", "outcome").frozen().at(100)(20, None)
    -1
    """

    def __init__(
        self,
        function: Callable[..., int],
        who: str,
        name: str,
        words: int = 1,
        layout: Layout | None = None,
    ) -> None:
        if not isinstance(function, FunctionType):
            raise TypeError(
                f"{name} of {who} is {function!r}: give a plain function, outside of any class"
            )
        self.source = self.plain = function
        self.who, self.name, self.words = who, name, words
        self.layout = layout
        self.digest: str | None = None
        self.recursive = False

    @classmethod
    def all_of(
        cls,
        game: Any,
        functions: Mapping[str, Callable[..., int] | None],
        words: int = 1,
        layout: Layout | None = None,
    ) -> list[Any]:
        """The rules of one game, by name; None for a rule that is missing."""
        who = "the game" if game is None else type(game).__name__
        return [rule and cls(rule, who, name, words, layout) for name, rule in functions.items()]

    def frozen(self) -> Rule:
        """This rule with the present values of all that it reads. It is the same object if nothing
        has changed.
        """
        try:
            now = freeze(self.source)
        except CannotFreeze as error:
            raise TypeError(f"{self.name} of {self.who} {error}") from None
        digest = now.digest if self.layout is None else f"{now.digest}{self.layout.digest}"
        if digest == self.digest:
            return self
        rule = Rule(self.source, self.who, self.name, self.words, self.layout)
        rule.plain, rule.digest, rule.recursive = now.function, digest, now.recursive
        return rule

    @property
    def in_python(self) -> Callable[..., int]:
        """The rule as a loop calls it, with a flat table, but not compiled."""
        if self.layout is None:
            return self.plain
        return self.layout.by_name(self.plain, self.words)

    def checked(self, low: int, high: int, *given: Any) -> int:
        """What the rule says of a position, not compiled; arrays are given as memoryviews.

        Raises ValueError for a rule that fails, naming the line, and for anything but a whole
        number from low to high.
        """
        return checked(self, self.in_python, low, high, *given)

    def checking(self, low: int, high: int) -> Callable[..., int]:
        """The rule as ``checked`` with these limits, for many calls."""
        return partial(checked, self, self.in_python, low, high)

    def asked(self, given: Sequence[Any]) -> str:
        """The question as a person would write it: ``options(7)``."""
        return f"{self.name}({', '.join(map(str, given[: self.words]))})"

    def limit(self, lists: bool) -> str:
        """What sets the largest number that the rule may return, for errors: `` (`most`)``."""
        name = LIMIT.get(self.name, "most" if lists else "")
        return f" (`{name}`)" if name else ""

    def failed(self, error: Exception, given: Sequence[Any]) -> str:
        """What is said of an error that the rule has raised: the question, the error and the
        line.
        """
        code = self.plain.__code__
        line, said = code.co_firstlineno, ""
        for frame in traceback.extract_tb(error.__traceback__):
            if frame.filename == code.co_filename:
                line = frame.lineno or line
                said = getline(code.co_filename, line)[frame.colno : frame.end_colno]
        where = f"line {line} of {Path(code.co_filename).name}"
        if isinstance(error, IndexError):
            where = "; ".join([f"{where}: {said}", *self._lengths(*given[self.words :])])
        if isinstance(error, AttributeError) and self.layout is not None:
            where = f"{where}; the names in data are {', '.join(self.layout.names)}"
        return f"{self.asked(given)} fails, {type(error).__name__}: {error} ({where})"

    def _lengths(self, data: Any, out: Any = None) -> list[str]:
        """How long the arrays are that the rule is given, in words."""
        if self.layout is None:
            lengths = [f"len(data) is {len(data)}"]
        else:
            named = self.layout.read(data)._asdict()
            lengths = [
                f"len(data.{n}) is {len(named[n])}" for n in named if n in self.layout.arrays
            ]
        if out is not None:
            lengths.append(f"len(out), which `most` sets, is {len(out)}")
        return lengths

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {
            "plain": self.source
        }  # a frozen copy has no name by which it could be pickled

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        digest, self.digest = self.digest, None
        if digest is None:
            return
        now = self.frozen()
        if now.digest != digest:
            raise ValueError(
                f"{self.name} of {self.who} has changed since this was pickled, or something that "
                "it reads has: "
                "solve or search again"
            )
        vars(self).update(vars(now))

    def at(self, size: float) -> Callable[..., int]:
        """Return the function of a frozen rule to run in a loop over ``size`` positions and
        moves.
        """
        if size < kernels.COMPILE_FROM:
            return self.in_python
        if self.digest is None:
            raise AssertionError("a rule is frozen before it is compiled")
        key = self.digest, self.words
        if key not in COMPILED:
            COMPILED[key] = self._compile() or self.in_python
        return COMPILED[key]

    @property
    def is_compiled(self) -> bool:
        """Whether this very rule, with the values that it reads, has been compiled already."""
        return (self.digest, self.words) in COMPILED

    def _compile(self) -> Any:
        """The function compiled; None if there is no numba (the loop that gets it says so).

        Machine code is kept on disk under the rule's name and its digest, so that other values are
        other files. That of a function that calls itself is not kept: read again from disk, it
        crashes.
        """
        try:
            import numba
        except ImportError:
            return None
        if self.plain.__code__.co_kwonlyargcount:
            raise self._refuse("a rule has no parameters after a *")
        inline = numba.njit(error_model="numpy", forceinline=True)
        function = with_helpers(self.plain, inline)
        parameter_count = function.__code__.co_argcount - len(function.__defaults__ or ())
        signature = numba.int64(
            *[numba.int64] * self.words, *[numba.int64[::1]] * (parameter_count - self.words)
        )
        if function.__defaults__ or self.layout is not None:
            parameters = PARAMETERS[self.words][:parameter_count]
            function = as_called(inline(function), parameters, self.layout, self.plain)
        function.__qualname__ = f"{self.plain.__name__}_{self.digest}"
        kept = (
            Path(function.__code__.co_filename).is_file()
            and not function.__closure__
            and not self.recursive
        )
        with warnings.catch_warnings():
            # numba says what it does not keep on disk, and what it may change one day: neither is
            # the user's concern
            warnings.simplefilter("ignore", numba.core.errors.NumbaWarning)
            try:
                return self._made(numba, signature, function, kept)
            except TypeError:  # the rule itself is refused
                raise
            except Exception:  # no place to keep it, a full disk, a damaged file: numba raises many kinds of errors
                return self._made(numba, signature, function, kept=False)

    def _made(self, numba: Any, signature: Any, function: FunctionType, kept: bool) -> Any:
        """What numba makes of a function; raises TypeError, naming the line, for code that it
        refuses.
        """
        try:
            return numba.cfunc(signature, cache=kept, error_model="numpy")(function)
        except (numba.core.errors.NumbaError, numba.core.errors.UnsupportedBytecodeError) as error:
            raise self._refuse(str(error)) from None

    def _refuse(self, said: str) -> TypeError:
        """The error for a rule that cannot be compiled: which, where and why."""
        code = self.plain.__code__
        places = re.findall(r'(?:File|Raised from) "?([^"\n]*?)"?(?:, line | \()(\d+)', said)
        file, line = places[0] if places else (code.co_filename, code.co_firstlineno)
        lines = [
            line
            for line in map(str.strip, said.splitlines())
            if line and not line.startswith("Failed in")
        ]
        return TypeError(
            f"{self.name} of {self.who} does not compile, line {line} of {Path(file).name}: "
            f"{lines[0]} "
            "(rules may use numbers, tuples of numbers, loops, arrays, and other such functions)"
        )


@Kernel
def numbers_said(words: Any, rule: Any, positions: Array, data: Array, said: Array) -> None:
    """Ask a rule that says a number: ``said[k]`` becomes what it says of position k of a list.

    Parameters
    ----------
    words, rule
        (0,) or (0, 0), as many as a position has numbers, and the rule.
    positions
        int64, shape (words * k,): the numbers of the positions, one position after another.
    data
        int64: the game's table.
    said
        int64, shape (k,): is filled.
    """
    for k in range(len(said)):
        if len(words) == 1:
            said[k] = rule(positions[k], data)
        else:
            said[k] = rule(positions[2 * k], positions[2 * k + 1], data)


def numbers_by(
    rule: Rule, codes: NDArray[np.int64], data: NDArray[np.int64], size: int
) -> NDArray[np.int32]:
    """What the rule ``remoteness`` says of many positions; compiled if the whole game has the size
    for it.

    ``codes``: int64, flat, one or two numbers for each position. Returns int32, shape (k,). Raises
    ValueError, naming the first position, for anything but a whole number from 0 to LONGEST_END.
    """
    words = (0,) * rule.words
    flat = np.array(codes, np.int64)
    numbers = np.zeros(len(flat) // rule.words, np.int64)
    quick = size >= kernels.COMPILE_FROM
    function = rule.at(size) if quick else rule.checking(0, LONGEST_END)
    ask_all = numbers_said.compiled if quick else numbers_said.interpreted
    ask_all(words, function, flat, data, numbers)
    for k in np.flatnonzero((numbers < 0) | (numbers > LONGEST_END))[:1]:
        here = flat.reshape(-1, rule.words)[k].tolist()
        rule.checked(0, LONGEST_END, *here, data.data)  # raises the error that names the fault
        raise ValueError(f"{rule.asked(here)} gives {numbers[k]} compiled. {DIFFERENCES}")
    return numbers.astype(np.int32)


@Kernel
def lists_said(
    words: Any, rule: Any, positions: Array, data: Array, out: Array, said: Array, written: Array
) -> None:
    """Ask a rule that lists positions: ``said[k]`` becomes what it returns, and row k of
    ``written`` what it writes.

    Parameters
    ----------
    words, rule, positions, data
        The same as for ``numbers_said``.
    out
        int64: room for what the rule writes.
    said, written
        int64, shape (k,) and (k * row,): are filled; of ``out`` only the first ``row`` numbers are
        kept.
    """
    row = len(written) // len(said)
    for k in range(len(said)):
        for e in range(row):
            out[e] = 0
        if len(words) == 1:
            said[k] = rule(positions[k], data, out)
        else:
            said[k] = rule(positions[2 * k], positions[2 * k + 1], data, out)
        for e in range(row):
            written[k * row + e] = out[e]


#: What a rule says of a position: the number that it returns, and what it lists.
Said = tuple[int, list[int]]


def checked(rule: Rule, function: Callable[..., int], low: int, high: int, *given: Any) -> int:
    """What the function of a rule, not compiled, says of a position: see ``Rule.checked``."""
    try:
        number = function(*given)
    except Exception as error:
        raise ValueError(rule.failed(error, given)) from None
    is_whole = isinstance(number, int | np.integer)
    if not is_whole or not low <= number <= high:
        lists = len(given) == rule.words + 2 and high <= MOST
        raise ValueError(
            f"{rule.asked(given)} gives {number!r}: give a whole number, {low} to "
            f"{high}{rule.limit(lists)}"
        )
    return int(number)


def compare(
    rule: Rule,
    in_python: Mapping[tuple[int, ...], Said],
    data: NDArray[np.int64],
    most: int = 0,
) -> None:
    """Compare what a frozen rule says, compiled, with what the same function has said as plain
    Python.

    Parameters
    ----------
    rule
        The rule. Nothing is done if it has not been compiled.
    in_python
        What it has said as plain Python, by position.
    data
        The game's table.
    most
        How many positions it may list; 0 if it only says a number.

    Raises
    ------
    ValueError
        At the first position where they differ, with both results.
    """
    if not rule.is_compiled or not in_python:
        return
    positions = [*in_python][: max(1, LISTED // max(most, 1))]
    numbers, entries = said_compiled(rule, positions, data, most)
    for position, number, row in zip(positions, numbers, entries, strict=True):
        expected = in_python[position]
        # if the numbers differ, what is listed is only for the error: as much as there may be
        listed = len(expected[1]) if number == expected[0] else max(number, 0) * rule.words
        found = number, row[:listed]
        if found != expected:
            raise ValueError(
                f"{rule.asked(position)} gives {in_words(expected)} in Python, but "
                f"{in_words(found)} compiled. {DIFFERENCES}"
            )


def said_compiled(
    rule: Rule, positions: Sequence[tuple[int, ...]], data: NDArray[np.int64], most: int
) -> tuple[list[int], list[list[int]]]:
    """What a compiled rule says at each position: the number, and the room that it writes to, of
    which only a part need be filled.
    """
    function = COMPILED[rule.digest or "", rule.words]
    words = (0,) * rule.words
    row = most * rule.words
    flat = np.array(positions, np.int64).ravel()
    numbers = np.zeros(len(positions), np.int64)
    written = np.zeros((len(positions), row), np.int64)
    if most:
        out = with_spare(2 * row)
        lists_said.compiled(words, function, flat, data, out, numbers, written.reshape(-1))
    else:
        numbers_said.compiled(words, function, flat, data, numbers)
    return numbers.tolist(), written.tolist()


def in_words(said: Said) -> str:
    """What a rule has said, and what it has listed, if anything."""
    number, entries = said
    return f"{number}: {short(entries)}" if entries else str(number)


@dataclass(frozen=True, eq=False)
class Coded:
    """The numbering of positions that have a code: position k is the one with code ``codes[k]``.

    ``codes``: int32, shape (n,), ascending. ``code``, ``decode``: from a position to its code, and
    back; None if a position is its code.

    >>> faces = Coded(np.array([1, 3], np.int32), len, "-".__mul__)
    >>> faces.index("---"), faces.position(0)
    (1, '-')
    """

    codes: NDArray[np.int32]
    code: Callable[[Any], int] | None
    decode: Callable[[int], Any] | None

    def __len__(self) -> int:
        return len(self.codes)

    def index(self, position: Any) -> int:
        """The number of a position; raises UnknownPosition."""
        why = ""
        try:
            code = position if self.code is None else self.code(position)
            place = bisect_left(
                self.codes.data, code
            )  # numpy takes ten times as long for one number
            if place < len(self) and self.codes[place] == code:
                return place
        except (TypeError, ValueError, LookupError, OverflowError) as error:
            why = f" ({error})"
        raise UnknownPosition(
            f"no position {position!r} here{why}; one of them is {self.position(0)!r}"
        )

    def position(self, index: int) -> Any:
        """The position with this number."""
        code = int(self.codes[index])
        return code if self.decode is None else self.decode(code)


@Kernel
def count_options(
    options: Any,
    outcome: Any,
    begin: int,
    size: int,
    data: Array,
    out: Array,
    degrees: Array,
    results: Array,
    sums: Array,
) -> int:
    """Count the options of positions ``begin`` and following, and write down the results of those
    that have none.

    Returns -1, or the first position at fault: it has too many options, a negative count of them,
    an option that is not a number of the game, or a result that is none.

    Parameters
    ----------
    options, outcome
        The rules.
    begin, size
        int: the first position, and how many numbers the game has.
    data, out
        int64: the game's table, and room for the options of one position.
    degrees, results
        int16 or int32, and int8, shape (k,): are filled.
    sums
        uint32, shape (size,), or (0,) if nobody needs them: to the sum of each position the
        summands of the positions with a move to it are added.
    """
    for place in range(len(degrees)):
        i = begin + place
        own = summand(i)
        count = options(i, data, out)
        result = outcome(i, data) if count == 0 else 0
        if count < -1 or 2 * count > len(out) or result < -1 or result > 1:
            return i
        degrees[place], results[place] = count, result
        for k in range(count):
            option = out[k]
            if option < 0 or option >= size:
                return i
            if len(sums) > 0:
                sums[option] = sums[option] + own & SUM
    return -1


@Kernel
def list_all(
    rule: Any, codes: Array, data: Array, out: Array, indptr: Array, written: Array, returned: Array
) -> None:
    """Write what a rule lists at position ``codes[k]`` to ``written`` from ``indptr[k]`` on.

    Parameters
    ----------
    rule
        A rule that fills ``out``.
    codes
        int32, shape (k,): numbers that stand for positions; one whose row has no room is skipped.
    data, out
        int64: the game's table, and room for the options of one position.
    indptr, written
        int32 or int64, shape (k + 1,), the rows to be filled; and int32 or int64, shape
        (indptr[k],).
    returned
        int32 or int64, shape (k,): becomes what the rule returns.
    """
    for k in range(len(codes)):
        if indptr[k] < indptr[k + 1]:
            returned[k] = rule(codes[k], data, out)
            for e in range(indptr[k], indptr[k + 1]):
                written[e] = out[e - indptr[k]]


def with_spare(size: int) -> NDArray[np.int64]:
    """int64, shape (size,): zeros for a rule to write to, with spare room behind them."""
    return np.zeros(size + SPARE, np.int64)[:size]


def require_unwritten(data: NDArray[np.int64], before: NDArray[np.int64]) -> None:
    """Raise ValueError if rules have written to their table."""
    written = np.flatnonzero(data != before)
    if written.size:
        raise ValueError(
            f"the rules write to data, for example to entry {written[0]}: then what they say depends "
            "on what was asked before. Give them variables of their own"
        )


def up_to(most: int, value: Any, name: str) -> int:
    """Return a whole number from 1 to ``most`` as an int; otherwise raise ValueError, with the
    name.
    """
    if ask.whole(value, name, 1) > most:
        raise ValueError(f"{name}={value}: give at most {most:,}")
    return int(value)


def sample(size: int) -> list[int]:
    """Numbers below ``size`` at which rules are compared: the first, the last, and some drawn from
    a fixed seed.
    """
    drawn = np.random.default_rng(size).integers(size, size=COMPARED)
    return sorted({0, size - 1, *drawn.tolist()})


def chosen(numbers: NDArray[np.int64], most: int = COMPARED) -> list[int]:
    """At most so many of these numbers, drawn from a fixed seed, at which rules are compared."""
    few = min(len(numbers), most)
    if few == 0:
        return []
    drawn = np.random.default_rng(len(numbers)).choice(numbers, few, replace=False)
    return [int(i) for i in drawn]


@dataclass(frozen=True, eq=False, repr=False)
class Rules:
    """The rules of a game over the numbers 0 to ``size - 1``.

    ``most``: no position has more options than this. ``data``: int64, flat: the game's table.
    """

    size: int
    most: int
    data: NDArray[np.int64]

    @classmethod
    def of(
        cls, size: int, most: int, data: Data, game: Any, **rules: Callable[..., int] | None
    ) -> Self:
        """The rules of a game, if any, given as functions, as they are now."""
        most = up_to(MOST, most, "most")
        table, layout = table_of(data)
        made = Rule.all_of(game, rules, layout=layout)
        return cls(ask.whole(size, "size", 1), most, table, *made).frozen()

    @property
    def all(self) -> dict[str, Rule]:
        """The rules that the game has, by the names of their fields."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if isinstance(value, Rule)}

    @property
    def digest(self) -> tuple[str | None, ...]:
        """What tells these rules apart: it differs if anything that they read differs."""
        return tuple(rule.digest for rule in self.all.values())

    def frozen(self) -> Self:
        """These rules with the present values of all that they read. It is the same object if
        nothing has changed.
        """
        now: dict[str, Any] = {name: rule.frozen() for name, rule in self.all.items()}
        return (
            self
            if all(now[name] is rule for name, rule in self.all.items())
            else replace(self, **now)
        )

    def compile(self) -> None:
        """Compile the rules, if the game is large enough for that, and compare them with plain
        Python at a sample.

        Raises ValueError, saying where they differ.
        """
        for rule in self.all.values():
            rule.at(self.size * self.most)
        self.compare(sample(self.size))

    def compare(self, numbers: Iterable[int]) -> None:
        """Compare the rules that are compiled with plain Python at these numbers."""
        raise NotImplementedError

    def room(self) -> NDArray[np.int64]:
        """int64: room for twice the options of one position, so that too many do no harm."""
        return with_spare(2 * self.most)

    def rows(
        self, rule: Rule, codes: NDArray[np.int32], indptr: NDArray[Any], kind: Any
    ) -> tuple[Array, Array]:
        """What a rule lists at each position, one after another, and what it returns, as numbers of
        dtype ``kind``.
        """
        written = np.empty(indptr[-1], kind)
        returned = np.zeros(len(codes), kind)
        work = len(codes) * self.most
        list_rows = list_all.at(work)
        list_rows(rule.at(work), codes, self.data, self.room(), indptr, written, returned)
        return written, returned


@dataclass(frozen=True, eq=False)
class GraphRules(Rules):
    """The rules of a game that has a size, as ``CompiledRules`` describes them; no position has more
    sources than ``most``, either.
    """

    options: Rule
    outcome: Rule
    sources: Rule | None
    remoteness: Rule | None = None

    def listed(self, rule: Rule, i: int) -> list[int] | None:
        """What a rule, not compiled, lists at one position; None if the number does not stand for a
        position.

        Raises ValueError for a rule that fails, needs more room than ``most``, or lists numbers not
        in the game.
        """
        out = self.room()
        count = rule.checked(NO_POSITION, self.most, i, self.data.data, out.data)
        if count == 0 and rule is self.options:
            self.outcome.checked(-1, 1, i, self.data.data)
        found = out[: max(count, 0)].tolist()
        if len({*found}) < len(found) or not all(0 <= j < self.size for j in found):
            raise ValueError(
                f"{rule.name}({i}) lists {found}: each number once, from 0 to {self.size - 1}"
            )
        return None if count == NO_POSITION else found

    def counted(
        self, begin: int, end: int, sums: NDArray[np.uint32] | None = None
    ) -> tuple[NDArray[Any], NDArray[np.int8]]:
        """For the numbers from ``begin`` to ``end`` the count of options, and the result where
        there is none. Their moves are added to the ``sums`` of ``count_options``.

        Raises ValueError for counts, options and results that cannot be.
        """
        work = self.size * self.most
        results = np.empty(end - begin, np.int8)
        degrees = np.empty(end - begin, np.int16 if self.most < 1 << 15 else np.int32)
        rules = self.options.at(work), self.outcome.at(work)
        if sums is None:
            sums = np.empty(0, np.uint32)
        count = count_options.at(work)
        fault = count(*rules, begin, self.size, self.data, self.room(), degrees, results, sums)
        if fault >= 0:
            self.listed(self.options, fault)  # raises the error that names the fault
            raise ValueError(
                f"position {fault} differs under the compiled rules: do they write beyond their "
                "room?"
            )
        return degrees, results

    def compare(self, numbers: Iterable[int]) -> None:
        """Compare the compiled rules with plain Python at these numbers; raise ValueError, saying
        where they differ.
        """
        if not self.options.is_compiled:
            return
        options: dict[tuple[int, ...], Said] = {(i,): self.said(self.options, i) for i in numbers}
        compare(self.options, options, self.data, self.most)
        over = [i for (i,) in options if options[i,][0] == 0]
        compare(
            self.outcome,
            {(i,): (self.outcome.checked(-1, 1, i, self.data.data), []) for i in over},
            self.data,
        )
        if self.remoteness is not None:
            settled = [i for i in over if self.outcome.checked(-1, 1, i, self.data.data) != 0]
            said = self.remoteness.checking(0, LONGEST_END)
            compare(
                self.remoteness,
                {(i,): (said(i, self.data.data), []) for i in settled},
                self.data,
            )
        if self.sources is not None:
            there = [i for (i,) in options if options[i,][0] != NO_POSITION]
            compare(
                self.sources,
                {(i,): self.said(self.sources, i) for i in there},
                self.data,
                self.most,
            )

    def said(self, rule: Rule, i: int) -> Said:
        """What a rule, not compiled, returns and lists at one position."""
        listed = self.listed(rule, i)
        return (NO_POSITION, []) if listed is None else (len(listed), listed)

    def check(self) -> None:
        """Try the rules at some positions, not compiled, so that errors can be named; and compare
        moves with un-moves.

        Raises ValueError, saying where, if rules fail or contradict each other.
        """
        for i in np.unique(np.linspace(0, self.size - 1, TRIED).astype(int)).tolist():
            if (there := self.listed(self.options, i)) is None:
                continue
            for j in there[:FEW]:
                if self.listed(self.options, j) is None:
                    raise ValueError(
                        f"position {i} leads to {j}, which is not a position by the rules"
                    )
                if self.sources is not None and (self.listed(self.sources, j) or []).count(i) != 1:
                    raise forgotten(i, j)
            for j in (self.listed(self.sources, i) or [])[:FEW] if self.sources is not None else []:
                if i not in (self.listed(self.options, j) or []):
                    raise invented(j, i)
