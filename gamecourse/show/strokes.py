"""The pictures of the stage as figures: spots, lines and words, as ``stage/js/picture.js`` draws
them in a browser.

A picture (``stage/spots.py``) says where everything stands. A frame says how each spot looks, with
a character for the piece on it, a character for its mark, a label and a note. It also has a
character for the look of each line.
"""

from __future__ import annotations

from html import escape
from itertools import repeat
from typing import Any
from xml.etree import ElementTree

import matplotlib.pyplot as plt
import numpy as np
from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import parse_path
from fontTools.svgLib.path.shapes import PathBuilder
from matplotlib.axes import Axes
from matplotlib.legend_handler import HandlerTuple
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, Patch, PathPatch, Polygon, Rectangle
from matplotlib.path import Path
from matplotlib.patheffects import withStroke
from matplotlib.transforms import Affine2D

import gamecourse.show.style  # noqa: F401 - so that every figure has its look
from gamecourse.show.shades import ACCENT, GRID, MARKS, RAMPS, SHADES
from gamecourse.show.stage.spots import Told
from gamelib.core import DRAW, LOSS, WIN

#: What a mark, a line or a shape means, by its name.
Words = dict[str, str]

#: The largest width and height of a figure, in inches, so that it fits a 16:9 screen.
WIDEST, HIGHEST = 12.8, 7.2

#: Points of text, and pixels of the stage, to an inch.
POINTS, UNITS = 72, 115

#: The fill of a cell of a strategy map, by its outcome; pale, because marks stand on it.
FILLS = {"won": RAMPS[WIN][2], "drawn": MARKS[DRAW].colour, "lost": MARKS[LOSS].colour}

#: The fill of a spot and the ink on it, by its mark. M: Min is to move; 1, 2, 3: Max's proof, Min's
#: proof, both.
LOOKS = {mark.letter: (mark.colour, mark.ink) for mark in MARKS.values()} | {
    "M": ("black", "white"),
    "1": (MARKS[WIN].colour, "white"),
    "2": (ACCENT, "black"),
    "3": ("black", "white"),
    **{word: (colour, "black") for word, colour in FILLS.items()},
}

#: How a spot without a mark looks, and what the outcomes are called in a legend.
PLAIN = ("white", "black")
OUTCOMES = {mark.letter: f"{mark.sign} {mark.word}" for mark in MARKS.values()} | {"-": "open"}

#: Shapes by which players are told apart, as a legend shows them.
MARKERS = {"square": "s", "disc": "o", "diamond": "D"}

#: A line's colour, width in points and dashes, by its letter; heavy lines are best moves.
LINES: dict[str, tuple[str, float, Any]] = {
    "n": ("#555555", 1.3, "-"),
    "b": ("black", 3.0, "-"),
    "d": ("#555555", 1.3, "--"),
    "c": ("#555555", 1.3, "--"),
    "1": (MARKS[WIN].colour, 3.5, "-"),
    "2": (ACCENT, 3.5, (0, (2, 0.8))),
    "3": ("black", 4.5, "-"),
}

#: How much of a spot's width is free for words, by its shape.
INSIDE = {"disc": 0.75, "vertex": 0.8, "diamond": 0.6}

#: On a large board these are larger than a cell: they are so wide, in inches.
ALONE, FOUND = ("policeman", "thief", "exit"), 0.4

_CODES = {
    "moveTo": Path.MOVETO,
    "lineTo": Path.LINETO,
    "qCurveTo": Path.CURVE3,
    "curveTo": Path.CURVE4,
} | {"closePath": Path.CLOSEPOLY}


