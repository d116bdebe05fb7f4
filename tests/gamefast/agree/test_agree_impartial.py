"""Nimbers, octal games and periods in the book are those of today's solvers."""

from importlib import import_module
from random import Random

import cases
import networkx as nx
import pytest

from gamefast import GameGraph, nimber, nimbers, octal, octal_period, solve, winning_move
from gamelib import DRAW, LOSS, WIN, Misere, Quotient, Sum
from gamelib.core import NotImpartial, TooLarge
from gamelib.games import Matches, Nim, Octal, TicTacToe, Token

loopy = import_module("gamelib.loopy")
book = import_module("gamelib.nimbers")
book_octal = import_module("gamelib.octal")


class Moving(cases.ListedGame):
    """A random game in which both players have the same moves, and a player without one loses."""

    impartial = True


def moving(rng, size):
    game = cases.dag(rng, size)
    return Moving(game.options, dict.fromkeys(game.results, -1))


def impartial_games(rng):
    heaps = tuple(rng.randint(0, 5) for _ in range(rng.randint(1, 3)))
    takes = tuple(sorted(rng.sample(range(1, 7), rng.randint(1, 4))))
    code = f"0.{rng.randint(1, 7)}{rng.randint(0, 7)}{rng.randint(1, 3)}"
    return [
        moving(rng, rng.randint(2, 25)),
        Matches(rng.randint(0, 25), takes=takes),
        Nim(heaps),
        Nim(heaps, most=2),
        Quotient(Nim(heaps)),
        Octal(heaps, code),
        Sum(Matches(rng.randint(0, 9)), Nim(heaps), moving(rng, 9)),
        Sum(Octal(heaps, "0.77"), Sum(Nim((1, 2)), Nim(heaps))),
    ]


@pytest.mark.parametrize("seed", range(60))
def test_nimber_and_winning_move_of_games_of_every_kind(seed):
    rng = Random(seed)
    for game in impartial_games(rng):
        for _ in range(3):
            position = cases.later_position(rng, game, 3)
            assert book.nimber(game, position) == nimber(game, position)
            assert book.winning_move(game, position) == winning_move(game, position)
        assert book.nimber(game) == nimber(game)
    plain = impartial_games(rng)[:6]
    for game in plain:
        ours, theirs = book.nimbers(game), nimbers(game)
        assert ours == theirs
        assert theirs == ours
        assert sorted(ours.items(), key=repr) == sorted(theirs.items(), key=repr)
        with pytest.raises(KeyError):
            theirs["no position"]
        start = game.start()
        assert book.nimbers(game, start) == nimbers(game, start) == nimbers(GameGraph.of(game))


@pytest.mark.parametrize("seed", range(60))
def test_nimbers_of_graphs_with_cycles_and_without(seed):
    rng = Random(seed)
    for _ in range(5):
        graph = cases.digraph(rng, rng.randint(1, 30), acyclic=True)
        assert list(book.nimbers(graph).items()) == list(nimbers(graph).items())
        graph = cases.digraph(rng, rng.randint(1, 14))
        solution = solve(graph)
        for vertex, value in loopy.loopy_nimbers(graph).items():
            assert solution[vertex].outcome == outcome_of(value)


def outcome_of(value):
    """Who wins a game of this nimber or Infinity, played alone."""
    if isinstance(value, loopy.Infinity):
        return WIN if 0 in value.nimbers else DRAW
    return WIN if value else LOSS


def test_where_a_graph_with_cycles_is_too_large_the_error_names_a_function_that_takes_it(
    monkeypatch,
):
    monkeypatch.setattr("gamelib.gate.reachable", too_large)
    with pytest.raises(TooLarge, match="Who wins, `from gamefast import solve` says"):
        loopy.loopy_nimbers(nx.DiGraph([(1, 2), (2, 1)]))


def too_large(*_, **__):
    raise TooLarge("too many positions")


@pytest.mark.parametrize("seed", range(25))
def test_octal_games(seed):
    rng = Random(seed)
    for _ in range(4):
        code = rng.choice(["0.", "4."]) + "".join(
            str(rng.randint(0, 7)) for _ in range(rng.randint(1, 4))
        )
        assert cases.answer(book_octal.octal, code, 80) == cases.answer(
            lambda *of: octal(*of).tolist(), code, 80
        )
        found, period = book_octal.octal_period(code, limit=300), octal_period(code, limit=300)
        for name in ("code", "preperiod", "period", "exceptions", "certified_to"):
            assert getattr(found, name) == getattr(period, name)
        assert str(found) == str(period)


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        (TicTacToe(), NotImpartial),
        (Misere(Nim((1, 2))), ValueError),
        (Nim, TypeError),
        (nx.DiGraph([(0, 1), (1, 1)]), ValueError),
        (Token(nx.DiGraph([(0, 1), (1, 1)]), 0), ValueError),
        (nx.Graph([(0, 1)]), TypeError),
    ],
)
def test_mistakes_are_told_in_the_same_words(wrong, kind):
    assert cases.answer(book.nimbers, wrong) == cases.answer(nimbers, wrong)
    assert cases.answer(book.nimbers, wrong)[0] is kind
