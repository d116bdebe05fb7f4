"""A game's graph as a picture, by remoteness: positions won or lost in k moves stand in column k.

The picture can also show any earlier step: a position not yet settled is white and dashed.
``Solution.order`` tells when each position was settled; nothing is solved here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes

from gamecourse.show import layout, plots, strokes
from gamecourse.show.answers import require_answer
from gamecourse.show.colours import MARKS
from gamecourse.show.records import Frame, Label, PictureSpec, Shape, Size
from gamecourse.show.stage.spots import arranged, picture
from gamefast import GameGraph, Solution
from gamelib.core import LOSS, Outcome, Text

#: A graph with more vertices than this is a tangle.
MAX_VERTICES = 60

#: A title names at most this many positions.
NAMED = 5


def graph(
    solution: Solution[Any, Any],
    *,
    step: int | None = None,
    ring: bool = False,
    marks: Mapping[Any, Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the graph of a solution in columns, one for each remoteness and one on the right for
    drawn positions.

    A thick arrow is a best move, of a winner or a loser; a thin arrow is any other move. A vertex
    shows its verdict, such as ▲3 for won in 3 moves, or its value for the player to move if
    outcomes are numbers. More than 60 vertices would be a tangle: bars then show how many have each
    remoteness, and the title says so.

    Parameters
    ----------
    solution
        An answer of ``solve`` with a stored graph.
    step
        How many positions have been taken from the queue; all if no number is given.
    ring
        Whether the vertices stand in a ring instead, in the order of their numbers, which gives
        nothing away.
    marks
        What the vertices show instead: a dict from position to text or number, such as
        ``nimbers(G)``. The picture then says nothing about who wins. A position without a mark is
        dashed.
    ax
        Where to draw; a new figure if none is given.

    Examples
    --------
    >>> from gamefast import solve
    >>> from gamelib.games import Matches
    >>> graph(solve(Matches(5))).get_title()
    '▲ won: 1, 2, 3, 5; ▼ lost: 0, 4'
    """
    solution = require_answer(solution, Solution, "solve", "graphs.graph(solve(game))")
    if len(solution) > MAX_VERTICES:
        ax = plots.ranks(solution, ax=ax)
        ax.set_title(
            f"{len(solution):,} vertices are too many to draw (at most "
            f"{MAX_VERTICES}):\n{ax.get_title()}"
        )
        return ax
    replay = Replay(solution)
    if marks is not None:
        known = [p in marks for p in replay.positions]
        words = [str(marks[p]) if p in marks else "–" for p in replay.positions]
        frame: Frame = {"marks": "".join("- "[done] for done in known), "notes": words}
        few = f"{sum(known)} of {len(known)} {'is' if sum(known) == 1 else 'are'} known"
        title, legend = "All are known" if all(known) else few, {}
    else:
        known = replay.known(len(replay.order) if step is None else step)
        words = [
            str(solution[p]) if done else "–"
            for p, done in zip(replay.positions, known, strict=True)
        ]
        frame = {
            "marks": "".join(
                verdict(solution, i).letter if done else "-" for i, done in enumerate(known)
            ),
            "notes": [
                _worth(solution, i) or verdict(solution, i).words if done else "–"
                for i, done in enumerate(known)
            ],
            "lines": "".join("nb"[known[i] and is_best(solution, i, j)] for i, j in replay.moves),
        }
        title, legend = _finding(replay, known), strokes.OUTCOMES | {"b": "best move"}
    about = {} if ring else {"xlabel": "remoteness (single moves to the end)"}
    about["label"] = "\n".join(
        f"{name}: {word}" for name, word in zip(replay.names, words, strict=True)
    )
    return strokes.draw(
        graph_picture(solution, not ring), frame, ax, legend, not ring, title=title, **about
    )


def arrows_of(solution: Solution[Any, Any]) -> list[tuple[int, int]]:
    """Return the moves of a stored graph as pairs of positions' numbers, in the order of the
    picture.
    """
    return [(i, int(j)) for i in range(len(solution)) for j in solution.graph.options(i)]


