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

#: How far from the middle of a vertex its name stands beside it; the vertex has the radius 0.4.
BESIDE = 0.68


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
        Whether to write each vertex's name; beside it, if somebody stands on it.
    ax
        Where to draw; a new figure if none is given.

    Examples
    --------
    >>> import networkx as nx
    >>> network(nx.cycle_graph(4), title="Two cops").get_title()
    'Two cops'
    """
    thick_edges = {frozenset(edge) for edge in heavy}
    edges = edges_of(G)

    def piece(v: Any) -> str:
        """Return what stands on a vertex: C for a cop, R for the robber, a full stop for nobody."""
        if v in cops:
            return "C"
        return "R" if robber is not None and v == robber else "."

    frame: Frame = {
        "pieces": [piece(v) for v in G],
        "marks": ["D" if v in grey else " " for v in G],
        "lines": ["b" if frozenset(edge) in thick_edges else "n" for edge in edges],
        "labels": [str(v) if names else "" for v in G],
    }
    spec = _picture(G, edges)
    ax = strokes.draw(spec, frame, ax, title=title)
    if names:
        places = {
            v: complex(spot["x"], spot["y"]) for v, spot in zip(G, spec["spots"], strict=True)
        }
        for v in G:
            if piece(v) != ".":
                _name_beside(v, [places[w] - places[v] for w in G[v]], places[v], ax)
    return ax


def _name_beside(v: Any, edges: list[complex], place: complex, ax: Axes) -> None:
    """Write the name of a vertex beside its place, in the middle of the widest angle between two of
    its edges, which lead from the place in these directions.
    """
    angles = sorted(map(float, np.angle(edges))) or [np.pi / 2]
    first_again = angles[0] + 2 * np.pi
    middle_of_gap: dict[float, float] = {}  # by the width of the gap between two edges
    for start, end in zip(angles, [*angles[1:], first_again], strict=True):
        middle_of_gap[end - start] = (start + end) / 2
    widest = max(middle_of_gap)
    at = place + BESIDE * np.exp(1j * middle_of_gap[widest])
    style: strokes.Style = {"fontsize": 16, "weight": "bold", "parse_math": False}
    ax.text(at.real, at.imag, str(v), ha="center", va="center", **style)


def taken_apart(G: Any, *, ax: Axes | None = None) -> Axes:
    """Draw how a graph can be dismantled: each vertex that goes has its number in the order, and an
    arrow to a dominating vertex. The last vertex stays: it is grey and has no number.

    A graph that cannot be dismantled stays white, without numbers. ``G`` is undirected and
    connected. The title says whether it can be dismantled.

    >>> import networkx as nx
    >>> taken_apart(nx.path_graph(3)).get_title()
    'Taken apart, corner by corner: one cop wins'
    """
    ask.a_graph(G, directed=False)  # refuses anything else
    order = dismantling(G)
    dominator = {} if order is None else dominators(G, order)
    number = {v: k for k, v in enumerate(order or [], start=1)}
    arrows = list(dominator.items())
    joined_by_arrows = {frozenset(arrow) for arrow in arrows}
    other_edges = [edge for edge in edges_of(G) if frozenset(edge) not in joined_by_arrows]
    frame: Frame = {
        "marks": ["D" if v in number and v not in dominator else " " for v in G],
        "lines": "b" * len(arrows) + "n" * len(other_edges),
        "labels": [str(v) for v in G],
        "notes": [str(number[v]) if v in dominator else "" for v in G],
    }
    title = "No order takes it apart: one cop does not win"
    if order:
        title = "Taken apart, corner by corner: one cop wins"
    label = "\n".join(f"{number[v]}: {v}, dominated by {w}" for v, w in arrows)
    spec = _picture(G, [*arrows, *other_edges], heads=len(arrows))
    return strokes.draw(spec, frame, ax, title=title, label=label)


def dominators(G: Any, order: list[Any]) -> dict[Any, Any]:
    """Return, for each vertex but the last in this order, a later vertex that dominates it then.

    >>> import networkx as nx
    >>> dominators(nx.path_graph(3), [0, 1, 2])
    {0: 1, 1: 2}
    """
    dominator = {}
    for k, v in enumerate(order[:-1]):
        candidates = dominating(G.subgraph(order[k:]), v)
        dominator[v] = next(w for w in G if w in candidates)  # the first in the graph's order
    return dominator


def in_rings(G: Any, cycle: list[Any]) -> Any:
    """Return a copy of a graph with places: the cycle outside, the other vertices in rings by their
    distance from it. A vertex stands in the direction of its neighbours in the next outer ring.

    Directions are complex numbers of length 1; 0 is the middle. Raises ValueError if no path leads
    from the cycle to some vertex.

    >>> import networkx as nx
    >>> in_rings(nx.wheel_graph(5), [1, 2, 3, 4]).nodes[0]["pos"]
    (0.0, 0.0)
    """
    rings = [list(cycle)]
    placed = set(cycle)
    while len(placed) < len(G):
        ring = [v for v in G if v not in placed and any(w in rings[-1] for w in G[v])]
        if not ring:
            apart = next(v for v in G if v not in placed)
            raise ValueError(f"no path leads from the cycle to {apart!r}: give a connected graph")
        rings.append(ring)
        placed.update(ring)
    # The cycle begins on top, a quarter turn from the right, and runs clockwise.
    direction = {v: np.exp(2j * np.pi * (0.25 - k / len(cycle))) for k, v in enumerate(cycle)}
    for outer, ring in pairwise(rings):
        for v in ring:  # in the mean direction of its outer neighbours; 0 if they lie all around
            total = sum(direction[w] for w in G[v] if w in outer)
            direction[v] = total / abs(total) if abs(total) > 1e-9 else 0j
    copy = G.copy()
    for k, ring in enumerate(rings):
        radius = len(rings) - k
        for v in ring:
            place = radius * direction[v] if len(ring) > 1 else 0j  # one alone: in the middle
            copy.nodes[v]["pos"] = (round(float(place.real), 6), round(float(place.imag), 6))
    return copy


def _picture(G: Any, edges: list[tuple[Any, Any]], heads: int = 0) -> PictureSpec:
    """Return the picture of a graph as the stage needs it; the first ``heads`` edges are arrows."""
    graph = discs(G, edges, heads)
    return picture("a graph", graph.spots, graph.edges, size=graph.size, unit=110, legend=CHASED)
