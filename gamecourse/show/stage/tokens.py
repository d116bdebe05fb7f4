"""Graphs on the stage: a token, cops and robber, a tree of Max and Min."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

from gamecourse.show import layout
from gamecourse.show.records import Shape, Size, Spot
from gamecourse.show.stage.spots import MOST_VERTICES, Arrangement, Drawing, Edge, Way, arrows
from gamelib.diagnose import is_partizan
from gamelib.games import CopsAndRobber, MinMaxTree

#: A team of more cops has buttons, because nobody wants to press so many vertices.
MOST_COPS = 3

#: Cops and robber look like policeman and thief.
CHASED = {"C": "policeman", "R": "thief"}


def token(game: Any) -> Drawing:
    """Return a graph with the token on a vertex; pressing a vertex to which an arrow leads moves it
    there.
    """
    moves = list(game.G.edges())
    return _with_token(list(game.G), discs(game.G, moves, len(moves)))


def _with_token(
    vertices: list[Any],
    arrangement: Arrangement,
    caption: Callable[[Any], str] = lambda position: "",
) -> Drawing:
    """Return a drawing with a token on the vertex that is the position; a move is the vertex to go
    to.
    """

    def pieces(position: Any) -> str:
        return "".join("@" if v == position else "." for v in vertices)

    def ways(position: Any, move: Any) -> list[Way]:
        return [(vertices.index(move),)]

    return Drawing(
        arrangement.size,
        arrangement.spots,
        pieces,
        ways,
        caption,
        legend={"@": "token"},
        edges=arrangement.edges,
    )


def on_graph(game: Any) -> bool:
    """Return whether a reader's game is a token on a directed graph G, where positions and moves
    are vertices. The start and its moves are looked at.
    """
    G: Any = getattr(game, "G", None)
    if not hasattr(G, "is_directed") or not G.is_directed() or is_partizan(game):
        return False
    start = game.start()
    if start not in G:
        return False
    is_over = game.outcome(start) is not None
    return is_over or all(move in G[start] for move in game.moves(start))


def chase(game: CopsAndRobber) -> Drawing:
    """Return cops and robber on a graph; pressing a vertex sends the robber or a cop there, one
    press for each cop.
    """
    vertices = list(game.G)
    number = {v: k for k, v in enumerate(vertices)}
    arrangement = discs(game.G, edges_of(game.G))

    def pieces(position: Any) -> str:
        """Return what stands on each vertex; a robber on a vertex with cops is caught and not
        shown.
        """
        cops, robber, _ = position  # None for those who have not chosen a vertex yet
        cops_at = Counter(() if cops is None else cops)
        characters = [_cops_in_a_character(cops_at[v]) for v in vertices]
        if robber is not None and not cops_at[robber]:
            characters[number[robber]] = "R"
        return "".join(characters)

    def ways(position: Any, move: Any) -> list[Way]:
        """Return the vertices to press for a move, in each possible order; a move without a way gets
        a button.
        """
        _, _, turn = position
        if turn != game.COPS:
            return [(number[move],)]
        if game.cops > MOST_COPS:  # too many orders
            return []
        return list(permutations(number[v] for v in move))

    def caption(position: Any) -> str:
        """Return who is to move, or to choose where to begin."""
        cops, robber, turn = position
        present_place = cops if turn == game.COPS else robber
        if present_place is not None:
            return f"{turn} to move"
        verb = "chooses" if turn == game.ROBBER else "choose"
        return f"the {turn} {verb} where to stand"

    legend = CHASED | {str(k): f"{k} policemen" for k in range(2, min(9, game.cops) + 1)}
    return Drawing(
        arrangement.size,
        arrangement.spots,
        pieces,
        ways,
        caption,
        legend=legend,
        edges=arrangement.edges,
    )


def _cops_in_a_character(count: int) -> str:
    """Return how many cops stand on a vertex: a full stop for none, C for one, otherwise a digit;
    9 is nine or more.
    """
    if count == 0:
        return "."
    return "C" if count == 1 else str(min(9, count))


def edges_of(G: Any) -> list[tuple[Any, Any]]:
    """Return the edges of a graph without its loops."""
    return [(v, w) for v, w in G.edges() if v != w]


def discs(G: Any, pairs: Sequence[tuple[Any, Any]], heads: int = 0) -> Arrangement:
    """Return a graph's vertices as discs, with edges between these pairs.

    The vertices stand where ``pos`` says, or in a circle. The first ``heads`` edges are arrows.
    """
    number = {v: k for k, v in enumerate(G)}
    size, places = layout.framed(G)
    spots = [
        Spot(shape="disc", name=f"vertex {v}", w=0.8, h=0.8, label=str(v), x=x, y=y)
        for v, (x, y) in zip(G, places, strict=True)
    ]
    least_angle = layout.LEAST_ANGLE if heads else 0.0
    edges = arrows(places, [(number[v], number[w]) for v, w in pairs], least_angle=least_angle)
    return Arrangement(
        size, spots, [replace(edge, arrow=k < heads) for k, edge in enumerate(edges)]
    )


def nodes_of(game: MinMaxTree) -> tuple[list[Any], layout.Children]:
    """Return the nodes of a tree of Max and Min, each once, depth first, and the numbers of each
    node's children.

    >>> nodes_of(MinMaxTree({"A": ["B", "C"], "B": 4, "C": 3}))
    (['A', 'B', 'C'], [[1, 2], [], []])
    """
    below: dict[Any, list[Any]] = {}
    todo = [game.start()]
    while todo:
        node = todo.pop()
        if node not in below:
            below[node] = children_of(game, node)
            todo += reversed(below[node])  # the first child is on top of the stack
    number = {node: k for k, node in enumerate(below)}
    return list(below), [[number[child] for child in children] for children in below.values()]


def children_of(game: MinMaxTree, node: Any) -> list[Any]:
    """Return the children of a node; a leaf has none."""
    return game.moves(node) if game.outcome(node) is None else []


def node_shape(game: MinMaxTree, node: Any, side: float) -> Shape:
    """Return the shape of a node of a tree: Max's are squares, Min's are discs, and leaves are
    neither.
    """
    if game.outcome(node) is not None:
        return {"shape": "leaf", "w": side, "h": side, "name": f"{node}, leaf"}
    if game.max_to_move(node):
        return {"shape": "square", "w": side, "h": side, "name": f"{node}, Max"}
    return {"shape": "disc", "w": side, "h": side, "name": f"{node}, Min"}


def tree(game: MinMaxTree) -> Drawing | None:
    """Return a tree of Max and Min: squares and discs, numbers in the leaves, and the token at the
    present node; None if there are too many nodes.
    """
    nodes, children = nodes_of(game)
    if len(nodes) > MOST_VERTICES:
        return None
    shapes = [node_shape(game, node, 0.8) for node in nodes]
    for node, shape in zip(nodes, shapes, strict=True):
        shape["label"] = f"{game.nodes[node]:g}" if shape["shape"] == "leaf" else str(node)
    spots = layout.upright(children, shapes, across=1.1, down=1.4, at=(0.7, 0.7))
    width = max(spot["x"] for spot in spots) + 0.7
    height = max(spot["y"] for spot in spots) + 0.9
    edges = [Edge(a, b) for a, b in layout.branches(children)]
    return _with_token(nodes, Arrangement(Size(width, height), spots, edges), game.text)
