"""What fits into the memory of this machine, asked before it is taken."""

from __future__ import annotations

from pathlib import Path

from gamelib.core import TooLarge

#: A game walked position by position, as Python objects: so many positions and moves unless told otherwise.
MAX_POSITIONS = 3_000_000
MAX_EDGES = 30_000_000

#: An explicit graph built from arrays: so many moves; solving it takes 8 bytes for each.
MAX_EDGES_AS_ARRAYS = 200_000_000

#: On the fly: so many bytes a position, the largest possible frontier included.
BYTES_ON_THE_FLY = 10


def too_large(what: str, limit: str, value: int) -> str:
    """What to say of a game with more than so many of them."""
    return f"the game has more than {value:,} {what}; raise {limit}, if memory allows, or take a smaller game"


def check_memory(positions: int, bytes_each: int) -> None:
    """Raise TooLarge when so many positions will not fit, before the machine finds out the hard way."""
    need, free = positions * bytes_each, _free_memory()
    if positions >= 1 << 31 or need > free:
        raise TooLarge(
            f"{positions:,} positions are too many: they need about {need / 1e9:,.1f} GB and {free / 1e9:,.1f} GB are "
            f"free; at most {2**31 - 1:,} can be numbered. Take a smaller game"
        )


def _free_memory() -> int:
    """Bytes this process may still take: what the machine has free, or less where a container says so."""
    import psutil

    free = int(psutil.virtual_memory().available)
    group = Path("/sys/fs/cgroup")
    try:
        most, used = (int((group / name).read_text()) for name in ("memory.max", "memory.current"))
    except (OSError, ValueError):  # not in a container, or "max": no limit
        return free
    return min(free, most - used)
