"""The exercises of lecture 08, tic-tac-toe. A board is a string of nine characters, row by row: X, O or . (free)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from gamelib.answers import Solution
from gamelib.check.asked import brief
from gamelib.check.engine import RIGHT, Finding, call, compare, exercise, give, wrong
from gamelib.check.sheet import close
from gamelib.check.trial import wins
from gamelib.core import LOSS
from gamelib.games import TicTacToe
from gamelib.solvers.backward.solve import solve

__all__ = ["GAME", "answers_to_the_edge", "ending", "never_lose", "representative"]

GAME = TicTacToe()


@cache
def _solution() -> Solution:
    return solve(GAME)


def _boards() -> Iterator[tuple[str]]:
    """All positions, those with few marks first."""
    yield from ((board,) for board in sorted(_solution(), key=lambda board: -board.count(".")))


@exercise(
    "The centre is one of them. Three others lie in the row and in the column of the X, or beside it.",
    "Play them against the widget of the lecture with 'Who wins?' on: the answers marked with a disc are good.",
)
def answers_to_the_edge(answer: Any) -> Finding:
    """O's answers that do not lose when X has begun at (0, 1), as a list of cells (row, column)."""
    board = GAME.play(GAME.start(), (0, 1))
    right = {move for move, _, verdict in _solution().options(board) if verdict.value == -_solution()[board].value}
    try:
        given = {tuple(cell) for cell in answer}
    except TypeError:
        return give("a list of cells (row, column)", answer)
    for cell in sorted(given - right, key=str):
        if cell not in GAME.moves(board):
            return wrong(f"{brief(cell)} is not a free cell of the board")
        line = _solution().line(GAME.play(board, cell))
        return wrong(f"after {cell} X wins: {', '.join(map(str, line))} (X begins)")
    return RIGHT if given == right else wrong(f"these are good, but there are more: {len(right)} in all")


@exercise(
    "There are eight lines: three rows, three columns, two diagonals. Write down the places of their cells, 0 to 8.",
    "First ask for three in a row; only if nobody has it, whether a cell is free.",
)
def ending(answer: Any) -> Finding:
    """ending(board): "X" or "O" who has three in a row, "draw" for a full board without, None if play goes on."""

    def right(board: str) -> str | None:
        result = GAME.outcome(board)
        if result == LOSS:
            return "O" if GAME.mover(board) == "X" else "X"
        return None if result is None else "draw"

    return compare(answer, right, _boards())


@exercise(
    "Turn the board by a quarter: the cell (r, c) of the new one is the cell (2 - c, r) of the old one.",
    "Four turns, and the same of the mirror image: eight boards. Take the smallest, min(...).",
)
def representative(answer: Any) -> Finding:
    """representative(board): one of the up to eight images of a board, the same one for all of them."""
    chosen: dict[str, tuple[str, Any]] = {}
    for (board,) in _boards():
        image = call(answer, board, who=f"representative({board!r})")
        if isinstance(image, Finding):
            return image
        images = {"".join(look(board)) for look, _ in GAME._symmetries}
        if not isinstance(image, str) or image not in images:
            return wrong(f"representative({board!r}) is {brief(image)}, which is no image of it")
        key = GAME.representative(board)[0]
        other, before = chosen.setdefault(key, (board, image))
        if before != image:
            return wrong(f"{other!r} and {board!r} are images of each other, but get {before!r} and {image!r}")
    return RIGHT


@exercise(
    "In this order: can I complete a line? Must I block one? Else a cell that makes two threats, or the centre.",
    "Begin in a corner or in the centre. With a threat each move, the opponent has no time for one of his own.",
    "Simplest to get right: a table of what to do, but only for boards that can occur with your own moves.",
)
def never_lose(answer: Any) -> Finding:
    """A strategy for X, board -> cell (row, column), that never loses; X begins."""
    return wins(GAME, answer, GAME.start(), draws=True)


close(__name__)
