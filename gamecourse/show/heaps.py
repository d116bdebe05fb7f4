"""Nim and sums of games to play, and the numbers behind them."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

from gamecourse.show.widgets import Play
from gamelib import ask
from gamelib.adapters import Misere, Quotient, Sum
from gamelib.core import TooLarge
from gamelib.games import HeapGame
from gamelib.solvers.impartial.nimbers import nim_sum, nimber


class PlayHeaps(Play):
    """Play Nim, or a sum of impartial games, against perfect play; "Nim-sum" shows the numbers behind it.

    A press on a match takes it and all to the right of it. With the nim-sum shown, a move under the pointer shows
    what becomes of the columns. Parameters and methods as for ``Play``; ``nim_sum_shown = True`` shows them from code.
    """

    @cached_property
    def _known(self) -> dict[Any, int | Exception]:
        """The nimbers that have been worked out, or why there are none: many positions have the same parts."""
        return {}

    def make_scene(self) -> dict[str, Any]:
        return super().make_scene() | {"numbers": _part_names(self.game)}

    def parts(self, position: Any) -> list[int]:
        try:
            return _part_nimbers(self.game, position, self._known)
        except (ValueError, TypeError, TooLarge):
            return []

    @property
    def nim_sum_shown(self) -> bool:
        """Whether the numbers behind the position are shown."""
        return bool(self.state["numbers"])

    @nim_sum_shown.setter
    def nim_sum_shown(self, shown: bool) -> None:
        self._write(numbers=bool(shown))

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

    >>> from gamelib.games import Nim
    >>> nim_sum_lines(Nim((1, 6)), (1, 6))
    [('heap 0', '001 = 1'), ('heap 1', '110 = 6'), ('nim-sum', '111 = 7')]
    """
    position, names = ask.position(ask.a_game(game), position), _part_names(game)
    numbers = _part_nimbers(game, position)
    values = {f"{names} {k}" if names != "nimber" else names: value for k, value in enumerate(numbers)}
    values["nim-sum"] = nim_sum(*numbers)
    width = max(value.bit_length() for value in values.values()) or 1
    return [(name, f"{value:0{width}b} = {value}") for name, value in values.items()]


def _part_names(game: Any) -> str:
    """What the numbers behind a position belong to: each part of a sum, each heap, or the game as a whole."""
    bare = _bare(game)
    return "game" if isinstance(bare, Sum) else "heap" if isinstance(bare, HeapGame) else "nimber"


def _part_nimbers(game: Any, position: Any, known: dict[Any, int | Exception] | None = None) -> list[int]:
    """The nimbers of the parts of a position under normal play; raises as ``nimber`` does. ``known`` saves work."""
    game, known = _bare(game), {} if known is None else known
    if isinstance(game, Sum):
        parts = list(enumerate(position))
    else:
        parts = [(-1, heap) for heap in position] if isinstance(game, HeapGame) else [(-1, position)]
    for k, part in parts:
        if (k, part) not in known:
            try:
                known[k, part] = _nimber(game, k, part)
            except (ValueError, TypeError, TooLarge) as error:
                known[k, part] = error
        if isinstance(found := known[k, part], Exception):
            raise found
    return [known[part] for part in parts]  # type: ignore[misc]  # none of them an error


def _nimber(game: Any, k: int, part: Any) -> int:
    """The nimber of a part of a sum, of a heap, or of the whole."""
    if isinstance(game, Sum):
        return nimber(game.games[k], part)
    return nimber(replace(game, heaps=(part,))) if isinstance(game, HeapGame) else nimber(game, part)


def _bare(game: Any) -> Any:
    """The game without the adapters that leave its heaps as they are."""
    while isinstance(game, Misere | Quotient):
        game = game.game
    return game
