"""Rules of games with chance over whole numbers: they give what the walk of the game gives,
compiled and not.
"""

from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from naive import games

from gamefast import (
    CompiledChance,
    CompiledGraph,
    CompiledRules,
    chance_values,
    exact_values,
    registry,
)
from gamefast.arrays.chance import ChanceGraph
from gamefast.arrays.parts import Parts
from gamefast.machine import Kernel
from gamelib import CHANCE, check_game, match
from gamelib.core import UnknownPosition


# A game that is a table: whose turn, row starts and payoffs of n numbers, and then the options, and
# the shares.
def turn(i, data):
    return data[1 + i]


def options(i, data, out):
    n = data[0]
    first, last = data[1 + n + i], data[2 + n + i]
    for k in range(first, last):
        out[k - first] = data[2 + 3 * n + k]
    return last - first


def payoff(i, data):
    return data[2 + 2 * data[0] + i]


def shares(i, data, out):
    n = data[0]
    first, last, total = data[1 + n + i], data[2 + n + i], 0
    for k in range(first, last):
        out[k - first] = data[2 + 3 * n + data[1 + 2 * n] + k]
        total += out[k - first]
    return total


def as_arena(graph):
    """The arena of a graph that is walked: its numbers doubled, so that every odd one is no
    position.
    """
    n = 2 * len(graph)
    turns, starts, payoffs, there, parts = [-1] * n, [0], [0] * n, [], []
    for i in range(n):
        p = i // 2
        if i % 2 == 0:
            turns[i], payoffs[i] = int(graph.turn[p]), int(12 * graph.payoff.get(p, 0))
            ways = graph.options(p)
            if turns[i] < 2:
                ways = sorted({*ways}, key=ways.index)
            there += [2 * q for q in ways]
            odds = graph.probabilities(p) if turns[i] == 2 else []
            whole = np.lcm.reduce([share.denominator for share in odds]) if odds else 1
            parts += [int(share * whole) for share in odds] or [0] * len(ways)
        starts.append(len(there))
    return CompiledChance.of(
        n,
        turn,
        options,
        payoff,
        shares,
        most=12,
        data=[n, *turns, *starts, *payoffs, *there, *parts],
    )


@pytest.mark.parametrize("speed", ["as they are", pytest.param("compiled", marks=pytest.mark.slow)])
def test_the_values_are_those_of_the_walk(monkeypatch, speed):
    if speed == "compiled":
        monkeypatch.setattr("gamefast.machine.kernels.COMPILE_FROM", 0)
        monkeypatch.setattr(Kernel, "at", lambda kernel, size: kernel.compiled)

    @settings(
        max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
    )
    @given(games())
    def agree(game):
        graph = ChanceGraph.of(game)
        arena = as_arena(graph)
        walked, within = exact_values(graph), chance_values(arena)
        listed = exact_values(arena)
        assert list(listed) == list(range(0, 2 * len(graph), 2))
        for p, (position, value) in enumerate(walked.items()):
            assert listed[2 * p] == 12 * value, position
            assert Fraction(within.lower[2 * p]) <= 12 * value <= Fraction(within.upper[2 * p])
            if (move := listed.best(2 * p)) is not None:
                assert listed[move] == listed[2 * p]
        assert len(listed.options(0)) == len(arena.graph.options(0))

    agree()


# Who first says 3 wins: a throw adds 1 or 2, or, now and then, none. Numbers: 4 * said + 2 * player
# + die.
def race_turn(i, data):
    return 3 if i >= 12 else 2 if i % 2 else i // 2 % 2


def race_options(i, data, out):
    if i % 2 == 0:
        out[0] = i + 1
        return 1
    said, player = i // 4, i // 2 % 2
    out[0] = 4 * said + 2 * (1 - player)
    for step in (1, 2):
        out[step] = 4 * (said + step) + 2 * (1 - player) if said + step < 3 else 12 + player
    return 3


