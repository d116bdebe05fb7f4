"""What a drawing is: spots and lines, a character for each spot at each position, and the ways to
make a move by hand.

A line is a path that the browser draws: straight, bent, with a head or around a corner.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gamecourse.show import layout
from gamecourse.show.stage.pieces import PIECES

#: A picture, something in a picture, or a frame, in the form that the browser needs.
Told = dict[str, Any]

#: The spots to press, one after the other, to make a move.
Way = tuple[int, ...]

#: Pieces that a move leaves in their order: the first one's number after the move and before it,
#: and how many.
Block = tuple[int, int, int]

#: More spots than this are too small to press; the text is then shown instead.
MOST_SPOTS, MOST_VERTICES, MOST_IN_A_ROW = 1_600, 60, 36


@dataclass(frozen=True)
class Drawing:
    """What the stage draws: where the spots are, and what stands on them at a position.

    ``spots`` are dicts of x, y (the middle, in cells), perhaps w and h, shape, name and label.
    ``pieces(p)`` has a character for each spot. ``ways(p, move)`` lists the ways to make a move by
    hand. A way lists the spots to press in order, or the spot to take a piece from and the spot to
    put it on. ``stay(p, move, way)`` lists the pieces that change their number with the move but
    stay where they lie; None if all are laid out anew. ``badges`` has a place (x, y) for the nimber
    of each part. ``tall`` is the largest height in pixels.
    """

    size: tuple[float, float]
    spots: list[Told]
    pieces: Callable[[Any], str]
    ways: Callable[[Any, Any], list[Way]] = lambda position, move: []
    caption: Callable[[Any], str] = lambda position: ""
    legend: dict[str, str] = field(default_factory=dict)
    lines: list[Told] = field(default_factory=list)
    texts: list[Told] = field(default_factory=list)
    badges: list[tuple[float, float]] = field(default_factory=list)
    stay: Callable[[Any, Any, Way], list[Block] | None] | None = None
    columns: bool = False
    won: Callable[[Any], list[int]] = lambda position: []
    tall: float = 900.0

    def spec(self, name: str) -> Told:
        """Return the picture in the form that the browser needs."""
        width, height = self.size
        widest = 560 if self.badges else 1040  # a sum has its nimbers beside it
        unit = max(24.0, min(76.0, widest / max(width, 1), self.tall / max(height, 1)))
        more = {"texts": self.texts, "badges": self.badges, "legend": self.legend}
        return picture(name, self.spots, self.lines, width=width, height=height, unit=unit, **more)


def picture(name: str, spots: list[Told], lines: list[Told], **more: Any) -> Told:
    """Return a picture in the form that the browser needs, as large as its spots require.

    ``more`` holds texts, badges, a legend, the pixels of a unit, and a width and height to replace
    those of the spots.
    """
    if "width" not in more:
        more["width"] = max(spot["x"] + spot.get("w", 1) / 2 for spot in spots) + 0.3
        more["height"] = max(spot["y"] + spot.get("h", 1) / 2 for spot in spots) + 0.3
    pieces = {
        character: PIECES[name]
        for character, name in more.get("legend", {}).items()
        if name in PIECES
    }
    about = {"unit": 60, "name": name, "legend": {}, "pieces": pieces, **more}
    return {**about, "spots": spots, "lines": drawn(lines, spots)}


def ways_of(drawing: Drawing, position: Any, moves: Iterable[Any]) -> list[list[Way]]:
    """Return each move's ways, except those that could mean another move; a move without ways has a
    button.

    >>> pair = Drawing((2, 1), [{}, {}], str, lambda position, move: [move])
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


def drawn(lines: Sequence[Told], spots: Sequence[Told]) -> list[Told]:
    """Return the lines in the form that the browser needs: their paths, their heads, and the places
    of their labels.

    A line goes ``from`` a spot ``to`` another, both by number. It may ``bend`` as ``layout.bends``
    says. With an ``arrow`` it has a head and keeps outside both spots. From a spot to itself it
    loops on the side that ``away`` says. With a ``knee`` it slants as far as that x, and is level
    from there on.

    >>> drawn([{"from": 0, "to": 1}], [{"x": 0, "y": 1}, {"x": 2, "y": 1}])
    [{'from': 0, 'to': 1, 'path': 'M0 1Q1 1 2 1'}]
    >>> drawn([{"from": 0, "to": 1, "label": "1/2"}], [{"x": 0, "y": 1}, {"x": 2, "y": 1}])[0]["at"]
    [0.995, 1.0]
    """
    told = []
    for line in lines:
        a, b = spots[line["from"]], spots[line["to"]]
        shape, middle = (
            _elbow(a, b, line["knee"])
            if "knee" in line
            else (_loop if a is b else _curve)(a, b, line)
        )
        if label := line.get("label"):
            shape |= {"label": label, "at": [round(middle.real, 3), round(middle.imag, 3)]}
        told.append({"from": line["from"], "to": line["to"], **shape})
    return told


