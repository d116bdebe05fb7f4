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


class Part(NamedTuple):
    """A part of a reply, what is expected there, and its place in words: "at 3", "in `won`"."""

    place: str
    found: Any
    expected: Any


def first_difference(found: Any, expected: Any) -> str:
    """Where a reply first differs from what is expected, as sentences after a blank; "" if that is
    easily seen. The parts of an expected named tuple are called by their names.

    Examples
    --------
    >>> first_difference({"a": 1, "b": 2}, {"a": 1, "b": 3})
    " At 'b' it has 2, not 3."
    >>> Shown = NamedTuple("Shown", [("options", dict), ("won", set)])
    >>> long = dict.fromkeys(range(200), [0])
    >>> first_difference((long, {1}), Shown(long | {7: [1]}, {1}))
    ' In `options`, at 7, it has [0], not [1].'
    """
    places: list[str] = []
    while True:
        said = _difference(found, expected)
        if isinstance(said, str):
            return _sentence(places, said)
        if not said.place:
            return _sentence(places, "")
        places.append(said.place)
        found, expected = said.found, said.expected
        if is_short(found, expected):
            inside = _difference(found, expected)
            more = inside if isinstance(inside, str) and _is_a_collection(expected) else ""
            values = f"it has {brief(found)}, not {brief(expected)}"
            if more and len(values) > GLANCE:
                return _sentence(places, more)
            return _sentence(places, values) + _sentence([], more)


def is_short(found: Any, expected: Any) -> bool:
    """Whether two values are short enough to be shown side by side."""
    return len(in_words(found)) + len(in_words(expected)) <= LONG


def _is_a_collection(thing: Any) -> bool:
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


def _difference(found: Any, expected: Any) -> Part | str:
    """How two values differ, or the first part in which they do; "" if that is seen at a glance."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return _in_a_dict(found, expected)
    if isinstance(expected, Set) and isinstance(found, set):
        return _in_any_order(found, expected)
    if isinstance(expected, AnyOrder) and isinstance(found, list | tuple):
        twice = len(set(map(repr, found))) < len(found)
        return "Something is in it more than once" if twice else _in_any_order(found, expected)
    if isinstance(expected, list | tuple) and isinstance(found, list | tuple):
        return _in_order(found, expected)
    return ""


def _in_a_dict(found: dict[Any, Any], expected: dict[Any, Any]) -> Part | str:
    """The first key that is missing, or whose value differs; or one that is too much."""
    for key, due in expected.items():
        if key not in found:
            return f"{brief(key)} is missing"
        if not same(found[key], due):
            return Part(f"at {brief(key)}", found[key], due)
    return f"{brief(next(key for key in found if key not in expected))} should not be in it"


def _in_any_order(found: Iterable[Any], expected: Iterable[Any]) -> str:
    """Which item is missing where order does not matter, or which one is too much."""
    found, expected = list(found), list(expected)
    few = max(len(found), len(expected)) <= FEW
    if few and len(in_words(found)) + len(in_words(expected)) <= GLANCE:
        return ""
    for item in expected:
        if not any(same(other, item) for other in found):
            return f"{brief(item)} is missing"
    strangers = (other for other in found if not any(same(other, item) for item in expected))
    return next((f"{brief(other)} should not be in it" for other in strangers), "")


def _in_order(found: Any, expected: Any) -> Part | str:
    """The first place at which a list or a pair differs."""
    if len(found) != len(expected):
        return f"It has {len(found)} item{'s' * (len(found) != 1)}, not {len(expected)}"
    for k, due in enumerate(expected):
        if not same(found[k], due):
            if len(expected) <= FEW and is_short(found, expected):
                return ""
            return Part(_place(k, expected), found[k], due)
    return ""


def _place(k: int, expected: Any) -> str:
    """What the k-th part of a list or a pair is called: by its name, if it has one."""
    names = getattr(expected, "_fields", ())
    return f"in `{names[k]}`" if names else f"at place {k}"
