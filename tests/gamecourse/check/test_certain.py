"""What becomes of the answers that students give in lecture 14."""

import importlib
import re
from decimal import Decimal
from fractions import Fraction
from functools import cache
from math import ceil, floor

import pytest

from check.lecture import PLAINLY, RIGHT, TYPE, WRONG, Lecture, each, reference
from gamecourse.grading.coin_games import SMALL_GAMES
from gamecourse.grading.sheet import opened
from gamefast import chance_values, exact_values
from gamelib import Fixed
from gamelib.games import Tree

sheet = importlib.import_module("gamecourse.check.certain")
inner = opened(sheet)
GAME, START = sheet.GAME, sheet.GAME.start()
HELD = {
    "a": ("Max", {"leave": (1, -1), "go on": "b"}),
    "b": ("Min", {"go back": "a", "leave": (2, -2)}),
}
TURNED = {
    "a": ("Max", {"leave": (-1, 1), "go on": "b"}),
    "b": ("Min", {"go back": "a", "leave": (-2, 2)}),
}


def solved():
    """Before any strategy is called, as in a notebook: no call may take so long."""
    replies(), perfect()


@cache
def replies():
    return exact_values(Fixed(GAME, 1, sheet.stubborn))


@cache
def perfect():
    return exact_values(GAME)


def reply(change=lambda move: move):
    return lambda position: change(replies().best(position))


def only(low, high, most):
    found = {
        Fraction(n, d)
        for d in range(1, most + 1)
        for n in range(ceil(low * d), floor(high * d) + 1)
    }
    return min(found) if len(found) == 1 else None


def first_found(low, high, most):
    return next(
        (Fraction(ceil(low * d), d) for d in range(1, most + 1) if ceil(low * d) <= high * d), None
    )


def counted_twice(low, high, most):
    found = [
        Fraction(n, d)
        for d in range(1, most + 1)
        for n in range(ceil(low * d), floor(high * d) + 1)
    ]
    return found[0] if len(found) == 1 else None


def average(numbers):
    return sum(numbers) / Fraction(len(numbers))


def sweep(nodes, bounds, rules=(("Max", max), ("Min", min), ("coin", average))):
    def side(p, k):
        who, after = nodes[p]
        return dict(rules)[who]([bounds[q][k] if q in nodes else q for q in after])

    return {p: (side(p, 0), side(p, 1)) for p in nodes}


def pessimist(nodes, bounds):
    lowest = sweep(nodes, bounds, (("Max", min), ("Min", min), ("coin", average)))
    highest = sweep(nodes, bounds, (("Max", max), ("Min", max), ("coin", average)))
    return {p: (lowest[p][0], highest[p][1]) for p in nodes}


def only_tighter(nodes, bounds):
    new = sweep(nodes, bounds)
    return {p: (max(new[p][0], bounds[p][0]), min(new[p][1], bounds[p][1])) for p in nodes}


def sweep_in_place(nodes, bounds):
    bounds = dict(bounds)
    for p in nodes:
        bounds[p] = sweep(nodes, bounds)[p]
    return bounds


def to_the_third(low, high, most):
    return only(low, high, min(most, 100))


def by_floats(low, high, most):
    found = {
        Fraction(n, d)
        for d in range(1, most + 1)
        for n in range(ceil(float(low) * d), floor(high * d) + 1)
    }
    return min(found) if len(found) == 1 else None


def strictly_inside(low, high, most):
    found = [
        Fraction(n, d)
        for d in range(1, most + 1)
        for n in range(floor(low * d), ceil(high * d) + 1)
    ]
    found = {number for number in found if low < number < high}
    return min(found) if len(found) == 1 else None


def nearest(low, high, most):
    return ((low + high) / 2).limit_denominator(most)


ONLY = [
    (only, RIGHT, PLAINLY),
    (nearest, WRONG, "nearest to the middle: it need not"),
    (
        first_found,
        WRONG,
        "it should be None .none, or several.. If there are several, your function gives the first",
    ),
    (counted_twice, WRONG, "it should be .* .*counts 1/2 and 2/4 as two"),
    (strictly_inside, WRONG, "The bounds themselves belong to the interval"),
    (lambda low, high, most: only(low, high, most - 1), WRONG, "may be equal to most"),
    (to_the_third, WRONG, "it should be"),
    (by_floats, WRONG, "it should be"),
    (lambda low, high, most: None if low < high else only(low, high, most), WRONG, "it should be"),
    (lambda low, high, most: only(max(low, 0), high, most), WRONG, "it should be"),
    (
        lambda *given: only(*given) or False,
        WRONG,
        r"is False, it should be None \(none, or several\)",
    ),
    (
        lambda *given: None if only(*given) is None else float(only(*given)),
        TYPE,
        "give the number exactly",
    ),
]


def limited(most):
    """A sweep that looks at the first things only that may follow a node."""
    return lambda nodes, bounds: sweep(
        {p: (who, after[:most]) for p, (who, after) in nodes.items()}, bounds
    )


