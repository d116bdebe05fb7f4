"""The gate: mistakes are named in the same words wherever a game is taken."""

from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from random import Random

import naive
import pytest
from naive import FAULTS, DiGraph, game, taking_turns

from gamelib import (
    CHANCE,
    DRAW,
    WIN,
    ExtensiveGame,
    Game,
    Misere,
    Quotient,
    Searched,
    Sum,
    alphabeta,
    backward_induction,
    chance_values,
    check_game,
    check_solution,
    cop_number,
    deepen,
    exact_values,
    expectiminimax,
    match,
    mcts,
    minimax,
    nimber,
    nimbers,
    random_moves,
    solve,
)
from gamelib.games import Matches, MinMaxTree, Nim, TicTacToe
from gamelib.local import solve_locally

pytestmark = pytest.mark.usefixtures("package")

np = naive.np  # where it is not installed, nothing is asked about its numbers
RNG = Random(1) if np is None else np.random.default_rng(1)

#: Everything that takes a Game, everything that takes an ExtensiveGame, and what takes either.
GAMES = {
    "solve": lambda *a: solve(*a),
    "solve_locally": solve_locally,
    "minimax": lambda *a: minimax(*a),
    "alphabeta": lambda *a: alphabeta(*a),
    "deepen": lambda *a: deepen(*a, depth=9),
    "mcts": lambda *a: mcts(*a, playouts=5, rng=RNG),
    "nimber": lambda *a: nimber(*a),
    "Misere": Misere,
    "Sum": Sum,
}
EXTENSIVE = {
    "exact_values": lambda *a: exact_values(*a),
    "chance_values": lambda *a: chance_values(*a),
    "expectiminimax": expectiminimax,
    "backward_induction": backward_induction,
}
EITHER = {
    "check_game": check_game,
    "match": lambda game, *a: match(game, min, min, **({"position": a[0]} if a else {})),
    "Quotient": Quotient,
}
ANY = GAMES | EITHER


@pytest.mark.parametrize("name", GAMES | EITHER)
def test_a_method_inherited_empty_is_missing_and_the_slip_of_the_pen_is_named(name):
    class Slip(Game):
        start = moves = play = result = lambda self, *given: 1

    with pytest.raises(
        TypeError, match="Slip has no method outcome: rename result, if that is what it is"
    ):
        ANY[name](Slip())


@pytest.mark.parametrize("name", EXTENSIVE | EITHER)
def test_a_missing_turn_is_named(name):
    class Turnless(ExtensiveGame):
        start = moves = play = payoffs = lambda self, *given: 1

    with pytest.raises(TypeError, match=r"Turnless has no method turn: write turn\(self, \.\.\.\)"):
        (EXTENSIVE | EITHER)[name](Turnless())


@pytest.mark.parametrize("name", ANY | EXTENSIVE)
def test_a_class_is_no_game_and_what_is_no_game_at_all(name):
    with pytest.raises(
        TypeError, match=r"TicTacToe is a class: make a game from it first, TicTacToe\(\.\.\.\)"
    ):
        (ANY | EXTENSIVE)[name](TicTacToe)
    with pytest.raises(
        TypeError, match=r"int is not a game: an? (Extensive)?Game needs the methods"
    ):
        (ANY | EXTENSIVE)[name](5)


@pytest.mark.parametrize("name", GAMES)
def test_the_other_protocol_is_named_with_the_way_over(name):
    with pytest.raises(
        TypeError, match=r"Dots is an ExtensiveGame, .* exact_values.*solve\(Alternating\(game\)\)"
    ):
        GAMES[name](taking_turns())


@pytest.mark.parametrize(
    "name", [n for n in ANY if n not in ("Misere", "Sum", "Quotient", "nimber", "check_game")]
)
def test_a_position_that_is_none_of_the_games_is_refused_everywhere(name):
    with pytest.raises(
        ValueError, match="'XX' is not a board of 3 x 3: give a string of 9 characters"
    ):
        ANY[name](TicTacToe(), "XX")
    with pytest.raises(
        ValueError, match=r"'XX' is not a position of Mine \(TypeError: .*\); one is 3"
    ):
        ANY[name](game(), "XX")
    with pytest.raises(TypeError, match=r"position \[3\] cannot be a dict key"):
        ANY[name](game(), [3])


@pytest.mark.parametrize("name", EXTENSIVE)
def test_in_games_with_dice_too(name):
    with pytest.raises(ValueError, match="7 is not a position of Dots"):
        EXTENSIVE[name](taking_turns(), 7)
    with pytest.raises(
        TypeError, match=r"Matches is a Game, .* solve, minimax.*; Extensive\(game\) turns"
    ):
        EXTENSIVE[name](Matches(3))


@pytest.mark.parametrize(
    "name", [n for n in ANY if n not in ("Misere", "Sum", "Quotient", "match")]
)
def test_what_a_game_says_wrongly_is_named_wherever_it_is_met(name):
    for changes, words in FAULTS.values():
        with pytest.raises(AssertionError if name == "check_game" else ValueError, match=words):
            ANY[name](game(**changes))


def test_chances_are_asked_for_only_where_chance_decides():
    dots = taking_turns()
    assert not hasattr(dots, "chances")
    assert (
        exact_values(dots)[3, 0]
        == chance_values(dots)[3, 0].lower
        == expectiminimax(dots).value
        == 1
    )
    assert backward_induction(dots).value() == (1, -1)
    with pytest.raises(
        TypeError, match=r"at \(3, 0\) chance decides, but Dots has no method chances"
    ):
        exact_values(
            taking_turns(turn=lambda self, p: CHANCE if p[0] == 3 else p[1] if p[0] else None)
        )


