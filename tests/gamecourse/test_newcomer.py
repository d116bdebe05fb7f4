"""Games as a newcomer writes them: a slip is named in one sentence wherever the game is given."""

import warnings
from fractions import Fraction
from itertools import count

import matplotlib.pyplot as plt
import numpy as np
import pytest

from gamecourse.check import RIGHT, wins
from gamecourse.show import boards, widgets
from gamecourse.show.replay import Replay
from gamelib import (
    LOSS,
    WIN,
    Extensive,
    IllegalMove,
    Misere,
    Quotient,
    advise,
    alphabeta,
    ask,
    check_game,
    deepen,
    exact_values,
    match,
    mcts,
    random_moves,
    solve,
)
from gamelib.games import TicTacToe


class Heap:
    """Take 1, 2 or 3 of n; who takes the last wins."""

    def start(self):
        return 5

    def moves(self, n):
        return [k for k in (1, 2, 3) if k <= n]

    def play(self, n, k):
        return n - k

    def outcome(self, n):
        return LOSS if n == 0 else None


class Shared:
    """The same for two players who are named, with payoffs."""

    def start(self):
        return (5, 0)

    def turn(self, p):
        return p[1] if p[0] else None

    def moves(self, p):
        return [k for k in (1, 2, 3) if k <= p[0]]

    def play(self, p, k):
        return (p[0] - k, 1 - p[1])

    def payoffs(self, p):
        return (-1, 1) if p[1] == 0 else (1, -1)


def other(game, **methods):
    """The same game with other methods."""
    return type("Mine", (game,), methods)()


def first(game):
    """The strategy that takes the first move."""
    return lambda position: game.moves(position)[0]


PAIRS = [np.array([k, k]) for k in (1, 2, 3)]
EVERYWHERE = {
    "solve": solve,
    "advise": advise,
    "alphabeta": alphabeta,
    "mcts": lambda game: mcts(game, playouts=10, rng=np.random.default_rng(1)),
    "match": lambda game: match(game, *[random_moves(game, np.random.default_rng(1))] * 2),
    "Extensive": lambda game: exact_values(Extensive(game)),
    "Misere": lambda game: solve(Misere(game)),
    "Play": widgets.Play,
}


@pytest.mark.parametrize("name", EVERYWHERE)
@pytest.mark.parametrize(
    ("slip", "said"),
    [
        ({"moves": lambda self, n: None}, r"the moves at 5 are None: give a list of moves"),
        ({"moves": lambda self, n: {1: n - 1}}, r"the moves at 5 are \{1: 4\}: give a list of moves"),
        ({"moves": lambda self, n: PAIRS}, r"array\(\[1, 1\]\) is one of the moves at 5: arrays cannot be compared"),
        ({"play": lambda self, n, k: None}, r"(gives None: it|leads to None: play) must return"),
    ],
)
def test_what_moves_and_play_must_not_give(name, slip, said):
    with pytest.raises(ValueError, match=said):
        EVERYWHERE[name](other(Heap, **slip))


OFFERED = [
    ({"representative": lambda self, n: n}, lambda game: solve(Quotient(game)), r"representative\(\d\) gives \d"),
    ({"representative": lambda self, n: None}, advise, r"representative\(\d\) gives None: give a pair \(rep, back\)"),
    ({"representative": lambda self, n: (n, None)}, advise, r"gives \(\d, None\): give a pair \(rep, back\)"),
    ({"order": lambda self, n, moves: moves.sort()}, alphabeta, r"the ordered moves at \d are None: order gives"),
    ({"bounds": lambda self, n: None}, alphabeta, r"the bounds of \d are None: give a pair"),
    ({"bounds": lambda self, n: 1}, lambda game: deepen(game, depth=2), r"the bounds of \d are 1: give a pair"),
    ({"bounds": lambda self, n: ("-1", "1")}, alphabeta, r"the bounds of \d are \('-1', '1'\): give a pair"),
]


