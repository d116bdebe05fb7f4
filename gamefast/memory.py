"""How much memory is left on the machine, in the container, and of what a hub grants."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator
from pathlib import Path

from gamelib.core import TooLarge

#: This many bytes stay free while a game is walked position by position, as Python objects.
SPARE = 256 << 20

#: Where Linux reports free memory, a process's control groups, and what such a group may use.
MEMINFO = Path("/proc/meminfo")
GROUPS = Path("/proc/self/cgroup")
CONTAINER = Path("/sys/fs/cgroup")

#: By version of control groups (2 has no name): the limit, what is used, and how much of it can be
#: given back.
LIMITS = {
    "": ("memory.max", "memory.current", "inactive_file"),
    "memory": ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
}


def free_memory() -> int | None:
    """Bytes that this process may still use: what the machine has free, or less under a limit; None
    if unknown.
    """
    told = [_free_on_the_machine(), *_free_in_groups(), _free_on_the_hub()]
    return min((free for free in told if free is not None), default=None)


def check_left(walked: int) -> None:
    """Raise TooLarge if memory is nearly full after this many positions: better than having the
    kernel killed.
    """
    free = free_memory()
    if free is not None and free < SPARE:
        raise TooLarge(
            f"after {walked:,} positions {max(free, 0) / 1e9:,.1f} GB of memory are free, too "
            "little to go on. "
            "Take a smaller game, shut down notebooks that you do not need, or ask for more memory"
        )


def _free_in_groups() -> Iterator[int]:
    """What each control group with a limit has left, for all the nested groups that this process is
    in.
    """
    lines = GROUPS.read_text().splitlines() if GROUPS.exists() else []
    for kinds, path in (line.split(":", 2)[1:] for line in lines):
        if kinds in LIMITS:
            limit, usage, given_back = LIMITS[kinds]
            inner = CONTAINER / kinds / path.lstrip("/")
            for group in (inner, *inner.parents):
                with contextlib.suppress(
                    OSError, ValueError
                ):  # there is no such group, or "max", which means no limit
                    most, used = (int((group / name).read_text()) for name in (limit, usage))
                    parts = dict(
                        line.split() for line in (group / "memory.stat").read_text().splitlines()
                    )
                    yield most - used + int(parts[given_back])


def _free_on_the_hub() -> int | None:
    """What JupyterHub grants, minus what this process uses; the limit is known even if nothing
    enforces it.
    """
    try:
        import psutil

        return int(os.environ["MEM_LIMIT"]) - int(psutil.Process().memory_info().rss)
    except (ImportError, KeyError, ValueError):
        return None


def _free_on_the_machine() -> int | None:
    """Bytes that are free on the machine: Linux reports them; elsewhere psutil does, if it is
    installed.
    """
    with contextlib.suppress(OSError):  # not Linux
        if told := re.search(r"^MemAvailable:\s+(\d+) kB$", MEMINFO.read_text(), re.MULTILINE):
            return int(told[1]) * 1024
    with contextlib.suppress(ImportError):
        import psutil

        return int(psutil.virtual_memory().available)
    return None
