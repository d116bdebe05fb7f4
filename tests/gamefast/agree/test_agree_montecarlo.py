"""With the same random numbers the book's Monte-Carlo tree search grows the same tree as
today's.
"""

from random import Random

import cases
import numpy as np
import pytest

from gamefast import mcts, solve
from gamefast.search.tree import Tree as OldTree
from gamelib.games import Matches, Nim, TicTacToe
from gamelib.montecarlo import CURIOSITY, BoundedTree, UctTree
from gamelib.montecarlo import mcts as book_mcts

#: Two methods are compared here: each is the other's witness.
pytestmark = pytest.mark.slow

FIELDS = ("position", "value", "line", "best", "exact", "bounds", "visits", "values", "playouts")
OF_NODES = ("lower", "upper", "best_guess", "visits", "total", "mean", "moves", "tries")


def facts(found):
    return {name: getattr(found, name) for name in FIELDS} | {"words": str(found.explain())}


@pytest.mark.parametrize("seed", range(100))
def test_the_same_answer_on_random_games_cycles_and_all(seed):
    rng = Random(seed)
    games = [*cases.acyclic_games(rng), cases.cyclic(rng, 9), cases.cyclic(rng, 12, numbers=True)]
    for game in [game for game in games if game.outcome(game.start()) is None]:
        chosen = {
            "playouts": rng.choice([1, 7, 60]),
            "curiosity": rng.choice([0.3, CURIOSITY, 5]),
            "span": (-3, 3),
        }
        there = facts(mcts(game, rng=np.random.default_rng(seed), **chosen))
        assert facts(book_mcts(game, rng=np.random.default_rng(seed), **chosen)) == there


@pytest.mark.parametrize("seed", range(12))
def test_the_same_answer_on_boards(seed):
    rng = Random(seed)
    for game in cases.boards():
        real = getattr(game, "game", game)
        position = cases.later_position(rng, real, 6)
        if real.outcome(position) is None:
            there = facts(mcts(game, position, playouts=100, rng=np.random.default_rng(seed)))
            assert (
                facts(book_mcts(game, position, playouts=100, rng=np.random.default_rng(seed)))
                == there
            )


@pytest.mark.parametrize("seed", range(6))
def test_the_same_tree_node_by_node(seed):
    game = TicTacToe()
    position = cases.later_position(Random(seed), game, 3)
    ours = BoundedTree(game, position, np.random.default_rng(seed), CURIOSITY, (-1, 1))
    theirs = OldTree(game, position, np.random.default_rng(seed), CURIOSITY, (-1, 1))
    for _ in range(150):
        assert [node.position for node in ours.playout()] == [
            node.position for node in theirs.playout()
        ]
    assert list(ours.nodes) == list(theirs.nodes)
    for here, there in zip(ours.nodes.values(), theirs.nodes.values(), strict=True):
        assert [getattr(here, name) for name in OF_NODES] == [
            getattr(there, name) for name in OF_NODES
        ]
    assert ours.worths(ours.root) == theirs.worths(theirs.root)


@pytest.mark.parametrize("seed", range(40))
def test_what_is_proved_is_true_and_the_bounds_hold(seed):
    rng = Random(seed)
    game = cases.dag(rng, rng.randint(2, 15))
    if game.outcome(0) is None:
        found = book_mcts(game, playouts=300, rng=Random(seed))
        value = solve(game)[0].value
        assert found.bounds[0] <= value <= found.bounds[1]
        assert found.value == value or not found.exact


@pytest.mark.parametrize("seed", range(5))
def test_plain_uct_comes_to_prefer_the_move_that_wins(seed):
    tree = UctTree(Nim((1, 2)), (1, 2), Random(seed), CURIOSITY, (-1, 1))
    for _ in range(400):
        tree.playout()
    assert tree.root.moves[tree.root.tries.index(max(tree.root.tries))] == (1, 1)
    assert not tree.root.proved


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"playouts": 0}, "playouts=0"),
        ({"curiosity": 0}, "curiosity=0"),
        ({"span": (-1, 2)}, "what one player wins the other loses"),
        ({"span": (1, -1)}, "span="),
        ({"position": 0}, "play is over at 0"),
        ({"position": -1}, "-1"),
    ],
)
def test_mistakes_are_told_in_the_same_words(chosen, message):
    said = []
    for search in (mcts, book_mcts):
        with pytest.raises(ValueError, match=message) as error:
            search(Matches(9), **({"playouts": 9, "rng": np.random.default_rng(1)} | chosen))
        said.append(str(error.value))
    assert said[0] == said[1]


def test_chance_needs_a_source_and_a_result_lies_in_the_span():
    for rng in (None, 1, Random):
        with pytest.raises(TypeError, match="chance needs its source"):
            book_mcts(Matches(9), playouts=9, rng=rng)
    game = cases.GraphGame({0: [1], 1: []}, {1: 2})
    with pytest.raises(ValueError, match=r"the result at 1 is 2, but span=\(-1, 1\)"):
        book_mcts(game, playouts=9, rng=Random(1))
