"""Exercises that answer back: one module for each lecture, and the engine under them.

A notebook imports the exercises of its lecture, ``from gamecourse.check import matches as check``,
and calls one with an answer: ``check.other_takes(wins)``. The names below are all that an exercise
needs, the lectures' or your own.
"""

from typing import Any

from gamecourse.grading.calls import brief as brief
from gamecourse.grading.calls import name_of as name_of
from gamecourse.grading.calls import shown as shown
from gamecourse.grading.comparing import Mistake as Mistake
from gamecourse.grading.comparing import compare as compare
from gamecourse.grading.comparing import function as function
from gamecourse.grading.comparing import mistake as mistake
from gamecourse.grading.exercises import Exercise as Exercise
from gamecourse.grading.exercises import call as call
from gamecourse.grading.exercises import exercise as exercise
from gamecourse.grading.feedback import RIGHT as RIGHT
from gamecourse.grading.feedback import Feedback as Feedback
from gamecourse.grading.feedback import GradingEnded as GradingEnded
from gamecourse.grading.feedback import State as State
from gamecourse.grading.feedback import agrees as agrees
from gamecourse.grading.feedback import refused as refused
from gamecourse.grading.feedback import require as require
from gamecourse.grading.feedback import wrong as wrong
from gamecourse.grading.feedback import wrong_kind as wrong_kind
from gamecourse.grading.plain import AnyOrder as AnyOrder
from gamecourse.grading.trial import wins as wins

#: What these names were called before; exercises of your own that use them keep working.
OLD_NAMES = {
    "Finding": Feedback,
    "Told": GradingEnded,
    "give": wrong_kind,
    "insist": require,
    "meets": agrees,
}


def __getattr__(name: str) -> Any:
    """The thing behind an old name."""
    if name in OLD_NAMES:
        return OLD_NAMES[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
