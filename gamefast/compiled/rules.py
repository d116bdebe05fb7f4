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
from gamefast.compiled.table import Data, Layout, caller_of, table_of
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

#: What has been compiled, by the digest of the frozen rule and the rule's ``width``.
COMPILED: dict[tuple[str, int], Callable[..., int]] = {}

#: The parameters of a rule, by its ``width``.
PARAMETERS = {1: ("i", "data", "out"), 2: ("i", "j", "data", "out")}

#: No result takes more further moves than this where play is over: the score of a search has room
#: for them.
LONGEST_END = 100_000

#: What sets the largest number that a rule may return, for errors; ``most`` for rules that list.
LIMIT = {"evaluate": "scale"}

#: Why a rule may say something else once it is compiled.
DIFFERENCES = (
    "Compiled whole numbers have 64 bits and wrap round, a fraction is cut to a whole number, and "
    "an index beyond the end of an array is not noticed"
)

#: How many positions are compared with plain Python once rules are compiled, and how many options
#: there may be room for at all of these together.
COMPARED, LISTED = 1_000, 1_000_000


class Rule:
    """One function of a game's rules.

    A new rule runs the function that it was given, which reads what it reads anew at each call. A
    rule made by ``frozen`` runs a copy, which keeps the values of the moment in which it was
    frozen; only such a rule can be compiled: ``rule.at(size)``.

    Parameters
    ----------
    function
        A plain function ``f(i, data)`` or ``f(i, data, out)`` of an int and int64 arrays that
        returns an int. It may read numbers, tuples and arrays, and call other such functions.
    who, name
        Whose rule it is, and which rule, for errors.
    width
        How many numbers a position is; if 2, the function is ``f(i, j, data)`` or ``f(i, j, data,
        out)``.
    layout
        How names stand in the game's table, if ``data`` has names.

    Attributes
    ----------
    original
        The function that was given.
    plain
        The function that runs: ``original``, or its copy if the rule is frozen.
    digest
        What tells apart two copies that read different values; None if the rule is not frozen.
    recursive
        Whether the function, or one that it calls, calls itself. Known only if the rule is frozen.

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
        width: int = 1,
        layout: Layout | None = None,
    ) -> None:
        if not isinstance(function, FunctionType):
            raise TypeError(
                f"{name} of {who} is {function!r}: give a plain function, outside of any class"
            )
        self.original = function
        self.plain = function
        self.who = who
        self.name = name
        self.width = width
        self.layout = layout
        self.digest: str | None = None
        self.recursive = False

    @classmethod
    def all_of(
        cls,
        game: Any,
        functions: Mapping[str, Callable[..., int] | None],
        width: int = 1,
        layout: Layout | None = None,
    ) -> list[Any]:
        """The rules of one game, in the order of these functions, which stand under the names of
        the rules; None in the place of a rule that the game does not have.
        """
        who = "the game" if game is None else type(game).__name__
        return [
            None if function is None else cls(function, who, name, width, layout)
            for name, function in functions.items()
        ]

    def frozen(self) -> Rule:
        """This rule with the present values of all that it reads. It is the same object if it has
        been frozen before and nothing has changed since.
        """
        try:
            copy = freeze(self.original)
        except CannotFreeze as error:
            raise TypeError(f"{self.name} of {self.who} {error}") from None
        # The compiled rule contains where each name stands in the table, so the layout counts too.
        digest = copy.digest if self.layout is None else f"{copy.digest}{self.layout.digest}"
        if digest == self.digest:
            return self
        rule = Rule(self.original, self.who, self.name, self.width, self.layout)
        rule.plain = copy.function
        rule.digest = digest
        rule.recursive = copy.recursive
        return rule

    @property
    def in_python(self) -> Callable[..., int]:
        """The rule as a loop calls it, with a flat table, but not compiled."""
        if self.layout is None:
            return self.plain
        return self.layout.by_name(self.plain, self.width)

    def ask(self, low: int, high: int, *arguments: Any) -> int:
        """What the rule, not compiled, returns: the arguments are the position in numbers, ``data``
        and, for a rule that lists, ``out``. Arrays are given as memoryviews.

        Raises ValueError for a rule that fails, naming the line, and for anything but a whole
        number from low to high.
        """
        return self._ask(self.in_python, low, high, *arguments)

    def asker(self, low: int, high: int) -> Callable[..., int]:
        """``ask`` with these limits, for many calls: a table with names is read only once."""
        return partial(self._ask, self.in_python, low, high)

    def _ask(self, function: Callable[..., int], low: int, high: int, *arguments: Any) -> int:
        """``ask``, with the rule's ``in_python`` as ``function``."""
        try:
            number = function(*arguments)
        except Exception as error:  # the rule may fail in any way
            raise ValueError(self._failure(error, arguments)) from None
        is_whole = isinstance(number, int | np.integer)
        if is_whole and low <= number <= high:
            return int(number)
        # With ``out`` behind the position and ``data``, the rule lists. Mostly it returns how many;
        # ``shares`` returns a sum, which may be larger than MOST.
        lists = len(arguments) == self.width + 2
        counts = lists and high <= MOST
        raise ValueError(
            f"{self.question(arguments)} gives {number!r}: give a whole number, {low} to "
            f"{high}{self._name_of_limit(counts)}"
        )

    def question(self, arguments: Sequence[Any]) -> str:
        """The rule with a position as a person would write it, ``options(7)``. Arguments after the
        position are left out.
        """
        position = arguments[: self.width]
        return f"{self.name}({', '.join(map(str, position))})"

    def _name_of_limit(self, counts: bool) -> str:
        """What sets the largest number that the rule may return, for errors: `` (`most`)`` if it
        counts options, otherwise "" or an entry of LIMIT.
        """
        name = LIMIT.get(self.name, "most" if counts else "")
        return f" (`{name}`)" if name else ""

    def _failure(self, error: Exception, arguments: Sequence[Any]) -> str:
        """What is said of an error that the rule has raised: the question, the error, the line, and
        for an index that is out of range how long the arrays are.
        """
        # The innermost line in the rule's own file: an error in a helper of another file is blamed
        # on the line that calls it. ``expression`` is the part of the line that failed.
        code = self.plain.__code__
        line = code.co_firstlineno
        expression = ""
        for frame in traceback.extract_tb(error.__traceback__):
            if frame.filename == code.co_filename:
                line = frame.lineno or line
                expression = getline(code.co_filename, line)[frame.colno : frame.end_colno]
        where = f"line {line} of {Path(code.co_filename).name}"
        if isinstance(error, IndexError):
            arrays = arguments[self.width :]
            where = "; ".join([f"{where}: {expression}", *self._lengths(*arrays)])
        if isinstance(error, AttributeError) and self.layout is not None:
            where = f"{where}; the names in data are {', '.join(self.layout.names)}"
        return f"{self.question(arguments)} fails, {type(error).__name__}: {error} ({where})"

    def _lengths(self, data: Any, out: Any = None) -> list[str]:
        """How long the arrays are that the rule is given, in words."""
        if self.layout is None:
            lengths = [f"len(data) is {len(data)}"]
        else:
            values = self.layout.read(data)._asdict()
            lengths = [
                f"len(data.{name}) is {len(value)}"
                for name, value in values.items()
                if name in self.layout.arrays
            ]
        if out is not None:
            lengths.append(f"len(out), which `most` sets, is {len(out)}")
        return lengths

    def __getstate__(self) -> dict[str, Any]:
        # A frozen copy has no name by which it could be pickled.
        return vars(self) | {"plain": self.original}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        digest_then = self.digest
        if digest_then is None:  # it was not frozen
            return
        self.digest = None  # ``plain`` is no copy, so it has to be frozen anew
        now = self.frozen()
        if now.digest != digest_then:
            raise ValueError(
                f"{self.name} of {self.who} has changed since this was pickled, or something that "
                "it reads has: solve or search again"
            )
        vars(self).update(vars(now))

    def at(self, size: float) -> Callable[..., int]:
        """Return the function of a frozen rule to run in a loop over ``size`` positions and moves:
        compiled if they are many, otherwise as plain Python.
        """
        if size < kernels.COMPILE_FROM:
            return self.in_python
        if self.digest is None:
            raise AssertionError("a rule is frozen before it is compiled")
        key = self.digest, self.width
        if key not in COMPILED:
            COMPILED[key] = self._compile() or self.in_python  # the latter without numba
        return COMPILED[key]

    @property
    def is_compiled(self) -> bool:
        """Whether this very rule, with the values that it reads, has been compiled already."""
        return (self.digest, self.width) in COMPILED

    def _compile(self) -> Any:
        """The function compiled; None if there is no numba. Then the loop that gets the rule cannot
        be compiled either, and raises the error.

        Machine code is kept on disk under the rule's name and its digest, so that other values are
        other files. That of a function that calls itself is not kept: read again from disk, it
        crashes.
        """
        try:
            import numba
        except ImportError:
            return None
        if self.plain.__code__.co_kwonlyargcount:
            raise self._refusal("a rule has no parameters after a *")

        # The code of the functions that the rule calls is put in where it calls them.
        inline = numba.njit(error_model="numpy", forceinline=True)
        function = with_helpers(self.plain, inline)

        # The rule takes an int64 for each number of the position, and then one or two arrays.
        # Parameters with a default do not count, because a loop gives them nothing.
        parameter_count = function.__code__.co_argcount - len(function.__defaults__ or ())
        numbers = [numba.int64] * self.width
        arrays = [numba.int64[::1]] * (parameter_count - self.width)
        signature = numba.int64(*numbers, *arrays)

        # If the rule has such parameters, or reads names while a loop gives it one flat table, a
        # function with the right parameters stands between the loop and the rule.
        if function.__defaults__ or self.layout is not None:
            parameters = PARAMETERS[self.width][:parameter_count]
            function = caller_of(inline(function), parameters, self.layout, self.plain)

        # numba keeps on disk only functions of a file, without variables of a function around them.
        function.__qualname__ = f"{self.plain.__name__}_{self.digest}"
        on_disk = (
            Path(function.__code__.co_filename).is_file()
            and not function.__closure__
            and not self.recursive
        )
        with warnings.catch_warnings():
            # numba says what it does not keep on disk, and what it may change one day: neither is
            # the user's concern.
            warnings.simplefilter("ignore", numba.core.errors.NumbaWarning)
            try:
                return self._compile_by(numba, signature, function, on_disk)
            except TypeError:  # the rule itself is refused
                raise
            except Exception:
                # No place to keep it, a full disk, a damaged file: numba raises many kinds of
                # errors.
                return self._compile_by(numba, signature, function, on_disk=False)

    def _compile_by(self, numba: Any, signature: Any, function: FunctionType, on_disk: bool) -> Any:
        """What numba makes of a function; ``on_disk``: whether it keeps the machine code there.
        Raises TypeError, naming the line, for code that numba refuses.
        """
        try:
            return numba.cfunc(signature, cache=on_disk, error_model="numpy")(function)
        except (numba.core.errors.NumbaError, numba.core.errors.UnsupportedBytecodeError) as error:
            raise self._refusal(str(error)) from None

    def _refusal(self, message: str) -> TypeError:
        """The error for a rule that cannot be compiled, from the message of numba: which, where and
        why.
        """
        code = self.plain.__code__
        # numba names places as ``File "race.py", line 7`` or ``Raised from race.py (7)``.
        places = re.findall(r'(?:File|Raised from) "?([^"\n]*?)"?(?:, line | \()(\d+)', message)
        file, line_number = places[0] if places else (code.co_filename, code.co_firstlineno)
        # The reason is the first line that does not only say in which stage of compiling it failed.
        reason, *_ = (
            line
            for line in map(str.strip, message.splitlines())
            if line and not line.startswith("Failed in")
        )
        return TypeError(
            f"{self.name} of {self.who} does not compile, line {line_number} of "
            f"{Path(file).name}: {reason} "
            "(rules may use numbers, tuples of numbers, loops, arrays, and other such functions)"
        )


