"""What a drawing is: spots and lines, a character for each spot at each position, and the ways to
make a move by hand.

An edge says which spots a line joins, and how it runs: straight, bent, with a head or around a
corner. From it comes the line as a path that the browser draws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from gamecourse.show import layout
from gamecourse.show.colours import Shade
from gamecourse.show.records import Label, Line, PictureSpec, Shape, Size, Spot
from gamecourse.show.stage.pieces import PIECES

#: The spots to press, one after the other, to make a move.
Way = tuple[int, ...]

#: More spots than this are too small to press; the text is then shown instead.
MOST_SPOTS, MOST_VERTICES, MOST_IN_A_ROW = 1_600, 60, 36


#: The margin of a picture, unless its size is given.
MARGIN = 0.3


class Block(NamedTuple):
    """Pieces that a move leaves in their order: the first one's number after the move and before
    it, and how many they are.
    """

    after: int
    before: int
    length: int


@dataclass(frozen=True)
class Edge:
    """Which spots a line joins, by their numbers, and how it runs.

    ``bend`` is as ``layout.bends`` finds it. An ``arrow`` has a head and keeps outside both spots.
    From a spot to itself an edge loops on the side ``away``. With a ``knee`` it slants as far as
    that x, and is level from there on.
    """

    start: int
    end: int
    bend: float = 0.0
    arrow: bool = False
    away: tuple[float, float] = (0.0, -1.0)
    knee: float | None = None
    label: str = ""


@dataclass(frozen=True)
class Arrangement:
    """Spots and edges in a picture of this size."""

    size: Size
    spots: list[Spot]
    edges: list[Edge]


@dataclass(frozen=True)
class Drawing:
    """What the stage draws: where the spots are, and what stands on them at a position.

    ``pieces(p)`` has a character for each spot. ``ways(p, move)`` lists the ways to make a move by
    hand. A way lists the spots to press in order, or the spot to take a piece from and the spot to
    put it on. ``stay(p, move, way)`` lists the pieces that change their number with the move but
    stay where they lie; None if all are laid out anew. ``badges`` has a place (x, y) for the nimber
    of each part. ``tall`` is the largest height in pixels.
    """

    size: Size
    spots: list[Spot]
    pieces: Callable[[Any], str]
    ways: Callable[[Any, Any], list[Way]] = lambda position, move: []
    caption: Callable[[Any], str] = lambda position: ""
    legend: dict[str, str] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    texts: list[Label] = field(default_factory=list)
    badges: list[tuple[float, float]] = field(default_factory=list)
    stay: Callable[[Any, Any, Way], list[Block] | None] | None = None
    columns: bool = False
    won: Callable[[Any], list[int]] = lambda position: []
    tall: float = 900.0

    def spec(self, name: str) -> PictureSpec:
        """Return the picture in the form that the browser needs."""
        width, height = self.size
        widest = 560 if self.badges else 1040  # a sum has its nimbers beside it
        unit = max(24.0, min(76.0, widest / max(width, 1), self.tall / max(height, 1)))
        made = picture(
            name,
            self.spots,
            self.edges,
            size=self.size,
            unit=unit,
            texts=self.texts,
            legend=self.legend,
        )
        made["badges"] = self.badges
        return made


def picture(
    name: str,
    spots: list[Spot],
    edges: Sequence[Edge] = (),
    *,
    size: Size | None = None,
    unit: float = 60,
    texts: list[Label] | None = None,
    legend: Mapping[str, str] | None = None,
    palette: Mapping[str, Sequence[Shade]] | None = None,
) -> PictureSpec:
    """Return a picture in the form that the browser needs, by default as large as its spots
    require.
    """
    legend = legend or {}
    made: PictureSpec = {
        "name": name,
        "width": 0.0,
        "height": 0.0,
        "unit": unit,
        "legend": legend,
        "pieces": {key: PIECES[piece] for key, piece in legend.items() if piece in PIECES},
        "spots": spots,
        "lines": lines_of(edges, spots),
    }
    made["width"], made["height"] = size or size_of(spots)
    if texts is not None:
        made["texts"] = texts
    if palette is not None:
        made["palette"] = palette
    return made


def size_of(spots: Sequence[Spot], margin: float = MARGIN) -> Size:
    """Return the size of a picture that holds these spots, with a margin to the right and below."""
    return Size(
        max(spot["x"] + spot.get("w", 1) / 2 for spot in spots) + margin,
        max(spot["y"] + spot.get("h", 1) / 2 for spot in spots) + margin,
    )


def ways_of(drawing: Drawing, position: Any, moves: Iterable[Any]) -> list[list[Way]]:
    """Return each move's ways, except those that could mean another move; a move without ways has a
    button.

    >>> pair = Drawing(Size(2, 1), [], str, lambda position, move: [move])
    >>> ways_of(pair, None, [(0,), (1, 0), (0, 1)])     # whoever presses 0 has moved already
    [[(0,)], [(1, 0)], []]
    """
    found = [list(dict.fromkeys(drawing.ways(position, move))) for move in moves]
    count = Counter(way for ways in found for way in ways)

    def plain(way: Way) -> bool:
        return count[way] == 1 and not any(way[:k] in count for k in range(1, len(way)))

    return [[way for way in ways if plain(way)] for ways in found]


#: How long and how wide half a head is, and how far a line reaches into it.
LONG, HALF, INTO = 0.2, 0.09, 0.14


class _Stroke(NamedTuple):
    """The path of a line, its head ("" if it has none), and where a label stands."""

    path: str
    head: str
    middle: complex


def lines_of(edges: Sequence[Edge], spots: Sequence[Spot]) -> list[Line]:
    """Return the edges in the form that the browser needs: their paths, their heads, and the places
    of their labels.

    >>> pair = [Spot(shape="disc", name="", x=0, y=1), Spot(shape="disc", name="", x=2, y=1)]
    >>> lines_of([Edge(0, 1)], pair)
    [{'from': 0, 'to': 1, 'path': 'M0 1Q1 1 2 1'}]
    >>> lines_of([Edge(0, 1, label="1/2")], pair)[0]["at"]
    [0.995, 1.0]
    """
    return [_line(edge, spots[edge.start], spots[edge.end]) for edge in edges]


def _line(edge: Edge, start: Spot, end: Spot) -> Line:
    """Return an edge between these spots in the form that the browser needs."""
    if edge.knee is not None:
        stroke = _elbow(start, end, edge.knee)
    elif edge.start == edge.end:
        stroke = _loop(start, edge)
    else:
        stroke = _curve(start, end, edge)
    line: Line = {"from": edge.start, "to": edge.end, "path": stroke.path}
    if stroke.head:
        line["head"] = stroke.head
    if edge.label:
        line["label"] = edge.label
        line["at"] = [round(stroke.middle.real, 3), round(stroke.middle.imag, 3)]
    return line


def _curve(start: Spot, end: Spot, edge: Edge) -> _Stroke:
    """Return the stroke from one spot to another, perhaps bent, perhaps an arrow."""
    tail, tip = _middle(start), _middle(end)
    control = (tail + tip) / 2 + edge.bend * (tip - tail) * 1j
    leaves, _ = _border(start, control, 0.02)
    arrives, back = _border(end, control, 0.04)
    middle = (leaves + 2 * control + arrives) / 4
    if not edge.arrow:
        return _Stroke(f"M{_at(tail)}Q{_at(control)} {_at(tip)}", "", middle)
    path = f"M{_at(leaves)}Q{_at(control)} {_at(arrives + INTO * back)}"
    return _Stroke(path, _head(arrives, -back), middle)


def _loop(spot: Spot, edge: Edge) -> _Stroke:
    """Return the stroke of an arrow from a spot to itself."""
    out = complex(*edge.away)

    def place(far: float, aside: float) -> complex:
        return _middle(spot) + float(spot.get("w", 1)) / 2 * (far + aside * 1j) * out

    path = (
        f"M{_at(place(0.87, 0.5))}C{_at(place(2.4, 1.3))} {_at(place(2.4, -1.3))} "
        f"{_at(place(1.05, -0.55))}"
    )
    return _Stroke(path, _head(place(0.87, -0.5), (-0.89 + 0.45j) * out), place(2.2, 0))


def _elbow(start: Spot, end: Spot, knee: float) -> _Stroke:
    """Return the stroke that slants as far as x is ``knee``, and is level from there on."""
    tail, tip = _middle(start), _middle(end)
    middle = complex((knee + tip.real - end.get("w", 1) / 2) / 2, tip.imag - 0.12)
    return _Stroke(f"M{_at(tail)}L{_at(complex(knee, tip.imag))}L{_at(tip)}", "", middle)


def _head(tip: complex, way: complex) -> str:
    back = tip - LONG * way
    return f"M{_at(tip)}L{_at(back - HALF * way * 1j)}L{_at(back + HALF * way * 1j)}Z"


def _border(spot: Spot, toward: complex, air: float) -> tuple[complex, complex]:
    """Return the point where a line leaves a spot, with some air, and its direction there."""
    middle = _middle(spot)
    way = (toward - middle) / (abs(toward - middle) or 1)
    square = max(abs(way.real), abs(way.imag)) if spot["shape"] == "square" else 1
    return middle + (spot.get("w", 1) / 2 / square + air) * way, way


def _middle(spot: Spot) -> complex:
    return complex(spot["x"], spot["y"])


def _at(point: complex) -> str:
    return f"{round(point.real, 3) + 0:g} {round(point.imag, 3) + 0:g}"


def arrows(places: ArrayLike, pairs: Sequence[tuple[int, int]], radius: float = 0.4) -> list[Edge]:
    """Return arrows between vertices, bent to avoid vertices and opposite arrows, with loops where
    there is room.

    ``places`` says where the vertices stand, ``pairs`` has the numbers of the vertices that each
    arrow joins, and ``radius`` is a vertex's radius.
    """
    found = []
    for (a, b), bend in zip(pairs, layout.bends(places, pairs, radius), strict=True):
        edge = Edge(a, b, bend, arrow=True)
        if a == b:
            edge = replace(edge, away=layout.loop(places, pairs, a))
        found.append(edge)
    return found


def arranged(
    shapes: Sequence[Shape],
    places: ArrayLike,
    pairs: Sequence[tuple[int, int]],
    radius: float,
    room: float,
) -> Arrangement:
    """Return spots of these shapes, and the arrows between them, in a picture that holds them.

    ``pairs`` has the numbers of the spots that each arrow joins, ``radius`` is a spot's radius, and
    ``room`` is the distance from its middle to the border.
    """
    where = np.asarray(places, float).reshape(-1, 2)
    edges = arrows(where, pairs, radius)
    points = [where - room, where + room] if len(where) else [np.zeros((1, 2)), np.ones((1, 2))]
    for edge in edges:
        curve = layout.curve(where[edge.start], where[edge.end], edge.bend)
        if edge.start == edge.end:
            curve = curve + 2 * radius * np.array(edge.away)
        points += [curve - 0.1, curve + 0.1]
    every = np.concatenate(points)
    width, height = np.ptp(every, axis=0).round(3).tolist()
    placed = (where - every.min(axis=0)).round(3).tolist()
    spots = [Spot(**shape, x=x, y=y) for shape, (x, y) in zip(shapes, placed, strict=True)]
    return Arrangement(Size(width, height), spots, edges)
