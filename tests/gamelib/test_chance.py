"""Games with chance and cycles: certified intervals, exact values, expectiminimax; each against
another method, by the book and by the engine alike.
"""

from fractions import Fraction
from itertools import combinations, pairwise, product
from math import inf, nextafter

import naive
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import (
    TRAPS,
    DiGraph,
    Graph,
    by_enumeration,
    games,
    overwriting_by_sweeps,
    reached,
    taking_turns,
)

from gamelib import (
    CHANCE,
    Fixed,
    IllegalMove,
    Quotient,
    backward_induction,
    chance_values,
    check_game,
    exact_values,
    expectiminimax,
    solve,
    strategy_improvement,
)
from gamelib.components import components, end_components
from gamelib.core import TooLarge, UnknownPosition
from gamelib.games import OverwriteTicTacToe, ShadedTicTacToe, Tree
from gamelib.intervals import outward

pytestmark = pytest.mark.usefixtures("package")
needs_numpy = pytest.mark.skipif(naive.np is None, reason="the other method needs numpy")

HALF = Fraction(1, 2)
SWAPPED = str.maketrans("XO", "OX")


class Walked(OverwriteTicTacToe):
    """The same game; but as it has a rule of its own, it is walked position by position, and not
    solved by arrays.
    """

    def turn(self, position):
        return super().turn(position)


class TestOverwriting:
    @needs_numpy
    @pytest.mark.parametrize(("n", "k", "value"), [(1, 1, 1), (2, 1, 1), (2, 2, Fraction(1, 3))])
    def test_exact_values_against_plain_sweeps_written_from_the_rules(self, n, k, value):
        exact, sweeps = exact_values(Walked(n, k)), overwriting_by_sweeps(n, k)
        assert exact["." * (n * n), "X"] == value
        looked_at = 0
        for (board, plain), mover in product(sweeps.items(), "XO"):
            position = (board if mover == "X" else board.translate(SWAPPED)), mover
            if position in exact:
                assert abs(float(exact[position]) * (1 if mover == "X" else -1) - plain) < 1e-9, (
                    position
                )
                looked_at += 1
        assert looked_at == {(1, 1): 2, (2, 1): 5, (2, 2): 77}[n, k]

    @pytest.mark.parametrize(("n", "k"), [(2, 2), (3, 2)])
    def test_the_other_side_has_no_better_reply(self, n, k):
        game = OverwriteTicTacToe(n, k)
        exact, start = exact_values(OverwriteTicTacToe(n, k)), game.start()
        for player in (0, 1):
            assert exact_values(Fixed(game, player, exact.best))[start] == exact[start]


