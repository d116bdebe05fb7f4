"""Bounds on the values of a game with chance and cycles: they are certain to hold, and they
converge.

Each position has two numbers: player 0 can make sure of at least ``lower``, and player 1 can hold
player 0 to ``upper`` at most. Each step replaces them by the best of what follows, with every sum
rounded outward, so they always hold. They converge as far as floating point allows. Strongly
connected components are taken in reverse topological order.

If play can be kept going for ever (in an **end component**), that is not enough: the positions of a
cycle can keep each other's bounds up. A further step helps. Suppose that in a set T chance never
leads out and player 1 chooses to stay. Then player 0 can only cycle, which is worth 0, or leave. So
no position of T is worth more than the better of 0 and the best way out. The sets are found among
player 1's moves that are best by ``lower``. For ``lower`` itself the players are swapped. Sources:
Shapley (1953), for the operator; Haddad and Monmege (2014); Kelmendi, Kraemer, Kretinsky and
Weininger, Value iteration for simple stochastic games (2018), for end components. Here payoffs may
have either sign.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from math import inf, nextafter

import numpy as np
from numpy.typing import NDArray

from gamefast.arrays.chance import MAX, MIN, ChanceGraph
from gamefast.machine import CHUNK, Array, Kernel
from gamefast.machine.kernels import COMPILE_FROM
from gamelib.components import end_components

#: The weight of one position, with its moves, when the size decides whether to compile.
SIZE = 4

#: The largest number of sweeps over one component; and the number tried at first, 16 times as many
#: if compiled.
SWEEPS, FEW = 10_000, 8

#: Added to the rounding error, for payoffs so small that a share of them is no longer a float.
TINY = 1e-300


@Kernel
def sweep(
    members: Array,
    graph: tuple[Array, Array, Array, Array, Array],
    bounds: tuple[Array, Array, Array],
    slack: float,
    width: float,
    sweeps: int,
) -> tuple[float, bool]:
    """Sweep the bounds of some positions until they are within ``width``, stop changing, or
    ``sweeps`` are done.

    If player 0 is to move, ``choice[p]`` becomes the move that last raised ``lower[p]``; if player
    1 is, the move that last lowered ``upper[p]``. These moves make the bounds certain. Greedy moves
    might not, because play by such moves can cycle for ever. Returns the largest gap between the
    bounds, and whether a bound moved in the last sweep.

    Parameters
    ----------
    members
        uint32: the positions.
    graph
        The ChanceGraph: ``indptr`` and ``targets``, uint32, ``turn``, int8, ``law``, uint32,
        ``weight``, float64.
    bounds
        ``lower`` and ``upper``, float64, and ``choice``, int32, places in ``targets``; shape (n,).
    slack
        float: the rounding error of a sum at a chance node, per outcome.
    width, sweeps
        float and int: the limits.
    """
    indptr, targets, turn, law, weight = graph
    lower, upper, choice = bounds
    done, moved, gap = 0, True, 2 * width + 1
    while gap > width and moved and done < sweeps:
        gap, moved, done = 0.0, False, done + 1
        for i in range(len(members)):
            p = members[i]
            first, last = indptr[p], indptr[p + 1]
            if first == last:
                continue  # play is over
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
    return gap, moved  # pyright: ignore[reportReturnType]  # a float: both bounds are


class Intervals:
    """The bounds of every position of a graph, and the moves that make them certain, as places in
    ``graph.targets``.

    ``lower`` and ``upper``: float64, shape (n,). ``choice``: int32, shape (n,). ``asked``: the
    smallest width asked for so far.
    """

    def __init__(self, graph: ChanceGraph) -> None:
        self.graph = graph
        ends = {p: outward(payoff) for p, payoff in graph.payoff.items()}
        least, most = (
            pick((0.0, *(end[k] for end in ends.values()))) for k, pick in enumerate((min, max))
        )
        self.lower, self.upper = np.full(len(graph), least), np.full(len(graph), most)
        for p, end in ends.items():
            self.lower[p], self.upper[p] = end
        self.choice = graph.indptr[:-1].copy()
        self.asked = inf
        self._size = SIZE * (len(graph) + len(graph.targets))
        self._slack = max(-least, most) * 2.0**-52 + TINY

    def run(self, width: float) -> None:
        """Bring all bounds within ``width`` of each other, as far as ``SWEEPS`` and floating point
        allow.

        A second run with a smaller width continues where the first one stopped. Each component with
        cycles gets its share of the width. Positions to which play cannot come back are looked at
        once.
        """
        parts, self.asked = self.graph.parts, min(width, self.asked)
        each, begin = width / max(1, int(parts.levels.max())), 0
        for k in np.flatnonzero(parts.cyclic).tolist():
            self._sweep(begin, int(parts.starts[k]), 0.0, 1)
            self._settle(k, each * float(parts.levels[k]))
            begin = int(parts.starts[k + 1])
        self._sweep(begin, len(self.graph), 0.0, 1)

    @cached_property
    def _fixed(self) -> tuple[Array, tuple[Array, ...]]:
        """The positions by components, and the graph, for the kernel."""
        graph = self.graph
        rows = (
            _unsigned(graph.indptr),
            _unsigned(graph.targets),
            graph.turn,
            _unsigned(graph.law),
            graph.weight,
        )
        return _unsigned(graph.parts.members), rows

    @property
    def gap(self) -> float:
        """The largest difference between the two bounds of a position."""
        return float(np.max(self.upper - self.lower))

    def _settle(self, k: int, allowed: float) -> None:
        """Bring the bounds of component ``k`` together, however long it takes; components it leads
        to come first.
        """
        begin, end = map(int, self.graph.parts.starts[k : k + 2])
        done, batch, endless = 0, FEW if self._size < COMPILE_FROM else 16 * FEW, False
        while done < SWEEPS:
            gap, moved = self._sweep(begin, end, allowed, min(batch, SWEEPS - done))
            if gap <= allowed:
                return
            endless = endless if done else self.graph.is_endless(k)
            tightened = endless and self._untie(self.graph.parts[k])
            if not (moved or tightened):
                return
            done, batch = done + batch, batch if batch * (end - begin) > CHUNK else 2 * batch

    def _sweep(self, begin: int, end: int, width: float, sweeps: int) -> tuple[float, bool]:
        """Sweep some positions, compiled if the graph is large, however few the positions are."""
        if begin == end:
            return 0.0, False
        (members, rows), bounds = self._fixed, (self.lower, self.upper, self.choice)
        run = sweep.at(max(self._size, SIZE * sweeps * (end - begin)))
        gap, moved = run(members[begin:end], rows, bounds, self._slack, width, sweeps)
        return gap, moved

    def _untie(self, part: list[int]) -> bool:
        """Tighten the bounds in end components to the best way out; return whether anything has
        changed.
        """
        changed = self._leave_or_stay(part, MIN, self.upper, self.lower, 1.0)
        return self._leave_or_stay(part, MAX, self.lower, self.upper, -1.0) or changed

    def _leave_or_stay(
        self, part: list[int], keeper: int, bound: Array, other: Array, sign: float
    ) -> bool:
        """If ``keeper`` can keep play inside a set by moves that are best by ``other``, tighten
        ``bound``.

        Written for player 1, with ``sign`` 1: in such a set player 0 can only leave or get 0.
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
            most = max(
                [
                    0.0,
                    *(
                        sign * bound[q]
                        for p in leavers
                        for q in self.graph.options(p)
                        if q not in inside
                    ),
                ]
            )
            for p in trap:
                if sign * bound[p] > most:
                    bound[p], changed = sign * most + 0.0, True  # + 0 avoids minus zero
                    if self.graph.turn[p] == keeper:
                        self.choice[p] = self.graph.way(p, inside.intersection(allowed(p)))
        return changed


def outward(payoff: Fraction) -> tuple[float, float]:
    """The floats next to a fraction, below and above; if the fraction is itself a float, that float
    twice.
    """
    near = float(payoff)
    if Fraction(near) == payoff:
        return near, near
    return nextafter(near, -inf), nextafter(near, inf)


def _unsigned(places: NDArray[np.int32]) -> NDArray[np.uint32]:
    """An array's numbers as unsigned: compiled code need not ask whether a place counts from the
    end.
    """
    return places.view(np.uint32)
