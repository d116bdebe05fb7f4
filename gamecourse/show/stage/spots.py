"""What a drawing is: spots, for each position a character a spot, and the ways to make a move by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from gamecourse.show.stage.lines import drawn

#: The spots to press, one after the other, to make a move.
Way = tuple[int, ...]

#: From one place to another, so many: where pieces stand after a move, and where they stood before it.
Block = tuple[int, int, int]

#: More spots than these are too small to be pressed; then the text is shown.
MOST_SPOTS, MOST_VERTICES, MOST_IN_A_ROW = 1_600, 60, 36


def no_ways(position: Any, move: Any) -> list[Way]:
    """No move has a place on the picture."""
    return []


def no_spots(position: Any) -> list[int]:
    """No spot is to be marked."""
    return []


def no_words(position: Any) -> str:
    """Nothing is to be said."""
    return ""


@dataclass(frozen=True)
class Drawing:
    """What the stage draws: where the spots are, and how a position stands on them.

    ``spots``: dicts of x, y (the middle, in cells), perhaps w and h, shape, name and label. ``pieces(p)``: a character
    for each spot. ``ways(p, move)``: the ways to make a move by hand, each the spots to press one after the other; or
    the one to take a piece from and the one to put it on. ``stay(p, move, way)``: which pieces have another number
    after the move, and yet stay where they lie; None if all are laid out anew. ``badges``: a place (x, y) for the
    nimber of each part. ``tall``: how high it may be, in pixels.
    """

    size: tuple[float, float]
    spots: list[dict[str, Any]]
    pieces: Callable[[Any], str]
    ways: Callable[[Any, Any], list[Way]] = no_ways
    caption: Callable[[Any], str] = no_words
    legend: dict[str, str] = field(default_factory=dict)
    lines: list[dict[str, Any]] = field(default_factory=list)
    texts: list[dict[str, Any]] = field(default_factory=list)
    badges: list[tuple[float, float]] = field(default_factory=list)
    stay: Callable[[Any, Any, Way], list[Block] | None] | None = None
    columns: bool = False
    won: Callable[[Any], list[int]] = no_spots
    tall: float = 900.0

    def spec(self, name: str) -> dict[str, Any]:
        """The picture as the browser is told of it."""
        width, height = self.size
        widest = 560 if self.badges else 1040  # beside a sum stand its nimbers
        unit = max(24.0, min(76.0, widest / max(width, 1), self.tall / max(height, 1)))
        more = {"texts": self.texts, "badges": self.badges, "legend": self.legend}
        return picture(name, self.spots, self.lines, width=width, height=height, unit=unit, **more)


def picture(name: str, spots: list[dict[str, Any]], lines: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """A picture as the browser is told of it, as large as its spots need.

    ``more``: texts, badges, legend, the number of pixels of a unit, and the width and height where the spots do not
    say.
    """
    if "width" not in more:
        more["width"] = max(spot["x"] + spot.get("w", 1) / 2 for spot in spots) + 0.3
        more["height"] = max(spot["y"] + spot.get("h", 1) / 2 for spot in spots) + 0.3
    return {"unit": 60, "name": name, "spots": spots, "lines": drawn(lines, spots), "legend": {}, **more}


def empty() -> Drawing:
    """The drawing of what is shown as text."""
    return Drawing((1, 1), [], no_words)


def ways_of(drawing: Drawing, position: Any, moves: Iterable[Any]) -> list[list[Way]]:
    """For each of the moves its ways, without those that could be taken for another move: that one has a button.

    >>> pair = Drawing((2, 1), [{}, {}], str, lambda position, move: [move])
    >>> ways_of(pair, None, [(0,), (1, 0), (0, 1)])     # who presses 0 has moved already
    [[(0,)], [(1, 0)], []]
    """
    found = [list(dict.fromkeys(drawing.ways(position, move))) for move in moves]
    count = Counter(way for ways in found for way in ways)

    def plain(way: Way) -> bool:
        return count[way] == 1 and not any(way[:k] in count for k in range(1, len(way)))

    return [[way for way in ways if plain(way)] for ways in found]
