from contextlib import nullcontext
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import DiGraph, random_board, rounds, street

import gamefast
from gamefast import check_solution, registry, solve
from gamefast.boards import tokens
from gamefast.boards.tokens import TokenGraph
from gamefast.machine import BYTES_ON_THE_FLY, check_memory
from gamelib import DRAW
from gamelib.core import TooLarge, UnknownPosition
from gamelib.games import CopsAndThief


def by_definition(board):
    """Outcome and remoteness of every position by the rounds of naive, and the options; from the
    rules alone.
    """
    free = [
        (r, c) for r, row in enumerate(board.terrain) for c, what in enumerate(row) if what != "*"
    ]
    G = DiGraph()
    for p, t, turn in product(free, free, ("policeman", "thief")):
        if p == t or board.terrain[t[0]][t[1]] == "E":
            G.add_node((p, t, turn), outcome=1 if (p == t) == (turn == "policeman") else -1)
        elif turn == "policeman":
            near = [q for q in free if abs(q[0] - p[0]) <= 1 and abs(q[1] - p[1]) <= 1]
            G.add_edges_from(((p, t, turn), (q, t, "thief")) for q in near)
        else:
            near = [q for q in free if abs(q[0] - t[0]) + abs(q[1] - t[1]) <= 1]
            G.add_edges_from(((p, t, turn), (p, q, "policeman")) for q in near)
    return rounds(G), {p: list(G[p]) for p in G if G[p]}


@settings(max_examples=15)
@given(
    st.integers(1, 4),
    st.integers(2, 4),
    st.floats(0, 0.5),
    st.integers(0, 3),
    st.integers(0, 10**6),
)
def test_on_the_fly_explicit_and_definition_agree_on_every_position(
    rows, columns, walls, exits, seed
):
    board = CopsAndThief.from_text(
        random_board(np.random.default_rng(seed), rows, columns, walls, exits)
    )
    known, options = by_definition(board)
    fly, explicit = solve(board), solve(registry.arena(board).explicit())
    assert len(fly) == len(explicit) == len(known.keys() | options.keys())
    assert set(fly) == set(explicit) == known.keys() | options.keys()
    for solution in (fly, explicit):
        for position, verdict in solution.items():
            expected = known.get(position, (DRAW, None))
            assert (verdict.outcome, verdict.remoteness) == expected, position
        check_solution(solution)
    for position in options:
        arena = fly.graph
        found = [arena.position(j) for j in arena.options(arena.index(position))]
        assert sorted(found) == sorted(options[position])
        assert found == [board.play(position, move) for move in board.moves(position)]


def test_two_directed_graphs_and_many_moves(monkeypatch):
    """A token that may go anywhere has more moves than one byte counts; the other walks a one-way
    street.
    """
    n, m = 260, 30
    first = {v: range(n) for v in range(n)}
    second = {v: [v + 1] if v + 1 < m else [v] for v in range(m)}
    won = np.zeros((n, m), np.int8)
    won[:, -1] = -1  # the second player wants to reach the end of the street
    won[0, :] = 1  # and the first wants to be at 0
    arena = TokenGraph.of(first, second, won, ("first", "second"))
    solution = solve(arena)
    assert check_solution(solution) == 2 * n * m
    explicit = solve(arena.explicit())
    assert (solution.outcome == explicit.outcome).all()
    assert (solution.remoteness == explicit.remoteness).all()
    assert str(solution[5, 7, "first"]) == "WIN in 1"
    assert solution.best((5, 7, "first")) == (
        0,
        7,
        "second",
    )  # without a game, a move is the option
    for free in (arena.bytes, arena.bytes - 1):  # what it says that it takes is what is asked for
        monkeypatch.setattr("gamefast.machine.memory.free_memory", lambda free=free: free)
        with pytest.raises(TooLarge) if free < arena.bytes else nullcontext():
            solve(arena)


def test_a_vertex_without_a_step_is_refused():
    with pytest.raises(ValueError, match=r"there is no move at 'b'; staying is a move"):
        TokenGraph.of(
            {"a": ["b"], "b": []}, {"a": ["a"]}, np.zeros((2, 1), np.int8), ("first", "second")
        )


@pytest.mark.parametrize(
    ("won", "said"),
    [
        (
            np.zeros((3, 2), np.int8),
            r"won has shape \(3, 2\), but the tokens have 2 and 3 vertices",
        ),
        (np.full((2, 3), 2, np.int8), "won is 1 where the first player has won"),
        (np.zeros((2, 3)), "won is 1 where the first player has won"),
    ],
)
def test_a_table_of_ends_fits_the_tokens(won, said):
    two, three = ({v: [v, (v + 1) % n] for v in range(n)} for n in (2, 3))
    with pytest.raises(ValueError, match=said):
        TokenGraph.of(two, three, won, ("first", "second"))
    arena = TokenGraph.of(two, three, np.eye(2, 3, dtype=bool), ("first", "second"))
    assert solve(arena).outcome.dtype == np.int8
    assert solve(arena).outcome.tolist() == solve(arena.explicit()).outcome.tolist()


def test_remoteness_beyond_two_bytes():
    """One of the tokens walks down a street of 17,000 vertices: 34,000 single moves to the end."""
    n = 17_000
    solution = solve(street(n))
    assert solution[0, 0, "second"].remoteness == 2 * (n - 1) - 1
    assert check_solution(solution) == 2 * n


def test_a_board_without_room_is_refused_before_memory_runs_out():
    with pytest.raises(
        TooLarge, match=r"20,000,000,000 positions are too many: they need about 200\.0 GB"
    ):
        check_memory(20_000_000_000, BYTES_ON_THE_FLY)
    with pytest.raises(TooLarge, match="smaller game"):
        solve(CopsAndThief.from_text("P" + "." * 199_998 + "T"))


def test_an_arena_is_written_out_part_by_part_as_at_once(monkeypatch):
    arena = registry.arena(CopsAndThief.from_text("P..\n.*E\n..T"))
    whole = arena.explicit()
    monkeypatch.setattr(tokens, "chunks", lambda n, chunks=tokens.chunks: chunks(n, 7))
    for name in ("indptr", "targets", "terminal"):
        np.testing.assert_array_equal(
            getattr(arena.explicit(), name), getattr(whole, name), strict=True
        )


def test_the_arena_of_two_tokens_is_public_and_agrees_with_the_walk_of_its_graph():
    assert gamefast.TokenGraph is TokenGraph
    cycle = {v: [v, (v + 1) % 7, (v - 1) % 7] for v in range(7)}
    solution = solve(TokenGraph.of(cycle, cycle, np.eye(7, dtype=np.int8), ("cop", "robber")))
    G = DiGraph()
    for cop, robber in product(cycle, cycle):
        for turn, won in (("cop", 1), ("robber", -1)):
            if cop == robber:
                G.add_node((cop, robber, turn), outcome=won)
        if cop != robber:
            G.add_edges_from(
                ((cop, robber, "cop"), (there, robber, "robber")) for there in cycle[cop]
            )
            G.add_edges_from(
                ((cop, robber, "robber"), (cop, there, "cop")) for there in cycle[robber]
            )
    assert dict(solve(G)) == dict(solution)


@pytest.mark.parametrize("stranger", ["c", ["a"]])
def test_a_step_to_a_stranger_is_refused(stranger):
    with pytest.raises(UnknownPosition, match=r"no position .* here; one of them is 'a'"):
        TokenGraph.of(
            {"a": ["b"], "b": [stranger]}, {"a": ["a"]}, np.zeros((2, 1), np.int8), ("I", "II")
        )
