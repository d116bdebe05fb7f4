"""Endless play that is won by a player, against what it means: sets of positions in which a player
can stay, grown and shrunk until nothing changes.
"""

from random import Random

import pytest
from naive import DiGraph

from gamelib import DRAW, LOSS, WIN, Verdict, check_solution, solve

pytestmark = pytest.mark.usefixtures("package")

#: Ends are lost for the player to move, or have one of these results.
RESULTS = [(None,), (None, 1), (None, 1, 0, -1), (0,), (None, 0)]


def random_graph(rng):
    """A graph whose vertices are (number, player to move), with cycles and terminal vertices."""
    n = rng.randint(1, 9)
    vertices = [(k, k % 2) for k in range(n)]
    G = DiGraph()
    G.add_nodes_from(vertices)
    for _ in range(rng.randint(0, 3 * n)):
        u, v = rng.choice(vertices), rng.choice(vertices)
        if u[1] != v[1]:
            G.add_edges_from([(u, v)])
    results = rng.choice(RESULTS)
    for v in G:
        result = rng.choice(results)
        if not G[v] and result is not None:
            G.nodes[v]["outcome"] = result
    return G


def random_graphs(count, seed):
    """Random graphs, each with the player who wins endless play."""
    rng = Random(seed)
    for _ in range(count):
        yield random_graph(rng), rng.randrange(2)


def won_by(keeper):
    """What endless play is worth to the player to move, if this player wins it."""
    return lambda v: WIN if v[1] == keeper else LOSS


def result_for(keeper, G, end):
    """What a player gets at a terminal vertex."""
    result = G.nodes[end].get("outcome", -1)
    return result if end[1] == keeper else -result


def at_least(G, keeper, least):
    """The vertices from which the player who wins endless play gets so much: the largest set that
    they can stay in for ever, or end with so much.
    """
    inside = set(G)
    while True:
        left = set()
        for v in inside:
            if not G[v]:
                stays = result_for(keeper, G, v) >= least
            elif v[1] == keeper:
                stays = any(w in inside for w in G[v])
            else:
                stays = all(w in inside for w in G[v])
            if stays:
                left.add(v)
        if left == inside:
            return inside
        inside = left


def values(G, keeper):
    """What each vertex is worth to the player to move."""
    won, not_lost = at_least(G, keeper, 1), at_least(G, keeper, 0)
    for_keeper = {v: 1 if v in won else 0 if v in not_lost else -1 for v in G}
    return {v: value if v[1] == keeper else -value for v, value in for_keeper.items()}


def remoteness(G, keeper, value):
    """In how many moves play ends, if it must; found round by round from the ends.

    Who wins hurries, and so does who would lose endless play, towards a draw; the other one delays.
    """
    known = {v: 0 for v in G if not G[v]}
    for r in range(1, len(G) + 1):
        found = {}
        for v in set(G) - set(known):
            best = [w in known for w in G[v] if value[w] == -value[v]]
            hurries = value[v] == 1 or (value[v] == 0 and v[1] != keeper)
            if any(best) if hurries else all(best):
                found[v] = r
        known |= found
    return known


def test_agrees_with_sets_that_a_player_can_stay_in():
    met = {(outcome, ends): 0 for outcome in (WIN, DRAW, LOSS) for ends in (True, False)}
    for G, keeper in random_graphs(3_000, seed=1):
        solution = solve(G, endless=won_by(keeper))
        value = values(G, keeper)
        moves = remoteness(G, keeper, value)
        for v, verdict in solution.items():
            assert verdict == Verdict(verdict.outcome, moves.get(v), value[v]), (v, verdict)
            assert verdict.outcome == value[v]
            met[verdict.outcome, v in moves] += 1
        assert check_solution(solution) == len(G)
        assert set(solution.settled) == set(moves)
    assert met.pop((DRAW, False)) == 0
    assert min(met.values()) > 200


def test_what_is_won_or_lost_at_an_end_stays_so():
    for G, keeper in random_graphs(1_000, seed=2):
        before, after = solve(G), solve(G, endless=won_by(keeper))
        for v in before.settled:
            assert before[v] == after[v]


def test_a_draw_for_both_is_what_it_always_was():
    for G, _ in random_graphs(300, seed=3):
        solution = solve(G, endless=lambda v: DRAW)
        assert dict(solution) == dict(solve(G))
        assert check_solution(solution) == len(G)


