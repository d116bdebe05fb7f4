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

#: From so many rings on it insists.
PATIENCE = 5

#: So many open calls meet it at their next line; who catches everything further out meets it later.
INNERMOST = 50

_left: ContextVar[list[float] | None] = ContextVar("_left", default=None)


class TimeUp(BaseException):
    """Raised in code that has run too long; no Exception, which the code itself might catch."""


class _Insisting(TimeUp):
    """The same for code that catches everything and goes on: it meets it again at its next line."""

    def __init__(self) -> None:
        super().__init__()
        frame: FrameType | None = sys._getframe(1)
        for _ in range(INNERMOST):
            if frame is None or frame.f_code is _limited.__code__:
                break
            if frame.f_globals is not globals():  # what rings is not to be interrupted itself
                frame.f_trace = _once_more
            frame = frame.f_back
        sys.settrace(_once_more)


def _once_more(frame: FrameType, event: str, argument: Any) -> Any:
    """Called by Python at the next line; what it raises ends the tracing, too."""
    if event == "line":
        raise TimeUp
    return _once_more


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
    running, trace = [True], sys.gettrace()
    with alarm(seconds, running):
        try:
            try:
                return work()
            finally:
                running[0] = False
        except TimeUp:
            running[0] = False  # it struck before the line above
            raise
        finally:  # also where the code has caught it, and has come to its end
            sys.settrace(trace)


@contextmanager
def _signals(seconds: float, running: list[bool]) -> Iterator[None]:
    """Raise TimeUp on the main thread after so many seconds, and again, while ``running``."""

    rings = count(1)

    def ring(number: int, frame: Any) -> None:
        if running[0]:
            raise TimeUp if next(rings) < PATIENCE else _Insisting

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
def _other_thread(seconds: float, running: list[bool]) -> Iterator[None]:
    """The same for any thread, from a second one."""
    thread, over, lock = ctypes.c_ulong(threading.get_ident()), threading.Event(), threading.Lock()
    strike = ctypes.pythonapi.PyThreadState_SetAsyncExc

    def watch() -> None:
        pause, rings = seconds, count(1)
        while not over.wait(pause):
            with lock:
                if running[0] and not over.is_set():
                    strike(thread, ctypes.py_object(TimeUp if next(rings) < PATIENCE else _Insisting))
            pause = AGAIN

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        over.set()
        with lock:
            strike(thread, None)  # what was raised and has not struck yet
