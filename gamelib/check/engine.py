"""Checking a student's answer: not attempted, wrong with a reason, or right.

An exercise is called with the answer and says one of three things. *Not attempted yet*: the stub is still there (it
returns ``NotImplemented``). *Wrong*: with the smallest input on which the answer differs, or, for a strategy, the
shortest play in which an opponent gets the better of it. *Right*. ``exercise.hint()`` gives one hint after the other.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any

from gamelib.core import Text

#: What a student's code may raise; exit() in a cell must not end the checker either.
STUDENT_ERRORS = (Exception, SystemExit)

#: What is wanted where something else was given.
FUNCTION = "the function itself, without calling it"
STRATEGY = "the strategy itself, a function from position to move"


class State(Enum):
    """What can be said of an answer."""

    NOT_ATTEMPTED = "○ not attempted yet"
    WRONG = "✗ wrong"
    RIGHT = "✓ right"


class Finding(Text):
    """A state and a reason, shown as it stands."""

    state: State
    reason: str

    def __new__(cls, state: State, reason: str = "") -> Finding:
        finding = super().__new__(cls, state.value + (f": {reason}" if reason else ""))
        finding.state, finding.reason = state, reason
        return finding

    def __reduce__(self) -> tuple[Any, ...]:
        return Finding, (self.state, self.reason)


NOT_ATTEMPTED, RIGHT = Finding(State.NOT_ATTEMPTED), Finding(State.RIGHT)


def wrong(reason: str) -> Finding:
    """The finding that an answer is wrong, and why."""
    return Finding(State.WRONG, reason)


def give(what: str, answer: Any) -> Finding:
    """The finding that the answer is of the wrong kind: what to give instead."""
    return wrong(f"give {what}; this is {brief(answer)}")


class Exercise:
    """A task with a checker and hints; call it with the answer."""

    def __init__(self, check: Callable[[Any], Finding], *hints: str) -> None:
        self._check, self._hints, self._given = check, hints, 0
        self.__doc__ = check.__doc__

    def __call__(self, answer: Any) -> Finding:
        if answer is NotImplemented:
            return NOT_ATTEMPTED
        try:
            return self._check(answer)
        except STUDENT_ERRORS as error:  # an answer of a kind nobody has thought of
            return wrong(f"this answer cannot be read, {said_by(error)}")

    def hint(self) -> Text:
        """The next hint; the last one again when there are no more."""
        self._given = min(self._given + 1, len(self._hints))
        return Text(f"hint {self._given} of {len(self._hints)}: {self._hints[self._given - 1]}")


def exercise(*hints: str) -> Callable[[Callable[[Any], Finding]], Exercise]:
    """Make an exercise of a checker, with these hints: ``@exercise("Begin at the end.")``. At least one."""
    if not hints or not all(isinstance(hint, str) for hint in hints):
        raise TypeError('an exercise needs at least one hint: @exercise("...")')
    return lambda check: Exercise(check, *hints)


def call(answer: Any, *arguments: Any, who: str) -> Any:
    """What a student's function returns, or why it returns nothing.

    Parameters
    ----------
    answer
        The student's function.
    *arguments
        What it is called with.
    who
        The subject of the sentence that says how it stops.

    Returns
    -------
    object
        What the function returns; or a Finding, if it is no function, is still the stub, or stops with an error.

    Examples
    --------
    >>> call(len, "abc", who="it"), call(lambda n: 1 / n, 0, who="it")
    (3, ✗ wrong: it stops with ZeroDivisionError: division by zero)
    """
    if not callable(answer):
        return give(FUNCTION, answer)
    try:
        found = answer(*arguments)
    except RecursionError:
        return wrong(f"{who} calls itself for ever")
    except STUDENT_ERRORS as error:
        return wrong(f"{who} stops with {said_by(error)}")
    return NOT_ATTEMPTED if found is NotImplemented else found


def compare(
    answer: Callable[..., Any],
    right: Callable[..., Any],
    inputs: Iterable[tuple[Any, ...]],
    shown: Callable[..., str] = lambda *arguments: ", ".join(map(repr, arguments)),
) -> Finding:
    """Compare a student's function with the right one on inputs given from small to large.

    Parameters
    ----------
    answer
        The student's function.
    right
        A function that returns what it should return.
    inputs
        The arguments of each call, a tuple; the student's function gets copies of them.
    shown
        How the arguments are written in the reason.

    Returns
    -------
    Finding
        Right, or the first input on which the two differ, or not attempted.

    Examples
    --------
    >>> compare(lambda n: n + n, lambda n: n * n, [(0,), (1,), (2,)])
    ✗ wrong: <lambda>(1) is 2, it should be 1
    """
    for arguments in inputs:
        expected = right(*arguments)
        who = f"{getattr(answer, '__name__', 'it')}({shorten(shown(*arguments))})"
        found = call(answer, *copy.deepcopy(arguments), who=who)
        if isinstance(found, Finding):
            return found
        if not equal(found, expected):
            return wrong(f"{who} is {brief(found)}, it should be {brief(expected)}")
    return RIGHT


def equal(found: Any, expected: Any) -> bool:
    """Whether two things are equal: True or False, whatever a student returns."""
    try:
        return bool(found == expected)
    except Exception:  # an array compared with a number is an array; and there are stranger things
        return False


def shorten(text: str, most: int = 300) -> str:
    """A text cut in the middle where it is long."""
    return text if len(text) <= most else f"{text[: most // 2]} ... {text[-most // 2 :]}"


def brief(thing: Any) -> str:
    """A student's answer, or a part of it, as a reason shows it: it may be a megabyte."""
    return shorten(repr(thing))


def said_by(error: BaseException) -> str:
    """What kind of error it is, and what it says."""
    return f"{type(error).__name__}: {shorten(str(error))}"
