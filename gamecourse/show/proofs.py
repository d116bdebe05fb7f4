"""The two proofs of a tree's value: Max can get it, and Min can hold Max to it.

A player's proof has one move at each of the player's nodes, and an answer to every move of the
opponent. To be sure of the value, a search must look at the leaves of both proofs.
"""

from __future__ import annotations

from math import inf
from typing import Any

from matplotlib.axes import Axes

from gamecourse.show import layout, strokes
from gamecourse.show.alphabeta import Order, bare_leaves
from gamecourse.show.records import Frame, Shape
from gamecourse.show.stage.spots import Edge, picture
from gamecourse.show.stage.tokens import children_of, node_shape
from gamefast import minimax
from gamelib.games import MinMaxTree

#: The proofs to which a node can belong, and their names in a legend.
NEITHER, MAX, MIN, BOTH = range(4)
_NAMES = ("neither", "Max's proof", "Min's proof", "both")

#: In this order: how a branch looks (``strokes.LINES``), and a leaf (``strokes.LOOKS``).
_BRANCH_LETTERS = "n123"
_LEAF_LETTERS = " 123"


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
    nodes = [tree.start()]
    table: dict[Any, Any] = {}
    for node in nodes:  # grows while it is walked
        moves = _children(tree, node, order)
        if moves and tree.max_to_move(node) == (whose == "Max"):
            # The best move is worth least to the opponent, who is to move at the child.
            moves = [min(moves, key=lambda child: minimax(tree, child, table=table).value)]
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
    max_proof = set(proof(what, "Max", order))
    min_proof = set(proof(what, "Min", order))
    proofs_of_node = [_proofs_of(node, max_proof, min_proof) for node in nodes]
    edges = layout.branches(below)
    spots = layout.upright(below, [_shape(what, node) for node in nodes], down=2.8)
    marks = [
        _mark(spot["shape"], proofs) for spot, proofs in zip(spots, proofs_of_node, strict=True)
    ]
    bare_leaves(spots, marks)
    # A branch belongs to the proofs of the node to which it leads.
    lines = [_BRANCH_LETTERS[proofs_of_node[child]] for _, child in edges]
    frame: Frame = {"marks": marks, "lines": lines}
    legend = {
        "square": "Max moves",
        "disc": "Min moves",
        "1": _NAMES[MAX],
        "2": _NAMES[MIN],
        "3": _NAMES[BOTH],
        "n": _NAMES[NEITHER],
    }
    spec = picture("two proofs", spots, [Edge(a, b) for a, b in edges], unit=100)
    proofs_of_leaf = {
        node: proofs
        for node, proofs, children in zip(nodes, proofs_of_node, below, strict=True)
        if not children
    }
    title = _title(list(proofs_of_leaf.values()))
    label = "\n".join(f"{_NAMES[proofs]}: {node}" for node, proofs in proofs_of_leaf.items())
    return strokes.draw(spec, frame, ax, legend, title=title, label=label)


def _proofs_of(node: Any, max_proof: set[Any], min_proof: set[Any]) -> int:
    """Return to which proofs a node belongs: NEITHER, MAX, MIN or BOTH."""
    if node in max_proof:
        return BOTH if node in min_proof else MAX
    return MIN if node in min_proof else NEITHER


def _mark(shape: str, proofs: int) -> str:
    """Return how a node looks: a leaf by its proofs; the shape of any other node says enough."""
    return _LEAF_LETTERS[proofs] if shape == "leaf" else " "


def _title(proofs_of_leaves: list[int]) -> str:
    """Return how many leaves are enough for both proofs, and for each."""
    neither, only_max, only_min, both = map(proofs_of_leaves.count, (NEITHER, MAX, MIN, BOTH))
    count = len(proofs_of_leaves)
    return (
        f"{count - neither} of {count} leaves are enough: {only_max + both} for Max, "
        f"{only_min + both} for Min, {both} of them for both"
    )


def _shape(tree: MinMaxTree, node: Any) -> Shape:
    """Return a leaf with its number, or a node with its player's shape."""
    shape = node_shape(tree, node, 0.6)
    if shape["shape"] == "leaf":
        value = tree.to_max(node, tree.outcome(node)) + 0  # which makes 0 of -0.0
        words = str(value).replace("-", "−")
        shape |= {"w": 0.84, "h": 0.84, "label": words}
    elif shape["shape"] == "disc":
        shape["w"] = 0.68
    return shape


def _children(tree: MinMaxTree, node: Any, order: Order | None) -> list[Any]:
    """Return the children of a node in the order in which they are tried."""
    moves = children_of(tree, node)
    return list(order(node, moves)) if order else moves
