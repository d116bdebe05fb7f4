"""Graphs of hundreds of thousands of vertices, solved in arrays."""

import numpy as np
from naive import random_arrays

from gamefast import GameGraph, check_solution, solve
from gamelib import LOSS, WIN


def test_a_large_graph_is_solved():
    graph = GameGraph.from_arrays(*random_arrays(np.random.default_rng(7), 300_000, 450_000))
    assert check_solution(solve(graph)) == 300_000


def test_a_long_path_needs_no_recursion():
    n = 300_000
    solution = solve(GameGraph.from_arrays(np.minimum(np.arange(n + 1), n - 1), np.arange(1, n)))
    assert solution[0].remoteness == n - 1
    assert solution[0].outcome == (LOSS if n % 2 else WIN)
