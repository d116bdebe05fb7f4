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
from gamelib.core import DRAW, LOSS

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
    line_sets = [sum(1 << i for i in line) for line in lines]
    all_cells = (1 << cells) - 1
    swapped_marks = marks[1] + marks[0] + marks[2]
    # The positions with k marks, in the order of their numbers: what the player to move has, and
    # what the opponent has. At first this is the empty board, number 0.
    mine = np.zeros(1, np.int64)
    theirs = np.zeros(1, np.int64)
    count = 1  # how many positions have been numbered
    degrees = []
    targets = []
    terminal = []
    texts: list[str] = []
    for k in range(cells + 1):
        is_lost = np.any([theirs & line == line for line in line_sets], axis=0)
        result_if_not_lost = float(DRAW) if k == cells else np.nan  # NaN: play goes on
        terminal.append(np.where(is_lost, float(LOSS), result_if_not_lost))
        is_free = ~(mine | theirs)[:, None] >> np.arange(cells) & 1  # shape (positions, cells)
        is_free[is_lost] = 0  # there is no move: play is over
        degrees.append(is_free.sum(axis=1))
        first_player_moves = k % 2 == 0
        texts += _texts(mine, theirs, marks if first_player_moves else swapped_marks, cells)

        # Each move as (position, cell), position by position. The option is one number: its upper
        # bits are what the opponent has, who is to move then, and its lower bits are what the player
        # has who has moved.
        before, cell = np.nonzero(is_free)
        after_move = theirs[before] << cells | mine[before] | 1 << cell
        options, first_move_to, option_of_move = np.unique(
            after_move, return_index=True, return_inverse=True
        )
        # ``options`` are sorted by their bits; a walk numbers them in the order in which their first
        # moves come. So ``number[k]`` becomes the number of ``options[k]``.
        in_order = np.argsort(first_move_to)
        number = np.empty_like(in_order)
        number[in_order] = np.arange(count, count + len(in_order))
        targets.append(number[option_of_move])
        mine = options[in_order] >> cells
        theirs = options[in_order] & all_cells
        count += len(in_order)
    return GameGraph(
        indptr=row_starts(np.concatenate(degrees)),
        targets=np.concatenate(targets).astype(np.int32),
        terminal=np.concatenate(terminal),
        numbering=Listed(texts),
        game=game,
    )


def _texts(mine: NDArray[np.int64], theirs: NDArray[np.int64], marks: str, cells: int) -> list[str]:
    """Positions as strings. ``marks``: that of the player to move, of the opponent, of a free
    cell.
    """
    bits = np.arange(cells)
    is_mine = mine[:, None] >> bits & 1  # shape (positions, cells)
    is_theirs = theirs[:, None] >> bits & 1
    place_in_marks = 2 - 2 * is_mine - is_theirs  # mine: 0, theirs: 1, free: 2
    codes = np.frombuffer(marks.encode(), np.uint8)[place_in_marks]
    text = codes.tobytes().decode()  # all positions, one after another
    return [text[begin : begin + cells] for begin in range(0, len(text), cells)]
