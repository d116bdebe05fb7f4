"""The book's plans and its expectiminimax are those of today."""

from fractions import Fraction
from random import Random

import chance_cases as cases
import pytest
from naive import Graph

from gamefast import exact_values
from gamelib import CHANCE, Extensive, Quotient
from gamelib.core import PlayGoesRound, TooLarge
from gamelib.expectiminimax import expectiminimax
from gamelib.games import Matches, ShadedTicTacToe, TicTacToe, Tree
from gamelib.induction import backward_induction

#: Two methods are compared here: each is the other's witness.
pytestmark = pytest.mark.slow


def test_without_cycles_all_three_are_worth_what_the_engine_finds():
    rng = Random(1)
    for _ in range(1000):
        game = cases.stochastic(rng, rng.randint(2, 12), acyclic=True)
        plan, values = backward_induction(game), exact_values(game)
        found = expectiminimax(game)
        assert found.value == values.value() == plan.value()[0]
        assert found.line == tuple(values.line()) or len(found.line) == len(plan.line())
        assert {p: plan[p].payoffs[0] for p in plan} == dict(values)


@pytest.mark.parametrize(
    "game",
    [ShadedTicTacToe(2, 2, 2), Quotient(ShadedTicTacToe(2, 2, 2)), Extensive(TicTacToe(2, 3, 2))],
    ids=str,
)
def test_boards_are_worth_what_the_engine_finds(game):
    plan, values = backward_induction(game), exact_values(game)
    assert {p: plan[p].payoffs[0] for p in plan} == dict(values)
    assert expectiminimax(game).value == values.value()


def test_a_long_game_needs_no_recursion():
    n = 5_000
    nodes = {str(k): ("A", {"on": str(k + 1)}) for k in range(n)}
    game = Tree({**nodes, str(n): ("A", {"stop": (7,)})}, players=("A",))
    assert backward_induction(game)["0"].payoffs == (7,)


def test_expectiminimax_goes_as_deep_as_a_long_game():
    n = 3_000
    nodes = {k: (k % 2, [k + 1]) for k in range(n)} | {n: (None, 7)}
    found = expectiminimax(Graph(nodes))
    assert (found.value, len(found.line), found.nodes) == (7, n, n + 1)


RING = Tree({"a": ("A", {"x": "b"}), "b": ("A", {"y": "a"})}, ("A",))


@pytest.mark.parametrize(
    ("act", "error", "words"),
    [
        (
            lambda: backward_induction(RING),
            PlayGoesRound,
            "play can come back to 'a': backward induction needs",
        ),
        (
            lambda: backward_induction(Graph({0: (2, [1]), 1: (None, 1)})),
            ValueError,
            r"the turn of 2: players are 0 to 1",
        ),
        (
            lambda: backward_induction(Graph({0: (CHANCE, [(Fraction(1, 3), 1)]), 1: (None, 1)})),
            ValueError,
            "add up to 1/3, not to 1",
        ),
        (
            lambda: backward_induction(
                cases.Paid({0: (0, [1, 2]), 1: (None, (1,)), 2: (None, (1, 2))})
            ),
            ValueError,
            "length",
        ),
        (
            lambda: backward_induction(Matches(4)),
            TypeError,
            r"Matches is a Game, .*; Extensive\(game\) turns",
        ),
        (
            lambda: backward_induction(ShadedTicTacToe(), max_positions=9),
            TooLarge,
            "more than 9 positions",
        ),
        (lambda: backward_induction(RING, "z"), ValueError, "'z' is not a position: give a node"),
        (
            lambda: backward_induction(Graph({0: (0, [1])}), 7),
            ValueError,
            "7 is not a position of Graph .*; one is 0",
        ),
        (lambda: backward_induction(RING, []), TypeError, r"position \[\] cannot be a dict key"),
        (
            lambda: expectiminimax(Matches(4)),
            TypeError,
            r"Matches is a Game, .*; Extensive\(game\) turns",
        ),
        (
            lambda: expectiminimax(RING),
            PlayGoesRound,
            "use chance_values or exact_values, .* or give a depth",
        ),
        (
            lambda: expectiminimax(Graph({0: (CHANCE, [(1, 0)])}), depth=4),
            PlayGoesRound,
            "dice alone lead back, so no depth helps",
        ),
        (
            lambda: expectiminimax(RING, depth=-1),
            ValueError,
            "give the number of moves to look ahead",
        ),
        (
            lambda: expectiminimax(RING, depth="deep"),
            ValueError,
            "give the number of moves to look ahead",
        ),
        (
            lambda: expectiminimax(RING, evaluate=5),
            TypeError,
            r"evaluate=5: give True \(what the game offers\)",
        ),
        (
            lambda: expectiminimax(RING, depth=1, evaluate=lambda p: float("nan")),
            ValueError,
            "the guess at 'b' is nan: it must be a finite number",
        ),
        (
            lambda: expectiminimax(cases.Paid({0: (None, (1, 1))})),
            ValueError,
            r"\(1, 1\), do not add up to 0",
        ),
    ],
)
def test_what_is_refused(act, error, words):
    with pytest.raises(error, match=words):
        act()
