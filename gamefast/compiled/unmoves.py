"""What is said of un-moves that are not the moves turned round, and where the fault is looked for.

A walk, or the count of a dense game, adds up for each position a summand of every position with a
move to it. Retrograde analysis adds up the summands of those that ``sources`` lists there, and fails
unless the two sums are equal. So a single un-move that is missing, or is none, is always noticed.
The sums have 32 bits: several mistakes at one position cancel once in two thousand million times. A
position that is never settled is not asked for its un-moves, and nothing follows from it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import numpy as np

from gamefast.arrays.arena import Arena
from gamefast.boards.tokens import chunks

#: What to do about a wrong un-move.
REMEDY = (
    "Un-moves are the moves turned round, all of them: correct sources, or leave it out, and solve "
    "reverses the moves itself"
)


def forgotten(source: Any, option: Any) -> ValueError:
    """The error for a move from ``source`` to ``option`` that the rule ``sources`` leaves out, or
    lists twice.
    """
    return ValueError(
        f"position {source} leads to {option}, but sources({option}) does not list {source} once. "
        f"{REMEDY}"
    )


def invented(source: Any, option: Any) -> ValueError:
    """The error for an un-move that the rule ``sources`` lists, though no move leads from
    ``source`` to ``option``.
    """
    return ValueError(
        f"sources({option}) lists {source}, but options({source}) does not list {option}. {REMEDY}"
    )


def listed_twice(source: Any, options: Collection[Any]) -> ValueError:
    """The error for ``options`` of the position ``source`` among which one is there twice: with
    un-moves this is not allowed.
    """
    return ValueError(f"options({source}) lists {[*options]}: with un-moves (sources), each once")


def wrong_unmoves(
    arena: Arena, option: int, listed: Collection[int], name: Callable[[int], Any]
) -> ValueError:
    """The error for a position at which the sum of the un-moves is not that of the moves.

    All moves of the arena are looked through for those that lead there. The first mistake that is
    found is the error.

    Parameters
    ----------
    arena
        The game.
    option
        The number of the position in the arena.
    listed
        The numbers in the arena of the positions that ``sources`` lists there, each once.
    name
        From the number of a position in the arena to what the rules call it, for the error.
    """
    unconfirmed = {*listed}  # by a move that leads from there to ``option``
    for which in chunks(len(arena)):
        indptr, targets = arena.rows(which)
        moves = np.flatnonzero(targets == option)
        rows = np.searchsorted(indptr, moves, side="right") - 1  # the row in which each move stands
        for source in which[rows].tolist():
            if source not in listed:
                return forgotten(name(source), name(option))
            if source not in unconfirmed:  # it has been confirmed before, so this is a second move
                return listed_twice(name(source), [*map(name, arena.options(source).tolist())])
            unconfirmed.remove(source)
    if unconfirmed:
        return invented(name(next(iter(unconfirmed))), name(option))

    # Both rules are right as they are computed now, but the sums were not equal.
    return ValueError(
        f"sources({name(option)}) differs under the compiled rules: does it write beyond its room, "
        "or is a number larger than 64 bits?"
    )
