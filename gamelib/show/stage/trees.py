"""Trees on the stage: places for their nodes, upright or lying, and pictures of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamelib.show.stage.lines import drawn

#: Shapes by which players are told, in their order; Nature has the diamond.
SHAPES = ("square", "disc", "hexagon", "triangle", "pentagon")

Children = Sequence[Sequence[int]]


def places(children: Children) -> list[tuple[float, int]]:
    """Where each node is: how far along its row, and the row, which is the longest way to it from the root, node 0.

    Leaves stand side by side, every other node over the middle of the children that nobody before it has.

    >>> places([[1, 2], [], [3, 4], [], []])
    [(0.75, 0), (0.0, 1), (1.5, 1), (1.0, 2), (2.0, 2)]
    """
    along, row = [-1.0] * len(children), [0] * len(children)
    leaves, own = 0.0, [list[int]() for _ in children]
    order, met, todo = list[int](), {0}, [0]
    while todo:  # depth first; a node of which there are two ways belongs to the first
        node = todo.pop()
        fresh = [child for child in dict.fromkeys(children[node]) if child not in met]
        met |= set(fresh)
        own[node] = fresh
        todo += reversed(fresh)
        order.append(node)
    for node in order:
        if not own[node]:
            along[node], leaves = leaves, leaves + 1
    for node in reversed(order):
        if own[node]:
            along[node] = (along[own[node][0]] + along[own[node][-1]]) / 2
    for _ in children:  # no way is longer
        for node, child in branches(children):
            row[child] = min(max(row[child], row[node] + 1), len(children))
    return list(zip(along, row, strict=True))


def picture(name: str, spots: list[dict[str, Any]], lines: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """A picture as the browser is told of it, as large as its spots need.

    ``more``: texts, legend, the number of pixels of a unit, and the width and height where the spots do not say.
    """
    width = max(spot["x"] + spot.get("w", 1) / 2 for spot in spots) + 0.3
    height = max(spot["y"] + spot.get("h", 1) / 2 for spot in spots) + 0.3
    made = {"width": width, "height": height, "unit": 60, "name": name, "spots": spots}
    return {**made, "lines": drawn(lines, spots), "texts": [], "legend": {}, **more}


def upright(children: Children, spots: Sequence[dict[str, Any]], *, across: float = 1.0, down: float = 1.45) -> None:
    """Place spots as a tree that grows downwards, the root in the middle on top."""
    for spot, (along, row) in zip(spots, places(children), strict=True):
        spot |= {"x": 0.6 + across * along, "y": 0.6 + down * row}


def lying(children: Children, spots: Sequence[dict[str, Any]], *, across: float = 2.4, down: float = 1.0) -> None:
    """Place spots as a tree that grows to the right, the root on the left."""
    for spot, (along, row) in zip(spots, places(children), strict=True):
        spot |= {"x": 0.9 + across * row, "y": 0.7 + down * along}


def branches(children: Children) -> list[tuple[int, int]]:
    """The pairs (node, child), once each: the lines of the picture in their order."""
    return [(node, child) for node, below in enumerate(children) for child in dict.fromkeys(below)]
