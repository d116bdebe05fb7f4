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
    homes = sorted({min(image[s] for image in images) for s in range(squares)})

    # The first numbers, and the four pieces, of which some may be missing.
    twins = len(pieces) == 4 and pieces[2] == pieces[3]
    black_from = len(homes) * squares * (squares + 1) ** (len(pieces) - 2)
    head = [squares, len(pieces), len(homes), len(images), int(twins), black_from, 0, 0]
    missing = [("", -1)] * (4 - len(pieces))
    kinds = [(*KINDS.get(kind, (0, 0, 0)), side) for kind, side in (*pieces, *missing)]

    # The next square in each direction: the board, shifted. Around it are two squares (a knight's
    # jump) of -1.
    board = np.pad(np.arange(squares).reshape(rows, columns), 2, constant_values=-1)
    steps = [board[2 + r :, 2 + c :][:rows, :columns].ravel().tolist() for r, c in DIRECTIONS]

    # For each square, the symmetries that take it to a home.
    ways = [[k for k, image in enumerate(images) if image[s] in homes] for s in range(squares)]
    lists = [
        *steps,
        [homes.index(images[ways[s][0]][s]) for s in range(squares)],
        homes,
        [len(way) for way in ways],
        *([way[k] if k < len(way) else -1 for way in ways] for k in range(8)),
        *([*image, squares] for image in images),  # a piece in the box stays there
        *([] for _ in range(8 - len(images))),
        *_towards(steps, squares),
    ]
    table = np.full((len(lists), squares + 1), -1)
    for row, entries in zip(table, lists, strict=True):
        row[: len(entries)] = entries
    return np.concatenate([head, *kinds, table.ravel()]).astype(np.int64)


def _towards(steps: list[list[int]], squares: int) -> list[list[int]]:
    """For each square the direction that leads to every other, or -1; and a row of -1 for the
    box.
    """
    direction_to = [[-1] * squares for _ in range(squares + 1)]
    for d, s in product(range(len(DIRECTIONS)), range(squares)):
        is_jump = d >= 8
        target = steps[d][s]
        while target >= 0:
            direction_to[s][target] = d
            target = -1 if is_jump else steps[d][target]  # a knight jumps once
    return direction_to


def _images(rows: int, columns: int) -> list[list[int]]:
    """Where each symmetry of the board takes each square: 4 symmetries if it is oblong, 8 if it is
    square.
    """
    board = np.arange(rows * columns).reshape(rows, columns)
    turned = (board, board.T) if rows == columns else (board,)
    return [
        squares[::up, ::right].ravel().tolist()
        for squares in turned
        for up, right in product((1, -1), repeat=2)
    ]
