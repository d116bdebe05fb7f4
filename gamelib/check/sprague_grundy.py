"""The exercises of lecture 06, Sprague-Grundy. ``options`` is a dict: for each vertex the list of its options."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import prod
from typing import Any

import numpy as np

from gamelib.adapters import Misere, Sum
from gamelib.check.asked import shorten
from gamelib.check.engine import RIGHT, Finding, compare, exercise, give, wrong
from gamelib.check.plain import equal
from gamelib.check.sheet import close
from gamelib.check.trial import wins
from gamelib.games import Matches, Nim, Octal
from gamelib.machine import needs
from gamelib.solvers.backward.solve import solve
from gamelib.solvers.impartial.nimbers import mex, nim_sum, nimbers
from gamelib.solvers.impartial.octal import octal

__all__ = ["BLINDFOLD", "BY_HAND", "blindfold", "by_hand", "halving", "misere_trap", "on_a_graph", "proved"]

nx = needs("networkx", "graphs", "these exercises")

#: The graph of the first exercise: no cycles.
BY_HAND = {"a": "bcd", "b": "de", "c": "defg", "d": "fg", "e": "gh", "f": "h", "g": "fi", "h": "i", "i": ""}

#: The three games of the exercise "blindfold": a row of Kayles, a heap, matches of which 1 or 2 may be taken.
BLINDFOLD = Sum(Octal((5,), "0.77"), Nim((6,)), Matches(7, takes=(1, 2)))


@exercise(
    "i is the end: 0. Who has no other option than i?",
    "The mex is the smallest number that is missing. Of {0, 1} it is 2, of {1, 2} it is 0.",
)
def by_hand(answer: Any) -> Finding:
    """The nimber of every vertex of the graph BY_HAND, as a dict."""
    right = nimbers(nx.DiGraph({v: list(row) for v, row in BY_HAND.items()}))
    if not isinstance(answer, dict):
        return give("a dict from letter to nimber", answer)
    for v in reversed(BY_HAND):  # from the end up: the first mistake is the cause of others
        if v not in answer:
            return wrong(f"{v} is missing")
        if not equal(answer[v], right[v]):
            below = ", ".join(f"{w}: {right[w]}" for w in BY_HAND[v]) or "none"
            return wrong(f"look at {v} again: {shorten(str(answer[v]))} is not the mex of its options ({below})")
    return RIGHT


@exercise(
    "Let the function call itself for every option, collect the numbers in a set, and find the first that is missing.",
    "Circles do not occur, but ways to the same vertex do, many: keep the nimbers found in a dict.",
)
def on_a_graph(answer: Any) -> Finding:
    """nimber(options, v): the nimber of v on a graph without cycles."""

    def inputs() -> Iterator[tuple[Any, ...]]:
        rng = np.random.default_rng(6)
        for n in range(1, 10):
            for _ in range(6):
                yield {v: [w for w in range(v) if rng.random() < 0.6] for v in range(n)}, n - 1

    return compare(answer, lambda options, v: nimbers(nx.DiGraph(options))[v], inputs())


@cache
def _halving(n: int) -> int:
    return mex([_halving(n - 1), _halving(n // 2)]) if n else 0


@exercise(
    "From n one can come to n - 1 and to n // 2. From 1 that is the same: 0.",
    "Climb from 0 and keep the nimbers in a list; each is the mex of two that are there already.",
)
def halving(answer: Any) -> Finding:
    """nimber(n): of a heap from which one takes one match, or leaves half of it, rounded down; 0 is the end."""
    return compare(answer, _halving, ((n,) for n in range(64)))


@exercise(
    "Guy and Smith: g(n + p) = g(n) must have been seen for n0 <= n < 2 n0 + p + k. Which n + p is the last?",
    "So 2 n0 + 2 p + k values are needed, from 0 on; if there are fewer, nothing is proved.",
    "Do not look at n below n0, which the theorem wants to be 1 or more. And mind that range(a, b) leaves out b.",
)
def proved(answer: Any) -> Finding:
    """is_proved(values, n0, p, k): whether these nimbers, from heap 0 on, prove the period p from n0 on."""

    def right(values: list[int], n0: int, p: int, k: int) -> bool:
        enough = n0 >= 1 and p >= 1 and len(values) >= 2 * n0 + 2 * p + k
        return enough and all(values[n + p] == values[n] for n in range(n0, 2 * n0 + p + k))

    def inputs() -> Iterator[tuple[Any, ...]]:
        yield [0, 0, 0], 0, 1, 1  # 0.4 begins like this, and then comes 1
        for code, n0, p in (("0.3", 1, 2), ("0.17", 2, 2), ("0.115", 1, 14), ("0.77", 71, 12)):
            k = len(code) - 2
            need = 2 * n0 + 2 * p + k
            values = octal(code, need + 20).tolist()
            for size in (need - 1, need, need + 5):
                yield values[:size], n0, p, k
            yield values, n0, p + 1, k
            longer = octal(code, need + 4 * p + 20).tolist()
            yield longer, n0 + 2, p, k  # true and proved, though not the best that can be said
            yield longer, n0, 2 * p, k
            yield values, max(1, n0 - 1), p, k
            for spoilt in (need - 1, need - 2, n0 + p):
                yield [*values[:spoilt], values[spoilt] + 1, *values[spoilt + 1 : need]], n0, p, k
            yield [value + 1 if n == n0 - 1 else value for n, value in enumerate(values)], n0, p, k

    return compare(answer, right, inputs())


@exercise(
    "You need the nimbers of short rows of Kayles: octal, or by hand: 0, 1, 2, 3, 1, 4. A heap is its own nimber.",
    "Matches with takes 1 and 2: the remainder by 3. And a row that has fallen apart is the nim-sum of its pieces.",
    "For every move compute the nim-sum of all parts after it; make the one that leaves 0.",
)
def blindfold(answer: Any) -> Finding:
    """A strategy for BLINDFOLD, position -> (k, move), that moves first and wins against everybody."""
    return wins(BLINDFOLD, answer, BLINDFOLD.start())


@exercise(
    "In misère play one single match is lost. What else has the nimber 1?",
    "Any two positions with the same nim-sum will do if in one there is a heap above 1 and in the other there is not.",
)
def misere_trap(answer: Any) -> Finding:
    """Two positions of Nim with the same nimber, not 0, of which exactly one is won in misère play."""
    try:
        games = [Nim(tuple(heaps)) for heaps in answer]
        first, second = (game.heaps for game in games)
    except (TypeError, ValueError):
        return give("two tuples of heaps, as in ((1, 2), (3,))", answer)
    if any(prod(h + 1 for h in game.heaps) > 2_000 for game in games):
        return wrong("smaller heaps, please: the checker looks at every position")
    if nim_sum(*first) == 0 == nim_sum(*second):
        return wrong("both have the nimber 0, like those in the lecture: find two with another nimber")
    if nim_sum(*first) != nim_sum(*second):
        return wrong(f"their nimbers are {nim_sum(*first)} and {nim_sum(*second)}")
    outcomes = [solve(Misere(game))[game.heaps].outcome for game in games]
    if outcomes[0] == outcomes[1]:
        return wrong(f"in misère play both are a {outcomes[0]}")
    return RIGHT


close(__name__)
