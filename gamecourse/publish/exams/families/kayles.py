"""Lecture 8: Kayles and other octal games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random
from typing import Self

from gamecourse.publish.exams import plain
from gamecourse.publish.exams.family import Family, Results
from gamecourse.publish.exams.words import capital, in_words, listed
from gamefast import nimber, octal
from gamelib import nim_sum
from gamelib.games import Octal

#: The code of Kayles.
KAYLES = "0.77"


def told(rest: tuple[int, ...]) -> str:
    """What is left of a heap, in words: ``1 and 5``."""
    return listed(rest) if rest else "nothing"


def told_with_nimbers(rests: Iterable[tuple[int, ...]], numbers: list[int]) -> str:
    """What moves leave of a heap, each with its nimber: ``6 (nimber 2), or 1 and 5 (1)``."""
    entries: list[str] = []
    for rest in rests:
        value = nim_sum(*(numbers[part] for part in rest))
        entries.append(f"{told(rest)} ({value})" if entries else f"{told(rest)} (nimber {value})")
    *others, last = entries
    return f"{', '.join(others)}, or {last}" if others else last


@dataclass(frozen=True)
class ThreeRows(Family):
    """8.1: three rows of pins, and the only winning move in the longest."""

    number = "8.1"
    rows: tuple[int, ...] = (4, 7, 9)

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        return cls(tuple(sorted(rng.sample(range(3, 12), 3))))

    @property
    def longest(self) -> int:
        """The longest row: a winning move in this one is asked for."""
        return max(self.rows)

    def is_sound(self) -> bool:
        # One winning move in the longest row, which parts it, and no two rows cancel each other.
        found = self.results_again()
        if len({found["nimbers"][row] for row in self.rows}) < len(self.rows):
            return False
        leaves = found["leave"]
        return len(leaves) == 1 and len(leaves[0]) == 2

    def asked(self) -> str:
        numbers = ", ".join(map(str, self.results()["nimbers"]))
        return (
            "In Kayles a move knocks over one pin or two neighbours, and a player who cannot move "
            f"loses. Rows of 0 to {self.longest} pins "
            f"have the nimbers {numbers}. You face rows of {listed(self.rows)} pins. Is the position "
            "won? Find a winning move in the longest row."
        )

    def results(self) -> Results:
        game = Octal(self.rows, KAYLES)
        good = [
            left
            for place, left in game.moves(self.rows)
            if self.rows[place] == self.longest
            and nimber(game, game.play(self.rows, (place, left))) == 0
        ]
        return {
            "nimbers": octal(KAYLES, self.longest).tolist(),
            "nim-sum": nimber(game),
            "leave": good,
        }

    def results_again(self) -> Results:
        numbers = plain.heap_nimbers(self.longest, KAYLES)
        others = [numbers[row] for row in self.rows if row != self.longest]
        good = [
            rest
            for rest in plain.leaves_of_heap(self.longest, KAYLES)
            if plain.binary_sum([*others, *(numbers[part] for part in rest)]) == 0
        ]
        return {
            "nimbers": numbers,
            "nim-sum": plain.binary_sum([numbers[row] for row in self.rows]),
            "leave": good,
        }

    def answer(self) -> str:
        results = self.results()
        numbers, total = results["nimbers"], results["nim-sum"]
        ((a, b),) = results["leave"]
        knocked = self.longest - a - b
        pins = "one pin" if knocked == 1 else "two neighbours"
        own = numbers[self.longest]
        wanted = own ^ total
        return (
            f"The nimbers are {listed(numbers[row] for row in self.rows)}, and their nim-sum is "
            f"**{total}**, so the position is won. The row of {self.longest} must be turned into "
            f"nimber {own} ⊕ {total} = {wanted}. Knock over {pins} so that rows of **{a}** and **{b}** "
            f"are left: {numbers[a]} ⊕ {numbers[b]} = {wanted}. No other move in this row wins."
        )

    def measure(self) -> dict[str, float]:
        return {
            "moves in the longest row": len(plain.leaves_of_heap(self.longest, KAYLES)),
            "pins": sum(self.rows),
        }


#: What a move may leave of a heap, by the digit of the code.
MAY_LEAVE = {
    "1": "must leave nothing of this heap",
    "2": "must leave exactly one heap of it",
    "3": "may leave nothing of this heap, or one heap",
    "4": "must leave exactly two heaps of it",
    "6": "must leave something of this heap: one heap, or two",
    "7": "may leave nothing of this heap, or one heap, or two",
}
#: What each term of a digit allows a move to leave.
TERMS = {1: "nothing", 2: "one heap", 4: "two heaps"}


@dataclass(frozen=True)
class Claim:
    """A rule that a few nimbers in a row suggest: either a period, or a staircase."""

    said: str
    period: int = 0  # the values come again after so many
    step: int = 0  # each value comes so many times, and then the next larger one

    def following(self, values: Sequence[int]) -> int:
        """The next value, if the claim is right."""
        return values[-self.period] if self.period else values[-self.step] + 1

    def is_tempting(self, values: Sequence[int]) -> bool:
        """Whether the values fit the claim, and are so many that somebody may believe it."""
        unit = self.period or self.step
        enough = max(2 * unit, 5)
        return (
            len(values) >= enough
            and len(set(values)) > 1
            and all(self.following(values[:k]) == values[k] for k in range(unit, len(values)))
        )


#: The claims that are drawn from.
CLAIMS = (
    *(Claim(f"period {period}", period=period) for period in (2, 3, 4)),
    Claim("every nimber comes twice in a row", step=2),
    Claim("the nimber grows by one with each match", step=1),
)


@dataclass(frozen=True)
class DoesItGoOn(Family):
    """8.2: an octal game whose first nimbers suggest a rule that does not last."""

    number = "8.2"
    code: str = "0.6"
    first: int = 1  # the claim is about the nimbers from this heap on
    largest: int = 7  # and the nimber of this heap is the first that does not fit it
    claim: Claim = CLAIMS[1]

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        return cls(*rng.choice(tempting()))

    @property
    def takes(self) -> dict[int, str]:
        """How many matches a move can take, each with its digit of the code."""
        return {take: digit for take, digit in enumerate(self.code[2:], start=1) if digit != "0"}

    def is_sound(self) -> bool:
        return (self.code, self.first, self.largest, self.claim) in tempting()

    def asked(self) -> str:
        moves = [
            f"takes {several_in_words(take)} from a heap, and {MAY_LEAVE[digit]}"
            for take, digit in self.takes.items()
        ]
        return (
            f"A move {'; or it '.join(moves)}. A player who cannot move loses. What is the octal "
            f"code? Find the nimbers of the heaps 0 to {self.largest}. Somebody looks at the nimbers "
            f'of {self.first} to {self.largest - 1} and says "{self.claim.said}". Is that right?'
        )

    def results(self) -> Results:
        numbers = octal(self.code, self.largest).tolist()
        digits = (self._digit_by_moves(take) for take in range(1, max(self.takes) + 1))
        return {
            "code": "0." + "".join(map(str, digits)),
            "nimbers": numbers,
            "last": nimber(Octal((self.largest,), self.code)),
            "claimed": self.claim.following(numbers[self.first : self.largest]),
        }

    def results_again(self) -> Results:
        numbers = plain.heap_nimbers(self.largest, self.code)
        looked_at = numbers[self.first : self.largest]
        if self.claim.period:
            claimed = looked_at[len(looked_at) - self.claim.period]
        else:
            claimed = looked_at[0] + len(looked_at) // self.claim.step
        return {"code": self.code, "nimbers": numbers, "last": numbers[-1], "claimed": claimed}

    def _digit_by_moves(self, take: int) -> int:
        """The digit of the code that stands for so many matches, read off the game's moves."""
        digit = 0
        for heap, term in ((take, 1), (take + 2, 2), (take + 2, 4)):
            game = Octal((heap,), self.code)
            left = [rest for _, rest in game.moves((heap,)) if heap - sum(rest) == take]
            if any(2 ** len(rest) == term for rest in left):
                digit += term
        return digit

    def answer(self) -> str:
        results = self.results()
        numbers = results["nimbers"]
        looked_at = capital(in_words(self.largest - self.first))
        verdict = f"{looked_at} values prove nothing, however well they fit."
        if self.claim.period:
            verdict = f"The theorem asks for more values than {looked_at.lower()}."
        last = told_with_nimbers(plain.leaves_of_heap(self.largest, self.code), numbers)
        return (
            f"{self._digits()}, so the code is **{results['code']}**. {self._heaps(numbers)} But a "
            f"heap of {self.largest} leaves {last}, so its nimber is **{results['last']}**. If the "
            f"claim were right, it would be {results['claimed']}, so the claim is wrong. {verdict}"
        )

    def _digits(self) -> str:
        """Where the digits of the code come from."""
        sentences = []
        for take, digit in self.takes.items():
            terms = [f"{TERMS[term]} ({term})" for term in TERMS if int(digit) & term]
            sentences.append(
                f"{several_in_words(take)} may be taken, leaving {listed(terms, last='or')}"
            )
        return capital(", and ".join(sentences))

    def _heaps(self, numbers: list[int]) -> str:
        """The nimbers of all heaps but the largest, the first of them with their reasons."""
        heaps = range(self.largest)
        stuck = [heap for heap in heaps if not plain.leaves_of_heap(heap, self.code)]
        of_stuck = f"heap of {listed(stuck)}" if len(stuck) == 1 else f"heaps of {listed(stuck)}"
        has = "has" if len(stuck) == 1 else "have"
        sentences = [f"The {of_stuck} {has} no move: nimber 0."]
        others = [heap for heap in heaps if heap not in stuck]
        for heap in others[:2]:
            rests = plain.leaves_of_heap(heap, self.code)
            sentences.append(
                f"A heap of {heap} leaves {told_with_nimbers(rests, numbers)}: nimber {numbers[heap]}."
            )
        rest = others[2:]
        sentences.append(
            f"In the same way the heaps {listed(rest)} have the nimbers "
            f"{listed(numbers[heap] for heap in rest)}."
        )
        return " ".join(sentences)

    def measure(self) -> dict[str, float]:
        heaps = range(self.largest + 1)
        return {
            "nimbers": self.largest + 1,
            "options": sum(len(plain.leaves_of_heap(heap, self.code)) for heap in heaps),
            "numbers that may be taken": len(self.takes),
        }


