"""Searches over compiled rules: at both speeds they find what gamelib's own searches find, and name
what is wrong.
"""

import itertools
import pickle
from fractions import Fraction
from functools import reduce
from math import inf, nextafter

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gamefast import (
    CompiledRules,
    Searched,
    advise,
    alphabeta,
    deepen,
    mcts,
    minimax,
    nimber,
    solve,
)
from gamefast.compiled import rules as rules_module
from gamefast.connect4 import in_numbers
from gamefast.search import compiled
from gamefast.search.compiled import CompiledSearch
from gamelib import check_game, match, random_moves
from gamelib.core import PlayGoesRound, TooLarge
from gamelib.deepen import LimitReached
from gamelib.games import ConnectFour, Nim, TicTacToe


@pytest.fixture(params=["interpreted", pytest.param("compiled", marks=pytest.mark.slow)])
def speed(request, monkeypatch):
    """Both speeds; with a small table, in which much is put out and which grows, and with many
    breaks.
    """
    few = 0 if request.param == "compiled" else 10**9
    for name, value in {
        "FEW": few,
        "FEW_PLAYOUTS": few,
        "FIRST": 3,
        "MORE": 2,
        "LAST": 7,
        "LOOK": 1e-4,
    }.items():
        monkeypatch.setattr(compiled, name, value)
    if request.param == "interpreted":
        monkeypatch.setattr(rules_module, "COMPILED", {})


# Tic-tac-toe: the cells of the player to move, and from bit 9 on those of the opponent. ``data``:
# the lines.
LINES = [7, 56, 448, 73, 146, 292, 273, 84]


def noughts_options(i, data, out):
    for line in data:
        if i >> 9 & line == line:
            return 0
    count, free = 0, 511 & ~(i | i >> 9)
    while free:
        cell = free & -free
        out[count] = i >> 9 | (i & 511 | cell) << 9
        count, free = count + 1, free ^ cell
    return count


def noughts_outcome(i, data):
    for line in data:
        if i >> 9 & line == line:
            return -1
    return 0


NOUGHTS = CompiledRules(noughts_options, noughts_outcome, data=LINES, most=9)


def code(board):
    """A board of TicTacToe in numbers."""
    xs, os = (sum(1 << i for i, piece in enumerate(board) if piece == mark) for mark in "XO")
    return xs | os << 9 if xs.bit_count() == os.bit_count() else os | xs << 9


@pytest.mark.usefixtures("speed")
def test_tic_tac_toe_at_positions_that_play_can_reach():
    solution, searched = solve(TicTacToe()), Searched(NOUGHTS)
    for board in [*solution][::5]:
        assert searched[code(board)] == solution[board], board


# A game that is a table: data holds n, the starts of n + 1 rows, the results and the scores of n
# positions, the rows.
def options(i, data, out):
    first = data[1 + i]
    for k in range(first, data[2 + i]):
        out[k - first] = data[k]
    return data[2 + i] - first


def outcome(i, data):
    return data[2 + data[0] + i]


def evaluate(i, data):
    return data[2 + 2 * data[0] + i]


# The same with a second number in each position: the other half of what play depends on.
def options_2(i, j, data, out):
    first = data[1 + (i ^ j)]
    for k in range(first, data[2 + (i ^ j)]):
        out[2 * (k - first)], out[2 * (k - first) + 1] = data[k] ^ 5, 5
    return data[2 + (i ^ j)] - first


def outcome_2(i, j, data):
    return data[2 + data[0] + (i ^ j)]


def evaluate_2(i, j, data):
    return data[2 + 2 * data[0] + (i ^ j)]


SCALE = 8


@st.composite
def acyclic(draw):
    """Rules of one word and of two, of the same game, in which positions are reached in many
    ways.
    """
    n = draw(st.integers(2, 24))
    rows = [
        draw(st.lists(st.integers(i + 1, n - 1), unique=True, max_size=5)) if i < n - 1 else []
        for i in range(n)
    ]
    rows[0] = rows[0] or [1]
    results, scores = (
        draw(st.lists(st.integers(-k, k), min_size=n, max_size=n)) for k in (1, SCALE - 1)
    )
    starts = np.cumsum([2 + 3 * n, *map(len, rows)])
    data = [n, *starts, *results, *scores, *(j for row in rows for j in row)]
    choices = {"scale": SCALE, "most": 5, "data": data}
    one = CompiledRules(options, outcome, evaluate, **choices)
    return one, CompiledRules(options_2, outcome_2, evaluate_2, start=(5, 5), **choices)


