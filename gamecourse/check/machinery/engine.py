"""Checking a student's answer: not attempted, wrong with a reason, or right.

An exercise is called with the answer and says one of three things. *Not attempted yet*: the stub is still there (it
returns ``NotImplemented``). *Wrong*: with the smallest input on which the answer differs, or, for a strategy, the
shortest play in which an opponent gets the better of it. *Right*. ``exercise.hint()`` gives one hint after the other;
``exercise.solution()`` shows a solution to whoever has one, or has tried three times.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from itertools import islice
from types import GeneratorType
from typing import Any

from gamecourse.check.machinery import clock, solutions
from gamecourse.check.machinery.asked import (
    LOOKING,
    STUDENT_ERRORS,
    Printed,
    Reply,
    ask_function,
    read,
    said_by,
    shorten,
)
from gamecourse.check.machinery.clock import TimeUp, allowance, timed
from gamecourse.check.machinery.finding import NOT_ATTEMPTED, Finding, NotRight, State, give, wrong
from gamecourse.check.machinery.plain import MOST
from gamelib.core import Text

#: What is wanted where something else was given.
FUNCTION = "the function itself, without calling it"
STRATEGY = "the strategy itself, a function from position to move"

#: What gives its items only once.
ONCE = (GeneratorType, map, filter, zip, enumerate)

#: After so many wrong answers the solution may be seen.
TRIES = 3


class UsedUp(Exception):
    """A generator that has nothing left."""


class Exercise:
    """A task with a checker and hints; call it with the answer."""

    def __init__(self, check: Callable[[Any], Finding], *hints: str) -> None:
        self._check, self._hints, self._given = check, hints, 0
        self._tries, self._solved = 0, False
        self._once: tuple[Any, list[Any]] | None = None
        self.__doc__, self.__name__, self.__module__ = check.__doc__, check.__name__, check.__module__

    def __call__(self, answer: Any) -> Finding:
        finding = self.judge(answer)
        self._tries += finding.state == State.WRONG
        if finding.state != State.RIGHT:
            if os.environ.get("NBGRADER_EXECUTION"):  # it looks for errors, and for nothing else
                raise NotRight(finding)
            return finding
        self._solved = True
        return Finding(State.RIGHT, finding.reason, solution=self._folded())

    def judge(self, answer: Any) -> Finding:
        """The finding alone: nothing is counted or shown, and no error raised."""
        with allowance(), redirect_stdout(Printed(sys.stdout)):
            try:
                return NOT_ATTEMPTED if answer is NotImplemented else self._check(self._kept(answer))
            except UsedUp:
                return wrong("nothing is left in it: a generator gives what it has only once. Make a list of it")
            except TimeUp:
                return wrong("your answer takes too long to read: does it go on for ever?")
            except STUDENT_ERRORS as error:  # an answer of a kind nobody has thought of
                return wrong(f"this answer cannot be read, {said_by(error)}")

    def _kept(self, answer: Any) -> Any:
        """The answer; or what has come of a generator, which gives it only once, and the cell may be run again."""
        if type(answer) not in ONCE:
            return answer
        if self._once is None or self._once[0] is not answer:
            self._once = answer, timed(lambda: list(islice(answer, MOST + 1)))
        if not self._once[1]:
            raise UsedUp
        return self._once[1]

    def __repr__(self) -> str:
        return f"<exercise {self.__name__}: call it with your answer, or ask for its hint()>"

    def hint(self) -> Text:
        """The next hint; the last one again when there are no more, and then the way to a solution."""
        last = self._given == len(self._hints)
        self._given = min(self._given + 1, len(self._hints))
        words = f"hint {self._given} of {len(self._hints)}: {self._hints[self._given - 1]}"
        if last and (self._solved or self._tries >= TRIES):
            words += f"\nNo more hints; check.{self.__name__}.solution() shows a solution."
        return Text(words)

    def solution(self) -> Text:
        """A solution with its explanation, once the answer is right, or after three tries."""
        if not self._solved and self._tries < TRIES:
            return Text(f"a solution unfolds after a right answer, or after {TRIES} tries; so far: {self._tries}")
        return solutions.Shown(self._folded(unfolded=True) or "there is no solution beside this notebook")

    def _folded(self, unfolded: bool = False) -> str:
        return solutions.folded(self.__module__.rpartition(".")[2], self.__name__, unfolded=unfolded)


def exercise(*hints: str) -> Callable[[Callable[[Any], Finding]], Exercise]:
    """Make an exercise of a checker, with these hints: ``@exercise("Begin at the end.")``. At least one."""
    if not hints or not all(isinstance(hint, str) for hint in hints):
        raise TypeError('an exercise needs at least one hint: @exercise("...")')
    return lambda check: Exercise(check, *hints)


def call(answer: Any, *arguments: Any, who: str, keep: bool = False) -> Any:
    """What a student's function returns, or why it returns nothing.

    Parameters
    ----------
    answer
        The student's function.
    *arguments
        What it is called with; it gets copies of lists, sets and dicts.
    who
        The subject of the sentence that says how it stops.
    keep
        Whether what it returns is kept as it is, instead of being read as plain data.

    Returns
    -------
    object
        What the function returns, as plain data (`plain`); or a Finding, if it is no function, is still the stub, stops
        with an error, or runs too long.

    Examples
    --------
    >>> call(len, "abc", who="it"), call(lambda n: 1 / n, 0, who="it")
    (3, ✗ wrong: it stops with ZeroDivisionError: division by zero)
    """
    if not callable(answer):
        return give(FUNCTION, answer)
    reply = ask_function(answer, arguments, keep)
    return stopped(reply, who) if reply.stopped else reply.value


def stopped(reply: Reply, who: str, *, begun: bool = False) -> Finding:
    """Why a call has come to nothing.

    Parameters
    ----------
    reply
        What has come of the call.
    who
        The subject of the sentence.
    begun
        Whether other calls have come to something, so that the function is no stub.

    Returns
    -------
    Finding
        Not attempted for a stub; else wrong, and why.
    """
    if reply.stopped == "stub" and begun:
        return wrong(f"{who} is not written yet: it comes to NotImplemented there")
    if reply.stopped == "stub":
        return NOT_ATTEMPTED
    if reply.stopped == "for ever":
        return wrong(f"{who} calls itself for ever")
    if reply.stopped == "late" and reply.seconds < clock.EACH:
        return wrong(f"your function takes long: all its calls have taken {clock.ALL:g} seconds; the last was {who}")
    if reply.stopped == "late":
        why = "does it call itself again and again?" if reply.deep else "is there a loop in it that never ends?"
        return wrong(f"your function has run for {reply.seconds:.2g} seconds at {who}: {why}")
    return wrong(f"{who} stops {reply.stopped}")


def name_of(function: Any) -> str:
    """What a student has called a function."""
    try:
        with allowance(LOOKING):
            name = timed(lambda: getattr(function, "__name__", "it"))
    except (TimeUp, *STUDENT_ERRORS):  # whatever its class does to find a name
        return "it"
    return shorten(name, 40) if isinstance(name, str) else "it"


def items(answer: Any, what: str) -> list[Any] | Finding:
    """The items of any collection a student may give, as plain data.

    Parameters
    ----------
    answer
        A list, set, tuple, range, array or generator.
    what
        What is wanted, for the sentence that asks for it.

    Returns
    -------
    list or Finding
        The items; or what to give instead.

    Examples
    --------
    >>> items(range(3), "a list of piles"), items({4}, "a list of piles"), items(7, "a list of piles")
    ([0, 1, 2], [4], ✗ wrong: give a list of piles; this is 7)
    """
    found = read(answer)
    if isinstance(found, list | tuple | set | frozenset):
        return list(found)
    return give(what, answer)
