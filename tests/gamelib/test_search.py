"""Minimax and alpha-beta: the same value by every way, and the line is really played.

By the book and by the engine alike.
"""

import re
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import product
from math import inf, nan, nextafter
from random import Random

import naive
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamelib import (
    DRAW,
    LOSS,
    WIN,
    Quotient,
    Searched,
    alphabeta,
    check_game,
    check_solution,
    deepen,
    minimax,
    solve,
)
from gamelib.core import TooLarge
from gamelib.games import CopsAndThief, Matches, MinMaxTree, TicTacToe, Token

pytestmark = pytest.mark.usefixtures("package")

#: How deep a search goes, and when it first looks whether positions come back.
DEEPEST = "gamelib.recursion.DEEPEST"
FIRST_LOOK = "gamelib.search.FIRST_LOOK"


class RandomDag:
    """A random graph without cycles, with numbers at its ends; the position is the vertex."""

    def __init__(self, seed, n=14, degree=2.2):
        rng = Random(seed)
        self.options = {
            v: [w for w in range(v) if rng.random() < degree / max(1, v)] for v in range(n)
        }
        self.ends = {v: rng.randint(-2, 2) for v in range(n) if not self.options[v]}
        self.guess = {v: round(rng.uniform(-0.9, 0.9), 2) for v in range(n)}
        self.n, self.rng = n, rng

    def start(self):
        return self.n - 1

    def moves(self, v):
        return self.options[v]

    def play(self, v, w):
        return w

    def outcome(self, v):
        return self.ends.get(v)

    def evaluate(self, v):
        return self.guess[v]

    def shuffled(self, v, moves):
        return self.rng.sample(list(moves), len(list(moves)))

    def bounds(self, v):
        """Sound: the smallest and the largest that any end below v could give."""
        below, todo = set(), [(v, 1)]
        while todo:
            w, sign = todo.pop()
            if w in self.ends:
                below.add(sign * self.ends[w])
            todo += [(x, -sign) for x in self.options[w]]
        return min(below), max(below)


def by_definition(game, v, depth=None):
    """(value, moves to the end), without any of the tricks; None moves for a draw or a guess."""
    if game.outcome(v) is not None:
        return game.outcome(v), 0
    if depth == 0:
        return game.evaluate(v), 0
    found = [
        by_definition(game, game.play(v, m), None if depth is None else depth - 1)
        for m in game.moves(v)
    ]
    best = max(-value for value, _ in found)
    lengths = [length for value, length in found if -value == best]
    return best, 1 + (min(lengths) if best > 0 else max(lengths) if best < 0 else 0)


def played(game, v, line):
    for move in line:
        v = game.play(v, move)
    return v


