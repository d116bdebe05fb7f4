"""What a lecture's file says of its exercises, for the tests that all lectures share
(test_lectures.py).
"""

import importlib
import inspect
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from gamecourse.check import Exercise, State
from gamecourse.grading.sheet import opened

RIGHT, WRONG, SLOW, TYPE = State.RIGHT, State.WRONG, State.SLOW, State.TYPE

#: What is said of an answer that is right, and nothing else.
PLAINLY = "^✓ right$"


@dataclass(frozen=True)
class Lecture:
    """The exercises of a lecture, which are found, and answers as students give them.

    ``answers`` says of each answer to an exercise what becomes of it, a right one first; ``before``
    is called before an exercise is asked for the first time; and ``slow`` are those whose answers
    take long: most are tried by ``make slow``, like the odd answers to them.
    """

    name: str
    answers: list[tuple[str, Any, State, str]]
    before: dict[str, Callable[[], Any]] = field(default_factory=dict)
    slow: Iterable[str] = ()

    @property
    def sheet(self):
        """All that is in its module."""
        return opened(importlib.import_module(f"gamecourse.check.{self.name}"))

    @property
    def exercises(self):
        """The names of its exercises."""
        return [name for name, thing in self.sheet.items() if isinstance(thing, Exercise)]

    def exercise(self, name):
        """An exercise, ready to be asked."""
        self.before.get(name, lambda: None)()
        return self.sheet[name]

    def right(self, name):
        """The first right answer to an exercise."""
        return next(
            (answer for other, answer, state, _ in self.answers if (other, state) == (name, RIGHT)),
            None,
        )

    def takes(self, name):
        """What answers an exercise: "function", "class" or "thing"."""
        right = self.right(name)
        return "class" if isinstance(right, type) else "function" if callable(right) else "thing"


def reference(exercise):
    """The right answer with which an exercise compares functions."""
    return inspect.unwrap(exercise._check)


def right_and_wrong(right, wrong):
    """The answers of a table of right ones, and of one of wrong ones with what is said of each."""
    return [
        *((name, answer, RIGHT, PLAINLY) for name, answer in right),
        *((name, answer, WRONG, said) for name, answer, said in wrong),
    ]


def each(answers):
    """The answers of tables, one for each exercise."""
    return [(name, *row) for name, rows in answers.items() for row in rows]


def agrees(exercise, answer, state, said=""):
    """That an exercise says this of an answer, in few words; it is judged here, without a limit of
    time.
    """
    feedback = exercise.judge(answer) if isinstance(exercise, Exercise) else exercise(answer)
    assert feedback.state == state, str(feedback)
    assert re.search(said, str(feedback), re.DOTALL), str(feedback)
    assert len(feedback) < 2_500
