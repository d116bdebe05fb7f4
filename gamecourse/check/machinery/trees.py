"""A game that a student has written down as a dict: from each node to its children, or to who moves and where to."""

from __future__ import annotations

from fractions import Fraction
from math import isfinite
from typing import Any

from gamecourse.check.machinery.asked import brief, read, shorten
from gamecourse.check.machinery.finding import Finding, give, wrong
from gamecourse.check.machinery.plain import frozen, is_pair, same_kind
from gamelib.games import MinMaxTree, Tree

#: No number in a tree need be larger.
LARGEST = 10**9


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


def tree_of(answer: Any, most: int) -> MinMaxTree | Finding:
    """The MinMaxTree that is meant, or why it is none.

    Parameters
    ----------
    answer
        What the student gives: a dict; the children may be tuples.
    most
        It has at most so many nodes.

    Returns
    -------
    MinMaxTree or Finding
        A tree of plain data, or what to change.

    Examples
    --------
    >>> tree_of({"A": ("B", "C"), "B": 0.5, "C": 3}, 3).nodes
    {'A': ['B', 'C'], 'B': 0.5, 'C': 3}
    >>> tree_of({"A": ["B"]}, 3)
    ✗ wrong: this is no tree: 'B', a child of 'A', is missing: give its children or its number
    """
    found = dict_of(answer.nodes if type(answer) is MinMaxTree else answer)
    if not isinstance(found, dict):
        return give("a dict from each node to the list of its children, or to a number", found)
    if len(found) > most:
        return wrong(f"your graph has {len(found)} nodes; {most} are enough")
    nodes: dict[Any, Any] = {v: list(below) if isinstance(below, tuple) else below for v, below in found.items()}
    for node, below in nodes.items():
        if isinstance(below, set | frozenset):
            return wrong(f"the children of {brief(node)} are a set, which has no order: give a list")
        if isinstance(below, float) and not isfinite(below):
            return wrong(f"at {brief(node)} stands {below}: give a finite number")
        if isinstance(below, int | float | Fraction) and not -LARGEST <= below <= LARGEST:
            return wrong(f"at {brief(node)} stands {brief(below)}: smaller numbers will do")
    try:
        return MinMaxTree(nodes)
    except (ValueError, TypeError, AttributeError) as error:
        return wrong(f"this is no tree: {shorten(str(error))}")


def game_of(answer: Any) -> Tree | Finding:
    """The Tree of Max and Min that is meant: lists for pairs will do.

    Examples
    --------
    >>> game_of({"a": ["max", {"leave": [1, -1]}]}).nodes
    {'a': ('Max', {'leave': (1, -1)})}
    """
    found = dict_of(answer.nodes if type(answer) is Tree else answer)
    if not isinstance(found, dict) or not found:
        return give('a dict of nodes, as {"a": ("Max", {"leave": (1, -1), "go on": "b"}), ...}', found)
    step = -1 if type(answer) is Tree and tuple(answer.players) == ("Min", "Max") else 1
    for name, node in found.items():
        match node:
            case [who, {**steps}]:
                player = who.strip().capitalize() if isinstance(who, str) else who
                below = {move: _payoffs(after, step) for move, after in steps.items()}
                for move, after in below.items():
                    if isinstance(after, int | float | Fraction) and after not in found:
                        pair = f"payoffs are a pair, ({after}, {-after})"
                        return wrong(f"at {brief(name)}, {brief(move)} leads to {after}: {pair}")
                found[name] = (player if player in ("Max", "Min") else who), below
    return Tree(found, players=("Max", "Min"))


def _payoffs(after: Any, step: int) -> Any:
    """Where a move leads: payoffs are a tuple of numbers, Max's first."""
    return tuple(after)[::step] if isinstance(after, list | tuple) else after
