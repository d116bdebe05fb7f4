"""The limits of a walk, checked in advance by an estimate of the game and by the memory left; with a progress bar."""

from __future__ import annotations

import gc

from gamefast.arenas.estimate import by_plays
from gamefast.memory import check_left
from gamefast.progress import Progress
from gamelib.arenas.walk import Limits
from gamelib.core import TooLarge
from gamelib.machine import in_words
from gamelib.machine.kernels import COMPILE_FROM

#: How many positions and moves are walked between two estimates of how large the game will be.
LOOK = 300_000

#: By what factor an estimate must exceed a limit before it stops a walk.
SURELY = 3


class Guard(Limits):
    """Estimates now and then how large the game will be, and shows how far the walk has come."""

    next_look = LOOK
    _bar: Progress | None = None

    def look(self, walked: int, positions: int, moves: int) -> None:
        """Raise TooLarge, with an estimate, if a limit is passed or certainly will be."""
        super().look(walked, positions, moves)
        check_left(positions)
        if self._bar is None:
            found = by_plays(self.game, self.start, probes=2_000)
            for size, (_, name, most) in zip((found.positions, found.moves), self.limits, strict=True):
                if size > SURELY * most:
                    raise TooLarge(
                        f"the game has {found}; {name} is {most:,}: raise it if memory allows, or take a smaller game"
                    )
            self._bar = Progress(None, "walking", COMPILE_FROM)
        expected, (what, _, most) = positions * moves / walked, self.limits[1]
        if expected > 2 * SURELY * most:
            raise TooLarge(
                f"the game has at least {positions:,} positions, and about {in_words(expected)} {what}, more "
                f"than {most:,}; raise max_edges if memory allows, or take a smaller game"
            )
        gc.freeze()  # positions stay, so garbage collection need not look at all of them again and again
        self._bar(walked - self._bar.done)
        self.next_look += LOOK

    def told(self, most: int) -> str:
        """The estimate from random play, if it is larger than ``most``."""
        found = by_plays(self.game, self.start, probes=500)
        return f" An estimate: {found}" if min(found.positions, found.moves) > most else ""

    def __exit__(self, failed: object, *_: object) -> None:
        if self._bar is not None:
            gc.unfreeze()
            self._bar.__exit__(failed)
