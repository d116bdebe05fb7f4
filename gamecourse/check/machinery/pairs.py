"""The pairs that a student may give for arrows or edges, in any form whose meaning is clear."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from gamecourse.check.machinery.asked import read
from gamecourse.check.machinery.finding import Told, give, wrong
from gamecourse.check.machinery.plain import Odd, frozen
from gamecourse.check.machinery.reading import items
from gamelib.machine import needs

#: One pair as a text: "ab", or "a b", "a->b", "(a, b)".
TWO_LETTERS = re.compile(r"(\w)(\w)")
ARROW = r"\s*(?:-+>|=+>|→|>|-)\s*|\s+to\s+"
PAIR = re.compile(rf"\(?\s*(\w+)(?:{ARROW}|\s*,\s*|\s+)(\w+)\s*\)?")

nx = needs("networkx", "graphs", "these exercises")


def pairs(answer: Any, what: str, *, directed: bool = True) -> list[tuple[Any, Any]]:
    """The pairs of a list of arrows or edges, of a graph, or of a dict from a vertex to those it leads to.

    They are plain data that can stand in a set. If ``directed``, the order counts: then a set of two is no pair.

    Examples
    --------
    >>> pairs([["a", "b"], "bc", "c->a"], "arrows"), pairs({1: [2, 3], 2: [], 3: []}, "arrows")
    ([('a', 'b'), ('b', 'c'), ('c', 'a')], [(1, 2), (1, 3)])
    """
    if isinstance(answer, nx.Graph) and directed and not nx.is_directed(answer):
        raise Told(wrong("your graph has edges without direction: give an nx.DiGraph, or a list of pairs (from, to)"))
    given = read(list(answer.edges()) if isinstance(answer, nx.Graph) else answer)
    if isinstance(given, dict):
        given = [(v, w) for v, row in given.items() for w in _row(row, what)]
    elif isinstance(given, str):
        given = _texts(given)
    if not isinstance(given, list | tuple | set | frozenset):
        raise give(what, answer)
    found = [_pair(pair, (list, tuple) if directed else (list, tuple, set, frozenset)) for pair in given]
    if None in found:
        raise give(what, answer)
    return [pair for pair in found if pair is not None]


def _pair(given: Any, kinds: tuple[type, ...]) -> tuple[Any, Any] | None:
    """One pair, or None for what is none."""
    if isinstance(given, str):
        match = TWO_LETTERS.fullmatch(given) or PAIR.fullmatch(given)
        given = match.groups() if match else None
    ends: list[Any] = list(given) if isinstance(given, kinds) else []  # type: ignore[call-overload]
    if len(ends) != 2:
        return None
    v, w = map(frozen, ends)
    return None if isinstance(v, Odd) or isinstance(w, Odd) else (v, w)


def _row(row: Any, what: str) -> list[Any]:
    """Where the arrows from a vertex lead: the letters of a text, one number, or a collection."""
    return list(row) if isinstance(row, str) else [row] if isinstance(row, int) else items(row, what)


def _texts(given: str) -> list[str]:
    """The pairs in a text: "(a, b), (b, c)", "a b, b c", "ab bc", or a chain "a -> b -> c"."""
    if found := re.findall(r"\(\s*\w+\s*,\s*\w+\s*\)", given):
        return found
    parts = [part.strip() for part in re.split(r"[,;\n]", given)]
    if all(re.fullmatch(r"\w+\s+\w+", part) for part in parts) and any(len(part) == 3 for part in parts):
        return parts
    chains = [re.split(ARROW, chain) for chain in re.findall(rf"\w+(?:(?:{ARROW})\w+)*", given)]
    return [f"{v}->{w}" for chain in chains for v, w in pairwise(chain)] + [one[0] for one in chains if len(one) == 1]
