"""How large is a game? What a walk has found is certain, and no more is said of positions than
that.

A small game is counted. Of a large one a walk, breadth first, opens some positions: what it finds
is a number that the game surely reaches, and the game may be larger by any factor. (Estimates from
random play, by how often two lines meet, were tried: for Breakthrough on 4 x 4 they gave 24,405
positions, and there are 1,893,478. Such play seldom reaches most of a game, and nothing that it
sees tells how much it misses.)

The tree is another matter: its nodes are estimated by Knuth's method. In random play the product of
the numbers of moves so far is, on average, the number of nodes at that depth. Source: Knuth,
Estimating the efficiency of backtrack programs (1975).
"""

from __future__ import annotations

import gc
import sys
from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, replace
from math import inf
from time import process_time
from typing import Any

import numpy as np

from gamefast.memory import check_left
from gamefast.progress import Progress
from gamelib import ask
from gamelib.arenas.walk import Limits
from gamelib.core import TooLarge
from gamelib.machine import in_words
from gamelib.machine.kernels import COMPILE_FROM

#: How many positions are opened.
OPENED = 20_000

#: The number of moves after which random play is stopped: the game tree may be endless, for example
#: if play cycles.
LONGEST = 400

#: No more random lines are begun after this many positions looked at; and the fewest lines in any
#: case.
LOOKS, FEWEST = 60_000, 50

#: Bytes for a position beside its own (its places in a list, a dict and a solution's arrays), and
#: for a move.
POSITION, MOVE = 140, 12

#: How many positions and moves are walked between two looks at how large the game will be.
LOOK = 300_000

#: By what factor a game must seem larger than a limit before a walk stops early.
SURELY = 3


@dataclass(frozen=True)
class Estimate:
    """How large a game is: exactly, or at least.

    ``positions``: how many different positions were found; the game has at least so many, and if it
    is ``exact``, no more. ``opened``: of how many all the moves were looked at; 0 if the positions
    were counted without looking. ``moves``: in all opened positions together. ``bytes``: what
    solving takes, at least. ``tree``: an estimate, right on average, of the nodes of the game tree;
    inf if it may be endless. ``longest``: the longest random line, in moves.
    """

    positions: int
    opened: int
    moves: int
    bytes: float
    tree: float
    longest: int
    exact: bool

    def __str__(self) -> str:
        tree = (
            "the tree may be endless"
            if self.tree == inf
            else f"the tree has about {in_words(self.tree)} nodes"
        )
        if self.exact:
            return (
                f"{self.positions:,} positions, {self.moves:,} moves, at most "
                f"{self.bytes / 1e9:,.2g} GB; {tree}"
            )
        found = f"at least {self.positions:,} positions found, {self.opened:,} of them opened"
        if not self.opened:
            found = f"{self.positions:,} positions, none of them opened"
        return f"{found}, at least {self.bytes / 1e9:,.2g} GB; {tree}"


def estimate(
    game: Any, position: Any = None, *, probes: int = 1_000, rng: np.random.Generator | None = None
) -> Estimate:
    """Say how large a game is at least, from a walk that opens some thousand positions; a small
    game is counted.

    The numbers are exact for a game with its own arena (``arena()``), all of which is solved
    wherever play begins. Only the size of the game tree is an estimate, from random lines.

    Parameters
    ----------
    game
        A Game or an ExtensiveGame.
    position
        Where the walk and the random lines begin; the start if none is given.
    probes
        The number of random lines; fewer if they are very long.
    rng
        The source of random moves; by default, newly seeded and always the same.

    Returns
    -------
    Estimate
        The positions found and opened: a large game may have many times as many.

    Raises
    ------
    TypeError, ValueError
        For anything that is not a game or position, and for a game that contradicts its protocol.

    Examples
    --------
    >>> from gamelib.games import Matches, TicTacToe
    >>> print(estimate(Matches(4)))  # 4 - 3 - 2 - 1 - 0, take 1, 2 or 3
    5 positions, 9 moves, at most 2.8e-07 GB; the tree has about 15 nodes
    >>> found = estimate(TicTacToe())
    >>> found.positions, found.exact, 400_000 < found.tree < 700_000  # the tree has 549,946 nodes
    (5478, True, True)
    >>> str(estimate(TicTacToe(4, 4, 4)))[:56]
    'at least 85,487 positions found, 20,000 of them opened, '

    References
    ----------
    Knuth, Estimating the efficiency of backtrack programs (1975), for the tree.
    """
    root = ask.position(ask.any_game(game), position)
    lines = ask.whole(probes, "probes", 1)
    rng = np.random.default_rng(1) if rng is None else ask.source_of_chance(rng)
    tree, longest, _ = random_lines(game, root, lines, rng)
    try:
        arena = ask.arena(game)
    except TooLarge as error:  # it has an arena, which is too large to make here
        if error.size is not None:
            return Estimate(error.size[0], 0, 0, error.size[1], tree, longest, False)
        arena = None
    if hasattr(arena, "bytes"):
        return Estimate(len(arena), len(arena), arena.edges, arena.bytes, tree, longest, True)
    return replace(_walked(game, root), tree=tree, longest=longest)


