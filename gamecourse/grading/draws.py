"""Random numbers from a seed, the same in every version of Python and on every machine.

Python promises this of ``Random.random`` alone. The methods here are built on it, so a question that
was asked once can be asked again anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")

#: The bits of one call of ``Random.random``.
BITS = 53


class Draws:
    """A stream of random numbers.

    Examples
    --------
    >>> rng = Draws(1)
    >>> rng.randint(1, 6), rng.choice("abc"), rng.sample(range(9), 3)
    (5, 'a', [6, 5, 7])
    """

    def __init__(self, seed: int) -> None:
        self.random = Random(seed).random

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        number = 0
        # At least BITS bits more than n has, so that all remainders are practically as likely.
        for _ in range(2 + n.bit_length() // BITS):
            number = (number << BITS) + int(self.random() * 2**BITS)
        return number % n

    def randint(self, least: int, most: int) -> int:
        """A whole number from ``least`` to ``most``, both included."""
        return least + self.below(most - least + 1)

    def uniform(self, least: float, most: float) -> float:
        """A number between the two."""
        return least + (most - least) * self.random()

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def choices(self, items: Sequence[T], k: int) -> list[T]:
        """A list of ``k`` of the items, in which one may come several times."""
        return [self.choice(items) for _ in range(k)]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in random order, as a new list."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def sample(self, items: Iterable[T], k: int) -> list[T]:
        """A list of ``k`` of the items, each at most once, in random order."""
        return self.shuffled(items)[:k]