@pytest.mark.parametrize(("slip", "asked", "said"), OFFERED)
def test_what_a_game_offers_beside_its_rules_is_looked_at_too(slip, asked, said):
    with pytest.raises(ValueError, match=said):
        asked(other(Heap, **slip))
    with pytest.raises(AssertionError, match=said):
        check_game(other(Heap, **slip))


@pytest.mark.parametrize(("shape", "asked"), [("1x2", boards.draw), (2, widgets.Play)])
def test_what_no_shape_is(shape, asked):
    with pytest.raises(ValueError, match=rf"the shape of Mine is '?{shape}'?: give \(rows, columns\)"):
        asked(other(Heap, shape=shape, text=lambda self, n: "."))


def test_an_exercise_of_your_own_names_what_its_game_says_wrongly():
    with pytest.raises(ValueError, match="the moves at 5 are None: give a list of moves"):
        wins(other(Heap, moves=lambda self, n: None), lambda n: 1, 5)
    with pytest.raises(TypeError, match="Heap is a class: make a game of it first"):
        wins(Heap, lambda n: 1, 5)
    assert wins(Heap(), lambda n: n % 4 or 1, 5) == RIGHT


@pytest.mark.parametrize("said", [True, False, "LOSS", (1, -1), np.array(-1), np.complex128(1 + 2j)])
def test_what_no_outcome_is(said):
    game = other(Heap, outcome=lambda self, n: said if n == 0 else None)
    for solved in (solve, lambda game: solve(Misere(game))):
        with pytest.raises(ValueError, match="the outcome of 0 is "):
            solved(game)


@pytest.mark.parametrize("short", [np.float32, np.float16])
def test_short_floats_are_results_without_a_warning(short):
    game = other(Heap, outcome=lambda self, n: short(-1) if n == 0 else None)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert [solve(game)[n].outcome for n in (4, 5)] == [LOSS, WIN]
        assert ask.score(5, lambda position: short(0.5)) == 0.5
    with pytest.raises(ValueError, match=r"the score of 5 is np\.complex"):
        ask.score(5, lambda position: np.complex64(1))


def test_a_fraction_is_a_result_in_words_too():
    game = other(Heap, outcome=lambda self, n: Fraction(-1, 3) if n == 0 else None)
    assert str(advise(game)).startswith("WIN in 3, worth 0.333333: 1. Found by ")


def test_moves_that_cannot_be_dict_keys_will_do_but_for_playouts():
    game = other(Heap, moves=lambda self, n: [[k] for k in (1, 2, 3) if k <= n], play=lambda self, n, k: n - k[0])
    assert (solve(game).best(), alphabeta(game).line) == ([1], ([1], [1], [3]))
    with pytest.raises(TypeError, match=r"move \[1\] cannot be a dict key: use tuples and strings, not lists"):
        mcts(game, playouts=10, rng=np.random.default_rng(1))
    with pytest.raises(TypeError, match="is not played on the cells of a board"):
        boards.strategy_map(game, solve(game))
    assert not plt.get_fignums()
    with pytest.raises(IllegalMove, match=r"\(9, 9\) is not"):
        boards.strategy_map(TicTacToe(1, 2, 2), lambda cells: (9, 9))
    plt.close("all")


@pytest.mark.parametrize("given", [None, 1, {0: 1, 1: -1}])
def test_payoffs_that_are_no_tuple_are_no_payoffs_in_a_match_either(given):
    game = other(Shared, payoffs=lambda self, p: given)
    with pytest.raises(ValueError, match=r"the payoffs at \(0, 1\) are .*: give a tuple of numbers"):
        match(game, first(game), first(game))


def test_an_error_of_the_rules_is_not_blamed_on_who_moves():
    game = other(Heap, play=lambda self, n, k: {1: 2}[k])
    with pytest.raises(KeyError, match="2"):
        match(game, lambda position: 2, lambda position: 2)
    with pytest.raises(IllegalMove, match=r"the first player at 5: 9 is not one of the moves \[1, 2, 3\]"):
        match(game, lambda position: 9, lambda position: 2)