def once(nodes, bounds):
    return sweep(
        {p: (who, list(dict.fromkeys(after))) for p, (who, after) in nodes.items()}, bounds
    )


def with_max_from(least):
    return lambda *given: sweep(
        *given, (("Max", lambda column: max([least, *column])), ("Min", min), ("coin", average))
    )


KNOWN = {}


def remembers_the_nodes(nodes, bounds):
    key = repr(nodes)
    if key not in KNOWN:
        KNOWN[key] = sweep(nodes, bounds)
    return KNOWN[key]


SWEEP = [
    (sweep, RIGHT, PLAINLY),
    (
        lambda *given: sweep(*given, (("Max", max), ("Min", max), ("coin", average))),
        WRONG,
        "takes the largest bounds",
    ),
    (
        lambda *given: sweep(*given, (("Max", max), ("Min", min), ("coin", max))),
        WRONG,
        "it should be",
    ),
    (pessimist, WRONG, "But the player to move chooses"),
    (only_tighter, WRONG, "keeps an old bound where it is tighter"),
    (sweep_in_place, WRONG, "uses new bounds in the same sweep"),
    (lambda *given: {p: pair[::-1] for p, pair in sweep(*given).items()}, WRONG, "At 'a' it has"),
    (lambda nodes, bounds: bounds, WRONG, "it should be"),
    (once, WRONG, "it should be"),
    *((limited(most), WRONG, "it should be") for most in (1, 4, 8, 9)),
    *((with_max_from(-(10**power)), WRONG, "it should be") for power in (0, 1, 9, 11)),
    (remembers_the_nodes, WRONG, "it should be"),
    (
        lambda *given: {p: tuple(map(float, pair)) for p, pair in sweep(*given).items()},
        TYPE,
        "It is a float",
    ),
]

AGAINST = [
    (Fraction(25, 32), RIGHT, PLAINLY),
    (Decimal("0.78125"), TYPE, "of the type Decimal: give an int or a Fraction"),
    (0.78125, TYPE, "It is a float: give the number exactly"),
    (Fraction(57, 64), WRONG, "that counts a win 1 and a loss 0"),
    (Fraction(1, 3), WRONG, "what the perfect strategy of the lecture gets from this O"),
    (Fraction(1, 5), WRONG, "if the stubborn strategy plays both sides"),
    (Fraction(7, 64), WRONG, r"the value is not 7/64\.$"),
    ("25/32", WRONG, "Give the value, a Fraction. You gave the text '25/32'"),
    (Fraction(-25, 32), WRONG, "that is what O gets"),
    (Fraction(5, 27), WRONG, "the value against a perfect O"),
    (Fraction(-17, 30), WRONG, "if the stubborn strategy plays X"),
    (1, WRONG, r"the value is not 1\.$"),
    (True, WRONG, "Give the value, a Fraction"),
]

BEAT = [
    (reply(), RIGHT, PLAINLY),
    (
        lambda position: perfect().best(position),
        WRONG,
        "gets 1/3 on average, and more is possible. Look again at.*The perfect strategy of the "
        "lecture gets as much",
    ),
    (lambda position: sheet.stubborn(position), WRONG, "The stubborn strategy itself gets as much"),
    (
        reply(lambda cell: (cell[0] + 1, cell[1] + 1)),
        WRONG,
        r"did you begin with 1\? Read like that",
    ),
    (reply(lambda cell: cell[::-1]), WRONG, r"the other way round\? Read like that, it is a best"),
    (
        lambda position: exact_values(Fixed(GAME, 0, sheet.stubborn)).best(position),
        WRONG,
        "is None, it should be a move for X, who is player 0",
    ),
    (lambda position: GAME.moves(position)[-1], WRONG, "your strategy gets 11/45 on average"),
    (
        lambda position: (0, 0),
        WRONG,
        r"\(0, 0\) is not allowed.* The position is \('X........', 'X'\):\nX\.\.",
    ),
    (lambda position: "a1", WRONG, r"is the text 'a1', which is not a move"),
    (lambda position: print(position), WRONG, "It prints something: write return"),
]

