"""What the widgets are made of: buttons as wide as their words, boards of buttons, pictures."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from typing import Any

import ipywidgets
from matplotlib.figure import Figure

from gamelib.show import boards
from gamelib.show.style import GRID, WALL

CELL = 50  # pixels
BLANK = "\u00a0"  # a button whose words become the empty string goes on showing the old ones


class Grid:
    """A board as a grid of buttons, one a cell; ``clicked(cell)`` is called with (row, column)."""

    def __init__(self, rows: int, columns: int, clicked: Callable[[tuple[int, int]], None]) -> None:
        cells = [(r, c) for r in range(rows) for c in range(columns)]
        self._clicked = clicked
        self.buttons = {cell: make_button("", partial(self._press, cell)) for cell in cells}
        for button in self.buttons.values():
            button.layout = ipywidgets.Layout(width="auto", height=f"{CELL}px", margin="1px", padding="0")
            button.style.font_weight = "bold"
        self.widget = ipywidgets.GridBox(
            list(self.buttons.values()),
            layout=ipywidgets.Layout(grid_template_columns=f"repeat({columns}, {CELL}px)", padding="6px 0"),
        )

    def _press(self, cell: tuple[int, int], _: Any) -> None:
        self._clicked(cell)

    def show(self, rows: list[str]) -> None:
        """Show a board given as rows of characters, one a cell."""
        for (r, c), button in self.buttons.items():
            character = rows[r][c]
            piece = boards.PIECES.get(character)
            button.description = BLANK if character in ".*#" else character
            button.tooltip = f"row {r}, column {c}" + {"*": ": a wall", "#": ": shaded"}.get(character, "")
            button.layout.border = "3px solid black" if piece else f"1px solid {GRID}"
            button.style.button_color = piece.fill if piece else WALL if character in "*#" else "white"
            button.style.text_color = piece.ink if piece else "black"
            button.style.font_size = "18px"


def make_button(words: str, act: Callable[[Any], None]) -> Any:
    """A button as wide as its words; ``act(button)`` is called when it is pressed."""
    button = ipywidgets.Button(description=words, layout=auto())
    button.on_click(act)
    return button


def auto() -> Any:
    """A layout as wide as the words: buttons of a fixed width overlap."""
    return ipywidgets.Layout(width="auto")


def svg(figure: Figure) -> str:
    """A figure as the text of an SVG picture, for an HTML widget."""
    picture = io.StringIO()
    figure.savefig(picture, format="svg", metadata={"Date": None})
    return picture.getvalue()