def several_in_words(matches: int) -> str:
    """So many matches: ``one match``."""
    return f"{in_words(matches)} {'match' if matches == 1 else 'matches'}"


@cache
def tempting() -> tuple[tuple[str, int, int, Claim], ...]:
    """Codes of up to three digits whose nimbers fit a claim for a while: the code, the first heap
    that is looked at, the heap that does not fit, and the claim.
    """
    found = []
    for digits in product("0123467", repeat=3):
        code = "0." + "".join(digits).rstrip("0")
        if code == "0.":
            continue
        numbers = plain.heap_nimbers(8, code)
        for first, largest, claim in product((0, 1), (6, 7, 8), CLAIMS):
            looked_at = numbers[first:largest]
            fails = claim.is_tempting(looked_at) and claim.following(looked_at) != numbers[largest]
            # A claim that would be true one heap earlier as well is made from there on.
            begins = first == 0 or not claim.is_tempting(numbers[first - 1 : largest])
            if fails and begins:
                found.append((code, first, largest, claim))
    return tuple(found)


#: How many pins a move knocks over, and what else holds, by the digit of the code.
KNOCKS = {
    (1, "6"): "one pin, but never the only pin of a row",
    (1, "4"): "one pin, but never a pin at an end of a row",
    (2, "7"): "two neighbours, never one pin alone",
    (2, "6"): "two neighbours, but never a whole row",
    (2, "4"): "two neighbours, but never a pin at an end of a row",
    (3, "7"): "three neighbours, never fewer pins",
    (3, "6"): "three neighbours, but never a whole row",
    (3, "4"): "three neighbours, but never a pin at an end of a row",
}


