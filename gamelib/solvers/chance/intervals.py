"""Bounds on the values of a game with chance and cycles that are certain to hold, and come together.

Two numbers for each position: player 0 can make certain that he gets at least ``lower``, player 1 that he gets no more
than ``upper``. Each step replaces them by the best of what follows, with every sum rounded outward, so they hold at any
time; they come together as far as floating point allows. Strongly connected components are worked off in reverse
topological order.

Where play can be kept going for ever (in an **end component**) that is not enough: the positions of a cycle can keep
each other's bounds up. There a further step helps. If in a set T chance never leads out and player 1 chooses to stay,
player 0 can only go round, which is worth 0, or leave: no position of T is worth more than the best way out, or 0. Such
sets are looked for among player 1's moves that are best by ``lower``; with the players exchanged, for ``lower``.
Sources: Shapley (1953), for the operator; Haddad and Monmege (2014); Kelmendi, Kraemer, Kretinsky and Weininger,
Value iteration for simple stochastic games (2018), for end components. Here payoffs may have either sign.
"""

from __future__ import annotations

from fractions import Fraction
from math import inf, nextafter

import numpy as np
from numpy.typing import NDArray

from gamelib.arenas.chance import MAX, MIN, NOBODY, ChanceGraph
from gamelib.arenas.components import end_components
from gamelib.machine import CHUNK, Array, Kernel

#: What one position counts for, its moves included, when the size decides whether to compile.
SIZE = 4

#: At most this many sweeps are tried on one component.
SWEEPS = 10_000

#: Added to the rounding error, for payoffs so small that a share of them is no float any more.
TINY = 1e-300


@Kernel
def sweep(
    component: Array,
    indptr: Array,
    targets: Array,
    weight: Array,
    turn: Array,
    slack: float,
    lower: Array,
    upper: Array,
    low_move: Array,
    high_move: Array,
    width: float,
    sweeps: int,
) -> tuple[bool, int]:
    """Sweep the bounds over one component until they are within ``width``, stand still, or ``sweeps`` are done.

    Where player 0 is to move, ``low_move[p]`` becomes the move that last raised ``lower[p]``; where player 1 is,
    ``high_move[p]`` the one that last brought ``upper[p]`` down. To follow them makes the bounds certain: a greedy move
    need not, it can go round for ever. Returns whether a bound moved in the last sweep, and the number of sweeps.

    Parameters
    ----------
    component
        int64, shape (k,): the positions to be swept.
    indptr, targets, weight, turn
        The ChanceGraph: int64, shape (n + 1,); int32 and float64, shape (m,); int8, shape (n,).
    slack
        float: the rounding error of a sum at a chance node, for each of its outcomes.
    lower, upper
        float64, shape (n,).
    low_move, high_move
        int64, shape (n,): places in ``targets``.
    width, sweeps
        float and int: the limits.
    """
    done, moved, gap = 0, True, 2 * width + 1
    while gap > width and moved and done < sweeps:
        gap, moved, done = 0.0, False, done + 1
        for p in component:
            low, high, by, to = 0.0, 0.0, indptr[p], indptr[p]
            if turn[p] == 2:
                for e in range(indptr[p], indptr[p + 1]):
                    low += weight[e] * lower[targets[e]]
                    high += weight[e] * upper[targets[e]]
                low -= slack * (indptr[p + 1] - indptr[p] + 2)
                high += slack * (indptr[p + 1] - indptr[p] + 2)
            else:
                low, high = lower[targets[by]], upper[targets[to]]
                for e in range(indptr[p] + 1, indptr[p + 1]):
                    v = targets[e]
                    if turn[p] == 0:
                        if lower[v] > low:
                            low, by = lower[v], e
                        high = max(high, upper[v])
                    else:
                        if upper[v] < high:
                            high, to = upper[v], e
                        low = min(low, lower[v])
            if low > lower[p]:
                lower[p], low_move[p], moved = low, by, True
            if high < upper[p]:
                upper[p], high_move[p], moved = high, to, True
            gap = max(gap, upper[p] - lower[p])
    return moved, done


