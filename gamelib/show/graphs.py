"""A game's graph as a picture, by remoteness: what is won or lost in k moves stands in column k.

The same picture at any step of the settling: a position not yet settled is white and dashed. What was settled when
is read off ``Solution.order``; nothing is solved here.
"""

from __future__ import annotations

from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle, FancyArrowPatch
from numpy.typing import NDArray

from gamelib.answers import Solution
from gamelib.arenas.graph import GameGraph
from gamelib.core import DRAW, LOSS, Outcome, Text
from gamelib.show import given, plots
from gamelib.show.style import LABEL, MARKS, TITLE

#: More vertices than these are a tangle.
MAX_VERTICES = 60

RADIUS = 0.3
COLUMN = 1.25


def graph(solution: Solution, *, step: int | None = None, circle: bool = False, ax: Axes | None = None) -> Axes:
    """The graph of a solution, a column for each remoteness, the drawn positions apart on the right.

    A thick arrow is a best move, of a winner or a loser, a thin one any other. More than 60 vertices would be a tangle:
    then their numbers by remoteness are drawn as bars instead, and the title says so.

    Parameters
    ----------
    solution
        What ``solve`` has answered, on stored moves.
    step
        How many positions the queue has worked off; all, if none is given.
    circle
        Whether the vertices stand in a circle instead, in the order of their numbers, which gives nothing away.
    ax
        Where to draw; a new figure, if none is given.

    Returns
    -------
    Axes
        What was drawn into; the title counts the outcomes.

    Raises
    ------
    TypeError
        For what is no Solution.
    ValueError
        For one that was found on the fly, without stored moves.

    Examples
    --------
    >>> from gamelib import solve
    >>> from gamelib.games import Matches
    >>> graph(solve(Matches(5))).get_title()
    '4 ▲ WIN, 2 ▼ LOSS, 0 ● DRAW'
    """
    given.answer(solution, Solution, "solve", "graphs.graph(solve(game))")
    if len(solution) > MAX_VERTICES:
        ax = plots.ranks(solution, ax=ax)
        ax.set_title(f"{len(solution):,} vertices are too many to draw (at most {MAX_VERTICES}):\n{ax.get_title()}")
        return ax
    check_size(solution)
    places = _circle(len(solution)) if circle else _columns(solution)
    low, high = places.min(axis=0, initial=0), places.max(axis=0, initial=0)
    if ax is None:
        width, height = high - low + 1.4
        _, ax = plt.subplots(figsize=(max(5.0, 0.95 * width), max(2.6, 0.95 * height + 0.5)), layout="constrained")
    assert solution.order is not None
    last = len(solution.order)
    known = settled_at(solution) <= (last if step is None else step)
    if step is None or step >= last:
        known[:] = True  # the queue is empty: what is left is drawn
    for i in range(len(solution)):
        for j in solution.graph.options(i):
            _arrow(ax, places[i], places[j], bool(known[i]) and _is_best(solution, i, int(j)), 0.0 if circle else 0.35)
        _vertex(ax, solution, i, places[i], bool(known[i]))
    ax.set_xlim(low[0] - 0.7, high[0] + 0.7)
    ax.set_ylim(high[1] + 0.6, low[1] - 0.6)
    ax.set_aspect("equal")
    ax.set_yticks([])
    ax.set_xticks([])
    for side in ax.spines.values():
        side.set_visible(False)
    if not circle:
        _name_columns(ax, solution)
    counts = [f"{np.count_nonzero(known & (solution.outcome == o))} {m.sign} {o}" for o, m in MARKS.items()]
    ax.set_title(", ".join(counts) + (f", {np.count_nonzero(~known)} open" if not known.all() else ""), fontsize=TITLE)
    names = [solution.graph.position(i) for i in range(len(solution))]
    ax.set_label("\n".join(f"{name}: {solution[name] if known[i] else '–'}" for i, name in enumerate(names)))
    return ax