@dataclass(frozen=True)
class TwoAtATime(Family):
    """8.3: so many pins at a time, and the proof by symmetry for half of all rows."""

    number = "8.3"
    pins: int = 2
    digit: str = "7"
    largest: int = 5

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        pins, digit = rng.choice(list(KNOCKS))
        return cls(pins, digit, largest=rng.randint(4, 9))

    @property
    def code(self) -> str:
        """The octal code."""
        return "0." + "0" * (self.pins - 1) + self.digit

    @property
    def proved(self) -> str:
        """The rows for which the proof works: those from which the pins in the middle can go."""
        return "odd" if self.pins % 2 else "even"

    @property
    def other(self) -> str:
        """The rows for which it does not work."""
        return "even" if self.pins % 2 else "odd"

    @property
    def shortest(self) -> int:
        """The shortest row for which the proof works."""
        return self.pins if self.digit == "7" else self.pins + 2

    def _others(self, outcome_is_lost: bool) -> list[int]:
        """The rows with a move for which the proof does not work, and which are lost, or won."""
        numbers = plain.heap_nimbers(self.largest, self.code)
        return [
            row
            for row in range(self.largest + 1)
            if (row - self.pins) % 2
            and plain.leaves_of_heap(row, self.code)
            and (numbers[row] == 0) == outcome_is_lost
        ]

    def is_sound(self) -> bool:
        # One of the other rows is won, and the nimbers are more than 0 and 1.
        numbers = plain.heap_nimbers(self.largest, self.code)
        return max(numbers) >= 2 and bool(self._others(outcome_is_lost=False))

    def title(self) -> str:
        return capital(f"{in_words(self.pins)} at a time")

    def asked(self) -> str:
        return (
            f"Pins stand in a row. A move knocks over {KNOCKS[self.pins, self.digit]}. A player who "
            f"cannot move loses. Prove that every row of {self.proved} length, from {self.shortest} "
            f"on, is won. Does the same proof work for {self.other} rows? Find the nimbers of the "
            f"rows up to {self.largest}."
        )

    def results(self) -> Results:
        rows = range(self.largest + 1)
        return {"nimbers": [nimber(Octal((row,), self.code)) for row in rows]}

    def results_again(self) -> Results:
        return {"nimbers": plain.heap_nimbers(self.largest, self.code)}

    def answer(self) -> str:
        numbers = self.results()["nimbers"]
        middle = "pin" if self.pins == 1 else f"{in_words(self.pins)} pins"
        won, lost = self._others(outcome_is_lost=False), self._others(outcome_is_lost=True)
        rows = f"row of {won[0]} is" if len(won) == 1 else f"rows of {listed(won)} are"
        end = f"The {rows} won as well, but this proof does not show it."
        if lost:
            leaves = told_with_nimbers(plain.leaves_of_heap(lost[0], self.code), numbers)
            end = f"A row of {lost[0]} leaves {leaves}, so it is lost, while a row of {won[0]} is won."
        return (
            f"Knock over the {middle} in the middle. Two equal rows are left, and from then on you "
            f"mimic your opponent's moves. An {self.other} row has no {middle} in the middle, "
            "and the proof says nothing about it. The nimbers are "
            f"**{', '.join(map(str, numbers))}**. {end}"
        )

    def measure(self) -> dict[str, float]:
        rows = range(self.largest + 1)
        return {"rows with a move": sum(bool(plain.leaves_of_heap(row, self.code)) for row in rows)}


