"""Drawings of Hackenbush, and stalks beside the numbers that they are worth.

Left's edges are blue, Right's are red, and what both may cut is green (``colours.SIDES``). The letter
on an edge, B, R or G, says the same without colour.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from typing import Any, NamedTuple

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import Circle, PathPatch, Rectangle
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
FEET_APART, ARCH_WIDTH, ARCH_BEND = 0.5, 0.7, 1.5

#: The radius of an edge from a point to itself, in edges.
LOOP_RADIUS = 0.2

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
AXIS_INCHES, STALKS_APART = 10.0, 0.6


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
    if not isinstance(game, Hackenbush):
        raise TypeError(f"{game!r} is not a game of Hackenbush: give Hackenbush([(0, 1, 'B')])")
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
        self.edges = edges
        self.points, children = spanning_tree(edges)
        arches = [k for k, (a, b, _) in enumerate(edges) if a == b == GROUND]
        # An arch stands on the ground alone, and takes the place of a point in the lowest row.
        numbers_of_arches = [len(self.points) + k for k in range(len(arches))]
        with_arches = [[*children[0], *numbers_of_arches], *children[1:], *([] for _ in arches)]
        in_rows = layout.tree(with_arches)
        self.places = [(float(along), float(row)) for along, row in in_rows]
        self._centre(children)
        self.pairs = self._pairs(iter(numbers_of_arches))
        self.bends = layout.bends(self.places, self.pairs, JOINT)
        self._part_bundles()
        for k in arches:
            self.bends[k] = ARCH_BEND
        joined = [self.places[number] for pair in self.pairs for number in pair] or [(0.0, 0.0)]
        xs = [x for x, _ in joined]
        self.left = min(xs)
        self.width = max(xs) - self.left
        self.height = max(1.0, *(height for _, height in joined))

    def _centre(self, children: layout.Children) -> None:
        """Move each point that stands on several others to the middle above them, with all that
        hangs on it, as the ridge of a roof; unless it would come too close to another point.
        """
        for number, point in enumerate(self.points):
            x, height = self.places[number]
            neighbours = [
                self.places[self.points.index(other_end(edge, point))]
                for edge in self.edges
                if point in edge[:2]
            ]
            supports = {there for there, row in neighbours if row == height - 1}
            if len(supports) < 2:
                continue
            before = [*self.places]
            shift = sum(supports) / len(supports) - x
            moved = [number]
            for k in moved:  # grows while it is walked
                moved += children[k]
                there, row = self.places[k]
                self.places[k] = (there + shift, row)
            if self._has_neighbours_too_close():
                self.places = before

    def _has_neighbours_too_close(self) -> bool:
        """Whether two points of the same height, above the ground, are too close to each other."""
        in_order = sorted((row, x) for x, row in self.places[1:])
        return any(
            row == next_row and next_x - x < NEIGHBOURS
            for (row, x), (next_row, next_x) in pairwise(in_order)
        )

    def _pairs(self, numbers_of_arches: Iterator[int]) -> list[tuple[int, int]]:
        """Return for each edge the numbers of the places that it joins; on the ground each edge gets
        a foot of its own, below the point to which it leads.
        """
        feet_of = Counter(max(edge[:2]) for edge in self.edges if GROUND in edge[:2])
        feet_so_far: Counter[int] = Counter()
        pairs = []
        for a, b, _ in self.edges:
            if a == b == GROUND:
                middle, _ = self.places[next(numbers_of_arches)]
                left_foot = self._add_foot(middle - ARCH_WIDTH / 2)
                pairs.append((left_foot, self._add_foot(middle + ARCH_WIDTH / 2)))
            elif GROUND in (a, b):
                point = max(a, b)
                number = self.points.index(point)
                x, _ = self.places[number]
                from_the_middle = feet_so_far[point] - (feet_of[point] - 1) / 2
                feet_so_far[point] += 1
                pairs.append((self._add_foot(x + FEET_APART * from_the_middle), number))
            else:
                pairs.append((self.points.index(a), self.points.index(b)))
        return pairs

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


def spanning_tree(edges: Sequence[Edge]) -> tuple[list[int], list[list[int]]]:
    """Return the points, the ground first, in the order in which they are reached from it, and for
    each of them the numbers of the points that are first reached from it.

    >>> spanning_tree([(0, 7, "B"), (7, 8, "R"), (7, 9, "B"), (8, 9, "G")])
    ([0, 7, 8, 9], [[1], [2, 3], [], []])
    """
    points = [GROUND]
    children: list[list[int]] = [[]]
    for number, point in enumerate(points):  # grows while it is walked
        for edge in edges:
            if point in edge[:2]:
                neighbour = other_end(edge, point)
                if neighbour not in points:
                    children[number].append(len(points))
                    children.append([])
                    points.append(neighbour)
    return points, children


def other_end(edge: Edge, point: int) -> int:
    """Return the point that an edge joins with one of its points."""
    a, b, _ = edge
    return b if a == point else a


def draw_ground(ax: Axes, left: float, right: float) -> None:
    """Draw the ground from one x to another: a line, and soil below it."""
    style: Style = {"facecolor": SOIL, "edgecolor": "none", "zorder": 1}
    ax.add_patch(Rectangle((left, -SOIL_DEPTH), right - left, SOIL_DEPTH, **style))
    ax.plot([left, right], [0, 0], color="black", linewidth=2.4, zorder=1.5)


def draw_edge(ax: Axes, start: layout.Place, end: layout.Place, bend: float, colour: str) -> None:
    """Draw an edge between two places (x, height), its joints, and its letter in the middle."""
    begin = complex(*start)
    finish = complex(*end)
    control = (begin + finish) / 2 + bend * (finish - begin) * 1j  # as ``layout`` has it
    middle = (begin + 2 * control + finish) / 4  # of a Bézier curve of degree 2, at t = 1/2
    style: Style = {"facecolor": "none", "edgecolor": COLOURS[colour], "linewidth": EDGE_WIDTH}
    if begin == finish:  # a loop, to the left of its point
        ax.add_patch(Circle((begin.real - LOOP_RADIUS, begin.imag), LOOP_RADIUS, zorder=2, **style))
        middle = begin - 2 * LOOP_RADIUS
    else:
        points = [(point.real, point.imag) for point in (begin, control, finish)]
        curve = Path(points, [Path.MOVETO, Path.CURVE3, Path.CURVE3])
        ax.add_patch(PathPatch(curve, capstyle="round", zorder=2, **style))
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