def test_a_replay_that_goes_on_after_the_end_is_refused():
    with pytest.raises(IllegalMove, match="1 is played at 0, where play is over"):
        Replay(Heap(), [3, 2, 1])
    with pytest.raises(TypeError, match="Shared is an ExtensiveGame, and a Game is wanted here"):
        Replay(Shared(), [3, 2])


class Board:
    """A position that can be changed in place, and is equal by what it holds."""

    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        return self.n == other.n

    def __hash__(self):
        return hash(self.n)

    def __repr__(self):
        return f"Board({self.n})"

    def take(self, k):
        self.n -= k
        return self


class Bare:
    """A position that is equal to itself alone."""


def on_a_board(**methods):
    """The heap as a Board."""
    rules = {
        "start": lambda self: Board(3),
        "moves": lambda self, board: [k for k in (1, 2, 3) if k <= board.n],
        "play": lambda self, board, k: Board(board.n - k),
        "outcome": lambda self, board: None if board.n else LOSS,
    }
    return other(Heap, **(rules | methods))


once, numbers = iter((1, 2, 3)), count()
SLIPS = {
    "mutated": (
        on_a_board(play=lambda self, board, k: board.take(k)),
        r"the position Board\(3\) was changed by playing",
    ),
    "used up": (other(Heap, moves=lambda self, n: once), "the moves of 5 change when they are asked for twice"),
    "array": (other(Heap, start=lambda self: np.array([3, 3])), r"position array\(\[3, 3\]\) cannot be a dict key"),
    "identity": (
        other(Heap, start=lambda self: Bare()),
        "start.* and .* the second: give its class __eq__ and __hash__",
    ),
    "ValueError": (
        other(Heap, play=lambda self, n, k: int("x")),
        "the rules stop at 5 with ValueError: invalid literal",
    ),
    "KeyError": (other(Heap, outcome=lambda self, n: {5: None}[n]), "the rules stop at 4 with KeyError: 4"),
    "pair": (
        other(Heap, play=lambda self, n, k: (n - k, 0)),
        r"the rules stop at \(4, 0\) with TypeError: '<=' not supp",
    ),
    "order": (
        other(Heap, order=lambda self, n, moves: moves[: moves.remove(1)]),
        "order at 5 does not give the moves, all of them, each once",
    ),
    "1 and 2": (other(Shared, turn=lambda self, p: p[1] + 1 if p[0] else None), "the turn of 2: players are 0 to 1"),
    "lengths": (
        other(Shared, payoffs=lambda self, p: (0,) * (2 + p[1])),
        r"2 payoffs at \(0, 0\) and 3 payoffs at \(0, 1\)",
    ),
    "random": (
        other(Shared, payoffs=lambda self, p: (next(numbers), 0)),
        r"payoffs at \(0, [01]\) change when they are ask",
    ),
}


@pytest.mark.parametrize("name", SLIPS)
def test_check_game_names_what_is_wrong_and_where(name):
    game, said = SLIPS[name]
    with pytest.raises(AssertionError, match=said):
        check_game(game)


def test_check_game_takes_what_the_solvers_take():
    bounds = [-1.0, np.int64(1)]
    offering = other(Heap, order=lambda self, n, moves: reversed(moves), bounds=lambda self, n: bounds)
    check_game(offering)
    assert alphabeta(offering).value == deepen(offering, depth=5).value == solve(offering)[5].value == 1
    check_game(on_a_board())
    check_game(other(Shared, payoffs=lambda self, p: np.array([-1, 1] if p[1] == 0 else [1, -1])))
    check_game(other(Shared, turn=lambda self, p: 0 if p[0] else None, payoffs=lambda self, p: (1, 0, 0)))
