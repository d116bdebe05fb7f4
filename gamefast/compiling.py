"""Kernels compiled by numba, for each combination of types, with the machine code kept between
sessions.
"""

from __future__ import annotations

import functools
import importlib
import os
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from types import FunctionType
from typing import Any, cast

from gamefast.frozen import freeze
from gamefast.machine import Kernel

#: How many seconds a fork waits for the compiler.
PATIENCE = 60

#: Held while the compiling thread imports numba or compiles.
_COMPILING = threading.RLock()


class Compiled:
    """A kernel's function, compiled; call it like the kernel."""

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
        with _COMPILING:
            self.fast = _compile(self.kernel.plain, self.fast, arguments)


Kernel.compiler = Compiled


class Inner(Kernel):
    """A kernel that other kernels of its file call; where it is called, its code is put in."""

    @functools.cached_property
    def _inside(self) -> Any:
        return _numba().njit(nogil=True, forceinline=True)(self.plain)

    @property
    def _numba_type_(self) -> Any:
        """What numba takes this kernel for when another kernel that calls it is compiled."""
        return self._inside._numba_type_


@functools.cache
def _numba() -> Any:
    """The compiler, which learns how many bits a number has: ``int.bit_length``, for numbers from 0
    on.
    """
    numba = importlib.import_module("numba")
    zeros = importlib.import_module("numba.cpython.unsafe.numbers").leading_zeros
    learn = numba.extending.overload_method(numba.types.Integer, "bit_length")
    learn(lambda number: lambda number: 64 - zeros(numba.uint64(number)))
    return numba


@functools.cache
def _compiler() -> Any:
    """The only thread in which numba is imported and compiles.

    The stop button interrupts the main thread, which only waits for this one. An import broken off
    half-way could not be repaired until the kernel is restarted.
    """
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(1, "compiling")


def _named_by_digest(function: Callable[..., Any]) -> FunctionType:
    """The same function under a name that differs if a value that it reads differs, so that its
    machine code does.

    numba looks only at the kernel's own file to see whether machine code on disk is out of date,
    but kernels read constants from other files, too.
    """
    plain = cast(FunctionType, function)
    named = FunctionType(
        plain.__code__, plain.__globals__, plain.__name__, plain.__defaults__, plain.__closure__
    )
    named.__qualname__ = f"{plain.__qualname__}_{freeze(plain).digest}"
    named.__module__ = plain.__module__
    return named


class _Fork:
    """What happens around ``os.fork``: a child has only the thread that forked, and no lock may be
    left locked in it.

    So a fork waits until nothing is being compiled, by this module or by numba itself, and the
    child gets a compiling thread of its own.
    """

    def __init__(self) -> None:
        self._held: list[ExitStack] = []

    def before(self) -> None:
        """Take the locks of all compiling, unless that takes so long that the compiler may wait for
        a lock itself.
        """
        locks = ExitStack()
        try:
            if not _COMPILING.acquire(timeout=PATIENCE):
                return
            locks.callback(_COMPILING.release)
            if (numba := sys.modules.get("numba.core.compiler_lock")) is not None:
                locks.enter_context(numba.global_compiler_lock)
        except BaseException:  # the stop button
            locks.close()
            raise
        self._held.append(locks)

    def after(self) -> None:
        if self._held:
            self._held.pop().close()

    def after_in_child(self) -> None:
        self.after()
        _compiler.cache_clear()


if hasattr(os, "register_at_fork"):
    # These two modules take locks before a fork as well, which an import of numba needs. What is
    # registered last is called first: so here they must be imported already.
    importlib.import_module("logging")
    importlib.import_module("concurrent.futures.thread")
    _fork = _Fork()
    os.register_at_fork(
        before=_fork.before, after_in_parent=_fork.after, after_in_child=_fork.after_in_child
    )


def _not_compiled(*arguments: Any) -> Any:
    raise TypeError


def _compile(function: Callable[..., Any], before: Any, arguments: tuple[Any, ...]) -> Any:
    """Return the function compiled for arguments like these too.

    The result does not compile anything more by itself: arguments of other types raise a TypeError.
    """
    numba = _numba()
    kinds = tuple(map(numba.typeof, arguments))
    try:
        kept: Any = (
            numba.njit(cache=True, nogil=True)(_named_by_digest(function))
            if before is _not_compiled
            else before
        )
        kept.disable_compile(False)
        kept.compile(kinds)
    except (
        Exception
    ):  # no place to keep it, a full disk, a damaged file: numba raises many kinds of errors
        kept = numba.njit(nogil=True)(function)
        kept.compile(kinds)
    kept.disable_compile()
    return kept
