"""Plots of what a solver found. Each is ``f(data, *, ax=None) -> Axes``; its title states the
finding.

``digest(ax)`` gives the same as text, for readers who cannot see the picture and for tests to
compare.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from math import ceil
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from gamecourse.show import strokes
from gamecourse.show.arrays import require_solution
from gamecourse.show.colours import ACCENT, MARKS, Shade, ink_on
from gamecourse.show.heat import heat as heat
from gamecourse.show.records import Frame, Size, Spot
from gamecourse.show.stage.drawing import cells
from gamecourse.show.stage.spots import picture
from gamefast import Solution, ask
from gamelib import Verdict, nim_sum
from gamelib.core import DRAW, LOSS, WIN, Outcome, Text


def digest(ax: Axes) -> Text:
    """Return what a plot of this module shows, as text."""
    return Text(ax.get_label())


def strip(
    outcomes: Iterable[Outcome | Verdict], *, columns: int = 16, ax: Axes | None = None
) -> Axes:
    """Draw the outcomes of piles 0, 1, 2, ..., one cell each; the title names the lost piles.

    If a row is as long as the period of the game, equal outcomes stand in columns.

    Parameters
    ----------
    outcomes
        Outcomes or Verdicts, in the order of the piles, such as ``solution.values()`` of
        ``Matches``.
    columns
        How many cells stand in a row.
    ax
        Where to draw; a new figure if none is given.

    Examples
    --------
    >>> from gamefast import solve
    >>> from gamelib.games import Matches
    >>> strip(solve(Matches(9)).values(), columns=4).get_title()
    'Lost for the player to move: 0, 4, 8'
    """
    cure = "give those of piles 0, 1, 2, ... in this order, plots.strip(solution.values())"
    checked = [
        item.outcome if isinstance(item, Verdict) else item
        for item in ask.listed(outcomes, "the outcomes", cure)
    ]
    for item in checked:
        if item not in list(MARKS):  # a list: the item may have no hash
            raise ValueError(f"{item!r} is one of the outcomes: {cure}")
    letters = [MARKS[outcome].letter for outcome in checked]
    piles = [str(pile) for pile in range(len(letters))]
    frame: Frame = {"marks": letters, "labels": letters, "notes": piles}
    before: Frame = {"labels": [""] * len(piles), "notes": piles}
    ax = _draw_rows(frame, before, columns, ax)
    lost = _first_eight(pile for pile, outcome in enumerate(checked) if outcome == LOSS)
    ax.set(title=f"Lost for the player to move: {lost}", label=_in_rows(letters, columns, ""))
    return ax


def _draw_rows(
    frame: Frame,
    before: Frame,
    columns: int,
    ax: Axes | None,
    palette: Mapping[str, Sequence[Shade]] | None = None,
) -> Axes:
    """Draw a cell for each mark, ``columns`` to a row; ``before`` is shown before the answer."""
    columns = ask.whole(columns, "columns", 1)
    count = len(frame["marks"])
    rows = max(1, ceil(count / columns))
    spots = cells(rows, columns)[:count]
    spec = picture("cells", spots, size=Size(columns, rows), unit=70, palette=palette)
    return strokes.draw(spec, frame, ax, before=partial(strokes.Shown, spec, before))


def _in_rows(words: list[str], columns: int, between: str) -> str:
    """Return words as lines, ``columns`` to a line."""
    starts = range(0, len(words), columns)
    return "\n".join(between.join(words[k : k + columns]) for k in starts)


def _first_eight(numbers: Iterable[int]) -> str:
    """Return the first eight of these numbers in words for a title, or "none"."""
    words = list(map(str, numbers))
    if not words:
        return "none"
    if len(words) > 8:
        words[8:] = ["…"]
    return ", ".join(words)


def ranks(solution: Solution[Any, Any], *, ax: Axes | None = None) -> Axes:
    """Draw how many positions are won and lost in 0, 1, 2, ... moves; the title counts the drawn
    positions.
    """
    solution = require_solution(solution, "plots.ranks(solve(game))")
    heights = by_remoteness(solution)  # of the bars, by outcome
    longest = len(heights[WIN]) - 1
    if ax is None:
        _, ax = plt.subplots(figsize=(9, 4))
    below = np.zeros(longest + 1, np.int64)  # wins and losses of the same remoteness are stacked
    hatches = {WIN: "", LOSS: "//"}  # so that colour does not tell them apart alone
    for outcome, height in heights.items():
        mark = MARKS[outcome]
        style: strokes.Style = {"color": mark.colour, "edgecolor": "white"}
        style["hatch"] = hatches[outcome]
        ax.bar(range(longest + 1), height, bottom=below, label=f"{mark.sign} {outcome}", **style)
        below += height
    counts = solution.counts()
    ax.set(
        title=f"The longest win or loss takes {longest} moves;\n"
        f"{counts[WIN]:,} positions are won, {counts[LOSS]:,} lost, {counts[DRAW]:,} drawn",
        xlabel="remoteness (single moves to the end)",
        ylabel="positions",
        ylim=(0, 1.08 * max(1, *below.tolist())),
        label="\n".join(
            f"{outcome}: {' '.join(map(str, height))}" for outcome, height in heights.items()
        ),
    )
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.legend()
    return ax


def by_remoteness(solution: Solution[Any, Any]) -> dict[Outcome, NDArray[np.int64]]:
    """Return how many positions are won, and how many lost, in 0, 1, 2, ... moves, up to the
    largest remoteness.
    """
    counted = solution.histogram()
    longest = max((k for counts in counted.values() for k in counts), default=0)
    return {
        outcome: np.array([counted[outcome].get(k, 0) for k in range(longest + 1)])
        for outcome in (WIN, LOSS)
    }


def nimbers(
    values: Sequence[int] | NDArray[Any],
    *,
    columns: int = 12,
    marked: Iterable[int] = (),
    largest: int | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the nimbers of heaps 0, 1, 2, ..., one cell each; small nimbers are dark. The title
    names the zeros.

    If a row is as long as the period, equal numbers stand in columns.

    Parameters
    ----------
    values
        The nimbers, in the order of the heaps, as ``octal`` gives them.
    columns
        How many cells stand in a row.
    marked
        Heaps that get a frame: the exceptions.
    largest
        The nimber of the lightest cell; the largest of the values if no number is given. Two
        pictures with the same one have the same colours.
    ax
        Where to draw; a new figure if none is given.

    Examples
    --------
    >>> from gamefast import octal
    >>> nimbers(octal("0.77", 11)).get_title()
    'Lost, with nimber 0: 0'
    """
    cure = "give the nimbers of heaps 0, 1, 2, ... in this order, as octal does: whole numbers"
    numbers = ask.listed(values, "the nimbers", cure)
    for number in numbers:
        if not isinstance(number, int | np.integer):
            raise ValueError(f"{number!r} is one of the nimbers: {cure}")
    numbers = list(map(int, numbers))
    most = max([1, *numbers])
    if largest is not None:
        most = max(most, ask.whole(largest, "largest", 0))
    fills = [to_hex(colormaps["cividis"](number / most)) for number in range(most + 1)]
    palette = {"n": [Shade(fill, ink_on(fill)) for fill in fills]}
    words = list(map(str, numbers))
    marks = "n" * len(numbers)  # n: the palette's only mark; its depth is the nimber
    frame: Frame = {"marks": marks, "depths": numbers, "labels": words}
    ax = _draw_rows(frame, {}, columns, ax, palette)
    ax.set(label=_in_rows(words, columns, " "), ylabel="heap")
    framed = [divmod(int(heap), columns) for heap in marked if 0 <= heap < len(numbers)]
    style: strokes.Style = {"fill": False, "edgecolor": ACCENT, "linewidth": 2.5, "zorder": 3}
    for r, c in framed:
        ax.add_patch(Rectangle((c + 0.08, r + 0.1), width=0.84, height=0.8, **style))
    ax.set_xticks([c + 0.5 for c in range(columns)], [f"+{c}" for c in range(columns)])
    rows = range(ceil(len(numbers) / columns))
    ax.set_yticks([r + 0.5 for r in rows], [str(r * columns) for r in rows])
    zeros = _first_eight(heap for heap, number in enumerate(numbers) if number == 0)
    title = f"Lost, with nimber 0: {zeros}"
    if framed:
        title += "; framed: the exceptions"
    ax.set_title(title)
    return ax


