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
    """A watch in shared memory: written by the process that calls the student's function, and read
    by the process that watches.
    """

    _fields_ = (
        ("begun", c_double),
        ("spent", c_double),
        ("calls", c_longlong),
        ("call", c_char * LONGEST),
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
    """Return what ``work()`` returns. When time is up, return the last feedback that it has sent
    ahead (``limits.so_far``), or else an ``OutOfTime``.

    Parameters
    ----------
    work
        A function without parameters.
    dump
        Pickles a message of the process: its kind, what was printed, and feedback.
    only
        The number of the only question to ask (``Watch.only``).
    waiting
        Called again and again while ``work`` runs, with the number of calls so far.

    Raises
    ------
    ProcessEnded
        If the process ends before it has sent anything.
    CheckerTooSlow
        If the checker itself takes too long.

    Examples
    --------
    >>> limited(lambda: 7)
    7
    """
    watch = SharedWatch.from_buffer(mmap.mmap(-1, sizeof(SharedWatch)))
    watch.only = only
    receiver, sender = Pipe(duplex=False)
    can_fork = hasattr(os, "fork")
    make_child: Any = get_context("fork").Process if can_fork else partial(Thread, daemon=True)
    child = make_child(target=_work_and_send, args=(work, watch, sender, dump, can_fork))
    with warnings.catch_warnings():
        # Python warns of threads, but the fork does not have them.
        warnings.simplefilter("ignore", DeprecationWarning)
        child.start()
    try:
        if can_fork:
            sender.close()  # the fork has its own copy
        printed, result = _receive(watch, receiver, waiting)
    except EOFError:
        child.join(1.0)
        code = getattr(child, "exitcode", None)  # a thread has none
        raise ProcessEnded(watch.current_call(), code) from None
    finally:
        _end(child)
        receiver.close()
    sys.stdout.write(printed)
    return result


def _work_and_send(
    work: Callable[[], Any],
    watch: SharedWatch,
    sender: Connection,
    dump: Callable[[Any], bytes],
    in_fork: bool,
) -> None:
    """Do the work, in a fork or in a thread, and send its result; ``limits.so_far`` may send
    feedback before.
    """
    if in_fork:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        logging.disable()  # a widget that changes here has no front end, and a kernel would warn each time
    WATCH.set(watch)
    printed = io.StringIO()

    def send(kind: str, feedback: Any) -> None:
        """Send feedback, "so far" or the "result", with all that has been printed so far."""
        message = dump((kind, printed.getvalue(), feedback))
        try:
            sender.send_bytes(message)
        except OSError:  # the student's code has closed the connection: the exit status says so
            if in_fork:
                os._exit(CLOSED)

    watch.send = partial(send, "so far")
    with suppress(KeyboardInterrupt), sender, redirect_stdout(Printed(printed)):
        send("result", work())


def _receive(
    watch: SharedWatch, receiver: Connection, waiting: Callable[[int], None]
) -> tuple[str, Any]:
    """What the work has printed, and its result; when time is up, the last feedback that it has
    sent ahead, or an ``OutOfTime``.
    """
    begun = monotonic()
    printed = ""
    result = None
    while not (late := watch.late()):
        if receiver.poll(0.1):
            try:
                kind, printed, result = pickle.loads(receiver.recv_bytes())
            except EOFError:  # the process has ended
                if result is None:
                    raise
                break  # feedback that was sent ahead counts
            if kind == "result":
                break
        waiting(watch.calls)
        if monotonic() - begun > limits.CHECKER:
            raise CheckerTooSlow(watch.spent)
    if result is None:
        return printed, late
    return printed, result


def _end(child: Any) -> None:
    """End the process. Where there is none, interrupt the thread: a KeyboardInterrupt is raised in
    it at its next line of Python.
    """
    if isinstance(child, Thread):
        child.join(0.1)  # it may be at its end
        pythonapi.PyThreadState_SetAsyncExc(c_ulong(child.ident or 0), py_object(KeyboardInterrupt))
    else:
        child.kill()
    child.join(1.0)
