"""The exercises of lecture 11, alpha-beta. Trees are dicts as MinMaxTree takes them: numbers for Max, who begins."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from itertools import permutations, product
from math import inf
from time import monotonic
from typing import Any

import numpy as np

from gamecourse.check import RIGHT, Domain, Finding, State, Told, between, exercise, name_of, wrong
from gamecourse.check.machinery import limits
from gamecourse.check.machinery.asked import brief, shorten
from gamecourse.check.machinery.comparing import LEAST, SECONDS
from gamecourse.check.machinery.engine import UNFINISHED, number_of
from gamecourse.check.machinery.finding import meets
from gamecourse.check.machinery.plain import AnyOrder, same
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


#: The largest number in a tree that a search is asked about.
_FAR = 10**12


class _Counted:
    """A game that notes at which ends it is asked for the result, and how many moves are played."""

    def __init__(self, tree: MinMaxTree) -> None:
        self.start, self._tree = tree.start, tree
        self.leaves: set[Any] = set()
        self.played = 0

    def play(self, position: Any, move: Any) -> Any:
        self.played += 1
        return self._tree.play(position, move)

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
    moves = game.moves(position)
    for move in moves[::-1] if but == "backwards" else moves:
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
    "alpha stays": "The window never gets narrower: alpha becomes the larger of alpha and the best so far.",
    "window not turned": "The option gets the window as it stands; from the other chair it is (-beta, -alpha).",
    "ends not exchanged": "The window has its signs turned, and its ends must change places, too: (-beta, -alpha).",
    "window not used": "The window that is given is not used: the search begins with -inf and inf.",
    "leaf turned": "The outcome speaks for the player to move, who asks: it needs no minus.",
    "no window": "The options get the whole window: what is sure already is forgotten on the way down.",
    "sign not turned": "The value of an option speaks for the other player: it needs a minus.",
    "no cut": "Nothing is ever cut: leave the loop when the best so far reaches beta.",
    "cut too late": "A value equal to beta is enough for a cut.",
    "backwards": "The moves are taken from the last to the first; take them in the order of the list.",
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
    leaves = [node for node, inside in _BY_HAND.items() if not isinstance(inside, list)]
    found = names_of(answer, 'a set of leaves, as {"b1", "e2"}', _BY_HAND, "a leaf of the tree")
    for name in found:
        if name not in leaves:
            return wrong(f"{name} is no leaf of the tree: it has children. Name nothing but leaves.")
    given, right = set(found), _unseen(_BY_HAND)
    if given == set(leaves) - right:
        return wrong("these are the leaves that are looked at; asked for are the others.")
    if given == _unseen(_BY_HAND, -1):
        return wrong("these are never seen if Min moves first; here Max moves at A, and the numbers are for Max.")
    if given == _unseen(_BY_HAND, step=-1):
        return wrong("these are never seen if one goes from right to left; here it is from left to right.")
    if given == right:
        return RIGHT
    missing, looked_at = len(right - given), len(given - right)
    told = f"Leaves in your set that are looked at: {looked_at}. Leaves never looked at that are missing: {missing}."
    return wrong(f"{told} Write the window beside each node, and go through the tree once more.")


def _grown(name: str, inside: Any) -> dict[str, Any]:
    """The nodes of a tree that is given as lists in lists: ``_grown("r", [1, [2, 3]])``."""
    if not isinstance(inside, list):
        return {name: inside}
    children = [f"{name}{k}" for k in range(len(inside))]
    nodes: dict[str, Any] = {name: children}
    for child, below in zip(children, inside, strict=True):
        nodes |= _grown(child, below)
    return nodes


def _random_lists(rng: np.random.Generator, depth: int, most: int) -> Any:
    """A tree of this depth as lists in lists, with numbers up to ``most``: where it is small, many are equal."""
    if depth == 0:
        return int(rng.integers(-most, most + 1))
    return [_random_lists(rng, depth - 1, most) for _ in range(int(rng.integers(1, 5)))]


def _times(inside: Any, factor: int) -> Any:
    return [_times(below, factor) for below in inside] if isinstance(inside, list) else inside * factor


def _trees() -> Iterator[Any]:
    """Trees as lists in lists, from small to large: all small ones, wide ones, deep ones, random ones."""
    rng = np.random.default_rng(9)
    yield from (0, 1, -1)
    yield from ([end] for end in (0, 1, -1))
    yield from map(list, product((0, 1, -1), repeat=2))
    yield from ([list(left), list(right)] for left in product((0, 1), repeat=2) for right in product((0, 1), repeat=2))
    yield from (_FAR, -_FAR, [1 - _FAR], [-_FAR, -_FAR], [_FAR, _FAR], [[-_FAR], [_FAR, 1 - _FAR]], [[[-1]]], [[[[1]]]])
    widest = list(range(-5, 5))
    for row in (widest, widest[::-1]):
        yield from (row, [row], [[below] for below in row], [[[below] for below in row]])
    yield [_times(widest, sign) for sign in (1, -1, 1, -1, 1, -1, 1, -1, 1, -1)]
    for depth in (1, 2, 2, 3, 3, 3, 4, 4):
        for most in (1, 9, 100):
            inside = _random_lists(rng, depth, most)
            yield from (inside, _times(inside, _FAR // most))


def _windows(true: float) -> Iterator[tuple[float, float]]:
    """Windows in which a value lies, beside which it lies, and at whose ends it lies."""
    yield -inf, inf
    yield from ((-3, 3), (true - 2, true), (true, true + 2), (true - 1, true + 1), (-inf, true), (true, inf))
    yield from ((true + 1, true + 5), (true - 7, true - 3), (true - 10, inf), (-inf, true + 10))


def _questions() -> Iterator[tuple[dict[str, Any], float, float]]:
    """Trees from small to large, each with windows of all kinds; then one again that was asked before."""
    trees = [_grown("r", inside) for inside in _trees()]
    for nodes in (*trees, trees[-2]):
        true = minimax(MinMaxTree(nodes)).value
        yield from ((nodes, *window) for window in _windows(true))


def _levels(nodes: dict[str, Any]) -> int:
    """How many moves the longest play has: a node's name has a character for each."""
    return max(map(len, nodes)) - 1


