"""The exercises of lecture 05, how many cops. ``near`` is a dict from each vertex to the set of its
neighbours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from string import ascii_lowercase
from typing import Any

from gamecourse.check import (
    RIGHT,
    Feedback,
    Mistake,
    brief,
    exercise,
    function,
    require,
    wins,
    wrong,
    wrong_kind,
)
from gamecourse.grading.exercises import once_more
from gamecourse.grading.extract import names_of, pairs, pairs_of
from gamecourse.grading.inputs import renamed
from gamelib.games.robber import CopsAndRobber
from gamelib.packages import needs
from gamelib.pursuit import dismantling, dominating

__all__ = ["TOWN"]

nx = needs("networkx", "graphs", "these exercises")

Near = dict[Any, set[Any]]

#: The town of two exercises. It can be taken apart, and in the beginning it has a single corner.
#: Yet a cop who always goes to a vertex nearest to the robber never catches the robber here:
#: test_cops_exercises.py tries every such cop.
TOWN = nx.Graph(re.findall(r"\w\w", "ab ac ad ae af bc bg bh ce ch df dg ef eg eh fg gh"))
PLACES = [
    (-1.4, 2.9),
    (2.9, 0.6),
    (1.1, 0.7),
    (-2.0, -1.7),
    (-0.4, 0.6),
    (-1.0, -0.7),
    (0.1, -2.0),
    (0.6, -0.5),
]
nx.set_node_attributes(TOWN, dict(zip("abcdefgh", PLACES, strict=True)), "pos")


@exercise(
    "Only one vertex can go first. It has three neighbours, and one of them is a neighbour of the "
    "other two.",
    "After d, look at f: which vertex is near everything that is near f?",
)
def by_hand(answer: Any) -> Feedback:
    """The vertices of TOWN in an order in which it can be taken apart, as a list of letters."""
    if isinstance(answer, set | frozenset):
        raise wrong_kind("a list of letters, because the order counts", answer)
    order = names_of(answer, "a list of letters", TOWN, "a vertex of the town")
    for k, v in enumerate(order):
        left = TOWN.subgraph([u for u in TOWN if u not in order[:k]])
        if len(left) > 1 and not dominating(left, v):
            then = f"after {_listed(order[:k])} {'has' if k == 1 else 'have'} gone, " if k else ""
            return wrong(
                f"{then}{v} is not a corner: none of its neighbours is near all of "
                f"{_listed(left[v])}."
            )
    missing = [v for v in TOWN if v not in order]
    if len(missing) > 1:
        return wrong(
            f"your list is right so far, but {_listed(missing)} are left. Go on, down to one "
            "vertex."
        )
    return RIGHT


def _listed(vertices: Any) -> str:
    *rest, last = sorted(vertices)
    return f"{', '.join(rest)} and {last}" if rest else str(last)


#: The graphs of the questions have at most this many vertices.
_LARGEST = 12


#: The smallest graph on which one cop wins and that has a single corner, 0: a function that keeps 0
#: gets stuck.
_ONE_CORNER = [
    (int(v), int(w)) for v, w in re.findall(r"\d\d", "04 05 06 12 13 15 16 23 24 26 34 35 46 56")
]

#: A path whose ends come last.
_FROM_THE_MIDDLE = [(k, k + 1) for k in (5, 4, 6, 3, 7, 2, 8, 1, 9, 0, 10)]


def _two_hubs() -> Any:
    """Return a cycle with two hubs, which are joined with everything. 0, the first hub, is a corner
    only because of its last neighbour, the other hub.
    """
    hubs = (0, _LARGEST - 1)
    G = nx.cycle_graph(range(1, _LARGEST - 1))
    G.add_edges_from((hub, v) for hub in hubs for v in range(_LARGEST) if v != hub)
    return G


def _graphs() -> Iterator[Any]:
    """Yield all graphs of up to five vertices, then shapes and random graphs of up to twelve; on
    many, a cop wins.
    """
    rng = Random(5)
    yield from (G for G in nx.graph_atlas_g()[1:] if len(G) <= 5)
    for n in range(6, _LARGEST + 1):
        share = rng.uniform(0.3, 0.8)
        seed = rng.randrange(10**6)
        yield from (
            nx.cycle_graph(n),
            nx.gnp_random_graph(n, share, seed=seed),
            nx.random_labeled_tree(n, seed=seed),
        )
        yield from (
            _grown(rng, n, start)
            for start in (nx.empty_graph(1), nx.cycle_graph(4), nx.path_graph(3))
        )
    yield from (nx.wheel_graph(7), nx.octahedral_graph(), nx.petersen_graph(), nx.Graph(TOWN))
    yield from (make(_LARGEST) for make in (nx.path_graph, nx.complete_graph, nx.wheel_graph))
    yield from (nx.star_graph(_LARGEST - 1), nx.complete_multipartite_graph(1, 1, _LARGEST - 2))
    yield _two_hubs()
    yield from map(nx.Graph, (_ONE_CORNER, _ONE_CORNER[::-1], _FROM_THE_MIDDLE))


def _grown(rng: Random, n: int, G: Any) -> Any:
    """Return the graph with corners added until it has n vertices; one cop wins if and only if one
    did before.
    """
    for v in range(len(G), n):
        w = rng.randrange(v)
        G.add_edges_from((v, u) for u in [w, *(u for u in G[w] if rng.random() < 0.6)])
    return G


def _towns() -> Iterator[Near]:
    """Yield the graphs as they are, and once or twice with other names, which are numbers or
    letters.
    """
    rng = Random(7)
    for G in _graphs():
        rows = nx.to_dict_of_lists(G)
        named = [
            renamed(rows, rng, range(len(G)) if rng.random() < 0.5 else ascii_lowercase)[0]
            for _ in range(2)
        ]
        yield from (
            {v: set(row) for v, row in each.items()}
            for each in (rows, *named[: 2 if len(G) > 5 else 1])
        )


def _whole() -> list[tuple[Near]]:
    """Return each connected graph, and some of them once more."""
    found = [(near,) for near in _towns() if nx.is_connected(_graph(near))]
    return [*found, *found[::9]]


#: Makes the graph that a dict describes.
_graph = nx.from_dict_of_lists


def _written(near: Near, *more: Any) -> str:
    rows = (
        f"{v!r}: {{{', '.join(map(repr, sorted(row)))}}}" if row else f"{v!r}: set()"
        for v, row in near.items()
    )
    return ", ".join([f"{{{', '.join(rows)}}}", *map(repr, more)])


@function(
    lambda: once_more([(near, v) for v in near] for near in _towns()),
    "Write down what is near v: its neighbours, and v itself. Which w have all of it near them?",
    "The vertex w is near itself, too. In Python, `a <= b` says that the set a is contained in "
    "the set b.",
    Mistake(
        "Your function never asks if w is near v itself. The robber may stay on v, so w must be "
        "near v.",
        lambda near, v: any(near[v] <= near[w] | {w} for w in near if w != v),
    ),
    Mistake(
        "Your function asks whether near[v] <= near[w]. But a neighbour w of v is in near[v] and "
        "not in near[w].",
        lambda near, v: any(near[v] <= near[w] for w in near if w != v),
    ),
    Mistake(
        "Your function asks for a w near the same vertices as v. But w may be near other "
        "vertices, too.",
        lambda near, v: any(near[v] | {v} == near[w] | {w} for w in near if w != v),
    ),
    Mistake(
        "Your function says True for every vertex, as if a vertex dominated itself. Another "
        "vertex must dominate v.",
        lambda near, v: True,
    ),
    shown=_written,
)
def is_corner(near: Near, v: Any) -> bool:
    """is_corner(near, v): whether another vertex dominates v."""
    return any(near[v] | {v} <= near[w] | {w} for w in near if w != v)


def _has_a_corner(near: Near) -> bool:
    return len(near) == 1 or any(dominating(_graph(near), v) for v in near)


def _once_round(near: Near) -> bool:
    """Return whether one pass over the vertices, each looked at once, takes the graph apart."""
    G = _graph(near)
    for v in list(G):
        if len(G) > 1 and dominating(G, v):
            G.remove_node(v)
    return len(G) == 1


def _all_at_once(near: Near) -> bool:
    """Return whether the graph can be taken apart if all corners go together in each round."""
    G = _graph(near)
    while corners := [v for v in G if dominating(G, v)]:
        G.remove_nodes_from(corners)
    return len(G) == 1


@function(
    _whole,
    "Take a corner away, and ask the same question of what is left. When is it over, and what is "
    "the answer then?",
    "When v goes, it must go from the sets of its neighbours, too.",
    "Two corners may need each other: let only one go, then look again from the beginning.",
    Mistake(
        "Your function says whether there is a corner. The rest must have one, too, and so on.",
        _has_a_corner,
    ),
    Mistake(
        "Your function looks at each vertex once, in order. A vertex may become a corner later.",
        _once_round,
    ),
    Mistake(
        "Your function lets all corners go at once. Two may dominate each other: let one go at a "
        "time.",
        _all_at_once,
    ),
    shown=_written,
)
def one_cop_wins(near: Near) -> bool:
    """one_cop_wins(near): whether one cop catches every robber on this connected graph."""
    return dismantling(_graph(near)) is not None


@exercise(
    "Which vertex can go as the first corner? The vertex and its two neighbours must be near one "
    "other vertex.",
    "Join one vertex to all others. How many new edges does that take? Are they enough? Could "
    "fewer be?",
)
def chords(answer: Any) -> Feedback:
    """The fewest edges, as pairs, to add to a cycle of 8 vertices (0 to 7) so that one cop wins."""
    G = nx.cycle_graph(8)
    for v, w in pairs_of(answer, "a list of pairs of vertices"):
        require(
            {v, w} <= set(G) and v != w,
            f"({v}, {w}) is not an edge between two of the numbers 0 to 7.",
        )
        require(not G.has_edge(v, w), f"({v}, {w}) is there already, in the cycle or in your list.")
        G.add_edge(v, w)
    new = G.number_of_edges() - 8
    apart = dismantling(G) is not None
    require(
        apart,
        "the robber still escapes: with your edges the cycle cannot be taken apart corner by "
        "corner.",
    )
    return (
        RIGHT
        if new == 5
        else wrong(f"one cop wins, but you have added {new} edges, and 5 are enough.")
    )


@exercise(
    "Begin with a cycle of four, on which two cops are needed. Its edges are to lie in triangles.",
    "A vertex in a triangle of its own on an edge of the cycle would be a corner. Which other "
    "neighbour must it have?",
    "Four triangles in a ring: two share a vertex, the next two an edge, then a vertex, then an "
    "edge.",
)
def no_ring(answer: Any) -> Feedback:
    """The edges of a connected graph, each in a triangle, fewer than the octahedron's 12, that
    needs two cops.
    """
    G = nx.Graph()
    for v, w in pairs(answer, "a list of pairs of vertices"):
        require(v != w, f"{brief(v)} is joined to itself.")
        require(not G.has_edge(v, w), f"the edge {brief([v, w])} is there twice.")
        G.add_edge(v, w)
    edges = G.number_of_edges()
    require(0 < edges < 12, f"your graph has {edges} edges. Give some, but fewer than 12.")
    require(
        nx.is_connected(G),
        "your graph is in several pieces: the robber would sit in a piece without the cop.",
    )
    for v, w in G.edges:
        common = set(G[v]) & set(G[w])
        require(
            common,
            f"the edge {brief([v, w])} lies in no triangle: its ends have no neighbour in common.",
        )
    if (order := dismantling(G)) is None:
        return RIGHT
    corner = f"{brief(order[0])}, which {brief(dominating(G, order[0])[0])} dominates"
    return wrong(f"one cop wins: your graph can be taken apart, beginning with {corner}.")


@exercise(
    "Going nearer to the robber fails: see the ring in which the robber runs. Use your order: d "
    "goes first, then f.",
    "The robber on d has a shadow: the vertex that dominated d when it went. It may have a "
    "shadow, too, and so on.",
    "Begin on the vertex that goes last. Then take the robber's vertex, its shadow, the shadow of "
    "that, and so on: go "
    "to the first that you can reach.",
)
def chase(answer: Any) -> Feedback:
    """A strategy for one cop on TOWN, position -> (vertex,), that catches every robber."""
    game = CopsAndRobber(TOWN)
    return wins(game, answer, game.start())
