"""Matches in the book go as today's do, and its strategies make the same moves."""

from dataclasses import astuple
from importlib import import_module
from random import Random

import cases
import numpy as np
import pytest

from gamefast import solve
from gamelib import LOSS, Extensive, match, play
from gamelib.core import IllegalMove
from gamelib.games import Matches, OverwriteTicTacToe, TicTacToe, Tree
from gamelib.retrograde import solve as book_solve

book = import_module("gamelib.play")

#: Two methods are compared here: each is the other's witness.
pytestmark = pytest.mark.slow

GAMBLE = Tree(
    {
        "a": ("Ann", {"stop": (1, 0, -1), "dice": "d"}),
        "d": ("chance", {"low": ("1/3", "b"), "high": ("2/3", (0, 2, -2)), "never": ("0", "a")}),
        "b": ("Bob", {"back": "a", "end": (0.5, 0.25, -0.75)}),
    },
    players=("Ann", "Bob", "Cleo"),
)


def rng(seed):
    return np.random.default_rng(seed)


@pytest.mark.parametrize("seed", range(80))
def test_matches_at_random(seed):
    games = [
        *cases.acyclic_games(Random(seed)),
        cases.cyclic(Random(seed), 9, numbers=True),
        TicTacToe(),
    ]
    for game in [*games, *map(Extensive, games[:3]), OverwriteTicTacToe(2), GAMBLE]:
        players = 3 if game is GAMBLE else 2
        records = []
        for module in (play, book):
            source = rng(seed)
            random = module.random_moves(game, source)
            played = module.match(game, *[random] * players, rng=source, limit=50)
            records.append((*astuple(played), played.result))
        assert records[0] == records[1]


@pytest.mark.parametrize("seed", range(40))
def test_strategies(seed):
    game = cases.cyclic(Random(seed), 15, numbers=seed % 2 == 0)
    theirs, ours = play.tricky(solve(game)), book.tricky(book_solve(game))
    for position in solve(game):
        been = [Random(seed).randrange(15) for _ in range(8)]
        assert ours(position, been) == theirs(position, been)
    moves = [
        astuple(module.match(game, player, module.erring(player, game, 0.4, rng(seed)), limit=60))
        for module, player in ((play, theirs), (book, ours))
    ]
    assert moves[0] == moves[1]


def test_rolls():
    for seed in range(200):
        assert book.roll(GAMBLE, "d", rng(seed)) == play.roll(GAMBLE, "d", rng(seed))
    rolls = {book.roll(GAMBLE, "d", Random(seed)).position for seed in range(50)}
    assert rolls == {"b", (0, 2, -2)}


class Careless(Matches):
    """Its ``play`` checks no moves."""

    def play(self, pile, taken):
        return pile - taken


def one(pile):
    return 1


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ((Matches(5), one), {}),
        ((Matches(5),), {}),
        ((Matches(5), one, 7), {}),
        ((Matches(5), one, Random), {}),
        ((Matches(5), one, lambda pile: 9), {}),
        ((Careless(5), lambda pile: np.array([1, 2]), one), {}),
        ((Careless(5), lambda pile: 4, one), {}),
        ((Matches(5), one, one), {"position": -2}),
        (("text", one, one), {}),
        ((Matches, one, one), {}),
        ((GAMBLE, one, one, one), {}),
        ((GAMBLE, lambda p: "dice", lambda p: "end"), {"rng": rng(1)}),
        ((GAMBLE, lambda p: "stop"), {}),
        ((GAMBLE, lambda p: "stop", one), {}),
    ],
)
def test_mistakes_are_told_in_the_same_words(given, named):
    found = cases.answer(book.match, *given, **named)
    assert found == cases.answer(match, *given, **named)
    assert found[0] in (TypeError, ValueError, IllegalMove)


def test_dice_need_a_source():
    with pytest.raises(TypeError, match="chance needs its source"):
        book.match(GAMBLE, *[lambda p: "dice"] * 3)
    with pytest.raises(TypeError, match="chance needs its source"):
        book.random_moves(Matches(3), 1)


def test_play_with_pythons_own_random_numbers():
    random = book.random_moves(Matches(20), Random(1))
    played = book.match(Matches(20), random, random)
    assert (played.finished, played.positions[-1], sum(played.moves)) == (True, 0, 20)
    with pytest.raises(IllegalMove, match="the second player at"):
        book.match(Matches(20), one, lambda pile: 0)
    assert book.match(Matches(1), one, one, position=0).result == LOSS
