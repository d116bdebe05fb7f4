"""A limit of CPU time for a piece of work in this process."""

import signal
from contextlib import contextmanager


class OutOfTime(BaseException):
    """The work has taken too long."""


@contextmanager
def limited(seconds):
    """Raise OutOfTime in the work that is done within, after so many seconds of CPU time, and every
    second again.
    """

    def ring(number, frame):
        raise OutOfTime

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
