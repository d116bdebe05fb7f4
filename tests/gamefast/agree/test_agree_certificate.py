"""The certificate accepts every solution, and refuses every altered one."""

from collections import Counter
from dataclasses import replace
from random import Random

import cases
import networkx as nx
import numpy as np
import pytest

from gamelib import DRAW, LOSS, WIN, Misere, Quotient, Sum
from gamelib.answers import Solution, Verdict
from gamelib.certificate import check_solution
from gamelib.games import ConnectFour, CopsAndThief, Grundy, Matches, Nim, TicTacToe, Token
from gamelib.retrograde import solve

#: Two methods are compared here: each is the other's witness.
pytestmark = pytest.mark.slow

RESULTS = [None, 1, 0, -1, 2, 0.5, -0.5]


def with_verdict(solution, position, verdict):
    """The solution with another verdict on one position."""
    known = {**solution.known, position: verdict}
    return Solution(
        solution.game, known, [p for p in known if known[p].outcome != DRAW], solution.position
    )


def wrong_verdicts(rng, verdict):
    """Verdicts with one entry altered, and with several."""
    outcomes = [WIN, DRAW, LOSS, -128]
    remoteness = [None, 0, 1, 2, 3, 7, -1, 0.5, (verdict.remoteness or 0) + 1]
    values = [0.0, 1.0, -1.0, 2.0, 0.25, float("nan"), float("inf"), -verdict.value]
    number = rng.choice(values)
    sign = Verdict(
        WIN if number > 0 else LOSS if number < 0 else DRAW, rng.choice(remoteness), number
    )
    some = [
        replace(verdict, outcome=rng.choice(outcomes)),
        replace(verdict, remoteness=rng.choice(remoteness)),
        replace(verdict, value=rng.choice(values)),
        replace(sign, remoteness=None) if sign.outcome == DRAW else sign,
    ]
    return [one for one in some if one != verdict]


def test_right_solutions_pass_and_altered_ones_are_refused():
    rng = Random(1)
    refused = Counter()
    for _ in range(400):
        graph = cases.digraph(
            rng, rng.randint(1, 9), results=rng.choice([RESULTS[:1], RESULTS[:4], RESULTS])
        )
        solution = solve(graph)
        assert check_solution(solution) == len(graph)
        position = rng.randrange(len(graph))
        for verdict in wrong_verdicts(rng, solution[position]):
            altered = with_verdict(solution, position, verdict)
            for how in (
                {},
                {"sample": 300, "rng": Random(1)},
                {"sample": 300, "rng": np.random.default_rng(1)},
            ):
                with pytest.raises(AssertionError):
                    check_solution(altered, **how)
            refused[str(verdict.outcome)] += 1
    assert sum(refused.values()) > 1_000


def test_only_the_solution_passes():
    """Any assignment of verdicts at all that the certificate accepts is the solution."""
    rng = Random(2)
    verdicts = [Verdict(DRAW, None, 0.0)]
    verdicts += [Verdict(WIN, r, 1.0) for r in range(4)] + [
        Verdict(LOSS, r, -1.0) for r in range(4)
    ]
    accepted = 0
    for _ in range(10_000):
        graph = cases.digraph(rng, rng.randint(1, 3), results=[None, 0, 1])
        solution = solve(graph)
        known = {p: rng.choice([rng.choice(verdicts), solution[p]]) for p in graph}
        other = Solution(solution.game, known, [p for p in known if known[p].outcome], None)
        other.settled.sort(key=lambda p, known=known: known[p].remoteness)
        try:
            check_solution(other)
        except AssertionError:
            continue
        accepted += 1
        assert known == solution.known
    assert accepted > 1_000


def test_missing_entries_and_a_wrong_order_are_refused():
    solution = solve(Matches(9))
    for position in (0, 3, 8):
        known = {p: verdict for p, verdict in solution.known.items() if p != position}
        settled = [p for p in solution.settled if p != position]
        with pytest.raises(
            AssertionError,
            match=f"play can reach {position}, but the solution has no verdict on it",
        ):
            check_solution(Solution(solution.game, known, settled))
    settled = solution.settled
    for wrong in (
        settled[1:],
        settled[:-1],
        [*settled, 0],
        [*settled[:-1], 77],
        settled[::-1],
        [*settled[1:], settled[0]],
    ):
        with pytest.raises(AssertionError, match="settled"):
            check_solution(Solution(solution.game, solution.known, wrong))


def test_solutions_of_games_pass():
    heaps = Nim((1, 2, 3))
    board = CopsAndThief.from_text("P..\n.*.\n..T")
    rules = [
        heaps,
        Quotient(heaps),
        Misere(heaps),
        Sum(heaps, Matches(4)),
        board,
        Misere(board),
        Quotient(TicTacToe(2, 3, 2)),
    ]
    for one in [
        *rules,
        Token(nx.DiGraph([(0, 1), (1, 0), (1, 2)]), 0),
        Grundy((8,)),
        ConnectFour(3, 4, 3),
    ]:
        solution = solve(one, max_positions=200_000)
        sample = {"sample": 100, "rng": Random(1)} if len(solution) > 5_000 else {}
        assert check_solution(solution, **sample) == (100 if sample else len(solution))


def test_the_message_names_the_position_and_its_options():
    solution = with_verdict(solve(Matches(6)), 5, Verdict(LOSS, 3, -1.0))
    words = r"5 LOSS in 3: its options contradict this: 4 LOSS in 2; 3 WIN in 1; 2 WIN in 1"
    for how in ({}, {"sample": 100, "rng": Random(1)}):
        with pytest.raises(AssertionError, match=words):
            check_solution(in_order(solution), **how)
    for n, more in ((6, ""), (8, " and 2 more")):  # the first six are told
        solution = solve(Matches(n, takes=range(1, n + 1)))
        with pytest.raises(
            AssertionError, match=rf"this: {n - 1} WIN.*; {n - 6} [A-Z]+ in \d{more}$"
        ):
            check_solution(in_order(with_verdict(solution, n, Verdict(LOSS, 1, -1.0))))
    wrong = in_order(with_verdict(solve(Matches(0)), 0, Verdict(LOSS, 1, -1.0)))
    with pytest.raises(
        AssertionError, match="0 LOSS in 1: but play is over there with the result -1"
    ):
        check_solution(wrong)
    with pytest.raises(AssertionError, match="3 has the outcome -128"):
        check_solution(in_order(with_verdict(solve(Matches(6)), 3, Verdict(-128, 1, -1.0))))


def in_order(solution):
    """A solution whose order of settling fits its verdicts, so that a verdict is what is wrong."""
    solution.settled.sort(
        key=lambda p: (-abs(solution.known[p].value), solution.known[p].remoteness)
    )
    return solution


def test_what_is_no_solution_and_no_source_of_chance():
    solution = solve(Matches(6))
    with pytest.raises(TypeError, match="5 is not a solution: give what solve returns"):
        check_solution(5)
    with pytest.raises(TypeError, match="rng=None: chance needs its source, rng=random"):
        check_solution(solution, sample=5)
    with pytest.raises(ValueError, match="sample=-1: give a whole number, 0 or more"):
        check_solution(solution, sample=-1, rng=Random(1))
