"""The stop button, held back until it can interrupt safely."""

from __future__ import annotations

import signal
import threading
from typing import Any


class StopButton:
    """While this is held, the stop button (SIGINT, Ctrl+C) does nothing; ``heed`` obeys it between
    two pieces of work.

    Otherwise the button breaks in between any two instructions and leaves arrays half changed. Only
    the main thread is ever interrupted; elsewhere there is nothing to hold back. ``said`` is what
    the KeyboardInterrupt says. If the button was pressed but not heeded, it takes effect at the end
    of the block.

    >>> with StopButton() as button:
    ...     button.said = "stopped after half of the work"
    ...     button.heed()
    >>> button.pressed
    False
    """

    pressed = False
    said = "stopped"

    def __enter__(self) -> StopButton:
        before = signal.getsignal(signal.SIGINT)
        self._before: Any = None  # what the button did before, if it is held back
        if threading.current_thread() is threading.main_thread() and callable(before):
            self._before = before
            signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(self, failed: object, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
        if failed is None:
            self.heed()

    def _press(self, *_: Any) -> None:
        self.pressed = True

    def heed(self) -> None:
        """If the button was pressed, do what it would have done."""
        if self.pressed and self._before is not None:
            self.pressed = False
            try:
                self._before(signal.SIGINT, None)
            except KeyboardInterrupt:  # the usual thing that it does
                raise KeyboardInterrupt(self.said) from None