def _curve(a: Told, b: Told, line: Told) -> tuple[Told, complex]:
    begin, end = _middle(a), _middle(b)
    control = (begin + end) / 2 + line.get("bend", 0) * (end - begin) * 1j
    (p, _), (q, back) = _border(a, control, 0.02), _border(b, control, 0.04)
    middle = (p + 2 * control + q) / 4
    if not line.get("arrow"):
        return {"path": f"M{_at(begin)}Q{_at(control)} {_at(end)}"}, middle
    return {
        "path": f"M{_at(p)}Q{_at(control)} {_at(q + INTO * back)}",
        "head": _head(q, -back),
    }, middle


def _loop(a: Told, _: Told, line: Told) -> tuple[Told, complex]:
    out = complex(*line.get("away", (0, -1)))

    def place(far: float, aside: float) -> complex:
        return _middle(a) + float(a.get("w", 1)) / 2 * (far + aside * 1j) * out

    path = (
        f"M{_at(place(0.87, 0.5))}C{_at(place(2.4, 1.3))} {_at(place(2.4, -1.3))} "
        f"{_at(place(1.05, -0.55))}"
    )
    return {"path": path, "head": _head(place(0.87, -0.5), (-0.89 + 0.45j) * out)}, place(2.2, 0)


def _elbow(a: Told, b: Told, knee: float) -> tuple[Told, complex]:
    begin, end = _middle(a), _middle(b)
    middle = complex((knee + end.real - b.get("w", 1) / 2) / 2, end.imag - 0.12)
    return {"path": f"M{_at(begin)}L{_at(complex(knee, end.imag))}L{_at(end)}"}, middle


def _head(tip: complex, way: complex) -> str:
    back = tip - LONG * way
    return f"M{_at(tip)}L{_at(back - HALF * way * 1j)}L{_at(back + HALF * way * 1j)}Z"


def _border(spot: Told, toward: complex, air: float) -> tuple[complex, complex]:
    """Return the point where a line leaves a spot, with some air, and its direction there."""
    middle = _middle(spot)
    way = (toward - middle) / (abs(toward - middle) or 1)
    square = max(abs(way.real), abs(way.imag)) if spot.get("shape") == "square" else 1
    return middle + (spot.get("w", 1) / 2 / square + air) * way, way


def _middle(spot: Told) -> complex:
    return complex(spot["x"], spot["y"])


def _at(point: complex) -> str:
    return f"{round(point.real, 3) + 0:g} {round(point.imag, 3) + 0:g}"


def arrows(places: ArrayLike, edges: Sequence[tuple[int, int]], radius: float = 0.4) -> list[Told]:
    """Return arrows along edges, bent to avoid vertices and opposite arrows, with loops where there
    is room.

    ``places`` says where the vertices stand, ``edges`` are pairs of their numbers, and ``radius``
    is a vertex's radius.
    """
    return [
        {"from": a, "to": b, "bend": bend, "arrow": True}
        | ({"away": layout.loop(places, edges, a)} if a == b else {})
        for (a, b), bend in zip(edges, layout.bends(places, edges, radius), strict=True)
    ]


def fitted(
    spots: Sequence[Told],
    places: ArrayLike,
    edges: Sequence[tuple[int, int]],
    radius: float,
    room: float,
) -> tuple[list[Told], dict[str, float]]:
    """Place spots in a picture that holds them and their arrows; return the arrows and the
    picture's width and height.

    ``radius`` is a vertex's radius, and ``room`` is the distance from its middle to the border.
    """
    where = np.asarray(places, float).reshape(-1, 2)
    lines = arrows(where, edges, radius)
    points = [where - room, where + room] if len(where) else [np.zeros((1, 2)), np.ones((1, 2))]
    for line in lines:
        curve = layout.curve(where[line["from"]], where[line["to"]], line["bend"])
        curve = curve + 2 * radius * np.array(line.get("away", (0, 0)))  # a loop
        points += [curve - 0.1, curve + 0.1]
    every = np.concatenate(points)
    for spot, (x, y) in zip(spots, (where - every.min(axis=0)).round(3).tolist(), strict=True):
        spot |= {"x": x, "y": y}
    return lines, dict(
        zip(("width", "height"), np.ptp(every, axis=0).round(3).tolist(), strict=True)
    )
