"""One source, two speeds.

A kernel is a loop over one-dimensional arrays that calls no other function, but for kernels of its own file. On a small
arena it runs as plain Python, on memoryviews of the arrays (faster than indexing the arrays themselves);
on a large one the very same function is compiled by numba. So the loop that a lecture prints is the loop
that solves a hundred million positions, and nobody waits for a compiler to solve tic-tac-toe.

A compiled loop cannot be interrupted. So a kernel is written to stop after a while and to be called again,
and between two calls the stop button works and the progress bar moves.
"""

from __future__ import annotations

import functools
import importlib
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gamelib.machine.packages import install

if TYPE_CHECKING:
    from concurrent.futures import Executor

#: A 1-D array of a fixed dtype, as a kernel sees it.
Array = NDArray[Any]

#: From this many positions and moves together, compiling pays.
COMPILE_FROM = 500_000

#: How many positions are settled between two looks at the stop button.
CHUNK = 1 << 18


class Kernel:
    """A function over 1-D arrays and numbers, to be run as ``kernel.at(size)(arrays...)``.

    It takes every array writable and C-contiguous, so that one compiled version serves.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.plain = function
        self._fast: Any = _not_compiled
        self._part: Any = None
        functools.update_wrapper(self, function)  # so that help() shows the function

    def __call__(self, *arguments: Any) -> Any:
        """Called by another kernel of its file, as plain Python."""
        return self.plain(*arguments)

    @property
    def _numba_type_(self) -> Any:
        """What numba takes it for where that other kernel is compiled."""
        self._part = self._part or importlib.import_module("numba").njit(nogil=True)(self.plain)
        return self._part._numba_type_

    def compiled(self, *arguments: Any) -> Any:
        """The function compiled, its machine code kept between sessions where that can be done."""
        prepared = False
        while True:
            try:
                return self._fast(*arguments)
            except TypeError:  # not compiled yet for arguments of these types
                if prepared:
                    raise
            except RuntimeError as error:  # it was just being compiled for other types, for another thread
                if str(error) != "compilation disabled":
                    raise
            _compiler().submit(self._prepare, arguments).result()
            prepared = True

    def _prepare(self, arguments: tuple[Any, ...]) -> None:
        self._fast = _compile(self.plain, self._fast, arguments) or self.interpreted

    def interpreted(self, *arguments: Any) -> Any:
        """The function as plain Python, each array seen through a memoryview."""
        return self.plain(*(a.data if isinstance(a, np.ndarray) else a for a in arguments))

    def at(self, size: int) -> Callable[..., Any]:
        """How to run it on an arena of so many positions and moves together: interpreted if small, else compiled."""
        return self.compiled if size >= COMPILE_FROM else self.interpreted


@functools.cache
def _compiler() -> Executor:
    """The one thread in which numba is imported and compiles.

    The stop button interrupts the main thread, which only waits for this one: an import that is broken off half way
    could not be repaired before the kernel is restarted.
    """
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(1, "compiling")


def _not_compiled(*arguments: Any) -> Any:
    raise TypeError


def _compile(function: Callable[..., Any], before: Any, arguments: tuple[Any, ...]) -> Any:
    """The function compiled for arguments like these too; None, with a warning, where there is no numba.

    What comes back compiles nothing by itself any more: arguments of other types are a TypeError.
    """
    try:
        import numba
    except ImportError:
        warnings.warn(f"with numba this would be some fifty times as fast: {install('fast')}", stacklevel=2)
        return None
    kinds = tuple(map(numba.typeof, arguments))
    try:
        kept: Any = numba.njit(cache=True, nogil=True)(function) if before is _not_compiled else before
        kept.disable_compile(False)
        kept.compile(kinds)
    except Exception:  # nowhere to keep it, a full disk, a damaged file: numba raises whatever it meets there
        kept = numba.njit(nogil=True)(function)
        kept.compile(kinds)
    kept.disable_compile()
    return kept
