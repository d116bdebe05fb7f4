"""Dice: where chance comes from.

The caller gives the source of chance as ``rng``: ``random.Random(1)``, or a Generator of numpy.
With the same source, newly seeded, everything happens again.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from gamelib import gate


def check_rng(rng: Any) -> None:
    """Raise TypeError for what is not a source of random numbers, saying how to make one."""
    if isinstance(rng, type) or not (hasattr(rng, "integers") or hasattr(rng, "randrange")):
        raise TypeError(f"rng={rng!r}: chance needs its source, rng=random.Random(1)")


def random_below(rng: Any, n: int) -> int:
    """One of the numbers 0 to n - 1, each with equal probability."""
    if hasattr(rng, "integers"):  # a Generator of numpy
        return int(rng.integers(n))
    return int(rng.randrange(n))


def random_choice(rng: Any, things: list[Any]) -> Any:
    """One of the things, each with equal probability."""
    return things[random_below(rng, len(things))]


class Roll(NamedTuple):
    """A throw of a die: how many faces it has, the number it shows, and where it leads."""

    faces: int
    number: int
    position: Any


def roll(game: Any, position: Any, rng: Any) -> Roll:
    """Throw a die at a chance node.

    The die has 6 faces if that is enough, and otherwise as many as needed. The first outcome gets
    the lowest numbers of the die, as many as its probability says, the second the next, and so on.

    >>> from random import Random
    >>> from gamelib.games import Tree
    >>> heads, tails = ("1/2", (1, -1)), ("1/2", (-1, 1))
    >>> coin = Tree({"toss": ("chance", {"heads": heads, "tails": tails})}, players=("I", "II"))
    >>> roll(coin, "toss", Random(1))         # 1, 2, 3 are heads, 4, 5, 6 are tails
    Roll(faces=6, number=1, position=(1, -1))
    """
    chances = gate.chances(game, position)
    faces = lcm(*(probability.denominator for probability, _ in chances))
    if 6 % faces == 0:
        faces = 6
    share = Fraction(rng.random())  # exact: a product of floats could be rounded up to faces
    number = 1 + int(share * faces)
    highest = Fraction(0)  # the highest number of the outcomes so far
    for probability, option in chances:
        highest += probability * faces
        if number <= highest:
            return Roll(faces, number, option)
    raise AssertionError("the probabilities add up to 1, so every number belongs to an outcome")
