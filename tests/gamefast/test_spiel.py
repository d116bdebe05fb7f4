"""The games of OpenSpiel, against OpenSpiel's own solvers. `make peers` runs them where OpenSpiel
is installed.
"""

import pickle
import sys
from collections import Counter
from fractions import Fraction
from importlib.util import find_spec
from types import SimpleNamespace

import pytest

from gamefast import advise, alphabeta, exact_values, solve, spiel
from gamefast.spiel import SpielGame
from gamelib import CHANCE, Alternating, IllegalMove, backward_induction, check_game, match

with_spiel = pytest.mark.skipif(
    find_spec("pyspiel") is None, reason="OpenSpiel is not installed; `make peers` does it"
)

#: Name, and whether positions may be merged. Extra turns and other values: dots_and_boxes; the past
#: counts: oware, go.
TWO_PLAYERS = [
    ("tic_tac_toe", True),
    ("nim(pile_sizes=1;2;3)", True),
    ("connect_four(rows=3,columns=4,x_in_row=3)", True),
    ("dots_and_boxes(num_rows=1,num_cols=2,utility_margin=true)", True),
    pytest.param("breakthrough(rows=4,columns=3)", True, marks=pytest.mark.slow),
    pytest.param("hex(board_size=3)", True, marks=pytest.mark.slow),
    ("clobber(rows=3,columns=3)", True),
    ("havannah(board_size=2)", True),
    ("oware(num_houses_per_player=2,num_seeds_per_house=1)", False),
    ("go(board_size=2,komi=0.5,max_game_length=6)", False),
]
WITH_CHANCE = [
    "pig(winscore=4,horizon=5)",
    "pig(winscore=3,horizon=8,diceoutcomes=2)",
    "catch(rows=4,columns=3)",
]


def peers():
    import pyspiel
    from open_spiel.python.algorithms import minimax

    return pyspiel, minimax


