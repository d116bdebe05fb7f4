"""Nim and sums of games to play: heaps of matches to click, and the nim-sum shown or hidden."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import ipywidgets

from gamelib import ask
from gamelib.adapters import Misere, Quotient, Sum
from gamelib.core import IllegalMove, TooLarge
from gamelib.games import HeapGame, Nim, Subtraction
from gamelib.show.buttons import BLANK, auto, make_button
from gamelib.show.clickable import Board, ButtonBoard, mark_button
from gamelib.show.widgets import Play
from gamelib.solvers.impartial.nimbers import nim_sum, nimber


class PlayHeaps(Play):
    """Play Nim, or a sum of impartial games, against perfect play; "Nim-sum" shows the numbers behind it.

    A click on a match takes it and all to the right of it; every other game has a button for each move. Parameters and
    methods as for ``Play``; ``nim_sum_shown = True`` shows the numbers from code.
    """

    def make_board(self) -> Board:
        return _MatchBoard(self) if isinstance(_bare(self.game), Nim | Subtraction) else ButtonBoard(self)

    def more_tools(self) -> list[Any]:
        self._numbers = ipywidgets.ToggleButton(description="Nim-sum", layout=auto())
        self._numbers.observe(lambda _: self._refresh(), "value")
        return [self._numbers]

    @property
    def nim_sum_shown(self) -> bool:
        """Whether the numbers behind the position are shown."""
        return bool(self._numbers.value)

    @nim_sum_shown.setter
    def nim_sum_shown(self, shown: bool) -> None:
        self._numbers.value = shown

    def said(self) -> list[str]:
        lines = super().said()
        if self.nim_sum_shown:
            try:
                lines += [f"{binary}  ({name})" for name, binary in nim_sum_lines(self.game, self.position)]
            except (ValueError, TypeError, TooLarge) as error:
                lines.append(f"No nim-sum: {error}.")
        return lines


def nim_sum_lines(game: Any, position: Any) -> list[tuple[str, str]]:
    """The nimber of each heap, or of each part of a sum, and their nim-sum, as names and binary numbers.

    >>> nim_sum_lines(Nim((1, 6)), (1, 6))
    [('heap 0', '001 = 1'), ('heap 1', '110 = 6'), ('nim-sum', '111 = 7')]
    """
    position, game = ask.position(ask.a_game(game), position), _bare(game)
    values: dict[str, int] = {}
    if isinstance(game, Sum):
        for k, (part, p) in enumerate(zip(game.games, position, strict=True)):
            values[f"part {k}"] = nimber(part, p)
    elif isinstance(game, HeapGame):
        for k, heap in enumerate(position):
            values[f"heap {k}"] = nimber(replace(game, heaps=(heap,)))
    else:
        values["nimber"] = nimber(game, position)
    values["nim-sum"] = nim_sum(*values.values())
    width = max(value.bit_length() for value in values.values()) or 1
    return [(name, f"{value:0{width}b} = {value}") for name, value in values.items()]


def _bare(game: Any) -> Any:
    """The game without the adapters that leave its heaps as they are."""
    while isinstance(game, Misere | Quotient):
        game = game.game
    return game


class _MatchBoard:
    """A row of matches for each heap; a click takes that match and all to the right of it."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._rows: list[list[Any]] = []
        for k, heap in enumerate(play.game.start()):
            row = [make_button("┃", partial(self._clicked, k, j)) for j in range(heap)]
            for j, button in enumerate(row):
                button.layout = ipywidgets.Layout(width="34px", height="46px", padding="0", margin="1px")
                button.style.font_weight = "bold"
                button.tooltip = f"heap {k}: leave {j}"
            self._rows.append(row)
        lines = [ipywidgets.HBox([ipywidgets.Label(f"heap {k}"), *row]) for k, row in enumerate(self._rows)]
        self.widget = ipywidgets.VBox(lines)

    def _clicked(self, k: int, j: int, _: Any) -> None:
        play = self._play
        if play.over:
            return
        try:
            play.move((k, play.position[k] - j))
        except IllegalMove as error:
            play.say([f"Not allowed: {error}.", *play.said()])

    def refresh(self) -> None:
        play = self._play
        verdicts = play.verdicts() if play.hints else {}
        moves: Mapping[Any, int] = (
            {} if play.over else {move: n for n, move in enumerate(play.game.moves(play.position))}
        )
        for k, row in enumerate(self._rows):
            heap = play.position[k]
            for j, button in enumerate(row):
                button.description = "┃" if j < heap else BLANK
                button.disabled = j >= heap
                button.style.button_color = button.style.text_color = None
                button.style.font_size = "16px"
                n = moves.get((k, heap - j))
                if n in verdicts:
                    button.style.font_size = "12px"
                    mark_button(button, verdicts[n], "")
