"""Rules over whole numbers: as they are and compiled, with and without un-moves, they give what the
graph gives.
"""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gamefast import NO_POSITION, CompiledGraph, GameGraph, check_solution, registry, solve
from gamefast.endings.rules import each_once
from gamefast.machine import Kernel
from gamelib import Misere, check_game, match
from gamelib.core import DRAW, LOSS, WIN, UnknownPosition


# A game that is a table: data holds n, then a row of marks (2: no position), then options and
# sources as sparse rows.
def options(i, data, out):
    n = data[0]
    if data[1 + i] == 2:
        return NO_POSITION
    first, last = data[1 + n + i], data[2 + n + i]
    for k in range(first, last):
        out[k - first] = data[k]
    return last - first


def outcome(i, data):
    return data[1 + i]


def sources(i, data, out):
    first, last = data[2 + 2 * data[0] + i], data[3 + 2 * data[0] + i]
    for k in range(first, last):
        out[k - first] = data[k]
    return last - first


def table(n, marks, rows):
    """The table of a game on 0..n-1: its marks, and the options of each number."""
    back = [[u for u in range(n) if v in rows[u]] for v in range(n)]
    place, starts, entries = 3 + 3 * n, [], []
    for part in (rows, back):
        for row in part:
            starts.append(place + len(entries))
            entries += row
        starts.append(place + len(entries))
    return [n, *marks, *starts, *entries]


@st.composite
def games(draw):
    """A game on a few numbers, some of which stand for no position; cycles and passes included."""
    n = draw(st.integers(1, 12))
    marks = draw(st.lists(st.sampled_from([-1, -1, 0, 1, 2]), min_size=n, max_size=n))
    there = [i for i in range(n) if marks[i] != 2]
    rows = [
        draw(st.lists(st.sampled_from(there), unique=True, max_size=4)) if marks[i] != 2 else []
        for i in range(n)
    ]
    return (
        n,
        [0 if row and mark != 2 else mark for row, mark in zip(rows, marks, strict=True)],
        rows,
    )


def as_graph(n, marks, rows):
    """The same game with every move stored, and which number is which."""
    there = [i for i in range(n) if marks[i] != 2]
    starts = np.cumsum([0, *(len(rows[i]) for i in there)])
    results = [np.nan if rows[i] else marks[i] for i in there]
    return GameGraph.from_arrays(
        starts, [there.index(j) for i in there for j in rows[i]], results
    ), there


@pytest.mark.parametrize("speed", ["as they are", pytest.param("compiled", marks=pytest.mark.slow)])
@pytest.mark.parametrize("unmoves", [None, sources])
def test_all_routes_agree_with_the_graph(monkeypatch, speed, unmoves):
    if speed == "compiled":
        monkeypatch.setattr("gamefast.machine.kernels.COMPILE_FROM", 0)
        monkeypatch.setattr(Kernel, "at", lambda kernel, size: kernel.compiled)

    @settings(
        max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
    )
    @given(games())
    def agree(game):
        n, marks, rows = game
        arena = CompiledGraph.of(n, options, outcome, unmoves, most=12, data=table(n, marks, rows))
        graph, there = as_graph(n, marks, rows)
        if not there:
            with pytest.raises(ValueError, match="stands for a position"):
                solve(arena)
            return
        solution, expected = solve(arena), solve(graph)
        assert (list(solution), solution.graph.edges) == (there, graph.edges)
        assert (solution.outcome == expected.outcome).all()
        assert (solution.remoteness == expected.remoteness).all()
        assert check_solution(solution) == len(there)
        for k, i in enumerate(there):
            assert [arena.position(int(j)) for j in arena.options(k)] == rows[i]
            assert solution[i] == expected[k]

    agree()


def race_options(total, data, out):
    out[0], out[1] = total + 1, total + 2
    return min(2, data[0] - total)


def lost(total, data):
    return -1


class Race:
    """The race as a game with words of its own, whose arena is compiled."""

    def start(self):
        return "0 said"

    def moves(self, position):
        return [step for step in (1, 2) if int(position.split()[0]) + step <= 20]

    def play(self, position, step):
        return f"{int(position.split()[0]) + step} said"

    def outcome(self, position):
        return LOSS if position == "20 said" else None

    def arrays(self):
        words = {"code": lambda said: int(said.split()[0]), "decode": lambda total: f"{total} said"}
        return CompiledGraph.of(21, race_options, lost, data=[20], game=self, **words)


registry.ARENAS[Race] = Race.arrays


def test_a_game_with_positions_of_its_own_is_solved_compiled():
    solution, misere = solve(Race()), solve(Misere(Race()))
    assert isinstance(registry.arena(Race()), CompiledGraph)
    assert str(solution["0 said"]) == "WIN in 13"
    assert str(misere["20 said"]) == "WIN in 0"
    assert check_solution(solution) == check_solution(misere) == 21
    assert check_game(Race())
    assert len(match(Race(), solution, solution).moves) == 13
    for unknown in ("x said", "21 said"):
        with pytest.raises(UnknownPosition, match=f"no position '{unknown}'"):
            solution[unknown]


def of(options, outcome=lost, sources=None, size=21, most=2):
    return CompiledGraph.of(size, options, outcome, sources, most=most, data=[20])


def listing(numbers, count=len):
    """A rule that writes these numbers, and returns how many there are, or what it is told to."""

    def rule(total, data, out):
        for k, number in enumerate(numbers(total)):
            out[k] = number
        return count(numbers(total)) if count is len else count(total)

    return rule


