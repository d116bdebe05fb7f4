"""The exercises of lecture 05: right and wrong answers as they are given, and what becomes of
each.
"""

from itertools import combinations, product

import networkx as nx
import numpy as np

from check.lecture import RIGHT, TYPE, WRONG, Lecture, each
from gamecourse.check import cops as check
from gamecourse.grading.sheet import opened
from gamelib.pursuit import dismantling

TOWN = check.TOWN
ORDER = list("dfabcegh")

BY_HAND = [
    (ORDER, RIGHT, "right$"),
    (tuple(ORDER[:-1]), RIGHT, "right$"),
    (dismantling(TOWN), RIGHT, "right$"),
    ("dfabcegh", WRONG, "Give a list of letters. You gave the text 'dfabcegh'"),
    (list("DFABCEGH"), WRONG, "'D' is not a vertex of the town"),
    (
        list("fdabcegh"),
        WRONG,
        "f is not a corner: none of its neighbours is near all of a, d, e and g",
    ),
    (
        list("dafbcegh"),
        WRONG,
        "after d has gone, a is not a corner: none of its neighbours is near all of b, c, e",
    ),
    (list("dfa"), WRONG, "right so far, but b, c, e, g and h are left"),
    (list("dfdabcegh"), WRONG, "'d' is in it more than once"),
    (list("dxf"), WRONG, "'x' is not a vertex of the town"),
    (set(ORDER), WRONG, "because the order counts"),
    ([], WRONG, "are left"),
]


def is_corner(near, v):
    return any(near[v] | {v} <= near[w] | {w} for w in near[v])


def among(most):
    """Only the first neighbours are tried."""
    return lambda near, v: any(near[v] | {v} <= near[w] | {w} for w in list(near[v])[:most])


IS_CORNER = [
    (is_corner, RIGHT, "right$"),
    (
        lambda near, v: any(near[v] <= near[w] | {w} for w in near if w != v),
        WRONG,
        "never asks if w is near v",
    ),
    (
        lambda near, v: any(near[v] <= near[w] for w in near if w != v),
        WRONG,
        r"asks whether near\[v\] <= near\[w\]",
    ),
    (
        lambda near, v: any(near[v] | {v} == near[w] | {w} for w in near if w != v),
        WRONG,
        "w may be near other vertices",
    ),
    (
        lambda near, v: any(near[v] | {v} <= near[w] | {w} for w in near),
        WRONG,
        "as if a vertex dominated itself",
    ),
    (
        lambda near, v: not is_corner(near, v),
        WRONG,
        "says the opposite of the right answer everywhere",
    ),
    (lambda near, v: len(near[v]) == 1, WRONG, r"is False, it should be True\.$"),
    *((among(most), WRONG, r"is False, it should be True\.$") for most in (1, 4, 8, 10)),
    (lambda near, v: int(is_corner(near, v)), TYPE, "It is a number: give True or False"),
]


def in_place(near, never=None):
    while len(near) > 1:
        corner = next(
            (v for v in near if v not in list(near)[never or slice(0)] and is_corner(near, v)), None
        )
        if corner is None:
            return False
        for w in near.pop(corner):
            near[w].remove(corner)
    return True


def one_cop_wins(near, never=None):
    return in_place({v: set(row) for v, row in near.items()}, never)


def from_afar(near):
    """A vertex goes if another one is near all its neighbours, wherever that one is."""
    near = {v: set(row) for v, row in near.items()}
    while len(near) > 1:
        pairs = ((v, w) for v in near for w in near if w != v)
        gone = next((v for v, w in pairs if near[v] - {w} <= near[w]), None)
        if gone is None:
            return False
        for w in near.pop(gone):
            near[w].remove(gone)
    return True


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


def moves_to_the_catch(near):
    """How many moves a cop who begins on the best vertex needs against the best robber."""
    within = {(v, v): 0 for v in near}
    moves = 0
    while len(within) < len(near) ** 2:
        moves += 1
        before = set(within)
        for cop, robber in set(product(near, near)) - before:
            if any(
                to == robber or all((to, there) in before for there in near[robber] | {robber})
                for to in near[cop] | {cop}
            ):
                within[cop, robber] = moves
    return min(max(within[cop, robber] for robber in near) for cop in near)


def test_the_slowest_graphs_take_as_long_as_is_possible():
    slowest = opened(check)["slowest"]
    assert [moves_to_the_catch(slowest(n)) for n in range(7, 13)] == [n - 4 for n in range(7, 13)]


