"""Positions as pictures, built from the text that the game itself gives.

A game with a ``shape`` draws its board as that many rows of characters, one a cell, and may add lines below;
every other game is drawn as its text, without further code.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import Circle, Rectangle

from gamelib.core import text_of
from gamelib.show.style import GRID, LABEL, TITLE, WALL


@dataclass(frozen=True)
class Piece:
    """How the token on a cell looks: players are told by shape and by black and white."""

    fill: str
    ink: str
    round: bool


PIECES = {"P": Piece("black", "white", True), "T": Piece("white", "black", False)}


def cells(game: Any, position: Any) -> list[str]:
    """The rows of the board, one character a cell; [] for a game whose text is no board of cells."""
    if not hasattr(game, "shape"):
        return []
    return text_of(game, position).split("\n")[: game.shape[0]]


def caption(game: Any, position: Any) -> str:
    """What the game's text says below the board; "" for a game without one."""
    if not cells(game, position):
        return ""
    return " ".join(text_of(game, position).split("\n")[len(cells(game, position)) :])


def draw(game: Any, position: Any = None, *, ax: Axes | None = None) -> Axes:
    """Draw a position (the start, if none is given) as a board of cells, or else as its text.

    Walls are dark, an exit is marked E, the policeman is a black disc, the thief a white square.
    Rows run downwards and columns to the right, both from 0.
    """
    position = game.start() if position is None else position
    rows = cells(game, position)
    if not rows:
        return _draw_text(text_of(game, position), ax)
    ax = draw_rows(rows, ax=ax)
    ax.set_title(caption(game, position), fontsize=TITLE)
    return ax


def draw_rows(rows: Sequence[str], *, ax: Axes | None = None) -> Axes:
    """Draw a board given as rows of characters, one a cell."""
    ax = _grid(len(rows), len(rows[0]), ax)
    for r, row in enumerate(rows):
        for c, character in enumerate(row):
            _draw_cell(ax, r, c, character)
    return ax


def _draw_cell(ax: Axes, r: int, c: int, character: str) -> None:
    """Draw what stands on one cell."""
    if character == "*":
        ax.add_patch(Rectangle((c - 0.5, r - 0.5), 1, 1, facecolor=WALL, edgecolor=GRID, hatch="///", linewidth=0))
    elif character in PIECES:
        piece = PIECES[character]
        style: dict[str, Any] = {"facecolor": piece.fill, "edgecolor": "black", "linewidth": 1.5, "zorder": 3}
        size = 1.0 if max(ax.get_xlim()[1], ax.get_ylim()[0]) < 16 else 2.2  # on a large board, larger than its cell
        corner = (c - 0.3 * size, r - 0.3 * size)
        token = Circle((c, r), 0.34 * size, **style) if piece.round else Rectangle(corner, *(0.6 * size,) * 2, **style)
        ax.add_patch(token)
        ax.text(c, r, character, ha="center", va="center", color=piece.ink, fontsize=TITLE, weight="bold", zorder=4)
    elif character != ".":
        ax.text(c, r, character, ha="center", va="center", fontsize=TITLE, weight="bold", color="black")


def _grid(rows: int, columns: int, ax: Axes | None) -> Axes:
    """Axes with an empty board of so many cells, row 0 on top."""
    if ax is None:
        scale = 0.65 if max(rows, columns) <= 16 else 9 / max(rows, columns)
        _, ax = plt.subplots(figsize=(max(scale * columns + 1.2, 4.2), scale * rows + 1.1), layout="constrained")
    ax.set_xlim(-0.5, columns - 0.5)
    ax.set_ylim(rows - 0.5, -0.5)
    ax.set_aspect("equal")
    every = 1 if max(rows, columns) <= 16 else 5
    ax.set_xticks(range(0, columns, every))
    ax.set_yticks(range(0, rows, every))
    ax.set_xticks([c - 0.5 for c in range(columns + 1)], minor=True)
    ax.set_yticks([r - 0.5 for r in range(rows + 1)], minor=True)
    ax.grid(which="minor", color=GRID, linewidth=0.8)
    ax.tick_params(which="both", length=0, labelsize=LABEL)
    ax.set_xlabel("column", fontsize=LABEL)
    ax.set_ylabel("row", fontsize=LABEL)
    return ax


def _draw_text(text: str, ax: Axes | None) -> Axes:
    lines = text.split("\n")
    if ax is None:
        size = (0.12 * max(map(len, lines)) + 0.6, 0.25 * len(lines) + 0.4)
        _, ax = plt.subplots(figsize=size, layout="constrained")
    ax.text(
        0.5,
        0.5,
        text,
        family="monospace",
        ha="center",
        va="center",
        fontsize=TITLE,
        transform=ax.transAxes,
        parse_math=False,
    )
    ax.set_axis_off()
    return ax
