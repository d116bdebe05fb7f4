"""The verdicts over a board of policeman and thief, as a map; ``plots.heat`` is this."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.patheffects import withStroke

from gamecourse.show import boards, given, strokes
from gamecourse.show.shades import MARKS, shade
from gamelib.answers import Solution, Verdict
from gamelib.core import DRAW, WIN
from gamelib.games import CopsAndThief
from gamelib.games.thief import Cell

#: Up to so many cells a side a sign and a number stand on each; up to so many, a number.
SIGNS, NUMBERS = 16, 24


def heat(
    solution: Solution, *, thief: Any = None, policeman: Any = None, turn: str = "policeman", ax: Axes | None = None
) -> Axes:
    """The verdicts over a board of policeman and thief, one player standing still and the other on every cell.

    A cell shows what comes of it when the other stands there. The hue says who wins (blue: the one to move, orange: the
    other, grey: neither), the lightness how soon: dark where the end is near. Where there is room, a sign (▲ won,
    ▼ lost, ● drawn) and the remoteness in single moves stand on it; on a large board one sign in each region.

    Parameters
    ----------
    solution
        What ``solve`` has answered for a CopsAndThief.
    thief, policeman
        The cell, ``(row, column)``, of the one who stands still; of the other none.
    turn
        Whose turn it is, "policeman" or "thief"; the verdicts are for him.
    ax
        Where to draw; a new figure, if none is given.

    Returns
    -------
    Axes
        What was drawn into; the title says from how many cells he wins, and in how many moves at most.

    Raises
    ------
    TypeError
        For what is no Solution.
    ValueError
        For the solution of another game, and where not exactly one free cell is given.

    Examples
    --------
    >>> from gamelib import solve
    >>> print(heat(solve(CopsAndThief.from_text("P.E\\n..T")), thief=(1, 2)).get_title())
    Thief at (1, 2), policeman to move:
    he wins from 3 of 5 cells, in 1 move
    """
    given.answer(solution, Solution, "solve", "plots.heat(solve(board), thief=board.thief)")
    if turn not in ("policeman", "thief"):
        raise ValueError(f"turn={turn!r}: give 'policeman' or 'thief'")
    if (thief is None) == (policeman is None):
        raise ValueError("give the cell of one of the two, thief=(row, column) or policeman=(row, column)")
    board = solution.graph.game
    if not isinstance(board, CopsAndThief):
        raise ValueError("a heat map needs the solution of a board of policeman and thief")
    fixed, name = (policeman, "policeman") if thief is None else (thief, "thief")
    if fixed not in board.cells:
        raise ValueError(f"{name}={fixed!r} is no free cell of the board: give (row, column), counted from 0")
    verdicts = {
        cell: solution[(cell, thief, turn) if policeman is None else (policeman, cell, turn)]
        for cell in board.cells
        if cell != fixed
    }
    rows = [list(row.replace(board.EXIT, board.FREE)) for row in board.terrain]
    rows[fixed[0]][fixed[1]] = name[0].upper()
    if ax is None:
        cell = min(0.75, 7.5 / max(board.shape))
        _, ax = plt.subplots(figsize=(cell * board.shape[1] + 3.2, cell * board.shape[0] + 1.5))
    ax = boards.draw_rows(["".join(row) for row in rows], ax=ax)
    _colour(ax, board, verdicts)
    _explain(ax, verdicts)
    ax.set_title(f"{name.capitalize()} at {fixed}, {turn} to move:\n{_finding(list(verdicts.values()))}")
    ax.set_label("\n".join(in_letters(board, fixed, name, verdicts)))
    return ax


def _finding(verdicts: list[Verdict]) -> str:
    """From where the one to move wins, how soon at most, and from where he draws."""
    wins = [verdict.remoteness or 0 for verdict in verdicts if verdict.outcome == WIN]
    draws = sum(verdict.outcome == DRAW for verdict in verdicts)
    where = f"{len(wins)} of {len(verdicts)} cells" if len(wins) < len(verdicts) else f"all {len(verdicts)} cells"
    if not wins:
        where = "no cell"
    moves = f"{max(wins)} move{'s' * (max(wins) != 1)}" if wins else ""
    soon = "" if not wins else f", in {moves}" if len(set(wins)) == 1 else f", in {moves} at most"
    return f"he wins from {where}{soon}" + (f"; draws from {draws}" if draws else "")


def _colour(ax: Axes, board: CopsAndThief, verdicts: dict[tuple[int, int], Verdict]) -> None:
    """Every cell in its colour, with as much on it as can be read."""
    longest = max([v.remoteness or 0 for v in verdicts.values()], default=0)
    size = max(board.shape)
    for (r, c), verdict in verdicts.items():
        colour, ink = shade(verdict.outcome, verdict.remoteness, longest)
        ax.add_patch(Rectangle((c - 0.5, r - 0.5), 1, 1, facecolor=colour, edgecolor="white", linewidth=0.8, zorder=2))
        number = "" if verdict.remoteness is None else str(verdict.remoteness)
        text: dict[str, Any] = {"ha": "center", "va": "center", "color": ink, "zorder": 3}
        if size <= SIGNS:
            ax.text(c, r - 0.2, MARKS[verdict.outcome].sign, fontsize="small", **text)
            ax.text(c, r + 0.2, number, weight="bold", **text)
        elif size <= NUMBERS:
            ax.text(c, r, number or MARKS[DRAW].sign, fontsize="x-small", **text)
        if board.is_exit((r, c)):
            off, points = (0.3, 10) if size <= SIGNS else (0.0, 12)
            box: dict[str, Any] = {"boxstyle": "round,pad=0.1", "facecolor": "white"}
            text |= {"color": "black", "weight": "bold", "fontsize": points, "bbox": box, "zorder": 5}
            ax.text(c - off, r - off, "E", **text)
    if size > NUMBERS:
        for outcome, mark in MARKS.items():
            if (middle := _middle(board, {cell for cell, v in verdicts.items() if v.outcome == outcome})) is not None:
                edge = [withStroke(linewidth=5, foreground="white")]
                row, column = middle
                ax.text(column, row, mark.sign, fontsize=28, ha="center", va="center", path_effects=edge, zorder=4)


def _middle(board: CopsAndThief, cells: set[tuple[int, int]]) -> tuple[int, int] | None:
    """The cell farthest inside these: from all that is free and not one of them, and from the border."""
    if not cells:
        return None
    rows, columns = board.shape
    rest = np.array([cell for cell in board.cells if cell not in cells] or [(-rows, -columns)])
    inside = sorted(cells)
    depth = [
        min(int(np.abs(rest - cell).max(axis=1).min()), cell[0] + 1, cell[1] + 1, rows - cell[0], columns - cell[1])
        for cell in inside
    ]
    return inside[int(np.argmax(depth))]


def _explain(ax: Axes, verdicts: dict[tuple[int, int], Verdict]) -> None:
    """The legend: hue, and lightness where it varies."""
    found = [outcome for outcome in MARKS if any(v.outcome == outcome for v in verdicts.values())]
    entries = [strokes.fill(MARKS[o].colour, f"{MARKS[o].sign} {MARKS[o].word}") for o in found]
    if len({v.remoteness for v in verdicts.values()} - {None}) > 1:
        entries.append(strokes.words("dark: soon\npale: late"))
    strokes.legend(ax, entries, beside=True)


def in_letters(board: CopsAndThief, fixed: Cell, name: str, verdicts: Mapping[Cell, Verdict]) -> list[str]:
    """The map row by row: W5, L4, D; # is a wall, a letter the player who stands still.

    Parameters
    ----------
    board
        Whose map it is.
    fixed, name
        The cell of the one who stands still, and who he is, "policeman" or "thief".
    verdicts
        For each cell of the other what comes of it.

    Returns
    -------
    list of str
        A line for each row of the board.
    """
    rows = [["#"] * board.shape[1] for _ in range(board.shape[0])]
    for (r, c), verdict in verdicts.items():
        rows[r][c] = MARKS[verdict.outcome].letter + ("" if verdict.remoteness is None else str(verdict.remoteness))
    rows[fixed[0]][fixed[1]] = name[0].upper()
    width = max(len(word) for row in rows for word in row)
    return [" ".join(word.rjust(width) for word in row) for row in rows]
