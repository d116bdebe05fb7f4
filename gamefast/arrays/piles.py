"""One pile of matches as arrays: pile k has number k."""

from __future__ import annotations

import numpy as np

from gamefast.arrays.graph import GameGraph, row_starts
from gamefast.arrays.walk import Numbers
from gamefast.machine import check_memory
from gamelib.core import LOSS
from gamelib.games import Matches


def pile_graph(game: Matches) -> GameGraph:
    """All piles from 0 to n, whether play from n can reach them or not; pile k has number k.

    Raises TooLarge if they would not fit into memory.

    >>> pile_graph(Matches(3))
    <GameGraph: 4 positions, 6 moves>
    """
    takes = np.array([take for take in game.takes if take <= game.n], np.int64)
    check_memory(game.n + 1, 32 + 24 * len(takes))
    piles = np.arange(game.n + 1)
    # a row for each pile, a column for each take; below 0 if there is no such move
    left = piles[:, None] - takes
    is_move = left >= 0
    indptr = row_starts(np.count_nonzero(is_move, axis=1))
    terminal = np.where(piles < game.takes[0], float(LOSS), np.nan)
    return GameGraph(indptr, left[is_move].astype(np.int32), terminal, Numbers(game.n + 1), game)
