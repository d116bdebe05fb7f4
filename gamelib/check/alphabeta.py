"""The exercises of lecture 09, alpha-beta. Trees are dicts as MinMaxTree takes them: numbers for Max, who begins."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from math import inf
from typing import Any

import numpy as np

from gamelib.check.asked import brief, shorten
from gamelib.check.engine import RIGHT, Finding, call, exercise, give, wrong
from gamelib.check.sheet import close
from gamelib.games import MinMaxTree
from gamelib.solvers.forward.minimax import minimax

__all__ = ["BY_HAND", "TO_SORT", "never_seen", "search", "sort", "too_high"]

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


class _Counted:
    """A game that notes at which ends it is asked for the result."""

    def __init__(self, tree: MinMaxTree) -> None:
        self.start, self.moves, self.play, self._tree = tree.start, tree.moves, tree.play, tree
        self.leaves: set[Any] = set()

    def outcome(self, position: Any) -> float | None:
        result = self._tree.outcome(position)
        if result is not None:
            self.leaves.add(position)
        return result


def _search(game: Any, position: Any, alpha: float, beta: float) -> float:
    """Alpha-beta, as the lecture writes it."""
    result: float | None = game.outcome(position)
    if result is not None:
        return result
    best = -inf
    for move in game.moves(position):
        best = max(best, -_search(game, game.play(position, move), -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def _leaves(tree: MinMaxTree) -> set[Any]:
    """The leaves that alpha-beta looks at."""
    game = _Counted(tree)
    _search(game, tree.start(), -inf, inf)
    return game.leaves


@exercise(
    "B is worth 4: alpha is 4 from there on. At C, after which leaf is Min sure of 4 or less?",
    "At D Min is sure of what E is worth. After which leaf of F does Max have as much, so that Min will not go there?",
)
def never_seen(answer: Any) -> Finding:
    """The leaves of BY_HAND that alpha-beta never looks at, from left to right, with the whole window."""
    try:
        given = set(answer)
    except TypeError:
        return give("a set of leaves", answer)
    tree = MinMaxTree(BY_HAND)
    everything = {node for node in BY_HAND if tree.outcome(node) is not None}
    if strangers := given - everything:
        return wrong(f"{brief(min(strangers, key=str))} is not a leaf of the tree")
    right = everything - _leaves(tree)
    for leaf in sorted(everything, key=list(BY_HAND).index):
        if (leaf in given) != (leaf in right):
            if leaf in given:
                return wrong(f"{leaf} is looked at: when the search comes there, it could still matter")
            return wrong(f"{leaf} is never looked at: before it, the rest of its parent has been cut")
    return RIGHT


@exercise(
    "The window of an option is (-beta, -alpha): what is sure for me is a limit for him.",
    "Keep the best value so far; alpha becomes the larger of alpha and best. Stop when best >= beta.",
    "Do not cut at best > beta only: a value equal to beta is enough.",
)
def search(answer: Any) -> Finding:
    """search(game, position, alpha, beta): alpha-beta. Inside the window exact, outside a bound; no leaf too many."""
    rng = np.random.default_rng(9)
    for depth in (0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4):
        nodes = _random_tree(rng, depth, "r")
        tree = MinMaxTree(nodes)
        true = minimax(tree).value
        for alpha, beta in ((-inf, inf), (-3, 3), (true - 2, true), (true, true + 2), (true - 1, true + 1)):
            game, ours = _Counted(tree), _Counted(tree)
            said = f"on {shorten(str(nodes))} with the window ({alpha}, {beta})"
            found = call(answer, game, "r", alpha, beta, who=f"{said} it")
            if isinstance(found, Finding):
                return found
            if reason := _breach(found, true, alpha, beta):
                return wrong(f"{said} {reason}")
            _search(ours, "r", alpha, beta)
            if len(game.leaves) > len(ours.leaves):
                enough = "1 is" if len(ours.leaves) == 1 else f"{len(ours.leaves)} are"
                return wrong(f"{said} it looks at {len(game.leaves)} leaves; {enough} enough")
    return RIGHT


def _breach(found: Any, true: float, alpha: float, beta: float) -> str:
    """How a result breaks the contract of alpha-beta; "" if it does not."""
    if not isinstance(found, int | float | np.number) or found != found:
        return f"it returns {brief(found)}, which is no number"
    number = shorten(str(found))
    if alpha < found < beta and found != true:
        return f"it returns {number}, inside the window; the value is {true}"
    if found <= alpha and true > found:
        return f"it returns {number}, which says 'at most {number}'; the value is {true}"
    if found >= beta and true < found:
        return f"it returns {number}, which says 'at least {number}'; the value is {true}"
    return ""


def _random_tree(rng: np.random.Generator, depth: int, name: str) -> dict[str, Any]:
    if depth == 0:
        return {name: int(rng.integers(-5, 6))}
    children = [f"{name}{k}" for k in range(int(rng.integers(2, 4)))]
    nodes: dict[str, Any] = {name: children}
    for child in children:
        nodes |= _random_tree(rng, depth - 1, child)
    return nodes


@cache
def _fewest() -> int:
    """The fewest leaves of TO_SORT that any order of children leaves to be looked at."""
    inner = [node for node, inside in TO_SORT.items() if isinstance(inside, list)]
    orders = product(*(permutations(TO_SORT[node]) for node in inner))
    return min(
        len(_leaves(MinMaxTree({**TO_SORT, **{node: list(order) for node, order in zip(inner, each, strict=True)}})))
        for each in orders
    )


@exercise(
    "Which child of A is best for Max? It should come first: then alpha is as high as it can be.",
    "At the other nodes Min moves. Which leaf shows soonest that it is not worth going there?",
)
def sort(answer: Any) -> Finding:
    """TO_SORT with the children of its nodes in an order in which alpha-beta looks at as few leaves as can be."""
    if not isinstance(answer, dict):
        return give("a dict like TO_SORT", answer)
    for node, inside in TO_SORT.items():
        given = answer.get(node)
        same = (
            sorted(given) == sorted(inside)
            if isinstance(inside, list) and isinstance(given, list | tuple)
            else given == inside
        )
        if not same:
            return wrong(f"at {node!r} stands {brief(given)}: only the order of {inside!r} may be changed")
    count = len(_leaves(MinMaxTree({node: answer[node] for node in TO_SORT})))
    return RIGHT if count == _fewest() else wrong(f"{count} leaves are looked at; {_fewest()} are enough")


@exercise(
    "In the lecture D was first seen with a low beta and cut early: the bound left made it look worse than it is.",
    "Put one more node on top, so that Min moves where Max moved before, and turn all numbers round.",
)
def too_high(answer: Any) -> Finding:
    """A graph of at most 10 nodes on which alpha-beta with a table that keeps no bounds returns MORE than the value."""
    try:
        tree = MinMaxTree(answer)
    except (ValueError, TypeError, AttributeError) as error:
        return wrong(f"this is no tree: {shorten(str(error))}")
    if len(tree.nodes) > 10:
        return wrong(f"your graph has {len(tree.nodes)} nodes; 10 are enough")
    true, found = minimax(tree).value, _forgetful(tree)
    if found > true:
        return RIGHT
    return wrong(f"the value is {true:g}, and the table without bounds gives {found:g}: not more than that")


def _forgetful(tree: MinMaxTree) -> float:
    """Alpha-beta with a table that does not say whether it holds values or bounds."""
    table: dict[Any, float] = {}

    def search(position: Any, alpha: float, beta: float) -> float:
        result = tree.outcome(position)
        if result is not None:
            return result
        if position not in table:
            best = -inf
            for move in tree.moves(position):
                best = max(best, -search(tree.play(position, move), -beta, -max(alpha, best)))
                if best >= beta:
                    break
            table[position] = best
        return table[position]

    return search(tree.start(), -inf, inf)


close(__name__)