def test_best_moves_keep_what_the_verdicts_promise_whatever_the_opponent_does():
    for G, keeper in random_graphs(1_500, seed=4):
        solution, value = solve(G, endless=won_by(keeper)), values(G, keeper)
        for player in (0, 1):
            fixed = DiGraph()
            fixed.add_nodes_from(G)
            for v in G:
                options = [solution.best(v)] if v[1] == player and G[v] else G[v]
                fixed.add_edges_from((v, w) for w in options)
                fixed.nodes[v].update(G.nodes[v])
            assert values(fixed, keeper) == value


def test_best_play_ends_after_so_many_moves_or_never():
    for G, keeper in random_graphs(500, seed=5):
        solution = solve(G, endless=won_by(keeper))
        for v, verdict in solution.items():
            if verdict.remoteness is None:
                with pytest.raises(ValueError, match="say how many moves"):
                    solution.line(v)
                assert len(solution.line(v, 30)) == 30
            else:
                assert len(solution.line(v)) == verdict.remoteness


#: b and c form a cycle, and b has a way out, to a draw. The player 0 moves at b.
RING = DiGraph([("a1", "b0"), ("b0", "c1"), ("c1", "b0"), ("b0", "d1")])
RING.nodes["d1"]["outcome"] = DRAW


def test_a_draw_is_forced_by_who_would_lose_endless_play():
    lost_for_0 = solve(RING, endless=lambda v: LOSS if "0" in v else WIN)
    assert [str(lost_for_0[v]) for v in RING] == [
        "DRAW in 2",
        "DRAW in 1",
        "DRAW in 2",
        "DRAW in 0",
    ]
    assert lost_for_0.line("a1") == ["b0", "d1"]
    won_by_0 = solve(RING, endless=lambda v: WIN if "0" in v else LOSS)
    assert [str(won_by_0[v]) for v in RING] == ["LOSS", "WIN", "LOSS", "DRAW in 0"]
    assert won_by_0.line("a1", 4) == ["b0", "c1", "b0", "c1"]
    assert won_by_0.counts() == {WIN: 1, LOSS: 2, DRAW: 1}


def test_endless_play_is_explained_by_its_cycle():
    solution = solve(RING, endless=lambda v: WIN if "0" in v else LOSS)
    assert str(solution.explain("b0")) == (
        "'b0' is a WIN for the player to move:\n"
        "  the step leads to 'c1', a LOSS for the opponent.\n"
        "Endless play is a WIN for the player to move, and best play leads to a cycle: "
        "'b0' → 'c1' → 'b0'."
    )


def test_a_position_must_tell_whose_turn_it_is():
    triangle = DiGraph([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")])
    with pytest.raises(ValueError, match=r"endless\('a'\) is LOSS, so after the move to 'b' it"):
        solve(triangle, endless=lambda v: LOSS)
    for turns in ("abc", "ac", "b", "a"):
        with pytest.raises(ValueError, match="must tell whose turn"):
            solve(triangle, endless=lambda v, turns=turns: WIN if v in turns else LOSS)


@pytest.mark.parametrize("given", [LOSS, DRAW, "b", int, {"a": 1}])
def test_a_result_alone_names_no_player(given):
    with pytest.raises(TypeError, match="give a function from a position to WIN or LOSS"):
        solve(RING, endless=given)


@pytest.mark.parametrize("worth", [None, True, 2, 0.5, "WIN", float("nan")])
def test_endless_play_is_won_drawn_or_lost(worth):
    with pytest.raises(ValueError, match="must be WIN, DRAW or LOSS, what endless play is worth"):
        solve(RING, endless=lambda v: worth)


def test_results_must_not_be_numbers():
    G = DiGraph([("a0", "b1"), ("b1", "a0"), ("b1", "c0")])
    G.nodes["c0"]["outcome"] = 3
    with pytest.raises(ValueError, match=r"the outcome of 'c0' is 3.*: with endless"):
        solve(G, endless=lambda v: WIN if "0" in v else LOSS)


def test_a_function_may_give_plain_numbers():
    solution = solve(RING, endless=lambda v: 1.0 if "0" in v else -1)
    assert solution["b0"] == Verdict(WIN, None, 1.0)
    assert solution["b0"].outcome is WIN
