"""Zobrist keys, and tables by keys: a table that forgets is right, one that confuses boards is
not.
"""

from functools import cache
from random import Random

import cases
import pytest

from gamelib import alphabeta, minimax
from gamelib.games import TicTacToe
from gamelib.zobrist import KeyedTable, Zobrist


def test_a_key_follows_the_moves():
    game, rng = TicTacToe(), Random(1)
    keys = Zobrist(9, "XO")
    position, key = game.start(), 0
    while game.outcome(position) is None:
        before, position = position, game.play(position, rng.choice(game.moves(position)))
        cell = next(k for k in range(9) if before[k] != position[k])
        key ^= keys.number(cell, position[cell])
        assert key == keys.key(position)
    assert (
        len({keys.key(board) for board in ("X........", ".X.......", "O........", ".........")})
        == 4
    )


@pytest.mark.parametrize("seed", range(30))
def test_a_small_guarded_table_forgets_but_gives_no_wrong_answer(seed):
    rng = Random(seed)
    game = cases.dag(rng, 30, numbers=True)
    table = KeyedTable(lambda position: position % 5, slots=7)
    for _ in range(20):
        position, depth = rng.randrange(30), rng.choice([None, 2, 4])
        search = rng.choice([minimax, alphabeta])
        assert (
            search(game, position, depth=depth, table=table).value
            == minimax(game, position, depth=depth).value
        )
    assert table.collisions
    assert len(table) <= 7


def test_without_a_guard_collisions_give_wrong_answers():
    game = TicTacToe()

    def value(guarded, seed):
        key = cache(Zobrist(9, "XO", bits=8, seed=seed).key)
        return minimax(game, table=KeyedTable(key, slots=256, guarded=guarded)).value

    position = "XO.......", "X...O...."
    true = [alphabeta(game, p).value for p in position]
    assert true == [1, 0]
    assert value(True, 1) == 0
    assert any(value(False, seed) != 0 for seed in range(4))


def test_mistakes():
    with pytest.raises(ValueError, match="bits=65"):
        Zobrist(9, "XO", bits=65)
    table = KeyedTable(len)
    with pytest.raises(KeyError):
        del table["X", None]
