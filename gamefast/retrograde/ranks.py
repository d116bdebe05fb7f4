"""Retrograde analysis rank by rank: one frontier for each remoteness, instead of a queue that keeps
everything.

A rank is the set of all positions with the same remoteness. The positions of remoteness r + 1
follow from those settled at remoteness r, the frontier. So nothing has to be kept except the
answer, a counter for each position, and one frontier. It is worked through in pieces, between which
the stop button works and the state can be kept.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamefast.machine import CHUNK
from gamefast.progress import UNKEPT, Progress, Run

#: ``advance(frontier, outcome, remoteness, left, rank, found)``: settles what follows at remoteness
#: ``rank`` from the positions in ``frontier``, lists that in ``found``, and returns how many
#: positions it found.
Advance = Callable[
    [NDArray[np.int32], NDArray[np.int8], NDArray[Any], NDArray[Any], int, NDArray[np.int32]], int
]

#: No positions.
NONE = np.empty(0, np.int32)


class Late:
    """Terminal positions with a remoteness of more than 0: the rules end play there before the last
    move, for example where a king can be taken.

    >>> late = Late(np.array([3, 4, 5]), np.array([2, 1, 2]))
    >>> late.at(2), late.first_from(3) is None
    (array([3, 5], dtype=int32), True)
    """

    def __init__(self, positions: NDArray[Any], remoteness: NDArray[Any]) -> None:
        by_remoteness = np.argsort(remoteness, kind="stable")
        self.positions = positions[by_remoteness].astype(np.int32)
        self.remoteness = remoteness[by_remoteness].astype(np.int32)

    def at(self, remoteness: int) -> NDArray[np.int32]:
        """The positions with this remoteness."""
        begin, end = np.searchsorted(self.remoteness, [remoteness, remoteness + 1])
        return self.positions[begin:end]

    def first_from(self, remoteness: int) -> int | None:
        """The smallest remoteness of these positions that is not less than ``remoteness``; None if
        there is none.
        """
        begin = np.searchsorted(self.remoteness, remoteness)
        return int(self.remoteness[begin]) if begin < len(self.remoteness) else None


def settle_by_rank(
    outcome: NDArray[np.int8],
    left: NDArray[Any],
    advance: Advance,
    most_sources: int,
    size: int,
    run: Run = UNKEPT,
    late: Late | None = None,
) -> NDArray[np.int16] | NDArray[np.int32]:
    """Settle all that follows from the terminal positions; return every position's remoteness, -1
    for a draw.

    Parameters
    ----------
    outcome
        int8, shape (n,): 1 or -1 if play is over and won or lost, otherwise 0; is filled.
    left
        int8, int16 or int32, shape (n,): how many moves a position has, 0 if play is over; is used
        up.
    advance
        The function that settles the next rank from a part of one rank.
    most_sources
        The largest number of positions with a move to any one position.
    size
        Positions and moves together: long work shows a bar.
    run
        What keeps the state, if it is to be kept; an earlier run is resumed.
    late
        The terminal positions with a remoteness of more than 0; each joins the frontier of its
        remoteness.

    Returns
    -------
    array
        int16, or int32 if play is longer than that; shape (n,).

    Examples
    --------
    >>> def advance(frontier, outcome, remoteness, left, rank, found):  # a street 3 -> 2 -> 1 -> 0
    ...     for v in frontier[frontier < 3] + 1:
    ...         outcome[v], remoteness[v], left[v], found[0] = -outcome[v - 1], rank, 0, v
    ...     return int(frontier[0] < 3)
    >>> outcome = np.array([-1, 0, 0, 0], np.int8)
    >>> settle_by_rank(outcome, np.array([0, 1, 1, 1]), advance, 1, 4), outcome
    (array([0, 1, 2, 3], dtype=int16), array([-1,  1, -1,  1], dtype=int8))
    """
    # ``rank``: the remoteness that is being settled. ``pieces``: what is left of the frontier, the
    # positions of remoteness ``rank - 1``. ``following``: what has been settled with remoteness
    # ``rank``, piece by piece; together this is the next frontier. ``done``: how many positions
    # have been taken from frontiers so far, as the bar counts them.
    late = late or Late(NONE, NONE)

    # Resume an earlier run, or begin with the terminal positions.
    begun = run.begun()
    if begun:
        # ``pop`` frees the memory of what is copied here.
        outcome[:] = begun.pop("outcome")
        left[:] = begun.pop("left")
        remoteness = begun.pop("remoteness")
        rank = int(begun["at"][0])
        pieces = deque(_cut(begun["frontier"]))
        following = [begun["following"]]
        settled = int(np.count_nonzero(remoteness >= 0))
        still_to_take = len(begun["frontier"]) + len(begun["following"])
        done = settled - still_to_take
    else:
        remoteness = np.full(len(outcome), -1, np.int16)
        remoteness[outcome != 0] = 0
        remoteness[late.positions] = -1  # until the rank of each comes
        rank = 1
        pieces = deque(_ends(remoteness))
        following = [NONE]
        done = 0

    def state() -> dict[str, NDArray[Any]]:
        """What a file has to keep for the run to be resumed."""
        return {
            "outcome": outcome,
            "remoteness": remoteness,
            "left": left,
            "frontier": np.concatenate([NONE, *pieces]),
            "following": np.concatenate(following),
            "at": np.array([rank], np.int64),
        }

    # Room for what a piece settles, at most all positions with a move to one of its CHUNK
    # positions.
    found = np.empty(min(len(outcome), CHUNK * most_sources), np.int32)

    with Progress(len(outcome), "settling", size) as bar:
        bar(done)
        while True:
            if not pieces:  # this rank is finished: begin the next one
                if not any(map(len, following)):
                    # Nothing has this remoteness but, perhaps, a late end: go on with the first
                    # one.
                    next_end = late.first_from(rank)
                    if next_end is None:
                        break
                    rank = next_end
                late_ends = late.at(rank)
                frontier = np.concatenate([*following, late_ends])
                if rank + 1 > np.iinfo(remoteness.dtype).max:
                    remoteness = remoteness.astype(np.int32)
                remoteness[late_ends] = rank
                rank += 1
                pieces = deque(_cut(frontier))
                following = [NONE]

            # Settle what follows from one piece of the frontier.
            piece = pieces.popleft()
            count = advance(piece, outcome, remoteness, left, rank, found)
            following.append(found[:count].copy())
            bar(len(piece), f"remoteness {rank}")
            finished_rank = rank - 1 if pieces else rank  # up to which everything is settled
            run.look(state, finished_rank)
    return remoteness


def _ends(remoteness: NDArray[Any]) -> Iterator[NDArray[np.int32]]:
    """The numbers of the positions where play is over, a chunk at a time."""
    for begin in range(0, len(remoteness), CHUNK):
        is_over = remoteness[begin : begin + CHUNK] == 0
        yield (np.flatnonzero(is_over) + begin).astype(np.int32)


def _cut(frontier: NDArray[np.int32]) -> list[NDArray[np.int32]]:
    """A frontier in pieces."""
    return [frontier[begin : begin + CHUNK] for begin in range(0, len(frontier), CHUNK)]
