"""The book's adapters play as today's do on every game, offer the same, and refuse the same in the
same words.
"""

import pickle
from fractions import Fraction
from importlib import import_module
from itertools import islice
from random import Random

import chance_cases as cases
import networkx as nx
import pytest
from naive import Boxes, game, taking_turns

from gamelib import LOSS, WIN, games
from gamelib import adapters as today
from gamelib.chance import exact_values
from gamelib.retrograde import solve

book = import_module("gamelib.adapters")

#: Two methods are compared here: each is the other's witness.
pytestmark = pytest.mark.slow

GRAPH = nx.DiGraph([(0, 1), (1, 0), (1, 2), (0, 3), (3, 2)])
GAMES = [
    games.Matches(9, takes=(1, 3)),
    games.Nim((1, 2, 3)),
    games.Token(GRAPH, 0),
    games.TicTacToe(),
    games.TicTacToe(2, 3, 2),
    games.ConnectFour(4, 4),
    games.Octal((5, 3), "0.77"),
    games.Grundy((7,)),
    games.Subtraction((6, 4), takes=(1, 3)),
    games.CopsAndRobber(nx.path_graph(4)),
    games.CopsAndThief.from_text("P.T\n.*E"),
    games.MinMaxTree({"Max": ["a", "b"], "a": ["c", "d"], "b": 2, "c": 3, "d": -5}),
    game(),
    game(outcome=lambda self, p: None if p else Fraction(-7, 2)),
    game(representative=lambda self, p: (p, lambda move: move)),
]
EXTENSIVE = [
    games.OverwriteTicTacToe(2),
    games.ShadedTicTacToe(2, 2, 2),
    games.Tree(
        {"a": ("A", {"x": "b", "y": (2, -2)}), "b": ("B", {"z": (1, -1)})}, players=("A", "B")
    ),
    Boxes(6),
    taking_turns(),
    *(cases.stochastic(Random(seed), 8) for seed in range(20)),
]

OFFERED = [
    *(
        "start",
        "turn",
        "moves",
        "play",
        "outcome",
        "payoffs",
        "chances",
        "text",
        "move_text",
        "chance_text",
    ),
    *(
        "shape",
        "pieces",
        "chequered",
        "cell_of",
        "cells_of",
        "end_text",
        "check_position",
        "representative",
    ),
    *("order", "bounds", "evaluate", "impartial", "players", "unfold", "class_of"),
]


def answer(rules, name, *given):
    """What a method of a game gives, or what it raises, in words."""
    try:
        found = getattr(rules, name)
        return list(found(*given)) if name in ("moves", "chances") else found(*given)
    except Exception as error:
        return type(error), str(error)


def compare(one, other, most=150):
    """Hold two games against each other at the nearest positions; return how many were looked
    at.
    """
    assert repr(one) == repr(other)
    assert {n for n in OFFERED if hasattr(one, n)} == {n for n in OFFERED if hasattr(other, n)}
    for name in ("shape", "pieces", "chequered", "impartial", "players"):
        assert getattr(one, name, None) == getattr(other, name, None)
    waiting = [other.start()]
    for position in islice(waiting, most):  # the list grows
        steps = compare_at(one, other, position)
        waiting += [option for option in steps if option not in waiting]
    if hasattr(other, "check_position"):
        for typed in ("no", 7.5, ("no", 0), (other.start(), 0), (other.start(), True), [1]):
            assert answer(one, "check_position", typed) == answer(other, "check_position", typed)
    return min(len(waiting), most)


def compare_at(one, other, position):
    """Ask both games everything at a position; return where it leads."""
    for name in (
        "outcome",
        "turn",
        "payoffs",
        "check_position",
        "text",
        "bounds",
        "evaluate",
        "end_text",
    ):
        if hasattr(other, name):
            assert answer(one, name, position) == answer(other, name, position), (name, position)
    if hasattr(other, "turn"):
        turn = other.turn(position)
        if turn == "chance":
            assert answer(one, "chances", position) == answer(other, "chances", position)
            return [option for _, option in other.chances(position)]
        over = turn is None
    else:
        over = answer(other, "outcome", position) is not None
    if over:
        return []
    moves = list(other.moves(position))
    assert list(one.moves(position)) == moves
    for move in [*moves, "no such move", (0, "no")]:
        names = ("play", "move_text", "cell_of", "cells_of") if move in moves else ("play",)
        for name in names:
            if hasattr(other, name):
                assert answer(one, name, position, move) == answer(other, name, position, move), (
                    name,
                    position,
                    move,
                )
    if hasattr(other, "representative"):
        assert one.representative(position)[0] == other.representative(position)[0]
    if hasattr(other, "order"):
        assert list(one.order(position, moves)) == list(other.order(position, moves))
    return [other.play(position, move) for move in moves]


def test_adapters_of_games():
    looked_at = 0
    for rules in GAMES:
        looked_at += compare(book.Misere(rules), today.Misere(rules))
        looked_at += compare(book.Misere(book.Misere(rules)), today.Misere(today.Misere(rules)))
        looked_at += compare(book.Extensive(rules), today.Extensive(rules))
        looked_at += compare(
            book.Alternating(book.Extensive(rules)), today.Alternating(today.Extensive(rules))
        )
        if hasattr(rules, "representative"):
            looked_at += compare(book.Quotient(rules), today.Quotient(rules))
            looked_at += compare(
                book.Quotient(book.Misere(rules)), today.Quotient(today.Misere(rules))
            )
        if getattr(rules, "impartial", False):
            looked_at += compare(book.Sum(rules, rules), today.Sum(rules, rules))
            looked_at += compare(
                book.Sum(rules, games.Nim((2, 1)), rules),
                today.Sum(rules, games.Nim((2, 1)), rules),
            )
    assert looked_at > 2_000


