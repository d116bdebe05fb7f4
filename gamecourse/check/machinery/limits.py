"""A time limit for code that may never end: it runs in a process of its own, which can be ended whatever it does.

The process is a fork, so that it holds all that the notebook holds, and what happens there changes nothing here. It
writes down, in memory that both see, what it is asking and since when; this process watches, and ends it when time is
up. Where a system cannot fork (Windows), the code runs here, and a second thread interrupts it: that waits for the next
line of Python.
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

#: So much of what an answer prints while it is checked is passed on: so many lines, or characters.
MOST_LINES, MOST_PRINTED = 10, 2_000

#: What the shared memory begins with: since when a call runs (0 if none does), the seconds of those before, and their
#: number; and how long the words are that follow.
_HEAD = struct.Struct("ddqq")
_SIZE = 4_096


class Late(NamedTuple):
    """Time is up: in what call, the first or a later one, and after how long."""

    who: str
    calls: int
    seconds: float


class Ended(Exception):
    """The process has ended before it said anything: out of memory, as a rule."""


class Watch:
    """What is being asked, and since when: written by the code that asks, and read by whoever watches it."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, _SIZE)
        self._send: Callable[[Any], None] = lambda finding: None
        self.only = -1  #: the number of the one question that is to be asked, or -1

    def write(self, begun: float, spent: float, calls: int, who: str = "") -> None:
        """Note what is being asked."""
        told = who.encode("utf-8", "replace")[: _SIZE - _HEAD.size]
        self._memory[_HEAD.size : _HEAD.size + len(told)] = told
        self._memory[: _HEAD.size] = _HEAD.pack(begun, spent, calls, len(told))

    def read(self) -> tuple[float, float, int, str]:
        """The same, from outside."""
        begun, spent, calls, size = _HEAD.unpack(self._memory[: _HEAD.size])
        return begun, spent, calls, self._memory[_HEAD.size : _HEAD.size + size].decode("utf-8", "ignore")

    def late(self) -> Late | None:
        """Whether time is up."""
        begun, spent, calls, who = self.read()
        here = monotonic() - begun if begun else 0.0
        if here > EACH or here + spent > ALL:
            return Late(who, calls, here if here > EACH else here + spent)
        return None


#: What is asked in this process, written where nobody reads it, as long as nobody watches.
_watch = Watch()


@contextmanager
def call(who: str) -> Iterator[None]:
    """While a student's code runs: ``who`` says what is asked of it, "" if only an answer is read."""
    _, spent, calls, _ = _watch.read()
    begun, calls = monotonic(), calls + (who != "")
    _watch.write(begun, spent, calls, who)
    try:
        yield
    finally:
        _watch.write(0.0, spent + monotonic() - begun, calls)


def so_far(finding: Any) -> None:
    """Keep this for the case that nothing more can be said: a diagnosis may take too long."""
    _watch._send(finding)


def alone() -> bool:
    """Whether one question alone is asked anew: what is wrong with the answer has been said."""
    return _watch.only != -1


def skipped(number: int) -> bool:
    """Whether this question is left out, since another one alone is asked anew."""
    return _watch.only not in (-1, number)


class Printed(io.TextIOBase):
    """Standard output that notes whether anything is printed, and keeps the beginning."""

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
    """What ``work()`` returns, or Late; or what it had found so far (``so_far``) when time was up.

    Parameters
    ----------
    work
        A function without parameters.
    dump, load
        Write down what it returns, or has found so far, and make it anew.
    only
        The number of the one question that is to be asked (``skipped``).
    waiting
        Called again and again while it runs, with the number of calls so far.

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
        warnings.simplefilter("ignore", DeprecationWarning)  # of threads, which wait here and are not there
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
    with suppress(ValueError):  # in the fork of another thread than the main one
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    logging.disable()  # a widget that is moved here has nobody to tell, and a kernel says so each time
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
    """The same in this process, where there is no fork."""
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
