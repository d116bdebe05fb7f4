import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelib import LOSS, WIN, IllegalMove, check_game
from gamelib.games import CopsAndThief

BOARD = CopsAndThief.from_text("""
P.*.
....
.*TE
""")


def test_a_board_is_read():
    assert BOARD.terrain == ("..*.", "....", ".*.E")
    assert BOARD.policeman == (0, 0)
    assert BOARD.thief == (2, 2)
    assert BOARD.shape == (3, 4)
    assert BOARD.start() == ((0, 0), (2, 2), "policeman")
    assert BOARD.text(((1, 1), (2, 3), "thief")) == "..*.\n.P..\n.*.T\nthief to move"


@pytest.mark.parametrize(
    "text",
    ["3 4\nP.*.\n....\n.*TE", "\n\n 3  4 \nC-*_\n----\n.*TE\n\n  \n", "P.*.\r\n....\r\n.*TE\r\n"],
)
def test_the_same_board_in_other_words(text):
    assert CopsAndThief.from_text(text) == BOARD


def test_who_has_won_depends_on_who_is_to_move():
    at_exit, elsewhere = (2, 3), (1, 1)
    assert BOARD.outcome((elsewhere, elsewhere, "policeman")) == WIN
    assert BOARD.outcome((elsewhere, elsewhere, "thief")) == LOSS
    assert BOARD.outcome((elsewhere, at_exit, "policeman")) == LOSS
    assert BOARD.outcome((elsewhere, at_exit, "thief")) == WIN
    # both on the exit: he is caught, whoever is to move (two of the classical programs let the
    # thief go)
    assert BOARD.outcome((at_exit, at_exit, "policeman")) == WIN
    assert BOARD.outcome((at_exit, at_exit, "thief")) == LOSS
    assert BOARD.outcome((at_exit, elsewhere, "thief")) is None


def test_moves_of_either_player():
    assert BOARD.moves(((1, 1), (1, 2), "policeman")) == [
        (1, 1), (0, 1), (1, 0), (1, 2), (0, 0), (2, 0), (2, 2),
    ]  # fmt: skip
    assert BOARD.moves(((1, 1), (1, 2), "thief")) == [(1, 2), (1, 1), (1, 3), (2, 2)]
    assert BOARD.play(((1, 1), (1, 2), "thief"), (1, 1)) == ((1, 1), (1, 1), "policeman")
    check_game(BOARD)


@pytest.mark.parametrize("move", [(0, 2), (3, 3), (-1, 0), (1, 3), "up", None])
def test_moves_off_the_board_into_walls_or_too_far_are_refused(move):
    with pytest.raises(IllegalMove, match=r"the policeman at \(1, 1\) cannot go to"):
        BOARD.play(((1, 1), (2, 2), "policeman"), move)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("P..\n..T.\n", "row 1 of the board has 4 cells, but row 0 has 3"),
        ("P..\n.x.\n..T\n", r"the cell \(1, 1\) of the board is 'x'; a cell is one of"),
        ("P.\n.\x00\n.T", r"the cell \(1, 1\) of the board is '\\x00'"),
        ("...\n..T", "no policeman on the board: mark the cell with P or C"),
        ("P..\n...", "no thief on the board: mark the cell with T"),
        ("P..\n.CT", r"more than one policeman: one at \(0, 0\), another at \(1, 1\)"),
        ("PT.\n.TT", r"more than one thief: one at \(0, 1\), another at \(1, 1\)"),
        ("\n \n", "the board is empty"),
        ("3 2\nP.\n.T", "the first line says 3 rows, but the board has 2"),
        ("2 3\nP.\n.T", "the first line says 3 columns, but row 0 of the board has 2 cells"),
        ("2 2 2\nP.\n.T", "the first line is '2 2 2': give two numbers"),
        ("-2 2\nP.\n.T", "the first line is '-2 2': give two numbers"),
    ],
)
def test_faulty_boards_are_refused_with_row_and_column(text, message):
    with pytest.raises(ValueError, match=message):
        CopsAndThief.from_text(text)


@given(st.text(alphabet="*EPCT.-_ x\n12", max_size=30))
def test_any_text_is_read_or_refused_in_one_line(text):
    try:
        board = CopsAndThief.from_text(text)
    except ValueError as error:
        refusal = str(error)
        assert "\n" not in refusal
    else:
        assert len(board.cells) >= 2
        check_game(board)


@pytest.mark.parametrize("terrain", [("..", "."), ("",), "..", (1, 2)])
def test_terrain_is_rows_of_equal_length(terrain):
    with pytest.raises(ValueError, match="terrain"):
        CopsAndThief(terrain, (0, 0), (0, 1))


def test_players_stand_on_free_cells():
    with pytest.raises(ValueError, match=r"the thief cannot stand on \(0, 1\): it is a wall"):
        CopsAndThief((".*",), (0, 0), (0, 1))
    for cell in ((-1, 0), (0, -1), (1, 0), (0, 2), [[0], 0]):
        with pytest.raises(
            ValueError, match=f"the policeman cannot stand on {re.escape(str(cell))}"
        ):
            CopsAndThief(("..",), cell, (0, 0))
    assert (
        CopsAndThief((".E",), (0, 1), (0, 0)).outcome(((0, 1), (0, 0), "policeman")) is None
    )  # an exit is free
