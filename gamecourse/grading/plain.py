"""A student's answer as plain data, and whether it is as expected: one policy on types for all
exercises.

True and False are bools. A whole number is an int; an exact number is an int or a Fraction, never a
float. None is only None, and a text is never read as anything else. Lists and tuples are both
sequences, but sets and dicts are kept apart. Numpy's numbers are numbers. A right value in another
type gets a message: a number written as a text, a float for a Fraction, an array. An iterator is
refused, because it gives its items only once. Any other object becomes a ``NotPlain`` thing, which
equals nothing, so a student's ``__eq__`` is never called. The Value of a partizan position becomes one
as well, and is known by its name: different values have different names.
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
from gamelib.partizan import Value

#: What a student's code may raise. Even exit() in a cell must not end the checker.
STUDENT_ERRORS = (Exception, SystemExit, GeneratorExit)

#: Where the names of outcomes come from.
OUTCOMES = "They come from gamelib: `from gamelib import WIN, LOSS, DRAW`."

#: At most this many items of a collection are read: no answer to any exercise is larger.
MOST = 200_000

#: At most this deep are nested collections read.
DEEPEST = 30

#: A Decimal with a larger exponent is not read as a number: as a Fraction it might fill the memory.
FARTHEST = 1_000

#: The address of a thing in memory, which differs from run to run.
ADDRESS = re.compile(r" at 0x[0-9a-f]+")

#: A float this close to an exact number is taken for that number in the wrong type.
NEAR = 1e-12


@dataclass(frozen=True, eq=False)
class NotPlain:
    """Something other than plain data, which stands for the object in a verdict."""

    kind: str  # the name of its type
    words: str  # what repr says of it
    meant: Any = None  # plain data of the same value, such as the items of an array; None if none

    def __repr__(self) -> str:
        return self.words


class AnyOrder(tuple[Any, ...]):
    """An expected list or tuple whose order does not matter: these items, each once."""


def plain(thing: Any, depth: int = 0) -> Any:
    """The thing as None, bool, int, float, Fraction, str or Outcome, or as a tuple, list, set or
    dict of such; anything else becomes NotPlain.

    ``depth`` says in how many collections the thing is nested.

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
        # a subclass of the student's might do anything when it is asked for its item
        return plain(scalar.item(thing), depth) if kind.__module__ == "numpy" else _not_plain(thing)
    # For subclasses of int, float and str: read by Python's own methods, none of the subclass's.
    bases: tuple[tuple[type, Any], ...] = (
        (int, int.__int__),
        (float, float.__float__),
        (str, str.__str__),
    )
    for base, read in bases:
        if isinstance(thing, base):
            return read(thing)
    if depth >= DEEPEST:
        return _not_plain(thing)
    for collection in (dict, list, tuple, set, frozenset):
        if isinstance(thing, collection):
            return _plain_collection(thing, collection, depth + 1)
    return _not_plain(thing, _meant(thing, depth + 1))


def of_numpy(name: str) -> Any:
    """numpy's type of this name, for isinstance; (), of which nothing is, if numpy is not
    loaded.
    """
    return getattr(sys.modules.get("numpy"), name, ())


def _plain_collection(thing: Any, kind: Any, depth: int) -> Any:
    """A dict, list, tuple or set as plain data; NotPlain if it is too long.

    ``kind`` is Python's own type, whose methods read the thing even if its class has others.
    """
    reader = dict.items(thing) if kind is dict else kind.__iter__(thing)
    items = list(islice(reader, MOST + 1))  # one more than is read shows that there are too many
    if len(items) > MOST:
        return _not_plain(thing)
    if kind is dict:
        return {frozen(plain(key, depth)): plain(value, depth) for key, value in items}
    plain_items = [plain(item, depth) for item in items]
    if kind in (list, tuple):
        return kind(plain_items)
    return set(map(frozen, plain_items))


def _meant(thing: Any, depth: int) -> Any:
    """The number that a Decimal or a Value is, or the items of an array, a range or a view, as plain
    data; None for anything else, above all for an iterator, which can be read only once.
    """
    if type(thing) is Value:
        return thing.fraction
    if type(thing) is Decimal:
        small = thing.is_finite() and abs(thing.adjusted()) < FARTHEST
        return Fraction(thing) if small else None
    with suppress(*STUDENT_ERRORS):  # whatever a class of the student's does when it is read
        if isinstance(thing, of_numpy("ndarray")):
            return plain(thing.tolist(), depth)
        if isinstance(thing, Mapping) and not isinstance(thing, Set):
            return plain(dict(islice(thing.items(), MOST + 1)), depth)
        if isinstance(thing, Sequence | Set) and not isinstance(thing, bytes):
            return plain(list(islice(iter(thing), MOST + 1)), depth)
    return None


def frozen(thing: Any) -> Any:
    """Plain data in a form that a set can hold: tuples for lists, frozensets for sets and dicts."""
    if isinstance(thing, list | tuple):
        return tuple(map(frozen, thing))
    if isinstance(thing, set | frozenset):
        return frozenset(map(frozen, thing))
    if isinstance(thing, dict):
        return frozenset((key, frozen(value)) for key, value in thing.items())
    return thing


def _not_plain(thing: Any, meant: Any = None) -> NotPlain:
    """A thing that is no plain data, and plain data of the same value, if there is any."""
    return NotPlain(type(thing).__name__, words(thing), meant)


