"""A chess board as it looks on the stage and in figures: its two shades, the letters of its columns, its pieces."""

from __future__ import annotations

#: The light squares and the dark ones, as in ``stage/js/stage.css``: none of the colours of an outcome.
SHADES = "#FFFFFF", "#B4C3A4"

#: A piece by its letter, as in a FEN: capital letters are White's.
CHESSMEN = {
    letter: f"{side} {name}"
    for side, letters in (("white", "KQRBNP"), ("black", "kqrbnp"))
    for letter, name in zip(letters, ("king", "queen", "rook", "bishop", "knight", "pawn"), strict=True)
}


def file(column: int) -> str:
    """The letter of a column; behind z comes aa.

    >>> file(0), file(7), file(26)
    ('a', 'h', 'aa')
    """
    return (file(column // 26 - 1) if column >= 26 else "") + chr(ord("a") + column % 26)
