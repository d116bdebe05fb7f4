"""One source, two speeds; and how a long run is cut into short ones.

A kernel is a self-contained loop over one-dimensional arrays that calls no other function. On a small
arena it runs as plain Python, on memoryviews of the arrays (faster than indexing the arrays themselves);
on a large one the very same function is compiled by numba. So the loop that a lecture prints is the loop
that solves a hundred million positions, and nobody waits for a compiler to solve tic-tac-toe.

A compiled loop cannot be interrupted. So a kernel is written to stop after a while and to be called again,
and between two calls the stop button works and the progress bar moves.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

#: A 1-D array of a fixed dtype, as a kernel sees it.
Array = NDArray[Any]

#: Compiling pays from so many positions and moves together on.
COMPILE_FROM = 500_000

#: So many positions between two looks at the stop button.
CHUNK = 1 << 18


class Kernel:
    """A function over 1-D arrays and numbers, to be run as ``kernel.at(size)(arrays...)``.

    It takes every array writable and C-contiguous, so that one compiled version serves.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.plain = function
        functools.update_wrapper(self, function)  # type: ignore[arg-type]  # so that help() shows the function

    @functools.cached_property
    def compiled(self) -> Callable[..., Any]:
        """The function compiled, its machine code kept between sessions where a folder is writable."""
        import numba

        try:
            compiled: Any = numba.njit(cache=True, nogil=True)(self.plain)
        except RuntimeError:  # no folder to keep it in
            compiled = numba.njit(nogil=True)(self.plain)
        return cast(Callable[..., Any], compiled)

    def interpreted(self, *arguments: Any) -> Any:
        """The function as plain Python, each array seen through a memoryview."""
        return self.plain(*(a.data if isinstance(a, np.ndarray) else a for a in arguments))

    def at(self, size: int) -> Callable[..., Any]:
        """The fitting way to run it on an arena of so many positions and moves together."""
        return self.compiled if size >= COMPILE_FROM else self.interpreted


class Progress:
    """A tqdm bar that shows itself only when the work is long; tqdm is loaded only when it is large.

    None where the environment says ``TQDM_DISABLE``, which tqdm's own bar for notebooks does not heed.
    """

    def __init__(self, total: int, what: str, size: int) -> None:
        self._bar: Any = None
        if size >= COMPILE_FROM and not os.environ.get("TQDM_DISABLE"):
            from tqdm.auto import tqdm

            self._bar = tqdm(total=total, desc=what, unit=" positions", unit_scale=True, delay=2, leave=False)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()

    def __call__(self, more: int) -> None:
        """So many positions more are done."""
        if self._bar is not None:
            self._bar.update(more)
