"""Trees on the stage: their nodes, upright or lying, and pictures of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamecourse.show.layout import Children, tree
from gamelib.games import MinMaxTree

#: Shapes by which players are told, in their order; Nature has the diamond.
SHAPES = ("square", "disc", "hexagon", "triangle", "pentagon")


def nodes_of(game: MinMaxTree) -> tuple[list[Any], Children]:
    """The nodes of a tree of Max and Min, each once, depth first; and the numbers of the children of each.

    >>> nodes_of(MinMaxTree({"A": ["B", "C"], "B": 4, "C": 3}))
    (['A', 'B', 'C'], [[1, 2], [], []])
    """
    below: dict[Any, list[Any]] = {}
    todo = [game.start()]
    while todo:
        node = todo.pop()
        if node not in below:
            below[node] = game.moves(node) if game.outcome(node) is None else []
            todo += reversed(below[node])
    number = {node: k for k, node in enumerate(below)}
    return list(below), [[number[child] for child in children] for children in below.values()]


def upright(children: Children, spots: Sequence[dict[str, Any]], *, across: float = 1.0, down: float = 1.45) -> None:
    """Place spots as a tree that grows downwards, the root in the middle on top."""
    for spot, (along, row) in zip(spots, tree(children), strict=True):
        spot |= {"x": 0.6 + across * along, "y": 0.6 + down * row}


def lying(children: Children, spots: Sequence[dict[str, Any]], *, across: float = 2.4, down: float = 1.0) -> None:
    """Place spots as a tree that grows to the right, the root on the left."""
    for spot, (along, row) in zip(spots, tree(children), strict=True):
        spot |= {"x": 0.9 + across * row, "y": 0.7 + down * along}
