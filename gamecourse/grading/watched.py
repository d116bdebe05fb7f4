"""Work that this process watches, and ends when time is up: it runs in a fork, which can always be
ended.

The fork holds everything that the notebook holds, and what it does changes nothing here. In shared
memory it writes what it is asking and since when. If a system cannot fork (Windows), the work runs
in a thread, which is interrupted at its next line of Python.
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
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from ctypes import Structure, c_char, c_double, c_longlong, c_ulong, py_object, pythonapi, sizeof
from functools import partial
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from threading import Thread
from time import monotonic
from typing import Any

from gamecourse.grading import limits
from gamecourse.grading.limits import (
    CLOSED,
    LONGEST,
    WATCH,
    CheckerTooSlow,
    Printed,
    ProcessEnded,
    Watch,
)


class SharedWatch(Watch, Structure):
    """A watch in shared memory: written by the code that asks, and read by the process that
    watches.
    """

    _fields_ = (
        ("begun", c_double),
        ("spent", c_double),
        ("calls", c_longlong),
        ("who", c_char * LONGEST),
    )

    def may_be_interrupted(self) -> bool:
        """Whether a KeyboardInterrupt can come from outside: in a thread whose time is up."""
        return self.late() is not None


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
    watch = SharedWatch.from_buffer(mmap.mmap(-1, sizeof(SharedWatch)))
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
        raise ProcessEnded(watch.asking(), getattr(child, "exitcode", None)) from None
    finally:
        _end(child)
        here.close()
    sys.stdout.write(printed)
    return found


def _apart(
    work: Callable[[], Any],
    watch: SharedWatch,
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


def _watched(
    watch: SharedWatch, here: Connection, waiting: Callable[[int], None]
) -> tuple[str, Any]:
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
        if monotonic() - begun > limits.CHECKER:
            raise CheckerTooSlow(watch.spent)
    return printed, kept if kept is not None else late


def _end(child: Any) -> None:
    """End the process; a thread that still runs is interrupted at its next line of Python."""
    if isinstance(child, Thread):
        child.join(0.1)
        pythonapi.PyThreadState_SetAsyncExc(c_ulong(child.ident or 0), py_object(KeyboardInterrupt))
    else:
        child.kill()
    child.join(1.0)
