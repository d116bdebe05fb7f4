"""Boards as text, and the regions into which they fall.

A board is a text of rows with line breaks between them, as ``"..#\\n..."``. Its cells are the pairs
(row, column), counted from 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Cell = tuple[int, int]


def marks_of(board: str) -> dict[Cell, str]:
    """Each cell of a board with the character that stands on it, row by row."""
    return {
        (row, column): mark
        for row, line in enumerate(board.split("\n"))
        for column, mark in enumerate(line)
    }


def board_of(marks: Mapping[Cell, str], blank: str) -> str:
    """The smallest board that holds these cells; every other cell of it is ``blank``.

    >>> board_of({(4, 4): "x", (5, 5): "o"}, ".").split()
    ['x.', '.o']
    """
    rows = [row for row, _ in marks]
    columns = [column for _, column in marks]
    return "\n".join(
        "".join(marks.get((row, column), blank) for column in range(min(columns), max(columns) + 1))
        for row in range(min(rows), max(rows) + 1)
    )


def with_marks(board: str, marks: Mapping[Cell, str]) -> str:
    """The board after some cells have got other characters."""
    characters = list(board)
    width = width_of(board) + 1  # with the line break
    for (row, column), mark in marks.items():
        characters[row * width + column] = mark
    return "".join(characters)


def width_of(board: str) -> int:
    """The number of columns of a board."""
    first, _, _ = board.partition("\n")
    return len(first)


def connected(cells: Iterable[Cell]) -> list[list[Cell]]:
    """The cells in groups: two cells are in one group if a path of neighbours leads from one to
    the other. Neighbours share a side.

    >>> connected([(0, 0), (0, 1), (2, 1)])
    [[(0, 0), (0, 1)], [(2, 1)]]
    """
    left = dict.fromkeys(cells)  # a set that keeps its order
    groups = []
    while left:
        first = next(iter(left))
        del left[first]
        group = [first]
        for row, column in group:  # the list grows while we walk along it
            for cell in (
                (row - 1, column),
                (row, column - 1),
                (row, column + 1),
                (row + 1, column),
            ):
                if cell in left:
                    del left[cell]
                    group.append(cell)
        groups.append(group)
    return groups


def first_mirror_image(board: str) -> str:
    """The alphabetically first of a board and its mirror images, left to right and top to bottom."""
    lines = board.split("\n")
    mirrored = [line[::-1] for line in lines]
    images = (lines, lines[::-1], mirrored, mirrored[::-1])
    return "\n".join(min(images))


def check_board(given: Any, characters: str, meaning: str) -> None:
    """Raise ValueError, saying why, unless something is a board of these characters.

    ``meaning``: what the characters stand for, in words.
    """
    lines = given.split("\n") if isinstance(given, str) else []
    if not lines or not lines[0] or any(len(line) != len(lines[0]) for line in lines):
        raise ValueError(
            f"{given!r} is not a board: give a text of rows of the same length, with line breaks "
            "between them"
        )
    for mark in "".join(lines):
        if mark not in characters:
            raise ValueError(f"{mark!r} stands on the board {given!r}: {meaning}")
