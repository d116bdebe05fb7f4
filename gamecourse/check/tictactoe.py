"""The exercises of lecture 10, tic-tac-toe. A board is a string of nine characters, row by row: X, O or . (free)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from gamecourse.check import RIGHT, Finding, Mistakes, call, compare, exercise, name_of, wins, wrong
from gamecourse.check.machinery.asked import brief
from gamecourse.check.machinery.reading import pairs_of
from gamecourse.check.machinery.trial import Played
from gamelib import Solution, solve
from gamelib.games import TicTacToe

__all__ = ["GAME"]

GAME = TicTacToe()


@cache
def _solution() -> Solution:
    return solve(GAME)


@cache
def _boards() -> list[tuple[str]]:
    """All positions, those with few marks first; among those with as many, those in which play is over."""
    solution = _solution()
    over = {board: GAME.outcome(board) is None for board in solution}
    return [(board,) for board in sorted(solution, key=lambda board: (-board.count("."), over[board], board[::2]))]


#: Other ways to write down cells, and what to ask whoever writes them so.
_HABITS: dict[str, Callable[[str, Any], Any]] = {
    "Rows and columns are counted from 0: did you begin with 1?": lambda board, cell: (cell[0] - 1, cell[1] - 1),
    "The row comes first, then the column: did you write it the other way round?": lambda board, cell: cell[::-1],
}


@exercise(
    "Five cells are enough to think about: the board is the same left and right.",
    "X takes a corner beside his mark, and O must meet the threat. When can X then make two at once? That loses.",
    "The centre is one of them. The other three lie in the row and in the column of the X.",
)
def answers_to_the_edge(answer: Any) -> Finding:
    """O's answers that do not lose when X has begun at (0, 1), as a list of cells (row, column)."""
    board = GAME.play(GAME.start(), (0, 1))
    right = {move for move, _, verdict in _solution().options(board) if verdict.value == -_solution()[board].value}
    given = pairs_of(answer, "(row, column)", "a list of cells (row, column)")
    if not given:
        return wrong("your list is empty: against some answers X cannot win")
    habit = "".join(f". {words}" for words, meant in _HABITS.items() if {meant(board, cell) for cell in given} == right)
    for cell in given:
        if cell not in GAME.moves(board):
            return wrong(f"{brief(cell)} is not a free cell of the board{habit}")
        if cell not in right:
            line = _solution().line(GAME.play(board, cell))
            play = Played(GAME, board, (cell, *line))
            return wrong(f"after {cell} X wins: {', '.join(map(str, line))} (X begins){habit}", play)
    return RIGHT if set(given) == right else wrong(f"these are good, but there are more: {len(right)} in all")


#: The lines, by kind.
_KINDS = {
    "rows": [(0, 1, 2), (3, 4, 5), (6, 7, 8)],
    "columns": [(0, 3, 6), (1, 4, 7), (2, 5, 8)],
    "diagonals": [(0, 4, 8), (2, 4, 6)],
}
_LINES = [line for lines in _KINDS.values() for line in lines]


def _without(*lines: tuple[int, int, int], free: str = ".") -> Callable[[str], str | None]:
    """Who has won, if these lines do not count, or three free cells count as a line."""

    def ending(board: str) -> str | None:
        kept = (line for line in _LINES if line not in lines)
        rows = (board[a] for a, b, c in kept if board[a] == board[b] == board[c] != free)
        return next(rows, None if "." in board else "draw")

    return ending


_ending = _without()


def _saying(words: Mapping[str | None, str | None]) -> Callable[[str], str | None]:
    """The ending with some answers in the place of others."""
    return lambda board: words.get(_ending(board), _ending(board))


_MISTAKES: Mistakes = {f"Are the {kind} looked at?": _without(*lines) for kind, lines in _KINDS.items()}
_MISTAKES |= {f"Is the line of the places {a}, {b} and {c} looked at?": _without((a, b, c)) for a, b, c in _LINES}
_MISTAKES |= {
    "O can win, too": _saying({"O": None}),
    "Three free cells in a row are no win": _without(free=""),
    "On a full board, too, look for three in a row first": lambda board: _ending(board) if "." in board else "draw",
    "While a cell is free, too, look for three in a row first": lambda board: None if "." in board else _ending(board),
    "While a cell is free and nobody has three in a row, play goes on: None": _saying({None: "draw"}),
    "A full board on which nobody has three in a row is a draw": _saying({"draw": None}),
    "Who has won is who has moved last, not who is to move": _saying({"X": "O", "O": "X"}),
}


@exercise(
    "There are eight lines: three rows, three columns, two diagonals. Write down the places of their cells, 0 to 8.",
    "First ask for three in a row; only if nobody has it, whether a cell is free.",
)
def ending(answer: Any) -> Finding:
    """ending(board): "X" or "O" who has three in a row, "draw" for a full board without, None if play goes on."""
    return compare(answer, _ending, _boards(), mistakes=_MISTAKES, nothing="play goes on")


def _as_board(image: Any) -> Any:
    """A board that is given as a list of characters, or of three rows, or in three lines."""
    if isinstance(image, str):
        return "".join(image.split())
    if isinstance(image, list | tuple) and all(isinstance(part, str) for part in image):
        return "".join(image)
    rows = isinstance(image, list | tuple) and all(isinstance(part, list | tuple) for part in image)
    return _as_board([mark for row in image for mark in row]) if rows and image else image


@exercise(
    "Turn the board by a quarter: the cell (r, c) of the new one is the cell (2 - c, r) of the old one.",
    "Four turns, and the same of the mirror image: eight boards. Take the smallest, min(...).",
)
def representative(answer: Any) -> Finding:
    """representative(board): one of the up to eight images of a board, the same one for all of them."""
    chosen: dict[str, tuple[str, Any]] = {}
    for (board,) in _boards():
        who = f"{name_of(answer)}({board!r})"
        found = call(answer, board, who=who, what="an image of the board")
        image = _as_board(found)
        if not isinstance(image, str) or image not in {*GAME.images(board)}:
            return wrong(f"{who} is {brief(found)}, which is no image of it")
        key = GAME.representative(board)[0]
        other, before = chosen.setdefault(key, (board, image))
        if before != image:
            how = _turned(other, board)
            return wrong(f"{other!r} and {board!r} are images of each other, but get {before!r} and {image!r}{how}")
    return RIGHT


def _turned(one: str, other: str) -> str:
    """How one board comes from another, where it comes by turning alone, or by a mirror alone."""
    turns = {one}
    for _ in range(3):
        one = "".join(one[3 * (2 - c) + r] for r in range(3) for c in range(3))
        turns.add(one)
    return ": the one is the other turned" if other in turns else ": the one is the other in a mirror"


@exercise(
    "In this order: can I complete a line? Must I block one? Else a cell that makes two threats, or the centre.",
    "Begin in a corner or in the centre. With a threat each move, the opponent has no time for one of his own.",
    "Simplest to get right: a table of what to do, but only for boards that can occur with your own moves.",
)
def never_lose(answer: Any) -> Finding:
    """A strategy for X, board -> cell (row, column), that never loses; X begins."""
    return wins(GAME, answer, GAME.start(), draws=True, habits=_HABITS)
