"""The sweeps behind ``intervals``: the bounds of one component, and of one after the other in one compiled loop."""

from __future__ import annotations

from gamelib.machine import Array, Kernel


@Kernel
def sweep(
    begin: int,
    end: int,
    members: Array,
    indptr: Array,
    targets: Array,
    turn: Array,
    law: Array,
    weight: Array,
    slack: float,
    lower: Array,
    upper: Array,
    choice: Array,
    width: float,
    sweeps: int,
) -> tuple[float, bool]:
    """Sweep the bounds over one component until they are within ``width``, stand still, or ``sweeps`` are done.

    Where player 0 is to move, ``choice[p]`` becomes the move that last raised ``lower[p]``; where player 1 is, the one
    that last brought ``upper[p]`` down. To follow them makes the bounds certain: a greedy move need not, it can go
    round for ever. Returns how far the bounds are apart, and whether one moved in the last sweep.

    Parameters
    ----------
    begin, end, members
        ints, and uint32, shape (n,): the positions to be swept are ``members[begin:end]``.
    indptr, targets, turn, law, weight
        The ChanceGraph: uint32, shape (n + 1,) and (m,); int8 and uint32, shape (n,); float64.
    slack
        float: the rounding error of a sum at a chance node, for each of its outcomes.
    lower, upper
        float64, shape (n,).
    choice
        int32, shape (n,): places in ``targets``.
    width, sweeps
        float and int: the limits.
    """
    done, moved, gap = 0, True, 2 * width + 1
    while gap > width and moved and done < sweeps:
        gap, moved, done = 0.0, False, done + 1
        for i in range(begin, end):
            p = members[i]
            first, last = indptr[p], indptr[p + 1]
            low, high, by = 0.0, 0.0, first
            if turn[p] == 2:
                for e in range(first, last):
                    share = weight[law[p] + e - first]
                    low += share * lower[targets[e]]
                    high += share * upper[targets[e]]
                low -= slack * (last - first + 2)
                high += slack * (last - first + 2)
            else:
                low, high = lower[targets[first]], upper[targets[first]]
                for e in range(first + 1, last):
                    v = targets[e]
                    if turn[p] == 0:
                        if lower[v] > low:
                            low, by = lower[v], e
                        high = max(high, upper[v])
                    else:
                        if upper[v] < high:
                            high, by = upper[v], e
                        low = min(low, lower[v])
            if (turn[p] == 0 and low > lower[p]) or (turn[p] == 1 and high < upper[p]):
                choice[p] = by
            if low > lower[p]:
                lower[p], moved = low, True
            if high < upper[p]:
                upper[p], moved = high, True
            gap = max(gap, upper[p] - lower[p])
    return gap, moved


@Kernel
def settle(
    head: int,
    stop: int,
    starts: Array,
    members: Array,
    of: Array,
    cyclic: Array,
    levels: Array,
    indptr: Array,
    targets: Array,
    turn: Array,
    law: Array,
    weight: Array,
    slack: float,
    lower: Array,
    upper: Array,
    choice: Array,
    width: float,
    sweeps: int,
) -> tuple[int, bool]:
    """Bring the bounds of one component after the other within their share of ``width``.

    Returns the first for which ``sweeps`` sweeps are too few, or ``stop``; and whether a bound still moved there. A
    position to which play cannot come back is looked at once.

    Parameters
    ----------
    head, stop
        ints: from which component on, and up to which.
    starts, members, of, cyclic, levels
        The Parts of the graph: uint32, shape (k + 1,) and (n,); int32, shape (n,); int8 and int32, shape (k,).
    indptr, targets, turn, law, weight, slack, lower, upper, choice, sweeps
        As for ``sweep``.
    width
        float: that of the largest level, divided by it; a component has as many times as much as its level is.
    """
    for k in range(head, stop):
        begin, end = starts[k], starts[k + 1]
        graph = indptr, targets, turn, law, weight
        if not cyclic[k]:
            if turn[members[begin]] != 3:
                sweep(begin, end, members, *graph, slack, lower, upper, choice, 0.0, 1)
            continue
        least, most = 0.0, 0.0  # nothing is worth less than the worst way out, or 0 if play goes round
        for i in range(begin, end):
            for e in range(indptr[members[i]], indptr[members[i] + 1]):
                if of[targets[e]] != k:
                    least, most = min(least, lower[targets[e]]), max(most, upper[targets[e]])
        for i in range(begin, end):
            p = members[i]
            lower[p], upper[p] = max(lower[p], least), min(upper[p], most)
        allowed = width * levels[k]
        gap, moved = sweep(begin, end, members, *graph, slack, lower, upper, choice, allowed, sweeps)
        if gap > allowed:
            return k, moved
    return stop, True
