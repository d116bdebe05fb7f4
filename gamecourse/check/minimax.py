"""The exercises of lecture 09, minimax."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import chain
from operator import itemgetter
from typing import Any

import numpy as np

from gamecourse.check import RIGHT, Domain, Finding, Mistakes, between, compare, exercise, wrong
from gamecourse.check.machinery.asked import brief, shown
from gamecourse.check.machinery.finding import meets
from gamecourse.check.machinery.inputs import valued, without_cycles
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
        "Max takes the largest, Min the smallest: they have changed places.": _worked_out(min, max),
        "You let Max move everywhere: at B and C it is Min's turn.": _worked_out(max, max),
        "You let Min move everywhere: at A and at D to H it is Max's turn.": _worked_out(min, min),
        "What is asked for is what Max gets, at B and C too.": {**right, "B": -right["B"], "C": -right["C"]},
    }
    for node, found in in_order(given, "HGFEDCBA", "node"):
        if meets(found, right[node], f"The value of {node}"):
            continue
        if not same_kind(found, right[node]):
            return wrong(f"At {node} stands {shown(found)}: a value is a number.")
        below = ", ".join(f"{w}: {right.get(w, BY_HAND[w])}" for w in BY_HAND[node])
        of_these = {node: given.get(node) for node in right}
        said = "".join(f" {words}" for words, table in habits.items() if same(of_these, table))
        return wrong(f"{node} is not worth {brief(found)}. Below it are {below}.{said}")
    return RIGHT


Options = Mapping[Any, list[Any]]
Ends = Mapping[Any, int]

#: What a vertex is worth, and the option that leads to it.
Best = tuple[int, Any]


def _negamax(
    options: Options,
    ends: Ends,
    v: Any,
    turned: Callable[[int], int] = lambda value: -value,
    pick: Choice = max,
    at_an_end: Callable[[int], int] = lambda end: end,
) -> Best:
    """The value and the first best option; mistakes turn no sign, pick the worst, or turn the ends."""
    if v in ends:
        return at_an_end(ends[v]), None
    values = [turned(_negamax(options, ends, w, turned, pick, at_an_end)[0]) for w in options[v]]
    best = pick(values)
    return best, options[v][values.index(best)]


def _of_one(options: Options, ends: Ends, v: Any, pick: Choice = max, other: Choice = min) -> Best:
    """As if all ends were for the player who moves first."""
    if v in ends:
        return ends[v], None
    values = [_of_one(options, ends, w, other, pick)[0] for w in options[v]]
    return pick(values), options[v][values.index(pick(values))]


def _last_best(options: Options, ends: Ends, v: Any) -> Best:
    """The value, and the last of the best options."""
    return _negamax({**options, v: options[v][::-1]}, ends, v)


def _longest(options: Options, ends: Ends, v: Any) -> int:
    """The moves of the longest play from a vertex."""
    return int(valued(lambda below: 1 + max(below, default=-1), options, v))


def _graphs() -> Iterator[tuple[Options, Ends, Any]]:
    """Graphs without cycles with numbers at their ends: small, large and equal ones, and the same graph with others."""
    rng = np.random.default_rng(7)
    far = 10**12
    yield from (({0: []}, {0: end}, 0) for end in (0, 1, -1, far, -far))
    yield from (({0: [], 1: [0]}, {0: end}, 1) for end in (0, 1, -1, far, -far))
    ladder = {v: [w for w in (v - 1, v - 4) if w >= 0] for v in range(25)}
    star: Options = {v: list(range(12)) if v == 12 else [] for v in range(13)}
    for turn, (options, v) in enumerate(chain(without_cycles(7, 12), [(ladder, 24), (ladder, 23), (star, 12)])):
        ends = [w for w, row in options.items() if not row]
        for most, scale in ((2, 1), (9, far // 9), (9, 1), (0, 1))[turn % 2 : 3 + turn % 2]:
            yield options, {w: int(rng.integers(-most, most + 1)) * scale for w in ends}, v
    for end in (far, -far):
        yield star, dict.fromkeys(range(12), end), 12


_GRAPHS = Domain(
    _graphs,
    between("vertices", 1, 25, lambda options, ends, v: len(options)),
    between("options of a vertex", 0, 12, lambda options, ends, v: [len(row) for row in options.values()]),
    between("moves to the end", 0, 24, _longest),
    between("numbers at the ends", -(10**12), 10**12, lambda options, ends, v: list(ends.values())),
)


@exercise(
    "At an end, return ends[v] and None: the number is for the player who would be to move there.",
    "Elsewhere the value is the largest of the values of the options, each with its sign turned.",
    "Keep the values in a list, in the order of the options: values.index(best) is the place of the first best one.",
    domain=_GRAPHS,
)
def negamax(answer: Any) -> Finding:
    """negamax(options, ends, v): the value of v for the player to move, and the first best option; None at an end."""

    mistakes: Mistakes = {
        "What is good for the next player is bad for this one: a minus sign is missing.": partial(
            _negamax, turned=lambda value: value
        ),
        "That is the worst option for the player to move, with its value.": partial(_negamax, pick=min),
        "The ends are for the player who would be to move there: there is one minus sign too many.": partial(
            _negamax, at_an_end=lambda end: -end
        ),
        "The ends are for the player who would be to move there, not for one and the same player.": _of_one,
        "Of several best options that is the last, and the first is asked for.": _last_best,
    }
    return compare(answer, _negamax, _GRAPHS, mistakes=mistakes)


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
        told = f"The moves at {node!r} are {' and '.join(map(repr, moves))}"
        if not isinstance(found, str) or found not in moves:
            if any(same(found, target) for target in moves.values()):
                return wrong(f"At {node!r} stands {brief(found)}: that is where a move leads. {told}.")
            return wrong(f"At {node!r} stands {brief(found)}, which is no move. {told}.")
        if found != plan[node].move:
            which = ("first", "second", "third")[HEIRS.players.index(who)]
            better = f"At {node!r} {who} can do better than {found!r}, given what comes later"
            return wrong(f"{better}: the {which} number is what {who} gets.")
    return RIGHT


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


def _inside(tree: Nested) -> list[Any]:
    """The tree and all trees in it."""
    if not isinstance(tree, tuple):
        return [tree]
    below = [branch[1] for branch in tree[1]] if tree[0] == CHANCE else tree[1]
    return [tree, *(inner for branch in below for inner in _inside(branch))]


def _levels(tree: Nested) -> int:
    return 1 + max(map(_levels, _inside(tree)[1:])) if isinstance(tree, tuple) else 0


def _times(tree: Nested, factor: Any) -> Nested:
    """The same tree with all numbers multiplied."""
    if not isinstance(tree, tuple):
        return tree * factor
    kind, inside = tree
    if kind == CHANCE:
        return kind, [(p, _times(branch, factor)) for p, branch in inside]
    return kind, [_times(branch, factor) for branch in inside]


def _trees() -> Iterator[tuple[Nested]]:
    """Trees, from small to large, and each again with its numbers times 10^12 and divided by 7."""
    rng = np.random.default_rng(8)

    def grown(depth: int, branches: int) -> Nested:
        if depth == 0 or (depth < 3 and rng.random() < 0.2):
            return int(rng.integers(-9, 10))
        kind = ("max", "min", CHANCE)[int(rng.integers(3))]
        trees = [grown(depth - 1, branches) for _ in range(int(rng.integers(1, branches + 1)))]
        weights = [int(weight) + 1 for weight in rng.permutation(9)[: len(trees)]]
        if kind != CHANCE:
            return kind, trees
        return kind, [(Fraction(weight, sum(weights)), tree) for weight, tree in zip(weights, trees, strict=True)]

    half, third, far = Fraction(1, 2), Fraction(1, 3), 10**12
    small = [0, 3, -3, far, -far, Fraction(3, 7), (CHANCE, [(Fraction(1), 2)]), (CHANCE, [(third, 1), (1 - third, 0)])]
    small += [
        (kind, list(numbers)) for kind in ("max", "min") for numbers in ((2, 5), (5, 2), (-far, -far), (far, far))
    ]
    small += [(kind, list(range(-8, 8))[::step]) for kind in ("max", "min") for step in (2, -2)]
    small += [("max", [Fraction(2, 5), (CHANCE, [(half, 1), (half, 0)])])]
    small += [(CHANCE, [(1 - third, ("min", [4, 7])), (third, ("max", [4, 7]))])]
    small += [(CHANCE, [(Fraction(1, 100), 10_000), (Fraction(99, 100), -1)])]
    small += [(CHANCE, [(Fraction(k, 36), k) for k in range(1, 9)]), ("max", [("max", [-1]), ("min", [-2])])]
    yield from ((tree,) for tree in small)
    for depth, branches in ((1, 2), (1, 4), (2, 3), (3, 3)):
        for _ in range(25):
            tree = grown(depth, branches)
            yield from ((each,) for each in (tree, _times(tree, far // 9), _times(tree, Fraction(1, 7)), tree))


_TREES = Domain(
    _trees,
    between("levels", 0, 3, _levels),
    between("branches of a node", 1, 8, lambda tree: [len(t[1]) for t in _inside(tree) if isinstance(t, tuple)]),
    between("numbers", -(10**12), 10**12, lambda tree: [t for t in _inside(tree) if not isinstance(t, tuple)]),
    between(
        "probabilities",
        Fraction(1, 100),
        1,
        lambda tree: [p for t in _inside(tree) if isinstance(t, tuple) and t[0] == CHANCE for p, _ in t[1]],
    ),
)


@exercise(
    "A number is its own value. Else look at the first entry: 'max', 'min' or 'chance'.",
    "For chance: the sum of probability times value, with Fractions.",
    domain=_TREES,
)
def with_chance(answer: Any) -> Finding:
    """value(tree): of nested tuples: a number, ("max", [trees]), ("min", [trees]) or ("chance", [(p, tree), ...])."""

    def coin(rule: Callable[[Parts], Any]) -> Callable[..., Any]:
        return partial(_value, at_chance=rule)

    mistakes: Mistakes = {
        "Largest and smallest have changed places.": partial(_value, at_max=min, at_min=max),
        "At a chance node it takes the plain mean: not all is equally likely.": coin(
            lambda parts: sum((value for _, value in parts), Fraction(0)) / len(parts)
        ),
        "At a chance node it adds the values, without the probabilities.": coin(lambda parts: sum(v for _, v in parts)),
        "At a chance node nobody chooses, and it takes the largest value.": coin(
            lambda parts: max(v for _, v in parts)
        ),
        "At a chance node it takes the most likely value.": coin(lambda parts: max(parts, key=itemgetter(0))[1]),
    }
    return compare(answer, _value, _TREES, mistakes=mistakes)
