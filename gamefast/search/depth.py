"""Recursion as deep as a game needs, and no deeper than Python can bear; and the check of
``depth``.
"""

from __future__ import annotations

import sys
from threading import Lock
from typing import SupportsIndex

from gamelib.core import TooLarge

#: How many moves deep a search can go; each takes about a kilobyte.
DEEPEST = 100_000

#: How many functions of a search call each other for one move, and for how many moves at a time
#: room is made.
FRAMES, STEP = 4, 250


class Descent:
    """How deep a search has gone; Python's recursion limit follows it, and is restored when the
    search ends.

    Put ``with descent:`` around the whole search. The search calls ``deeper`` at each move and
    takes 1 from ``level`` on the way back. The limit is raised only as far as the search has come.
    So if a reader's function calls itself without end, it is stopped as it would be outside a
    search, before it can crash the interpreter. Raises TooLarge for a game deeper than ``DEEPEST``,
    and RecursionError, saying so, for such a function.
    """

    lock, searches, usual = Lock(), 0, 0  # for all threads: how many run, and the limit to restore

    def __init__(self) -> None:
        self.level, self.room = 0, 0

    def deeper(self) -> None:
        """Go one move deeper; if there is no room left, raise Python's limit for a few more
        moves.
        """
        self.level += 1
        if self.level <= self.room:
            return
        if self.level > DEEPEST:
            raise TooLarge(
                f"play can go deeper than {DEEPEST:,} moves: look less far ahead, depth=..."
            )
        self.room = self.level + STEP
        with Descent.lock:
            sys.setrecursionlimit(max(sys.getrecursionlimit(), Descent.usual + FRAMES * self.room))

    def __enter__(self) -> Descent:
        with Descent.lock:
            if not Descent.searches:
                Descent.usual = sys.getrecursionlimit()
            Descent.searches += 1
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        with Descent.lock:
            Descent.searches -= 1
            if not Descent.searches:
                sys.setrecursionlimit(Descent.usual)
        if kind is not None and issubclass(kind, RecursionError):
            raise RecursionError(
                f"{self.level} moves deep in the search, a method of the game, or evaluate, order "
                "or bounds, calls "
                "itself again and again"
            ) from None


def check_depth(depth: object) -> None:
    """Raise ValueError, saying what to give, for a depth that is neither a number of moves nor
    None.
    """
    if depth is not None and (not isinstance(depth, SupportsIndex) or depth.__index__() < 0):
        raise ValueError(
            f"depth={depth!r}: give the number of moves to look ahead, 0 or more, or None for no "
            "limit"
        )
