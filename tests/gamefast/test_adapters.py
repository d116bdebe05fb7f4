from gamefast import GameGraph, alphabeta, check_solution, minimax, registry, solve
from gamelib import LOSS, WIN, Misere, check_game, nim_sum
from gamelib.games import CopsAndThief, Matches, Nim, TicTacToe


def test_misere_turns_the_end_round_and_nothing_else():
    game = Misere(Matches(9, takes=(1, 3)))
    check_game(game)
    assert game.outcome(0) == WIN
    assert game.outcome(5) is None
    assert list(game.moves(5)) == [1, 3]
    assert Misere(Misere(Matches(4))).outcome(0) == LOSS
    assert game.text(7) == Matches(9).text(7)
    assert registry.arena(Misere(Nim((2,)))) is None


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
        assert registry.arena(game) is None
        assert {p: v for p, v in solve(game).items() if p < 9} == {
            p: v for p, v in solve(GameGraph.of(game)).items() if p < 9
        }
    assert str(solve(Misere(Odd(9)))[3]) == "LOSS in 3"
    assert registry.arena(Misere(Matches(9))) is not None