_TREES = Domain(
    _questions,
    between("levels", 0, 4, lambda nodes, alpha, beta: _levels(nodes)),
    between(
        "moves at a node",
        1,
        10,
        lambda nodes, alpha, beta: [len(below) for below in nodes.values() if isinstance(below, list)],
    ),
    between(
        "numbers",
        -_FAR,
        _FAR,
        lambda nodes, alpha, beta: [end for end in nodes.values() if not isinstance(end, list)],
    ),
    between("`alpha` and `beta`", -inf, inf, lambda nodes, alpha, beta: [alpha, beta]),
)


def _drawn(nodes: dict[str, Any], node: str = "r") -> str:
    """A tree as text, a line for each node, its children below it and further to the right."""
    inside = nodes[node]
    line = "  " * (len(node) - 1) + node
    return "\n".join([line, *(_drawn(nodes, w) for w in inside)]) if isinstance(inside, list) else f"{line}: {inside}"


@exercise(
    "The window of an option is (-beta, -alpha): what is sure for me is a limit for my opponent.",
    "Keep the best value so far; alpha becomes the larger of alpha and best. Stop when best >= beta.",
    "Do not cut at best > beta only: a value equal to beta is enough.",
    domain=_TREES,
)
def search(answer: Any) -> Finding:
    """search(game, position, alpha, beta): alpha-beta. Inside the window exact, outside a bound; no leaf too many."""
    questions, often = list(_TREES), ""
    for number, (nodes, alpha, beta) in enumerate(questions):
        if limits.skipped(number):
            continue
        game, ours = _Counted(MinMaxTree(nodes)), _Counted(MinMaxTree(nodes))
        who = f"{name_of(answer)}(game, 'r', {alpha}, {beta})"
        try:
            found = number_of(answer, game, "r", alpha, beta, who=who)
        except Told as told:
            return wrong(UNFINISHED) if number and not told.finding.reason else _on_the_tree(told.finding, nodes)
        _search(ours, "r", alpha, beta)
        reason = _breach(found, minimax(MinMaxTree(nodes)).value, alpha, beta)
        if not reason and len(game.leaves) > len(ours.leaves):
            reason = f"{found}, which is right. Leaves looked at: {len(game.leaves)}; enough are: {len(ours.leaves)}"
        if reason:
            finding = _on_the_tree(Finding(State.WRONG, f"{who} is {reason}.", number=number), nodes)
            limits.so_far(finding)
            said = _recognised(answer, questions[number:])
            return Finding(State.WRONG, f"{finding.reason}\n{said}", number=number) if said else finding
        if game.played > 4 * ours.played > 40:
            often = f"but {who} plays {game.played} moves on a tree of {_levels(nodes)} levels, and {ours.played} are "
            often += "enough. Is search called more than once for a move?"
    return Finding(State.RIGHT, often) if often else RIGHT


