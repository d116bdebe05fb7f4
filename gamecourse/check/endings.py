"""The exercises of lecture 15, past the edge.

A square is a pair ``(row, column)``, counted from 0; ``king`` and ``rook`` are White's, ``black`` is the lone king.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from math import isqrt
from typing import Any

import numpy as np

from gamecourse.check import RIGHT, Finding, Mistakes, compare, exercise, wrong
from gamecourse.check.machinery.reading import names_of

__all__ = ["BY_HAND"]

#: White's king and rook, and the lone king, whom they have just mated; on 4 x 4.
BY_HAND = ("c3", "a1", "d1")

Square = tuple[int, int]

#: The steps of a rook, a bishop and a knight; a queen and a king step as rook and bishop do.
_STEPS: dict[str, list[Square]] = {
    "R": [(0, 1), (0, -1), (1, 0), (-1, 0)],
    "B": [(1, 1), (1, -1), (-1, 1), (-1, -1)],
    "N": [(r, c) for r, c in product((-2, -1, 1, 2), repeat=2) if abs(r) != abs(c)],
}
_STEPS["Q"] = _STEPS["K"] = _STEPS["R"] + _STEPS["B"]


def _squares(n: int) -> list[Square]:
    return [(r, c) for r in range(n) for c in range(n)]


@exercise(
    "A rook moves along its row and its column. From a2, say: what did the board look like, and who was to move?",
    "White was to move there, so Black had just moved. Could his king stand in check then?",
)
def came_from(answer: Any) -> Finding:
    """The squares from which the rook of BY_HAND may have come with its last move."""
    kind = "a square of this board: they run from a1 to d4"
    names = [f"{column}{row}" for column in "abcd" for row in "1234"]
    squares = names_of(answer, 'the names of squares, as in ["b2", "b3"]', names, kind)
    for square in squares:
        if square in BY_HAND:
            return wrong(f"on {square} a piece stands now; where did the rook stand before?")
        if square[0] != "a" and square[1] != "1":
            return wrong(f"a rook does not go from {square} to a1")
        if square[1] == "1":
            return wrong(f"on {square} the rook gave check already, and it was White's turn: who has moved before?")
    if len({*squares}) < 3:
        return wrong("these are right, but not all" if squares else "it has come from somewhere")
    return RIGHT


def _kings(n: int, turns: int = 3, mirror: bool = True, apart: int = 2, ordered: bool = True) -> int:
    """Placings of two kings up to so many turns of the board, and its mirror; ``apart``: their least distance."""
    classes = set()
    for a, b in product(_squares(n), repeat=2):
        if max(abs(a[0] - b[0]), abs(a[1] - b[1])) >= apart:
            images = [[a, b]]
            for _ in range(turns):
                images.append([(c, n - 1 - r) for r, c in images[-1]])
            if mirror:
                images += [[(c, r) for r, c in image] for image in images]
            classes.add(min(tuple(image if ordered else sorted(image)) for image in images))
    return len(classes)


@exercise(
    "List all placings of the two kings that are not side by side. On 3 x 3 there are 32.",
    "The eight symmetries: (r, c) or (c, r), each of the two counted from this end or from the other.",
    "The smallest of a placing's eight images names its class. How many different names are there?",
)
def kings(answer: Any) -> Finding:
    """kings(n): in how many ways White's and Black's king can stand on n x n, not side by side, up to symmetry."""
    mistakes: Mistakes = {
        "Kings may not stand side by side": partial(_kings, apart=1),
        "Kings must not stand on one square, nor side by side": partial(_kings, apart=0),
        "Those are all placings; mirror images count once": partial(_kings, turns=0, mirror=False),
        "A mirror leaves a king on the diagonal where he is: a class may have four": lambda n: _kings(n, 0, False) // 8,
        "You have the turns of the board; it has mirrors, too": partial(_kings, mirror=False),
        "One king is White's, the other Black's: they are not alike": partial(_kings, ordered=False),
    }
    return compare(answer, _kings, [(n,) for n in range(1, 9)], mistakes=mistakes)


def _largest(memory: int, bits: int) -> int:
    return isqrt(isqrt(4 * memory // bits))


@exercise(
    "How many positions has the chase on an empty n x n board? Two people, and whose turn it is.",
    "A byte is eight bits: 2 * n**4 * bits must not be more than 8 * memory.",
    "Try n = 1, 2, 3, ... while the next one fits; or take a root, and look at its neighbours.",
)
def largest(answer: Any) -> Finding:
    """largest(memory, bits): the widest empty board whose chase, at so many bits a position, fits so many bytes."""
    sizes = [(4, 16), (10, 2), (63, 24), (64, 2), (100, 1), (162, 8), (1_000, 24), (2_500, 2), (4_095, 64)]
    sizes += [(bits * n**4 // 4 + more, bits) for n in (7, 24, 99, 150, 355) for bits in (8, 24) for more in (-1, 0)]
    sizes += [(8 * 10**9, bits) for bits in (2, 24, 32, 298)] + [(10**15, 2)]
    mistakes: Mistakes = {
        "memory is in bytes, and a byte is eight bits": lambda memory, bits: isqrt(isqrt(memory // bits // 2)),
        "bits are not bytes": lambda memory, bits: isqrt(isqrt(32 * memory // bits)),
        "Either of the two may be to move": lambda memory, bits: isqrt(isqrt(8 * memory // bits)),
        "Policeman and thief each have n * n cells": lambda memory, bits: isqrt(4 * memory // bits),
        "That one does not fit any more": lambda memory, bits: _largest(memory, bits) + 1,
    }
    return compare(answer, _largest, sizes, mistakes=mistakes)


def _attacked(n: int, piece: str, at: Square, blocks: set[Square]) -> set[Square]:
    """The squares that a piece attacks; those in ``blocks`` stop it."""
    found = set()
    for dr, dc in _STEPS[piece]:
        r, c = at[0] + dr, at[1] + dc
        while 0 <= r < n and 0 <= c < n:
            found.add((r, c))
            if (r, c) in blocks or piece in "KN":
                break
            r, c = r + dr, c + dc
    return found


def _near(a: Square, b: Square) -> bool:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1])) <= 1


def _unmoves(n: int, king: Square, rook: Square, black: Square, but: str = "") -> set[tuple[Square, Square]]:
    """White's moves turned round: where king and rook may have stood, White to move; ``but`` forgets some rules."""
    found = set()
    squares = {*_squares(n)} - {king, rook, black}
    pairs = [(k, rook) for k in squares if "king" not in but] + [(king, r) for r in squares if "rook" not in but]
    for k, r in pairs:
        if "apart" not in but and _near(k, black):
            continue
        if "check" not in but and black in _attacked(n, "R", r, set() if "shield" in but else {k}):
            continue
        blocks = set() if "blocks" in but else {king, black}
        if king in _attacked(n, "K", k, set()) if k != king else rook in _attacked(n, "R", r, blocks):
            found.add((k, r))
    return found


