"""Where vertices stand and arrows run: an arrow keeps clear of every vertex that is not its own,
where it can.
"""

from itertools import permutations

import networkx as nx
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from naive import digraphs

from gamecourse.show import colours, layout
from gamefast import GameGraph, solve
from gamelib.games import Matches


def pictures(G):
    """The graph's arrows, with the places in a circle and those in columns."""
    solution = solve(G)
    edges = [(i, int(j)) for i in range(len(solution)) for j in solution.graph.options(i)]
    yield layout.circle(len(solution)), edges
    yield layout.columns(solution.remoteness), edges


def distance(places, edge, bend):
    """From the middle of the nearest vertex that is not the arrow's own to the arrow, at 301 points
    of it.
    """
    t = np.linspace(0, 1, 301)[:, None]
    places = np.array(places, float)
    (a, b), others = places[list(edge)], np.delete(places, list(edge), axis=0)
    control = (a + b) / 2 + bend * np.array([-(b - a)[1], (b - a)[0]])
    points = (1 - t) ** 2 * a + 2 * t * (1 - t) * control + t**2 * b
    return min((np.hypot(*(points - other).T).min() for other in others), default=np.inf)


def hidden(places, edges, radius=layout.RADIUS):
    """The arrows that run over the disc of a vertex that is not their own."""
    bends = layout.bends(places, edges, radius)
    return [
        edge
        for edge, bend in zip(edges, bends, strict=True)
        if edge[0] != edge[1] and distance(places, edge, bend) < radius
    ]


@given(digraphs())
@example(GameGraph.of(Matches(12)))  # straight, the arrow from 4 to 1 would run through 2
def test_no_arrow_of_a_small_graph_passes_behind_a_vertex(G):
    for places, edges in pictures(G):
        assert not hidden(places, edges)


@pytest.mark.parametrize("n", [2, 3, 7, 12])
def test_in_a_circle_every_arrow_there_can_be_is_clear(n):
    assert not hidden(layout.circle(n), list(permutations(range(n), 2)))


@given(
    st.lists(st.tuples(st.integers(0, 6), st.integers(0, 4)), min_size=3, max_size=20, unique=True),
    st.data(),
)
def test_where_nothing_is_clear_the_arrow_takes_the_least_bad_way(points, data):
    """On a crowded grid: no bend, of 401 between -1 and 1, comes notably less close to the
    vertices.
    """
    places = 0.5 * np.array(points, float)
    edge = tuple(data.draw(st.permutations(range(len(points))))[:2])
    (bend,) = layout.bends(places, [edge])
    reached = distance(places, edge, bend)
    if reached < layout.RADIUS:
        assert reached > max(distance(places, edge, b) for b in np.linspace(-1, 1, 401)) - 0.05


@given(digraphs())
def test_to_and_fro_are_two_arrows(G):
    """Arrows between the same two stay apart in the middle by more than half a radius."""
    for places, edges in pictures(G):
        middle = {
            (i, j): np.array(layout.curve(places[i], places[j], bend, 3)[1])
            for (i, j), bend in zip(edges, layout.bends(places, edges), strict=True)
        }
        for i, j in edges:
            if i < j and (j, i) in middle:
                assert np.hypot(*(middle[i, j] - middle[j, i])) > 0.5 * layout.RADIUS


def test_arrows_at_one_vertex_do_not_look_like_one():
    """Two neighbours seen at an angle of 0.1: one arrow of the two turns away."""
    places = [(0, 0), (4, 0), (4, 0.4)]
    edges = [(0, 1), (0, 2)]
    assert layout.bends(places, edges, 0.1) == [0.0, 0.0]
    for arrows in (edges, [(b, a) for a, b in edges]):
        bends = layout.bends(places, arrows, 0.1, layout.LEAST_ANGLE)
        near_the_shared_vertex = [1, -2][arrows is not edges]
        points = [
            layout.curve(places[a], places[b], bend)[near_the_shared_vertex]
            for (a, b), bend in zip(arrows, bends, strict=True)
        ]
        first, second = (np.arctan2(y, x) for x, y in points)
        assert abs(first - second) > 0.9 * layout.LEAST_ANGLE


def test_three_arrows_from_the_same_to_the_same_part():
    places = np.array([(0, 0), (2, 0)], float)
    heights = [
        layout.curve((0, 0), (2, 0), bend, 3)[1][1] for bend in layout.bends(places, [(0, 1)] * 3)
    ]
    assert np.diff(sorted(heights)).min() > 0.5 * layout.RADIUS
    assert sorted(heights)[1] == 0


def test_odd_graphs_have_places_too():
    for n in (0, 1):
        assert len(layout.circle(n)) == len(layout.columns([0] * n)) == n
    assert layout.bends([], []) == []
    assert layout.bends(np.zeros((2, 2)), [(0, 1), (0, 0)]) == [0, 0]


@given(st.sampled_from(list(colours.MARKS)), st.integers(0, 400), st.integers(0, 400))
def test_on_every_shade_the_ink_can_be_read(outcome, remoteness, longest):
    fill, ink = colours.shade(outcome, remoteness, longest)
    assert colours.contrast(fill, {"black": "#000000", "white": "#ffffff"}[ink]) >= 4.5


def test_lightness_says_how_soon_and_hue_who_wins():
    for outcome, above, below in (
        (1, 5, 1),
        (-1, 1, 5),
    ):  # of "#rrggbb": blue is above red, or red above blue
        fills = [colours.shade(outcome, remoteness, 40)[0] for remoteness in range(41)]
        light = [colours.contrast(fill, "#000000") for fill in fills]
        assert light == sorted(set(light))
        assert all(
            int(fill[above : above + 2], 16) > 60 + int(fill[below : below + 2], 16)
            for fill in fills
        )
    assert len({colours.shade(0, None, longest) for longest in range(9)}) == 1


@given(digraphs())
def test_in_layers_all_arrows_point_left_and_a_cycle_is_refused(G):
    options = [[list(G).index(w) for w in G.successors(v)] for v in G]
    if not nx.is_directed_acyclic_graph(G):
        with pytest.raises(ValueError, match="cycle"):
            layout.layers(options)
        return
    places = layout.layers(options)
    assert len(set(places)) == len(places)
    for vertex, below in enumerate(options):
        walk = max((round(places[w][0] / layout.COLUMN) for w in below), default=-1) + 1
        assert places[vertex][0] == round(walk * layout.COLUMN, 6)
