"""Lecture 9: minimax."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import prod
from random import Random
from typing import ClassVar, Self

from gamecourse.publish.exams.family import Family, Results
from gamecourse.publish.exams.words import in_words, listed
from gamelib import backward_induction, minimax
from gamelib.games import MinMaxTree, Tree

#: The numbers at each door.
Doors = tuple[tuple[int, ...], ...]
#: The doors that Max can choose.
NAMES = "BCD"
#: The prize that the largest number becomes.
PRIZE = 100


def drawn_doors(rng: Random, sizes: tuple[int, ...], largest: int) -> Doors:
    """Different numbers at random for doors with so many numbers, in any order of the doors."""
    order = rng.sample(sizes, len(sizes))
    numbers = rng.sample(range(1, largest + 1), sum(sizes))
    return tuple(tuple(numbers.pop() for _ in range(size)) for size in order)


def offered(doors: Doors) -> str:
    """The numbers at the doors, in words."""
    return ", ".join(
        f"{listed(numbers, last='or')} at {name}"
        for name, numbers in zip(NAMES, doors, strict=True)
    )


def tree_of(doors: Doors) -> MinMaxTree:
    """The doors as the library has them."""
    nodes: dict[str, list[str] | int] = {"A": list(NAMES)}
    for name, numbers in zip(NAMES, doors, strict=True):
        leaves = [f"{name}{place}" for place in range(len(numbers))]
        nodes[name] = leaves
        nodes.update(zip(leaves, numbers, strict=True))
    return MinMaxTree(nodes)


@dataclass(frozen=True)
class ThreeDoors(Family):
    """9.1: Max chooses a door and Min a number; then the largest number grows."""

    number = "9.1"
    doors: Doors = ((7, 5, 9), (6, 8), (3, 12))

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        return cls(drawn_doors(rng, (3, 2, 2), largest=15))

    @property
    def largest(self) -> int:
        """The largest number, which becomes the prize."""
        return max(map(max, self.doors))

    @property
    def with_prize(self) -> Doors:
        """The doors after the largest number has become the prize."""
        return tuple(
            tuple(PRIZE if number == self.largest else number for number in numbers)
            for numbers in self.doors
        )

    def is_sound(self) -> bool:
        # Whoever goes for the largest number chooses a wrong door.
        chosen = max(self.doors, key=min)
        return self.largest not in chosen

    def asked(self) -> str:
        return (
            "Max chooses B, C or D. Then Min chooses one of the numbers there and pays it to Max: "
            f"{offered(self.doors)}. What is the game worth, and what does Max choose? What changes if "
            f"the {self.largest} becomes {PRIZE}?"
        )

    def results(self) -> Results:
        found = minimax(tree_of(self.doors))
        later = minimax(tree_of(self.with_prize))
        return {
            "value": found.value,
            "choose": found.line[0],
            "later": (later.value, later.line[0]),
        }

    def results_again(self) -> Results:
        paid = {name: min(numbers) for name, numbers in zip(NAMES, self.doors, strict=True)}
        later = {name: min(numbers) for name, numbers in zip(NAMES, self.with_prize, strict=True)}
        choose = max(paid, key=lambda name: paid[name])
        choose_later = max(later, key=lambda name: later[name])
        return {
            "value": paid[choose],
            "choose": choose,
            "later": (later[choose_later], choose_later),
        }

    def answer(self) -> str:
        results = self.results()
        paid = listed(
            f"{min(numbers)} at {name}" for name, numbers in zip(NAMES, self.doors, strict=True)
        )
        return (
            f"Min would pay {paid}. So the game is worth **{results['value']}**, and Max chooses "
            f"**{results['choose']}**. If {self.largest} becomes {PRIZE}, nothing changes: Min will "
            f"not choose the {PRIZE}."
        )

    def measure(self) -> dict[str, float]:
        return {"doors": len(self.doors), "numbers": sum(map(len, self.doors))}


#: What Ann, Bob and Cem get.
Payoffs = tuple[int, int, int]


@dataclass(frozen=True)
class ThreePlayers(Family):
    """9.2: Ann chooses who moves next, Bob or Cem."""

    number = "9.2"
    payoffs: tuple[Payoffs, ...] = ((3, 2, 1), (1, 4, 4), (2, 5, 0), (4, 1, 3))

    #: How play can go: what Ann chooses, and what Bob or Cem then chooses.
    LINES: ClassVar = (("left", "up"), ("left", "down"), ("right", "up"), ("right", "down"))
    #: Who moves after Ann.
    NEXT: ClassVar = {"left": "Bob", "right": "Cem"}
    PLAYERS: ClassVar = ("Ann", "Bob", "Cem")

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        of_each = [rng.sample(range(6), 4) for _ in cls.PLAYERS]
        return cls(tuple(zip(*of_each, strict=True)))

    @property
    def after(self) -> dict[tuple[str, str], Payoffs]:
        """The payoffs after each line of play."""
        return dict(zip(self.LINES, self.payoffs, strict=True))

    def asked(self) -> str:
        told = {line: ", ".join(map(str, payoffs)) for line, payoffs in self.after.items()}
        return (
            "Ann goes left or right. If Ann goes left, Bob moves; if Ann goes right, Cem moves. Then "
            "play is over. The payoffs for Ann, Bob and Cem are:\n\n"
            f"    left, then up:    {told['left', 'up']}        right, then up:    "
            f"{told['right', 'up']}\n"
            f"    left, then down:  {told['left', 'down']}        right, then down:  "
            f"{told['right', 'down']}\n\n"
            "Each player wants as much as possible, and all three know this. Give the strategy profile "
            "of backward induction, and the payoffs."
        )

    def results(self) -> Results:
        nodes: dict[str, tuple[str, dict[str, str | Payoffs]]] = {
            "Ann": ("Ann", {"left": "Bob", "right": "Cem"})
        }
        for side, player in self.NEXT.items():
            nodes[player] = (player, {way: self.after[side, way] for way in ("up", "down")})
        plan = backward_induction(Tree(nodes, players=self.PLAYERS))
        return {
            "profile": {player: plan[player].move for player in self.PLAYERS},
            "payoffs": plan["Ann"].payoffs,
        }

    def results_again(self) -> Results:
        # Of all strategy profiles, the one in which nobody would rather move otherwise.
        for ann, bob, cem in product(("left", "right"), ("up", "down"), ("up", "down")):
            of_next = {"left": bob, "right": cem}
            gets = {
                "Ann": {side: self.after[side, of_next[side]][0] for side in of_next},
                "Bob": {way: self.after["left", way][1] for way in ("up", "down")},
                "Cem": {way: self.after["right", way][2] for way in ("up", "down")},
            }
            profile = {"Ann": ann, "Bob": bob, "Cem": cem}
            if all(gets[who][move] == max(gets[who].values()) for who, move in profile.items()):
                return {"profile": profile, "payoffs": self.after[ann, of_next[ann]]}
        raise AssertionError(f"no strategy profile for {self.payoffs}")

    def answer(self) -> str:
        results = self.results()
        profile, payoffs = results["profile"], results["payoffs"]
        would = []
        for place, (side, player) in enumerate(self.NEXT.items(), start=1):
            gets = [self.after[side, way][place] for way in ("up", "down")]
            would.append(
                f"{player} would go {profile[player]}, because {max(gets)} is more than {min(gets)}"
            )
        brings = {side: self.after[side, profile[who]][0] for side, who in self.NEXT.items()}
        seen = self.NEXT[profile["Ann"]]
        (unseen,) = set(self.NEXT.values()) - {seen}
        return (
            f"{', and '.join(would)}. So left brings Ann {brings['left']}, and right brings Ann "
            f"{brings['right']}: Ann goes **{profile['Ann']}**, {seen} goes **{profile[seen]}**, and "
            f"the payoffs are **{', '.join(map(str, payoffs))}**. {unseen}'s move {profile[unseen]} "
            "belongs to the strategy profile, although nobody ever sees it."
        )

    def measure(self) -> dict[str, float]:
        payoff = self.results()["payoffs"][0]
        return {
            "payoffs": 3 * len(self.payoffs),
            "lines that Ann likes better": sum(of_ann > payoff for of_ann, _, _ in self.payoffs),
        }


def times(factor: int, what: str) -> str:
    """A multiple without a needless 1: ``3p``, ``p``."""
    return what if factor == 1 else f"{factor}{what}"


@dataclass(frozen=True)
class HowOftenHeads(Family):
    """9.3: two coins shown at the same time, and the best probabilities."""

    number = "9.3"
    both_heads: int = 3  # Min pays this to Max
    both_tails: int = 1  # and this
    only_max: int = 1  # Max pays this if only Max shows heads
    only_min: int = 2  # and this if only Min does

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        return cls(*(rng.randint(1, 5) for _ in range(4)))

    @property
    def stakes(self) -> int:
        """The sum of what can be paid: the denominator of all three answers."""
        return self.both_heads + self.both_tails + self.only_max + self.only_min

    def is_sound(self) -> bool:
        # Max is sure of something, the two players differ, and nobody shows heads half the time.
        p, sure, q = (Fraction(self.results_again()[name]) for name in ("p", "sure", "q"))
        return sure > 0 and p != q and Fraction(1, 2) not in (p, q)

    def asked(self) -> str:
        return (
            "Max and Min show a coin at the same time. For two heads Min pays Max "
            f"{self.both_heads}, and for two tails Min pays Max {self.both_tails}. If only Max shows "
            f"heads, Max pays {self.only_max}. If only Min shows heads, Max pays {self.only_min}. With "
            "what probability should Max show heads, and how much is Max sure of on average? How can "
            "Min make sure of paying no more?"
        )

    def results(self) -> Results:
        p, sure = self._best(self._to_max)
        q, paid = self._best(lambda q, p: -self._to_max(p, q))
        return {"p": str(p), "sure": str(sure), "q": str(q), "paid": str(-paid)}

    def _to_max(self, p: Fraction, q: Fraction) -> Fraction:
        """What Max gets on average if Max shows heads with probability p, and Min with q."""
        return p * (q * self.both_heads - (1 - q) * self.only_max) + (1 - p) * (
            (1 - q) * self.both_tails - q * self.only_min
        )

    def _best(self, gets: Callable[[Fraction, Fraction], Fraction]) -> tuple[Fraction, Fraction]:
        """The best of many probabilities for a player, and what that player then is sure of: a
        tree in which the opponent sees the probability and answers with heads or tails.
        """
        parts = 10 * self.stakes
        probabilities = [Fraction(k, parts) for k in range(parts + 1)]
        nodes: dict[object, object] = {"root": probabilities}
        for probability in probabilities:
            answers = {(probability, shown): shown for shown in (Fraction(0), Fraction(1))}
            nodes[probability] = list(answers)
            nodes |= {leaf: gets(probability, shown) for leaf, shown in answers.items()}
        found = minimax(MinMaxTree(nodes))
        return found.line[0], found.value

    def results_again(self) -> Results:
        # Each player makes both answers of the other equally good: two linear equations.
        p = Fraction(self.both_tails + self.only_min, self.stakes)
        q = Fraction(self.both_tails + self.only_max, self.stakes)
        against_heads = self.both_heads * p - self.only_min * (1 - p)
        against_tails = self.both_tails * (1 - p) - self.only_max * p
        if_heads = self.both_heads * q - self.only_max * (1 - q)
        if_tails = self.both_tails * (1 - q) - self.only_min * q
        return {
            "p": str(p),
            "sure": str(min(against_heads, against_tails)),
            "q": str(q),
            "paid": str(max(if_heads, if_tails)),
        }

    def answer(self) -> str:
        results = self.results()
        of_max = self._averages("p", self.only_min, self.only_max)
        of_min = self._averages("q", self.only_max, self.only_min)
        return (
            f"Against heads Max gets {of_max[0]} on average, against tails {of_max[1]}. The averages "
            f"are equal at p = **{results['p']}**, and there Max is sure of **{results['sure']}**. Min "
            f"shows heads with probability q. Then Min pays {of_min[0]} against heads and {of_min[1]} "
            f"against tails. The averages are equal at q = **{results['q']}**, and both are "
            f"{results['paid']} again: neither player can do better."
        )

    def _averages(self, name: str, if_tails: int, if_heads: int) -> tuple[str, str]:
        """What Max gets on average against heads and against tails, as sums and made shorter.

        Parameters
        ----------
        name
            The probability of heads.
        if_tails
            What Max pays if this player shows tails, and the other heads.
        if_heads
            What Max pays if this player shows heads, and the other tails.
        """
        rest = f"(1 − {name})"
        against_heads = (
            f"{times(self.both_heads, name)} − {times(if_tails, rest)} = "
            f"{times(self.both_heads + if_tails, name)} − {if_tails}"
        )
        against_tails = (
            f"−{times(if_heads, name)} + {times(self.both_tails, rest)} = "
            f"{self.both_tails} − {times(if_heads + self.both_tails, name)}"
        )
        return against_heads, against_tails

    def measure(self) -> dict[str, float]:
        return {"sum of the stakes": self.stakes}


@dataclass(frozen=True)
class HowManyMustBeSeen(Family):
    """9.4: the numbers that prove the value of a tree with three doors."""

    number = "9.4"
    doors: Doors = ((4, 9), (6, 7, 8), (2, 5))

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        numbers = drawn_doors(rng, rng.choice(((3, 2, 2), (3, 3, 2))), largest=12)
        return cls(tuple(tuple(sorted(at_door)) for at_door in numbers))

    def is_sound(self) -> bool:
        # There is a choice: otherwise the last sentence of the answer would count one way.
        ways: int = self.results_again()["ways"]
        return ways > 1

    @property
    def best(self) -> int:
        """The place of the door that Max chooses."""
        return self.doors.index(max(self.doors, key=min))

    @property
    def enough(self) -> dict[str, list[int]]:
        """At each of the other doors the numbers that are small enough, any one of which shows
        that Max does not get more there.
        """
        value = min(self.doors[self.best])
        return {
            NAMES[place]: [number for number in numbers if number <= value]
            for place, numbers in enumerate(self.doors)
            if place != self.best
        }

    def asked(self) -> str:
        return (
            "Max chooses B, C or D. Then Min chooses one of the numbers there and pays it to Max: "
            f"{offered(self.doors)}. What is the game worth? Somebody knows the tree, but not the "
            "numbers, and uncovers one number after another. How many numbers must be uncovered, at "
            "least, before the value is certain? Which numbers?"
        )

    def results(self) -> Results:
        value = minimax(tree_of(self.doors)).value
        every = [number for numbers in self.doors for number in numbers]
        for how_many in range(len(every) + 1):
            ways = sum(
                self._worth(seen, -PRIZE) == value == self._worth(seen, PRIZE)
                for seen in combinations(every, how_many)
            )
            if ways:
                return {"value": value, "least": how_many, "ways": ways}
        raise AssertionError(f"the value of {self.doors} is not certain even if all are seen")

    def _worth(self, seen: tuple[int, ...], hidden: int) -> int:
        """The value if every number that is not seen is this one."""
        value: int = minimax(
            tree_of(
                tuple(
                    tuple(number if number in seen else hidden for number in numbers)
                    for numbers in self.doors
                )
            )
        ).value
        return value

    def results_again(self) -> Results:
        value = min(self.doors[self.best])
        return {
            "value": value,
            "least": len(self.doors[self.best]) + len(self.enough),
            "ways": prod(map(len, self.enough.values())),
        }

    def answer(self) -> str:
        results = self.results()
        value = results["value"]
        paid = listed(
            f"{min(numbers)} at {name}" for name, numbers in zip(NAMES, self.doors, strict=True)
        )
        size = len(self.doors[self.best])
        every = "both" if size == 2 else f"all {in_words(size)}"
        first, second = (
            f"{listed((f'the {number}' for number in numbers), last='or')} at {name}"
            for name, numbers in self.enough.items()
        )
        product_of_ways = " · ".join(str(len(numbers)) for numbers in self.enough.values())
        return (
            f"Min would pay {paid}, so the game is worth **{value}**. Two things must be certain. "
            f"*Max can get {value}*: so {every} numbers at {NAMES[self.best]} must be seen. *Max cannot "
            f"get more*: at each other door one number below {value} is enough. So {first} must be seen, "
            f"and {second}. Together these are **{results['least']}** of the "
            f"{in_words(sum(map(len, self.doors)))} numbers. There are {product_of_ways} = "
            f"**{results['ways']}** ways to choose them."
        )

    def measure(self) -> dict[str, float]:
        results = self.results_again()
        return {
            "numbers": sum(map(len, self.doors)),
            "numbers to uncover": results["least"],
            "ways": results["ways"],
        }


FAMILIES = (ThreeDoors, ThreePlayers, HowOftenHeads, HowManyMustBeSeen)
