"""Lecture 6: Nim."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Self

from gamecourse.publish.exams import plain
from gamecourse.publish.exams.family import Family, Results
from gamecourse.publish.exams.words import in_words, listed
from gamefast import solve
from gamelib import LOSS, Misere, nim_sum
from gamelib.games import Nim


def after_taking(heaps: tuple[int, ...], place: int, take: int) -> tuple[int, ...]:
    """The heaps after a move that takes from one of them."""
    return (*heaps[:place], heaps[place] - take, *heaps[place + 1 :])


@dataclass(frozen=True)
class ThreeHeaps(Family):
    """6.1: three heaps, and the only winning move."""

    number = "6.1"
    heaps: tuple[int, ...] = (6, 9, 11)

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        return cls(tuple(sorted(rng.sample(range(3, 16), 3))))

    @property
    def leading(self) -> list[int]:
        """The heaps with a 1 in the column of the nim-sum's leftmost 1: from these a move wins."""
        column = nim_sum(*self.heaps).bit_length() - 1
        return [heap for heap in self.heaps if heap >> column & 1]

    def is_sound(self) -> bool:
        return nim_sum(*self.heaps) != 0 and len(self.leading) == 1

    def asked(self) -> str:
        return (
            f"You play Nim with heaps of {listed(self.heaps)}. Whoever takes the last match wins, and "
            "you begin. Find a winning move. How many winning moves are there?"
        )

    def results(self) -> Results:
        options = solve(Nim(self.heaps)).options(self.heaps)
        good = [move for move, _, verdict in options if verdict.outcome == LOSS]
        return {
            "nim-sum": nim_sum(*self.heaps),
            "heap and take": [(self.heaps[place], take) for place, take in good],
            "how many": len(good),
        }

    def results_again(self) -> Results:
        good = [
            (heap, take)
            for place, heap in enumerate(self.heaps)
            for take in range(1, heap + 1)
            if plain.binary_sum(after_taking(self.heaps, place, take)) == 0
        ]
        return {
            "nim-sum": plain.binary_sum(self.heaps),
            "heap and take": good,
            "how many": len(good),
        }

    def answer(self) -> str:
        results = self.results()
        total = results["nim-sum"]
        ((heap, take),) = results["heap and take"]
        columns = max(self.heaps).bit_length()
        binary = listed(f"{size:0{columns}b}" for size in self.heaps)
        return (
            f"In binary the heaps are {binary}. Their nim-sum is {total:0{columns}b}, which is "
            f"**{total}**. Only the heap of {in_words(heap)} has a 1 in the column of the nim-sum's "
            f"leftmost 1. Leave {heap} ⊕ {total} = {heap - take} of it: take **{take}**. It is the "
            f"only winning move, **{results['how many']}** in all."
        )

    def measure(self) -> dict[str, float]:
        return {
            "columns": max(self.heaps).bit_length(),
            "ones in the nim-sum": nim_sum(*self.heaps).bit_count(),
            "matches": sum(self.heaps),
        }


