"""One pile of matches as arrays: pile k has number k."""

from __future__ import annotations

import numpy as np

from gamefast.arrays.graph import GameGraph, row_starts
from gamefast.arrays.walk import Numbers
from gamefast.machine import check_memory
from gamelib.core import LOSS
from gamelib.games import Matches

#: Bytes that are needed at the same time for each pile, and for each take at each pile.
BYTES_OF_PILE = 32
BYTES_OF_TAKE = 24


def pile_graph(game: Matches) -> GameGraph:
    """All piles from 0 to n, whether play from n can reach them or not; pile k has number k.

    Raises TooLarge if they would not fit into memory.

    >>> pile_graph(Matches(3))
    <GameGraph: 4 positions, 6 moves>
    """
    takes = np.array([take for take in game.takes if take <= game.n], np.int64)
    n_piles = game.n + 1
    check_memory(n_piles, BYTES_OF_PILE + BYTES_OF_TAKE * len(takes))
    piles = np.arange(n_piles)
    # A row for each pile, a column for each take: what is left, below 0 if there is no such move.
    left = piles[:, None] - takes
    is_move = left >= 0
    moves_of_each = np.count_nonzero(is_move, axis=1)
    targets = left[is_move].astype(np.int32)  # row by row
    smallest_take = game.takes[0]
    terminal = np.where(piles < smallest_take, float(LOSS), np.nan)
    return GameGraph(row_starts(moves_of_each), targets, terminal, Numbers(n_piles), game)
