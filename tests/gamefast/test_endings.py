"""Endings of chess: what has been published about them."""

from functools import cache

import numpy as np
import pytest

from gamefast import Ending, check_solution, solve
from gamefast.endings.ending import BLACK, WHITE
from gamelib import DRAW, LOSS, WIN


@cache
def solved(pieces, rows=8, columns=8):
    return solve(Ending(pieces, rows, columns))


def standing(solution, turn):
    """The positions of a side to move with every piece on the board, as a mask."""
    game, arena = solution.game, solution.graph
    squares, homes = arena.rules.data[0], arena.rules.data[2]
    codes, whole = arena.codes.copy(), np.ones(len(arena), bool)
    for _ in range(len(game.pieces) - 2):
        whole &= codes % (squares + 1) < squares
        codes //= squares + 1
    return whole & (codes // squares // homes == (turn == BLACK))


def longest(solution, turn, outcome):
    """In moves, as chess players count, and at how many positions."""
    plies = solution.remoteness[standing(solution, turn) & (solution.outcome == outcome)]
    return (int(plies.max()) + 1) // 2, int((plies == plies.max()).sum())


def test_the_kings_begin_in_the_middle():
    assert Ending("KRK").start() == ("d1", "e1", "d8", WHITE)
    assert Ending("KQK", 4, 5).start() == ("b1", "c1", "b4", WHITE)  # 4 rows, 5 columns


def test_king_and_rook_with_black_to_move():
    """M. R. B. Clarke, A Quantitative Study of King and Pawn Against King (Advances in Computer
    Chess 1, 1977); the data of M. Bain and A. van Hoff, Chess (King-Rook vs. King), UCI Machine
    Learning Repository, 1994.
    """
    solution = solved("KRK")
    black = standing(solution, BLACK)
    assert black.sum() == 28_056
    assert (black & (solution.outcome == DRAW)).sum() == 2_796
    in_moves = np.bincount(solution.remoteness[black & (solution.outcome == LOSS)] // 2).tolist()
    expected = [
        27,
        78,
        246,
        81,
        198,
        471,
        592,
        683,
        1433,
        1712,
        1985,
        2854,
        3597,
        4194,
        4553,
        2166,
        390,
    ]
    assert in_moves == expected
    assert not (black & (solution.outcome == WIN)).any()


def test_queen_or_rook_with_white_to_move():
    """G. Bazzani, of Nalimov's tables: "Longest Mate in kqk",
    kirill-kryukov.com/chess/discussion-board, 2006.
    """
    assert longest(solved("KQK"), WHITE, WIN) == (10, 1)
    assert longest(solved("KQK"), BLACK, LOSS) == (10, 8)
    assert longest(solved("KRK"), WHITE, WIN) == (16, 121)
    assert longest(solved("KRK"), BLACK, LOSS) == (16, 390)
    assert str(solved("KQK")["a1", "b2", "f5", WHITE]) == "WIN in 19"  # the one position
    assert str(solved("KRK")["a1", "b2", "c3", WHITE]) == "WIN in 31"


@pytest.mark.parametrize(
    ("pieces", "moves"),
    [
        ("KQK", [4, 6, 7, 8, 10]),  # V. Kotesovec, 2013: oeis.org/A225551
        ("KRK", [7, 10, 12, 14, 16]),  # V. Kotesovec, 2013: oeis.org/A225552
        ("KBNK", [14, 13]),  # V. Kotesovec, 2013: oeis.org/A225556
    ],
)
def test_longest_mates_on_boards_from_4_x_4(pieces, moves):
    assert [longest(solved(pieces, n, n), WHITE, WIN)[0] for n in range(4, 4 + len(moves))] == moves


@pytest.mark.parametrize("pieces", ["KBK", "KNK", "KK"])
def test_nobody_wins_with_one_light_piece(pieces):
    """FIDE Laws of Chess (2023), 5.2.2: no series of legal moves leads to mate."""
    assert solved(pieces).counts() == {WIN: 0, LOSS: 0, DRAW: len(solved(pieces))}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pieces", "moves", "positions"),
    [
        ("KBBK", 19, 15),  # 19: Prime Curios! (t5k.org), 274
        (
            "KBNK",
            33,
            138,
        ),  # P. Karrer, in the thread of Bazzani's figures; 33, too: oeis.org/A225556
        (
            "KQKR",
            35,
            10,
        ),  # 35: macechess.blogspot.com, "Chess endgame table base KQKR", 7 October 2010
    ],
)
@pytest.mark.exhaustive
def test_longest_mates_of_four_pieces(pieces, moves, positions):
    solution = solve(Ending(pieces))
    assert longest(solution, WHITE, WIN) == (moves, positions)
    assert check_solution(solution, sample=50_000, rng=np.random.default_rng(1)) == 50_000


@pytest.mark.slow
def test_a_lone_knight_mates_a_king_and_rook_in_five_positions():
    """chess.stackexchange.com/questions/32638: four with the knight to move, and one in which the
    game is over.
    """
    solution = solve(Ending("KNKR"))
    won, over = (
        standing(solution, turn) & (solution.outcome == result)
        for turn, result in ((WHITE, 1), (BLACK, -1))
    )
    assert (won.sum(), over.sum()) == (4, 1)
    for knight in ("d2", "d4", "c5", "a5"):
        assert str(solution["c1", knight, "a1", "a2", WHITE]) == "WIN in 1"
    assert longest(solution, BLACK, WIN)[0] == 40  # E. Nalimov's tables
    assert str(solution["c1", "b3", "a1", "a2", BLACK]) == "LOSS in 0"
