"""What ``check_game`` says of games in order, and of those that break the contract."""

from fractions import Fraction
from itertools import count

import pytest
from naive import FAULTS, DiGraph, Graph, game, taking_turns

from gamelib import CHANCE, Game, Misere, Quotient, Sum
from gamelib.checking import check_game
from gamelib.games import (
    ConnectFour,
    CopsAndThief,
    Grundy,
    Matches,
    Nim,
    OverwriteTicTacToe,
    ShadedTicTacToe,
    TicTacToe,
    Tree,
)
from gamelib.retrograde import solve


def told(check, rules, **more):
    """What a check reports, or what it raises."""
    try:
        report = check(rules, **more)
    except Exception as error:
        return type(error), str(error)
    return (
        report.positions,
        report.complete,
        report.checked,
        report.ends,
        str(report),
    )


def said(make, **more):
    """What the check says of a game made anew; asked twice, it says the same."""
    found = told(check_game, make(), **more)
    assert found == told(check_game, make(), **more)
    return found


RIGHT = [
    lambda: Matches(15),
    lambda: Misere(Nim((1, 1))),
    lambda: Nim((1, 2, 3)),
    lambda: Quotient(Nim((1, 2, 3))),
    lambda: Sum(Matches(3), Nim((2, 1))),
    lambda: TicTacToe(2, 2, 2),
    lambda: TicTacToe(2, 3, 2),
    lambda: CopsAndThief.from_text("P.T\n.*E"),
    lambda: Grundy((9,)),
    lambda: OverwriteTicTacToe(2),
    lambda: Quotient(OverwriteTicTacToe(2)),
    lambda: ShadedTicTacToe(2, 2, 2),
    lambda: game(),
    lambda: game(outcome=lambda self, p: None if p else Fraction(-1, 2)),
    lambda: game(outcome=lambda self, n: None if n else -9, evaluate=lambda self, n: 5),
    lambda: taking_turns(),
    lambda: Tree(
        {"a": ("A", {"x": "b"}), "b": ("B", {"y": (1, 2, 3), "z": (0, 0, 0)})},
        players=("A", "B", "C"),
    ),
    lambda: Graph({0: (0, [0])}),
]


@pytest.mark.parametrize("number", range(len(RIGHT)))
def test_games_in_order(number):
    for most in (5_000, 100, 1):
        assert len(said(RIGHT[number], max_positions=most)) == 5


@pytest.mark.slow
def test_large_boards_and_positions():
    said(ConnectFour, max_positions=500)
    said(TicTacToe, max_positions=6_000)
    said(TicTacToe, position="XX.OO....")
    some = {
        "cell_of": lambda self, p, column: ConnectFour.cell_of(self, p, column) if column else None
    }
    assert "cell_of" in said(lambda: type("Passing", (ConnectFour,), some)(), max_positions=50)[2]


#: Methods of a board of tic-tac-toe, 2 x 3 with two in a row, that contradict its rules.
BOARD = [
    {"order": lambda self, p, moves: list(moves)[1:]},
    {"order": lambda self, p, moves: "text"},
    {"bounds": lambda self, p: (-1, -1) if "X" not in p else (-1, 1)},
    {"bounds": lambda self, p: 7},
    {"bounds": lambda self, p: (1, -1)},
    {"evaluate": lambda self, p: "good"},
    {"evaluate": lambda self, p: float("nan")},
    {"evaluate": lambda self, p: p.index(".") / 99 if "." in p else 0},
    {"evaluate": lambda self, p: {}[p]},
    {"evaluate": lambda self, p: p.count("X") - p.count("O")},
    {"representative": lambda self, p: (p[::-1], lambda m: m)},
    {"representative": lambda self, p: (min(p, p[::-1]), lambda m: m)},
    {"representative": lambda self, p: p},
    {"text": lambda self, p: None},
    {"text": lambda self, p: p.board},
    {"move_text": lambda self, p, m: m},
    {"shape": (3, 4)},
    {"shape": (2, 2)},
    {"shape": (5, 3)},
    {"shape": "large"},
    {"cell_of": lambda self, p, m: (m[0], m[1] + 1)},
    {"cells_of": lambda self, p, m: (m, (3, m[1]))},
]


@pytest.mark.parametrize("number", range(len(BOARD)))
def test_capabilities_that_contradict_the_rules_are_named__in_words(number):
    rules = type("Faulty", (TicTacToe,), BOARD[number])
    assert said(lambda: rules(2, 3, 2))[0] is AssertionError