def race_shares(i, data, out):
    out[0], out[1], out[2] = 1, 1, 2
    return 4


def race_payoff(i, data):
    return 1 if i == 12 else -1


class Race:
    """The same race with words for positions."""

    def start(self):
        return "0", 0

    def turn(self, position):
        return None if position[0] == "3" else CHANCE if len(position) == 3 else position[1]

    def moves(self, position):
        return ["throw"]

    def play(self, position, move):
        return (*position, "die")

    def chances(self, position):
        said, player, _ = position
        after = [(str(int(said) + step), 1 - player) for step in (0, 1)]
        last = "3" if int(said) + 2 >= 3 else str(int(said) + 2)
        return list(
            zip(map(Fraction, ("1/4", "1/4", "1/2")), [*after, (last, 1 - player)], strict=True)
        )

    def payoffs(self, position):
        return (1, -1) if position[1] else (-1, 1)  # who has just thrown has won

    def code(self, position):
        said, player, *die = position
        return 12 + (1 - player) if said == "3" else 4 * int(said) + 2 * player + len(die)

    def decode(self, i):
        return ("3", 1 - (i - 12)) if i >= 12 else (str(i // 4), i // 2 % 2, *["die"] * (i % 2))

    rules = (race_turn, race_options, race_payoff, race_shares)

    def arrays(self):
        return CompiledChance.of(
            14, *self.rules, most=3, code=self.code, decode=self.decode, game=self
        )


registry.ARENAS[Race] = Race.arrays


def test_a_game_with_words_of_its_own_is_solved_by_its_arena():
    game = Race()
    values, walked, within = (
        exact_values(game),
        exact_values(ChanceGraph.of(game)),
        chance_values(game, ("1", 1)),
    )
    assert set(values) >= set(walked)
    assert all(values[position] == value for position, value in walked.items())
    assert within.lower["0", 0] <= values["0", 0] <= within.upper["0", 0]
    assert values.best(("2", 1)) == "throw"
    assert check_game(game)
    assert match(game, values, values, rng=np.random.default_rng(1)).result in (-1, 1)
    for wrong in [("x", 0), None]:
        with pytest.raises(UnknownPosition, match=r"one of them is \('0', 0\)"):
            values[wrong]


def changed(game=None, **rules):
    new = dict(zip(("turn", "options", "payoff", "shares"), Race.rules, strict=True)) | rules
    return CompiledChance.of(
        14, *new.values(), most=3, game=game, code=Race().code, decode=Race().decode
    )


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({"turn": lambda i, data: 5}, r"turn\(0\) gives 5: give 0 or 1 for a player, 2 for chance"),
        (
            {"turn": lambda i, data: i // 0},
            r"turn\(0\) fails, ZeroDivisionError.* of test_compiled_chance.py",
        ),
        (
            {"turn": lambda i, data: -1},
            "turn says that none of the 14 numbers stands for a position",
        ),
        (
            {"turn": lambda i, data: -1 if i == 1 else race_turn(i, data)},
            "position 0 leads to 1, which is not a position",
        ),
        (
            {"options": lambda i, data, out: 0},
            r"options\(0\) gives 0: give 1 to 3 \(`most`\); if play is over, turn is 3",
        ),
        (
            {"options": lambda i, data, out: out[9]},
            r"out\[9\]; len\(data\) is 0; len\(out\), which `most` sets, is 6",
        ),
        (
            {"options": lambda i, data, out: 2},
            r"options\(0\) lists \[0, 0\]: list each once where a player moves",
        ),
        (
            {"shares": lambda i, data, out: 4},
            r"shares\(1\) writes \[0, 0, 0\], which add up to 0, and returns 4",
        ),
        ({"payoff": lambda i, data: 0.5}, r"payoff\(12\) gives 0.5: give a whole number"),
        (
            {"payoff": lambda i, data: 2**63},
            r"payoff\(12\) gives 9223372036854775808: .* to 9223372036854775807",
        ),
        (
            {"payoff": lambda i, data: 1, "game": Race()},
            r"of \('3', 0\), number 13, the game says \(None, .*-1.*1",
        ),
        ({"shares": None, "game": Race()}, r"of \('0', 0, 'die'\), number 1, the game says"),
    ],
)
def test_rules_that_contradict_themselves_or_the_game_are_told_where(rules, said):
    with pytest.raises(ValueError, match=said):
        chance_values(changed(**rules))


@pytest.mark.parametrize("data", [[20.9], "hello", [None], [2**63], [[1], [2, 3]]])
def test_a_table_holds_whole_numbers(data):
    rule = Race.rules[0]
    for make in (
        lambda: CompiledChance.of(14, *Race.rules, data=data),
        lambda: CompiledGraph.of(14, rule, rule, data=data),
        lambda: CompiledRules(rule, rule, data=data),
    ):
        with pytest.raises(ValueError, match=r"data=.*: give whole numbers from -2"):
            make()


def rare_options(i, data, out):
    out[0], out[1] = i + 1, 1 if i != 500 else data[0]
    return 2


def rare_shares(i, data, out):
    out[0], out[1] = 1, 1 if i != 500 else data[1]
    return 2


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([1002, 1], r"options\(500\) lists \[501, 1002\]: numbers from 0 to 1001"),
        ([1, 2], r"shares\(500\) writes \[1, 2\], which add up to 3, and returns 2"),
    ],
)
def test_what_no_trial_meets_is_met_when_all_is_listed(data, said):
    arena = CompiledChance.of(
        1002,
        lambda i, data: 2 + i % 2,
        rare_options,
        lambda i, data: i % 7,
        rare_shares,
        most=2,
        data=data,
    )
    with pytest.raises(ValueError, match=said):
        chance_values(arena)


