"""The book counts cops as today's functions do, and by two methods."""

from random import Random

import cases
import networkx as nx
import pytest

from gamefast import solve
from gamefast.boards.chases import robber_chase
from gamefast.pursuit import caught_within, cop_number
from gamelib.games import CopsAndRobber
from gamelib.pursuit import caught_within as book_caught
from gamelib.pursuit import cop_number as book_number
from gamelib.pursuit import dismantling as book_dismantling
from gamelib.retrograde import solve as book_solve

#: Two methods are compared here: each is the other's witness.
pytestmark = pytest.mark.slow


def connected(rng, size):
    """A random connected graph, with a loop now and then."""
    graph = nx.random_labeled_tree(size, seed=rng.randrange(1000))
    for _ in range(rng.randint(0, size)):
        graph.add_edge(rng.randrange(size), rng.randrange(size))
    return graph


@pytest.mark.parametrize("seed", range(40))
def test_on_random_graphs(seed):
    rng = Random(seed)
    small = connected(rng, rng.randint(1, 7))
    assert book_number(small) == cop_number(small)
    assert (book_number(small) == 1) == (book_dismantling(small) is not None)
    for cops in (1, 2):
        game = CopsAndRobber(small, cops)
        assert book_caught(book_solve(game)) == caught_within(solve(robber_chase(game)))


def test_graphs_that_everybody_knows():
    assert book_number(nx.petersen_graph()) == 3
    assert book_number(nx.grid_2d_graph(3, 3)) == 2
    assert [book_caught(book_solve(CopsAndRobber(nx.path_graph(n)))) for n in range(1, 8)] == [
        0,
        1,
        1,
        3,
        3,
        5,
        5,
    ]


@pytest.mark.parametrize("wrong", [nx.DiGraph([(0, 1)]), "text", nx.Graph])
def test_what_is_no_undirected_graph_is_refused_in_the_same_words(wrong):
    assert cases.answer(book_number, wrong) == cases.answer(cop_number, wrong)
    for ours in (book_number, book_dismantling):
        assert cases.answer(ours, wrong)[0] is TypeError


def test_a_graph_in_pieces_is_refused():
    with pytest.raises(ValueError, match="not connected"):
        book_number(nx.Graph([(0, 1), (2, 3)]))
