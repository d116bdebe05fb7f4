"""A page of A4 to be written on, measured in inches from its left upper corner; black on white."""

from __future__ import annotations

import textwrap
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, Rectangle

from gamecourse.making.handouts import lecture
from gamecourse.show import layout, strokes
from gamecourse.show.stage.spots import arrows, drawn

WIDTH, HEIGHT = 8.27, 11.69
LEFT, RIGHT = 0.7, WIDTH - 0.7
WIDE = RIGHT - LEFT
GREY, PALE = "#777777", "#D9D9D9"


class Sheet:
    """A page with its heading; ``blanks`` are the rectangles (left, top, right, bottom) that a student fills in."""

    def __init__(self, number: int, task: str, *, heading: str = "") -> None:
        self.number, self.task = number, task
        self.figure = Figure(figsize=(WIDTH, HEIGHT), layout="none")  # type: ignore[arg-type]  # its stub lacks this word
        self.ax: Any = self.figure.add_axes((0, 0, 1, 1))
        self.ax.set(xlim=(0, WIDTH), ylim=(HEIGHT, 0))
        self.ax.set_axis_off()
        self.blanks: list[tuple[float, float, float, float]] = []
        self.text(LEFT, 0.72, heading or lecture.title(number), 15, weight="bold")
        self.line((LEFT, 1.28), (RIGHT, 1.28), 1.2)
        self.text(LEFT, 1.08, "Name", 10, color=GREY)
        self.blank(LEFT + 0.5, 0.92, 4.6, 0.33)
        self.text(LEFT + 5.2, 1.08, "Date", 10, color=GREY)
        self.blank(LEFT + 5.7, 0.92, 1.17, 0.33)
        self.y = 1.5
        self.say(task, 12)

    def say(self, words: str, size: float = 11, *, weight: str = "normal") -> None:
        """Write a paragraph below all that stands there, and go on below it."""
        for line in textwrap.wrap(words, int((960 if weight == "normal" else 880) / size)):
            self.text(LEFT, self.y + 0.1, line, size, weight=weight)
            self.y += 0.0215 * size
        self.y += 0.1

    def part(self, words: str) -> None:
        """What is asked next, in bold letters."""
        self.say(words, weight="bold")

    def text(self, x: float, y: float, words: str, size: float = 11, **style: Any) -> None:
        """Words whose left end, or middle with ``ha="center"``, is here."""
        style = {"ha": "left", "va": "center", "parse_math": False, "zorder": 4, "color": "black"} | style
        self.ax.text(x, y, words, fontsize=size, **style)

    def line(self, begin: tuple[float, float], end: tuple[float, float], width: float = 1.0, **style: Any) -> None:
        look: dict[str, Any] = {"color": "black", "zorder": 1} | style
        self.ax.add_artist(Line2D(*zip(begin, end, strict=True), linewidth=width, **look))

    def blank(self, x: float, y: float, width: float, height: float) -> None:
        """Keep this rectangle free for a student's hand."""
        self.blanks.append((x, y, x + width, y + height))

    def gap(self, x: float, y: float, width: float, words: str = "", size: float = 11) -> None:
        """Words, and behind them a line to write on that ends at ``x + width``."""
        self.text(x, y, words, size)
        begin = x + 0.0075 * size * len(words) + 0.08 * bool(words)
        self.line((begin, y + 0.12), (x + width, y + 0.12), 0.8)
        self.blank(begin, y - 0.18, x + width - begin, 0.28)

    def box(self, x: float, y: float, width: float, height: float, words: str | None = None, **style: Any) -> None:
        """A cell: with words in it, or with None, to be filled in."""
        look: dict[str, Any] = {"facecolor": "white", "edgecolor": "black", "linewidth": 0.9, "zorder": 2}
        self.ax.add_artist(Rectangle((x, y), width, height, **look | style))
        if words is None:
            self.blank(x, y, width, height)
        elif words:
            size = min(12.0, strokes.fitting(width * 1.02, words, 12) if len(words) > 2 else 12.0)
            self.text(x + width / 2, y + height / 2, words, size, ha="center", linespacing=1.05)

    def table(
        self, rows: Sequence[Sequence[str | None]], widths: float | Sequence[float] = 0.0, height: float = 0.36
    ) -> None:
        """Rows of cells across the page; what is None, or lacks at the end of a row, is to be filled in.

        ``widths``: of all columns, or of the first, where the others share the rest; 0 where all are as wide.
        """
        many = max(map(len, rows))
        if isinstance(widths, float):
            shared = (WIDE - widths) / (many - bool(widths))
            widths = [widths or shared, *[shared] * (many - 1)]
        for k, row in enumerate(rows):
            for j, words in enumerate([*row, *[None] * (many - len(row))]):
                fill = "white" if k or words is None else PALE
                self.box(LEFT + sum(widths[:j]), self.y, widths[j], height, words, facecolor=fill)
            self.y += height
        self.y += 0.2

    def gaps(self, *words: str) -> None:
        """Words side by side across the page, behind each a line to write on."""
        self.y += 0.12
        width = (WIDE + 0.2) / len(words)
        for k, one in enumerate(words):
            self.gap(LEFT + width * k, self.y, width - 0.2, one)
        self.y += 0.42

    def spots(self, many: int, columns: int, apart: float, drop: float) -> list[tuple[float, float]]:
        """So many places in rows, so far apart, below all that stands there."""
        top, self.y = self.y, self.y + drop * -(-many // columns)
        return [(LEFT + apart * (k % columns), top + drop * (k // columns)) for k in range(many)]

    def board(self, x: float, y: float, rows: Sequence[str], cell: float, *, fill: bool = False) -> None:
        """A board of characters, a dot for a free cell; with ``fill`` the free cells are to be filled in."""
        for r, row in enumerate(rows):
            for c, what in enumerate(row):
                left, top = x + c * cell, y + r * cell
                wall = what in "*#"
                shade = {"facecolor": GREY, "hatch": "///"} if wall else {}
                self.box(left, top, cell, cell, None if fill and what == "." else "", **shade)
                if what not in ".*#":
                    self.text(left + cell / 2, top + cell / 2, what, 26 * cell + 4, ha="center", weight="bold")

    def matches(self, x: float, y: float, number: int, *, height: float = 0.62, apart: float = 0.34) -> None:
        """A row of matches, long enough to be struck out."""
        for k in range(number):
            at = x + k * apart
            self.line((at, y + 0.1), (at, y + height), 3.2, color=GREY, solid_capstyle="butt")
            self.ax.add_artist(Circle((at, y + 0.07), 0.065, facecolor="black", zorder=2))

    def vertex(
        self, x: float, y: float, radius: float, name: str, *, kind: str = "disc", empty: bool = True
    ) -> dict[str, Any]:
        """A vertex with its name; if ``empty``, the name stands above, and the rest is to be filled in."""
        look: dict[str, Any] = {"facecolor": "white", "edgecolor": "black", "linewidth": 1.3, "zorder": 2}
        width = 1.8 * radius if kind == "square" else 2 * radius
        shape = {"x": x, "y": y, "w": width, "h": width, "shape": kind}
        self.ax.add_artist(strokes.outline(shape, **look | ({"facecolor": PALE} if kind == "diamond" else {})))
        size = min(14.0, 40 * radius)
        self.text(x, y - (0.55 * radius if empty else 0), name, size, ha="center", weight="bold")
        if empty:
            self.blank(x - 0.7 * radius, y - 0.2 * radius, 1.4 * radius, 0.9 * radius)
        return shape

    def graph(
        self, G: Any, place: tuple[float, float, float, float], *, radius: float = 0.36, empty: bool = True
    ) -> None:
        """A networkx graph within (x, y, width, height): vertices where their ``pos`` says, else in a ring."""
        heads = G.is_directed()
        _, own = layout.framed(G)
        low, high = own.min(axis=0), own.max(axis=0)
        x, y, width, height = place
        scale = np.min((np.array([width, height]) - 2 * radius) / np.maximum(high - low, 1e-9))
        middle = np.array([x + width / 2, y + height / 2])
        places = middle + (own - (low + high) / 2) * scale
        apart = np.linalg.norm(places[:, None] - places, axis=2) + 9 * np.eye(len(G))
        radius = min(radius, 0.42 * float(apart.min()))
        number = {v: k for k, v in enumerate(G)}
        edges = [(number[u], number[v]) for u, v in G.edges if u != v]
        at = zip(G, places.tolist(), strict=True)
        discs = [self.vertex(a, b, radius, str(v), empty=empty) for v, (a, b) in at]
        lines = arrows(places, edges, radius) if heads else [{"from": i, "to": j} for i, j in edges]
        for line in drawn(lines, discs):
            strokes.draw_line(self.ax, line, "n")


#: What draws the sheets of each lecture, in their order; the words of a sheet's task are its docstring.
SHEETS: dict[int, list[Callable[[Sheet], None]]] = defaultdict(list)
Draw = TypeVar("Draw", bound=Callable[[Sheet], None])


def sheet_of(number: int) -> Callable[[Draw], Draw]:
    """Make of a function a sheet of this lecture: it draws below its own docstring, which says what is to be done."""

    def known(draw: Draw) -> Draw:
        SHEETS[number].append(draw)
        return draw

    return known


def sheets_of(number: int) -> list[Sheet]:
    """The sheets of a lecture."""
    sheets = []
    for draw in SHEETS[number]:
        sheet = Sheet(number, " ".join((draw.__doc__ or "").split()))
        draw(sheet)
        sheets.append(sheet)
    return sheets
