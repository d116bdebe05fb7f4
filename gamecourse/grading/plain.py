"""A student's answer as plain data, and whether it is as expected: one policy on types for all
exercises.

True and False are bools. A whole number is an int; an exact number is an int or a Fraction, never a
float. None is only None, and a text is never read as anything else. Lists and tuples are both
sequences, but sets and dicts are kept apart. Numpy's numbers are numbers. A right value in another
type gets a message: a number written as a text, a float for a Fraction, an array. An iterator is
refused, because it gives its items only once. Any other object becomes an ``NotPlain`` thing, which
equals nothing, so a student's ``__eq__`` is never called.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from math import isclose, isfinite
from typing import Any

from gamelib.core import Outcome

#: What a student's code may raise. Even exit() in a cell must not end the checker.
STUDENT_ERRORS = (Exception, SystemExit, GeneratorExit)

#: Where the names of outcomes come from.
OUTCOMES = "They come from gamelib: `from gamelib import WIN, LOSS, DRAW`."

#: At most this many items are read, nested at most this deep: no answer to any exercise is larger.
MOST, DEEPEST = 200_000, 30

#: A Decimal with a larger exponent is not read as a number: as a Fraction it might fill the memory.
FARTHEST = 1_000

#: The address of a thing in memory, which differs from run to run.
ADDRESS = re.compile(r" at 0x[0-9a-f]+")

#: A float this close to an exact number is taken for that number in the wrong type.
NEAR = 1e-12


@dataclass(frozen=True, eq=False)
class NotPlain:
    """Something other than plain data: its words are kept, and, if possible, plain data of the same
    value.
    """

    kind: str
    words: str
    meant: Any = None

    def __repr__(self) -> str:
        return self.words


class AnyOrder(tuple[Any, ...]):
    """An expected list or tuple whose order does not matter: these items, each once."""


def plain(thing: Any, depth: int = 0) -> Any:
    """The thing as None, bool, int, float, Fraction, str, Outcome, tuple, list, set, dict of such,
    or Odd.

    Examples
    --------
    >>> plain((True, [2, 0.5])), plain(range(2)), plain(range(2)).meant
    ((True, [2, 0.5]), range(0, 2), [0, 1])
    """
    kind = type(thing)
    if (
        thing is None
        or kind in (bool, int, float, str, Fraction, NotPlain)
        or isinstance(thing, Outcome)
    ):
        return thing
    if isinstance(thing, scalar := of_numpy("generic")):
        return plain(scalar.item(thing), depth) if kind.__module__ == "numpy" else _odd(thing)
    bases: tuple[tuple[type, Any], ...] = (
        (int, int.__int__),
        (float, float.__float__),
        (str, str.__str__),
    )
    for base, read in bases:
        if isinstance(thing, base):
            return read(thing)
    if depth >= DEEPEST:
        return _odd(thing)
    for collection in (dict, list, tuple, set, frozenset):
        if isinstance(thing, collection):
            return _collected(thing, collection, depth + 1)
    return _odd(thing, _meant(thing, depth + 1))


def of_numpy(name: str) -> Any:
    """numpy's type of this name, for isinstance; (), of which nothing is, if numpy is not
    loaded.
    """
    return getattr(sys.modules.get("numpy"), name, ())


def _collected(thing: Any, kind: Any, depth: int) -> Any:
    """A dict, list, tuple or set as plain data, unless it is too long."""
    items = list(islice(dict.items(thing) if kind is dict else kind.__iter__(thing), MOST + 1))
    if len(items) > MOST:
        return _odd(thing)
    if kind is dict:
        return {frozen(plain(key, depth)): plain(value, depth) for key, value in items}
    read = [plain(item, depth) for item in items]
    return kind(read) if kind in (list, tuple) else set(map(frozen, read))


def _meant(thing: Any, depth: int) -> Any:
    """A Decimal, or the items of an array, a range or a view, as plain data; they can be read more
    than once.
    """
    if type(thing) is Decimal:
        return Fraction(thing) if thing.is_finite() and abs(thing.adjusted()) < FARTHEST else None
    with suppress(*STUDENT_ERRORS):  # whatever a class of the student's does when it is read
        if isinstance(thing, of_numpy("ndarray")):
            return plain(thing.tolist(), depth)
        if isinstance(thing, Mapping) and not isinstance(thing, Set):
            return plain(dict(islice(thing.items(), MOST)), depth)
        if isinstance(thing, Sequence | Set) and not isinstance(thing, bytes):
            return plain(list(islice(iter(thing), MOST + 1)), depth)
    return None


def frozen(thing: Any) -> Any:
    """Plain data in a form that a set can hold: tuples for lists, frozensets for sets and dicts."""
    if isinstance(thing, list | tuple):
        return tuple(map(frozen, thing))
    if isinstance(thing, set | frozenset):
        return frozenset(map(frozen, thing))
    return (
        frozenset((key, frozen(value)) for key, value in thing.items())
        if isinstance(thing, dict)
        else thing
    )


def _odd(thing: Any, meant: Any = None) -> NotPlain:
    return NotPlain(type(thing).__name__, words(thing), meant)


def words(thing: Any) -> str:
    """What ``repr`` says of a thing, without its address, or that ``repr`` fails."""
    try:
        return ADDRESS.sub("", str.__str__(repr(thing)))
    except STUDENT_ERRORS:
        return f"<a {type(thing).__name__} that cannot be shown>"


def agreement(found: Any, expected: Any) -> str | None:
    """How plain data fits: None for a wrong value, otherwise what is wrong with its type, or "" if
    nothing is.

    Parameters
    ----------
    found
        Plain data, from a student.
    expected
        The right value, made by us. Order does not matter in a set, frozenset or AnyOrder, but does
        in other sequences.

    Examples
    --------
    >>> agreement((1, 2), [1, 2]), agreement(3.5, Fraction(7, 2)), agreement([], None)
    ('', 'It is a float: give the number exactly, as an int or a Fraction.', None)
    """
    if isinstance(found, NotPlain):
        return (
            None
            if found.meant is None or agreement(found.meant, expected) is None
            else _of_a_kind(found, expected)
        )
    if expected is None or found is None:
        return "" if found is expected else _as_text(found, expected)
    if isinstance(expected, str):
        return "" if isinstance(found, str) and found == expected else None
    if isinstance(expected, (bool, int, float, Fraction, of_numpy("generic"))):
        return _scalar_agreement(found, plain(expected))
    if isinstance(expected, Mapping):
        if not isinstance(found, dict) or found.keys() != expected.keys():
            return None
        return _worst(agreement(found[key], expected[key]) for key in expected)
    if isinstance(expected, Set | AnyOrder):
        return _unordered_agreement(found, expected)
    if not isinstance(expected, Sequence):  # an odd thing, of ours too
        return None
    if isinstance(found, list | tuple):
        return _worst(map(agreement, found, expected)) if len(found) == len(expected) else None
    unordered = (
        isinstance(found, set)
        and found == set(map(frozen, expected))
        and len(found) == len(expected)
    )
    return "It is a set, which has no order: give a list." if unordered else None


def _scalar_agreement(found: Any, expected: Any) -> str | None:
    """How a value fits a bool, an outcome or a number."""
    if not isinstance(found, int | float | Fraction):
        return _as_text(found, expected)
    if isinstance(found, float) and isinstance(expected, int | Fraction) and isfinite(found):
        if not isclose(found, expected, rel_tol=NEAR, abs_tol=NEAR):
            return None
    elif found != expected:
        return None
    if isinstance(expected, bool):
        return "" if isinstance(found, bool) else "It is a number: give True or False."
    if isinstance(expected, Outcome):
        return (
            ""
            if isinstance(found, Outcome)
            else f"It is a number: give WIN, LOSS or DRAW. {OUTCOMES}"
        )
    if isinstance(found, bool):
        return "It is True or False: give a number."
    if isinstance(found, Outcome):
        return "It is an outcome: give a number."
    if isinstance(expected, float):
        return ""
    if isinstance(found, float):
        exact = isinstance(expected, Fraction)
        return (
            "It is a float: give "
            f"{'the number exactly, as an int or a Fraction' if exact else 'a whole number'}."
        )
    return (
        "It is a Fraction: give an int."
        if isinstance(found, Fraction) and isinstance(expected, int)
        else ""
    )


def _as_text(found: Any, expected: Any) -> str | None:
    """What to say of a text that writes the expected value down."""
    written = isinstance(found, str) and found.strip() in (str(expected), repr(expected))
    return "It is a text: leave out the quotes." if written else None


def _unordered_agreement(found: Any, expected: Any) -> str | None:
    """How a collection fits items in any order."""
    if not isinstance(found, list | tuple | set) or len(found) != len(expected):
        return None
    left, fits = list(found), []
    for item in expected:
        at, best = min(
            ((k, agreement(other, item)) for k, other in enumerate(left)),
            key=_rank,
            default=(0, None),
        )
        if best is None:
            return None
        fits.append(best)
        del left[at]
    if isinstance(expected, Set) != isinstance(found, set):
        fits.append(
            "It is a list: give a set."
            if isinstance(expected, Set)
            else "It is a set: give a list."
        )
    return _worst(iter(fits))


def _rank(pair: tuple[int, str | None]) -> int:
    """The best fit first."""
    return 2 if pair[1] is None else int(pair[1] != "")


def _worst(fits: Iterator[str | None]) -> str | None:
    """None if any fit is None; otherwise the first fit with something to say."""
    said = ""
    for each in fits:
        if each is None:
            return None
        said = said or each
    return said


def _of_a_kind(found: NotPlain, expected: Any) -> str:
    """What to say of an ``NotPlain`` thing that has the right value."""
    if isinstance(expected, int | float | Fraction):
        return f"It is of the type {found.kind}: give an int or a Fraction."
    kind = (
        "dict" if isinstance(expected, Mapping) else "set" if isinstance(expected, Set) else "list"
    )
    return f"It is of the type {found.kind}: write {kind}(...) around it."


def same(found: Any, expected: Any) -> bool:
    """Whether plain data has the expected value, in whatever type (``agreement``)."""
    return agreement(found, expected) is not None


def same_kind(found: Any, expected: Any) -> bool:
    """Whether plain data is at least of the expected kind: a number for a number, a pair for a
    pair.

    Examples
    --------
    >>> same_kind(7, True), same_kind(True, 7), same_kind("x", 7), same_kind([1, 2], (0, 0)), same_kind(3, (0, 0))
    (False, False, False, True, False)
    """
    if isinstance(expected, int | float | Fraction) and not isinstance(expected, bool | Outcome):
        return isinstance(found, int | float | Fraction) and not isinstance(found, bool)
    if isinstance(expected, AnyOrder | Set):
        return isinstance(found, tuple | list | set)
    if isinstance(expected, tuple | list):
        return isinstance(found, tuple | list) and (
            isinstance(expected, list) or len(found) == len(expected)
        )
    return isinstance(found, dict if isinstance(expected, Mapping) else type(expected))