class TestAnyGame:
    @needs_numpy
    @settings(max_examples=100, deadline=None)
    @given(games())
    def test_intervals_and_fractions_against_enumeration(self, game):
        exact, within = exact_values(game), chance_values(game)
        positions = list(exact)
        for p, value in by_enumeration(game, positions).items():
            assert abs(float(exact[p]) - value) < 1e-7
            assert Fraction(within.lower[p]) <= exact[p] <= Fraction(within.upper[p])
            assert within.upper[p] - within.lower[p] <= 1e-9

    @needs_numpy
    @settings(max_examples=60, deadline=None)
    @given(games())
    def test_both_strategies_make_their_bounds_certain(self, game):
        exact, within = exact_values(game), chance_values(game)
        positions = list(exact)
        for player in (0, 1):
            kept = {p: within.best(p) for p in positions if game.turn(p) == player}
            for p, value in by_enumeration(game, positions, kept).items():
                if player == 0:
                    assert value >= within.lower[p] - 1e-12
                else:
                    assert value <= within.upper[p] + 1e-12
            kept = {p: exact.best(p) for p in positions if game.turn(p) == player}
            for p, value in by_enumeration(game, positions, kept).items():
                assert abs(value - float(exact[p])) < 1e-7

    @needs_numpy
    @pytest.mark.parametrize("sign", [1, -1])
    @pytest.mark.parametrize("trap", TRAPS)
    def test_traps_for_a_greedy_method(self, trap, sign):
        nodes = TRAPS[trap]
        if sign < 0:  # the players change their chairs
            swap = {0: 1, 1: 0, CHANCE: CHANCE, None: None}
            nodes = {
                p: (swap[who], -rest if who is None else rest) for p, (who, rest) in nodes.items()
            }
        game = Graph(nodes)
        exact, within = exact_values(game), chance_values(game)
        for p, value in by_enumeration(game, list(exact)).items():
            assert abs(float(exact[p]) - value) < 1e-9
        for player in (0, 1):
            assert exact_values(Fixed(game, player, exact.best))[0] == exact[0]
            assert dict(strategy_improvement(game, player=player)) == dict(exact)
            assert abs(exact_values(Fixed(game, player, within.best))[0] - exact[0]) < 1e-9
        for p, value in exact.items():
            assert Fraction(within.lower[p]) <= value <= Fraction(within.upper[p])
            assert within.upper[p] - within.lower[p] <= 1e-9

    @pytest.mark.parametrize("exponent", [3, 12])
    def test_rare_chances_beside_end_components(self, exponent):
        """Player 0 simply stays; player 1 would rather have him in the circle of 2 and 3."""
        rare = Fraction(1, 10**exponent)
        nodes = {
            0: (0, [2, 1, 0]),
            1: (CHANCE, [(1 - rare, 0), (rare, 4)]),
            2: (1, [3, 0]),
            3: (1, [1, 5]),
        }
        game = Graph(nodes | {4: (None, -1), 5: (None, 1)})
        assert exact_values(game)[0] == 0
        assert chance_values(game).lower[0] == chance_values(game).upper[0] == 0

    def test_long_walks(self):
        """Gambler's ruin: thirty steps to either end, so that sweeps are slow; the values are a
        straight line.
        """
        n = 30
        nodes = {0: (0, [n // 2])} | {
            k: (CHANCE, [(HALF, k - 1), (HALF, k + 1)]) for k in range(2, n)
        }
        game = Graph(nodes | {1: (None, -1), n: (None, 1)})
        exact, within = exact_values(game), chance_values(game)
        for k in range(2, n):
            assert exact[k] == Fraction(2 * k - n - 1, n - 1)
            assert Fraction(within.lower[k]) <= exact[k] <= Fraction(within.upper[k])
        assert within.width <= 1e-9

    def test_fractions_that_are_no_floats_lie_between_two(self):
        low, high = outward(Fraction(1, 3))
        assert Fraction(low) < Fraction(1, 3) < Fraction(high)
        assert nextafter(nextafter(low, inf), inf) >= high
        assert outward(HALF) == (0.5, 0.5)
        game = Graph(
            {0: (CHANCE, [(Fraction(1, 3), 1), (Fraction(2, 3), 2)]), 1: (None, 1), 2: (None, 0)}
        )
        width = chance_values(
            game, width=1.2e-16
        ).width  # of the floats next to 1/3, two steps of 2**-54
        assert width == 2.0**-53
        assert chance_values(game, width=width).width == width
        with pytest.raises(ValueError, match=r"floating point comes no nearer than 1\.1e-16"):
            chance_values(game, width=1e-16)

    def test_who_is_better_off_where_is_counted(self):
        game = OverwriteTicTacToe(2)  # no value is more than 1, most are less
        exact, within = exact_values(game), chance_values(game, width=1e-6)
        signs = [(value > 0) - (value < 0) for value in exact.values()]
        counted = {
            "for player 0": signs.count(1),
            "for player 1": signs.count(-1),
            "even or open": signs.count(0),
        }
        assert within.counts() == counted
        assert [*exact.counts()] == sorted({*exact.values()}, reverse=True)

    def test_the_largest_number_allowed(self):
        for largest in (10**300, 1e300):
            game = Graph({0: (0, [1]), 1: (None, largest)})
            assert exact_values(game)[0] == Fraction(largest)
        too_large = Graph({0: (0, [1]), 1: (None, -int(1e300) - 1)})
        with pytest.raises(ValueError, match=r"a payoff at 1 is too large: at most 1e\+300"):
            exact_values(too_large)

    def test_what_cannot_be_is_named(self):
        values = chance_values(Walked(2))
        for look in (values.lower.__getitem__, values.best):
            with pytest.raises(UnknownPosition, match=r"XX\.\."):
                look(("XX..", "X"))
        assert len(values.lower) == len(exact_values(Walked(2))) == 109
        with pytest.raises(TooLarge, match="raise max_positions"):
            exact_values(Walked(3), max_positions=1000)

    @pytest.mark.parametrize("name", ["chance_values", "exact_values", "expectiminimax"])
    def test_bad_games_are_named(self, name):
        method = globals()[name]
        for nodes, words in [
            (
                {0: (CHANCE, [(HALF, 1)]), 1: (None, 1)},
                "probabilities at 0 add up to 1/2, not to 1",
            ),
            (
                {0: (CHANCE, [(0.1, 1)] * 10), 1: (None, 1)},
                "floats are seldom exact; give Fractions",
            ),
            ({0: (CHANCE, [])}, "at 0 chance decides, but there is no outcome"),
            ({0: (CHANCE, [(-1, 1), (2, 1)]), 1: (None, 1)}, "a probability at 0 is negative"),
            ({0: (CHANCE, [("half", 1)]), 1: (None, 1)}, "a probability at 0 is 'half'"),
            ({0: (0, [])}, "position 0 has no move, but is not over"),
            ({0: (2, [0])}, "at 0 it is the turn of 2: the players here are 0, 1 and CHANCE"),
            ({0: ("X", [0])}, "at 0 it is the turn of 'X'"),
            ({0: (None, float("nan"))}, "a payoff at 0 is nan"),
            ({0: (None, 10**400)}, "a payoff at 0 is too large: at most 1e\\+300"),
            (
                {0: (CHANCE, [1]), 1: (None, 1)},
                "1 is one of the chances at 0: give a list of pairs",
            ),
            (
                {0: (CHANCE, {1: 1}), 1: (None, 1)},
                "the chances at 0 are {1: 1}: give a list of pairs",
            ),
        ]:
            with pytest.raises(ValueError, match=words):
                method(Graph(nodes))
        for payoffs, words in (
            ((1, 1), r"\(1, 1\), do not add up to 0"),
            ((1, 0, -1), "two players"),
        ):
            friends = taking_turns(turn=lambda *_: None, payoffs=lambda *_, given=payoffs: given)
            with pytest.raises(ValueError, match=words):
                method(friends)

    def test_a_width_is_a_positive_number(self):
        assert chance_values(Walked(2), width=Fraction(1, 10**9)).width <= 1e-9
        for width in (0, -1, "wide", float("inf"), float("nan"), True):
            with pytest.raises(ValueError, match="give a positive number"):
                chance_values(OverwriteTicTacToe(2), width=width)


def worth(game, position=None, **ways):
    """The value that expectiminimax has found, of which the others are sure too."""
    return expectiminimax(game, position, **ways).value


class TestExpectiminimax:
    @pytest.mark.parametrize(
        "sides", [pytest.param((3, 3, 3), marks=pytest.mark.slow), (2, 3, 2), (1, 7, 2), (2, 2, 2)]
    )
    def test_against_backward_induction_intervals_and_the_quotient(self, sides):
        game = ShadedTicTacToe(*sides)
        plan, within = backward_induction(game), chance_values(game)
        value = worth(game)
        assert value == plan[game.start()].payoffs[0] == worth(Quotient(game))
        assert Fraction(within.lower[game.start()]) <= value <= Fraction(within.upper[game.start()])

    def test_a_strip_as_the_lecture_derives_it(self):
        for n in range(4, 9):
            assert worth(Quotient(ShadedTicTacToe(1, n, 2))) == 1 - Fraction(1, n - 2)
        assert worth(ShadedTicTacToe(1, 10, 2), "#XO.......") == Fraction(1, 10)

    def test_a_coin_worth_a_half_beats_a_sure_two_fifths(self):
        """With rounded numbers, or by the likeliest outcome, one goes wrong here."""
        nodes = {
            "choose": ("I", {"sure": (Fraction(2, 5), Fraction(-2, 5)), "coin": "coin"}),
            "coin": (CHANCE, {"heads": ("1/2", (1, -1)), "tails": ("1/2", (0, 0))}),
        }
        game = Tree(nodes, players=("I", "II"))
        assert worth(game) == HALF
        assert exact_values(game).best("choose") == "coin" == chance_values(game).best("choose")

    def test_depth_and_guesses(self):
        game = Quotient(OverwriteTicTacToe(2))
        values = [worth(game, depth=d) for d in range(3, 30)]
        errors = [abs(v - Fraction(1, 3)) for v in values]
        assert all(b == a / 2 for a, b in pairwise(errors))
        assert worth(game, depth=0, evaluate=lambda p: 0.25) == 0.25
        assert worth(game, depth=0, evaluate=lambda p: int(p == game.start())) == 1  # no move ahead
        assert worth(game, depth=1, evaluate=lambda p: int(p == game.start())) == 0
        assert worth(OverwriteTicTacToe(2), ("X...", "X")) == 1
        with pytest.raises(
            ValueError, match=r"play can come back to .* use chance_values or exact_values"
        ):
            worth(game)
        for depth in (-1, 1.5, "deep"):
            with pytest.raises(ValueError, match="give the number of moves to look ahead"):
                worth(game, depth=depth)
        with pytest.raises(ValueError, match=r"the guess at .* is nan: it must be a finite number"):
            worth(game, depth=1, evaluate=lambda p: float("nan"))
        circle = Graph({0: (CHANCE, [(HALF, 0), (HALF, 1)]), 1: (None, 1)})
        with pytest.raises(
            ValueError, match=r"play can come back to 0.* dice alone lead back, so no depth helps"
        ):
            worth(circle, depth=5)

    def test_deep_games(self):
        nodes = {p: (p % 2, [p + 1]) for p in range(5_000)} | {5_000: (None, 1)}
        assert (
            worth(Graph(nodes))
            == 1
            == exact_values(Graph(nodes))[0]
            == chance_values(Graph(nodes)).lower[0]
        )


class OnlyWhenFull(OverwriteTicTacToe):
    """A row counts only on a full board: a change below the rules, in a helper of theirs."""

    def _winner(self, board):
        return None if "." in board else super()._winner(board)


def test_a_subclass_with_other_rules_is_not_solved_as_its_parent():
    assert exact_values(OnlyWhenFull(2)).value() == Fraction(2, 3)
    assert chance_values(OnlyWhenFull(2)).lower["....", "X"] == pytest.approx(2 / 3)


class TestFixed:
    def test_mixed_strategies(self):
        game = OverwriteTicTacToe(2)
        uniform = Fixed(
            game, 1, lambda p: dict.fromkeys(game.moves(p), Fraction(1, len(game.moves(p))))
        )
        value = exact_values(uniform)[game.start()]
        assert value > Fraction(1, 3)
        assert value == exact_values(Fixed(uniform, 0, exact_values(uniform).best))[game.start()]

    def test_wrong_moves_are_named(self):
        game = OverwriteTicTacToe(2)
        with pytest.raises(
            IllegalMove, match=r"the strategy of player 1 plays \(5, 5\) at \('X...', 'O'\)"
        ):
            exact_values(Fixed(game, 1, lambda p: (5, 5)))
        for adapter in (Fixed(game, 0, max), Quotient(game)):
            with pytest.raises(TypeError, match="is an ExtensiveGame, but a Game is wanted here"):
                solve(adapter)
        with pytest.raises(IllegalMove, match="it must be one of the moves, or a dict"):
            exact_values(Fixed(game, 1, lambda p: {(5, 5): 1}))
        with pytest.raises(TypeError, match="give a function from position to move"):
            Fixed(game, 0, (0, 0))
        with pytest.raises(ValueError, match="player='X': give a whole number, 0 or more"):
            Fixed(game, "X", max)
        with pytest.raises(ValueError, match="there is no player 2: the payoffs at "):
            exact_values(Fixed(game, 2, max))
        with pytest.raises(ValueError, match="player 0 already follows a fixed strategy"):
            Fixed(Fixed(Fixed(game, 0, max), 1, max), 0, max)
        with pytest.raises(TypeError, match="knows no symmetries"):
            Quotient(Graph({0: (None, 1)}))


class TestComponents:
    @settings(max_examples=100, deadline=None)
    @given(
        st.integers(1, 8), st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=20)
    )
    def test_against_networkx_and_in_reverse_topological_order(self, n, edges):
        nx = pytest.importorskip("networkx")
        G = nx.DiGraph()
        G.add_nodes_from(range(n))
        G.add_edges_from((u % n, v % n) for u, v in edges)
        found = list(components(G, G.successors))
        assert {frozenset(part) for part in found} == set(
            map(frozenset, nx.strongly_connected_components(G))
        )
        place = {v: k for k, part in enumerate(found) for v in part}
        assert all(place[v] <= place[u] for u, v in G.edges)

    @settings(max_examples=60, deadline=None)
    @given(
        st.lists(st.lists(st.integers(0, 4), min_size=1, max_size=3), min_size=5, max_size=5),
        st.lists(st.booleans(), min_size=5, max_size=5),
    )
    def test_end_components_against_all_subsets(self, options, chance):
        def is_one(part):
            inside = DiGraph((v, w) for v in part for w in options[v] if w in part)
            for v in part:
                stay = [w in part for w in options[v]]
                if not any(stay) or (chance[v] and not all(stay)):
                    return False
            return set(inside) == set(part) and all(reached(inside, v) == set(part) for v in part)

        subsets = [
            set(part)
            for size in range(1, 6)
            for part in combinations(range(5), size)
            if is_one(set(part))
        ]
        largest = [part for part in subsets if not any(part < other for other in subsets)]
        found = [
            set(part) for part in end_components(range(5), options.__getitem__, chance.__getitem__)
        ]
        assert sorted(map(sorted, found)) == sorted(map(sorted, largest))


class TestTheCoinOfOverwriting:
    @pytest.mark.parametrize("q", [-1, "3/2", "heads", None, float("nan")])
    def test_what_is_no_probability_is_refused(self, q):
        with pytest.raises(ValueError, match="q="):
            OverwriteTicTacToe(2, q=q)

    @pytest.mark.parametrize("q", [0, "1/5", "2/3", 1])
    def test_the_rules_hold_and_a_certain_throw_has_one_outcome(self, q):
        game = OverwriteTicTacToe(2, q=q)
        check_game(game)
        assert len(game.chances(("X...", "O", (0, 0)))) == (1 if game.q in (0, 1) else 2)
        said = [
            game.chance_text(("X...", "O", (0, 0)), there)
            for there in (("O...", "X"), ("X...", "X"))
        ]
        assert said == ["(0, 0) is O's now", "nothing changes at (0, 0)"]


def counted(whole):
    """60 throws, three of seven are hits; or three hits for sure. All numbers may be numpy's:
    counts, say.
    """
    share = Fraction(whole(3), whole(7))
    throws = {
        (thrown, hits): (
            CHANCE,
            [(share, (thrown + 1, min(hits + 1, 5))), (1 - share, (thrown + 1, hits))],
        )
        for thrown, hits in product(range(60), range(6))
    }
    ends = {(60, hits): (None, whole(hits)) for hits in range(6)} | {"sure": (None, whole(3))}
    return Graph({0: (0, ["sure", (0, 0)]), **throws, **ends})


@needs_numpy
@pytest.mark.parametrize("name", ["exact_values", "backward_induction"])
def test_whole_numbers_of_numpy_do_not_overflow(name):
    solver = globals()[name]
    known, found = solver(counted(int)), solver(counted(naive.np.int64))
    assert found.value() == known.value()
    assert found.best() == known.best() == 1
    assert found.value((59, 0)) == known.value((59, 0))
    assert Fraction(4) < (known[0, 0] if name == "exact_values" else known[0, 0].payoffs[0]) < 5


def test_two_who_change_their_moves_at_once_would_go_round():
    least, rare = Fraction(1, 10**18), Fraction(1, 10**12)  # closer payoffs than floats can tell
    worst, bad, better = ((-1 + k * least, 1 - k * least) for k in (-3, -1, 3))
    nodes = {
        "a": ("I", {"dare": "dare", "give up": worst, "ask": "b"}),
        "b": ("II", {"back": "a", "end": bad}),
        "dare": (CHANCE, {"lost": (1 - rare, worst), "not yet": (rare, "c")}),
        "c": ("II", {"back": "a", "on": "d"}),
        "d": (CHANCE, {"end": ("2/5", better), "for ever": ("3/5", "e")}),
        "e": ("I", {"stay": "e"}),
    }
    values = exact_values(Tree(nodes, players=("I", "II")))
    assert values["a"] == values["b"] == values["c"] == bad[0]
    assert values["dare"] == (1 - rare) * worst[0] + rare * bad[0]
