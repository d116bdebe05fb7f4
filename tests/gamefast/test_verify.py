import dataclasses
from fractions import Fraction
from itertools import count

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from naive import Graph, digraphs, game

import gamelib
from gamefast import CompiledRules, check_solution, registry, solve
from gamelib import Misere, backward_induction, check_game
from gamelib.games import (
    ConnectFour,
    CopsAndThief,
    Matches,
    Nim,
    OverwriteTicTacToe,
    ShadedTicTacToe,
    TicTacToe,
    Tree,
)


@given(digraphs(results=(None, 1, 0, -1)), st.data())
def test_a_solution_with_one_entry_altered_is_refused(G, data):
    assume(len(G))
    solution = solve(G)
    i = data.draw(st.integers(0, len(G) - 1))
    outcome, remoteness = solution.outcome.copy(), solution.remoteness.copy()
    if data.draw(st.booleans()):
        outcome[i] = data.draw(st.sampled_from([o for o in (1, 0, -1) if o != outcome[i]]))
    else:
        remoteness[i] = data.draw(st.integers(-1, len(G) + 2).filter(lambda r: r != remoteness[i]))
    with pytest.raises(AssertionError):
        check_solution(dataclasses.replace(solution, outcome=outcome, remoteness=remoteness))


@given(digraphs(max_vertices=3, results=(None, 0, 1)), st.data())
def test_only_the_solution_passes(G, data):
    """Any assignment at all that the certificate accepts is the solution."""
    assume(len(G))
    solution = solve(G)
    outcome = np.array(
        data.draw(st.lists(st.integers(-1, 1), min_size=len(G), max_size=len(G))), np.int8
    )
    remoteness = np.array(
        data.draw(st.lists(st.integers(-1, 4), min_size=len(G), max_size=len(G))), np.int32
    )
    try:
        check_solution(dataclasses.replace(solution, outcome=outcome, remoteness=remoteness))
    except AssertionError:
        return
    assert (outcome == solution.outcome).all()
    assert (remoteness == solution.remoteness).all()


@given(digraphs(results=(None, 2, -1, 0.5)), st.data())
def test_a_value_altered_is_refused(G, data):
    solution = solve(G)
    assume(solution.numbers is not None)
    value = solution.results.copy()
    i = data.draw(st.integers(0, len(G) - 1))
    value[i] = data.draw(
        st.sampled_from([v for v in (2.0, -1.0, 0.5, 0.0, 0.25, 7.0) if v != value[i]])
    )
    with pytest.raises(AssertionError):
        check_solution(dataclasses.replace(solution, numbers=value))


def test_the_message_names_the_position_and_its_options():
    solution = solve(Matches(6))
    solution.outcome[solution.graph.index(5)] = -1
    with pytest.raises(
        AssertionError,
        match=r"5 LOSS in 3: its options contradict this: 4 LOSS in 2; 3 WIN in 1; 2 WIN in 1",
    ):
        check_solution(solution)
    for n, more in ((6, ""), (8, " and 2 more")):  # the first six are told
        solution = solve(Matches(n, takes=range(1, n + 1)))
        solution.outcome[solution.graph.index(n)] = -1
        with pytest.raises(
            AssertionError, match=rf"this: {n - 1} WIN.*; {n - 6} [A-Z]+ in \d{more}$"
        ):
            check_solution(solution)
    solution = solve(Matches(0))
    solution.remoteness[0] = 1
    with pytest.raises(
        AssertionError, match="0 LOSS in 1: but play is over there with the result -1"
    ):
        check_solution(solution)


def test_entries_that_are_no_outcomes_or_are_missing_are_refused():
    solution = solve(Matches(6))
    with pytest.raises(AssertionError, match="outcome has 6 entries for 7 positions"):
        check_solution(dataclasses.replace(solution, outcome=solution.outcome[:6]))
    solution.outcome[3] = -128  # whose absolute value, in 8 bits, is itself
    with pytest.raises(AssertionError, match="3 has the outcome -128"):
        check_solution(solution)
    solution = solve(Matches(6))
    with pytest.raises(AssertionError, match="numbers has 3 entries for 7 positions"):
        check_solution(dataclasses.replace(solution, numbers=np.ones(3)))


def test_fractions_are_outcomes():
    half = game(outcome=lambda self, p: None if p else Fraction(-1, 2))
    assert check_game(half).positions == 4
    assert solve(half)[2].value == 0.5


