"""Checking a student's answer: not attempted, wrong with a reason, or right.

An exercise is called with the answer and says one of three things. *Not attempted yet*: the stub is still there (it
returns ``NotImplemented``). *Wrong*: with the smallest input on which the answer differs, or, for a strategy, the
shortest play in which an opponent gets the better of it. *Right*. ``exercise.hint()`` gives one hint after the other;
``exercise.solution()`` shows a solution to whoever has one, or has tried three times.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from gamelib.check import solutions
from gamelib.check.asked import STUDENT_ERRORS, Reply, ask_function, brief, kind_of, said_by, shorten
from gamelib.check.clock import TimeUp, allowance, timed
from gamelib.check.finding import NOT_ATTEMPTED, RIGHT, Finding, State, give, wrong
from gamelib.check.memory import without_memory
from gamelib.check.plain import contrary, in_order_of, negated, plain, read_text, same, same_kind
from gamelib.core import Text

__all__ = [
    "FUNCTION",
    "NOT_ATTEMPTED",
    "RIGHT",
    "STRATEGY",
    "Exercise",
    "Finding",
    "State",
    "call",
    "compare",
    "differs",
    "exercise",
    "give",
    "items",
    "name_of",
    "stopped",
    "wrong",
]

#: What is wanted where something else was given.
FUNCTION = "the function itself, without calling it"
STRATEGY = "the strategy itself, a function from position to move"

#: After so many wrong answers the solution may be seen.
TRIES = 3


class Exercise:
    """A task with a checker and hints; call it with the answer."""

    def __init__(self, check: Callable[[Any], Finding], *hints: str) -> None:
        self._check, self._hints, self._given = check, hints, 0
        self._tries, self._solved = 0, False
        self.__doc__, self.__name__, self.__module__ = check.__doc__, check.__name__, check.__module__

    def __call__(self, answer: Any) -> Finding:
        if answer is NotImplemented:
            return NOT_ATTEMPTED
        with allowance():
            try:
                finding = self._check(answer)
            except TimeUp:
                finding = wrong("your answer takes too long to read: does it go on for ever?")
            except STUDENT_ERRORS as error:  # an answer of a kind nobody has thought of
                finding = wrong(f"this answer cannot be read, {said_by(error)}")
        self._tries += finding.state == State.WRONG
        if finding.state != State.RIGHT:
            return finding
        self._solved = True
        return Finding(State.RIGHT, finding.reason, solution=self._folded())

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


def stopped(reply: Reply, who: str) -> Finding:
    """Why a call has come to nothing."""
    if reply.stopped == "stub":
        return NOT_ATTEMPTED
    if reply.stopped == "for ever":
        return wrong(f"{who} calls itself for ever")
    if reply.stopped == "late":
        why = "does it call itself again and again?" if reply.deep else "is there a loop in it that never ends?"
        return wrong(f"your function has run for {reply.seconds:.2g} seconds at {who}: {why}")
    return wrong(f"{who} stops {reply.stopped}")


def compare(
    answer: Callable[..., Any],
    right: Callable[..., Any],
    inputs: Iterable[tuple[Any, ...]],
    shown: Callable[..., str] = lambda *arguments: ", ".join(map(repr, arguments)),
    mistakes: dict[str, Callable[..., Any]] | None = None,
    nothing: str = "",
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
    mistakes
        Typical mistakes: what to say of one, and the function that makes it. It is said where the answer agrees with it
        on the input at hand and on those that follow.
    nothing
        What None says, where it is an answer: "drawn".

    Returns
    -------
    Finding
        Right, or the first input on which the two differ, or not attempted.

    Examples
    --------
    >>> compare(lambda n: n + n, lambda n: n * n, [(0,), (1,), (2,)])
    ✗ wrong: <lambda>(1) is 2, it should be 1
    """
    if not callable(answer):
        return give(FUNCTION, answer)
    questions, changes = iter(inputs), ""
    for arguments in questions:
        expected = right(*arguments)
        who = f"{name_of(answer)}({shorten(shown(*arguments))})"
        reply = ask_function(answer, arguments)
        if reply.stopped:
            return stopped(reply, who)
        if not same(reply.value, expected):
            reason = differs(reply, expected, who, nothing)
            if same_kind(reply.value, expected) or (nothing and None in (reply.value, expected)):
                sure = [arguments, *(next_ for next_, _ in zip(questions, range(8), strict=False))]
                reason += _recognised(answer, right, sure, mistakes or {}, nothing)
            return wrong(reason)
        changes = changes or (who if reply.changed else "")
    if changes:
        return Finding(State.RIGHT, f"but {changes} changes what it is given: whoever calls it may need that again")
    return RIGHT


def name_of(function: Any) -> str:
    """What a student has called a function."""
    name = getattr(function, "__name__", "it")
    return shorten(name, 40) if isinstance(name, str) else "it"


def differs(reply: Reply, expected: Any, who: str, nothing: str = "") -> str:
    """How a reply is not what was expected: another kind of thing, nothing at all, or another value.

    Parameters
    ----------
    reply
        What came of a call.
    expected
        What should have come of it.
    who
        The call, as the sentence names it.
    nothing
        What None says, where it is an answer.

    Returns
    -------
    str
        The sentence.
    """
    found = in_order_of(reply.value, expected)
    if found is None and expected is not None:
        if reply.printed:
            return f"{who} prints something and returns nothing: write return where it says print"
        if nothing:
            return f"{who} is None ({nothing}), it should be {brief(expected)}"
        return f"{who} returns nothing (None), it should be {brief(expected)}: is a return missing?"
    if expected is not None and not same_kind(found, expected):
        kind = "a fraction, 'p/q'" if isinstance(found, str) and type(expected) is Fraction else kind_of(expected)
        return f"{who} is {brief(found)}, which is not {kind}; it should be {brief(expected)}"
    return f"{who} is {brief(found)}, it should be {brief(expected)}"


def _recognised(
    answer: Callable[..., Any],
    right: Callable[..., Any],
    questions: list[tuple[Any, ...]],
    mistakes: dict[str, Callable[..., Any]],
    nothing: str,
) -> str:
    """Which mistake it is, if it is one of those that are often made; else nothing."""
    if said := without_memory(answer, questions[0], right(*questions[0])):
        return f". {said}"
    typical = {
        **mistakes,
        "It says the contrary everywhere: have won and lost changed places?": lambda *given: contrary(right(*given)),
        "It is the other player's: the sign is the other way round": lambda *given: negated(right(*given)),
    }
    replies = [(given, ask_function(answer, given)) for given in questions]
    if any(reply.stopped for _, reply in replies):
        return ""
    for said, mistake in typical.items():
        told = [(given, reply.value, mistake(*given)) for given, reply in replies]
        says_nothing = bool(nothing) and said in mistakes
        if all((says_nothing or due is not None) and same(value, due) for _, value, due in told):
            return f". {said}"
    return ""


def items(answer: Any, what: str) -> list[Any] | Finding:
    """The items of any collection a student may give, as plain data.

    Parameters
    ----------
    answer
        A list, set, tuple, range, array, generator, or the text of one.
    what
        What is wanted, for the sentence that asks for it.

    Returns
    -------
    list or Finding
        The items; or what to give instead.

    Examples
    --------
    >>> items(range(3), "a list of piles"), items("{4}", "a list of piles"), items(7, "a list of piles")
    ([0, 1, 2], [4], ✗ wrong: give a list of piles; this is 7)
    """
    found = timed(lambda: plain(answer))
    found = read_text(found) if isinstance(found, str) else found
    if isinstance(found, list | tuple | set | frozenset):
        return list(found)
    return give(what, answer)
