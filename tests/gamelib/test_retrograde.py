import pytest
from hypothesis import given
from naive import DiGraph, digraphs, horizon_values, rounds

from gamelib import DRAW, LOSS, WIN, check_solution, solve

pytestmark = pytest.mark.usefixtures("package")


def as_dict(solution):
    return {
        v: (verdict.outcome, verdict.remoteness)
        for v, verdict in solution.items()
        if verdict.outcome != DRAW
    }


@given(digraphs(results=(None, 1, 0, -1)))
def test_agrees_with_the_naive_rounds(G):
    solution = solve(G)
    assert as_dict(solution) == rounds(G)
    assert check_solution(solution) == len(G)
    assert all(
        verdict.remoteness is None for verdict in solution.values() if verdict.outcome == DRAW
    )


@given(digraphs(results=(None, 3, 2, 1, 0.5, 0, -0.5, -2, -3)))
def test_numbers_agree_with_play_cut_off_after_n_moves(G):
    solution = solve(G)
    assert {v: verdict.value for v, verdict in solution.items()} == horizon_values(G)
    for verdict in solution.values():
        assert verdict.outcome == (verdict.value > 0) - (verdict.value < 0)
    check_solution(solution)


@given(digraphs(results=(None, 2, -2, 1, 0)))
def test_order_is_one_of_settling(G):
    solution = solve(G)
    assert set(solution.settled) == {v for v in G if solution[v].outcome != DRAW}
    assert len(solution.settled) == len(set(solution.settled))
    order = [solution[v] for v in solution.settled]
    key = [(-abs(verdict.value), verdict.remoteness) for verdict in order]
    assert key == sorted(key)


@given(digraphs(results=(None, 1, 0)))
def test_best_moves_lead_where_the_verdict_says(G):
    solution = solve(G)
    for v, verdict in solution.items():
        best = solution.best(v)
        if not G[v]:
            assert best is None
            continue
        assert best in G[v]
        assert solution[best].value == -verdict.value
        if verdict.outcome != DRAW:
            assert solution[best].remoteness == verdict.remoteness - 1
            end = solution.line(v)[-1]
            assert len(solution.line(v)) == verdict.remoteness
            assert not G[end]


def test_a_pass_keeps_a_position_drawn():
    solution = solve(DiGraph([("a", "a"), ("a", "b"), ("b", "c")]))
    assert (
        solution["a"].outcome == DRAW
    )  # not lost, though its only other move is to a won position
    assert solution.best("a") == "a"


def test_always_moving_to_a_lost_position_need_not_win():
    solution = solve(DiGraph([("a", "p"), ("a", "t"), ("p", "a")]))
    assert [str(solution[v]) for v in "apt"] == ["WIN in 1", "LOSS in 2", "LOSS in 0"]
    assert solution.best("a") == "t"


@pytest.mark.parametrize("moves", [127, 128, 129])
def test_hopes_are_counted_however_many_the_moves(moves):
    """Up to 127 they are counted in single bytes."""
    G = DiGraph((0, k) for k in range(1, moves + 1))
    assert str(solve(G)[0]) == "WIN in 1"
    for k in range(1, moves + 1):
        G.nodes[k]["outcome"] = WIN
    assert str(solve(G)[0]) == "LOSS in 1"


def test_a_long_path_needs_no_recursion():
    n = 20_000
    solution = solve(DiGraph((k, k + 1) for k in range(n)))
    assert solution[0].remoteness == n
    assert solution[0].outcome == (WIN if n % 2 else LOSS)
