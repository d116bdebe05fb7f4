"""What watches a walk: it stops as soon as the game is certainly too large, and shows how far it has
come.

Random lines of play tell early that a limit is far away: the more positions there are, the more
seldom two lines meet.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Hashable, Iterator
from math import inf
from time import process_time
from typing import Any

import numpy as np

from gamefast import ask
from gamefast.machine.kernels import COMPILE_FROM
from gamefast.memory import check_left
from gamefast.progress import Progress
from gamelib.core import TooLarge

#: The number of moves after which random play is stopped: the game tree may be endless, for example
#: if play cycles.
LONGEST = 400

#: No more random lines are begun after this many positions looked at; and the fewest lines in any
#: case.
LOOKS, FEWEST = 60_000, 50

#: How many positions and moves are walked between two looks at how large the game will be.
LOOK = 300_000

#: By what factor a game must seem larger than a limit before a walk stops early.
SURELY = 3


def random_lines(
    game: Any, root: Any, probes: int, rng: np.random.Generator, seconds: float = inf
) -> tuple[float, int, list[Counter[Hashable]]]:
    """Play random lines: the estimate of the tree's nodes, the longest line, and how often each
    position was met.

    The positions are counted for each number of moves before them. No more lines are begun after
    LOOKS positions, and after so many seconds of the processor: what is found must not depend on
    what else the computer does.

    >>> from gamelib.games import Matches
    >>> random_lines(Matches(50, takes=(1,)), 50, 9, np.random.default_rng(1))[:2]  # there is only one line
    (51.0, 50)
    """
    met: list[Counter[Hashable]] = []
    tree, played, looked, endless = 0.0, 0, 0, False
    until = process_time() + seconds
    random_step = _random_turn if ask.is_extensive(game) else _random_move
    fractions = _random_fractions(rng)
    while played < probes and (looked < LOOKS or played < FEWEST):
        here, nodes, depth, played, path = root, 1.0, 0, played + 1, set[Any]()
        while True:
            if depth == len(met):
                met.append(Counter())
            endless = endless or here in path
            path.add(here)
            met[depth][here] += 1
            tree, looked = tree + nodes, looked + 1
            degree, there = random_step(game, here, fractions) if depth < LONGEST else (0, None)
            if not degree:
                break
            here, nodes, depth = there, nodes * degree, depth + 1
        if process_time() > until:
            break
    return (inf if endless or len(met) > LONGEST else tree / played), len(met) - 1, met


def _random_fractions(rng: np.random.Generator) -> Iterator[float]:
    """Random numbers from 0 up to 1, drawn a thousand at a time."""
    while True:
        yield from rng.random(1_000).tolist()


def _random_move(game: Any, position: Any, fractions: Iterator[float]) -> tuple[int, Any]:
    """The number of moves at a position, and where one of them leads; (0, None) if play is over."""
    if ask.outcome(game, position) is not None:
        return 0, None
    moves = ask.moves(game, position)
    return len(moves), ask.played(game, position, moves[int(next(fractions) * len(moves))])


def _random_turn(game: Any, position: Any, fractions: Iterator[float]) -> tuple[int, Any]:
    """The number of moves or chances in an extensive game, and where one of them leads."""
    options = ask.steps(game, position)
    if not options:
        return 0, None
    _, there = options[int(next(fractions) * len(options))]
    return len(options), there


def _at_least(met: list[Counter[Hashable]]) -> float:
    """How many positions there must be if random lines meet so seldom: much too few, seldom too
    many.

    The fewer positions there are, the more often two lines meet, just as few fish in a lake are
    often caught twice. Where lines seldom go nothing is seen, so this is no estimate of the game;
    it tells only that a limit is far away. Source: Chao, Estimating the population size for
    capture-recapture data (1987), a lower bound corrected for bias.
    """
    together: Counter[Hashable] = Counter()
    for layer in met:
        together.update(layer)
    layered = len(together) == sum(map(len, met))  # no position is met at two depths
    return sum(map(_population, met)) if layered else _population(together)


def _population(caught: Counter[Hashable]) -> float:
    """The lower bound from how often each position was met."""
    often = Counter(caught.values())
    return len(caught) + often[1] * (often[1] - 1) / (2 * (often[2] + 1))


class Limits:
    """How large a walk may become.

    ``next_look``: the number of positions and moves together at which to look again, whether or not
    a limit is passed.
    """

    next_look: float = inf

    def __init__(
        self, game: Any, start: Any, max_positions: int, max_edges: int, what: str
    ) -> None:
        self.game, self.start = game, start
        self.limits = (
            ("positions", "max_positions", max_positions),
            (what, "max_edges", max_edges),
        )

    def look(self, walked: int, positions: int, moves: int) -> None:
        """Raise TooLarge if a limit is passed; ``walked`` is the number of positions whose options
        are listed.
        """
        for size, (what, name, most) in zip((positions, moves), self.limits, strict=True):
            if size > most:
                raise TooLarge(
                    f"the game has more than {most:,} {what}; raise {name} if memory allows, or "
                    "take a smaller game. "
                    f"{self.so_far(walked, positions)}"
                )

    def foresee(self, walked: int, positions: int) -> None:
        """Raise TooLarge if random lines of play tell that there are far more positions."""
        (_, _, most), _ = self.limits
        met = random_lines(self.game, self.start, 2_000, np.random.default_rng(1), seconds=1)[2]
        if _at_least(met) > SURELY * most:
            raise TooLarge(self.far(walked, positions, "positions", "max_positions", most))

    def far(self, walked: int, positions: int, what: str, name: str, most: int) -> str:
        """The error for a game that is far beyond a limit."""
        return (
            f"the game has far more than {most:,} {what}; raise {name} if memory allows, or take "
            "a smaller game. "
            f"{self.so_far(walked, positions)} when this was clear"
        )

    def so_far(self, walked: int, positions: int) -> str:
        """How far the walk has come."""
        return f"At least {positions:,} positions were found, {walked:,} of them opened"

    def __enter__(self) -> Limits:
        return self

    def __exit__(self, failed: object, *_: object) -> None:
        """The walk has ended."""


class Guard(Limits):
    """Looks now and then how large the game will be, and shows how far the walk has come."""

    next_look = LOOK
    _bar: Progress | None = None

    def look(self, walked: int, positions: int, moves: int) -> None:
        """Raise TooLarge, saying how far the walk has come, if a limit is passed or certainly will
        be.
        """
        super().look(walked, positions, moves)
        check_left(positions)
        _, (what, _, most_moves) = self.limits
        if self._bar is None:
            self.foresee(walked, positions)
            self._bar = Progress(None, "walking", COMPILE_FROM)
        if (
            positions * moves / walked > 2 * SURELY * most_moves
        ):  # the positions that are found will be opened
            raise TooLarge(self.far(walked, positions, what, "max_edges", most_moves))
        gc.freeze()  # positions stay, so garbage collection need not look at all of them again and again
        self._bar(walked - self._bar.done)
        self.next_look += LOOK

    def __exit__(self, failed: object, *_: object) -> None:
        if self._bar is not None:
            gc.unfreeze()
            self._bar.__exit__(failed)
