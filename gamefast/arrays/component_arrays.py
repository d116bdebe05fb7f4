"""The strongly connected components of a graph in compressed sparse rows, for millions of
positions.

``gamelib.components`` does this for any function of options; here it is done over arrays.
Sources: Tarjan, Depth-first search and linear graph algorithms (1972); Nuutila and
Soisalon-Soininen, On finding the strongly connected components in a directed graph (1994), for the
order within a component.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gamefast.machine import Array, Kernel


@Kernel
def find_components(
    graph: tuple[Array, Array],
    scratch: tuple[Array, Array, Array, Array],
    of: Array,
    members: Array,
    starts: Array,
) -> int:
    """List the components of all positions, each after those that it leads to; return how many
    there are.

    A depth-first search visits the positions and numbers its visits from 1; its path, from the root
    to the position where it is now, is a stack. ``low[v]`` is 0 before the visit of v. Then it is
    the number of that visit, and later the least such number known to be in the same component. A
    position that has been left waits until its component is complete.

    Parameters
    ----------
    graph
        ``indptr`` and ``targets``, int32, shape (n + 1,) and (m,): where play goes from each
        position.
    scratch
        ``low``, ``stack``, ``visit_number``, ``followed``, int32, shape (n,); ``low`` is zeros.
        ``stack`` holds the path in front, waiting positions behind. ``visit_number[d]`` and
        ``followed[d]`` belong to the position at depth d of the path: the number of its visit, and
        how many of its moves have been followed.
    of
        int32, shape (n,), all -1: becomes the component of each position.
    members, starts
        int32, shape (n,) and (n + 1,), zeros: become the positions of component k, from
        ``starts[k]`` on.
    """
    indptr, targets = graph
    low, stack, visit_number, followed = scratch
    n = len(of)
    visited = 0  # how many positions have been visited
    n_listed = 0  # how many of them stand in ``members``
    n_complete = 0  # how many components are complete, so the number of the next one
    top = n  # the waiting positions are stack[top:], the one left last in front
    # The path and the waiting positions are different positions, so they never meet in ``stack``.
    for root in range(n):
        depth = 0
        if low[root] == 0:
            stack[0] = root
            depth = 1
        while depth:
            v = stack[depth - 1]
            if low[v] == 0:  # v has just been reached
                visited += 1
                low[v] = visited
                visit_number[depth - 1] = visited
                followed[depth - 1] = 0

            # Look at the moves of v, up to the first one to a new position. A visited position
            # without a component (-1) can reach v, or a position before it on the path.
            e = indptr[v] + followed[depth - 1]
            while e < indptr[v + 1] and low[targets[e]]:
                if of[targets[e]] < 0:
                    low[v] = min(low[v], low[targets[e]])
                e += 1
            # A move to a new position does not count as followed: it is looked at again when the
            # search has come back from there, because ``low`` is known then.
            followed[depth - 1] = e - indptr[v]
            if e < indptr[v + 1]:
                stack[depth] = targets[e]
                depth += 1
                continue

            # All moves of v have been followed: the search leaves it, and it waits.
            depth -= 1
            top -= 1
            stack[top] = v
            # If v reaches nothing that was visited before it, its component is complete: v, and the
            # waiting positions that were visited after v. Their ``low`` is that of v or larger; of
            # other waiting positions it is smaller.
            if low[v] == visit_number[depth]:
                last = top
                while last + 1 < n and low[stack[last + 1]] >= low[v]:
                    last += 1
                # Backwards: the position that was left first comes first.
                for i in range(last, top - 1, -1):
                    members[n_listed] = stack[i]
                    of[stack[i]] = n_complete
                    n_listed += 1
                top = last + 1
                n_complete += 1
                starts[n_complete] = n_listed
    return n_complete


@Kernel
def look_at_components(
    indptr: Array,
    targets: Array,
    of: Array,
    members: Array,
    starts: Array,
    cyclic: Array,
    levels: Array,
) -> None:
    """Fill in for each component whether play can come back, and the largest number of such
    components on one path from it.

    A component comes after those that it leads to, so ``levels`` of those is known already.

    Parameters
    ----------
    indptr, targets
        The graph: int32, shape (n + 1,) and (m,).
    of, members, starts
        The components: int32, shape (n,), (n,) and (k + 1,).
    cyclic, levels
        int8 and int32, shape (k,): are filled.
    """
    for k in range(len(levels)):
        level = 0  # the largest level of the other components that k leads to
        back = 0  # 1 if a move stays in component k: then play can come back
        for i in range(starts[k], starts[k + 1]):
            v = members[i]
            for e in range(indptr[v], indptr[v + 1]):
                j = of[targets[e]]
                if j == k:
                    back = 1
                else:
                    level = max(level, levels[j])
        cyclic[k] = back
        levels[k] = level + back


def components(
    indptr: NDArray[np.int32], targets: NDArray[np.int32]
) -> tuple[Array, Array, Array, Array, Array]:
    """The five arrays of ``gamefast.arrays.parts.Parts``: ``of``, ``members``, ``starts``,
    ``cyclic`` and ``levels``.

    >>> [a.tolist() for a in components(np.array([0, 1, 3, 3], np.int32), np.array([1, 0, 2], np.int32))]
    [[1, 1, 0], [2, 1, 0], [0, 1, 3], [0, 1], [0, 1]]
    """
    n = len(indptr) - 1
    size = len(indptr) + len(targets)
    low, stack, number, place = (np.zeros(n, np.int32) for _ in range(4))
    of = np.full(n, -1, np.int32)
    members = np.zeros(n, np.int32)
    starts = np.zeros(n + 1, np.int32)  # there are at most n components
    count = find_components.at(size)(
        (indptr, targets), (low, stack, number, place), of, members, starts
    )
    starts = starts[: count + 1].copy()  # a copy, so that the longer array is not kept in memory
    cyclic = np.empty(count, np.int8)
    levels = np.empty(count, np.int32)
    look_at_components.at(size)(indptr, targets, of, members, starts, cyclic, levels)
    return of, members, starts, cyclic, levels
