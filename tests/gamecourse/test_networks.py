"""Pictures of undirected graphs: what stands where, and how a graph is taken apart."""

import networkx as nx
import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.patches import Circle, Rectangle

from gamecourse.show import networks
from gamecourse.show.shades import MARKS
from gamelib.solvers.backward.cop_number import dismantling


def words(ax):
    return [text.get_text() for text in ax.texts]


def test_tokens_stand_where_they_are_said_to():
    """As on the stage: the policeman is a black disc, the thief a white square. More is in the figures of lecture 5."""
    plain = networks.network(nx.path_graph(4))
    assert words(plain) == list("0123")  # a vertex called 0 is not "no robber"
    places = [patch.center for patch in plain.patches if isinstance(patch, Circle)]
    ax = networks.network(nx.path_graph(4), cops=[0], robber=2, grey=[3], names=False)
    assert words(ax) == ["C", "R"]
    discs = [patch for patch in ax.patches if isinstance(patch, Circle)]
    (robber,) = [patch for patch in ax.patches if isinstance(patch, Rectangle)]
    stand = {patch.center: to_hex(patch.get_facecolor()).upper() for patch in discs}
    stand[tuple(robber.get_center())] = to_hex(robber.get_facecolor()).upper()
    found = [next(colour for at, colour in stand.items() if np.allclose(at, place)) for place in places]
    assert found == ["#000000", "#FFFFFF", "#FFFFFF", MARKS[0].colour]


def test_a_graph_is_taken_apart_along_arrows_or_said_not_to_be():
    G = nx.wheel_graph(6)
    order = dismantling(G)
    assert [int(said) for said in words(networks.taken_apart(G))[1::2]] == [order.index(v) + 1 for v in G]
    assert networks.taken_apart(nx.cycle_graph(5)).get_title() == "No order takes it apart: one cop does not win"
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
