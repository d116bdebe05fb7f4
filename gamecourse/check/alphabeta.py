"""The exercises of lecture 11, alpha-beta. The numbers in a tree are for Max."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from itertools import product
from math import inf
from random import Random
from typing import Any

from gamecourse.check import (
    RIGHT,
    AnyOrder,
    Feedback,
    agrees,
    brief,
    exercise,
    function,
    variant,
    wrong,
)
from gamecourse.grading.extract import in_order, names_of, table_of, tree_of
from gamecourse.grading.inputs import graph_of_two, reached, times
from gamelib import alphabeta, minimax
from gamelib.games import MinMaxTree

__all__ = ["BY_HAND", "TO_SORT", "MinMaxTree"]

#: The tree of the first exercise.
BY_HAND: dict[str, Any] = {
    "A": ["B", "C", "D"], "B": ["b1", "b2"], "b1": 6, "b2": 4, "C": ["c1", "c2", "c3"], "c1": 3, "c2": 7, "c3": 5,
    "D": ["E", "F"], "E": ["e1", "e2"], "e1": 5, "e2": 8, "F": ["f1", "f2"], "f1": 9, "f2": 1,
}  # fmt: skip

#: The tree whose children must be put in a better order.
TO_SORT: dict[str, Any] = {
    "A": ["B", "C", "D"], "B": ["b1", "b2", "b3"], "b1": 8, "b2": 2, "b3": 5, "C": ["c1", "c2", "c3"], "c1": 9, "c2": 7,
    "c3": 6, "D": ["d1", "d2", "d3"], "d1": 5, "d2": 4, "d3": 1,
}  # fmt: skip

#: Copies that no cell of a notebook can change.
_BY_HAND, _TO_SORT = deepcopy(BY_HAND), deepcopy(TO_SORT)

#: The leaves of BY_HAND that alpha-beta never looks at, and the smallest number of leaves of
#: TO_SORT that it looks at in any order of the children; tests/gamecourse/check/test_alphabeta.py
#: compares both with a search.
_UNSEEN, _FEWEST = {"c2", "c3", "f2"}, 5


@exercise(
    "B is worth 4: alpha is 4 from there on. At C, after which leaf is Min sure of 4 or less?",
    "At D Min is sure of what E is worth. After which leaf of F does Max have as much, so that "
    "Min will not go there?",
)
def never_seen(answer: Any) -> Feedback:
    """The leaves of BY_HAND that alpha-beta never looks at if it goes from left to right with the
    full window.
    """
    leaves = {node for node, inside in _BY_HAND.items() if not isinstance(inside, list)}
    given = set(
        names_of(answer, 'a set of leaves, as {"b1", "e2"}', _BY_HAND, "a leaf of the tree")
    )
    if inner := sorted(given - leaves):
        return wrong(
            f"{inner[0]} is not a leaf of the tree, because it has children. Name only leaves."
        )
    if given == leaves - _UNSEEN:
        return wrong(
            "these leaves are looked at. The exercise asks for the leaves that are never looked at."
        )
    missing, looked_at = len(_UNSEEN - given), len(given - _UNSEEN)
    told = (
        f"Leaves in your set that are looked at: {looked_at}. Leaves never looked at that are "
        f"missing: {missing}."
    )
    again = "Write the window beside each node, and go through the tree once more."
    return RIGHT if given == _UNSEEN else wrong(f"{told} {again}")


#: A value, and the numbers that are looked at to find it.
Seen = tuple[Any, list[Any]]


def _search(
    tree: Any, player: str, alpha: float, beta: float, cuts: bool = True, narrows: bool = True
) -> Seen:
    """Return the value, or the edge of the window, and the numbers looked at; mistakes cut or
    narrow nothing.
    """
    if not isinstance(tree, list):
        return max(alpha, min(tree, beta)), [tree]
    low, high, seen = alpha, beta, list[Any]()
    for branch in tree:
        window = (low, high) if narrows else (alpha, beta)
        value, leaves = _search(branch, "Min" if player == "Max" else "Max", *window, cuts, narrows)
        low, high = (max(low, value), high) if player == "Max" else (low, min(high, value))
        seen += leaves
        if cuts and low >= high:
            break
    return low if player == "Max" else high, seen


#: The largest number in a tree that a search is asked about.
_FAR = 10**12


def _random_tree(rng: Random, depth: int, most: int) -> Any:
    """Return a random tree of this depth, with numbers up to ``most``; if ``most`` is small, many
    are equal.
    """
    if depth == 0:
        return rng.randint(-most, most)
    return [_random_tree(rng, depth - 1, most) for _ in range(rng.randint(1, 4))]


def _trees() -> Iterator[Any]:
    """Yield trees from small to large: all small trees, then wide, deep and random trees."""
    rng = Random(9)
    yield from (0, 1, -1)
    yield from ([end] for end in (0, 1, -1))
    yield from map(list, product((0, 1, -1), repeat=2))
    yield from (
        [list(left), list(right)]
        for left in product((0, 1), repeat=2)
        for right in product((0, 1), repeat=2)
    )
    yield from (
        _FAR,
        -_FAR,
        [1 - _FAR],
        [-_FAR, -_FAR],
        [_FAR, _FAR],
        [[-_FAR], [_FAR, 1 - _FAR]],
        [[[-1]]],
        [[[[1]]]],
    )
    widest = list(range(-5, 5))
    for row in (widest, widest[::-1]):
        yield from (row, [row], [[below] for below in row], [[[below] for below in row]])
    yield [times(widest, sign) for sign in (1, -1, 1, -1, 1, -1, 1, -1, 1, -1)]
    for depth in (1, 2, 2, 3, 3, 3, 4, 4):
        for most in (1, 9, 100):
            tree = _random_tree(rng, depth, most)
            yield from (tree, times(tree, _FAR // most))


#: Windows with 0 inside, with 0 at an edge, and with 0 outside.
_WINDOWS = [
    (-inf, inf),
    (-inf, 0),
    (0, inf),
    (-2, 0),
    (0, 2),
    (-1, 1),
    (1, 5),
    (-7, -3),
    (-10, inf),
    (-inf, 10),
]


def _questions() -> Iterator[tuple[Any, str, float, float]]:
    """Yield trees from small to large, each with windows of all kinds, and one of the trees once
    more.
    """
    for tree, player in product((*_trees(), [[0, 1], [0, 0]]), ("Max", "Min")):
        true, _ = _search(tree, player, -inf, inf)
        yield from ((tree, player, true + low, true + high) for low, high in _WINDOWS)
        yield tree, player, -3, 3


@function(
    _questions,
    "At a number nothing is left to search: the list has only that number. What is returned if it "
    "is outside the "
    "window?",
    "At Max's nodes each value may raise alpha, at Min's nodes it may lower beta; the next branch "
    "gets the new window.",
    "Stop when `alpha >= beta`: equality is enough. Max returns alpha in the end, and Min beta.",
    variant(
        "Nothing is ever cut: leave the loop as soon as alpha reaches beta. Equality is enough.",
        cuts=False,
    ),
    variant(
        "The branches get the window as it was given: what is sure already is forgotten on the "
        "way down.",
        narrows=False,
    ),
)
def search(tree: Any, player: str, alpha: float, beta: float, **slips: bool) -> Seen:
    """search(tree, player, alpha, beta): the value, or the edge of the window, and the numbers
    looked at, in order.
    """
    return _search(tree, player, alpha, beta, **slips)


@exercise(
    "Which child of A is best for Max? It should come first: then alpha is as high as it can be.",
    "At the other nodes Min moves. Which leaf shows soonest that it is not worth going there?",
)
def sort(answer: Any) -> Feedback:
    """TO_SORT with the children of its nodes in an order in which alpha-beta looks at as few leaves
    as possible.
    """
    given = table_of(answer, "a dict like TO_SORT")
    for node, there in in_order(given, _TO_SORT, "node of the tree"):
        inside, rule = (
            _TO_SORT[node],
            "only the order of the children in their lists may be changed",
        )
        if isinstance(inside, list) and not isinstance(there, list | tuple):
            return wrong(
                f"For {node!r} you gave {brief(there)}: give a list of the children of {node}."
            )
        if not agrees(
            there,
            AnyOrder(inside) if isinstance(inside, list) else inside,
            f"The number at {node!r}",
        ):
            return wrong(f"For {node!r} you gave {brief(there)}, and it was {inside}: {rule}.")
    if strangers := [brief(node) for node in given if node not in _TO_SORT]:
        return wrong(f"There is no {strangers[0]} in the tree: nothing may be added.")
    order = {
        node: list(given[node]) if isinstance(inside, list) else inside
        for node, inside in _TO_SORT.items()
    }
    seen = alphabeta(MinMaxTree(order)).nodes - 4  # which counts A, B, C and D, too
    said = f"{seen} leaves are looked at; {_FEWEST} are enough."
    if list(given) != list(_TO_SORT) and order == _TO_SORT:
        said += (
            " What counts is the order in each list of children, not that of the nodes in the dict."
        )
    return RIGHT if seen == _FEWEST else wrong(said)


#: What a table says: a position's value for the player to move lies between these two.
Bounds = dict[Any, tuple[float, float]]


def _remembered(
    tree: MinMaxTree, node: Any, alpha: float, beta: float, table: Bounds, slips: str = ""
) -> float:
    """Return the value, or the edge of the window, by alpha-beta with a table; ``slips`` names
    mistakes.

    "soft" returns values outside the window, "exact" stores a bound as the value, "as given" passes
    the window down unchanged, and "empty" ignores the table.
    """
    known = {} if "empty" in slips else dict(table)
    exact = "exact" in slips

    def search(p: Any, alpha: float, beta: float) -> float:
        result = tree.outcome(p)
        low, high = known.get(p, (-inf, inf)) if result is None else (result, result)
        best = low if low >= beta or low == high else high
        if low < beta and alpha < high and low < high:
            best = -inf if "soft" in slips else alpha
            for child in tree.moves(p):
                window = (alpha, beta) if "as given" in slips else (-beta, -max(alpha, best))
                best = max(best, -search(child, *window))
                if best >= beta:
                    break
            known[p] = (
                best if exact or best > alpha else low,
                best if exact or best < beta else high,
            )
        return best if "soft" in slips else max(alpha, min(best, beta))

    return search(node, alpha, beta)


def _graphs() -> Iterator[MinMaxTree]:
    """Yield random graphs, the lecture's diamonds, and a ladder with too many paths for a search
    without a table.
    """
    rng = Random(11)
    for k in range(250):
        yield graph_of_two(rng, 1 + k // 12, (1, 9, _FAR)[k % 3], 0.8)
        if 60 <= k < 100:
            leaves = {leaf: rng.randint(-4, 4) for leaf in "bcde"}
            yield MinMaxTree(
                {"A": ["B", "C"], "B": ["b", "D"], "C": ["D", "c"], "D": ["d", "e"]} | leaves
            )
    yield MinMaxTree({v: [v + 2 - v % 2, v + 3 - v % 2] for v in range(1, 120)} | {120: 5, 121: 3})
    yield MinMaxTree({1: [2, 3, 4], 2: _FAR, 3: 1 - _FAR, 4: -_FAR})


def _tables() -> Iterator[tuple[MinMaxTree, Any, float, float, Bounds]]:
    """Yield graphs with tables that have true bounds, a value that only the table knows, or
    nothing.
    """
    rng = Random(12)
    far = (0, 0, 1, 3, inf)
    for k, tree in enumerate(_graphs()):
        inner = [p for p in reached(tree) if tree.outcome(p) is None]
        told: Bounds = {}
        if k % 2 and len(inner) > 1:
            only_here = rng.randint(-9, 9)
            told[inner[1]] = (only_here, only_here)
        for p in inner[: 10 if k % 4 else 0]:
            value = _remembered(tree, p, -inf, inf, told)
            down, up = rng.choices(far, k=2)
            told.setdefault(p, (value - down, value + up))
        for p, table in product([tree.start(), *inner[2:3]], (told, {})):
            value = _remembered(tree, p, -inf, inf, table)
            for low, high in ((-inf, inf), _WINDOWS[k % 10], _WINDOWS[k // 10 % 10]):
                yield tree, p, value + low, value + high, table


@function(
    _tables,
    "A pair `(low, high)` settles the answer if `low >= beta`, or `high <= alpha`, or `low == "
    "high`. Otherwise search.",
    "If the loop finds nothing above alpha, alpha is an upper bound only. After a cutoff, beta is "
    "a lower bound only.",
    "A result above alpha is the new low, a result below beta the new high. The other bound stays "
    "as it was.",
    variant(
        "A bound is stored as if it were the value: after a cutoff, or with nothing above alpha, "
        "one side is open.",
        slips="exact",
    ),
    variant(
        "The window is passed down as it is: it must be turned, and its signs changed.",
        slips="as given",
    ),
    variant("Outside the window the exercise asks for its nearer edge.", slips="soft"),
    variant("Your function ignores what the table says.", slips="empty"),
    save_as="alphabeta",
    filled=True,
)
def with_bounds(
    game: MinMaxTree, position: Any, alpha: float, beta: float, table: Bounds, slips: str = ""
) -> float:
    """alphabeta(game, position, alpha, beta, table): the value, or the edge of the window, with a
    table of bounds.
    """
    return _remembered(game, position, alpha, beta, table, slips)


@exercise(
    "In the lecture D was first seen with a low beta and cut early: the bound left made it look "
    "worse than it is.",
    "Put one more node on top, so that Min moves where Max moved before, and reverse the sign of "
    "every number.",
)
def too_high(answer: Any) -> Feedback:
    """A graph of at most 10 nodes on which alpha-beta with a table that keeps no bounds returns
    MORE than the value.
    """
    tree = tree_of(answer, 10)
    true, found = (
        minimax(tree, table={}).value,
        _remembered(tree, tree.start(), -inf, inf, {}, "soft exact"),
    )
    if found > true:
        return RIGHT
    said = f"The value is {true}, and the table without bounds gives {found}."
    why = (
        f"{'That is less, as in the lecture. ' * (found < true)}The exercise asks for more than "
        "the value."
    )
    listed = (
        f"{node}: {', '.join(map(str, w)) if isinstance(w, list) else w}"
        for node, w in tree.nodes.items()
    )
    return wrong("\n".join([f"{said} {why}", *listed]))
