"""Kernels compiled by numba, for each combination of types, with the machine code kept between
sessions.

A kernel is a function over arrays that runs as plain Python, or, for large work, compiled
(``machine.kernels``). All compiling happens in one thread of its own, for the sake of the stop
button, and a fork of the process waits for it.
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
        #: numba's compiled function; at first one that raises a TypeError whatever it is given.
        self.fast: Any = _not_compiled

    def __call__(self, *arguments: Any) -> Any:
        """Run the kernel, after compiling it if it has not been for arguments of these types."""
        compiled_for_these = False
        while True:
            try:
                return self.fast(*arguments)
            except TypeError:  # not compiled yet for these types; or an error of the kernel itself
                if compiled_for_these:
                    raise
            except RuntimeError as error:  # another thread was just compiling it for other types
                if str(error) != "compilation disabled":
                    raise
            _compiler().submit(self._compile_for, arguments).result()
            compiled_for_these = True

    def _compile_for(self, arguments: tuple[Any, ...]) -> None:
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
    leading_zeros = importlib.import_module("numba.cpython.unsafe.numbers").leading_zeros

    def bit_length(number: Any) -> Any:
        return 64 - leading_zeros(numba.uint64(number))

    def code_of_bit_length(number: Any) -> Any:
        """numba calls this with a type, and compiles what it returns in the method's place."""
        return bit_length

    numba.extending.overload_method(numba.types.Integer, "bit_length")(code_of_bit_length)
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
        """Take the locks of all compiling.

        If compiling is not done after PATIENCE seconds, fork without them: the compiler may be
        waiting for a lock that this thread holds, and would never be done. Fork without them as
        well if the stop button is pressed meanwhile, because Python lets no error break off a fork.
        """
        locks = ExitStack()  # releases in ``close`` what has been taken
        try:
            if not _COMPILING.acquire(timeout=PATIENCE):
                return
            locks.callback(_COMPILING.release)
            numba_lock = sys.modules.get("numba.core.compiler_lock")
            # numba has been imported. Its lock is held while it compiles, and all that this module
            # compiles is done by now; another caller of numba may still hold it for a while.
            if numba_lock is not None:
                locks.enter_context(numba_lock.global_compiler_lock)
        except BaseException:  # the stop button: Python prints it, and forks all the same
            locks.close()
            raise
        self._held.append(locks)

    def after(self) -> None:
        """Release the locks, in the parent as in the child, which has a copy of them."""
        if self._held:
            self._held.pop().close()

    def after_in_child(self) -> None:
        self.after()
        _compiler.cache_clear()  # the child makes a thread of its own when it compiles


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

    ``before``: what an earlier call returned, compiled for other types; or ``_not_compiled``. The
    result does not compile anything more by itself: arguments of other types raise a TypeError.
    """
    numba = _numba()
    types = tuple(map(numba.typeof, arguments))
    compiled: Any
    try:
        if before is _not_compiled:
            compiled = numba.njit(cache=True, nogil=True)(_named_by_digest(function))
        else:
            compiled = before
        compiled.disable_compile(False)
        compiled.compile(types)
    except Exception:
        # No place for a cache, a full disk, a damaged file: numba raises many kinds of errors.
        # Then the machine code lasts for this session only.
        compiled = numba.njit(nogil=True)(function)
        compiled.compile(types)
    compiled.disable_compile()
    return compiled
