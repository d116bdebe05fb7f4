"""The pictures of the stage as figures: spots, lines and words, as ``stage/js/picture.js`` draws
them in a browser.

A picture says where everything stands, and a frame how everything looks (``records.py``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from itertools import repeat
from math import inf
from typing import Any, NamedTuple
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
from gamecourse.show.colours import ACCENT, GRID, MARKS, RAMPS, SQUARES, Shade
from gamecourse.show.figures import BEHIND, keep_inside, show_before_the_answer
from gamecourse.show.records import Frame, Label, Line, PictureSpec, Spot
from gamecourse.show.rendering import SpotState, render
from gamelib.core import DRAW, LOSS, WIN

#: What a mark, a line or a shape means, by its name.
Words = dict[str, str]

#: Settings of something that matplotlib draws, by its names for them.
Style = dict[str, Any]

#: The largest width and height of a figure, in inches, so that it fits a 16:9 screen; and the
#: smallest.
LARGEST_FIGURE = (12.8, 7.2)
SMALLEST_FIGURE = (6.0, 2.4)

#: The width and height, in inches, that a figure needs around its picture: for the title, and for a
#: legend below or beside it.
ROOM_WITH_LEGEND_BELOW = (0.6, 1.0)
ROOM_WITH_LEGEND_BESIDE = (2.6, 1.3)

#: Points of text, and pixels of the stage, to an inch.
POINTS, PIXELS = 72, 115

#: The fill of a cell of a strategy map, by its outcome; pale, because marks stand on it.
FILLS = {"won": RAMPS[WIN][2], "drawn": MARKS[DRAW].colour, "lost": MARKS[LOSS].colour}

#: The fill of a spot and the ink on it, by its mark. 1, 2, 3: Max's proof, Min's proof, both.
LOOKS = {mark.letter: Shade(mark.colour, mark.ink) for mark in MARKS.values()} | {
    "1": Shade(MARKS[WIN].colour, "white"),
    "2": Shade(ACCENT, "black"),
    "3": Shade("black", "white"),
    **{word: Shade(colour, "black") for word, colour in FILLS.items()},
}

#: How a spot without a mark looks, and what the outcomes are called in a legend.
PLAIN = Shade("white", "black")
OUTCOMES = {mark.letter: f"{mark.sign} {mark.word}" for mark in MARKS.values()} | {"-": "open"}

#: Shapes by which players are told apart, as a legend shows them.
MARKERS = {"square": "s", "disc": "o", "diamond": "D"}


class Shown(NamedTuple):
    """A picture, and the frame that says how it looks."""

    picture: PictureSpec
    frame: Frame


class Pen(NamedTuple):
    """How a line looks: its colour, its width in points, and its dashes as matplotlib has them."""

    colour: str
    width: float
    dashes: Any


#: How a line looks, by its letter; heavy lines are best moves.
LINES = {
    "n": Pen("#555555", 1.3, "-"),
    "b": Pen("black", 3.0, "-"),
    "d": Pen("#555555", 1.3, "--"),
    "c": Pen("#555555", 1.3, "--"),
    "1": Pen(MARKS[WIN].colour, 3.5, "-"),
    "2": Pen(ACCENT, 3.5, (0, (2, 0.8))),
    "3": Pen("black", 4.5, "-"),
}

#: How much of a spot's width is free for words, by its shape; of any other shape 0.8.
FREE_WIDTH = {"disc": 0.75, "vertex": 0.8, "diamond": 0.6}

#: Words beside the spots are so much larger than on the stage, but from 8 to 14 points.
LABEL_SCALE = 1.2

#: Pieces of which a board has one or a few. On a large board they are larger than a cell, so that
#: they are found: so many inches wide.
RARE_PIECES = ("policeman", "thief", "exit")
RARE_PIECE_WIDTH = 0.4

#: How a piece looks where its SVG does not say.
LOOK_OF_A_PIECE = {"fill": "black", "stroke": "none", "stroke-width": "0"}

#: What fontTools calls the parts of a path, and what matplotlib calls them.
_CODES = {
    "moveTo": Path.MOVETO,
    "lineTo": Path.LINETO,
    "qCurveTo": Path.CURVE3,
    "curveTo": Path.CURVE4,
    "closePath": Path.CLOSEPOLY,
}


def draw(
    picture: PictureSpec,
    frame: Frame,
    ax: Axes | None = None,
    words: Words | None = None,
    beside: bool = False,
    before: Callable[[], Shown] | None = None,
    **about: str,
) -> Axes:
    """Draw a picture of the stage as a frame shows it, with a legend of these words below or beside
    it.

    ``words`` says what a mark, a line or a shape means, by its name; words with an empty name stand
    without a sign. ``about`` is the title and label of the axes, and the words at their edges.
    ``before`` returns what is shown as long as the answer is not told (``figures.py``); it is
    called only where that is drawn.
    """
    room_around = ROOM_WITH_LEGEND_BESIDE if beside else ROOM_WITH_LEGEND_BELOW
    ax, scale = _axes(picture, ax, room_around)
    _draw_legend(ax, words or {}, picture, frame, beside)
    render(picture, frame, FigureCanvas(ax, scale, picture))
    if before is not None:
        scale_of_sheet = scale / _sheet_width(ax)
        show_before_the_answer(
            ax,
            lambda ax: _draw_in_the_place_of(
                picture, scale_of_sheet * _sheet_width(ax), before(), ax
            ),
        )
    ax.set(**about)
    return ax


def _sheet_width(ax: Axes) -> float:
    """Return how wide the figure of these axes is, in inches."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    return float(figure.get_size_inches()[0])