WINDOWS = [
    (-inf, inf),
    (-1, 1),
    (0, 1),
    (0, 2),
    (-3, 0),
    (1, 2),
    (-0.3, 0.3),
    (0.1, 0.7),
    (-0.6, -0.1),
    (-1e300, 0.3),
]
MANY = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.mark.usefixtures("speed")
def test_alphabeta_and_deepen_keep_the_contract_of_gamelib():
    @MANY
    @given(acyclic(), st.sampled_from(WINDOWS), st.sampled_from([None, 1, 2, 3, 4, 7]))
    def keep(games, window, depth):
        for game in games:
            plain = minimax(game, depth=depth)
            found = alphabeta(game, window=window, depth=depth)
            if window[0] < found.value < window[1]:
                assert found.value == plain.value
                end = reduce(game.play, found.line, game.start())
                result = game.outcome(end)
                assert (game.evaluate(end) if result is None else result) == found.value * (
                    -1
                ) ** len(found.line)
                assert result is not None or len(found.line) == depth
                assert not found.exact or found.value == minimax(game).value
                assert result in (None, 0) or len(found.line) == len(plain.line)
            elif found.value >= window[1]:
                assert plain.value >= found.value
                assert -minimax(game, found.best, depth=depth and depth - 1).value >= found.value
            else:
                assert plain.value <= found.value <= window[0]
                assert found.best in game.moves(game.start())
            if depth is not None:
                deep = deepen(game, depth=depth)
                for step in deep.iterations:
                    assert step.value == minimax(game, depth=step.depth).value
                assert not deep.exact or deep.value == minimax(game).value

    keep()


@pytest.mark.usefixtures("speed")
def test_tree_search_proves_values_and_its_bounds_are_certain():
    @MANY
    @given(acyclic(), st.integers(1, 60), st.integers(0, 3))
    def prove(games, playouts, seed):
        found = [mcts(game, playouts=playouts, rng=np.random.default_rng(seed)) for game in games]
        for game, one in zip(games, found, strict=True):
            value = minimax(game).value
            assert one.bounds[0] <= value <= one.bounds[1]
            assert one.exact == (one.bounds[0] == one.bounds[1])
            assert one.exact or sum(one.visits.values()) == one.playouts - 1 == playouts - 1
            assert list(one.visits) == game.moves(game.start())
            if one.exact:
                assert one.value == value == -minimax(game, one.best).value
            assert mcts(game, playouts=5_000, rng=np.random.default_rng(seed)).value == value
        assert found[0].bounds == found[1].bounds
        assert list(found[0].visits.values()) == list(found[1].visits.values())

    prove()


def test_tree_search_goes_where_that_of_gamelib_goes():
    """Averages and visits at the first move of tic-tac-toe, over many seeds."""
    looks, cells = [], [(r, c) for r in range(3) for c in range(3)]
    for game in (NOUGHTS, TicTacToe()):
        found = [mcts(game, playouts=50, rng=np.random.default_rng(seed)) for seed in range(80)]
        moves = [1 << 9 + k for k in range(9)] if game is NOUGHTS else cells
        looks.append(
            [*np.mean([[one.visits[move] / 50 for move in moves] for one in found], axis=0)]
        )
        looks[-1].append(np.mean([one.value for one in found]))
    assert np.allclose(*looks, atol=0.03)


def nim_options(i, data, out):
    count = 0
    for heap in range(data[0]):
        for take in range(1, (i >> 4 * heap & 15) + 1):
            out[count] = i - (take << 4 * heap)
            count += 1
    return count


def lost(i, data):
    return -1


@pytest.mark.usefixtures("speed")
@pytest.mark.parametrize("heaps", [(1,), (2, 2), (1, 2, 3), (1, 3, 3), (2, 3, 4)])
def test_nim_by_every_search(heaps):
    nim = CompiledRules(
        nim_options, lost, start=sum(h << 4 * k for k, h in enumerate(heaps)), data=[len(heaps)]
    )
    value = 1 if nimber(Nim(heaps)) else -1
    told = advise(nim)
    assert (alphabeta(nim).value, told.value, told.exact) == (value, value, True)
    assert "compiled alpha-beta" in told.route
    assert mcts(nim, playouts=20_000, rng=np.random.default_rng(1)).value == value
    assert deepen(nim, nodes=1_000_000).value == value