def test_each_component_comes_after_those_to_which_it_leads():
    rng = np.random.default_rng(3)
    for n in (1, 2, 5, 30, 200):
        degree = rng.integers(0, 4, n)
        indptr = np.concatenate([[0], np.cumsum(degree)]).astype(np.int32)
        targets = rng.integers(0, n, indptr[-1]).astype(np.int32)
        parts = Parts.of_graph(indptr, targets)
        graph = nx.DiGraph({p: targets[indptr[p] : indptr[p + 1]].tolist() for p in range(n)})
        assert {frozenset(part) for part in parts} == {
            *map(frozenset, nx.strongly_connected_components(graph))
        }
        for k, part in enumerate(parts):
            ways = {int(parts.of[q]) for p in part for q in graph[p]}
            assert max(ways, default=0) <= k
            assert parts.cyclic[k] == (k in ways)
            assert parts.levels[k] == parts.cyclic[k] + max(
                (parts.levels[j] for j in ways - {k}), default=0
            )


def wide_options(i, data, out):
    for k in range(data[0]):
        out[k] = k + 1
    return data[0]


WIDE = (lambda i, data: 2 + (i > 0)), wide_options, (lambda i, data: i)


def rare_escape(i, data, out):
    out[0], out[1] = data[1], 1
    return data[1] + 1


@pytest.mark.parametrize("compiled_from", [10**9, pytest.param(0, marks=pytest.mark.slow)])
def test_large_shares_are_kept_as_they_are(monkeypatch, compiled_from):
    monkeypatch.setattr("gamefast.machine.kernels.COMPILE_FROM", compiled_from)
    for large in (2**31, 2**32 + 1, 10**12):
        escape = CompiledChance.of(3, *WIDE, rare_escape, data=[2, large])
        assert exact_values(escape)[0] == Fraction(large + 2, large + 1)


@pytest.mark.slow  # so large a number of options is compiled
def test_a_throw_may_have_tens_of_thousands_of_outcomes():
    wide = CompiledChance.of(33_001, *WIDE, most=33_000, data=[33_000])
    assert wide.graph.options(0) == list(range(1, 33_001))
