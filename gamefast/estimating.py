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

import sys
from dataclasses import dataclass, replace
from math import inf
from typing import Any

import numpy as np

from gamefast import ask, registry
from gamefast.arrays.guard import random_lines
from gamefast.machine import in_words
from gamelib.core import TooLarge

#: How many positions are opened: their moves are looked at.
OPENED = 20_000

#: Bytes for a position beside its own (its places in a list, a dict and a solution's arrays), and
#: for a move.
BYTES_BESIDE_POSITION = 140
BYTES_OF_MOVE = 12


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
        """The numbers in one line; a lower bound is called one."""
        if self.tree == inf:
            tree = "the tree may be endless"
        else:
            tree = f"the tree has about {in_words(self.tree)} nodes"
        memory = f"{self.bytes / 1e9:,.2g} GB"
        if self.exact:
            return f"{self.positions:,} positions, {self.moves:,} moves, at most {memory}; {tree}"
        if self.opened:
            size = f"at least {self.positions:,} positions found, {self.opened:,} of them opened"
        else:
            size = f"{self.positions:,} positions, none of them opened"
        return f"{size}, at least {memory}; {tree}"


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
    tree, longest, _positions_met = random_lines(game, root, lines, rng)
    try:
        arena = registry.arena(game)
    except TooLarge as error:
        # The game has an arena, which is too large to make here; the error may say how large.
        if error.size is not None:
            positions, n_bytes = error.size
            return Estimate(positions, 0, 0, n_bytes, tree, longest, exact=False)
        arena = None
    if hasattr(arena, "bytes"):  # not every arena knows what solving it takes
        n = len(arena)
        return Estimate(n, n, arena.edges, arena.bytes, tree, longest, exact=True)
    return replace(_size_by_walk(game, root), tree=tree, longest=longest)


def _size_by_walk(game: Any, root: Any) -> Estimate:
    """What a walk finds, breadth first, until OPENED positions are opened or none is left.

    A walk says nothing of the tree: ``tree`` is inf and ``longest`` is 0, until the caller puts in
    what random lines say.
    """
    found = {root}
    queue = [root]  # grows while it is gone through
    opened = 0
    moves = 0
    for position in queue:
        if opened == OPENED:
            break
        steps = ask.steps(game, position)
        opened += 1
        moves += len(steps)
        for _move, option in steps:
            if option not in found:
                found.add(option)
                queue.append(option)

    # Positions may differ in size, so a hundred of them, evenly spread, are weighed.
    sample = queue[:: 1 + len(queue) // 100]
    bytes_each = sum(map(_bytes_of, sample)) / len(sample)
    n_bytes = len(found) * (bytes_each + BYTES_BESIDE_POSITION) + moves * BYTES_OF_MOVE
    is_whole = opened == len(found)
    return Estimate(len(found), opened, moves, n_bytes, tree=inf, longest=0, exact=is_whole)


def _bytes_of(position: Any) -> int:
    """What a position takes in memory, including its parts."""
    parts = position if isinstance(position, tuple | frozenset) else ()
    return sys.getsizeof(position) + sum(map(_bytes_of, parts))