def _boards() -> Iterator[tuple[int, Square, Square, Square]]:
    """Positions with Black to move, from small to large: some of each size."""
    rng = np.random.default_rng(15)
    for n, share in ((3, 0.3), (4, 0.03), (5, 0.006), (6, 0.001)):
        for king, rook, black in product(_squares(n), repeat=3):
            if len({king, rook, black}) == 3 and not _near(king, black) and rng.random() < share:
                yield n, king, rook, black


@exercise(
    "A piece goes back as it goes forward, over empty squares: the rook along its lines, the king one step.",
    "Nobody was captured: Black has nothing but his king. So a square to go back to has to be empty.",
    "Before his move it was White's turn: the kings not side by side, and the rook does not attack the black king.",
)
def unmoves(answer: Any) -> Finding:
    """unmoves(n, king, rook, black): all (king, rook) from which White can have moved to this position."""
    mistakes: Mistakes = {
        "It was White's turn: Black cannot have been in check": partial(_unmoves, but="check"),
        "A king that stands between keeps the check off": partial(_unmoves, but="shield"),
        "A rook goes over empty squares only, back as forward": partial(_unmoves, but="blocks"),
        "White's king may have moved, too": partial(_unmoves, but="king"),
        "The rook may have moved, too": partial(_unmoves, but="rook"),
        "Kings never stand side by side, before the move neither": partial(_unmoves, but="apart"),
        "Neither may Black have been in check, nor the kings side by side": partial(_unmoves, but="check, apart"),
    }
    return compare(answer, _unmoves, _boards(), mistakes=mistakes)


