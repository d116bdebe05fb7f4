"""The exercises of lecture 09, minimax."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import chain
from operator import itemgetter
from typing import Any

import numpy as np

from gamecourse.check import RIGHT, Finding, Mistakes, compare, exercise, wrong
from gamecourse.check.machinery.asked import brief, shown
from gamecourse.check.machinery.inputs import without_cycles
from gamecourse.check.machinery.plain import same, same_kind
from gamecourse.check.machinery.reading import in_order, table_of
from gamelib import CHANCE, backward_induction, minimax
from gamelib.games import MinMaxTree, Tree

__all__ = ["BY_HAND", "HEIRS"]

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

#: A tree of the last exercise: a number, or a pair of a kind and a list.
Nested = Any

#: What takes the larger or the smaller of some numbers.
Choice = Callable[[Iterable[Any]], Any]


def _worked_out(at_max: Choice, at_min: Choice) -> dict[str, int]:
    """The inner nodes of BY_HAND, if one chooses like this where Max moves and where Min does."""
    found: dict[str, int] = {}
    for node in "HGFEDCBA":
        choice = at_min if node in "BC" else at_max
        found[node] = choice([found.get(w, BY_HAND[w]) for w in BY_HAND[node]])
    return found


@exercise(
    "Max moves at A, Min at B and C, Max again at D to H. Begin with D: Max takes the larger of 3 and 8.",
    "At B Min takes the smallest of what D, E and F are worth.",
)
def by_hand(answer: Any) -> Finding:
    """The values for Max of the inner nodes A to H of the tree BY_HAND, as a dict."""
    tree = MinMaxTree(BY_HAND)
    right = {node: tree.to_max(node, minimax(tree, node).value) for node in "ABCDEFGH"}
    given = table_of(answer, "a dict from letter to value")
    habits = {
        "Max takes the largest, Min the smallest: have they changed places?": _worked_out(min, max),
        "You let Max move everywhere: at B and C it is Min's turn": _worked_out(max, max),
        "You let Min move everywhere: at A and at D to H it is Max's turn": _worked_out(min, min),
        "What is asked for is what Max gets, at B and C too": {**right, "B": -right["B"], "C": -right["C"]},
    }
    for node, found in in_order(given, "HGFEDCBA", "node"):
        if same(found, right[node]):
            continue
        if not same_kind(found, right[node]):
            return wrong(f"at {node} stands {shown(found)}: a value is a number")
        below = ", ".join(f"{w}: {right.get(w, BY_HAND[w])}" for w in BY_HAND[node])
        of_these = {node: given.get(node) for node in right}
        said = "".join(f". {words}" for words, table in habits.items() if same(of_these, table))
        return wrong(f"{node} is not worth {brief(found)}: below it are {below}{said}")
    return RIGHT


@exercise(
    "At an end, return ends[v]: it is for the player who would be to move there.",
    "Elsewhere the largest of -negamax(options, ends, w) over the options w.",
    "Mind the minus sign, and that max of an empty list does not exist: look at the ends first.",
)
def negamax(answer: Any) -> Finding:
    """negamax(options, ends, v): the value of v for the player to move; ends, too, speak for the player to move."""

    mistakes: Mistakes = {
        "What is good for the next player is bad for this one: is a minus sign missing?": partial(_valued, max),
        "That is worst for the player to move: a minus sign before each value, then the largest": partial(
            _valued, lambda below: -max(below)
        ),
        "The ends, too, are for the player who would be to move there: is there one minus sign too many?": (
            lambda options, ends, v: _negamax(options, {w: -end for w, end in ends.items()}, v)
        ),
        "The ends, too, are for the player who would be to move there, not for one and the same player": _of_one,
    }
    return compare(answer, _negamax, _graphs(), mistakes=mistakes)


Options = Mapping[Any, list[Any]]
Ends = Mapping[Any, int]


def _valued(rule: Callable[[list[int]], int], options: Options, ends: Ends, v: Any) -> int:
    return ends[v] if v in ends else rule([_valued(rule, options, ends, w) for w in options[v]])


def _negamax(options: Options, ends: Ends, v: Any) -> int:
    return _valued(lambda below: max(-value for value in below), options, ends, v)


def _of_one(options: Options, ends: Ends, v: Any, mine: bool = True) -> int:
    """As if all ends were for the player who moves first."""
    if v in ends:
        return ends[v]
    return (max if mine else min)(_of_one(options, ends, w, not mine) for w in options[v])


def _graphs() -> Iterator[tuple[dict[Any, list[Any]], dict[Any, int], Any]]:
    """Graphs without cycles, and some with long ways, each with numbers at its ends."""
    rng = np.random.default_rng(7)
    ladders = [
        {v: [w for w in (v - 1, v - 4) if w >= 0 and rng.random() < 0.95] for v in range(n)} for n in (16, 25, 25)
    ]
    for options, v in chain(without_cycles(7, 8, 10, 0.5), ((ladder, len(ladder) - 1) for ladder in ladders)):
        yield options, {w: int(rng.integers(-5, 6)) for w, row in options.items() if not row}, v


@exercise(
    "Begin with Cem. At 'judge' he compares 2 and 1, at 'ring' 4 and 2: the third number.",
    "Bob knows what Cem will do. At 'money' he gets the second number of what follows, or 1.",
)
def heirs(answer: Any) -> Finding:
    """The plan of backward induction for HEIRS: a dict from node to move."""
    plan = backward_induction(HEIRS)
    given = table_of(answer, "a dict from node to move")
    for node, found in in_order(given, reversed(list(HEIRS.nodes)), "node"):
        who, moves = HEIRS.nodes[node]
        move = found.strip().lower() if isinstance(found, str) else found
        if not isinstance(move, str) or move not in moves:
            leads = any(same(move, target) for target in moves.values())
            why = "is where a move leads" if leads else "is no move"
            return wrong(f"at {node!r} {brief(found)} {why}: the moves there are {' and '.join(map(repr, moves))}")
        if move != plan[node].move:
            which = ("first", "second", "third")[HEIRS.players.index(who)]
            better = f"at {node!r} {who} can do better than {move!r}, given what comes later"
            return wrong(f"{better}; the {which} number is what {who} gets")
    return RIGHT


@exercise(
    "A number is its own value. Else look at the first entry: 'max', 'min' or 'chance'.",
    "For chance: the sum of probability times value, with Fractions: Fraction(p) * value.",
)
def with_chance(answer: Any) -> Finding:
    """value(tree): of nested tuples: a number, ("max", [trees]), ("min", [trees]) or ("chance", [(p, tree), ...])."""

    def coin(rule: Callable[[Parts], Any]) -> Callable[..., Any]:
        return partial(_value, at_chance=rule)

    likely = itemgetter(0)
    mistakes: Mistakes = {
        "Largest and smallest have changed places": partial(_value, at_max=min, at_min=max),
        "At a chance node not all is equally likely: where are the probabilities?": coin(
            lambda parts: sum((value for _, value in parts), Fraction(0)) / len(parts)
        ),
        "At a chance node it adds the values, without the probabilities": coin(lambda parts: sum(v for _, v in parts)),
        "At a chance node nobody chooses: take the mean": coin(lambda parts: max(value for _, value in parts)),
        "At a chance node it takes what is most likely: take the mean of all": coin(
            lambda parts: max(parts, key=likely)[1]
        ),
        "At a chance node it takes what is most likely, and the best of it: take the mean of all": coin(
            lambda parts: max(parts)[1]
        ),
    }
    return compare(answer, _value, _trees(), mistakes=mistakes)


Parts = list[tuple[Fraction, Fraction]]


def _expected(parts: Parts) -> Fraction:
    return sum((p * value for p, value in parts), Fraction(0))


def _value(
    tree: Nested, at_max: Choice = max, at_min: Choice = min, at_chance: Callable[[Parts], Fraction] = _expected
) -> Fraction:
    if not isinstance(tree, tuple):
        return Fraction(tree)
    kind, inside = tree
    if kind == CHANCE:
        return at_chance([(Fraction(p), _value(t, at_max, at_min, at_chance)) for p, t in inside])
    return (at_max if kind == "max" else at_min)([_value(t, at_max, at_min, at_chance) for t in inside])  # type: ignore[no-any-return]


def _trees() -> Iterator[tuple[Nested]]:
    """Trees, from small to large; no two branches of a chance node are equally likely."""
    rng = np.random.default_rng(8)

    def grown(depth: int) -> Nested:
        if depth == 0 or (depth < 3 and rng.random() < 0.2):
            return int(rng.integers(-9, 10))
        kind = ("max", "min", CHANCE)[int(rng.integers(3))]
        trees = [grown(depth - 1) for _ in range(int(rng.integers(1, 4)))]
        weights = [int(weight) + 1 for weight in rng.permutation(4)[: len(trees)]]
        if kind != CHANCE:
            return kind, trees
        return kind, [(Fraction(weight, sum(weights)), tree) for weight, tree in zip(weights, trees, strict=True)]

    half, third = Fraction(1, 2), Fraction(1, 3)
    small = [3, Fraction(3, 7), (CHANCE, [(third, 1), (1 - third, 0)]), ("max", [2, 5]), ("min", [2, 5])]
    small += [("max", [Fraction(2, 5), (CHANCE, [(half, 1), (half, 0)])])]
    small += [(CHANCE, [(1 - third, ("min", [4, 7])), (third, ("max", [4, 7]))])]
    yield from ((tree,) for tree in small)
    for depth in (1, 2, 3):
        yield from ((grown(depth),) for _ in range(20))
