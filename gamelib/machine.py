"""One source, two speeds; how a long run is cut into short ones; and what fits into the memory.

A kernel is a self-contained loop over one-dimensional arrays that calls at most kernels of its own file. On a small
arena it runs as plain Python, on memoryviews of the arrays (faster than indexing the arrays themselves);
on a large one the very same function is compiled by numba. So the loop that a lecture prints is the loop
that solves a hundred million positions, and nobody waits for a compiler to solve tic-tac-toe.

A compiled loop cannot be interrupted. So a kernel is written to stop after a while and to be called again,
and between two calls the stop button works and the progress bar moves.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import os
import re
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gamelib.core import TooLarge

if TYPE_CHECKING:
    from concurrent.futures import Executor

#: A 1-D array of a fixed dtype, as a kernel sees it.
Array = NDArray[Any]
#: From this many positions and moves together, compiling pays.
COMPILE_FROM = 500_000
#: How many positions are settled between two looks at the stop button.
CHUNK = 1 << 18
#: The limits of a game that is walked position by position, as Python objects, unless others are given.
MAX_POSITIONS = 3_000_000
MAX_EDGES = 30_000_000
#: The limit where each position costs about a kilobyte, since more than arrays is kept of it.
MAX_KEPT = 1_000_000
#: The limit of moves for an explicit graph built from arrays; solving it takes 8 bytes for each.
MAX_EDGES_AS_ARRAYS = 200_000_000
#: Bytes for each position when solving on the fly, the largest possible frontier included.
BYTES_ON_THE_FLY = 10
#: How many bytes are taken to be free on a machine that does not tell.
FREE_IF_UNTOLD = 2_000_000_000
#: So much memory stays free while a game is walked position by position, as Python objects.
SPARE = 256 << 20
#: Where Linux tells it; in which control groups a process is; and where it tells what such a group may take.
MEMINFO = Path("/proc/meminfo")
GROUPS = Path("/proc/self/cgroup")
CONTAINER = Path("/sys/fs/cgroup")
#: By version of control groups (2 has no name): the limit; what is used; which of it, files once read, is given back.
LIMITS = {
    "": ("memory.max", "memory.current", "inactive_file"),
    "memory": ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
}


def needs(package: str, extra: str, what: str) -> Any:
    """An optional package, imported when it is needed.

    Parameters
    ----------
    package
        Its name.
    extra
        The extra of this package that installs it.
    what
        For the error: what needs it, in the plural.

    Returns
    -------
    module
        The package.

    Raises
    ------
    ModuleNotFoundError
        Where it is not installed, saying how to install it.

    Examples
    --------
    >>> needs("math", "show", "pictures").sqrt(9)
    3.0
    """
    try:
        return importlib.import_module(package)
    except ModuleNotFoundError as error:
        if error.name != package:  # it is there, and lacks something itself
            raise
        raise ModuleNotFoundError(f"{what} need {package}: pip install 'gamelib[{extra}]'", name=package) from None


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
        try:
            return self._fast(*arguments)
        except TypeError:  # not compiled yet for arguments of these types
            pass
        _compiler().submit(self._prepare, arguments).result()
        return self._fast(*arguments)

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
        warnings.warn("with numba this would be some fifty times as fast: pip install 'gamelib[fast]'", stacklevel=2)
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


class Progress:
    """A progress bar (tqdm) that appears only in long runs; tqdm, if there, is loaded only for large work.

    There is none where the environment says ``TQDM_DISABLE``, which tqdm's own bar for notebooks does not heed.

    Parameters
    ----------
    total
        How much there is to do; None, if that is not known.
    what
        What is being done: "settling".
    size
        Positions and moves together: small work shows no bar.
    unit
        What is counted.

    Examples
    --------
    >>> with Progress(10, "settling", 10) as bar:
    ...     bar(4)
    ...     bar(6)
    >>> bar.done
    10
    """

    def __init__(self, total: int | None, what: str, size: int, unit: str = " positions") -> None:
        self._bar: Any = None
        self.done = 0
        if size >= COMPILE_FROM and not os.environ.get("TQDM_DISABLE"):
            try:
                from tqdm.auto import tqdm
            except ImportError:  # then there is no bar
                return
            self._bar = tqdm(total=total, desc=what, unit=unit, unit_scale=True, delay=2, leave=False)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, failed: object, *_: object) -> None:
        if self._bar is not None:
            if not failed:  # what is drawn is never settled: the bar ends before its total, and nothing went wrong
                self._bar.total = self._bar.n
            self._bar.close()

    def __call__(self, more: int) -> None:
        """Report that ``more`` of the work is done."""
        self.done += more
        if self._bar is not None:
            self._bar.update(more)


def check_memory(positions: int, bytes_each: int) -> None:
    """Raise TooLarge if so many positions do not fit into the free memory, before anything is allocated."""
    told = _free_memory()
    need, free = positions * bytes_each, FREE_IF_UNTOLD if told is None else told
    if positions >= 1 << 31 or need > free:
        said = "are free"
        if told is None:
            said = "are taken to be free, for only psutil can tell here (pip install 'gamelib[fast]')"
        raise TooLarge(
            f"{positions:,} positions are too many: they need about {need / 1e9:,.1f} GB and {free / 1e9:,.1f} GB "
            f"{said}; at most {2**31 - 1:,} can be numbered. Take a smaller game"
        )


def check_left(walked: int) -> None:
    """Raise TooLarge, after so many positions, if the memory is nearly full: better than a kernel that is killed."""
    free = _free_memory()
    if free is not None and free < SPARE:
        raise TooLarge(
            f"after {walked:,} positions {max(free, 0) / 1e9:,.1f} GB of memory are free, too little to go on. "
            "Take a smaller game, shut down notebooks that you do not need, or ask for more memory"
        )


def _free_memory() -> int | None:
    """Bytes this process may still take: what the machine has free, or less where a limit says so; None: untold."""
    told = [_free_on_the_machine(), *_free_in_groups(), _free_on_the_hub()]
    return min((free for free in told if free is not None), default=None)


def _free_in_groups() -> Iterator[int]:
    """What each control group with a limit may still take, of all that this process is in, one inside the other."""
    lines = GROUPS.read_text().splitlines() if GROUPS.exists() else []
    for kinds, path in (line.split(":", 2)[1:] for line in lines):
        if kinds in LIMITS:
            limit, usage, given_back = LIMITS[kinds]
            inner = CONTAINER / kinds / path.lstrip("/")
            for group in (inner, *inner.parents):
                with contextlib.suppress(OSError, ValueError):  # there is no such group, or "max": no limit
                    most, used = (int((group / name).read_text()) for name in (limit, usage))
                    parts = dict(line.split() for line in (group / "memory.stat").read_text().splitlines())
                    yield most - used + int(parts[given_back])


def _free_on_the_hub() -> int | None:
    """What JupyterHub grants, less what this process has: its limit is told even where nothing enforces it."""
    try:
        import psutil

        return int(os.environ["MEM_LIMIT"]) - int(psutil.Process().memory_info().rss)
    except (ImportError, KeyError, ValueError):
        return None


def _free_on_the_machine() -> int | None:
    """Bytes that the machine has free, by whatever tells them; None where nothing does."""
    try:
        import psutil

        return int(psutil.virtual_memory().available)
    except ImportError:
        pass
    try:
        if told := re.search(r"^MemAvailable:\s+(\d+) kB$", MEMINFO.read_text(), re.MULTILINE):
            return int(told[1]) * 1024
    except OSError:  # not Linux
        pass
    try:
        pages = os.sysconf("SC_AVPHYS_PAGES")
        return pages * os.sysconf("SC_PAGE_SIZE") if pages > 0 else None
    except (AttributeError, OSError, ValueError):  # Windows; macOS does not tell it this way
        return None