def chase_cut_short(near):
    """Whether a cop catches the robber with half as many moves as there are vertices."""
    within = {(v, v) for v in near}
    for _ in range(len(near) // 2):
        within |= {
            (cop, robber)
            for cop, robber in product(near, near)
            if any(
                to == robber or all((to, there) in within for there in near[robber] | {robber})
                for to in near[cop] | {cop}
            )
        }
    return any(all((cop, robber) in within for robber in near) for cop in near)


ONE_COP_WINS = [
    (one_cop_wins, RIGHT, "right$"),
    (in_place, RIGHT, "changes what it is given"),
    (in_rounds, WRONG, "let one go at a time"),
    (one_pass, WRONG, "A vertex may become a corner later"),
    (from_afar, WRONG, "near the vertex itself, too: a ring of four has no corner"),
    (
        lambda near: len(near) == 1 or any(is_corner(near, v) for v in near),
        WRONG,
        "says whether there is a corner",
    ),
    (chase_cut_short, WRONG, r"is False, it should be True\.$"),
    (lambda near: nx.is_chordal(graph(near)), WRONG, r"is False, it should be True\.$"),
    (lambda near: nx.is_tree(graph(near)), WRONG, r"is False, it should be True\.$"),
    (
        lambda near: not one_cop_wins(near),
        WRONG,
        "says the opposite of the right answer everywhere",
    ),
    (
        lambda near: one_cop_wins(near, slice(1)),
        WRONG,
        "is False, it should be True",
    ),  # a first vertex that never goes
    (lambda near: one_cop_wins(near, slice(-1, None)), WRONG, "is False, it should be True"),
]


FAN = [(0, k) for k in range(2, 7)]

CHORDS = [
    (FAN, RIGHT, "right$"),
    ([(1, 7), (1, 6), (2, 6), (2, 5), (3, 5)], RIGHT, "right$"),
    ([(0.0, k) for k in range(2, 7)], TYPE, r"0\.0 should be a whole number, 0"),
    (np.array(FAN), TYPE, "of the type ndarray"),
    (
        [{0, k} for k in range(2, 7)],
        WRONG,
        "Give a list of pairs of vertices. Your answer contains {0, 2}",
    ),
    ([f"0-{k}" for k in range(2, 7)], WRONG, "Your answer contains the text '0-2'"),
    (FAN + [(k, 0) for k in range(2, 7)], WRONG, r"\(2, 0\) is there already"),
    ([*FAN, [0, 6]], WRONG, r"\(0, 6\) is in it more than once"),
    ([(0, 4)], WRONG, "the robber still escapes.*cannot be taken apart"),
    ([(0, 4), (1, 5), (2, 6), (3, 7), (0, 2)], WRONG, "cannot be taken apart"),
    ([*FAN, (1, 3)], WRONG, "you have added 6 edges, and 5 are enough"),
    (list(combinations(range(8), 2)), WRONG, r"\(0, 1\) is there already"),
    ([(3, 3)], WRONG, r"\(3, 3\) is not an edge between two"),
    ([(0, 8)], WRONG, r"\(0, 8\) is not an edge between two"),
    ([(0, 2, 4)], WRONG, r"Give a list of pairs of vertices\. Your answer contains \(0, 2, 4\)"),
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
    ([tuple("abcdef"[v] for v in edge) for edge in RING], RIGHT, "right$"),
    (
        [f"{'abcdef'[v]}-{'abcdef'[w]}" for v, w in RING],
        WRONG,
        "Your answer contains the text 'a-b'",
    ),
    (nx.Graph(RING), WRONG, "Give a list of pairs of vertices"),
    ([*RING, (1, 0)], WRONG, r"the edge \[1, 0\] is there twice"),
    (OCTAHEDRON, WRONG, "your graph has 12 edges. Give some, but fewer than 12"),
    (OCTAHEDRON[:-1], WRONG, "one cop wins"),
    (list(nx.cycle_graph(4).edges), WRONG, r"the edge \[0, 1\] lies in no triangle"),
    (
        list(nx.wheel_graph(6).edges),
        WRONG,
        "your graph can be taken apart, beginning with 1, which 0 dominates",
    ),
    ([*RING, (2, 7)], WRONG, r"the edge \[2, 7\] lies in no triangle"),
    ([(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)], WRONG, "in several pieces"),
    ([(0, 0)], WRONG, "0 is joined to itself"),
    ([], WRONG, "your graph has 0 edges"),
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


def test_going_to_a_nearest_vertex_never_catches_the_robber_however_ties_are_broken():
    """By growing the set of (cop, robber), the cop to move, from which the best of such choices
    makes the catch.
    """
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
    *(
        (nearest(begin, order), WRONG, "play can cycle for ever")
        for begin in TOWN
        for order in (min, max)
    ),
    (lambda position: position[0] or ("a",), WRONG, "play can cycle for ever"),
    (lambda position: ("a",), WRONG, "The move .* is not allowed|play can cycle for ever"),
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
    slow=["is_corner", "one_cop_wins"],
)
