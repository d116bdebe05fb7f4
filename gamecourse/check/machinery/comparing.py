"""A student's function compared with the right one: the smallest input on which they differ, and by which mistake."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import chain
from time import monotonic
from typing import Any

from gamecourse.check.machinery.asked import Reply, ask_function, brief, kind_of, name_of, shorten, shown
from gamecourse.check.machinery.clock import allowance
from gamecourse.check.machinery.engine import FUNCTION, stopped
from gamecourse.check.machinery.finding import RIGHT, Finding, State, give, wrong
from gamecourse.check.machinery.memory import without_memory
from gamecourse.check.machinery.plain import in_order_of, same, same_kind

#: Typical mistakes: what to say of one, and the function that makes it.
Mistakes = dict[str, Callable[..., Any]]

#: A typical mistake is named if the answer makes it on so many more inputs: the most, as far as there are any, and as
#: many as can be asked in a second; but always the least.
LEAST, MOST, SECONDS = 20, 400, 1.0

#: So many seconds a function that calls itself may take for an input beyond the others.
PATIENCE = 1.0


def compare(
    answer: Callable[..., Any],
    right: Callable[..., Any],
    inputs: Iterable[tuple[Any, ...]],
    shown: Callable[..., str] = lambda *arguments: ", ".join(map(repr, arguments)),
    mistakes: Mistakes | None = None,
    nothing: str = "",
    beyond: Iterable[tuple[Any, ...]] = (),
    late: Callable[..., Finding] | None = None,
) -> Finding:
    """Compare a student's function with the right one on inputs given from small to large.

    Parameters
    ----------
    answer, right
        The student's function, and one that returns what it should return.
    inputs
        The arguments of each call, a tuple; the student's function gets copies of them.
    shown
        How the arguments are written in the reason.
    mistakes
        Typical mistakes: what to say of one, and the function that makes it. It is said where the answer agrees with it
        on the input at hand and on those that follow, and is right on those before.
    nothing
        What None says, where it is an answer: "drawn".
    beyond, late
        Larger inputs for an answer that is right so far, and what to find where it calls itself for too long.

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
        return give(FUNCTION, answer).finding
    questions = chain(((given, False) for given in inputs), ((given, True) for given in beyond))
    changes, agreed = "", list[tuple[Any, ...]]()
    for arguments, large in questions:
        if large and late is not None:
            with allowance(PATIENCE):
                reply = ask_function(answer, arguments)
            if reply.stopped == "late" and reply.deep:
                return late(*arguments)
        expected = right(*arguments)
        who = f"{name_of(answer)}({shorten(shown(*arguments))})"
        reply = ask_function(answer, arguments)
        if reply.stopped:
            return stopped(reply, who, begun=bool(agreed))
        if not same(reply.value, expected):
            reason = differs(reply, expected, who, nothing)
            if same_kind(reply.value, expected) or (nothing and None in (reply.value, expected)):
                sure = [arguments, *(given for (given, far), _ in zip(questions, range(MOST), strict=False) if not far)]
                reason += _recognised(answer, right, sure, agreed[-50:], mistakes or {}, nothing)
            stop = "" if reason.endswith("?") else "."
            return wrong(reason + f"{stop} It also changes what it is given" * reply.changed)
        changes = changes or (who if reply.changed else "")
        agreed.append(arguments)
    if changes:
        return Finding(State.RIGHT, f"but {changes} changes what it is given: whoever calls it may need that again")
    return RIGHT


def differs(reply: Reply, expected: Any, who: str, nothing: str = "") -> str:
    """How a reply is not what was expected: another kind of thing, nothing at all, or another value.

    ``who`` is the call, "wins(3)"; ``nothing`` what None says, where it is an answer.
    """
    found = in_order_of(reply.value, expected)
    if found is None and expected is not None:
        if reply.printed:
            return f"{who} prints something and returns nothing: write return where it says print"
        if nothing:
            return f"{who} is None ({nothing}), it should be {brief(expected)}"
        return f"{who} returns nothing (None), it should be {brief(expected)}: is a return missing?"
    if expected is not None and not same_kind(found, expected):
        return f"{who} is {shown(found)}, which is not {kind_of(expected)}; it should be {brief(expected)}"
    near = isinstance(found, float) and isinstance(expected, Fraction) and abs(found - expected) < 1e-6
    exact = ", exactly, and not as a float" * near
    expected = int(expected) if isinstance(expected, Fraction) and expected.denominator == 1 else expected
    return f"{who} is {brief(found)}, it should be {brief(expected)}{exact}"


def _recognised(
    answer: Callable[..., Any],
    right: Callable[..., Any],
    questions: list[tuple[Any, ...]],
    agreed: list[tuple[Any, ...]],
    mistakes: Mistakes,
    nothing: str,
) -> str:
    """Which mistake it is, if it is one of those that are often made, and makes no difference where they agreed."""
    if said := without_memory(answer, questions[0], right(*questions[0]), agreed[:3]):
        return f". {said}"
    typical = {
        **mistakes,
        "It says the contrary everywhere: have won and lost changed places?": lambda *given: _contrary(right(*given)),
        "The sign is the other way round everywhere: is it the other player's?": lambda *given: _negated(right(*given)),
    }
    replies: list[tuple[tuple[Any, ...], Reply]] = []
    begun = monotonic()
    for given in questions:
        if len(replies) > LEAST and monotonic() - begun > SECONDS:
            break
        replies.append((given, ask_function(answer, given)))
        if replies[-1][1].stopped:
            return ""
    for said, mistake in typical.items():
        told = ((given, reply.value, mistake(*given)) for given, reply in replies)
        says_nothing = bool(nothing) and said in mistakes
        fits = all((says_nothing or due is not None) and same(value, due) for _, value, due in told)
        if fits and all(same(mistake(*given), right(*given)) for given in agreed):
            return f". {said}"
    return ""


def _contrary(value: Any) -> Any:
    return not value if isinstance(value, bool) else None


def _negated(value: Any) -> Any:
    return -value if isinstance(value, int | float) and not isinstance(value, bool) else None
