import pytest

from gamelib import LOSS, WIN, GameGraph, Misere, check_game, check_solution, solve
from gamelib.games import CopsAndThief, Matches, Nim, TicTacToe


def test_misere_turns_the_end_round_and_nothing_else():
    game = Misere(Matches(9, takes=(1, 3)))
    check_game(game)
    assert game.outcome(0) == WIN
    assert game.outcome(5) is None
    assert list(game.moves(5)) == [1, 3]
    assert Misere(Misere(Matches(4))).outcome(0) == LOSS


def test_misere_keeps_the_capabilities_that_stay_true_and_no_others():
    game = Misere(Matches(7))
    assert game.text(7) == Matches(7).text(7)
    assert game.impartial
    assert not hasattr(Misere(Nim((2,))), "arena")
    with pytest.raises(AttributeError, match="Misere"):
        game.nimber  # noqa: B018


def test_misere_turns_ready_made_arrays_round_too():
    board = Misere(CopsAndThief.from_text("P.T\n.*E"))
    solution = solve(board)
    check_solution(solution)
    walked = solve(GameGraph.of(board))
    assert len(walked) > 10
    assert all(solution[position] == verdict for position, verdict in walked.items())
    assert solution.graph.game is board


def test_misere_turns_the_bounds_round_too():
    """X to move has a line left, O has none: X cannot lose, and where the result is turned round cannot win."""
    game, turned = TicTacToe(), Misere(TicTacToe())
    assert game.bounds("XOXOXOOX.") == (0, 1)
    assert turned.bounds("XOXOXOOX.") == (-1, 0)
    for position, verdict in solve(turned).items():
        low, high = turned.bounds(position)
        assert low <= verdict.value <= high or game.outcome(position) is not None
    assert not hasattr(Misere(Nim((2,))), "bounds")


@pytest.mark.parametrize("largest", range(1, 8))
def test_misere_matches_with_takes_up_to_k_are_lost_at_one_more_than_a_multiple(largest):
    solution = solve(Misere(Matches(60, takes=tuple(range(1, largest + 1)))))
    assert [pile for pile in range(61) if solution[pile].outcome == LOSS] == list(range(1, 61, largest + 1))
