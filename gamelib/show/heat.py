"""The verdicts over a board of policeman and thief, as a map; ``plots.heat`` is this."""

from __future__ import annotations

from typing import Any

from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import Normalize
from matplotlib.patches import Rectangle

from gamelib.answers import Solution, Verdict
from gamelib.core import DRAW, LOSS, WIN
from gamelib.games import CopsAndThief
from gamelib.show import boards, given
from gamelib.show.style import LABEL, MARKS, TITLE

WORDS = {WIN: f"{MARKS[WIN].sign} won", LOSS: f"{MARKS[LOSS].sign} lost", DRAW: f"{MARKS[DRAW].sign} drawn"}


def heat(
    solution: Solution, *, thief: Any = None, policeman: Any = None, turn: str = "policeman", ax: Axes | None = None
) -> Axes:
    """The verdicts over a board of policeman and thief, one player standing still and the other on every cell.

    A cell shows what comes of it when the other stands there: a sign (▲ won, ▼ lost, ● drawn) and the remoteness in
    single moves, on a colour that is dark where the end is near; the frame has the outcome's colour. Beyond 16 cells a
    side there is room for colours alone.

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
        What was drawn into; the title counts the outcomes.

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
    3 ▲ won, 2 ▼ lost, 0 ● drawn for him
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
    ax = boards.draw_rows(["".join(row) for row in rows], ax=ax)
    shade = Normalize(0, max([v.remoteness or 0 for v in verdicts.values()], default=0) or 1)
    for cell, verdict in verdicts.items():
        _heat_cell(ax, cell, verdict, shade, detailed=max(board.shape) <= 16, exit=board.is_exit(cell))
    count = [f"{sum(v.outcome == o for v in verdicts.values())} {word}" for o, word in WORDS.items()]
    ax.set_title(f"{name.capitalize()} at {fixed}, {turn} to move:\n{', '.join(count)} for him", fontsize=TITLE)
    words = [
        ["#" if what == board.WALL else name[0].upper() if (r, c) == fixed else _short(verdicts[r, c])
         for c, what in enumerate(row)]
        for r, row in enumerate(board.terrain)
    ]  # fmt: skip
    width = max(len(word) for row in words for word in row)
    ax.set_label("\n".join(" ".join(word.rjust(width) for word in row) for row in words))
    return ax


def _short(verdict: Verdict) -> str:
    """A verdict in the fewest characters: W5, L4, D."""
    return MARKS[verdict.outcome].letter + ("" if verdict.remoteness is None else str(verdict.remoteness))


def _heat_cell(ax: Axes, cell: tuple[int, int], verdict: Verdict, shade: Normalize, detailed: bool, exit: bool) -> None:
    """One cell: remoteness as colour and number, the outcome as frame and sign."""
    r, c = cell
    mark, moves = MARKS[verdict.outcome], verdict.remoteness
    colour: Any = mark.colour if moves is None else colormaps["cividis"](shade(moves))
    style: dict[str, Any] = {"facecolor": colour, "edgecolor": mark.colour, "linewidth": 1.5, "zorder": 2}
    if not detailed:
        ax.add_patch(Rectangle((c - 0.42, r - 0.42), 0.84, 0.84, **style))
        if exit:
            box = {"boxstyle": "round,pad=0.2", "facecolor": "white"}
            ax.text(c, r, "E", ha="center", va="center", fontsize=LABEL, weight="bold", bbox=box, zorder=4)
        return
    style["linewidth"] = 3.5
    ax.add_patch(Rectangle((c - 0.44, r - 0.44), 0.88, 0.88, **style))
    ink = "white" if moves is not None and shade(moves) < 0.5 else "black"
    text: dict[str, Any] = {"ha": "center", "va": "center", "color": ink, "zorder": 3}
    ax.text(c, r - 0.18, mark.sign, fontsize=LABEL, **text)
    ax.text(c, r + 0.2, "" if moves is None else str(moves), fontsize=TITLE, **text)
    if exit:
        ax.text(c - 0.27, r - 0.24, "E", fontsize=LABEL - 2, weight="bold", **text)
