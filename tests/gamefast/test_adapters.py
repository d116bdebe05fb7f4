import pickle
from fractions import Fraction

from gamefast import GameGraph, alphabeta, check_solution, exact_values, minimax, solve
from gamelib import LOSS, WIN, Extensive, Fixed, Misere, Quotient, Sum, check_game, games, nim_sum
from gamelib.games import CopsAndThief, Matches, Nim, TicTacToe


def test_misere_turns_the_end_round_and_nothing_else():
    game = Misere(Matches(9, takes=(1, 3)))
    check_game(game)
    assert game.outcome(0) == WIN
    assert game.outcome(5) is None
    assert list(game.moves(5)) == [1, 3]
    assert Misere(Misere(Matches(4))).outcome(0) == LOSS
    assert game.text(7) == Matches(9).text(7)
    assert not hasattr(Misere(Nim((2,))), "arena")


def test_misere_turns_ready_made_arrays_round_too():
    board = Misere(CopsAndThief.from_text("P.T\n.*E"))
    solution = solve(board)
    check_solution(solution)
    walked = solve(GameGraph.of(board))
    assert len(walked) > 10
    assert all(solution[position] == verdict for position, verdict in walked.items())
    assert solution.graph.game is board


def test_misere_does_not_offer_bounds_on_the_value_of_normal_play():
    class Known(Nim):
        def bounds(self, heaps):
            return (1, 1) if nim_sum(*heaps) else (-1, -1)

    for heaps in ((2, 2), (2, 3), (1, 1, 1), (3, 4)):
        assert alphabeta(Known(heaps), window=(-1, 1)).value == minimax(Nim(heaps)).value
        assert (
            alphabeta(Misere(Known(heaps)), window=(-1, 1)).value
            == minimax(Misere(Nim(heaps))).value
        )
    assert hasattr(TicTacToe(), "bounds")
    assert not hasattr(Misere(TicTacToe()), "bounds")


def test_misere_of_a_subclass_with_other_rules_is_walked():
    class Odd(Matches):
        def moves(self, pile):
            return [take for take in super().moves(pile) if take != 2]

    for game in (Odd(9), Misere(Odd(9))):
        assert not hasattr(game, "arena")
        assert {p: v for p, v in solve(game).items() if p < 9} == {
            p: v for p, v in solve(GameGraph.of(game)).items() if p < 9
        }
    assert str(solve(Misere(Odd(9)))[3]) == "LOSS in 3"
    assert hasattr(Misere(Matches(9)), "arena")


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
