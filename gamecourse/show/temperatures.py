"""How hot a position is: the thermograph of a value, and a board of Domineering whose regions are
coloured by their temperature.

A thermograph is drawn as in Winning Ways: the temperature points upwards, and the score to the left,
because Left wants to go there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, to_hex
from matplotlib.ticker import FuncFormatter, MultipleLocator

from gamecourse.show.boards import draw_board
from gamecourse.show.colours import HEAT, SIDES, Shade, ink_on
from gamecourse.show.records import Frame
from gamecourse.show.stage.drawing import MARKS, cells
from gamecourse.show.stage.spots import picture
from gamecourse.show.strokes import Style
from gamelib import LEFT, RIGHT, Value
from gamelib.games import Domineering
from gamelib.games.domineering import COVERED, FREE
from gamelib.games.regions import Cell, board_of, connected, marks_of, width_of
from gamelib.partizan import as_value
from gamelib.sums import Valuation, hottest
from gamelib.thermograph import Wall

#: A name of a value with more characters than this is not written into a figure.
LONGEST_NAME = 24

#: Signs that the fonts of figures lack, and the words for them.
SPELT = {"⧾": "tiny ", "⧿": "miny "}

#: An axis has at most this many numbers.
MOST_TICKS = 8

#: The colours and widths of a frame: black, with white around it, so that it stands out from black
#: cells.
FRAME = [("white", 8.0), ("black", 4.0)]

#: The fill between the walls, where both players want to move.
BETWEEN_WALLS = "#F1EEE4"


def thermograph(value: Value | Fraction | int, *, ax: Axes | None = None) -> Axes:
    """Draw the thermograph of a value: the left wall, the right wall, and the mast on the mean.

    At each temperature, which is the price of a move, the left wall shows the score if Left begins,
    and the right wall the score if Right begins. Both are in free moves of Left.

    Parameters
    ----------
    value
        A Value, a whole number or a Fraction.
    ax
        Where to draw; a new figure if none is given.

    Examples
    --------
    >>> thermograph(Value([2], [-1])).get_title()
    '{2|-1} has mean 1/2 and temperature 3/2'
    """
    value = as_value(value)
    walls = value.thermograph
    mean, freezing = value.mean, max(value.temperature, Fraction(0))
    top = freezing + max(Fraction(1, 2), freezing / 3)
    if ax is None:
        _, ax = plt.subplots(figsize=(8, 4.8))
    left, right = SIDES[LEFT], SIDES[RIGHT]
    if not value.is_number:
        outline = [*walls.left_wall, *reversed(walls.right_wall)]
        between: Style = {"facecolor": BETWEEN_WALLS, "edgecolor": "none", "zorder": 0}
        ax.fill(*_scores_and_temperatures(outline), **between)
        _draw_wall(ax, walls.left_wall, "Left begins: left wall", left.colour, left.dashes)
        _draw_wall(ax, walls.right_wall, "Right begins: right wall", right.colour, right.dashes)
    mast: Style = {"color": "black", "linewidth": 3.5, "label": "nobody moves: mast"}
    ax.plot([float(mean)] * 2, [float(freezing), float(top)], zorder=3, **mast)
    ax.plot([float(mean)], [float(top)], color="black", marker="^", markersize=11)
    if not value.is_number:
        ax.plot([float(mean)], [float(freezing)], color="black", marker="o", markersize=9, zorder=4)
    scores = sorted([float(value.right_stop), float(value.left_stop), float(mean)])
    margin = max(0.5, 0.12 * (scores[-1] - scores[0]))
    ax.set(
        title=_title(value),
        label=_in_words(value),
        xlabel="score, in free moves of Left (growing to the left)",
        ylabel="temperature",
        xlim=(scores[-1] + margin, scores[0] - margin),  # what is good for Left is on the left
        ylim=(0, float(top) * 1.08),
    )
    _number_axes(ax)
    # The walls lean towards the mast, so there is room on both sides of it, and most on one.
    mast_is_on_the_left = 2 * float(mean) > scores[0] + scores[-1]
    ax.legend(loc="upper right" if mast_is_on_the_left else "upper left", fontsize=13)
    ax.tick_params(labelsize=13)
    if not value.is_number:
        aside = -16 if mast_is_on_the_left else 16
        words = f"mean {mean},\ntemperature {freezing}"
        style: Style = {"textcoords": "offset points", "fontsize": 13, "va": "bottom"}
        style["ha"] = "right" if mast_is_on_the_left else "left"
        ax.annotate(words, (float(mean), float(freezing)), xytext=(aside, 6), **style)
    return ax


def _number_axes(ax: Axes) -> None:
    """Put numbers at both axes at whole multiples of a power of 2."""
    for axis in (ax.xaxis, ax.yaxis):
        low, high = sorted(axis.get_view_interval())
        step = dyadic_step(high - low, MOST_TICKS)
        axis.set_major_locator(MultipleLocator(float(step)))
        axis.set_major_formatter(FuncFormatter(_as_fraction))


def _draw_wall(ax: Axes, wall: Wall, label: str, colour: str, dashes: Any) -> None:
    """Draw a wall from temperature 0 to the mast, with a ring on the stop where it begins."""
    style: Style = {"color": colour, "linestyle": dashes, "linewidth": 3.2, "label": label}
    ax.plot(*_scores_and_temperatures(wall), zorder=2, **style)
    ring: Style = {"marker": "o", "markersize": 9, "markerfacecolor": "white", "clip_on": False}
    ring |= {"markeredgewidth": 2.4, "color": colour, "zorder": 4}
    ax.plot([float(wall[0].score)], [0], **ring)


def _scores_and_temperatures(wall: Sequence[Any]) -> tuple[list[float], list[float]]:
    """Return the corners of a wall as matplotlib takes them: all x, and all y."""
    return [float(corner.score) for corner in wall], [float(corner.temperature) for corner in wall]


def dyadic_step(length: float | Fraction, most: int) -> Fraction:
    """Return the least power of 2, as 1/4 or 8, of which at most so many fit into a length above 0.

    >>> dyadic_step(3, 4), dyadic_step(3, 8)
    (Fraction(1, 1), Fraction(1, 2))
    """
    step = Fraction(1)
    while length / step > most:
        step *= 2
    while 2 * length / step <= most:
        step /= 2
    return step


def _as_fraction(number: float, _: int) -> str:
    """Return a number at a tick as a fraction, with a true minus sign."""
    fraction = Fraction(number).limit_denominator(1024)
    return str(fraction).replace("-", "\N{MINUS SIGN}")


def name_in_figure(value: Value) -> str | None:
    """Return the name of a value as a figure writes it; None if it is too long.

    >>> name_in_figure(Value.tiny(2)), name_in_figure(Value.number(3))
    ('tiny 2', '3')
    """
    name = str(value)
    for sign, word in SPELT.items():
        name = name.replace(sign, word)
    return name if len(name) <= LONGEST_NAME else None


def _title(value: Value) -> str:
    """Return what a thermograph shows, as its title."""
    if value.is_number:
        return f"{value} is a number: nobody wants to move"
    return f"{name_in_figure(value) or 'This value'} has {_measured(value)}"


def _measured(value: Value) -> str:
    return f"mean {value.mean} and temperature {value.temperature}"


def _in_words(value: Value) -> str:
    """Return a thermograph in words: the corners of its walls."""
    walls = value.thermograph
    lines = [_measured(value)]
    for name, wall in (("left wall", walls.left_wall), ("right wall", walls.right_wall)):
        corners = [f"score {corner.score} at temperature {corner.temperature}" for corner in wall]
        lines.append(f"{name}: {', '.join(corners)}")
    return "\n".join(lines)


@dataclass(frozen=True)
class Region:
    """A region of free cells with room for a domino: its letter, its cells, and its value."""

    letter: str
    cells: list[Cell]
    value: Value

    @property
    def worth(self) -> str:
        """What the region is worth: its value, or its mean if the name of the value is too long."""
        name = name_in_figure(self.value) or f"mean {self.value.mean}"
        return name.replace("-", "\N{MINUS SIGN}")

    @property
    def heat(self) -> str:
        """How hot the region is."""
        return "cold" if self.value.is_number else f"temperature {self.value.temperature}"

    @property
    def columns(self) -> range:
        """The columns from the first to the last one of its cells."""
        at = [column for _, column in self.cells]
        return range(min(at), max(at) + 1)


def regions(board: str, *, ax: Axes | None = None) -> Axes:
    """Draw a board of Domineering whose regions are coloured by their temperature, and frame the
    hottest one.

    What each region is worth stands below it if the regions stand side by side. Otherwise each has a
    letter, and the legend says what it is worth. A number is cold, because a move there does harm.

    Parameters
    ----------
    board
        The board as text, with ``.`` for a free cell and ``#`` for one that is covered.
    ax
        Where to draw; a new figure if none is given.

    Examples
    --------
    >>> regions("..#....\\n..#....").get_title()
    'The hottest region has temperature 1'
    """
    Domineering().check_position(board)
    found = regions_of(board)
    hot = hottest([region.value for region in found])
    marks = marks_of(board)
    letter_at = {cell: region.letter for region in found for cell in region.cells}
    side_by_side = not any(
        set(region.columns) & set(other.columns)
        for k, region in enumerate(found)
        for other in found[:k]
    )
    first_cells = {} if side_by_side else {region.cells[0]: region.letter for region in found}
    frame: Frame = {
        "pieces": "".join(marks.values()).replace(FREE, " "),
        "marks": [letter_at.get(cell, " ") for cell in marks],
        "labels": [first_cells.get(cell, "") for cell in marks],
    }
    rows = board.count("\n") + 1
    legend = {COVERED: MARKS[COVERED]}
    palette = {region.letter: [_heat(region, hot and hot.temperature)] for region in found}
    spec = picture("a board", cells(rows, width_of(board)), legend=legend, palette=palette, unit=80)
    words = {region.letter: f"{region.letter}: {region.worth}, {region.heat}" for region in found}
    label = "\n".join([board, *words.values()])
    ax = draw_board(spec, frame, ax, None if side_by_side else words, label=label)
    ax.set(xlabel="", ylabel="", xticks=[], yticks=[])
    if side_by_side:
        _say_below(ax, found, rows)
    if hot is None:
        ax.set_title("Every region is a number:\nnobody wants to move")
        return ax
    hottest_region = found[hot.part]
    for colour, width in FRAME:
        pen: Style = {"color": colour, "linewidth": width, "solid_capstyle": "round"}
        for xs, ys in border(hottest_region.cells):
            ax.plot(xs, ys, zorder=4, clip_on=False, **pen)
    if side_by_side:
        _say_at(ax, hottest_region, -0.15, "the hottest", va="bottom")
    ax.set_title(f"The hottest region has temperature {hot.temperature}", pad=34)
    return ax


def _say_below(ax: Axes, found: Sequence[Region], rows: int) -> None:
    """Write below each region what it is worth, and how hot it is."""
    for region in found:
        _say_at(ax, region, rows + 0.15, f"{region.worth}\n{region.heat}", va="top")


def _say_at(ax: Axes, region: Region, y: float, words: str, va: str) -> None:
    """Write words above or below the middle of a region."""
    x = (region.columns.start + region.columns.stop) / 2
    ax.text(x, y, words, ha="center", va=va, fontsize=15, clip_on=False)


def regions_of(board: str) -> list[Region]:
    """Return the regions of a board of Domineering in which there is room for a domino, with the
    letters A, B, ... in the order of their first cells.

    >>> [(region.letter, region.value) for region in regions_of(".#.\\n..#")]
    [('A', *)]
    """
    free = [cell for cell, mark in marks_of(board).items() if mark == FREE]
    values = Valuation(Domineering())
    found: list[Region] = []
    for region in connected(free):
        if len(region) > 1:
            cut_out = board_of(dict.fromkeys(region, FREE), COVERED)
            found.append(Region(_letter(len(found)), region, values[cut_out]))
    return found


def _letter(k: int) -> str:
    """Return the k-th letter, from A on; what comes after Z is a letter, too."""
    return chr(ord("A") + k)


def _heat(region: Region, highest: Fraction | None) -> Shade:
    """Return the fill of a region, by the part that its temperature is of the highest one."""
    if region.value.is_number:
        fill = HEAT[0]
    else:
        share = float(region.value.temperature / highest) if highest else 1.0
        hot_colours = LinearSegmentedColormap.from_list("heat", HEAT[1:])
        fill = to_hex(hot_colours(share))
    return Shade(fill, ink_on(fill))


def border(region: Sequence[Cell]) -> list[tuple[list[int], list[int]]]:
    """Return the sides of cells at which a region ends, each as its two x and its two y.

    >>> border([(0, 0)])
    [([0, 1], [0, 0]), ([0, 1], [1, 1]), ([0, 0], [0, 1]), ([1, 1], [0, 1])]
    """
    inside = set(region)
    sides: list[tuple[list[int], list[int]]] = []
    for row, column in region:
        across, down = [column, column + 1], [row, row + 1]
        if (row - 1, column) not in inside:
            sides.append((across, [row, row]))
        if (row + 1, column) not in inside:
            sides.append((across, [row + 1, row + 1]))
        if (row, column - 1) not in inside:
            sides.append(([column, column], down))
        if (row, column + 1) not in inside:
            sides.append(([column + 1, column + 1], down))
    return sides
