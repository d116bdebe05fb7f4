"""Pictures of undirected graphs: what stands where, and how a graph is taken apart."""

import networkx as nx
import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.patches import Circle, PathPatch

from gamecourse.show import networks
from gamecourse.show.colours import MARKS
from gamecourse.show.stage.pieces import PIECES
from gamelib.pursuit import dismantling


def words(ax):
    return [text.get_text() for text in ax.texts]


def discs(ax):
    return [patch for patch in ax.patches if isinstance(patch, Circle)]


def test_pieces_stand_where_they_are_said_to():
    """As on the stage, and beside a vertex's name. How they look, the figures of lecture 5 show."""
    plain = networks.network(nx.path_graph(4))
    assert words(plain) == list("0123")  # a vertex called 0 is not "no robber"
    ax = networks.network(nx.path_graph(4), cops=[0], robber=2, grey=[3])
    assert sorted(words(ax)) == list("0123")
    assert [to_hex(disc.get_facecolor()).upper() for disc in discs(ax)][3] == MARKS[0].colour
    parts = [part.get_window_extent() for part in ax.patches if isinstance(part, PathPatch)]
    inside = [
        [part for part in parts if disc.contains_point((part.p0 + part.p1) / 2)]
        for disc in discs(ax)
    ]
    assert list(map(len, inside)) == [
        PIECES[name].count("/>") if name else 0 for name in ("policeman", "", "thief", "")
    ]


def test_a_graph_is_taken_apart_along_arrows_or_said_not_to_be():
    G = nx.wheel_graph(6)
    order = dismantling(G)
    assert [int(said) for said in words(networks.taken_apart(G))[1::2]] == [
        order.index(v) + 1
        for v in G
        if v != order[-1]  # the last vertex stays, without a number
    ]
    assert (
        networks.taken_apart(nx.cycle_graph(5)).get_title()
        == "No order takes it apart: one cop does not win"
    )
    with pytest.raises(TypeError, match="undirected"):
        networks.taken_apart(nx.DiGraph([(0, 1)]))


def test_dominators_dominate():
    G = nx.wheel_graph(7)
    order = dismantling(G)
    for v, w in networks.dominators(G, order).items():
        left = set(order[order.index(v) :])
        assert w in left
        assert {v, *G[v]} & left <= {w, *G[w]}


@pytest.mark.parametrize(
    ("G", "cycle", "sizes"),
    [
        (nx.dodecahedral_graph(), [0, 1, 2, 3, 19], [5, 5, 5, 5]),
        (nx.petersen_graph(), [0, 1, 2, 3, 4], [5, 5]),
        (nx.wheel_graph(9), list(range(1, 9)), [8, 1]),
        (nx.balanced_tree(3, 2), list(range(4, 13)), [9, 3, 1]),
    ],
    ids=["dodecahedron", "Petersen", "wheel", "tree"],
)
def test_rings_lie_in_each_other_and_no_two_vertices_touch(G, cycle, sizes):
    places = np.array([networks.in_rings(G, cycle).nodes[v]["pos"] for v in G])
    radii = np.round(np.hypot(*places.T), 3)
    assert [int(np.sum(radii == r)) for r in sorted(set(radii.tolist()), reverse=True)] == sizes
    between = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1)) + 9 * np.eye(len(G))
    assert between.min() > 0.6
    assert "pos" not in G.nodes[cycle[0]]


@pytest.mark.parametrize("edges", [[], [(3, 4)]])
def test_a_vertex_that_no_ring_reaches_is_refused(edges):
    G = nx.cycle_graph(3)
    G.add_nodes_from([3, 4])
    G.add_edges_from(edges)
    with pytest.raises(ValueError, match="no path leads from the cycle to 3"):
        networks.in_rings(G, [0, 1, 2])
