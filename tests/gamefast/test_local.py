import numpy as np
import pytest
from hypothesis import given
from naive import DiGraph, digraphs, random_board, reached

from gamefast import GameGraph, solve
from gamefast.retrograde.local import LocalResult, solve_locally
from gamelib import DRAW, LOSS, WIN, Misere
from gamelib.games import CopsAndThief, Matches


@given(digraphs(results=(None, 1, 0, 2.5, -3)))
def test_agrees_with_solve_everywhere(G):
    solution = solve(G)
    for v in G:
        found = solve_locally(G, v)
        assert found.outcome == solution[v].outcome
        assert found.visited <= len(reached(G, v))


def test_agrees_on_boards_from_every_position_and_visits_fewer():
    board = CopsAndThief.from_text(random_board(np.random.default_rng(3), 3, 4, 0.2, 1))
    solution = solve(board)
    visited = [solve_locally(board, p).visited for p, v in solution.items() if v.outcome != DRAW]
    assert all(solve_locally(board, p).outcome == v.outcome for p, v in solution.items())
    assert np.mean(visited) < 0.6 * len(GameGraph.of(board))


def test_it_starts_where_the_game_does_and_stops_at_once():
    assert solve_locally(Matches(15)).outcome == WIN
    assert solve_locally(Misere(Matches(13))).outcome == LOSS
    assert solve_locally(Matches(2, takes=(2, 1)), 0) == LocalResult(LOSS, 1, None)
    star = DiGraph([("hub", k) for k in range(100)])
    assert solve_locally(star, "hub") == LocalResult(WIN, 2, 0)


def test_its_moves_win_what_is_won_and_keep_what_is_drawn():
    """Always moving to a lost position would not do: the moves lead to positions that were settled
    earlier.
    """
    G = DiGraph([("a", "t"), ("a", "p"), ("p", "a")])
    assert solve_locally(G, "a").move == "t"
    for seed in range(40):
        board = CopsAndThief.from_text(random_board(np.random.default_rng(seed), 3, 4, 0.2, 1))
        solution, position = solve(board), board.start()
        sign = int(solution[position].outcome)
        for _ in range(60):
            if board.outcome(position) is not None:
                break
            move = solve_locally(board, position).move
            assert solution[board.play(position, move)].outcome == -solution[position].outcome
            position = board.play(position, move)
            if sign == 0:
                continue
        else:
            assert sign == 0


def test_a_stored_graph_is_as_good_as_its_game():
    G = DiGraph([("a", "b"), ("b", "a"), ("b", "end"), ("c", "b")])
    for v, outcome in {"a": LOSS, "b": WIN, "c": LOSS, "end": LOSS}.items():
        assert solve_locally(GameGraph.from_networkx(G), v).outcome == outcome
    stored, asked = solve_locally(GameGraph.of(Matches(15)), 15), solve_locally(Matches(15))
    assert (stored.outcome, stored.visited, 15 - stored.move) == (
        asked.outcome,
        asked.visited,
        asked.move,
    )


#: x is settled before y, its option, is opened; later a, by way of w, needs y after all.
WOKEN = "ax av xy xe vw wy yz ze"
#: d is left asleep, for b wins at once; x wakes it, and y: opened for both, it would count an
#: option twice.
ONCE = "ab ac bd be cx cy xd yd dc dz ze"


@pytest.mark.parametrize("arrows", [WOKEN, ONCE])
def test_who_was_left_asleep_is_woken_when_needed_and_opened_once(arrows):
    G = DiGraph(tuple(arrow) for arrow in arrows.split())
    solution = solve(G)
    assert {v: solve_locally(G, v).outcome for v in G} == {v: solution[v].outcome for v in G}


def test_deep_and_cyclic_graphs_need_no_recursion():
    n = 5_000
    G = DiGraph([(k, k + 1) for k in range(n)] + [(k, 0) for k in range(0, n, 7)])
    assert solve_locally(G, 1).outcome == solve(G)[1].outcome
    ring = DiGraph((k, (k + 1) % n) for k in range(n))
    assert solve_locally(ring, 0) == LocalResult(DRAW, n, 1)
