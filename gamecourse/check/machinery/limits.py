"""A time limit for code that may never end: the code runs in a process of its own, which can always
be ended.

The process is a fork, so it holds everything that the notebook holds, and what it does changes
nothing here. In shared memory it writes what it is asking and since when. This process watches, and
ends the fork when time is up. If a system cannot fork (Windows), the code runs in a thread, which
is interrupted at its next line of Python.
"""

from __future__ import annotations

import io
import logging
import mmap
import os
import pickle
import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from contextvars import ContextVar
from ctypes import Structure, c_char, c_double, c_longlong, c_ulong, py_object, pythonapi, sizeof
from functools import partial
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from threading import Thread
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


class Late(NamedTuple):
    """Time is up: in which call, the number of calls so far, and whether it is the time for all
    calls together.
    """

    who: str
    calls: int
    together: bool = False


class Ended(Exception):
    """The process has ended before it said anything.

    ``who`` is the call that ran, "" if none did. ``code`` is the exit status, or the negative
    number of the signal that ended the process; it is None if the process still runs, or if there
    was none.
    """

    def __init__(self, who: str, code: int | None) -> None:
        super().__init__(who, code)
        self.who, self.code = who, code


class Endless(Exception):
    """The checker itself has taken too long: ``spent`` are the seconds that the student's code has
    taken of it.
    """

    def __init__(self, spent: float) -> None:
        super().__init__(spent)
        self.spent = spent


class Watch(Structure):
    """What is being asked, and since when: written by the code that asks, and read by the process
    that watches.
    """

    begun: float  #: when the current call began, 0 if there is none
    spent: float  #: the seconds taken by earlier calls
    calls: int
    who: bytes
    _fields_ = (
        ("begun", c_double),
        ("spent", c_double),
        ("calls", c_longlong),
        ("who", c_char * LONGEST),
    )

    only = -1  #: the number of the only question, which is asked again after a wrong answer, or -1
    send: Callable[[Any], None] = staticmethod(lambda finding: None)

    def late(self) -> Late | None:
        """Whether time is up."""
        begun = self.begun
        here = monotonic() - begun if begun else 0.0
        if here > EACH or here + self.spent > ALL:
            return Late(self.asking(), self.calls, together=here <= EACH)
        return None

    def asking(self) -> str:
        """The call that runs; "" if none runs, or if an answer is read."""
        return self.who.decode("utf-8", "ignore") if self.begun else ""


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
    watch = WATCH.get()
    return watch is _UNWATCHED or watch.late() is not None


def so_far(finding: Any) -> None:
    """Keep this finding in case a diagnosis takes too long and nothing better can be said."""
    WATCH.get().send(finding)


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


def limited(
    work: Callable[[], Any],
    dump: Callable[[Any], bytes] = pickle.dumps,
    only: int = -1,
    waiting: Callable[[int], None] = lambda calls: None,
) -> Any:
    """Return what ``work()`` returns; when time is up, what it has found so far (``so_far``), or
    Late.

    Parameters
    ----------
    work
        A function without parameters.
    dump
        Pickles what ``work`` returns or has found so far.
    only
        The number of the only question to ask (``Watch.only``).
    waiting
        Called again and again while ``work`` runs, with the number of calls so far.

    Raises
    ------
    Ended
        If the process ends without a word.
    Endless
        If the checker itself takes too long.

    Examples
    --------
    >>> limited(lambda: 7)
    7
    """
    watch = Watch.from_buffer(mmap.mmap(-1, sizeof(Watch)))
    watch.only = only
    here, there = Pipe(duplex=False)
    forks = hasattr(os, "fork")
    kind: Any = get_context("fork").Process if forks else partial(Thread, daemon=True)
    child = kind(target=_apart, args=(work, watch, there, dump, forks))
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore", DeprecationWarning
        )  # of threads, which the fork does not have
        child.start()
    try:
        if forks:
            there.close()
        printed, found = _watched(watch, here, waiting)
    except EOFError:
        child.join(1.0)
        raise Ended(watch.asking(), getattr(child, "exitcode", None)) from None
    finally:
        _end(child)
        here.close()
    sys.stdout.write(printed)
    return found


def _apart(
    work: Callable[[], Any],
    watch: Watch,
    there: Connection,
    dump: Callable[[Any], bytes],
    fork: bool,
) -> None:
    """Do the work, in a fork or in a thread, and send what is found."""
    if fork:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        logging.disable()  # a widget that changes here has no front end, and a kernel would warn each time
    WATCH.set(watch)
    printed = io.StringIO()

    def send(kind: str, thing: Any) -> None:
        message = dump((kind, printed.getvalue(), thing))
        try:
            there.send_bytes(message)
        except OSError:  # the answer has closed it
            if fork:
                os._exit(CLOSED)

    watch.send = partial(send, "so far")
    with suppress(KeyboardInterrupt), there, redirect_stdout(Printed(printed)):
        send("found", work())


def _watched(watch: Watch, here: Connection, waiting: Callable[[int], None]) -> tuple[str, Any]:
    """What the work has printed, and its result."""
    begun, kept, printed = monotonic(), None, ""
    while not (late := watch.late()):
        if here.poll(0.1):
            try:
                kind, printed, kept = pickle.loads(here.recv_bytes())
            except EOFError:
                if kept is None:
                    raise
                break
            if kind == "found":
                break
        waiting(watch.calls)
        if monotonic() - begun > CHECKER:
            raise Endless(watch.spent)
    return printed, kept if kept is not None else late


def _end(child: Any) -> None:
    """End the process; a thread that still runs is interrupted at its next line of Python."""
    if isinstance(child, Thread):
        child.join(0.1)
        pythonapi.PyThreadState_SetAsyncExc(c_ulong(child.ident or 0), py_object(KeyboardInterrupt))
    else:
        child.kill()
    child.join(1.0)
