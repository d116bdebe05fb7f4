import base64
import json
import zlib

import numpy as np
import pytest

from gamecourse.show.chase import Chase
from gamecourse.show.heat import board_columns
from gamecourse.show.shades import MARKS, contrast
from gamecourse.show.stage.table import MOST_CHARACTERS
from gamelib import DRAW, solve
from gamelib.games import CopsAndThief

BOARD = CopsAndThief.from_text("..P..E\n...**.\n......\n.*...T\n....**")
HIDEOUT = CopsAndThief.from_text("......\n.T**.E\n....P.\n....*.\n......")
OTHER = {"policeman": "thief", "thief": "policeman"}
RIVAL = {"W": "L", "L": "W", "D": "D"}


def scattered(seed, share=0.2):
    """A board of 12 x 12 with walls at random."""
    cells = np.where(np.random.default_rng(seed).random((12, 12)) < share, "*", ".")
    cells[0, 0], cells[11, 11], cells[6, 11] = "P", "T", "E"
    return CopsAndThief.from_text("\n".join("".join(row) for row in cells))


def unpacked(widget):
    """The columns that the browser gets."""
    return json.loads(zlib.decompress(base64.b64decode(widget.scene["table"])))


@pytest.mark.parametrize("board", [BOARD, HIDEOUT, scattered(1)], ids=["lecture", "drawn", "12 x 12"])
def test_the_columns_are_the_solution_by_both_routes(board):
    table = unpacked(Chase(board))
    assert table == board_columns(solve(board.graph()))
    solution, columns = solve(board), board.shape[1]
    free = [divmod(spot, columns) for spot, what in enumerate(table["terrain"]) if what != "*"]
    n = len(free)
    for p, policeman in enumerate(free):
        for t, thief in enumerate(free):
            for turn, i in (("policeman", t * n + p), ("thief", n * n + p * n + t)):
                verdict = solution[(policeman, thief, turn)]
                there = table["marks"][i], table["moves"][i]
                assert there == (
                    MARKS[verdict.outcome].letter,
                    -1 if verdict.remoteness is None else verdict.remoteness,
                )


@pytest.mark.parametrize("board", [BOARD, HIDEOUT], ids=["lecture", "drawn"])
def test_the_best_moves_can_be_read_off_the_columns(board):
    table, solution = unpacked(Chase(board)), solve(board)
    n, columns = len(board.cells), board.shape[1]

    def column(p, t, turn):
        i = t * n + p if turn == "policeman" else n * n + p * n + t
        return table["marks"][i], table["moves"][i]

    place = {r * columns + c: k for k, (r, c) in enumerate(board.cells)}
    for position in solution:
        p, t = (board.cells.index(cell) for cell in position[:2])
        turn = position[2]
        mark, moves = column(p, t, turn)
        wanted = RIVAL[mark], max(-1, moves - 1)
        best = []
        for spot in table["steps"][turn][p if turn == "policeman" else t]:
            there = (place[spot], t) if turn == "policeman" else (p, place[spot])
            if moves and column(*there, OTHER[turn]) == wanted:
                best.append(divmod(spot, columns))
        assert (best[0] if best else None) == solution.best(position)
        equal = {verdict for move, _, verdict in solution.options(position) if move == solution.best(position)}
        assert best == [move for move, _, verdict in solution.options(position) if {verdict} == equal]


@pytest.mark.parametrize("share", [0, 0.1, 0.3])
def test_the_largest_boards_are_carried_by_a_page(share):
    assert len(Chase(scattered(2, share)).scene["table"]) < MOST_CHARACTERS / 10


def test_a_larger_board_is_refused_and_one_is_told_what_to_do():
    large = CopsAndThief(("." * 13,) * 12, (0, 0), (1, 1))
    with pytest.raises(ValueError, match=r"156 free cells, and a page carries .* 144 at most: .*plots\.heat"):
        Chase(large)
    assert Chase(CopsAndThief(("." * 12 + "*",) * 12, (0, 0), (1, 1))).position == ((0, 0), (1, 1), "policeman")
    with pytest.raises(ValueError, match="turn='cops': give 'policeman' or 'thief'"):
        Chase(BOARD, turn="cops")


def test_the_text_is_of_the_position_that_is_shown():
    chase = Chase(BOARD)
    assert chase.as_text().split("\n")[5:8] == [
        "policeman to move",
        "WIN in 15: the policeman moves first, and the policeman catches the thief.",
        " L6  L6 W15  W9  W5  W5",
    ]
    chase.position = ((0, 2), (3, 5), "thief")
    assert "WIN in 5: the thief moves first, and the thief gets away." in chase.as_text()
    chase.state = {**chase.state, "of": "thief"}
    assert chase.as_text().endswith("L10 L10 L10 L10   #   #")
    assert Chase(HIDEOUT, of="thief", turn="thief").as_text().split("\n")[6:8] == [
        "DRAW: the thief moves first, and neither can force an end.",
        "  D   D   D L14 L10  W1",
    ]
    with pytest.raises(ValueError, match="the thief cannot stand on"):
        chase.position = ((0, 2), (1, 3), "thief")


def test_every_verdict_has_a_colour_on_which_its_ink_can_be_read():
    for board in (BOARD, scattered(3)):
        chase = Chase(board)
        palette, table = chase.scene["picture"]["palette"], unpacked(chase)
        for mark, moves in zip(table["marks"], table["moves"], strict=True):
            fill, ink = palette[mark][max(0, moves)]
            assert contrast(fill, {"black": "#000000", "white": "#ffffff"}[ink]) > 4.5
        assert palette[MARKS[DRAW].letter] == [(MARKS[DRAW].colour.lower(), "black")]
