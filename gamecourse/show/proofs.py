"""The two proofs of a tree's value: Max can get it, and Min can hold him to it.

In a proof its player has one move wherever it is his turn, and an answer to each of the other's moves. What a search
must look at, to be sure of the value, are the leaves of both.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle, Rectangle

from gamecourse.show import layout, strokes
from gamecourse.show.shades import ACCENT, GRID
from gamelib.games import MinMaxTree
from gamelib.solvers.forward.minimax import minimax
from gamelib.solvers.forward.search import Order

#: From row to row, where leaves stand 1 apart; and half a leaf.
_BELOW, _SIZE = 2.2, 0.42

#: How the leaves and branches of a proof look: those of Max's, of Min's, of both, and of none.
_LOOKS: dict[tuple[bool, bool], dict[str, Any]] = {
    (True, False): {"name": "Max's proof", "fill": "#0072B2", "ink": "white", "width": 3.5, "line": "-"},
    (False, True): {"name": "Min's proof", "fill": ACCENT, "ink": "black", "width": 3.5, "line": (0, (2, 0.8))},
    (True, True): {"name": "both", "fill": "black", "ink": "white", "width": 4.5, "line": "-"},
    (False, False): {"name": "neither", "fill": "white", "ink": "#666666", "width": 1.0, "line": "-"},
}


def proof(tree: MinMaxTree, whose: str, order: Order | None = None) -> list[Any]:
    """The nodes of a player's proof: one best move wherever it is his turn, each move of the other's.

    Parameters
    ----------
    tree
        A MinMaxTree without merging branches.
    whose
        ``"Max"`` or ``"Min"``.
    order
        As for ``alphabeta``: of several best moves the first is taken.

    Returns
    -------
    list
        The nodes, the root first.

    Raises
    ------
    ValueError
        For another name.

    Examples
    --------
    >>> tree = MinMaxTree({"A": ["B", "C"], "B": 4, "C": ["D", "E"], "D": 3, "E": 9})
    >>> proof(tree, "Max"), proof(tree, "Min")
    (['A', 'B'], ['A', 'B', 'C', 'D'])
    """
    if whose not in ("Max", "Min"):
        raise ValueError(f"whose={whose!r}: give 'Max' or 'Min'")
    nodes, known = [tree.start()], dict[Any, Any]()
    for node in nodes:  # grows while it is walked
        moves = _children(tree, node, order)
        if moves and tree.max_to_move(node) == (whose == "Max"):
            moves = [min(moves, key=lambda child: minimax(tree, child, table=known).value)]
        nodes += moves
    return nodes


def leaves(tree: MinMaxTree, whose: str, order: Order | None = None) -> set[Any]:
    """The leaves of a player's proof.

    Parameters
    ----------
    tree, whose, order
        As for ``proof``.

    Returns
    -------
    set
        The leaves.

    Examples
    --------
    >>> sorted(leaves(MinMaxTree({"A": ["B", "C"], "B": 4, "C": ["D", "E"], "D": 3, "E": 9}), "Min"))
    ['B', 'D']
    """
    return {node for node in proof(tree, whose, order) if tree.outcome(node) is not None}


def tree(what: MinMaxTree, order: Order | None = None, ax: Axes | None = None) -> Axes:
    """A tree with the two proofs of its value, and the leaves that a search must look at to be sure of it.

    Parameters
    ----------
    what
        A MinMaxTree without merging branches.
    order
        As for ``alphabeta``: the children stand in this order.
    ax
        Where to draw; a new figure, if none is given.

    Returns
    -------
    Axes
        What was drawn into; the title counts the leaves.

    Examples
    --------
    >>> tree(MinMaxTree({"A": ["B", "C"], "B": 4, "C": ["D", "E"], "D": 3, "E": 9})).get_title()
    '2 of 3 leaves are enough: 1 for Max, 2 for Min, 1 of them for both'
    """
    mine, his = (set(proof(what, whose, order)) for whose in ("Max", "Min"))
    rows = list(_rows(what, order))
    number = {node: k for k, node in enumerate(rows)}
    below = [[number[child] for child in _children(what, node, order)] for node in rows]
    places = {node: (x, _BELOW * row) for node, (x, row) in zip(rows, layout.tree(below), strict=True)}
    everywhere = np.array(list(places.values()))
    ax, scale = strokes.axes(everywhere.min(axis=0) - 0.6, everywhere.max(axis=0) + 0.6, ax)
    for node in rows:
        for child in _children(what, node, order):
            look = _LOOKS[child in mine, child in his]
            (x, y), (u, v) = places[node], places[child]
            colour = GRID if look["fill"] == "white" else look["fill"]
            style: dict[str, Any] = {"color": colour, "linewidth": look["width"], "linestyle": look["line"]}
            ax.plot([x, u], [y, v], zorder=2 if child in mine | his else 1, **style)
    for node, place in places.items():
        _node(ax, scale, what, node, place, _LOOKS[node in mine, node in his])
    ends = [node for node in rows if what.outcome(node) is not None]
    sure, held = (sum(node in proved for node in ends) for proved in (mine, his))
    seen, both = (sum(node in some for node in ends) for some in (mine | his, mine & his))
    ax.set_title(f"{seen} of {len(ends)} leaves are enough: {sure} for Max, {held} for Min, {both} of them for both")
    fills = [strokes.fill(look["fill"], look["name"]) for look in _LOOKS.values()]
    strokes.legend(ax, [strokes.shape("s", "white", "Max moves"), strokes.shape("o", "black", "Min moves"), *fills])
    ax.set_label("\n".join(f"{_LOOKS[node in mine, node in his]['name']}: {node}" for node in ends))
    return ax


def _children(tree: MinMaxTree, node: Any, order: Order | None) -> list[Any]:
    if tree.outcome(node) is not None:
        return []
    moves = list(tree.moves(node))
    return list(order(node, moves)) if order else moves


def _rows(tree: MinMaxTree, order: Order | None) -> Iterator[Any]:
    """All nodes, row by row from the root."""
    nodes = [tree.start()]
    for node in nodes:
        yield node
        nodes += _children(tree, node, order)


def _node(ax: Axes, scale: float, tree: MinMaxTree, node: Any, place: Any, look: dict[str, Any]) -> None:
    """A leaf with its number in the colour of its proof, or a node with its player's shape."""
    x, y = place
    result = tree.outcome(node)
    if result is None:
        mine = tree.max_to_move(node)
        style: dict[str, Any] = {"facecolor": "white" if mine else "black", "edgecolor": "black", "zorder": 3}
        box = Rectangle((x - 0.3, y - 0.3), 0.6, 0.6, **style)
        ax.add_patch(box if mine else Circle(place, 0.34, **style))
        return
    edge = GRID if look["fill"] == "white" else "black"
    leaf = Rectangle((x - _SIZE, y - _SIZE), 2 * _SIZE, 2 * _SIZE, facecolor=look["fill"], edgecolor=edge, zorder=3)
    ax.add_patch(leaf)
    words = str(tree.to_max(node, result) + 0).replace("-", "−")
    size = strokes.fitting(1.7 * _SIZE * scale, "−8")
    ax.text(x, y, words, ha="center", va="center", color=look["ink"], fontsize=size, zorder=4, parse_math=False)
