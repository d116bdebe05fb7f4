"""Many plays of the same strategies, and how far their shares can be trusted."""

import numpy as np
import pytest

from gamefast import solve, tournament
from gamefast.tournament import wilson
from gamelib import random_moves
from gamelib.games import CopsAndThief, Matches, TicTacToe


def test_tournament_counts_shares_with_their_confidence():
    game, rng = TicTacToe(), np.random.default_rng(3)
    solution = solve(game)
    found = tournament(game, solution, random_moves(game, rng), games=300)
    assert found.wins[0] > 0.8
    assert found.wins[1] == 0
    assert found.wins[0] + found.draws == 1
    assert found.confidence[0][0] < found.wins[0] < found.confidence[0][1]
    assert found.mean[0] == -found.mean[1] == found.wins[0]
    assert "player 0 wins" in str(found)
    first = tournament(Matches(9), lambda p: 1, lambda p: 1, games=3, swap=False)
    assert first.wins == (1, 0)
    assert tournament(Matches(9), lambda p: 1, lambda p: 1, games=4).wins == (0.5, 0.5)
    stays = tournament(
        CopsAndThief.from_text("P*T"),
        *[lambda p: p[0] if p[2] == "policeman" else p[1]] * 2,
        games=2,
        limit=9,
    )
    assert (stays.unfinished, stays.draws) == (2, 1)


@pytest.mark.parametrize(
    "games", [0, -1, 1.0, True, "ten", 10**30, pytest.param(10**5_000, id="long")]
)
def test_a_number_of_games_that_nobody_can_play_is_refused(games):
    with pytest.raises(ValueError, match="give a whole number"):
        tournament(Matches(9), lambda p: 1, lambda p: 1, games=games)


@pytest.mark.parametrize(("successes", "trials"), [(0, 10), (10, 10), (3, 10), (50, 100)])
def test_wilson_solves_its_equation(successes, trials):
    """The ends are the shares p at which the observed share is 1.96 standard errors away."""
    for p in wilson(successes, trials):
        if 1e-12 < p < 1 - 1e-12:
            assert (
                abs(abs(successes / trials - p) - 1.959964 * (p * (1 - p) / trials) ** 0.5) < 1e-9
            )
