"""The two proofs of a tree's value: Max can get it, and Min can hold Max to it.

A player's proof has one move at each of the player's nodes, and an answer to every move of the
opponent. To be sure of the value, a search must look at the leaves of both proofs.
"""

from __future__ import annotations

from math import inf
from typing import Any

from matplotlib.axes import Axes

from gamecourse.show import layout, strokes
from gamecourse.show.alphabeta import Order
from gamecourse.show.records import Frame, Shape
from gamecourse.show.stage.spots import Edge, picture
from gamecourse.show.stage.tokens import children_of, node_shape
from gamefast import minimax
from gamelib.games import MinMaxTree

#: The proofs to which a node can belong: neither, Max's (1), Min's (2), or both.
_NAMES = ("neither", "Max's proof", "Min's proof", "both")


def proof(tree: MinMaxTree, whose: str, order: Order | None = None) -> list[Any]:
    """Return the nodes of a player's proof: one best move at each of the player's nodes, every move
    at the opponent's.

    Parameters
    ----------
    tree
        A MinMaxTree without merging branches.
    whose
        ``"Max"`` or ``"Min"``.
    order
        As for ``alphabeta``. If there are several best moves, the proof has the first.

    Returns
    -------
    list
        The nodes, the root first.

    Raises
    ------
    ValueError
        For any other name.

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
    """Return the leaves of a player's proof.

    Parameters
    ----------
    tree, whose, order
        As for ``proof``.

    Examples
    --------
    >>> sorted(leaves(MinMaxTree({"A": ["B", "C"], "B": 4, "C": ["D", "E"], "D": 3, "E": 9}), "Min"))
    ['B', 'D']
    """
    return {node for node in proof(tree, whose, order) if tree.outcome(node) is not None}


def tree(what: MinMaxTree, order: Order | None = None, ax: Axes | None = None) -> Axes:
    """Draw a tree with the two proofs of its value, and the leaves that a search must look at to be
    sure of it.

    Parameters
    ----------
    what
        A MinMaxTree without merging branches.
    order
        As for ``alphabeta``. The children stand in this order.
    ax
        Where to draw; a new figure if none is given.

    Examples
    --------
    >>> tree(MinMaxTree({"A": ["B", "C"], "B": 4, "C": ["D", "E"], "D": 3, "E": 9})).get_title()
    '2 of 3 leaves are enough: 1 for Max, 2 for Min, 1 of them for both'
    """
    nodes, below = layout.unfolded(what.start(), lambda node: _children(what, node, order), inf)
    mine, his = (set(proof(what, player, order)) for player in ("Max", "Min"))
    whose = [(node in mine) + 2 * (node in his) for node in nodes]
    edges = layout.branches(below)
    spots = layout.upright(below, [_shape(what, node) for node in nodes], down=2.2)
    shapes = zip([spot["shape"] for spot in spots], whose, strict=True)
    marks = [
        " 123"[proved] if shape == "leaf" else "M" if shape == "disc" else " "
        for shape, proved in shapes
    ]
    frame: Frame = {"marks": marks, "lines": ["n123"[whose[b]] for _, b in edges]}
    words = {"square": "Max moves", "disc": "Min moves"} | dict(
        zip("123n", (*_NAMES[1:], _NAMES[0]), strict=True)
    )
    made = picture("two proofs", spots, [Edge(a, b) for a, b in edges], unit=100)
    leaf = {
        node: proved for node, proved, down in zip(nodes, whose, below, strict=True) if not down
    }
    nobody, sure, held, both = map([*leaf.values()].count, range(4))
    enough = f"{len(leaf) - nobody} of {len(leaf)} leaves are enough"
    title = f"{enough}: {sure + both} for Max, {held + both} for Min, {both} of them for both"
    label = "\n".join(f"{_NAMES[proved]}: {node}" for node, proved in leaf.items())
    return strokes.draw(made, frame, ax, words, title=title, label=label)


def _shape(tree: MinMaxTree, node: Any) -> Shape:
    """Return a leaf with its number, or a node with its player's shape."""
    shape = node_shape(tree, node, 0.6)
    if shape["shape"] == "leaf":
        words = str(tree.to_max(node, tree.outcome(node)) + 0).replace("-", "−")
        shape |= {"w": 0.84, "h": 0.84, "label": words}
    elif shape["shape"] == "disc":
        shape["w"] = 0.68
    return shape


def _children(tree: MinMaxTree, node: Any, order: Order | None) -> list[Any]:
    moves = children_of(tree, node)
    return list(order(node, moves)) if order else moves
