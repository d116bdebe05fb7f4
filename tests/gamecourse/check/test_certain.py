"""What becomes of the answers that students give in lecture 14."""

import importlib
import re
from decimal import Decimal
from fractions import Fraction
from functools import cache
from math import ceil, floor

import pytest

from check.lecture import Lecture, right_and_wrong
from gamecourse.check import State
from gamecourse.check.machinery.sheet import opened
from gamelib import Fixed, exact_values
from gamelib.games import Tree

sheet = importlib.import_module("gamecourse.check.certain")
inner = opened(sheet)
GAME, START = sheet.GAME, sheet.GAME.start()
HELD = {"a": ("Max", {"leave": (1, -1), "go on": "b"}), "b": ("Min", {"go back": "a", "leave": (2, -2)})}
TURNED = {"a": ("Max", {"leave": (-1, 1), "go on": "b"}), "b": ("Min", {"go back": "a", "leave": (-2, 2)})}


@cache
def replies():
    return exact_values(Fixed(GAME, 1, sheet.stubborn))


@cache
def perfect():
    return exact_values(GAME)


def chances():
    """What is known of the best reply to within 1e-9, by the checker's own reckoning; ``replies`` has it exactly."""
    return inner["_within"](inner["_ALONE"])


def solved():
    """Before any strategy is called, as in a notebook: no call may take so long."""
    chances(), perfect()


def reply(change=lambda move: move):
    return lambda position: change(chances().best(position))


def only(low, high, most):
    found = {Fraction(n, d) for d in range(1, most + 1) for n in range(ceil(low * d), floor(high * d) + 1)}
    return min(found) if len(found) == 1 else None


def first_found(low, high, most):
    return next((Fraction(ceil(low * d), d) for d in range(1, most + 1) if ceil(low * d) <= high * d), None)


def counted_twice(low, high, most):
    found = [Fraction(n, d) for d in range(1, most + 1) for n in range(ceil(low * d), floor(high * d) + 1)]
    return found[0] if len(found) == 1 else None


def average(numbers):
    return sum(numbers) / Fraction(len(numbers))


def sweep(nodes, bounds, rules=(("Max", max), ("Min", min), ("coin", average))):
    def side(p, k):
        who, after = nodes[p]
        return dict(rules)[who]([bounds[q][k] if q in nodes else q for q in after])

    return {p: (side(p, 0), side(p, 1)) for p in nodes}


def sweep_in_place(nodes, bounds):
    bounds = dict(bounds)
    for p in nodes:
        bounds[p] = sweep(nodes, bounds)[p]
    return bounds


RIGHT = [
    ("against_stubborn", Fraction(25, 32)),
    ("against_stubborn", Decimal("0.78125")),
    ("beat_stubborn", reply()),
    ("too_high", HELD),
    ("too_high", Tree(HELD, players=("Max", "Min"))),
    ("too_high", Tree(TURNED, players=("Min", "Max"))),
    ("too_high", {"a": ("Max", {"x": (0.15, -0.15), "y": "b"}), "b": ("Min", {"x": "a", "y": (0.3, -0.3)})}),
    ("too_high", {name: (who.upper(), steps) for name, (who, steps) in HELD.items()}),
    (
        "too_high",
        {"s": ("Max", {"in": "a"}), "a": ("Min", {"x": "b", "y": (3, -3)}), "b": ("Max", {"x": "a", "y": (-1, 1)})},
    ),
    ("only", only),
    ("sweep", sweep),
]

