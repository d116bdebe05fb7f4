"""A time limit for code that may never end, in any thread and on every system, with the stop button still working.

On the main thread a signal of the system's clock interrupts the code, even where it sleeps. Where there are no such
signals (other threads, Windows) a second thread raises the exception in the first: this waits for the next line of
Python. Neither interrupts one call of a function written in C; only a process of its own can be ended then.
"""

from __future__ import annotations

import ctypes
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import count
from time import monotonic
from types import FrameType
from typing import Any, TypeVar

Found = TypeVar("Found")

#: Seconds for one call of a student's function, and for all the calls of one exercise together.
EACH, ALL = 5.0, 30.0

#: So often the clock rings once time is up: code that catches everything must be interrupted more than once.
AGAIN = 0.05

#: So many rings are caught in peace, and there is time to tidy up; from then on the clock insists.
PATIENCE = 5

#: So many open calls meet it at their next line.
INNERMOST = 50

#: Python's way to raise an exception in a thread, at its next call or the end of its next round of a loop.
_strike = ctypes.pythonapi["PyThreadState_SetAsyncExc"]

_left: ContextVar[list[float] | None] = ContextVar("_left", default=None)


class TimeUp(BaseException):
    """Raised in code that has run too long; no Exception, which the code itself might catch."""


def _insisting(thread: ctypes.c_ulong, running: list[bool]) -> type[TimeUp]:
    """The same for code that catches everything and goes on: while ``running``, there is always one more to come.

    Who catches it is traced, and meets a TimeUp at his next line. Raising that ends the tracing; so it sends another of
    these ahead, for his next call or the end of his next round of a loop. One of the two lies outside the ``try``.
    """

    class Insisting(TimeUp):
        def __init__(self) -> None:
            super().__init__()
            if running[0]:
                _trace(sys._getframe(1), at_a_line)

    def at_a_line(frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line":
            for _ in map(_strike, [thread], [ctypes.py_object(Insisting)]):  # a plain call would be struck at its end
                raise TimeUp
        return at_a_line if frame.f_globals is not globals() else None  # the clock itself goes on

    return Insisting


def _trace(frame: FrameType | None, by: Any) -> None:
    """Trace the innermost open calls, but for the clock's own, and those that follow."""
    for _ in range(INNERMOST):
        if frame is None or frame.f_code is _limited.__code__:
            break
        frame.f_trace = by if frame.f_globals is not globals() else None
        frame = frame.f_back
    sys.settrace(by)


@contextmanager
def allowance(seconds: float | None = None) -> Iterator[None]:
    """All calls within share so many seconds, by themselves ALL."""
    token = _left.set([ALL if seconds is None else seconds])
    try:
        yield
    finally:
        _left.reset(token)


def seconds_for_a_call() -> float:
    """How long the next call may take: EACH seconds, or what is left for all; then there is no call at 0 or less."""
    left = _left.get()
    return EACH if left is None else min(EACH, left[0])


def spend(seconds: float) -> None:
    """Take a call's time from what is left for all."""
    if (left := _left.get()) is not None:
        left[0] -= seconds


def timed(work: Callable[[], Found]) -> Found:
    """What ``work()`` returns, within the time that a call has.

    Parameters
    ----------
    work
        A function without parameters.

    Returns
    -------
    object
        What it returns.

    Raises
    ------
    TimeUp
        When time is up.

    Examples
    --------
    >>> timed(lambda: 7)
    7
    """
    seconds, before = seconds_for_a_call(), monotonic()
    if seconds <= 0:
        raise TimeUp
    try:
        found = _limited(work, seconds)
    finally:
        spend(taken := monotonic() - before)
    if taken > seconds:  # it has been interrupted, has caught that, and has made something up
        raise TimeUp
    return found


def _limited(work: Callable[[], Found], seconds: float) -> Found:
    on_main = threading.current_thread() is threading.main_thread()
    alarm = _signals if on_main and hasattr(signal, "setitimer") else _other_thread
    thread, running, trace = ctypes.c_ulong(threading.get_ident()), [False], sys.gettrace()
    with alarm(seconds, thread, running):
        try:
            running[0] = True  # a ring before this line is not heard: nobody would stop the clock
            return work()
        finally:
            try:
                running[0] = False
                # What is on its way has to strike here. It could be taken back, but then Python 3.11 looks out for it
                # for ever, and where it traces that never ends.
                while _strike(thread, ctypes.py_object(TimeUp)):
                    pass
            except TimeUp:
                pass
            sys.settrace(trace)


@contextmanager
def _signals(seconds: float, thread: ctypes.c_ulong, running: list[bool]) -> Iterator[None]:
    """Raise TimeUp on the main thread after so many seconds, and again, while ``running``."""

    rings = count(1)

    def ring(number: int, frame: Any) -> None:
        if running[0]:
            raise TimeUp if next(rings) < PATIENCE else _insisting(thread, running)

    handler = signal.signal(signal.SIGALRM, ring)
    others = signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        if others[0]:
            signal.setitimer(signal.ITIMER_REAL, *others)


@contextmanager
def _other_thread(seconds: float, thread: ctypes.c_ulong, running: list[bool]) -> Iterator[None]:
    """The same for any thread, from a second one."""
    over = threading.Event()

    def watch() -> None:
        pause, rings = seconds, count(1)
        while not over.wait(pause):
            blow = ctypes.py_object(TimeUp if next(rings) < PATIENCE else _insisting(thread, running))
            if running[0]:  # Python changes threads neither before the next line nor within it
                _strike(thread, blow)
            pause = AGAIN

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        over.set()