def draw(
    picture: Told,
    frame: Told,
    ax: Axes | None = None,
    words: Words | None = None,
    beside: bool = False,
    **about: str,
) -> Axes:
    """Draw a picture of the stage as a frame shows it, with a legend of these words below or beside
    it.

    ``words`` says what a mark, a line or a shape means, by its name; words with an empty name stand
    without a sign. ``about`` is the title and label of the axes, and the words at their edges.
    """
    ax, scale = _axes(picture, ax, (2.6, 1.3) if beside else (0.6, 1.0))
    _explain(ax, words or {}, picture, frame, beside)
    for line, letter in zip(picture["lines"], frame.get("lines") or repeat("n"), strict=False):
        draw_line(ax, line, letter)
    spots, legend = picture["spots"], picture["legend"]
    pieces, marks = frame.get("pieces") or " " * len(spots), frame.get("marks") or " " * len(spots)
    for k, spot in enumerate(spots):
        label = frame["labels"][k] if "labels" in frame else spot.get("label", "")
        note, mark = frame["notes"][k] if "notes" in frame else "", marks[k]
        fill, ink = LOOKS.get(mark, (SHADES[spot.get("dark", False)], "black"))
        if mark in picture.get("palette", ()):
            fill, ink = picture["palette"][mark][frame["depths"][k]]
        edge: Told = {"edgecolor": "black"}
        if spot["shape"] in ("cell", "leaf"):
            edge = {"edgecolor": GRID, "linewidth": min(0.8, 2 * spot.get("w", 1) * scale)}
        ax.add_patch(
            outline(spot, facecolor=fill, linestyle="--" if mark == "-" else "-", zorder=2, **edge)
        )
        if piece := pieces[k].strip(" ."):
            high, large = spot.get("h", 1), FOUND / scale if legend.get(piece) in ALONE else 0
            place, size = (
                (spot["x"], spot["y"] - 0.18 * high * bool(note)),
                0.6 * high if note else max(high, large),
            )
            pale = "last" in frame and k not in frame["last"]
            letter = f'<g><text font-size="0.5">{escape(piece)}</text></g>'
            _piece(
                ax, picture["pieces"].get(piece, letter), place, size, scale, 0.5 if pale else 1.0
            )
        _words(
            ax,
            spot,
            scale,
            "" if piece and spot["shape"] == "disc" else label,
            note,
            ink,
            bool(piece),
        )
    for text in picture.get("texts", ()):
        style: Told = {"ha": {"start": "left", "end": "right"}.get(text.get("anchor"), "center")}
        size = min(14.0, max(8.0, 1.2 * POINTS * scale * text.get("size", 0.3)))
        box = {"facecolor": "white", "edgecolor": "none", "pad": 0.5}
        ax.text(
            text["x"],
            text["y"],
            text["words"],
            fontsize=size,
            bbox=box,
            zorder=1.8,
            parse_math=False,
            **style,
        )
    ax.set(**about)
    return ax


def _axes(picture: Told, ax: Axes | None, more: tuple[float, float]) -> tuple[Axes, float]:
    """Return axes without ticks, as large as a picture and with y downwards, and about how many
    inches a unit has.
    """
    size = np.array([picture["width"], picture["height"]])
    if ax is None:
        scale = float(min(picture["unit"] / UNITS, *((WIDEST, HIGHEST) - np.array(more)) / size))
        _, ax = plt.subplots(figsize=np.maximum(scale * size + more, (6.0, 2.4)))
    else:
        room = _room(ax)
        scale = float(0.9 * np.min(np.maximum(room - more, 0.5 * room) / size))
    ax.set(xlim=(0, size[0]), ylim=(size[1], 0), aspect="equal", xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)
    return ax, scale


def _room(ax: Axes) -> Any:
    """Return the width and height in inches that axes have in their figure, before anything is laid
    out.
    """
    cell, figure = ax.get_subplotspec(), ax.get_figure(root=True)
    assert figure is not None
    rows, columns = (1, 1) if cell is None else cell.get_gridspec().get_geometry()
    return figure.get_size_inches() / (columns, rows)


def outline(spot: Told, **style: Any) -> Patch:
    """Return the shape of a spot: a disc, a diamond or a rectangle."""
    x, y, w, h = spot["x"], spot["y"], spot.get("w", 1), spot.get("h", 1)
    if spot["shape"] in ("disc", "vertex"):
        return Circle((x, y), w / 2, **style)
    if spot["shape"] == "diamond":
        return Polygon([(x - w / 2, y), (x, y + h / 2), (x + w / 2, y), (x, y - h / 2)], **style)
    return Rectangle((x - w / 2, y - h / 2), w, h, **style)


def _words(
    ax: Axes, spot: Told, scale: float, label: str, note: str, ink: str, below: bool
) -> None:
    """Write a spot's label, and a note below it, or ``below`` a piece."""
    wide = min(spot.get("w", 1), 2.4 * spot.get("h", 1)) * INSIDE.get(spot["shape"], 0.8) * scale
    style: Told = {"ha": "center", "va": "center", "color": ink, "zorder": 3, "parse_math": False}
    board = "\n" in label
    if board:
        style |= {"family": "monospace", "linespacing": 1.0}
    x, y, w = spot["x"], spot["y"], spot.get("w", 1) if note else 0.0
    if label:
        size = fitting(0.7 * wide if note and board else wide, label, 16)
        ax.text(x, y - 0.15 * w, label, fontsize=size, weight="bold", **style)
    if note:
        most = 0.3 * w * scale * POINTS if below else 13
        ax.text(
            x,
            y + (0.27 if board or below else 0.2) * w,
            note,
            fontsize=fitting(0.9 * wide, note, most),
            **style,
        )


