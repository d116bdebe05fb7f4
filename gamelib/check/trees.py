"""A tree that a student has written down: a dict from each node to the list of its children, or to a number."""

from __future__ import annotations

from math import isfinite
from typing import Any

from gamelib.check.asked import brief, read, shorten
from gamelib.check.finding import Finding, give, wrong
from gamelib.check.plain import read_text, same_kind
from gamelib.games import MinMaxTree


def tree_of(answer: Any, most: int) -> MinMaxTree | Finding:
    """The MinMaxTree that is meant, or why it is none.

    Parameters
    ----------
    answer
        What the student gives: a dict; the numbers may be texts, the children tuples.
    most
        It has at most so many nodes.

    Returns
    -------
    MinMaxTree or Finding
        A tree of plain data, or what to change.

    Examples
    --------
    >>> tree_of({"A": ("B", "C"), "B": "1/2", "C": 3}, 3).nodes
    {'A': ['B', 'C'], 'B': Fraction(1, 2), 'C': 3}
    >>> tree_of({"A": ["B"]}, 3)
    ✗ wrong: this is no tree: 'B', a child of 'A', is missing: give its children or its number
    """
    found = read(answer.nodes if type(answer) is MinMaxTree else answer)
    found = read_text(found) if isinstance(found, str) else found
    if not isinstance(found, dict):
        return give("a dict from each node to the list of its children, or to a number", found)
    if len(found) > most:
        return wrong(f"your graph has {len(found)} nodes; {most} are enough")
    nodes: dict[Any, Any] = {node: _inside(below) for node, below in found.items()}
    for node, below in nodes.items():
        if isinstance(below, set | frozenset):
            return wrong(f"the children of {brief(node)} are a set, which has no order: give a list")
        if isinstance(below, float) and not isfinite(below):
            return wrong(f"at {brief(node)} stands {below}: give a finite number")
    try:
        return MinMaxTree(nodes)
    except (ValueError, TypeError, AttributeError) as error:
        return wrong(f"this is no tree: {shorten(str(error))}")


def _inside(below: Any) -> Any:
    """What stands at a node: a list of children, or a number, which may be written as a text."""
    if isinstance(below, str) and same_kind(below, 0):
        return read_text(below)
    return list(below) if isinstance(below, tuple) else below
