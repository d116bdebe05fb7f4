"""Retrograde analysis with compiled rules, rank by rank; no move is stored if the game knows its
un-moves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamefast.answers import Solution
from gamefast.compiled import walking
from gamefast.compiled.graph import BYTES_SETTLED, CompiledGraph
from gamefast.compiled.walked import WalkedGraph
from gamefast.compiled.walking import SUM, summand
from gamefast.machine import CHUNK, Array, Kernel, check_memory, check_more, kernels
from gamefast.progress import UNKEPT, Run
from gamefast.retrograde.ranks import NONE, Late, settle_by_rank
from gamefast.retrograde.reversal import solve_stored


@Kernel
def advance(
    sources: Any,
    data: Array,
    out: Array,
    sums: Array,
    frontier: Array,
    outcome: Array,
    remoteness: Array,
    left: Array,
    rank: int,
    found: Array,
) -> int:
    """Settle what follows at remoteness ``rank`` from the positions in ``frontier``; list it in
    ``found``.

    ``left[u]`` counts the hopes of u, its moves not yet known to lead to a win of the opponent; it
    is 0 once u is settled. Returns how many positions were found; or -1 - k if the un-moves at
    ``frontier[k]`` are not the moves that lead there.

    Parameters
    ----------
    sources
        The rule that lists the positions with a move to a position.
    data, out
        int64: the game's table, and twice the room for the sources of one position.
    sums
        uint32, shape (size,): for each position, the sum of the summands of the positions with a
        move to it.
    frontier
        int32, shape (k,).
    outcome, remoteness, left
        int8, int16 or int32, and int16 or int32, shape (size,).
    rank
        int.
    found
        int32: scratch space, large enough.
    """
    count = 0
    for k in range(len(frontier)):
        v = frontier[k]
        result = -outcome[v]  # for the player who moves to v
        n_sources = sources(v, data, out)
        if n_sources < 0 or 2 * n_sources > len(out):  # more than a position may have
            return -1 - k
        sum_there = 0
        for e in range(n_sources):
            u = out[e]
            if u < 0 or u >= len(left):
                return -1 - k
            sum_there += summand(u)
            if left[u] > 0:  # not settled: won at once, or lost with the last hope
                left[u] = 0 if result > 0 else left[u] - 1
                if left[u] == 0:
                    outcome[u] = result
                    remoteness[u] = rank
                    found[count] = u
                    count += 1
        # Sums are compared instead of sets: they differ, almost surely, if the un-moves are others.
        if sum_there & SUM != sums[v]:
            return -1 - k
    return count


def solve_compiled(arena: CompiledGraph, run: Run = UNKEPT) -> Solution[Any, Any]:
    """Outcome and remoteness of every position, found by stored moves if the rules know no
    un-moves.

    ``run`` may keep the state while the work lasts.
    """
    rules = arena.rules
    if rules.sources is None:
        # The solution is one of the explicit graph, which a file can hold without the rules. But if
        # the arena ``ends_late``, a file of moves could not say how many more moves a result takes:
        # so the solution is one of the arena itself.
        return solve_stored(arena if arena.ends_late else arena.explicit(), run)
    check_memory(rules.size, BYTES_SETTLED)
    late = late_ends(arena.ends, arena.remoteness_at) if arena.ends_late else None
    work = rules.size * rules.most
    advance_compiled = advance.at(work)
    sources = rules.sources.at(work)
    data = rules.data
    room = rules.room()
    move_sums = arena.move_sums

    def advance_rank(*state: Any) -> int:
        """``advance`` with the arena's own arguments filled in."""
        return int(advance_compiled(sources, data, room, move_sums, *state))

    # Positions have the numbers of the rules here; some of these stand for no position.
    outcome = arena.ends
    left = np.maximum(arena.degrees, 0)  # the degree is below 0 where a number stands for none
    size = rules.size + arena.edges
    advance_or_blame = blaming(arena, advance_rank)
    remoteness = settle_by_rank(outcome, left, advance_or_blame, rules.most, size, run, late)
    del arena.__dict__["move_sums"]  # a cached property, which is large and no longer needed
    return Solution(arena, outcome[arena.codes], remoteness[arena.codes])


def solve_walked(arena: WalkedGraph, run: Run = UNKEPT) -> Solution[Any, Any]:
    """Outcome and remoteness of every position that was found, by reversed moves if the rules know
    no un-moves.

    ``run`` may keep the state while the work lasts.
    """
    rules = arena.rules
    n = len(arena)
    if rules.sources is None:
        return solve_stored(arena, run)
    check_more(arena.bytes, "to settle the positions", f"{n:,} positions were found")
    outcome = arena.terminal.copy()
    advance_rank = by_unmoves(arena)
    late = late_ends(outcome, arena.end_remoteness) if arena.ends_late else None
    left = arena.degrees.copy()
    remoteness = settle_by_rank(outcome, left, advance_rank, rules.most, n + arena.edges, run, late)
    del arena.__dict__["move_sums"]  # a cached property, which is large and no longer needed
    return Solution(arena, outcome, remoteness)


def late_ends(
    outcome: NDArray[np.int8], remoteness_of: Callable[[NDArray[np.int64]], NDArray[np.int32]]
) -> Late:
    """The terminal positions whose remoteness is more than 0, because the rules end play before the
    last move. ``outcome`` is 0 everywhere except at terminal positions that are won or lost.
    """
    positions = [NONE]
    further_moves = [NONE]
    for begin in range(0, len(outcome), CHUNK):  # in pieces, which take less memory on the way
        ends = begin + np.flatnonzero(outcome[begin : begin + CHUNK])
        remoteness = remoteness_of(ends)
        is_late = remoteness > 0
        positions.append(ends[is_late].astype(np.int32))
        further_moves.append(remoteness[is_late])
    return Late(np.concatenate(positions), np.concatenate(further_moves))


def by_unmoves(arena: WalkedGraph) -> Callable[..., int]:
    """``walking.advance`` with the arena's own arguments filled in: it takes ``frontier`` and those
    after it, as ``settle_by_rank`` calls it. Raises ValueError for un-moves that are not the moves.
    """
    size = len(arena) + arena.edges
    rules_in_loop = arena.loop_rules(size)
    sources = arena.rules.source_function(size >= kernels.COMPILE_FROM)
    advance_compiled = walking.advance.at(size)
    table = arena.table
    move_sums = arena.move_sums

    def advance_rank(*state: Any) -> int:
        return int(advance_compiled(rules_in_loop, sources, table, move_sums, *state))

    return blaming(arena, advance_rank)


def blaming(
    arena: CompiledGraph | WalkedGraph, advance_rank: Callable[..., int]
) -> Callable[..., int]:
    """The function ``advance_rank``, which now raises ValueError for un-moves that are not all the
    moves to a position.
    """

    def advance_or_blame(frontier: Array, *others: Any) -> int:
        count = advance_rank(frontier, *others)
        if count < 0:  # -1 - k: the un-moves at ``frontier[k]`` are wrong
            raise arena.wrong_unmoves(int(frontier[-1 - count]))
        return count

    return advance_or_blame
