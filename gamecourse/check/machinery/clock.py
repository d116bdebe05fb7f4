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


class _Watch:
    """One call as the clock has it: in which thread, whether it is running, and how often the clock has rung."""

    def __init__(self) -> None:
        self.thread, self.running, self.rings = ctypes.c_ulong(threading.get_ident()), False, 0

    def ring(self) -> type[TimeUp]:
        """What is to be raised now."""
        self.rings += 1
        return TimeUp if self.rings < PATIENCE else _insisting(self)


def _insisting(watch: _Watch) -> type[TimeUp]:
    """The same for code that catches everything and goes on: while it runs, there is always one more to come.

    Who catches it is traced, and meets a TimeUp at his next line. Raising that ends the tracing; so it sends another of
    these ahead, for his next call or the end of his next round of a loop. One of the two lies outside the ``try``.
    """

    class Insisting(TimeUp):
        def __init__(self) -> None:
            super().__init__()
            if watch.running:
                _trace(sys._getframe(1), at_a_line)

    def at_a_line(frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line":
            # A plain call would be struck itself, at its end, in here.
            for _ in map(_strike, [watch.thread], [ctypes.py_object(Insisting)]):
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
        return _limited(work, seconds)
    finally:
        spend(monotonic() - before)


def _limited(work: Callable[[], Found], seconds: float) -> Found:
    on_main = threading.current_thread() is threading.main_thread()
    alarm = _signals if on_main and hasattr(signal, "setitimer") else _other_thread
    watch, trace = _Watch(), sys.gettrace()
    with alarm(seconds, watch):
        try:
            watch.running = True  # a ring before this line is not heard: nobody would stop the clock
            found = work()
        finally:
            try:
                watch.running = False
                # What is on its way has to strike here. It could be taken back, but then Python 3.11 looks out for it
                # for ever, and where it traces that never ends.
                while _strike(watch.thread, ctypes.py_object(TimeUp)):
                    pass
            except TimeUp:
                pass
            sys.settrace(trace)
    if watch.rings:  # it has caught what was raised, and made something up
        raise TimeUp
    return found


@contextmanager
def _signals(seconds: float, watch: _Watch) -> Iterator[None]:
    """Raise TimeUp on the main thread after so many seconds, and again, while it is ``running``."""

    def ring(number: int, frame: Any) -> None:
        if watch.running:
            raise watch.ring()

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
def _other_thread(seconds: float, watch: _Watch) -> Iterator[None]:
    """The same for any thread, from a second one."""
    over = threading.Event()

    def wait() -> None:
        pause = seconds
        while not over.wait(pause):
            blow = ctypes.py_object(watch.ring()) if watch.running else None
            if watch.running and blow:  # Python changes threads neither before the next line nor within it
                _strike(watch.thread, blow)
            pause = AGAIN

    threading.Thread(target=wait, daemon=True).start()
    try:
        yield
    finally:
        over.set()
