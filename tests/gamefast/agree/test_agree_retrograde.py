"""The book's retrograde analysis is today's: verdicts, best moves, lines, words, counts, order of
settling.
"""

from random import Random

import cases
import networkx as nx
import numpy as np
import pytest
from naive import FAULTS, game, random_board, taking_turns

import gamefast
from gamefast import registry
from gamelib import DRAW, Misere, Quotient, Sum
from gamelib.core import PlayGoesRound, TooLarge, UnknownPosition
from gamelib.games import (
    ConnectFour,
    CopsAndRobber,
    CopsAndThief,
    Grundy,
    Matches,
    Nim,
    Octal,
    OverwriteTicTacToe,
    Subtraction,
    TicTacToe,
    Token,
)
from gamelib.retrograde import solve

#: Results of three kinds, at the vertices where play ends; None is the usual loss.
RESULTS = [[None], [None, -1, 0, 1], [None, -3, -1, -0.5, 0, 0.5, 1, 2]]


def written(rng, size):
    """A random game with cycles, self-loops and several moves to one option, which lists no
    positions.
    """
    game = cases.cyclic(rng, size, numbers=rng.random() < 0.5)
    return cases.GraphGame(game.options, game.results, rng.randrange(size))


def verdict(found):
    return found.outcome, found.remoteness, found.value


def line(solution, position):
    """Best play from a position, or that it need not end, in words."""
    try:
        return solution.line(position)
    except (ValueError, PlayGoesRound) as error:
        return str(error)


