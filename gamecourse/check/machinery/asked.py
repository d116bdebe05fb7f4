"""One question to a student's function: what it returns, or why it returns nothing, and what it does beside."""

from __future__ import annotations

import copy
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any

from gamecourse.check.machinery.clock import TimeUp, allowance, seconds_for_a_call, timed
from gamecourse.check.machinery.plain import Odd, plain, words

#: What a student's code may raise; exit() in a cell must not end the checker either.
STUDENT_ERRORS = (Exception, SystemExit, GeneratorExit)

#: So deep may a student's calls lie in each other, whatever limit he sets: deeper ones can end Python itself.
DEEPEST_CALLS = 3_000

#: Seconds for looking what has become of an argument, and for showing an answer, however long all has taken before.
LOOKING, SHOWING = 0.2, 2.0

#: So much of what an answer prints while it is checked is passed on.
MOST_PRINTED = 2_000


@dataclass(frozen=True)
class Reply:
    """What came of one call of a student's function.

    ``value`` is plain data. ``stopped`` says why there is none: "with ZeroDivisionError: ...", "for ever" if it calls
    itself without end, "late" if it ran out of its ``seconds``, "stub" if it is not written yet.
    """

    value: Any = None
    stopped: str = ""
    seconds: float = 0.0
    deep: bool = False
    printed: bool = False
    changed: bool = False


class Printed(io.TextIOBase):
    """Standard output that notes whether anything is printed, and passes on the beginning."""

    def __init__(self, onward: Any) -> None:
        self.onward, self.length = onward, 0

    def write(self, text: str) -> int:
        if self.length < MOST_PRINTED and self.onward is not None:
            self.onward.write(text[: MOST_PRINTED - self.length])
        self.length += len(text)
        return len(text)


def ask_function(function: Any, arguments: tuple[Any, ...], keep: bool = False) -> Reply:
    """Call a student's function, once, on copies of its arguments, within the time that a call has.

    Parameters
    ----------
    function
        Something that can be called; or a stand-in for a function in another process, which has a method ``ask``.
    arguments
        What it is called with.
    keep
        Whether the value is kept as it is, instead of being read as plain data: for a game.

    Returns
    -------
    Reply
        What it returns, or why it does not.

    Examples
    --------
    >>> ask_function(lambda n: [n, 1 / n], (2,)).value, ask_function(lambda n: 1 / n, (0,)).stopped
    ([2, 0.5], 'with ZeroDivisionError: division by zero')
    """
    if hasattr(type(function), "ask_elsewhere"):
        return type(function).ask_elsewhere(function, arguments, keep)  # type: ignore[no-any-return]
    if function is plays and hasattr(type(arguments[0]), "plays_elsewhere"):
        return type(arguments[0]).plays_elsewhere(*arguments)  # type: ignore[no-any-return]
    given, printed = tuple(map(_copied, arguments)), Printed(sys.stdout)
    seconds = seconds_for_a_call()

    def work() -> Any:
        found = function(*given)
        return found if found is NotImplemented or keep else plain(found)

    with redirect_stdout(printed):
        reply = _worked(work, seconds)
    return replace(reply, printed=printed.length > 0, changed=_differs(given, arguments))


def method(game: Any, name: str) -> Any:
    """A method of a student's game, to be called by ``call``: only then is it looked for."""
    if hasattr(type(game), "plays_elsewhere"):
        return getattr(game, name)
    return lambda *arguments: getattr(game, name)(*arguments)


def plays(game: Any, position: Any) -> list[Any]:
    """Where each move leads in a student's game, whatever a move is: ``call(plays, game, position)``."""
    return [game.play(position, move) for move in game.moves(position)]


def read(answer: Any) -> Any:
    """A student's answer as plain data (``plain``); raises TimeUp where a generator or a view never comes to an end."""
    return timed(lambda: plain(answer))


def _worked(work: Any, seconds: float) -> Reply:
    try:
        with _not_too_deep():
            value = timed(work)
    except TimeUp as error:
        return Reply(stopped="late", seconds=seconds, deep=_is_deep(error.__traceback__))
    except RecursionError:
        return Reply(stopped="for ever")
    except NotImplementedError:
        return Reply(stopped="stub")
    except KeyboardInterrupt:  # the stop button
        raise
    except BaseException as error:
        return Reply(stopped=f"with {said_by(error)}")
    return Reply(stopped="stub") if value is NotImplemented else Reply(value)


@contextmanager
def _not_too_deep() -> Iterator[None]:
    """With no higher limit to recursion than Python itself can stand."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(min(limit, DEEPEST_CALLS))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def is_class(answer: Any) -> bool:
    """Whether an answer is a class, here or in another process: a game is made by calling it."""
    return isinstance(answer, type) or (hasattr(type(answer), "ask_elsewhere") and bool(answer.is_class))


def _copied(argument: Any) -> Any:
    """A copy of a collection, which a function might change; what is no collection may count what it is asked."""
    return copy.deepcopy(argument) if isinstance(argument, dict | list | set | tuple) else argument


def _is_deep(traceback: TracebackType | None) -> bool:
    """Whether the same function stands more than twice in the calls that were open when time was up."""
    codes = []
    while traceback is not None:
        codes.append(traceback.tb_frame.f_code)
        traceback = traceback.tb_next
    return any(codes.count(code) > 2 for code in set(codes))


def _differs(given: Any, before: Any) -> bool:
    try:
        with allowance(LOOKING):
            return timed(lambda: bool(given != before))
    except (TimeUp, *STUDENT_ERRORS):  # arrays, and what students put into them
        return True


def name_of(function: Any) -> str:
    """What a student has called a function."""
    try:
        with allowance(LOOKING):
            name = timed(lambda: getattr(function, "__name__", "it"))
    except (TimeUp, *STUDENT_ERRORS):  # whatever its class does to find a name
        return "it"
    return shorten(name, 40) if isinstance(name, str) else "it"


def said_by(error: BaseException) -> str:
    """What kind of error it is, and what it says."""
    try:
        said = str.__str__(str(error))
    except Exception:
        said = "it cannot be shown"
    return f"{type(error).__name__}: {shorten(said)}" if said else type(error).__name__


def shorten(text: str, most: int = 300) -> str:
    """A text cut in the middle where it is long."""
    return text if len(text) <= most else f"{text[: most // 2]} ... {text[-most // 2 :]}"


def brief(thing: Any) -> str:
    """A student's answer, or a part of it, as a reason shows it: it may be a megabyte, or never come to an end."""
    try:
        with allowance(SHOWING):
            return shorten(timed(lambda: words(thing)))
    except TimeUp:
        return f"<a {type(thing).__name__} that takes too long to show>"


def shown(thing: Any) -> str:
    """The same, of what should be no text: of a text it says that it is one, for the quotes alone are easily missed."""
    return f"the text {brief(thing)}" if isinstance(thing, str) else brief(thing)


def kind_of(thing: Any) -> str:
    """What sort of thing plain data is, in a student's words.

    Examples
    --------
    >>> kind_of(True), kind_of(3), kind_of([1]), kind_of(None)
    ('True or False', 'a number', 'a list', 'nothing (None)')
    """
    if isinstance(thing, Odd):
        return f"a {thing.kind}"
    names = {bool: "True or False", int: "a number", float: "a number", str: "a text", dict: "a dict", list: "a list"}
    names |= {tuple: "a tuple", set: "a set", frozenset: "a set", type(None): "nothing (None)"}
    return names.get(type(thing), "a number")
