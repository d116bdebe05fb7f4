"""What is compiled is what stands in the file: a value that rules read has changed, and the next
answer knows it.

The game is a pile from which a player takes 1 to TAKE; a player who cannot move loses. Lost are the
multiples of TAKE + 1. In each case TAKE is read in another way.
"""

import enum
import functools
import math
import os
import pickle
import re
import sys
import types
from dataclasses import replace

import numpy as np
import pytest
from numba import njit
from test_compiling import run_python

from gamefast import (
    CompiledChance,
    CompiledGraph,
    CompiledRules,
    Searched,
    advise,
    alphabeta,
    chance_values,
    check_solution,
    deepen,
    exact_values,
    load,
    mcts,
    nimbers,
    registry,
    save,
    solve,
)
from gamefast.frozen import CannotFreeze, freeze
from gamefast.retrograde.local import solve_locally
from gamefast.search import compiled
from gamelib import Misere, check_game

SIZE = 40
TAKE, STEP, EXCEPTION = 2, 1, 1_234
TAKES = (1, 2)
ALLOWED = np.array([0, 1, 1, 0, 0])
config = types.ModuleType("config")
config.TAKE, config.deep = 2, types.SimpleNamespace(TAKE=2)


class Limits:
    TAKE = 2


class Rule(enum.IntEnum):
    TAKE = 2


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Rules are compiled at once, however small the game."""
    monkeypatch.setattr("gamefast.machine.kernels.COMPILE_FROM", 0)
    for name in ("FEW", "FEW_PLAYOUTS"):
        monkeypatch.setattr(compiled, name, 0)
    allowed, before = ALLOWED, ALLOWED.copy()
    yield
    allowed[:] = before


def up_to(take, pile, out):
    for k in range(min(take, pile)):
        out[k] = pile - k - 1
    return min(take, pile)


def lost(pile, data):
    return -1


def by_global(pile, data, out):
    return up_to(TAKE, pile, out)


def by_tuple(pile, data, out):
    return up_to(len(TAKES), pile, out)


def by_array(pile, data, out):
    return up_to(ALLOWED.sum(), pile, out)


def by_module(pile, data, out):
    return up_to(config.TAKE, pile, out)


def by_object_in_module(pile, data, out):
    return up_to(config.deep.TAKE, pile, out)


def by_class(pile, data, out):
    return up_to(Limits.TAKE, pile, out)


def by_member(pile, data, out):
    return up_to(Rule.TAKE.value, pile, out)


def most():
    return TAKE


def by_helper(pile, data, out):
    return up_to(most(), pile, out)


def default(pile, out, take=2):
    return up_to(take, pile, out)


def by_default(pile, data, out):
    return default(pile, out)


@njit
def through_numba():
    return TAKE


def by_compiled_helper(pile, data, out):
    return up_to(through_numba(), pile, out)


def counted(n):
    return counted(n - 1) + 1 if n > 0 else 0


def by_recursion(pile, data, out):
    return up_to(counted(TAKE), pile, out)


def in_a_function():
    take = 2

    def by_closure(pile, data, out):
        return up_to(take, pile, out)

    def change():
        nonlocal take
        take = 3

    return by_closure, change


def replaced(name, value):
    """A change of a global of this module."""
    return lambda patch: patch.setattr(sys.modules[__name__], name, value)


CHANGES = {
    "global": (by_global, replaced("TAKE", 3)),
    "tuple": (by_tuple, replaced("TAKES", (1, 2, 3))),
    "array": (by_array, replaced("ALLOWED", np.array([0, 1, 1, 1]))),
    "array, in place": (by_array, lambda patch: ALLOWED.__setitem__(3, 1)),
    "module": (by_module, lambda patch: patch.setattr(config, "TAKE", 3)),
    "object in a module": (
        by_object_in_module,
        lambda patch: patch.setattr(config.deep, "TAKE", 3),
    ),
    "class": (by_class, lambda patch: patch.setattr(Limits, "TAKE", 3)),
    "enum": (by_member, replaced("Rule", enum.IntEnum("Rule", {"TAKE": 3}))),
    "helper": (by_helper, replaced("most", lambda: 3)),
    "global of a helper": (by_helper, replaced("TAKE", 3)),
    "default of a helper": (by_default, lambda patch: patch.setattr(default, "__defaults__", (3,))),
    "numba's helper": (by_compiled_helper, replaced("TAKE", 3)),
    "recursion": (by_recursion, replaced("TAKE", 3)),
    "closure": (None, None),  # made anew by in_a_function
}


def graph_of(options):
    return CompiledGraph.of(SIZE, options, lost, most=9)


def rules_of(options):
    return CompiledRules(options, lost, start=12, most=9)


def chance_of(options):
    def turn(pile, data):
        return 3 if pile == 0 else 0

    return CompiledChance.of(SIZE, turn, options, lambda pile, data: pile - 1, most=9)


def multiples(take):
    return [pile for pile in range(SIZE) if pile % (take + 1) == 0]


def lost_by_solve(game):
    solution = solve(game)
    assert check_solution(solution) == SIZE
    return [pile for pile in solution if solution[pile].outcome == -1]


def lost_by(search):
    return lambda game: [pile for pile in range(SIZE) if search(game, pile).value == -1]


#: How a game is made of its options, and how its lost piles are found.
ROUTES = {
    "solve": (graph_of, lost_by_solve),
    "explicit": (graph_of, lambda game: lost_by_solve(game.explicit())),
    "alphabeta": (rules_of, lost_by(alphabeta)),
    "deepen": (
        rules_of,
        lambda game: [0] + [pile for pile in range(1, 13) if deepened(game, pile) == -1],
    ),
    "Searched": (
        rules_of,
        lambda game: [pile for pile in range(SIZE) if Searched(game)[pile].outcome == -1],
    ),
    "mcts": (
        rules_of,
        lambda game: [0] + [pile for pile in range(1, 13) if proved(game, pile) == -1],
    ),
}


def deepened(game, pile):
    return deepen(game, pile, depth=12).value


def proved(game, pile):
    return mcts(game, pile, playouts=3_000, rng=np.random.default_rng(1)).value


@pytest.mark.parametrize("route", ROUTES)
def test_a_change_of_a_global_is_seen_on_every_route(monkeypatch, route):
    made, found = ROUTES[route]
    game = made(by_global)  # made once: not even the game keeps what was true then
    size = 13 if route in ("mcts", "deepen") else SIZE
    for take in (2, 3, 2):
        monkeypatch.setattr(sys.modules[__name__], "TAKE", take)
        assert found(game) == [pile for pile in multiples(take) if pile < size]


def changed(kind, patch):
    """The options of this kind, and what changes the value that they read."""
    options, change = CHANGES[kind]
    if kind == "closure":
        options, change_it = in_a_function()
        return options, change_it
    return options, lambda: change(patch)


@pytest.mark.parametrize("kind", CHANGES)
def test_a_digest_changes_however_the_value_is_read(monkeypatch, kind):
    options, change = changed(kind, monkeypatch)
    before = freeze(options)
    assert freeze(options).digest == before.digest
    change()
    after, out = freeze(options), np.zeros(9, int)
    assert after.digest != before.digest
    assert (before.function(9, None, out), after.function(9, None, out)) == (2, 3)


@pytest.mark.slow
@pytest.mark.parametrize("kind", CHANGES)
@pytest.mark.parametrize("route", ["solve", "alphabeta"])
def test_a_change_is_seen_however_the_value_is_read(monkeypatch, route, kind):
    made, found = ROUTES[route]
    options, change = changed(kind, monkeypatch)
    game = made(options)
    assert found(game) == multiples(2)
    change()
    assert found(game) == found(made(options)) == multiples(3)


def test_one_search_asked_twice_forgets_what_its_table_knew(monkeypatch):
    searched = Searched(rules_of(by_global))
    assert searched[3].outcome == -1
    monkeypatch.setattr(sys.modules[__name__], "TAKE", 3)
    assert searched[3].outcome == 1
    assert searched[4].outcome == -1


class Pile:
    """A game that keeps an arena, and its plain rules beside it."""

    def __init__(self, arena=graph_of):
        self.made = arena(by_global)

    def start(self):
        return 12

    def moves(self, pile):
        return range(pile - 1, pile - 1 - min(TAKE, pile), -1)

    def play(self, pile, move):
        return move

    def outcome(self, pile):
        return None if pile else -1

    def arrays(self):
        return replace(self.made, game=self)


registry.ARENAS[Pile] = Pile.arrays


#: How a game or an arena that was made before the change is asked after it.
ASKED = {
    "solve": lambda game: lost_by_solve(game),
    "misere": lambda game: [pile - 1 for pile in lost_by_solve(Misere(game)) if pile > 0],
    "advise": lambda game: (
        [0] + [pile for pile in range(1, SIZE) if advise(game, pile).outcome == -1]
    ),
    "check_game": lambda game: check_game(game) and lost_by_solve(game),
    "stored moves": lambda game: lost_by_solve(registry.arena(game)),
    "locally": lambda game: [
        pile for pile in range(SIZE) if solve_locally(registry.arena(game), pile).outcome == -1
    ],
    "nimbers": lambda game: np.flatnonzero(
        nimbers(registry.arena(game).explicit()).numbers == 0
    ).tolist(),
}


@pytest.mark.parametrize("arena", [graph_of, lambda options: graph_of(options).explicit()])
@pytest.mark.parametrize("how", ASKED)
def test_a_game_that_keeps_its_arena_answers_by_the_values_of_now(monkeypatch, how, arena):
    game = Pile(arena)
    game.impartial = True
    for take in (2, 3, 2):
        monkeypatch.setattr(sys.modules[__name__], "TAKE", take)
        due = multiples(take)
        assert [pile for pile in ASKED[how](game) if pile < SIZE - 1] == [
            pile for pile in due if pile < SIZE - 1
        ]


def test_a_solution_with_stored_moves_is_not_certified_by_other_rules_either(monkeypatch):
    for game in (graph_of(by_global), graph_of(by_global).explicit()):
        monkeypatch.setattr(sys.modules[__name__], "TAKE", 2)
        solution = solve(game)
        monkeypatch.setattr(sys.modules[__name__], "TAKE", 3)
        assert (solution.best(5), str(solution[3])) == (
            3,
            "LOSS in 2",
        )  # of the game that was solved
        with pytest.raises(
            AssertionError,
            match="values that have changed since the game was solved: solve it again",
        ):
            check_solution(solution)


@pytest.mark.parametrize("solver", [exact_values, chance_values])
def test_a_change_is_seen_in_games_with_chance(monkeypatch, solver):
    def options(pile, data, out):
        out[0] = min(STEP, pile) - 1
        return 1

    game = CompiledChance.of(
        9, lambda pile, data: 3 if pile < 3 else 2, options, lambda pile, data: pile * 100
    )
    assert float(np.mean(solver(game)[8])) == pytest.approx(0)
    monkeypatch.setattr(sys.modules[__name__], "STEP", 3)
    assert float(np.mean(solver(game)[8])) == pytest.approx(200)


def test_two_functions_on_one_line_are_two_functions():
    normal, misere = (lambda i, d: -1), (lambda i, d: 1)
    for outcome, due in ((normal, -1), (misere, 1), (normal, -1)):
        assert alphabeta(CompiledRules(by_global, outcome, start=3), 0).value == due
        assert solve(CompiledGraph.of(SIZE, by_global, outcome, most=9))[0].outcome == due


def back(pile, data, out):
    """The un-moves of ``by_global``."""
    count = 0
    for k in range(min(TAKE, SIZE - 1 - pile)):
        out[k] = pile + k + 1
        count += 1
    return count


def test_a_default_is_a_value_like_others():
    taking = [lambda pile, data, out, take=take: up_to(take, pile, out) for take in (1, 2, 3)]
    for take, options in enumerate(taking, 1):
        assert lost_by_solve(graph_of(options)) == multiples(take)


def test_a_solution_stays_one_solution_and_is_not_certified_by_other_rules(monkeypatch):
    solution = solve(CompiledGraph.of(SIZE, by_global, lost, back, most=9))
    assert (check_solution(solution), solution.best(5)) == (SIZE, 3)
    monkeypatch.setattr(sys.modules[__name__], "TAKE", 3)
    assert solution.best(5) == 3  # of the game that was solved
    with pytest.raises(
        AssertionError, match="values that have changed since the game was solved: solve it again"
    ):
        check_solution(solution)


def test_a_pickle_knows_which_values_it_belongs_to(monkeypatch):
    solution = solve(graph_of(by_global))
    packed = pickle.dumps(solution)
    assert pickle.loads(packed).best(5) == 3
    monkeypatch.setattr(sys.modules[__name__], "TAKE", 3)
    with pytest.raises(
        ValueError,
        match="options of the game has changed since this was pickled, or something that",
    ):
        pickle.loads(packed)


def rare(pile, data, out):
    """Another end at one position, which no sample meets."""
    if pile == EXCEPTION:
        return 0
    return up_to(2, pile, out)


def back_to_rare(pile, data, out):
    count = 0
    for before in (pile + 1, pile + 2):
        if before < data[0] and before != EXCEPTION:
            out[count] = before
            count += 1
    return count


@pytest.mark.parametrize("sources", [None, back_to_rare])
@pytest.mark.parametrize("keep", [False, True])
def test_a_file_knows_which_values_it_belongs_to(monkeypatch, tmp_path, keep, sources):
    size, path = 100_000, tmp_path / "kept.npz"
    game = CompiledGraph.of(size, rare, lost, sources, most=2, data=[size])
    if keep:
        solve(game, keep=path)
    else:
        save(solve(game), path)
    assert load(path, game)[EXCEPTION].outcome == -1
    monkeypatch.setattr(sys.modules[__name__], "EXCEPTION", 4_321)
    for read in (
        lambda: load(path, game),
        lambda: solve(game, keep=path) if keep else load(path, game),
    ):
        with pytest.raises(
            ValueError, match=r"kept.npz (was solved by rules other than|is a solution, but not of)"
        ):
            read()


def test_rules_that_were_only_tidied_up_keep_their_file(monkeypatch, tmp_path):
    size, path = 2_000, tmp_path / "kept.npz"
    save(solve(CompiledGraph.of(size, rare, lost, back_to_rare, most=2, data=[size])), path)

    def tidied(pile, data, out):
        return 0 if pile == EXCEPTION else up_to(2, pile, out)

    assert (
        load(path, CompiledGraph.of(size, tidied, lost, back_to_rare, most=2, data=[size]))[
            EXCEPTION
        ].outcome
        == -1
    )


def test_what_a_search_has_found_is_not_loaded_for_other_rules(monkeypatch, tmp_path):
    path, game = tmp_path / "found.npz", rules_of(by_global)
    save(alphabeta(game, 8), path)
    assert load(path, game).value == 1
    monkeypatch.setattr(
        sys.modules[__name__], "TAKE", 7
    )  # 8 is lost now, and the old line is still a line
    with pytest.raises(ValueError, match=r"by rules other than .* has now: search or solve again"):
        load(path, game)


def test_what_an_adapter_or_a_game_with_chance_has_been_answered_is_not_loaded_either(
    monkeypatch, tmp_path
):
    chance = CompiledChance.of(
        9, lambda pile, data: 3 if pile == 0 else 2, by_global, lambda pile, data: STEP
    )
    found, values = alphabeta(Misere(rules_of(by_global)), 10), exact_values(chance)
    for answer, name, game in ((found, "TAKE", found.game), (values, "STEP", values.game)):
        path = tmp_path / f"{name}.npz"
        save(answer, path)
        assert type(load(path, game)) is type(answer)
        monkeypatch.setattr(sys.modules[__name__], name, 7)
        with pytest.raises(
            ValueError, match=r"by rules other than .* has now: search or solve again"
        ):
            load(path, game)
        monkeypatch.undo()


SCRIPT = """
import sys
from gamefast import CompiledGraph, CompiledRules
from gamefast import alphabeta, check_solution, solve
from limits import HOUSE

