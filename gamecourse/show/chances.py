"""The graph of a game with chance and cycles as a picture, with the value at every vertex.

Play goes from left to right. The positions of a strongly connected component, in which play can
cycle, stand in a ring. Terminal positions with the same payoff are drawn as one.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike, NDArray

from gamecourse.show import boards, layout, strokes
from gamecourse.show.answers import require_answer
from gamecourse.show.graphs import MAX_VERTICES
from gamecourse.show.records import Frame, Label, PictureSpec, Shape
from gamecourse.show.stage.spots import Arrangement, arranged, picture
from gamelib.chance import ExactValues
from gamelib.components import components
from gamelib.core import CHANCE

#: The distance from one vertex to the next, and the size of the largest letters on the stage.
SPACE, TYPE = 1.35, 0.31

#: The shapes of players and Nature, and how much wider a shape is than the words in it.
SHAPES: dict[Any, str] = {0: "square", 1: "disc", CHANCE: "diamond"}
WIDER = {"square": 1.0, "disc": 1.15, "diamond": 1.5}


class Option(NamedTuple):
    """A way on from a position: where it leads, whether by a best move (None for chance), and how
    probable it is (None for a move).
    """

    there: Any
    best: bool | None
    chance: Fraction | None


def graph(values: ExactValues[Any, Any], *, ax: Axes | None = None) -> Axes:
    """Draw all positions of a game whose values are known, with the value to player 0 below each.

    Player 0 moves at a square and player 1 at a circle; a grey diamond is a chance node. A thick
    arrow is the move of ``best``, a thin arrow is any other move, and a dashed arrow is an outcome
    of chance with its probability. Raises TypeError for anything but an answer of ``exact_values``,
    and ValueError for more than 60 positions before the end.
    """
    net = Net(values)
    ends = len(net.payoffs)
    frame: Frame = {
        "marks": ["D" if net.game.turn(p) == CHANCE else " " for p in net.live] + ["3"] * ends,
        "labels": net.labels,
        "notes": [str(values[p]) for p in net.live] + [""] * ends,
        "lines": ["d" if best is None else "nb"[best] for best in net.best],
    }
    words = {
        "square": "player 0",
        "disc": "player 1",
        "diamond": "chance",
        "b": "best move",
        "d": "by chance",
    }
    start = values.get(net.game.start())
    worth = "" if start is None else f"The start is worth {start}; "
    title = (
        f"{worth}play can cycle in {net.rings} ring{'s' * (net.rings != 1)}"
        if net.rings
        else worth[:-2]
    )
    label = "\n".join(f"{p}: {values[p]}" for p in net.live)
    return strokes.draw(
        net.picture(("player 0", "player 1")), frame, ax, words, title=title, label=label
    )


class Net:
    """The vertices of a picture (first a game's positions before the end, then its payoffs) and the
    arrows between.

    ``live`` lists the positions and ``names`` their labels; ``payoffs`` lists the payoffs at
    terminal positions, each once; ``labels`` has the labels of all vertices. ``places`` says where
    they stand: an array of shape (n, 2), y downwards. ``edges`` are pairs of their numbers, each
    once. ``best`` says whether an edge is a best move (None for chance), and ``chances`` how
    probable it is (None for a move). ``rings`` counts the components in which play can cycle.
    ``number`` is the number of the vertex at which a position is drawn. Raises what ``graph``
    raises.
    """

    def __init__(self, values: ExactValues[Any, Any]) -> None:
        self.values = require_answer(
            values, ExactValues, "exact_values", "chances.graph(exact_values(game))"
        )
        self.game: Any = values.game
        self.live = [p for p in values if self.game.turn(p) is not None]
        if len(self.live) > MAX_VERTICES:
            many = f"{len(self.live):,} positions would be a tangle, {MAX_VERTICES} can be drawn"
            raise ValueError(f"{many}: take a smaller game")
        self.names = [boards.in_vertex(self.game, p) for p in self.live]
        self.payoffs = sorted({values[p] for p in values if self.game.turn(p) is None})
        self.labels = [*self.names, *(f"end: {payoff}" for payoff in self.payoffs)]
        rings = list(components(self.live, self._next))[::-1]
        self.rings = sum(len(ring) > 1 for ring in rings)
        places = self._places(rings)
        number = {
            key: k
            for k, key in enumerate([*self.live, *(("end", payoff) for payoff in self.payoffs)])
        }
        self.number = {p: number[self._key(p)] for p in values}
        self.places = np.array([places[key] for key in number])
        width, height = np.ptp(self.places, axis=0) + 1.4
        # As wide as a screen if it is higher than 16:9.
        self.places *= (max(1.0, 1.75 * (height + 1) / width), 1.0)
        steps = [(number[p], step) for p in self.live for step in self._steps(p)]
        self.edges = [(begin, self.number[step.there]) for begin, step in steps]
        self.best = [step.best for _, step in steps]
        self.chances = [step.chance for _, step in steps]

    def shapes(self, wide: float, players: Sequence[str]) -> list[Shape]:
        """Return the shapes of the vertices, for words of this width."""
        shapes: list[Shape] = []
        for p, name in zip(self.live, self.names, strict=True):
            shape = SHAPES[self.game.turn(p)]
            who = "chance" if shape == "diamond" else players[shape == "disc"]
            side = wide * WIDER[shape]
            words = name.replace("\n", " ")
            shapes.append(
                {"w": side, "h": side, "shape": shape, "name": f"{words}, {who}", "type": TYPE}
            )
        for payoff in self.payoffs:
            end = f"end: {payoff}"
            shapes.append({"w": wide, "h": 0.6, "shape": "leaf", "name": end, "type": TYPE})
        return shapes

    @property
    def word_width(self) -> float:
        """The width of the words in a vertex."""
        rows = 2 + max((name.count("\n") for name in self.names), default=0)
        longest = max([4, *(len(line) for name in self.names for line in name.split("\n"))])
        return min(1.8, max(0.17 * longest + 0.25, 0.36 * rows))

    def picture(self, players: Sequence[str]) -> PictureSpec:
        """Return the graph as the stage needs it, with every vertex wide enough for its words."""
        wide = self.word_width
        places = self.places * (0.95 * wide, wide / 0.84)
        shapes = self.shapes(wide, players)
        graph = arranged(shapes, places, self.edges, wide / 2, 0.8 * wide)
        width, height = graph.size
        return picture(
            f"a graph of {len(self.live)} positions",
            graph.spots,
            graph.edges,
            size=graph.size,
            unit=float(np.clip(max(480 / height, 65), 36, min(90, 1000 / width))),
            texts=self._odds(graph),
        )

    def _odds(self, graph: Arrangement) -> list[Label]:
        """Return the probability of each outcome of chance, beside its arrow."""
        labels: list[Label] = []
        taken = [(spot["x"], spot["y"], spot.get("w", 1)) for spot in graph.spots]
        for edge, chance in zip(graph.edges, self.chances, strict=True):
            if chance is None:
                continue
            start, end = graph.spots[edge.start], graph.spots[edge.end]
            along = layout.curve((start["x"], start["y"]), (end["x"], end["y"]), edge.bend)
            x, y = _beside(along, taken)
            taken.append((x, y, 0.6))
            labels.append({"x": x, "y": y, "words": str(chance), "size": 0.26})
        return labels

    def _steps(self, p: Any) -> list[Option]:
        """Return the ways on from p, one for each place to which they lead."""
        if self.game.turn(p) == CHANCE:
            outcomes: dict[Any, Any] = {}
            total: dict[Any, Fraction] = {}
            for chance, there in self.game.chances(p):
                key = self._key(there)
                outcomes.setdefault(key, there)
                total[key] = total.get(key, Fraction(0)) + chance
            return [Option(there, None, total[key]) for key, there in outcomes.items()]
        best = self._key(self.game.play(p, self.values.best(p)))
        options = [self.game.play(p, move) for move in self.game.moves(p)]
        ways = {self._key(there): there for there in options}
        return [Option(there, key == best, None) for key, there in ways.items()]

    def _next(self, p: Any) -> list[Any]:
        """Return the positions that follow p and are not terminal."""
        return [step.there for step in self._steps(p) if self.game.turn(step.there) is not None]

    def _key(self, p: Any) -> Any:
        return ("end", self.values[p]) if self.game.turn(p) is None else p

    def _places(self, rings: list[list[Any]]) -> dict[Any, Any]:
        """Return places: strongly connected components in columns by the longest path to them, high
        values above.
        """
        of = {p: k for k, ring in enumerate(rings) for p in ring}
        column = [0] * len(rings)
        for k, ring in enumerate(rings):
            for there in (q for p in ring for q in self._next(p) if of[q] != k):
                column[of[there]] = max(column[of[there]], column[k] + 1)
        places: dict[Any, Any] = {}
        left, flat = 0.0, 1.1 if len(of) <= 8 else 0.75
        for c in range(max(column, default=-1) + 1):
            inside = [rings[k] for k in range(len(rings)) if column[k] == c]
            inside.sort(key=lambda ring: sum(self.values[p] for p in ring) / len(ring))
            radius = [
                0.0 if len(ring) == 1 else max(flat, 0.14 * SPACE * len(ring)) for ring in inside
            ]  # upright
            x, y = left + 2 * max(radius), sum(2 * r + SPACE for r in radius) / 2
            for ring, r in zip(inside, radius, strict=True):
                y -= r + SPACE / 2
                for k, p in enumerate(self._from_the_left(ring)):
                    angle = np.pi + 2 * np.pi * k / len(ring)
                    places[p] = x + 2 * r * np.cos(angle), y + r * np.sin(angle)
                y -= r + SPACE / 2
            left = x + 2 * max(radius) + 1.5 * SPACE
        for k, payoff in enumerate(reversed(self.payoffs)):
            places["end", payoff] = left, SPACE * 1.6 * (k - (len(self.payoffs) - 1) / 2)
        return places

    def _from_the_left(self, ring: list[Any]) -> list[Any]:
        """Return a ring in the order of play, from the first position at which play enters it."""
        entered = {q for p in self.live if p not in ring for q in self._next(p)}
        first = next((k for k, p in enumerate(ring) if p in entered or p == self.game.start()), 0)
        around = [*ring[first:], *ring[:first]]
        return (
            [around[0], *around[:0:-1]]
            if len(ring) > 2 and around[1] not in self._next(around[0])
            else around
        )


def _beside(along: NDArray[np.float64], taken: ArrayLike) -> list[float]:
    """Return a place for a word beside an arrow, near its start and far from what is taken (x, y,
    width).
    """
    here, (dx, dy) = along[9:20], (along[10:21] - along[8:19]).T
    up = -0.22 / np.maximum(np.hypot(dx, dy), 1e-9) * np.where(dx >= 0, 1, -1)
    places = here + np.stack([-up * dy, up * dx + 0.09], axis=1)
    x, y, wide = np.asarray(taken, float).T
    room = (np.hypot(places[:, :1] - x, places[:, 1:] - y) - wide / 2).min(axis=1)
    return [*places[int(np.argmax(room.round(6)))].round(3).tolist()]
