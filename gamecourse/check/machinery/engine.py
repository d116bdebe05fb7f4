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

from gamecourse.check.machinery import clock
from gamecourse.check.machinery.asked import STUDENT_ERRORS, Printed, Reply, ask_function, said_by, shown
from gamecourse.check.machinery.clock import TimeUp, allowance, timed
from gamecourse.check.machinery.finding import NOT_ATTEMPTED, Finding, NotRight, State, Told, give, wrong
from gamecourse.check.machinery.plain import MOST, same_kind
from gamecourse.check.machinery.sheet import Shown, folded, show
from gamelib.core import Text

#: What is wanted where something else was given.
FUNCTION = "the function itself, without calling it"
STRATEGY = "the strategy itself, a function from position to move"

#: What to say of a stub that is left in a function otherwise written.
UNFINISHED = "your function returns NotImplemented at some positions, and not at others: is a part still to be written?"

#: What gives its items only once.
ONCE = (GeneratorType, map, filter, zip, enumerate)

#: After so many wrong answers the solution may be seen.
TRIES = 3


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
            except Told as told:
                return told.finding
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
            raise Told(wrong("nothing is left in it: a generator gives what it has only once. Make a list of it"))
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
        return Shown(self._folded(unfolded=True) or "there is no solution beside this notebook")

    def _folded(self, unfolded: bool = False) -> str:
        return folded(self.__module__.rpartition(".")[2], self.__name__, unfolded=unfolded)


def exercise(*hints: str) -> Callable[[Callable[[Any], Finding]], Exercise]:
    """Make an exercise of a checker, with these hints: ``@exercise("Begin at the end.")``. At least one."""
    if not hints or not all(isinstance(hint, str) for hint in hints):
        raise TypeError('an exercise needs at least one hint: @exercise("...")')

    def made(check: Callable[[Any], Finding]) -> Exercise:
        show(check.__module__, check.__name__)
        return Exercise(check, *hints)

    return made


def call(answer: Any, *arguments: Any, who: str = "it", what: str = "", keep: bool = False) -> Any:
    """What a student's function returns, as plain data; the function gets copies of lists, sets and dicts.

    Where it stops, or is no function or still the stub, that is told, with ``who`` as the subject of the sentence. If
    ``what`` says what is wanted, None is refused, too; ``keep`` leaves the value as it is.

    Examples
    --------
    >>> call(len, "abc")
    3
    """
    if not callable(answer):
        raise give(FUNCTION, answer)
    reply = ask_function(answer, arguments, keep)
    if reply.stopped:
        raise Told(stopped(reply, who))
    if reply.value is None and what and reply.printed:
        raise Told(wrong(f"{who} prints something and returns nothing: write return where it says print"))
    if reply.value is None and what:
        raise Told(wrong(f"{who} returns nothing (None), it should be {what}: is a return missing?"))
    return reply.value


def number_of(answer: Any, *arguments: Any, who: str) -> Any:
    """The number that a student's function returns."""
    found = call(answer, *arguments, who=who, what="a number")
    if not same_kind(found, 0) or found != found:
        raise Told(wrong(f"{who} is {shown(found)}, which is no number"))
    return found


def inside(judge: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A student's function as a search of ours may call it: ``judge`` asks it, once for each position.

    Examples
    --------
    >>> inside(lambda position: position + 1)(2)
    3
    """
    known: dict[Any, Any] = {}

    def asked(position: Any) -> Any:
        if position not in known:
            try:
                known[position] = judge(position)
            except Told as told:
                raise Told(wrong(UNFINISHED)) if known and not told.finding.reason else told from None
        return known[position]

    return asked


def stopped(reply: Reply, who: str, *, begun: bool = False) -> Finding:
    """Why a call has come to nothing; ``begun``: others have come to something, so that the function is no stub."""
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