class Intervals:
    """The bounds of every position of a graph, and the moves that make them certain, as places in ``graph.targets``.

    ``lower`` and ``upper``: float64, shape (n,); ``low_move`` and ``high_move``: int64, shape (n,). ``asked``: the
    smallest width asked for so far.
    """

    def __init__(self, graph: ChanceGraph) -> None:
        self.graph = graph
        self.lower, self.upper = np.full(len(graph), -inf), np.full(len(graph), inf)
        for p, payoff in graph.payoff.items():
            self.lower[p], self.upper[p] = outward(payoff)
        self.low_move, self.high_move = graph.indptr[:-1].copy(), graph.indptr[:-1].copy()
        self.asked = inf
        largest = max((abs(float(payoff)) for payoff in graph.payoff.values()), default=0.0)
        self._slack = largest * 2.0**-52 + TINY

    def run(self, width: float) -> None:
        """Bring all bounds within ``width`` of each other, as far as ``SWEEPS`` and floating point allow.

        A second run with a smaller width goes on from there.
        """
        graph, self.asked = self.graph, min(width, self.asked)
        highest = max(graph.levels, default=1)
        once: list[int] = []  # play cannot come back to these: each is looked at once, many at a time
        for k, part in enumerate(graph.components):
            if not graph.is_cyclic(part):
                once += part if graph.turn[part[0]] != NOBODY else []
                continue
            self._sweep(np.array(once, np.int64), 0.0, 1)
            once = []
            self._settle(k, width * graph.levels[k] / highest)
        self._sweep(np.array(once, np.int64), 0.0, 1)

    def _settle(self, k: int, width: float) -> None:
        """Bring the bounds of component ``k`` within ``width``, once those to which it leads are."""
        part = self.graph.components[k]
        members, done, batch = np.array(part, np.int64), 0, 8
        self._begin(members)
        while done < SWEEPS and np.max(self.upper[members] - self.lower[members]) > width:
            moved, sweeps = self._sweep(members, width, min(batch, SWEEPS - done))
            done, batch = done + sweeps, batch if batch * len(members) > CHUNK else 2 * batch
            if not (k in self.graph.endless and self._untie(part)) and not moved:
                break

    def _sweep(self, members: NDArray[np.int64], width: float, sweeps: int) -> tuple[bool, int]:
        """Call the kernel: compiled where the graph is large, however small its components are."""
        graph = self.graph
        size = SIZE * max(len(graph) + len(graph.targets), sweeps * len(members))
        fixed = graph.indptr, graph.targets, graph.weight, graph.turn, self._slack
        bounds = self.lower, self.upper, self.low_move, self.high_move
        moved, done = sweep.at(size)(members, *fixed, *bounds, width, sweeps)
        return moved, done

    def _begin(self, members: NDArray[np.int64]) -> None:
        """No position of a component is worth less than its worst way out, or 0 if play goes round."""
        inside = set(members.tolist())
        out = [q for p in inside for q in self.graph.options(p) if q not in inside]
        least = min((self.lower[q] for q in out), default=0.0)
        most = max((self.upper[q] for q in out), default=0.0)
        self.lower[members] = np.maximum(self.lower[members], min(0.0, least))
        self.upper[members] = np.minimum(self.upper[members], max(0.0, most))

    def _untie(self, part: list[int]) -> bool:
        """Tighten the bounds in end components to the best way out; whether anything has changed."""
        changed = self._leave_or_stay(part, MIN, self.upper, self.lower, self.high_move, 1.0)
        return self._leave_or_stay(part, MAX, self.lower, self.upper, self.low_move, -1.0) or changed

    def _leave_or_stay(
        self,
        part: list[int],
        keeper: int,
        bound: NDArray[np.float64],
        other: NDArray[np.float64],
        moves: NDArray[np.int64],
        sign: float,
    ) -> bool:
        """Where ``keeper`` can keep play inside a set by moves that are best by ``other``, tighten ``bound``.

        Written for player 1, with ``sign`` 1: player 0 gets no more there than by leaving, or 0.
        """

        def allowed(p: int) -> list[int]:
            ways = self.graph.options(p)
            if self.graph.turn[p] != keeper:
                return ways
            best = min(sign * other[q] for q in ways)
            return [q for q in ways if sign * other[q] == best]

        changed = False
        for trap in end_components(part, allowed, self.graph.is_chance):
            inside = set(trap)
            leavers = [p for p in trap if self.graph.turn[p] == 1 - keeper]
            most = max([0.0, *(sign * bound[q] for p in leavers for q in self.graph.options(p) if q not in inside)])
            for p in trap:
                if sign * bound[p] > most:
                    bound[p], changed = sign * most + 0.0, True  # + 0: no minus zero
                    if self.graph.turn[p] == keeper:
                        good = set(allowed(p)) & inside
                        ways = self.graph.options(p)
                        moves[p] = self.graph.indptr[p] + next(k for k, q in enumerate(ways) if q in good)
        return changed


def outward(payoff: Fraction) -> tuple[float, float]:
    """The floats next to a fraction, below and above; twice the fraction itself where it is a float."""
    near = float(payoff)
    if Fraction(near) == payoff:
        return near, near
    return nextafter(near, -inf), nextafter(near, inf)