def _walked(game: Any, root: Any) -> Estimate:
    """What a walk finds, breadth first, until OPENED positions are opened or none is left."""
    found, waiting, opened, moves = {root}, [root], 0, 0
    for position in waiting:
        if opened == OPENED:
            break
        steps = ask.steps(game, position)
        opened, moves = opened + 1, moves + len(steps)
        for _, there in steps:
            if there not in found:
                found.add(there)
                waiting.append(there)
    some = waiting[:: 1 + len(waiting) // 100]
    each = sum(map(_bytes, some)) / len(some)
    size = len(found) * (each + POSITION) + moves * MOVE
    return Estimate(len(found), opened, moves, size, inf, 0, opened == len(found))


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
    while played < probes and (looked < LOOKS or played < FEWEST):
        here, nodes, depth, played, path = root, 1.0, 0, played + 1, set[Any]()
        while True:
            if depth == len(met):
                met.append(Counter())
            endless = endless or here in path
            path.add(here)
            met[depth][here] += 1
            tree, looked = tree + nodes, looked + 1
            degree, there = _random_step(game, here, rng) if depth < LONGEST else (0, None)
            if not degree:
                break
            here, nodes, depth = there, nodes * degree, depth + 1
        if process_time() > until:
            break
    return (inf if endless or len(met) > LONGEST else tree / played), len(met) - 1, met


def _random_step(game: Any, position: Any, rng: np.random.Generator) -> tuple[int, Any]:
    """The number of moves or chances at a position, and where one of them leads; (0, None) if play
    is over.
    """
    if ask.is_extensive(game):
        options = ask.steps(game, position)
        return (len(options), options[int(rng.integers(len(options)))][1]) if options else (0, None)
    if ask.outcome(game, position) is not None:
        return 0, None
    moves = ask.moves(game, position)
    return len(moves), ask.played(game, position, moves[int(rng.integers(len(moves)))])


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


def _bytes(position: Any) -> int:
    """What a position takes in memory, including its parts."""
    inside = sum(map(_bytes, position)) if isinstance(position, tuple | frozenset) else 0
    return sys.getsizeof(position) + inside


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
        (_, _, most), (what, _, most_moves) = self.limits
        if self._bar is None:
            met = random_lines(self.game, self.start, 2_000, np.random.default_rng(1), seconds=1)[2]
            if _at_least(met) > SURELY * most:
                raise TooLarge(self.far(walked, positions, "positions", "max_positions", most))
            self._bar = Progress(None, "walking", COMPILE_FROM)
        if (
            positions * moves / walked > 2 * SURELY * most_moves
        ):  # the positions that are found will be opened
            raise TooLarge(self.far(walked, positions, what, "max_edges", most_moves))
        gc.freeze()  # positions stay, so garbage collection need not look at all of them again and again
        self._bar(walked - self._bar.done)
        self.next_look += LOOK

    def far(self, walked: int, positions: int, what: str, name: str, most: int) -> str:
        """The error for a game that is far beyond a limit."""
        return (
            f"the game has far more than {most:,} {what}; raise {name} if memory allows, or take "
            "a smaller game. "
            f"{self.so_far(walked, positions)} when this was clear"
        )

    def __exit__(self, failed: object, *_: object) -> None:
        if self._bar is not None:
            gc.unfreeze()
            self._bar.__exit__(failed)