@pytest.mark.slow
def test_both_speeds_and_any_breaks_find_the_same(monkeypatch):
    rules, _ = in_numbers(ConnectFour())
    found = []
    for few, look in ((10**9, 0.01), (0, 0.01), (0, 1e-5)):
        with monkeypatch.context() as patch:
            for name, value in {
                "FEW": few,
                "FEW_PLAYOUTS": few,
                "LOOK": look,
                "FIRST": 8,
                "LAST": 10,
                "MORE": 1,
            }.items():
                patch.setattr(compiled, name, value)
            patch.setattr(rules_module, "COMPILED", {})
            deep = deepen(rules, nodes=3_000)
            tried = mcts(rules, playouts=300, rng=np.random.default_rng(2))
        found.append((deep, deep.iterations, tried))
    assert found[0] == found[1] == found[2]
    assert 2_000 < found[0][0].nodes <= 3_000


def test_deepening_costs_what_it_costs_gamelib():
    """The same scores, and about as many positions: the order of the options, and what was best
    before, are used.
    """
    game, (rules, code) = ConnectFour(), in_numbers(ConnectFour())
    for moves in ((), (3, 3, 3, 2, 0, 1)):
        here = reduce(game.play, moves, game.start())
        plain, found = deepen(game, here, depth=7, order=False), deepen(rules, code(here), depth=7)
        assert [step.value for step in found.iterations] == [
            step.value for step in plain.iterations
        ]
        assert found.nodes < 1.2 * plain.nodes


def test_limits_are_kept_and_a_search_goes_on_with_its_table():
    rules, _ = in_numbers(ConnectFour())
    for nodes in (1, 7, 500, 20_000):
        assert deepen(rules, nodes=nodes).nodes <= nodes
    assert deepen(rules, seconds=0.05).iterations[0].depth == 1
    search = CompiledSearch(in_numbers(ConnectFour(4, 4))[0], most_nodes=100)
    with pytest.raises(LimitReached):
        search.answer()
    assert search.nodes == 100
    searched = Searched(in_numbers(ConnectFour(3, 4))[0])
    first, second = searched.search(), searched.search()
    assert (
        (first.value, first.line)
        == (second.value, second.line)
        == (0, alphabeta(searched.game).line)
    )
    assert second.nodes < first.nodes / 10


@pytest.mark.parametrize("shape", [(4, 4), (6, 7), (5, 8), (1, 5), (4, 1)])
def test_four_in_a_row_in_numbers_has_the_rules_and_the_score_of_the_game(shape):
    game, rng = ConnectFour(*shape), np.random.default_rng(4)
    rules, code = in_numbers(game)
    assert code(game.start()) == rules.start()
    for _ in range(15):
        here = game.start()
        while (result := game.outcome(here)) is None:
            there = {code(game.play(here, move)) for move in game.moves(here)}
            assert {*rules.moves(code(here))} == there
            assert rules.outcome(code(here)) is None
            assert rules.evaluate(code(here)) == game.evaluate(here)
            here = game.play(here, int(rng.choice(game.moves(here))))
        assert rules.outcome(code(here)) == result


def test_rules_are_a_game_like_any_other():
    players = (
        lambda p: deepen(NOUGHTS, p, nodes=200).best,
        random_moves(NOUGHTS, np.random.default_rng(1)),
    )
    assert check_game(NOUGHTS)
    assert match(NOUGHTS, *players).result >= 0
    assert minimax(NOUGHTS, code("X...O....")).value == solve(NOUGHTS)[code("X...O....")].value == 0


def listing(numbers, count=len):
    """A rule that writes these numbers, and returns how many there are, or what it is told to."""

    def rule(i, data, out):
        for k, number in enumerate(numbers(i)):
            out[k] = number
        return count(numbers(i))

    return rule


NEXT = listing(lambda i: [i + 1][: 40 - i])


def too_many(i, data, out):
    out[0] = i + 1
    return 9 if i == 30 else int(i < 40)


