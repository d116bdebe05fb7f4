"""The exercises of lecture 10, tic-tac-toe. A board is a string of nine characters, row by row: X, O or . (free)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from gamecourse.check import RIGHT, Domain, Finding, Mistakes, between, call, compare, exercise, name_of, wins, wrong
from gamecourse.check.machinery.asked import shown
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
def _ordered() -> list[str]:
    """All positions, those with few marks first; among those with as many, those in which play is over."""
    solution = _solution()
    over = {board: GAME.outcome(board) is None for board in solution}
    return sorted(solution, key=lambda board: (-board.count("."), over[board], board[::2]))


#: All positions, and some of them once more.
_BOARDS = Domain(
    lambda: ((board,) for board in (*_ordered(), *_ordered()[::500])),
    between("marks on the board", 0, 9, lambda board: 9 - board.count(".")),
)

#: Other ways to write down cells, and what to ask of them.
_HABITS: dict[str, Callable[[str, Any], Any]] = {
    "Rows and columns are counted from 0: did you begin with 1?": lambda board, cell: (cell[0] - 1, cell[1] - 1),
    "The row comes first, then the column: did you write it the other way round?": lambda board, cell: cell[::-1],
}


@exercise(
    "Five cells are enough to think about, because the board is its own mirror image.",
    "X takes a corner beside the first mark, and O must meet the threat. If X can then make two threats, O loses.",
    "The centre is one of them. The other three lie in the row and in the column of the X.",
)
def answers_to_the_edge(answer: Any) -> Finding:
    """O's answers that do not lose when X has begun at (0, 1), as a list of cells (row, column)."""
    board = GAME.play(GAME.start(), (0, 1))
    right = {move for move, _, verdict in _solution().options(board) if verdict.value == -_solution()[board].value}
    given = pairs_of(answer, "(row, column)", "a list of cells (row, column)")
    if not given:
        return wrong("your list is empty, but against some answers X cannot win.")
    read_so = [words for words, meant in _HABITS.items() if {meant(board, cell) for cell in given} == right]
    habit = f" {read_so[0]} Read like that, your list is right." if read_so else ""
    for cell in given:
        if cell not in GAME.moves(board):
            return wrong(f"{cell} is not a free cell of the board.{habit}")
        if cell not in right:
            line = _solution().line(GAME.play(board, cell))
            play = Played(GAME, board, (cell, *line), names=("O", "X"))
            return wrong(f"after {cell} X wins, moving first: {', '.join(map(str, line))}.{habit}", play)
    return RIGHT if set(given) == right else wrong("your cells are good, but there are more.")


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

_MISTAKES: Mistakes = {
    **{f"Your function overlooks the {kind}.": _without(*lines) for kind, lines in _KINDS.items()},
    **{f"Your function overlooks the line of the places {a}, {b} and {c}.": _without((a, b, c)) for a, b, c in _LINES},
    "Your function takes three free cells for three in a row.": _without(free=""),
    "On a full board, too, look for three in a row first.": lambda board: _ending(board) if "." in board else "draw",
    "While a cell is free, too, look for three in a row first.": lambda board: None if "." in board else _ending(board),
}


@exercise(
    "There are eight lines: three rows, three columns, two diagonals. Write down the places of their cells, 0 to 8.",
    "First ask for three in a row. Only if nobody has it, ask whether a cell is free.",
    domain=_BOARDS,
)
def ending(answer: Any) -> Finding:
    """ending(board): "X" or "O" with three in a row, "draw" for a full board without, None if play goes on."""
    return compare(answer, _ending, _BOARDS, mistakes=_MISTAKES, nothing="play goes on")


@exercise(
    "Turn the board by a quarter: the cell (r, c) of the new one is the cell (2 - c, r) of the old one.",
    "Four turns, and the same of the mirror image: eight boards. Take the smallest, min(...).",
    domain=_BOARDS,
)
def representative(answer: Any) -> Finding:
    """representative(board): one of the up to eight images of a board, the same one for all of them."""
    chosen: dict[str, tuple[str, Any]] = {}
    for (board,) in _BOARDS:
        who = f"{name_of(answer)}({board!r})"
        image = call(answer, board, who=who, what="an image of the board")
        if not isinstance(image, str) or image not in GAME.images(board):
            return wrong(f"{who} is {shown(image)}, which is not an image of the board.")
        key = GAME.representative(board)[0]
        other, before = chosen.setdefault(key, (board, image))
        if before != image:
            return wrong(f"{who} is {image!r}, but {before!r} is what you give for {other!r}, {_turned(other, board)}.")
    return RIGHT


def _turned(one: str, other: str) -> str:
    """How one board comes from another: it is the same, or turned alone, or seen in a mirror."""
    if one == other:
        return "the same board"
    turns = {one}
    for _ in range(3):
        one = "".join(one[3 * (2 - c) + r] for r in range(3) for c in range(3))
        turns.add(one)
    return "which is the same board turned" if other in turns else "which is the same board in a mirror"


@exercise(
    "Ask in this order: can X complete a line? Must X block one? Otherwise take a cell that makes two threats, or the "
    "centre.",
    "Begin in a corner or in the centre. If every move of X threatens, O has no time for a threat.",
    "A table of what to do is simplest to get right. It needs only the boards that can occur with your own moves.",
)
def never_lose(answer: Any) -> Finding:
    """A strategy for X, board -> cell (row, column), that never loses; X begins."""
    return wins(GAME, answer, GAME.start(), draws=True, habits=_HABITS)
