"""The loops of gamelib, compiled: what they say as plain Python, and what would take too long
without.
"""

from dataclasses import replace

import numpy as np
import pytest
from naive import random_arrays

from gamefast import GameGraph, check_solution, nimbers, solve
from gamefast.arrays.reversing import reverse_by_counting
from gamefast.heaps.nimbers import mex_backwards
from gamefast.machine import Kernel


def test_nimbers_are_the_same_compiled():
    rng = np.random.default_rng(2)
    n, m = 2_000, 6_000
    ends = np.sort(rng.integers(n, size=(m, 2)))
    ends = ends[ends[:, 0] < ends[:, 1]]
    ends = ends[np.argsort(ends[:, 1], kind="stable")]
    graph = GameGraph.from_arrays(np.searchsorted(ends[:, 1], np.arange(n + 1)), ends[:, 0])
    slow = nimbers(graph).numbers
    try:
        mex_backwards.at = lambda size: mex_backwards.compiled
        assert np.array_equal(slow, nimbers(graph).numbers)
    finally:
        del mex_backwards.at


def test_a_graph_is_reversed_and_a_fault_found_alike_at_both_speeds():
    graph = GameGraph.from_arrays(*random_arrays(np.random.default_rng(3), 400, 700))
    found = []
    for way in ("interpreted", "compiled"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Kernel, "at", lambda kernel, size, way=way: getattr(kernel, way))
            indptr, sources = reverse_by_counting(graph.indptr, graph.targets)
            solution = solve(graph)
            faulty = solution.remoteness.astype(np.int16)
            faulty[solution.order[-1]] += 1
            with pytest.raises(AssertionError, match="its options contradict this") as caught:
                check_solution(replace(solution, remoteness=faulty))
        moves = np.repeat(np.arange(400), np.diff(graph.indptr)).tolist()
        back = zip(
            np.repeat(np.arange(400), np.diff(indptr)).tolist(), sources.tolist(), strict=True
        )
        assert sorted(zip(graph.targets.tolist(), moves, strict=True)) == list(back)
        known = solution.outcome.tolist(), solution.remoteness.tolist(), solution.order.tolist()
        found.append((*known, str(caught.value)))
    assert found[0] == found[1]
    assert (indptr.dtype, sources.dtype) == (np.uint32, np.uint32)
