"""The two proofs of a tree's value, and the leaves that a search must look at."""

import numpy as np
import pytest

from gamecourse.show import alphabeta as pictures
from gamecourse.show import proofs
from gamefast import minimax
from gamelib.games import MinMaxTree

SMALL = {"A": ["B", "C"], "B": 4, "C": ["D", "E"], "D": 3, "E": 9}


def uniform(rng, branching, depth, name="r"):
    if depth == 0:
        return {name: int(rng.integers(-9, 10))}
    children = [f"{name}{k}" for k in range(branching)]
    return {name: children} | {
        k: v for child in children for k, v in uniform(rng, branching, depth - 1, child).items()
    }


def best_first(tree):
    worth = {node: minimax(tree, node).value for node in tree.nodes}
    return lambda node, moves: sorted(moves, key=worth.get)


@pytest.mark.parametrize("branching", [1, 2, 3])
@pytest.mark.parametrize("depth", range(6))
def test_the_best_first_looks_at_the_two_proofs_and_no_more(branching, depth):
    rng = np.random.default_rng(depth)
    for _ in range(3):
        tree = MinMaxTree(uniform(rng, branching, depth))
        order, value = best_first(tree), minimax(tree).value
        mine, his = (proofs.leaves(tree, whose, order) for whose in ("Max", "Min"))
        assert (len(mine), len(his), len(mine & his)) == (
            branching ** (depth // 2),
            branching ** -(-depth // 2),
            1,
        )
        looked = {
            step.node for step in pictures.trace(tree, order) if tree.outcome(step.node) is not None
        }
        assert looked == mine | his
        worth = {leaf: tree.to_max(leaf, tree.outcome(leaf)) for leaf in looked}
        assert min(worth[leaf] for leaf in mine) == value == max(worth[leaf] for leaf in his)


def test_a_proof_keeps_to_the_order_among_equals():
    tree = MinMaxTree({"A": ["B", "C"], "B": 4, "C": 4})
    assert proofs.proof(tree, "Max") == ["A", "B"]
    assert proofs.proof(tree, "Max", lambda node, moves: moves[::-1]) == ["A", "C"]


def test_numbers_stand_inside_their_leaves_however_many_these_are():
    ax = proofs.tree(
        MinMaxTree({"A": [str(k) for k in range(60)]} | {str(k): -8 for k in range(60)})
    )
    ax.figure.canvas.draw()
    boxes = [patch.get_window_extent() for patch in ax.patches]
    for text in ax.texts:
        words = text.get_window_extent()
        assert any(box.x0 < words.x0 < words.x1 < box.x1 for box in boxes), words


def test_nobody_elses_proof():
    with pytest.raises(ValueError, match="give 'Max' or 'Min'"):
        proofs.proof(MinMaxTree(SMALL), "X")