@with_spiel
@pytest.mark.parametrize(("name", "merge"), TWO_PLAYERS)
def test_values_are_those_of_openspiels_alpha_beta(name, merge):
    """Five moves deep, by the first move there, the middle one and the last; by three solvers of
    ours.
    """
    pyspiel, minimax = peers()
    theirs, ours = pyspiel.load_game(name), SpielGame(name, merge)
    values, game = exact_values(ours), Alternating(ours)
    solution = solve(game)
    todo, compared = [(theirs.new_initial_state(), ours.start())], Counter()
    for state, position in todo:
        if state.is_terminal():
            assert ours.turn(position) is None
            assert list(ours.payoffs(position)) == state.returns()
            continue
        value = minimax.alpha_beta_search(theirs, state, maximizing_player_id=0)[0]
        assert values[position] == value
        turn = state.current_player()
        assert ours.turn(position) == turn
        assert solution[position, turn].value == (value if turn == 0 else -value)
        compared[value] += 1
        actions = state.legal_actions()
        assert ours.moves(position) == [
            state.action_to_string(action).strip() for action in actions
        ]
        if state.move_number() < 5:
            some = {actions[0], actions[len(actions) // 2], actions[-1]}
            todo += [
                (state.child(a), ours.play(position, state.action_to_string(a).strip()))
                for a in sorted(some)
            ]
    assert alphabeta(game, table={}).value == solution.value()
    assert len(compared) > 1  # else it would show little


@with_spiel
@pytest.mark.parametrize("name", WITH_CHANCE)
def test_chance_is_taken_exactly(name):
    """One player or two; the limit on the number of moves is seen, since positions are not
    merged.
    """
    pyspiel, minimax = peers()
    game = SpielGame(name, merge=False)
    state = pyspiel.load_game(name).new_initial_state()
    theirs = minimax.expectiminimax(state, 30, None, 0)[0]
    plan = backward_induction(game)
    assert abs(plan.value()[0] - theirs) < 1e-12
    assert type(plan.value()[0]) is Fraction
    if len(plan.value()) == 2:
        assert exact_values(game).value() == plan.value()[0]


@with_spiel
@pytest.mark.parametrize(
    "name",
    [
        "tic_tac_toe",
        "nim(pile_sizes=2;2)",
        "pig(winscore=3)",
        "cliff_walking(height=3,width=3,horizon=6)",
    ],
)
@pytest.mark.parametrize("merge", [True, False])
def test_the_contract_is_kept(name, merge):
    game = SpielGame(name, merge)
    report = check_game(game, max_positions=600)
    assert {"rules", "text", "move_text"} == set(report.checked)
    if name.startswith(("tic", "nim")):
        check_game(Alternating(game), max_positions=600)
    twin = pickle.loads(pickle.dumps(game))
    assert twin == game
    assert hash(twin) == hash(game)
    position = pickle.loads(pickle.dumps(game.start()))
    assert (position, twin.moves(position)) == (game.start(), game.moves(game.start()))


@with_spiel
def test_what_is_not_drawn_keeps_positions_apart():
    """Breakthrough does not draw who is to move, cliff_walking not what has been paid, oware not
    what has been.
    """
    found = {p for p, _ in solve(Alternating(SpielGame("breakthrough(rows=4,columns=3)")))}
    assert len({p.board for p in found}) < len({(p.board, p.turn) for p in found})
    game = SpielGame("cliff_walking(height=3,width=3,horizon=6)")
    there = game.after("UP", "RIGHT"), game.after("UP", "LEFT", "RIGHT")
    assert there[0].board == there[1].board
    assert there[0] != there[1]
    assert SpielGame("tic_tac_toe").check_merging(2_000) == 2_000
    assert SpielGame("pig(winscore=5)").check_merging() == 352
    with pytest.raises(
        ValueError, match=r"oware.* does not draw all that matters: After.* Use merge=False"
    ):
        SpielGame("oware(num_houses_per_player=2,num_seeds_per_house=1)").check_merging()


@with_spiel
def test_a_position_may_be_typed_as_the_moves_to_it():
    game = SpielGame("tic_tac_toe")
    typed = ("x(1,1)", "o(0,1)")
    position = game.after(*typed)
    assert repr(position) == "After('x(1,1)', 'o(0,1)')"
    assert game.after("x(0,0)", "o(0,1)", "x(1,1)") == game.after("x(1,1)", "o(0,1)", "x(0,0)")
    for here in (typed, position):
        assert game.text(here) == ".o.\n.x.\n...\nplayer 0 to move"
        assert game.turn(here) == 0
        assert "x(0,0)" in game.moves(here)
        assert exact_values(game, here)[here] == 1
    assert str(advise(Alternating(game), (typed, 0))).startswith("WIN in 5: x(")
    for wrong in ("x(1,1)", ["x(1,1)"], (1, 2)):
        with pytest.raises((ValueError, TypeError), match=r"not a position|cannot be a dict key"):
            exact_values(game, wrong)
    with pytest.raises(ValueError, match=r"after \('x\(1,1\)',\) there is no move 'x\(0,0\)'"):
        advise(game, ("x(1,1)", "x(0,0)"))


@with_spiel
def test_wrong_moves_and_play_between_strategies():
    game = SpielGame("tic_tac_toe")
    with pytest.raises(IllegalMove, match=r"is not one of the moves: 'x\(0,0\)'"):
        game.play(game.start(), "x(3,3)")
    values = exact_values(game)
    assert match(game, values, values).payoffs == (0, 0)
    pig = SpielGame("pig(winscore=5)")
    rolled = pig.play(pig.start(), "roll")
    assert pig.turn(rolled) == CHANCE
    chances = pig.chances(rolled)
    assert [p for p, _ in chances] == [Fraction(1, 6)] * 6
    assert [pig.chance_text(rolled, there) for _, there in chances][:2] == ["Roll 1", "Roll 2"]
    with pytest.raises(ValueError, match="no throw leads from"):
        pig.chance_text(rolled, pig.start())


@with_spiel
@pytest.mark.parametrize(
    ("name", "why"),
    [
        (
            "kuhn_poker",
            "kuhn_poker of OpenSpiel is not for this course: a player does not see everything "
            "there",
        ),
        (
            "matrix_pd",
            "matrix_pd of OpenSpiel is not for this course: moves are made at the same time there",
        ),
        ("stones_and_gems", "is not for this course: its chance is sampled"),
        ("tictactoe", "OpenSpiel has no game 'tictactoe': did you mean tic_tac_toe"),
        ("qqqq", "OpenSpiel has no game 'qqqq': there are 2048"),
        ("nim(pile=3)", "OpenSpiel cannot make 'nim.pile=3.': Unknown parameter 'pile'"),
        (7, "7 is not a game of OpenSpiel: give its name"),
    ],
)
def test_other_games_are_refused_with_the_reason(name, why):
    with pytest.raises(ValueError, match=why) as refused:
        SpielGame(name)
    assert "\n" not in str(refused.value)


def test_without_openspiel_one_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(
        ModuleNotFoundError,
        match=r"^the games of OpenSpiel need pyspiel: pip install -e '.\[spiel\]'",
    ):
        SpielGame("tic_tac_toe")


def test_two_moves_of_one_name_are_told_apart_and_odd_probabilities_refused():
    names = {3: "left ", 5: "left", 8: ""}
    state = SimpleNamespace(legal_actions=lambda: [*names], action_to_string=names.get)
    assert spiel._actions_by_name(state) == {"left": 3, "left #5": 5, " #8": 8}
    assert spiel._fraction(1 / 36, "dice") == Fraction(1, 36)
    with pytest.raises(ValueError, match=r"a probability in dice is 0\.70710678"):
        spiel._fraction(0.5**0.5, "dice")
