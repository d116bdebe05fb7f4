"""Rules over whole numbers, compiled: what numba makes of a plain function, and the error if numba refuses it.

A rule is compiled for one signature and handed to the loops as a value. So a loop is compiled once for all games, and
the loops and the rules are kept between sessions.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Mapping, MutableMapping
from contextlib import suppress
from dataclasses import dataclass
from linecache import getline
from pathlib import Path
from reprlib import repr as short
from types import FunctionType
from typing import Any, Self
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gamelib import ask
from gamelib.core import UnknownPosition
from gamelib.machine import Array, Kernel, kernels

#: What ``options`` returns for a number that does not stand for a position.
NO_POSITION = -1

#: How many positions are tried in plain Python before anything is compiled, and how many moves at each.
TRIED, FEW = 24, 3

#: The largest ``most``; and how many numbers a wrong rule may write beyond its room without harm.
MOST, SPARE = 1_000_000, 4_096

#: What has been compiled, for as long as the function exists.
COMPILED: MutableMapping[Callable[..., int], Callable[..., int]] = WeakKeyDictionary()


class Rule:
    """One function of a game's rules, to be run as it is or compiled: ``rule.at(size)``.

    Parameters
    ----------
    function
        A plain function ``f(i, data)`` or ``f(i, data, out)`` of an int and int64 arrays that returns an int. It may
        call other plain functions of its own file.
    who, name
        Whose rule it is, and which rule, for errors.
    helpers
        A dict of the functions that other rules of the same game have already compiled; those of this rule are added.
    words
        How many numbers a position is; if 2, the function is ``f(i, j, data)`` or ``f(i, j, data, out)``.

    Raises
    ------
    TypeError
        For anything but a plain function; when compiled, also for code that numba refuses, naming the line.

    Examples
    --------
    >>> def outcome(i, data):
    ...     return -1
    >>> Rule(outcome, "the race", "outcome", {}).at(100)(20, None)
    -1
    """

    def __init__(self, function: Callable[..., int], who: str, name: str, helpers: Any, words: int = 1) -> None:
        if not isinstance(function, FunctionType):
            raise TypeError(f"{name} of {who} is {function!r}: give a plain function, outside of any class")
        self.plain, self.who, self.name, self.helpers, self.words = function, who, name, helpers, words

    @classmethod
    def all_of(cls, game: Any, functions: Mapping[str, Callable[..., int] | None], words: int = 1) -> list[Any]:
        """The rules of one game, by name, which share the functions that they call; None for a rule that is missing."""
        who, helpers = "the game" if game is None else type(game).__name__, dict[Any, Any]()
        return [rule and cls(rule, who, name, helpers, words) for name, rule in functions.items()]

    def checked(self, low: int, high: int, *given: Any) -> int:
        """What the rule says of a position, not compiled; arrays are given as memoryviews.

        Raises ValueError for a rule that fails, naming the line, and for anything but a whole number from low to high.
        """
        at = f"{self.name}({', '.join(map(str, given[: self.words]))})"
        try:
            number = self.plain(*given)
        except Exception as error:
            file, line, said = self.plain.__code__.co_filename, self.plain.__code__.co_firstlineno, ""
            for frame in traceback.extract_tb(error.__traceback__):
                if frame.filename == file:
                    line, said = frame.lineno or line, getline(file, frame.lineno or 0)[frame.colno : frame.end_colno]
            where = f"line {line} of {Path(file).name}"
            if isinstance(error, IndexError):
                sizes = zip(("len(data) is", "len(out), which `most` sets, is"), given[self.words :], strict=False)
                where = "; ".join([f"{where}: {said}", *(f"{size} {len(array)}" for size, array in sizes)])
            raise ValueError(f"{at} fails, {type(error).__name__}: {error} ({where})") from None
        if not isinstance(number, int | np.integer) or not low <= number <= high:
            most = "scale" if self.name == "evaluate" else "most" * (len(given) > self.words + 1 and high <= MOST)
            raise ValueError(f"{at} gives {number!r}: give a whole number, {low} to {high}{most and f' (`{most}`)'}")
        return int(number)

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"helpers": {}}  # machine code is not pickled

    def at(self, size: float) -> Callable[..., int]:
        """Return the function to run in a loop over ``size`` positions and moves."""
        if size < kernels.COMPILE_FROM:
            return self.plain
        if self.plain not in COMPILED:
            COMPILED[self.plain] = self._compile() or self.plain
        return COMPILED[self.plain]

    def _compile(self) -> Any:
        """The function compiled; None if there is no numba (the loop that gets it says so)."""
        try:
            import numba
        except ImportError:
            return None
        arrays = self.plain.__code__.co_argcount - self.words
        signature = numba.int64(*[numba.int64] * self.words, *[numba.int64[::1]] * arrays)
        kept = Path(self.plain.__code__.co_filename).is_file()
        function = _with_helpers(self.plain, self._refuse, self.helpers)
        try:
            return numba.cfunc(signature, cache=kept, error_model="numpy")(function)
        except (numba.core.errors.NumbaError, numba.core.errors.UnsupportedBytecodeError) as error:
            raise self._refuse(str(error)) from None
        except Exception:  # no place to keep it, a full disk, a damaged file: numba raises many kinds of errors
            return numba.cfunc(signature, error_model="numpy")(function)

    def _refuse(self, said: str) -> TypeError:
        """The error for a rule that cannot be compiled: which, where and why."""
        code = self.plain.__code__
        places = re.findall(r'(?:File|Raised from) "?([^"\n]*?)"?(?:, line | \()(\d+)', said)
        file, line = places[0] if places else (code.co_filename, code.co_firstlineno)
        lines = [line for line in map(str.strip, said.splitlines()) if line and not line.startswith("Failed in")]
        return TypeError(
            f"{self.name} of {self.who} does not compile, line {line} of {Path(file).name}: {lines[0]} "
            "(rules may use numbers, tuples of numbers, loops, arrays, and other such functions of the same file)"
        )


def _with_helpers(function: Any, refuse: Callable[[str], TypeError], done: dict[Any, Any]) -> Any:
    """The function, with the plain functions of its file that it calls compiled too."""
    import numba

    names = dict(function.__globals__)
    for name in function.__code__.co_names:
        helper = names.get(name)
        if isinstance(helper, FunctionType):
            if helper.__code__.co_filename != function.__code__.co_filename:
                raise refuse(f"{name}() is in another file")
            if helper not in done:
                done[helper] = numba.njit(error_model="numpy", forceinline=True)(_with_helpers(helper, refuse, done))
            names[name] = done[helper]
    copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
    copy.__qualname__, copy.__module__ = function.__qualname__, function.__module__
    return copy


@dataclass(frozen=True, eq=False)
class Coded:
    """The numbering of positions that have a code: position k is the one with code ``codes[k]``.

    ``codes``: int32, shape (n,), ascending. ``code``, ``decode``: from a position to its code, and back; None if a
    position is its code.

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
            place = int(np.searchsorted(self.codes, np.int32(code)))
            if place < len(self) and self.codes[place] == code:
                return place
        except (TypeError, ValueError, LookupError, OverflowError) as error:
            why = f" ({error})"
        raise UnknownPosition(f"no position {position!r} here{why}; one of them is {self.position(0)!r}")

    def position(self, index: int) -> Any:
        """The position with this number."""
        code = int(self.codes[index])
        return code if self.decode is None else self.decode(code)


