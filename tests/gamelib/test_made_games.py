"""Solvers take games made from games; these can be compared and kept."""

import pickle
from fractions import Fraction

from gamelib import LOSS, Extensive, Fixed, Misere, Quotient, Sum, exact_values, games, solve


def test_solvers_of_the_book_take_them():
    assert [str(solve(Misere(games.Matches(5)))[p]) for p in (0, 1)] == [
        "WIN in 0",
        "LOSS in 1",
    ]
    assert exact_values(Extensive(games.Matches(4)))[4, 0] == -1
    board = games.OverwriteTicTacToe(2)
    assert exact_values(Fixed(board, 1, exact_values(board).best)).value() == Fraction(1, 3)


def test_adapters_can_be_compared_and_pickled():
    one = Sum(games.Nim((1, 2)), Misere(games.Nim((1,))))
    for rules in (one, Quotient(games.Nim((1, 2))), Extensive(games.Matches(3))):
        assert pickle.loads(pickle.dumps(rules)) == rules
        assert hash(pickle.loads(pickle.dumps(rules))) == hash(rules)
    assert Misere(Misere(games.Matches(4))).outcome(0) == LOSS
