"""What gamelib answers alone, its loops as plain Python, is what it answers with all that this
package offers.
"""

import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from naive import digraphs, games, naive_octal, random_arrays, random_board

import gamelib
from gamefast import (
    GameGraph,
    chance_values,
    check_solution,
    exact_values,
    octal,
    octal_period,
    solve,
)
from gamefast.arenas import ready
from gamefast.arenas.graph import reverse
from gamefast.arenas.tokens import TokenGraph
from gamefast.impartial.octal import _extended
from gamefast.machine import Kernel
from gamelib import offers
from gamelib.games import CopsAndThief, Matches, OverwriteTicTacToe

offers.offered("anything")  # what is offered is here from now on


@pytest.fixture(scope="module")
def alone():
    """A function's answer where nothing is offered, as without this package: kernels know nothing
    of being compiled.
    """

    def asked(function):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(offers, "_OFFERS", {})
            patch.setattr(Kernel, "compiled", property(lambda kernel: kernel.interpreted))
            return function()

    return asked


def same(one, other):
    """Whether two solutions say the same of the same positions, and find the same moves."""
    assert list(one) == list(other)
    for name in ("outcome", "remoteness", "results"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
    assert all(one.best(p) == other.best(p) for p in list(one)[:: 1 + len(one) // 500])
    return True


def test_everything_that_is_offered_is_asked_for_and_nothing_else():
    asked = set()
    for path in Path(gamelib.__path__[0]).rglob("*.py"):
        code = re.sub(r".*>>>.*", "", path.read_text())
        asked |= {
            *re.findall(r'(?<![.\w])(?:offered|needed|_ready_made)\(\s*(?:game, )?"([\w ]+)"', code)
        }
    assert asked == {what for what, _ in offers._OFFERS}


@pytest.mark.parametrize(
    "text",
    [
        "P.T",
        "P*T",
        "P..\n.*E\n..T",
        *(random_board(np.random.default_rng(k), 4, 4) for k in range(6)),
    ],
)
def test_policeman_and_thief_by_the_explicit_graph(text, alone):
    board = CopsAndThief.from_text(text)
    arena = ready.arena(board)
    assert isinstance(arena, TokenGraph)
    fast, plain = solve(board), alone(lambda: solve(board))
    assert same(fast, plain)
    assert plain.graph.bytes == arena.bytes
    assert plain.order is not None
    assert check_solution(plain) == alone(lambda: check_solution(fast)) == len(plain)
    assert str(plain.explain(board.start())) == str(fast.explain(board.start()))
    assert plain.line(moves=30) == fast.line(moves=30)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(graph=digraphs(results=(None, 2, -2, 1, 0)))
def test_a_graph_is_solved_alike_and_reversed_alike(graph, alone):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gamefast.arenas.graph.COMPILE_FROM", 0)
        fast = solve(graph)
        rows = reverse(fast.graph)
    assert same(fast, alone(lambda: solve(graph)))
    assert all(map(np.array_equal, rows, alone(lambda: reverse(fast.graph))))


def test_a_large_graph_is_reversed_by_sorting_as_by_counting(alone):
    graph = GameGraph.from_arrays(*random_arrays(np.random.default_rng(4), 200_000, 400_000))
    assert all(map(np.array_equal, reverse(graph), alone(lambda: reverse(graph))))
    assert np.array_equal(solve(graph).order, alone(lambda: solve(graph)).order)


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(head=st.sampled_from("04"), tail=st.text("01234567", max_size=4))
def test_octal_games_by_every_split(head, tail, alone):
    code = f"{head}.{tail}"
    plain = alone(lambda: octal(code, 150))
    assert plain.dtype == octal(code, 150).dtype
    assert plain.tolist() == octal(code, 150).tolist() == naive_octal(code, 151)


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.137", "0.45", "4.005", "0.3"])
def test_the_period_of_an_octal_game(code, alone):
    assert alone(lambda: octal_period(code)) == octal_period(code)
    begun = octal(code, 40)
    digits = [int(digit) for digit in code.replace(".", "")]
    assert alone(lambda: _extended(digits, begun, 90)).tolist() == octal(code, 89).tolist()


@pytest.mark.parametrize(("n", "k"), [(1, 1), (2, 1), (2, 2)])
def test_overwriting_walked_and_by_arrays(n, k, alone):
    game = OverwriteTicTacToe(n, k)
    fast, plain = exact_values(game), alone(lambda: exact_values(game))
    within, bounds = chance_values(game), alone(lambda: chance_values(game))
    assert list(fast) == list(plain) == list(within) == list(bounds)
    for p in plain:
        assert fast[p] == plain[p], p
        for found in (within[p], bounds[p]):
            assert found.lower <= plain[p] <= found.upper, p
            assert found.upper - found.lower <= 1e-9
        move = fast.best(p)
        assert (move is None) == (plain.best(p) is None)
        assert (
            move is None
            or plain[game.play(p, move)] == plain[game.play(p, plain.best(p))] == plain[p]
        ), p
    assert fast.counts() == plain.counts()


def test_what_the_arrays_say_of_a_position_that_play_does_not_reach_the_walk_does_not_know(alone):
    """The one thing in which the answers differ: arrays hold every board."""
    game, never = OverwriteTicTacToe(2), ("....", "O")
    assert exact_values(game)[never] == -exact_values(game)["....", "X"]
    assert never not in alone(lambda: exact_values(game))
    assert alone(lambda: exact_values(game, never))[never] == exact_values(game)[never]


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(game=games())
def test_games_with_chance_are_swept_alike_at_both_speeds(game, alone):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gamefast.machine.kernels.COMPILE_FROM", 0)
        fast = chance_values(game)
        exact = exact_values(game)
    plain = alone(lambda: chance_values(game))
    assert {p: fast[p] for p in fast} == {p: plain[p] for p in plain}
    assert dict(exact.items()) == dict(alone(lambda: exact_values(game)).items())


def test_what_only_this_package_can_do_is_said_to_be_here(alone, tmp_path):
    with pytest.raises(
        ModuleNotFoundError, match=r"what keeps a long run in a file .* is in gamefast"
    ) as caught:
        alone(lambda: solve(Matches(9), keep=tmp_path / "run.npz"))
    assert caught.value.name == "gamefast"