def check_size(solution: Solution) -> None:
    """Raise ValueError, saying what to do, for a solution whose graph is not stored or too large to be drawn."""
    given.answer(solution, Solution, "solve", "solve(game)")
    if not isinstance(solution.graph, GameGraph) or solution.order is None:
        raise ValueError("this solution was found on the fly and has no stored graph: solve board.graph() instead")
    if len(solution) > MAX_VERTICES:
        raise ValueError(
            f"{len(solution):,} vertices would be a tangle, {MAX_VERTICES} can be drawn; "
            "plots.ranks(solution) counts them by remoteness"
        )


def settled_at(solution: Solution) -> NDArray[np.int64]:
    """For each position, at which step of the queue it was settled: 0 for those that were there at the beginning.

    Step k works off ``order[k - 1]``. A position that is won was settled by the first of its lost options in the
    queue, one that is lost by the last of its options; a terminal with a smaller result than the largest enters
    when all before it is worked off. What is drawn is never settled: ``len(solution) + 1``.
    """
    given.answer(solution, Solution, "solve", "graphs.settled_at(solve(game))")
    assert solution.order is not None
    place = np.full(len(solution), len(solution), np.int64)
    place[solution.order] = np.arange(len(solution.order))
    size = np.abs(solution.results)
    at = np.full(len(solution), len(solution) + 1, np.int64)
    for i in solution.order:
        options = solution.graph.options(int(i))
        if not len(options):
            at[i] = np.count_nonzero(size[solution.order] > size[i])
        elif solution.results[i] > 0:
            at[i] = 1 + min(place[j] for j in options if solution.results[j] < 0)
        else:
            at[i] = 1 + max(place[j] for j in options)
    return at


def story(solution: Solution, step: int) -> Text:
    """What happens at a step of the queue, and how it stands afterwards: the queue, and the counters of what is open.

    The counter of a position is its hopes: its moves that are not yet known to lead to a position won for the
    opponent. Read off ``Solution.order``, like the picture.
    """
    given.answer(solution, Solution, "solve", "graphs.story(solve(game), step)")
    check_size(solution)
    assert solution.order is not None
    order, at = [int(i) for i in solution.order], settled_at(solution)
    name = {i: str(solution.graph.position(i)) for i in range(len(solution))}
    sayings = [_begin(solution, at, name)] if step == 0 else _work_off(solution, order, at, name, step)
    queue = [name[i] for i in order[step:] if at[i] <= step]
    left = {name[i]: _hopes(solution, order, i, step) for i in range(len(solution)) if at[i] > step}
    sayings.append("Queue: " + (", ".join(queue) or "empty") + ".")
    if step == len(order):
        rest = ", ".join(left) or "none"
        sayings.append(f"Drawn, since never settled: {rest}.")
    else:
        sayings.append(
            "Hopes left: " + (", ".join(f"{who} {hopes}" for who, hopes in left.items()) or "nobody open") + "."
        )
    return Text("\n".join(sayings))


def _begin(solution: Solution, at: NDArray[np.int64], name: dict[int, str]) -> str:
    ends = [f"{name[i]} ({Outcome(int(solution.outcome[i]))})" for i in range(len(solution)) if at[i] == 0]
    return "The ends of play are settled and stand in the queue: " + (", ".join(ends) or "there are none") + "."


def _work_off(
    solution: Solution, order: list[int], at: NDArray[np.int64], name: dict[int, str], step: int
) -> list[str]:
    """One sentence for the position taken from the queue, and one for each position with a move to it."""
    v = order[step - 1]
    found = Outcome(int(solution.outcome[v]))
    sayings = [f"Step {step}: take {name[v]} from the queue; it is a {found} in {solution.remoteness[v]}."]
    before = [i for i in range(len(solution)) if v in solution.graph.options(i)]
    for u in before:
        if at[u] < step:
            sayings.append(f"  {name[u]} can move to it, but was settled before.")
        elif at[u] == step and found == LOSS:
            sayings.append(f"  {name[u]} can move to it, so {name[u]} is a WIN in {solution.remoteness[u]}.")
        elif at[u] == step:
            sayings.append(f"  {name[u]} has lost its last hope, so {name[u]} is a LOSS in {solution.remoteness[u]}.")
        else:
            sayings.append(f"  {name[u]} has one hope less: {_hopes(solution, order, u, step)} left.")
    return sayings if before else [*sayings, "  Nobody can move to it."]


