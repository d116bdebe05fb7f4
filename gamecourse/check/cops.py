"""The exercises of lecture 05, how many cops. ``near`` is a dict: for each vertex the set of its neighbours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from gamecourse.check import RIGHT, Finding, Mistakes, compare, exercise, give, wins, wrong
from gamecourse.check.machinery.asked import brief
from gamecourse.check.machinery.plain import same
from gamecourse.check.machinery.reading import names_of, pairs
from gamelib.games.robber import CopsAndRobber
from gamelib.machine import needs
from gamelib.solvers.backward.cop_number import dismantling, dominating

__all__ = ["TOWN"]

nx = needs("networkx", "graphs", "these exercises")

Near = dict[Any, set[Any]]

#: The town of two exercises. It can be taken apart, and in the beginning it has a single corner. Yet whoever always
#: goes to a vertex nearest to the robber never catches him here: test_cops_exercises.py tries all of them.
TOWN = nx.Graph(re.findall(r"\w\w", "ab ac ad ae af bc bg bh ce ch df dg ef eg eh fg gh"))
PLACES = [(-1.4, 2.9), (2.9, 0.6), (1.1, 0.7), (-2.0, -1.7), (-0.4, 0.6), (-1.0, -0.7), (0.1, -2.0), (0.6, -0.5)]
nx.set_node_attributes(TOWN, dict(zip("abcdefgh", PLACES, strict=True)), "pos")


@exercise(
    "Only one vertex can go first. It has three neighbours, and one of them is a neighbour of the other two.",
    "After d, look at f: which vertex is near all that is near f?",
)
def by_hand(answer: Any) -> Finding:
    """The vertices of TOWN in an order in which it can be taken apart, as a list or a text of letters."""
    if isinstance(answer, set | frozenset):
        raise give("a list of letters, for the order counts", answer)
    order = names_of(answer, "a list of letters", TOWN, "a vertex of the town")
    if twice := [v for k, v in enumerate(order) if v in order[:k]]:
        return wrong(f"{twice[0]} goes twice")
    for k, v in enumerate(order):
        left = TOWN.subgraph([u for u in TOWN if u not in order[:k]])
        if len(left) > 1 and not dominating(left, v):
            then = f"after {', '.join(order[:k])} {'has' if k == 1 else 'have'} gone, " if k else ""
            return wrong(f"{then}{v} is no corner: none of its neighbours is near all of {_listed(left[v])}")
    missing = [v for v in TOWN if v not in order]
    if len(missing) > 1:
        return wrong(f"that is right so far, but {_listed(missing)} are left: go on, down to one vertex")
    return RIGHT


def _listed(vertices: Any) -> str:
    *rest, last = sorted(vertices)
    return f"{', '.join(rest)} and {last}" if rest else str(last)


def graphs_from_small_to_large() -> Iterator[Near]:
    """Connected ones of 1 to 8 vertices: paths, cycles, and random ones, half of which can be taken apart."""
    rng = np.random.default_rng(5)
    yield {0: set()}
    for n in range(2, 9):
        yield _near(nx.path_graph(n))
        yield _near(nx.cycle_graph(n) if n > 2 else nx.complete_graph(n))
        yield _near(nx.complete_graph(n))
        made = 0
        while made < 6:
            G = nx.gnp_random_graph(n, float(rng.uniform(0.3, 0.8)), seed=int(rng.integers(10**6)))
            if nx.is_connected(G):
                made += 1
                yield _near(G)
    for G in (nx.wheel_graph(7), nx.octahedral_graph(), nx.petersen_graph(), nx.Graph(TOWN)):
        yield _near(G)


def _near(G: Any) -> Near:
    return {v: {w for w in G[v] if w != v} for v in G}


def _graph(near: Near) -> Any:
    G = nx.Graph()
    G.add_nodes_from(near)
    G.add_edges_from((v, w) for v, row in near.items() for w in row)
    return G


def _written(near: Near, *more: Any) -> str:
    rows = (f"{v!r}: {{{', '.join(map(repr, sorted(row)))}}}" if row else f"{v!r}: set()" for v, row in near.items())
    return ", ".join([f"{{{', '.join(rows)}}}", *map(repr, more)])


@exercise(
    "Write down what is near v: its neighbours, and v itself. Which w have all of it near them?",
    "Near w is w, too. In Python, a <= b says of two sets that a is contained in b.",
)
def is_corner(answer: Any) -> Finding:
    """is_corner(near, v): whether another vertex dominates v."""

    def right(near: Near, v: Any) -> bool:
        return bool(dominating(_graph(near), v))

    mistakes: Mistakes = {
        "The robber may stay, so w must be near v itself, too": lambda near, v: any(
            near[v] <= near[w] | {w} for w in near if w != v
        ),
        "w is near itself: a neighbour of v may be w": lambda near, v: any(near[v] <= near[w] for w in near if w != v),
        "w may see others besides what is near v": lambda near, v: any(
            near[v] | {v} == near[w] | {w} for w in near if w != v
        ),
        "Nobody dominates himself: w is another vertex than v": lambda near, v: True,
    }
    inputs = ((near, v) for near in graphs_from_small_to_large() for v in near)
    return compare(answer, right, inputs, _written, mistakes)


def _has_a_corner(near: Near) -> bool:
    return len(near) == 1 or any(dominating(_graph(near), v) for v in near)


def _once_round(near: Near) -> bool:
    """Whether one pass over the vertices, each looked at once, takes the graph apart."""
    G = _graph(near)
    for v in list(G):
        if len(G) > 1 and dominating(G, v):
            G.remove_node(v)
    return len(G) == 1


def _all_at_once(near: Near) -> bool:
    """The same, but in each round all corners go together."""
    G = _graph(near)
    while corners := [v for v in G if dominating(G, v)]:
        G.remove_nodes_from(corners)
    return len(G) == 1


@exercise(
    "Take a corner away, and ask the same question of what is left. When is it over, and what is the answer then?",
    "When v goes, it must go from the sets of its neighbours, too.",
    "Two corners may need each other: let only one go, then look again from the beginning.",
)
def one_cop_wins(answer: Any) -> Finding:
    """one_cop_wins(near): whether one cop catches every robber on this connected graph."""
    mistakes: Mistakes = {
        "One corner is not enough: what is left must have one, too, and so on": _has_a_corner,
        "A vertex that is no corner may become one later: look again from the beginning": _once_round,
        "Two corners may dominate each other, and you take both: let one go at a time": _all_at_once,
        "A long cycle need not save the robber: the wheel has one, and one cop wins": lambda near: nx.is_chordal(
            _graph(near)
        ),
        "That is right for graphs without triangles only: is it a tree?": lambda near: nx.is_tree(_graph(near)),
    }
    inputs = ((near,) for near in graphs_from_small_to_large())
    return compare(answer, lambda near: dismantling(_graph(near)) is not None, inputs, _written, mistakes)


@exercise(
    "Which vertex can go as the first corner? Its two neighbours, and it, must be near one other vertex.",
    "Join one vertex to all others. How many new edges are that? Are they enough? Could fewer be?",
)
def chords(answer: Any) -> Finding:
    """The edges, as pairs, to be added to a cycle of 8 vertices (0 to 7), as few as can be, so that one cop wins."""
    G = nx.cycle_graph(8)
    edges = pairs(answer, "a list of pairs of vertices", directed=False)
    new = set()
    for edge in edges:
        ends = [next((v for v in G if same(end, v)), None) for end in edge]
        if None in ends or ends[0] == ends[1] or G.has_edge(*ends):
            return wrong(f"{brief(list(edge))} is not an edge that could be added between two of the numbers 0 to 7")
        new.add(frozenset(ends))
    G.add_edges_from(map(tuple, new))
    if dismantling(G) is None:
        added = f"{len(new)} new edge{'s' * (len(new) != 1)}"
        return wrong(f"with {added} one robber still escapes: it cannot be taken apart, corner by corner")
    return RIGHT if len(new) == 5 else wrong(f"one cop wins, but you have added {len(new)} edges; 5 are enough")


@exercise(
    "Begin with a cycle of four, on which two cops are needed. Its edges are to lie in triangles.",
    "A vertex in a triangle of its own on an edge of the cycle would be a corner. Which neighbour must it have, too?",
    "Four triangles in a ring: two share a vertex, the next two an edge, then a vertex, then an edge.",
)
def no_ring(answer: Any) -> Finding:
    """The edges of a connected graph, each in a triangle, fewer than the octahedron's 12, that needs two cops."""
    edges = pairs(answer, "a list of pairs of vertices", directed=False)
    if loops := [v for v, w in edges if v == w]:
        return wrong(f"{brief(loops[0])} is joined to itself")
    if not edges:
        return wrong("there are no edges")
    G = nx.Graph(edges)
    if not nx.is_connected(G):
        return wrong("the graph is in several pieces: the robber would sit in another one than the cop")
    for v, w in G.edges:
        if not set(G[v]) & set(G[w]):
            return wrong(f"the edge {brief([v, w])} lies in no triangle: its ends have no neighbour in common")
    if (order := dismantling(G)) is not None:
        first = order[0]
        by = dominating(G, first)[0]
        return wrong(f"one cop wins: it can be taken apart, beginning with {brief(first)}, which {brief(by)} dominates")
    m = G.number_of_edges()
    return RIGHT if m < 12 else wrong(f"one cop is not enough, but it has {m} edges, and 12 are too many")


@exercise(
    "Going nearer to the robber fails: see how he runs in a ring. Use your order: d goes first, f second, and so on.",
    "The robber on d has a shadow: the vertex that dominated d when it went. It may have a shadow, too, and so on.",
    "Begin on the vertex that goes last. Of the robber, his shadow, its shadow, ...: go to the first you can reach.",
)
def chase(answer: Any) -> Finding:
    """A strategy for one cop on TOWN, position -> (vertex,), that catches every robber."""
    game = CopsAndRobber(TOWN)
    return wins(game, answer, game.start())
