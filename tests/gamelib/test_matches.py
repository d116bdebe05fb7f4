import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelib import DRAW, LOSS, WIN, IllegalMove, Misere, check_game, check_solution, solve
from gamelib.games import Matches

pytestmark = pytest.mark.usefixtures("package")

takes = st.sets(st.integers(1, 9), min_size=1, max_size=4).map(tuple)


@given(st.integers(0, 40), takes, st.booleans())
def test_solution_is_the_recurrence(n, takes, misere):
    game = Misere(Matches(n, takes)) if misere else Matches(n, takes)
    solution = solve(game)
    assert list(solution) == list(
        range(n + 1)
    )  # every pile, whether play from n comes past it or not
    won = []
    for pile in range(
        n + 1
    ):  # f(k): some take leads to a pile that is lost; a take that is not there is left out
        options = [won[pile - take] for take in takes if take <= pile]
        won.append(misere if not options else not all(options))
    for pile in solution:
        assert solution[pile].outcome == (WIN if won[pile] else LOSS)
    check_game(game)
    check_solution(solution)
    assert solution.counts()[DRAW] == 0


def test_numbers_of_numpy_are_numbers():
    np = pytest.importorskip("numpy")
    game = Matches(np.int64(15), np.array([1, 2, 3]))
    assert game == Matches(15) == Matches(15, takes=[3, 1, 2, 3])
    assert game.play(np.int64(5), np.int64(3)) == 2
    assert game.text(np.int64(7)) == "||||| ||  (7)"
    with pytest.raises(IllegalMove, match="at most 2"):
        game.play(2, np.int64(3))


@pytest.mark.parametrize(
    ("move", "message"),
    [
        (4, "take 4 from a pile of 3: at most 3"),
        *((move, "only 1, 2, 3") for move in (0, -1, 3.0, True)),
    ],
)
def test_illegal_moves_are_refused(move, message):
    with pytest.raises(IllegalMove, match=message):
        Matches(15).play(3, move)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((-1,), "n=-1"),
        ((5, ()), "no takes"),
        ((5, (1, 0)), "whole numbers, 1 or more"),
        ((5, 3), "whole numbers"),
    ],
)
def test_bad_parameters_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        Matches(*arguments)
