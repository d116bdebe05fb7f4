"""Games as a newcomer writes them: a slip is named in one sentence wherever the game is given."""

import warnings
from fractions import Fraction
from itertools import count

import matplotlib.pyplot as plt
import numpy as np
import pytest
from naive import game, taking_turns

from gamecourse.check import RIGHT, wins
from gamecourse.show import boards, widgets
from gamecourse.show.replay import Replay
from gamefast import advise, alphabeta, deepen, exact_values, mcts, solve
from gamelib import LOSS, WIN, Extensive, IllegalMove, Misere, Quotient, check_game, match
from gamelib.arguments import score_at
from gamelib.games import TicTacToe

PAIRS = [np.array([k, k]) for k in (1, 2)]
EVERYWHERE = [
    solve,
    lambda game: exact_values(Extensive(game)),
    lambda game: solve(Misere(game)),
    widgets.Play,
]


@pytest.mark.parametrize("asked", EVERYWHERE)
@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ({1: 2}, r"the moves at 3 are \{1: 2\}: give a list of moves"),
        (PAIRS, r"array\(\[1, 1\]\) is one of the moves at 3: arrays cannot be compared"),
    ],
)
def test_what_moves_must_not_give(asked, moves, said):
    with pytest.raises(ValueError, match=said):
        asked(game(moves=lambda self, n: moves))


OFFERED = [
    (
        {"representative": lambda self, n: n},
        lambda game: solve(Quotient(game)),
        r"representative\(\d\) gives \d",
    ),
    (
        {"representative": lambda self, n: None},
        advise,
        r"representative\(\d\) gives None: give a pair \(rep, back\)",
    ),
    (
        {"representative": lambda self, n: (n, None)},
        advise,
        r"gives \(\d, None\): give a pair \(rep, back\)",
    ),
    (
        {"order": lambda self, n, moves: moves.sort()},
        alphabeta,
        r"the ordered moves at \d are None: order gives",
    ),
    ({"bounds": lambda self, n: None}, alphabeta, r"the bounds of \d are None: give a pair"),
    (
        {"bounds": lambda self, n: 1},
        lambda game: deepen(game, depth=2),
        r"the bounds of \d are 1: give a pair",
    ),
    (
        {"bounds": lambda self, n: ("-1", "1")},
        alphabeta,
        r"the bounds of \d are \('-1', '1'\): give a pair",
    ),
]


@pytest.mark.parametrize(("slip", "asked", "said"), OFFERED)
def test_what_a_game_offers_beside_its_rules_is_looked_at_too(slip, asked, said):
    with pytest.raises(ValueError, match=said):
        asked(game(**slip))
    with pytest.raises(AssertionError, match=said):
        check_game(game(**slip))


def test_what_is_no_shape_no_outcome_and_no_tuple_of_payoffs():
    for shape, asked in (("1x2", boards.draw), (2, widgets.Play)):
        with pytest.raises(
            ValueError, match=rf"the shape of Mine is '?{shape}'?: give \(rows, columns\)"
        ):
            asked(game(shape=shape, text=lambda self, n: "."))
    for said in ((1, -1), np.array(-1), np.complex128(1 + 2j)):
        with pytest.raises(ValueError, match="the outcome of 0 is "):
            solve(game(outcome=lambda self, n, said=said: said if n == 0 else None))
    for given in (None, 1, {0: 1, 1: -1}):
        with pytest.raises(
            ValueError, match=r"the payoffs at \(0, \d\) are .*: give a tuple of numbers"
        ):
            match(
                taking_turns(payoffs=lambda self, p, given=given: given),
                lambda position: 1,
                lambda position: 1,
            )


def test_an_exercise_of_your_own_names_what_its_game_says_wrongly():
    with pytest.raises(ValueError, match="the moves at 3 are None: give a list of moves"):
        wins(game(moves=lambda self, n: None), lambda n: 1, 3)
    with pytest.raises(TypeError, match="Mine is a class: make a game from it first"):
        wins(type(game()), lambda n: 1, 3)
    assert wins(game(), lambda n: n % 3 or 1, 2) == RIGHT


