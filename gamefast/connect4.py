"""Connect Four as rules in numbers, for the compiled searches."""

from __future__ import annotations

from collections.abc import Callable

from gamefast import registry
from gamefast.compiled.searchable import CompiledRules
from gamefast.search import fours
from gamelib.games.connect4 import ConnectFour


def in_numbers(game: ConnectFour) -> tuple[CompiledRules, Callable[[str], tuple[int, int]]]:
    """Four in a row as rules over pairs of numbers, with the game's evaluation; and the function
    from a position to its pair of numbers.

    >>> from gamefast import deepen
    >>> rules, code = in_numbers(ConnectFour(4, 4))
    >>> deepen(rules, code("....\\n....\\nOOO.\\nXXX."), depth=1).best == code("....\\n....\\nOOO.\\nXXXX")
    True
    """
    board = registry.bitboard(game)
    # A cell is a bit. The bits of a column follow one another from the bottom up, and above each
    # column is one bit that stays empty; so the next column begins ``height`` bits further on.
    height = board.rows + 1
    columns = [board.column(number) for number in reversed(board.from_outside)]  # middle ones first
    lines = []
    for step in (1, height - 1, height, height + 1):  # to the next cell: up, aslant, across, aslant
        four_in_row = sum(1 << step * k for k in range(4))
        for first_cell in range(board.bits):
            line = four_in_row << first_cell
            if line & board.cells == line:  # no cell of it is outside the board
                lines.append(line)
    rules = CompiledRules(
        fours.options,
        fours.outcome,
        fours.evaluate,
        scale=len(lines) * 4**4 + 1,  # as in ConnectFour.evaluate: more than all lines are worth
        start=(0, 0),
        most=len(columns),
        data=[board.cells, board.floor, height, len(columns), *columns, *lines],
    )
    return rules, board.code
