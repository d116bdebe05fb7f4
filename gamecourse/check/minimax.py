"""The exercises of lecture 09, minimax."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import chain, product
from random import Random
from typing import Any

from gamecourse.check import (
    RIGHT,
    Feedback,
    Mistake,
    agrees,
    brief,
    exercise,
    function,
    variant,
    wrong,
)
from gamecourse.grading.extract import in_order, table_of
from gamecourse.grading.inputs import Options, times, without_cycles
from gamecourse.grading.plain import same
from gamelib import CHANCE, backward_induction
from gamelib.games import Tree

__all__ = ["BY_HAND", "HEIRS"]

#: The tree to work out by hand; Max moves at A, and the numbers are for Max.
BY_HAND: dict[str, Any] = {
    "A": ["B", "C"], "B": ["D", "E", "F"], "C": ["G", "H"], "D": ["d1", "d2"], "E": ["e1", "e2"], "F": ["f1", "f2"],
    "G": ["g1", "g2"], "H": ["h1", "h2"], "d1": 3, "d2": 8, "e1": 5, "e2": 2, "f1": 9, "f2": 1, "g1": 4, "g2": -2,
    "h1": 7, "h2": 6,
}  # fmt: skip

#: Three heirs who move in turn; payoffs are for Ann, Bob and Cem.
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

#: A function that takes the largest or the smallest of some numbers.
Choice = Callable[[Iterable[Any]], Any]


def _worked_out(at_max: Choice, at_min: Choice) -> dict[str, int]:
    """Return the values of all nodes of BY_HAND if players choose like this at Max's and at Min's
    nodes.
    """
    found = dict(BY_HAND)
    for node in "HGFEDCBA":
        found[node] = (at_min if node in "BC" else at_max)(found[w] for w in BY_HAND[node])
    return found


@exercise(
    "Max moves at A, Min at B and C, Max again at D to H. Begin with D: Max takes the larger of 3 "
    "and 8.",
    "At B Min takes the smallest of what D, E and F are worth.",
)
def by_hand(answer: Any) -> Feedback:
    """The values for Max of the inner nodes A to H of the tree BY_HAND, as a dict."""
    right = _worked_out(max, min)
    given = table_of(answer, "a dict from letter to value")
    habits = {
        "Max takes the largest, Min the smallest: you have swapped them.": _worked_out(min, max),
        "You let Max move everywhere: at B and C it is Min's turn.": _worked_out(max, max),
        "The exercise asks for what Max gets, at B and C too.": {
            **right,
            "B": -right["B"],
            "C": -right["C"],
        },
    }
    for node, found in in_order(given, "HGFEDCBA", "node"):
        if agrees(found, right[node], f"The value of {node}"):
            continue
        below = ", ".join(f"{w}: {right[w]}" for w in BY_HAND[node])
        all_of = {
            words: all(same(given.get(v), table[v]) for v in "ABCDEFGH")
            for words, table in habits.items()
        }
        said = "".join(f" {words}" for words, fits in all_of.items() if fits)
        return wrong(f"{node} is not worth {brief(found)}. Below it are {below}.{said}")
    return RIGHT


Ends = Mapping[Any, int]

#: What a vertex is worth, and the option that leads to it.
Best = tuple[int, Any]


def _negamax(
    options: Options,
    ends: Ends,
    v: Any,
    sign: int = -1,
    pick: Choice = max,
    then: Choice = max,
    at_end: int = 1,
) -> Best:
    """Return the value and the first best option; mistakes turn other signs or pick otherwise, here
    or a move later.
    """
    if v in ends:
        return at_end * ends[v], None
    values = [sign * _negamax(options, ends, w, sign, then, pick, at_end)[0] for w in options[v]]
    best = pick(values)
    return best, options[v][values.index(best)]


def _graphs() -> Iterator[tuple[Options, Ends, Any]]:
    """Yield graphs without cycles, with small, large and equal numbers at their ends, and a graph
    again with others.
    """
    rng = Random(7)
    far = 10**12
    yield from (({0: []}, {0: end}, 0) for end in (0, 1, -1, far, -far))
    yield from (({0: [], 1: [0]}, {0: end}, 1) for end in (0, 1, -1, far, -far))
    ladder = {v: [w for w in (v - 1, v - 4) if w >= 0] for v in range(25)}
    star: Options = {v: list(range(12)) if v == 12 else [] for v in range(13)}
    for turn, (options, v) in enumerate(
        chain(without_cycles(7, 12), [(ladder, 24), (ladder, 23), (star, 12)])
    ):
        ends = [w for w, row in options.items() if not row]
        for most, scale in ((2, 1), (9, far // 9), (9, 1), (0, 1))[turn % 2 : 3 + turn % 2]:
            yield options, {w: rng.randint(-most, most) * scale for w in ends}, v
    for end in (far, -far):
        yield star, dict.fromkeys(range(12), end), 12
    for row in ([0], [0, 1], [1, 0], [1]):  # the same ends, the same vertex, other arrows
        yield {0: [], 1: [0], 2: row}, {0: 4}, 2


@function(
    _graphs,
    "At a terminal vertex, return `ends[v]` and None: the number is for the player who would be "
    "to move there.",
    "Elsewhere the value is the largest of the values of the options, each with its sign turned.",
    "Keep the values in a list, in the order of the options: `values.index(best)` is the place of "
    "the first best one.",
    variant(
        "What is good for the next player is bad for this one: a minus sign is missing.", sign=1
    ),
    variant("That is the worst option for the player to move, with its value.", pick=min, then=min),
    variant(
        "The numbers in ends are for the player who would be to move: one minus sign too many.",
        at_end=-1,
    ),
    variant(
        "The numbers in ends are for the player who would be to move there, not always for the "
        "same player.",
        sign=1,
        then=min,
    ),
    variant(
        "That is the last of several best options; the exercise asks for the first.", last=True
    ),
    save_as="negamax",
)
def negamax(options: Options, ends: Ends, v: Any, last: bool = False, **how: Any) -> Best:
    """negamax(options, ends, v): the value of v for the player to move, and its first best option,
    if any.
    """
    return _negamax(options | {v: options[v][::-1]} if last else options, ends, v, **how)


@exercise(
    "Begin with Cem, who gets the third number. At 'judge' Cem compares 2 and 1, at 'ring' 4 and "
    "2.",
    "Bob knows what Cem will do. At 'money' Bob gets the second number of what follows, or 1.",
)
def heirs(answer: Any) -> Feedback:
    """The plan of backward induction for HEIRS: a dict from node to move."""
    plan = backward_induction(HEIRS)
    given = table_of(answer, "a dict from node to move")
    for node, found in in_order(given, reversed(list(HEIRS.nodes)), "node"):
        who, moves = HEIRS.nodes[node]
        told = f"The moves at {node!r} are {' and '.join(map(repr, moves))}"
        if not isinstance(found, str) or found not in moves:
            return wrong(f"For {node!r} you gave {brief(found)}, which is not a move. {told}.")
        if found != plan[node].move:
            which = ("first", "second", "third")[HEIRS.players.index(who)]
            better = f"At {node!r} {who} can do better than {found!r}, given what comes later"
            return wrong(f"{better}: the {which} number is what {who} gets.")
    return RIGHT


Parts = list[tuple[Fraction, Fraction]]


def _expected(parts: Parts) -> Fraction:
    return sum((p * value for p, value in parts), Fraction(0))


def _value(tree: Any, at_chance: Callable[[Parts], Fraction] = _expected) -> Fraction:
    """Return the value; mistakes make something else of the branches of a chance node."""
    if not isinstance(tree, tuple):
        return Fraction(tree)
    kind, inside = tree
    if kind == CHANCE:
        return at_chance([(Fraction(p), _value(t, at_chance)) for p, t in inside])
    return (max if kind == "max" else min)(_value(t, at_chance) for t in inside)


def _trees() -> Iterator[tuple[Any]]:
    """Yield trees from small to large, some of them again with their numbers made large and divided
    by 7.
    """
    rng = Random(8)

    def grown(depth: int, branches: int) -> Any:
        if depth == 0 or (depth < 3 and rng.random() < 0.2):
            return rng.randint(-9, 9)
        kind = rng.choice(("max", "min", CHANCE))
        trees = [grown(depth - 1, branches) for _ in range(rng.randint(1, branches))]
        weights = rng.sample(range(1, 10), len(trees))
        if kind != CHANCE:
            return kind, trees
        return kind, [
            (Fraction(weight, sum(weights)), tree)
            for weight, tree in zip(weights, trees, strict=True)
        ]

    half, third, far = Fraction(1, 2), Fraction(1, 3), 10**12
    small = [
        0,
        3,
        -3,
        far,
        -far,
        Fraction(3, 7),
        (CHANCE, [(Fraction(1), 2)]),
        (CHANCE, [(third, 1), (1 - third, 0)]),
    ]
    small += [
        (kind, [*row])
        for kind in ("max", "min")
        for row in ((2, 5), (5, 2), (-far, -far), (far, far))
    ]
    small += [(kind, list(range(-8, 8))[::step]) for kind in ("max", "min") for step in (2, -2)]
    small += [("max", [Fraction(2, 5), (CHANCE, [(half, 1), (half, 0)])])]
    small += [(CHANCE, [(1 - third, ("min", [4, 7])), (third, ("max", [4, 7]))])]
    small += [
        (CHANCE, [(third, 2), (third, 2), (third, -1)]),
        (CHANCE, [(half, ("max", [4])), (half, ("max", [4]))]),
    ]
    small += [(CHANCE, [(Fraction(1, 100), 10_000), (Fraction(99, 100), -1)])]
    small += [
        (CHANCE, [(Fraction(k, 36), k) for k in range(1, 9)]),
        ("max", [("max", [-1]), ("min", [-2])]),
    ]
    yield from ((tree,) for tree in small)
    for depth, branches in ((1, 2), (1, 4), (2, 3), (3, 3)):
        for _ in range(25):
            tree = grown(depth, branches)
            yield from (
                (each,) for each in (tree, times(tree, far // 9), times(tree, Fraction(1, 7)), tree)
            )


@function(
    _trees,
    "A number is its own value. Otherwise look at the first entry: `'max'`, `'min'` or `'chance'`.",
    "For chance: the sum of probability times value, with Fractions.",
    variant(
        "At a chance node your function takes the plain mean: the branches need not be equally "
        "likely.",
        at_chance=lambda parts: sum((value for _, value in parts), Fraction(0)) / len(parts),
    ),
    variant(
        "At a chance node your function adds the values, without the probabilities.",
        at_chance=lambda parts: sum((value for _, value in parts), Fraction(0)),
    ),
    save_as="value",
)
def with_chance(tree: Any, at_chance: Callable[[Parts], Fraction] = _expected) -> Fraction:
    """value(tree): the value of a number, ("max", [trees]), ("min", [trees]) or ("chance", [(p,
    tree), ...]).
    """
    return _value(tree, at_chance)


Rows = list[list[int]]


def _sure(rows: Rows, p: Fraction) -> Fraction:
    """Return what Max is sure of on average by playing the first row with this probability."""
    upper, lower = rows
    return min(p * high + (1 - p) * low for high, low in zip(upper, lower, strict=True))


def _mixed(rows: Rows, pure: bool = False, crossing: bool = False) -> tuple[Fraction, Fraction]:
    """Return the value and the smallest best probability of the first row; if ``pure``, both
    without mixing.

    With ``crossing`` Max is wrongly assumed to mix so that both columns have the same value, if
    that is possible.
    """
    (a, b), (c, d) = rows
    turn = 0 if pure else a - b - c + d
    cross = [Fraction(d - c, turn)] if turn else []
    where = (crossing and cross) or [p for p in (Fraction(0), Fraction(1), *cross) if 0 <= p <= 1]
    value = max(_sure(rows, p) for p in where)
    return value, min(p for p in where if _sure(rows, p) == value)


def _of_min(rows: Rows) -> tuple[Fraction, Fraction]:
    """Return the value and how Min mixes."""
    (a, b), (c, d) = rows
    value, q = _mixed([[-a, -c], [-b, -d]])
    return -value, q


def _matrices() -> Iterator[tuple[Rows]]:
    """Yield all matrices of small numbers, and random matrices, some with large or equal
    numbers.
    """
    yield from (([[a, b], [c, d]],) for a, b, c, d in product((0, 1, -1, 2), repeat=4))
    rng = Random(92)
    for k in range(120):
        scale = (1, 1, 10**11, 7)[k % 4]
        a, b, c, d = (scale * n for n in rng.choices(range(-9, 10), k=4))
        yield ([[a, b], [c, d]],)
        yield ([[a, a], [c, d]],)  # equal numbers in a row
        yield ([[a, b], [a, d]],)  # and in a column
    for far in (10**12, 1 - 10**12):
        yield ([[far, 1 - far], [-far, far - 1]],)


@function(
    _matrices,
    "Against a column, Max gets p times its upper number plus 1 - p times its lower one, on "
    "average.",
    "The smaller of two straight lines in p is largest at p = 0, at p = 1, or where the two lines "
    "cross.",
    "They cross where p = (d - c) / (a - b - c + d), if that is not 0 below and p lies between 0 "
    "and 1.",
    variant("That is the best that Max can do without mixing.", pure=True),
    variant(
        "The point where the lines cross need not be best, and p may come out below 0 or above 1.",
        crossing=True,
    ),
    Mistake(
        "That is how often Min plays the first column; the exercise asks how Max mixes.", _of_min
    ),
    Mistake(
        "That is the probability of the second row.",
        lambda rows: (_mixed(rows)[0], 1 - _mixed(rows)[1]),
    ),
    save_as="mix",
)
def mixing(rows: Rows, **how: bool) -> tuple[Fraction, Fraction]:
    """mix(rows): the value of a 2 x 2 matrix game to Max, who chooses the row, and the probability
    of the first row.
    """
    return _mixed(rows, **how)