def words(thing: Any) -> str:
    """What ``repr`` says of a thing, without its address, or that ``repr`` fails."""
    try:
        return ADDRESS.sub("", str.__str__(repr(thing)))
    except STUDENT_ERRORS:
        return f"<a {type(thing).__name__} that cannot be shown>"


def agreement(found: Any, expected: Any) -> str | None:
    """Compare plain data with the right value: None if the value is wrong; "" if value and type are
    right; otherwise a sentence that says what is wrong with the type.

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
    if isinstance(expected, Value):
        return _value_agreement(found, expected)
    if isinstance(found, NotPlain):
        if found.meant is None or agreement(found.meant, expected) is None:
            return None
        return _advice_on_type(found, expected)
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
    if not isinstance(expected, Sequence):  # not plain, though it is ours
        return None
    if not isinstance(found, list | tuple | set) or len(found) != len(expected):
        return None
    if not isinstance(found, set):
        return _worst(map(agreement, found, expected))
    same_items = found == set(map(frozen, expected))
    return "It is a set, which has no order: give a list." if same_items else None


def _scalar_agreement(found: Any, expected: Any) -> str | None:
    """Compare a value with a bool, an outcome or a number (``agreement``)."""
    if not isinstance(found, int | float | Fraction):
        return _as_text(found, expected)
    is_float_for_exact = isinstance(found, float) and isinstance(expected, int | Fraction)
    if is_float_for_exact and isfinite(found):  # so close that only its type is wrong?
        if not isclose(found, expected, rel_tol=NEAR, abs_tol=NEAR):
            return None
    elif found != expected:
        return None
    if isinstance(expected, bool):
        return "" if isinstance(found, bool) else "It is a number: give True or False."
    if isinstance(expected, Outcome):
        number = f"It is a number: give WIN, LOSS or DRAW. {OUTCOMES}"
        return "" if isinstance(found, Outcome) else number
    if isinstance(found, bool):
        return "It is True or False: give a number."
    if isinstance(found, Outcome):
        return "It is an outcome: give a number."
    if isinstance(expected, float):
        return ""
    if isinstance(found, float) and isinstance(expected, Fraction):
        return "It is a float: give the number exactly, as an int or a Fraction."
    if isinstance(found, float):
        return "It is a float: give a whole number."
    if isinstance(found, Fraction) and isinstance(expected, int):
        return "It is a Fraction: give an int."
    return ""


def is_value(found: Any) -> bool:
    """Whether plain data stands for the Value of a partizan position.

    Examples
    --------
    >>> is_value(plain(Value([1], [-1]))), is_value(plain(1))
    (True, False)
    """
    return isinstance(found, NotPlain) and found.kind == Value.__name__


def _value_agreement(found: Any, expected: Value) -> str | None:
    """Compare plain data with the Value of a position, by its name (``agreement``)."""
    if is_value(found):
        return "" if found.words == repr(expected) else None
    if expected.fraction is not None and _scalar_agreement(found, expected.fraction) == "":
        return "It is a number: give the Value, which Value(left, right) makes."
    written = isinstance(found, str) and found.strip() == repr(expected)
    return "It is a text: give the Value itself." if written else None


def _as_text(found: Any, expected: Any) -> str | None:
    """What to say of a text that writes the expected value down; None for anything else."""
    written = isinstance(found, str) and found.strip() in (str(expected), repr(expected))
    return "It is a text: leave out the quotes." if written else None


def _unordered_agreement(found: Any, expected: Any) -> str | None:
    """Compare a collection with items that may come in any order (``agreement``)."""
    if not isinstance(found, list | tuple | set) or len(found) != len(expected):
        return None
    unmatched = list(found)
    sentences = []
    for item in expected:
        agreements = [agreement(given, item) for given in unmatched]
        place = min(range(len(unmatched)), key=lambda k: _rank(agreements[k]))
        sentence = agreements[place]
        if sentence is None:  # no item left agrees with this one
            return None
        sentences.append(sentence)
        del unmatched[place]
    if isinstance(expected, Set) and not isinstance(found, set):
        sentences.append(f"It is a {type(found).__name__}: give a set.")
    if isinstance(found, set) and not isinstance(expected, Set):
        sentences.append("It is a set: give a list.")
    return _worst(iter(sentences))


def _rank(sentence: str | None) -> int:
    """Order what ``agreement`` returns: a right type first, then a wrong type, then a wrong value."""
    if sentence is None:
        return 2
    return 1 if sentence else 0


def _worst(sentences: Iterator[str | None]) -> str | None:
    """What ``agreement`` says of a collection, given what it says of each item: None if any is None,
    otherwise the first sentence that is not empty.
    """
    worst = ""
    for sentence in sentences:
        if sentence is None:
            return None
        worst = worst or sentence
    return worst


def _advice_on_type(found: NotPlain, expected: Any) -> str:
    """What to say of a ``NotPlain`` thing that has the right value."""
    if isinstance(expected, int | float | Fraction):
        return f"It is of the type {found.kind}: give an int or a Fraction."
    kind = "list"
    if isinstance(expected, Mapping):
        kind = "dict"
    elif isinstance(expected, Set):
        kind = "set"
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
        any_length = isinstance(expected, list)  # a tuple stands for a pair, a triple ...
        return isinstance(found, tuple | list) and (any_length or len(found) == len(expected))
    return isinstance(found, dict if isinstance(expected, Mapping) else type(expected))
