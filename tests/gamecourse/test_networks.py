"""Pictures of undirected graphs: what stands where, and how a graph is taken apart."""

import matplotlib.pyplot as plt
import networkx as nx
import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.patches import Circle, PathPatch, Rectangle

from gamecourse.show import networks
from gamecourse.show.shades import MARKS
from gamelib.solvers.backward.cop_number import dismantling


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def discs(ax):
    return [patch for patch in ax.patches if isinstance(patch, Circle) and patch.radius == 0.4]


def lines(ax):
    return [patch for patch in ax.patches if isinstance(patch, PathPatch) and patch.get_linewidth()]


def words(ax):
    return [text.get_text() for text in ax.texts]


def test_each_vertex_has_a_disc_and_each_edge_a_line():
    G = nx.petersen_graph()
    ax = networks.network(G, title="Petersen", heavy=[(1, 0)])
    assert (len(discs(ax)), len(lines(ax)), ax.get_title()) == (10, 15, "Petersen")
    assert words(ax) == [str(v) for v in G]
    assert sum(line.get_linewidth() > 2 for line in lines(ax)) == 1


def test_tokens_stand_where_they_are_said_to():
    """As on the stage: the policeman is a black disc, the thief a white square."""
    places = [disc.center for disc in discs(networks.network(nx.path_graph(4)))]
    ax = networks.network(nx.path_graph(4), cops=[0], robber=2, grey=[3], names=False)
    assert words(ax) == ["P", "T"]
    (cop,) = [patch for patch in ax.patches if isinstance(patch, Circle) and patch not in discs(ax)]
    (robber,) = [patch for patch in ax.patches if isinstance(patch, Rectangle)]
    (left, grey) = discs(ax)
    assert np.allclose([cop.center, left.center, robber.get_center(), grey.center], places)
    assert (cop.get_facecolor()[:3], robber.get_facecolor()[:3]) == ((0, 0, 0), (1, 1, 1))
    assert [to_hex(disc.get_facecolor()).upper() for disc in (left, grey)] == ["#FFFFFF", MARKS[0].colour]


def test_a_vertex_called_none_or_nought_is_taken_for_no_robber():
    assert words(networks.network(nx.path_graph(2))) == ["0", "1"]


def test_a_graph_is_taken_apart_along_arrows():
    G = nx.wheel_graph(6)
    ax = networks.taken_apart(G)
    order = dismantling(G)
    assert [int(said) for said in words(ax)[1::2]] == [order.index(v) + 1 for v in G]
    assert len(ax.get_label().split("\n")) == 5
    heads = [patch for patch in ax.patches if isinstance(patch, PathPatch) and not patch.get_linewidth()]
    assert (len(heads), len(lines(ax))) == (5, G.number_of_edges())


def test_what_cannot_be_taken_apart_is_said_not_to_be():
    ax = networks.taken_apart(nx.cycle_graph(5))
    assert ax.get_title() == "No order takes it apart: one cop does not win"
    assert words(ax) == list("01234")
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
