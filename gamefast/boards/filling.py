"""Boards that fill up: two players mark free cells in turn, and a player who completes a line wins,
as arrays.

Every move adds one mark to the board. So the positions with k marks are found together from those
with k - 1 marks. A set of cells is a number, where cell i is bit i. A position is two sets, the
cells of the player to move and those of the opponent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamefast.arrays.graph import GameGraph, row_starts
from gamefast.arrays.walk import Listed

#: The largest board that is taken as a whole: 12 cells can be marked in half a million ways.
MAX_CELLS = 12


def filling(game: Any, cells: int, lines: Sequence[Sequence[int]], marks: str) -> GameGraph:
    """Everything that can be reached from the empty board, numbered as a breadth-first walk would
    number it.

    Parameters
    ----------
    game
        The game, whose moves at a position are the free cells in order.
    cells
        How many cells there are, at most ``MAX_CELLS``.
    lines
        The cells of each line, as numbers from 0 on.
    marks
        The marks of the first player, of the second, and of a free cell: a position is a string of
        these.

    Returns
    -------
    GameGraph
        The graph of the whole game.

    Examples
    --------
    >>> from gamelib.games import TicTacToe
    >>> graph = filling(TicTacToe(1, 2, 2), 2, [(0, 1)], "XO.")
    >>> [graph.position(i) for i in range(len(graph))]
    ['..', 'X.', '.X', 'XO', 'OX']
    """
    sets = [sum(1 << i for i in line) for line in lines]
    mine = other = np.zeros(1, np.int64)
    degree, targets, terminal, texts, count = [], [], [], [], 1
    for k in range(cells + 1):
        lost = np.any([other & line == line for line in sets], axis=0)
        free = ~(mine | other)[:, None] >> np.arange(cells) & 1
        free[lost] = 0
        degree.append(free.sum(axis=1))
        terminal.append(np.where(lost, -1.0, np.nan if k < cells else 0.0))
        texts.append(
            _texts(mine, other, marks if k % 2 == 0 else marks[1] + marks[0] + marks[2], cells)
        )
        before, cell = np.nonzero(free)
        options, first, which = np.unique(
            other[before] << cells | mine[before] | 1 << cell,
            return_index=True,
            return_inverse=True,
        )
        met = np.argsort(first)  # in the order of the walk
        number = np.empty_like(met)
        number[met] = np.arange(count, count + len(met))
        targets.append(number[which])
        mine, other = options[met] >> cells, options[met] & (1 << cells) - 1
        count += len(met)
    positions = [text for layer in texts for text in layer]
    indptr, arrays = row_starts(np.concatenate(degree)), np.concatenate(targets).astype(np.int32)
    return GameGraph(indptr, arrays, np.concatenate(terminal), Listed(positions), game)


def _texts(mine: NDArray[np.int64], other: NDArray[np.int64], marks: str, cells: int) -> list[str]:
    """Positions as strings."""
    bits = np.arange(cells)
    which = (
        2 - 2 * (mine[:, None] >> bits & 1) - (other[:, None] >> bits & 1)
    )  # 0 mine, 1 the opponent's, 2 free
    text = np.frombuffer(marks.encode(), np.uint8)[which].tobytes().decode()
    return [text[i : i + cells] for i in range(0, len(text), cells)]
