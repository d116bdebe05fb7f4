"""What a student has given, read as what it is meant to be: items, names, a table, pairs of numbers, a tree.

Each reader returns plain data (``plain``); what cannot be read so is told (``Told``): what to give instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import isfinite
from typing import Any

from gamecourse.check.machinery.asked import brief, read, shorten, shown
from gamecourse.check.machinery.finding import Told, give, wrong
from gamecourse.check.machinery.plain import frozen, is_pair, same_kind
from gamelib.games import MinMaxTree, Tree

#: No number in a tree need be larger.
LARGEST = 10**9


def items(answer: Any, what: str) -> list[Any]:
    """The items of any collection: ``items(answer, "a list of piles")``.

    Examples
    --------
    >>> items(range(3), "a list of piles"), items({4}, "a list of piles")
    ([0, 1, 2], [4])
    """
    found = read(answer)
    if not isinstance(found, list | tuple | set | frozenset):
        raise give(what, answer)
    return list(found)


def names_of(answer: Any, what: str, names: Iterable[str], kind: str) -> list[str]:
    """The names in a collection, or in a text, in its order: capital letters and spaces do not count.

    Any other is told to be no such ``kind``, "a vertex of the graph".

    Examples
    --------
    >>> names_of("a, b and c", "letters", "abc", "a letter"), names_of(["B ", "a"], "letters", "abc", "a letter")
    (['a', 'b', 'c'], ['b', 'a'])
    """
    meant, found = {name.lower(): name for name in names}, read(answer)
    if isinstance(found, str):
        words = [word for word in re.findall(r"\w+", found) if word != "and"]
        if not any(word.lower() in meant for word in words) and len(words) != 1:
            raise give(what, answer)
        found = [part for word in words for part in ([word] if word.lower() in meant else word)]
    read_as = [meant.get(name.strip().lower(), name) if isinstance(name, str) else name for name in items(found, what)]
    for name in read_as:
        if not isinstance(name, str) or name not in meant.values():
            raise Told(wrong(f"{brief(name)} is not {kind}"))
    return read_as


def table_of(answer: Any, what: str, names: Iterable[str]) -> dict[Any, Any]:
    """A dict, or the pairs of one; in the names that are meant capital letters and spaces do not count.

    Examples
    --------
    >>> table_of({"A ": 1}, "a dict", "a"), table_of([("a", 1)], "a dict", "a")
    ({'a': 1}, {'a': 1})
    """
    found = read(answer)
    if isinstance(found, list | tuple | set) and found:
        paired = all(is_pair(item) and isinstance(item[0], str) for item in found)
        found = dict(found) if paired and len({item[0] for item in found}) == len(found) else found
    if not isinstance(found, dict):
        raise give(what, answer)
    meant = {name.lower(): name for name in names}
    read_as = {key: meant.get(key.strip().lower(), key) if isinstance(key, str) else key for key in found}
    return {read_as[key]: value for key, value in found.items()} if len(set(read_as.values())) == len(found) else found


def in_order(table: dict[Any, Any], names: Iterable[str], kind: str) -> Iterator[tuple[str, Any]]:
    """Name after name with what stands there; a missing one is told, and which is no such ``kind``, "vertex"."""
    order = list(names)
    for name in order:
        if name not in table:
            strangers = [brief(key) for key in table if key not in order]
            raise Told(wrong(f"{name} is missing" + (f"; {strangers[0]} is no {kind}" if strangers else "")))
        yield name, table[name]


def pairs_of(answer: Any, pair: str, what: str = "") -> list[tuple[int, int]]:
    """The pairs of whole numbers in a collection of any kind, each once: ``pairs_of(answer, "(heap, take)")``.

    Examples
    --------
    >>> pairs_of({(0, 1)}, "(a, b)"), pairs_of([[2, 3.0], (4, 5)], "(a, b)")
    ([(0, 1)], [(2, 3), (4, 5)])
    """
    what = what or f"a list of pairs {pair}"
    found = read(answer)
    found = list(found.items()) if isinstance(found, dict) else items(found, what)
    if len(found) == 2 and all(whole(number) is not None for number in found):
        raise give(f"{what}, also if there is only one", answer)
    pairs = []
    for item in found:
        numbers = [whole(number) for number in item] if is_pair(item) else [None]
        if None in numbers:
            raise Told(wrong(f"give {what}; in yours stands {shown(item)}"))
        pairs.append((numbers[0], numbers[1]))
    return list(dict.fromkeys(pairs))  # type: ignore[arg-type]


def whole(value: Any, least: int = -LARGEST, most: int = LARGEST) -> int | None:
    """A whole number between these two, as 3 or as 3.0; else None."""
    fits = isinstance(value, int | float | Fraction) and not isinstance(value, bool) and least <= value <= most
    return int(value) if fits and value == int(value) else None


def board_of(answer: Any, what: str) -> str:
    """The rows of a board in capital letters: from a text as it may have been copied, or given one by one.

    Examples
    --------
    >>> board_of("  x .\\n  . O\\n X to move", "a board"), board_of([["X", "."], ".O"], "a board")
    ('X.\\n.O', 'X.\\n.O')
    """
    found = read(answer)
    if isinstance(found, list | tuple):
        found = "\n".join("".join(map(str, row)) if isinstance(row, list | tuple) else str(row) for row in found)
    if not isinstance(found, str):
        raise give(what, found)
    rows = ["".join(row.split()).upper() for row in found.strip().splitlines()]
    words = [k for k, row in enumerate(rows) if row.endswith("TOMOVE")]
    return "\n".join(rows[: words[0]] if words else rows)


def dict_of(answer: Any) -> Any:
    """The dict that is meant, also by a list of its items; or the answer as plain data.

    Examples
    --------
    >>> dict_of({"a": ["b"]}.items()), dict_of(["a", "b"])
    ({'a': ['b']}, ['a', 'b'])
    """
    found = read(answer)
    if isinstance(found, list | tuple) and found and all(_is_item(item) for item in found):
        return {frozen(name): inside for name, inside in found}
    return found


def _is_item(item: Any) -> bool:
    """Whether it is a name, and what stands there: not a text, which would be another name."""
    return is_pair(item) and isinstance(item[0], str) and (isinstance(item[1], list | tuple) or same_kind(item[1], 0))


def tree_of(answer: Any, most: int) -> MinMaxTree:
    """The MinMaxTree of at most so many nodes that is meant by a dict; the children may be tuples.

    Examples
    --------
    >>> tree_of({"A": ("B", "C"), "B": 0.5, "C": 3}, 3).nodes
    {'A': ['B', 'C'], 'B': 0.5, 'C': 3}
    """
    found = dict_of(answer.nodes if type(answer) is MinMaxTree else answer)
    if not isinstance(found, dict):
        raise give("a dict from each node to the list of its children, or to a number", found)
    if len(found) > most:
        raise Told(wrong(f"your graph has {len(found)} nodes; {most} are enough"))
    nodes: dict[Any, Any] = {v: list(below) if isinstance(below, tuple) else below for v, below in found.items()}
    for node, below in nodes.items():
        if isinstance(below, set | frozenset):
            raise Told(wrong(f"the children of {brief(node)} are a set, which has no order: give a list"))
        if isinstance(below, float) and not isfinite(below):
            raise Told(wrong(f"at {brief(node)} stands {below}: give a finite number"))
        if isinstance(below, int | float | Fraction) and not -LARGEST <= below <= LARGEST:
            raise Told(wrong(f"at {brief(node)} stands {brief(below)}: smaller numbers will do"))
    try:
        return MinMaxTree(nodes)
    except (ValueError, TypeError, AttributeError) as error:
        raise Told(wrong(f"this is no tree: {shorten(str(error))}")) from None


def game_of(answer: Any) -> Tree:
    """The Tree of Max and Min that is meant by a dict: lists for pairs will do.

    Examples
    --------
    >>> game_of({"a": ["max", {"leave": [1, -1]}]}).nodes
    {'a': ('Max', {'leave': (1, -1)})}
    """
    found = dict_of(answer.nodes if type(answer) is Tree else answer)
    if not isinstance(found, dict) or not found:
        raise give('a dict of nodes, as {"a": ("Max", {"leave": (1, -1), "go on": "b"}), ...}', found)
    step = -1 if type(answer) is Tree and tuple(answer.players) == ("Min", "Max") else 1
    for name, node in found.items():
        match node:
            case [who, {**steps}]:
                player = who.strip().capitalize() if isinstance(who, str) else who
                below = {move: _payoffs(after, step) for move, after in steps.items()}
                for move, after in below.items():
                    if isinstance(after, int | float | Fraction) and after not in found:
                        pair = f"payoffs are a pair, ({after}, {-after})"
                        raise Told(wrong(f"at {brief(name)}, {brief(move)} leads to {after}: {pair}"))
                found[name] = (player if player in ("Max", "Min") else who), below
    return Tree(found, players=("Max", "Min"))


def _payoffs(after: Any, step: int) -> Any:
    """Where a move leads: payoffs are a tuple of numbers, Max's first."""
    return tuple(after)[::step] if isinstance(after, list | tuple) else after
