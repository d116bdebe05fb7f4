"""What the engine alone does for cops and robbers: the chase after the choice of places, in arrays.
What it promises together with the book stands in tests/gamelib/test_robbers.py.
"""

import time

import pytest

from gamefast import check_solution, cop_number, solve
from gamefast.boards.chases import robber_chase
from gamefast.pursuit import caught_within
from gamelib import DRAW, WIN
from gamelib.core import TooLarge
from gamelib.games import CopsAndRobber

nx = pytest.importorskip("networkx")


@pytest.mark.parametrize("robber_waits", [True, False])
@pytest.mark.parametrize("cops", [1, 2])
@pytest.mark.parametrize("seed", range(20))
def test_the_chase_and_the_whole_game_with_its_choice_of_places(seed, cops, robber_waits):
    G = nx.random_labeled_tree(5, seed=seed)
    G.add_edges_from([(0, 2), (1, seed % 5)])
    game = CopsAndRobber(G, cops, robber_waits=robber_waits)
    chase = solve(robber_chase(game))
    check_solution(chase)
    whole = solve(game)
    assert all(whole[position] == verdict for position, verdict in chase.items())
    verdict, within = whole[game.start()], caught_within(chase)
    assert verdict.outcome == (DRAW if within is None else WIN)
    if within is not None:
        assert verdict.remoteness == 2 + within  # two moves more, to choose the places


def test_a_robber_who_must_move_has_one_vertex_or_is_caught():
    chase = solve(robber_chase(CopsAndRobber(nx.path_graph(1), robber_waits=False)))
    assert caught_within(chase) == 0
    square = CopsAndRobber(nx.cycle_graph(4), robber_waits=False)
    assert caught_within(solve(robber_chase(square))) == 3
    petersen = [CopsAndRobber(nx.petersen_graph(), k, robber_waits=False) for k in (1, 2, 3)]
    caught = [caught_within(solve(robber_chase(game))) for game in petersen]
    assert caught == [None, None, 1]  # three of its vertices dominate all the others


def test_the_dodecahedron_needs_three_cops():
    """Aigner and Fromme, A game of cops and robbers (1984): girth 5 and degree 3 need 3 cops."""
    assert cop_number(nx.dodecahedral_graph()) == 3


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (
            lambda: robber_chase(CopsAndRobber(nx.random_regular_graph(4, 100, seed=1), 4)),
            "at least 4,421,275 teams",
        ),
        (
            lambda: robber_chase(CopsAndRobber(nx.complete_graph(60), 3)),
            "37,820 teams with 8.2e[+]09 steps together",
        ),
        (lambda: cop_number(nx.complete_bipartite_graph(90, 90)), "1 cops|2 cops"),
    ],
)
def test_too_many_cops_are_counted_first(act, message):
    begun = time.process_time()
    with pytest.raises(TooLarge, match=message):
        act()
    assert time.process_time() - begun < 2
