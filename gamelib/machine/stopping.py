"""The stop button, held back until what it interrupts is whole."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any


class StopButton:
    """The stop button (SIGINT, Ctrl+C) does nothing at once while this is held; ``heed`` does it between two pieces.

    Pressed, it would else break in between any two instructions, and leave arrays half changed. Only the main thread is
    ever interrupted: elsewhere there is nothing to hold, and nothing is.

    >>> with StopButton() as button:
    ...     signal.raise_signal(signal.SIGINT)
    ...     button.pressed
    True
    """

    pressed = False

    def __enter__(self) -> StopButton:
        before = signal.getsignal(signal.SIGINT)
        self._before: Callable[[int, Any], Any] | None = None
        if threading.current_thread() is threading.main_thread() and callable(before):
            self._before = before
            signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _press(self, *_: Any) -> None:
        self.pressed = True

    def heed(self, said: str) -> None:
        """If it was pressed, do now what it does; a KeyboardInterrupt says this."""
        if self.pressed and self._before is not None:
            self.pressed = False
            try:
                self._before(signal.SIGINT, None)
            except KeyboardInterrupt:
                raise KeyboardInterrupt(said) from None