@dataclass(frozen=True)
class MovedByOnePlace(Family):
    """8.4: a game of heaps that is a game of rows, moved by one place; and a lost heap."""

    number = "8.4"
    pins: int = 2  # so many neighbours are knocked over in a row
    heap: int = 4

    #: How far the nimbers of both games are compared.
    COMPARED = 60

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        return cls(pins=rng.randint(2, 4), heap=rng.randint(4, 40))

    @property
    def code(self) -> str:
        """The code of the game of heaps."""
        return "0." + "0" * (self.pins - 2) + "137"

    @property
    def code_of_rows(self) -> str:
        """The code of the game of rows."""
        return "0." + "0" * (self.pins - 1) + "7"

    def is_sound(self) -> bool:
        # The heap is lost although it has a move.
        numbers = plain.heap_nimbers(self.heap, self.code)
        return numbers[self.heap] == 0 and bool(plain.leaves_of_heap(self.heap, self.code))

    def asked(self) -> str:
        of_heaps, of_rows = self.code, self.code_of_rows
        if self.pins == 2:
            of_heaps, of_rows = f"Dawson's chess, {of_heaps}", f"Dawson's Kayles, {of_rows}"
        takes = [in_words(self.pins + k) for k in (-1, 0, 1)]
        it_is = "it is" if self.pins == 2 else "they are"
        return (
            f"In {of_heaps}, you may take {takes[0]} if {it_is} the whole heap, {takes[1]} if at most one "
            f"heap is left, and {takes[2]} whatever is left. In {of_rows}, you take {takes[1]} "
            f"neighbours. Prove that a heap of *n* in {self.code} has the same nimber as a row of "
            f"*n* + 1 in {self.code_of_rows}. The heap of {self.heap} is lost in {self.code}. Which row "
            f"does that show to be lost in {self.code_of_rows}?"
        )

    def results(self) -> Results:
        heaps = octal(self.code, self.COMPARED).tolist()
        rows = octal(self.code_of_rows, self.COMPARED + 1).tolist()
        # The row that stands where the heap stands, among the lost ones that have a move.
        lost_heaps = [heap for heap in range(self.pins, len(heaps)) if heaps[heap] == 0]
        lost_rows = [row for row in range(self.pins + 1, len(rows)) if rows[row] == 0]
        return {"row": lost_rows[lost_heaps.index(self.heap)], "heaps": heaps, "rows": rows}

    def results_again(self) -> Results:
        # By the theorem, from the nimbers of the rows alone.
        rows = plain.heap_nimbers(self.COMPARED + 1, self.code_of_rows)
        return {"row": self.heap + 1, "heaps": rows[1:], "rows": rows}

    def answer(self) -> str:
        takes = [in_words(self.pins + k) for k in (-1, 0, 1)]
        return (
            f"From a row of n + 1 a move leaves rows of a and b with a + b = n − {self.pins - 1}. A row of m ≥ 1 "
            "corresponds to the heap m − 1. A row of 0 or 1 has no move, so its nimber is 0, like that "
            "of the empty heap. If neither a nor b is 0, the heaps a − 1 and b − 1 add up to "
            f"n − {self.pins + 1}, so the move in {self.code} takes {takes[2]}. If one of a and b is 0, "
            f"the other gives the heap n − {self.pins}, so the move takes {takes[1]} and leaves at most "
            f"one heap. If both are 0, then n = {self.pins - 1}, so the move takes {takes[0]} and leaves "
            "nothing. So the moves correspond, and by induction on n the nimbers are equal. The row "
            f"of **{self.results()['row']}** is lost."
        )

    def measure(self) -> dict[str, float]:
        return {"cases of the proof": sum(digit != "0" for digit in self.code[2:])}


FAMILIES = (ThreeRows, DoesItGoOn, TwoAtATime, MovedByOnePlace)
