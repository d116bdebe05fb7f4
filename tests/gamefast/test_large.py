"""Connect Four, deepening, Monte-Carlo tree search, Zobrist keys: against exact values where there
are any.
"""

import re
from importlib import import_module
from itertools import count
from types import SimpleNamespace

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamefast import advise, alphabeta, deepen, mcts, minimax, solve
from gamelib import DRAW, LOSS, Misere, Quotient, check_game
from gamelib.core import IllegalMove
from gamelib.games import ConnectFour, Matches, MinMaxTree, Nim, TicTacToe, Token
from gamelib.montecarlo import BoundedTree
from gamelib.zobrist import KeyedTable, Zobrist


def lines(game, position):
    """Every way to have k in a row, cell by cell."""
    rows = position.split("\n")
    for r in range(game.rows):
        for c in range(game.columns):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(r + i * dr, c + i * dc) for i in range(game.k)]
                if all(0 <= a < game.rows and 0 <= b < game.columns for a, b in cells):
                    yield "".join(rows[a][b] for a, b in cells)


def slow_outcome(game, position):
    """The outcome by walking along every line."""
    if any(set(line) in ({"X"}, {"O"}) for line in lines(game, position)):
        return LOSS
    return None if "." in position else DRAW


def slow_guesses(game, position):
    """The score, the bounds and the order of the moves, by walking along every line."""
    mine, other = "XO" if position.count("X") == position.count("O") else "OX"
    marks = [(line.count(mine), line.count(other)) for line in lines(game, position)]
    score = sum(4**own // 4 for own, against in marks if not against)
    score -= sum(4**against // 4 for own, against in marks if not own)
    bounds = -any(own == 0 for own, _ in marks), +any(against == 0 for _, against in marks)

    def worth(move):
        r, c = game.cell_of(position, move)
        i = r * (game.columns + 1) + c
        wins, keeps = (
            mark * game.k in lines(game, f"{position[:i]}{mark}{position[i + 1 :]}")
            for mark in (mine, other)
        )
        return not wins, not keeps, abs(c - (game.columns - 1) / 2)

    return score / (len(marks) * 4**game.k + 1), bounds, sorted(game.moves(position), key=worth)


def random_position(game, rng, plies):
    position = game.start()
    for _ in range(plies):
        if game.outcome(position) is None:
            moves = game.moves(position)
            position = game.play(position, moves[int(rng.integers(len(moves)))])
    return position


class TestConnectFour:
    @pytest.mark.parametrize(
        "game",
        [
            ConnectFour(),
            ConnectFour(4, 5),
            ConnectFour(5, 4, 3),
            ConnectFour(1, 4, 2),
            ConnectFour(3, 1, 2),
        ],
    )
    def test_rules_on_random_plays(self, game):
        rng = np.random.default_rng(1)
        for play in range(12):
            position = game.start()
            while True:
                assert game.outcome(position) == slow_outcome(game, position)
                game.check_position(position)
                if game.outcome(position) is not None:
                    break
                rep, back = game.representative(position)
                assert game.representative(rep)[0] == rep
                moves = game.moves(position)
                assert sorted(map(back, game.moves(rep))) == moves
                guesses = (
                    game.evaluate(position),
                    game.bounds(position),
                    game.order(position, moves),
                )
                assert play > 0 or guesses == slow_guesses(game, position)
                assert -1 < guesses[0] < 1
                move = int(rng.choice(moves))
                r, c = game.cell_of(position, move)
                after = game.play(position, move)
                assert after.split("\n")[r][c] != "." == position.split("\n")[r][c]
                position = after

    def test_small_boards_are_solved_alike_by_every_way(self):
        for sides in ((3, 3, 3), (4, 3, 3), (2, 4, 2)):
            game = ConnectFour(*sides)
            check_game(game)
            solution, quotient = solve(game), Quotient(game)
            of_classes = solve(quotient)
            value = solution[game.start()].value
            assert (
                alphabeta(quotient, order=game.order, bounds=game.bounds, table={}).value == value
            )
            assert minimax(game, table={}).value == value
            for position, verdict in list(solution.items())[::97]:
                low, high = game.bounds(position)
                assert low <= verdict.value <= high or game.outcome(position) is not None
                assert (
                    game.outcome(position) is not None
                    or of_classes[game.representative(position)[0]] == verdict
                )


class TestDeepen:
    def test_it_agrees_with_exact_values_and_misses_no_win_within_its_depth(self):
        rng = np.random.default_rng(2)
        for game in (TicTacToe(), ConnectFour(3, 4, 3)):
            solution = solve(game)
            for _ in range(25):
                position = random_position(game, rng, int(rng.integers(7)))
                if game.outcome(position) is not None:
                    continue
                verdict = solution[position]
                full = deepen(game, position, depth=20, order=game.order, evaluate=game.evaluate)
                assert full.exact
                assert full.value == verdict.value
                assert solution[game.play(position, full.line[0])].value == -verdict.value
                for depth in (1, 2, 3, 4):
                    found = deepen(
                        game, position, depth=depth, order=game.order, evaluate=game.evaluate
                    )
                    if verdict.outcome != DRAW and verdict.remoteness <= depth:
                        assert (found.value, found.exact, len(found.line)) == (
                            verdict.value,
                            True,
                            verdict.remoteness,
                        )
                    if found.exact:
                        assert found.value == verdict.value

    def test_with_nodes_it_is_always_the_same_and_keeps_to_them(self):
        game = ConnectFour()
        way = {"order": game.order, "evaluate": game.evaluate}
        first, second = (deepen(game, nodes=3_000, **way) for _ in range(2))
        assert first == second
        assert first.nodes == 3_000
        assert sum(step.nodes for step in first.iterations) <= 3_000
        assert [step.depth for step in first.iterations] == list(
            range(1, len(first.iterations) + 1)
        )

    def test_the_clock_is_looked_at_at_every_position_and_there_is_always_an_answer(
        self, monkeypatch
    ):
        """A clock of our own, a millisecond at each look: what a busy machine does in between is
        not the search's.
        """
        for game in (ConnectFour(), TicTacToe(5, 5, 4)):
            looks = count()
            clock = SimpleNamespace(perf_counter=lambda looks=looks: next(looks) / 1000)
            monkeypatch.setattr(import_module("gamelib.deepen"), "time", clock)
            found = deepen(game, seconds=0.3)
            assert next(looks) == 302
            assert 100 < found.nodes <= 300
            assert found.line[0] in game.moves(game.start())
        monkeypatch.undo()
        assert deepen(ConnectFour(), seconds=1e-9, order=False).line[0] == 0
        found = deepen(ConnectFour(), nodes=1)  # before one move is searched nothing is known
        assert (found.line, found.value, found.exact, found.iterations) == ((3,), 0, False, ())

    def test_the_stop_button_leaves_the_best_move_so_far(self):
        game, asked = ConnectFour(), []

        def evaluate(position):
            asked.append(position)
            if len(asked) == 500:
                raise KeyboardInterrupt
            return game.evaluate(position)

        found = deepen(game, depth=9, evaluate=evaluate)
        assert 1 <= len(found.iterations) < 9
        assert found.line == found.iterations[-1].line


class TestMcts:
    def test_bounds_hold_and_what_is_proved_is_right(self):
        rng = np.random.default_rng(4)
        for game in (TicTacToe(), ConnectFour(3, 3, 3), Nim((3, 2, 2)), Misere(Nim((3, 2, 1)))):
            solution = solve(game)
            positions = [p for p in solution if game.outcome(p) is None]
            for i in rng.integers(len(positions), size=20):
                position = positions[int(i)]
                for playouts in (1, 30, 2_000):
                    found = mcts(game, position, rng=rng, playouts=playouts)
                    value = solution[position].value
                    assert found.bounds[0] <= value <= found.bounds[1]
                    assert found.best in game.moves(position)
                    if found.exact:
                        assert found.value == value
                        assert solution[game.play(position, found.best)].value == -value
                    assert sum(found.visits.values()) <= found.playouts

    def test_every_node_of_the_tree_is_bounded_rightly_transpositions_included(self):
        game = TicTacToe()
        solution = solve(game)
        tree = BoundedTree(game, game.start(), np.random.default_rng(5), 1.4, (-1, 1))
        for _ in range(800):
            path = tree.playout()
            assert path[0] is tree.root
        for position, node in tree.nodes.items():
            assert node.lower <= solution[position].value <= node.upper
            assert len(node.moves) in (0, len(game.moves(position)))

    def test_every_playout_counts_once_at_every_node_passed_for_the_player_to_move_there(self):
        """One match at a time from a pile of 9: who begins wins, whatever happens, and each playout
        goes one deeper.
        """
        pile = Matches(9, takes=(1,))
        tree = BoundedTree(pile, 9, np.random.default_rng(1), 1.4, (-1, 1))
        for passed in (
            [(9, 1, 1)],
            [(9, 2, 1), (8, 1, -1)],
            [(9, 3, 1), (8, 2, -1), (7, 1, 1)],
            [(9, 4, 1), (8, 3, -1), (7, 2, 1), (6, 1, -1)],
        ):
            assert [(node.position, node.visits, node.mean) for node in tree.playout()] == passed
        found = mcts(pile, rng=np.random.default_rng(1), playouts=2)
        assert (found.value, found.exact, found.bounds) == (1, False, (-1, 1))
        assert (found.visits, found.values) == ({1: 1}, {1: 1})

    def test_where_a_value_is_proved_it_is_remembered_and_no_random_result(self):
        tree = MinMaxTree(
            {"root": ["a", "b"], "a": ["good", "bad"], "good": -1, "bad": 1, "b": ["c"], "c": 1}
        )
        for seed in range(20):
            search = BoundedTree(tree, "root", np.random.default_rng(seed), 1.4, (-1, 1))
            search.playout()
            end = search.playout()[-1]
            assert (end.position, end.proved, end.visits, end.mean) == (
                "a",
                True,
                1,
                1,
            )  # Min can have his -1

    @pytest.mark.parametrize("end", [-1, 0])
    def test_a_move_no_better_than_what_is_certain_is_not_the_answer_however_often_it_was_tried(
        self, end
    ):
        """At "bad" Min can end it, with -1 or 0; "sure" is worth 0, and what "open" is worth nobody
        knows yet.
        """
        nodes = {
            "root": ["bad", "sure", "open"],
            "bad": ["end", "on"],
            "end": end,
            "on": ["far"],
            "far": 2,
            "sure": 0,
        }
        tree = MinMaxTree({**nodes, "open": ["next"], "next": ["last"], "last": 2})
        found = mcts(tree, rng=np.random.default_rng(1), playouts=2, span=(-2, 2))
        assert (found.visits, found.bounds) == ({"bad": 1, "sure": 0, "open": 0}, (0, 2))
        assert found.best == "sure"


class TestZobrist:
    def test_a_key_changed_move_by_move_is_the_key_from_scratch(self):
        game = ConnectFour()
        keys, rng = Zobrist(len(game.start()), "XO"), np.random.default_rng(8)
        for _ in range(50):
            position, key = game.start(), keys.key(game.start())
            while game.outcome(position) is None:
                move = int(rng.choice(game.moves(position)))
                r, c = game.cell_of(position, move)
                key ^= keys.number(r * (game.columns + 1) + c, game.mover(position))
                position = game.play(position, move)
                assert key == keys.key(position)

    def test_all_positions_of_tic_tac_toe_have_keys_of_their_own_but_not_with_few_bits(self):
        positions, whole, few = (
            list(solve(TicTacToe())),
            Zobrist(9, "XO"),
            Zobrist(9, "XO", bits=12),
        )
        assert len({whole.key(p) for p in positions}) == len(positions)
        assert len({few.key(p) for p in positions}) < len(positions)
        assert max(few.key(p) for p in positions) < 1 << 12
        assert {Zobrist(9, "XO", bits=1).key(p) for p in positions} == {0, 1}

    def test_a_guarded_table_is_right_however_few_the_bits_and_an_unguarded_one_is_not(self):
        game = TicTacToe()
        wrong = 0
        for seed in range(8):
            key = Zobrist(9, "XO", bits=8, seed=seed).key
            guarded = KeyedTable(key, slots=200)
            assert alphabeta(game, table=guarded).value == 0
            assert alphabeta(game, depth=4, table=guarded).value == alphabeta(game, depth=4).value
            assert guarded.collisions > 0
            try:
                wrong += alphabeta(game, table=KeyedTable(key, slots=200, guarded=False)).value != 0
            except IllegalMove:  # the move of another position
                wrong += 1
        assert wrong > 0

    def test_a_table_forgets_what_is_written_over(self):
        table = KeyedTable(lambda position: position, slots=2)
        table[1, None] = "one"
        table[3, None] = "three"
        assert (1, None) not in table
        assert table[3, None] == "three"
        assert (len(table), list(table)) == (1, [(3, None)])


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda: ConnectFour(3, 3, 4), "k=4 in a row do not fit a board of 3 x 3"),
        (lambda: ConnectFour(0, 7), "rows=0"),
        (lambda: ConnectFour(2, 2, 2).play("X.\nO.", 0), "column 0 is full"),
        (
            lambda: ConnectFour().play(ConnectFour().start(), 7),
            "7 is not a column: they are numbered from 0 to 6",
        ),
        (lambda: minimax(ConnectFour(2, 2, 2), "X.\n.."), "in column 0 a piece hangs in the air"),
        (lambda: minimax(ConnectFour(2, 2, 2), "..\nXX"), "there are 2 X and 0 O"),
        (lambda: minimax(ConnectFour(2, 2, 2), "..\nXA"), "'A' stands on the board"),
        (lambda: minimax(ConnectFour(2, 2, 2), "...."), "give 2 lines of 2 characters"),
        (lambda: minimax(ConnectFour(2, 3, 2), "OO.\nXX."), "X has 2 in a row already"),
        (lambda: deepen(TicTacToe()), "how long?"),
        (lambda: deepen(TicTacToe(), seconds=0), "seconds=0"),
        (lambda: deepen(TicTacToe(), nodes=-1), "nodes=-1"),
        (lambda: deepen(Matches(3), depth=1.5), "depth=1.5"),
        (lambda: deepen(Matches(0), nodes=5), "play is over at 0"),
        (lambda: mcts(TicTacToe(), rng=np.random.default_rng(1), playouts=0), "playouts=0"),
        (lambda: mcts(Matches(0), rng=np.random.default_rng(1), playouts=5), "play is over"),
        (
            lambda: mcts(Nim((1, 2)), playouts=9, rng=np.random.default_rng(1), span=(-1, 5)),
            "so give (-x, x)",
        ),
        (
            lambda: mcts(Nim((1, 2)), playouts=9, rng=np.random.default_rng(1), span=(5, -5)),
            "span=(5, -5): give two",
        ),
        (
            lambda: mcts(Nim((1, 2)), playouts=9, rng=np.random.default_rng(1), span=1),
            "span=1: give two numbers",
        ),
        (lambda: Zobrist(9, "XO", bits=65), "bits=65: a key has 1 to 64"),
    ],
)
def test_bad_input_is_named(act, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        act()


class TestWhatWasWrong:
    """Wrong answers and crashes of the first edition."""

    @settings(max_examples=100)
    @given(st.integers(0, 10**9))
    def test_what_deepen_calls_exact_is_so_whatever_the_results_are(self, seed):
        rng = np.random.default_rng(seed)
        nodes = {0: [1, 2]}
        for v in range(1, 40):
            children = [int(w) for w in rng.integers(v + 1, 60, size=int(rng.integers(1, 4)))]
            nodes[v] = children if rng.random() < 0.7 else int(rng.integers(-9, 10))
        nodes |= {v: int(rng.integers(-9, 10)) for v in range(40, 60)}

        graph = naive.game(
            start=lambda self: 0,
            moves=lambda self, v: nodes[v],
            play=lambda self, v, w: w,
            outcome=lambda self, v: None if isinstance(nodes[v], list) else nodes[v],
        )
        value = minimax(graph, table={}).value
        for depth in range(1, 6):
            found = deepen(graph, depth=depth, evaluate=lambda v: (v * 7 % 13 - 6) / 4)
            assert found.value == value or not found.exact

    def test_bounds_on_one_side_only_prove_nothing_by_the_other(self):
        class Bounded(MinMaxTree):
            def bounds(self, node):
                return {"a": (3, 5), "x": (-5, -3), "y": (3, 5)}[node]

        plain = MinMaxTree({"A": ["B", "C"], "B": 3, "C": ["D"], "D": ["E", "F"], "E": 9, "F": 1})
        assert [deepen(plain, depth=1, span=span).exact for span in (None, (1, 3))] == [False, True]
        tree = Bounded({"a": ["three", "x"], "three": 3, "x": ["y"], "y": ["five"], "five": 5})
        assert (deepen(tree, depth=1).value, deepen(tree, depth=1).exact) == (3, False)
        assert (
            (deepen(tree, depth=3).value, deepen(tree, depth=3).exact)
            == (minimax(tree).value, True)
            == (5, True)
        )
        assert advise(tree, nodes=4).exact <= (advise(tree, nodes=4).value == 5)

    def test_playouts_that_come_back_end_there(self):
        found = mcts(
            Token(naive.DiGraph([(0, 1), (1, 0)]), 0), playouts=30, rng=np.random.default_rng(1)
        )
        assert (sum(found.visits.values()), found.value, found.exact) == (29, 0, False)

    def test_results_outside_the_span_are_refused(self):
        for worth, two in (
            (5, {"A": ["B", "C"], "B": -5, "C": 1}),
            (9, {"A": ["D"], "D": ["B"], "B": 9}),
        ):
            with pytest.raises(
                ValueError, match=rf"the result at 'B' is -?{worth}, but span=\(-1, 1\)"
            ):
                mcts(MinMaxTree(two), rng=np.random.default_rng(1), playouts=9)
            assert abs(
                mcts(MinMaxTree(two), rng=np.random.default_rng(1), playouts=9, span=(-9, 9)).value
            ) in (1, 9)
