"""What a student has given, as plain data: what was meant, whatever its type, and nothing that has a will of its own.

Lists, tuples, ranges, generators, arrays and views become lists and tuples, numbers of numpy and subclasses of numbers
become numbers, and everything else an ``Odd`` thing, which equals nothing. So no ``__eq__`` of a student's is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MappingView, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from typing import Any

import numpy as np

from gamelib.core import Outcome

#: So many items are read; what is longer, or never ends, is no answer to any of the exercises.
MOST = 200_000

#: So deep may things lie in each other.
DEEPEST = 30

#: A Decimal with an exponent beyond this is no number of ours: as a Fraction it might fill the memory.
FARTHEST = 1_000


@dataclass(frozen=True, eq=False)
class Odd:
    """Something that is no plain data: only its words are kept."""

    kind: str
    words: str

    def __repr__(self) -> str:
        return self.words


def plain(thing: Any, depth: int = 0) -> Any:
    """The thing as None, bool, int, float, Fraction, str, tuple, list, set, dict of such, or Odd.

    Examples
    --------
    >>> plain((np.int64(3), range(2), {"a": np.array([1.5])}))
    (3, [0, 1], {'a': [1.5]})
    """
    kind = type(thing)
    if thing is None or kind in (bool, int, float, str):
        return thing
    if isinstance(thing, np.generic):
        return plain(np.generic.item(thing), depth) if kind.__module__ == "numpy" else _odd(thing)
    if isinstance(thing, Outcome):
        return thing
    if isinstance(thing, int):
        return int.__add__(thing, 0)
    if isinstance(thing, float):
        return float.__add__(thing, 0.0)
    if isinstance(thing, str):
        return str.__str__(thing)
    if kind is Decimal:
        return Fraction(thing) if thing.is_finite() and abs(thing.adjusted()) < FARTHEST else _odd(thing)
    if kind is Fraction:
        return thing
    if isinstance(thing, Fraction) and type(thing.numerator) is type(thing.denominator) is int:
        return Fraction(thing.numerator, thing.denominator)
    return _odd(thing) if depth >= DEEPEST else _collected(thing, depth + 1)


def _collected(thing: Any, depth: int) -> Any:
    """A collection as plain data, or Odd."""
    if isinstance(thing, np.ndarray):
        return plain(thing.tolist(), depth)
    if isinstance(thing, Mapping) and not isinstance(thing, Set):
        return {frozen(plain(key, depth)): plain(thing[key], depth) for key in _items(thing)}
    if isinstance(thing, type | bytes) or not isinstance(thing, Iterable):
        return _odd(thing)
    items = [plain(item, depth) for item in _items(thing)]
    if isinstance(thing, Set) and not isinstance(thing, MappingView):
        return set(map(frozen, items))
    return tuple(items) if isinstance(thing, tuple) else items


def _items(thing: Iterable[Any]) -> list[Any]:
    items = list(islice(thing, MOST + 1))
    if len(items) > MOST:
        raise ValueError(f"it has more than {MOST:,} items, or never ends")
    return items


def frozen(thing: Any) -> Any:
    """Plain data as it can stand in a set: tuples for lists, frozensets for sets and dicts."""
    if isinstance(thing, list | tuple):
        return tuple(map(frozen, thing))
    if isinstance(thing, set | frozenset):
        return frozenset(map(frozen, thing))
    return frozenset((key, frozen(value)) for key, value in thing.items()) if isinstance(thing, dict) else thing


def _odd(thing: Any) -> Odd:
    return Odd(type(thing).__name__, words(thing))


def words(thing: Any) -> str:
    """What ``repr`` says of a thing, or that it says nothing."""
    try:
        return str.__str__(repr(thing))
    except Exception:
        return f"<a {type(thing).__name__} that cannot be shown>"


def same(found: Any, expected: Any) -> bool:
    """Whether plain data is what was expected, in any type whose meaning is clear: 3.0 for 3, a list for a tuple.

    A text is never read as a number: that could take for ever, and ``"3"`` is no number in Python either.

    Parameters
    ----------
    found
        Plain data, from a student.
    expected
        What is right: of our own making. A set, or frozenset, is compared without order; a tuple or list with it.

    Returns
    -------
    bool
        Whether they mean the same. A float never is a Fraction: it would be a near miss.

    Examples
    --------
    >>> same([1, 2.0], (1, 2)), same("7/2", Fraction(7, 2)), same(3.5, Fraction(7, 2)), same(1, True), same([], None)
    (True, False, False, True, False)
    """
    if expected is None or found is None:
        return found is expected
    if isinstance(expected, bool):
        return isinstance(found, int) and found == expected
    if isinstance(expected, int | float | Fraction):
        exact = not isinstance(found, float) or not isinstance(expected, Fraction)
        return _is_number(found) and exact and bool(found == expected)
    if isinstance(expected, str):
        return isinstance(found, str) and found == expected
    if isinstance(expected, Mapping):
        return isinstance(found, dict) and found.keys() == expected.keys() and all(
            same(found[key], expected[key]) for key in expected
        )  # fmt: skip
    if isinstance(expected, Set):
        return isinstance(found, list | tuple | set | frozenset) and _same_items(list(found), list(expected))
    if isinstance(expected, Sequence):
        ordered = isinstance(found, list | tuple) and len(found) == len(expected)
        return ordered and all(map(same, found, expected))
    return False


def _is_number(found: Any) -> bool:
    return isinstance(found, int | float | Fraction) and not isinstance(found, bool)


def _same_items(found: list[Any], expected: list[Any]) -> bool:
    """The same in any order; what is given twice counts once."""
    return all(any(same(a, b) for b in expected) for a in found) and all(
        any(same(a, b) for a in found) for b in expected
    )


def in_order_of(found: Any, expected: Any) -> Any:
    """A dict in the order of the one that was expected, so that the two can be read side by side; else what it is.

    Examples
    --------
    >>> in_order_of({1: "b", 2: "c", 0: "a"}, {0: "x", 1: "b"})
    {0: 'a', 1: 'b', 2: 'c'}
    """
    if not (isinstance(found, dict) and isinstance(expected, Mapping)):
        return found
    return {key: found[key] for key in expected if key in found} | found


def is_pair(found: Any) -> bool:
    """Whether plain data is a list or tuple of two."""
    return isinstance(found, list | tuple) and len(found) == 2


def same_kind(found: Any, expected: Any) -> bool:
    """Whether plain data is at least of the kind that was expected: a number for a number, a pair for a pair.

    Examples
    --------
    >>> same_kind(7, True), same_kind(True, 7), same_kind("x", 7), same_kind([1, 2], (0, 0)), same_kind(3, (0, 0))
    (False, False, False, True, False)
    """
    if isinstance(expected, bool):
        return isinstance(found, bool) or (type(found) is int and found in (0, 1))
    if isinstance(expected, int | float | Fraction):
        return _is_number(found)
    if isinstance(expected, tuple | list):
        return isinstance(found, tuple | list) and (isinstance(expected, list) or len(found) == len(expected))
    if isinstance(expected, Set):
        return isinstance(found, tuple | list | set | frozenset)
    return isinstance(found, dict) if isinstance(expected, Mapping) else isinstance(found, type(expected))
