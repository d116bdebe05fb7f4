"""A student's function inside a search or a solver of ours: asked once for each position, and never for too long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamecourse.check.machinery.asked import ask_function, shown
from gamecourse.check.machinery.engine import FUNCTION, stopped
from gamecourse.check.machinery.finding import Finding, give, wrong
from gamecourse.check.machinery.plain import same_kind

#: What to say of a stub that is left in a function otherwise written.
UNFINISHED = "your function returns NotImplemented at some positions, and not at others: is a part still to be written?"


class Told(Exception):
    """What there is to say of a student's function: it ends the search that called it. Caught outside."""

    def __init__(self, finding: Finding) -> None:
        self.finding = finding


def returned(answer: Any, *arguments: Any, who: str, what: str) -> Any:
    """What a student's function returns, as plain data, or why that is nothing.

    Parameters
    ----------
    answer
        The student's function.
    *arguments
        What it is called with.
    who
        The subject of the sentence that says what is wrong.
    what
        What is wanted, "a number".

    Returns
    -------
    object or Finding
        The value, never None.

    Examples
    --------
    >>> returned(lambda n: None, 3, who="f(3)", what="a number")
    ✗ wrong: f(3) returns nothing (None), it should be a number: is a return missing?
    """
    if not callable(answer):
        return give(FUNCTION, answer)
    reply = ask_function(answer, arguments)
    if reply.stopped or reply.value is not None:
        return stopped(reply, who) if reply.stopped else reply.value
    if reply.printed:
        return wrong(f"{who} prints something and returns nothing: write return where it says print")
    return wrong(f"{who} returns nothing (None), it should be {what}: is a return missing?")


def number_of(answer: Any, *arguments: Any, who: str) -> Any:
    """The number that a student's function returns, or why it is none.

    Parameters
    ----------
    answer, *arguments, who
        As for ``returned``.

    Returns
    -------
    int, float, Fraction or Finding
        The number.

    Examples
    --------
    >>> number_of(len, "abc", who="it"), number_of(lambda text: [text], "abc", who="it")
    (3, ✗ wrong: it is ['abc'], which is no number)
    """
    found = returned(answer, *arguments, who=who, what="a number")
    if isinstance(found, Finding):
        return found
    return found if same_kind(found, 0) and found == found else wrong(f"{who} is {shown(found)}, which is no number")


def inside(judge: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A function that a search may call: it remembers what ``judge`` has said of a position.

    Parameters
    ----------
    judge
        From a position to what the student's function says there, or to a Finding.

    Returns
    -------
    callable
        From a position to the same; it raises Told with the Finding.

    Examples
    --------
    >>> inside(lambda position: wrong("no move") if position == 3 else position)(2)
    2
    """
    known: dict[Any, Any] = {}

    def asked(position: Any) -> Any:
        if position not in known:
            found = judge(position)
            if isinstance(found, Finding):
                raise Told(found if found.reason or not known else wrong(UNFINISHED))
            known[position] = found
        return known[position]

    return asked
