"""Nim and sums of games to play, and the nimbers behind them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, cached_property, partial
from typing import Any

from gamecourse.show.records import PlayScene
from gamecourse.show.widgets import Play
from gamefast import nimber
from gamelib import Misere, Quotient, Sum
from gamelib.core import TooLarge
from gamelib.games import HeapGame


class PlayHeaps(Play):
    """Play Nim, or a sum of impartial games, against perfect play; "Nim-sum" shows the nimbers
    behind it.

    Pressing a match takes it and all matches to its right. With the nim-sum shown, pointing at a
    move shows how it changes the columns. Parameters and methods are as for ``Play``.
    """

    def make_scene(self) -> PlayScene:
        """Return the scene of a game to play, which also says what the nimbers belong to."""
        bare = _bare(self.game)
        scene = super().make_scene()
        scene["numbers"] = "nimber"
        if isinstance(bare, Sum):
            scene["numbers"] = "game"
        elif isinstance(bare, HeapGame):
            scene["numbers"] = "heap"
        return scene

    def parts(self, position: Any) -> list[int]:
        """Return the nimbers of a position's parts under normal play; [] if a part has none or is
        too large.
        """
        bare = _bare(self.game)
        parts = position if isinstance(bare, Sum | HeapGame) else [position]
        # All heaps have the same nimbers, so their number does not matter; games of a sum differ.
        numbers = range(len(parts)) if isinstance(bare, Sum) else [0] * len(parts)
        nimbers = [self._nimber(k, part) for k, part in zip(numbers, parts, strict=True)]
        return [] if None in nimbers else nimbers

    @cached_property
    def _nimber(self) -> Any:
        """A function for the nimber of part number k, cached because many positions have the same
        parts.
        """
        return cache(partial(_part_nimber, _bare(self.game)))


def _part_nimber(game: Any, k: int, part: Any) -> int | None:
    """Return the nimber of a part of a sum, of a heap, or of the whole position; None if it cannot
    be found.
    """
    try:
        if isinstance(game, Sum):
            return nimber(game.games[k], part)
        if isinstance(game, HeapGame):
            return nimber(replace(game, heaps=(part,)))
        return nimber(game, part)
    except (ValueError, TypeError, TooLarge):
        return None


def _bare(game: Any) -> Any:
    """Return the game without the adapters that leave its heaps as they are."""
    while isinstance(game, Misere | Quotient):
        game = game.game
    return game
