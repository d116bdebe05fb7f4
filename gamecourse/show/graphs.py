"""A game's graph as a picture, by remoteness: what is won or lost in k moves stands in column k.

The same picture at any step of the settling: a position not yet settled is white and dashed. What was settled when
is read off ``Solution.order``; nothing is solved here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from gamecourse.show import given, plots, strokes
from gamecourse.show.stage.vertices import arrows_of, graph_picture, verdict
from gamecourse.show.style import MARKS
from gamelib.answers import Solution
from gamelib.arenas.graph import GameGraph
from gamelib.core import LOSS, Outcome, Text

#: More vertices than these are a tangle.
MAX_VERTICES = 60

#: So many positions at most are named in a title.
NAMED = 5


def graph(
    solution: Solution,
    *,
    step: int | None = None,
    ring: bool = False,
    marks: Mapping[Any, Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the graph of a solution, a column for each remoteness, the drawn positions apart on the right.

    A thick arrow is a best move, of a winner or a loser, a thin one any other. In a vertex stands its verdict, ▲3 for
    won in 3 moves; where results are numbers, the value for the player to move. More than 60 vertices would be a
    tangle: then their numbers by remoteness are drawn as bars instead, and the title says so.

    Parameters
    ----------
    solution
        What ``solve`` has answered, on stored moves.
    step
        How many positions have been taken from the queue; all, if none is given.
    ring
        Whether the vertices stand in a ring instead, in the order of their numbers, which gives nothing away.
    marks
        Something else to stand in the vertices, from position to text or number, as ``nimbers(G)`` gives it: then
        nothing is said of who wins. A position without a mark is dashed.
    ax
        Where to draw; a new figure, if none is given.

    Examples
    --------
    >>> from gamelib import solve
    >>> from gamelib.games import Matches
    >>> graph(solve(Matches(5))).get_title()
    '▲ won: 1, 2, 3, 5; ▼ lost: 0, 4'
    """
    given.answer(solution, Solution, "solve", "graphs.graph(solve(game))")
    if len(solution) > MAX_VERTICES:
        ax = plots.ranks(solution, ax=ax)
        ax.set_title(f"{len(solution):,} vertices are too many to draw (at most {MAX_VERTICES}):\n{ax.get_title()}")
        return ax
    check_size(solution)
    names = [solution.graph.position(i) for i in range(len(solution))]
    if marks is not None:
        known = np.array([name in marks for name in names], bool)
        said = [str(marks.get(name, "–")) for name in names]
        frame: dict[str, Any] = {"marks": "".join(" " if k else "-" for k in known), "notes": said}
        best, title = False, "All are known"
        if not known.all():
            title = f"{known.sum()} of {len(names)} {'is' if known.sum() == 1 else 'are'} known"
        words = said
    else:
        known = _known(solution, step)
        heavy = [bool(known[i]) and _is_best(solution, i, j) for i, j in arrows_of(solution)]
        frame = {
            "marks": "".join(verdict(solution, i)[0] if known[i] else "-" for i in range(len(names))),
            "notes": [_worth(solution, i) or verdict(solution, i)[1] if known[i] else "–" for i in range(len(names))],
            "lines": "".join("nb"[one] for one in heavy),
        }
        best, title = any(heavy), _finding(solution, known, names)
        words = [str(solution[name]) if known[i] else "–" for i, name in enumerate(names)]
    ax = strokes.draw(graph_picture(solution, not ring), frame, ax, more=(0.0, 0.9) if ring else (2.4, 1.0))
    if not ring:
        ax.set_xlabel("remoteness (single moves to the end)")
    if marks is None:
        strokes.legend(
            ax, strokes.outcomes(frame["marks"]) + [strokes.stroke("b", "best move")] * best, beside=not ring
        )
    ax.set_title(title)
    ax.set_label("\n".join(f"{name}: {word}" for name, word in zip(names, words, strict=True)))
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


def _is_best(solution: Solution, i: int, j: int) -> bool:
    """Whether the move from i to j keeps the value and hurries as it should."""
    return bool(solution.results[j] == -solution.results[i] and solution.remoteness[j] == solution.remoteness[i] - 1)


def _known(solution: Solution, step: int | None) -> NDArray[np.bool_]:
    """Which positions are settled after so many steps; when the queue is empty, what is left is drawn."""
    assert solution.order is not None
    last = len(solution.order)
    if step is None or step >= last:
        return np.ones(len(solution), bool)
    return settled_at(solution) <= step


def _worth(solution: Solution, i: int) -> str:
    """The value for the player to move, where results are more than won, lost and drawn."""
    numbers = not set(np.unique(solution.results)) <= {-1, 0, 1}
    return f"{solution.results[i]:g}" if numbers else ""


def _finding(solution: Solution, known: NDArray[np.bool_], names: list[Any]) -> str:
    """Who wins where; and while it is being settled, how far that is."""
    ends = [str(name) for name, done in zip(names, known, strict=True) if done]
    if not known.all():
        at_once = int(np.count_nonzero(settled_at(solution) == 0))
        if len(ends) == at_once <= NAMED:
            few = {0: "There are no ends", 1: f"Only the end is settled: {ends[0] if ends else ''}"}
            return few.get(len(ends), f"Only the ends are settled: {', '.join(ends)}")
        return f"{len(ends)} of {len(names)} are settled"
    said = []
    for outcome, mark in MARKS.items():
        those = [str(name) for name, o in zip(names, solution.outcome, strict=True) if o == outcome]
        if those:
            named = len(those) <= NAMED and max(map(len, those)) <= 3
            one = f"{mark.sign} {mark.word}: {', '.join(those)}"
            said.append(one if named else f"{len(those)} {mark.sign} {mark.word}")
    return "; ".join(said)
