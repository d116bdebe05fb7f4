"""The book's solve_locally finds what today's finds, and looks at the same positions."""

from random import Random

import cases
import networkx as nx
import pytest

from gamefast.retrograde.local import solve_locally
from gamelib.core import TooLarge
from gamelib.games import CopsAndThief, Matches
from gamelib.local import solve_locally as book_locally

#: Two methods are compared here: each is the other's witness.
pytestmark = pytest.mark.slow


def facts(found):
    return found.outcome, found.visited, found.move


@pytest.mark.parametrize("seed", range(60))
def test_on_random_games_and_graphs_from_every_position(seed):
    rng = Random(seed)
    for game in [cases.cyclic(rng, 12), cases.cyclic(rng, 25, numbers=True), cases.dag(rng, 20)]:
        for position in game.positions():
            assert facts(book_locally(game, position)) == facts(solve_locally(game, position))
    graph = cases.digraph(rng, rng.randint(1, 30), results=[None, None, None, 1, -1, 0, 2.5])
    for vertex in graph:
        assert facts(book_locally(graph, vertex)) == facts(solve_locally(graph, vertex))


@pytest.mark.parametrize("seed", range(20))
def test_on_games_of_every_kind(seed):
    rng = Random(seed)
    for game in [
        *cases.acyclic_games(rng),
        CopsAndThief.from_text("P..\n.*T"),
        *cases.boards()[:2],
    ]:
        position = cases.later_position(rng, game, 4)
        assert facts(book_locally(game, position)) == facts(solve_locally(game, position))


def test_long_and_cyclic_graphs_need_no_recursion():
    n = 20_000
    path = nx.path_graph(n, create_using=nx.DiGraph)
    assert facts(book_locally(path, 0)) == facts(solve_locally(path, 0))
    assert facts(book_locally(nx.cycle_graph(n, create_using=nx.DiGraph), 0))[0] == 0


def test_limits_and_mistakes():
    with pytest.raises(TooLarge, match="10 positions do not settle the outcome"):
        book_locally(Matches(100), max_positions=10)
    with pytest.raises(ValueError, match="a bare graph has no start"):
        book_locally(nx.DiGraph([(0, 1)]))
    with pytest.raises(ValueError, match="7 is not a vertex"):
        book_locally(nx.DiGraph([(0, 1)]), 7)
    with pytest.raises(TypeError, match="a game needs a directed graph"):
        book_locally(nx.Graph([(0, 1)]), 0)
