"""How large is a game? Random play gives an estimate before anybody walks it; an arena gives the exact size.

The tree is estimated by Knuth's method: in random play the product of the numbers of moves so far is, on average, the
number of nodes at that depth. There are fewer positions, because many lines lead to the same position. How many fewer
follows from how often two lines meet, just as the number of fish in a lake follows from how many are caught twice.
Parts of the game that random play seldom reaches are missed, so the number of positions tends to be underestimated.
Sources: Knuth, Estimating the efficiency of backtrack programs (1975); Chao, Estimating the population size for
capture-recapture data (1987).
"""

from __future__ import annotations

import gc
import sys
from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, replace
from math import inf
from time import perf_counter
from typing import Any

import numpy as np

from gamefast.memory import check_left
from gamefast.progress import Progress
from gamelib import ask
from gamelib.arenas.walk import Limits
from gamelib.core import TooLarge
from gamelib.machine import in_words
from gamelib.machine.kernels import COMPILE_FROM

#: The number of moves after which random play is stopped: the game tree may be endless, for example if play cycles.
LONGEST = 400

#: No more random lines are begun after this many positions looked at; and the fewest lines in any case.
LOOKS, FEWEST = 60_000, 50

#: The same limits if an arena counts the positions, and random play is needed only for the tree.
LOOKS_BESIDE = 5_000

#: Bytes for a position beside its own (its places in a list, a dict and a solution's arrays), and for a move.
POSITION, MOVE = 140, 12

#: How many positions and moves are walked between two estimates of how large the game will be.
LOOK = 300_000

#: By what factor an estimate must exceed a limit before it stops a walk.
SURELY = 3


@dataclass(frozen=True)
class Estimate:
    """An estimate of how large a game is.

    ``positions``: how many different positions, likely an underestimate. ``tree``: nodes of the game tree, inf if it
    may be endless. ``moves``: in all positions together. ``bytes``: what solving the game takes. ``longest``: the
    longest random line, in moves. ``exact``: whether positions, moves and bytes are counted, as for a game with its own
    arena.
    """

    positions: float
    tree: float
    moves: float
    bytes: float
    longest: int
    exact: bool = False

    def __str__(self) -> str:
        tree = f"{self.bytes / 1e9:,.2g} GB; the tree has about {in_words(self.tree)} nodes"
        if self.exact:
            return f"{self.positions:,} positions, {self.moves:,} moves, at most {tree}"
        return f"about {in_words(self.positions)} positions or more, {in_words(self.moves)} moves, {tree}"


def estimate(
    game: Any, position: Any = None, *, probes: int = 1_000, rng: np.random.Generator | None = None
) -> Estimate:
    """Estimate the number of positions and moves of a game, and the memory to solve it, from random play.

    The numbers are exact for a game with its own arena (``arena()``), all of which is solved wherever play begins.

    Parameters
    ----------
    game
        A Game or an ExtensiveGame.
    position
        Where the random lines begin; the start if none is given.
    probes
        The number of random lines; fewer if they are very long.
    rng
        The source of random moves; by default, newly seeded and always the same.

    Returns
    -------
    Estimate
        The number of positions is exact or likely too small; the size of the tree is right on average.

    Raises
    ------
    TypeError, ValueError
        For anything that is not a game or position, and for a game that contradicts its protocol.

    Examples
    --------
    >>> from gamelib.games import Matches, TicTacToe
    >>> found = estimate(TicTacToe())
    >>> 3_000 < found.positions < 8_000, 400_000 < found.tree < 700_000       # 5,478 and 549,946
    (True, True)
    >>> print(estimate(Matches(4)))                                           # 4 - 3 - 2 - 1 - 0, take 1, 2 or 3
    5 positions, 9 moves, at most 2.8e-07 GB; the tree has about 15 nodes

    References
    ----------
    Knuth, Estimating the efficiency of backtrack programs (1975); Chao (1987), for the positions.
    """
    ask.position(ask.any_game(game), position)
    size, moves = None, None
    try:
        arena = ask.arena(game)
        if hasattr(arena, "bytes"):
            size, moves = (len(arena), arena.bytes), arena.edges
    except TooLarge as error:  # it has an arena, which is too large to make here
        size = error.size
    found = by_plays(game, position, probes=probes, rng=rng, looks=LOOKS if size is None else LOOKS_BESIDE)
    if size is None:
        return found
    several = found.moves / found.positions * size[0] if moves is None else moves
    return replace(found, positions=size[0], moves=several, bytes=size[1], exact=moves is not None)