def _longer(m: int, n: int, pieces: int, rounds: bool) -> Fraction:
    ratio = Fraction(n, m)
    return ratio ** (2 * pieces) * (ratio if rounds else 1)


@exercise(
    "How many times as many positions are there? Each piece has n * n squares instead of m * m.",
    "Once for each move: the time grows as the positions do. In rounds: also as their number, which grows as the side.",
    "Fraction(n, m) to a power. Twice as wide, three pieces, in rounds: 2**7.",
)
def longer(answer: Any) -> Finding:
    """longer(m, n, pieces, rounds): how many times as long n x n takes as m x m did, a Fraction."""
    sides = [(1, 2), (2, 3), (4, 8), (12, 24), (8, 6), (100, 300), (10, 10), (7, 16)]
    mistakes: Mistakes = {
        "A piece stands in a row and in a column": lambda m, n, pieces, rounds: Fraction(n, m) ** (pieces + rounds),
        "With rounds=True every position is read in each round": lambda m, n, k, _: _longer(m, n, k, False),
        "Only with rounds=True is every position read again and again": lambda m, n, k, _: _longer(m, n, k, True),
        "m was measured, n is asked for": lambda m, n, pieces, rounds: _longer(n, m, pieces, rounds),
    }
    inputs = [(m, n, pieces, rounds) for m, n in sides for pieces in (2, 3, 4) for rounds in (False, True)]
    return compare(answer, _longer, inputs, mistakes=mistakes)


def _mates(n: int, piece: str, but: str = "") -> int:
    """Mates of the lone king by king and piece; ``but`` forgets a rule."""
    count = 0
    squares = _squares(n)
    for king, black in product(squares, repeat=2):
        if king == black or (but != "apart" and _near(king, black)):
            continue
        steps, near = _attacked(n, "K", black, set()), _attacked(n, "K", king, set())
        for at in set(squares) - {king, black}:
            taken = _attacked(n, piece, at, {king, black} if but == "through" else {king})
            free = steps - near - taken - {king, at}
            if but != "capture" and at in steps and (but == "guarded" or at not in near):
                free.add(at)
            count += (black in taken or but == "check") and not free
    return count


@exercise(
    "He is mated if he is in check and each step leads into check: next to a king, or onto a line of the piece.",
    "He may capture the piece, if it stands beside him and White's king does not guard it.",
    "He cannot flee along the line of a rook: it goes on behind him. Only White's king stops it.",
)
def mates(answer: Any) -> Finding:
    """mates(n, piece): how many positions of king and piece against king are mate, on n x n."""
    mistakes: Mistakes = {
        "Who is not in check is stalemated, not mated": partial(_mates, but="check"),
        "He may capture what nobody guards": partial(_mates, but="capture"),
        "What White's king guards cannot be captured": partial(_mates, but="guarded"),
        "He cannot flee along the line: it goes on behind him": partial(_mates, but="through"),
        "The kings never stand side by side": partial(_mates, but="apart"),
    }
    return compare(answer, _mates, [(n, piece) for n in (3, 4) for piece in "RQBN"], mistakes=mistakes)