@pytest.fixture
def limit():
    """Python's usual limit of recursion, whatever an earlier test has left behind."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(1_000)
    yield 1_000
    sys.setrecursionlimit(before)


#: Nothing lies between two such ends, or they are no numbers.
NO_WINDOWS = [
    (1, 1),
    (1, -1),
    (nan, 1),
    (-1, nan),
    (inf, inf),
    (0, Fraction(0)),
    ("-1", "1"),
    (None, 1),
    (1j, 2),
    3,
    (1,),
]


def keeps_the_contract(found, alpha, beta, value):
    """Inside the window the value, at its lower end or below a bound from above, at the upper one
    from below.
    """
    return (
        found == value
        if alpha < found < beta
        else value <= found
        if found <= alpha
        else value >= found
    )


class TestRandomDags:
    @settings(max_examples=150, deadline=None)
    @given(st.integers(0, 10**6))
    def test_every_way_finds_the_value_the_length_and_a_line_that_keeps_them(self, seed):
        game = RandomDag(seed)
        value, length = by_definition(game, game.start())
        assert solve(game)[game.start()].value == value
        for table, order, bounds in product((None, {}), (None, game.shuffled), (None, game.bounds)):
            result = alphabeta(
                game, order=order, table=None if table is None else {}, bounds=bounds
            )
            assert (result.value, result.exact) == (value, True)
            if value:
                assert len(result.line) == length == solve(game)[game.start()].remoteness
                end = played(game, game.start(), result.line)
                assert game.outcome(end) * (-1) ** length == value
            assert result.table_hits == 0 or table is not None
        for table in (None, {}):
            plain = minimax(game, table=table)
            assert plain.value == value
            assert not value or len(plain.line) == length

    @settings(max_examples=100, deadline=None)
    @given(
        st.integers(0, 10**6),
        st.integers(-3, 3),
        st.integers(1, 3),
        st.booleans(),
        st.booleans(),
        st.booleans(),
    )
    def test_any_window_keeps_the_contract(self, seed, alpha, width, table, order, bounds):
        game = RandomDag(seed)
        value, _ = by_definition(game, game.start())
        ways = {
            "order": game.shuffled if order else None,
            "bounds": game.bounds if bounds else None,
        }
        found = alphabeta(
            game, window=(alpha, alpha + width), table={} if table else None, **ways
        ).value
        assert keeps_the_contract(found, alpha, alpha + width, value)

    @settings(max_examples=100, deadline=None)
    @given(st.integers(0, 10**6), st.data(), st.booleans())
    def test_a_window_between_fractions_too(self, seed, data, table):
        """The results are floats next to thirds, and so are the ends of the window, or they are the
        thirds.
        """
        game = RandomDag(seed)
        game.ends = {v: result / 3 for v, result in game.ends.items()}
        value, _ = by_definition(game, game.start())
        thirds = [Fraction(k, 3) for k in range(-3, 4)]
        near = {nextafter(float(third), to) for third in thirds for to in (-inf, 0, inf)}
        low, high = sorted(
            data.draw(
                st.lists(st.sampled_from([*thirds, *near]), min_size=2, max_size=2, unique=True)
            )
        )
        found = alphabeta(game, window=(low, high), bounds=False, table={} if table else None)
        assert keeps_the_contract(found.value, low, high, value)

    @settings(max_examples=80, deadline=None)
    @given(
        st.integers(0, 10**6),
        st.lists(st.tuples(st.integers(-3, 3), st.integers(1, 3)), min_size=2, max_size=5),
    )
    def test_one_table_serves_any_windows_in_turn(self, seed, windows):
        game, table = RandomDag(seed), {}
        value, _ = by_definition(game, game.start())
        for alpha, width in windows:
            found = alphabeta(game, window=(alpha, alpha + width), table=table).value
            assert keeps_the_contract(found, alpha, alpha + width, value)
        assert alphabeta(game, table=table).value == value
        assert all(entry.lower <= entry.upper for entry in table.values())

    @settings(max_examples=80, deadline=None)
    @given(st.integers(0, 10**6), st.integers(0, 5), st.booleans(), st.booleans())
    def test_any_depth_with_a_table_keyed_by_depth(self, seed, depth, order, first_deeper):
        game, table = RandomDag(seed, degree=3), {}
        if first_deeper:
            alphabeta(game, depth=depth + 1, evaluate=game.evaluate, bounds=False, table=table)
        value, _ = by_definition(game, game.start(), depth)
        way = {"depth": depth, "evaluate": game.evaluate}
        plain = {"bounds": False, "order": game.shuffled if order else False}
        assert alphabeta(game, **way, **plain, table=table).value == value
        assert minimax(game, **way).value == minimax(game, **way, table={}).value == value

    def test_a_value_stored_without_its_bound_would_be_wrong(self):
        """The table as it must not be: what is stored is returned whatever the window was."""

        def forgetful(game, v, alpha, beta, table):
            if game.outcome(v) is not None:
                return game.outcome(v)
            if v in table:
                return table[v]
            best = -inf
            for move in game.moves(v):
                best = max(
                    best, -forgetful(game, game.play(v, move), -beta, -max(alpha, best), table)
                )
                if best >= beta:
                    break
            table[v] = best
            return best

        games = [RandomDag(seed, n=12, degree=3) for seed in range(100)]
        wrong = sum(
            forgetful(g, g.start(), -inf, inf, {}) != by_definition(g, g.start())[0] for g in games
        )
        assert wrong > 0
        assert all(alphabeta(g, table={}).value == by_definition(g, g.start())[0] for g in games)


class TestTicTacToe:
    def test_the_counts_everybody_knows(self):
        game = TicTacToe()
        assert minimax(game, table={}).nodes == 5_478 == len(solve(game))
        assert minimax(Quotient(game), table={}).nodes == 765 == len(solve(Quotient(game)))

        @cache
        def plays(position):
            if game.outcome(position) is not None:
                return 1
            return sum(plays(game.play(position, move)) for move in game.moves(position))

        assert plays(game.start()) == 255_168

    @pytest.mark.slow
    def test_and_the_nodes_of_the_whole_tree(self):
        assert minimax(TicTacToe()).nodes == 549_946

    def test_every_position_by_every_way(self):
        game = TicTacToe()
        quotient, solution = Quotient(game), solve(game)
        assert check_solution(solution) == 5_478
        table = {}
        for position in Random(1).sample(list(solution), 100):
            verdict = solution[position]
            for g, kept in ((game, None), (game, {}), (quotient, table)):
                result = alphabeta(g, position, order=game.order, bounds=game.bounds, table=kept)
                assert result.value == verdict.value
                end = played(game, position, result.line)
                if verdict.outcome != DRAW:
                    assert len(result.line) == verdict.remoteness
                    assert game.outcome(end) is not None
            assert minimax(quotient, position, table={}).value == verdict.value

    @pytest.mark.parametrize(
        ("sides", "value"),
        [((3, 3, 3), 0), ((2, 3, 2), 1), ((2, 4, 3), 0), ((1, 3, 3), 0), ((1, 1, 1), 1)],
    )
    def test_other_boards_all_ways_alike(self, sides, value):
        game = TicTacToe(*sides)
        check_game(game)
        quotient = Quotient(game)
        assert alphabeta(quotient, order=game.order, bounds=game.bounds, table={}).value == value
        assert alphabeta(game, table={}).value == value == minimax(quotient, table={}).value

    def test_the_symmetries(self):
        for sides, number in (((3, 3, 3), 8), ((2, 3, 2), 4), ((1, 1, 1), 1)):
            assert len({*TicTacToe(*sides)._symmetries}) == number
            check_game(TicTacToe(*sides))  # also what a representative's moves lead to

    @pytest.mark.parametrize("sides", [(3, 3, 3), (2, 4, 3), (1, 9, 4), (3, 3, 2)])
    def test_bounds_are_sound_and_scores_are_less_than_a_win(self, sides):
        game = TicTacToe(*sides)
        for position, verdict in solve(game).items():
            low, high = game.bounds(position)
            assert low <= verdict.value <= high or game.outcome(position) is not None
            assert -1 < game.evaluate(position) < 1
            images = [game.evaluate(image) for image in game.images(position)]
            assert len(set(images)) == 1

    def test_bounds_as_reckoned_by_hand(self):
        """X.O/.OX/...: X weighs 2 in the column of (0, 0) and 1 in the last row, O 4 + 2 + 1; to
        win takes 4, and 8.
        """
        assert TicTacToe().bounds("." * 9) == (-1, 1)
        assert TicTacToe().bounds("X.O.OX...") == (0, 0)

    def test_a_board_of_more_places_than_a_byte_can_name(self):
        game = TicTacToe(17, 17, 5)
        position = game.play(game.start(), (0, 3))
        rep, back = game.representative(position)
        assert (
            rep
            == min(game.images(position))
            == game.representative(game.play(game.start(), (16, 13)))[0]
        )
        assert game.play(game.start(), back(game.cells[rep.index("X")])) == position

    @pytest.mark.parametrize(
        ("build", "message"),
        [
            (lambda: TicTacToe(3, 3, 4), "k=4 in a row do not fit a board of 3 x 3"),
            (lambda: TicTacToe(0, 3, 3), "m=0"),
            (lambda: minimax(TicTacToe(), "XX......."), "has 2 X and 0 O"),
            (lambda: alphabeta(TicTacToe(), "X.Y......"), "'Y' stands on the board"),
            (lambda: minimax(TicTacToe(), "XXXOOO..."), "X has 3 in a row already"),
            (
                lambda: minimax(TicTacToe(4, 4, 3), "XXX.OO.OOO..XXX."),
                "two lines that no single move could complete",
            ),
            (lambda: TicTacToe().play("X........", (0, 0)), "the cell (0, 0) is taken by X"),
            (
                lambda: TicTacToe().play("X........", (3, 0)),
                "(3, 0) is not a cell: give (row, column), from (0, 0)",
            ),
            *(
                (lambda w=w: alphabeta(TicTacToe(), window=w), f"window={w!r}: give two numbers")
                for w in NO_WINDOWS
            ),
            (lambda: alphabeta(TicTacToe(), depth=-1), "depth=-1"),
            (lambda: minimax(TicTacToe(), depth=2.5), "depth=2.5"),
            (lambda: minimax(TicTacToe(), depth=1, evaluate=lambda p: nan), "is nan"),
            (lambda: alphabeta(TicTacToe(), depth=1, evaluate=lambda p: nan), "is nan"),
        ],
    )
    def test_bad_input_is_named(self, build, message):
        with pytest.raises(ValueError, match=re.escape(message)):
            build()


class TestDeepAndRound:
    def test_a_game_deeper_than_pythons_recursion(self, limit):
        deep = Matches(20_000, takes=(1,))
        assert minimax(deep).value == LOSS
        assert sys.getrecursionlimit() == limit
        assert len(alphabeta(deep, table={}).line) == 20_000
        assert sys.getrecursionlimit() == limit

    def test_a_search_may_search_by_itself_and_still_go_deep(self, limit):
        def order(pile, moves):
            assert minimax(Matches(2)).value == WIN
            return moves

        assert len(alphabeta(Matches(3_000, takes=(1,)), order=order).line) == 3_000
        assert sys.getrecursionlimit() == limit

    def test_a_cycle_is_named_unless_the_depth_is_limited(self):
        board = CopsAndThief.from_text("P.T")
        for search in (minimax, alphabeta):
            with pytest.raises(
                ValueError, match=r"play can come back to \(\(0, 0\), \(0, 2\), 'policeman'\)"
            ):
                search(board)
        for depth in range(5):
            assert (
                minimax(board, depth=depth).value == alphabeta(board, depth=depth, table={}).value
            )
        assert alphabeta(board, depth=5).value == WIN
        assert not alphabeta(board, depth=2).exact

    def test_a_game_without_end_is_too_large(self, monkeypatch, limit):
        monkeypatch.setattr(DEEPEST, 5_000)

        counting = naive.game(play=lambda self, p, k: p + k, outcome=lambda self, p: None)
        with pytest.raises(TooLarge, match="deeper than 5,000 moves: look less far ahead"):
            minimax(counting)
        assert sys.getrecursionlimit() == limit


@cache
def kept(position):
    return max(kept(position + ".") for _ in range(2))


def test_a_function_that_calls_itself_without_end_is_named_and_kills_nobody(limit):
    for search in (alphabeta, minimax, deepen):
        with pytest.raises(
            RecursionError, match="evaluate, order or bounds, calls itself again and again"
        ):
            search(TicTacToe(), depth=2, evaluate=kept)


class TestAgainAndAgain:
    def test_a_search_without_a_table_says_so_when_it_explodes(self, monkeypatch):
        monkeypatch.setattr(FIRST_LOOK, 2_000)
        for search in (alphabeta, minimax):
            with pytest.warns(
                UserWarning, match=r"each position has been searched 1\d\d times: .* table=\{\}"
            ) as said:
                search(Matches(16))
            assert [one.filename for one in said] == [
                __file__
            ]  # it is said where the search was called

    def test_and_says_nothing_where_a_table_would_not_help(self, monkeypatch):
        monkeypatch.setattr(FIRST_LOOK, 500)
        words = naive.game(
            start=lambda self: "",
            moves=lambda self, p: ["a", "b"],
            play=lambda self, p, m: p + m,
            outcome=lambda self, p: LOSS if len(p) == 9 else None,
        )
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert minimax(words).nodes == 2**10 - 1  # every way to a position is another position
            assert minimax(Matches(24), table={}).nodes == 25


class TestTrees:
    def test_the_examples_of_the_classical_texts(self):
        third_son = MinMaxTree(
            {"X": ["u", "v", "Y"], "u": 3, "v": 6, "Y": ["y1", "y2"], "y1": 5, "y2": 9}
        )
        result = alphabeta(third_son)
        assert (result.value, result.line, result.nodes, result.cutoffs) == (6, ("v",), 5, 1)
        a_to_e = MinMaxTree({"A": ["B", "C"], "B": 4, "C": ["D", "E"], "D": 4, "E": 9})
        assert alphabeta(a_to_e).nodes == 4  # D = B cuts already
        assert minimax(a_to_e).nodes == 5

    @pytest.mark.parametrize("b", [2, 3])
    @pytest.mark.parametrize("d", [2, 3, 4, 5])
    def test_knuth_and_moores_count_of_leaves_in_the_best_case(self, b, d):
        nodes = {}

        def grow(name, depth):
            nodes[name] = 0 if depth == d else [f"{name}{k}" for k in range(b)]
            for child in nodes[name] if depth < d else ():
                grow(child, depth + 1)

        grow("r", 0)
        tree, leaves = MinMaxTree(nodes), []
        outcome = tree.outcome
        object.__setattr__(
            tree,
            "outcome",
            lambda p: (leaves.append(p) if isinstance(nodes[p], int) else None, outcome(p))[1],
        )
        alphabeta(tree)  # all worth the same: every cut that can be is made
        assert len(leaves) == b ** -(-d // 2) + b ** (d // 2) - 1

    @pytest.mark.parametrize(
        ("nodes", "message"),
        [
            ({}, "the tree is empty"),
            ({"A": ["B"]}, "'B', a child of 'A', is missing"),
            ({"A": ["B"], "B": []}, "'B' has no children"),
            ({"A": ["B"], "B": ["A"]}, "'A' lies on a cycle"),
            ({"A": ["B", "C"], "B": ["C"], "C": 1}, "at 'C' either player could be to move"),
        ],
    )
    def test_what_is_no_tree_is_refused(self, nodes, message):
        with pytest.raises(ValueError, match=message):
            MinMaxTree(nodes)


def graph(options, ends):
    """A game on a graph without cycles, with results at its ends."""
    G = naive.DiGraph(options)
    for vertex, result in ends.items():
        G.add_node(vertex, outcome=result)
    return Token(G, 0)


class TestOddGames:
    """What breaks a search is named, and nothing is wrong silently."""

    def test_exactness_is_not_lost_through_the_table(self):
        for search in (minimax, alphabeta):
            table = {}
            assert [search(TicTacToe(), depth=3, table=table).exact for _ in range(2)] == [
                False,
                False,
            ]
        game = graph({0: [1, 2], 1: [4, 2], 2: [4, 3], 3: [4]}, {4: 1})
        found = deepen(game, depth=6, evaluate=lambda p: 0.5 if p % 2 else -0.3)
        assert found.value == minimax(game).value == 1 or not found.exact
        assert not deepen(
            game, depth=1, evaluate=lambda p: -1, span=(-1, 1)
        ).exact  # a guess as large as a win

    def test_minimax_does_not_take_bounds_for_values(self):
        game, table = TicTacToe(), {}
        alphabeta(game, order=game.order, table=table)
        assert minimax(game, "XO.......", table=table).value == 1

    def test_lines_that_bounds_have_cut_do_not_serve_a_search_without_bounds(self):
        game, table = TicTacToe(), {}
        cut = alphabeta(game, table=table)
        whole = alphabeta(game, bounds=False, table=table)
        assert len(cut.line) < 9 == len(whole.line)
        assert cut.value == whole.value == DRAW
        assert len(alphabeta(game, bounds=False, table=table).line) == 9
        assert alphabeta(game, table=table).table_hits == 1

    def test_a_search_uses_what_the_game_offers_unless_told_not_to(self):
        game, asked = TicTacToe(), set()

        class Told(TicTacToe):
            def __getattribute__(self, name):
                asked.update({name} & {"order", "bounds", "evaluate"})
                return super().__getattribute__(name)

        told = Told()
        nodes = alphabeta(told, depth=4).nodes
        assert asked == {"order", "bounds", "evaluate"}
        assert (
            nodes
            == alphabeta(
                game, depth=4, order=game.order, bounds=game.bounds, evaluate=game.evaluate
            ).nodes
        )
        asked.clear()
        alphabeta(told, depth=4, order=False, bounds=False, evaluate=False)
        minimax(told, depth=2, evaluate=False)
        assert asked == set()
        deepen(Quotient(told), depth=3)
        assert asked == {"order", "bounds", "evaluate"}

    @pytest.mark.parametrize(
        ("order", "given"),
        [
            (lambda p, moves: moves[1:], "4, and 4"),
            (lambda p, moves: moves[1:] + moves[-1:], "4, and 5"),
            (
                lambda p, moves: [moves.remove(moves[0]), *moves][1:],
                "4, and 4",
            ),  # it may do with its list as it likes
        ],
    )
    def test_an_order_that_drops_a_move_is_refused(self, order, given):
        with pytest.raises(ValueError, match=f"has 5 moves, of which order gives {given} in all"):
            alphabeta(TicTacToe(), "XX.OO....", order=order)

    def test_bounds_are_two_numbers_of_any_kind_in_order(self, package):
        game = TicTacToe()
        assert alphabeta(game, bounds=lambda p: list(game.bounds(p))) == alphabeta(game)
        if package == "gamefast":
            numpy = pytest.importorskip("numpy")
            assert alphabeta(game, bounds=lambda p: numpy.array(game.bounds(p))) == alphabeta(game)
        for said in (None, 1, (0,), (1, -1), (float("nan"), 1), ("a", 1)):
            with pytest.raises(ValueError, match=r"the bounds of 'X\.+' are "):
                alphabeta(game, order=False, bounds=lambda p, said=said: said)

    def test_threads_do_not_take_the_limit_from_each_other(self, limit):
        with ThreadPoolExecutor(4) as pool:
            depths = [4_000, 300, 5_000, 50]
            found = list(
                pool.map(lambda n: len(alphabeta(Matches(n, takes=(1,)), table={}).line), depths)
            )
        assert found == depths
        assert sys.getrecursionlimit() == limit

    def test_bounds_that_prove_a_draw_do_not_say_how_to_keep_it(self):
        game = graph({0: [1, 2], 1: [3], 2: [4]}, {3: -1, 4: 0})
        object.__setattr__(game, "bounds", lambda p: (0, 0) if p == 0 else (-1, 1))
        assert Searched(game).best(0) == 2
