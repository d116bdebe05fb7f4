"""The exercises of lecture 09, with answers as students give them."""

import importlib
from fractions import Fraction
from functools import partial

from check.lecture import Lecture, right_and_wrong
from gamecourse.check.machinery.sheet import opened

MODULE = importlib.import_module("gamecourse.check.minimax")
EVERYTHING = opened(MODULE)


def negamax(options, ends, v):
    return ends[v] if v in ends else max(-negamax(options, ends, w) for w in options[v])


def by_rule(rule, at_the_end=lambda end: end):
    def value(options, ends, v):
        return at_the_end(ends[v]) if v in ends else rule([value(options, ends, w) for w in options[v]])

    return value


def in_turn(options, ends, v, mine=True):
    """As if the ends were for the player who moves first."""
    if v in ends:
        return ends[v]
    return (max if mine else min)(in_turn(options, ends, w, not mine) for w in options[v])


def falsy(options, ends, v):
    return ends.get(v) or max(-falsy(options, ends, w) for w in options[v])


def from_zero(options, ends, v):
    best = 0
    for w in options[v]:
        best = max(best, -from_zero(options, ends, w))
    return ends.get(v, best)


def remembers(options, ends, v, known={}):  # noqa: B006  # that is the mistake
    if v not in known:
        known[v] = ends[v] if v in ends else max(-remembers(options, ends, w) for w in options[v])
    return known[v]


def uses_up(options, ends, v):
    if v in ends:
        return ends.pop(v)
    return max(-uses_up(options, ends, w) for w in options[v])


def not_deeper(options, ends, v, depth=7):
    if v in ends or depth == 0:
        return ends.get(v, 0)
    return max(-not_deeper(options, ends, w, depth - 1) for w in options[v])


def mean(parts):
    return sum((p * value for p, value in parts), Fraction(0))


def worth(tree, at_max=max, at_min=min, at_chance=mean, at_a_leaf=lambda leaf: leaf):
    if not isinstance(tree, tuple):
        return at_a_leaf(tree)
    kind, inside = tree
    if kind == "chance":
        return at_chance([(p, worth(t, at_max, at_min, at_chance, at_a_leaf)) for p, t in inside])
    return (at_max if kind == "max" else at_min)([worth(t, at_max, at_min, at_chance, at_a_leaf) for t in inside])


def only_whole(tree):
    if isinstance(tree, int):
        return tree
    kind, inside = tree
    if kind == "chance":
        return sum(p * only_whole(t) for p, t in inside)
    return (max if kind == "max" else min)(map(only_whole, inside))


VALUES = {"A": 5, "B": 5, "C": 4, "D": 8, "E": 5, "F": 9, "G": 4, "H": 7}
PLAN = {"house": "sell", "money": "ask", "car": "take", "judge": "agree", "ring": "take"}

RIGHT = [
    ("by_hand", VALUES),
    ("by_hand", {node.lower(): value for node, value in VALUES.items()}),
    ("heirs", {f"{node.title()} ": move for node, move in PLAN.items()}),
    ("by_hand", {**VALUES, "d1": 3}),
    ("negamax", negamax),
    ("heirs", PLAN),
    ("with_chance", worth),
]

