"""What a lecture's file says of its exercises, for the tests that all lectures share (test_lectures.py)."""

import importlib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from gamecourse.check import State

RIGHT, WRONG = State.RIGHT, State.WRONG

#: What is said of an answer that is right, and nothing else.
PLAINLY = "^✓ right$"


@dataclass(frozen=True)
class Lecture:
    """The exercises of a lecture, and answers as students give them.

    ``functions`` are the exercises that are answered by a function, ``classes`` those by a class, ``by_hand`` the rest;
    ``answers`` says of each
    answer to an exercise what becomes of it; ``shown`` is what a notebook sees besides; ``at`` where a function that
    hangs at once is said to have been; ``before`` is called before an exercise is asked for the first time; and
    ``slow`` are those whose answers take long: most are tried by ``make slow``.
    """

    name: str
    functions: Iterable[str]
    by_hand: Iterable[str]
    answers: list[tuple[str, Any, State, str]]
    shown: Iterable[str] = ()
    classes: Iterable[str] = ()
    at: dict[str, str] = field(default_factory=dict)
    before: dict[str, Callable[[], Any]] = field(default_factory=dict)
    slow: Iterable[str] = ()

    def exercise(self, name):
        """An exercise, ready to be asked."""
        self.before.get(name, lambda: None)()
        return getattr(importlib.import_module(f"gamecourse.check.{self.name}"), name)


def right_and_wrong(right, wrong):
    """The answers of a table of right ones, and of one of wrong ones with what is said of each."""
    return [
        *((name, answer, RIGHT, PLAINLY) for name, answer in right),
        *((name, answer, WRONG, said) for name, answer, said in wrong),
    ]


def each(answers):
    """The answers of tables, one for each exercise."""
    return [(name, *row) for name, rows in answers.items() for row in rows]


def meets(exercise, answer, state, said=""):
    """That an exercise says this of an answer, in few words."""
    finding = exercise(answer)
    assert finding.state == state, str(finding)
    assert re.search(said, str(finding), re.DOTALL), str(finding)
    assert len(finding) < 2_500
