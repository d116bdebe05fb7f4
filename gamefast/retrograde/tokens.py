"""Retrograde analysis on the fly: two tokens on two small graphs, with no move stored.

The argument is the same as in ``retrograde``, with two differences. The positions with a move to a
position are computed from the small graphs reversed. And the analysis goes rank by rank: from all
positions of one remoteness, the frontier, to those of the next (see ``ranks``). A position costs
one byte of outcome, two of remoteness and one of counter, so a board of 10,000 cells fits, although
its moves never would fit.

The first token is on one of n0 vertices, the second on one of n1. The position with the tokens on
``first`` and ``second`` has the number ``second * n0 + first`` if the first player is to move, and
``n0 * n1 + first * n1 + second`` if the second is. So the positions that differ only in where the
mover's token stands have neighbouring numbers.

Source for the game on a board: the classic "policeman and thief" problem; for graphs: Nowakowski
and Winkler, Vertex-to-vertex pursuit in a graph (1983).
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamefast.answers import Solution
from gamefast.arrays.graph import row_starts
from gamefast.boards.tokens import ROUNDS_FROM, TokenGraph
from gamefast.machine import BYTES_ON_THE_FLY, Array, Kernel, check_memory
from gamefast.progress import UNKEPT, Run
from gamefast.retrograde.ranks import settle_by_rank
from gamefast.retrograde.rounds import solve_rounds


@Kernel
def advance(
    n0: int,
    n1: int,
    indptr: Array,
    sources: Array,
    frontier: Array,
    outcome: Array,
    remoteness: Array,
    left: Array,
    rank: int,
    found: Array,
) -> int:
    """Settle what follows at remoteness ``rank`` from the positions in ``frontier``; list it in
    ``found``.

    Row v of ``indptr, sources`` says from which vertices a token steps to v: first come the first
    token's n0 rows, then the second's n1. ``left[u]`` counts the hopes of u, its moves not yet
    known to lead to a win of the opponent; it is 0 once u is settled. Returns how many positions
    were found.

    Parameters
    ----------
    n0, n1, rank
        int.
    indptr, sources
        int64, shape (n0 + n1 + 1,), and int32.
    frontier
        int32, shape (k,).
    outcome, remoteness, left
        int8, int16 or int32, and int8 or int32, shape (2 * n0 * n1,).
    found
        int32: scratch space, large enough.
    """
    count = 0
    pairs = n0 * n1
    for k in range(len(frontier)):
        v = frontier[k]
        # Who has just moved to v? The token of that player came from one of the vertices in row
        # ``row``; the positions before have numbers from ``base`` on, one for each vertex.
        if v < pairs:  # v = second * n0 + first: the first player is to move, so the second has
            second = v // n0
            first = v - second * n0
            row = n0 + second
            base = pairs + first * n1
        else:  # v = pairs + first * n1 + second: the first player has
            first = (v - pairs) // n1
            second = v - pairs - first * n1
            row = first
            base = second * n0
        result = -outcome[v]  # for the player who moves to v
        for e in range(indptr[row], indptr[row + 1]):
            u = base + sources[e]
            if left[u] > 0:  # not settled: won at once, or lost with the last hope
                left[u] = 0 if result > 0 else left[u] - 1
                if left[u] == 0:
                    outcome[u] = result
                    remoteness[u] = rank
                    found[count] = u
                    count += 1
    return count


def solve_tokens(arena: TokenGraph, run: Run = UNKEPT) -> Solution[Any, Any]:
    """Outcome and remoteness of every position, without ``order``, which is None; ``run`` may keep
    the state.

    If both tokens have at least a thousand vertices, it works in ``rounds``, unless a position is
    lost in one move. Otherwise it goes rank by rank, with 4 bytes for each position and at worst 6
    more for the frontier. An earlier run is resumed in the way it began. Raises TooLarge, before
    anything is allocated, if that much memory is not free.
    """
    in_rounds = min(arena.won.shape) >= ROUNDS_FROM
    if run.holds:  # arrays of an earlier run: does it go on in rounds?
        in_rounds = "marks_first" in run.holds
    if in_rounds:
        solution = solve_rounds(arena, run)
        if solution is not None:
            return solution
    return solve_by_rank(arena, run)


def solve_by_rank(arena: TokenGraph, run: Run = UNKEPT) -> Solution[Any, Any]:
    """The same as ``solve_tokens``, but rank by rank whatever the size."""
    n0, n1 = arena.won.shape
    degree = np.diff(arena.indptr)
    fits_in_a_byte = int(degree.max(initial=0)) <= np.iinfo(np.int8).max
    further_bytes = 0 if fits_in_a_byte else 3  # ``left`` is int8 or int32
    check_memory(len(arena), BYTES_ON_THE_FLY + further_bytes)
    indptr, sources = _reversed_steps(arena)

    # All positions in the order of their numbers: the first player's, then the second's. The table
    # ``won`` says who has won for the first player, with a row for each vertex of that token.
    won = np.asarray(arena.won)
    outcome = np.concatenate([won.T.ravel(), -won.ravel()])
    del won
    degree = degree.astype(np.int8 if fits_in_a_byte else np.int32)
    left = np.concatenate([np.tile(degree[:n0], n1), np.tile(degree[n0:], n0)])
    left[outcome != 0] = 0  # play is over there, even if the tokens could step on

    size = len(arena) + arena.edges
    advance_rank = partial(advance.at(size), n0, n1, indptr, sources)
    most_sources = int(np.diff(indptr).max(initial=1))  # positions with a move to one position
    remoteness = settle_by_rank(outcome, left, advance_rank, most_sources, size, run)
    return Solution(arena, outcome, remoteness)


def _reversed_steps(arena: TokenGraph) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """The two small graphs with every step reversed, as row starts and sources: rows 0 to n0 - 1
    are the first graph's, the next n1 rows the second's.
    """
    n0, n1 = arena.won.shape
    from_row = np.repeat(np.arange(n0 + n1), np.diff(arena.indptr))  # of each step
    offset = np.where(from_row < n0, 0, n0)  # vertex v of the second graph has the row n0 + v
    to_row = arena.targets + offset
    by_target = np.argsort(to_row, kind="stable")
    sources = (from_row - offset)[by_target].astype(np.int32)
    return row_starts(np.bincount(to_row, minlength=n0 + n1)), sources
