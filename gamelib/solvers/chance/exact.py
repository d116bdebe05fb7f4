"""The exact values of a game with chance and cycles, as fractions, and the proof that they are right.

Once both players' strategies are fixed, play is a Markov chain and its values are the solution of linear equations,
here solved in fractions. Which strategies? Those that made the bounds certain, when these are close together, improved
by single moves where that is possible. That they are best is then **proved**: against either fixed strategy no reply of
the other player's, however long, does better. Where no single move improves, the expected value never falls as play
goes on against player 0's strategy (never rises, against player 1's); so a reply could only gain by keeping play going
for ever, where it counts 0 instead. That takes an end component of positive value under player 0's strategy (of
negative value, under player 1's): if there is none, the value is certain.
Sources: Howard, Dynamic programming and Markov processes (1960), for strategies and their equations; Doob (1953), for
values that do not fall on the average.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from typing import TypeVar

from gamelib.arenas.chance import MAX, MIN, NATURE, NOBODY, ChanceGraph
from gamelib.arenas.components import components, end_components
from gamelib.solvers.chance.intervals import Intervals

V = TypeVar("V", bound=Hashable)

#: How close the bounds are brought, step by step, until the strategies behind them can be proved.
WIDTHS = 1e-6, 1e-9, 1e-12, 0.0

#: How often single moves are exchanged for better ones before closer bounds are asked for.
ROUNDS = 100


class Unproved(Exception):
    """The value of a position, which is its argument, could not be proved."""


def exact(intervals: Intervals) -> Strategies:
    """Proved strategies, with their values, for the graph on which ``intervals`` work; narrowed as far as it needs.

    Raises ValueError, naming a position, where no strategies are found that can be proved.
    """
    asked = min(intervals.asked, WIDTHS[0])
    for width in (asked, *(closer for closer in WIDTHS if closer < asked)):
        if width < intervals.asked:
            intervals.run(width)
        strategies = Strategies(intervals.graph, intervals.choice.tolist())
        try:
            for k, part in enumerate(intervals.graph.parts):
                strategies.prove(part, endless=k in intervals.graph.endless)
            return strategies
        except Unproved as error:
            position = error.args[0]
    raise ValueError(
        f"the value of {intervals.graph.numbering.position(position)!r} could not be proved: it lies between "
        f"{intervals.lower[position]} and {intervals.upper[position]}, and play takes too long to tell more"
    )


class Strategies:
    """A choice for every position of a graph, as a place in its targets, and the values that follow from it.

    ``choice`` may be changed; ``solve`` brings ``values`` up to date.
    """

    def __init__(self, graph: ChanceGraph, choice: list[int]) -> None:
        self._graph, self.choice = graph, choice
        self._options, self._turn = graph.options, graph.turn.tolist()
        self._targets = graph.targets.tolist()
        self.values = [graph.payoff.get(p, Fraction(0)) for p in range(len(graph))]

    def prove(self, part: list[int], *, endless: bool) -> None:
        """The values of a component, once those to which it leads are known; raises Unproved."""
        if self._turn[part[0]] == NOBODY:
            return
        doubts: dict[int, int] = {}
        for _ in range(ROUNDS):
            self.solve(part)
            doubts = self.doubts(part, endless=endless)
            if not doubts:
                return
            for p, e in doubts.items():
                self.choice[p] = e
        raise Unproved(next(iter(doubts)))

    def doubts(self, part: list[int], *, endless: bool) -> dict[int, int]:
        """Moves, by position, that keep the values of a component from being proved: single better ones, or a circle.

        They are those of one player, player 1 first: where both change at once, they can come back to what they had.
        ``endless``: whether play can be kept going for ever in it.
        """
        better = {p: e for p in part if (e := self.better(p)) is not None}
        if better or not endless:
            return {p: e for p, e in better.items() if self._turn[p] == MIN} or better
        return dict(self._going_round(part, MAX) or self._going_round(part, MIN))

    def _going_round(self, part: list[int], player: int) -> list[tuple[int, int]]:
        """The moves by which the other keeps play going for ever where ``player`` is ahead; [] where he cannot."""
        ahead = [p for p in part if (self.values[p] > 0 if player == MAX else self.values[p] < 0)]
        moves = []
        for circle in end_components(ahead, lambda p: self.as_good(p, player), self._graph.is_chance):
            inside = set(circle)
            for p in circle:
                if self._turn[p] == 1 - player:
                    moves.append((p, self._graph.way(p, inside.intersection(self.as_good(p, player)))))
        return moves

    def better(self, p: int) -> int | None:
        """A move that gives the player at p more than p is worth."""
        if self._turn[p] in (NATURE, NOBODY):
            return None
        pick = max if self._turn[p] == MAX else min
        best = pick(self._graph.places(p), key=lambda e: self.values[self._targets[e]])
        there, here = self.values[self._targets[best]], self.values[p]
        return best if (there > here if self._turn[p] == MAX else there < here) else None

    def as_good(self, p: int, player: int | None = None) -> list[int]:
        """Where play can go from p: by chance, by equally good moves; of ``player``, by the one he has chosen."""
        if self._turn[p] == player:
            return [self._targets[self.choice[p]]]
        if self._turn[p] == NATURE:
            return self._options(p)
        return [q for q in self._options(p) if self.values[q] == self.values[p]]

    def _follow(self, p: int) -> list[tuple[int, Fraction]]:
        """Where play goes from p when both players keep to their choices, and with what probability."""
        if self._turn[p] == NATURE:
            return list(zip(self._options(p), self._graph.probabilities(p), strict=True))
        return [(self._targets[self.choice[p]], Fraction(1))]

    def solve(self, part: list[int]) -> None:
        """The values of a component under the two choices: the linear equations of a Markov chain."""
        inside = set(part)

        def ahead(p: int) -> Iterator[int]:
            return (q for q, _ in self._follow(p) if q in inside)

        for circle in components(part, ahead):
            if len(circle) == 1 and self._turn[p := circle[0]] != NATURE and self._targets[self.choice[p]] != p:
                self.values[p] = self.values[self._targets[self.choice[p]]]
                continue
            among = set(circle)
            rows: dict[int, dict[int, Fraction]] = {}
            constants: dict[int, Fraction] = {}
            for p in circle:
                row: dict[int, Fraction] = {}
                constant = Fraction(0)
                for q, probability in self._follow(p):
                    if q in among:
                        row[q] = row.get(q, Fraction(0)) + probability
                    else:
                        constant += probability * self.values[q]
                rows[p], constants[p] = row, constant
            for p, value in solved(rows, constants).items():
                self.values[p] = value


def solved(rows: dict[V, dict[V, Fraction]], constants: dict[V, Fraction]) -> dict[V, Fraction]:
    """The solution of v[p] = constants[p] + the sum of rows[p][q] v[q]; rows[p][q] is the probability of q after p.

    Where play goes round for ever (the probabilities of a ring add up to 1, and its constants are 0) it is 0. By
    Gaussian elimination: one unknown after the other is substituted in the equations that still contain it, and then
    the values are read off backwards. ``rows`` and ``constants`` are changed.

    >>> half = Fraction(1, 2)
    >>> race = solved({"mine": {"yours": half}, "yours": {"mine": half}}, {"mine": half, "yours": Fraction(0)})
    >>> print(race["mine"], race["yours"])      # who throws heads first: you begin, and you do not
    2/3 1/3
    """
    used: dict[V, set[V]] = {p: set() for p in rows}
    for p, row in rows.items():
        for q in row:
            used[q].add(p)
    order = sorted(rows, key=lambda p: len(rows[p]) * len(used[p]))
    for p in order:
        row = rows[p]
        own = row.pop(p, Fraction(0))
        if own == 1:  # play never leaves, and row and constant are 0
            own = Fraction(0)
        if own:
            constants[p] /= 1 - own
            for q in row:
                row[q] /= 1 - own
        used[p].discard(p)
        for r in used[p]:  # what still asks for p
            factor = rows[r].pop(p)
            constants[r] += factor * constants[p]
            for q, share in row.items():
                rows[r][q] = rows[r].get(q, Fraction(0)) + factor * share
                used[q].add(r)
        for q in row:
            used[q].discard(p)
    values: dict[V, Fraction] = {}
    for p in reversed(order):
        values[p] = constants[p] + sum((share * values[q] for q, share in rows[p].items()), Fraction(0))
    return values
