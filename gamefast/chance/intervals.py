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

from gamefast.arrays.chance import MAX, MIN, NATURE, ChanceGraph
from gamefast.machine import CHUNK, Array, Kernel
from gamefast.machine.kernels import COMPILE_FROM
from gamelib.components import end_components

#: The weight of one position, with its moves, when the size decides whether to compile.
SIZE = 4

#: The largest number of sweeps over one component.
SWEEPS = 10_000

#: The number tried at first; 16 times as many if compiled.
FEW = 8

#: The rounding error of a float, as a share of it, at most.
ROUNDING = 2.0**-52

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
    ``sweeps`` are done. In a sweep each position gets better bounds from those of its options.

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
    done = 0
    moved = True
    gap = 2 * width + 1  # more than the width, so that there is a first sweep
    while gap > width and moved and done < sweeps:
        gap = 0.0
        moved = False
        done += 1
        for i in range(len(members)):
            p = members[i]
            first = indptr[p]
            last = indptr[p + 1]
            if first == last:
                continue  # play is over

            # What the options give: bounds, and the move that gives the mover's own.
            low = 0.0
            high = 0.0
            best = first
            if turn[p] == NATURE:
                for e in range(first, last):
                    share = weight[law[p] + e - first]
                    low += share * lower[targets[e]]
                    high += share * upper[targets[e]]
                low -= slack * (last - first + 2)  # outward, by the rounding error of the sum
                high += slack * (last - first + 2)
            else:
                low = lower[targets[first]]
                high = upper[targets[first]]
                for e in range(first + 1, last):
                    v = targets[e]
                    if turn[p] == MAX:
                        if lower[v] > low:
                            low = lower[v]
                            best = e
                        high = max(high, upper[v])
                    else:
                        if upper[v] < high:
                            high = upper[v]
                            best = e
                        low = min(low, lower[v])

            # They count if they are better than those that the position has.
            if (turn[p] == MAX and low > lower[p]) or (turn[p] == MIN and high < upper[p]):
                choice[p] = best
            if low > lower[p]:
                lower[p] = low
                moved = True
            if high < upper[p]:
                upper[p] = high
                moved = True
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
        payoffs = {p: outward(payoff) for p, payoff in graph.payoff.items()}
        # No position is worth less than the smallest payoff and 0, the value of endless play.
        least = min([0.0, *(low for low, _ in payoffs.values())])
        most = max([0.0, *(high for _, high in payoffs.values())])
        self.lower = np.full(len(graph), least)
        self.upper = np.full(len(graph), most)
        for p, (low, high) in payoffs.items():
            self.lower[p] = low
            self.upper[p] = high
        self.choice = graph.indptr[:-1].copy()  # at first the first move of each row
        self.asked = inf
        self._size = SIZE * (len(graph) + len(graph.targets))
        self._slack = max(-least, most) * ROUNDING + TINY

    def run(self, width: float) -> None:
        """Bring all bounds within ``width`` of each other, as far as ``SWEEPS`` and floating point
        allow.

        A second run with a smaller width continues where the first one stopped. Each component with
        cycles gets its share of the width. Positions to which play cannot come back are looked at
        once.
        """
        parts = self.graph.parts
        self.asked = min(width, self.asked)
        # The gaps of components with cycles add up along a path, so each gets its share.
        share = width / max(1, int(parts.levels.max()))
        begin = 0
        for k in np.flatnonzero(parts.cyclic).tolist():
            self._sweep(begin, int(parts.starts[k]), width=0.0, sweeps=1)  # those before, once
            self._settle(k, share * float(parts.levels[k]))
            begin = int(parts.starts[k + 1])
        self._sweep(begin, len(self.graph), width=0.0, sweeps=1)

    @cached_property
    def _fixed(self) -> tuple[Array, tuple[Array, ...]]:
        """The positions by components, and the graph, as ``sweep`` takes them."""
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
        begin = int(self.graph.parts.starts[k])
        end = int(self.graph.parts.starts[k + 1])
        batch = FEW if self._size < COMPILE_FROM else 16 * FEW
        done = 0
        endless = False
        while done < SWEEPS:
            gap, moved = self._sweep(begin, end, allowed, min(batch, SWEEPS - done))
            if gap <= allowed:
                return
            if done == 0:  # asked only now, because often the first sweeps are enough
                endless = self.graph.is_endless(k)
            tightened = endless and self._untie(self.graph.parts[k])
            if not (moved or tightened):
                return
            done += batch
            if batch * (end - begin) <= CHUNK:  # so that the stop button gets its turn
                batch *= 2

    def _sweep(self, begin: int, end: int, width: float, sweeps: int) -> tuple[float, bool]:
        """Sweep some positions. If the graph is large, this is compiled for few positions as well:
        there will be many such calls.
        """
        if begin == end:
            return 0.0, False
        members, rows = self._fixed
        bounds = (self.lower, self.upper, self.choice)
        work = SIZE * sweeps * (end - begin)
        run = sweep.at(max(self._size, work))
        gap, moved = run(members[begin:end], rows, bounds, self._slack, width, sweeps)
        return gap, moved

    def _untie(self, part: list[int]) -> bool:
        """Tighten the bounds in end components to the best way out; return whether anything has
        changed.
        """
        upper_changed = self._leave_or_stay(part, MIN, self.upper, self.lower, 1.0)
        lower_changed = self._leave_or_stay(part, MAX, self.lower, self.upper, -1.0)
        return upper_changed or lower_changed

    def _leave_or_stay(
        self, part: list[int], keeper: int, bound: Array, other: Array, sign: float
    ) -> bool:
        """If ``keeper`` can keep play inside a set by moves that are best by ``other``, tighten
        ``bound``.

        Written for player 1, with ``sign`` 1: in such a set player 0 can only leave or get 0. For
        player 0 every number is taken with the other ``sign``.
        """

        def allowed(p: int) -> list[int]:
            options = self.graph.options(p)
            if self.graph.turn[p] != keeper:
                return options
            best = min(sign * other[q] for q in options)
            return [q for q in options if sign * other[q] == best]

        changed = False
        for trap in end_components(part, allowed, self.graph.is_chance):
            inside = set(trap)
            most = 0.0  # the better of cycling and the best way out
            for p in trap:
                if self.graph.turn[p] == 1 - keeper:
                    ways_out = [q for q in self.graph.options(p) if q not in inside]
                    most = max([most, *(sign * bound[q] for q in ways_out)])
            for p in trap:
                if sign * bound[p] > most:
                    bound[p] = sign * most + 0.0  # + 0 avoids minus zero
                    changed = True
                    if self.graph.turn[p] == keeper:
                        self.choice[p] = self.graph.way(p, inside.intersection(allowed(p)))
        return changed


def outward(payoff: Fraction) -> tuple[float, float]:
    """The floats next to a fraction, below and above; if the fraction is itself a float, that float
    twice.
    """
    nearest = float(payoff)
    if Fraction(nearest) == payoff:
        return nearest, nearest
    return nextafter(nearest, -inf), nextafter(nearest, inf)


def _unsigned(places: NDArray[np.int32]) -> NDArray[np.uint32]:
    """An array's numbers as unsigned: compiled code need not ask whether a place counts from the
    end.
    """
    return places.view(np.uint32)
