"""Exercises that answer back: one module for each lecture, and the engine under them.

A notebook imports the exercises of its lecture, ``from gamecourse.check import matches as check``, and calls one with
an answer: ``check.other_takes(wins)``. The names below are all that an exercise needs, the lectures' or your own.
"""

from gamecourse.check.machinery.asked import brief, name_of, shown
from gamecourse.check.machinery.comparing import Mistakes, compare, function, mistake
from gamecourse.check.machinery.engine import Domain, Exercise, between, call, exercise, one_of
from gamecourse.check.machinery.finding import NOT_ATTEMPTED, RIGHT, Finding, State, Told, give, insist, meets, wrong
from gamecourse.check.machinery.plain import AnyOrder
from gamecourse.check.machinery.trial import wins

__all__ = [
    "NOT_ATTEMPTED",
    "RIGHT",
    "AnyOrder",
    "Domain",
    "Exercise",
    "Finding",
    "Mistakes",
    "State",
    "Told",
    "between",
    "brief",
    "call",
    "compare",
    "exercise",
    "function",
    "give",
    "insist",
    "meets",
    "mistake",
    "name_of",
    "one_of",
    "shown",
    "wins",
    "wrong",
]
