"""All verdicts of a board of policeman and thief, small enough to be carried by the page."""

from __future__ import annotations

from typing import Any

import numpy as np

from gamecourse.show.shades import MARKS
from gamelib.answers import Solution
from gamelib.core import Outcome
from gamelib.games import CopsAndThief
from gamelib.games.thief import POLICEMAN, THIEF


def board_columns(solution: Solution) -> dict[str, Any]:
    """All verdicts of a board of policeman and thief as columns, and where each may go (``js/chase.js``).

    With n free cells, position ``thief * n + policeman`` is that with the policeman to move, and
    ``n * n + policeman * n + thief`` that with the thief to move.

    >>> from gamelib import solve
    >>> table = board_columns(solve(CopsAndThief.from_text("P.T")))
    >>> table["marks"], table["moves"][:9], table["steps"]["thief"]
    ('WWWWWWWWWLLLLLLLLL', [0, 1, 3, 1, 0, 1, 3, 1, 0], [[0, 1], [1, 0, 2], [2, 1]])
    """
    board: CopsAndThief = solution.game
    letters = np.array([MARKS[Outcome(worth)].letter for worth in (-1, 0, 1)])
    columns = board.shape[1]
    return {
        "terrain": "".join(board.terrain),
        "marks": "".join(letters[solution.outcome + 1]),
        "moves": solution.remoteness.tolist(),
        "steps": {
            who: [[r * columns + c for r, c in board.moves((cell, cell, who))] for cell in board.cells]
            for who in (POLICEMAN, THIEF)
        },
    }
