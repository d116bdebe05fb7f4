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
from gamecourse.show.arrays import require_solution
from gamecourse.show.colours import MARKS
from gamecourse.show.records import Frame, Label, PictureSpec, Shape, Size
from gamecourse.show.stage.spots import arranged, picture
from gamefast import GameGraph, Solution
from gamelib.answers import wants_end
from gamelib.core import Outcome, Text

#: A graph with more vertices than this is a tangle.
MAX_VERTICES = 60

#: A title names at most this many positions, with names of at most this many letters.
MOST_NAMES, LONGEST_NAME = 5, 3

#: The marks by which a reader may say who wins, and the letters of the outcomes whose colours they
#: have.
LETTER_OF = {"N": "W", "P": "L"} | {mark.sign: mark.letter for mark in MARKS.values()}

#: How far apart columns and rows stand: the places of ``layout`` are for discs of its radius, and a
#: vertex here is wider than high, so that they can be a little closer.
CLOSER = 0.85


def graph(
    solution: Solution[Any, Any],
    *,
    step: int | None = None,
    ring: bool = False,
    layers: bool = False,
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
    layers
        Whether the vertices stand in columns by the longest walk from them instead, so that all
        arrows point to the left. The graph may have no cycle.
    marks
        What the vertices show instead: a dict from position to text or number, such as
        ``nimbers(G)``. The picture then says nothing about who wins, unless the marks do: "N" and
        "P", "▲" and "▼" have the colours of won and lost, and an arrow from won to lost is thick. A
        position without a mark is dashed.
    ax
        Where to draw; a new figure if none is given.

    Examples
    --------
    >>> from gamefast import solve
    >>> from gamelib.games import Matches
    >>> graph(solve(Matches(5))).get_title()
    '▲ won: 1, 2, 3, 5; ▼ lost: 0, 4'
    """
    solution = require_solution(solution, "graphs.graph(solve(game))")
    if len(solution) > MAX_VERTICES:
        ax = plots.ranks(solution, ax=ax)
        ax.set_title(
            f"{len(solution):,} vertices are too many to draw (at most "
            f"{MAX_VERTICES}):\n{ax.get_title()}"
        )
        return ax
    replay = Replay(solution)
    if marks is None:
        shown = _verdicts_shown(replay, len(replay.order) if step is None else step)
    else:
        shown = _marks_shown(replay, marks)
    beside = not (ring or layers)
    lines = [f"{name}: {word}" for name, word in zip(replay.names, shown.words, strict=True)]
    if layers:
        places = layout.layers(_options_of(solution))
        picture = graph_picture(solution, places=places)
    else:
        picture = graph_picture(solution, columns=not ring)

    def unsettled() -> strokes.Shown:
        """Return the graph before anything is settled. On a slide columns would say who wins, and
        layers that all arrows can point to the left, so the class sees a ring, as wide as the
        picture will be.
        """
        asked = picture
        if not ring:
            wide = max(1.0, picture["width"] / picture["height"])
            in_ring = layout.scaled(layout.circle(len(solution)), wide, 1)
            asked = graph_picture(solution, places=in_ring)
        return strokes.Shown(asked, {"marks": "-" * len(solution)})

    return strokes.draw(
        picture,
        shown.frame,
        ax,
        shown.legend,
        beside=beside,
        before=unsettled,
        title=shown.title,
        xlabel="remoteness (single moves to the end)" if beside else "",
        label="\n".join(lines),
    )


class _Shown(NamedTuple):
    """What a picture of a graph shows: how everything looks, its title, its legend, and for each
    vertex what is known of it in words.
    """

    frame: Frame
    title: str
    legend: strokes.Words
    words: list[str]


def _verdicts_shown(replay: Replay, step: int) -> _Shown:
    """Return what is shown if each vertex has its verdict, as far as it is known after a step."""
    solution = replay.solution
    known = replay.known(step)
    verdicts = [verdict(solution, i) for i in range(len(known))]
    words = [
        str(solution[p]) if is_known else "–"
        for p, is_known in zip(replay.positions, known, strict=True)
    ]
    letters = [
        sign.letter if is_known else "-" for sign, is_known in zip(verdicts, known, strict=True)
    ]
    notes = [
        _value_text(solution, i) or verdicts[i].words if is_known else "–"
        for i, is_known in enumerate(known)
    ]
    heavy = [known[i] and is_best(solution, i, j) for i, j in replay.moves]
    frame: Frame = {
        "marks": "".join(letters),
        "notes": notes,
        "lines": "".join("b" if is_heavy else "n" for is_heavy in heavy),
    }
    legend = strokes.OUTCOMES | {"b": "best move"}
    return _Shown(frame, _title(replay, known), legend, words)


def _marks_shown(replay: Replay, marks: Mapping[Any, Any]) -> _Shown:
    """Return what is shown if each vertex has the mark that the reader gives it, or none."""
    known = [p in marks for p in replay.positions]
    words = [str(marks[p]) if p in marks else "–" for p in replay.positions]
    letters = [
        LETTER_OF.get(word, " ") if is_known else "-"
        for word, is_known in zip(words, known, strict=True)
    ]
    wins = [letters[i] == "W" and letters[j] == "L" for i, j in replay.moves]
    frame: Frame = {
        "marks": "".join(letters),
        "notes": words,
        "lines": "".join("b" if is_win else "n" for is_win in wins),
    }
    names = {mark.letter: mark.word for mark in MARKS.values()}
    legend = {
        letter: f"{word} {names[letter]}"
        for word, letter in zip(words, letters, strict=True)
        if letter in names
    }
    if legend:
        legend |= {"-": strokes.OUTCOMES["-"], "b": "winning move"}
    title = "All are known"
    if not all(known):
        count = sum(known)
        verb = "is" if count == 1 else "are"
        title = f"{count} of {len(known)} {verb} known"
    return _Shown(frame, title, legend, words)


def arrows_of(solution: Solution[Any, Any]) -> list[tuple[int, int]]:
    """Return the moves of a stored graph as pairs of positions' numbers, in the order of the
    picture.
    """
    return [(i, int(j)) for i in range(len(solution)) for j in solution.graph.options(i)]


def _options_of(solution: Solution[Any, Any]) -> list[list[int]]:
    """Return the numbers of the options of each position of a stored graph."""
    return [[int(j) for j in solution.graph.options(i)] for i in range(len(solution))]


def graph_picture(
    solution: Solution[Any, Any],
    columns: bool = False,
    places: list[layout.Place] | None = None,
) -> PictureSpec:
    """Return the picture of a stored graph, with vertices wide enough for their names.

    With ``columns`` a vertex stands in the column of its remoteness, and drawn vertices stand on
    the right. With ``places`` the vertices stand there. Without both, they stand in a circle in the
    order of their numbers, which gives nothing away.
    """
    names = [str(solution.graph.position(i)) for i in range(len(solution))]
    vertex = min(1.6, max(0.9, 0.15 * max(map(len, names), default=0)))  # its width
    if columns:
        places = layout.columns(solution.remoteness)
    elif places is None:
        places = layout.circle(len(solution))
    closer = vertex / (2 * layout.RADIUS) * CLOSER
    places = layout.scaled(places, closer, closer)
    shapes = [
        Shape(w=vertex, h=0.84, shape="vertex", name=f"vertex {name}", label=name) for name in names
    ]
    graph = arranged(
        shapes,
        places,
        arrows_of(solution),
        radius=vertex / 2,
        room=vertex / 2 + 0.3,
        least_angle=layout.LEAST_ANGLE,
    )
    width, height = graph.size
    texts: list[Label] = []
    if columns:  # below each column its remoteness
        height = round(height + 0.6, 3)
        never = "drawn" if solution.worth is None else "endless"
        words_below = {
            spot["x"]: never if remoteness < 0 else str(remoteness)
            for spot, remoteness in zip(graph.spots, solution.remoteness, strict=True)
        }
        texts = [Label(x=x, y=height - 0.2, words=words) for x, words in words_below.items()]
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
    """Return the solution with its arrays.

    Raises ValueError, saying what to do, if its graph is not stored or too large to be drawn.
    """
    checked = require_solution(solution, "solve(game)")
    if not isinstance(checked.graph, GameGraph) or checked.order is None:
        raise ValueError(
            "this solution was found on the fly and has no stored graph: solve "
            "solution.graph.explicit() instead"
        )
    if len(checked) > MAX_VERTICES:
        raise ValueError(
            f"{len(checked):,} vertices would be a tangle, {MAX_VERTICES} can be drawn; "
            "plots.ranks(solution) counts them by remoteness"
        )
    return checked


class Replay:
    """The queue of retrograde analysis, step by step, as ``Solution.order`` tells it: nothing is
    solved again.

    Positions are known by their numbers. Step k takes ``order[k - 1]`` from the queue. ``at`` is
    the step at which each position was settled. It is 0 for a position settled at the beginning,
    and one more than the last step for a drawn position. ``moves`` are pairs: from where, and to
    where. Raises what ``check_size`` raises.
    """

    def __init__(self, solution: Solution[Any, Any]) -> None:
        solution = check_size(solution)
        assert solution.order is not None
        self.solution = solution
        self.order = [int(i) for i in solution.order]
        self.positions = [solution.graph.position(i) for i in range(len(solution))]
        self.names = [*map(str, self.positions)]
        self.moves = arrows_of(solution)
        self.at = [len(self.order) + 1] * len(solution)
        step_taken = {i: step for step, i in enumerate(self.order, 1)}
        results = solution.results.tolist()
        for i in self.order:
            options = [int(j) for j in solution.graph.options(i)]
            if not options:  # a terminal position enters after all positions with a larger result
                number_of_larger = sum(abs(results[j]) > abs(results[i]) for j in self.order)
                self.at[i] = number_of_larger  # the step that takes the last of them
                continue
            settled = [j for j in options if j in step_taken]
            endless = 0 if solution.worth is None else int(solution.worth[i])
            if wants_end(results[i], endless):  # the first good option settles it: a lost one
                good = [j for j in settled if results[j] < 0 or results[j] == results[i] == 0]
                self.at[i] = min(step_taken[j] for j in good)
            else:  # the last option settles it, as bad as all others: won
                self.at[i] = max(step_taken[j] for j in settled)

    def known(self, step: int) -> list[bool]:
        """Return which positions are settled after a step; when the queue is empty, the rest are
        drawn.
        """
        return [when <= step or step >= len(self.order) for when in self.at]

    def hopes(self, step: int) -> Counter[int]:
        """Count for each position the moves that are not yet known to lead to a position won for
        the opponent.
        """
        hopeless = {v for v in self.order[:step] if not self._is_good_to_reach(v)}
        return Counter(i for i, j in self.moves if j not in hopeless)

    def story(self, step: int) -> Text:
        """Return what happens at a step, and the queue and the hopes that are left after it."""
        hopes = self.hopes(step)
        queue = [self.names[i] for i in self.order[step:] if self.at[i] <= step]
        open_ones = [i for i, when in enumerate(self.at) if when > step]
        if step == len(self.order):
            open_names = ", ".join(self.names[i] for i in open_ones)
            what = "Drawn" if self.solution.worth is None else "Endless play"
            rest = f"{what}, since never settled: {open_names or 'none'}."
        else:
            # No line ends between a name and its hopes.
            hopes_left = ", ".join(f"{self.names[i]}\u00a0{hopes[i]}" for i in open_ones)
            rest = f"Hopes left: {hopes_left or 'nobody open'}."
        happens = [self._beginning_in_words()]
        if step > 0:
            happens = self._step_in_words(step, hopes)
        return Text("\n".join([*happens, f"Queue: {', '.join(queue) or 'empty'}.", rest]))

    def _beginning_in_words(self) -> str:
        """Return a sentence that lists the terminal positions."""
        verdicts = zip(self.names, self.solution.outcome, self.at, strict=True)
        ends = [
            f"{name} ({Outcome(int(outcome))})" for name, outcome, when in verdicts if when == 0
        ]
        return (
            "The terminal vertices are settled and stand in the queue: "
            f"{', '.join(ends) or 'there are none'}."
        )

    def _step_in_words(self, step: int, hopes: Counter[int]) -> list[str]:
        """Return a sentence for the position taken from the queue, and one for each position with a
        move to it.
        """
        remoteness = self.solution.remoteness
        v = self.order[step - 1]
        outcome = Outcome(int(self.solution.outcome[v]))
        lines = [
            f"Step {step}: take {self.names[v]} from the queue; it is a {outcome} in "
            f"{remoteness[v]}."
        ]
        for u in dict.fromkeys(i for i, j in self.moves if j == v):
            name = self.names[u]
            if self.at[u] < step:
                lines.append(f"  {name} can move to it, but was settled before.")
            elif self.at[u] > step:
                lines.append(f"  {name} has one hope less: {hopes[u]} left.")
            else:
                settled_as = f"{Outcome(int(self.solution.outcome[u]))} in {remoteness[u]}"
                why = "can move to it" if self._is_good_to_reach(v) else "has lost its last hope"
                lines.append(f"  {name} {why}, so {name} is a {settled_as}.")
        return lines if len(lines) > 1 else [*lines, "  Nobody can move to it."]

    def _is_good_to_reach(self, v: int) -> bool:
        """Return whether a position is settled by a move to v: v is lost, or drawn although the
        player to move at v wins endless play.
        """
        if self.solution.worth is None or self.solution.outcome[v] != 0:
            return bool(self.solution.outcome[v] < 0)
        return bool(self.solution.worth[v] > 0)


def is_best(solution: Solution[Any, Any], i: int, j: int) -> bool:
    """Return whether the move from i to j keeps the value, and wins as soon or loses as late as it
    can; or goes on with endless play that is won by a player.
    """
    keeps_value = solution.results[j] == -solution.results[i]
    if solution.remoteness[i] < 0:
        return bool(keeps_value and solution.worth is not None and solution.remoteness[j] < 0)
    return bool(keeps_value and solution.remoteness[j] == solution.remoteness[i] - 1)


def _value_text(solution: Solution[Any, Any], i: int) -> str:
    """Return the value for the player to move if results are more than won, lost and drawn,
    otherwise "".
    """
    has_numbers = not set(np.unique(solution.results)) <= {-1, 0, 1}
    return f"{solution.results[i]:g}" if has_numbers else ""


def _title(replay: Replay, known: list[bool]) -> str:
    """Return which positions are won, lost and drawn, or how many are settled so far."""
    if not all(known):
        return _title_on_the_way(replay, known)
    parts = []
    for outcome, mark in MARKS.items():
        outcomes = zip(replay.names, replay.solution.outcome, strict=True)
        names = [name for name, value in outcomes if value == outcome]
        if names and len(names) <= MOST_NAMES and max(map(len, names)) <= LONGEST_NAME:
            parts.append(f"{mark.sign} {mark.word}: {', '.join(names)}")
        elif names:
            parts.append(f"{len(names)} {mark.sign} {mark.word}")
    return "; ".join(parts)


def _title_on_the_way(replay: Replay, known: list[bool]) -> str:
    """Return how many positions are settled; at the beginning, which."""
    settled = [name for name, is_known in zip(replay.names, known, strict=True) if is_known]
    is_beginning = len(settled) == replay.at.count(0)  # only what is settled at step 0
    if not is_beginning or len(settled) > MOST_NAMES:
        return f"{len(settled)} of {len(replay.names)} are settled"
    if not settled:
        return "There are no terminal vertices"
    vertices_are = "vertex is" if len(settled) == 1 else "vertices are"
    return f"Only the terminal {vertices_are} settled: {', '.join(settled)}"
