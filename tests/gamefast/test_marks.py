"""Overwriting tic-tac-toe by arrays of all boards: the values of the walk, and of boards that no
walk reaches.
"""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from naive import overwriting_by_sweeps

from gamefast import chance_values, exact_values, registry
from gamelib.core import TooLarge, UnknownPosition
from gamelib.games import OverwriteTicTacToe, TicTacToe

HALF = Fraction(1, 2)
SWAPPED = str.maketrans("XO", "OX")


class TestOverwriting:
    @pytest.mark.parametrize(
        ("n", "k", "value"),
        [(2, 2, Fraction(1, 3)), pytest.param(3, 3, Fraction(5, 27), marks=pytest.mark.slow)],
    )
    def test_exact_values_against_plain_sweeps_written_from_the_rules(self, n, k, value):
        exact, sweeps = exact_values(OverwriteTicTacToe(n, k)), overwriting_by_sweeps(n, k)
        assert exact["." * (n * n), "X"] == value
        looked_at = 0
        for board, plain in sweeps.items():
            if (board, "X") in exact:
                assert abs(float(exact[board, "X"]) - plain) < 1e-9, board
                assert exact[board.translate(SWAPPED), "O"] == -exact[board, "X"], board
                looked_at += 1
        assert looked_at == {2: 48, 3: 15_248}[n]  # the boards without a row of X

    @pytest.mark.slow
    def test_four_by_four_exactly(self):
        game = OverwriteTicTacToe(4)
        values, start = exact_values(game), game.start()
        assert values[start] == Fraction(1, 9)
        for move in [(0, 0), (0, 1), (1, 1)]:
            assert values[game.play(start, move)] == Fraction(1, 9)
        rng = np.random.default_rng(16)
        for _ in range(100):  # the equations once more, from the rules
            p = "".join(".XO"[d] for d in rng.integers(3, size=16)), "XO"[rng.integers(2)]
            if not any(game._plain.has_row(p[0], mark) for mark in "XO"):
                after = [values[game.play(p, move)] for move in game.moves(p)]
                assert (
                    values[p]
                    == (max, min)[game.turn(p)](after)
                    == values[game.play(p, values.best(p))]
                )

    def test_a_wrong_guess_does_not_pass(self, monkeypatch):
        game, right = OverwriteTicTacToe(3), Fraction.limit_denominator
        for wrong in (
            Fraction(1, 7),
            Fraction(-1, 7),
        ):  # too large, too small, at one value of a hundred
            monkeypatch.setattr(
                Fraction,
                "limit_denominator",
                lambda x, d, wrong=wrong: right(x, d) + (wrong if right(x, d) == HALF else 0),
            )
            with pytest.raises(ValueError, match="could not be guessed"):
                exact_values(game)

    @pytest.mark.parametrize(
        "width", [Fraction(1, 10**9), 0.3]
    )  # compiled code must not see the Fraction
    def test_the_bounds_solve_their_equations_and_images_are_alike(self, width, monkeypatch):
        monkeypatch.setattr("gamefast.machine.kernels.COMPILE_FROM", 0)
        game = OverwriteTicTacToe(3)
        values = chance_values(game, width=width)
        assert values.width <= width
        assert values.lower[game.start()] <= 5 / 27 <= values.upper[game.start()]
        rng = np.random.default_rng(4)
        solved_here = 0
        for _ in range(150):
            p = "".join(".XO"[d] for d in rng.integers(3, size=9)), "XO"[rng.integers(2)]
            if any(game._plain.has_row(p[0], mark) for mark in "XO"):
                continue
            options = [game.play(p, move) for move in game.moves(p)]
            choose = (max, min)[game.turn(p)]
            for bound in (values.lower, values.upper):
                assert abs(bound[p] - choose(bound[q] for q in options)) < 2 * width
            mirrored = "".join(p[0][3 * r + 2 - c] for r in range(3) for c in range(3)), p[1]
            swapped = p[0].translate(SWAPPED), p[1].translate(SWAPPED)
            assert values.lower[p] == values.lower[mirrored] == -values.upper[swapped]
            for image in (p, options[0], options[-1]):
                rep = game.representative(image)[0]
                assert (values.lower[rep], values.upper[rep]) == (
                    values.lower[image],
                    values.upper[image],
                )
            best = game.play(p, values.best(p))
            if p[1] == "X":
                assert values.lower[best] >= values.lower[p]
            else:
                assert values.upper[best] <= values.upper[p]
            solved_here += 1
        assert solved_here > 50

    def test_what_cannot_be_is_named(self):
        values = chance_values(OverwriteTicTacToe(3))
        for position, words in [
            (("XXX......", "X"), "has a row already"),
            (("X.O", "X"), "give 9 characters"),
            ("X.O......", "give \\(board, mover\\)"),
            (("X.O......", "Z"), "give \\(board, mover\\)"),
            (("X.O......", "X", (0, 0)), "it is not one of O's cells"),
        ]:
            for look in (values.lower.__getitem__, values.best):
                with pytest.raises(UnknownPosition, match=words):
                    look(position)
        assert ("X.O......", "X") in values.lower
        assert ("Q", "X") not in values.upper
        with pytest.raises(TooLarge, match="at most 16 cells fit"):
            chance_values(OverwriteTicTacToe(5))
        with pytest.raises(ValueError, match="floating point comes no nearer"):
            chance_values(OverwriteTicTacToe(3), width=1e-17)


class TestMarkGraph:
    def test_symmetric_boards_share_a_place_and_others_do_not(self):
        graph = registry.arena(OverwriteTicTacToe(2))
        plain, places = TicTacToe(2, 2, 2), {}
        for board in product(".XO", repeat=4):
            mine, others = (sum(1 << i for i in range(4) if board[i] == mark) for mark in "XO")
            places.setdefault(graph.place(mine, others), set()).add(
                plain.representative("".join(board))[0]
            )
        # a set with symmetries of its own has some boards twice: a class may have two places, a
        # place one class only
        assert all(len(classes) == 1 for classes in places.values())
        assert len(places) <= len(graph) == sum(2**size for size in (0, 1, 2, 2, 3, 4))