ONE_BACK = listing(lambda total: [total - 1][:total])
TO_NONE = listing(lambda total: [1], lambda total: -1 if total == 1 else 1)
TOO_MANY = listing(lambda total: range(5))


@pytest.mark.parametrize(
    ("arena", "said"),
    [
        (
            of(listing(lambda i: [i + 1, i + 2])),
            r"options\(19\) lists \[20, 21\]: each number once, from 0 to 20",
        ),
        (
            of(listing(lambda i: [20, 20][: 20 - i])),
            r"options\(0\) lists \[20, 20\]: each number once",
        ),
        (
            of(listing(lambda i: [1], lambda i: None)),
            r"options\(0\) gives None: give a whole number, -1 to 2 \(`mo",
        ),
        (
            of(TOO_MANY),
            r"options\(0\) fails, IndexError.* of test_compiled.py: out\[k\]; .*len\(out\), which "
            r"`most` sets, is 4",
        ),
        (of(TO_NONE), "position 0 leads to 1, which is not a position by the rules"),
        (
            of(race_options, sources=ONE_BACK),
            r"position 0 leads to 2, but sources\(2\) does not list 0 once",
        ),
        (
            of(lambda total, data, out: -1),
            "options says that none of the 21 numbers stands for a position",
        ),
        (
            of(race_options, outcome=lambda total, data: 0.5),
            r"outcome\(20\) gives 0.5: give a whole number, -1 to 1",
        ),
    ],
    ids=lambda case: case[:30] if isinstance(case, str) else "",
)
def test_rules_that_contradict_themselves_are_told_where(arena, said):
    with pytest.raises(ValueError, match=said):
        solve(arena)


def test_sizes_are_whole_numbers_and_a_rule_is_a_plain_function():
    for name, value in (("size", 0), ("size", 2.5), ("most", -1)):
        with pytest.raises(ValueError, match=f"{name}={value}: give a whole number"):
            of(race_options, **{name: value})
    with pytest.raises(ValueError, match="most=1000000000: give at most 1,000,000"):
        of(race_options, most=10**9)
    with pytest.raises(TypeError, match=r"outcome of the game is .*: give a plain function"):
        of(race_options, outcome=Race().outcome)


def far_beyond(total, data, out):
    """Right at the few positions that are tried, wrong at others."""
    out[0] = 10**9 if total % 1000 == 7 else total + 1
    return 1 if total < 999_999 else 0


def uses_text(total, data, out):
    out[0] = int(f"{total + 1:x}", 16)
    return 1 if total < 999_999 else 0


def helper(total, out):
    out[0] = total + int(np.array([1]).tolist()[0])
    return 1 if total < 999_999 else 0


def test_what_only_a_large_game_shows_is_met_too():
    with pytest.raises(
        ValueError, match=r"options\(7\) lists \[1000000000\]: each number once, from 0 to 999999"
    ):
        solve(of(far_beyond, size=1_000_000))


@pytest.mark.parametrize(
    ("rule", "where"), [(uses_text, uses_text), (lambda i, data, out: helper(i, out), helper)]
)
def test_a_rule_that_does_not_compile_is_named_with_its_line(rule, where):
    line = where.__code__.co_firstlineno + 1
    with pytest.raises(
        TypeError, match=rf"options of the game does not compile, line {line} of test_compiled.py: "
    ):
        solve(of(rule, size=1_000_000))


def writes_too_much(total, data, out):
    """At one position, which is not tried, ``data[0]`` numbers that it does not count."""
    for k in range(data[0] if total == 7 else 0):
        out[k] = -1
    out[0] = (total + 1) % 30_000
    return 1


def test_what_a_compiled_rule_writes_beyond_its_room_does_no_harm(monkeypatch):
    monkeypatch.setattr("gamefast.machine.kernels.COMPILE_FROM", 0)
    for _ in range(20):  # without spare room Python dies
        solution = solve(CompiledGraph.of(30_000, writes_too_much, lost, most=1, data=[3_000]))
        assert solution.counts()[0] == 30_000


def takes_from(places, total, out):
    out[0] = total
    return int(places * each_once(1, out))


def test_helpers_may_stand_in_another_file():
    arena = CompiledGraph.of(
        1_000_000, lambda total, data, out: 0 * takes_from(0, total, out), lost
    )
    assert solve(arena).counts() == {WIN: 0, LOSS: 1_000_000, DRAW: 0}


def test_without_numba_the_rules_run_as_they_are(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "numba", None)
    monkeypatch.setattr("gamefast.compiled.rules.COMPILED", {})  # no other test finds them there
    monkeypatch.setattr("gamefast.machine.kernels.COMPILE_FROM", 0)
    arena = of(race_options)
    assert arena.rules.options.at(10**6).__code__ is race_options.__code__


def star(i, data, out):
    if i > 0:
        return 0
    for k in range(40_000):
        out[k] = k + 1
    return 40_000


def to_the_middle(i, data, out):
    out[0] = 0
    return int(0 < i <= 40_000)


@pytest.mark.slow
def test_more_options_than_16_bits_count_are_all_counted():
    solution = solve(CompiledGraph.of(40_001, star, lambda i, data: 1, to_the_middle, most=40_000))
    assert str(solution[0]) == "LOSS in 1"
    assert solution.graph.edges == check_solution(solution) - 1
