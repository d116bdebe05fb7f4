"""The exercises of lecture 05: right and wrong answers as they are given, and what becomes of each."""

from itertools import combinations

import networkx as nx

from check.lecture import RIGHT, WRONG, Lecture, each
from gamecourse.check import cops as check
from gamelib.solvers.backward.cop_number import dismantling

TOWN = check.TOWN
ORDER = "dfabcegh"

BY_HAND = [
    (ORDER, RIGHT, "right$"),
    (", ".join(ORDER.upper()), RIGHT, "right$"),
    (ORDER[:-1], RIGHT, "right$"),
    (dismantling(TOWN), RIGHT, "right$"),
    ("fdabcegh", WRONG, "f is no corner: none of its neighbours is near all of a, d, e and g"),
    ("dafbcegh", WRONG, "after d has gone, a is no corner: none of its neighbours is near all of b, c, e and f"),
    ("dfa", WRONG, "right so far, but b, c, e, g and h are left"),
    ("dfdabcegh", WRONG, "d goes twice"),
    ("dxf", WRONG, "'x' is not a vertex of the town"),
    (set(ORDER), WRONG, "for the order counts"),
]


def is_corner(near, v):
    return any(near[v] | {v} <= near[w] | {w} for w in near[v])


IS_CORNER = [
    (is_corner, RIGHT, "right$"),
    (lambda near, v: any(near[v] <= near[w] | {w} for w in near if w != v), WRONG, "w must be near v itself"),
    (lambda near, v: any(near[v] <= near[w] for w in near if w != v), WRONG, "a neighbour of v may be w"),
    (lambda near, v: any(near[v] | {v} == near[w] | {w} for w in near if w != v), WRONG, "w may see others besides"),
    (lambda near, v: any(near[v] | {v} <= near[w] | {w} for w in near), WRONG, "w is another vertex than v"),
    (lambda near, v: not is_corner(near, v), WRONG, "It says the contrary everywhere"),
    (lambda near, v: len(near[v]) == 1, WRONG, "is False, it should be True"),
]


def in_place(near):
    while len(near) > 1:
        corner = next((v for v in near if is_corner(near, v)), None)
        if corner is None:
            return False
        for w in near.pop(corner):
            near[w].remove(corner)
    return True


def one_cop_wins(near):
    return in_place({v: set(row) for v, row in near.items()})


def in_rounds(near):
    near = {v: set(row) for v, row in near.items()}
    while corners := {v for v in near if is_corner(near, v)}:
        near = {v: row - corners for v, row in near.items() if v not in corners}
    return len(near) == 1


def one_pass(near):
    near = {v: set(row) for v, row in near.items()}
    for v in list(near):
        if is_corner(near, v):
            for w in near.pop(v):
                near[w].remove(v)
    return len(near) == 1


def graph(near):
    return nx.Graph({v: list(row) for v, row in near.items()})


ONE_COP_WINS = [
    (one_cop_wins, RIGHT, "right$"),
    (in_place, RIGHT, "changes what it is given"),
    (in_rounds, WRONG, "let one go at a time"),
    (one_pass, WRONG, "A vertex that is no corner may become one later"),
    (lambda near: len(near) == 1 or any(is_corner(near, v) for v in near), WRONG, "One corner is not enough"),
    (lambda near: nx.is_chordal(graph(near)), WRONG, "the wheel has one, and one cop wins"),
    (lambda near: nx.is_tree(graph(near)), WRONG, "is it a tree"),
    (lambda near: not one_cop_wins(near), WRONG, "It says the contrary everywhere"),
]


FAN = [(0, k) for k in range(2, 7)]

CHORDS = [
    (FAN, RIGHT, "right$"),
    ([{0, k} for k in range(2, 7)], RIGHT, "right$"),
    ([f"0-{k}" for k in range(2, 7)], WRONG, r"\['0', '2'\] is not an edge .* of the numbers 0 to 7"),
    (nx.Graph(FAN), RIGHT, "right$"),
    (FAN + [(k, 0) for k in range(2, 7)], RIGHT, "right$"),
    ([(1, 7), (1, 6), (2, 6), (2, 5), (3, 5)], RIGHT, "right$"),
    ([(0, 4)], WRONG, "with 1 new edge one robber .*cannot be taken apart"),
    ([(0, 4), (1, 5), (2, 6), (3, 7), (0, 2)], WRONG, "cannot be taken apart"),
    ([*FAN, (1, 3)], WRONG, "you have added 6 edges; 5 are enough"),
    (list(combinations(range(8), 2)), WRONG, r"\[0, 1\] is not an edge that could be added"),
    ([(3, 3)], WRONG, "is not an edge that could be added"),
    ([(0, 2, 4)], WRONG, "give a list of pairs"),
]


