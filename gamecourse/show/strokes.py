"""What the pictures share: arrows that end at vertices, legends, walls, and text that fits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import FancyArrowPatch, Patch, Rectangle

from gamecourse.show import layout
from gamecourse.show.style import HATCH, WALL

#: A figure fits a screen of 16:9, in inches.
WIDEST, HIGHEST = 12.8, 7.2

#: Points of text for an inch.
POINTS = 72


def axes(
    low: Any, high: Any, ax: Axes | None, *, more: tuple[float, float] = (0.0, 0.9), least: float = 6.0
) -> tuple[Axes, float]:
    """Axes without ticks from the corner ``low`` to the corner ``high``, y downwards, the same scale both ways.

    Parameters
    ----------
    low, high
        The corners (x, y), left above and right below.
    ax
        Where to draw; a new figure, if none is given: an inch for 1, less where it would not fit a screen.
    more
        Inches that legend and title take, beside and below.
    least
        How wide a new figure is at least, in inches.

    Returns
    -------
    tuple
        The axes, and about how many inches 1 is there.
    """
    size = np.maximum(np.subtract(high, low), 1e-9)
    if ax is None:
        scale = float(min(1.0, *((WIDEST, HIGHEST) - np.array(more)) / size))
        _, ax = plt.subplots(figsize=np.maximum(scale * size + more, (least, 2.4)))
    else:
        cell = ax.get_subplotspec()
        rows, columns = (1, 1) if cell is None else cell.get_gridspec().get_geometry()
        figure: Any = ax.figure
        room = figure.get_size_inches() / (columns, rows)
        scale = float(0.9 * np.min(np.maximum(room - more, 0.5 * room) / size))
    ax.set_xlim(low[0], high[0])
    ax.set_ylim(high[1], low[1])
    ax.set_aspect("equal")
    ax.set(xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    return ax, scale


def fitting(inches: float, words: str, largest: float = 14) -> float:
    """The size of text that must fit into a square.

    Parameters
    ----------
    inches
        A side of the square.
    words
        The text, one or more lines.
    largest
        The largest size, in points.

    Returns
    -------
    float
        The size, in points; never so small that nobody could read it.

    Examples
    --------
    >>> fitting(1.0, "a"), fitting(0.01, "far too much")
    (14, 5.0)
    """
    lines = words.split("\n")
    em = max(0.68 * max(map(len, lines)), 1.2 * len(lines))
    return max(5.0, min(largest, POINTS * inches / em))


def arrow(
    ax: Axes,
    ends: tuple[Any, Any],
    bend: float,
    shapes: tuple[Any, Any],
    *,
    heavy: bool = False,
    dashed: bool = False,
    head: bool = True,
) -> None:
    """An arrow on the curve of ``layout.bends``, from the edge of one shape to the edge of another.

    Parameters
    ----------
    ax
        Axes of equal scale, with y downwards.
    ends
        The middles of the two shapes.
    bend
        How far it bends.
    shapes
        The patches drawn there.
    heavy
        Whether it is a best move, thick and black.
    dashed
        Whether it is no player's, but chance's.
    head
        Whether it has a head.
    """
    style: dict[str, Any] = {"arrowstyle": "-|>" if head else "-", "mutation_scale": 18, "zorder": 1.5 if heavy else 1}
    style |= {"linewidth": 3.0, "color": "black"} if heavy else {"linewidth": 1.3, "color": "#555555"}
    style |= {"linestyle": "--" if dashed else "-", "patchA": shapes[0], "patchB": shapes[1]}
    (x, y), (u, v) = ends
    curve = FancyArrowPatch(
        (float(x), float(y)), (float(u), float(v)), connectionstyle=f"arc3,rad={bend}", shrinkA=0, shrinkB=1, **style
    )
    ax.add_patch(curve)


def loop(ax: Axes, place: Any, direction: tuple[float, float], radius: float, *, heavy: bool = False) -> None:
    """An arrow from a round vertex to itself.

    Parameters
    ----------
    ax
        Axes of equal scale, with y downwards.
    place
        The middle of the vertex.
    direction
        On which side of it, as ``layout.loop`` finds it.
    radius
        The vertex's radius.
    heavy
        Whether it is a best move.
    """
    turn = np.arctan2(direction[1], direction[0])
    ends = [np.add(place, radius * np.array([np.cos(angle), np.sin(angle)])) for angle in (turn - 0.55, turn + 0.55)]
    arrow(ax, (ends[0], ends[1]), -1.5, (None, None), heavy=heavy)


def extent(places: Any, edges: Sequence[tuple[int, int]], bends: Sequence[float], room: float) -> tuple[Any, Any]:
    """The corners of a picture of these places and arrows, with so much room around each vertex.

    Parameters
    ----------
    places
        An array of shape (n, 2).
    edges
        Pairs of vertices.
    bends
        A bend for each.
    room
        From the middle of a vertex to the border.

    Returns
    -------
    tuple
        The corner left above and that right below.
    """
    where = np.asarray(places, float).reshape(-1, 2)
    if not len(where):
        return np.zeros(2), np.ones(2)
    points = [where - room, where + room]
    for (i, j), bend in zip(edges, bends, strict=True):
        way = np.array(layout.loop(where, edges, i)) * room if i == j else 0.0
        points += [curve := layout.curve(where[i], where[j], bend) + way - 0.15, curve + 0.3]
    every = np.concatenate(points)
    return every.min(axis=0), every.max(axis=0)


def legend(ax: Axes, entries: Sequence[Any], *, beside: bool = False) -> None:
    """A legend of ``fill`` and ``stroke``: in rows below the picture, or in a column beside it.

    Parameters
    ----------
    ax
        What is explained.
    entries
        What stands in it; nothing is drawn for none.
    beside
        Whether it stands on the right.
    """
    if not entries:
        return
    if beside:
        ax.legend(handles=entries, loc="upper left", bbox_to_anchor=(1.02, 1.0), borderaxespad=0.0)
    else:
        figure: Any = ax.figure
        cell = ax.get_subplotspec()
        width = figure.get_size_inches()[0] / (cell.get_gridspec().ncols if cell else 1)
        each = 0.6 + 0.11 * max(len(entry.get_label()) for entry in entries)  # inches; a wider one squeezes the picture
        ncols = max(1, min(len(entries), int(width / each)))
        box: dict[str, Any] = {"loc": "upper center", "bbox_to_anchor": (0.5, 0.0), "columnspacing": 1.4}
        ax.legend(handles=entries, ncols=ncols, handletextpad=0.5, **box)


def fill(colour: str, words: str, *, dashed: bool = False) -> Patch:
    """For a legend: what a colour means.

    Parameters
    ----------
    colour
        The colour.
    words
        What it means.
    dashed
        Whether its edge is dashed.

    Returns
    -------
    Patch
        An entry for ``legend``.
    """
    return Patch(facecolor=colour, edgecolor="black", linestyle="--" if dashed else "-", label=words)


def shape(marker: str, colour: str, words: str) -> Line2D:
    """For a legend: whose a square, a circle or a diamond is.

    Parameters
    ----------
    marker
        "s", "o" or "D".
    colour
        What it is filled with.
    words
        What it means.

    Returns
    -------
    Line2D
        An entry for ``legend``.
    """
    style: dict[str, Any] = {"linestyle": "none", "markersize": 13, "markeredgecolor": "black"}
    return Line2D([], [], marker=marker, markerfacecolor=colour, label=words, **style)


def words(said: str) -> Patch:
    """For a legend: words alone."""
    return Patch(facecolor="none", edgecolor="none", label=said)


def stroke(words: str, *, heavy: bool = False, dashed: bool = False) -> Line2D:
    """For a legend: what a line means.

    Parameters
    ----------
    words
        What it means.
    heavy
        Whether it is thick and black.
    dashed
        Whether it is dashed.

    Returns
    -------
    Line2D
        An entry for ``legend``.
    """
    colour, width = ("black", 3.0) if heavy else ("#555555", 1.3)
    return Line2D([], [], color=colour, linewidth=width, linestyle="--" if dashed else "-", label=words)


def wall(x: float, y: float) -> Rectangle:
    """A wall on the cell whose middle is (x, y): dark, and hatched, so that no colour can be taken for it."""
    return Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=WALL, edgecolor=HATCH, hatch="//", linewidth=0)
