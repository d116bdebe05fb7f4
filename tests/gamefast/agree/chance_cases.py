"""Random games with chance and of more players, for holding the book against today's solvers."""

from fractions import Fraction
from random import Random

from naive import Graph

from gamelib import CHANCE, Quotient
from gamelib.games import OverwriteTicTacToe, ShadedTicTacToe


def stochastic(rng: Random, size: int = 9, *, acyclic: bool = False) -> Graph:
    """A random zero-sum game with chance; many have end components, ties, and chances of 0."""
    nodes = {}
    for p in range(size):
        goes_on = p == 0 or (p + 1 < size and rng.random() < 0.85)
        who = rng.choice([0, 1, 0, 1, CHANCE]) if goes_on else None
        if who is None:
            nodes[p] = (None, Fraction(rng.randint(-3, 3), rng.randint(1, 3)))
            continue
        options = range(p + 1, size) if acyclic else range(size)
        chosen = rng.choices(options, k=rng.randint(1, 3))
        nodes[p] = (who, chosen if who != CHANCE else with_chances(rng, chosen))
    return Graph(nodes)


def with_chances(rng: Random, options: list[int]) -> list[tuple[Fraction, int]]:
    """The options of a chance node, with random probabilities."""
    shares = [rng.randint(0, 4) for _ in options]
    shares[0] += sum(shares) == 0
    return [(Fraction(share, sum(shares)), q) for share, q in zip(shares, options, strict=True)]


class Paid(Graph):
    """A Graph whose terminal positions have a payoff for each of any number of players."""

    def payoffs(self, p):
        return self.nodes[p][1]


def of_players(rng: Random, size: int, players: int) -> Paid:
    """A random game without cycles of any number of players, with many ties."""
    nodes = {}
    for p in range(size):
        last = p + 1 == size or rng.random() < 0.2
        who = None if last else rng.choice([*range(players), CHANCE])
        if who is None:
            nodes[p] = (None, tuple(rng.randint(-1, 2) for _ in range(players)))
            continue
        chosen = rng.choices(range(p + 1, size), k=rng.randint(1, 3))
        nodes[p] = (who, chosen if who != CHANCE else with_chances(rng, chosen))
    return Paid(nodes)


def lecture_games():
    """The games with chance that the lectures play."""
    return [
        OverwriteTicTacToe(2),
        Quotient(OverwriteTicTacToe(2)),
        ShadedTicTacToe(2, 3, 2),
        Quotient(ShadedTicTacToe(1, 6, 2)),
    ]