def _on_the_tree(finding: Finding, nodes: dict[str, Any]) -> Finding:
    """The finding, with the tree on which it was found."""
    if not finding.reason:
        return finding
    return Finding(finding.state, f"{finding.reason} The tree:\n{shorten(_drawn(nodes), 800)}", number=finding.number)


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
    """The mistake that alone gives the same results, up to the window, and looks at the same leaves; or nothing."""
    left, told, begun = ["", *_MISTAKES], 0, monotonic()
    for nodes, alpha, beta in questions:
        if monotonic() - begun > SECONDS:
            break
        game = _Counted(MinMaxTree(nodes))
        try:
            found = number_of(answer, game, "r", alpha, beta, who="it")
        except Told:
            return ""
        fits = [
            but for but in ("", *_MISTAKES) if _does(nodes, alpha, beta, but) == (_cut(found, alpha, beta), game.leaves)
        ]
        left = [but for but in left if but in fits]
        told += len(fits) <= len(_MISTAKES)
    return _MISTAKES.get(left[0], "") if len(left) == 1 and told >= LEAST else ""


def _does(nodes: dict[str, Any], alpha: float, beta: float, but: str) -> tuple[float, set[Any]]:
    """What a search with this mistake returns, up to the window, and the leaves at which it looks."""
    game = _Counted(MinMaxTree(nodes))
    return _cut(_search(game, "r", alpha, beta, but), alpha, beta), game.leaves


def _cut(value: Any, alpha: float, beta: float) -> Any:
    return max(alpha, min(value, beta))


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
    given = table_of(answer, "a dict like TO_SORT")
    if strangers := [node for node in given if not isinstance(node, str) or node not in _TO_SORT]:
        return wrong(f"There is no {brief(strangers[0])} in the tree: nothing may be added.")
    for node, inside in _TO_SORT.items():
        if node not in given:
            return wrong(f"{node!r} is missing: give the whole dict.")
        there = given[node]
        if isinstance(there, set):
            return wrong(f"At {node!r} stands {brief(there)}, a set, which has no order: give a list.")
        if isinstance(inside, list) and not (isinstance(there, list | tuple) and same(there, AnyOrder(inside))):
            return wrong(f"At {node!r} stands {brief(there)}: only the order of {inside!r} may be changed.")
        if not isinstance(inside, list) and not meets(there, inside, f"The number at {node!r}"):
            why = f"only the order of children may be changed; {inside} stood there"
            return wrong(f"At {node!r} stands {brief(there)}: {why}.")
    order = {node: list(given[node]) if isinstance(inside, list) else inside for node, inside in _TO_SORT.items()}
    count = len(_leaves(MinMaxTree(order)))
    if count == _fewest():
        return RIGHT
    said = f"{count} leaves are looked at; {_fewest()} are enough."
    if list(given) != list(_TO_SORT) and order == _TO_SORT:
        said += " What counts is the order in each list of children, not that of the nodes in the dict."
    return wrong(said)


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
    nodes = {str(node): tree.nodes[node] for node in tree.nodes}
    said = f"The value is {true}, and the table without bounds gives {found}."
    why = "That is less, as in the lecture, and more is wanted." if found < true else "More than the value is wanted."
    return wrong(f"{said} {why}\n{_listed(nodes)}")


def _listed(nodes: dict[str, Any]) -> str:
    """The nodes of a graph as text, a line for each."""
    return "\n".join(f"{node}: {', '.join(map(str, w)) if isinstance(w, list) else w}" for node, w in nodes.items())
