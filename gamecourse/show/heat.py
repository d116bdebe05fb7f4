"""The verdicts on a board of policeman and thief as a map, which ``plots.heat`` draws."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any, TypedDict

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patheffects import withStroke

from gamecourse.show import boards, strokes
from gamecourse.show.arrays import require_solution
from gamecourse.show.colours import MARKS, palette
from gamecourse.show.records import Frame
from gamecourse.show.stage.drawing import sketch
from gamefast import Solution
from gamelib import DRAW, LOSS, WIN, Verdict
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
    solution = require_solution(solution, "plots.heat(solve(board), thief=board.thief)")
    board = solution.graph.game
    if not isinstance(board, CopsAndThief):
        raise ValueError("a heat map needs the solution of a board of policeman and thief")
    if thief not in board.cells:
        raise ValueError(
            f"thief={thief!r} is not a free cell of the board: give (row, column), counted from 0"
        )
    verdicts = map_of(solution, thief, THIEF, POLICEMAN)
    del verdicts[thief]
    drawing = sketch(board)
    assert drawing is not None
    frame = _frame(board, verdicts, thief)
    picture = drawing.spec("a map of the board")
    picture["palette"] = palette(max(frame["depths"]))
    legend = dict(strokes.OUTCOMES)
    lengths = {v.remoteness for v in verdicts.values()} - {None}
    if len(lengths) > 1:
        legend[""] = "dark: soon\npale: late"  # words without a sign
    title = f"Thief at {thief}, policeman to move:\n{_counts_in_words(list(verdicts.values()))}"
    label = "\n".join(in_letters(board, {**verdicts, thief: "T"}))
    before: Frame = {"pieces": frame["pieces"]}
    ax = boards.draw_board(picture, frame, ax, legend, before, title=title, label=label)
    if max(board.shape) > NUMBERS:
        _sign_regions(ax, board, verdicts)
    return ax


def _frame(board: CopsAndThief, verdicts: Mapping[Cell, Verdict], thief: Cell) -> Frame:
    """Return how the cells of a map look. The words for a verdict stand in the middle of a free
    cell, and below what stands on any other.
    """
    shown = [verdicts.get(cell) for cell in cells_of(board)]
    pieces = pieces_of(board, thief)
    words = [_words(v, max(board.shape)) if v else "" for v in shown]
    is_free = [piece == board.FREE for piece in pieces]
    return {
        "pieces": pieces,
        "marks": [" " if v is None else MARKS[v.outcome].letter for v in shown],
        "depths": [0 if v is None or v.remoteness is None else v.remoteness for v in shown],
        "notes": ["" if free else word for word, free in zip(words, is_free, strict=True)],
        "labels": [word if free else "" for word, free in zip(words, is_free, strict=True)],
    }


def cells_of(board: CopsAndThief) -> list[Cell]:
    """Return the cells of a board, row by row, including walls."""
    return list(product(range(board.shape[0]), range(board.shape[1])))


def pieces_of(board: CopsAndThief, thief: Cell) -> str:
    """Return what stands on the cells of a map, including the thief."""
    return "".join(
        "T" if cell == thief else board.terrain[cell[0]][cell[1]] for cell in cells_of(board)
    )


def map_of(solution: Solution[Any, Any], fixed: Cell, name: str, turn: str) -> dict[Cell, Verdict]:
    """Return the verdict for each cell of one player while the other stands still.

    The other is called ``name`` and stands on the cell ``fixed``; ``turn`` is the player to move.
    """
    cells: list[Cell] = solution.game.cells
    if name == THIEF:
        return {cell: solution[cell, fixed, turn] for cell in cells}
    return {cell: solution[fixed, cell, turn] for cell in cells}


def _counts_in_words(verdicts: list[Verdict]) -> str:
    """Return from how many cells the policeman wins, in how many moves at most, and from how many
    it is a draw.
    """
    won = [verdict for verdict in verdicts if verdict.outcome == WIN]
    draws = sum(verdict.outcome == DRAW for verdict in verdicts)
    drawn = f"; drawn from {draws}" if draws else ""
    if not won:
        return f"won from no cell{drawn}"
    where = f"all {len(verdicts)} cells"
    if len(won) < len(verdicts):
        where = f"{len(won)} of {len(verdicts)} cells"
    lengths = {verdict.remoteness for verdict in won if verdict.remoteness is not None}
    if any(verdict.remoteness is None for verdict in won):
        return f"won from {where}, from some of them by endless play{drawn}"
    longest = max(lengths)
    moves = "1 move" if longest == 1 else f"{longest} moves"
    at_most = " at most" if len(lengths) > 1 else ""
    return f"won from {where}, in {moves}{at_most}{drawn}"


def _words(verdict: Verdict, size: int) -> str:
    """Return as much of a verdict as can be read on a cell of a board with ``size`` cells a
    side.
    """
    number = "" if verdict.remoteness is None else str(verdict.remoteness)
    sign = MARKS[verdict.outcome].sign
    if size <= SIGNS:
        return sign + number
    if size <= NUMBERS:
        return number or sign
    return ""


def _sign_regions(ax: Axes, board: CopsAndThief, verdicts: dict[Cell, Verdict]) -> None:
    """Draw one sign for each outcome, if cells are too small for words."""
    style: strokes.Style = {"fontsize": 28, "ha": "center", "va": "center", "zorder": 4}
    halo = withStroke(linewidth=5, foreground="white")
    for outcome, mark in MARKS.items():
        cells = sorted(cell for cell, v in verdicts.items() if v.outcome == outcome)
        if cells:
            row, column = _innermost(board, cells)
            ax.text(column + 0.5, row + 0.5, mark.sign, path_effects=[halo], **style)


def _innermost(board: CopsAndThief, cells: list[Cell]) -> Cell:
    """Return the cell of these that is farthest from the other free cells and from the border.

    Distances are moves of a king.
    """
    inside = np.array(cells)
    others = [cell for cell in board.cells if cell not in cells]
    distance = np.minimum(inside + 1, board.shape - inside).min(axis=1)  # to the border
    if others:
        to_others = np.abs(inside[:, None] - others).max(axis=2)  # by cell, other cell
        distance = np.minimum(distance, to_others.min(axis=1))
    return cells[int(np.argmax(distance))]


def in_letters(board: CopsAndThief, cells: Mapping[Cell, Verdict | str]) -> list[str]:
    """Return the rows of a board: for each cell its verdict, such as W5, L4 or D, or the text that
    ``cells`` has instead; # is a wall.
    """
    words = {
        cell: content if isinstance(content, str) else _in_letters(content)
        for cell, content in cells.items()
    }
    width = max(map(len, words.values()))
    rows, columns = board.shape
    return [
        " ".join(words.get((r, c), "#").rjust(width) for c in range(columns)) for r in range(rows)
    ]


def _in_letters(verdict: Verdict) -> str:
    """Return a verdict such as W5, L4 or D."""
    number = "" if verdict.remoteness is None else str(verdict.remoteness)
    return MARKS[verdict.outcome].letter + number


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
    # The letter of outcome -1, 0 or 1 has the number outcome + 1.
    letters = np.array([MARKS[outcome].letter for outcome in (LOSS, DRAW, WIN)])
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
