"""A game as a tree: the start on top, a row for each move made, and every way to play a branch.

The same position stands in the tree as often as there are ways to it. ``merged=True`` draws each position once,
with all the moves to it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from gamecourse.show import layout, strokes
from gamecourse.show.stage.spots import picture
from gamecourse.show.stage.vertices import fitted
from gamecourse.show.style import MARKS
from gamelib.arenas.graph import GameGraph
from gamelib.core import Game, TooLarge
from gamelib.solvers.backward.retrograde import solve_graph

#: More nodes than these would be a thicket.
MAX_NODES = 60

FIRST = {"W": "wins", "L": "loses", "D": "draws"}


def tree(
    game: Game[Any, Any],
    position: Any = None,
    *,
    merged: bool = False,
    label: Callable[[Any], str] = str,
    ax: Axes | None = None,
) -> Axes:
    """The tree of all ways to play, with the outcome at each node.

    A thick line is a move by which the player to move wins.

    Parameters
    ----------
    game
        A Game.
    position
        The root of the tree; the start, if none is given.
    merged
        Whether each position is drawn only once, in the row of the longest way to it.
    label
        A function from position to the words at its node.
    ax
        Where to draw; a new figure, if none is given.

    Returns
    -------
    Axes
        What was drawn into; the title says who wins, and counts the nodes.

    Raises
    ------
    TypeError
        For what is no Game.
    ValueError
        For what is none of its positions, and for more than 60 nodes.

    Examples
    --------
    >>> from gamelib.games import Nim
    >>> tree(Nim((2, 1))).get_title(), tree(Nim((2, 1)), merged=True).get_title()
    ('The first player wins: 12 nodes, 11 moves', 'The first player wins: 6 positions, 9 moves')
    """
    try:
        graph = GameGraph.of(game, position, max_positions=MAX_NODES)
    except TooLarge:  # a tree has at least a node for each position
        _check(MAX_NODES + 1)
        raise
    solution = solve_graph(graph)
    nodes, edges = _merged(graph) if merged else _unfolded(graph)
    children = [[b for a, b in edges if a == k] for k in range(len(nodes))]
    words = [label(graph.position(node)) for node in nodes]
    wide = max(0.4, 0.13 * max(map(len, words)))
    places = np.array(_rows(children) if merged else layout.tree(children)) * (1.3 * wide, 0.95)
    points, lines, (width, height) = fitted(places, edges, wide / 2, wide / 2 + 0.3)
    spots = [
        {"x": x, "y": y, "w": wide, "h": 0.5, "shape": "square", "name": name}
        for (x, y), name in zip(points.tolist(), words, strict=True)
    ]
    found = [MARKS[solution[graph.position(node)].outcome] for node in nodes]
    marks = "".join(mark.letter for mark in found)
    heavy = [marks[a] == "W" and marks[b] == "L" for a, b in edges]
    frame = {
        "marks": marks,
        "labels": [f"{word}\n{mark.sign}" for word, mark in zip(words, found, strict=True)],
        "lines": "".join("nb"[one] for one in heavy),
    }
    made = picture("a tree", spots, [line | {"arrow": False} for line in lines], width=width, height=height, unit=115)
    ax = strokes.draw(made, frame, ax)
    winning = [strokes.stroke("b", "winning move")] * any(heavy)
    strokes.legend(ax, strokes.outcomes(marks) + winning)
    what = f"{len(nodes)} {'positions' if merged else 'nodes'}, {len(edges)} moves"
    ax.set_title(f"The first player {FIRST[marks[0]]}: {what}")
    shown = [f"{marks.count(mark.letter)} {mark.sign} {o}" for o, mark in MARKS.items() if mark.letter in marks]
    ax.set_label(f"{what}: {', '.join(shown)}")
    return ax


def _unfolded(graph: GameGraph) -> tuple[list[int], list[tuple[int, int]]]:
    """The tree's nodes, as numbers of positions, and its edges, as pairs of nodes; depth first."""
    nodes: list[int] = []
    edges: list[tuple[int, int]] = []
    todo: list[tuple[int, int]] = [(0, -1)]
    while todo:
        v, above = todo.pop()
        if above >= 0:
            edges.append((above, len(nodes)))
        nodes.append(v)
        _check(len(nodes))
        todo += [(int(w), len(nodes) - 1) for w in graph.options(v)[::-1]]
    return nodes, edges


def _merged(graph: GameGraph) -> tuple[list[int], list[tuple[int, int]]]:
    """Every position once, and its moves; moves to the same position once."""
    _check(len(graph))
    return list(range(len(graph))), [(v, w) for v in range(len(graph)) for w in sorted(set(graph.options(v).tolist()))]


def _rows(children: layout.Children) -> list[tuple[float, int]]:
    """Places (x, row) where positions are merged: the row is the longest way from the top; rows are centred."""
    row = [r for _, r in layout.tree(children)]
    if max(row) >= len(children):
        raise ValueError("play can go round here, and a tree has an end: show.graphs draws graphs with cycles")
    rows = [[k for k in range(len(row)) if row[k] == r] for r in range(max(row) + 1)]
    widest = max(map(len, rows))
    return [(2.2 * (rows[r].index(k) + (widest - len(rows[r])) / 2), r) for k, r in enumerate(row)]


def _check(size: int) -> None:
    if size > MAX_NODES:
        raise ValueError(f"more than {MAX_NODES} nodes would be a thicket: draw a smaller game, or a later position")
