"""The exercises of lecture 05, how many cops. ``near`` is a dict from each vertex to the set of its
neighbours. A *corner* is a vertex that another one dominates: the other one is its neighbour, and a
neighbour of all its other neighbours.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import compress, product
from string import ascii_lowercase
from typing import Any

from gamecourse.check import (
    RIGHT,
    Feedback,
    brief,
    exercise,
    function,
    mistake,
    require,
    wins,
    wrong,
    wrong_kind,
)
from gamecourse.grading.domains import Domain, Question
from gamecourse.grading.draws import Draws
from gamecourse.grading.extract import names_of, pairs, pairs_of
from gamelib.games.robber import CopsAndRobber
from gamelib.packages import needs
from gamelib.pursuit import dismantling, dominating

__all__ = ["TOWN"]

nx = needs("networkx", "graphs", "these exercises")

#: The neighbours of each vertex of a graph.
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
        gone = order[:k]
        left = TOWN.subgraph([u for u in TOWN if u not in gone])
        if len(left) > 1 and not dominating(left, v):
            have = "has" if len(gone) == 1 else "have"
            after_these = f"after {_listed(gone)} {have} gone, " if gone else ""
            return wrong(
                f"{after_these}{v} is not a corner: none of its neighbours is near all of "
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
    """Return the names of the vertices in order, "a, b and c"."""
    *rest, last = sorted(vertices)
    return f"{', '.join(rest)} and {last}" if rest else str(last)


#: The graphs of the questions have at most this many vertices.
MOST_VERTICES = 12

#: The edges of a graph.
Edges = list[tuple[int, int]]


def neighbours(n: int, edges: Iterable[tuple[int, int]]) -> Near:
    """Return the graph of the vertices 0 to n - 1 with these edges."""
    near: Near = {v: set() for v in range(n)}
    for v, w in edges:
        near[v].add(w)
        near[w].add(v)
    return near


def pairs_below(n: int) -> Edges:
    """Return all pairs of different numbers below n."""
    return [(v, w) for v in range(n) for w in range(v)]


def is_connected(near: Near) -> bool:
    """Return whether a way leads from each vertex to each other one."""
    reached = {next(iter(near))}
    waiting = list(reached)
    while waiting:
        new = near[waiting.pop()] - reached
        reached |= new
        waiting += new
    return len(reached) == len(near)


#: The smallest graph on which one cop wins and that has a single corner, 0: a function that keeps 0
#: gets stuck.
ONE_CORNER = [
    (int(v), int(w)) for v, w in re.findall(r"\d\d", "04 05 06 12 13 15 16 23 24 26 34 35 46 56")
]


def slowest(n: int) -> Near:
    """Return a graph of n vertices, 7 or more, on which a cop needs as long as is possible: n - 4
    moves. It is the graph with a single corner, and a path that leads there.
    """
    path = [(0, 7), *((v, v + 1) for v in range(7, n - 1))] if n > 7 else []
    return neighbours(n, [*ONE_CORNER, *path])


def two_hubs(n: int) -> Near:
    """Return a cycle with two hubs, which are joined with everything. 0, the first hub, is a corner
    only because of its last neighbour, the other hub.
    """
    cycle = [(v, v % (n - 2) + 1) for v in range(1, n - 1)]
    hubs = [(hub, v) for hub in (0, n - 1) for v in range(n) if v != hub]
    return neighbours(n, [*cycle, *hubs])


def with_corners(near: Near, n: int, rng: Draws) -> Near:
    """Return the graph with corners added until it has n vertices: each new one is joined to some
    vertex and to some of its neighbours. One cop wins if and only if one did before.
    """
    edges = [(v, w) for v in near for w in near[v]]
    share = rng.choice((0.3, 0.6, 0.9))
    for v in range(len(near), n):
        w = rng.below(v)
        some_near_w = [u for u in neighbours(n, edges)[w] if rng.random() < share]
        edges += [(v, u) for u in (w, *some_near_w)]  # so w dominates the new vertex v
    return neighbours(n, edges)


def joined(first: Near, second: Near) -> Near:
    """Return two graphs as one: vertex 0 of the second is the last vertex of the first. One cop wins
    if and only if one wins on both.
    """
    shift = len(first) - 1
    edges = [(v, w) for v in first for w in first[v]]
    edges += [(v + shift, w + shift) for v in second for w in second[v]]
    return neighbours(shift + len(second), edges)


def cycle(n: int) -> Near:
    """Return a cycle of n vertices."""
    return neighbours(n, [(v, (v + 1) % n) for v in range(n)])


#: Graphs without a corner, but for the first. Joined, they have several holes, or a hollow inside.
PIECES = [
    neighbours(3, pairs_below(3)),
    cycle(4),
    cycle(5),
    neighbours(6, [(v, w) for v, w in pairs_below(6) if v + w != 5]),  # the octahedron
]

#: Graphs to which corners are added: one cop wins on all of them except the cycle of four.
BEGINNINGS = [
    neighbours(1, []),
    neighbours(3, [(0, 1), (1, 2)]),
    neighbours(4, [(0, 1), (1, 2), (2, 3), (3, 0)]),
    neighbours(7, ONE_CORNER),
]


@dataclass(frozen=True)
class Towns(Domain[Near]):
    """Graphs of 1 to MOST_VERTICES vertices; on many of them one cop wins.

    Of up to ``all_up_to`` vertices there are all. If ``connected``, there are no others.
    """

    all_up_to: int
    connected: bool
    draws: int = 70

    def small(self) -> Iterable[Near]:
        """All graphs of up to ``all_up_to`` vertices, or all that are connected."""
        for n in range(1, self.all_up_to + 1):
            possible = pairs_below(n)
            for bits in product((False, True), repeat=len(possible)):
                near = neighbours(n, compress(possible, bits))
                if not self.connected or is_connected(near):
                    yield near

    def extreme(self) -> Iterable[Near]:
        """The lecture's town; paths, cycles, stars and others of the most vertices; the graphs on
        which the chase takes longest; two pieces that share a vertex; and no edges at all.
        """
        yield {v: set(TOWN[v]) for v in TOWN}
        for n in (6, 7, MOST_VERTICES - 1, MOST_VERTICES):
            yield from self._shapes(n)
        yield from map(slowest, range(7, MOST_VERTICES + 1))
        yield from (joined(*pair) for pair in product(PIECES, repeat=2))
        if not self.connected:
            yield neighbours(MOST_VERTICES, [])

    def _shapes(self, n: int) -> Iterator[Near]:
        """Graphs of n vertices in which some measure is as large as it can be."""
        path = [(v, v + 1) for v in range(n - 1)]
        yield neighbours(n, path)
        yield cycle(n)
        yield neighbours(n, [*path, (n - 2, 0)])  # a cycle with an end
        hub = [(0, v) for v in range(1, n)]
        yield neighbours(n, hub)  # a star
        yield neighbours(n, pairs_below(n))  # all edges
        yield neighbours(n, [(v, w) for v, w in pairs_below(n) if v - w in (1, 2)])  # triangles
        yield neighbours(n, [(v, w) for v, w in pairs_below(n) if v + w != n - 1])  # nearly all
        yield two_hubs(n)
        yield neighbours(n, [*hub, *path[1:], (n - 1, 1)])  # a wheel

    def draw(self, rng: Draws) -> Near:
        """Mostly a graph on which it is hard to say who wins, made larger by corners; otherwise any
        edges, each with the same chance.
        """
        n = rng.randint(self.all_up_to + 1, MOST_VERTICES)
        if rng.random() < 0.7:
            return with_corners(rng.choice([G for G in BEGINNINGS if len(G) <= n]), n, rng)
        share = rng.uniform(0.3, 0.8)
        tree = [(v, rng.below(v)) for v in range(1, n)]  # which connects everything
        edges = [pair for pair in pairs_below(n) if rng.random() < share]
        return neighbours(n, [*tree, *edges] if self.connected else edges)

    def related(self, value: Near, rng: Draws) -> Iterable[Near]:
        """The graph with its vertices in the opposite order, and with numbers or letters as names,
        in random order.
        """
        yield {v: value[v] for v in reversed(value)}
        for names in (range(len(value)), ascii_lowercase):
            name = dict(zip(value, rng.sample(names, len(value)), strict=True))
            order = rng.shuffled(value)
            yield {name[v]: {name[w] for w in value[v]} for v in order}

    def altered(self, value: Near, rng: Draws) -> Iterable[Near]:
        """The graph with two edges that have exchanged their ends, so that each vertex has as many
        neighbours as before.
        """
        edges = [(v, w) for v in value for w in sorted(value[v]) if v < w]
        if len(edges) < 2:
            return
        (a, b), (c, d) = rng.sample(edges, 2)
        if len({a, b, c, d}) == 4 and c not in value[a] and d not in value[b]:
            kept = [edge for edge in edges if edge not in ((a, b), (c, d))]
            exchanged = neighbours(len(value), [*kept, (a, c), (b, d)])
            if not self.connected or is_connected(exchanged):
                yield exchanged


def _each_vertex(near: Near, rng: Draws) -> Iterator[Question]:
    """Yield the graph with each of its vertices."""
    yield from ((near, v) for v in near)


@mistake(
    "Your function never asks if w is near v itself. The robber may stay on v, so w must be near v."
)
def corner_without_itself(near: Near, v: Any) -> bool:
    """Return whether another vertex is near all neighbours of v."""
    return any(near[v] <= near[w] | {w} for w in near if w != v)


@mistake(
    "Your function asks whether near[v] <= near[w]. But a neighbour w of v is in near[v] and not in "
    "near[w]."
)
def corner_without_its_guard(near: Near, v: Any) -> bool:
    """Return whether another vertex has all neighbours of v."""
    return any(near[v] <= near[w] for w in near if w != v)


@mistake(
    "Your function asks for a w near the same vertices as v. But w may be near other vertices, too."
)
def corner_only_of_a_twin(near: Near, v: Any) -> bool:
    """Return whether another vertex is near the same vertices as v."""
    return any(near[v] | {v} == near[w] | {w} for w in near if w != v)


@mistake(
    "Your function says True for every vertex, as if a vertex dominated itself. Another vertex must "
    "dominate v."
)
def corner_by_itself(near: Near, v: Any) -> bool:
    """Return the answer if a vertex may dominate itself."""
    return True


@function(
    Towns(4, connected=False, draws=30).asking(_each_vertex),
    "Write down what is near v: its neighbours, and v itself. Which w have all of it near them?",
    "The vertex w is near itself, too. In Python, `a <= b` says that the set a is contained in "
    "the set b.",
    mistakes=[
        corner_without_itself,
        corner_without_its_guard,
        corner_only_of_a_twin,
        corner_by_itself,
    ],
)
def is_corner(near: Near, v: Any) -> bool:
    """is_corner(near, v): whether another vertex dominates v."""
    return any(near[v] | {v} <= near[w] | {w} for w in near if w != v)


def corners(near: Near) -> list[Any]:
    """Return the vertices that another one dominates."""
    return [v for v in near if any(near[v] | {v} <= near[w] | {w} for w in near[v])]


def without(near: Near, gone: Collection[Any]) -> Near:
    """Return the graph without some of its vertices."""
    return {v: row.difference(gone) for v, row in near.items() if v not in gone}


@mistake("Your function says whether there is a corner. The rest must have one, too, and so on.")
def wins_if_there_is_a_corner(near: Near) -> bool:
    """Return whether the graph has a corner, or a single vertex."""
    return len(near) == 1 or bool(corners(near))


@mistake("Your function looks at each vertex once, in order. A vertex may become a corner later.")
def wins_in_one_round(near: Near) -> bool:
    """Return whether the graph is taken apart if each vertex is looked at once."""
    left = near
    for v in near:
        if v in corners(left):
            left = without(left, [v])
    return len(left) == 1


@mistake(
    "Your function lets all corners go at once. Two may dominate each other: let one go at a time."
)
def wins_with_all_corners_at_once(near: Near) -> bool:
    """Return whether the graph is taken apart if all corners go together in each round."""
    while gone := corners(near):
        near = without(near, gone)
    return len(near) == 1


@mistake(
    "Your function takes away a vertex if another one is near all its neighbours. That one must be "
    "near the vertex itself, too: a ring of four has no corner."
)
def wins_with_distant_guards(near: Near) -> bool:
    """Return whether the graph is taken apart if a vertex that dominates another one need not be
    near it.
    """
    while len(near) > 1:
        dominated = [v for v in near if any(near[v] <= near[w] | {w} for w in near if w != v)]
        if not dominated:
            return False
        near = without(near, dominated[:1])
    return True


#: Two towns in which each vertex has as many neighbours, and the neighbours have as many; one cop
#: wins on one of them alone.
LOOK_ALIKES: list[Question] = [
    (neighbours(6, [(0, 1), (0, 3), (0, 5), (1, 4), (2, 3), (2, 5), (3, 4)]),),
    (neighbours(6, [(0, 1), (0, 3), (0, 4), (1, 4), (2, 3), (2, 5), (3, 5)]),),
]


@function(
    Towns(5, connected=True).alone(last=LOOK_ALIKES),
    "Take a corner away, and ask the same question of what is left. When is it over, and what is "
    "the answer then?",
    "When v goes, it must go from the sets of its neighbours, too.",
    "Two corners may need each other: let only one go, then look again from the beginning.",
    mistakes=[
        wins_if_there_is_a_corner,
        wins_in_one_round,
        wins_with_all_corners_at_once,
        wins_with_distant_guards,
    ],
)
def one_cop_wins(near: Near) -> bool:
    """one_cop_wins(near): whether one cop catches every robber on this connected graph."""
    while gone := corners(near)[:1]:
        near = without(near, gone)
    return len(near) == 1


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
    one_cop_wins_here = dismantling(G) is not None
    require(
        one_cop_wins_here,
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
