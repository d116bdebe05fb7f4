"""Numbers and rules that the course tells in words, derived a second time and by another method
than in the lecture.
"""

import re
from pathlib import Path

import nbformat
import numpy as np
import pytest

from gamefast import solve
from gamefast.boards.chases import tokens_of
from gamefast.distributed.strips import Strips
from gamelib import backward_induction
from gamelib.games import CopsAndThief, TicTacToe, Tree
from gamelib.montecarlo import CURIOSITY, BoundedTree

ROOT = Path(__file__).parents[2]


def printed(lecture, cell):
    """What a cell of a lecture has printed."""
    (path,) = (ROOT / "notebooks").glob(f"{lecture:02}-*.ipynb")
    (found,) = (one for one in nbformat.read(path, as_version=4).cells if one.id == cell)
    return "\n".join(output.get("text") or output.data["text/plain"] for output in found.outputs)


def row(table, name):
    """The numbers in one row of a printed table."""
    line = next(line for line in table.splitlines() if line.startswith(name))
    return [
        int(number) for number in re.findall(r"(?<![\d.])\d+(?![\d.])", line.removeprefix(name))
    ]


def empty_board(side, corner="."):
    """A board without walls, policeman and thief in opposite corners; an exit may be in a third."""
    free = "." * side
    return CopsAndThief((free[1:] + corner, *[free] * (side - 1)), (0, 0), (side - 1, side - 1))


def rounds_until_nothing_is_found(board, folder):
    """How many rounds the blocks of ``solve_spread`` take, all in one block; the last one finds
    nothing.
    """
    arena = tokens_of(board)
    block = Strips(arena.indptr, arena.targets, arena.won, arena.won.shape[0], str(folder))
    own, public = block.begin(0, 0)
    for number in range(1, 1_000):
        own, public, found = block.advance(0, number, own, {0: public})
        if not found:
            return number
    raise AssertionError("play does not end")


@pytest.mark.parametrize(
    ("side", "corner"), [(2, "."), (3, "."), (5, "."), (7, "."), (3, "E"), (5, "E"), (7, "E")]
)
def test_a_round_is_a_move_of_each_player_and_the_last_finds_nothing(side, corner, tmp_path):
    board = empty_board(side, corner)
    moves = int(solve(board).remoteness.max())
    assert moves == 2 * side - 2
    assert rounds_until_nothing_is_found(board, tmp_path) == moves // 2 + 1


def test_lecture_and_recipe_for_a_cluster_count_the_same_rounds():
    table = printed(15, "paper-run")
    (told,) = re.findall(r"^\| rounds .*$", (ROOT / "deploy/README.md").read_text(), re.MULTILINE)
    for side in (100, 300):
        moves = 2 * side - 2
        _exponent, rounds, *_ = row(table, f"chase {side} × {side}")
        assert rounds == moves // 2
        assert f" {side} " in told
    assert {"598", "299", "300"} <= {*re.findall(r"\d+", told)}


def boards_in_play(side):
    """The boards of tic-tac-toe that occur, one layer of marks after another: by playing, not by a
    formula.
    """
    cells = side * side
    lines = np.array([sum(1 << k for k in line) for line in TicTacToe(side, side, side).lines])
    layer, count = np.zeros(1, np.int64), 0  # X in the low bits, O in the high ones
    for number in range(cells + 1):
        count += len(layer)
        mover, other = (0, cells) if number % 2 == 0 else (cells, 0)
        theirs = layer >> other & (1 << cells) - 1
        open_boards = layer[~np.any(theirs[:, None] & lines == lines, axis=1)]
        taken = open_boards | open_boards >> cells
        after = [open_boards[taken >> k & 1 == 0] | 1 << k + mover for k in range(cells)]
        layer = np.unique(np.concatenate(after))
    return count


@pytest.mark.parametrize("side", [3, pytest.param(4, marks=pytest.mark.slow)])
def test_the_boards_of_tic_tac_toe_that_occur_are_counted_by_playing(side):
    table = printed(11, "bigger-count")
    assert row(table, "fillings")[side - 3] == 3 ** (side * side)
    assert row(table, "boards")[side - 3] == boards_in_play(side)


def rows_in_order(pins):
    """The lists of rows that kayles makes of one row of pins; a row that falls apart leaves its
    shorter part first.
    """
    found, todo = set(), [(pins,)]
    while todo:
        rows = todo.pop()
        if rows in found:
            continue
        found.add(rows)
        for at, length in enumerate(rows):
            for gone in (1, 2):
                for left in range((length - gone) // 2 + 1):
                    parts = tuple(part for part in (left, length - gone - left) if part)
                    todo.append(rows[:at] + parts + rows[at + 1 :])
    return found


def test_positions_of_the_three_games_with_rows_in_order_and_as_a_heap_of_rows():
    numbers = dict(re.findall(r"'([^']+)': (\d+)", printed(7, "whole-run")))
    ordered = rows_in_order(7)
    heaps, vertices = 5, 5  # a heap of four matches, a token on five vertices
    assert int(numbers["positions"]) == len(ordered) * heaps * vertices
    assert (
        int(numbers["with rows in no order"])
        == len({tuple(sorted(rows)) for rows in ordered}) * heaps * vertices
    )


def test_a_cutoff_needs_a_zero_sum_game():
    """Ann takes 2, or lets Bob choose: his first move leaves her 1, but he prefers another, with 3
    for her.
    """
    nodes = {
        "start": ("Ann", {"left": (2, 0), "right": "reply"}),
        "reply": ("Bob", {"a": (1, 0), "b": (3, 5)}),
    }
    game = Tree(nodes, players=("Ann", "Bob"))
    assert backward_induction(game)["start"].payoffs[0] == 3

    def search(node, alpha, beta):
        """Alpha-beta on Ann's payoff alone, as if Bob wanted it small."""
        if isinstance(node, tuple):
            return node[0]
        player, moves = nodes[node]
        best = -9 if player == "Ann" else 9
        for there in moves.values():
            value = search(there, alpha, beta)
            if player == "Ann":
                alpha = best = max(best, value)
            else:
                beta = best = min(best, value)
            if alpha >= beta:
                break
        return best

    assert search("start", -9, 9) == 2


@pytest.mark.parametrize("start", [".........", "X........"])
def test_tree_search_goes_to_no_option_whose_value_is_proved(start):
    tree = BoundedTree(TicTacToe(), start, np.random.default_rng(1), CURIOSITY, (-1, 1))
    choose, left_out = tree.select_option, set()

    def watched(node):
        k = choose(node)
        assert not node.options[k].proved
        left_out.update(-option.lower for option in node.options if option.proved)
        return k

    tree.select_option = watched
    for _ in range(2_000):
        if not tree.root.proved:
            tree.playout()
    assert left_out == {-1, 0}  # lost options and drawn ones; an option that wins settles its node