TOO_HIGH = [
    (HELD, RIGHT, PLAINLY),
    (Tree(HELD, players=("Max", "Min")), RIGHT, PLAINLY),
    (
        {"a": ("Max", {"x": (0.15, -0.15), "y": "b"}), "b": ("Min", {"x": "a", "y": (0.3, -0.3)})},
        TYPE,
        "Fractions",
    ),
    (
        {
            "s": ("Max", {"in": "a"}),
            "a": ("Min", {"x": "b", "y": (3, -3)}),
            "b": ("Max", {"x": "a", "y": (-1, 1)}),
        },
        RIGHT,
        PLAINLY,
    ),
    (Tree(TURNED, players=("Min", "Max")), WRONG, "Give a dict of nodes"),
    (
        {name: (who.upper(), steps) for name, (who, steps) in HELD.items()},
        WRONG,
        "it is the turn of 'MAX'",
    ),
    ({"a": ("Max", {"go": (1, -1), "on": (2, -2)})}, WRONG, "both players must have a choice"),
    (
        {
            "a": ("Min", {"leave": (-1, 1), "on": "b"}),
            "b": ("Max", {"back": "a", "leave": (-2, 2)}),
        },
        WRONG,
        r"come down to the values everywhere\.$",
    ),
    (
        {"a": ("Max", {"x": (0.05, -0.05), "y": "b"}), "b": ("Min", {"x": "a", "y": (0.1, -0.1)})},
        WRONG,
        r"the sweeps from above end at most 0.05 too high\.$",
    ),
    (
        {"a": ("Max", {"go": (1, -1), "on": "b"}), "b": ("Min", {"x": (0, 0), "y": (1, -1)})},
        WRONG,
        r"come down to the values everywhere\.$",
    ),
    ({"a": ("Max", {"go": (1, 1)})}, WRONG, "do not add up to 0"),
    ({"a": ("Ann", {"go": (1, -1)})}, WRONG, "it is the turn of 'Ann'"),
    ({"a": ("Max", {"go": "b"})}, WRONG, "'b', where 'go' leads from 'a', is missing"),
    (
        {**HELD, "c": ("chance", {"x": ("1/2", "a"), "y": ("1/2", "b")})},
        WRONG,
        "leave the dice out",
    ),
    (
        {k: ("Max", {"on": k + 1}) for k in range(12)} | {12: ("Min", {"go": (1, -1)})},
        WRONG,
        "12 are enough",
    ),
    (
        {"a": ("Max", {"go": (float("inf"), float("-inf"))})},
        WRONG,
        "these are not the nodes of such a game",
    ),
    (
        {"a": ("Max", {"leave": 1, "go on": "b"})},
        WRONG,
        r"'leave' leads to 1: payoffs are a pair, \(1, -1\)",
    ),
]


LECTURE = Lecture(
    "certain",
    answers=each(
        {
            "only": ONLY,
            "sweep": SWEEP,
            "against_stubborn": AGAINST,
            "beat_stubborn": BEAT,
            "too_high": TOO_HIGH,
        }
    ),
    before={"beat_stubborn": solved},
    slow=["beat_stubborn", "only", "sweep"],
)


@pytest.mark.slow
def test_the_values_are_what_they_are_said_to_be_and_a_mistake_is_one():
    assert "Give the value, a Fraction" in sheet.against_stubborn(replies())
    alone = Fixed(GAME, 1, sheet.stubborn)
    assert "Give the value, a Fraction" in sheet.against_stubborn(chance_values(alone)[START])
    others = [perfect(), exact_values(Fixed(GAME, 0, sheet.stubborn))]
    most = replies()[START]
    assert inner["_MOST"] == most
    gains = [inner["average_gain"](X, {}) for X in (perfect().best, sheet.stubborn)]
    assert set(inner["_OTHER_STRATEGIES"]) == set(gains)
    values = {values[START] for values in others}
    assert set(inner["_OTHERS"]) == {-most, (1 + most) / 2, *values, *gains}
    found = sheet.beat_stubborn(perfect())
    board, row, column = re.search(
        r"Look again at \('(.{9})', 'X'\), where it plays \((\d), (\d)\)", found
    ).groups()
    position = board, "X"
    assert replies()[GAME.play(position, (int(row), int(column)))] < replies()[position]


def test_sweeps_stay_too_high_where_they_say_so():
    """Played out: from a Max gets 1 and no more, since Min goes back for ever."""
    assert exact_values(Tree(HELD, players=("Max", "Min")))["b"] == 1
    upper = {"a": 2, "b": 2}
    for _ in range(50):
        upper = {"a": max(1, upper["b"]), "b": min(upper["a"], 2)}
    assert upper == {"a": 2, "b": 2}


def test_sweeps_keep_the_values_between_the_bounds_and_come_down_to_them():
    """By exact_values, on each game of the exercises, as a Tree with pairs of payoffs."""
    for nodes in SMALL_GAMES:

        def steps(p, nodes=nodes):
            who, after = nodes[p]
            places = {str(k): q if isinstance(q, str) else (q, -q) for k, q in enumerate(after)}
            share = Fraction(1, len(after))
            return (
                {name: (share, place) for name, place in places.items()}
                if who == "coin"
                else places
            )

        tree = {p: ("chance" if who == "coin" else who, steps(p)) for p, (who, _) in nodes.items()}
        values = exact_values(Tree(tree, players=("Max", "Min")))
        bounds = {p: (Fraction(-5), Fraction(5)) for p in nodes}
        for _ in range(60):
            bounds = reference(inner["sweep"])(nodes, bounds)
            assert all(bounds[p][0] <= values[p] <= bounds[p][1] for p in nodes)
        assert all(bounds[p][1] - bounds[p][0] < Fraction(1, 1000) for p in nodes)
