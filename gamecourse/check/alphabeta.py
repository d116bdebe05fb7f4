"""The exercises of lecture 11, alpha-beta. Trees are dicts as MinMaxTree takes them: numbers for Max, who begins."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from itertools import permutations, product
from math import inf
from typing import Any

import numpy as np

from gamecourse.check import RIGHT, Finding, Told, exercise, give, name_of, wrong
from gamecourse.check.machinery.asked import brief, read, shorten
from gamecourse.check.machinery.engine import number_of
from gamecourse.check.machinery.plain import same
from gamecourse.check.machinery.reading import names_of, table_of, tree_of
from gamelib import IllegalMove, minimax
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


class _Counted:
    """A game that notes at which ends it is asked for the result."""

    def __init__(self, tree: MinMaxTree) -> None:
        self.start, self.play, self._tree = tree.start, tree.play, tree
        self.leaves: set[Any] = set()

    def outcome(self, position: Any) -> float | None:
        result = self._tree.outcome(position)
        if result is not None:
            self.leaves.add(position)
        return result

    def moves(self, position: Any) -> list[Any]:
        result = self._tree.outcome(position)
        if result is not None:
            raise IllegalMove(f"at {position!r} play is over, with the outcome {result}: there are no moves")
        return self._tree.moves(position)


def _search(
    game: Any, position: Any, alpha: float, beta: float, but: str = "", table: dict[Any, float] | None = None
) -> float:
    """Alpha-beta as the lecture writes it, or with one of ``_MISTAKES``; a ``table`` does not say what is a bound."""
    if but == "window not used":
        return _search(game, position, -inf, inf)
    result: float | None = game.outcome(position)
    if result is not None:
        return -result if but == "leaf turned" else result
    if table and position in table:
        return table[position]
    best = -inf
    for move in game.moves(position):
        raised = alpha if but == "alpha stays" else max(alpha, best)
        window = (raised, beta) if but == "window not turned" else (-beta, -raised)
        window = (-raised, -beta) if but == "ends not exchanged" else window
        window = (-inf, inf) if but == "no window" else window
        value = _search(game, game.play(position, move), *window, but, table)
        best = max(best, value if but == "sign not turned" else -value)
        if but != "no cut" and (best > beta if but == "cut too late" else best >= beta):
            break
    if table is not None:
        table[position] = best
    return best


#: What to say of each mistake.
_MISTAKES = {
    "alpha stays": "The window never gets narrower: alpha becomes the larger of alpha and the best so far",
    "window not turned": "The option gets the window as it stands; from the other chair it is (-beta, -alpha)",
    "ends not exchanged": "The window has its signs turned, and its ends must change places, too: (-beta, -alpha)",
    "window not used": "The window that is given is not used: it begins with -inf and inf",
    "leaf turned": "The outcome speaks for the player to move, who asks: it needs no minus",
    "no window": "The options get the whole window: what is sure already is forgotten on the way down",
    "sign not turned": "The value of an option speaks for the other player: it needs a minus",
    "no cut": "Nothing is ever cut: leave the loop when the best so far reaches beta",
    "cut too late": "A value equal to beta is enough for a cut",
}


def _leaves(tree: MinMaxTree) -> set[Any]:
    """The leaves that alpha-beta looks at."""
    game = _Counted(tree)
    _search(game, tree.start(), -inf, inf)
    return game.leaves


def _unseen(nodes: dict[str, Any], sign: int = 1, step: int = 1) -> set[str]:
    """The leaves that alpha-beta never looks at; with the sign -1, if Min moves first; step -1, from right to left."""
    tree = {node: inside[::step] if isinstance(inside, list) else sign * inside for node, inside in nodes.items()}
    return {node for node, inside in tree.items() if not isinstance(inside, list)} - _leaves(MinMaxTree(tree))


@exercise(
    "B is worth 4: alpha is 4 from there on. At C, after which leaf is Min sure of 4 or less?",
    "At D Min is sure of what E is worth. After which leaf of F does Max have as much, so that Min will not go there?",
)
def never_seen(answer: Any) -> Finding:
    """The leaves of BY_HAND that alpha-beta never looks at, from left to right, with the whole window."""
    inner = [node for node, inside in _BY_HAND.items() if isinstance(inside, list)]
    leaves = [node for node in _BY_HAND if node not in inner]
    given = read(answer)
    if isinstance(given, dict) and any(not same(_BY_HAND.get(name), number) for name, number in given.items()):
        raise give('a set of leaves, as {"b1", "e2"}', given)
    found = names_of(
        list(given) if isinstance(given, dict) else given,
        'a set of leaves, as {"b1", "e2"}',
        _BY_HAND,
        "a leaf of the tree: give the names of leaves",
    )
    for name in found:
        if name in inner:
            return wrong(f"{name} is not a leaf of the tree: it has children. Name nothing but leaves")
    given, right = set(found), _unseen(_BY_HAND)
    if given == set(leaves) - right:
        return wrong("these are the leaves that are looked at; asked for are the others")
    if given == _unseen(_BY_HAND, -1):
        return wrong("these are never seen if Min moves first; here Max moves at A, and the numbers are for him")
    if given == _unseen(_BY_HAND, step=-1):
        return wrong("these are never seen if one goes from right to left; here it is from left to right")
    for leaf in leaves:
        if leaf in given - right:
            return wrong(f"{leaf} is looked at: when the search comes there, it could still matter")
        if leaf in right - given:
            return wrong(f"{leaf} is never looked at: before it, the rest of its parent has been cut")
    return RIGHT


def _questions() -> Iterator[tuple[dict[str, Any], float, float]]:
    """Trees from small to large, each with windows in which the value lies, and beside which it lies."""
    rng = np.random.default_rng(9)
    for depth in (0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4):
        nodes = _random_tree(rng, depth, "r")
        true = minimax(MinMaxTree(nodes)).value
        for window in ((-inf, inf), (-3, 3), (true - 2, true), (true, true + 2), (true - 1, true + 1)):
            yield nodes, *window


@exercise(
    "The window of an option is (-beta, -alpha): what is sure for me is a limit for him.",
    "Keep the best value so far; alpha becomes the larger of alpha and best. Stop when best >= beta.",
    "Do not cut at best > beta only: a value equal to beta is enough.",
)
def search(answer: Any) -> Finding:
    """search(game, position, alpha, beta): alpha-beta. Inside the window exact, outside a bound; no leaf too many."""
    questions = list(_questions())
    for k, (nodes, alpha, beta) in enumerate(questions):
        game, ours = _Counted(MinMaxTree(nodes)), _Counted(MinMaxTree(nodes))
        who = f"{name_of(answer)}(game, 'r', {alpha}, {beta}) on {shorten(str(nodes))}"
        try:
            found = number_of(answer, game, "r", alpha, beta, who=who)
        except Told as told:
            unfinished = wrong(f"{who} returns NotImplemented: is a part still to be written?")
            return unfinished if k and not told.finding.reason else told.finding
        true = minimax(MinMaxTree(nodes)).value
        reason = _breach(found, true, alpha, beta)
        _search(ours, "r", alpha, beta)
        if not reason and len(game.leaves) > len(ours.leaves):
            enough = "1 is" if len(ours.leaves) == 1 else f"{len(ours.leaves)} are"
            reason = f"right, but it looks at {len(game.leaves)} leaves; {enough} enough"
        if reason:
            return wrong(f"{who} is {reason}{_recognised(answer, questions[k:])}")
    return RIGHT


def _breach(found: Any, true: float, alpha: float, beta: float) -> str:
    """How a result breaks the contract of alpha-beta; "" if it does not."""
    number = shorten(str(found))
    if alpha < found < beta and found != true:
        return f"{number}, inside the window; the value is {true}"
    if found <= alpha and true > found:
        return f"{number}, which says 'at most {number}'; the value is {true}"
    if found >= beta and true < found:
        return f"{number}, which says 'at least {number}'; the value is {true}"
    return ""


def _recognised(answer: Any, questions: list[tuple[dict[str, Any], float, float]]) -> str:
    """The mistake that gives the same results, up to the window, and looks at the same leaves, always; or nothing."""
    left = list(_MISTAKES)
    for nodes, alpha, beta in questions:
        game = _Counted(MinMaxTree(nodes))
        try:
            found = number_of(answer, game, "r", alpha, beta, who="it")
        except Told:
            return ""
        for mistake in list(left):
            ours = _Counted(MinMaxTree(nodes))
            value = _search(ours, "r", alpha, beta, mistake)
            if ours.leaves != game.leaves or max(alpha, min(found, beta)) != max(alpha, min(value, beta)):
                left.remove(mistake)
    return f". {_MISTAKES[left[0]]}" if len(left) == 1 else ""


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
    inner = [node for node, inside in _TO_SORT.items() if isinstance(inside, list)]
    orders = product(*(permutations(_TO_SORT[node]) for node in inner))
    sorted_trees = ({**_TO_SORT, **dict(zip(inner, map(list, order), strict=True))} for order in orders)
    return min(len(_leaves(MinMaxTree(tree))) for tree in sorted_trees)


@exercise(
    "Which child of A is best for Max? It should come first: then alpha is as high as it can be.",
    "At the other nodes Min moves. Which leaf shows soonest that it is not worth going there?",
)
def sort(answer: Any) -> Finding:
    """TO_SORT with the children of its nodes in an order in which alpha-beta looks at as few leaves as can be."""
    given = table_of(answer.nodes if type(answer) is MinMaxTree else answer, "a dict like TO_SORT")
    if strangers := [node for node in given if not isinstance(node, str) or node not in _TO_SORT]:
        return wrong(f"there is no {brief(strangers[0])} in the tree: nothing may be added")
    for node, inside in _TO_SORT.items():
        if node not in given:
            return wrong(f"{node!r} is missing: give the whole dict")
        there = given[node]
        if isinstance(there, set | frozenset):
            return wrong(f"at {node!r} stands {brief(there)}, a set, which has no order: give a list")
        listed = isinstance(there, list | tuple) and isinstance(inside, list)
        if not (same(there, set(inside)) and len(there) == len(inside) if listed else same(there, inside)):
            children = isinstance(inside, list)
            may = f"of {inside!r} may be changed" if children else f"of children may be changed; {inside} stood there"
            return wrong(f"at {node!r} stands {brief(there)}: only the order {may}")
    order = {node: list(given[node]) if isinstance(inside, list) else inside for node, inside in _TO_SORT.items()}
    count = len(_leaves(MinMaxTree(order)))
    if count == _fewest():
        return RIGHT
    unchanged = list(given) != list(_TO_SORT) and order == _TO_SORT
    lists = "; what counts is the order in each list of children, not that of the nodes in the dict"
    return wrong(f"{count} leaves are looked at; {_fewest()} are enough{lists * unchanged}")


@exercise(
    "In the lecture D was first seen with a low beta and cut early: the bound left made it look worse than it is.",
    "Put one more node on top, so that Min moves where Max moved before, and turn all numbers round.",
)
def too_high(answer: Any) -> Finding:
    """A graph of at most 10 nodes on which alpha-beta with a table that keeps no bounds returns MORE than the value."""
    tree = tree_of(answer, 10)
    true, found = minimax(tree, table={}).value, _search(tree, tree.start(), -inf, inf, table={})
    if found > true:
        return RIGHT
    said = f"the value is {true}, and the table without bounds gives {found}"
    return wrong(f"{said}: {'less, as in the lecture, and more is wanted' if found < true else 'not more than that'}")