@Kernel
def count_options(
    options: Any, outcome: Any, begin: int, size: int, data: Array, out: Array, degrees: Array, results: Array
) -> int:
    """Count the options of positions ``begin`` and following, and write down the results of those that have none.

    Returns -1, or the first position at fault: it has too many options, a negative count of them, an option that is not
    a number of the game, or a result that is none.

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
    """
    for place in range(len(degrees)):
        i = begin + place
        count = options(i, data, out)
        result = outcome(i, data) if count == 0 else 0
        if count < -1 or 2 * count > len(out) or result < -1 or result > 1:
            return i
        degrees[place], results[place] = count, result
        for k in range(count):
            if out[k] < 0 or out[k] >= size:
                return i
    return -1


@Kernel
def list_all(rule: Any, codes: Array, data: Array, out: Array, indptr: Array, written: Array, returned: Array) -> None:
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
        int32 or int64, shape (k + 1,), the rows to be filled; and int32 or int64, shape (indptr[k],).
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


def up_to(most: int, value: Any, name: str) -> int:
    """Return a whole number from 1 to ``most`` as an int; otherwise raise ValueError, with the name."""
    if ask.whole(value, name, 1) > most:
        raise ValueError(f"{name}={value}: give at most {most:,}")
    return int(value)


def integers(given: Any, name: str) -> NDArray[np.int64]:
    """Return whole numbers of 64 bits as a flat array of its own; otherwise raise ValueError, with the name."""
    with suppress(TypeError, ValueError, OverflowError):
        table = np.array(given, np.int64).ravel()
        if np.array_equal(table, np.ravel(given)):
            return table
    raise ValueError(f"{name}={short(given)}: give whole numbers of 64 bits")


