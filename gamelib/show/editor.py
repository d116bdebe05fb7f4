"""A board of policeman and thief to be drawn by clicking; the verdict and the map follow at once."""

from __future__ import annotations

import html
from typing import Any

import ipywidgets
from matplotlib.figure import Figure

from gamelib import ask
from gamelib.games import CopsAndThief
from gamelib.show import boards, plots
from gamelib.show.buttons import Grid, svg
from gamelib.solvers.backward.solve import solve

#: Boards up to this many cells a side are solved while one waits for the click to be over.
MAX_SIDE = 12

BRUSHES = ("wall", "free", "exit", "policeman", "thief")


class Editor(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets is untyped
    """Draw a board: choose a brush, click a cell. Every click is followed by the verdict and by the map.

    ``board``: where to begin, at most 12 cells a side. The map shows, for each cell, what comes of it if the policeman
    begins there; below it the board stands as text. From code: ``paint(cell, brush)``; ``board`` is the board as it
    stands. Raises TypeError for what is no CopsAndThief, ValueError for a larger board, an unknown brush or cell, and
    a wall where somebody stands.
    """

    def __init__(self, board: CopsAndThief) -> None:
        if not isinstance(ask.a_game(board), CopsAndThief):
            raise TypeError(
                f"{type(board).__name__} is given, and a board of policeman and thief is wanted here: "
                "Editor(CopsAndThief.from_text(...))"
            )
        rows, columns = board.shape
        if max(rows, columns) > MAX_SIDE:
            raise ValueError(f"a board of {rows} x {columns} is too large to edit: at most {MAX_SIDE} cells a side")
        self.board = board
        self._brush = ipywidgets.ToggleButtons(options=BRUSHES, style={"button_width": "auto"})
        self._said = ipywidgets.HTML()
        self._map = ipywidgets.HTML()
        self._text = ipywidgets.Textarea(rows=rows + 1)
        self._grid = Grid(rows, columns, self._clicked)
        self._refresh()
        side_by_side = ipywidgets.HBox([self._grid.widget, self._map], layout=ipywidgets.Layout(flex_flow="row wrap"))
        copied = ipywidgets.HTML(self._words("Your board as text, for you to copy:"))
        super().__init__([self._brush, self._said, side_by_side, copied, self._text])

    def paint(self, cell: tuple[int, int], brush: str) -> None:
        """Make a cell a wall, free or an exit, or put a player on it."""
        if brush not in BRUSHES:
            raise ValueError(f"no brush {brush!r}: choose one of {', '.join(BRUSHES)}")
        if cell not in self._grid.buttons:
            raise ValueError(f"no cell {cell!r} on this board: give (row, column), counted from 0")
        r, c = cell
        terrain, players = list(self.board.terrain), {"policeman": self.board.policeman, "thief": self.board.thief}
        if brush in players:
            players[brush] = cell
        else:
            character = {"wall": "*", "free": ".", "exit": "E"}[brush]
            terrain[r] = terrain[r][:c] + character + terrain[r][c + 1 :]
        self.board = CopsAndThief(tuple(terrain), **players)  # it refuses a player on a wall
        self._refresh()

    def _clicked(self, cell: tuple[int, int]) -> None:
        try:
            self.paint(cell, self._brush.value)
        except ValueError as error:
            self._said.value = self._words(f"Not there: {error}.")

    def _refresh(self) -> None:
        self.solution = solve(self.board)
        self._grid.show(boards.cells(self.board, self.board.start()))
        self._text.value = self.board.text(self.board.start()).rpartition("\n")[
            0
        ]  # without the line that says whose turn
        figure = Figure(figsize=(4.9, 4.6), layout="constrained")
        plots.heat(self.solution, thief=self.board.thief, ax=figure.add_subplot())
        self._map.value = svg(figure)
        self._said.value = self._words(self._verdict())

    def _verdict(self) -> str:
        verdict = self.solution[self.board.start()]
        who = {1: "the policeman catches the thief", -1: "the thief gets away", 0: "neither can force an end"}
        return f"{verdict}: the policeman moves first, and {who[int(verdict.outcome)]}."

    def _words(self, line: str) -> str:
        return f"<div style='font-size:16px; line-height:1.4'>{html.escape(line)}</div>"

    def as_text(self) -> str:
        """The widget as text: the board, the verdict, the map in letters."""
        figure = Figure()
        ax = plots.heat(self.solution, thief=self.board.thief, ax=figure.add_subplot())
        return "\n".join([self.board.text(self.board.start()), self._verdict(), plots.digest(ax)])

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        bundle: dict[str, Any] = super()._repr_mimebundle_(**options)
        return {**bundle, "text/plain": self.as_text()}
