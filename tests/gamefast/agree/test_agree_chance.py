"""The book's exact values are today's, its strategies are optimal, and its rounds are the same."""

from collections import Counter
from fractions import Fraction
from importlib import import_module
from itertools import combinations, pairwise, product
from random import Random

import chance_cases as cases
import networkx as nx
import numpy as np
import pytest
from naive import Graph, overwriting_by_sweeps

import gamefast
from gamefast.arrays import component_arrays
from gamelib import Fixed, IllegalMove, Quotient
from gamelib.chance import exact_values
from gamelib.core import CHANCE, TooLarge, UnknownPosition
from gamelib.games import Matches, OverwriteTicTacToe
from gamelib.improvement import strategy_improvement

book = import_module("gamelib.components")

#: Two methods are compared here: each is the other's witness.
pytestmark = pytest.mark.slow


def test_exact_values_are_those_of_today():
    rng = Random(1)
    compared = 0
    for game in [cases.stochastic(rng, rng.randint(2, 14)) for _ in range(1200)]:
        found, expected = exact_values(game), gamefast.exact_values(game)
        assert dict(found) == dict(expected)
        assert found.counts() == expected.counts()
        compared += len(found)
    assert compared > 5_000


def test_both_strategies_are_optimal_against_every_reply():
    """Against a fixed strategy the value is that of a game of one player, which today's solver
    finds.
    """
    rng = Random(2)
    for game in [cases.stochastic(rng, rng.randint(2, 10)) for _ in range(500)]:
        found = exact_values(game)
        for player in (0, 1):
            replied = gamefast.exact_values(Fixed(game, player, found.best))
            assert all(replied[p] == found[p] for p in replied)


@pytest.mark.parametrize("game", cases.lecture_games(), ids=str)
def test_the_games_of_the_lectures(game):
    found, expected = exact_values(game), gamefast.exact_values(game)
    assert all(found[p] == expected[p] for p in found)
    real = getattr(game, "game", game)
    for player in (0, 1):
        assert gamefast.exact_values(Fixed(real, player, found.best))[real.start()] == found.value()
    for player in (0, 1):
        check_rounds(game, player=player)


def test_against_sweeps_written_from_the_rules():
    swap = str.maketrans("XO", "OX")
    exact, sweeps = exact_values(OverwriteTicTacToe(2)), overwriting_by_sweeps(2, 2)
    compared = 0
    for (board, plain), mover in product(sweeps.items(), "XO"):
        position = (board if mover == "X" else board.translate(swap)), mover
        if position in exact:
            assert abs(float(exact[position]) * (1 if mover == "X" else -1) - plain) < 1e-9
            compared += 1
    assert compared == 77


def check_rounds(game, **choices):
    """Hold every round against today's."""
    found = strategy_improvement(game, **choices)
    expected = gamefast.strategy_improvement(game, **choices)
    fields = ("strategy", "values", "player", "changes", "why")
    for one, other in zip(found.rounds, expected.rounds, strict=True):
        for field in fields:
            assert getattr(one, field) == getattr(other, field), field
    assert {p: (found[p], found.best(p)) for p in found} == {
        p: (expected[p], expected.best(p)) for p in expected
    }
    assert (found.player, repr(found)) == (expected.player, repr(expected))
    return [one.why for one in found.rounds]


def test_every_round_is_that_of_today():
    rng = Random(3)
    reasons = Counter()
    for _ in range(1200):
        game = cases.stochastic(rng, rng.randint(4, 14))
        first = {
            p: rng.randrange(len(options))
            for p, (who, options) in game.nodes.items()
            if who in (0, 1) and rng.random() < 0.8
        }
        reasons.update(
            check_rounds(game, player=rng.choice([0, 1]), first=rng.choice([first, first.get]))
        )
    assert sum(reasons.values()) > 1_800
    assert min(reasons[why] for why in ("better", "stay", "leave")) > 20


def test_components_are_those_of_the_arrays_and_end_components_are_by_definition():
    rng = Random(4)
    for _ in range(1000):
        game = cases.stochastic(rng, rng.randint(2, 12))
        options = {
            p: [q for _, q in rest] if who == CHANCE else [] if who is None else list(rest)
            for p, (who, rest) in game.nodes.items()
        }
        places = sorted(options)
        rows = np.cumsum([0, *(len(options[p]) for p in places)], dtype=np.int32)
        targets = np.array([places.index(q) for p in places for q in options[p]], np.int32)
        _, members, starts, _, _ = component_arrays.components(rows, targets)
        parts = [{places[k] for k in members[low:high]} for low, high in pairwise(starts)]
        found = list(book.components(places, options.__getitem__))
        assert [set(part) for part in found] == parts
        live = [p for p, (who, _) in game.nodes.items() if who is not None][:7]

        def chance(p, game=game):
            return game.turn(p) == CHANCE

        ends = {frozenset(part) for part in book.end_components(live, options.__getitem__, chance)}
        assert ends == largest(stays(live, options, chance))