def _hopes(solution: Solution, order: list[int], u: int, step: int) -> int:
    """The moves of u not known, after this step, to lead to a position won for the opponent."""
    known = {i for i in order[:step] if solution.results[i] > 0}
    return sum(int(j) not in known for j in solution.graph.options(u))


def _columns(solution: Solution) -> NDArray[np.float64]:
    """A place for each vertex: its column is its remoteness, the rows are filled in the order of the numbers."""
    longest = max([-1, *solution.remoteness.tolist()])
    column = np.where(solution.remoteness < 0, longest + 1.5, solution.remoteness)
    places = np.zeros((len(solution), 2))
    for x in np.unique(column):
        inside = np.flatnonzero(column == x)
        places[inside, 0] = x * COLUMN
        places[inside, 1] = np.arange(len(inside)) + 0.35 * (round(float(x)) % 2)  # so that fewer arrows hide
    return places


def _circle(n: int) -> NDArray[np.float64]:
    """Places in a circle, the first on top, then clockwise."""
    angle = 2 * np.pi * np.arange(n) / max(n, 1)
    places: NDArray[np.float64] = max(1.3, 0.19 * n) * np.stack([np.sin(angle), -np.cos(angle)], axis=1)
    return places


def _is_best(solution: Solution, i: int, j: int) -> bool:
    """Whether the move from i to j keeps the value and hurries as it should."""
    return bool(solution.results[j] == -solution.results[i] and solution.remoteness[j] == solution.remoteness[i] - 1)


def _vertex(ax: Axes, solution: Solution, i: int, place: NDArray[np.float64], known: bool) -> None:
    outcome = Outcome(int(solution.outcome[i]))
    mark = MARKS[outcome]
    x, y = place
    style: dict[str, Any] = {"facecolor": "white", "edgecolor": "black", "linestyle": "--"}
    if known:
        style = {"facecolor": mark.colour, "edgecolor": "black"}
    ax.add_patch(Circle((x, y), RADIUS, zorder=2, **style))
    ink = mark.ink if known else "black"
    text: dict[str, Any] = {"ha": "center", "va": "center", "color": ink, "zorder": 3, "parse_math": False}
    name = str(solution.graph.position(i))
    ax.text(x, y - 0.06, name, fontsize=LABEL if len(name) <= 3 else LABEL - 3, weight="bold", **text)
    ax.text(x, y + 0.16, mark.letter if known else "–", fontsize=LABEL - 3, **text)


def _arrow(ax: Axes, begin: NDArray[np.float64], end: NDArray[np.float64], best: bool, most: float) -> None:
    style: dict[str, Any] = {"arrowstyle": "-|>", "mutation_scale": 11, "zorder": 1}
    style |= {"linewidth": 2.4, "color": "black"} if best else {"linewidth": 0.9, "color": "#777777"}
    length = float(np.hypot(*(end - begin)))
    if length == 0:  # a pass: a loop beside the vertex
        (x, y), dx, dy = begin, 0.9 * RADIUS, 0.45 * RADIUS
        ax.add_patch(FancyArrowPatch((x + dx, y + dy), (x + dx, y - dy), connectionstyle="arc3,rad=1.7", **style))
        return
    short = 1.05 * RADIUS * (end - begin) / length
    bend = f"arc3,rad={max(0.12, min(most, 0.12 * length)):.2f}"  # the longer, the further round what stands between
    ax.add_patch(FancyArrowPatch(tuple(begin + short), tuple(end - short), connectionstyle=bend, **style))


def _name_columns(ax: Axes, solution: Solution) -> None:
    """The remoteness below each column."""
    ranks = sorted({int(r) for r in solution.remoteness if r >= 0})
    drawn = bool(solution.counts()[DRAW])
    at = [COLUMN * r for r in ranks] + [COLUMN * (max(ranks, default=-1) + 1.5)] * drawn
    ax.set_xticks(at, [str(r) for r in ranks] + ["drawn"] * drawn, fontsize=LABEL)
    ax.set_xlabel("remoteness (single moves to the end)", fontsize=LABEL)
    ax.tick_params(length=0)
