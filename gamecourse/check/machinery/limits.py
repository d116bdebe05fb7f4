"""A time limit for code that may never end: the code runs in a process of its own, which can always be ended.

The process is a fork, so it holds everything that the notebook holds, and what it does changes nothing here. In shared
memory it writes what it is asking and since when. This process watches, and ends the fork when time is up. If a system
cannot fork (Windows), the code runs here, and a second thread interrupts it at the next line of Python.
"""

from __future__ import annotations

import _thread
import io
import logging
import mmap
import os
import pickle
import signal
import struct
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any, NamedTuple

#: Seconds for one call of a student's function, for all the calls of one exercise, and for the checker itself.
EACH, ALL, CHECKER = 5.0, 30.0, 120.0

#: The most lines and characters that are passed on of what an answer prints during a check.
MOST_LINES, MOST_PRINTED = 10, 2_000

#: The shared memory begins with four numbers: when the current call began (0 if there is none), the seconds taken by
#: earlier calls, how many they were, and the length of the words that follow.
_HEAD = struct.Struct("ddqq")
_SIZE = 4_096


class Late(NamedTuple):
    """Time is up: in which call, whether it was the first, and after how long."""

    who: str
    calls: int
    seconds: float


class Ended(Exception):
    """The process has ended before it said anything, usually because it ran out of memory."""


class Watch:
    """What is being asked, and since when: written by the code that asks, and read by the process that watches."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, _SIZE)
        self._send: Callable[[Any], None] = lambda finding: None
        self.only = -1  #: the number of the only question to ask, or -1

    def write(self, begun: float, spent: float, calls: int, who: str = "") -> None:
        """Note what is being asked."""
        told = who.encode("utf-8", "replace")[: _SIZE - _HEAD.size]
        self._memory[_HEAD.size : _HEAD.size + len(told)] = told
        self._memory[: _HEAD.size] = _HEAD.pack(begun, spent, calls, len(told))

    def read(self) -> tuple[float, float, int, str]:
        """Read, from outside, what ``note`` has written."""
        begun, spent, calls, size = _HEAD.unpack(self._memory[: _HEAD.size])
        return begun, spent, calls, self._memory[_HEAD.size : _HEAD.size + size].decode("utf-8", "ignore")

    def late(self) -> Late | None:
        """Whether time is up."""
        begun, spent, calls, who = self.read()
        here = monotonic() - begun if begun else 0.0
        if here > EACH or here + spent > ALL:
            return Late(who, calls, here if here > EACH else here + spent)
        return None


#: The watch of this process; while nobody watches, nobody reads what is written here.
_watch = Watch()


@contextmanager
def call(who: str) -> Iterator[None]:
    """Note that a student's code runs: ``who`` says what it is asked, or is "" while an answer is only read."""
    _, spent, calls, _ = _watch.read()
    begun, calls = monotonic(), calls + (who != "")
    _watch.write(begun, spent, calls, who)
    try:
        yield
    finally:
        _watch.write(0.0, spent + monotonic() - begun, calls)


def so_far(finding: Any) -> None:
    """Keep this finding in case a diagnosis takes too long and nothing better can be said."""
    _watch._send(finding)


def alone() -> bool:
    """Whether a single question is being asked again, after the answer has been found wrong."""
    return _watch.only != -1


def skipped(number: int) -> bool:
    """Whether this question is left out, because only one other question is asked again."""
    return _watch.only not in (-1, number)


class Printed(io.TextIOBase):
    """Standard output that notes whether anything is printed, and keeps the beginning of it."""

    def __init__(self, onward: Any = None) -> None:
        self.onward, self.length, self.lines = onward, 0, 0

    def write(self, text: str) -> int:
        if self.onward is not None and self.lines < MOST_LINES and self.length < MOST_PRINTED:
            kept = "".join(text[: MOST_PRINTED - self.length].splitlines(keepends=True)[: MOST_LINES - self.lines])
            self.onward.write(kept)
        self.length += len(text)
        self.lines += text.count("\n")
        return len(text)


def limited(
    work: Callable[[], Any],
    dump: Callable[[Any], bytes] = pickle.dumps,
    load: Callable[[bytes], Any] = pickle.loads,
    only: int = -1,
    waiting: Callable[[int], None] = lambda calls: None,
) -> Any:
    """Return what ``work()`` returns; when time is up, what it has found so far (``so_far``), or Late.

    Parameters
    ----------
    work
        A function without parameters.
    dump, load
        Write down what ``work`` returns or has found so far, and read it back.
    only
        The number of the only question to ask (``skipped``).
    waiting
        Called again and again while ``work`` runs, with the number of calls so far.

    Raises
    ------
    Ended
        If the process ends without a word.

    Examples
    --------
    >>> limited(lambda: 7)
    7
    """
    watch = Watch()
    watch.only = only
    if not hasattr(os, "fork"):
        return _here(work, watch)
    here, there = Pipe(duplex=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of threads, which the fork does not have
        child = os.fork()
    if child == 0:
        _in_the_child(work, watch, there, dump)
    there.close()
    try:
        return _watched(watch, here, load, waiting)
    finally:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        here.close()


def _in_the_child(work: Callable[[], Any], watch: Watch, there: Connection, dump: Callable[[Any], bytes]) -> None:
    global _watch
    with suppress(ValueError):  # in a fork made by a thread other than the main one
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    logging.disable()  # a widget that changes here has no front end, and a kernel would warn each time
    printed = io.StringIO()

    def send(kind: str, thing: Any) -> None:
        there.send_bytes(dump((kind, printed.getvalue(), thing)))

    _watch, watch._send = watch, lambda finding: send("so far", finding)
    try:
        sys.stdin = io.StringIO()
        with redirect_stdout(Printed(printed)):
            send("found", work())
    finally:
        os._exit(0)


def _watched(watch: Watch, here: Connection, load: Callable[[bytes], Any], waiting: Callable[[int], None]) -> Any:
    begun, kept, printed = monotonic(), None, ""
    while not (late := watch.late()):
        if here.poll(0.1):
            try:
                kind, printed, kept = load(here.recv_bytes())
            except EOFError:
                if kept is None:
                    raise Ended from None
                break
            if kind == "found":
                break
        waiting(watch.read()[2])
        if monotonic() - begun > CHECKER:
            raise Ended
    sys.stdout.write(printed)
    return kept if kept is not None else late


def _here(work: Callable[[], Any], watch: Watch) -> Any:
    """``limited`` in this process, for systems without fork."""
    global _watch
    kept: list[Any] = []
    rung: list[Late] = []
    over = threading.Event()

    def wait() -> None:
        while not over.wait(0.1):
            if late := watch.late():
                rung.append(late)
                _thread.interrupt_main()
                return

    before, _watch, watch._send = _watch, watch, kept.append
    threading.Thread(target=wait, daemon=True).start()
    try:
        with redirect_stdout(Printed(sys.stdout)):
            return work()
    except KeyboardInterrupt:
        if not rung:
            raise
        return kept[-1] if kept else rung[0]
    finally:
        over.set()
        _watch = before