def by_plays(
    game: Any, position: Any = None, *, probes: int = 1_000, rng: Any = None, looks: int = LOOKS, seconds: float = inf
) -> Estimate:
    """What random play tells about a game, even about one that has an arena.

    Parameters
    ----------
    game, position, probes, rng
        The same as for ``estimate``.
    looks, seconds
        No more lines are begun after so many positions looked at, and after so long.

    Returns
    -------
    Estimate
        An estimate that is not exact.

    Examples
    --------
    >>> from gamelib.games import Matches
    >>> by_plays(Matches(50, takes=(1,))).positions                           # there is only one line
    51.0
    """
    root = ask.position(ask.any_game(game), position)
    rng = np.random.default_rng(1) if rng is None else ask.source_of_chance(rng)
    met: list[Counter[Hashable]] = []  # at each depth, how many lines came through each position
    tree, degrees, played, looked, endless = 0.0, dict[Any, int](), 0, 0, False
    until = perf_counter() + seconds
    while played < ask.whole(probes, "probes", 1) and (looked < looks or played < FEWEST * looks // LOOKS):
        here, nodes, depth, played, path = root, 1.0, 0, played + 1, set[Any]()
        while True:
            if depth == len(met):
                met.append(Counter())
            endless = endless or here in path
            path.add(here)
            met[depth][here] += 1
            tree, looked = tree + nodes, looked + 1
            degree, there = _random_step(game, here, rng) if depth < LONGEST else (0, None)
            degrees[here] = degree
            if not degree:
                break
            here, nodes, depth = there, nodes * degree, depth + 1
        probes = probes if perf_counter() < until else played
    together: Counter[Hashable] = Counter()
    for layer in met:
        together.update(layer)
    layered = len(together) == sum(map(len, met))  # no position is met at two depths
    positions = sum(map(_population, met)) if layered else _population(together)
    moves = positions * sum(degrees.values()) / len(degrees)
    size = sum(_bytes(p) for p in list(together)[:100]) / min(100, len(together))
    tree = inf if endless or len(met) > LONGEST else tree / played
    return Estimate(positions, tree, moves, positions * (size + POSITION) + moves * MOVE, len(met) - 1)


def _random_step(game: Any, position: Any, rng: np.random.Generator) -> tuple[int, Any]:
    """The number of moves or chances at a position, and where one of them leads; (0, None) if play is over."""
    if ask.is_extensive(game):
        options = ask.steps(game, position)
        return (len(options), options[int(rng.integers(len(options)))][1]) if options else (0, None)
    if ask.outcome(game, position) is not None:
        return 0, None
    moves = ask.moves(game, position)
    return len(moves), ask.played(game, position, moves[int(rng.integers(len(moves)))])


def _population(caught: Counter[Hashable]) -> float:
    """How many positions there are, from how often each was caught (Chao's lower bound, corrected for bias)."""
    often = Counter(caught.values())
    return len(caught) + often[1] * (often[1] - 1) / (2 * (often[2] + 1))


def _bytes(position: Any) -> int:
    """What a position takes in memory, including its parts."""
    inside = sum(map(_bytes, position)) if isinstance(position, tuple | frozenset) else 0
    return sys.getsizeof(position) + inside


class Guard(Limits):
    """Estimates now and then how large the game will be, and shows how far the walk has come."""

    next_look = LOOK
    _bar: Progress | None = None

    def look(self, walked: int, positions: int, moves: int) -> None:
        """Raise TooLarge, with an estimate, if a limit is passed or certainly will be."""
        super().look(walked, positions, moves)
        check_left(positions)
        if self._bar is None:
            found = by_plays(self.game, self.start, probes=2_000, seconds=1)
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
        found = by_plays(self.game, self.start, probes=500, seconds=1)
        return f" An estimate: {found}" if min(found.positions, found.moves) > most else ""

    def __exit__(self, failed: object, *_: object) -> None:
        if self._bar is not None:
            gc.unfreeze()
            self._bar.__exit__(failed)