# The loops below serve positions of one number and of two. By its length, the tuple ``words``, (0,)
# or (0, 0), tells which: numba knows the length of a tuple when it compiles, and leaves out the
# other branch.


@Kernel
def ask_for_numbers(words: Any, rule: Any, positions: Array, data: Array, numbers: Array) -> None:
    """Ask a rule that says a number: ``numbers[k]`` becomes what it says of position k of a list.

    Parameters
    ----------
    words, rule
        (0,) or (0, 0), as many as a position has numbers, and the rule.
    positions
        int64, shape (k,) or (2 * k,): the numbers of the positions, one position after another.
    data
        int64: the game's table.
    numbers
        int64, shape (k,): is filled.
    """
    for k in range(len(numbers)):
        if len(words) == 1:
            numbers[k] = rule(positions[k], data)
        else:
            numbers[k] = rule(positions[2 * k], positions[2 * k + 1], data)


def remoteness_by(
    rule: Rule, codes: NDArray[np.int64], data: NDArray[np.int64], size: int
) -> NDArray[np.int32]:
    """What the rule ``remoteness`` says of many positions; compiled if the whole game is large
    enough, with ``size`` positions and moves.

    ``codes``: int64, flat, one or two numbers for each position. Returns int32, shape (k,). Raises
    ValueError, naming the first position, for anything but a whole number from 0 to LONGEST_END.
    """
    words = (0,) * rule.width
    flat = np.array(codes, np.int64)
    found = np.zeros(len(flat) // rule.width, np.int64)
    if size >= kernels.COMPILE_FROM:
        ask_for_numbers.compiled(words, rule.at(size), flat, data, found)
    else:
        ask_for_numbers.interpreted(words, rule.asker(0, LONGEST_END), flat, data, found)
    at_fault = np.flatnonzero((found < 0) | (found > LONGEST_END))
    if at_fault.size:  # only if the rule is compiled: as plain Python it is checked at each call
        k = at_fault[0]
        position = flat.reshape(-1, rule.width)[k].tolist()
        # As plain Python the same rule raises an error that names the fault, unless they differ.
        rule.ask(0, LONGEST_END, *position, data.data)
        raise ValueError(f"{rule.question(position)} gives {found[k]} compiled. {DIFFERENCES}")
    return found.astype(np.int32)


@Kernel
def ask_for_lists(
    words: Any,
    rule: Any,
    positions: Array,
    data: Array,
    out: Array,
    returned: Array,
    written: Array,
) -> None:
    """Ask a rule that lists positions: ``returned[k]`` becomes what it returns of position k of a
    list, and row k of ``written`` what it writes.

    Parameters
    ----------
    words, rule, positions, data
        The same as for ``ask_for_numbers``.
    out
        int64: room for what the rule writes.
    returned, written
        int64, shape (k,) and (k * row,): are filled; of ``out`` only the first ``row`` numbers are
        kept.
    """
    row = len(written) // len(returned)
    for k in range(len(returned)):
        for e in range(row):  # nothing of the position before may be left
            out[e] = 0
        if len(words) == 1:
            returned[k] = rule(positions[k], data, out)
        else:
            returned[k] = rule(positions[2 * k], positions[2 * k + 1], data, out)
        for e in range(row):
            written[k * row + e] = out[e]


#: What a rule says of a position: the number that it returns; and the numbers that it lists, one
#: after another, [] if it only returns a number.
Said = tuple[int, list[int]]


def compare_compiled(
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
    # If there is much room at each position, fewer are compared, but at least one.
    how_many = max(1, LISTED // max(most, 1))
    positions = list(in_python)[:how_many]
    numbers, rows = said_compiled(rule, positions, data, most)
    for position, number, row in zip(positions, numbers, rows, strict=True):
        expected_number, expected_list = in_python[position]
        if number == expected_number:
            length = len(expected_list)
        else:  # the error shows what it lists, as much as it says there is
            length = max(number, 0) * rule.width
        found = number, row[:length]
        if found != (expected_number, expected_list):
            raise ValueError(
                f"{rule.question(position)} gives {in_words(in_python[position])} in Python, but "
                f"{in_words(found)} compiled. {DIFFERENCES}"
            )


def said_compiled(
    rule: Rule, positions: Sequence[tuple[int, ...]], data: NDArray[np.int64], most: int
) -> tuple[list[int], list[list[int]]]:
    """What a compiled rule says at each position: the number, and the room that it writes to, of
    which only a part need be filled. ``most``: as for ``compare_compiled``.
    """
    function = COMPILED[rule.digest or "", rule.width]  # a compiled rule has a digest
    words = (0,) * rule.width
    row = most * rule.width
    flat = np.array(positions, np.int64).ravel()
    numbers = np.zeros(len(positions), np.int64)
    written = np.zeros((len(positions), row), np.int64)
    if most:
        out = with_spare(2 * row)
        ask_for_lists.compiled(words, function, flat, data, out, numbers, written.reshape(-1))
    else:
        ask_for_numbers.compiled(words, function, flat, data, numbers)
    return numbers.tolist(), written.tolist()


def _without_lists(numbers: Mapping[int, int]) -> dict[int, Said]:
    """What a rule says that only returns a number, with an empty list for each."""
    return {i: (number, []) for i, number in numbers.items()}


def in_words(said: Said) -> str:
    """What a rule has said, for errors: the number and, if it lists, the list cut short."""
    number, entries = said
    return f"{number}: {short(entries)}" if entries else str(number)


@dataclass(frozen=True, eq=False)
class Coded:
    """The numbering of positions that have a code: position number k is the one with code
    ``codes[k]``.

    ``codes``: int32, shape (n,), ascending. ``code``, ``decode``: from a position to its code, and
    back; None if a position is its code.

    >>> piles = Coded(np.array([1, 3], np.int32), len, lambda count: "o" * count)
    >>> piles.index("ooo"), piles.position(0)
    (1, 'o')
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
            # bisect on a memoryview: for one number, searchsorted takes ten times as long.
            number = bisect_left(self.codes.data, code)
            if number < len(self) and self.codes[number] == code:
                return number
        except (TypeError, ValueError, LookupError, OverflowError) as error:
            # ``code`` fails on what is not a position, or bisect cannot compare it.
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

    Returns -1, or the first position at fault: it has too many options, a count below NO_POSITION,
    an option that is not a number of the game, or a result other than -1, 0 and 1.

    Parameters
    ----------
    options, outcome
        The rules.
    begin, size
        int: the first position, and how many numbers the game has.
    data, out
        int64: the game's table, and twice the room for the options of one position.
    degrees, results
        int16 or int32, and int8, shape (k,): are filled.
    sums
        uint32, shape (size,), or (0,) if nobody needs them: each position adds its summand (see
        ``walking``) to the sum of each of its options.
    """
    for k in range(len(degrees)):
        i = begin + k
        own_summand = summand(i)
        count = options(i, data, out)
        result = outcome(i, data) if count == 0 else 0
        if count < NO_POSITION or 2 * count > len(out) or result < -1 or result > 1:
            return i
        degrees[k] = count
        results[k] = result
        for e in range(count):  # none if the count is NO_POSITION
            option = out[e]
            if option < 0 or option >= size:
                return i
            if len(sums) > 0:
                sums[option] = (sums[option] + own_summand) & SUM
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
        int32, shape (k,): numbers that stand for positions. The rule is not asked at those whose
        rows are empty.
    data, out
        int64: the game's table, and twice the room for the options of one position.
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
    """int64, shape (size,): zeros for a rule to write to. Behind them SPARE numbers more belong to
    the same block of memory, because a compiled rule does not notice where an array ends.
    """
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
    """Numbers below ``size`` at which rules are compared: the first, the last, and some drawn at
    random, the same ones each time.
    """
    rng = np.random.default_rng(size)  # any fixed seed would do
    drawn = rng.integers(size, size=COMPARED)
    return sorted({0, size - 1, *drawn.tolist()})


def spread(size: int) -> list[int]:
    """At most TRIED numbers below ``size``, evenly spread from the first to the last."""
    numbers = np.linspace(0, size - 1, TRIED).astype(int)
    return [int(i) for i in np.unique(numbers)]  # unique: a small size gives some of them twice


def drawn_from(numbers: NDArray[np.int64], most: int = COMPARED) -> list[int]:
    """At most so many of these numbers, drawn at random, the same ones each time: rules are
    compared there.
    """
    count = min(len(numbers), most)
    if count == 0:
        return []
    rng = np.random.default_rng(len(numbers))  # any fixed seed would do
    return [int(i) for i in rng.choice(numbers, count, replace=False)]


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
        """Frozen rules, made of plain functions.

        ``game``: whose rules they are, for errors, or None. ``rules``: the functions in the order
        of the fields of the class, by the names that they have in errors.
        """
        most = up_to(MOST, most, "most")
        table, layout = table_of(data)
        fields_behind_data = Rule.all_of(game, rules, layout=layout)
        return cls(ask.whole(size, "size", 1), most, table, *fields_behind_data).frozen()

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
        rules = self.all
        frozen_rules: dict[str, Any] = {name: rule.frozen() for name, rule in rules.items()}
        if all(frozen_rules[name] is rules[name] for name in rules):
            return self
        return replace(self, **frozen_rules)

    def compile(self) -> None:
        """Compile the rules, if the game is large enough for that, and compare them with plain
        Python at a sample.

        Raises ValueError, saying where they differ.
        """
        for rule in self.all.values():
            rule.at(self.size * self.most)  # compiles it, and keeps the result in COMPILED
        self.compare(sample(self.size))

    def compare(self, numbers: Iterable[int]) -> None:
        """Compare the rules that are compiled with plain Python at these numbers."""
        raise NotImplementedError

    def room(self) -> NDArray[np.int64]:
        """int64: room for twice the options of one position, so that a rule that lists too many is
        found out before it has done harm.
        """
        return with_spare(2 * self.most)

    def rows(
        self, rule: Rule, codes: NDArray[np.int32], indptr: NDArray[Any], kind: Any
    ) -> tuple[Array, Array]:
        """What a rule lists at each position, one row after another, and what it returns there, as
        numbers of dtype ``kind``.

        ``codes``: the positions. ``indptr``: where their rows begin and end. The rule is not asked
        at positions whose rows are empty.
        """
        written = np.empty(indptr[-1], kind)
        returned = np.zeros(len(codes), kind)
        work = len(codes) * self.most  # at most so many options
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
        count = rule.ask(NO_POSITION, self.most, i, self.data.data, out.data)
        if count == NO_POSITION:
            return None
        if count == 0 and rule is self.options:
            self._result(i)  # raises ValueError for an outcome that fails, or is none
        numbers: list[int] = out[:count].tolist()
        if len({*numbers}) < len(numbers) or not all(0 <= j < self.size for j in numbers):
            raise ValueError(
                f"{rule.name}({i}) lists {numbers}: each number once, from 0 to {self.size - 1}"
            )
        return numbers

    def _result(self, i: int) -> int:
        """What ``outcome``, not compiled, says of a position at which play is over."""
        return self.outcome.ask(-1, 1, i, self.data.data)

    def counted(
        self, begin: int, end: int, sums: NDArray[np.uint32] | None = None
    ) -> tuple[NDArray[Any], NDArray[np.int8]]:
        """For each number from ``begin`` to ``end - 1`` the count of its options, and its result if
        it has none. If ``sums`` are given, their moves are added to these: see ``count_options``.

        Raises ValueError for counts, options and results that cannot be.
        """
        work = self.size * self.most  # of the whole game: it decides whether to compile
        results = np.empty(end - begin, np.int8)
        fits_16_bits = self.most <= np.iinfo(np.int16).max
        degrees = np.empty(end - begin, np.int16 if fits_16_bits else np.int32)
        if sums is None:
            sums = np.empty(0, np.uint32)
        count = count_options.at(work)
        at_fault = count(
            self.options.at(work),
            self.outcome.at(work),
            begin,
            self.size,
            self.data,
            self.room(),
            degrees,
            results,
            sums,
        )
        if at_fault >= 0:
            # As plain Python the same rules raise an error that names the fault, unless they
            # differ.
            self.listed(self.options, at_fault)
            raise ValueError(
                f"position {at_fault} differs under the compiled rules: do they write beyond their "
                "room?"
            )
        return degrees, results

    def compare(self, numbers: Iterable[int]) -> None:
        """Compare the compiled rules with plain Python at these numbers; raise ValueError, saying
        where they differ.
        """
        if not self.options.is_compiled:
            return
        options = {i: self._said(self.options, i) for i in numbers}
        self._compare_rule(self.options, options, self.most)

        # The rule for the result is asked only where play is over, and the one for the remoteness
        # only where it is won or lost.
        results = {i: self._result(i) for i, (count, _) in options.items() if count == 0}
        self._compare_rule(self.outcome, _without_lists(results))
        if self.remoteness is not None:
            remoteness_of = self.remoteness.asker(0, LONGEST_END)
            won_or_lost = [i for i, result in results.items() if result != 0]
            moves = {i: remoteness_of(i, self.data.data) for i in won_or_lost}
            self._compare_rule(self.remoteness, _without_lists(moves))

        if self.sources is not None:
            positions = [i for i, (count, _) in options.items() if count != NO_POSITION]
            sources = {i: self._said(self.sources, i) for i in positions}
            self._compare_rule(self.sources, sources, self.most)

    def _compare_rule(self, rule: Rule, in_python: Mapping[int, Said], most: int = 0) -> None:
        """``compare_compiled``, with what plain Python says of each number."""
        compare_compiled(rule, {(i,): said for i, said in in_python.items()}, self.data, most)

    def _said(self, rule: Rule, i: int) -> Said:
        """What a rule, not compiled, returns and lists for one number."""
        numbers = self.listed(rule, i)
        return (NO_POSITION, []) if numbers is None else (len(numbers), numbers)

    def check(self) -> None:
        """Try the rules at some positions, not compiled, so that errors can be named; and compare
        moves with un-moves.

        Raises ValueError, saying where, if rules fail or contradict each other.
        """
        for i in spread(self.size):
            options = self.listed(self.options, i)
            if options is None:
                continue
            for option in options[:FEW]:
                if self.listed(self.options, option) is None:
                    raise ValueError(
                        f"position {i} leads to {option}, which is not a position by the rules"
                    )
                if self.sources is not None:
                    unmoves = self.listed(self.sources, option) or []
                    if unmoves.count(i) != 1:
                        raise forgotten(i, option)
            if self.sources is not None:
                unmoves = self.listed(self.sources, i) or []
                for source in unmoves[:FEW]:
                    moves = self.listed(self.options, source) or []
                    if i not in moves:
                        raise invented(source, i)
