"""Undirected graphs as pictures: with tokens on them, and with the order in which they can be taken apart."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import pairwise
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle

from gamecourse.show import layout, strokes
from gamecourse.show.style import ACCENT, MARKS
from gamelib import ask
from gamelib.core import DRAW, LOSS, WIN
from gamelib.solvers.backward.cop_number import dismantling, dominating

#: A figure leaves room for a few sentences above it, on a slide; in inches.
HIGHEST, WIDEST, LEAST = 4.6, 10.0, 6.0

#: A vertex is a disc of this radius; the nearest stand 1.25 apart.
RADIUS = 0.42


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
    """An undirected graph: each vertex where its attribute ``pos`` says, else all in a circle.

    Parameters
    ----------
    G
        An undirected networkx graph.
    title
        What is to be seen.
    cops, robber
        The vertices on which they stand, blue with a P and orange with a T.
    grey
        The vertices that are to stand back.
    heavy
        The edges that are drawn thick.
    names
        Whether each vertex has its name.
    ax
        Where to draw; a new figure, if none is given.

    Returns
    -------
    Axes
        What was drawn into.

    Examples
    --------
    >>> import networkx as nx
    >>> network(nx.cycle_graph(4), title="Two cops").get_title()
    'Two cops'
    """
    thick = {frozenset(edge) for edge in heavy}
    ax, scale, patches = _drawn(
        G, {frozenset(edge): frozenset(edge) in thick for edge in G.edges() if len(set(edge)) == 2}, ax
    )
    for v, patch in zip(G, patches, strict=True):
        mark = MARKS[WIN] if v in cops else MARKS[LOSS] if v == robber else MARKS[DRAW] if v in grey else None
        patch.set_facecolor(mark.colour if mark else "white")
        said = "P" if v in cops else "T" if v == robber and robber is not None else str(v) if names else ""
        _write(ax, patch, scale, said, mark.ink if mark else "black")
    ax.set_title(title)
    return ax


def taken_apart(G: Any, *, ax: Axes | None = None) -> Axes:
    """How a graph can be taken apart, corner by corner: the turn of each vertex, and an arrow to one that dominates it.

    Where no corner is left before the end, what is left stays white, without a number.

    Parameters
    ----------
    G
        An undirected, connected networkx graph.
    ax
        Where to draw; a new figure, if none is given.

    Returns
    -------
    Axes
        What was drawn into; the title says whether it can be taken apart.

    Examples
    --------
    >>> import networkx as nx
    >>> taken_apart(nx.path_graph(3)).get_title()
    'Taken apart, corner by corner: one cop wins'
    """
    ask.a_graph(G, directed=False)
    order = dismantling(G)
    guards = {} if order is None else dominators(G, order)
    arrows = {frozenset(pair) for pair in guards.items()}
    edges = {frozenset(edge): False for edge in G.edges() if len(set(edge)) == 2 and frozenset(edge) not in arrows}
    ax, scale, patches = _drawn(G, edges, ax)
    turn = {v: k for k, v in enumerate(order or [], start=1)}
    at = dict(zip(G, patches, strict=True))
    for v, patch in at.items():
        last = v in turn and v not in guards
        mark = MARKS[WIN] if last else None
        patch.set_facecolor(mark.colour if mark else "white")
        _write(ax, patch, scale, f"{v}\n{turn[v]}" if v in turn else str(v), mark.ink if mark else "black")
    for v, w in guards.items():
        strokes.arrow(ax, (at[v].center, at[w].center), 0.0, (at[v], at[w]), heavy=True)
        ax.patches[-1].set_color(ACCENT)
    said = "Taken apart, corner by corner: one cop wins" if order else "No order takes it apart: one cop does not win"
    ax.set_title(said)
    ax.set_label("\n".join(f"{turn[v]}: {v}, dominated by {w}" for v, w in guards.items()))
    return ax


def dominators(G: Any, order: list[Any]) -> dict[Any, Any]:
    """For each vertex but the last, in this order of going: one of those left that dominates it.

    >>> import networkx as nx
    >>> dominators(nx.path_graph(3), [0, 1, 2])
    {0: 1, 1: 2}
    """
    above = {v: dominating(G.subgraph(order[k:]), v) for k, v in enumerate(order[:-1])}
    return {v: next(w for w in G if w in those) for v, those in above.items()}


def in_rings(G: Any, cycle: list[Any]) -> Any:
    """A copy of a graph whose vertices have places: the cycle outside, the others in rings by their distance from it.

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


def _drawn(G: Any, edges: Mapping[frozenset[Any], bool], ax: Axes | None) -> tuple[Axes, float, list[Circle]]:
    """Axes with a disc for each vertex and a line for each edge, thick where it says so; and their scale."""
    (width, height), places = layout.framed(G)
    number = {v: k for k, v in enumerate(G)}
    ends = [(min(pair), max(pair)) for pair in ({number[v] for v in edge} for edge in edges)]
    if ax is None:
        inch = min(1.0, HIGHEST / height, WIDEST / width)
        _, ax = plt.subplots(figsize=(max(LEAST, inch * width), inch * height + 0.5))
    ax, scale = strokes.axes(np.zeros(2), np.array([width, height]), ax, more=(0.0, 0.5))
    patches = [Circle(tuple(place), RADIUS, edgecolor="black", zorder=2) for place in places]
    for patch in patches:
        ax.add_patch(patch)
    for (i, j), bend, thick in zip(ends, layout.bends(places, ends, RADIUS), edges.values(), strict=True):
        strokes.arrow(ax, (places[i], places[j]), bend, (None, None), heavy=thick, head=False)  # the discs lie above
    return ax, scale, patches


def _write(ax: Axes, patch: Circle, scale: float, words: str, ink: str) -> None:
    x, y = patch.center
    size = strokes.fitting(1.5 * RADIUS * scale, words, 17)
    ax.text(x, y, words, ha="center", va="center", color=ink, zorder=3, fontsize=size, weight="bold", parse_math=False)
