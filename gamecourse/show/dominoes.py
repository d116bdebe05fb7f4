"""Positions of Domineering, and what either player can make of them.

A position stands in the middle, the options of Left to its left and those of Right to its right,
as in {Left's options | Right's options}. The domino that leads to an option is drawn in it: Left's
is blue and stands upright, Right's is red and lies flat. Sums of positions stand in a row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch, Rectangle

import gamecourse.show.style  # noqa: F401 - so that every figure has its look
from gamecourse.show.colours import GRID, SIDES
from gamecourse.show.figures import until_told
from gamecourse.show.strokes import LARGEST_FIGURE, SMALLEST_FIGURE, Style
from gamecourse.show.temperatures import name_in_figure
from gamelib import LEFT, RIGHT, Value
from gamelib.games import Domineering
from gamelib.games.domineering import COVERED, Domino
from gamelib.games.regions import marks_of, width_of
from gamelib.sums import Valuation

#: The room between two boards, and that below a board for its words, in cells.
BETWEEN, BELOW = 1.1, 1.0

#: The inches of a cell, if there is room; and how far a domino stays inside its cells, in cells.
CELL_INCHES, INSET = 0.55, 0.1

#: The room between two boards of a sum, that between two sums, and that above and below a row of
#: sums for their words, in cells.
PLUS, APART, WORDS_ABOVE, WORDS_BELOW = 1.0, 1.6, 1.4, 1.2

#: The fill of a covered cell, which is that of the boards on the stage.
COVERED_FILL = "#222222"


class Drawn(NamedTuple):
    """A board, the domino that led to it and the player who laid it, and the words below."""

    board: str
    domino: Domino | None
    player: str | None
    words: str


def options(
    board: str, *, values: bool = False, middle: str | None = None, ax: Axes | None = None
) -> Axes:
    """Draw a position of Domineering between the options of Left and those of Right.

    Of options that are mirror images of each other, or that leave the same regions, the first is
    drawn. If a player has no option, the words "no move" stand there.

    Parameters
    ----------
    board
        The position as text, with ``.`` for a free cell and ``#`` for one that is covered.
    values
        Whether the value of each board stands below it.
    middle
        What stands below the position itself, instead of its value.
    ax
        Where to draw; a new figure if none is given.

    Examples
    --------
    >>> options("..\\n..").get_title()
    "Left's options, the position, Right's options"
    """
    game = Domineering()
    game.check_position(board)
    valuation = Valuation(game)
    left = _options_of(board, LEFT, valuation, values)
    right = _options_of(board, RIGHT, valuation, values)
    words = _words(valuation[board], values) if middle is None else middle
    return draw_between(left, Drawn(board, None, None, words), right, ax)


def row(
    sums: Mapping[str, Sequence[str]], below: Sequence[str] = (), *, ax: Axes | None = None
) -> Axes:
    """Draw sums of positions of Domineering in a row, each with its name above it.

    Parameters
    ----------
    sums
        For each name the boards that are added, as text: ``.`` is a free cell and ``#`` a covered
        one.
    below
        What is said of each sum, below it. On a slide these words wait until the answer is told.
    ax
        Where to draw; a new figure if none is given.

    Examples
    --------
    >>> row({"column": [".\\n."], "half a column": ["."]}, ["1", "0"]).get_label()
    'column: . / .: 1\\nhalf a column: .: 0'
    """
    for board in (board for boards in sums.values() for board in boards):
        Domineering().check_position(board)
    widths = [sum(map(width_of, boards)) + PLUS * (len(boards) - 1) for boards in sums.values()]
    width = sum(widths) + APART * (len(sums) - 1)
    rows = max(_rows_of(board) for boards in sums.values() for board in boards)
    if ax is None:
        inches = min(CELL_INCHES, (LARGEST_FIGURE[0] - 0.4) / (width + 0.6))
        wide = max(SMALLEST_FIGURE[0], (width + 0.6) * inches)
        _, ax = plt.subplots(figsize=(wide, (rows + WORDS_ABOVE + WORDS_BELOW) * inches + 0.2))
    said = [*below, *[""] * (len(sums) - len(below))]
    x = 0.0
    lines = []
    for (name, boards), wide, words in zip(sums.items(), widths, said, strict=True):
        middle = x + wide / 2
        centred: Style = {"ha": "center"}
        ax.text(middle, -0.25, name, va="bottom", fontsize=16, **centred)
        answer = ax.text(middle, rows + 0.25, words, va="top", fontsize=19, **centred)
        until_told(answer, instead="?")
        _draw_sum(ax, boards, x, rows)
        x += wide + APART
        flat = " + ".join(" / ".join(board.split("\n")) for board in boards)
        lines.append(": ".join(filter(None, [" ".join(name.split()), flat, words])))
    ax.set(
        label="\n".join(lines),
        xlim=(-0.3, width + 0.3),
        ylim=(rows + WORDS_BELOW, -WORDS_ABOVE),
        aspect="equal",
    )
    ax.set_axis_off()
    return ax


def _draw_sum(ax: Axes, boards: Sequence[str], x: float, rows: int) -> None:
    """Draw boards from x on with a plus sign between two of them, each half-way up so many rows."""
    for k, board in enumerate(boards):
        if k > 0:
            ax.text(x + PLUS / 2, rows / 2, "+", ha="center", va="center", fontsize=18)
            x += PLUS
        _draw_board(ax, Drawn(board, None, None, ""), x, (rows - _rows_of(board)) / 2)
        x += width_of(board)


def _rows_of(board: str) -> int:
    """Return how many rows a board has."""
    return board.count("\n") + 1


def _options_of(board: str, player: str, valuation: Valuation, values: bool) -> list[Drawn]:
    """Return the options of a player, one of those that leave the same regions."""
    game = Domineering()
    found: dict[tuple[str, ...], Drawn] = {}
    for domino in game.moves(board, player):
        option = game.play(board, domino, player)
        regions = tuple(sorted(game.parts(option)))
        if regions not in found:
            words = _words(valuation[option], values)
            found[regions] = Drawn(board, domino, player, words)
    return list(found.values())


def _words(value: Value, shown: bool) -> str:
    """Return what stands below a board: its value, or nothing."""
    if not shown:
        return ""
    name = name_in_figure(value) or f"mean {value.mean}"
    return name.replace("-", "\N{MINUS SIGN}")


def draw_between(
    left: Sequence[Drawn], middle: Drawn, right: Sequence[Drawn], ax: Axes | None
) -> Axes:
    """Draw boards in a row, with a bar on either side of the one in the middle."""
    columns = width_of(middle.board)
    rows = _rows_of(middle.board)
    boards = [*left, middle, *right]
    places = max(1, len(left)) + 1 + max(1, len(right))
    width = places * columns + (places - 1) * BETWEEN
    height = rows + BELOW
    if ax is None:
        inches = min(CELL_INCHES, (LARGEST_FIGURE[0] - 0.4) / (width + 0.6))
        wide = max(SMALLEST_FIGURE[0], (width + 0.6) * inches)
        _, ax = plt.subplots(figsize=(wide, (height + 0.4) * inches + 0.6))
    x = 0.0
    for group in (left, [middle], right):
        if not group:
            ax.text(x + columns / 2, rows / 2, "no move", ha="center", va="center", fontsize=13)
            x += columns + BETWEEN
        for drawn in group:
            _draw_board(ax, drawn, x)
            x += columns + BETWEEN
        if group is not right:
            bar: Style = {"color": "black", "linewidth": 2.0, "solid_capstyle": "butt"}
            ax.plot([x - BETWEEN / 2] * 2, [-0.2, rows + 0.2], **bar)
    ax.set(
        title="Left's options, the position, Right's options",
        label="\n".join(_in_words(drawn) for drawn in boards),
        xlim=(-0.3, width + 0.3),
        ylim=(height, -0.4),
        aspect="equal",
    )
    ax.set_axis_off()
    return ax


def _draw_board(ax: Axes, drawn: Drawn, x: float, y: float = 0) -> None:
    """Draw a board whose upper left corner is at (x, y), its domino with the first letter of its
    player, and the words below it.
    """
    marks = marks_of(drawn.board)
    for (row, column), mark in marks.items():
        fill = COVERED_FILL if mark == COVERED else "white"
        cell: Style = {"facecolor": fill, "edgecolor": GRID, "linewidth": 0.8}
        ax.add_patch(Rectangle((x + column, y + row), 1, 1, **cell))
    if drawn.domino is not None and drawn.player is not None:
        (row, column), (last_row, last_column) = drawn.domino
        side = SIDES[drawn.player]
        piece = FancyBboxPatch(
            (x + column + INSET, y + row + INSET),
            last_column - column + 1 - 2 * INSET,
            last_row - row + 1 - 2 * INSET,
            boxstyle="round,pad=0,rounding_size=0.15",
            facecolor=side.colour,
            edgecolor="black",
            linewidth=1.0,
        )
        ax.add_patch(piece)
        middle = x + (column + last_column + 1) / 2, y + (row + last_row + 1) / 2
        letter = drawn.player[0].upper()
        ax.text(
            *middle, letter, color="white", ha="center", va="center", fontsize=13, fontweight="bold"
        )
    below = x + width_of(drawn.board) / 2, y + _rows_of(drawn.board) + 0.2
    ax.text(*below, drawn.words, ha="center", va="top", fontsize=16)


def _in_words(drawn: Drawn) -> str:
    """Return a board as one line of words: its rows, the domino that was laid, and its value."""
    said = " / ".join(drawn.board.split("\n"))
    if drawn.domino is not None:
        said += f", {drawn.player} covers {drawn.domino[0]} and {drawn.domino[1]}"
    return f"{said}: {drawn.words}" if drawn.words else said