def test_a_sample_is_drawn_by_the_source_given():
    solution = solve(CopsAndThief.from_text("P...\n..*.\n...T"))
    assert check_solution(solution) == len(solution)
    assert check_solution(solution, sample=50, rng=np.random.default_rng(1)) == 50
    with pytest.raises(TypeError, match="rng=None"):
        check_solution(solution, sample=50)
    solution.outcome[:] = -solution.outcome
    with pytest.raises(AssertionError):
        check_solution(solution, sample=50, rng=np.random.default_rng(1))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"moves": lambda self, p: [1, 2, 1][:p]}, "the move 1 is listed twice"),
        ({"play": lambda self, p, m: np.random.default_rng().random()}, "two different positions"),
        ({"start": lambda self: np.random.default_rng().random()}, "the first time"),
        ({"play": lambda self, p, m: [p]}, r"position \[9\] cannot be a dict key"),
    ],
)
def test_games_that_break_the_rules_are_caught(change, message):
    faulty = type("Faulty", (Matches,), change)(9)
    with pytest.raises(AssertionError, match=message):
        check_game(faulty)


def test_moves_in_changing_order_are_caught():
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


#: Positions that can be written to, [left, "!", ...]: what is written is seen in their words, or in
#: their hash.
WRITTEN = [
    {"__hash__": lambda p: hash(p[0])},
    {"__hash__": lambda p: hash(tuple(p)), "__repr__": lambda p: f"[{p[0]}]"},
]


@pytest.mark.parametrize("methods", WRITTEN)
def test_a_position_changed_by_playing_is_caught_by_its_hash_or_by_its_words(methods):
    pile = type("Pile", (list,), methods)
    written = game(
        start=lambda self: pile([2]),
        moves=lambda self, p: [1],
        play=lambda self, p, k: (p.append("!"), pile([p[0] - k]))[1],
        outcome=lambda self, p: None if p[0] else -1,
    )
    with pytest.raises(AssertionError, match=r"the position \[2\] was changed by playing from it"):
        check_game(written)


def test_a_draw_is_not_said_to_have_a_remoteness():
    solution = solve(CopsAndThief.from_text("P*T"))
    solution.outcome[np.flatnonzero(solution.outcome == 0)[0]] = 1
    with pytest.raises(AssertionError) as caught:
        check_solution(solution)
    assert "in -1" not in str(caught.value)
    assert "DRAW" in str(caught.value)


class Wrong(Matches):
    """A game whose arrays belong to another one."""

    def arrays(self):
        return dataclasses.replace(registry.arena(Matches(self.n, takes=(1, 2))), game=self)


registry.ARENAS[Wrong] = Wrong.arrays


def test_arrays_that_are_not_the_rules_are_noticed():
    wrong = Wrong(9)
    with pytest.raises(AssertionError, match=r"in the arena . leads to .*; by the rules, to "):
        check_solution(solve(wrong))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"order": lambda self, p, moves: list(moves)[1:]},
            "order at .* does not give the moves, all of them",
        ),
        (
            {"bounds": lambda self, p: (1, 1)},
            r"bounds at '\.\.\.\.\.\.\.\.\.' are 1 and 1; its value is 0",
        ),
        ({"evaluate": lambda self, p: "good"}, "the score of .* is 'good'"),
        (
            {"evaluate": lambda self, p: p.index(".") / 99 if "." in p else 0},
            "a different score from the representative",
        ),
        (
            {"representative": lambda self, p: (p[::-1], lambda m: m)},
            "not carry the moves|has another itself",
        ),
        (
            {"representative": lambda self, p: (min(p, p[::-1]), lambda m: m)},
            "does not (carry|lead)",
        ),
        ({"text": lambda self, p: None}, "is NoneType, not a string"),
        ({"move_text": lambda self, p, m: m}, "is tuple, not a string"),
        (
            {"text": lambda self, p: p.board},
            "text stops with AttributeError: 'str' object has no attribute 'board'",
        ),
        (
            {"evaluate": lambda self, p: {}[p]},
            r"evaluate stops with KeyError: '\.\.\.\.\.\.\.\.\.'",
        ),
        (
            {"evaluate": lambda self, p: p.count("X") - p.count("O")},
            r"evaluate gives 1 at .*, as much as a win",
        ),
        (
            {"shape": (3, 4)},
            "shape says 3 rows and 4 columns, but text draws 3 lines, the longest of 3 characters",
        ),
        ({"shape": (5, 3)}, "shape says 5 rows and 3 columns, but text draws 4 lines"),
        (
            {"shape": (3, 2)},
            "shape says 3 rows and 2 columns, but text draws 3 lines, the longest of 3",
        ),
        (
            {"cell_of": lambda self, p, m: (m[0], m[1] + 1)},
            r"is on the cells \[\(0, 3\)\]: the board has 3 rows and 3 columns",
        ),
        (
            {"cells_of": lambda self, p, m: (m, (3, m[1]))},
            r"the move \(0, 0\) at .* is on the cells \(\(0, 0\), \(3, 0\)\): the board",
        ),
    ],
)
def test_capabilities_that_contradict_the_rules_are_named(change, message):
    with pytest.raises(AssertionError, match=message):
        check_game(type("Faulty", (TicTacToe,), change)(), max_positions=10_000)