def compare(rules, *, positions=None, words=20):
    """Hold the book's solution against today's; return how many positions were compared."""
    found, expected = solve(rules), gamefast.solve(rules)
    listed = [p for p in found if p in expected] if positions is None else positions
    assert len(listed) == len(found)
    for p in listed:
        assert verdict(found[p]) == verdict(expected[p]), p
        assert found.value(p) == expected.value(p)
        assert found.best(p) == expected.best(p), p
    for p in listed[:: 1 + len(listed) // words]:
        assert line(found, p) == line(expected, p)
        assert found.line(p, moves=3) == expected.line(p, moves=3)
        assert found.explain(p) == expected.explain(p)
        assert [(m, o, verdict(v)) for m, o, v in found.options(p)] == [
            (m, o, verdict(v)) for m, o, v in expected.options(p)
        ]
    if len(found) == len(expected):
        assert found.counts() == expected.counts()
        assert repr(found) == repr(expected)
        compare_order(found, expected)
    return len(listed)


def compare_order(found, expected):
    """Hold the order of settling against today's, where today keeps one of the same positions."""
    if expected.order is None or list(found) != list(expected):
        return
    order = [expected.graph.position(i) for i in expected.order.tolist()]
    assert found.settled == [p for p in order if expected[p].outcome != DRAW]


def test_random_games_with_cycles_and_numbers():
    rng = Random(1)
    assert sum(compare(written(rng, rng.randint(1, 14))) for _ in range(1_200)) > 4_000


def test_random_digraphs():
    rng = Random(2)
    assert (
        sum(
            compare(cases.digraph(rng, rng.randint(1, 12), results=rng.choice(RESULTS)))
            for _ in range(800)
        )
        > 4_000
    )


def test_adapters():
    rng = Random(3)
    compared = 0
    for _ in range(40):
        heaps = tuple(rng.randint(0, 4) for _ in range(rng.randint(1, 3)))
        compared += (
            compare(Nim(heaps)) + compare(Quotient(Nim(heaps))) + compare(Misere(Nim(heaps)))
        )
        compared += compare(Quotient(Misere(Nim(heaps))))
        compared += compare(Sum(Matches(rng.randint(0, 5), takes=(1, 3)), Nim(heaps[:2])))
        compared += compare(Misere(written(rng, 8)))
        compared += compare(Octal(heaps[:2], rng.choice(["0.77", "0.137", "0.07", "4.3"])))
        compared += compare(Subtraction(heaps, takes=(1, 4))) + compare(Grundy((heaps[0] + 3,)))
    assert compared > 3_500


def test_a_quotient_answers_for_the_real_board():
    for rules in (Nim((1, 2, 3)), TicTacToe(2, 3, 2), TicTacToe(3, 3, 3)):
        found, expected = solve(Quotient(rules)), gamefast.solve(Quotient(rules))
        everything = [*solve(rules)]
        for p in everything[:: 1 + len(everything) // 300]:
            assert verdict(found[p]) == verdict(expected[p])
            assert (found.best(p), line(found, p)) == (expected.best(p), line(expected, p))
            assert found.explain(p) == expected.explain(p)


@pytest.mark.parametrize(
    "rules",
    [
        Matches(15),
        TicTacToe(2, 3, 2),
        Misere(TicTacToe(2, 3, 2)),
        ConnectFour(3, 4, 3),
        Token(nx.DiGraph([(0, 1), (1, 0), (1, 2)]), 0),
    ],
    ids=lambda rules: type(rules).__name__,
)
def test_boards(rules):
    assert compare(rules) == len(solve(rules))


def test_chases_on_small_boards():
    """Both list every placement of the tokens, also those that play never reaches."""
    rng, numpy_rng = Random(4), np.random.default_rng(4)
    compared = 0
    for _ in range(40):
        rows, columns = rng.choice([(1, 5), (2, 3), (3, 3), (2, 5)])
        board = CopsAndThief.from_text(
            random_board(numpy_rng, rows, columns, exits=rng.randint(0, 1))
        )
        compared += compare(board) + compare(Misere(board))
        stored = gamefast.solve(registry.arena(board).explicit())
        compare_order(solve(board), stored)
        assert list(solve(board)) == list(stored) == list(gamefast.solve(board))
    assert compared > 4_000


def test_cops_and_robbers():
    rng = Random(5)
    compared = 0
    for _ in range(25):
        graph = nx.gnp_random_graph(rng.randint(3, 6), 0.5, seed=rng.randrange(10**6))
        if nx.is_connected(graph):
            compared += compare(CopsAndRobber(graph, cops=rng.choice([1, 2])))
    assert compared > 1_000


def test_positions_to_begin_with():
    rng = Random(6)
    for _ in range(200):
        rules = written(rng, rng.randint(2, 10))
        chosen = rng.choices(range(len(rules.options)), k=rng.randint(1, 3))
        for given in (
            {"position": chosen[0]},
            {"positions": chosen},
            {"position": chosen[0], "positions": chosen[1:]},
        ):
            found, expected = solve(rules, **given), gamefast.solve(rules, **given)
            assert list(found) == list(expected)
            assert [*map(verdict, found.values())] == [*map(verdict, expected.values())]
            compare_order(found, expected)


def with_outcome(graph, vertex):
    graph.nodes[vertex]["outcome"] = 1
    return graph


def test_what_is_refused():
    for name, (changes, words) in FAULTS.items():
        with pytest.raises(ValueError, match=words):
            solve(game(**changes))
        assert name
    for act, error, words in [
        (
            lambda: solve(Matches(99), max_positions=9),
            TooLarge,
            "raise max_positions, or `from gamefast import solve`",
        ),
        (lambda: solve(5), TypeError, "int is not a game: a Game needs the methods"),
        (lambda: solve(TicTacToe), TypeError, "TicTacToe is a class"),
        (
            lambda: solve(taking_turns()),
            TypeError,
            r"Dots is an ExtensiveGame, .*solve\(Alternating\(game\)\)",
        ),
        (lambda: solve(OverwriteTicTacToe(2)), TypeError, "is an ExtensiveGame"),
        (lambda: solve(TicTacToe(), "XX"), ValueError, "'XX' is not a board of 3 x 3"),
        (
            lambda: solve(game(), "XX"),
            ValueError,
            r"'XX' is not a position of Mine \(TypeError: .*\); one is 3",
        ),
        (lambda: solve(game(), [3]), TypeError, r"position \[3\] cannot be a dict key"),
        (lambda: solve(nx.Graph([(1, 2)])), TypeError, "a game needs a directed graph"),
        (lambda: solve(nx.DiGraph([(1, 2)]), 7), ValueError, "7 is not a vertex of the graph"),
        (
            lambda: solve(with_outcome(nx.DiGraph([(1, 2)]), 1)),
            ValueError,
            "vertex 1 has an outcome, but also moves",
        ),
        (lambda: solve(Matches(3))[7], UnknownPosition, "7 is not a position of Matches"),
        (lambda: solve(Matches(3)).best("x"), UnknownPosition, "'x' is not a position of Matches"),
    ]:
        with pytest.raises(error, match=words):
            act()