def _draw_in_the_place_of(told: PictureSpec, scale: float, shown: Shown, ax: Axes) -> None:
    """Draw a picture where these axes show the picture ``told``, with ``scale`` inches to a unit:
    in its middle, and as large as there is room.
    """
    picture, frame = shown
    fit = min(told["width"] / picture["width"], told["height"] / picture["height"])
    inset = ax.inset_axes((0, 0, 1, 1), facecolor="none")
    _set_limits(inset, picture)
    render(picture, frame, FigureCanvas(inset, scale * fit, picture))


@dataclass
class FigureCanvas:
    """Axes of matplotlib, in which a unit of the picture has about ``scale`` inches."""

    ax: Axes
    scale: float
    picture: PictureSpec

    def draw_line(self, line: Line, letter: str) -> None:
        """Draw a line with its head; a branch that is cut also gets its label, ✂."""
        pen = LINES[letter]
        style: Style = {
            "edgecolor": pen.colour,
            "zorder": 1 + pen.width / 10,
            "clip_on": False,
        }
        shaft = path(line["path"])
        self.ax.add_patch(
            PathPatch(shaft, facecolor="none", linewidth=pen.width, linestyle=pen.dashes, **style)
        )
        if "head" in line:
            head = path(line["head"])
            style["zorder"] = 1.9  # above the ground of words that stand beside the arrow
            self.ax.add_patch(PathPatch(head, facecolor=pen.colour, linewidth=0, **style))
        if "label" in line and letter == "c":
            x, y = line["at"]
            self.ax.text(x, y, line["label"], ha="center", va="center", fontsize="large", zorder=3)

    def draw_spot(self, spot: Spot, state: SpotState) -> None:
        """Draw a spot's outline, the piece on it, and the words in it."""
        shade = self._shade(spot, state)
        style: Style = {"edgecolor": "black"}
        if spot["shape"] in ("cell", "leaf"):
            width = min(0.8, 2 * spot.get("w", 1) * self.scale)
            style = {"edgecolor": GRID, "linewidth": width}
        elif spot["shape"] == "bare":
            style = {"edgecolor": "none"}
        style["linestyle"] = "--" if state.mark == "-" else "-"
        is_only_behind_words = spot["shape"] == "bare" and state.mark == " "
        fill = BEHIND if is_only_behind_words else shade.fill
        self.ax.add_patch(outline(spot, facecolor=fill, zorder=2, **style))
        if state.piece:
            self._draw_piece(spot, state)
        hides_label = state.piece and spot["shape"] == "disc"  # the piece fills a disc
        label = "" if hides_label else state.label
        self._write_inside(spot, label, state.note or "", shade.ink, below=bool(state.piece))

    def draw_label(self, label: Label) -> None:
        """Write words beside the spots."""
        sides = {"start": "left", "middle": "center", "end": "right"}
        points = LABEL_SCALE * POINTS * self.scale * label.get("size", 0.3)
        style: Style = {
            "ha": sides[label.get("anchor", "middle")],
            "fontsize": min(14.0, max(8.0, points)),
            "zorder": 1.8,
            "parse_math": False,
            "bbox": {"facecolor": BEHIND, "edgecolor": "none", "pad": 0.5},
        }
        self.ax.text(label["x"], label["y"], label["words"], **style)

    def _shade(self, spot: Spot, state: SpotState) -> Shade:
        """Return the fill of a spot, and the ink on it."""
        palette = self.picture.get("palette", {})
        if state.mark in palette:
            return palette[state.mark][state.depth]
        square = Shade(SQUARES[spot.get("dark", False)], "black")
        return LOOKS.get(state.mark, square)

    def _draw_piece(self, spot: Spot, state: SpotState) -> None:
        """Draw what stands on a spot: higher and smaller above a note, pale if something else has
        just changed. A character without a drawing is drawn as a letter.
        """
        spot_height = spot.get("h", 1)
        x, y = spot["x"], spot["y"]
        side = spot_height
        if state.note:
            y -= 0.18 * spot_height
            side = 0.6 * spot_height
        elif self.picture["legend"].get(state.piece) in RARE_PIECES:
            side = max(spot_height, RARE_PIECE_WIDTH / self.scale)
        letter = f'<g><text font-size="0.5">{escape(state.piece)}</text></g>'
        svg = self.picture["pieces"].get(state.piece, letter)
        has_not_changed = state.is_last is False  # None: the frame does not say what has changed
        alpha = 0.5 if has_not_changed else 1.0
        to_square = Affine2D().scale(side).translate(x, y)  # from the unit square of the SVG
        points = side * self.scale * POINTS
        for group in ElementTree.fromstring(f"<svg>{svg}</svg>"):
            for element in group:
                look = LOOK_OF_A_PIECE | group.attrib | element.attrib
                if element.tag.endswith("text"):
                    self._draw_letter(str(element.text), look, to_square, points, alpha)
                else:
                    self._draw_shape(element, look, to_square, points, alpha)

    def _draw_letter(
        self, letter: str, look: dict[str, str], to_square: Affine2D, points: float, alpha: float
    ) -> None:
        """Draw a letter of a piece in the piece's square, whose side has so many points."""
        x, y = to_square.transform((float(look.get("x", 0)), float(look.get("y", 0))))
        halo = withStroke(linewidth=points * float(look["stroke-width"]), foreground=look["stroke"])
        style: Style = {
            "alpha": alpha,
            "zorder": 2.5,
            "clip_on": False,
            "ha": "center",
            "va": "center_baseline",
            "weight": "bold",
            "color": look["fill"],
            "path_effects": [halo],
            "parse_math": False,
            "fontsize": points * float(look["font-size"]),
        }
        self.ax.text(x, y, letter, **style)

    def _draw_shape(
        self,
        element: ElementTree.Element,
        look: dict[str, str],
        to_square: Affine2D,
        points: float,
        alpha: float,
    ) -> None:
        """Draw a shape of a piece in the piece's square, whose side has so many points."""
        shapes = PathBuilder()
        shapes.add_path_from_element(element)
        style: Style = {
            "alpha": alpha,
            "zorder": 2.5,
            "clip_on": False,
            "facecolor": look["fill"],
            "edgecolor": look["stroke"],
            "linewidth": points * float(look["stroke-width"]),
            "capstyle": look.get("stroke-linecap"),
            "joinstyle": look.get("stroke-linejoin"),
        }
        self.ax.add_patch(PathPatch(to_square.transform_path(path(shapes.paths[0])), **style))

    def _write_inside(self, spot: Spot, label: str, note: str, ink: str, below: bool) -> None:
        """Write a spot's label, and a note below it; ``below`` says that the note stands below a
        piece instead. With a note the label stands higher and the note lower than the middle.
        """
        width = spot.get("w", 1)
        free = min(width, 2.4 * spot.get("h", 1)) * FREE_WIDTH.get(spot["shape"], 0.8)
        inches = free * self.scale
        style: Style = {
            "ha": "center",
            "va": "center",
            "color": ink,
            "zorder": 3,
            "parse_math": False,
        }
        is_board = "\n" in label  # rows of characters, which must stand in columns
        if is_board:
            style |= {"family": "monospace", "linespacing": 1.0}
        x, y = spot["x"], spot["y"]
        if label:
            higher = 0.0
            if note:
                higher = 0.25 * free if is_board else 0.15 * width
            label_inches = 0.75 * inches if note and is_board else inches
            size = fitting_size(label_inches, label, 16)
            words = self.ax.text(x, y - higher, label, fontsize=size, weight="bold", **style)
            if is_board:
                keep_inside(words, fitting_size(label_inches, label, inf))
        if note:
            lower = 0.34 * free if is_board else 0.2 * width
            if below:
                lower = 0.27 * width
            largest = 0.3 * width * self.scale * POINTS if below else 13
            below_board = 0.38 * inches * POINTS if is_board else inf
            size = min(below_board, fitting_size(0.9 * inches, note, largest))
            words = self.ax.text(x, y + lower, note, fontsize=size, **style)
            if is_board:
                keep_inside(words, min(below_board, fitting_size(0.9 * inches, note, inf)))