def test_fewer_than_five_edges_are_not_enough():
    cycle = nx.cycle_graph(8)
    missing = list(nx.complement(cycle).edges)
    for new in combinations(missing, 4):
        G = cycle.copy()
        G.add_edges_from(new)
        assert dismantling(G) is None


RING = [(0, 1), (0, 2), (0, 5), (1, 2), (1, 3), (1, 4), (2, 5), (3, 4), (3, 5), (4, 5)]
OCTAHEDRON = list(nx.octahedral_graph().edges)

NO_RING = [
    (RING, RIGHT, "right$"),
    ([f"{'abcdef'[v]}-{'abcdef'[w]}" for v, w in RING], RIGHT, "right$"),
    (nx.Graph(RING), RIGHT, "right$"),
    ([*RING, (1, 0)], RIGHT, "right$"),
    (OCTAHEDRON, WRONG, "it has 12 edges, and 12 are too many"),
    (OCTAHEDRON[:-1], WRONG, "one cop wins"),
    (list(nx.cycle_graph(4).edges), WRONG, r"the edge \[0, 1\] lies in no triangle"),
    (list(nx.wheel_graph(6).edges), WRONG, "one cop wins: it can be taken apart, beginning with 1, which 0 dominates"),
    ([*RING, (2, 7)], WRONG, r"the edge \[2, 7\] lies in no triangle"),
    ([(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)], WRONG, "in several pieces"),
    ([(0, 0)], WRONG, "0 is joined to itself"),
]


def test_no_graph_of_that_kind_up_to_seven_vertices_has_fewer_edges_than_ten():
    fewest = {}
    for G in nx.graph_atlas_g():
        two_cops = len(G) > 2 and nx.is_connected(G) and dismantling(G) is None
        if two_cops and all(set(G[v]) & set(G[w]) for v, w in G.edges):
            fewest[len(G)] = min(G.number_of_edges(), fewest.get(len(G), 99))
    assert fewest == {6: 10, 7: 11}


SHADOW = {"d": "f", "f": "e", "a": "c", "b": "g", "c": "e", "e": "g", "g": "h"}


def with_shadows(position):
    cops, robber, _ = position
    if cops is None:
        return ("h",)
    while robber not in (cops[0], *TOWN[cops[0]]):
        robber = SHADOW[robber]
    return (robber,)


FAR = dict(nx.all_pairs_shortest_path_length(TOWN))


def nearest(begin="e", order=min):
    def chase(position):
        cops, robber, _ = position
        if cops is None:
            return (begin,)
        steps = [cops[0], *TOWN[cops[0]]]
        least = min(FAR[v][robber] for v in steps)
        return (order(v for v in steps if FAR[v][robber] == least),)

    return chase


def test_whoever_goes_to_a_nearest_vertex_never_catches_him_however_he_chooses_among_them():
    """By growing the set of (cop, robber), the cop to move, from which he catches him with the best of such choices."""
    won, grown = {(v, v) for v in TOWN}, True
    while grown:
        grown = False
        for cop in TOWN:
            for robber in set(TOWN) - {r for c, r in won if c == cop}:
                steps = [cop, *TOWN[cop]]
                least = min(FAR[v][robber] for v in steps)
                for v in steps:
                    if FAR[v][robber] == least and (
                        v == robber or all((v, to) in won for to in (robber, *TOWN[robber]))
                    ):
                        won.add((cop, robber))
                        grown = True
    assert all(any((cop, robber) not in won for robber in TOWN) for cop in TOWN)
    assert len(won) > len(TOWN) + 2 * TOWN.number_of_edges()


CHASE = [
    (with_shadows, RIGHT, "right$"),
    *((nearest(begin, order), WRONG, "play can go round for ever") for begin in TOWN for order in (min, max)),
    (lambda position: position[0] or ("a",), WRONG, "play can go round for ever"),
    (lambda position: ("a",), WRONG, "your move .* is not allowed|play can go round for ever"),
    (lambda position: ("z",), WRONG, "is not allowed"),
]


LECTURE = Lecture(
    "cops",
    answers=each(
        {
            "by_hand": BY_HAND,
            "is_corner": IS_CORNER,
            "one_cop_wins": ONE_COP_WINS,
            "chords": CHORDS,
            "no_ring": NO_RING,
            "chase": CHASE,
        }
    ),
    at={"is_corner": r"at .*", "one_cop_wins": r"at .*", "chase": "here"},
)
