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

#: Linux puts processes into control groups, which limit their memory; this is how a container does.
#: By version of control groups (2 has no name), the files with the limit and with what is used, and
#: the line of ``memory.stat`` that says how much of that could be freed at once.
LIMITS = {
    "": ("memory.max", "memory.current", "inactive_file"),
    "memory": ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
}


def free_memory() -> int | None:
    """Bytes that this process may still use: what the machine has free, or less under a limit; None
    if unknown.
    """
    reports = [_free_on_the_machine(), *_free_in_groups(), _free_on_the_hub()]
    return min((free for free in reports if free is not None), default=None)


def check_left(walked: int) -> None:
    """Raise TooLarge if memory is nearly full after this many positions. Otherwise the system might
    end the whole process, in a notebook its kernel.
    """
    free = free_memory()
    if free is not None and free < SPARE:
        raise TooLarge(
            f"after {walked:,} positions {max(free, 0) / 1e9:,.1f} GB of memory are free, too "
            "little to go on. Take a smaller game, shut down notebooks that you do not need, or "
            "ask for more memory"
        )


def _free_in_groups() -> Iterator[int]:
    """What each control group with a limit has left, for all the nested groups that this process is
    in.

    A line of ``GROUPS`` is ``4:memory:/user/mary`` in version 1, ``0::/user/mary`` in version 2.
    """
    lines = GROUPS.read_text().splitlines() if GROUPS.exists() else []
    for line in lines:
        _number, kind, path = line.split(":", 2)
        if kind not in LIMITS:
            continue
        limit_file, used_file, freeable_line = LIMITS[kind]
        inner = CONTAINER / kind / path.lstrip("/")
        for group in (inner, *inner.parents):
            # OSError: there is no such group. ValueError: its limit is the word "max", so none.
            with contextlib.suppress(OSError, ValueError):
                limit = int((group / limit_file).read_text())
                used = int((group / used_file).read_text())
                statistics = (group / "memory.stat").read_text().splitlines()
                bytes_in = dict(statistic.split() for statistic in statistics)
                yield limit - used + int(bytes_in[freeable_line])


def _free_on_the_hub() -> int | None:
    """What JupyterHub grants, minus what this process uses; None if there is no hub. The hub tells
    its limit even if no control group enforces it.
    """
    try:
        import psutil

        granted = int(os.environ["MEM_LIMIT"])
        used = int(psutil.Process().memory_info().rss)
    except (ImportError, KeyError, ValueError):  # no psutil, or no hub
        return None
    return granted - used


def _free_on_the_machine() -> int | None:
    """Bytes that are free on the machine: Linux reports them; elsewhere psutil does, if it is
    installed.
    """
    with contextlib.suppress(OSError):  # not Linux
        line = re.search(r"^MemAvailable:\s+(\d+) kB$", MEMINFO.read_text(), re.MULTILINE)
        if line:
            return int(line[1]) * 1024
    with contextlib.suppress(ImportError):
        import psutil

        return int(psutil.virtual_memory().available)
    return None
