"""What becomes of the answers that students give in lecture 13."""

import importlib
import re
import time
from decimal import Decimal
from fractions import Fraction
from functools import cache

import numpy as np

from check.lecture import Lecture, right_and_wrong
from gamelib import Fixed, exact_values
from gamelib.check import State, clock
from gamelib.check.sheet import opened
from gamelib.games import Tree

sheet = importlib.import_module("gamelib.check.chance")
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
    return inner["_bounds"]()


def solved():
    """Before any strategy is called, as in a notebook: no call may take so long."""
    chances(), perfect()


def reply(change=lambda move: move):
    return lambda position: change(chances().best(position))


def expected(coin):
    return sum(probability * payoff for probability, payoff in coin)


def choose(player, coin, sure):
    mean = expected(coin)
    return "same" if mean == sure else "coin" if (mean > sure) == (player == 0) else "sure"


def in_floats(player, coin, sure):
    return choose(player, [(float(p), float(x)) for p, x in coin], float(sure))


def nearly(player, coin, sure):
    return "same" if abs(float(expected(coin) - sure)) < 1e-9 else choose(player, coin, sure)


def likeliest(player, coin, sure):
    return choose(player, [(1, max(coin)[1])], sure)


def spoils(player, coin, sure):
    said = choose(player, coin, sure)
    coin.clear()
    return said


def worth(throws, least=1):
    value = Fraction(0)
    for _ in range(throws):
        value = sum(max(Fraction(face), value) for face in range(1, 7)) / 6
    return value


def worth_six_times(throws):
    """Right, and slow: it asks anew for each face."""
    if throws == 0:
        return Fraction(0)
    return sum(max(Fraction(face), worth_six_times(throws - 1)) for face in range(1, 7)) / 6


def worth_of(*faces):
    def worth(throws):
        value = Fraction(0)
        for _ in range(throws):
            value = sum(max(Fraction(face), value) for face in faces) / 6
        return value

    return worth


class Mine(Fraction):
    """A Fraction that says it equals everything."""

    def __eq__(self, other):
        return True

    __hash__ = Fraction.__hash__


def race(q, mine, others):
    if mine == 0 or others == 0:
        return Fraction(mine == 0)
    miss = 1 - q
    a, b = q * (1 - race(q, others, mine - 1)), q * (1 - race(q, mine, others - 1))
    return (a + miss - miss * (b + miss)) / (1 - miss**2)


def race_that_goes_round(q, mine, others):
    if mine == 0 or others == 0:
        return Fraction(mine == 0)
    return q * (1 - race_that_goes_round(q, others, mine - 1)) + (1 - q) * (1 - race_that_goes_round(q, others, mine))


def race_on(q, mine, others):
    """Whoever succeeds throws again."""
    if mine == 0 or others == 0:
        return Fraction(mine == 0)
    miss = 1 - q
    a, b = q * race_on(q, mine - 1, others), q * race_on(q, others - 1, mine)
    return (a + miss * (1 - b - miss)) / (1 - miss**2)


RIGHT = [
    ("choose", choose),
    ("choose", lambda player, coin, sure: str(np.str_(choose(player, coin, sure)))),
    ("choose", lambda player, coin, sure: choose(player, tuple(coin), sure)),
    ("stopping", worth),
    ("stopping", lambda throws: str(worth(throws))),
    ("stopping", lambda throws: Fraction(worth(throws).numerator, worth(throws).denominator)),
    ("stopping", lambda throws: Mine(worth(throws))),
    ("race", race),
    ("race", lambda *given: str(race(*given))),
    ("race", lambda q, mine, others: race(Fraction(q), int(mine), int(others))),
    ("against_stubborn", Fraction(25, 32)),
    ("against_stubborn", "25/32"),
    ("against_stubborn", " 25/32 "),
    ("against_stubborn", Decimal("0.78125")),
    ("beat_stubborn", reply()),
    ("beat_stubborn", reply(list)),
    ("beat_stubborn", reply(str)),
    ("beat_stubborn", reply(np.array)),
    ("beat_stubborn", reply(lambda move: (np.int64(part) for part in move))),
    ("beat_stubborn", lambda position: chances().best(position)),
    ("too_high", HELD),
    (
        "too_high",
        {"a": ["Max", {"leave": [1, -1], "go on": "b"}], "b": ["Min", {"go back": "a", "leave": ["2", "-2"]}]},
    ),
    ("too_high", Tree(HELD, players=("Max", "Min"))),
    ("too_high", Tree(TURNED, players=("Min", "Max"))),
    ("too_high", HELD.items()),
    ("too_high", {name: (who.upper(), steps) for name, (who, steps) in HELD.items()}),
    ("too_high", str(HELD)),
    ("too_high", {"a": ("Max", {"x": (np.float64(0.5), -0.5), "y": "b"}), "b": ("Min", {"x": "a", "y": (1, -1)})}),
    (
        "too_high",
        {"s": ("Max", {"in": "a"}), "a": ("Min", {"x": "b", "y": (3, -3)}), "b": ("Max", {"x": "a", "y": (-1, 1)})},
    ),
]

