"""Connect Four as rules in numbers, for the compiled searches."""

from __future__ import annotations

from collections.abc import Callable

from gamefast import registry
from gamefast.compiled.searchable import CompiledRules
from gamefast.search import fours
from gamelib.games.connect4 import ConnectFour


def in_numbers(game: ConnectFour) -> tuple[CompiledRules, Callable[[str], tuple[int, int]]]:
    """Four in a row as rules over pairs of numbers, with the game's score, and the code of a
    position.

    >>> from gamefast import deepen
    >>> rules, code = in_numbers(ConnectFour(4, 4))
    >>> deepen(rules, code("....\\n....\\nOOO.\\nXXX."), depth=1).best == code("....\\n....\\nOOO.\\nXXXX")
    True
    """
    board = registry.bitboard(game)
    height = board.rows + 1
    columns = [board.column(number) for number in reversed(board.from_outside)]
    rows = (sum(1 << step * k for k in range(4)) for step in (1, height - 1, height, height + 1))
    lines = [four << place for four in rows for place in range(board.bits)]
    lines = [line for line in lines if line & board.cells == line]
    rules = CompiledRules(
        fours.options,
        fours.outcome,
        fours.evaluate,
        scale=len(lines) * 4**4 + 1,
        start=(0, 0),
        most=len(columns),
        data=[board.cells, board.floor, height, len(columns), *columns, *lines],
    )
    return rules, board.code
