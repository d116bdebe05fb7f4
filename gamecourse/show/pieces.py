"""What stands on the cells of a board in a figure. On the stage the same is drawn by ``stage/js/pieces.js``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Circle, Rectangle
from matplotlib.patheffects import withStroke

from gamecourse.show import strokes
from gamecourse.show.chess import CHESSMEN, SHADES, dark, file


@dataclass(frozen=True)
class Piece:
    """How the token on a cell looks: players are told by shape and by black and white."""

    fill: str
    ink: str
    round: bool


PIECES = {"P": Piece("black", "white", True), "T": Piece("white", "black", False)}
DISCS = {"X": Piece("black", "white", True), "O": Piece("white", "black", True)}  # in columns
#: The chess figures of DejaVu Sans, the font of all figures: full ones for both sides, told by fill and outline.
FIGURES = dict(zip(("king", "queen", "rook", "bishop", "knight", "pawn"), "♚♛♜♝♞♟", strict=True))
INKS = {"white": "black", "black": "white"}


def draw_cell(ax: Axes, r: int, c: int, character: str, piece: Piece | None) -> None:
    """Draw what stands on one cell; on a large board a piece is larger than its cell.

    Parameters
    ----------
    ax
        A board, a unit a cell.
    r, c
        Row and column of the cell.
    character
        What the game's text has there.
    piece
        How that looks, if it is a piece.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> ax = plt.figure().add_subplot()
    >>> draw_cell(ax, 0, 0, "P", PIECES["P"])
    >>> [text.get_text() for text in ax.texts]
    ['P']
    """
    if character in "*#":
        ax.add_patch(strokes.wall(c, r))
    elif piece:
        style: dict[str, Any] = {"facecolor": piece.fill, "edgecolor": "black", "linewidth": 1.5, "zorder": 3}
        size = 1.0 if (side := max(ax.get_xlim()[1], ax.get_ylim()[0])) < 16 else max(2.2, side / 12)
        square = (c - 0.3 * size, r - 0.3 * size), 0.6 * size, 0.6 * size
        token = Circle((c, r), 0.34 * size, **style) if piece.round else Rectangle(*square, **style)
        ax.add_patch(token).set_clip_on(False)
        ax.text(c, r, character, ha="center", va="center", color=piece.ink, fontsize="large", weight="bold", zorder=4)
    elif character != ".":
        ax.text(c, r, character, ha="center", va="center", fontsize="large", weight="bold", color="black")


def draw_chess(ax: Axes, rows: list[str], own: Any = None) -> None:
    """Make a board a chess board: squares in two shades, their letters and numbers at the edges, chess figures.

    Parameters
    ----------
    ax
        A board, a unit a cell.
    rows
        What stands on it, a character a cell.
    own
        A dict from characters to what they stand for, where that is not the piece of chess.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> ax = plt.figure().add_subplot()
    >>> draw_chess(ax, ["..k.", "..Q.", "..K.", "...."])
    >>> [(text.get_text(), text.get_position()) for text in ax.texts]
    [('♚', (2, 0)), ('♛', (2, 1)), ('♚', (2, 2))]
    """
    names = {**CHESSMEN, **(own if isinstance(own, Mapping) else {})}
    height, width = len(rows), len(rows[0])
    ax.set_xticks(range(width), [file(c) for c in range(width)])
    ax.set_yticks(range(height), [str(height - r) for r in range(height)])
    ax.set(xlabel="", ylabel="")
    points = 0.95 * strokes.POINTS * _inches(ax, height, width)
    for r, row in enumerate(rows):
        for c, character in enumerate(row):
            ax.add_patch(Rectangle((c - 0.5, r - 0.5), 1, 1, facecolor=SHADES[dark(r, c, height)], edgecolor="none"))
            name = str(names.get(character, character))
            side, _, man = name.partition(" ")
            if man in FIGURES:
                outline = withStroke(linewidth=max(1.0, points / 14), foreground=INKS[side])
                figure = ax.text(c, r, FIGURES[man], ha="center", va="center", color=side)
                figure.set(fontsize=points, path_effects=[outline], family="DejaVu Sans")
            else:
                disc = Piece(side, INKS[side], True) if man == "disc" else None
                draw_cell(ax, r, c, name if len(name) == 1 else character, disc)


def _inches(ax: Axes, rows: int, columns: int) -> float:
    """About how many inches a cell is, before anything is laid out."""
    cell = ax.get_subplotspec()
    down, across = (1, 1) if cell is None else cell.get_gridspec().get_geometry()
    figure: Any = ax.figure
    width, height = figure.get_size_inches()
    return float(min((width / across - 0.9) / columns, (height / down - 0.9) / rows, 0.7))
