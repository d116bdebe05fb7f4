"""Nimbers, sums, octal games, games with cycles: each number by a second method."""

import re
from functools import cache
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import DiGraph, check_period, naive_octal

from gamefast import (
    GameGraph,
    check_solution,
    nimber,
    nimbers,
    octal,
    octal_period,
    solve,
    winning_move,
)
from gamefast.heaps.nimbers import falls_apart, nimber_function
from gamelib import DRAW, LOSS, WIN, Misere, Quotient, Sum, check_game, mex, nim_sum
from gamelib.core import IllegalMove, NotImpartial
from gamelib.games import CopsAndThief, Grundy, HeapGame, Matches, Nim, Octal, Subtraction, Token
from gamelib.loopy import Infinity, loopy_nimbers

KAYLES, CUT = Octal((7,), "0.77"), Octal((5,), "4.3")


class Halves(HeapGame):
    """A reader's game of heaps: a heap is halved, or one less."""

    def heap_moves(self, heap):
        return sorted({heap // 2, heap - 1}) if heap else []

    def part(self, heap, left):
        return (left,) if left in self.heap_moves(heap) else None


class Rising(Halves):
    """A heap may grow, up to 5, and then be left out."""

    def heap_moves(self, heap):
        return [heap + 1] if 0 < heap < 5 else [0] if heap else []


class Moore(Nim):
    """The same in one heap or in two."""

    def moves(self, heaps):
        ones = super().moves(heaps)
        return [*ones, *((a, b) for a in ones for b in ones if a[0] < b[0])]

    def play(self, heaps, move):
        moves = move if isinstance(move[0], tuple) else [move]
        for one in moves:
            heaps = super().play(heaps, one)
        return heaps


APART = [
    *(
        Nim((3, 4, 2)),
        Nim((5, 7), most=3),
        Subtraction((6, 9), takes=(2, 3)),
        Grundy((8, 7)),
        Octal((6, 4), "0.77"),
    ),
    *(
        Octal((5, 4), "4.3"),
        Octal((7,), "0.137"),
        Halves((9, 6)),
        Rising((1, 3)),
        Quotient(Nim((3, 2, 4))),
    ),
]


def random_dag(rng, n, degree=2.0):
    return DiGraph({v: [w for w in range(v) if rng.random() < degree / n] for v in range(n)})


def random_digraph(rng, n, degree=1.5):
    return DiGraph({v: [w for w in range(n) if rng.random() < degree / n] for v in range(n)})


def by_definition(G):
    """The nimbers by recursion on the definition."""

    @cache
    def value(v):
        return mex(value(w) for w in G[v])

    return {v: value(v) for v in G}


class TestNim:
    @pytest.mark.parametrize(
        "game",
        [
            Nim((1, 2, 1)),
            Nim((3, 4), most=2),
            Subtraction((5, 3), takes=(1, 3)),
            Grundy((7, 4)),
            KAYLES,
            CUT,
        ],
    )
    def test_keeps_the_contract_of_a_game(self, game):
        quotient = Quotient(game)
        for g in (
            game,
            Misere(game),
            quotient,
            Misere(quotient),
            Quotient(Misere(game)),
            Sum(game, Nim((2,))),
        ):
            check_game(g)
            check_solution(solve(g))

    def test_bouton_on_all_positions_up_to_7_7_7(self):
        solution, found = solve(Nim((7, 7, 7))), nimbers(Nim((7, 7, 7)))
        assert len(solution) == 512
        for heaps, verdict in solution.items():
            assert found[heaps] == nim_sum(*heaps)
            assert verdict.outcome == (WIN if nim_sum(*heaps) else LOSS)

    def test_misere_nim_on_all_positions_up_to_5_5_5_5(self):
        for heaps, verdict in solve(Misere(Nim((5, 5, 5, 5)))).items():
            wins = nim_sum(*heaps) != 0 if max(heaps) > 1 else sum(heaps) % 2 == 0
            assert verdict.outcome == (WIN if wins else LOSS), heaps

    def test_one_heap_is_matches(self):
        one, matches = Subtraction((20,), takes=(1, 3, 4)), Matches(20, takes=(1, 3, 4))
        assert [solve(one)[n,] for n in range(21)] == [solve(matches)[n] for n in range(21)]
        assert Nim((3, 4, 5), most=2).moves((3, 4, 5)) == Subtraction(
            (3, 4, 5), takes=(1, 2)
        ).moves((3, 4, 5))

    def test_illegal_moves_say_what_is_allowed(self):
        for game, move, message in (
            (Nim((3, 4)), (0, 4), "4 in heap 0, of 3: allowed there is 1, 2, 3"),
            (Nim((3, 0)), (1, 1), "allowed there is nothing"),
            (Nim((3, 4)), (2, 1), "from 0 to 1"),
            (Nim((3, 4)), 3, "give (k, move)"),
            (Nim((3, 4)), (0, [1]), "[1] in heap 0"),
            (Sum(Nim((3,)), Nim((0,))), (1, (0, 1)), "part 1 of the sum is over"),
        ):
            with pytest.raises(IllegalMove, match=re.escape(message)):
                game.play(game.start(), move)


class TestQuotient:
    def test_a_line_is_carried_back_with_a_new_frame_at_each_ply(self):
        game = Nim((4, 2, 3))
        quotient = Quotient(game)
        solution = solve(quotient)
        for heaps in product(range(4), repeat=3):
            rep, _ = game.representative(heaps)
            if rep not in solution:
                continue
            position, real = heaps, solution.line(heaps)
            assert solution[heaps] == solution[rep]
            for move in real:
                position = game.play(position, move)
            assert game.outcome(position) == LOSS
            assert len(real) == solution[rep].remoteness


class TestNimbers:
    def test_random_dags_by_the_definition_and_by_solving(self):
        rng = np.random.default_rng(1)
        for _ in range(50):
            G = random_dag(rng, int(rng.integers(1, 15)), 3)
            found = nimbers(G)
            assert found == by_definition(G)
            token = Token(G, len(G) - 1)  # of a game: in the order of its walk
            walk = GameGraph.of(token)
            assert nimbers(token) == {v: found[v] for v in map(walk.position, range(len(walk)))}
            assert loopy_nimbers(token) == {
                walk.position(i): found[walk.position(i)] for i in range(len(walk))
            }
            assert {v: verdict.outcome for v, verdict in solve(G).items()} == {
                v: WIN if g else LOSS for v, g in found.items()
            }

    def test_the_nimber_of_a_sum_is_the_nim_sum(self):
        rng = np.random.default_rng(3)

        for _ in range(30):
            parts = [Token(random_dag(rng, 6, 3), 5) for _ in range(int(rng.integers(1, 4)))]
            total = Sum(*parts)
            plain = SimpleNamespace(
                impartial=True
            )  # a sum that does not look like one, so that its graph is walked
            plain.start, plain.moves, plain.play, plain.outcome = (
                total.start,
                total.moves,
                total.play,
                total.outcome,
            )
            expected = nim_sum(*(nimber(part) for part in parts))
            assert nimber(total) == nimber(plain) == expected
            for game in (
                total,
                plain,
            ):  # the first move to nimber 0, by a worth that knows nothing of parts
                walked = [
                    m
                    for m in game.moves(game.start())
                    if nimber(plain, game.play(game.start(), m)) == 0
                ]
                assert winning_move(game) == next(iter(walked), None)
            assert solve(total)[total.start()].outcome == (WIN if expected else LOSS)
            move = winning_move(total)
            assert (move is None) == (expected == 0)
            if move is not None:
                assert nimber(total, total.play(total.start(), move)) == 0

    @pytest.mark.parametrize("game", APART)
    def test_single_heaps_are_worth_what_the_whole_graph_says(self, game):
        graph, worth = GameGraph.of(game), nimber_function(game, game.start())
        by_graph = nimbers(graph)
        assert [worth(graph.position(i)) for i in range(len(graph))] == by_graph.numbers.tolist()
        wins = [m for m in game.moves(game.start()) if by_graph[game.play(game.start(), m)] == 0]
        assert winning_move(game) == next(iter(wins), None)

    def test_heaps_that_matter_to_each_other_are_not_taken_apart(self):
        """Moore's Nim: one heap or two are changed in a move; (1, 2, 3) is won, though its nim-sum
        is 0.
        """
        game = Moore((1, 2, 3))
        assert not falls_apart(game)
        assert nimber(game) == nimbers(game)[game.start()] != 0

    def test_heaps_too_large_for_any_walk(self):
        game = Nim((200, 100, 200))
        assert nimber(game) == 100
        assert nim_sum(*game.play(game.start(), winning_move(game))) == 0
        assert (
            nimber(Octal((60, 5_000), "0.77"))
            == octal("0.77", 60)[60] ^ octal("0.77", 5_000)[5_000]
        )

    def test_a_sum_of_different_games(self):
        G = DiGraph([("a", "b"), ("a", "c"), ("b", "c")])
        total = Sum(Octal((4,), "0.77"), Nim((3, 1)), Token(G, "a"), Matches(5, takes=(1, 2)))
        assert nimber(total) == nim_sum(octal("0.77", 4)[4], 3 ^ 1, 2, 5 % 3)
        solution = solve(total)
        assert solution[total.start()].outcome == (WIN if nimber(total) else LOSS)
        assert total.text(total.start()).startswith(
            "[0]  ||||\n[1]  0: |||  (3)\n     1: |  (1)\n[2]  token on a"
        )
        assert (
            total.move_text(total.start(), (0, (0, (1, 2))))
            == "[0] row 0 of 4: take 1, leave 1 and 2"
        )

    def test_the_position_on_the_cycle_is_named(self):
        with pytest.raises(ValueError, match=r"[23] lies on a cycle"):
            nimbers(DiGraph([(1, 2), (2, 3), (3, 2), (3, 4)]))
        with pytest.raises(ValueError, match=r"'x' lies on a cycle"):
            nimbers(DiGraph([("x", "x"), ("x", "end")]))


#: Code, preperiod, period (Winning Ways, chapter 4), heaps not renumbered; longer ones:
#: tests/gamefast/test_sparse.py.
PUBLISHED = [
    (
        "0.77"
    , 71, 12), (
        "0.07"
    , 53, 34), ("0.137", 52, 34), ("0.4", 54, 34), ("0.045", 189, 32), ("0.017", 15, 60),
    ("0.44", 143, 24), ("0.055", 259, 148), ("0.115", 1, 14), ("4.005", 31, 79),
]  # fmt: skip


class TestOctal:
    @settings(max_examples=40, deadline=None)
    @given(st.sampled_from("04"), st.text("01234567", max_size=4))
    def test_random_codes_against_the_definition(self, head, tail):
        code = f"{head}.{tail}"
        assert octal(code, 150).tolist() == naive_octal(code, 151)

    def test_an_octal_game_is_played_as_its_nimbers_say(self):
        for code in ("0.77", "0.137", "4.3", "0.156"):
            values = octal(code, 9).tolist()
            assert values == [nimber(Octal((n,), code)) for n in range(10)]
            solution = solve(Octal((7, 3), code))
            assert solution[7, 3].outcome == (WIN if values[7] ^ values[3] else LOSS)

    @pytest.mark.parametrize(("code", "preperiod", "period"), PUBLISHED)
    def test_published_periods_come_out_certified(self, code, preperiod, period):
        check_period(code, preperiod, period)

    def test_kayles_has_the_known_exceptions(self):
        assert octal_period("0.77").exceptions == (
            0,
            3,
            6,
            9,
            11,
            15,
            18,
            21,
            22,
            28,
            34,
            39,
            57,
            70,
        )

    def test_the_bound_of_the_theorem_needs_a_first_heap(self):
        # G(n + 1) = G(n) for n = 0 to 3, and G(5) = 1: with n0 = 0 the theorem would be false
        assert octal("0.004", 5).tolist() == [0, 0, 0, 0, 0, 1]

    def test_the_certificate_of_a_period_from_the_first_heap_on(self):
        """The theorem asks for n0 >= 1: 2 n0 + 2 p + k values, though here the period begins with
        the heap of 0.
        """
        found = octal_period("0.3")
        assert (
            str(octal_period("0.007", limit=3_000))
            == "0.007: no period is certified by the first 3,000 values"
        )
        assert (found.preperiod, found.period, found.certified_to) == (0, 2, 2 * 1 + 2 * 2 + 1)
        assert [octal_period("0.3", limit=limit).period for limit in (6, 7)] == [None, 2]

    def test_three_values_alike_prove_nothing(self):
        """In 0.4 one is taken from inside a heap: 0, 1 and 2 have no move, but the period is 34,
        from 54 on.
        """
        assert octal("0.4", 3).tolist() == [0, 0, 0, 1]
        assert octal_period("0.4", limit=3).period is None

    def test_what_is_no_code_is_refused_and_a_heap_is_a_number_from_0_on(self):
        for code in ("0.8", "1.7", "77", 0.77, "", "4"):
            with pytest.raises(ValueError, match="is not an octal code"):
                octal(code, 5)
        assert octal("0.77", 0).tolist() == [0]
        with pytest.raises(ValueError, match="n=-1"):
            octal("0.77", -1)


def sum_outcome(*values):
    """The outcome of a sum of games with these values, as the module says."""
    finite = nim_sum(*(value for value in values if not isinstance(value, Infinity)))
    infinite = [value for value in values if isinstance(value, Infinity)]
    if not infinite:
        return WIN if finite else LOSS
    return WIN if len(infinite) == 1 and finite in infinite[0].nimbers else DRAW


class TestLoopy:
    def agrees(self, *graphs):
        """Values of the parts against the solution of the product graph, at every position."""
        values = [loopy_nimbers(G) for G in graphs]
        total = DiGraph()
        for place in product(*graphs):
            total.add_node(place)
            for k, G in enumerate(graphs):
                total.add_edges_from((place, (*place[:k], w, *place[k + 1 :])) for w in G[place[k]])
        for place, verdict in solve(total).items():
            worth = sum_outcome(*(value[v] for value, v in zip(values, place, strict=True)))
            assert worth == verdict.outcome, (place, [list(G.edges) for G in graphs])

    def test_all_digraphs_of_three_vertices(self):
        every = [
            DiGraph({v: [w for w in range(3) if bits[3 * v + w]] for v in range(3)})
            for bits in product((False, True), repeat=9)
        ]
        assert len(every) == 512
        for G in every:
            self.agrees(G)

    def test_random_digraphs_alone_and_in_sums_of_two(self):
        rng = np.random.default_rng(5)
        for _ in range(40):
            self.agrees(random_digraph(rng, int(rng.integers(2, 9)), 1.8))
            self.agrees(*(random_digraph(rng, int(rng.integers(2, 9)), 1.8) for _ in range(2)))

    def test_sums_of_three_with_a_heap(self):
        rng = np.random.default_rng(6)
        heap = DiGraph([(2, 1), (2, 0), (1, 0)])
        for _ in range(5):
            self.agrees(random_digraph(rng, 4, 1.8), heap, random_dag(rng, 3))


DRAWN = GameGraph.from_arrays([0, 1, 1], [1], [np.nan, 0])
LOST = DiGraph([("a", "b"), ("b", "a"), ("b", "end")])
LOST.nodes["end"]["outcome"] = WIN


class TestOddInput:
    def test_numpy_numbers_are_numbers(self):
        assert Nim((3, 4)).play((3, 4), (np.int64(0), np.int64(1))) == (2, 4)
        assert Sum(Nim((3,))).play(((3,),), (np.int64(0), (0, 1))) == ((2,),)

    def test_a_token_goes_along_its_arrows_only_and_says_where_they_lead(self):
        game = Token(DiGraph([(1, 2), (1, 4), (2, 3)]), 1)
        assert game.play(1, 2) == 2
        with pytest.raises(IllegalMove, match="there is no arrow from 1 to 3"):
            game.play(1, 3)
        assert game.text(1) == "token on 1 (arrows to 2, 4)"
        assert game.text(3) == "token on 3 (arrows to nowhere)"
        assert game.move_text(1, 2) == "to 2"

    def test_the_result_on_a_vertex_is_the_tokens_too(self):
        G = DiGraph([("a", "b")])
        G.nodes["b"]["outcome"] = WIN
        assert solve(Token(G, "a"))["a"] == solve(G)["a"]
        with pytest.raises(ValueError, match="play is over with 1"):
            nimber(Token(G, "a"))

    @pytest.mark.parametrize(
        ("ask", "error", "message"),
        [
            (
                lambda: nimber(Sum(Nim((3,)), Nim((2,))), ((3,),)),
                ValueError,
                "give a tuple of 2, one for each part",
            ),
            (lambda: nimber(CopsAndThief.from_text("P.T")), NotImpartial, "impartial = True"),
            (
                lambda: Sum(Nim((1,)), CopsAndThief.from_text("P.T")),
                NotImpartial,
                "part 1 of the sum, CopsAndThief",
            ),
            (
                lambda: nimber(Misere(Nim((1, 2)))),
                ValueError,
                "at (0, 0) play is over with 1 for the player to move",
            ),
            (
                lambda: solve(Sum(Nim((1,)), Misere(Nim((1,))))),
                ValueError,
                "part 1 of the sum ends at (0,) with",
            ),
            (
                lambda: nimbers(DiGraph([(1, 2)]).to_undirected()),
                TypeError,
                "needs a directed graph",
            ),
            (
                lambda: nimbers(GameGraph.of(CopsAndThief.from_text("P.T"))),
                NotImpartial,
                "does not say",
            ),
            (lambda: Sum(), ValueError, "a sum of no games"),
            (lambda: Token(DiGraph([(1, 2)]).to_undirected(), 1), TypeError, "directed"),
            (lambda: Token(DiGraph([(1, 2)]), 3), ValueError, "3 is not a vertex"),
            (lambda: nimbers(DRAWN), ValueError, "at 1 play is over with 0"),
            (
                lambda: loopy_nimbers(LOST),
                ValueError,
                "at 'end' play is over with 1 for the player to move",
            ),
            (lambda: loopy_nimbers(5), TypeError, "int is not a game"),
            (lambda: loopy_nimbers(CopsAndThief.from_text("P.T")), NotImpartial, "does not say"),
            (lambda: nimbers(Misere(Nim((1, 2)))), ValueError, "at (0, 0) play is over with 1"),
            (lambda: Sum([Nim((1,)), Nim((2,))]), TypeError, "Sum(*games)"),
            (lambda: nim_sum([1, 2, 4]), TypeError, "nim_sum(*heaps)"),
            (lambda: winning_move(Misere(Nim((0,)))), ValueError, "play is over with 1"),
            (lambda: octal("0.77", 10**13), MemoryError, "too many"),
            (lambda: octal_period("0.77", limit=300.5), ValueError, "limit=300.5"),
            (
                lambda: Quotient(Nim((2, 1))).unfold((2, 1), [(5, 1)]),
                IllegalMove,
                "is not a move of the repres",
            ),
            (lambda: Quotient(Matches(5)), TypeError, "Matches knows no symmetries"),
        ],
    )
    def test_is_named(self, ask, error, message):
        with pytest.raises(error, match=re.escape(message)):
            ask()
