"""Where a reply first differs from what is expected, and how: a place in a large collection, and a
sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import Any, NamedTuple

from gamecourse.grading.calls import brief
from gamecourse.grading.plain import AnyOrder, same
from gamecourse.grading.writing import in_words

#: Collections of at most FEW items and GLANCE characters are seen at a glance; of two values with
#: more than LONG characters together only a part is shown.
FEW, GLANCE, LONG = 3, 80, 250


class Difference(NamedTuple):
    """Where a reply first differs from what is expected, and how.

    ``words`` are sentences after a blank; "" if the difference is easily seen. ``at`` is the key of
    the outermost dict there, or else the item of a collection that is missing or too much; None if
    there is neither.
    """

    words: str
    at: Any = None


class Part(NamedTuple):
    """A part of a reply, what is expected there, and its place in words: "at 3", "in `won`"; in a
    dict also its key.
    """

    place: str
    found: Any
    expected: Any
    key: Any = None


class Remark(NamedTuple):
    """What is wrong in a collection, in words, and the item that is missing or too much."""

    words: str
    item: Any = None


#: What there is to say if a difference is seen at a glance.
SEEN = Remark("")


def first_difference(found: Any, expected: Any) -> Difference:
    """Where a reply first differs from what is expected, and how. The parts of an expected named
    tuple are called by their names.

    Examples
    --------
    >>> first_difference({"a": 1, "b": 2}, {"a": 1, "b": 3})
    Difference(words=" At 'b' it has 2, not 3.", at='b')
    >>> Shown = NamedTuple("Shown", [("options", dict), ("won", set)])
    >>> long = dict.fromkeys(range(200), [0])
    >>> first_difference((long, {1}), Shown(long | {7: [1]}, {1}))
    Difference(words=' In `options`, at 7, it has [0], not [1].', at=7)
    """
    places: list[str] = []
    at = None
    while True:
        step = _difference(found, expected)
        if isinstance(step, Remark):
            return Difference(_sentence(places, step.words), step.item if at is None else at)
        places.append(step.place)
        at = step.key if at is None else at
        found, expected = step.found, step.expected
        if is_short(found, expected):
            last_step = _in_a_short_part(places, found, expected)
            return Difference(last_step.words, last_step.at if at is None else at)


def _in_a_short_part(places: list[str], found: Any, expected: Any) -> Difference:
    """How a part differs, at these places, that is short enough to be shown: both values, and what
    is missing or too much in them; that alone, if the two values are long.
    """
    step = _difference(found, expected)
    remark = step if isinstance(step, Remark) and _is_unordered(expected) else SEEN
    values = f"it has {brief(found)}, not {brief(expected)}"
    if remark.words and len(values) > GLANCE:
        return Difference(_sentence(places, remark.words), remark.item)
    both = _sentence(places, values) + _sentence([], remark.words)
    return Difference(both, remark.item)


def is_short(found: Any, expected: Any) -> bool:
    """Whether two values are short enough to be shown side by side."""
    return len(in_words(found)) + len(in_words(expected)) <= LONG


def _is_unordered(thing: Any) -> bool:
    """Whether the parts of a thing have no order: then one that is missing is not easily seen."""
    return isinstance(thing, dict | Set | AnyOrder)


def _sentence(places: list[str], said: str) -> str:
    """A sentence after a blank: the places, from the outside in, and what is wrong there."""
    if not said:
        return ""
    if not places:
        return f" {said}."
    where = ", ".join(places)
    comma = "," if len(places) > 1 or not said.startswith("it has") else ""
    return f" {where[0].upper()}{where[1:]}{comma} {said}."


def _difference(found: Any, expected: Any) -> Part | Remark:
    """How two values differ, or the first part in which they do."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return _in_a_dict(found, expected)
    if isinstance(expected, Set) and isinstance(found, set):
        return _in_any_order(found, expected)
    if isinstance(expected, AnyOrder) and isinstance(found, list | tuple):
        has_copies = len(set(map(repr, found))) < len(found)
        if has_copies:
            return Remark("Something is in it more than once")
        return _in_any_order(found, expected)
    if isinstance(expected, list | tuple) and isinstance(found, list | tuple):
        return _in_order(found, expected)
    return SEEN


def _in_a_dict(found: dict[Any, Any], expected: dict[Any, Any]) -> Part | Remark:
    """The first key that is missing, or whose value differs; or one that is too much."""
    for key, value in expected.items():
        if key not in found:
            return _missing(key)
        if not same(found[key], value):
            return Part(f"at {brief(key)}", found[key], value, key)
    return _too_much(next(key for key in found if key not in expected))


def _missing(item: Any) -> Remark:
    return Remark(f"{brief(item)} is missing", item)


def _too_much(item: Any) -> Remark:
    return Remark(f"{brief(item)} should not be in it", item)


def _in_any_order(found: Iterable[Any], expected: Iterable[Any]) -> Remark:
    """Which item is missing where order does not matter, or which one is too much."""
    found, expected = _in_fixed_order(found), _in_fixed_order(expected)
    are_few = max(len(found), len(expected)) <= FEW
    if are_few and len(in_words(found)) + len(in_words(expected)) <= GLANCE:
        return SEEN
    for item in expected:
        if not any(same(given, item) for given in found):
            return _missing(item)
    for given in found:
        if not any(same(given, item) for item in expected):
            return _too_much(given)
    return SEEN


def _in_fixed_order(items: Iterable[Any]) -> list[Any]:
    """The items as they come; those of a set sorted, because their order is another in each
    session.
    """
    if not isinstance(items, Set):
        return list(items)
    try:
        return sorted(items)
    except TypeError:  # they cannot be compared
        return sorted(items, key=repr)


def _in_order(found: Any, expected: Any) -> Part | Remark:
    """The first place at which a list or a pair differs."""
    if len(found) != len(expected):
        items = "item" if len(found) == 1 else "items"
        return Remark(f"It has {len(found)} {items}, not {len(expected)}")
    for k, item in enumerate(expected):
        if not same(found[k], item):
            if len(expected) <= FEW and is_short(found, expected):
                return SEEN
            return Part(_place(k, expected), found[k], item)
    return SEEN


def _place(k: int, expected: Any) -> str:
    """What the k-th part of a list or a pair is called: by its name, if it has one."""
    names = getattr(expected, "_fields", ())
    return f"in `{names[k]}`" if names else f"at place {k}"
