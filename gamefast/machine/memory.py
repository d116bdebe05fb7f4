"""What fits into memory."""

from __future__ import annotations

from math import inf

from gamefast.memory import free_memory
from gamelib.core import TooLarge
from gamelib.packages import install

#: The limits of a game that is walked position by position, as Python objects, unless others are
#: given.
MAX_POSITIONS = 3_000_000
MAX_EDGES = 30_000_000

#: The limit if each position costs about a kilobyte, because more than arrays is kept.
MAX_KEPT = 1_000_000

#: The limit of moves for an explicit graph built from arrays; solving it takes 8 bytes for each.
MAX_EDGES_AS_ARRAYS = 200_000_000

#: Bytes for each position when solving on the fly, including the largest possible frontier.
BYTES_ON_THE_FLY = 10

#: How many bytes are assumed to be free if nothing says how many are.
FREE_IF_UNTOLD = 2_000_000_000


def check_memory(positions: int, bytes_each: int) -> None:
    """Raise TooLarge if this many positions do not fit into free memory, before anything is
    allocated.
    """
    told = free_memory()
    need, free = positions * bytes_each, FREE_IF_UNTOLD if told is None else told
    if positions >= 1 << 31 or need > free:
        guessed = f"are assumed to be free, because only psutil can tell here ({install('fast')})"
        raise TooLarge(
            f"{positions:,} positions are too many: they need about {need / 1e9:,.1f} GB and "
            f"{free / 1e9:,.1f} GB "
            f"{guessed if told is None else 'are free'}; at most {2**31 - 1:,} can be numbered. "
            "Take a smaller game",
            (positions, need),
        )


def in_words(number: float) -> str:
    """A large number, rounded."""
    return (
        "endlessly many" if number == inf else f"{number:,.0f}" if number < 1e7 else f"{number:.1e}"
    )
