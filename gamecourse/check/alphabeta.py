"""The exercises of lecture 11, alpha-beta. The numbers in a tree are for Max."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from functools import partial
from itertools import product
from math import inf
from typing import Any

import numpy as np

from gamecourse.check import RIGHT, Domain, Finding, Mistakes, between, compare, exercise, one_of, wrong
from gamecourse.check.machinery.asked import brief
from gamecourse.check.machinery.finding import meets
from gamecourse.check.machinery.inputs import times, tree_spans
from gamecourse.check.machinery.plain import AnyOrder
from gamecourse.check.machinery.reading import in_order, names_of, table_of, tree_of
from gamelib import minimax
from gamelib.games import MinMaxTree

__all__ = ["BY_HAND", "TO_SORT"]

#: The tree of the first exercise.
BY_HAND: dict[str, Any] = {
    "A": ["B", "C", "D"], "B": ["b1", "b2"], "b1": 6, "b2": 4, "C": ["c1", "c2", "c3"], "c1": 3, "c2": 7, "c3": 5,
    "D": ["E", "F"], "E": ["e1", "e2"], "e1": 5, "e2": 8, "F": ["f1", "f2"], "f1": 9, "f2": 1,
}  # fmt: skip

#: The tree whose children are to be put in a better order.
TO_SORT: dict[str, Any] = {
    "A": ["B", "C", "D"], "B": ["b1", "b2", "b3"], "b1": 8, "b2": 2, "b3": 5, "C": ["c1", "c2", "c3"], "c1": 9, "c2": 7,
    "c3": 6, "D": ["d1", "d2", "d3"], "d1": 5, "d2": 4, "d3": 1,
}  # fmt: skip

#: The same, where no cell of a notebook can change them.
_BY_HAND, _TO_SORT = deepcopy(BY_HAND), deepcopy(TO_SORT)

#: The leaves of BY_HAND that alpha-beta never looks at, and the fewest of TO_SORT that it looks at in any order of the
#: children; tests/gamecourse/check/test_alphabeta.py compares both with a search.
_UNSEEN, _FEWEST = {"c2", "c3", "f2"}, 5


@exercise(
    "B is worth 4: alpha is 4 from there on. At C, after which leaf is Min sure of 4 or less?",
    "At D Min is sure of what E is worth. After which leaf of F does Max have as much, so that Min will not go there?",
)
def never_seen(answer: Any) -> Finding:
    """The leaves of BY_HAND that alpha-beta never looks at, from left to right, with the whole window."""
    leaves = {node for node, inside in _BY_HAND.items() if not isinstance(inside, list)}
    given = set(names_of(answer, 'a set of leaves, as {"b1", "e2"}', _BY_HAND, "a leaf of the tree"))
    if inner := sorted(given - leaves):
        return wrong(f"{inner[0]} is not a leaf of the tree, because it has children. Name only leaves.")
    if given == leaves - _UNSEEN:
        return wrong("these are the leaves that are looked at. The exercise asks for the others.")
    if given == _UNSEEN:
        return RIGHT
    missing, looked_at = len(_UNSEEN - given), len(given - _UNSEEN)
    told = f"Leaves in your set that are looked at: {looked_at}. Leaves never looked at that are missing: {missing}."
    return wrong(f"{told} Write the window beside each node, and go through the tree once more.")


#: A value, and the numbers that are looked at to find it.
Seen = tuple[Any, list[Any]]


def _search(tree: Any, player: str, alpha: float, beta: float, cuts: bool = True, narrows: bool = True) -> Seen:
    """Alpha-beta on a tree of lists: the value, or the edge of the window; mistakes do not cut, or narrow no window."""
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


def _random_tree(rng: np.random.Generator, depth: int, most: int) -> Any:
    """A tree of this depth, with numbers up to ``most``: where it is small, many are equal."""
    if depth == 0:
        return int(rng.integers(-most, most + 1))
    return [_random_tree(rng, depth - 1, most) for _ in range(int(rng.integers(1, 5)))]


def _trees() -> Iterator[Any]:
    """Trees, from small to large: all small ones, wide ones, deep ones, random ones."""
    rng = np.random.default_rng(9)
    yield from (0, 1, -1)
    yield from ([end] for end in (0, 1, -1))
    yield from map(list, product((0, 1, -1), repeat=2))
    yield from ([list(left), list(right)] for left in product((0, 1), repeat=2) for right in product((0, 1), repeat=2))
    yield from (_FAR, -_FAR, [1 - _FAR], [-_FAR, -_FAR], [_FAR, _FAR], [[-_FAR], [_FAR, 1 - _FAR]], [[[-1]]], [[[[1]]]])
    widest = list(range(-5, 5))
    for row in (widest, widest[::-1]):
        yield from (row, [row], [[below] for below in row], [[[below] for below in row]])
    yield [times(widest, sign) for sign in (1, -1, 1, -1, 1, -1, 1, -1, 1, -1)]
    for depth in (1, 2, 2, 3, 3, 3, 4, 4):
        for most in (1, 9, 100):
            tree = _random_tree(rng, depth, most)
            yield from (tree, times(tree, _FAR // most))


#: Windows in which a value of 0 lies, at whose ends it lies, and beside which it lies.
_WINDOWS = [(-inf, inf), (-inf, 0), (0, inf), (-2, 0), (0, 2), (-1, 1), (1, 5), (-7, -3), (-10, inf), (-inf, 10)]


def _questions() -> Iterator[tuple[Any, str, float, float]]:
    """Trees from small to large, each with windows of all kinds; then one again that was asked before."""
    for tree, player in product((*_trees(), [[0, 1], [0, 0]]), ("Max", "Min")):
        true, _ = _search(tree, player, -inf, inf)
        yield from ((tree, player, true + low, true + high) for low, high in _WINDOWS)
        yield tree, player, -3, 3


_TREES = Domain(
    _questions,
    *tree_spans(4, 10, _FAR),
    one_of("`player`", ("Max", "Min"), lambda tree, player, alpha, beta: player),
    between("`alpha` and `beta`", -inf, inf, lambda tree, player, alpha, beta: [alpha, beta]),
)


@exercise(
    "At a number nothing is left to search: the list has that number alone. What is returned if it is outside the "
    "window?",
    "At Max's nodes each value may raise alpha, at Min's nodes it may lower beta; the next branch gets the new window.",
    "Stop when alpha >= beta: equality is enough. Max returns alpha in the end, and Min beta.",
    domain=_TREES,
)
def search(answer: Any) -> Finding:
    """search(tree, player, alpha, beta): the value, or the edge of the window, and the numbers looked at, in order."""
    mistakes: Mistakes = {
        "Nothing is ever cut: leave the loop as soon as alpha reaches beta. Equality is enough.": partial(
            _search, cuts=False
        ),
        "The branches get the window as it was given: what is sure already is forgotten on the way down.": partial(
            _search, narrows=False
        ),
    }
    return compare(answer, _search, _TREES, mistakes=mistakes)


def _in_lists(nodes: dict[str, Any], node: str) -> Any:
    """What is below a node, as lists in lists."""
    inside = nodes[node]
    return [_in_lists(nodes, child) for child in inside] if isinstance(inside, list) else inside


@exercise(
    "Which child of A is best for Max? It should come first: then alpha is as high as it can be.",
    "At the other nodes Min moves. Which leaf shows soonest that it is not worth going there?",
)
def sort(answer: Any) -> Finding:
    """TO_SORT with the children of its nodes in an order in which alpha-beta looks at as few leaves as can be."""
    given = table_of(answer, "a dict like TO_SORT")
    for node, there in in_order(given, _TO_SORT, "node of the tree"):
        inside, rule = _TO_SORT[node], "only the order of the children in their lists may be changed"
        if isinstance(inside, list) and not isinstance(there, list | tuple):
            return wrong(f"For {node!r} you gave {brief(there)}: give a list of the children of {node}.")
        if not meets(there, AnyOrder(inside) if isinstance(inside, list) else inside, f"The number at {node!r}"):
            return wrong(f"For {node!r} you gave {brief(there)}, and it was {inside}: {rule}.")
    if strangers := [brief(node) for node in given if node not in _TO_SORT]:
        return wrong(f"There is no {strangers[0]} in the tree: nothing may be added.")
    order = {node: list(given[node]) if isinstance(inside, list) else inside for node, inside in _TO_SORT.items()}
    _, seen = _search(_in_lists(order, "A"), "Max", -inf, inf)
    if len(seen) == _FEWEST:
        return RIGHT
    said = f"{len(seen)} leaves are looked at; {_FEWEST} are enough."
    if list(given) != list(_TO_SORT) and order == _TO_SORT:
        said += " What counts is the order in each list of children, not that of the nodes in the dict."
    return wrong(said)


def _forgetful(tree: MinMaxTree, node: Any, alpha: float, beta: float, table: dict[Any, float]) -> float:
    """Alpha-beta as the lecture has it, with a table that does not say what is a bound."""
    result = tree.outcome(node)
    if result is not None:
        return result
    if node not in table:
        best = -inf
        for child in tree.moves(node):
            best = max(best, -_forgetful(tree, child, -beta, -max(alpha, best), table))
            if best >= beta:
                break
        table[node] = best
    return table[node]


@exercise(
    "In the lecture D was first seen with a low beta and cut early: the bound left made it look worse than it is.",
    "Put one more node on top, so that Min moves where Max moved before, and reverse the sign of every number.",
)
def too_high(answer: Any) -> Finding:
    """A graph of at most 10 nodes on which alpha-beta with a table that keeps no bounds returns MORE than the value."""
    tree = tree_of(answer, 10)
    true, found = minimax(tree, table={}).value, _forgetful(tree, tree.start(), -inf, inf, {})
    if found > true:
        return RIGHT
    said = f"The value is {true}, and the table without bounds gives {found}."
    why = f"{'That is less, as in the lecture. ' * (found < true)}The exercise asks for more than the value."
    listed = (f"{node}: {', '.join(map(str, w)) if isinstance(w, list) else w}" for node, w in tree.nodes.items())
    return wrong("\n".join([f"{said} {why}", *listed]))
