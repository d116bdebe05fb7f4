"""What cells print: passed on to the page in pieces, and cut where it is too long."""

from __future__ import annotations

import io
from collections.abc import Callable
from time import monotonic

#: The most characters that are passed on.
MOST = 20_000

#: What is said where the output is cut.
CUT = "\n... and more, which is not shown.\n"

#: The seconds for which what is printed is collected before it is passed on.
PATIENCE = 0.1


class Output(io.TextIOBase):
    """Standard output that tells a page what is printed.

    Examples
    --------
    >>> output = Output(tell=lambda text: None)
    >>> print("7 piles", file=output)
    >>> output.flush()
    >>> output.passed_on
    '7 piles\\n'
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.passed_on = ""
        self._tell = tell
        self._waiting = ""
        self._length = 0  # of all that was printed
        self._time = monotonic()  # when something was passed on

    def write(self, text: str) -> int:
        """Take what is printed, as long as it is not too much."""
        if self._length <= MOST:
            self._waiting += text[: MOST - self._length]
            self._length += len(text)
            if self._length > MOST:
                self._waiting += CUT
        if monotonic() - self._time > PATIENCE:
            self.flush()
        return len(text)

    def flush(self) -> None:
        """Pass on what has been printed since the last time."""
        self._time = monotonic()
        if self._waiting:
            self._tell(self._waiting)
            self.passed_on += self._waiting
            self._waiting = ""
