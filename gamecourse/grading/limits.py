"""A time limit for code that may never end, and a note of what the code is being asked.

Where Python can start processes or threads, the code is watched, and ended when time is up
(``watched``). A page has neither. There the code runs in this process, and whoever runs the process
keeps the time.
"""

from __future__ import annotations

import io
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from contextvars import ContextVar
from time import monotonic
from typing import Any, NamedTuple

#: Seconds for one call of a student's function, for all the calls of one exercise, and for the
#: checker itself.
EACH, ALL, CHECKER = 5.0, 30.0, 120.0

#: The most lines and characters that are passed on of what an answer prints during a check.
MOST_LINES, MOST_PRINTED = 10, 2_000

#: The most bytes of the words that say what is asked.
LONGEST = 4_000

#: The exit status of a fork that cannot send what it has found, because its connection has been
#: closed.
CLOSED = 113

#: The systems of a page, where Python can start neither a process nor a thread.
IN_A_PAGE = {"emscripten", "wasi"}


class OutOfTime(NamedTuple):
    """Time is up: in which call, the number of calls so far, and whether it is the time for all
    calls together.
    """

    who: str
    calls: int
    together: bool = False


class ProcessEnded(Exception):
    """The process has ended before it said anything.

    ``who`` is the call that ran, "" if none did. ``code`` is the exit status, or the negative
    number of the signal that ended the process; it is None if the process still runs, or if there
    was none.
    """

    def __init__(self, who: str, code: int | None) -> None:
        super().__init__(who, code)
        self.who, self.code = who, code


class CheckerTooSlow(Exception):
    """The checker itself has taken too long: ``spent`` are the seconds that the student's code has
    taken of it.
    """

    def __init__(self, spent: float) -> None:
        super().__init__(spent)
        self.spent = spent


class Watch:
    """What is being asked, and since when: written by the code that asks.

    Nobody reads this one. The process that watches reads a ``SharedWatch``.
    """

    begun: float = 0.0  #: when the current call began, 0 if there is none
    spent: float = 0.0  #: the seconds taken by earlier calls
    calls: int = 0
    who: bytes = b""

    only = -1  #: the number of the only question, which is asked again after a wrong answer, or -1
    send: Callable[[Any], None] = staticmethod(lambda feedback: None)

    def late(self) -> OutOfTime | None:
        """Whether time is up."""
        begun = self.begun
        here = monotonic() - begun if begun else 0.0
        if here > EACH or here + self.spent > ALL:
            return OutOfTime(self.asking(), self.calls, together=here <= EACH)
        return None

    def asking(self) -> str:
        """The call that runs; "" if none runs, or if an answer is read."""
        return self.who.decode("utf-8", "ignore") if self.begun else ""

    def may_be_interrupted(self) -> bool:
        """Whether a KeyboardInterrupt can come from outside: from the stop button."""
        return True


#: The watch of this process, or of this thread; while nobody watches, nobody reads what is written
#: here.
_UNWATCHED = Watch()
WATCH = ContextVar("WATCH", default=_UNWATCHED)


@contextmanager
def call(who: str) -> Iterator[None]:
    """Note that a student's code runs: ``who`` says what it is asked, or is "" while an answer is
    only read.
    """
    watch = WATCH.get()
    watch.calls += who != ""
    watch.who = who.encode("utf-8", "replace")[:LONGEST]
    watch.begun = begun = monotonic()
    try:
        yield
    finally:
        watch.begun = 0.0
        watch.spent += monotonic() - begun


def may_be_interrupted() -> bool:
    """Whether a KeyboardInterrupt can come from outside: from the stop button, or in a thread whose
    time is up.
    """
    return WATCH.get().may_be_interrupted()


def so_far(feedback: Any) -> None:
    """Keep this feedback in case a diagnosis takes too long and nothing better can be said."""
    WATCH.get().send(feedback)


class Printed(io.TextIOBase):
    """Standard output that notes whether anything is printed, and keeps the beginning of it."""

    def __init__(self, onward: Any = None) -> None:
        self.onward, self.length, self.lines = onward, 0, 0

    def write(self, text: str) -> int:
        if self.onward is not None and self.lines < MOST_LINES and self.length < MOST_PRINTED:
            kept = "".join(
                text[: MOST_PRINTED - self.length].splitlines(keepends=True)[
                    : MOST_LINES - self.lines
                ]
            )
            self.onward.write(kept)
        self.length += len(text)
        self.lines += text.count("\n")
        return len(text)


def in_this_process(
    work: Callable[[], Any],
    dump: Callable[[Any], bytes] = pickle.dumps,
    only: int = -1,
    waiting: Callable[[int], None] = lambda calls: None,
) -> Any:
    """Return what ``work()`` returns, however long it takes: like ``watched.limited``, where
    nothing can watch.

    Whoever runs this process must end it when time is up. Nothing is pickled, and nobody waits.
    What the student's code changes here stays changed, so a function that remembers earlier
    questions remembers them when it is asked again.

    Examples
    --------
    >>> in_this_process(lambda: 7)
    7
    """
    watch = Watch()
    watch.only = only
    token = WATCH.set(watch)
    try:
        with redirect_stdout(Printed(sys.stdout)):
            return work()
    finally:
        WATCH.reset(token)
