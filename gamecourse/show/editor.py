"""A board of policeman and thief to paint; the verdict and the map follow at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gamecourse.show.chase import Chase
from gamecourse.show.colours import palette
from gamecourse.show.heat import cells_of
from gamecourse.show.stage.wasm import for_the_page
from gamefast import solve
from gamefast.retrograde.tokens import advance
from gamelib.games import CopsAndThief
from gamelib.games.thief import POLICEMAN, THIEF

#: Boards of at most this many cells a side are solved before a click is over.
MAX_SIDE = 12

#: Shades of each colour, for boards whose longest chase is not known beforehand.
SHADES = 40

#: The arrays of the kernel that solves a board in the page (``js/tokens.js``), with their
#: typecodes: b, h, i, q for 1, 2, 4 and 8 bytes.
TYPECODES = {
    "indptr": "q",
    "outcome": "b",
    "remoteness": "h",
    "left": "b",
    "sources": "i",
    "frontier": "i",
    "found": "i",
}

TERRAIN = {"wall": CopsAndThief.WALL, "free": CopsAndThief.FREE, "exit": CopsAndThief.EXIT}
BRUSHES = (*TERRAIN, "policeman", "thief")


class Editor(Chase):
    """Draw a board: choose a brush, and press cells or drag over them. The verdict and the map
    follow.

    ``board`` is the board to begin with, at most 12 cells a side. The map shows the verdict for
    each cell if the policeman begins there; beside the map is the board as text. From code,
    ``paint(cell, brush)`` paints, and ``board`` is the board as it stands. Raises TypeError for
    anything but a CopsAndThief, and ValueError for a larger board, an unknown brush or cell, and a
    wall where a player stands.
    """

    def __init__(self, board: CopsAndThief) -> None:
        if isinstance(board, CopsAndThief) and max(board.shape) > MAX_SIDE:
            size = " x ".join(map(str, board.shape))
            raise ValueError(
                f"a board of {size} is too large to edit: at most {MAX_SIDE} cells a side"
            )
        super().__init__(board)
        picture = self.scene["picture"] | {"palette": palette(SHADES)}
        self.scene = self.scene | {
            "brushes": BRUSHES,
            "picture": picture,
            "wasm": for_the_page(advance, TYPECODES),
        }
        self.observe(self._follow_state, "state")

    def paint(self, cell: tuple[int, int], brush: str) -> None:
        """Make a cell a wall, free or an exit, or put a player on it."""
        if brush not in BRUSHES:
            raise ValueError(f"no brush {brush!r}: choose one of {', '.join(BRUSHES)}")
        if cell not in cells_of(self.board):
            raise ValueError(f"no cell {cell!r} on this board: give (row, column), counted from 0")
        r, c = cell
        lines = list(self.board.terrain)
        new_terrain = TERRAIN.get(brush, lines[r][c])  # a player leaves the cell as it is
        lines[r] = lines[r][:c] + new_terrain + lines[r][c + 1 :]
        moved: dict[str, Any] = {} if brush in TERRAIN else {brush: cell}
        # Making the board refuses a player on a wall.
        board = replace(self.board, terrain=tuple(lines), **moved)
        places = {POLICEMAN: self._spot(board.policeman), THIEF: self._spot(board.thief)}
        self.state = self.state | places | {"terrain": "".join(lines)}

    def _follow_state(self, _: Any) -> None:
        """Take over the board as it was painted, in the browser or from code, and the players where
        they were put.
        """
        _, columns = self.board.shape
        terrain = self.state.get("terrain", "".join(self.board.terrain))
        rows = tuple(terrain[k : k + columns] for k in range(0, len(terrain), columns))
        is_painted = rows != self.board.terrain
        policeman, thief, _ = self.position
        self.board = CopsAndThief(rows, policeman, thief)
        if is_painted:  # a solution holds wherever the players stand
            self.solution = solve(self.board)