@dataclass(frozen=True)
class TheLastOneLoses(Family):
    """6.2: heaps of 1 and a large one, in normal play and in misère play."""

    number = "6.2"
    ones: int = 3
    large: int = 4

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        return cls(ones=rng.randint(2, 5), large=rng.randint(3, 9))

    @property
    def heaps(self) -> tuple[int, ...]:
        """The large heap is the last one."""
        return (1,) * self.ones + (self.large,)

    def asked(self) -> str:
        return (
            f"You play Nim with heaps of {listed(self.heaps)}. Find the winning move if the player who "
            "takes the last match wins, and the winning move if that player loses. Why do the two "
            "moves differ?"
        )

    def results(self) -> Results:
        game = Nim(self.heaps)
        options = {
            "wins": solve(game).options(self.heaps),
            "loses": solve(Misere(game)).options(self.heaps),
        }
        return {
            name: [move for move, _, verdict in after if verdict.outcome == LOSS]
            for name, after in options.items()
        }

    def results_again(self) -> Results:
        graph = plain.reached(self.heaps, self._after)
        normal = plain.settle(graph)
        misere = plain.settle(graph, won_at_the_end=[(0,) * len(self.heaps)])
        good = {}
        for name, settled in {"wins": normal, "loses": misere}.items():
            good[name] = [
                (place, take)
                for place, heap in enumerate(self.heaps)
                for take in range(1, heap + 1)
                if settled[after_taking(self.heaps, place, take)].outcome == "LOSS"
            ]
        return good

    @staticmethod
    def _after(heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
        """What a move leaves."""
        return [
            after_taking(heaps, place, take)
            for place, heap in enumerate(heaps)
            for take in range(1, heap + 1)
        ]

    def answer(self) -> str:
        results = self.results()
        ((_, take),) = results["wins"]
        ((_, take_in_misere),) = results["loses"]
        odd_one = self.ones % 2
        total = odd_one ^ self.large
        left = self.large - take
        return (
            f"*The last match wins.* The nim-sum is {odd_one} ⊕ {self.large} = {total}, because the "
            f"heaps of 1 cancel in pairs. Leave {self.large} ⊕ {total} = {left} of the large heap: "
            f"{self._taking(take)}. Then {in_words(self.ones + left)} heaps of 1 are left, an even "
            "number. *The last match loses.* There is exactly one heap larger than 1. Leave an **odd** "
            f"number of heaps of 1: {self._taking(take_in_misere)}. From then on nobody has a choice, "
            "and the parity decides."
        )

    def _taking(self, take: int) -> str:
        """The move that takes so many from the large heap, in words."""
        return f"take all **{take}**" if take == self.large else f"take **{take}**"

    def measure(self) -> dict[str, float]:
        return {"heaps": len(self.heaps), "columns": self.large.bit_length()}


@dataclass(frozen=True)
class HowManyAreLost(Family):
    """6.3: three heaps up to a power of two, and then up to a few more."""

    number = "6.3"
    columns: int = 3  # in the first part a heap has all numbers with so many binary digits
    more: int = 2  # in the second part it has so many larger numbers as well

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        return cls(columns=rng.randint(3, 4), more=rng.randint(2, 6))

    @property
    def power(self) -> int:
        """How many numbers a heap has in the first part."""
        return 1 << self.columns

    @property
    def top(self) -> int:
        """The largest heap of the second part."""
        return self.power + self.more - 1

    def asked(self) -> str:
        return (
            f"You play Nim with three heaps in a row, each of 0 to {self.power - 1} matches. How many "
            f"of the {self.power**3} positions are lost for the player to move? How many positions "
            f"are lost if each heap has 0 to {self.top} matches?"
        )

    def results(self) -> Results:
        lost = {top: self._lost(top) for top in (self.power - 1, self.top)}
        return {"first": lost[self.power - 1], "second": lost[self.top]}

    @staticmethod
    def _lost(top: int) -> int:
        """How many positions of three heaps up to a number are lost: those with nim-sum 0."""
        numbers = range(top + 1)
        return sum(nim_sum(a, b) <= top for a in numbers for b in numbers)

    def results_again(self) -> Results:
        # For two heaps exactly one third heap makes the position lost: the smallest that does not
        # make it lost with a smaller first heap or a smaller second heap.
        third: dict[tuple[int, int], int] = {}
        for a, b in product(range(self.top + 1), repeat=2):
            fewer = [third[smaller, b] for smaller in range(a)]
            third[a, b] = plain.missing(fewer + [third[a, smaller] for smaller in range(b)])
        first = [c for (a, b), c in third.items() if max(a, b, c) < self.power]
        second = [c for c in third.values() if c <= self.top]
        return {"first": len(first), "second": len(second)}

    def answer(self) -> str:
        results = self.results()
        first, second = results["first"], results["second"]
        below = self.power
        beyond = f"{below} or {self.top}"
        if self.more > 2:
            beyond = f"one of the {in_words(self.more)} numbers from {below} to {self.top}"
        square = f"{self.more} · {self.more} = {self.more**2}"
        return (
            "A position is lost if and only if the third heap is the nim-sum of the first two. Up to "
            f"{below - 1} the nim-sum of two numbers is again at most {below - 1}, so for each of the "
            f"{below**2} pairs there is exactly one third heap: **{first}**. With heaps up to "
            f"{self.top} the nim-sum must not exceed {self.top}. All {below**2} pairs of numbers below "
            f"{below} satisfy this. In every other pair at least one number is {below} or more. If both "
            f"numbers are, then the nim-sum is below {below}, so all {square} pairs count. If only the "
            f"first number is, then the nim-sum is {below} or more, so it must be {beyond}. Each of "
            f"these nim-sums belongs to exactly one second number, so {square} pairs count. As many "
            f"pairs count in which only the second number is {below} or more. So {below**2} + 3 · {self.more**2} = "
            f"**{second}** positions are lost."
        )

    def measure(self) -> dict[str, float]:
        return {"columns": self.columns}


FAMILIES = (ThreeHeaps, TheLastOneLoses, HowManyAreLost)
