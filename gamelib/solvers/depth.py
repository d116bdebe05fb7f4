"""What a search needs of Python: to call itself as deep as a game may be, and numbers that can be compared."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any, SupportsIndex

from gamelib.core import TooLarge

#: Python calls itself no deeper than this, at some kilobyte a call.
DEEPEST = 1_000_000


class _Running:
    """How many searches are running now, in all threads, and the limit to go back to after the last of them."""

    lock, searches, usual = Lock(), 0, 0


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Let Python functions call each other as deep as a game may be; raises TooLarge beyond that."""
    with _Running.lock:
        if not _Running.searches:
            _Running.usual = sys.getrecursionlimit()
            sys.setrecursionlimit(max(_Running.usual, DEEPEST))
        _Running.searches += 1
    try:
        yield
    except RecursionError:
        raise TooLarge(f"play can go deeper than {DEEPEST:,} moves: give a depth") from None
    finally:
        with _Running.lock:
            _Running.searches -= 1
            if not _Running.searches:
                sys.setrecursionlimit(_Running.usual)


def check_depth(depth: object) -> None:
    """Raise ValueError, saying what to give, for a depth that is neither a number of moves nor None."""
    if depth is not None and (not isinstance(depth, SupportsIndex) or depth.__index__() < 0):
        raise ValueError(f"depth={depth!r}: give the number of moves to look ahead, 0 or more, or None for no limit")


def number(value: Any, position: Any) -> Any:
    """The value, if it is a number that can be compared; raises ValueError, naming the position, for nan."""
    if value != value:
        raise ValueError(f"the value of {position!r} is {value!r}: it must be a number")
    return value
