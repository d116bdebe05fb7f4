"""Processes for marking: how they start, how much time and memory they may take, and how to end them."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from types import ModuleType
from typing import Any

#: How a process begins: with no windows, no progress bars, and no threads for small calculations.
QUIET = {"MPLBACKEND": "agg", "OPENBLAS_NUM_THREADS": "1", "TQDM_DISABLE": "1"}

#: Requests to Linux: end this process when its parent dies, and make this process the parent of orphans.
REQUESTS = ((1, 9), (36, 1))


@dataclass(frozen=True)
class Limits:
    """Seconds and bytes for one notebook.

    Parameters
    ----------
    each, together
        The most seconds for one call of a student's function, and for all calls of an exercise.
    cell
        The most seconds for one cell of the notebook.
    judge
        The most seconds that the judge itself may take over an exercise.
    start
        The most seconds until a process runs.
    grace
        The seconds that a process has, after its time is up, to say so itself before it is ended.
    memory
        The most bytes for each process, if the system can limit them; 0 for no limit.
    """

    each: float = 5.0
    together: float = 30.0
    cell: float = 30.0
    judge: float = 90.0
    start: float = 30.0
    grace: float = 3.0
    memory: int = 4 << 30


#: The default limits.
LIMITS = Limits()


def start(target: Callable[..., None], *arguments: Any, daemon: bool) -> tuple[BaseProcess, Connection]:
    """Start a process that inherits nothing from this one, not even the main module, which would run again.

    Returns the process and one end of a pipe; ``target`` gets the other end, before the arguments.
    """
    here, there = Pipe()
    process = multiprocessing.get_context("spawn").Process(target=target, args=(there, *arguments), daemon=daemon)
    before, main = {name: os.environ.get(name) for name in QUIET}, sys.modules["__main__"]
    os.environ.update(QUIET)
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        process.start()
    finally:
        sys.modules["__main__"] = main
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.__setitem__(name, value)
    there.close()
    return process, here


def confine(memory: int) -> None:
    """Limit this process to so many bytes, if the system can do that; let it end with its parent, and adopt orphans.

    What its descendants leave behind becomes its own, so it can be found and ended.
    """
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    if sys.platform == "linux":
        import ctypes

        for option, value in REQUESTS:
            ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def end_group(leader: int) -> None:
    """End a process and the processes that it has started, unless they have left its group."""
    with contextlib.suppress(AttributeError, OSError):
        os.killpg(leader, signal.SIGKILL)


def end_descendants() -> None:
    """End all descendants of this process that can be found, even those that were made to stay."""
    try:
        import psutil
    except ModuleNotFoundError:
        return
    for _ in range(100):  # the next round finds any process that is forked meanwhile
        left = psutil.Process().children(recursive=True)
        if not left:
            return
        for process in left:
            with contextlib.suppress(psutil.Error):
                process.kill()
        psutil.wait_procs(left, timeout=1)
