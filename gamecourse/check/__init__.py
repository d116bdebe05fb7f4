"""Exercises that answer back: one module a lecture, and the engine under them.

A notebook imports the exercises of its lecture, ``from gamecourse.check import matches as check``, and calls one with
the answer: ``check.other_takes(wins)``. For exercises of your own take ``exercise``, ``compare`` and ``wins``.
"""

from gamecourse.check.machinery.comparing import compare
from gamecourse.check.machinery.engine import Exercise, exercise
from gamecourse.check.machinery.finding import NOT_ATTEMPTED, RIGHT, Finding, State, wrong
from gamecourse.check.machinery.trial import as_boards, wins

__all__ = [
    "NOT_ATTEMPTED",
    "RIGHT",
    "Exercise",
    "Finding",
    "State",
    "as_boards",
    "compare",
    "exercise",
    "wins",
    "wrong",
]
