"""Lecture 7: sums of games and their nimbers."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Self

import networkx as nx

from gamecourse.publish.exams import plain
from gamecourse.publish.exams.family import Family, Results
from gamecourse.publish.exams.words import in_words, listed
from gamefast import nimber, nimbers, octal, solve
from gamelib import LOSS, Sum, nim_sum
from gamelib.games import Matches, Octal, Token

#: The two tokens, as a sentence names them.
FIRST_AND_SECOND = ("first", "second")


@dataclass(frozen=True)
class TwoTokens(Family):
    """7.1: a graph without cycles, and two tokens on it."""

    number = "7.1"
    to: tuple[str, ...] = ("bcd", "ce", "de", "e", "")  # where the arrows of each vertex lead
    second: str = "c"

    VERTICES = "abcde"
    FIRST = "a"

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        to = []
        for place in range(len(cls.VERTICES)):
            later = cls.VERTICES[place + 1 :]
            to.append("".join(vertex for vertex in later if rng.random() < 0.8))
        return cls(tuple(to), second=rng.choice("bcd"))

    @property
    def options(self) -> dict[str, list[str]]:
        """Each vertex with the vertices that an arrow leads to."""
        return {vertex: list(to) for vertex, to in zip(self.VERTICES, self.to, strict=True)}

    def is_sound(self) -> bool:
        # Every vertex but the last has an arrow, every one but the first can be reached, and the
        # nimbers of the tokens differ: otherwise the second player wins.
        if not all(self.to[:-1]) or set("".join(self.to)) != set(self.VERTICES[1:]):
            return False
        numbers = plain.nimbers(self.options)
        return numbers[self.FIRST] != numbers[self.second]

    def asked(self) -> str:
        arrows = [f"{vertex} → {', '.join(to)}" for vertex, to in self.options.items() if to]
        return (
            f"    {'     '.join(arrows)}\n\n"
            "Find the nimber of every vertex. Now two tokens stand on the graph, on "
            f"{self.FIRST} and on {self.second}. A move pushes one of the tokens along an arrow, and "
            "both may share a vertex. A player who cannot move loses. Who wins, and with which first "
            "moves?"
        )

    def results(self) -> Results:
        graph = nx.DiGraph(self.options)
        both = Sum(Token(graph, self.FIRST), Token(graph, self.second))
        options = solve(both).options(both.start())
        good = [move for move, _, verdict in options if verdict.outcome == LOSS]
        return {
            "nimbers": dict(nimbers(graph)),
            "of both": nimber(both),
            "good moves": sorted((FIRST_AND_SECOND[which], to) for which, to in good),
        }

    def results_again(self) -> Results:
        numbers = plain.nimbers(self.options)
        start = (self.FIRST, self.second)
        settled = plain.settle(plain.reached(start, self._pairs_after))
        good = [
            ("first", to)
            for to in self.options[self.FIRST]
            if settled[to, self.second].outcome == "LOSS"
        ]
        good += [
            ("second", to)
            for to in self.options[self.second]
            if settled[self.FIRST, to].outcome == "LOSS"
        ]
        return {
            "nimbers": numbers,
            "of both": plain.binary_sum([numbers[vertex] for vertex in start]),
            "good moves": good,
        }

    def _pairs_after(self, pair: tuple[str, str]) -> list[tuple[str, str]]:
        """Where both tokens can stand after a move."""
        first, second = pair
        moved_first = [(to, second) for to in self.options[first]]
        return moved_first + [(first, to) for to in self.options[second]]

    def answer(self) -> str:
        results = self.results()
        numbers = results["nimbers"]
        sentences = []
        for vertex in reversed(self.VERTICES):
            of_options = [numbers[to] for to in self.options[vertex]]
            because = "it has no arrow"
            if len(of_options) == 1:
                because = f"its only option has {of_options[0]}"
            elif of_options:
                because = f"its options have {listed(of_options)}"
            has = "has nimber" if not of_options else "has"
            sentences.append(f"Vertex {vertex} {has} **{numbers[vertex]}**, because {because}.")
        pushes = []
        for which, stands in zip(FIRST_AND_SECOND, (self.FIRST, self.second), strict=True):
            ends = [f"**{to}**" for token, to in results["good moves"] if token == which]
            if ends:
                pushes.append(f"the {which} token from {stands} to {listed(ends, last='or')}")
        total = f"{numbers[self.FIRST]} ⊕ {numbers[self.second]} = **{results['of both']}**"
        return (
            f"{' '.join(sentences)} The nim-sum of both tokens is {total}, so the first player wins. "
            "The first player must make the nimbers of both tokens equal: push "
            f"{', or '.join(pushes)}."
        )

    def measure(self) -> dict[str, float]:
        return {
            "arrows": sum(map(len, self.to)),
            "largest nimber": max(plain.nimbers(self.options).values()),
            "winning moves": len(self.results()["good moves"]),
        }


@dataclass(frozen=True)
class ThreePilesAtOnce(Family):
    """7.2: three piles of matches, and all winning moves."""

    number = "7.2"
    piles: tuple[int, ...] = (5, 6, 10)
    most: int = 3

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        return cls(tuple(sorted(rng.sample(range(4, 13), 3))), most=rng.randint(2, 4))

    @property
    def nimbers(self) -> list[int]:
        """The nimbers of the piles."""
        return [pile % (self.most + 1) for pile in self.piles]

    def is_sound(self) -> bool:
        # The first player wins, no pile can be taken with one move, at most one pile is worth
        # nothing, and the piles are not all alike.
        return (
            nim_sum(*self.nimbers) != 0
            and min(self.piles) > self.most
            and self.nimbers.count(0) <= 1
            and len(set(self.nimbers)) > 1
        )

    def asked(self) -> str:
        takes = "one or two" if self.most == 2 else f"one to {in_words(self.most)}"
        return (
            f"There are piles of {listed(self.piles)} matches. A move takes {takes} matches from one "
            "pile. A player who cannot move loses. Find all winning first moves."
        )

    def results(self) -> Results:
        takes = tuple(range(1, self.most + 1))
        game = Sum(*(Matches(pile, takes) for pile in self.piles))
        options = solve(game).options(game.start())
        good = [move for move, _, verdict in options if verdict.outcome == LOSS]
        return {
            "nim-sum": nimber(game),
            "pile and take": sorted((self.piles[place], take) for place, take in good),
            "how many": len(good),
        }

    def results_again(self) -> Results:
        settled = plain.settle(plain.reached(self.piles, self._after))
        good = [
            (pile, take)
            for place, pile in enumerate(self.piles)
            for take in range(1, self.most + 1)
            if settled[self._with(self.piles, place, pile - take)].outcome == "LOSS"
        ]
        return {
            "nim-sum": plain.binary_sum(self.nimbers),
            "pile and take": good,
            "how many": len(good),
        }

    def _after(self, piles: tuple[int, ...]) -> list[tuple[int, ...]]:
        """What a move leaves."""
        return [
            self._with(piles, place, pile - take)
            for place, pile in enumerate(piles)
            for take in range(1, min(self.most, pile) + 1)
        ]

    @staticmethod
    def _with(piles: tuple[int, ...], place: int, pile: int) -> tuple[int, ...]:
        """The piles with another one in its place."""
        return (*piles[:place], pile, *piles[place + 1 :])

    def answer(self) -> str:
        results = self.results()
        total, good = results["nim-sum"], dict(results["pile and take"])
        sentences = []
        for pile, number in zip(self.piles, self.nimbers, strict=True):
            wanted = number ^ total
            if pile in good:
                sentences.append(
                    f"The pile of {pile} must get nimber {wanted}: take **{good[pile]}**, which leaves "
                    f"{pile - good[pile]}."
                )
            else:
                sentences.append(
                    f"The pile of {pile} would have to get nimber {wanted}, which no pile has."
                )
        return (
            f"The nimber of a pile is its remainder on division by {self.most + 1}: "
            f"{listed(self.nimbers)}, with nim-sum **{total}**. {' '.join(sentences)} So there are "
            f"**{results['how many']}** winning moves."
        )

    def measure(self) -> dict[str, float]:
        return {
            "matches": sum(self.piles),
            "largest take": self.most,
            "winning moves": sum(
                number ^ nim_sum(*self.nimbers) <= self.most for number in self.nimbers
            ),
        }


@dataclass(frozen=True)
class TakeOrPart(Family):
    """7.3: a heap from which a move takes, or which it parts into two."""

    number = "7.3"
    heaps: tuple[int, int] = (3, 4)
    takes: tuple[int, ...] | None = None  # None is any number

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        first, second = sorted(rng.sample(range(2, 6), 2))
        # Often any number may be taken, as in the original; otherwise one to three numbers.
        takes = None
        if rng.random() < 0.8:
            takes = tuple(sorted(rng.sample(range(1, 5), rng.randint(1, 3))))
        return cls((first, second), takes)

    @property
    def largest(self) -> int:
        """The larger heap: nimbers up to this one are needed."""
        return max(self.heaps)

    @property
    def code(self) -> str:
        """The octal code: digit 4 for parting, and 3 for each number that may be taken."""
        allowed = range(1, self.largest + 1) if self.takes is None else self.takes
        digits = ["3" if take in allowed else "0" for take in range(1, max(allowed) + 1)]
        return "4." + "".join(digits)

    def is_sound(self) -> bool:
        # The first player wins, and one way to win is to part a heap. The larger heap can lose the
        # largest number.
        if self.takes is not None and max(self.takes) >= self.largest:
            return False
        results = self.results_again()
        return results["nim-sum"] != 0 and bool(results["part"])

    def asked(self) -> str:
        many = "any number of matches"
        if self.takes is not None:
            matches = "match" if self.takes == (1,) else "matches"
            many = f"{listed(map(in_words, self.takes), last='or')} {matches}"
        return (
            f"A move takes {many} from one heap, or takes nothing and parts a heap into two, neither "
            "of them empty. A player who cannot move loses. Find the nimbers of the heaps 0 to "
            f"{self.largest}. Who wins with heaps of {listed(self.heaps)}, and with which moves?"
        )

    def results(self) -> Results:
        game = Octal(self.heaps, self.code)
        part, take = [], []
        for move in game.moves(self.heaps):
            if nimber(game, game.play(self.heaps, move)) != 0:
                continue
            place, left = move
            heap = self.heaps[place]
            if sum(left) == heap:
                part.append((heap, *left))
            else:
                take.append((heap, heap - sum(left)))
        return {
            "nimbers": octal(self.code, self.largest).tolist(),
            "nim-sum": nimber(game),
            "part": sorted(part),
            "take": sorted(take),
        }

    def results_again(self) -> Results:
        numbers = plain.heap_nimbers(self.largest, self.code)
        part, take = [], []
        for heap, other in (self.heaps, self.heaps[::-1]):
            for smaller in range(heap):
                may_take = self.takes is None or heap - smaller in self.takes
                if may_take and numbers[smaller] == numbers[other]:
                    take.append((heap, heap - smaller))
            for a in range(1, heap // 2 + 1):
                if plain.binary_sum((numbers[a], numbers[heap - a])) == numbers[other]:
                    part.append((heap, a, heap - a))
        return {
            "nimbers": numbers,
            "nim-sum": plain.binary_sum([numbers[heap] for heap in self.heaps]),
            "part": sorted(part),
            "take": sorted(take),
        }

    def answer(self) -> str:
        results = self.results()
        numbers = results["nimbers"]
        reached = " ".join(self._reaches(heap, numbers) for heap in range(self.largest + 1))
        wins = [
            f"part the heap of {heap} into **{a}** and **{b}**" for heap, a, b in results["part"]
        ]
        wins += [f"take **{take}** from the heap of {heap}" for heap, take in results["take"]]
        first, second = (numbers[heap] for heap in self.heaps)
        return (
            f"{reached} For heaps of {listed(self.heaps)} the nim-sum is {first} ⊕ {second} = "
            f"**{results['nim-sum']}**, so the first player wins. The first player must leave a "
            f"nim-sum of 0: {', or '.join(wins)}."
        )

    def _reaches(self, heap: int, numbers: list[int]) -> str:
        """A sentence with the nimbers that a heap reaches, and with its own."""
        takes = range(1, heap + 1) if self.takes is None else self.takes
        taking = sorted({numbers[heap - take] for take in takes if take <= heap})
        parting = [
            f"{numbers[a]} ⊕ {numbers[heap - a]} = {numbers[a] ^ numbers[heap - a]}"
            for a in range(1, heap // 2 + 1)
        ]
        ways = []
        if taking:
            ways.append(f"{listed(taking)} by taking")
        if parting:
            ways.append(f"{listed(parting)} by parting")
        if not ways:
            return f"A heap of {heap} has no move: nimber **{numbers[heap]}**."
        return f"A heap of {heap} reaches {', and '.join(ways)}: nimber **{numbers[heap]}**."

    def measure(self) -> dict[str, float]:
        results = self.results_again()
        heaps = range(self.largest + 1)
        return {
            "nimbers": self.largest + 1,
            "options": sum(len(plain.leaves_of_heap(heap, self.code)) for heap in heaps),
            "winning moves": len(results["part"]) + len(results["take"]),
        }


FAMILIES = (TwoTokens, ThreePilesAtOnce, TakeOrPart)