def graph_picture(solution: Solution[Any, Any], columns: bool = False) -> PictureSpec:
    """Return the picture of a stored graph, with vertices wide enough for their names.

    With ``columns`` a vertex stands in the column of its remoteness, and drawn vertices stand on
    the right. Without it, the vertices stand in a circle in the order of their numbers, which gives
    nothing away.
    """
    names = [str(solution.graph.position(i)) for i in range(len(solution))]
    wide = min(1.6, max(0.9, 0.15 * max(map(len, names), default=0)))
    places = layout.columns(solution.remoteness) if columns else layout.circle(len(solution))
    places = places * (wide / (2 * layout.RADIUS) * 0.85)
    shapes = [
        Shape(w=wide, h=0.84, shape="vertex", name=f"vertex {name}", label=name) for name in names
    ]
    graph = arranged(shapes, places, arrows_of(solution), wide / 2, wide / 2 + 0.3)
    width, height = graph.size
    texts: list[Label] = []
    if columns:
        height = round(height + 0.6, 3)
        heads = {
            spot["x"]: "drawn" if remoteness < 0 else str(remoteness)
            for spot, remoteness in zip(graph.spots, solution.remoteness, strict=True)
        }
        texts = [Label(x=x, y=height - 0.2, words=words) for x, words in heads.items()]
    return picture(
        f"a graph of {len(names)} vertices",
        graph.spots,
        graph.edges,
        size=Size(width, height),
        unit=float(np.clip(560 / height, 36, 76)),
        texts=texts,
    )


class Sign(NamedTuple):
    """A verdict in a picture: its letter, W, L or D, and in words, such as ▲3, ▼2, ●."""

    letter: str
    words: str


def verdict(solution: Solution[Any, Any], i: int) -> Sign:
    """Return the verdict on position number i as a picture shows it."""
    mark = MARKS[Outcome(int(solution.outcome[i]))]
    moves = int(solution.remoteness[i])
    return Sign(mark.letter, mark.sign + (str(moves) if moves >= 0 else ""))


def check_size(solution: Any) -> Solution[Any, Any]:
    """The solution with its arrays.

    Raises ValueError, saying what to do, if its graph is not stored or too large to be drawn.
    """
    found: Solution[Any, Any] = require_answer(solution, Solution, "solve", "solve(game)")
    if not isinstance(found.graph, GameGraph) or found.order is None:
        raise ValueError(
            "this solution was found on the fly and has no stored graph: solve "
            "solution.graph.explicit() instead"
        )
    if len(found) > MAX_VERTICES:
        raise ValueError(
            f"{len(found):,} vertices would be a tangle, {MAX_VERTICES} can be drawn; "
            "plots.ranks(solution) counts them by remoteness"
        )
    return found


