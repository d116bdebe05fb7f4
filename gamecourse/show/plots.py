"""Plots of what a solver found. Each is ``f(data, *, ax=None) -> Axes``; its title states the finding.

``digest(ax)`` gives the same in text: what a reader who cannot see the picture needs, and what a test can
compare.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import Normalize, to_hex
from matplotlib.patches import Circle, Rectangle
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from gamecourse.show import given
from gamecourse.show.heat import heat as heat
from gamecourse.show.shades import ink_on
from gamecourse.show.style import GRID, MARKS
from gamelib import ask
from gamelib.answers import Solution, Verdict
from gamelib.core import DRAW, LOSS, WIN, Outcome, Text
from gamelib.solvers.impartial.nimbers import nim_sum


def digest(ax: Axes) -> Text:
    """What a plot of this module shows, as text."""
    return Text(ax.get_label())


def strip(outcomes: Iterable[Outcome | Verdict], *, columns: int = 16, ax: Axes | None = None) -> Axes:
    """The outcomes of piles 0, 1, 2, ..., one cell each.

    With a row as long as the period of the game, equal outcomes stand in columns.

    Parameters
    ----------
    outcomes
        Outcomes or Verdicts, in the order of the piles: ``solution.values()`` of ``Matches``.
    columns
        How many cells stand in a row.
    ax
        Where to draw; a new figure, if none is given.

    Returns
    -------
    Axes
        What was drawn into; the title names the lost piles.

    Raises
    ------
    ValueError
        For what are no outcomes, and for fewer columns than 1.

    Examples
    --------
    >>> from gamelib import solve
    >>> from gamelib.games import Matches
    >>> strip(solve(Matches(9)).values(), columns=4).get_title()
    'Lost for the player to move: 0, 4, 8'
    """
    those = "give those of piles 0, 1, 2, ... in this order, plots.strip(solution.values())"
    found = [o.outcome if isinstance(o, Verdict) else o for o in ask.listed(outcomes, "the outcomes", those)]
    if strangers := [o for o in found if o not in list(MARKS)]:
        raise ValueError(f"{strangers[0]!r} is one of the outcomes: {those}")
    columns = ask.whole(columns, "columns", 1)
    rows = max(1, -(-len(found) // columns))
    if ax is None:
        _, ax = plt.subplots(figsize=(0.6 * columns + 0.2, 0.78 * rows + 0.6))
    for pile, outcome in enumerate(found):
        r, c = divmod(pile, columns)
        mark = MARKS[outcome]
        ax.add_patch(Rectangle((c, r), 1, 1, facecolor=mark.colour, edgecolor="white", linewidth=2))
        ax.text(c + 0.5, r + 0.36, mark.letter, ha="center", va="center", color=mark.ink, fontsize=15, weight="bold")
        ax.text(c + 0.5, r + 0.78, str(pile), ha="center", va="center", color=mark.ink)
    ax.set_xlim(0, columns)
    ax.set_ylim(rows, 0)
    ax.set_axis_off()
    lost = [str(pile) for pile, outcome in enumerate(found) if outcome == LOSS]
    shown = ", ".join(lost[:8]) + (", …" if len(lost) > 8 else "")
    ax.set_title(f"Lost for the player to move: {shown or 'none'}")
    lines = ["".join(MARKS[o].letter for o in found[k : k + columns]) for k in range(0, len(found), columns)]
    ax.set_label("\n".join(lines))
    return ax


def ranks(solution: Solution, *, ax: Axes | None = None) -> Axes:
    """How many positions are won and lost in so many moves; the drawn ones are in the title."""
    given.answer(solution, Solution, "solve", "plots.ranks(solve(game))")
    count = {o: np.bincount(solution.remoteness[solution.outcome == o]) for o in (WIN, LOSS)}
    longest = max(1, *map(len, count.values())) - 1
    if ax is None:
        _, ax = plt.subplots(figsize=(9, 4))
    below = np.zeros(longest + 1, np.int64)  # wins and losses of the same remoteness stand on each other
    lines = []
    for outcome, hatch in ((WIN, ""), (LOSS, "//")):
        height = np.pad(count[outcome], (0, longest + 1 - len(count[outcome])))
        mark = MARKS[outcome]
        style: dict[str, Any] = {"color": mark.colour, "edgecolor": "white", "hatch": hatch}
        ax.bar(range(longest + 1), height, bottom=below, label=f"{mark.sign} {outcome}", **style)
        below += height
        lines.append(f"{outcome}: " + " ".join(map(str, height)))
    ax.set_ylim(0, 1.08 * max(1, *below.tolist()))
    counts = solution.counts()
    ax.set_title(
        f"The longest win or loss takes {longest} moves;\n"
        f"{counts[WIN]:,} positions are won, {counts[LOSS]:,} lost, {counts[DRAW]:,} drawn"
    )
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_xlabel("remoteness (single moves to the end)")
    ax.set_ylabel("positions")
    ax.legend()
    ax.set_label("\n".join(lines))
    return ax


def nimbers(
    values: Sequence[int] | NDArray[Any], *, columns: int = 12, marked: Iterable[int] = (), ax: Axes | None = None
) -> Axes:
    """The nimbers of heaps 0, 1, 2, ..., one cell each: dark is small.

    With a row as long as the period, equal numbers stand in columns.

    Parameters
    ----------
    values
        The nimbers in the order of the heaps, as ``octal`` gives them.
    columns
        How many cells stand in a row.
    marked
        Heaps that get a frame: the exceptions.
    ax
        Where to draw; a new figure, if none is given.

    Returns
    -------
    Axes
        What was drawn into; the title names the zeros.

    Raises
    ------
    ValueError
        For what are no whole numbers, and for fewer columns than 1.

    Examples
    --------
    >>> from gamelib import octal
    >>> nimbers(octal("0.77", 11)).get_title()
    'Lost, with nimber 0: 0'
    """
    those = "give the nimbers of heaps 0, 1, 2, ... in this order, as octal does: whole numbers"
    found = ask.listed(values, "the nimbers", those)
    if strangers := [value for value in found if not isinstance(value, int | np.integer)]:
        raise ValueError(f"{strangers[0]!r} is one of the nimbers: {those}")
    columns, found = ask.whole(columns, "columns", 1), list(map(int, found))
    frame = {int(heap) for heap in marked if 0 <= heap < len(found)}
    rows = max(1, -(-len(found) // columns))
    if ax is None:
        _, ax = plt.subplots(figsize=(0.55 * columns + 1.0, 0.45 * rows + 0.9))
    shade = Normalize(0, max(found, default=0) or 1)
    for heap, value in enumerate(found):
        r, c = divmod(heap, columns)
        colour = to_hex(colormaps["cividis"](shade(value)))
        ax.add_patch(Rectangle((c, r), 1, 1, facecolor=colour, edgecolor="white"))
        if heap in frame:
            ax.add_patch(Rectangle((c + 0.08, r + 0.1), 0.84, 0.8, fill=False, edgecolor="#D55E00", linewidth=2.5))
        ax.text(c + 0.5, r + 0.52, str(value), ha="center", va="center", color=ink_on(colour))
    ax.set_xlim(0, columns)
    ax.set_ylim(rows, 0)
    ax.set_xticks([c + 0.5 for c in range(columns)], [f"+{c}" for c in range(columns)])
    ax.set_yticks([r + 0.5 for r in range(rows)], [str(r * columns) for r in range(rows)])
    ax.tick_params(length=0)
    ax.set_ylabel("heap")
    lost = [heap for heap, value in enumerate(found) if value == 0]
    zeros = ", ".join(map(str, lost[:8])) + (", …" if len(lost) > 8 else "")
    ax.set_title(f"Lost, with nimber 0: {zeros or 'none'}" + ("; framed: the exceptions" if frame else ""))
    lines = [" ".join(map(str, found[k : k + columns])) for k in range(0, len(found), columns)]
    ax.set_label("\n".join(lines))
    return ax


def binary(heaps: Sequence[int], *, ax: Axes | None = None) -> Axes:
    """The nim-sum as a picture: a row for each heap, a column for each binary digit, below the parity of the column."""
    heaps = ask.listed(heaps, "the heaps", "give whole numbers, 0 or more, as in (3, 4, 5)")
    if not all(isinstance(heap, int | np.integer) and heap >= 0 for heap in heaps):
        raise ValueError(f"heaps are {heaps!r}: give whole numbers, 0 or more, as in (3, 4, 5)")
    total = nim_sum(*heaps)
    width = max([1, *(int(heap).bit_length() for heap in heaps)])
    if ax is None:
        _, ax = plt.subplots(figsize=(0.75 * width + 2.6, 0.55 * (len(heaps) + 1) + 0.8))
    for r, number in enumerate([*heaps, total]):
        for c in range(width):
            bit = number >> (width - 1 - c) & 1
            result = r == len(heaps)
            fill = ("#D55E00" if result else "black") if bit else "white"
            ax.add_patch(Circle((c, r + 0.25 * result), 0.33, facecolor=fill, edgecolor=GRID))
            ink = "white" if bit else GRID
            ax.text(c, r + 0.25 * result, str(bit), ha="center", va="center", color=ink)
    ax.axhline(len(heaps) - 0.4, color="black", linewidth=1.2)
    names = [*(f"heap of {heap}" for heap in heaps), f"nim-sum {total}"]
    ax.set_yticks([*range(len(heaps)), len(heaps) + 0.25], names)
    ax.set_xticks(range(width), [str(1 << (width - 1 - c)) for c in range(width)])
    ax.tick_params(length=0)
    ax.set_xlim(-0.6, width - 0.4)
    ax.set_ylim(len(heaps) + 0.75, -0.55)
    ax.set_aspect("equal")
    for side in ax.spines.values():
        side.set_visible(False)
    ax.set_title(f"{' ⊕ '.join(map(str, heaps)) or '0'} = {total}")
    ax.set_label("\n".join(f"{number:0{width}b} {name}" for number, name in zip([*heaps, total], names, strict=True)))
    return ax