def _axes(
    picture: PictureSpec, ax: Axes | None, room_around: tuple[float, float]
) -> tuple[Axes, float]:
    """Return axes as large as a picture, and about how many inches a unit has.

    ``room_around`` is the width and the height, in inches, that the figure needs besides.
    """
    size = np.array([picture["width"], picture["height"]])
    if ax is None:
        largest_scales = (LARGEST_FIGURE - np.array(room_around)) / size
        scale = float(min(picture["unit"] / PIXELS, *largest_scales))
        _, ax = plt.subplots(figsize=np.maximum(scale * size + room_around, SMALLEST_FIGURE))
    elif ax.get_subplotspec() is None:  # axes that were put there by hand have no room around
        figure = ax.get_figure(root=True)
        assert figure is not None
        scale = float(np.min(ax.get_position().size * figure.get_size_inches() / size))
    else:
        room = _room(ax)
        # At least half the room is for the picture, even if little is left for title and legend.
        room_for_picture = np.maximum(room - room_around, 0.5 * room)
        scale = float(0.9 * np.min(room_for_picture / size))
    _set_limits(ax, picture)
    return ax, scale


def _set_limits(ax: Axes, picture: PictureSpec) -> None:
    """Give axes the width and height of a picture, with y downwards, and neither ticks nor a
    border.
    """
    limits = {"xlim": (0, picture["width"]), "ylim": (picture["height"], 0)}
    ax.set(**limits, aspect="equal", xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)


