"""The graph of a game with chance and cycles as a picture, with the value at every vertex.

Play goes from left to right. The positions of a strongly connected component, in which play can
cycle, stand in a ring. Terminal positions that are reached from the same component with the same
payoff are drawn as one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import inf
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike, NDArray

from gamecourse.show import boards, layout, strokes
from gamecourse.show.answers import require_answer
from gamecourse.show.graphs import MAX_VERTICES
from gamecourse.show.records import Frame, Label, PictureSpec, Shape, Spot
from gamecourse.show.stage.spots import Arrangement, arranged, picture
from gamelib.chance import ExactValues
from gamelib.components import components
from gamelib.core import CHANCE

#: The distance from one vertex to the next.
SPACE = 1.35

#: The distance from one ring of a column to the next, so that an arrow can pass between.
BETWEEN_RINGS = 1.7

#: The size of the largest letters in a vertex, and of the probabilities beside arrows.
LETTER_SIZE = 0.31
ODDS_SIZE = 0.26

#: A probability stands so far beside its arrow, and a little lower, because its place is that of
#: its baseline.
BESIDE_ARROW = 0.22
BASELINE = 0.09

#: So much room an arrow takes, for a probability that belongs to another one.
ARROW_WIDTH = 0.1

#: Of the 33 points of ``layout.curve`` those beside which a probability can stand: from a quarter of
#: the way to shortly beyond the middle.
POINTS_FOR_ODDS = slice(9, 20)

#: The shapes of players and Nature, and how much wider a shape is than the words in a vertex.
SHAPES: dict[Any, str] = {0: "square", 1: "disc", CHANCE: "diamond"}
WIDER = {"square": 1.0, "disc": 1.15, "diamond": 1.5, "leaf": 1.6}


class Option(NamedTuple):
    """A way on from a position: where it leads, whether by a best move (None for chance), and how
    probable it is (None for a move).
    """

    there: Any
    best: bool | None
    chance: Fraction | None


def players_of(values: ExactValues[Any, Any]) -> list[str]:
    """Return the names of the players if the game has two; otherwise "player 0" and "player 1"."""
    names = getattr(values.rules, "players", ())
    has_two_names = isinstance(names, list | tuple) and len(names) == 2
    return [*map(str, names)] if has_two_names else ["player 0", "player 1"]


def graph(values: ExactValues[Any, Any], *, ax: Axes | None = None) -> Axes:
    """Draw all positions of a game whose values are known, with the value to player 0 below each.

    Player 0 moves at a square and player 1 at a circle; a grey diamond is a chance node. A thick
    arrow is the move of ``best``, a thin arrow is any other move, and a dashed arrow is an outcome
    of chance with its probability. Raises TypeError for anything but an answer of ``exact_values``,
    and ValueError for more than 60 positions before the end.
    """
    net = Net(values)
    players = players_of(values)
    ends = len(net.ends)
    grey_chance = ["D" if net.game.turn(p) == CHANCE else " " for p in net.live]
    black_ends = ["3"] * ends
    frame: Frame = {
        "marks": grey_chance + black_ends,
        "labels": net.labels,
        "notes": [str(values[p]) for p in net.live] + [""] * ends,
        "lines": [_arrow_letter(is_best) for is_best in net.best],
    }
    legend = {
        "square": players[0],
        "disc": players[1],
        "diamond": "chance",
        "b": "best move",
        "d": "by chance",
    }
    findings = []
    start_value = values.get(net.game.start())
    if start_value is not None:
        findings.append(f"The start is worth {start_value}")
    if net.rings:
        rings = "1 ring" if net.rings == 1 else f"{net.rings} rings"
        findings.append(f"play can cycle in {rings}")
    label = "\n".join(f"{p}: {values[p]}" for p in net.live)
    picture = net.picture(players)
    return strokes.draw(picture, frame, ax, legend, title="; ".join(findings), label=label)


def _arrow_letter(is_best: bool | None) -> str:
    """Return how an arrow looks: d by chance, for which ``is_best`` is None, b for a best move,
    otherwise n.
    """
    if is_best is None:
        return "d"
    return "b" if is_best else "n"


class End(NamedTuple):
    """The terminal positions with one payoff that follow the positions of one component."""

    component: int
    payoff: Any


class Net:
    """The vertices of a picture (first a game's positions before the end, then its ends) and the
    arrows between.

    Raises what ``graph`` raises.

    Attributes
    ----------
    live, names
        The positions before the end of play, and their labels.
    in_order
        The strongly connected components of the positions before the end, in the order of play.
    component
        The number of each such position's component in this order.
    ends
        The payoffs at the ends of play, each once for each component from which it is reached in
        one step.
    labels
        The labels of all vertices.
    number
        The number of each vertex: a position, or an ``End``.
    places
        Where the vertices stand: an array of shape (n, 2), y downwards.
    edges
        Pairs of numbers of vertices, each once.
    best, chances
        Of each edge whether it is a best move (None for chance), and how probable it is (None for a
        move).
    rings
        How many components there are in which play can cycle.
    """

    def __init__(self, values: ExactValues[Any, Any]) -> None:
        self.values = require_answer(
            values, ExactValues, "exact_values", "chances.graph(exact_values(game))"
        )
        self.game: Any = values.game
        self.live = [p for p in values if self.game.turn(p) is not None]
        if len(self.live) > MAX_VERTICES:
            raise ValueError(
                f"{len(self.live):,} positions would be a tangle, {MAX_VERTICES} can be drawn: take "
                "a smaller game"
            )
        self.names = [boards.in_vertex(self.game, p) for p in self.live]
        # ``components`` lists what follows first; reversed, they stand in the order of play.
        self.in_order = list(components(self.live, self.next_positions))[::-1]
        self.component = {p: k for k, ring in enumerate(self.in_order) for p in ring}
        self.rings = sum(len(component) > 1 for component in self.in_order)
        ends = {self.drawn_as(p, q) for p in self.live for q in self._followers(p)} - {*self.live}
        if not self.live:  # play is over at the start
            ends = {End(0, values[p]) for p in values}
        self.ends: list[End] = sorted(ends)
        self.labels = [*self.names, *(f"end: {end.payoff}" for end in self.ends)]
        vertices = [*self.live, *self.ends]
        self.number = {vertex: k for k, vertex in enumerate(vertices)}
        place = ColumnLayout(self).place
        self.places = _as_wide_as_a_screen(np.array([place[vertex] for vertex in vertices]))
        options = [(p, option) for p in self.live for option in self._options(p)]
        self.edges = [self.edge(p, option.there) for p, option in options]
        self.best = [option.best for _, option in options]
        self.chances = [option.chance for _, option in options]

    def shapes(self, width: float, players: Sequence[str]) -> list[Shape]:
        """Return the shapes of the vertices, for words of this width."""
        shapes: list[Shape] = []
        for p, name in zip(self.live, self.names, strict=True):
            turn = self.game.turn(p)
            player = "chance" if turn == CHANCE else players[turn]
            shape = SHAPES[turn]
            side = width * WIDER[shape]
            words = name.replace("\n", " ") + f", {player}"
            shapes.append(
                {"w": side, "h": side, "shape": shape, "name": words, "type": LETTER_SIZE}
            )
        for end in self.labels[len(self.live) :]:
            wide = WIDER["leaf"] * width
            shapes.append({"w": wide, "h": 0.6, "shape": "leaf", "name": end, "type": LETTER_SIZE})
        return shapes

    @property
    def word_width(self) -> float:
        """The width, and the height, of the square in a vertex that the words fill: the rows of the
        longest name, and one row for the value.
        """
        rows = 2 + max((name.count("\n") for name in self.names), default=0)
        longest = max([4, *(len(line) for name in self.names for line in name.split("\n"))])
        return min(1.8, max(0.17 * longest + 0.25, 0.36 * rows))

    def picture(self, players: Sequence[str]) -> PictureSpec:
        """Return the graph as the stage needs it, with every vertex wide enough for its words."""
        side = self.word_width
        places = self.places * (0.95 * side, side / 0.84)  # wider vertices stand farther apart
        shapes = self.shapes(side, players)
        graph = arranged(shapes, places, self.edges, radius=side / 2, room=0.8 * side)
        width, height = graph.size
        # Pixels of a unit: about 480 for the whole height, at most 1,000 for the whole width.
        unit = float(np.clip(max(480 / height, 65), 36, min(90, 1000 / width)))
        return picture(
            f"a graph of {len(self.live)} positions",
            graph.spots,
            graph.edges,
            size=graph.size,
            unit=unit,
            texts=self._odds(graph),
        )

    def _odds(self, graph: Arrangement) -> list[Label]:
        """Return the probability of each outcome of chance, beside its arrow."""
        labels: list[Label] = []
        taken = [(spot["x"], spot["y"], spot.get("w", 1)) for spot in graph.spots]
        arrows = [
            layout.curve(_place(graph.spots[edge.start]), _place(graph.spots[edge.end]), edge.bend)
            for edge in graph.edges
        ]
        for k, chance in enumerate(self.chances):
            if chance is None:
                continue
            others = (points for other, points in enumerate(arrows) if other != k)
            on_others = [(x, y, ARROW_WIDTH) for points in others for x, y in points]
            x, y = _place_beside(np.array(arrows[k]), [*taken, *on_others])
            taken.append((x, y, 0.6))
            labels.append({"x": x, "y": y, "words": str(chance), "size": ODDS_SIZE})
        return labels

    def _options(self, p: Any) -> list[Option]:
        """Return the ways on from p, one for each vertex to which they lead; outcomes of chance
        that lead to the same vertex are added up.
        """
        if self.game.turn(p) == CHANCE:
            first_outcome: dict[Any, Any] = {}  # of those drawn at the same vertex
            total: dict[Any, Fraction] = {}
            for chance, outcome in self.game.chances(p):
                vertex = self.drawn_as(p, outcome)
                first_outcome.setdefault(vertex, outcome)
                total[vertex] = total.get(vertex, Fraction(0)) + chance
            return [
                Option(outcome, None, total[vertex]) for vertex, outcome in first_outcome.items()
            ]
        best = self.drawn_as(p, self.game.play(p, self.values.best(p)))
        by_vertex = {self.drawn_as(p, position): position for position in self._followers(p)}
        return [Option(position, vertex == best, None) for vertex, position in by_vertex.items()]

    def _followers(self, p: Any) -> list[Any]:
        """Return the positions to which chance or a move leads from p."""
        if self.game.turn(p) == CHANCE:
            return [outcome for _, outcome in self.game.chances(p)]
        return [self.game.play(p, move) for move in self.game.moves(p)]

    def next_positions(self, p: Any) -> list[Any]:
        """Return the positions that follow p and are not terminal."""
        return [q for q in self._followers(p) if self.game.turn(q) is not None]

    def direct_payoffs(self, p: Any) -> list[Any]:
        """Return the payoffs at the terminal positions that follow p."""
        return [self.values[q] for q in self._followers(p) if self.game.turn(q) is None]

    def edge(self, p: Any, q: Any) -> tuple[int, int]:
        """Return the numbers of the two vertices that an arrow from p to q joins."""
        return self.number[p], self.number[self.drawn_as(p, q)]

    def drawn_as(self, p: Any, q: Any) -> Any:
        """Return the vertex at which q is drawn if play comes there from p."""
        is_end = self.game.turn(q) is None
        return End(self.component[p], self.values[q]) if is_end else q


class ColumnLayout:
    """Places for the vertices of a net: its strongly connected components in columns, by the
    longest path to them; within a column those of high value stand above.

    ``place`` has a place (x, y) for each position before the end and for each end. A component
    stands in a ring, a flat ellipse twice as wide as it is high; if it is a single position, the
    ring is only a point. ``rings`` lists them in the order of play, and ``height`` has the y of
    each ring's middle. The ends stand in a last column, beside the rings from which they are
    reached.
    """

    def __init__(self, net: Net) -> None:
        self.net = net
        self.rings = net.in_order
        self.place: dict[Any, tuple[float, float]] = {}
        self.height = [0.0] * max(1, len(self.rings))
        self.least_radius = 1.1 if sum(map(len, self.rings)) <= 8 else 0.75
        left = 0.0
        for column in self._columns():
            left = self._add_column(column, left)
        self._add_ends(left)

    def _columns(self) -> list[list[list[Any]]]:
        """Return the rings of each column, from the left to the right."""
        ring_of = self.net.component
        column_of = [0] * len(self.rings)
        # In the order of play: the column of a ring is known before the rings that follow it.
        for k, ring in enumerate(self.rings):
            followers = {ring_of[q] for p in ring for q in self.net.next_positions(p)}
            for follower in followers - {k}:
                column_of[follower] = max(column_of[follower], column_of[k] + 1)
        columns: list[list[list[Any]]] = [[] for _ in range(max(column_of, default=-1) + 1)]
        for ring, column in zip(self.rings, column_of, strict=True):
            columns[column].append(ring)
        return columns

    def _add_column(self, rings: list[list[Any]], left: float) -> float:
        """Place the rings of a column that begins at this x; return where the next one begins."""
        values = self.net.values
        rings = sorted(rings, key=lambda ring: sum(values[p] for p in ring) / len(ring))
        half_heights = [self._half_height(ring) for ring in rings]
        x = left + 2 * max(half_heights)
        # y runs downwards, and low values come first: we begin at the lower end.
        y = sum(2 * half + BETWEEN_RINGS for half in half_heights) / 2
        for ring, half in zip(rings, half_heights, strict=True):
            y -= half + BETWEEN_RINGS / 2
            self.height[self.net.component[ring[0]]] = y
            around = self._from_the_left(ring)
            angles = [np.pi + 2 * np.pi * k / len(ring) for k in range(len(ring))]  # clockwise
            heights = [half * np.sin(angle) for angle in angles]
            if self._leads_down(around, heights):
                heights = [-height for height in heights]
            for p, angle, height in zip(around, angles, heights, strict=True):
                self.place[p] = x + 2 * half * np.cos(angle), y + height
            y -= half + BETWEEN_RINGS / 2
        return x + 2 * max(half_heights) + 1.5 * SPACE

    def _leads_down(self, ring: list[Any], heights: list[float]) -> bool:
        """Return whether the positions of a ring that stand high lead to lower payoffs at once than
        those that stand low: then arrows to the ends would cross, because high payoffs stand above.
        """
        payoffs = [self.net.direct_payoffs(p) for p in ring]
        pull = sum(y * float(sum(at_once)) for y, at_once in zip(heights, payoffs, strict=True))
        return pull > 0

    def _half_height(self, ring: list[Any]) -> float:
        """Return half the height of a ring, which is a quarter of its width; a single position has
        none.
        """
        if len(ring) == 1:
            return 0.0
        return max(self.least_radius, 0.14 * SPACE * len(ring))

    def _from_the_left(self, ring: list[Any]) -> list[Any]:
        """Return a ring in the order of play, from the first position at which play enters it."""
        outside = [p for p in self.net.live if p not in ring]
        entries = {q for p in outside for q in self.net.next_positions(p)}
        entries.add(self.net.game.start())
        first = next((k for k, p in enumerate(ring) if p in entries), 0)
        around = [*ring[first:], *ring[:first]]
        # A component may list its positions against the arrows: then all but the first turn round.
        runs_backwards = len(ring) > 2 and around[1] not in self.net.next_positions(around[0])
        return [around[0], *reversed(around[1:])] if runs_backwards else around

    def _add_ends(self, x: float) -> None:
        """Place the ends in a last column, each beside its ring, high payoffs above low ones."""
        of_ring = Counter(end.component for end in self.net.ends)
        placed = Counter[int]()  # of the ends of each ring, from the lowest payoff upwards
        wanted: list[tuple[float, End]] = []
        for end in self.net.ends:
            ring = end.component
            up = placed[ring] - (of_ring[ring] - 1) / 2
            wanted.append((self.height[ring] - up * SPACE, end))
            placed[ring] += 1
        wanted.sort(key=lambda pair: (pair[0], -pair[1].payoff))
        least = -inf
        for y, end in wanted:
            least = max(y, least + 0.7 * SPACE)
            self.place[end] = x, least


def _place(spot: Spot) -> tuple[float, float]:
    """Return the middle of a spot."""
    return spot["x"], spot["y"]


def _as_wide_as_a_screen(places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return places drawn apart to the sides if the picture is higher than a screen of 16:9."""
    width, height = np.ptp(places, axis=0) + 1.4
    return np.asarray(places * (max(1.0, 1.75 * (height + 1) / width), 1.0))


def _place_beside(points: NDArray[np.float64], taken: ArrayLike) -> list[float]:
    """Return the place (x, y) for a probability beside an arrow that has the most room.

    ``points`` are points on the arrow, from its start to its end. ``taken`` lists what is there
    already: the x, the y and the width of each thing.
    """
    candidates = points[POINTS_FOR_ODDS]
    before = points[POINTS_FOR_ODDS.start - 1 : POINTS_FOR_ODDS.stop - 1]
    after = points[POINTS_FOR_ODDS.start + 1 : POINTS_FOR_ODDS.stop + 1]
    dx, dy = (after - before).T  # the direction of the arrow at each point
    length = np.maximum(np.hypot(dx, dy), 1e-9)
    # (-dy, dx) is a quarter turn from the arrow; with this factor it leads to the place above.
    factor = -BESIDE_ARROW / length * np.where(dx >= 0, 1, -1)
    places = candidates + np.stack([-factor * dy, factor * dx + BASELINE], axis=1)
    x, y, width = np.asarray(taken, float).T
    # distance[p, t] is from place p to the border of thing t
    distance = np.hypot(places[:, :1] - x, places[:, 1:] - y) - width / 2
    room = distance.min(axis=1)
    roomiest = int(np.argmax(room.round(6)))  # rounded: every machine takes the first of equals
    return [*places[roomiest].round(3).tolist()]
