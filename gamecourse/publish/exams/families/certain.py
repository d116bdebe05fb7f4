"""Lecture 14: numbers that are certain."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import gcd
from random import Random
from typing import ClassVar, Self

from gamecourse.publish.exams import plain
from gamecourse.publish.exams.family import Family, Results
from gamecourse.publish.exams.words import in_words, with_minus
from gamefast import exact_values
from gamelib import CHANCE
from gamelib.games import Tree

#: So many sweeps are asked for.
SWEEPS = 3


@dataclass(frozen=True)
class ThreeSweeps(Family):
    """14.1: w = 1/``divisor`` · (−w) + ``constant``, with a lower and an upper bound."""

    number = "14.1"
    divisor: int = 3
    constant: Fraction = Fraction(2, 3)
    #: The width must be below 1 divided by this.
    precision: int = 1000

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        divisor = rng.randint(2, 4)
        constant = rng.choice((1, -1)) * Fraction(rng.randint(1, divisor - 1), divisor)
        return cls(divisor, constant, rng.choice((100, 200, 500, 1000, 2000, 5000, 10000)))

    @property
    def factor(self) -> Fraction:
        """By this the width is multiplied in a sweep."""
        return Fraction(1, self.divisor)

    def _width(self, sweeps: int) -> Fraction:
        """The width of the bounds after some sweeps."""
        return 2 * self.factor**sweeps

    def asked(self) -> str:
        sign = "+" if self.constant > 0 else "−"
        return (
            f"A value satisfies *w* = {self.factor} · (−*w*) {sign} {abs(self.constant)} and lies "
            "between −1 and 1. Do three sweeps with a lower and an upper bound, each sweep from the two "
            "bounds of the sweep before. After how many "
            f"sweeps is the width below 1/{self.precision}? What is *w*?"
        )

    def results(self) -> Results:
        low, high = Fraction(-1), Fraction(1)
        bounds = [(low, high)]
        while high - low >= Fraction(1, self.precision):
            low, high = self.constant - self.factor * high, self.constant - self.factor * low
            bounds.append((low, high))
        # The equation as a game: with the rest of the probability, play ends with this payoff.
        paid = 1 - self.factor
        payoff = self.constant / paid
        ring = Tree(
            {
                "w": (CHANCE, {"on": (self.factor, "-w"), "over": (paid, (payoff, -payoff))}),
                "-w": (CHANCE, {"on": (self.factor, "w"), "over": (paid, (-payoff, payoff))}),
            },
            players=("Max", "Min"),
        )
        return {
            "bounds": [f"{low} to {high}" for low, high in bounds[1 : SWEEPS + 1]],
            "sweeps": len(bounds) - 1,
            "w": str(exact_values(ring)["w"]),
        }

    def results_again(self) -> Results:
        # Once the equation is solved: a sweep multiplies the distance from w by minus the factor.
        w = self.constant / (1 + self.factor)
        bounds = []
        for sweeps in range(1, SWEEPS + 1):
            ends = [w + (-self.factor) ** sweeps * (end - w) for end in (-1, 1)]
            bounds.append(f"{min(ends)} to {max(ends)}")
        sweeps = 0
        while 2 * self.precision >= self.divisor**sweeps:
            sweeps += 1
        return {"bounds": bounds, "sweeps": sweeps, "w": str(w)}

    def answer(self) -> str:
        found = self.results()
        after_one, after_two, after_three = (
            with_minus(bounds).replace(" to ", " and ") for bounds in found["bounds"]
        )
        low, high = after_three.split(" and ")
        sweeps = found["sweeps"]
        return (
            "Each upper bound gives the next lower bound, and each lower bound the next upper "
            f"bound. After one sweep the bounds are {after_one}, after two {after_two}, after "
            f"three **{low}** and **{high}**. The width is 2 at first, and each sweep divides it "
            f"by {self.divisor}. After {in_words(sweeps - 1)} sweeps it is {self._width(sweeps - 1)}. "
            f"After **{sweeps}** it is {self._width(sweeps)}, for the first time below "
            f"1/{self.precision}. The equation gives w = **{with_minus(found['w'])}**, which lies "
            "between the two bounds after every sweep."
        )

    def measure(self) -> dict[str, float]:
        sweeps = 0
        while self._width(sweeps) >= Fraction(1, self.precision):
            sweeps += 1
        return {"sweeps": sweeps, "divisor": self.divisor}


@dataclass(frozen=True)
class TemptingFraction(Family):
    """14.2: a short interval around a fraction, and the next fraction in it."""

    number = "14.2"
    fraction: Fraction = Fraction(1, 4)
    #: The ends are so many decimal places long, and differ from the fraction by one in the last.
    places: int = 4

    #: Up to which denominator there is no other fraction, by the number of places.
    MOST: ClassVar[dict[int, int]] = {3: 50, 4: 100, 5: 500}

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        denominator = rng.choice((4, 5))
        numerators = [k for k in range(1, denominator) if gcd(k, denominator) == 1]
        fraction = Fraction(rng.choice(numerators), denominator)
        return cls(fraction, rng.choice(list(cls.MOST)))

    @property
    def most(self) -> int:
        """Up to this denominator there is no other fraction."""
        return self.MOST[self.places]

    @property
    def far(self) -> Fraction:
        """How far the ends are from the fraction."""
        return Fraction(1, 10**self.places)

    def is_sound(self) -> bool:
        # What is to be shown is true, and not only just.
        return Fraction(1, self.fraction.denominator * self.most) > 2 * self.far

    def _decimal(self, number: Fraction) -> str:
        """An end of the interval as a decimal number."""
        decimal = Decimal(number.numerator) / Decimal(number.denominator)
        return f"{decimal:.{self.places}f}"

    def asked(self) -> str:
        low, high = self._decimal(self.fraction - self.far), self._decimal(self.fraction + self.far)
        return (
            f"A value is certain to lie between {low} and {high}, both included. Show that "
            f"{self.fraction} is the only fraction in this interval with a denominator up to "
            f"{self.most}. Does it follow that the value is {self.fraction}? Which denominator is "
            "the first to give another fraction?"
        )

    def results(self) -> Results:
        # One denominator after the other, with all numerators in the interval.
        p, q = self.fraction.numerator, self.fraction.denominator
        parts = 10**self.places
        middle = p * parts // q  # the fraction in the last decimal place
        denominator = 1
        while True:
            # The ends of the interval are (middle - 1) / parts and (middle + 1) / parts.
            first = -(-(middle - 1) * denominator // parts)
            last = (middle + 1) * denominator // parts
            for numerator in range(first, last + 1):
                if q * numerator != p * denominator:
                    return {"fraction": f"{numerator}/{denominator}", "denominator": denominator}
            denominator += 1

    def results_again(self) -> Results:
        # The simplest fraction below this one, and the simplest above it.
        low, high = self.fraction - self.far, self.fraction + self.far
        below = plain.simplest_between(low, self.fraction)
        above = plain.simplest_between(self.fraction, high)
        first = min(below, above, low, high, key=lambda fraction: fraction.denominator)
        return {"fraction": str(first), "denominator": first.denominator}

    def answer(self) -> str:
        found = self.results()
        p, q = self.fraction.numerator, self.fraction.denominator
        parts = 10**self.places
        pn = "n" if p == 1 else f"{p}n"
        return (
            f"Another fraction a/n differs from {self.fraction} by |{q}a − {pn}| / {q}n, at least "
            f"1/{q}n. For n up to {self.most} that is 1/{q * self.most} or more, which is too far "
            f"away. But nothing says that the denominator is small: {self.fraction} is a good "
            f"guess, to be tested in all equations. A distance of at most 1/{parts} needs {q}n ≥ {parts}, "
            f"so n is at least {parts // q}. For n below {2 * parts // q}, |{q}a − {pn}| must be "
            f"1, so {pn} must leave the remainder 1 or {q - 1} on division by {q}. The first such "
            f"denominator is **{found['denominator']}**, and it gives the fraction "
            f"**{found['fraction']}**."
        )

    def measure(self) -> dict[str, float]:
        return {"denominator": self.fraction.denominator, "decimal places": self.places}


FAMILIES = (ThreeSweeps, TemptingFraction)