def _room(ax: Axes) -> Any:
    """Return the width and height in inches that axes have in their figure, before matplotlib lays
    it out: their share of the figure, as an array.
    """
    cell, figure = ax.get_subplotspec(), ax.get_figure(root=True)
    assert figure is not None
    rows, columns = (1, 1) if cell is None else cell.get_gridspec().get_geometry()
    return figure.get_size_inches() / (columns, rows)


def outline(spot: Spot, **style: Any) -> Patch:
    """Return the shape of a spot: a disc, a diamond or a rectangle."""
    x, y = spot["x"], spot["y"]
    width = spot.get("w", 1)
    height = spot.get("h", 1)
    if spot["shape"] in ("disc", "vertex"):
        return Circle((x, y), width / 2, **style)
    left, right = x - width / 2, x + width / 2
    top, bottom = y - height / 2, y + height / 2
    if spot["shape"] == "diamond":
        return Polygon([(left, y), (x, bottom), (right, y), (x, top)], **style)
    return Rectangle((left, top), width, height, **style)


def path(svg: str) -> Path:
    """Return a path of SVG, as the attribute ``d`` has it, as a path of matplotlib.

    >>> path("M0 1Q1 1 2 1").vertices.tolist()
    [[0.0, 1.0], [1.0, 1.0], [2.0, 1.0]]
    """
    pen = RecordingPen()
    parse_path(svg, pen)
    points: list[tuple[float, float]] = []
    codes: list[Any] = []  # one for each point
    for name, part in pen.value:
        if name == "closePath" and codes[-1] == Path.LINETO:  # which has led back to the beginning
            codes[-1] = Path.CLOSEPOLY
        elif name == "closePath":
            points.append(points[0])  # matplotlib wants a point, and looks only at the code
            codes.append(_CODES[name])
        elif name != "endPath":
            points += part
            codes += [_CODES[name]] * len(part)
    return Path(points, codes)


