"""The loops of gamelib, compiled: what they say as plain Python, and what would take too long without."""

from fractions import Fraction
from functools import cache

import numpy as np
from naive import Graph

from gamelib import CHANCE, GameGraph, chance_values, exact_values, mex, nimbers
from gamelib.solvers.impartial.nimbers import mex_backwards

HALF = Fraction(1, 2)


def test_nimbers_are_the_same_compiled():
    rng = np.random.default_rng(2)
    n, m = 2_000, 6_000
    ends = np.sort(rng.integers(n, size=(m, 2)))
    ends = ends[ends[:, 0] < ends[:, 1]]
    ends = ends[np.argsort(ends[:, 1], kind="stable")]
    graph = GameGraph.from_arrays(np.searchsorted(ends[:, 1], np.arange(n + 1)), ends[:, 0])
    slow = nimbers(graph)
    try:
        mex_backwards.at = lambda size: mex_backwards.compiled
        assert np.array_equal(slow, nimbers(graph))
    finally:
        del mex_backwards.at

    @cache
    def by_definition(v):
        return mex(map(by_definition, graph.options(v).tolist()))

    assert slow.tolist() == [by_definition(v) for v in range(n)]


def test_long_walks():
    """Gambler's ruin: two hundred steps to either end, so that sweeps are slow; the values are a straight line."""
    n = 200
    nodes = {0: (0, [n // 2])} | {k: (CHANCE, [(HALF, k - 1), (HALF, k + 1)]) for k in range(2, n)}
    game = Graph(nodes | {1: (None, -1), n: (None, 1)})
    exact, within = exact_values(game), chance_values(game)
    for k in range(2, n):
        assert exact[k] == Fraction(2 * k - n - 1, n - 1)
        assert Fraction(within.lower[k]) <= exact[k] <= Fraction(within.upper[k])
    assert within.width <= 1e-9