@pytest.mark.parametrize(
    ("game", "error", "said"),
    [
        (
            CompiledRules(listing(lambda i: range(5)), lost, most=2),
            ValueError,
            r"options\(0\) fails, IndexError.*`most`",
        ),
        (
            CompiledRules(too_many, lost, most=4),
            ValueError,
            r"options\(30\) gives 9: give a whole number, 0 to 4 \(`most`",
        ),
        (
            CompiledRules(NEXT, lambda i, data: 5),
            ValueError,
            r"outcome\(40\) gives 5: give a whole number, -1 to 1",
        ),
        (
            CompiledRules(NEXT, lambda i, data: 10 // (i - 40)),
            ValueError,
            r"outcome\(40\) fails, ZeroDivisionError",
        ),
        (
            CompiledRules(NEXT, lambda i, data: data[i]),
            ValueError,
            r"test_compiled_rules.py: data\[i\]; len\(data\) is 0",
        ),
        (
            CompiledRules(lambda i, data: 0, lost),
            ValueError,
            r"options\(0\) fails, TypeError: .*of test_compiled_rules.py",
        ),
        (
            CompiledRules(listing(lambda i: [(i + 1) % 7]), lost),
            PlayGoesRound,
            "play can come back to",
        ),
        (
            CompiledRules(listing(lambda i: [i + 1]), lost),
            TooLarge,
            "deeper than 10,000 moves: look less far ahead",
        ),
    ],
)
def test_rules_that_are_wrong_are_named(game, error, said):
    with pytest.raises(error, match=said):
        alphabeta(game)
    if error is ValueError:
        with pytest.raises(ValueError, match=said):
            mcts(game, playouts=200, rng=np.random.default_rng(1))


def chain(i, data, out):
    out[0] = i + 1
    return int(i < 40)


def own_number(i, data):
    return i


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ((too_many, lost), r"options\(30\) gives 9: give a whole number, 0 to 4 \(`most`\)"),
        ((chain, own_number), r"outcome\(40\) gives 40: give a whole number, -1 to 1"),
        ((chain, lost, own_number), r"evaluate\(20\) gives 20: give a whole number, -19 to 19"),
    ],
)
def test_a_fault_that_only_the_compiled_loop_meets_is_named_too(monkeypatch, rules, said):
    monkeypatch.setattr(compiled, "FEW", 0)
    monkeypatch.setattr(compiled, "FEW_PLAYOUTS", 0)
    game = CompiledRules(*rules, most=4, scale=20)
    with pytest.raises(ValueError, match=said):
        deepen(game, depth=99)
    if len(rules) == 2:
        searched = Searched(game)
        for search in (
            searched.search,
            searched.search,
            lambda: mcts(game, playouts=99, rng=np.random.default_rng(1)),
        ):
            with pytest.raises(ValueError, match=said):
                search()


def test_a_score_as_large_as_a_win_and_sizes_that_are_none_are_refused():
    game = CompiledRules(NEXT, lost, lambda i, data: 8, scale=8)
    with pytest.raises(
        ValueError, match=r"evaluate\(1\) gives 8: give a whole number, -7 to 7 \(`scale`\)"
    ):
        deepen(game, depth=3)
    for name in ("most", "scale"):
        with pytest.raises(ValueError, match=f"{name}=0: give a whole number, 1 or more"):
            CompiledRules(NEXT, lost, lost, **{name: 0})
        with pytest.raises(ValueError, match=f"{name}=100000000000000: give at most"):
            CompiledRules(NEXT, lost, lost, **{name: 10**14})
    for start in (1.5, "5", (1, 2, 3), 2**63):
        with pytest.raises(
            ValueError,
            match=r"give whole numbers from -2|is not a position: give a number, or a pair",
        ):
            CompiledRules(NEXT, lost, start=start)
    with pytest.raises(TypeError, match=r"outcome of the game is .*: give a plain function"):
        CompiledRules(NEXT, "lost")


def test_a_window_that_ends_between_two_scores_cuts_off_none_of_them():
    game = CompiledRules(
        listing(lambda i: [1, 2]), lost, lambda i, data: -2 if i == 1 else -5, scale=8
    )
    assert alphabeta(game, depth=1, window=(-1, 0.3)).value == 5 / 8
    assert alphabeta(game, depth=1, window=(0.6, 1)).value == 5 / 8


def edges(values):
    """Ends of windows: each value, its two neighbours among the floats, the middle between two
    values, and far ones.
    """
    near = {nextafter(value, to) for value in values for to in (-inf, inf)}
    between = {(a + b) / 2 for a, b in itertools.pairwise(values)}
    return sorted({*values, *near, *between, -5.0, 5.0, -inf, inf})


def one_or_two(i, data, out):
    out[0], out[1] = 1, 2
    return 2


def looked_up(i, data):
    return data[i]


def two_scores(scale, one, other):
    """A choice between two positions with these scores for the player who is to move there."""
    return CompiledRules(one_or_two, lost, looked_up, scale=scale, data=[0, one, other])


@pytest.mark.usefixtures("speed")
@pytest.mark.parametrize("scale", [3, pytest.param(10, marks=pytest.mark.slow)])
def test_any_window_however_narrow_keeps_the_contract(scale):
    whole = range(1 - scale, scale)
    ends = edges([-1.0, *(k / scale for k in whole), 1.0])
    windows = [
        *itertools.pairwise(ends),
        *((low, inf) for low in ends[:-1]),
        *((-inf, high) for high in ends[1:]),
    ]
    for one, other in itertools.product(whole[::3], whole[1::5]):
        value = max(-one / scale, -other / scale)
        for window in windows:
            found = alphabeta(two_scores(scale, one, other), depth=1, window=window).value
            bounds = (
                (-inf, found)
                if found <= window[0]
                else (found, inf)
                if found >= window[1]
                else (found, found)
            )
            assert bounds[0] <= value <= bounds[1], (window, found, value)