def _piece(
    ax: Axes, drawn: str, place: tuple[float, float], size: float, scale: float, alpha: float
) -> None:
    """Draw a piece, given as SVG in a square, as the browser draws it; ``size`` is the square's
    side.
    """
    where, points = Affine2D().scale(size).translate(*place), size * scale * POINTS
    for group in ElementTree.fromstring(f"<svg>{drawn}</svg>"):
        for element in group:
            look = {
                "fill": "black",
                "stroke": "none",
                "stroke-width": "0",
                **group.attrib,
                **element.attrib,
            }
            wide = points * float(look["stroke-width"])
            style: Told = {"alpha": alpha, "zorder": 2.5, "clip_on": False}
            if element.tag.endswith("text"):
                x, y = where.transform((float(look.get("x", 0)), float(look.get("y", 0))))
                style |= {
                    "ha": "center",
                    "va": "center_baseline",
                    "weight": "bold",
                    "color": look["fill"],
                }
                style |= {
                    "path_effects": [withStroke(linewidth=wide, foreground=look["stroke"])],
                    "parse_math": False,
                }
                ax.text(
                    x, y, str(element.text), fontsize=points * float(look["font-size"]), **style
                )
                continue
            style |= {"facecolor": look["fill"], "edgecolor": look["stroke"], "linewidth": wide}
            style |= {
                "capstyle": look.get("stroke-linecap"),
                "joinstyle": look.get("stroke-linejoin"),
            }
            shapes = PathBuilder()
            shapes.add_path_from_element(element)
            ax.add_patch(PathPatch(where.transform_path(path(shapes.paths[0])), **style))


def draw_line(ax: Axes, line: Told, letter: str) -> None:
    """Draw a line with its head; a branch that is cut also gets its label, ✂."""
    colour, width, dashes = LINES[letter]
    style: Told = {"edgecolor": colour, "zorder": 1 + width / 10, "clip_on": False}
    ax.add_patch(
        PathPatch(path(line["path"]), facecolor="none", linewidth=width, linestyle=dashes, **style)
    )
    if "head" in line:
        ax.add_patch(PathPatch(path(line["head"]), facecolor=colour, linewidth=0, **style))
    if line.get("label") and letter == "c":
        x, y = line["at"]
        ax.text(x, y, line["label"], ha="center", va="center", fontsize="large", zorder=3)


def path(words: str) -> Path:
    """Return a path of SVG as matplotlib needs it.

    >>> path("M0 1Q1 1 2 1").vertices.tolist()
    [[0.0, 1.0], [1.0, 1.0], [2.0, 1.0]]
    """
    pen = RecordingPen()
    parse_path(words, pen)
    points: list[tuple[float, float]] = []
    codes: list[Any] = []
    for name, ends in pen.value:
        if name == "closePath" and codes[-1] == Path.LINETO:  # which has led back to the beginning
            codes[-1] = Path.CLOSEPOLY
        elif name != "endPath":
            points += ends or points[:1]
            codes += [_CODES[name]] * max(1, len(ends))
    return Path(points, codes)


def fitting(inches: float, words: str, largest: float = 14) -> float:
    """Return the size, in points, of words that must fit into a square of this side; never too
    small to read.

    >>> fitting(1.0, "a"), fitting(0.01, "far too much")
    (14, 5.0)
    """
    lines = words.split("\n")
    em = max(0.68 * max(map(len, lines)), 1.2 * len(lines))
    return max(5.0, min(largest, POINTS * inches / em))


def _explain(ax: Axes, words: Words, picture: Told, frame: Told, beside: bool) -> None:
    """Draw a legend of what the picture has, in rows below it or in a column beside it."""
    marks, lines, depths = (
        frame.get("marks", ""),
        frame.get("lines", ""),
        frame.get("depths", repeat(0)),
    )
    looks = {
        spot["shape"]: LOOKS.get(mark, PLAIN)
        for spot, mark in zip(picture["spots"], marks, strict=False)
    }
    entries: dict[str, Any] = {}
    for name, said in words.items():
        if name in MARKERS and name in looks:
            style: Told = {"linestyle": "none", "markersize": 13, "markeredgecolor": "black"}
            entries[said] = Line2D(
                [], [], marker=MARKERS[name], markerfacecolor=looks[name][0], **style
            )
        elif name and name in marks:  # in a map the shades that it has: darkest, middle, palest
            shades = picture.get("palette", {}).get(name, [LOOKS.get(name, PLAIN)])
            seen = sorted(
                {depth for depth, mark in zip(depths, marks, strict=False) if mark == name}
            )
            few = dict.fromkeys(shades[seen[k]][0] for k in (0, len(seen) // 2, -1))
            style = {"edgecolor": "black", "linestyle": "--" if name == "-" else "-"}
            entries[said] = tuple(Patch(facecolor=fill, **style) for fill in few)
        elif name and name in lines:
            colour, width, dashes = LINES[name]
            entries[said] = Line2D([], [], color=colour, linewidth=width, linestyle=dashes)
        elif not name:
            entries[said] = Patch(facecolor="none", edgecolor="none")
    if beside:
        where: Told = {"loc": "upper left", "bbox_to_anchor": (1.02, 1.0), "borderaxespad": 0.0}
    else:
        each = 0.6 + 0.11 * max(map(len, entries), default=0)  # inches; wider ones squeeze
        columns = max(1, min(len(entries), int(_room(ax)[0] / each)))
        where = {
            "loc": "upper center",
            "bbox_to_anchor": (0.5, 0.0),
            "columnspacing": 1.4,
            "ncols": columns,
        }
    if entries:
        where |= {"handletextpad": 0.5, "handler_map": {tuple: HandlerTuple(None, pad=0)}}
        ax.legend(list(entries.values()), list(entries), **where)
