"""The verdicts on a board of policeman and thief as a map, which ``plots.heat`` draws."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any, TypedDict

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patheffects import withStroke

from gamecourse.show import boards, strokes
from gamecourse.show.answers import require_answer
from gamecourse.show.colours import MARKS, palette
from gamecourse.show.records import Frame
from gamecourse.show.stage.drawing import sketch
from gamefast import Solution
from gamelib import DRAW, WIN, Outcome, Verdict
from gamelib.games.thief import POLICEMAN, THIEF, Cell, CopsAndThief

#: The most cells a side for which each cell has a sign and a number, and the most for which it has
#: a number.
SIGNS, NUMBERS = 16, 24


def heat(solution: Solution[Any, Any], *, thief: Cell, ax: Axes | None = None) -> Axes:
    """Draw the verdict for the policeman on each cell of a board, while the thief stands still.

    The hue says who wins: blue for the policeman, orange for the thief, grey for neither. The
    darker a cell, the sooner play ends. If there is room, each cell has a sign (▲ won, ▼ lost, ●
    drawn) and the remoteness in moves; a large board has only one sign for each outcome.

    Parameters
    ----------
    solution
        An answer of ``solve`` for a CopsAndThief.
    thief
        The thief's cell, ``(row, column)``; the verdicts are for the policeman, who is to move.
    ax
        Where to draw; a new figure if none is given.

    Examples
    --------
    >>> from gamefast import solve
    >>> print(heat(solve(CopsAndThief.from_text("P.E\\n..T")), thief=(1, 2)).get_title())
    Thief at (1, 2), policeman to move:
    won from 3 of 5 cells, in 1 move
    """
    solution = require_answer(
        solution, Solution, "solve", "plots.heat(solve(board), thief=board.thief)"
    )
    board = solution.graph.game
    if not isinstance(board, CopsAndThief):
        raise ValueError("a heat map needs the solution of a board of policeman and thief")
    if thief not in board.cells:
        raise ValueError(
            f"thief={thief!r} is not a free cell of the board: give (row, column), counted from 0"
        )
    verdicts = map_of(solution, thief, THIEF, POLICEMAN)
    del verdicts[thief]
    drawn = sketch(board)
    assert drawn is not None
    seen = [verdicts.get(cell) for cell in cells_of(board)]
    pieces = pieces_of(board, thief)
    known = [_words(v, max(board.shape)) if v else "" for v in seen]
    free = [
        words if piece == board.FREE else "" for words, piece in zip(known, pieces, strict=True)
    ]
    frame: Frame = {
        "pieces": pieces,
        "marks": [" " if v is None else MARKS[v.outcome].letter for v in seen],
        "depths": [v.remoteness or 0 if v else 0 for v in seen],
        "notes": ["" if words == here else words for words, here in zip(known, free, strict=True)],
        "labels": free,
    }
    made = drawn.spec("a map of the board")
    made["palette"] = palette(max(frame["depths"]))
    depths = {v.remoteness for v in verdicts.values()} - {None}
    shades = {"": "dark: soon\npale: late"} if len(depths) > 1 else {}
    title = f"Thief at {thief}, policeman to move:\n{_finding(list(verdicts.values()))}"
    label = "\n".join(in_letters(board, {**verdicts, thief: "T"}))
    ax = boards.draw_board(made, frame, ax, strokes.OUTCOMES | shades, title=title, label=label)
    if max(board.shape) > NUMBERS:
        _name_regions(ax, board, verdicts)
    return ax


def cells_of(board: CopsAndThief) -> list[Cell]:
    """Return the cells of a board, row by row, including walls."""
    return list(product(range(board.shape[0]), range(board.shape[1])))


def pieces_of(board: CopsAndThief, thief: Cell) -> str:
    """Return what stands on the cells of a map, including the thief."""
    return "".join(
        "T" if cell == thief else board.terrain[cell[0]][cell[1]] for cell in cells_of(board)
    )


def map_of(solution: Solution[Any, Any], fixed: Cell, name: str, turn: str) -> dict[Cell, Verdict]:
    """Return the verdict for each cell of one player while the other, ``name``, stands still and
    ``turn`` moves.
    """
    cells: list[Cell] = solution.game.cells
    return {
        cell: solution[(cell, fixed, turn) if name == THIEF else (fixed, cell, turn)]
        for cell in cells
    }


def _finding(verdicts: list[Verdict]) -> str:
    """Return from how many cells the policeman wins, in how many moves at most, and from how many
    it is a draw.
    """
    wins = [verdict.remoteness or 0 for verdict in verdicts if verdict.outcome == WIN]
    draws = sum(verdict.outcome == DRAW for verdict in verdicts)
    drawn = f"; drawn from {draws}" if draws else ""
    if not wins:
        return f"won from no cell{drawn}"
    where = (
        f"{len(wins)} of {len(verdicts)} cells"
        if len(wins) < len(verdicts)
        else f"all {len(verdicts)} cells"
    )
    most = " at most" if len({*wins}) > 1 else ""
    return f"won from {where}, in {max(wins)} move{'s' * (max(wins) != 1)}{most}{drawn}"


def _words(verdict: Verdict, size: int) -> str:
    """Return as much of a verdict as can be read on a cell of a board with ``size`` cells a
    side.
    """
    number, sign = (
        "" if verdict.remoteness is None else str(verdict.remoteness),
        MARKS[verdict.outcome].sign,
    )
    return sign + number if size <= SIGNS else number or sign if size <= NUMBERS else ""


def _name_regions(ax: Axes, board: CopsAndThief, verdicts: dict[Cell, Verdict]) -> None:
    """Draw one sign for each outcome, if cells are too small for words."""
    for outcome, mark in MARKS.items():
        if cells := sorted(cell for cell, v in verdicts.items() if v.outcome == outcome):
            row, column = _middle(board, cells)
            edge = [withStroke(linewidth=5, foreground="white")]
            place = column + 0.5, row + 0.5
            ax.text(
                *place,
                mark.sign,
                fontsize=28,
                ha="center",
                va="center",
                path_effects=edge,
                zorder=4,
            )


def _middle(board: CopsAndThief, cells: list[Cell]) -> Cell:
    """Return the cell of these that is farthest from the other free cells and from the border."""
    inside, rest = np.array(cells), [cell for cell in board.cells if cell not in cells]
    deep = np.minimum(inside + 1, board.shape - inside).min(axis=1)
    if rest:
        deep = np.minimum(deep, np.abs(inside[:, None] - rest).max(axis=2).min(axis=1))
    return cells[int(np.argmax(deep))]


def in_letters(board: CopsAndThief, cells: Mapping[Cell, Verdict | str]) -> list[str]:
    """Return the rows of a board: for each cell its verdict, such as W5, L4 or D, or the text
    given; # is a wall.
    """
    words = {
        cell: known if isinstance(known, str) else _in_letters(known)
        for cell, known in cells.items()
    }
    width, (rows, columns) = max(map(len, words.values())), board.shape
    return [
        " ".join(words.get((r, c), "#").rjust(width) for c in range(columns)) for r in range(rows)
    ]


def _in_letters(verdict: Verdict) -> str:
    return MARKS[verdict.outcome].letter + (
        "" if verdict.remoteness is None else str(verdict.remoteness)
    )


class BoardColumns(TypedDict):
    """All verdicts on a board of policeman and thief, and where each player may go from the k-th
    free cell, as ``stage/js/chase.js`` reads them.
    """

    terrain: str
    marks: str
    moves: list[int]
    steps: dict[str, list[list[int]]]


def board_columns(solution: Solution[Any, Any]) -> BoardColumns:
    """Return all verdicts of a board of policeman and thief as columns, and where each may go
    (``js/chase.js``).

    Let n be the number of free cells. The policeman is to move in position ``thief * n +
    policeman``, and the thief in position ``n * n + policeman * n + thief``.

    >>> from gamefast import solve
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
            who: [[r * columns + c for r, c in board.steps(cell, who)] for cell in board.cells]
            for who in (POLICEMAN, THIEF)
        },
    }
