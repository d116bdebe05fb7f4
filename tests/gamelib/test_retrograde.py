import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from naive import digraphs, horizon_values, rounds

from gamelib import DRAW, LOSS, WIN, GameGraph, check_solution, solve
from gamelib.solvers.backward import retrograde, reversal
from gamelib.solvers.backward.verify import first_fault


def as_dict(solution):
    return {v: (verdict.outcome, verdict.remoteness) for v, verdict in solution.items() if verdict.outcome != DRAW}


@given(digraphs(results=(None, 1, 0, -1)))
def test_agrees_with_the_naive_rounds(G):
    solution = solve(G)
    assert as_dict(solution) == rounds(G)
    assert check_solution(solution) == len(G)
    assert all(verdict.remoteness is None for verdict in solution.values() if verdict.outcome == DRAW)


@given(digraphs(results=(None, 3, 2, 1, 0.5, 0, -0.5, -2, -3)))
def test_numbers_agree_with_play_cut_off_after_n_moves(G):
    solution = solve(G)
    assert {v: verdict.value for v, verdict in solution.items()} == horizon_values(G)
    assert (np.sign(solution.results) == solution.outcome).all()
    check_solution(solution)


@given(digraphs(results=(None, 2, -2, 1, 0)))
def test_order_is_one_of_settling(G):
    solution = solve(G)
    order = solution.order
    assert sorted(order) == [i for i in range(len(G)) if solution.outcome[i] != 0]
    key = [(-abs(solution.results[i]), solution.remoteness[i]) for i in order]
    assert key == sorted(key)


@given(digraphs(results=(None, 1, 0)))
def test_best_moves_lead_where_the_verdict_says(G):
    solution = solve(G)
    for v, verdict in solution.items():
        best = solution.best(v)
        if not G.out_degree(v):
            assert best is None
            continue
        assert best in G.successors(v)
        assert solution[best].value == -verdict.value
        if verdict.outcome != DRAW:
            assert solution[best].remoteness == verdict.remoteness - 1
            end = solution.line(v)[-1]
            assert len(solution.line(v)) == verdict.remoteness
            assert not G.out_degree(end)


def test_a_pass_keeps_a_position_drawn():
    solution = solve(nx.DiGraph([("a", "a"), ("a", "b"), ("b", "c")]))
    assert solution["a"].outcome == DRAW  # not lost, though its only other move is to a won position
    assert solution.best("a") == "a"


def test_always_moving_to_a_lost_position_need_not_win():
    solution = solve(nx.DiGraph([("a", "p"), ("a", "t"), ("p", "a")]))
    assert [str(solution[v]) for v in "apt"] == ["WIN in 1", "LOSS in 2", "LOSS in 0"]
    assert solution.best("a") == "t"


@pytest.mark.parametrize("moves", [127, 128, 129])
def test_hopes_are_counted_however_many_the_moves(moves):
    """Up to 127 they are counted in single bytes."""
    G = nx.DiGraph((0, k) for k in range(1, moves + 1))
    assert str(solve(G)[0]) == "WIN in 1"
    nx.set_node_attributes(G, dict.fromkeys(range(1, moves + 1), WIN), "outcome")
    assert str(solve(G)[0]) == "LOSS in 1"


def random_arrays(rng, n, m):
    indptr = np.zeros(n + 1, np.int64)
    np.cumsum(np.bincount(rng.integers(n, size=m), minlength=n), out=indptr[1:])
    return indptr, rng.integers(n, size=m)


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


def test_settle_can_be_stopped_and_resumed_at_any_step():
    graph = GameGraph.from_arrays(*random_arrays(np.random.default_rng(5), 60, 90))
    whole = solve(graph)
    indptr, sources = reversal.reverse(graph)
    outcome = np.where(np.isnan(graph.terminal), 0, graph.terminal).astype(np.int8)
    remoteness = np.where(outcome != 0, 0, -1).astype(np.int32)
    left = np.diff(graph.indptr).astype(np.int32)
    order = np.zeros(60, np.int32)
    head, tail = 0, np.count_nonzero(outcome)
    order[:tail] = np.flatnonzero(outcome)
    steps = 0
    while head < tail:
        head, tail = retrograde.settle.interpreted(
            indptr, sources, outcome, remoteness, left, order, head, tail, head + 1
        )
        steps += 1
    assert steps == tail == len(whole.order)
    assert (outcome == whole.outcome).all()
    assert (remoteness == whole.remoteness).all()
    assert (order[:tail] == whole.order).all()


def test_a_large_graph_is_solved_compiled_and_can_be_interrupted(monkeypatch):
    graph = GameGraph.from_arrays(*random_arrays(np.random.default_rng(7), 300_000, 450_000))
    solution = solve(graph)
    assert check_solution(solution) == 300_000
    assert min(solution.counts()[WIN], solution.counts()[LOSS]) > 10_000

    def stop(self, more):
        raise KeyboardInterrupt

    monkeypatch.setattr(retrograde.Progress, "__call__", stop)
    try:
        solve(graph)
    except KeyboardInterrupt:
        return
    raise AssertionError("the stop button was not looked at")


def test_a_long_path_needs_no_recursion():
    n = 300_000
    solution = solve(GameGraph.from_arrays(np.minimum(np.arange(n + 1), n - 1), np.arange(1, n)))
    assert solution[0].remoteness == n - 1
    assert solution[0].outcome == (LOSS if n % 2 else WIN)
