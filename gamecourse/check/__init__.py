"""Exercises that answer back: one module for each lecture, and the engine under them.

A notebook imports the exercises of its lecture, ``from gamecourse.check import matches as check``,
and calls one with an answer: ``check.other_takes(wins)``. The names below are all that an exercise
needs, the lectures' or your own.
"""

from gamecourse.check.machinery.asked import brief as brief
from gamecourse.check.machinery.asked import name_of as name_of
from gamecourse.check.machinery.asked import shown as shown
from gamecourse.check.machinery.comparing import compare as compare
from gamecourse.check.machinery.comparing import function as function
from gamecourse.check.machinery.comparing import mistake as mistake
from gamecourse.check.machinery.engine import Exercise as Exercise
from gamecourse.check.machinery.engine import call as call
from gamecourse.check.machinery.engine import exercise as exercise
from gamecourse.check.machinery.finding import RIGHT as RIGHT
from gamecourse.check.machinery.finding import Finding as Finding
from gamecourse.check.machinery.finding import State as State
from gamecourse.check.machinery.finding import Told as Told
from gamecourse.check.machinery.finding import give as give
from gamecourse.check.machinery.finding import insist as insist
from gamecourse.check.machinery.finding import meets as meets
from gamecourse.check.machinery.finding import refused as refused
from gamecourse.check.machinery.finding import wrong as wrong
from gamecourse.check.machinery.plain import AnyOrder as AnyOrder
from gamecourse.check.machinery.trial import wins as wins
