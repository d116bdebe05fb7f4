"""Policeman and thief on a board: the classic example of a game whose graph has cycles.

The policeman steps to any of the 8 neighbouring cells, and the thief to any of the 4 along the
axes. Either may stay, and the policeman moves first. If both are in one cell, the policeman wins.
If the thief is on an exit and the policeman is not, the thief has got away. Neither need ever win:
endless play is a draw.

The same cells are terminal on either turn, but the outcome is for the player *to move*: a caught
thief is a WIN if the policeman is to move, and a LOSS if the thief is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from gamelib.core import LOSS, WIN, IllegalMove, Outcome
from gamelib.games.matches import is_whole

Cell = tuple[int, int]
Position = tuple[Cell, Cell, str]

POLICEMAN, THIEF = "policeman", "thief"

ALONG_AXES = ((-1, 0), (0, -1), (0, 1), (1, 0))
DIAGONALS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
STEPS = {POLICEMAN: ((0, 0), *ALONG_AXES, *DIAGONALS), THIEF: ((0, 0), *ALONG_AXES)}


@dataclass(frozen=True)
class CopsAndThief:
    """A board with one policeman and one thief.

    ``terrain``: the rows of the board, of equal length, each cell ``.`` (free), ``*`` (wall) or
    ``E`` (exit). ``policeman``, ``thief``: the cells where they start, ``(row, column)`` from 0.
    ``from_text`` reads a board. A position is ``(policeman, thief, turn)`` with turn "policeman" or
    "thief". A move is the cell to go to, or the present cell to stay. Raises ValueError for a
    terrain with other characters or with rows of different length, and for a player on a wall or
    off the board.

    >>> from gamelib import solve
    >>> board = CopsAndThief.from_text('''
    ... P...
    ... .**.
    ... ..TE
    ... ''')
    >>> board.start()
    ((0, 0), (2, 2), 'policeman')
    >>> str(solve(board)[board.start()])      # the policeman is too far away
    'LOSS in 2'
    """

    terrain: tuple[str, ...]
    policeman: Cell
    thief: Cell

    WALL: ClassVar[str] = "*"
    EXIT: ClassVar[str] = "E"
    FREE: ClassVar[str] = "."

    def __post_init__(self) -> None:
        if isinstance(self.terrain, str) or not self.terrain:
            raise ValueError(
                "the terrain is a tuple of rows; a board as one text is read by "
                "CopsAndThief.from_text"
            )
        if not isinstance(self.terrain, list | tuple):
            raise TypeError(
                f"the terrain is {self.terrain!r}: give a tuple of rows, as in ('..*', 'E..')"
            )
        object.__setattr__(self, "terrain", tuple(self.terrain))
        for r, row in enumerate(self.terrain):
            if (
                not isinstance(row, str)
                or not re.fullmatch(r"[.*E]+", row)
                or len(row) != len(self.terrain[0])
            ):
                raise ValueError(
                    f"row {r} of the terrain is {row!r}: give rows of equal length of . (free), * "
                    "(wall) and E (exit)"
                )
        self._check_places(self.policeman, self.thief)

    @classmethod
    def from_text(cls, text: str) -> CopsAndThief:
        """Read a board: ``*`` wall, ``E`` exit, ``P`` or ``C`` policeman, ``T`` thief, ``.``, ``-``
        or ``_`` free.

        A first line with two numbers, rows and columns, is checked against the rest. Blank lines at
        the top and bottom do not count. Raises TypeError for anything but a text, and ValueError
        with the row and column, counted from 0.
        """
        if not isinstance(text, str):
            raise TypeError(
                f"the board is {text!r}: give it as a text, a line for each row, as in 'P.T\\n..E'"
            )
        rows = _rows(text)
        for r, row in enumerate(rows):
            if len(row) != len(rows[0]):
                raise ValueError(
                    f"row {r} of the board has {_cells(len(row))}, but row 0 has {len(rows[0])}"
                )
            if stranger := re.search(r"[^*EPCT._-]", row):
                raise ValueError(
                    f"the cell ({r}, {stranger.start()}) of the board is {stranger[0]!r}; "
                    "a cell is one of * (wall), E (exit), P or C (policeman), T (thief), . - _ "
                    "(free)"
                )
        policeman, thief = _only(rows, POLICEMAN, "PC"), _only(rows, THIEF, "T")
        return cls(tuple(re.sub(r"[^*E]", cls.FREE, row) for row in rows), policeman, thief)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.terrain), len(self.terrain[0])

    @cached_property
    def cells(self) -> list[Cell]:
        """The cells that are not walls, row by row."""
        return [
            (r, c)
            for r, row in enumerate(self.terrain)
            for c, what in enumerate(row)
            if what != self.WALL
        ]

    def start(self) -> Position:
        return self.policeman, self.thief, POLICEMAN

    def positions(self) -> Iterator[Position]:
        """All pairs of free cells, on either turn, whether play can reach them or not."""
        for thief in self.cells:
            for policeman in self.cells:
                yield policeman, thief, POLICEMAN
        for policeman in self.cells:
            for thief in self.cells:
                yield policeman, thief, THIEF

    def moves(self, position: Position) -> list[Cell]:
        if self.outcome(position) is not None:
            return []
        policeman, thief, turn = position
        return self.steps(policeman if turn == POLICEMAN else thief, turn)

    def play(self, position: Position, move: Cell) -> Position:
        policeman, thief, turn = position
        if move not in self.moves(position):
            raise IllegalMove(
                f"the {turn} at {policeman if turn == POLICEMAN else thief} cannot go to {move!r}"
            )
        return (move, thief, THIEF) if turn == POLICEMAN else (policeman, move, POLICEMAN)

    def outcome(self, position: Position) -> Outcome | None:
        policeman, thief, turn = position
        if policeman == thief:
            return WIN if turn == POLICEMAN else LOSS
        if self.is_exit(thief):
            return WIN if turn == THIEF else LOSS
        return None

    def check_position(self, position: Any) -> None:
        """Raise ValueError, saying why, for anything that is not a position on this board."""
        match position:
            case (policeman, thief, "policeman" | "thief") if isinstance(position, tuple):
                self._check_places(policeman, thief, f"{position!r} is not a position: ")
            case _:
                raise ValueError(
                    f"{position!r} is not a position: give (policeman, thief, turn), as "
                    f"{self.start()!r}"
                )

    def move_text(self, position: Position, move: Cell) -> str:
        policeman, thief, turn = position
        return (
            f"{turn} "
            f"{'stays at' if move == (policeman if turn == POLICEMAN else thief) else 'to'} {move}"
        )

    def text(self, position: Position) -> str:
        policeman, thief, turn = position
        rows = [list(row) for row in self.terrain]
        rows[thief[0]][thief[1]] = "T"
        rows[policeman[0]][policeman[1]] = (
            "P"  # if both are here, the policeman has caught the thief
        )
        return "\n".join("".join(row) for row in rows) + f"\n{turn} to move"

    def is_exit(self, cell: Cell) -> bool:
        """Whether the thief gets away on this cell."""
        return self.terrain[cell[0]][cell[1]] == self.EXIT

    def _check_places(self, policeman: Any, thief: Any, said: str = "") -> None:
        """Raise ValueError for a player on a wall or off the board."""
        for who, cell in ((POLICEMAN, policeman), (THIEF, thief)):
            if not (isinstance(cell, tuple) and all(map(is_whole, cell)) and cell in self._free):
                raise ValueError(
                    f"{said}the {who} cannot stand on {cell!r}: it is a wall or not on the board"
                )

    @cached_property
    def _free(self) -> frozenset[Cell]:
        return frozenset(self.cells)

    def steps(self, cell: Cell, who: str) -> list[Cell]:
        """Where this player may go from a cell, staying first, wherever the other player stands."""
        r, c = cell
        return [(r + dr, c + dc) for dr, dc in STEPS[who] if (r + dr, c + dc) in self._free]


def _only(rows: list[str], who: str, letters: str) -> Cell:
    """The one cell that is marked with one of these letters."""
    found = [
        (r, mark.start()) for r, row in enumerate(rows) for mark in re.finditer(f"[{letters}]", row)
    ]
    if not found:
        raise ValueError(
            f"there is no {who} on the board: mark the cell with {' or '.join(letters)}"
        )
    if len(found) > 1:
        (r1, c1), (r2, c2) = found[:2]
        raise ValueError(
            f"the board has more than one {who}: one at ({r1}, {c1}), another at ({r2}, {c2})"
        )
    return found[0]


def _rows(text: str) -> list[str]:
    """Return the rows of a board's text; a first line of two numbers is checked and removed."""
    lines = re.sub(r"\r\n?", "\n", text).split("\n")
    filled = [r for r, line in enumerate(lines) if line.strip()]
    lines = lines[filled[0] : filled[-1] + 1] if filled else []
    if lines and re.fullmatch(r"[-+ \t]*[0-9][-+ \t0-9]*", lines[0]):
        size = lines.pop(0)
        if (numbers := re.fullmatch(r"\s*([0-9]{1,9})\s+([0-9]{1,9})\s*", size)) is None:
            shown = size if len(size) < 40 else size[:40] + "..."
            raise ValueError(
                f"the first line is {shown!r}: give two numbers, rows and columns, or leave it out"
            )
        n, m = map(int, numbers.groups())
        if n != len(lines):
            raise ValueError(f"the first line says {n} rows, but the board has {len(lines)}")
        for r, row in enumerate(lines):
            if len(row) != m:
                raise ValueError(
                    f"the first line says {m} columns, but row {r} of the board has "
                    f"{_cells(len(row))}"
                )
    if not lines:
        raise ValueError("the board is empty: give at least one row of cells")
    return lines


def _cells(number: int) -> str:
    return "1 cell" if number == 1 else f"{number} cells"
