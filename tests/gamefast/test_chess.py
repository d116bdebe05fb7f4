"""Endings of chess against python-chess, another's rules. `make peers` runs this where python-chess
is installed.
"""

from contextlib import suppress
from importlib.util import find_spec

import numpy as np
import pytest

from gamefast import Ending, registry
from gamefast.endings.ending import TURNS, WHITE
from gamelib import DRAW, LOSS

pytestmark = pytest.mark.skipif(
    find_spec("chess") is None, reason="python-chess is not installed; `make peers` does it"
)

THREE = ["KQK", "KRK", "KBK", "KNK", "KKQ", "KKR", "KKN"]
FOUR = [
    "KBBK",
    "KBNK",
    "KNNK",
    "KQRK",
    "KRRK",
    "KQKQ",
    "KQKR",
    "KQKB",
    "KQKN",
    "KRKR",
    "KRKB",
    "KRKN",
    "KBKN",
    "KKBN",
]
DRAWN = 150  # positions for each ending, legal or not


def board_of(game, position):
    """The position on a board of python-chess."""
    import chess

    board = chess.Board(None)
    board.turn = chess.WHITE if position[-1] == WHITE else chess.BLACK
    white = game.pieces.index("K", 1)
    for j, (letter, square) in enumerate(zip(game.pieces, position[:-1], strict=True)):
        if square is not None:
            board.set_piece_at(
                chess.parse_square(square),
                chess.Piece.from_symbol(letter if j < white else letter.lower()),
            )
    return board


def drawn_at_random(game, rng):
    """Pieces anywhere, kings close more often than not, others now and then captured; equal ones in
    order, if two.
    """
    squares = [str(s) for s in rng.choice(game.squares, len(game.pieces), replace=False)]
    if rng.random() < 0.3:  # at the edge there are mates
        squares[game.pieces.index("K", 1)] = str(
            rng.choice([s for s in game.squares if s[0] == "a"])
        )
    if len({*squares}) < len(squares):
        return drawn_at_random(game, rng)
    found = [
        None if letter != "K" and rng.random() < 0.1 else s
        for letter, s in zip(game.pieces, squares, strict=True)
    ]
    for j in range(1, len(found)):
        if game.pieces[j - 1 : j + 1] in ("QQ", "RR", "BB", "NN"):
            found[j - 1 : j + 1] = sorted(
                found[j - 1 : j + 1], key=lambda s: game.squares.index(s) if s else 64
            )
    return (*found, TURNS[rng.integers(2)])


def is_position(game, position):
    with suppress(ValueError):
        game.check_position(position)
        return True
    return False


def compare(game, position):
    """Legality, moves, what they lead to, and how play ends: 'mate', 'stalemate', '' or
    'illegal'.
    """
    board = board_of(game, position)
    assert is_position(game, position) == (not board.was_into_check()), position
    if board.was_into_check():
        return "illegal"
    if board.occupied.bit_count() == 2:
        assert game.outcome(position) == DRAW
        return "alone"
    moves = game.moves(position)
    assert len({*moves}) == len(moves)
    assert {*moves} == {move.uci() for move in board.legal_moves}, position
    for move in moves:
        board.push_uci(move)
        assert board_of(game, game.play(position, move)).board_fen() == board.board_fen(), (
            position,
            move,
        )
        board.pop()
    how = "mate" if board.is_checkmate() else "stalemate" if board.is_stalemate() else ""
    assert game.outcome(position) == {"mate": LOSS, "stalemate": DRAW, "": None}[how], position
    return how


@pytest.mark.parametrize("pieces", THREE + FOUR)
def test_legality_moves_and_ends_at_random_positions(pieces):
    game, rng = Ending(pieces), np.random.default_rng(17)
    seen = [compare(game, drawn_at_random(game, rng)) for _ in range(DRAWN)]
    assert {"", "illegal"} <= {*seen}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pieces", "mates", "stalemates"), [("KQK", 20, 5), ("KRKN", 20, 0), ("KBNK", 20, 20)]
)
def test_mates_and_stalemates_are_those_of_python_chess(pieces, mates, stalemates):
    """The ends of the numbered game, sampled: so the compiled rules are compared, too."""
    game, rng = Ending(pieces), np.random.default_rng(17)
    arena = registry.arena(game)
    for result, least, how in ((-1, mates, "mate"), (0, stalemates, "stalemate")):
        codes = np.flatnonzero((arena.degrees == 0) & (arena.ends == result))
        found = [
            compare(game, arena.decode(int(code)))
            for code in rng.choice(codes, min(len(codes), 60), replace=False)
        ]
        assert {*found} <= {how, "alone"}
        assert found.count(how) >= least