@pytest.mark.parametrize("short", [np.float32, np.float16])
def test_short_floats_are_results_without_a_warning(short):
    mine = game(outcome=lambda self, n: short(-1) if n == 0 else None)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert [solve(mine)[n].outcome for n in (3, 2)] == [LOSS, WIN]
        assert score_at(lambda position: short(0.5), 5) == 0.5
    with pytest.raises(ValueError, match=r"the score of 5 is np\.complex"):
        score_at(lambda position: np.complex64(1), 5)


def test_a_fraction_is_a_result_in_words_too():
    mine = game(start=lambda self: 2, outcome=lambda self, n: Fraction(-1, 3) if n == 0 else None)
    assert str(advise(mine)).startswith("WIN in 1, worth 0.333333: 2. Found by ")


def test_moves_that_cannot_be_dict_keys_will_do_but_for_playouts():
    mine = game(
        start=lambda self: 4,
        moves=lambda self, n: [[k] for k in (1, 2) if k <= n],
        play=lambda self, n, k: n - k[0],
    )
    assert (solve(mine).best(), alphabeta(mine).line) == ([1], ([1], [1], [2]))
    with pytest.raises(
        TypeError, match=r"move \[1\] cannot be a dict key: use tuples and strings, not lists"
    ):
        mcts(mine, playouts=10, rng=np.random.default_rng(1))
    with pytest.raises(IllegalMove, match=r"\(9, 9\) is not"):
        boards.strategy_map(TicTacToe(1, 2, 2), lambda cells: (9, 9))
    plt.close("all")


def test_an_error_of_the_rules_is_not_blamed_on_who_moves():
    with pytest.raises(KeyError, match="2"):
        match(game(play=lambda self, n, k: {1: 2}[k]), lambda position: 2, lambda position: 2)


def test_a_replay_that_goes_on_after_the_end_is_refused():
    with pytest.raises(IllegalMove, match="1 is played at 0, where play is over"):
        Replay(game(), [1, 2, 1])


once, numbers = iter((1, 2)), count()
SLIPS = [
    (game(moves=lambda self, n: once), "the moves of 3 change when they are asked for twice"),
    (game(start=lambda self: np.array([3, 3])), r"position array\(\[3, 3\]\) cannot be a dict key"),
    (
        game(start=lambda self: object()),
        "start.* and .* the second: give its class __eq__ and __hash__",
    ),
    (
        game(play=lambda self, n, k: int("x")),
        "the rules stop at 3 with ValueError: invalid literal",
    ),
    (game(outcome=lambda self, n: {3: None}[n]), "the rules stop at 2 with KeyError: 2"),
    (
        game(play=lambda self, n, k: (n - k, 0)),
        r"the rules stop at \(2, 0\) with TypeError: '<=' not supp",
    ),
    (
        game(order=lambda self, n, moves: moves[: moves.remove(1)]),
        "order at 3 does not give the moves, all of them",
    ),
    (
        taking_turns(turn=lambda self, p: p[1] + 1 if p[0] else None),
        "the turn of 2: players are 0 to 1",
    ),
    (
        taking_turns(payoffs=lambda self, p: (0,) * (2 + p[1])),
        r"2 payoffs at \(0, 0\) and 3 payoffs at \(0, 1\)",
    ),
    (
        taking_turns(payoffs=lambda self, p: (next(numbers), 0)),
        r"payoffs at \(0, [01]\) change when they are ask",
    ),
]


@pytest.mark.parametrize(("slip", "said"), SLIPS)
def test_check_game_names_what_is_wrong_and_where(slip, said):
    with pytest.raises(AssertionError, match=said):
        check_game(slip)


def test_check_game_takes_what_the_solvers_take():
    bounds = [-1.0, np.int64(1)]
    offering = game(order=lambda self, n, moves: reversed(moves), bounds=lambda self, n: bounds)
    check_game(offering)
    assert (
        alphabeta(offering).value
        == deepen(offering, depth=5).value
        == solve(offering)[3].value
        == -1
    )
    check_game(taking_turns(payoffs=lambda self, p: np.array([-1, 1] if p[1] == 0 else [1, -1])))
    check_game(
        taking_turns(turn=lambda self, p: 0 if p[0] else None, payoffs=lambda self, p: (1, 0, 0))
    )
