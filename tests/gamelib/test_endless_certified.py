"""The book's certificate, if a player wins endless play: it accepts the solution alone."""

from dataclasses import replace
from random import Random

import pytest
from naive import DiGraph

from gamelib.answers import Solution, Verdict
from gamelib.certificate import check_solution
from gamelib.core import DRAW, LOSS, WIN
from gamelib.retrograde import solve

#: Verdicts on a graph of three or four vertices.
VERDICTS = [
    Verdict(outcome, moves, float(outcome))
    for outcome in (WIN, DRAW, LOSS)
    for moves in (None, 0, 1, 2, 3)
]


def graphs(count, seed, most):
    """Random graphs whose vertices are numbers; at even ones player 0 moves. The ends have any
    result, and either player may win endless play.
    """
    rng = Random(seed)
    for _ in range(count):
        G = DiGraph()
        n = rng.randint(1, most)
        G.add_nodes_from(range(n))
        for _ in range(rng.randint(0, 2 * n)):
            u, v = rng.randrange(n), rng.randrange(n)
            if u % 2 != v % 2:
                G.add_edges_from([(u, v)])
        for v in G:
            if not G[v]:
                G.nodes[v]["outcome"] = rng.choice([-1, 0, 1])
        winner = rng.randrange(2)
        yield rng, G, lambda v, winner=winner: WIN if v % 2 == winner else LOSS


def with_verdicts(solution, known):
    """A solution with these verdicts, and ``settled`` in their order."""
    settled = [p for p in known if known[p].remoteness is not None]
    settled.sort(key=lambda p: (-abs(known[p].value), known[p].remoteness))
    return Solution(solution.game, known, settled, endless=solution.endless)


def test_every_altered_verdict_is_refused():
    refused = 0
    for _, G, endless in graphs(400, seed=1, most=8):
        solution = solve(G, endless=endless)
        assert check_solution(with_verdicts(solution, solution.known)) == len(G)
        for v, verdict in solution.known.items():
            for other in VERDICTS:
                if other != verdict:
                    with pytest.raises(AssertionError):
                        check_solution(with_verdicts(solution, {**solution.known, v: other}))
                    refused += 1
    assert refused > 10_000


def test_only_the_solution_passes():
    accepted = 0
    for rng, G, endless in graphs(20_000, seed=2, most=4):
        solution = solve(G, endless=endless)
        known = {v: rng.choice([rng.choice(VERDICTS), solution[v]]) for v in G}
        try:
            check_solution(with_verdicts(solution, known))
        except AssertionError:
            continue
        accepted += 1
        assert known == solution.known
    assert accepted > 1_000


def test_a_whole_cycle_cannot_be_given_to_the_other_player():
    """All verdicts on a cycle follow from each other, whoever wins it; only one winner is right."""
    ring = DiGraph([(0, 1), (1, 2), (2, 3), (3, 0)])
    solution = solve(ring, endless=lambda v: WIN if v % 2 == 0 else LOSS)
    assert [str(solution[v]) for v in ring] == ["WIN", "LOSS", "WIN", "LOSS"]
    for given in ([LOSS, WIN, LOSS, WIN], [DRAW] * 4):
        known = {v: Verdict(outcome, None, float(outcome)) for v, outcome in enumerate(given)}
        with pytest.raises(AssertionError, match="None where the outcome is that of endless play"):
            check_solution(with_verdicts(solution, known))


def test_the_order_and_the_players_are_checked():
    G = DiGraph([(0, 1), (1, 0), (1, 2), (3, 2)])
    solution = solve(G, endless=lambda v: WIN if v % 2 else LOSS)
    assert check_solution(solution) == 4
    backwards = Solution(
        solution.game, solution.known, solution.settled[::-1], None, solution.endless
    )
    with pytest.raises(AssertionError, match="settled"):
        check_solution(backwards)
    for v in G:
        known = {**solution.known, v: replace(solution[v], outcome=DRAW)}
        with pytest.raises(AssertionError):
            check_solution(with_verdicts(solution, known))
    confused = Solution(solution.game, solution.known, solution.settled, None, lambda v: WIN)
    with pytest.raises(AssertionError, match="must tell whose turn it is"):
        check_solution(confused)
