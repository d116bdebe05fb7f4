"""The boards of the play widgets: what is clicked, and how a position is shown on it.

A board is made for a ``Play`` widget: it asks for the position, the moves and the verdicts, and tells what was clicked.
"""

from __future__ import annotations

import html
from fractions import Fraction
from functools import partial
from typing import Any, Protocol

import ipywidgets

from gamelib.answers import Verdict
from gamelib.core import IllegalMove, Outcome, move_text_of, text_of
from gamelib.show import boards
from gamelib.show.buttons import BLANK, Grid, make_button
from gamelib.show.style import MARKS


class Board(Protocol):
    """What is clicked."""

    widget: Any

    def refresh(self) -> None:
        """Show the position in which play stands now."""


class ButtonBoard:
    """The position as text, and a button for each move."""

    def __init__(self, play: Any) -> None:
        self._play = play
        self._text = ipywidgets.HTML()
        self._row = ipywidgets.HBox(layout=ipywidgets.Layout(flex_flow="row wrap"))
        self._made: list[Any] = []  # the k-th button is for the k-th move: it stays, and keeps the keyboard's focus
        self.widget = ipywidgets.VBox([self._text, self._row])

    def refresh(self) -> None:
        play = self._play
        text = html.escape(text_of(play.game, play.position))
        self._text.value = f"<pre style='font-size:26px; line-height:1.3; margin:6px 0'>{text}</pre>"
        verdicts = play.verdicts() if play.hints else {}
        self._moves = [] if play.over else list(play.game.moves(play.position))
        while len(self._made) < len(self._moves):
            self._made.append(make_button("", partial(self._clicked, len(self._made))))
        for k, move in enumerate(self._moves):
            button = self._made[k]
            button.description = move_text_of(play.game, play.position, move)
            button.style.button_color = button.style.text_color = None
            if k in verdicts:
                mark_button(button, verdicts[k], button.description)
        self._row.children = self._made[: len(self._moves)]

    def _clicked(self, k: int, _: Any) -> None:
        self._play.move(self._moves[k])


class CellBoard:
    """A grid whose cells are the moves; those that are allowed have a dashed frame."""

    def __init__(self, play: Any) -> None:
        self._play = play
        rows, columns = play.game.shape
        self._grid = Grid(rows, columns, self._clicked)
        self.widget = self._grid.widget

    def _clicked(self, cell: tuple[int, int]) -> None:
        play = self._play
        if play.over:
            return
        try:
            play.move(self.move_at(cell))
        except IllegalMove as error:
            play.say([f"Not allowed: {error}.", *play.said()])

    def move_at(self, cell: tuple[int, int]) -> Any:
        """The move that a click on a cell means."""
        return cell

    def cell_of(self, move: Any) -> tuple[int, int]:
        """The cell on which a move is shown."""
        return move  # type: ignore[no-any-return]  # a cell, on this board

    def refresh(self) -> None:
        play = self._play
        rows = boards.cells(play.game, play.position)
        self._grid.show(rows)
        for (r, c), button in self._grid.buttons.items():
            button.disabled = rows[r][c] in "*#"
        verdicts = play.verdicts() if play.hints else {}
        for k, move in enumerate(() if play.over else play.game.moves(play.position)):
            button = self._grid.buttons[self.cell_of(move)]
            button.layout.border = "3px dashed black"
            if k in verdicts:
                button.style.font_size = "14px" if isinstance(verdicts[k], Verdict) else "12px"
                mark_button(button, verdicts[k], button.description)


class ColumnBoard(CellBoard):
    """A grid into whose columns pieces are dropped; the cell where one would land has a dashed frame."""

    def move_at(self, cell: tuple[int, int]) -> Any:
        return next((move for move in self._moves() if self.cell_of(move)[1] == cell[1]), cell[1])

    def cell_of(self, move: Any) -> tuple[int, int]:
        cell: tuple[int, int] = self._play.game.cell_of(self._play.position, move)
        return cell

    def _moves(self) -> list[Any]:
        return list(self._play.game.moves(self._play.position))


def mark_button(button: Any, verdict: Verdict | Fraction | float, words: str) -> None:
    """Show on a button what its move leads to.

    Parameters
    ----------
    button
        The button of the move.
    verdict
        A Verdict, shown as its sign and remoteness, or a value.
    words
        What the button says without it.
    """
    if isinstance(verdict, Verdict):
        mark = MARKS[verdict.outcome]
        tail = f" {mark.sign}{'' if verdict.remoteness is None else verdict.remoteness}"
    else:  # a number tells its sign itself
        mark = MARKS[Outcome((verdict > 0) - (verdict < 0))]
        tail = " " * (len(words) > 1) + _few_characters(float(verdict))
    button.style.button_color, button.style.text_color = mark.colour, mark.ink
    button.description = f"{words.replace(BLANK, '')}{tail}".strip()


def _few_characters(value: float) -> str:
    """A value with its sign and at most two decimals, in a cell's width: +.19, -1, 0. Nearly 1 is not shown as 1."""
    rounded = round(value, 2)
    if abs(value) < 1 <= abs(rounded) and abs(value) < 1 - 1e-6:
        rounded = 0.99 if value > 0 else -0.99
    if rounded % 1:
        return f"{rounded:+.2f}".replace("+0.", "+.").replace("-0.", "-.")
    return f"{rounded:+g}" if rounded else "0"
