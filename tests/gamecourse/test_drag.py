import numpy as np
import pytest
from hand import unpacked

from gamecourse.show.chase import Chase
from gamecourse.show.colours import MARKS, palette
from gamecourse.show.heat import board_columns
from gamecourse.show.stage.table import MOST_CHARACTERS
from gamefast import registry, solve
from gamelib.games import CopsAndThief

BOARD = CopsAndThief.from_text("..P..E\n...**.\n......\n.*...T\n....**")
HIDEOUT = CopsAndThief.from_text("......\n.T**.E\n....P.\n....*.\n......")


def scattered(seed, share=0.2):
    """A board of 12 x 12 with walls at random."""
    cells = np.where(np.random.default_rng(seed).random((12, 12)) < share, "*", ".")
    cells[0, 0], cells[11, 11], cells[6, 11] = "P", "T", "E"
    return CopsAndThief.from_text("\n".join("".join(row) for row in cells))


@pytest.mark.parametrize(
    "board", [BOARD, HIDEOUT, scattered(1)], ids=["lecture", "drawn", "12 x 12"]
)
def test_the_columns_are_the_solution_by_both_routes(board):
    scene = Chase(board).scene
    table = unpacked(scene["table"])
    assert table == board_columns(solve(registry.arena(board).explicit()))
    assert scene["picture"]["palette"] == palette(max(table["moves"]))
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


def test_a_larger_board_is_refused_and_one_is_told_what_to_do():
    large = CopsAndThief(("." * 13,) * 12, (0, 0), (1, 1))
    with pytest.raises(
        ValueError, match=r"156 free cells, and a page carries .* 144 at most: .*plots\.heat"
    ):
        Chase(large)
    largest = Chase(CopsAndThief(("." * 12 + "*",) * 12, (0, 0), (1, 1)))
    assert len(largest.scene["table"]) < MOST_CHARACTERS / 10
    with pytest.raises(ValueError, match="turn='cops': give 'policeman' or 'thief'"):
        Chase(BOARD, turn="cops")


def test_the_text_is_of_the_position_that_is_shown():
    chase = Chase(BOARD)
    chase.position = ((0, 2), (3, 5), "thief")
    assert "WIN in 5: the thief moves first, and the thief gets away." in chase.as_text()
    chase.state = {**chase.state, "of": "thief"}
    assert chase.as_text().endswith("L10 L10 L10 L10   #   #")
    with pytest.raises(ValueError, match="the thief cannot stand on"):
        chase.position = ((0, 2), (1, 3), "thief")
