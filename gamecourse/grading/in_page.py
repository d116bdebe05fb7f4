"""Work that is interrupted when time is up: in a page, where Python has one process and one thread.

Python looks into an interrupt buffer every few instructions. A page gives it a buffer that looks at
the clock (``alarm.js``), so the thread that runs a student's code interrupts itself. What runs long
inside one instruction, such as ``sum(range(10**13))``, looks at nothing. Then whoever has started
this Python must end it; by ``calling`` it knows the call that runs.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from functools import cache
from importlib import import_module
from pathlib import Path
from time import monotonic
from typing import Any, Protocol

from gamecourse.grading import limits
from gamecourse.grading.limits import WATCH, CheckerTooSlow, OutOfTime, Printed, Watch

#: The script that makes an alarm.
SCRIPT = Path(__file__).with_name("alarm.js")

#: The seconds after which the alarm rings too late rather than too early.
SLACK = 0.01


class Alarm(Protocol):
    """What interrupts Python when time is up, by a KeyboardInterrupt."""

    def ring_after(self, seconds: float) -> None:
        """Interrupt Python after these seconds, and again and again until another time is set."""

    def calling(self, text: str) -> None:
        """Say which call of a student's function begins."""


class NoAlarm:
    """An alarm that never rings, where there is no page."""

    def ring_after(self, seconds: float) -> None:
        """Do nothing."""

    def calling(self, text: str) -> None:
        """Do nothing."""


_alarms: list[Alarm] = []


def use_alarm(alarm: Alarm) -> None:
    """Let this alarm interrupt what takes too long."""
    _alarms[:] = [alarm]


def _alarm() -> Alarm:
    """The alarm of the page; a notebook in a page (JupyterLite) has none, and gets one."""
    return _alarms[-1] if _alarms else _own_alarm()


@cache
def _own_alarm() -> Alarm:
    """An alarm made by the script, where Python runs in a page."""
    try:
        pyodide = import_module("pyodide_js")
        run_js = import_module("pyodide.code").run_js
    except ImportError:
        return NoAlarm()
    function = SCRIPT.read_text(encoding="utf-8").replace("export function", "function")
    alarm: Alarm = run_js(f"{function}\nmakeAlarm")(pyodide)
    return alarm


@contextmanager
def interrupted_after(seconds: float) -> Iterator[None]:
    """Interrupt what is done in this block after so many seconds, by a KeyboardInterrupt."""
    alarm = _alarm()
    alarm.ring_after(seconds)
    try:
        yield
    finally:
        alarm.ring_after(float("inf"))


class PageWatch(Watch):
    """A watch that sets the alarm: for each call as long as the call may take, and between the calls
    as long as the checker may take.
    """

    def __init__(self) -> None:
        self.opened = monotonic()
        self.out_of_time: OutOfTime | None = None
        alarm = _alarm()
        self._ring_after = alarm.ring_after  # to look up a method of JavaScript's takes its time
        self._calling = alarm.calling

    def start_call(self, text: str) -> float:
        """Set the alarm for this call, and say which it is."""
        self._calling(text)
        left_for_all = limits.ALL - self.spent
        self._ring_after(min(limits.EACH, left_for_all, self.left_for_checker()) + SLACK)
        return super().start_call(text)

    def end_call(self, begun: float) -> None:
        """End a call that came in time. A late one ends the check, even if it has caught the
        interrupt and gone on.
        """
        self.begun = begun
        self.out_of_time = self.late()
        super().end_call(begun)
        if self.out_of_time is not None:
            raise KeyboardInterrupt
        self._ring_after(self.left_for_checker() + SLACK)

    def left_for_checker(self) -> float:
        """The seconds that are left for the whole check."""
        return limits.CHECKER - (monotonic() - self.opened)

    def may_be_interrupted(self) -> bool:
        """Whether a KeyboardInterrupt can be the alarm's, or somebody's who is in its place."""
        is_late = self.late() is not None or self.left_for_checker() <= 0
        return is_late or isinstance(_alarm(), NoAlarm)


def limited(
    work: Callable[[], Any],
    dump: Callable[[Any], bytes] = pickle.dumps,
    only: int = -1,
    waiting: Callable[[int], None] = lambda calls: None,
) -> Any:
    """Return what ``work()`` returns. When time is up, return the last feedback that it has sent
    ahead, or else an ``OutOfTime``: takes the place of ``watched.limited``.

    ``dump`` and ``waiting`` are not called, because nothing is pickled, and nobody waits. What the
    student's code changes here stays changed: see ``limits.FRESH``.

    Raises
    ------
    CheckerTooSlow
        If the checker itself takes too long.

    Examples
    --------
    >>> limited(lambda: 7)
    7
    """
    watch = PageWatch()
    watch.only = only
    sent_ahead: list[Any] = []
    watch.send = sent_ahead.append
    token = WATCH.set(watch)
    try:
        with interrupted_after(limits.CHECKER + SLACK), redirect_stdout(Printed(sys.stdout)):
            return work()
    except KeyboardInterrupt:
        if watch.left_for_checker() <= 0:
            raise CheckerTooSlow(watch.spent) from None
        if watch.out_of_time is None:  # it is not the alarm's
            raise
        return sent_ahead[-1] if sent_ahead else watch.out_of_time
    finally:
        WATCH.reset(token)
