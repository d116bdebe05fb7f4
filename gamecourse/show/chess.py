"""A chess board as it looks on the stage and in figures: its two shades, the names of its squares, its pieces."""

from __future__ import annotations

#: The light squares and the dark ones, as in ``stage/js/stage.css``: none of the colours of an outcome.
SHADES = "#FFFFFF", "#B4C3A4"

#: A piece by its letter, as in a FEN: capital letters are White's.
CHESSMEN = {
    letter: f"{side} {name}"
    for side, letters in (("white", "KQRBNP"), ("black", "kqrbnp"))
    for letter, name in zip(letters, ("king", "queen", "rook", "bishop", "knight", "pawn"), strict=True)
}


def dark(row: int, column: int, rows: int) -> bool:
    """Whether a square is a dark one: a1, on the lower left, is.

    Parameters
    ----------
    row, column
        Of the square, from 0, as they are drawn: from the top, and from the left.
    rows
        How many rows the board has.

    Returns
    -------
    bool

    Examples
    --------
    >>> dark(7, 0, rows=8), dark(7, 1, rows=8)
    (True, False)
    """
    return (rows - 1 - row + column) % 2 == 0


def square(row: int, column: int, rows: int) -> str:
    """The name of a square.

    Parameters
    ----------
    row, column
        Of the square, from 0, as they are drawn: from the top, and from the left.
    rows
        How many rows the board has.

    Returns
    -------
    str

    Examples
    --------
    >>> square(7, 0, rows=8), square(0, 7, rows=8)
    ('a1', 'h8')
    """
    return f"{file(column)}{rows - row}"


def file(column: int) -> str:
    """The letter of a column; behind z comes aa.

    >>> file(0), file(7), file(26)
    ('a', 'h', 'aa')
    """
    return (file(column // 26 - 1) if column >= 26 else "") + chr(ord("a") + column % 26)
