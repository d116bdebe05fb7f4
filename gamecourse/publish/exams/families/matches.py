"""Lecture 1: matches."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Self

from gamecourse.publish.exams import plain
from gamecourse.publish.exams.family import Family, Results
from gamecourse.publish.exams.words import capital, in_words, listed
from gamefast import solve
from gamelib import LOSS, WIN, Misere, Period, find_period
from gamelib.games import Matches


def piles(most: int, takes: Iterable[int]) -> dict[int, list[int]]:
    """Each pile up to a size, with the piles that a move leaves."""
    allowed = list(takes)
    return {pile: [pile - take for take in allowed if take <= pile] for pile in range(most + 1)}


@dataclass(frozen=True)
class FiftyMatches(Family):
    """1.1: a pile, and takes from one to ``most``."""

    number = "1.1"
    matches: int = 50
    most: int = 6

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        return cls(matches=rng.randint(30, 80), most=rng.randint(4, 9))

    def is_sound(self) -> bool:
        return self.matches % (self.most + 1) != 0  # otherwise the first player has no good move

    def title(self) -> str:
        return capital(f"{in_words(self.matches)} matches")

    def asked(self) -> str:
        return (
            f"{capital(in_words(self.matches))} matches lie on the table, and a move takes one to "
            f"{in_words(self.most)} of them. A player who cannot move loses. Who wins, with which "
            "first move, and after how many moves is play over if both play as well as they can?"
        )

    def results(self) -> Results:
        solution = solve(Matches(self.matches, tuple(range(1, self.most + 1))))
        return {
            "winner": "first" if solution[self.matches].outcome == WIN else "second",
            "take": solution.best(self.matches),
            "moves": solution[self.matches].remoteness,
        }

    def results_again(self) -> Results:
        settled = plain.settle(piles(self.matches, range(1, self.most + 1)))
        outcome, moves = settled[self.matches]
        good = [t for t in range(1, self.most + 1) if settled[self.matches - t].outcome == "LOSS"]
        return {
            "winner": "first" if outcome == "WIN" else "second",
            "take": good[0],
            "moves": moves,
        }

    def answer(self) -> str:
        take, moves = self.results()["take"], self.results()["moves"]
        bundle = self.most + 1
        left = self.matches - take
        return (
            f"The piles to leave are the multiples of {bundle}, because whatever the opponent "
            f"takes, the winner can make it up to {bundle}. The first player wins by taking "
            f"**{take}**, which leaves {left}. Then there are {in_words(left // bundle)} rounds of "
            f"two moves, so play is over after **{moves}** moves."
        )

    def measure(self) -> dict[str, float]:
        return {"moves until play is over": self.results()["moves"], "largest take": self.most}


@dataclass(frozen=True)
class ThreeOrFour(Family):
    """1.2: a few takes, and a period that is to be proved."""

    number = "1.2"
    takes: tuple[int, ...] = (3, 4)

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        how_many = rng.choice((2, 3))
        return cls(tuple(sorted(rng.sample(range(1, 8), how_many))))

    @property
    def largest(self) -> int:
        """The largest take: so many outcomes in a row decide all that come after."""
        return max(self.takes)

    @property
    def largest_pile(self) -> int:
        """The largest pile that is asked for: with it, two periods are seen."""
        return 2 * self._period_by_hand() - 1

    def _found(self) -> Period:
        """The period of the outcomes, by the library."""
        enough = 12 * self.largest
        solution = solve(Matches(enough, self.takes))
        outcomes = [solution[pile].outcome for pile in range(enough + 1)]
        found = find_period(outcomes, memory=self.largest)
        assert found is not None, f"no period of {self.takes} up to {enough}"
        return found

    def is_sound(self) -> bool:
        # The answer compares the beginning with one whole period.
        found = self._found()
        return found.preperiod == 0 and found.period >= self.largest

    def title(self) -> str:
        return capital(listed(map(in_words, self.takes), last="or"))

    def asked(self) -> str:
        return (
            f"A move takes {listed(map(in_words, self.takes), last='or')} matches. A player "
            f"who cannot move loses. Which piles up to {self.largest_pile} are lost for the player "
            "to move? Find the period, and explain why your list proves it."
        )

    def results(self) -> Results:
        solution = solve(Matches(self.largest_pile, self.takes))
        lost = [n for n in range(self.largest_pile + 1) if solution[n].outcome == LOSS]
        return {"lost": lost, "period": self._found().period}

    def results_again(self) -> Results:
        period = self._period_by_hand()
        won = self._won_by_hand(2 * period)
        return {"lost": [pile for pile, is_won in enumerate(won) if not is_won], "period": period}

    def _won_by_hand(self, piles: int) -> list[bool]:
        """Whether each of so many piles, from 0 on, is won; without the library."""
        won: list[bool] = []
        for pile in range(piles):
            won.append(any(take <= pile and not won[pile - take] for take in self.takes))
        return won

    def _period_by_hand(self) -> int:
        """After how many piles the outcomes begin again; without the library."""
        won = self._won_by_hand(12 * self.largest)
        period = 1
        while won[: self.largest] != won[period : period + self.largest]:
            period += 1
        return period

    def answer(self) -> str:
        lost, period = self.results()["lost"], self.results()["period"]
        first = ", ".join(str(pile) for pile in lost if pile < period)
        second = ", ".join(str(pile) for pile in lost if pile >= period)
        letters = ", ".join("L" if pile in lost else "W" for pile in range(self.largest))
        larger = in_words(self.largest)
        places = listed(map(in_words, self.takes))
        return (
            f"The lost piles are **{first}** and **{second}**. Each outcome follows from the "
            f"outcomes {places} places before it, so {larger} outcomes "
            f"in a row decide all that come after. The outcomes of 0 to {self.largest - 1} are "
            f"{letters}, and the {larger} outcomes from {period} on are the same. So the period is "
            f"**{period}**, and it is proved."
        )

    def measure(self) -> dict[str, float]:
        return {"piles to settle": self.largest_pile + 1}


@dataclass(frozen=True)
class DoNotSayFifty(Family):
    """1.3: a total that grows, and whoever reaches the end loses."""

    number = "1.3"
    total: int = 50
    most: int = 5

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        return cls(total=rng.randint(40, 70), most=rng.randint(4, 7))

    def is_sound(self) -> bool:
        return (self.total - 1) % (self.most + 1) != 0  # otherwise the second player wins

    def title(self) -> str:
        return f"Do not say {in_words(self.total)}"

    def asked(self) -> str:
        steps = listed(range(1, self.most + 1), last="or")
        return (
            f"The total begins at 0. Two players take turns to add {steps} to it, and it may not go "
            f"beyond {self.total}. Whoever says {in_words(self.total)} **loses**. Who wins? Give a "
            "strategy, and prove that it wins against every opponent."
        )

    def results(self) -> Results:
        strategy = solve(Misere(Matches(self.total, tuple(range(1, self.most + 1)))))
        totals = [
            total for total in range(self.total) if strategy[self.total - total].outcome == LOSS
        ]
        return {"winner": str(strategy[self.total].outcome), "say": totals}

    def results_again(self) -> Results:
        # lost[total]: a player who is to add to this total loses; at the end the other has lost.
        lost = {self.total: False}
        for total in range(self.total - 1, -1, -1):
            after = range(total + 1, min(total + self.most, self.total) + 1)
            lost[total] = not any(lost[larger] for larger in after)
        totals = [total for total in range(self.total) if lost[total]]
        return {"winner": "LOSS" if lost[0] else "WIN", "say": totals}

    def answer(self) -> str:
        bundle = self.most + 1
        say = self.results()["say"]
        first, second, third = say[:3]
        remainder = first % bundle
        multiple = f"always a multiple of {bundle}"
        if remainder:
            multiple = f"always {in_words(remainder)} more than a multiple of {bundle}"
        return (
            f"The first player wins by adding **{first}**, and from then on answers every step t with "
            f"{bundle} − t, which is allowed. So the first player says {first}, {second}, {third} and "
            f"so on up to **{say[-1]}**, {multiple}. At {say[-1]} the opponent can only say "
            f"{in_words(self.total)}. (The difference from {self.total} is a pile of matches in misère "
            f"play; the lost piles are those with remainder 1 on division by {bundle}.)"
        )

    def measure(self) -> dict[str, float]:
        return {"rounds": len(self.results()["say"]), "largest step": self.most}


@dataclass(frozen=True)
class SomeOrNotAll(Family):
    """1.4: the recurrence of one pile, written in two ways."""

    number = "1.4"
    pile: int = 5
    takes: tuple[int, ...] = (1, 2, 3)

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        return cls(pile=rng.randint(4, 6), takes=tuple(sorted(rng.sample(range(1, 6), 3))))

    def is_sound(self) -> bool:
        # Every take is possible, and exactly one smaller pile, which is not empty, is lost.
        if max(self.takes) >= self.pile:
            return False
        decisive = self.results()["decides"]
        return len(decisive) == 1 and decisive[0] != 0

    @property
    def _smaller(self) -> list[int]:
        """The piles that a move leaves, the largest first."""
        return [self.pile - take for take in self.takes]

    def asked(self) -> str:
        takes = listed(map(in_words, self.takes), last="or")
        return (
            f"A move takes {takes} matches. A player who cannot move loses. Let f(n) be true if the "
            f"player to move wins with n matches. Write f({self.pile}) in two ways: once with *not* "
            "before each smaller pile and *or* between them, and once with a single *not* at the "
            f"front and *and* inside. Which of the {in_words(len(self.takes))} smaller piles decides, and "
            f"what is f({self.pile})?"
        )

    def results(self) -> Results:
        solution = solve(Matches(self.pile, self.takes))
        decisive = [pile for pile in self._smaller if solution[pile].outcome == LOSS]
        return {"decides": decisive, "f": "true" if solution[self.pile].outcome == WIN else "false"}

    def results_again(self) -> Results:
        f = [False]
        for pile in range(1, self.pile + 1):
            f.append(not all(f[pile - take] for take in self.takes if take <= pile))
        decisive = [pile for pile in self._smaller if not f[pile]]
        return {"decides": decisive, "f": "true" if f[self.pile] else "false"}

    def answer(self) -> str:
        (decisive,) = self.results()["decides"]
        some = " or ".join(f"not f({pile})" for pile in self._smaller)
        every = " and ".join(f"f({pile})" for pile in self._smaller)
        return (
            f"f({self.pile}) = {some}: some take leads to a lost pile. That is the same as "
            f"f({self.pile}) = not ({every}): not all takes lead to won piles. The pile of "
            f"**{decisive}** decides, because it alone is lost. So f({self.pile}) is "
            f"**{self.results()['f']}**."
        )

    def measure(self) -> dict[str, float]:
        return {"smaller piles": len(self.takes), "piles before it": self.pile}


FAMILIES = (FiftyMatches, ThreeOrFour, DoNotSayFifty, SomeOrNotAll)