def stays(live, options, chance):
    """Every set of vertices in which play can stay for ever and come from each to each other."""
    for size in range(1, len(live) + 1):
        for some in combinations(live, size):
            inside = {p: [q for q in options[p] if q in some] for p in some}
            if all(ways and (not chance(p) or ways == options[p]) for p, ways in inside.items()):
                graph = nx.DiGraph([(p, q) for p, ways in inside.items() for q in ways])
                if nx.is_strongly_connected(graph):
                    yield frozenset(some)


def largest(sets):
    """Those that lie in no other."""
    sets = set(sets)
    return {one for one in sets if not any(one < other for other in sets)}


def test_a_long_way_needs_no_recursion():
    n = 20_000
    nodes = {k: (k % 2, [k + 1]) for k in range(n)} | {n: (None, Fraction(1))}
    assert exact_values(Graph(nodes))[0] == 1


HALF = Fraction(1, 2)


@pytest.mark.parametrize("method", [exact_values, strategy_improvement])
@pytest.mark.parametrize(
    ("nodes", "words"),
    [
        ({0: (CHANCE, [(HALF, 1)]), 1: (None, 1)}, "probabilities at 0 add up to 1/2, not to 1"),
        ({0: (CHANCE, [(0.1, 1)] * 10), 1: (None, 1)}, "floats are seldom exact; give Fractions"),
        ({0: (CHANCE, [])}, "at 0 chance decides, but there is no outcome"),
        ({0: (CHANCE, [(-1, 1), (2, 1)]), 1: (None, 1)}, "a probability at 0 is negative"),
        ({0: (CHANCE, [("half", 1)]), 1: (None, 1)}, "a probability at 0 is 'half'"),
        ({0: (CHANCE, [(1, None)])}, "a chance at 0 leads to None"),
        ({0: (0, [])}, "position 0 has no move, but is not over"),
        ({0: (0, [None])}, "gives None"),
        ({0: (2, [0])}, "at 0 it is the turn of 2: the players here are 0, 1 and CHANCE"),
        ({0: ("X", [0])}, "at 0 it is the turn of 'X'"),
        ({0: (True, [0])}, "at 0 it is the turn of True"),
        ({0: (None, float("nan"))}, "a payoff at 0 is nan"),
        ({0: (None, 10**400)}, "a payoff at 0 is too large: at most 1e\\+300"),
        ({0: (CHANCE, [1]), 1: (None, 1)}, "1 is one of the chances at 0: give a list of pairs"),
        ({0: (CHANCE, {1: 1}), 1: (None, 1)}, "the chances at 0 are {1: 1}: give a list of pairs"),
    ],
)
def test_games_that_contradict_themselves_are_named(method, nodes, words):
    with pytest.raises(ValueError, match=words):
        method(Graph(nodes))


def test_what_is_refused():
    ring = cases.OverwriteTicTacToe(2)
    for act, error, words in [
        (lambda: strategy_improvement(ring, player=2), ValueError, "player=2: give 0 or 1"),
        (lambda: strategy_improvement(ring, player=True), ValueError, "player=True: give 0 or 1"),
        (
            lambda: strategy_improvement(ring, first="take"),
            TypeError,
            "first='take': give a function or a dict",
        ),
        (
            lambda: strategy_improvement(ring, first=lambda p: 9),
            IllegalMove,
            "first says 9 at .*, where the moves are",
        ),
        (
            lambda: exact_values(ring, max_positions=50),
            TooLarge,
            "from gamefast import exact_values",
        ),
        (
            lambda: exact_values(Matches(3)),
            TypeError,
            r"Matches is a Game, .*; Extensive\(game\) turns",
        ),
        (
            lambda: exact_values(5),
            TypeError,
            "int is not a game: an ExtensiveGame needs the methods",
        ),
        (lambda: exact_values(Quotient), TypeError, "Quotient is a class"),
        (
            lambda: exact_values(ring)["XX..", "X"],
            UnknownPosition,
            "is not a position of OverwriteTicTacToe",
        ),
        (
            lambda: exact_values(ring).best("x"),
            UnknownPosition,
            "is not a position of OverwriteTicTacToe",
        ),
    ]:
        with pytest.raises(error, match=words):
            act()
