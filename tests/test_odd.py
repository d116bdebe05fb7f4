"""Odd games, odd strategies, odd hands: what a widget makes of them."""

import json
from fractions import Fraction

import pytest
from hand import Hand

from gamelib import Alternating, Extensive, solve
from gamelib.games import TicTacToe
from gamelib.show import widgets
from gamelib.show.dice import PlayDice


class Listed:
    """A game as it is written down: for each position its moves with what they lead to, or its result."""

    def __init__(self, told, start=0):
        self.told, self.first = told, start

    def start(self):
        return self.first

    def moves(self, position):
        return [move for move, _ in self.told[position]]

    def play(self, position, move):
        return next(there for known, there in self.told[position] if known == move)

    def outcome(self, position):
        told = self.told[position]
        return None if isinstance(told, list) else told


@pytest.mark.parametrize(
    ("game", "widget"),
    [(Extensive(TicTacToe(2, 2, 2)), PlayDice), (Alternating(Extensive(TicTacToe(2, 2, 2))), widgets.Play)],
)
def test_a_row_that_wins_is_marked_under_the_adapters(game, widget):
    play = widget(game)
    table = Hand(play).table
    ends = [won for won, end in zip(table["won"], table["end"], strict=True) if end is not None]
    assert {tuple(won) for won in ends} == {(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)}


def test_a_result_is_a_number_for_the_browser():
    play = widgets.Play(Listed({0: [("a", 1), ("b", 2), ("c", 3)], 1: Fraction(1, 3), 2: Fraction(-1), 3: -0.0}))
    ends = Hand(play).table["end"]
    assert json.dumps(ends) == f"[null, {1 / 3}, -1, 0]"
    assert solve(play.game)[0].value == 1
    play.move("a")
    assert play.said()[-1] == "Play is over. It is worth -0.333333 to you."