WRONG = [
    ("by_hand", {**VALUES, "H": 6}, "H is not worth 6: below it are h1: 7, h2: 6$"),
    ("by_hand", {"H": 7, "G": 4, "F": 9, "E": 5, "D": 8, "C": 7}, "C is not worth 7: below it are G: 4, H: 7$"),
    ("by_hand", {**VALUES, "B": -5, "C": -4}, "What is asked for is what Max gets, at B and C too"),
    (
        "by_hand",
        {"A": 3, "B": 3, "C": 6, "D": 3, "E": 2, "F": 1, "G": -2, "H": 6},
        "below it are h1: 7, h2: 6. Max takes the largest, Min the smallest: have they changed places",
    ),
    ("by_hand", {**VALUES, "A": 9, "B": 9, "C": 7}, "You let Max move everywhere"),
    ("by_hand", {**VALUES, "B": None}, "at B stands None: a value is a number"),
    ("by_hand", {**VALUES, "B": NotImplemented}, "at B stands NotImplemented"),
    ("by_hand", {f"node {node}": value for node, value in VALUES.items()}, "H is missing; 'node A' is no node"),
    ("by_hand", dict(zip("ABCDEFGH", (-2, 1, -2, 3, 2, 1, -2, 6), strict=True)), "You let Min move everywhere"),
    ("by_hand", {"H": 7}, "G is missing$"),
    ("by_hand", list(VALUES.values()), "give a dict from letter to value; this is"),
    ("negamax", by_rule(max), "is a minus sign missing"),
    ("negamax", by_rule(lambda below: -max(below)), "a minus sign before each value, then the largest"),
    ("negamax", by_rule(lambda below: min(-value for value in below)), "a minus sign before each value, then the larg"),
    ("negamax", by_rule(lambda below: max(-value for value in below), lambda end: -end), "one minus sign too many"),
    ("negamax", lambda *given: -negamax(*given), "The sign is the other way round everywhere"),
    ("negamax", in_turn, "not for one and the same player"),
    ("negamax", falsy, "stops with ValueError"),
    ("negamax", not_deeper, "it should be -?\\d$"),
    ("negamax", from_zero, r"is 0, it should be -\d$"),
    ("negamax", remembers, "It remembers what it was asked before: known={} is made once"),
    ("negamax", uses_up, "stops with (KeyError|ValueError)"),
    ("negamax", by_rule(sum), r"it should be -?\d$"),
    ("heirs", {**PLAN, "ring": "leave"}, "better than 'leave', .*the third number is what Cem gets"),
    ("heirs", {**PLAN, "judge": "fight"}, "at 'judge' Cem can do better than 'fight'"),
    ("heirs", {**PLAN, "car": "leave"}, "at 'car' Bob can do better .*the second number is what Bob gets"),
    ("heirs", {**PLAN, "money": "leave"}, "at 'money' Bob can do better than 'leave'"),
    ("heirs", {**PLAN, "house": "keep"}, "at 'house' Ann can do better than 'keep'.*the first number"),
    ("heirs", {**PLAN, "money": "money"}, "at 'money' 'money' is no move: the moves there are 'ask' and 'leave'"),
    ("heirs", {**PLAN, "money": 3}, "at 'money' 3 is no move: the moves"),
    ("heirs", {**PLAN, "money": None}, "at 'money' None is no move: the moves"),
    ("heirs", {**PLAN, "money": ["ask"]}, r"at 'money' \['ask'\] is no move: the moves"),
    ("heirs", {**PLAN, "money": "judge"}, "at 'money' 'judge' is where a move leads: the moves there are"),
    ("heirs", {**PLAN, "car": (3, 4, 1)}, r"at 'car' \(3, 4, 1\) is where a move leads"),
    ("heirs", {f"the {node}": move for node, move in PLAN.items()}, "ring is missing; 'the house' is no node"),
    ("heirs", {}, "ring is missing$"),
    ("with_chance", partial(worth, at_a_leaf=float), r"\(3\) is 3.0, it should be 3, exactly, and not"),
    (
        "with_chance",
        partial(worth, at_chance=lambda parts: float(mean(parts))),
        r"0.333\d*, it should be Fraction\(1, 3\), exactly, and not as a float$",
    ),
    ("with_chance", partial(worth, at_chance=lambda parts: sum(float(v) for _, v in parts) / len(parts)), r"\d\)?$"),
    ("with_chance", partial(worth, at_max=min, at_min=max), "Largest and smallest have changed places"),
    ("with_chance", partial(worth, at_max=min), "it should be"),
    (
        "with_chance",
        partial(worth, at_chance=lambda parts: sum(v for _, v in parts) / Fraction(len(parts))),
        "not all is",
    ),
    ("with_chance", partial(worth, at_chance=lambda parts: sum(v for _, v in parts)), "without the probabilities"),
    ("with_chance", partial(worth, at_chance=lambda parts: max(v for _, v in parts)), "a chance node nobody chooses"),
    ("with_chance", partial(worth, at_chance=lambda parts: max(parts)[1]), "it takes what is most likely"),
    ("with_chance", lambda tree: round(worth(tree)), r"\(Fraction\(3, 7\)\) is 0, it should be Fraction\(3, 7\)$"),
    ("with_chance", only_whole, "stops with TypeError"),
    ("with_chance", lambda tree: -worth(tree), "is -3, it should be"),
    ("with_chance", lambda tree: 0, r"\(3\) is 0, it should be 3$"),
]


LECTURE = Lecture(
    "minimax",
    answers=right_and_wrong(RIGHT, WRONG),
)


def test_the_graphs_tell_alternating_from_not():
    """Most have more than one level, some ends are worth 0, and not every vertex is a number."""
    asked = list(EVERYTHING["_graphs"]())
    assert sum(in_turn(*given) != negamax(*given) for given in asked) > 20
    assert any(0 in ends.values() for _, ends, _ in asked)
    assert {type(v) for _, _, v in asked} == {int, str}