def test_graphs_are_told_from_games():
    for name in ("minimax", "nimber", "match"):
        with pytest.raises(TypeError, match=r"a graph alone is not a game: solve\(G\)"):
            ANY[name](DiGraph([(1, 2)]))
    with pytest.raises(TypeError, match="is not a graph: give a networkx Graph"):
        cop_number("x")
    with pytest.raises(TypeError, match=r"str is not a (graph: give a networkx DiGraph|game)"):
        nimbers("x")


def test_parameters_are_named():
    nim, symmetric = (
        Nim((1, 2)),
        type(game(representative=lambda self, p: (p + 0, lambda move: move))),
    )
    for act, error, words in [
        (
            lambda: mcts(nim, playouts=3, rng=None),
            TypeError,
            r"rng=None: chance needs its source, rng=",
        ),
        (lambda: random_moves(nim, None), TypeError, "rng=None: chance needs its source"),
        (
            lambda: mcts(nim, playouts=float("nan"), rng=RNG),
            ValueError,
            "playouts=nan: give a whole number, 1 or more",
        ),
        (lambda: deepen(Matches(3), nodes=0), ValueError, "nodes=0"),
        (lambda: deepen(Matches(3), seconds="2"), ValueError, "seconds='2': give a number above 0"),
        (
            lambda: mcts(nim, playouts=3, rng=RNG, curiosity="x"),
            ValueError,
            "curiosity='x': give a number above 0",
        ),
        (
            lambda: deepen(nim, depth=2, span=(1,)),
            ValueError,
            r"span=\(1,\): give two numbers, the lower first",
        ),
        (lambda: check_solution(5), TypeError, "5 is not a solution: give what solve returns"),
        (
            lambda: Searched(symmetric())["x"],
            ValueError,
            r"'x' is not a position of (Mine|Quotient) .*; one is 3$",
        ),
        (
            lambda: match(nim, 5, max),
            TypeError,
            "player 0 is 5: give a function from position to move",
        ),
        (lambda: match(nim, max), TypeError, "strategies given: 1. Give one for each player"),
        (
            lambda: alphabeta(TicTacToe(), order=5),
            TypeError,
            r"order=5: give True \(what the game offers\), False",
        ),
        (lambda: alphabeta(TicTacToe(), bounds="no"), TypeError, "bounds='no'"),
    ]:
        with pytest.raises(error, match=words):
            act()


def test_numbers_of_all_kinds_are_numbers():
    results = [Fraction(-1), -1.0, -1]
    if np:
        results += [np.float64(-1), np.float32(-1), np.int8(-1)]
    for result in results:
        mine = game(outcome=lambda self, p, result=result: result if p == 0 else None)
        assert minimax(mine).value == alphabeta(mine, table={}).value == solve(mine)[3].value
        assert solve(mine)[1].outcome == WIN
    for seven, four in [(7, 4), *([(np.uint8(7), np.uint8(4))] if np else [])]:
        tree = MinMaxTree({"Max": ["Min", "less"], "Min": seven, "less": four})
        assert minimax(tree).value == 7


#: What outcome gives by mistake where play goes on, and the words in which that is told.
GOES_ON = {
    "0": (
        0,
        r"outcome gave 0 \(a draw\) at the start, 3, although there are moves: None means that "
        r"play goes on",
    ),
    "0.0": (0.0, "outcome gave 0.0 .*None means that play goes on"),
    "DRAW": (DRAW, r"outcome gave DRAW \(a draw\).*None means that play goes on"),
    "Fraction": (Fraction(0), "outcome gave .*None means that play goes on"),
    "False": (False, "the outcome of 3 is False: give None where play goes on"),
    "text": ("", "the outcome of 3 is '': give None where play goes on"),
    "a list": ([], r"the outcome of 3 is \[\]: give None where play goes on"),
    "a tuple": ((), r"the outcome of 3 is \(\): give None where play goes on"),
    "a set": (frozenset(), "the outcome of 3 is .*: give None where play goes on"),
}
if np:
    GOES_ON |= {
        "numpy's 0": (np.int64(0), "outcome gave .*None means that play goes on"),
        "numpy's False": (np.False_, "the outcome of 3 is .*: give None where play goes on"),
    }


@pytest.mark.parametrize("name", GOES_ON)
def test_an_outcome_where_play_goes_on_is_told_with_the_cure(name, package):
    given, words = GOES_ON[name]
    on = game(outcome=lambda self, p: -1 if p == 0 else given)
    with pytest.raises(AssertionError, match=words):
        check_game(on)
    if not words.startswith("outcome gave"):
        with pytest.raises(ValueError, match=words):
            solve(on)
        return
    ways = [
        lambda: solve(on),
        lambda: minimax(on),
        lambda: alphabeta(on),
        lambda: mcts(on, playouts=3, rng=RNG),
    ]
    if package == "gamefast":
        ways.append(lambda: Searched(on).search())
    for way in ways:
        with suppress(ValueError), pytest.warns(UserWarning, match=words) as warned:
            way()
        assert {Path(one.filename).name for one in warned} == {"test_ask.py"}  # where it was asked


def test_a_draw_at_the_start_is_no_fault_where_there_are_no_moves_or_another_position_is_asked_for(
    recwarn,
):
    over = game(start=lambda self: 0, outcome=lambda self, p: 0 if p == 0 else None)
    assert solve(over).counts()[DRAW] == check_game(over).positions == 1
    ruled = game(
        outcome=lambda self, p: {0: -1, 2: 0}.get(p)
    )  # 2 is a draw by a rule, though there are moves
    assert solve(ruled, 2).value() == 0
    assert check_game(ruled, 2).positions == 1
    assert solve(ruled).value() == 0
    assert not recwarn.list
