"""One source, two speeds.

A kernel is a loop over one-dimensional arrays that calls no other function. On a small arena it runs as plain Python,
on memoryviews of the arrays (faster than indexing the arrays themselves); on a large one the very same function is
compiled, where gamefast is installed. So the loop that a lecture prints is the loop that solves a hundred million
positions, and nobody waits for a compiler to solve tic-tac-toe.

A compiled loop cannot be interrupted. So a kernel is written to stop after a while and to be called again, and between
two calls the stop button works and a progress bar can move.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamelib.offers import offered

#: A 1-D array of a fixed dtype, as a kernel sees it.
Array = NDArray[Any]

#: From this many positions and moves together, compiling pays.
COMPILE_FROM = 500_000

#: How many positions are settled between two looks at the stop button.
CHUNK = 1 << 18


class Kernel:
    """A function over 1-D arrays, tuples of such arrays, and numbers, to be run as ``kernel.at(size)(arrays...)``.

    It takes every array writable and C-contiguous, so that one compiled version serves.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.plain = function
        functools.update_wrapper(self, function)  # so that help() shows the function

    def __call__(self, *arguments: Any) -> Any:
        """The function as it is."""
        return self.plain(*arguments)

    @functools.cached_property
    def compiled(self) -> Callable[..., Any]:
        """The function compiled, its machine code kept between sessions where that can be done."""
        make = offered("compile")
        return self.interpreted if make is None else make(self)

    def interpreted(self, *arguments: Any) -> Any:
        """The function as plain Python, each array seen through a memoryview."""
        return self.plain(*map(_seen, arguments))

    def at(self, size: int) -> Callable[..., Any]:
        """How to run it on an arena of so many positions and moves together: interpreted if small, else compiled."""
        return self.compiled if size >= COMPILE_FROM else self.interpreted


def _seen(argument: Any) -> Any:
    """An array through a memoryview, each array of a tuple likewise, anything else as it is."""
    if isinstance(argument, tuple):
        return tuple(map(_seen, argument))
    return argument.data if isinstance(argument, np.ndarray) else argument
