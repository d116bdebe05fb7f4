"""What a student has worked out by hand, read: a table from name to value, or a list of pairs of numbers."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from gamecourse.check.machinery.asked import read, shown
from gamecourse.check.machinery.finding import Finding, give, wrong
from gamecourse.check.machinery.plain import is_pair


def table_of(answer: Any, what: str, names: Iterable[str] = ()) -> dict[Any, Any] | Finding:
    """A dict, or the pairs of one; or what to give instead.

    Parameters
    ----------
    answer
        What a student has given.
    what
        What is wanted.
    names
        The keys that are meant: capital letters and spaces are looked over.

    Returns
    -------
    dict or Finding
        The table; or what to give instead.

    Examples
    --------
    >>> table_of({"a": 1}, "a dict"), table_of([("a", 1)], "a dict"), table_of(7, "a dict")
    ({'a': 1}, {'a': 1}, ✗ wrong: give a dict; this is 7)
    >>> table_of({"A ": 1, "b": 2}, "a dict", "ab")
    {'a': 1, 'b': 2}
    """
    found = read(answer)
    if isinstance(found, list | tuple | set) and found:
        paired = all(is_pair(item) and isinstance(item[0], str) for item in found)
        found = dict(found) if paired and len({item[0] for item in found}) == len(found) else found
    if not isinstance(found, dict):
        return give(what, answer)
    meant = {name.lower(): name for name in names}
    read_as = {key: meant.get(key.strip().lower(), key) if isinstance(key, str) else key for key in found}
    return {read_as[key]: value for key, value in found.items()} if len(set(read_as.values())) == len(found) else found


def pairs_of(answer: Any, pair: str, what: str = "") -> list[tuple[int, int]] | Finding:
    """The pairs of whole numbers in a collection of any kind, in its order; or what to give instead.

    Parameters
    ----------
    answer
        What a student has given.
    pair
        What a pair is, "(heap, take)".
    what
        What is wanted; if empty, a list of such pairs.

    Returns
    -------
    list or Finding
        The pairs, each once.

    Examples
    --------
    >>> pairs_of({(0, 1)}, "(a, b)"), pairs_of([[2, 3.0], (4, 5)], "(a, b)")
    ([(0, 1)], [(2, 3), (4, 5)])
    >>> pairs_of((0, 1), "(a, b)")
    ✗ wrong: give a list of pairs (a, b), also if there is only one; this is (0, 1)
    """
    what = what or f"a list of pairs {pair}"
    found = read(answer)
    if isinstance(found, dict):
        found = list(found.items())
    if not isinstance(found, list | tuple | set | frozenset):
        return give(what, answer)
    if len(found) == 2 and all(_whole(number) is not None for number in found):
        return give(f"{what}, also if there is only one", answer)
    pairs = []
    for item in found:
        numbers = [_whole(number) for number in item] if is_pair(item) else [None]
        if None in numbers:
            return wrong(f"give {what}; in yours stands {shown(item)}")
        pairs.append((numbers[0], numbers[1]))
    return list(dict.fromkeys(pairs))  # type: ignore[arg-type]


def _whole(value: Any) -> int | None:
    whole = isinstance(value, int | float | Fraction) and not isinstance(value, bool) and value == value // 1
    return int(value) if whole and abs(value) < 10**9 else None