WRONG = [
    ("against_stubborn", Fraction(57, 64), "that is the probability that X wins"),
    ("against_stubborn", "25/32", "give the value, a Fraction; this is the text '25/32'"),
    ("against_stubborn", Fraction(-25, 32), "that is what O gets"),
    ("against_stubborn", Fraction(5, 27), "the value against a perfect O"),
    ("against_stubborn", Fraction(1, 3), "what the perfect strategy gets from him"),
    ("against_stubborn", 0.78125, "give it exactly, as a Fraction"),
    ("against_stubborn", Fraction(-17, 30), "the value if he plays X; he plays O"),
    ("against_stubborn", 1, "it is not 1$"),
    ("beat_stubborn", lambda position: perfect().best(position), r"more is possible. Look again at"),
    ("beat_stubborn", lambda position: GAME.moves(position)[-1], "it gets 11/45 on the average"),
    ("beat_stubborn", lambda position: (0, 0), r"at \('X........', 'X'\)\nX\.\.\n.*\(0, 0\) is not allowed"),
    ("too_high", {"a": ("Max", {"go": (1, -1), "on": (2, -2)})}, "both players must have a choice"),
    (
        "too_high",
        {"a": ("Min", {"leave": (-1, 1), "on": "b"}), "b": ("Max", {"back": "a", "leave": (-2, 2)})},
        "come down to the values everywhere, .* From below they would stop too low: exchange Max and Min",
    ),
    (
        "too_high",
        {"a": ("Min", {"leave": (-0.15, 0.15), "on": "b"}), "b": ("Max", {"back": "a", "leave": (-0.3, 0.3)})},
        "too low: exchange Max and Min",
    ),
    (
        "too_high",
        {"a": ("Max", {"go": (1, -1), "on": "b"}), "b": ("Min", {"x": (0, 0), "y": (1, -1)})},
        "nobody would mind$",
    ),
    ("too_high", {"a": ("Max", {"go": (1, 1)})}, "do not add up to 0"),
    ("too_high", {"a": ("Ann", {"go": (1, -1)})}, "it is the turn of 'Ann'"),
    ("too_high", {"a": ("Max", {"go": "b"})}, "'b', where 'go' leads from 'a', is missing"),
    ("too_high", {**HELD, "c": ("chance", {"x": ("1/2", "a"), "y": ("1/2", "b")})}, "leave the dice out"),
    ("too_high", {k: ("Max", {"on": k + 1}) for k in range(12)} | {12: ("Min", {"go": (1, -1)})}, "12 are enough"),
    ("too_high", {"a": ("Max", {"go": (float("inf"), float("-inf"))})}, "this is no such game"),
    ("too_high", {"a": ("Max", {"leave": 1, "go on": "b"})}, r"'leave' leads to 1: payoffs are a pair, \(1, -1\)"),
    ("only", lambda low, high, most: ((low + high) / 2).limit_denominator(most), "need not lie between them"),
    ("only", first_found, "it should be None"),
    ("only", counted_twice, r"it should be Fraction\(1, 2\)"),
    ("only", lambda low, high, most: only(low, high, most - 1), "may be equal to most"),
    ("sweep", lambda *given: sweep(*given, (("Max", max), ("Min", max), ("coin", average))), "Min wants it small"),
    (
        "sweep",
        lambda *given: sweep(*given, (("Max", max), ("Min", min), ("coin", max))),
        "At a coin stands the average",
    ),
    ("sweep", sweep_in_place, "All new bounds come from the old ones"),
    (
        "sweep",
        lambda nodes, bounds: {p: pair[::-1] for p, pair in sweep(nodes, bounds).items()},
        "The lower bound stands first",
    ),
    ("sweep", lambda nodes, bounds: bounds, "it should be"),
]


LECTURE = Lecture(
    "certain",
    answers=right_and_wrong(RIGHT, WRONG),
    before={"beat_stubborn": solved},
    slow=["beat_stubborn"],
)


@pytest.mark.slow
def test_the_most_is_the_exact_value_its_answer_a_strategy_and_a_mistake_is_one():
    assert sheet.beat_stubborn(replies()).state == State.RIGHT
    assert "these are the values of all positions" in sheet.against_stubborn(replies())
    assert "these are bounds, and the value lies between" in sheet.against_stubborn(chances()[START])
    assert inner["_most"]() == replies()[START] == Fraction(25, 32)
    found = sheet.beat_stubborn(perfect())
    board, row, column = re.search(r"Look again at \('(.{9})', 'X'\), where it plays \((\d), (\d)\)", found).groups()
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
    for nodes in inner["SMALL_GAMES"]:

        def steps(p, nodes=nodes):
            who, after = nodes[p]
            places = {str(k): q if isinstance(q, str) else (q, -q) for k, q in enumerate(after)}
            share = Fraction(1, len(after))
            return {name: (share, place) for name, place in places.items()} if who == "coin" else places

        tree = {p: ("chance" if who == "coin" else who, steps(p)) for p, (who, _) in nodes.items()}
        values = exact_values(Tree(tree, players=("Max", "Min")))
        bounds = {p: (Fraction(-5), Fraction(5)) for p in nodes}
        for _ in range(60):
            bounds = inner["_sweep"](nodes, bounds)
            assert all(bounds[p][0] <= values[p] <= bounds[p][1] for p in nodes)
        assert all(bounds[p][1] - bounds[p][0] < Fraction(1, 1000) for p in nodes)