def strategies(rules, player):
    """Strategies of a player: the first move, a mixture, and two that are illegal."""

    def first(position):
        return next(iter(rules.moves(position)))

    def mixture(position):
        moves = list(rules.moves(position))
        return {move: Fraction(1, len(moves)) for move in moves}

    return [first, mixture, lambda position: "no move", lambda position: []]


def test_adapters_of_extensive_games():
    looked_at = 0
    for rules in EXTENSIVE:
        if not hasattr(rules, "chances"):
            looked_at += compare(book.Alternating(rules), today.Alternating(rules))
        if hasattr(rules, "representative"):
            looked_at += compare(book.Quotient(rules), today.Quotient(rules))
        for player in (0, 1, 2):
            for strategy in strategies(rules, player)[: 4 if player else 2]:
                one, other = (
                    book.Fixed(rules, player, strategy),
                    today.Fixed(rules, player, strategy),
                )
                try:
                    looked_at += compare(one, other, most=40)
                except ValueError as error:  # today's cannot be walked
                    with pytest.raises(type(error)):
                        [one.chances(position) for position in walked(one)]
    assert looked_at > 1_400


def walked(rules):
    """Positions one after the other, by first chances and moves."""
    position = rules.start()
    for _ in range(50):
        yield position
        if rules.turn(position) is None:
            return
        if rules.turn(position) == "chance":
            position = rules.chances(position)[0][1]
        else:
            position = rules.play(position, next(iter(rules.moves(position))))


def test_lines_are_unfolded_as_today():
    rng = Random(1)
    for _ in range(300):
        heaps = tuple(rng.randint(0, 4) for _ in range(3))
        rules = games.Nim(heaps)
        one, other = book.Quotient(rules), today.Quotient(rules)
        position, line = one.start(), []
        while rules.outcome(position) is None:
            line.append(rng.choice(list(one.moves(position))))
            position = one.play(position, line[-1])
        assert one.unfold(heaps, line) == other.unfold(heaps, line)
        assert one.class_of(heaps) == other.class_of(heaps)
    assert answer(one, "unfold", (1, 2), [(9, 9)]) == answer(other, "unfold", (1, 2), [(9, 9)])


def test_solvers_of_the_book_take_them():
    assert [str(solve(book.Misere(games.Matches(5)))[p]) for p in (0, 1)] == [
        "WIN in 0",
        "LOSS in 1",
    ]
    assert exact_values(book.Extensive(games.Matches(4)))[4, 0] == -1
    board = games.OverwriteTicTacToe(2)
    assert exact_values(book.Fixed(board, 1, exact_values(board).best)).value() == Fraction(1, 3)


class Wrong(games.Nim):
    def representative(self, position):
        return position


BROKEN = [
    lambda kind: kind.Sum(),
    lambda kind: kind.Sum([games.Nim((1,))]),
    lambda kind: kind.Sum(games.Nim((1,)), games.TicTacToe()),
    lambda kind: kind.Sum(5),
    lambda kind: kind.Sum(game(outcome=lambda self, p: None if p else WIN)).outcome((0,)),
    lambda kind: kind.Misere(5),
    lambda kind: kind.Misere(games.TicTacToe),
    lambda kind: kind.Misere(taking_turns()),
    lambda kind: kind.Misere(game(outcome=lambda self, p: True)).outcome(3),
    lambda kind: kind.Quotient(games.Matches(3)),
    lambda kind: kind.Quotient(GRAPH),
    lambda kind: kind.Quotient(Wrong((1, 2))).start(),
    lambda kind: kind.Extensive(taking_turns()),
    lambda kind: kind.Alternating(games.Matches(3)),
    lambda kind: kind.Alternating(taking_turns(turn=lambda self, p: "chance")).start(),
    lambda kind: kind.Fixed(games.Matches(3), 0, min),
    lambda kind: kind.Fixed(taking_turns(), -1, min),
    lambda kind: kind.Fixed(taking_turns(), True, min),
    lambda kind: kind.Fixed(taking_turns(), 0, 5),
    lambda kind: kind.Fixed(taking_turns(), 0, int),
    lambda kind: kind.Fixed(kind.Fixed(taking_turns(), 0, min), 0, min),
    lambda kind: kind.Fixed(taking_turns(), 5, min).payoffs((0, 0)),
    lambda kind: kind.Misere(games.Nim((1,))).no_such_thing,
    lambda kind: kind.Misere(games.Nim((1,))).bounds,
]


@pytest.mark.parametrize("number", range(len(BROKEN)))
def test_what_is_refused_is_refused_in_the_same_words(number):
    found = []
    for kind in (book, today):
        with pytest.raises(Exception) as caught:  # noqa: PT011  # compared below
            BROKEN[number](kind)
        found.append((type(caught.value), str(caught.value)))
    if "the outcome of 3 is True" in found[0][1]:
        found = [(kind, words.split(":")[0]) for kind, words in found]
    assert found[0] == found[1]


def test_adapters_can_be_compared_and_pickled():
    one = book.Sum(games.Nim((1, 2)), book.Misere(games.Nim((1,))))
    for rules in (one, book.Quotient(games.Nim((1, 2))), book.Extensive(games.Matches(3))):
        assert pickle.loads(pickle.dumps(rules)) == rules
        assert hash(pickle.loads(pickle.dumps(rules))) == hash(rules)
    assert book.Misere(book.Misere(games.Matches(4))).outcome(0) == LOSS
