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
        handler = signal.getsignal(signal.SIGINT)
        # What the button did before; None if it is not held back.
        self._usual_handler: Any = None
        if threading.current_thread() is threading.main_thread() and callable(handler):
            self._usual_handler = handler
            signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(self, failed: object, *_: object) -> None:
        if self._usual_handler is not None:
            signal.signal(signal.SIGINT, self._usual_handler)
        if failed is None:
            self.heed()

    def _press(self, *_: Any) -> None:
        self.pressed = True

    def heed(self) -> None:
        """If the button was pressed, do what it would have done then."""
        if self.pressed and self._usual_handler is not None:
            self.pressed = False
            try:
                self._usual_handler(signal.SIGINT, None)
            except KeyboardInterrupt:  # which Python's own handler raises
                raise KeyboardInterrupt(self.said) from None
