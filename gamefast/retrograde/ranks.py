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
from dataclasses import dataclass
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
    late = late or Late(NONE, NONE)
    state = _Ranks.resumed(run, outcome, left) or _Ranks.from_ends(outcome, left, late)
    # Room for what a piece settles, at most all positions with a move to one of its CHUNK
    # positions.
    found = np.empty(min(len(outcome), CHUNK * most_sources), np.int32)
    with Progress(len(outcome), "settling", size) as bar:
        bar(state.taken())
        while state.pieces or state.begin_next_rank(late):
            # Settle what follows from one piece of the frontier.
            piece = state.pieces.popleft()
            count = advance(piece, outcome, state.remoteness, left, state.rank, found)
            state.following.append(found[:count].copy())
            bar(len(piece), f"remoteness {state.rank}")
            # Up to here everything is settled, but for late ends, which join next.
            finished_rank = state.rank - 1 if state.pieces else state.rank
            run.look(state.columns, finished_rank)
    return state.remoteness


@dataclass
class _Ranks:
    """How far settling by rank has come.

    ``rank``: the remoteness that is being settled. ``pieces``: what is left of the frontier, the
    positions of remoteness ``rank - 1``. ``following``: what has been settled with remoteness
    ``rank``, piece by piece; together this is the next frontier. ``outcome``, ``left``,
    ``remoteness``: as in ``settle_by_rank``.
    """

    outcome: NDArray[np.int8]
    left: NDArray[Any]
    remoteness: NDArray[Any]
    rank: int
    pieces: deque[NDArray[np.int32]]
    following: list[NDArray[np.int32]]

    @classmethod
    def from_ends(cls, outcome: NDArray[np.int8], left: NDArray[Any], late: Late) -> _Ranks:
        """The beginning: the terminal positions are settled, but for the late ones."""
        remoteness = np.full(len(outcome), -1, np.int16)
        remoteness[outcome != 0] = 0
        remoteness[late.positions] = -1  # until the rank of each comes
        pieces = deque(_ends(remoteness))
        return cls(outcome, left, remoteness, 1, pieces, [NONE])

    @classmethod
    def resumed(cls, run: Run, outcome: NDArray[np.int8], left: NDArray[Any]) -> _Ranks | None:
        """What an earlier run has kept, or None; ``outcome`` and ``left`` are filled."""
        kept = run.begun()
        if not kept:
            return None
        # ``pop`` frees the memory of what is copied here.
        outcome[:] = kept.pop("outcome")
        left[:] = kept.pop("left")
        remoteness = kept.pop("remoteness")
        rank = int(kept["at"][0])
        pieces = deque(_cut(kept["frontier"]))
        return cls(outcome, left, remoteness, rank, pieces, [kept["following"]])

    def columns(self) -> dict[str, NDArray[Any]]:
        """What a file has to keep for the run to be resumed."""
        return {
            "outcome": self.outcome,
            "remoteness": self.remoteness,
            "left": self.left,
            "frontier": np.concatenate([NONE, *self.pieces]),
            "following": np.concatenate(self.following),
            "at": np.array([self.rank], np.int64),
        }

    def taken(self) -> int:
        """How many positions have been taken from frontiers so far, as the bar counts them."""
        settled = int(np.count_nonzero(self.remoteness >= 0))
        still_to_take = sum(map(len, [*self.pieces, *self.following]))
        return settled - still_to_take

    def begin_next_rank(self, late: Late) -> bool:
        """Go on to the next rank, once all pieces of this one are done; False if there is none."""
        if not any(map(len, self.following)):
            # Nothing has this remoteness but, perhaps, a late end: go on with the first one.
            next_end = late.first_from(self.rank)
            if next_end is None:
                return False
            self.rank = next_end
        late_ends = late.at(self.rank)
        frontier = np.concatenate([*self.following, late_ends])
        if self.rank + 1 > np.iinfo(self.remoteness.dtype).max:
            self.remoteness = self.remoteness.astype(np.int32)
        self.remoteness[late_ends] = self.rank
        self.rank += 1
        self.pieces = deque(_cut(frontier))
        self.following = [NONE]
        return True


def _ends(remoteness: NDArray[Any]) -> Iterator[NDArray[np.int32]]:
    """The numbers of the positions where play is over, a chunk at a time."""
    for begin in range(0, len(remoteness), CHUNK):
        is_over = remoteness[begin : begin + CHUNK] == 0
        yield (np.flatnonzero(is_over) + begin).astype(np.int32)


def _cut(frontier: NDArray[np.int32]) -> list[NDArray[np.int32]]:
    """A frontier in pieces."""
    return [frontier[begin : begin + CHUNK] for begin in range(0, len(frontier), CHUNK)]
