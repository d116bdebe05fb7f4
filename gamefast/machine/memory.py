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

#: The limits if compiled rules walk a game: about 25 bytes for each position and 4 for each move,
#: half a minute for a hundred million positions. What memory holds is looked at besides.
MAX_POSITIONS_COMPILED = 100_000_000
MAX_EDGES_COMPILED = 1_000_000_000

#: The limit if each position costs about a kilobyte, because more than arrays is kept.
MAX_KEPT = 1_000_000

#: The limit of moves for an explicit graph built from arrays; solving it takes 8 bytes for each.
MAX_EDGES_AS_ARRAYS = 200_000_000

#: Bytes for each position when solving on the fly, including the largest possible frontier.
BYTES_ON_THE_FLY = 10

#: Numbers of positions have 31 bits.
MOST_NUMBERED = 2**31 - 1

#: How many bytes are assumed to be free if nothing says how many are.
FREE_IF_UNTOLD = 2_000_000_000


def check_memory(positions: int, bytes_each: int) -> None:
    """Raise TooLarge if this many positions do not fit into free memory, or are too many for
    numbers of 31 bits. Call it before anything is allocated.
    """
    need = positions * bytes_each
    if positions > MOST_NUMBERED or need > _free():
        raise TooLarge(
            f"{positions:,} positions are too many: they need {_need(need)}; at most "
            f"{MOST_NUMBERED:,} can be numbered. Take a smaller game",
            (positions, need),
        )


def check_more(need: int, work: str, found: str) -> None:
    """Raise TooLarge if ``need`` more bytes are not free. Call it before they are allocated.

    Parameters
    ----------
    need
        How many bytes.
    work
        What needs them, as the subject of the error: "to walk on".
    found
        How far the work has come, as a sentence without a full stop.
    """
    if need > _free():
        raise TooLarge(f"{work} needs {_need(need)}. {found}. Take a smaller game", (0, need))


def _free() -> int:
    """How many bytes are free, or assumed to be."""
    known = free_memory()
    return FREE_IF_UNTOLD if known is None else known


def _need(need: int) -> str:
    """How much memory is needed, and how much there is, as a part of a sentence: "about 3.2 GB and
    1.5 GB are free".
    """
    if free_memory() is None:
        cure = install("fast")
        words = f"are assumed to be free, because only psutil can tell here ({cure})"
    else:
        words = "are free"
    return f"about {need / 1e9:,.1f} GB and {_free() / 1e9:,.1f} GB {words}"


def in_words(number: float) -> str:
    """A number in words, rounded if it is large: "5,478" or "1.2e+09"."""
    if number == inf:
        return "endlessly many"
    if number < 1e7:
        return f"{number:,.0f}"
    return f"{number:.1e}"
