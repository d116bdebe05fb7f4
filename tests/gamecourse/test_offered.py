"""What a game offers beside its rules is looked at like the rules themselves, and a slip is named."""

import numpy as np
import pytest

from gamecourse.check import RIGHT, wins
from gamecourse.show import boards, widgets
from gamelib import WIN, IllegalMove, Quotient, advise, alphabeta, check_game, deepen, solve


class Cells:
    """Two cells; who fills the last one loses."""

    shape = (1, 2)

    def start(self):
        return ".."

    def moves(self, cells):
        return [(0, c) for c, mark in enumerate(cells) if mark == "."]

    def play(self, cells, move):
        return cells[: move[1]] + "x" + cells[move[1] + 1 :]

    def outcome(self, cells):
        return None if "." in cells else WIN

    def text(self, cells):
        return cells

    def representative(self, cells):
        return min(cells, cells[::-1]), lambda move: (0, 1 - move[1]) if cells > cells[::-1] else move


def changed(game, **offered):
    """The same game, which offers other things."""
    return type("Mine", (game,), offered)()


def quotient_solved(game):
    return solve(Quotient(game))


OFFERED = [
    (
        {"representative": lambda self, cells: min(cells, cells[::-1])},
        quotient_solved,
        r"representative\('\.\.'\) gives '\.\.'",
    ),
    (
        {"representative": lambda self, cells: None},
        advise,
        r"representative\('\.\.'\) gives None: give a pair \(rep, back\)",
    ),
    (
        {"representative": lambda self, cells: (cells, None)},
        advise,
        r"gives \('\.\.', None\): give a pair \(rep, back\)",
    ),
    (
        {"order": lambda self, cells, moves: moves.sort()},
        alphabeta,
        r"the ordered moves at '\.\.' are None: order gives",
    ),
    ({"bounds": lambda self, cells: None}, alphabeta, r"the bounds of '\w?\.*' are None: give a pair"),
    (
        {"bounds": lambda self, cells: 1},
        lambda game: deepen(game, depth=2),
        r"the bounds of '\w?\.*' are 1: give a pair",
    ),
    ({"bounds": lambda self, cells: ("-1", "1")}, alphabeta, r"the bounds of '\w?\.*' are \('-1', '1'\): give a pair"),
    ({"shape": "1x2"}, boards.draw, r"the shape of Mine is '1x2': give \(rows, columns\)"),
    ({"shape": 2}, widgets.Play, r"the shape of Mine is 2: give \(rows, columns\)"),
]


@pytest.mark.parametrize(("slip", "asked", "said"), OFFERED)
def test_what_a_game_offers_beside_its_rules_is_looked_at_too(slip, asked, said):
    with pytest.raises(ValueError, match=said):
        asked(changed(Cells, **slip))
    if "shape" not in slip:
        with pytest.raises(AssertionError, match=said):
            check_game(changed(Cells, **slip))


def test_the_right_ones_are_taken():
    game = changed(
        Cells, order=lambda self, cells, moves: reversed(moves), bounds=lambda self, cells: [-1.0, np.int64(1)]
    )
    check_game(game)
    assert alphabeta(game).value == deepen(game, depth=3).value == solve(Quotient(game))[".."].value == 1


@pytest.mark.parametrize("move", [(9, 9), None, [0, 0], np.array([0, 0])])
def test_a_map_shows_no_strategy_that_breaks_the_rules(move):
    with pytest.raises(IllegalMove, match="is not one of the moves"):
        boards.strategy_map(Cells(), lambda cells: move)


@pytest.mark.parametrize(
    ("slip", "said"),
    [
        ({"moves": lambda self, cells: None}, r"the moves at '\.\.' are None: give a list of moves"),
        ({"play": lambda self, cells, move: None}, r"play\('\.\.', \(0, 0\)\) gives None: it must return"),
        (
            {"outcome": lambda self, cells: "." not in cells},
            r"the outcome of '\.\.' is False: give None where play goes on",
        ),
    ],
)
def test_an_exercise_of_ones_own_names_what_its_game_says_wrongly(slip, said):
    def first(cells):
        return (0, cells.index("."))

    with pytest.raises(ValueError, match=said):
        wins(changed(Cells, **slip), first, "..")
    with pytest.raises(TypeError, match="Cells is a class: make a game of it first"):
        wins(Cells, first, "..")
    assert wins(Cells(), first, "..") == RIGHT