@dataclass(frozen=True, eq=False, repr=False)
class Rules:
    """The rules of a game over the numbers 0 to ``size - 1``.

    ``most``: no position has more options than this. ``data``: int64, flat: the game's table.
    """

    size: int
    most: int
    data: NDArray[np.int64]

    @classmethod
    def of(cls, size: int, most: int, data: ArrayLike, game: Any, **rules: Callable[..., int] | None) -> Self:
        """The rules of a game, if any, given as functions."""
        most = up_to(MOST, most, "most")
        return cls(ask.whole(size, "size", 1), most, integers(data, "data"), *Rule.all_of(game, rules))

    def room(self) -> NDArray[np.int64]:
        """int64: room for twice the options of one position, so that too many do no harm."""
        return with_spare(2 * self.most)

    def rows(self, rule: Rule, codes: NDArray[np.int32], indptr: NDArray[Any], kind: Any) -> tuple[Array, Array]:
        """What a rule lists at each position, one after another, and what it returns, as numbers of dtype ``kind``."""
        written, returned, at = np.empty(indptr[-1], kind), np.zeros(len(codes), kind), len(codes) * self.most
        list_all.at(at)(rule.at(at), codes, self.data, self.room(), indptr, written, returned)
        return written, returned


@dataclass(frozen=True, eq=False)
class GraphRules(Rules):
    """The rules of a game as ``compiled`` describes them; no position has more sources than ``most``, either."""

    options: Rule
    outcome: Rule
    sources: Rule | None

    def listed(self, rule: Rule, i: int) -> list[int] | None:
        """What a rule, not compiled, lists at one position; None if the number does not stand for a position.

        Raises ValueError for a rule that fails, needs more room than ``most``, or lists numbers not in the game.
        """
        out = self.room()
        count = rule.checked(NO_POSITION, self.most, i, self.data.data, out.data)
        if count == 0 and rule is self.options:
            self.outcome.checked(-1, 1, i, self.data.data)
        found = out[: max(count, 0)].tolist()
        if len({*found}) < len(found) or not all(0 <= j < self.size for j in found):
            raise ValueError(f"{rule.name}({i}) lists {found}: each number once, from 0 to {self.size - 1}")
        return None if count == NO_POSITION else found

    def counted(self, begin: int, end: int) -> tuple[NDArray[Any], NDArray[np.int8]]:
        """For the numbers from ``begin`` to ``end`` the count of options, and the result where there is none.

        Raises ValueError for counts, options and results that cannot be.
        """
        at, results = self.size * self.most, np.empty(end - begin, np.int8)
        degrees = np.empty(end - begin, np.int16 if self.most < 1 << 15 else np.int32)
        rules = self.options.at(at), self.outcome.at(at)
        fault = count_options.at(at)(*rules, begin, self.size, self.data, self.room(), degrees, results)
        if fault >= 0:
            self.listed(self.options, fault)  # says what is wrong
            raise ValueError(f"position {fault} differs under the compiled rules: do they write beyond their room?")
        return degrees, results

    def check(self) -> None:
        """Try the rules at some positions, not compiled, so that errors can be named; and compare moves with un-moves.

        Raises ValueError, saying where, if rules fail or contradict each other.
        """
        for i in np.unique(np.linspace(0, self.size - 1, TRIED).astype(int)).tolist():
            if (there := self.listed(self.options, i)) is None:
                continue
            for j in there[:FEW]:
                if self.listed(self.options, j) is None:
                    raise ValueError(f"position {i} leads to {j}, which is not a position by the rules")
                if self.sources is not None and (self.listed(self.sources, j) or []).count(i) != 1:
                    raise ValueError(f"position {i} leads to {j}, but sources({j}) does not list {i} once")
            for j in (self.listed(self.sources, i) or [])[:FEW] if self.sources is not None else []:
                if i not in (self.listed(self.options, j) or []):
                    raise ValueError(f"sources({i}) lists {j}, but options({j}) does not list {i}")
