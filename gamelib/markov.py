"""Markov chains: what play is worth, on average, if nobody has a choice left.

Where every player follows a fixed strategy, or has none, each position leads to the next by chance
alone. Its value is the average of the values of what can follow, each times its probability. So the
values solve a system of linear equations, one for each position. Play that never ends is worth 0.

The equations of a strongly connected component need only the values of the components that it leads
to. So we solve one component after the other, by Gaussian elimination in exact fractions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from gamelib.components import components

#: The next positions, each with its probability.
Chances = Sequence[tuple[Fraction, Any]]


def chain_values(
    chain: Mapping[Any, Chances], known: Mapping[Any, Fraction]
) -> dict[Any, Fraction]:
    """The value of every position of a Markov chain.

    ``chain`` has the next positions of each position, with their probabilities. ``known`` has the
    values of the positions at which the chain ends.

    >>> half = Fraction(1, 2)
    >>> chain = {"mine": [(half, "I win"), (half, "yours")], "yours": [(half, "you win"), (half, "mine")]}
    >>> values = chain_values(chain, {"I win": Fraction(1), "you win": Fraction(0)})
    >>> print(values["mine"], values["yours"])  # who throws heads first: if I begin, if you do
    2/3 1/3
    """

    def next_in_chain(position: Any) -> list[Any]:
        return [option for _, option in chain[position] if option in chain]

    values: dict[Any, Fraction] = {}
    for component in components(chain, next_in_chain):  # each after those that it leads to
        equations = Equations(component)
        for position in component:
            for probability, option in chain[position]:
                if option in equations.rows:  # in the same component
                    equations.add_term(position, probability, option)
                elif option in values:  # in a component that was solved before
                    equations.add_constant(position, probability * values[option])
                else:
                    equations.add_constant(position, probability * known[option])
        values.update(equations.solve())  # 0 where play never leaves the component
    return values


def solve_equations(
    rows: Mapping[Any, Mapping[Any, Fraction]], constants: Mapping[Any, Fraction]
) -> dict[Any, Fraction]:
    """The solution of v[p] = constants[p] + the sum over q of rows[p][q] v[q], in exact fractions.

    ``rows[p][q]`` is the probability of going from p to q. ``constants[p]`` is what leaving the
    system from p is worth: the sum of probability times value. If play never leaves the system from
    p, v[p] is 0.

    >>> half = Fraction(1, 2)
    >>> rows = {"mine": {"yours": half}, "yours": {"mine": half}}
    >>> values = solve_equations(rows, {"mine": half, "yours": Fraction(0)})
    >>> print(values["mine"], values["yours"])  # who throws heads first: if I begin, if you do
    2/3 1/3
    """
    equations = Equations(list(rows))
    for p, row in rows.items():
        equations.add_constant(p, constants[p])
        for q, probability in row.items():
            equations.add_term(p, probability, q)
    return equations.solve()


class Equations:
    """Linear equations, one for each unknown: v[p] = constants[p] + the sum of rows[p][q] v[q].

    ``rows[p][q]`` is the probability of going from p to q. ``constants[p]`` is the sum of
    probability times value over the steps out of the system. ``users[q]`` lists the p whose
    equations contain v[q], as the keys of a dict. If play never leaves the system from p, v[p] is
    0.
    """

    def __init__(self, unknowns: Sequence[Any]) -> None:
        self.rows: dict[Any, dict[Any, Fraction]] = {p: {} for p in unknowns}
        self.users: dict[Any, dict[Any, None]] = {p: {} for p in unknowns}
        self.constants = dict.fromkeys(unknowns, Fraction(0))

    def add_term(self, p: Any, factor: Fraction, q: Any) -> None:
        """Add ``factor`` times v[q] to the equation of p."""
        self.rows[p][q] = self.rows[p].get(q, Fraction(0)) + factor
        self.users[q][p] = None

    def add_constant(self, p: Any, number: Fraction) -> None:
        """Add a number to the equation of p."""
        self.constants[p] += number

    def solve(self) -> dict[Any, Fraction]:
        """The unknowns: eliminated one by one, and then worked out in reverse order.

        Unknowns in few and short equations come first, so that the others stay short.
        """
        order = sorted(self.rows, key=self.cost)
        for p in order:
            self.eliminate(p)
        values: dict[Any, Fraction] = {}
        for p in reversed(order):
            terms = [factor * values[q] for q, factor in self.rows[p].items()]
            values[p] = sum(terms, self.constants[p])
        return values

    def cost(self, p: Any) -> int:
        """How many terms may arise when v[p] is eliminated."""
        return len(self.rows[p]) * len(self.users[p])

    def eliminate(self, p: Any) -> None:
        """Put the right-hand side for v[p] into every other equation that contains it."""
        self.solve_for_itself(p)
        for other in self.users.pop(p):
            factor = self.rows[other].pop(p)
            self.add_constant(other, factor * self.constants[p])
            for q, share in self.rows[p].items():
                self.add_term(other, factor * share, q)
        for q in self.rows[p]:
            del self.users[q][p]

    def solve_for_itself(self, p: Any) -> None:
        """Take v[p] out of the right-hand side of its own equation.

        From v = own * v + rest follows v = rest / (1 - own). But if play is certain to stay at p,
        the right-hand side is v[p] alone; what is left of it is 0, and that is the value.
        """
        own = self.rows[p].pop(p, Fraction(0))
        self.users[p].pop(p, None)
        if own == 0:
            return
        if own == 1:  # there is no other term, and the constant is 0
            return
        self.constants[p] /= 1 - own
        for q in self.rows[p]:
            self.rows[p][q] /= 1 - own