def fitting_size(inches: float, words: str, largest: float = 14) -> float:
    """Return the size, in points, of words that must fit into a square of this side: at most
    ``largest``, and never too small to read.

    >>> fitting_size(1.0, "a"), fitting_size(0.01, "far too much")
    (14, 5.0)
    """
    lines = words.split("\n")
    # A letter is about 0.68 times as wide as its size, and a line 1.2 times as high.
    width = 0.68 * max(map(len, lines))
    height = 1.2 * len(lines)
    return max(5.0, min(largest, POINTS * inches / max(width, height)))


def _draw_legend(ax: Axes, words: Words, picture: PictureSpec, frame: Frame, beside: bool) -> None:
    """Draw a legend of what the picture has, in rows below it or in a column beside it."""
    entries = _entries(words, picture, frame)
    if not entries:
        return
    style: Style = {"handletextpad": 0.5, "handler_map": {tuple: HandlerTuple(None, pad=0)}}
    if beside:
        style |= {"loc": "upper left", "bbox_to_anchor": (1.02, 1.0), "borderaxespad": 0.0}
    else:
        inches = 0.6 + 0.11 * max(map(len, entries))  # for the longest entry: its sign, its letters
        columns = max(1, min(len(entries), int(_room(ax)[0] / inches)))
        style |= {"loc": "upper center", "bbox_to_anchor": (0.5, 0.0), "ncols": columns}
        style["columnspacing"] = 1.4
    ax.legend(list(entries.values()), list(entries), **style)


def _entries(words: Words, picture: PictureSpec, frame: Frame) -> dict[str, Any]:
    """Return the signs of a legend, by the words beside them; what the picture does not have gets
    no entry.
    """
    marks = frame.get("marks", "")
    lines = frame.get("lines", "")
    shapes = {
        spot["shape"]: LOOKS.get(mark, PLAIN)
        for spot, mark in zip(picture["spots"], marks, strict=False)  # a frame may have no marks
    }
    entries: dict[str, Any] = {}
    for name, text in words.items():
        if name in shapes and name in MARKERS:
            entries[text] = _marker(name, shapes[name])
        elif name and name in marks:
            entries[text] = _patches(name, picture, frame)
        elif name and name in lines:
            pen = LINES[name]
            style: Style = {"linewidth": pen.width, "linestyle": pen.dashes}
            entries[text] = Line2D([], [], color=pen.colour, **style)
        elif not name:
            entries[text] = Patch(facecolor="none", edgecolor="none")
    return entries


def _marker(shape: str, shade: Shade) -> Line2D:
    """Return the sign of a shape in a legend."""
    style: Style = {"linestyle": "none", "markersize": 13, "markeredgecolor": "black"}
    return Line2D([], [], marker=MARKERS[shape], markerfacecolor=shade.fill, **style)


def _patches(mark: str, picture: PictureSpec, frame: Frame) -> tuple[Patch, ...]:
    """Return the sign of a mark in a legend: patches in the darkest, the middle and the palest of
    its shades in the picture, each shade once.
    """
    shades = picture.get("palette", {}).get(mark, [LOOKS.get(mark, PLAIN)])
    looks = zip(frame.get("depths", repeat(0)), frame["marks"], strict=False)
    depths = sorted({depth for depth, spot_mark in looks if spot_mark == mark})
    shown_depths = (depths[0], depths[len(depths) // 2], depths[-1])
    fills = dict.fromkeys(shades[depth].fill for depth in shown_depths)  # without repetitions
    style: Style = {"edgecolor": "black", "linestyle": "--" if mark == "-" else "-"}
    return tuple(Patch(facecolor=fill, **style) for fill in fills)
