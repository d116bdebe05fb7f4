"""One source, two speeds.

A kernel is a loop over one-dimensional arrays that calls no other function. On a small arena it
runs as plain Python, on memoryviews of the arrays (faster than indexing the arrays themselves). On
a large arena the very same function is compiled. So nobody waits for a compiler to solve
tic-tac-toe.

A compiled loop cannot be interrupted. So a kernel stops after a while and is called again. Between
two calls the stop button works and a progress bar can move.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import FunctionType
from typing import Any, ClassVar, cast

import numpy as np
from numpy.typing import NDArray

#: A 1-D array of a fixed dtype, as a kernel sees it.
Array = NDArray[Any]

#: Compiling pays from this many positions and moves together.
COMPILE_FROM = 500_000

#: How many positions are settled between two looks at the stop button.
CHUNK = 1 << 18


class Kernel:
    """A function over 1-D arrays, tuples and NamedTuples of such arrays, and numbers. It is run as
    ``kernel.at(size)(arrays...)``, where ``size`` says whether compiling it pays.

    Every array must be writable and C-contiguous, so that one compiled version is enough.
    """

    #: What makes compiled functions of kernels; ``gamefast.compiling`` puts it here.
    compiler: ClassVar[Callable[[Kernel], Callable[..., Any]]]

    def __init__(self, function: Callable[..., Any]) -> None:
        self.plain = function
        functools.update_wrapper(self, function)  # so that help() shows the function

    def __call__(self, *arguments: Any) -> Any:
        """Run the function as it is."""
        return self.plain(*arguments)

    @functools.cached_property
    def compiled(self) -> Callable[..., Any]:
        """The compiled function; its machine code is kept between sessions if possible."""
        return Kernel.compiler(self)

    def interpreted(self, *arguments: Any) -> Any:
        """Run the function as plain Python, with each array seen through a memoryview, whose
        entries Python reads faster.
        """
        return self._with_plain_helpers(*map(_as_memoryview, arguments))

    @functools.cached_property
    def _with_plain_helpers(self) -> Callable[..., Any]:
        """The function, with plain functions in the place of the kernels that it calls, because to
        call a plain function takes half the time.
        """
        plain = cast(FunctionType, self.plain)
        helpers = {}
        for name in plain.__code__.co_names:  # all globals that the function reads
            value = plain.__globals__.get(name)
            if isinstance(value, Kernel):
                helpers[name] = value._with_plain_helpers
        if not helpers:
            return plain
        # The same code, but the names of these kernels now mean plain functions.
        new_globals = plain.__globals__ | helpers
        return FunctionType(plain.__code__, new_globals, plain.__name__, plain.__defaults__)

    def at(self, size: int) -> Callable[..., Any]:
        """Return the version for an arena of ``size`` positions and moves: interpreted if small,
        otherwise compiled.
        """
        return self.compiled if size >= COMPILE_FROM else self.interpreted


def _as_memoryview(argument: Any) -> Any:
    """Return an array as a memoryview, each array of a tuple likewise, and anything else as it
    is.
    """
    if isinstance(argument, np.ndarray):
        return argument.data
    if isinstance(argument, tuple):
        parts = map(_as_memoryview, argument)
        return argument._make(parts) if hasattr(argument, "_make") else tuple(parts)
    return argument