WRONG = [
    ("choose", lambda player, coin, sure: choose(0, coin, sure), "Player 1 pays: he wants it small"),
    ("choose", lambda player, coin, sure: choose(1 - player, coin, sure), "The players have changed places"),
    ("choose", likeliest, "The likeliest payoff is not all"),
    ("choose", in_floats, "With floats 0.1 \\+ 0.1 \\+ 0.1 is not 0.3: stay with Fractions"),
    ("choose", nearly, "it should be 'sure'"),
    (
        "choose",
        lambda player, coin, sure: "coin" if choose(player, coin, sure) == "same" else choose(player, coin, sure),
        "should be 'same'",
    ),
    ("choose", lambda player, coin, sure: print("coin"), "write return where it says print"),
    ("choose", lambda player, coin, sure: None, "is a return missing"),
    ("choose", lambda player, coin, sure: player, "which is not a text"),
    ("choose", "coin", "give the function itself"),
    ("stopping", lambda throws: Fraction(7, 2), r"\(2\) is Fraction\(7, 2\), it should be Fraction\(17, 4\)"),
    ("stopping", lambda throws: float(worth(throws)), r"should be Fraction\(7, 2\), exactly, and not as a float"),
    (
        "stopping",
        lambda throws: sum((1 - Fraction(face, 6) ** throws for face in range(6)), Fraction(0)),
        "the mean of the largest face",
    ),
    ("stopping", lambda throws: worth(throws + 1), "That is worth one throw more"),
    ("stopping", lambda throws: worth(throws - 1), "That is worth one throw less"),
    ("stopping", lambda throws: worth(min(throws, 10)), r"\(11\)"),
    ("stopping", {1: Fraction(7, 2)}.get, "is a return missing"),
    ("stopping", lambda throws: max(range(1, 7)), r"\(1\) is 6, it should be Fraction\(7, 2\)"),
    ("race", race_that_goes_round, "calls itself for ever"),
    ("race", lambda q, mine, others: 1 - race(q, others, mine), "what you have if the other throws first"),
    ("race", lambda q, mine, others: race(q, others, mine), "mine and others have changed places"),
    ("race", lambda q, mine, others: 1 - race(q, mine, others), "That is what the other has"),
    ("race", race_on, "After a success it is the other's turn, too"),
    ("race", lambda *given: float(race(*given)), r"should be Fraction\(2, 3\), exactly, and not as a float"),
    ("race", lambda q, mine, others: race(q, min(mine, 3), min(others, 3)), "5, 2"),
    ("race", lambda q, mine, others: race(q, 1, 1), r"1, 2\) is"),
    ("race", lambda q, mine, others: race(Fraction(1, 6), mine, others), r"Fraction\(1, 2\), 1, 1\) is"),
    ("against_stubborn", Fraction(57, 64), "that is the probability that X wins"),
    ("against_stubborn", "57/64", "that is the probability that X wins"),
    ("against_stubborn", Fraction(-25, 32), "that is what O gets"),
    ("against_stubborn", Fraction(5, 27), "the value against a perfect O"),
    ("against_stubborn", Fraction(1, 3), "what the perfect strategy gets from him"),
    ("against_stubborn", 0.78125, "give it exactly, as a Fraction"),
    ("against_stubborn", "0.78", "give it exactly, as a Fraction"),
    ("against_stubborn", np.float64(0.78125), "give it exactly, as a Fraction"),
    ("against_stubborn", Fraction(-17, 30), "the value if he plays X; he plays O"),
    ("against_stubborn", 1, "it is not 1$"),
    ("stopping", lambda throws: Mine(1, 3), r"<lambda>\(1\) is Fraction\(1, 3\), it should be Fraction\(7, 2\)"),
    ("stopping", worth_of(*range(6)), r"range\(6\) goes from 0 to 5"),
    ("stopping", worth_of(*range(1, 6)), r"range\(1, 6\) ends at 5"),
    (
        "choose",
        lambda player, coin, sure: choose(player, [(Fraction(1, len(coin)), x) for _, x in coin], sure),
        "Payoffs count as much as they are probable",
    ),
    (
        "choose",
        lambda player, coin, sure: NotImplemented if player else choose(player, coin, sure),
        "is not written yet: it comes to NotImplemented there",
    ),
    ("race", lambda q, mine, others: race(q, mine, others) if mine + others < 9 else 0, "5, 5"),
    ("against_stubborn", None, "give the value, a Fraction; this is None"),
    ("against_stubborn", "a lot", "give the value, a Fraction"),
    ("against_stubborn", exact_values, "give the value, a Fraction"),
    (
        "beat_stubborn",
        lambda position: perfect().best(position),
        r"it gets 1/3 on the average, and more is possible. Look again at",
    ),
    ("beat_stubborn", lambda position: GAME.moves(position)[-1], "it gets 11/45 on the average"),
    (
        "beat_stubborn",
        lambda position: (0, 0),
        r"at \('X........', 'X'\)\nX\.\.\n.*your move \(0, 0\) is not allowed: the cell",
    ),
    ("beat_stubborn", lambda position: 4, "4 is no move: a move is a pair of numbers"),
    ("beat_stubborn", lambda position: (3, 3), r"your move \(3, 3\) is not allowed"),
    ("beat_stubborn", lambda position: None, "it should be a move: is a return missing"),
    ("beat_stubborn", lambda position: print(reply()(position)), "write return where it says print"),
    ("beat_stubborn", lambda position: position[5], "stops with IndexError"),
    ("beat_stubborn", (0, 0), "give the strategy itself"),
    ("beat_stubborn", lambda: (0, 0), "stops with TypeError"),
    ("too_high", {"a": ("Max", {"go": (1, -1), "on": (2, -2)})}, "both players must have a choice"),
    (
        "too_high",
        {"a": ("Min", {"leave": (-1, 1), "on": "b"}), "b": ("Max", {"back": "a", "leave": (-2, 2)})},
        "come down to the values everywhere, .* From below they would stop too low: exchange Max and Min",
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
    ("too_high", [("a", "Max")], "give a dict of nodes"),
    ("too_high", {}, "give a dict of nodes"),
    ("too_high", {"a": ("Max", {"leave": 1, "go on": "b"})}, r"'leave' leads to 1: payoffs are a pair, \(1, -1\)"),
]


LECTURE = Lecture(
    "chance",
    functions=["choose", "stopping", "race", "beat_stubborn"],
    by_hand=["against_stubborn", "too_high"],
    answers=right_and_wrong(RIGHT, WRONG),
    shown=("GAME", "stubborn"),
    before={"beat_stubborn": solved},
)


def test_what_is_right_and_slow_is_told_that_it_takes_too_long(monkeypatch):
    monkeypatch.setattr(clock, "EACH", 0.5)
    found = sheet.stopping(worth_six_times)
    assert re.search(r"has run for 0.5 seconds at worth_six_times\(\d+\): does it call itself again and again", found)


def test_a_strategy_that_is_slow_each_time_is_stopped_in_the_end(monkeypatch):
    monkeypatch.setattr(clock, "ALL", 0.5)

    def slow(position):
        time.sleep(0.02)
        return reply()(position)

    assert "your function takes long: all its calls have taken 0.5 seconds" in sheet.beat_stubborn(slow)


def test_who_changes_what_he_is_given_is_told_so():
    finding = sheet.choose(spoils)
    assert finding.state == State.RIGHT
    assert "changes what it is given" in finding


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
