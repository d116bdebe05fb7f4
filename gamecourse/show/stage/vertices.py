"""A graph on the stage and in figures: its vertices in a circle or in columns, and arrows that keep clear of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gamecourse.show import layout
from gamecourse.show.shades import MARKS
from gamecourse.show.stage.spots import picture
from gamelib import Outcome, Solution


def arrows(places: ArrayLike, edges: Sequence[tuple[int, int]], radius: float = 0.4) -> list[dict[str, Any]]:
    """Arrows along edges, bent so that they pass no vertex and no opposite arrow; loops where there is room.

    ``places``: where the vertices stand. ``edges``: pairs of their numbers. ``radius``: of a vertex.
    """
    return [
        {"from": a, "to": b, "bend": bend, "arrow": True} | ({"away": layout.loop(places, edges, a)} if a == b else {})
        for (a, b), bend in zip(edges, layout.bends(places, edges, radius), strict=True)
    ]


def fitted(
    spots: Sequence[dict[str, Any]], places: ArrayLike, edges: Sequence[tuple[int, int]], radius: float, room: float
) -> tuple[list[dict[str, Any]], dict[str, float]]:
    """Place spots in a picture that holds them and their arrows; return the arrows, and its width and height.

    ``radius``: of a vertex. ``room``: from the middle of a vertex to the border.
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
    return lines, dict(zip(("width", "height"), np.ptp(every, axis=0).round(3).tolist(), strict=True))


def arrows_of(solution: Solution) -> list[tuple[int, int]]:
    """The moves of a stored graph, in the order in which its picture has them: pairs of numbers of positions."""
    return [(i, int(j)) for i in range(len(solution)) for j in solution.graph.options(i)]


def graph_picture(solution: Solution, columns: bool = False) -> dict[str, Any]:
    """The picture of a stored graph; each vertex wide enough for its name.

    ``columns``: whether a vertex stands in the column of its remoteness, the draws apart on the right. A circle, in the
    order of the numbers, gives nothing away.
    """
    names = [str(solution.graph.position(i)) for i in range(len(solution))]
    wide = min(1.6, max(0.9, 0.15 * max(map(len, names), default=0)))
    places = layout.columns(solution.remoteness) if columns else layout.circle(len(solution))
    places = places * (wide / (2 * layout.RADIUS) * 0.85)
    shape = {"w": wide, "h": 0.84, "shape": "vertex"}
    spots: list[dict[str, Any]] = [{**shape, "name": f"vertex {name}", "label": name} for name in names]
    lines, size = fitted(spots, places, arrows_of(solution), wide / 2, wide / 2 + 0.3)
    texts = []
    if columns:
        size["height"] = round(size["height"] + 0.6, 3)
        heads = {s["x"]: "drawn" if r < 0 else str(r) for s, r in zip(spots, solution.remoteness, strict=True)}
        texts = [{"x": x, "y": size["height"] - 0.2, "words": words} for x, words in heads.items()]
    unit = float(np.clip(560 / size["height"], 36, 76))
    return picture(f"a graph of {len(names)} vertices", spots, lines, unit=unit, texts=texts, **size)


def verdict(solution: Solution, i: int) -> tuple[str, str]:
    """The verdict on position number i as a letter, W, L or D, and as a note for a picture: ▲3, ▼2, ●."""
    mark, moves = MARKS[Outcome(int(solution.outcome[i]))], int(solution.remoteness[i])
    return mark.letter, mark.sign + (str(moves) if moves >= 0 else "")
