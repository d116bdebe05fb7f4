"""A large graph reversed by compiled loops, in parts; and what is solved with it."""

import numpy as np
import pytest
from hypothesis import given
from naive import digraphs, random_arrays

from gamefast.backward import reversal
from gamelib import GameGraph, solve
from gamelib.solvers.backward import retrograde
from gamelib.solvers.backward.verify import first_fault


def edges_of(indptr, targets):
    """Both ends of every edge, row by row."""
    return list(zip(np.repeat(np.arange(len(indptr) - 1), np.diff(indptr)).tolist(), targets.tolist(), strict=True))


def run_both_ways(kernel, *arguments):
    """The kernel's result and its arrays afterwards, as plain Python and compiled."""
    found = []
    for run in (kernel.interpreted, kernel.compiled):
        mine = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
        result = run(*mine)
        found.append((result, [np.nan_to_num(a).tolist() for a in mine if isinstance(a, np.ndarray)]))
    return found


def test_kernels_run_alike_both_ways(monkeypatch):
    rng = np.random.default_rng(3)
    graph = GameGraph.from_arrays(*random_arrays(rng, 400, 700))
    calls = []

    class Recorded:
        def __init__(self, kernel):
            self.kernel = kernel

        def at(self, size):
            def run(*arguments):
                calls.append((self.kernel, [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]))
                return self.kernel.interpreted(*arguments)

            return run

    ours = {"settle": retrograde} | dict.fromkeys(("keep_wins", "count_moves", "turn_round"), reversal)
    monkeypatch.setattr("gamelib.arenas.graph.COMPILE_FROM", 0)
    kernels = {name: getattr(module, name) for name, module in ours.items()}
    for name, module in ours.items():
        monkeypatch.setattr(module, name, Recorded(kernels[name]))
    solution = solve(graph)
    monkeypatch.undo()
    assert {kernel for kernel, _ in calls} == {*kernels.values()}
    for kernel, arguments in calls:
        plain, compiled = run_both_ways(kernel, *arguments)
        assert plain == compiled
    which = np.arange(len(graph))
    solution.remoteness[solution.order[-1]] += 1
    for remoteness in (solution.remoteness, solution.remoteness.astype(np.int16)):
        plain, compiled = run_both_ways(
            first_fault, which, graph.indptr, graph.targets, graph.terminal, solution.outcome, remoteness
        )
        assert plain == compiled
        assert plain[0] >= 0


@given(digraphs(results=(None, 2, -2, 1, -1, 0)))
def test_a_move_that_wins_at_once_makes_the_others_needless(G):
    graph, found = GameGraph.from_networkx(G), []
    for one_in in (0, 10**9):  # they are looked for never, or wherever there is one
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("gamelib.arenas.graph.COMPILE_FROM", 0)
            patch.setattr(reversal, "ENDS_MATTER", one_in)
            found.append(solve(graph))
    for name in ("outcome", "remoteness", "order", "results"):
        assert np.array_equal(*(getattr(solution, name) for solution in found))


@pytest.mark.parametrize("moves", [0, 1, 900])
def test_a_graph_is_reversed_in_parts_as_in_one(moves, monkeypatch):
    graph = GameGraph.from_arrays(*random_arrays(np.random.default_rng(moves), 300, moves))
    lost = np.flatnonzero(graph.terminal == -1)
    monkeypatch.setattr(reversal, "ENDS_MATTER", 10**9)
    whole, wins = reversal.reverse(graph), reversal.reverse(graph, lost)
    assert edges_of(*whole) == sorted((v, u) for u, v in edges_of(graph.indptr, graph.targets))
    assert set(edges_of(*wins)) <= set(edges_of(*whole))
    assert len(wins[1]) < len(whole[1]) or moves < 900
    monkeypatch.setattr(reversal, "SHARED_FROM", 0)
    monkeypatch.setattr(reversal, "THREADS", 3)
    assert all(map(np.array_equal, reversal.reverse(graph), whole))
    assert all(map(np.array_equal, reversal.reverse(graph, lost), wins))
