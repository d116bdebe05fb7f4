"""The exercises of lecture 07, minimax."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from gamelib.check.asked import brief, shorten
from gamelib.check.engine import RIGHT, Finding, compare, exercise, give, wrong
from gamelib.check.plain import equal
from gamelib.check.sheet import close
from gamelib.core import CHANCE
from gamelib.games import MinMaxTree, Tree
from gamelib.solvers.chance.induction import backward_induction
from gamelib.solvers.forward.minimax import minimax

__all__ = ["BY_HAND", "HEIRS", "by_hand", "heirs", "negamax", "with_chance"]

#: The tree to be worked out by hand; Max moves at A, numbers are for Max.
BY_HAND: dict[str, Any] = {
    "A": ["B", "C"], "B": ["D", "E", "F"], "C": ["G", "H"], "D": ["d1", "d2"], "E": ["e1", "e2"], "F": ["f1", "f2"],
    "G": ["g1", "g2"], "H": ["h1", "h2"], "d1": 3, "d2": 8, "e1": 5, "e2": 2, "f1": 9, "f2": 1, "g1": 4, "g2": -2,
    "h1": 7, "h2": 6,
}  # fmt: skip

#: Three heirs, in turn; payoffs are for Ann, Bob and Cem.
HEIRS = Tree(
    {
        "house": ("Ann", {"keep": "money", "sell": "car"}),
        "money": ("Bob", {"ask": "judge", "leave": (4, 1, 3)}),
        "car": ("Bob", {"take": (3, 4, 1), "leave": "ring"}),
        "judge": ("Cem", {"agree": (2, 3, 2), "fight": (5, 0, 1)}),
        "ring": ("Cem", {"take": (6, 2, 4), "leave": (1, 5, 2)}),
    },
    players=("Ann", "Bob", "Cem"),
)

Nested = Any


@exercise(
    "Max moves at A, Min at B and C, Max again at D to H. Begin with D: Max takes the larger of 3 and 8.",
    "At B Min takes the smallest of what D, E and F are worth.",
)
def by_hand(answer: Any) -> Finding:
    """The values for Max of the inner nodes A to H of the tree BY_HAND, as a dict."""
    tree = MinMaxTree(BY_HAND)
    if not isinstance(answer, dict):
        return give("a dict from letter to value", answer)
    for node in "HGFEDCBA":
        if node not in answer:
            return wrong(f"{node} is missing")
        if not equal(answer[node], tree.to_max(node, minimax(tree, node).value)):
            below = ", ".join(f"{w}: {tree.to_max(w, minimax(tree, w).value)}" for w in BY_HAND[node])
            return wrong(f"{node} is not worth {shorten(str(answer[node]))}: below it are {below}")
    return RIGHT


@exercise(
    "At an end, return ends[v]: it is for the player who would be to move there.",
    "Elsewhere the largest of -negamax(options, ends, w) over the options w.",
    "Mind the minus sign, and that max of an empty list does not exist: look at the ends first.",
)
def negamax(answer: Any) -> Finding:
    """negamax(options, ends, v): the value of v for the player to move; ends, too, speak for the player to move."""

    def right(options: dict[int, list[int]], ends: dict[int, int], v: int) -> int:
        return ends[v] if v in ends else max(-right(options, ends, w) for w in options[v])

    def inputs() -> Iterator[tuple[Any, ...]]:
        rng = np.random.default_rng(7)
        for n in range(1, 11):
            for _ in range(8):
                options = {v: [w for w in range(v) if rng.random() < 0.5] for v in range(n)}
                ends = {v: int(rng.integers(-5, 6)) for v in range(n) if not options[v]}
                yield options, ends, n - 1

    return compare(answer, right, inputs())


@exercise(
    "Begin with Cem. At 'judge' he compares 2 and 1, at 'ring' 4 and 2: the third number.",
    "Bob knows what Cem will do. At 'money' he gets the second number of what follows, or 1.",
)
def heirs(answer: Any) -> Finding:
    """The plan of backward induction for HEIRS: a dict from node to move."""
    plan = backward_induction(HEIRS)
    if not isinstance(answer, dict):
        return give("a dict from node to move", answer)
    for node in reversed(list(HEIRS.nodes)):
        if not equal(answer.get(node), plan[node].move):
            who = HEIRS.nodes[node][0]
            if node not in answer:
                return wrong(f"{node!r} is missing")
            return wrong(f"at {node!r} {who} can do better than {brief(answer[node])}, given what comes later")
    return RIGHT


@exercise(
    "A number is its own value. Else look at the first entry: 'max', 'min' or 'chance'.",
    "For chance: the sum of probability times value, with Fractions: Fraction(p) * value.",
)
def with_chance(answer: Any) -> Finding:
    """value(tree): of nested tuples: a number, ("max", [trees]), ("min", [trees]) or ("chance", [(p, tree), ...])."""

    def right(tree: Nested) -> Fraction:
        if not isinstance(tree, tuple):
            return Fraction(tree)
        kind, inside = tree
        if kind == CHANCE:
            return sum((Fraction(p) * right(t) for p, t in inside), Fraction(0))
        return (max if kind == "max" else min)(map(right, inside))

    def grown(rng: np.random.Generator, depth: int) -> Nested:
        if depth == 0:
            return int(rng.integers(-9, 10))
        kind = ("max", "min", CHANCE)[int(rng.integers(3))]
        trees = [grown(rng, depth - 1) for _ in range(int(rng.integers(1, 4)))]
        return (kind, [(Fraction(1, len(trees)), t) for t in trees]) if kind == CHANCE else (kind, trees)

    def inputs() -> Iterator[tuple[Any, ...]]:
        rng = np.random.default_rng(8)
        yield (3,)
        yield ((CHANCE, [(Fraction(1, 3), 1), (Fraction(2, 3), 0)]),)
        yield (("max", [Fraction(2, 5), (CHANCE, [(Fraction(1, 2), 1), (Fraction(1, 2), 0)])]),)
        for depth in (1, 2, 3):
            yield from ((grown(rng, depth),) for _ in range(15))

    return compare(answer, right, inputs())


close(__name__)
