"""What the rules of an ending look up: steps on the board, lines of attack, and the symmetries.

All this is one flat table of whole numbers, so that the compiled rules can read it. The places of
its parts follow from the number of squares S alone (see the constants in ``rules``). A symmetry of
the board can take the white king to one of a few squares, its *homes*; a captured piece is in the
*box*, which has the number S.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

#: Directions as (rows, columns): 0-3 along rows and columns, 4-7 along the diagonals, 8-15 the
#: knight's jumps.
DIRECTIONS = (
    *((1, 0), (-1, 0), (0, 1), (0, -1)),
    *((1, 1), (1, -1), (-1, 1), (-1, -1)),
    *((r, c) for r, c in product((-2, -1, 1, 2), repeat=2) if abs(r) != abs(c)),
)

#: For each kind of piece: its first direction, the one after its last, and whether it slides.
KINDS = {"K": (0, 8, 0), "Q": (0, 8, 1), "R": (0, 4, 1), "B": (4, 8, 1), "N": (8, 16, 0)}


def table(pieces: list[tuple[str, int]], rows: int, columns: int) -> NDArray[np.int64]:
    """The table of an ending.

    Parameters
    ----------
    pieces
        Kind and side (0 white, 1 black) of each piece, the white king first, the black king second.
    rows, columns
        The size of the board.

    Returns
    -------
    array
        int64, flat.

    Examples
    --------
    >>> len(table([("K", 0), ("K", 1), ("R", 0)], 8, 8))
    6524
    """
    squares = rows * columns
    images = _images(rows, columns)
    # The home of a square is the smallest of its images.
    homes = sorted({min(image[s] for image in images) for s in range(squares)})

    # The first numbers, filled up to the 8 places before the pieces (``rules.PIECES``).
    twins = len(pieces) == 4 and pieces[2] == pieces[3]
    # As many positions have White to move: the white king is at home, and of the other pieces all
    # but the black king may also be in the box.
    black_from = len(homes) * squares * (squares + 1) ** (len(pieces) - 2)
    head = [squares, len(pieces), len(homes), len(images), int(twins), black_from, 0, 0]

    # Four numbers for each piece. A missing piece has no directions, and neither side.
    of_pieces = [(*KINDS[kind], side) for kind, side in pieces]
    of_pieces += [(0, 0, 0, -1)] * (4 - len(pieces))

    # The next square in each direction: the board, shifted. Around it are two squares (a knight's
    # jump) of -1.
    board = np.pad(np.arange(squares).reshape(rows, columns), 2, constant_values=-1)
    steps = [board[2 + r :, 2 + c :][:rows, :columns].ravel().tolist() for r, c in DIRECTIONS]

    # For each square, the symmetries that take it to a home.
    ways = [[k for k, image in enumerate(images) if image[s] in homes] for s in range(squares)]

    # The rows, as the constants of ``rules`` number them.
    lists = [
        *steps,
        [homes.index(images[ways[s][0]][s]) for s in range(squares)],  # HOME_OF
        homes,  # HOME_SQUARE
        [len(way) for way in ways],  # WAYS_HOME
        *([way[k] if k < len(way) else -1 for way in ways] for k in range(8)),  # WAY_HOME
        *([*image, squares] for image in images),  # IMAGE; a piece in the box stays there
        *([] for _ in range(8 - len(images))),  # for the symmetries that an oblong board lacks
        *_towards(steps, squares),  # TOWARDS
    ]
    table_of_rows = np.full((len(lists), squares + 1), -1)
    for row, entries in zip(table_of_rows, lists, strict=True):
        row[: len(entries)] = entries
    return np.concatenate([head, *of_pieces, table_of_rows.ravel()]).astype(np.int64)


def _towards(steps: list[list[int]], squares: int) -> list[list[int]]:
    """For each square, the direction that leads from there to each other square, or -1. Last a row
    of -1 for the box, from where no direction leads anywhere.
    """
    direction_to = [[-1] * squares for _ in range(squares + 1)]
    for d, s in product(range(len(DIRECTIONS)), range(squares)):
        is_jump = d >= 8  # of a knight, who jumps once; in other directions pieces may slide on
        target = steps[d][s]
        while target >= 0:
            direction_to[s][target] = d
            target = -1 if is_jump else steps[d][target]
    return direction_to


def _images(rows: int, columns: int) -> list[list[int]]:
    """Where each symmetry of the board takes each square: 4 symmetries if it is oblong, 8 if it is
    square.
    """
    board = np.arange(rows * columns).reshape(rows, columns)
    boards = (board, board.T) if rows == columns else (board,)  # as it is, and mirrored
    return [
        squares[::row_step, ::column_step].ravel().tolist()
        for squares in boards
        for row_step, column_step in product((1, -1), repeat=2)  # -1: from the other side
    ]