class Replay:
    """The queue of retrograde analysis, step by step, as ``Solution.order`` tells it: nothing is
    solved again.

    Step k takes ``order[k - 1]`` from the queue. ``at`` is the step at which each position was
    settled. It is 0 for a position settled at the beginning, and one more than the last step for a
    drawn position. Raises what ``check_size`` raises.
    """

    def __init__(self, solution: Solution[Any, Any]) -> None:
        solution = check_size(solution)
        assert solution.order is not None
        self.solution, self.order = solution, [int(i) for i in solution.order]
        self.positions = [solution.graph.position(i) for i in range(len(solution))]
        self.names = [*map(str, self.positions)]
        self.moves = arrows_of(solution)
        self.at = [len(self.order) + 1] * len(solution)
        taken = dict(zip(self.order, range(1, len(self.order) + 1), strict=True))
        results = solution.results.tolist()
        for i in self.order:
            options = [int(j) for j in solution.graph.options(i)]
            if not options:  # a terminal position enters after all positions with a larger result
                self.at[i] = sum(abs(results[j]) > abs(results[i]) for j in self.order)
            elif results[i] > 0:
                self.at[i] = min(taken[j] for j in options if results[j] < 0)
            else:
                self.at[i] = max(taken[j] for j in options)

    def known(self, step: int) -> list[bool]:
        """Return which positions are settled after a step; when the queue is empty, the rest are
        drawn.
        """
        return [when <= step or step >= len(self.order) for when in self.at]

    def hopes(self, step: int) -> Counter[int]:
        """Count for each position the moves that are not yet known to lead to a position won for
        the opponent.
        """
        won = {v for v in self.order[:step] if self.solution.results[v] > 0}
        return Counter(i for i, j in self.moves if j not in won)

    def story(self, step: int) -> Text:
        """Return what happens at a step, and the queue and the hopes that are left after it."""
        hopes = self.hopes(step)
        queue = [self.names[i] for i in self.order[step:] if self.at[i] <= step]
        open_ones = [i for i, when in enumerate(self.at) if when > step]
        if step == len(self.order):
            rest = (
                "Drawn, since never settled: "
                f"{', '.join(self.names[i] for i in open_ones) or 'none'}."
            )
        else:
            rest = (
                "Hopes left: "
                f"{', '.join(f'{self.names[i]} {hopes[i]}' for i in open_ones) or 'nobody open'}."
            )
        done = self._taken(step, hopes) if step else self._begin()
        return Text("\n".join([*done, f"Queue: {', '.join(queue) or 'empty'}.", rest]))

    def _begin(self) -> list[str]:
        found = zip(self.names, self.solution.outcome, self.at, strict=True)
        ends = [f"{name} ({Outcome(int(outcome))})" for name, outcome, when in found if when == 0]
        return [
            "The terminal vertices are settled and stand in the queue: "
            f"{', '.join(ends) or 'there are none'}."
        ]

    def _taken(self, step: int, hopes: Counter[int]) -> list[str]:
        """Return a sentence for the position taken from the queue, and one for each position with a
        move to it.
        """
        v, remoteness = self.order[step - 1], self.solution.remoteness
        found = Outcome(int(self.solution.outcome[v]))
        lines = [
            f"Step {step}: take {self.names[v]} from the queue; it is a {found} in {remoteness[v]}."
        ]
        for u in dict.fromkeys(i for i, j in self.moves if j == v):
            name = self.names[u]
            if self.at[u] < step:
                lines.append(f"  {name} can move to it, but was settled before.")
            elif self.at[u] > step:
                lines.append(f"  {name} has one hope less: {hopes[u]} left.")
            elif found == LOSS:
                lines.append(f"  {name} can move to it, so {name} is a WIN in {remoteness[u]}.")
            else:
                lines.append(
                    f"  {name} has lost its last hope, so {name} is a LOSS in {remoteness[u]}."
                )
        return lines if len(lines) > 1 else [*lines, "  Nobody can move to it."]


def is_best(solution: Solution[Any, Any], i: int, j: int) -> bool:
    """Return whether the move from i to j keeps the value, and wins as soon or loses as late as it
    can.
    """
    return bool(
        solution.results[j] == -solution.results[i]
        and solution.remoteness[j] == solution.remoteness[i] - 1
    )


def _worth(solution: Solution[Any, Any], i: int) -> str:
    """Return the value for the player to move if results are more than won, lost and drawn, and no
    text if not.
    """
    numbers = not set(np.unique(solution.results)) <= {-1, 0, 1}
    return f"{solution.results[i]:g}" if numbers else ""


def _finding(replay: Replay, known: list[bool]) -> str:
    """Return which positions are won, lost and drawn, or how many are settled so far."""
    names = replay.names
    if not all(known):
        ends = [name for name, done in zip(names, known, strict=True) if done]
        if len(ends) == replay.at.count(0) <= NAMED:
            few = "vertex is" if len(ends) == 1 else "vertices are"
            return (
                f"Only the terminal {few} settled: {', '.join(ends)}"
                if ends
                else "There are no terminal vertices"
            )
        return f"{len(ends)} of {len(names)} are settled"
    parts = []
    for outcome, mark in MARKS.items():
        those = [
            name for name, o in zip(names, replay.solution.outcome, strict=True) if o == outcome
        ]
        if those and len(those) <= NAMED and max(map(len, those)) <= 3:
            parts.append(f"{mark.sign} {mark.word}: {', '.join(those)}")
        elif those:
            parts.append(f"{len(those)} {mark.sign} {mark.word}")
    return "; ".join(parts)
