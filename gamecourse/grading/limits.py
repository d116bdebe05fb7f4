"""A time limit for code that may never end, and a note of what the code is being asked.

Where Python can start processes or threads, the code is watched, and ended when time is up
(``watched``). A page has neither. There the code runs in this process, and is interrupted when time
is up (``in_page``).
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import Any, NamedTuple

#: The most seconds for one call of a student's function.
EACH = 5.0

#: The most seconds for all the calls of one exercise together.
ALL = 30.0

#: The most seconds for the whole check, whoever takes them.
CHECKER = 120.0

#: The most lines and characters that are passed on of what an answer prints during a check.
MOST_LINES, MOST_PRINTED = 10, 2_000

#: The most bytes of the text of a call.
LONGEST = 4_000

#: The exit status of a fork that cannot send what it has found, because its connection has been
#: closed.
CLOSED = 113

#: The systems of a page, where Python can start neither a process nor a thread.
IN_A_PAGE = {"emscripten", "wasi"}


class OutOfTime(NamedTuple):
    """Time is up.

    ``call`` is the call that ran, "wins(3)", or "" if an answer was only read. ``calls`` is the
    number of calls so far, this one included. ``together`` says that the time for all calls was
    used up, not the time for this one.
    """

    call: str
    calls: int
    together: bool = False


class ProcessEnded(Exception):
    """The process has ended before it sent a result.

    ``call`` is the call that ran, "" if none did. ``code`` is the exit status, or the negative
    number of the signal that ended the process; it is None if the process still runs, or if there
    was none.
    """

    def __init__(self, call: str, code: int | None) -> None:
        super().__init__(call, code)
        self.call = call
        self.code = code


class CheckerTooSlow(Exception):
    """The checker itself has taken too long: ``spent`` are the seconds that the student's code has
    taken of it.
    """

    def __init__(self, spent: float) -> None:
        super().__init__(spent)
        self.spent = spent


class Watch:
    """Which call of a student's function runs, and since when: written by the code that calls.

    Nobody reads this one. The process that watches reads a ``SharedWatch``.
    """

    begun: float = 0.0  #: when the current call began, by the clock of monotonic(); 0 if none runs
    spent: float = 0.0  #: the seconds taken by earlier calls
    calls: int = 0  #: the number of calls so far, the current one included
    call: bytes = b""  #: the text of the current call

    only = -1  #: the number of the only question, which is asked again after a wrong answer, or -1
    send: Callable[[Any], None] = staticmethod(lambda feedback: None)  #: see ``so_far``

    def start_call(self, text: str) -> float:
        """Note that a call of this text begins; "" while an answer is only read. Return the time."""
        if text:
            self.calls += 1
        self.call = text.encode("utf-8", "replace")[:LONGEST]
        begun = monotonic()
        self.begun = begun
        return begun

    def end_call(self, begun: float) -> None:
        """Note that the call that began at this time has ended; other calls may have ended in it."""
        self.begun = 0.0
        self.spent += monotonic() - begun

    def late(self) -> OutOfTime | None:
        """What has run out of time; None if there is time left."""
        begun = self.begun
        seconds = monotonic() - begun if begun else 0.0
        if seconds > EACH:
            return OutOfTime(self.current_call(), self.calls)
        if seconds + self.spent > ALL:
            return OutOfTime(self.current_call(), self.calls, together=True)
        return None

    def current_call(self) -> str:
        """The text of the call that runs; "" if none runs, or if an answer is only read."""
        return self.call.decode("utf-8", "ignore") if self.begun else ""

    def may_be_interrupted(self) -> bool:
        """Whether a KeyboardInterrupt can come from outside: from the stop button."""
        return True


#: The watch of this process, or of this thread; while nobody watches, nobody reads what is written
#: here.
_UNWATCHED = Watch()
WATCH = ContextVar("WATCH", default=_UNWATCHED)


@contextmanager
def call(text: str) -> Iterator[None]:
    """Time what is done in this block: a call of a student's function, of which this is the text.

    The text is "" while an answer is only read. That takes time, too, but counts as no call.
    """
    watch = WATCH.get()
    begun = watch.start_call(text)
    try:
        yield
    finally:
        watch.end_call(begun)


#: Makes an answer anew, as it was before it was asked anything. A fork keeps what an answer changes to
#: itself, so there the answer is as it was; a page runs its cells again.
FRESH: ContextVar[Callable[[Any], Any]] = ContextVar("FRESH", default=lambda answer: answer)


def may_be_interrupted() -> bool:
    """Whether a KeyboardInterrupt can come from outside: from the stop button, or in a thread whose
    time is up.
    """
    return WATCH.get().may_be_interrupted()


def so_far(feedback: Any) -> None:
    """Send this feedback ahead: it counts if a diagnosis takes too long to say anything better."""
    WATCH.get().send(feedback)


class Printed(io.TextIOBase):
    """Standard output that passes on the beginning of what is printed, and counts all of it."""

    def __init__(self, onward: Any = None) -> None:
        self.onward = onward  #: where the beginning goes, None for nowhere
        self.length = 0  #: the characters printed so far
        self.lines = 0  #: the lines printed so far

    def write(self, text: str) -> int:
        """Count the text, and pass on as much of it as the limits of lines and characters allow."""
        if self.onward is not None and self.lines < MOST_LINES and self.length < MOST_PRINTED:
            short = text[: MOST_PRINTED - self.length]
            lines = short.splitlines(keepends=True)[: MOST_LINES - self.lines]
            self.onward.write("".join(lines))
        self.length += len(text)
        self.lines += text.count("\n")
        return len(text)
