"""A strategy of the book presses alike on an answer of the book and on one of the engine."""

from dataclasses import astuple
from importlib import import_module
from random import Random

import cases
import numpy as np
import pytest

from gamefast import solve
from gamelib import LOSS
from gamelib.core import IllegalMove
from gamelib.games import Matches, Tree
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


@pytest.mark.parametrize("seed", range(40))
def test_strategies(seed):
    game = cases.cyclic(Random(seed), 15, numbers=seed % 2 == 0)
    theirs, ours = book.tricky(solve(game)), book.tricky(book_solve(game))
    for position in solve(game):
        been = [Random(seed).randrange(15) for _ in range(8)]
        assert ours(position, been) == theirs(position, been)
    moves = [
        astuple(book.match(game, player, book.erring(player, game, 0.4, rng(seed)), limit=60))
        for player in (theirs, ours)
    ]
    assert moves[0] == moves[1]


def test_rolls():
    for seed in range(200):
        assert book.roll(GAMBLE, "d", rng(seed)).position in {"b", (0, 2, -2)}
    rolls = {book.roll(GAMBLE, "d", Random(seed)).position for seed in range(50)}
    assert rolls == {"b", (0, 2, -2)}


def one(pile):
    return 1


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