def test_ends_of_a_window_are_the_numbers_that_are_given():
    game = two_scores(3, 0, -2)
    for beta, inside in (
        (0.6666666666666667, True),
        (2 / 3, False),
        (Fraction(2, 3), True),
        (Fraction(1, 2), False),
    ):
        assert (alphabeta(game, depth=1, window=(-0.67, beta)).value < beta) == inside
    huge = 10**400
    assert alphabeta(game, depth=1, window=(-huge, huge)).value == 2 / 3


def test_play_that_can_cycle_is_searched_to_a_depth_and_solved_by_advise():
    game = CompiledRules(listing(lambda i: [[1], [0, 2], []][i]), lost)
    assert deepen(game, 1, depth=6).best == 2
    assert mcts(game, 1, playouts=50, rng=np.random.default_rng(1)).best == 2
    assert "because play can cycle" in advise(game).route


def test_rules_and_what_is_found_by_them_can_be_pickled():
    for answer in (
        Searched(NOUGHTS),
        alphabeta(NOUGHTS),
        mcts(NOUGHTS, playouts=9, rng=np.random.default_rng(1)),
    ):
        twin = pickle.loads(pickle.dumps(answer))
        assert repr(twin.game) == repr(NOUGHTS)
        assert alphabeta(twin.game) == alphabeta(NOUGHTS)


def nim_in_pairs(i, j, data, out):
    for k in range(min(3, i)):
        out[2 * k], out[2 * k + 1] = i - 1 - k, 1 - j
    return min(3, i)


@pytest.mark.parametrize(
    "limits", [{}, {"seconds": 0.01}, {"seconds": 1e-9}, {"nodes": 1, "seconds": 1e-9}], ids=str
)
def test_advise_at_the_end_of_play_and_at_the_start_has_an_answer_however_short_the_time(limits):
    pairs = CompiledRules(nim_in_pairs, lambda i, j, data: -1, start=(22, 0))
    single = CompiledRules(nim_options, lost, start=0x432, data=[3])
    for game, end in ((pairs, (0, 1)), (single, 0), (NOUGHTS, code("XXXOO...."))):
        over = advise(game, end, **limits)
        assert (over.value, over.line, over.exact) == (-1, (), True)
        assert "There play is over." in over.explain()
        assert "Best play: " in advise(game, **limits).explain()


def count_on(total, data, out):
    out[0] = total + 1
    out[1] = total + 2
    return min(2, data[0] - total)


def test_one_search_looks_once_whether_the_rules_have_changed(monkeypatch):
    """``deepen`` searches in many windows, and looks at the values that rules read before the first."""
    frozen = CompiledRules.frozen
    looked = []
    monkeypatch.setattr(
        CompiledRules, "frozen", lambda rules: looked.append(rules) or frozen(rules)
    )
    race = CompiledRules(count_on, lambda total, data: -1, data=[20])
    assert len(deepen(race, depth=12).iterations) == 12
    assert len(looked) <= 2


@pytest.mark.slow
def test_a_later_search_compares_fewer_positions_until_a_value_changes(monkeypatch):
    """The first compiled search of these rules with these values is compared at all positions that
    were drawn; one whose rules ran as plain Python counts for none.
    """
    compare = CompiledRules.compare
    compared = []

    def watched_compare(rules, begin, searched, plays=4):
        compared.append((len(searched), plays))
        compare(rules, begin, searched, plays)

    monkeypatch.setattr(CompiledRules, "compare", watched_compare)
    monkeypatch.setattr(rules_module, "COMPILED", {})
    race = CompiledRules(count_on, lambda total, data: -1, data=[30])

    def searched():
        compared.clear()
        mcts(race, playouts=100, rng=np.random.default_rng(1))
        return compared.copy()

    monkeypatch.setattr(compiled, "FEW_PLAYOUTS", inf)
    assert searched() == searched() == [(32, 4)]
    monkeypatch.setattr(compiled, "FEW_PLAYOUTS", 0)
    assert searched() == [(32, 4)]
    assert searched() == [(8, 1)]
    race.data[0] = 31
    assert searched() == [(32, 4)]
    assert searched() == [(8, 1)]
