"""A board of policeman and thief to be painted; the verdict and the map follow at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gamecourse.show.chase import Chase
from gamecourse.show.heat import cells_of
from gamelib.games import CopsAndThief

#: Boards up to this many cells a side are solved while one waits for the click to be over.
MAX_SIDE = 12

TERRAIN = {"wall": CopsAndThief.WALL, "free": CopsAndThief.FREE, "exit": CopsAndThief.EXIT}
BRUSHES = (*TERRAIN, "policeman", "thief")


class Editor(Chase):
    """Draw a board: choose a brush, and press cells or drag over them. The verdict and the map follow.

    ``board``: where to begin, at most 12 cells a side. The map shows, for each cell, what comes of it if the policeman
    begins there; beside it the board stands as text. From code: ``paint(cell, brush)``; ``board`` is the board as it
    stands. Raises TypeError for what is no CopsAndThief, ValueError for a larger board, an unknown brush or cell, and
    a wall where somebody stands.
    """

    def __init__(self, board: CopsAndThief) -> None:
        if isinstance(board, CopsAndThief) and max(board.shape) > MAX_SIDE:
            size = " x ".join(map(str, board.shape))
            raise ValueError(f"a board of {size} is too large to edit: at most {MAX_SIDE} cells a side")
        super().__init__(board)
        self.observe(self._followed, "state")

    def paint(self, cell: tuple[int, int], brush: str) -> None:
        """Make a cell a wall, free or an exit, or put a player on it."""
        if brush not in BRUSHES:
            raise ValueError(f"no brush {brush!r}: choose one of {', '.join(BRUSHES)}")
        if cell not in cells_of(self.board):
            raise ValueError(f"no cell {cell!r} on this board: give (row, column), counted from 0")
        self._put(cell, brush)
        self._show()

    def _put(self, cell: tuple[int, int], brush: str) -> None:
        """The board with one cell changed; it refuses a player on a wall."""
        if brush in TERRAIN:
            r, c = cell
            rows = list(self.board.terrain)
            rows[r] = rows[r][:c] + TERRAIN[brush] + rows[r][c + 1 :]
            self.board = replace(self.board, terrain=tuple(rows))
        else:
            self.board = replace(self.board, **dict[str, Any]({brush: cell}))

    def _followed(self, _: Any) -> None:
        """Whoever has been dragged in the browser stands there on the board, too."""
        policeman, thief, _ = self.position
        if {policeman, thief} <= {*self.board.cells}:
            self.board = replace(self.board, policeman=policeman, thief=thief)

    def told(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Cells have been painted in the browser: what was wrong with that."""
        said = ""
        for spot in asked["cells"]:
            try:
                self._put(self._cell(spot), asked["brush"])
            except ValueError as error:
                said = f"Not there: {error}."
        self._show()
        return {"said": said}

    def _show(self) -> None:
        with self.hold_sync():
            self._solve()
            self.state = self.state | self._places()

    def _solve(self) -> None:
        super()._solve()
        self.scene = self.scene | {"brushes": BRUSHES}
