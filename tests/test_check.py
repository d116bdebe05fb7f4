"""Each checker with the right answer, the stub, and typical wrong ones."""

import re

import networkx as nx
import pytest

from gamelib import LOSS, check
from gamelib.check import Exercise, Finding, State
from gamelib.games import Matches


def right_wins(n):
    return any(not right_wins(n - t) for t in (1, 3, 4) if t <= n) if n < 9 else right_wins(n - 7)


RIGHT = {
    "other_takes": right_wins,
    "good_to_leave": [1, 6, 11, 16, 21, 26],
    "strategy": lambda pile: pile % 6 or 1,
    "two_takes": lambda a, b: 2 * a if b % a == 0 and b // a % 2 else a + b,
}


def endless(n):
    return endless(n - 1)


def stub(*arguments):
    return NotImplemented


WRONG = [
    ("other_takes", lambda n: any(not right_wins(n - t) for t in (1, 3, 4)), r"\(0\) is True, it should be False"),
    ("other_takes", lambda n: endless(n), "calls itself for ever"),
    ("other_takes", lambda n: n % 7 != 0, r"<lambda>\(2\) is True, it should be False"),
    (
        "other_takes",
        lambda n: any(right_wins(n - t) for t in (1, 3, 4) if t <= n),
        r"\(1\) is False, it should be True",
    ),
    ("other_takes", right_wins(5), "give the function itself"),
    ("good_to_leave", [0, 5, 10, 15, 20, 25, 30], "0 is in your list, but is a WIN"),
    ("good_to_leave", [1, 6, 11, 16, 21], "26 is missing: it is a LOSS"),
    ("good_to_leave", 6, "give a list of piles"),
    ("strategy", lambda pile: pile % 5 or 1, "you have not won"),
    ("strategy", lambda pile: 2, r"there your move 2 is not allowed: take 2 from a pile of 1"),
    ("strategy", lambda pile: 7, "there your move 7 is not allowed"),
    ("strategy", lambda pile: pile // 0, "ZeroDivisionError"),
    ("two_takes", lambda a, b: a + b, r"\(1, 3\) is 4, it should be 2"),
    ("two_takes", lambda a, b: 2, r"\(1, 2\) is 2, it should be 3"),
]


def exercises():
    return {name: thing for name, thing in vars(check).items() if isinstance(thing, Exercise)}


def test_every_exercise_has_an_answer_and_two_wrong_ones_here():
    assert set(RIGHT) == set(exercises())
    for name in RIGHT:
        assert sum(wrong[0] == name for wrong in WRONG) >= 2


@pytest.mark.parametrize("name", RIGHT)
def test_the_right_answer_is_right_and_the_stub_not_attempted(name):
    exercise = exercises()[name]
    assert exercise(RIGHT[name]).state == State.RIGHT
    assert exercise(NotImplemented).state == State.NOT_ATTEMPTED
    if callable(RIGHT[name]):
        assert exercise(stub).state == State.NOT_ATTEMPTED
    assert exercise.__doc__


@pytest.mark.parametrize(("name", "answer", "reason"), WRONG)
def test_typical_wrong_answers_are_met_with_a_reason(name, answer, reason):
    finding = exercises()[name](answer)
    assert finding.state == State.WRONG
    assert re.search(reason, finding)


def test_a_bad_strategy_is_refuted_by_the_shortest_play_shown_as_boards():
    finding = check.wins(Matches(6, (1, 2)), lambda pile: 1, 5)
    assert str(finding) == (
        "✗ wrong: this play shows it.\n"
        "|||||  (5)\nyou: take 1\n||||  (4)\nopponent: take 1\n|||  (3)\nyou: take 1\n||  (2)\n"
        "opponent: take 2\n  (0)\nyou have not won."
    )
    assert check.wins(Matches(6, (1, 2)), lambda pile: pile % 3, 5).state == State.RIGHT


def test_a_strategy_that_goes_round_for_ever_does_not_win():
    G = nx.DiGraph([("a", "t"), ("a", "p"), ("p", "a")])

    class Token:
        def start(self):
            return "a"

        def moves(self, v):
            return list(G.successors(v))

        def play(self, v, w):
            return w

        def outcome(self, v):
            return None if G.out_degree(v) else LOSS

    assert check.wins(Token(), {"a": "t"}.get, "a").state == State.RIGHT
    assert "round for ever" in check.wins(Token(), {"a": "p"}.get, "a")


def test_hints_come_in_steps_and_findings_show_themselves():
    exercise = Exercise(lambda answer: check.RIGHT, "first", "second")
    assert [str(exercise.hint()) for _ in range(3)] == [
        "hint 1 of 2: first",
        "hint 2 of 2: second",
        "hint 2 of 2: second",
    ]
    assert repr(check.wrong("no")) == "✗ wrong: no"
    assert isinstance(check.RIGHT, Finding)