TAKE = int(sys.argv[1])

def options(pile, data, out):
    for k in range(min(TAKE + HOUSE, pile)):
        out[k] = pile - k - 1
    return min(TAKE + HOUSE, pile)

def lost(pile, data):
    return -1

solution = solve(CompiledGraph.of(300_000, options, lost))
assert check_solution(solution) == 300_000
print([pile for pile in range(20) if solution[pile].outcome == -1])
print([pile for pile in range(1, 20) if alphabeta(CompiledRules(options, lost), pile).value == -1])
"""


@pytest.mark.slow
def test_machine_code_on_disk_belongs_to_the_values(tmp_path):
    (tmp_path / "script.py").write_text(SCRIPT)
    for house, take in ((0, 2), (0, 3), (1, 3), (0, 2)):
        (tmp_path / "limits.py").write_text(f"HOUSE = {house}\n")
        code = (
            f"import sys, runpy; sys.argv[1:] = ['{take}']; sys.path[0] = '.'; "
            "runpy.run_path('script.py')"
        )
        done = run_python(code, tmp_path)
        lost = [pile for pile in range(20) if pile % (house + take + 1) == 0]
        assert done.stdout == f"{lost}\n{lost[1:]}\n", done.stderr


def reads_a_cache(pile, data, out):
    return up_to(remembered(pile), pile, out)


def reads_a_module(pile, data, out):
    whole = config
    return up_to(whole.TAKE, pile, out)


def reads_a_method(pile, data, out):
    return up_to(GENERATOR.integers(3), pile, out)


remembered, GENERATOR = functools.cache(lambda pile: 2), np.random.default_rng(1)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (reads_a_cache, "remembered, an object of the class _lru_cache_wrapper"),
        (reads_a_module, "config, the module config as a whole"),
        (reads_a_method, "GENERATOR.integers, an object of the class"),
    ],
)
def test_what_cannot_be_compared_is_refused_in_a_sentence(options, said):
    sentence = rf"options of the game reads {re.escape(said)}.* put everything else into `data`"
    with pytest.raises(TypeError, match=sentence):
        solve(graph_of(options))
    with pytest.raises(TypeError, match=sentence):
        alphabeta(rules_of(options))


def test_a_digest_is_of_what_a_function_does_and_reads_and_not_of_where_it_stands():
    def one(i):
        return math.floor(i / 2) + TAKE

    def other(i):
        return math.floor(i / 2) + TAKE

    assert freeze(one).digest == freeze(other).digest
    constants = [
        lambda: 1,
        lambda: 1.0,
        lambda: True,
        lambda: "1",
        lambda: 0.0,
        lambda: -0.0,
        lambda: (1,),
        lambda: (1.0,),
    ]
    assert len({freeze(constant).digest for constant in constants}) == len(constants)


def test_a_frozen_function_keeps_its_values():
    frozen = freeze(by_array).function
    ALLOWED[3] = 1
    out = np.zeros(9, int)
    assert (frozen(9, None, out), by_array(9, None, out)) == (2, 3)
    with pytest.raises(CannotFreeze, match="reads os, the module os as a whole"):
        freeze(lambda: os)


# Whole numbers of 64 bits are not Python's: what differs is told.
def wraps(i, data, out):
    out[0] = i * 3_037_000_500 * 3_037_000_500 % 7
    return 1 if i > 0 else 0


def wraps_in_outcome(i, data):
    return 1 if (i + 2) * 2**62 > 0 else -1


def halves(i, data):
    return (i - 1) / 2


def divides(i, data):
    return 1 // i


def step_down(i, data, out):
    out[0] = i - 1
    return min(i, 1)


@pytest.mark.parametrize(
    ("options", "outcome", "said"),
    [
        (
            wraps,
            lost,
            r"options\(\d+\) gives 1: \[\d\] in Python, but 1: \[-?\d\] compiled.* 64 bits and "
            r"wrap round",
        ),
        (step_down, wraps_in_outcome, r"outcome\(0\) gives 1 in Python, but -1 compiled"),
        (step_down, halves, r"outcome\(0\) gives -0.5: give a whole number"),
        (step_down, divides, r"outcome\(0\) fails, ZeroDivisionError"),
    ],
)
def test_what_python_means_otherwise_is_told_with_position_and_both_results(
    monkeypatch, options, outcome, said
):
    monkeypatch.setattr(
        "gamefast.compiled.rules.GraphRules.check", lambda rules: None
    )  # this sample is another's test
    with pytest.raises(ValueError, match=said):
        solve(CompiledGraph.of(1_000, options, outcome))
    with pytest.raises(ValueError, match=said):
        alphabeta(CompiledRules(options, outcome, start=6))


def test_a_score_that_python_means_otherwise_is_told():
    def evaluate(i, data):
        return (i * 2**60) // 2**61

    with pytest.raises(ValueError, match=r"evaluate\(\d+\) gives"):
        deepen(CompiledRules(step_down, lost, evaluate, scale=1_000, start=60), depth=8)


WIDE = 3_037_000_500
REST = WIDE**2 % 7


def nothing(i):
    """0 in Python; compiled, the product wraps round."""
    return (i + 2) * WIDE * WIDE % 7 - (i + 2) * REST % 7


def wrapping_sources(i, data, out):
    out[0] = i + 1 + nothing(i)
    return 1 if i + 1 < SIZE else 0


def wrapping_shares(i, data, out):
    out[0] = out[1] = 1 + nothing(i)
    return 2 * out[0]


def test_rules_that_are_asked_late_are_compared_too():
    with pytest.raises(
        ValueError, match=r"sources\(\d+\) gives 1: \[\d+\] in Python, but 1: \[-?\d+\] compiled"
    ):
        solve(CompiledGraph.of(SIZE, step_down, lost, wrapping_sources))

    def turn(i, data):
        return 3 if i < 2 else 2

    game = CompiledChance.of(SIZE, turn, by_global, lost, wrapping_shares)
    with pytest.raises(
        ValueError, match=r"shares\(\d+\) gives 2: \[1, 1\] in Python, but -?\d+: \[-?\d+, -?\d+\b"
    ):
        exact_values(game)


LARGE = np.full(300_000, 2)


def reads_large(pile, data, out):
    return up_to(LARGE[pile], pile, out)


def with_a_star(pile, data, out, *, take=2):
    return up_to(take, pile, out)


def adds_text(pile, data, out):
    return "a" + pile if pile > SIZE else 0


def test_numba_keeps_its_warnings_to_itself(recwarn):
    assert lost_by_solve(graph_of(reads_large)) == multiples(2)
    assert not recwarn


@pytest.mark.parametrize("kept", [True, False])
@pytest.mark.parametrize(
    ("rule", "said"), [(with_a_star, "no parameters after a *"), (adds_text, "No implementation")]
)
def test_what_numba_refuses_is_told_in_a_sentence_even_if_nothing_can_be_kept(
    monkeypatch, rule, said, kept
):
    if not kept:
        monkeypatch.setattr("numba.core.caching.CacheImpl._locator_classes", [])
    line = rule.__code__.co_firstlineno
    with pytest.raises(
        TypeError,
        match=rf"options of the game does not compile, line ({line}|{line + 1}) .*{re.escape(said)}",
    ):
        solve(graph_of(rule))
