"""What fits into the memory, and how much of it is left."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator
from math import inf
from pathlib import Path

from gamelib.core import TooLarge
from gamelib.machine.packages import install

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


def check_memory(positions: int, bytes_each: int) -> None:
    """Raise TooLarge if so many positions do not fit into the free memory, before anything is allocated."""
    told = _free_memory()
    need, free = positions * bytes_each, FREE_IF_UNTOLD if told is None else told
    if positions >= 1 << 31 or need > free:
        said = "are free"
        if told is None:
            said = f"are taken to be free, for only psutil can tell here ({install('fast')})"
        raise TooLarge(
            f"{positions:,} positions are too many: they need about {need / 1e9:,.1f} GB and {free / 1e9:,.1f} GB "
            f"{said}; at most {2**31 - 1:,} can be numbered. Take a smaller game",
            (positions, need),
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


def in_words(number: float) -> str:
    """A large number, rounded."""
    return "endlessly many" if number == inf else f"{number:,.0f}" if number < 1e7 else f"{number:.1e}"
