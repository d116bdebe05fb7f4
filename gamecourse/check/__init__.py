"""Exercises that answer back: one module a lecture, and the engine under them.

A notebook imports the exercises of its lecture, ``from gamecourse.check import matches as check``, and calls one with
the answer: ``check.other_takes(wins)``. Exercises, the lectures' and your own, are written with the names of this page.
"""

from gamecourse.check.machinery.asked import name_of
from gamecourse.check.machinery.comparing import Mistakes, compare
from gamecourse.check.machinery.domain import Domain, between, one_of
from gamecourse.check.machinery.engine import Exercise, call, exercise
from gamecourse.check.machinery.finding import NOT_ATTEMPTED, RIGHT, Finding, State, Told, give, wrong
from gamecourse.check.machinery.trial import as_boards, wins

__all__ = [
    "NOT_ATTEMPTED",
    "RIGHT",
    "Domain",
    "Exercise",
    "Finding",
    "Mistakes",
    "State",
    "Told",
    "as_boards",
    "between",
    "call",
    "compare",
    "exercise",
    "give",
    "name_of",
    "one_of",
    "wins",
    "wrong",
]
