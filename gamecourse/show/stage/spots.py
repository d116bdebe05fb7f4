"""What a drawing is: spots and lines, a character for each spot at each position, and the ways to
make a move by hand.

An edge says which spots a line joins, and how it runs: straight, bent, with a head or around a
corner. From it comes the line as a path that the browser draws.

Where a path is worked out, a point (x, y) is the complex number x + yj, and so is a direction. The
difference of two points leads from one to the other, ``abs`` is its length, and times ``1j`` is a
quarter turn (clockwise, because y runs downwards).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from gamecourse.show import layout
from gamecourse.show.colours import Shade
from gamecourse.show.records import Label, Line, PictureSpec, Shape, Size, Spot
from gamecourse.show.stage.pieces import PIECES

#: The spots to press, one after the other, to make a move.
Way = tuple[int, ...]

#: More cells, vertices, or matches in a row than this are too small to press; the text is then
#: shown instead.
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
    of each part. ``tall`` is the largest height in pixels. ``lays`` has the sides of both players, the
    first one's first, if a move lays a domino on the spots of its way.
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
    lays: tuple[str, ...] = ()

    def spec(self, name: str) -> PictureSpec:
        """Return the picture in the form that the browser needs."""
        width, height = self.size
        widest = 560 if self.badges else 1040  # a sum has its nimbers beside it
        unit = max(24.0, min(76.0, widest / max(width, 1), self.tall / max(height, 1)))
        spec = picture(
            name,
            self.spots,
            self.edges,
            size=self.size,
            unit=unit,
            texts=self.texts,
            legend=self.legend,
        )
        spec["badges"] = self.badges
        return spec


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
    spec: PictureSpec = {
        "name": name,
        "width": 0.0,
        "height": 0.0,
        "unit": unit,
        "legend": legend,
        "pieces": {key: PIECES[piece] for key, piece in legend.items() if piece in PIECES},
        "spots": spots,
        "lines": lines_of(edges, spots),
    }
    spec["width"], spec["height"] = size or size_of(spots)
    if texts is not None:
        spec["texts"] = texts
    if palette is not None:
        spec["palette"] = palette
    return spec


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
    ways_of_moves = [list(dict.fromkeys(drawing.ways(position, move))) for move in moves]
    count = Counter(way for ways in ways_of_moves for way in ways)

    def is_clear(way: Way) -> bool:
        """Whether the way belongs to one move, and no other way ends on the way."""
        return count[way] == 1 and not any(way[:k] in count for k in range(1, len(way)))

    return [[way for way in ways if is_clear(way)] for ways in ways_of_moves]


#: How long an arrow's head is, half its width, and how far the line reaches into the head.
HEAD_LENGTH, HALF_HEAD_WIDTH, INTO_HEAD = 0.2, 0.09, 0.14

#: The air between a spot and an arrow that leaves it, and between a spot and the tip of an arrow.
AIR_AT_TAIL, AIR_AT_TIP = 0.02, 0.04


class _Stroke(NamedTuple):
    """The path of a line and of its head ("" if it has none) in SVG, and where a label stands."""

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
    leaves_at, _ = _border(start, control, AIR_AT_TAIL)
    arrives_at, back = _border(end, control, AIR_AT_TIP)
    # Halfway along the curve, for a label: a Bézier curve of degree 2 at t = 1/2.
    halfway = (leaves_at + 2 * control + arrives_at) / 4
    if not edge.arrow:
        return _Stroke(f"M{_in_svg(tail)}Q{_in_svg(control)} {_in_svg(tip)}", "", halfway)
    end_of_line = arrives_at + INTO_HEAD * back
    path = f"M{_in_svg(leaves_at)}Q{_in_svg(control)} {_in_svg(end_of_line)}"
    return _Stroke(path, _head(arrives_at, -back), halfway)


def _loop(spot: Spot, edge: Edge) -> _Stroke:
    """Return the stroke of an arrow from a spot to itself: out on one side of the direction
    ``away``, and back on the other.
    """
    out = complex(*edge.away)
    radius = float(spot.get("w", 1)) / 2

    def place(outwards: float, aside: float) -> complex:
        """Return the point so many radii from the middle of the spot, and so many aside."""
        return _middle(spot) + radius * (outwards + aside * 1j) * out

    start, end = place(0.87, 0.5), place(1.05, -0.55)
    first_control, second_control = place(2.4, 1.3), place(2.4, -1.3)
    controls = f"{_in_svg(first_control)} {_in_svg(second_control)}"
    path = f"M{_in_svg(start)}C{controls} {_in_svg(end)}"
    head = _head(tip=place(0.87, -0.5), way=(-0.89 + 0.45j) * out)
    return _Stroke(path, head, place(2.2, 0))


def _elbow(start: Spot, end: Spot, knee: float) -> _Stroke:
    """Return the stroke that slants as far as x is ``knee``, and is level from there on."""
    tail, tip = _middle(start), _middle(end)
    corner = complex(knee, tip.imag)
    middle_of_level_part = (knee + tip.real - end.get("w", 1) / 2) / 2
    label = complex(middle_of_level_part, tip.imag - 0.12)  # a little higher
    return _Stroke(f"M{_in_svg(tail)}L{_in_svg(corner)}L{_in_svg(tip)}", "", label)


def _head(tip: complex, way: complex) -> str:
    """Return the head of an arrow, a triangle, with its tip here; ``way`` is the direction in which
    it points, of length 1.
    """
    back = tip - HEAD_LENGTH * way
    aside = HALF_HEAD_WIDTH * way * 1j
    return f"M{_in_svg(tip)}L{_in_svg(back - aside)}L{_in_svg(back + aside)}Z"


def _border(spot: Spot, toward: complex, air: float) -> tuple[complex, complex]:
    """Return the point where a line toward a point leaves a spot, with some air, and the direction
    of the line there, of length 1.
    """
    middle = _middle(spot)
    way = (toward - middle) / (abs(toward - middle) or 1)
    half_width = spot.get("w", 1) / 2
    half_height = spot.get("h", 1) / 2
    across = abs(way.real) / half_width  # how much of the width a step of length 1 takes
    down = abs(way.imag) / half_height
    to_border = half_width
    if spot["shape"] in ("square", "leaf"):
        to_border = 1 / max(across, down)
    elif spot["shape"] == "diamond":
        to_border = 1 / (across + down)
    return middle + (to_border + air) * way, way


def _middle(spot: Spot) -> complex:
    return complex(spot["x"], spot["y"])


def _in_svg(point: complex) -> str:
    """Return a point as a path of SVG has it, never with -0."""
    return f"{round(point.real, 3) + 0:g} {round(point.imag, 3) + 0:g}"


def arrows(
    places: layout.Places,
    pairs: Sequence[tuple[int, int]],
    radius: float = 0.4,
    least_angle: float = 0.0,
) -> list[Edge]:
    """Return arrows between vertices, bent to avoid vertices and opposite arrows, with loops where
    there is room.

    ``places`` says where the vertices stand, ``pairs`` has the numbers of the vertices that each
    arrow joins, ``radius`` is a vertex's radius, and ``least_angle`` is as in ``layout.bends``.
    """
    bends = layout.bends(places, pairs, radius, least_angle)
    edges = []
    for (a, b), bend in zip(pairs, bends, strict=True):
        edge = Edge(a, b, bend, arrow=True)
        if a == b:
            edge = replace(edge, away=layout.loop(places, pairs, a))
        edges.append(edge)
    return edges


def arranged(
    shapes: Sequence[Shape],
    places: layout.Places,
    pairs: Sequence[tuple[int, int]],
    radius: float,
    room: float,
    least_angle: float = 0.0,
) -> Arrangement:
    """Return spots of these shapes, and the arrows between them, in a picture that holds them.

    ``pairs`` has the numbers of the spots that each arrow joins, ``radius`` is a spot's radius, and
    ``room`` is the distance from its middle to the border. ``least_angle`` is as in
    ``layout.bends``.
    """
    where = [(float(x), float(y)) for x, y in places]
    edges = arrows(where, pairs, radius, least_angle)
    extent: list[layout.Place] = []  # places that the picture must hold
    if not where:
        extent = [(0.0, 0.0), (1.0, 1.0)]
    for x, y in where:
        extent += [(x - room, y - room), (x + room, y + room)]
    for edge in edges:
        points = layout.curve(where[edge.start], where[edge.end], edge.bend)
        if edge.start == edge.end:  # to about as far as a loop goes
            way_x, way_y = edge.away
            points = [(x + 2 * radius * way_x, y + 2 * radius * way_y) for x, y in points]
        for x, y in points:
            extent += [(x - 0.1, y - 0.1), (x + 0.1, y + 0.1)]
    left = min(x for x, _ in extent)
    top = min(y for _, y in extent)
    width = max(x for x, _ in extent) - left
    height = max(y for _, y in extent) - top
    spots = [
        Spot(**shape, x=round(x - left, 3), y=round(y - top, 3))
        for shape, (x, y) in zip(shapes, where, strict=True)
    ]
    return Arrangement(Size(round(width, 3), round(height, 3)), spots, edges)
