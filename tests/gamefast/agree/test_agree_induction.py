"""The book's plans and its expectiminimax are those of today."""

from fractions import Fraction
from random import Random

import chance_cases as cases
import pytest
from naive import Graph

import gamelib
from gamelib import CHANCE, Extensive, Quotient
from gamelib.core import PlayGoesRound, TooLarge
from gamelib.expectiminimax import expectiminimax
from gamelib.games import Matches, MinMaxTree, OverwriteTicTacToe, ShadedTicTacToe, TicTacToe, Tree
from gamelib.induction import backward_induction

#: Two methods are compared here: each is the other's witness.
pytestmark = pytest.mark.slow


def check_plan(game, position=None):
    """Hold every decision of a plan, and its words, against today's."""
    found, expected = backward_induction(game, position), gamelib.backward_induction(game, position)
    assert list(found) == list(expected)
    for p in found:
        assert (found[p].payoffs, found[p].move, found[p].equal) == (
            expected[p].payoffs,
            expected[p].move,
            expected[p].equal,
        )
        assert [*map(type, found[p].payoffs)] == [*map(type, expected[p].payoffs)]
    start = next(reversed(list(found)))
    assert found.line(start) == expected.line(start)
    assert found.counts() == expected.counts()
    assert found.explain(start) == expected.explain(start)
    return found


def test_plans_are_those_of_today():
    rng = Random(1)
    for _ in range(1200):
        game = cases.of_players(rng, rng.randint(2, 14), rng.randint(1, 4))
        assert repr(check_plan(game)) == repr(gamelib.backward_induction(game))
        check_plan(game, rng.randrange(len(game.nodes)))


@pytest.mark.parametrize(
    "game",
    [ShadedTicTacToe(2, 2, 2), Quotient(ShadedTicTacToe(2, 2, 2)), Extensive(TicTacToe(2, 3, 2))],
    ids=str,
)
def test_plans_of_boards(game):
    check_plan(game)


def test_a_plan_on_a_quotient_names_moves_of_the_real_board():
    game = Quotient(ShadedTicTacToe(1, 6, 2))
    found, expected = backward_induction(game), gamelib.backward_induction(game)
    for p in backward_induction(game.game):
        assert found[p].payoffs == expected[p].payoffs
        assert (found[p].move, found[p].equal) == (expected[p].move, expected[p].equal)


def test_a_long_game_needs_no_recursion():
    n = 5_000
    nodes = {str(k): ("A", {"on": str(k + 1)}) for k in range(n)}
    game = Tree({**nodes, str(n): ("A", {"stop": (7,)})}, players=("A",))
    assert backward_induction(game)["0"].payoffs == (7,)


def facts(found):
    names = (
        "position",
        "value",
        "line",
        "best",
        "exact",
        "nodes",
        "cutoffs",
        "table_hits",
        "window",
    )
    return {name: getattr(found, name) for name in names} | {"words": str(found.explain())}


def outcome_of(search, *given, **named):
    """What a search finds, or how it fails."""
    try:
        return facts(search(*given, **named))
    except (PlayGoesRound, ValueError) as error:
        return type(error)


def test_expectiminimax_is_todays():
    rng = Random(2)
    gave_up = 0
    for acyclic in [True] * 900 + [False] * 600:
        game = cases.stochastic(rng, rng.randint(2, 12), acyclic=acyclic)
        depth = rng.choice([None, 0, 1, 2, 5])
        evaluate = rng.choice([True, False, None, lambda p: p / 4 - 1, lambda p: Fraction(p, 7)])
        position = rng.choice([None, rng.randrange(len(game.nodes))])
        found, expected = (
            outcome_of(search, game, position, depth=depth, evaluate=evaluate)
            for search in (expectiminimax, gamelib.expectiminimax)
        )
        assert found == expected
        gave_up += found is PlayGoesRound
    assert 50 < gave_up < 400


def test_expectiminimax_of_trees_and_boards():
    rng = Random(3)
    for _ in range(200):
        nodes = {
            v: [w for w in range(v + 1, 12) if (w - v) % 2 and rng.random() < 0.4]
            for v in range(12)
        }
        tree = Extensive(MinMaxTree({v: below or rng.randint(-5, 5) for v, below in nodes.items()}))
        assert outcome_of(expectiminimax, tree) == outcome_of(gamelib.expectiminimax, tree)
    for game in (
        ShadedTicTacToe(2, 2, 2),
        Quotient(ShadedTicTacToe(2, 3, 2)),
        Quotient(OverwriteTicTacToe(2)),
    ):
        for depth in (None, 3, 6):
            assert outcome_of(expectiminimax, game, depth=depth) == outcome_of(
                gamelib.expectiminimax, game, depth=depth
            )
    line = ShadedTicTacToe(1, 7, 2)
    assert facts(expectiminimax(Quotient(line), "#XO....")) == facts(
        gamelib.expectiminimax(Quotient(line), "#XO....")
    )


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
