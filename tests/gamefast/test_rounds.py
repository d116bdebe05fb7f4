"""Packed rounds: every position as rank by rank has it, on boards and on odd pairs of graphs."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import random_arena, random_board, street

from gamefast import check_solution, registry, solve
from gamefast.retrograde import certificate, rounds, tokens
from gamefast.retrograde.certificate import holds
from gamefast.retrograde.rounds import solve_rounds
from gamefast.retrograde.tokens import solve_by_rank
from gamelib import DRAW, LOSS, WIN
from gamelib.games import CopsAndThief


def agree(arena):
    """Solve both ways and compare every position; the answer of the rounds, None where they cannot
    tell.
    """
    packed, ranked = solve_rounds(arena), solve_by_rank(arena)
    lost_at_once = ((ranked.remoteness == 1) & (ranked.outcome < 0)).any()
    assert (packed is None) == lost_at_once
    if packed is not None:
        assert packed.outcome.dtype == np.int8
        assert (packed.outcome == ranked.outcome).all()
        assert packed.remoteness.dtype == np.int16
        assert (packed.remoteness == ranked.remoteness).all()
        assert packed.counts() == ranked.counts()
    return packed


@settings(max_examples=15)
@given(
    st.integers(1, 12),
    st.integers(2, 12),
    st.floats(0, 0.5),
    st.integers(0, 3),
    st.integers(0, 10**6),
)
def test_on_boards_every_position_is_as_rank_by_rank(rows, columns, walls, exits, seed):
    board = CopsAndThief.from_text(
        random_board(np.random.default_rng(seed), rows, columns, walls, exits)
    )
    solution = agree(registry.arena(board))
    check_solution(solution, sample=300, rng=np.random.default_rng(seed))


@settings(max_examples=30)
@given(st.integers(1, 140), st.integers(1, 140), st.booleans(), st.integers(0, 10**6))
def test_on_two_odd_graphs_every_position_is_as_rank_by_rank(n0, n1, stay, seed):
    arena = random_arena(np.random.default_rng(seed), n0, n1, stay=stay)
    solution = agree(arena)
    assert solution is not None or not stay  # who may stay need not end it against himself
    assert holds(solve_by_rank(arena))
    assert solution is None or holds(solution)


@settings(max_examples=60)
@given(st.integers(1, 9), st.integers(1, 9), st.booleans(), st.integers(0, 10**6), st.data())
def test_the_certificate_of_codes_refuses_what_the_certificate_of_single_positions_refuses(
    n0, n1, stay, seed, data
):
    arena = random_arena(np.random.default_rng(seed), n0, n1, stay=stay)
    solution = solve_by_rank(arena)
    assert check_solution(replace(solution, graph=arena.explicit())) == len(arena)
    i = data.draw(st.integers(0, len(arena) - 1))
    solution.outcome[i] = data.draw(st.integers(-128, 127))
    solution.remoteness[i] = data.draw(
        st.sampled_from([-2, -1, 0, 1, 2, 3, 4, 254, 255, 32_765, 32_766, 32_767])
    )
    try:
        check_solution(replace(solution, graph=arena.explicit()))
    except AssertionError:
        assert not holds(solution)
        with pytest.raises(AssertionError):
            check_solution(solution)


def test_the_certificate_of_codes_takes_what_it_looks_at_in_any_pieces(monkeypatch):
    solution = solve_rounds(registry.arena(CopsAndThief.from_text("P..*.\n.*..E\n..T*.\n.*...\n")))
    marks = solution.kept[0][0]
    for chunk, parts in ((1, 1), (7, 2), (60, 5), (10**6, 99)):
        monkeypatch.setattr(certificate, "CHUNK", chunk)
        monkeypatch.setattr(certificate, "PARTS", parts)
        assert holds(solution)
        for place in np.flatnonzero((marks > 0) & (marks < 255))[::5]:
            marks[place] += 2  # a parity more would be another outcome
            assert not holds(solution)
            marks[place] -= 2
    assert check_solution(solution) == len(solution)
    assert "outcome" not in solution.__dict__  # the arrays were not needed


def test_the_kernel_runs_alike_both_ways_and_in_several_threads(monkeypatch):
    arena = random_arena(np.random.default_rng(5), 1100, 70, stay=True)
    ranked = solve_by_rank(arena)
    for threshold, shared in ((1, 0), (10**9, 10**9)):
        monkeypatch.setattr("gamefast.machine.kernels.COMPILE_FROM", threshold)
        monkeypatch.setattr(rounds, "SHARED_FROM", shared)
        monkeypatch.setattr(rounds, "PART", 1 + shared)
        solution = solve_rounds(arena)
        assert (solution.remoteness == ranked.remoteness).all()
        assert (solution.outcome == ranked.outcome).all()


@pytest.mark.parametrize("n", [127, 128, 129, 400])
def test_remoteness_beyond_one_byte(n):
    solution = agree(street(n))
    assert str(solution[0, 0, "second"]) == f"WIN in {2 * (n - 1) - 1}"
    assert str(solution[0, 0, "first"]) == f"LOSS in {2 * (n - 1)}"


def test_an_answer_says_of_one_position_what_its_arrays_say(monkeypatch):
    board = CopsAndThief.from_text("P..*.\n.*..E\n..T*.\n.*...\n")
    solution, ranked = solve_rounds(registry.arena(board)), solve(board)
    for position, verdict in ranked.items():
        assert solution[position] == verdict
        assert solution.best(position) == ranked.best(position)
    assert solution.explain() == ranked.explain()
    monkeypatch.setattr(tokens, "ROUNDS_FROM", 1)
    assert (
        type(solve(board)) is rounds.Ranked is not type(ranked)
    )  # large boards are solved in rounds
    assert "outcome" not in solution.__dict__  # so far nobody has needed the arrays
    assert sum(solution.counts().values()) == len(solution)
    assert {int(v) for v in solution.outcome} <= {WIN, LOSS, DRAW}