#: Changes to a game of counting down, each of which breaks the contract.
COUNTING = {
    "a move twice": {"moves": lambda self, p: [1, 2, 1][:p]},
    "a list": {"play": lambda self, p, m: [p]},
    "start a list": {"start": lambda self: [3]},
    "start an object": {
        "start": lambda self: object.__new__(type("Thing", (), {"__repr__": lambda s: "thing"}))
    },
    "rules stop": {"play": lambda self, p, m: {}[p]},
    "moves a dict": {"moves": lambda self, p: {1: 2}},
    "moves a text": {"moves": lambda self, p: "12"},
    "too large": {"outcome": lambda self, p: None if p else 1e301},
}


@pytest.mark.parametrize("fault", [*COUNTING, *FAULTS])
def test_games_that_break_the_contract_are_named(fault):
    if fault in FAULTS:
        changes, words = FAULTS[fault]
        with pytest.raises(AssertionError, match=words):
            check_game(game(**changes))
        with pytest.raises(ValueError, match=words):
            solve(game(**changes))
    elif fault == "too large":
        with pytest.raises(
            AssertionError, match="the outcome of 0 is 1e\\+301: it must be a finite number"
        ):
            check_game(game(**COUNTING[fault]))
    else:
        assert said(lambda: game(**COUNTING[fault]))[0] is AssertionError


def test_answers_that_change_are_caught():
    turns = count()
    for often in (1, 2, 3):
        with pytest.raises(
            AssertionError, match="the moves of 3 change when they are asked for twice"
        ):
            check_game(
                game(
                    moves=lambda self, p, often=often: [1, 2][:p][:: (-1) ** (next(turns) // often)]
                )
            )
    for method, words in [
        ({"play": lambda self, p, m: next(turns)}, "two different positions"),
        ({"start": lambda self: next(turns)}, "the first time and .* the second"),
        (
            {"outcome": lambda self, p: next(turns)},
            "the outcome of 3 changes when it is asked for twice",
        ),
    ]:
        with pytest.raises(AssertionError, match=words):
            check_game(game(**method))
    with pytest.raises(
        AssertionError, match=r"the payoffs at \(0, .\) change when they are asked for twice"
    ):
        check_game(taking_turns(payoffs=lambda self, p: (next(turns), 0)))


@pytest.mark.parametrize(
    "methods",
    [
        {"__hash__": lambda p: hash(p[0])},
        {"__hash__": lambda p: hash(tuple(p)), "__repr__": lambda p: f"[{p[0]}]"},
    ],
)
def test_a_position_changed_by_playing_is_caught(methods):
    pile = type("Pile", (list,), methods)
    written = game(
        start=lambda self: pile([2]),
        moves=lambda self, p: [1],
        play=lambda self, p, k: (p.append("!"), pile([p[0] - k]))[1],
        outcome=lambda self, p: None if p[0] else -1,
    )
    with pytest.raises(AssertionError, match=r"the position \[2\] was changed by playing from it"):
        check_game(written)


class Bent(OverwriteTicTacToe):
    def chances(self, position):
        return [(p / 2, there) for p, there in super().chances(position)]


class Slip(Game):
    start = moves = play = result = lambda self, *given: 1


@pytest.mark.parametrize(
    "make",
    [
        lambda: Bent(2),
        lambda: Graph({0: (0, [1, 2]), 1: (2, [2]), 2: (None, 1)}),
        lambda: taking_turns(payoffs=lambda self, p: (1,) * (p[1] + 1)),
        lambda: taking_turns(turn=lambda self, p: CHANCE if p[0] == 3 else p[1] if p[0] else None),
        lambda: taking_turns(moves=lambda self, p: []),
        Slip,
        lambda: Slip,
        lambda: TicTacToe,
        lambda: 5,
        lambda: DiGraph([(1, 2)]),
    ],
)
def test_more_that_is_refused(make):
    assert issubclass(said(make)[0], AssertionError | TypeError)


def test_a_guess_as_large_as_a_win_is_seen_although_no_end_is_near():
    far = type("Far", (ConnectFour,), {"evaluate": lambda self, p: 3 * p.count("X")})
    assert "as much as a win" in said(far, max_positions=50)[1]


def test_positions_that_are_none_of_the_games():
    for rules, position in ((TicTacToe(), "XX"), (game(), "XX"), (game(), [3])):
        with pytest.raises(
            AssertionError, match=r"is not a board|is not a position of Mine|cannot be a dict key"
        ):
            check_game(rules, position)
