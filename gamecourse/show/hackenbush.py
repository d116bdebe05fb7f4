"""Drawings of Hackenbush, and stalks beside the numbers that they are worth.

Left's edges are blue, Right's are red, and what both may cut is green (``colours.SIDES``). The letter
on an edge, B, R or G, says the same without colour.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from typing import Any, NamedTuple

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path

import gamecourse.show.style  # noqa: F401 - so that every figure has its look
from gamecourse.show import layout
from gamecourse.show.colours import EITHER, EITHER_LETTER, SIDES
from gamecourse.show.strokes import LARGEST_FIGURE, SMALLEST_FIGURE, Style
from gamefast import ask
from gamelib import value
from gamelib.games import Hackenbush
from gamelib.games.hackenbush import GROUND, Edge

#: The colour of an edge by its letter.
COLOURS = {side.letter: side.colour for side in SIDES.values()} | {EITHER_LETTER: EITHER}

#: How thick an edge is, in points, and how large the letter on it.
EDGE_WIDTH, LETTER_SIZE = 7.0, 11.0

#: The inches of an edge, and those that a figure needs around a drawing.
EDGE_INCHES, ROOM_AROUND = 0.85, (1.2, 1.2)

#: How far apart the feet of a point are that stands on the ground with several edges, and those of
#: an arch; and how high an arch bends.
FEET_APART, ARCH_WIDTH, ARCH_BEND = 0.5, 0.7, -1.5

#: How large a joint is as ``layout.bends`` sees it, so that no edge runs across one; and by how much
#: the bends of edges between the same two points differ, so that their letters have room.
JOINT, BENDS_APART = 0.12, 0.6

#: The least distance of two points of the same height.
NEIGHBOURS = 0.8

#: The soil below the ground: how deep it is, in edges, and its fill.
SOIL_DEPTH, SOIL = 0.22, "#D9CDB8"

#: Below the ground, in edges: where a number stands, where the line from it begins and ends, and
#: where the numbers of the axis stand.
NUMBER_AT, LEADER_FROM, AXIS_AT, TICKS_AT = -0.58, -0.86, -1.75, -2.2

#: The inches of the axis of numbers, and the least distance of two stalks.
AXIS_INCHES, STALKS_APART = 10.0, 0.5


def draw(game: Hackenbush, position: Any = None, *, ax: Axes | None = None) -> Axes:
    """Draw a position of Hackenbush: its edges with their letters, standing on the ground.

    A point stands as high as there are edges on the shortest way to it from the ground.

    Parameters
    ----------
    game
        A game of Hackenbush.
    position
        One of its positions; the start if none is given.
    ax
        Where to draw; a new figure if none is given.

    Examples
    --------
    >>> draw(Hackenbush([(0, 1, "B"), (1, 2, "R"), (1, 3, "B")])).get_title()
    'Left can cut 2 edges, and Right 1'
    """
    edges = game.start() if position is None else position
    game.check_position(edges)
    plan = Plan(edges)
    if ax is None:
        width = max(SMALLEST_FIGURE[0], EDGE_INCHES * plan.width + ROOM_AROUND[0])
        height = max(SMALLEST_FIGURE[1], EDGE_INCHES * plan.height + ROOM_AROUND[1])
        size = min(width, LARGEST_FIGURE[0]), min(height, LARGEST_FIGURE[1])
        _, ax = plt.subplots(figsize=size)
    draw_ground(ax, plan.left - 0.3, plan.left + plan.width + 0.3)
    for (start, end), bend, (_, _, colour) in zip(plan.pairs, plan.bends, edges, strict=True):
        draw_edge(ax, plan.places[start], plan.places[end], bend, colour)
    count = Counter(colour for _, _, colour in edges)
    either = count[EITHER_LETTER]
    left, right = (count[side.letter] + either for side in SIDES.values())
    ax.set(
        title=f"Left can cut {left} edge{'s' * (left != 1)}, and Right {right}",
        label=game.text(edges),
        xlim=(plan.left - 0.6, plan.left + plan.width + 0.6),
        ylim=(-SOIL_DEPTH - 0.1, plan.height + 0.4),
        aspect="equal",
    )
    ax.set_axis_off()
    return ax


class Plan:
    """Where everything stands in a drawing of these edges.

    Attributes
    ----------
    places
        The places (x, height) of the points, and of the feet in which edges stand on the ground.
    pairs
        For each edge the numbers of the two places that it joins.
    bends
        For each edge how it bends, as ``layout.bends`` says it.
    left, width, height
        The least x, and how wide and high the drawing is.
    """

    def __init__(self, edges: Sequence[Edge]) -> None:
        points = [GROUND]  # in the order in which they are reached from the ground
        children: list[list[int]] = [[]]
        for number, point in enumerate(points):  # grows while it is walked
            for a, b, _ in edges:
                if point in (a, b):
                    neighbour = b if a == point else a
                    if neighbour not in points:
                        children[number].append(len(points))
                        points.append(neighbour)
                        children.append([])
        tree_of_points = [[*below] for below in children]
        arches = [k for k, (a, b, _) in enumerate(edges) if a == b == GROUND]
        for _ in arches:  # each has a place of its own in the row
            children[0].append(len(children))
            children.append([])
        in_rows = layout.tree(children)
        self.places = [(float(along), float(row)) for along, row in in_rows]
        self._centre(points, tree_of_points, edges)
        self.pairs: list[tuple[int, int]] = []
        feet_of = Counter(max(a, b) for a, b, _ in edges if GROUND in (a, b))
        feet_so_far: Counter[int] = Counter()
        places_of_arches = iter(self.places[len(points) :])
        for a, b, _ in edges:
            if a == b == GROUND:
                middle, _ = next(places_of_arches)
                feet = middle - ARCH_WIDTH / 2, middle + ARCH_WIDTH / 2
                self.pairs.append((self._add_foot(feet[0]), self._add_foot(feet[1])))
            elif GROUND in (a, b):
                point = max(a, b)
                x, _ = self.places[points.index(point)]
                aside = FEET_APART * (feet_so_far[point] - (feet_of[point] - 1) / 2)
                feet_so_far[point] += 1
                self.pairs.append((self._add_foot(x + aside), points.index(point)))
            else:
                self.pairs.append((points.index(a), points.index(b)))
        self.bends = layout.bends(self.places, self.pairs, JOINT)
        self._part_bundles()
        for k in arches:
            self.bends[k] = ARCH_BEND
        xs = [self.places[k][0] for pair in self.pairs for k in pair] or [0.0]
        heights = [self.places[k][1] for pair in self.pairs for k in pair] or [0.0]
        self.left = min(xs)
        self.width = max(xs) - self.left
        self.height = max(1.0, *heights)

    def _centre(
        self, points: Sequence[int], children: layout.Children, edges: Sequence[Edge]
    ) -> None:
        """Move each point that stands on several others to the middle above them, with all that
        hangs on it, as the ridge of a roof; unless it would come too close to another point.
        """
        for number, point in enumerate(points):
            x, height = self.places[number]
            below = [
                self.places[points.index(b if a == point else a)]
                for a, b, _ in edges
                if point in (a, b)
            ]
            supports = {x for x, row in below if row == height - 1}
            if height < 2 or len(supports) < 2:
                continue
            before = [*self.places]
            shift = sum(supports) / len(supports) - x
            moved = [number]
            for k in moved:  # grows while it is walked
                moved += children[k]
                x, row = self.places[k]
                self.places[k] = (x + shift, row)
            rows = sorted((row, x) for x, row in self.places[1:])  # without the ground
            if any(
                row == above and nxt - x < NEIGHBOURS for (row, x), (above, nxt) in pairwise(rows)
            ):
                self.places = before

    def _part_bundles(self) -> None:
        """Bend the edges between the same two points away from each other."""
        bundles: dict[tuple[int, int], list[int]] = {}
        for k, pair in enumerate(self.pairs):
            bundles.setdefault(pair, []).append(k)
        for bundle in bundles.values():
            if len(bundle) > 1:
                for place, k in enumerate(bundle):
                    self.bends[k] = BENDS_APART * (place - (len(bundle) - 1) / 2)

    def _add_foot(self, x: float) -> int:
        """Add a place on the ground, and return its number."""
        self.places.append((x, 0.0))
        return len(self.places) - 1


def draw_ground(ax: Axes, left: float, right: float) -> None:
    """Draw the ground from one x to another: a line, and soil below it."""
    style: Style = {"facecolor": SOIL, "edgecolor": "none", "zorder": 1}
    ax.add_patch(Rectangle((left, -SOIL_DEPTH), right - left, SOIL_DEPTH, **style))
    ax.plot([left, right], [0, 0], color="black", linewidth=2.4, zorder=1.5)


def draw_edge(ax: Axes, start: layout.Place, end: layout.Place, bend: float, colour: str) -> None:
    """Draw an edge between two places (x, height), its joints, and its letter in the middle."""
    begin, finish = complex(*start), complex(*end)
    control = (begin + finish) / 2 + bend * (finish - begin) * -1j  # heights grow upwards
    middle = (begin + 2 * control + finish) / 4  # of a Bézier curve of degree 2, at t = 1/2
    points = [(point.real, point.imag) for point in (begin, control, finish)]
    curve = Path(points, [Path.MOVETO, Path.CURVE3, Path.CURVE3])
    style: Style = {"facecolor": "none", "capstyle": "round", "zorder": 2}
    ax.add_patch(PathPatch(curve, edgecolor=COLOURS[colour], linewidth=EDGE_WIDTH, **style))
    joints: Style = {"color": "black", "marker": "o", "markersize": 6, "linestyle": "none"}
    ax.plot([begin.real, finish.real], [begin.imag, finish.imag], zorder=3, **joints)
    disc = {"boxstyle": "circle,pad=0.18", "facecolor": "white", "edgecolor": COLOURS[colour]}
    letter: Style = {"ha": "center", "va": "center_baseline", "weight": "bold", "zorder": 4}
    ax.text(middle.real, middle.imag, colour, fontsize=LETTER_SIZE, bbox=disc, **letter)


def stalks(words: Sequence[str], *, ax: Axes | None = None) -> Axes:
    """Draw stalks of Hackenbush above the numbers that they are worth, on a line that grows to the
    right.

    A stalk is a word of its colours from the ground up, as ``"BRR"``. Stalks that would stand too
    close are moved apart, and a thin line leads from each to its number.

    Raises
    ------
    ValueError
        For a stalk with a green edge, which is not worth a number, or with another letter.

    Examples
    --------
    >>> from gamecourse.show.plots import digest
    >>> digest(stalks(["B", "BR", "BRR"]))
    BRR: 1/4
    BR: 1/2
    B: 1
    """
    cure = "give words of B and R, as in stalks(['B', 'BR', 'BRR'])"
    worth: dict[str, Fraction] = {}
    for word in ask.listed(words, "the stalks", cure):
        if not isinstance(word, str):
            raise ValueError(f"{word!r} is not a stalk: {cure}")
        fraction = value(Hackenbush.stalk(word)).fraction
        if fraction is None:
            raise ValueError(f"the stalk {word!r} is not worth a number: {cure}")
        worth[word] = fraction
    in_order = sorted(worth, key=lambda word: worth[word])
    least = floor(min([*worth.values(), Fraction(0)]))
    most = max(ceil(max([*worth.values(), Fraction(0)])), least + 1)
    per_inch = (most - least) / AXIS_INCHES
    places = apart([float(worth[word]) for word in in_order], STALKS_APART * per_inch)
    tallest = max(map(len, in_order), default=1)
    if ax is None:
        height = min(LARGEST_FIGURE[1], 0.62 * (tallest + 2.4) + 0.9)
        _, ax = plt.subplots(figsize=(AXIS_INCHES + 1.2, height))
    _draw_axis(ax, least, most, 0.35 * per_inch)
    for word, x in zip(in_order, places, strict=True):
        draw_ground(ax, x - 0.2 * per_inch, x + 0.2 * per_inch)
        for height, colour in enumerate(word):
            draw_edge(ax, (x, height), (x, height + 1), 0, colour)
        number: Style = {"ha": "center", "va": "center", "weight": "bold"}
        ax.text(x, NUMBER_AT, str(worth[word]), fontsize=13, **number)
        at = float(worth[word])
        ax.plot([x, at], [LEADER_FROM, AXIS_AT], color="#777777", linewidth=1.2, zorder=1)
        ax.plot([at], [AXIS_AT], color="black", marker="o", markersize=6, zorder=3)
    edge_of_picture = 0.5 * per_inch
    ax.set(
        title="Stalks of Hackenbush, and the numbers that they are worth",
        label="\n".join(f"{word or 'bare ground'}: {worth[word]}" for word in in_order),
        xlim=(min([least, *places]) - edge_of_picture, max([most, *places]) + edge_of_picture),
        ylim=(TICKS_AT - 0.3, tallest + 0.4),
    )
    ax.set_axis_off()
    return ax


def _draw_axis(ax: Axes, least: int, most: int, beyond: float) -> None:
    """Draw the line of numbers, with a tick at each whole one."""
    ax.plot([least - beyond, most + beyond], [AXIS_AT] * 2, color="black", linewidth=1.6, zorder=2)
    for number in range(least, most + 1):
        ax.plot([number] * 2, [AXIS_AT - 0.12, AXIS_AT + 0.12], color="black", linewidth=1.6)
        ax.text(number, TICKS_AT, str(number), ha="center", va="center", fontsize=13)


def apart(places: Sequence[float], gap: float) -> list[float]:
    """Return places in rising order that are at least ``gap`` apart, as near to the given ones as
    they can be (by least squares).

    >>> apart([0, 3, 3, 9], 1)
    [0.0, 2.5, 3.5, 9.0]
    """
    # If the k-th place is taken k gaps to the left, no place may stand to the left of the one
    # before it. Places that would do so form a block, and share the mean of the block.
    blocks: list[_Block] = []
    for k, place in enumerate(places):
        block = _Block(place - k * gap, 1)
        while blocks and blocks[-1].mean > block.mean:
            before = blocks.pop()
            block = _Block(before.total + block.total, before.size + block.size)
        blocks.append(block)
    means = [block.mean for block in blocks for _ in range(block.size)]
    return [mean + k * gap for k, mean in enumerate(means)]


class _Block(NamedTuple):
    """Places that share one place: their total, and how many they are."""

    total: float
    size: int

    @property
    def mean(self) -> float:
        """The place that they share."""
        return self.total / self.size
