"""Recursion as deep as a game needs, and no deeper than Python can bear.

A search calls itself once for each move, so it follows a long game by a deep recursion. But Python
allows only about a thousand calls inside each other, because more of them are usually a mistake: a
function that calls itself without end. So we raise this limit by a few calls whenever the search
gets deeper, and restore it when the search has ended. A method of a game that calls itself without
end is still stopped soon, before it can use up the memory.

Such calls take room on Python's own heap, but only if no argument is handed over with a star:
``f(*given)`` goes through C, whose stack cannot be enlarged, and ends in a crash.

The limit is one for all threads of a program. It is restored when the last search has ended.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from gamelib.core import TooLarge

#: How many moves deep a search can go; each takes about a kilobyte.
DEEPEST = 100_000

#: How many functions of a search call each other for one move, at most.
CALLS_A_MOVE = 3

#: For how many further moves room is made at a time.
MOVES_AT_A_TIME = 250


class Searches:
    """The searches that run at present, in all threads: how many, and the limit to restore."""

    lock = Lock()
    running = 0
    usual_limit = 0


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Put this around a whole search; inside it, ``make_room`` raises Python's limit.

    Raises RecursionError, in words, if a function that the search calls never stops calling itself.
    """
    with Searches.lock:
        if Searches.running == 0:
            Searches.usual_limit = sys.getrecursionlimit()
        Searches.running += 1
    try:
        yield
    except RecursionError:
        raise RecursionError(
            "a method of the game, or evaluate, order or bounds, calls itself again and again"
        ) from None
    finally:
        with Searches.lock:
            Searches.running -= 1
            if Searches.running == 0:
                sys.setrecursionlimit(Searches.usual_limit)


def make_room(moves_deep: int) -> None:
    """Raise Python's limit far enough for the next ``MOVES_AT_A_TIME`` moves of a search.

    Call it once for each move. Raises TooLarge if the search is deeper than ``DEEPEST``.
    """
    if moves_deep > DEEPEST:
        raise TooLarge(f"play can go deeper than {DEEPEST:,} moves: look less far ahead, depth=...")
    if moves_deep % MOVES_AT_A_TIME == 1:  # at the first move, and then every so often
        with Searches.lock:
            enough = Searches.usual_limit + CALLS_A_MOVE * (moves_deep + MOVES_AT_A_TIME)
            sys.setrecursionlimit(max(sys.getrecursionlimit(), enough))
