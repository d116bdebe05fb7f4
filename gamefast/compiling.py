"""Kernels compiled by numba, for each combination of types, with the machine code kept between sessions."""

from __future__ import annotations

import functools
import importlib
import warnings
from collections.abc import Callable
from types import FunctionType
from typing import Any, cast

from gamefast.frozen import freeze
from gamelib.machine import Kernel
from gamelib.machine.packages import install


class Compiled:
    """A kernel's function, compiled; call it like the kernel. Without numba it is interpreted, with a warning."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.fast: Any = _not_compiled

    def __call__(self, *arguments: Any) -> Any:
        prepared = False
        while True:
            try:
                return self.fast(*arguments)
            except TypeError:  # not compiled yet for arguments of these types
                if prepared:
                    raise
            except RuntimeError as error:  # another thread was just compiling it for other types
                if str(error) != "compilation disabled":
                    raise
            _compiler().submit(self._prepare, arguments).result()
            prepared = True

    def _prepare(self, arguments: tuple[Any, ...]) -> None:
        self.fast = _compile(self.kernel.plain, self.fast, arguments) or self.kernel.interpreted


class Inner(Kernel):
    """A kernel that other kernels of its file call."""

    @functools.cached_property
    def _inside(self) -> Any:
        return _numba().njit(nogil=True)(self.plain)

    @property
    def _numba_type_(self) -> Any:
        """What numba takes this kernel for when another kernel that calls it is compiled."""
        return self._inside._numba_type_


@functools.cache
def _numba() -> Any:
    """The compiler, which learns how many bits a number has: ``int.bit_length``, for numbers from 0 on."""
    numba = importlib.import_module("numba")
    zeros = importlib.import_module("numba.cpython.unsafe.numbers").leading_zeros
    learn = numba.extending.overload_method(numba.types.Integer, "bit_length")
    learn(lambda number: lambda number: 64 - zeros(numba.uint64(number)))
    return numba


@functools.cache
def _compiler() -> Any:
    """The only thread in which numba is imported and compiles.

    The stop button interrupts the main thread, which only waits for this one. An import broken off half-way could not
    be repaired until the kernel is restarted.
    """
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(1, "compiling")


def _named_by_digest(function: Callable[..., Any]) -> FunctionType:
    """The same function under a name that differs if a value that it reads differs, so that its machine code does.

    numba looks only at the kernel's own file to see whether machine code on disk is out of date, but kernels read
    constants from other files, too.
    """
    plain = cast(FunctionType, function)
    named = FunctionType(plain.__code__, plain.__globals__, plain.__name__, plain.__defaults__, plain.__closure__)
    named.__qualname__ = f"{plain.__qualname__}_{freeze(plain).digest}"
    named.__module__ = plain.__module__
    return named


def _not_compiled(*arguments: Any) -> Any:
    raise TypeError


def _compile(function: Callable[..., Any], before: Any, arguments: tuple[Any, ...]) -> Any:
    """Return the function compiled for arguments like these too; None, with a warning, if there is no numba.

    The result does not compile anything more by itself: arguments of other types raise a TypeError.
    """
    try:
        numba = _numba()
    except ImportError:
        warnings.warn(f"with numba this would be some fifty times as fast: {install('fast')}", stacklevel=2)
        return None
    kinds = tuple(map(numba.typeof, arguments))
    try:
        kept: Any = (
            numba.njit(cache=True, nogil=True)(_named_by_digest(function)) if before is _not_compiled else before
        )
        kept.disable_compile(False)
        kept.compile(kinds)
    except Exception:  # no place to keep it, a full disk, a damaged file: numba raises many kinds of errors
        kept = numba.njit(nogil=True)(function)
        kept.compile(kinds)
    kept.disable_compile()
    return kept