def test_a_pass_fills_no_cell():
    some = {
        "cell_of": lambda self, p, column: ConnectFour.cell_of(self, p, column) if column else None
    }
    assert (
        "cell_of" in check_game(type("Passing", (ConnectFour,), some)(), max_positions=50).checked
    )


def test_the_report_says_how_much_was_looked_at():
    report = check_game(TicTacToe(), max_positions=100)
    assert (report.positions, report.complete) == (100, False)
    assert str(report).startswith("100 positions, the nearest to the start: rules, text")
    assert check_game(TicTacToe(), max_positions=10_000).positions == 5_478
    assert check_game(Matches(3)).complete
    assert check_game(TicTacToe(), "XX.OO....").complete


def test_a_guess_as_large_as_a_win_is_seen_although_no_end_is_near():
    far = type("Far", (ConnectFour,), {"evaluate": lambda self, p: 3 * p.count("X")})
    with pytest.raises(
        AssertionError,
        match=r"evaluate gives 3 at '.*', as much as a win: give less than 1 in size",
    ):
        check_game(far(), max_positions=50)
    numbers = game(outcome=lambda self, n: None if n else -9, evaluate=lambda self, n: 5)
    assert "evaluate" in check_game(numbers).checked


@pytest.mark.parametrize(
    ("checked", "ends"),
    [
        (Matches(9), "the player to move has lost at the one terminal position"),
        (Misere(Nim((1, 1))), "the player to move has won at the one terminal position"),
        (TicTacToe(2, 2, 2), "the player to move has lost at all 12 terminal positions"),
        (TicTacToe(), "the player to move has lost at 942, drawn at 16 terminal positions"),
        (
            game(outcome=lambda self, n: None if n else -9),
            "the player to move has -9 at the one terminal position",
        ),
        (OverwriteTicTacToe(2), "player 0 gets 1 at 18, -1 at 18 terminal positions"),
        (ConnectFour(), "no terminal position was seen"),
    ],
    ids=lambda one: type(one).__name__,
)
def test_the_report_tells_how_play_ends_so_that_an_outcome_for_the_wrong_player_shows(
    checked, ends
):
    report = check_game(checked, max_positions=500 if isinstance(checked, ConnectFour) else 6_000)
    assert report.ends == ends
    assert str(report).endswith(f" in order; {ends}")


def test_games_with_dice_and_more_players_are_checked_too():
    assert check_game(OverwriteTicTacToe(2)).complete
    assert "representative" in check_game(ShadedTicTacToe(2, 2, 2)).checked

    class Bent(OverwriteTicTacToe):
        def chances(self, position):
            return [(p / 2, there) for p, there in super().chances(position)]

    with pytest.raises(AssertionError, match="add up to 1/2, not to 1"):
        check_game(Bent(2))
    three = Tree(
        {"a": ("A", {"x": "b"}), "b": ("B", {"y": (1, 2, 3), "z": (0, 0, 0)})},
        players=("A", "B", "C"),
    )
    assert check_game(three).positions == 4
    few = Graph({0: (0, [1, 2]), 1: (2, [2]), 2: (None, 1)})
    for look in (check_game, backward_induction):
        with pytest.raises(
            (AssertionError, ValueError),
            match=r"the turn of 2: players are 0 to 1 by the payoffs, .*: give one",
        ):
            look(few)


def test_a_solution_of_gamelib_s_is_checked_by_gamelib():
    assert check_solution(gamelib.solve(Matches(15))) == 16
    with pytest.raises(TypeError, match="is not a solution: give what solve returns"):
        check_solution({15: "WIN"})


def take_any(pile, data, out):
    for left in range(pile):
        out[left] = left
    return pile


@pytest.mark.parametrize("size", [None, 81])
def test_a_game_with_many_moves_is_compared_a_position_at_a_time(monkeypatch, size):
    """80 moves at a position are 80 questions to the rules, and one to the arena."""
    solution = solve(CompiledRules(take_any, lambda pile, data: -1, size=size, start=80, most=80))
    kind = type(solution.graph)
    asked = []
    results = kind.results
    monkeypatch.setattr(
        kind, "results", lambda arena, which: asked.append(len(which)) or results(arena, which)
    )
    assert check_solution(solution) == 81
    assert max(asked) == 81
    assert len(asked) <= 2 * 81 + 1
    options = []
    monkeypatch.setattr(CompiledRules, "options_of", lambda *given: options.append(given))
    solution.game.outcome(80)
    assert not options  # whether there are any is asked without a list of them