def binary(
    heaps: Sequence[int],
    *,
    answer: bool = True,
    leave: tuple[int, int] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw a nim-sum: a row for each heap, a column for each binary digit, and each column's parity
    at the bottom.

    Parameters
    ----------
    heaps
        How many matches each heap has.
    answer
        Whether the nim-sum is written at the bottom. Otherwise its row is empty, to be filled in.
    leave
        A move: the number of a heap, counted from 0, and what is left of it. The picture then shows
        the heaps after the move, and frames the digits that have changed.
    ax
        Where to draw; a new figure if none is given.

    Examples
    --------
    >>> binary([3, 4, 5]).get_title()
    '3 ⊕ 4 ⊕ 5 = 2'
    >>> binary([3, 4, 5], leave=(0, 1)).get_title()
    '1 ⊕ 4 ⊕ 5 = 0'
    """
    heaps = ask.listed(heaps, "the heaps", "give whole numbers, 0 or more, as in (3, 4, 5)")
    if not all(isinstance(heap, int | np.integer) and heap >= 0 for heap in heaps):
        raise ValueError(f"heaps are {heaps!r}: give whole numbers, 0 or more, as in (3, 4, 5)")
    before = [int(heap) for heap in heaps]
    after = list(before)
    names = [f"heap of {heap}" for heap in before]
    if leave is not None:
        k, left = leave
        if not (0 <= k < len(before) and 0 <= left < before[k]):
            raise ValueError(f"leave is {leave!r}: give the number of a heap and a smaller heap")
        after[k] = left
        names[k] = f"{before[k]} becomes {left}"
    total = nim_sum(*after)
    names.append(f"nim-sum {total if answer else '?'}")
    count = len(after)
    width = max([1, *(heap.bit_length() for heap in before)])  # in digits
    digits = [f"{heap:0{width}b}" for heap in after]
    digits.append(f"{total:0{width}b}" if answer else " " * width)
    levels = [*(r + 0.5 for r in range(count)), count + 0.75]  # the nim-sum a little lower
    spots = [
        Spot(x=c + 0.5, y=y, w=0.66, h=0.66, shape="disc", label=digit.strip(), name="")
        for y, row in zip(levels, digits, strict=True)
        for c, digit in enumerate(row)
    ]
    # Ones are black (3), and in the nim-sum orange (2). A digit to be filled in is dashed (-).
    marks = ["3" if digit == "1" else " " for row in digits[:-1] for digit in row]
    marks += [{"1": "2", "0": " ", " ": "-"}[digit] for digit in digits[-1]]
    spec = picture("binary digits", spots, size=Size(width, count + 1.25), unit=75)
    label = "\n".join(f"{row} {name}" for row, name in zip(digits, names, strict=True))
    sum_of_heaps = " ⊕ ".join(map(str, after)) or "0"
    title = f"{sum_of_heaps} = {total if answer else '?'}"
    labels = [spot["label"] for spot in spots]
    asked: Frame = {  # the digits of the nim-sum are to be filled in
        "marks": marks[:-width] + ["-"] * width,
        "labels": labels[:-width] + [""] * width,
    }
    to_fill_in = partial(strokes.Shown, spec, asked)
    ax = strokes.draw(spec, {"marks": marks}, ax, before=to_fill_in, title=title, label=label)
    if answer:
        ax.text(width + 0.1, levels[-1], f"= {total}", va="center")
    ax.axhline(count + 0.12, color="black", linewidth=1.2)
    names[-1] = "nim-sum"  # its number is a part of the answer
    ax.set_yticks(levels, names)
    powers = [2 ** (width - 1 - c) for c in range(width)]
    ax.set_xticks([c + 0.5 for c in range(width)], list(map(str, powers)))
    style: strokes.Style = {"fill": False, "edgecolor": ACCENT, "linewidth": 2.5, "zorder": 3}
    for r, (old, new) in enumerate(zip(before, after, strict=True)):
        for c, power in enumerate(powers):
            if (old ^ new) & power:
                ax.add_patch(Rectangle((c + 0.06, r + 0.06), width=0.88, height=0.88, **style))
    return ax
