"""All verdicts of a board of policeman and thief, small enough to be carried by the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from gamelib.answers import Solution, Verdict
from gamelib.core import Outcome
from gamelib.games import CopsAndThief
from gamelib.games.thief import POLICEMAN, THIEF, Cell
from gamelib.show.shades import MARKS


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


def in_letters(board: CopsAndThief, fixed: Cell, name: str, verdicts: Mapping[Cell, Verdict]) -> list[str]:
    """The map row by row: W5, L4, D; # is a wall, a letter the player who stands still, on the cell ``fixed``."""
    rows = [["#"] * board.shape[1] for _ in range(board.shape[0])]
    for (r, c), verdict in verdicts.items():
        rows[r][c] = MARKS[verdict.outcome].letter + ("" if verdict.remoteness is None else str(verdict.remoteness))
    rows[fixed[0]][fixed[1]] = name[0].upper()
    width = max(len(word) for row in rows for word in row)
    return [" ".join(word.rjust(width) for word in row) for row in rows]
