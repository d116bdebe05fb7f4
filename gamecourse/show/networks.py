"""Undirected graphs as pictures: with tokens on them, and with the order in which they can be
dismantled.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from gamecourse.show import strokes
from gamecourse.show.records import Frame, PictureSpec
from gamecourse.show.stage.spots import picture
from gamecourse.show.stage.tokens import CHASED, discs, edges_of
from gamefast import ask
from gamelib.pursuit import dismantling, dominating


def network(
    G: Any,
    *,
    title: str = "",
    cops: Collection[Any] = (),
    robber: Any = None,
    grey: Collection[Any] = (),
    heavy: Collection[tuple[Any, Any]] = (),
    names: bool = True,
    ax: Axes | None = None,
) -> Axes:
    """Draw an undirected graph with each vertex at its attribute ``pos``, or with all of them in a
    circle.

    Parameters
    ----------
    G
        An undirected networkx graph.
    title
        What the picture shows.
    cops, robber
        The vertices on which they stand.
    grey
        The vertices to draw grey.
    heavy
        The edges to draw thick.
    names
        Whether to write each vertex's name.
    ax
        Where to draw; a new figure if none is given.

    Examples
    --------
    >>> import networkx as nx
    >>> network(nx.cycle_graph(4), title="Two cops").get_title()
    'Two cops'
    """
    thick = {frozenset(edge) for edge in heavy}
    edges = edges_of(G)

    def piece(v: Any) -> str:
        if v in cops:
            return "C"
        return "R" if robber is not None and v == robber else "."

    frame: Frame = {
        "pieces": [piece(v) for v in G],
        "marks": ["D" if v in grey else " " for v in G],
        "lines": ["nb"[frozenset(edge) in thick] for edge in edges],
        "labels": [str(v) if names else "" for v in G],
    }
    return strokes.draw(_picture(G, edges), frame, ax, title=title)


def taken_apart(G: Any, *, ax: Axes | None = None) -> Axes:
    """Draw how a graph can be dismantled: each vertex has its number in the order, and an arrow to
    a dominating vertex.

    A graph that cannot be dismantled stays white, without numbers. ``G`` is undirected and
    connected. The title says whether it can be dismantled.

    >>> import networkx as nx
    >>> taken_apart(nx.path_graph(3)).get_title()
    'Taken apart, corner by corner: one cop wins'
    """
    ask.a_graph(G, directed=False)
    order = dismantling(G)
    guards = {} if order is None else dominators(G, order)
    turn = {v: k for k, v in enumerate(order or [], start=1)}
    there = {frozenset(pair) for pair in guards.items()}
    rest = [edge for edge in edges_of(G) if frozenset(edge) not in there]
    frame: Frame = {
        "marks": ["W" if v in turn and v not in guards else " " for v in G],
        "lines": "b" * len(guards) + "n" * len(rest),
        "labels": [str(v) for v in G],
        "notes": [str(turn.get(v, "")) for v in G],
    }
    title = (
        "Taken apart, corner by corner: one cop wins"
        if order
        else "No order takes it apart: one cop does not win"
    )
    label = "\n".join(f"{turn[v]}: {v}, dominated by {w}" for v, w in guards.items())
    made = _picture(G, [*guards.items(), *rest], len(guards))
    return strokes.draw(made, frame, ax, title=title, label=label)


def dominators(G: Any, order: list[Any]) -> dict[Any, Any]:
    """Return, for each vertex but the last in this order, a later vertex that dominates it then.

    >>> import networkx as nx
    >>> dominators(nx.path_graph(3), [0, 1, 2])
    {0: 1, 1: 2}
    """
    above = {v: dominating(G.subgraph(order[k:]), v) for k, v in enumerate(order[:-1])}
    return {v: next(w for w in G if w in those) for v, those in above.items()}


def in_rings(G: Any, cycle: list[Any]) -> Any:
    """Return a copy of a graph with places: the cycle outside, the other vertices in rings by their
    distance from it.

    >>> import networkx as nx
    >>> in_rings(nx.wheel_graph(5), [1, 2, 3, 4]).nodes[0]["pos"]
    (0.0, 0.0)
    """
    rings = [list(cycle)]
    while len(known := [v for ring in rings for v in ring]) < len(G):
        rings.append([v for v in G if v not in known and any(w in rings[-1] for w in G[v])])
    toward = {v: np.exp(2j * np.pi * (0.25 - k / len(cycle))) for k, v in enumerate(cycle)}
    for outer, ring in pairwise(rings):
        for v in ring:
            middle = sum(toward[w] for w in G[v] if w in outer)
            toward[v] = middle / abs(middle) if abs(middle) > 1e-9 else 0j
    placed = G.copy()
    for k, ring in enumerate(rings):
        for v in ring:
            place = (len(rings) - k) * toward[v] if len(ring) > 1 else 0j
            placed.nodes[v]["pos"] = (round(float(place.real), 6), round(float(place.imag), 6))
    return placed


def _picture(G: Any, edges: list[tuple[Any, Any]], heads: int = 0) -> PictureSpec:
    """Return the picture of a graph as the stage needs it; the first ``heads`` edges are arrows."""
    graph = discs(G, edges, heads)
    return picture("a graph", graph.spots, graph.edges, size=graph.size, unit=110, legend=CHASED)
