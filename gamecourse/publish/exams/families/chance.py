"""Lecture 13: when the board throws dice."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, Self

from gamecourse.publish.exams.family import Family, Results
from gamecourse.publish.exams.words import listed, with_minus
from gamefast import exact_values
from gamelib import CHANCE, expectiminimax
from gamelib.games import Tree

HALF = Fraction(1, 2)


def proper_fractions(*denominators: int) -> list[Fraction]:
    """The fractions between 0 and 1 with one of these denominators, in lowest terms."""
    return [
        Fraction(numerator, denominator)
        for denominator in denominators
        for numerator in range(1, denominator)
        if Fraction(numerator, denominator).denominator == denominator
    ]


@dataclass(frozen=True)
class ThrowOrTake(Family):
    """13.1: a sure payoff, or a coin."""

    number = "13.1"
    sure: int = 3
    heads: Fraction = Fraction(1, 3)
    min_pays: tuple[int, int] = (8, 6)
    max_gets: tuple[int, int] = (0, 2)

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        min_pays, max_gets = rng.sample(range(1, 10), 2), rng.sample(range(10), 2)
        return cls(
            sure=rng.randint(2, 7),
            heads=rng.choice(proper_fractions(3, 4)),
            min_pays=(min_pays[0], min_pays[1]),
            max_gets=(max_gets[0], max_gets[1]),
        )

    @property
    def after_heads(self) -> int:
        """What Min pays."""
        return min(self.min_pays)

    @property
    def after_tails(self) -> int:
        """What Max takes."""
        return max(self.max_gets)

    @property
    def coin(self) -> Fraction:
        """What the coin is worth."""
        return self.heads * self.after_heads + (1 - self.heads) * self.after_tails

    def is_sound(self) -> bool:
        # One side of the coin is better than the sure payoff, and one is worse; and it is close.
        worse, better = sorted((self.after_heads, self.after_tails))
        if not worse < self.sure < better:
            return False
        # Play that is not the best on either side would make another decision look right.
        return 0 < abs(self.coin - self.sure) <= 1

    def asked(self) -> str:
        return (
            f"Max may take {self.sure} for sure, or have a coin thrown that shows heads with "
            f"probability {self.heads}. After heads Min chooses to pay "
            f"{listed(self.min_pays, last='or')}, after tails Max chooses to get "
            f"{listed(self.max_gets, last='or')}. What does Max do, and what is the game worth?"
        )

    def _tree(self) -> Tree:
        def paid(choices: tuple[int, int]) -> dict[str, tuple[int, int]]:
            return {str(payoff): (payoff, -payoff) for payoff in choices}

        return Tree(
            {
                "begin": ("Max", {"taken": (self.sure, -self.sure), "thrown": "coin"}),
                "coin": (
                    CHANCE,
                    {"heads": (self.heads, "Min's"), "tails": (1 - self.heads, "Max's")},
                ),
                "Min's": ("Min", paid(self.min_pays)),
                "Max's": ("Max", paid(self.max_gets)),
            },
            players=("Max", "Min"),
        )

    def results(self) -> Results:
        game = self._tree()
        values = exact_values(game)
        return {
            "coin": str(expectiminimax(game, "coin").value),
            "max": values.best("begin"),
            "worth": str(values["begin"]),
        }

    def results_again(self) -> Results:
        # In a row of throws as long as the denominator, heads come up as often as is expected.
        throws = self.heads.denominator
        heads = self.heads.numerator
        total = heads * self.after_heads + (throws - heads) * self.after_tails
        is_thrown = total > throws * self.sure
        coin = str(Fraction(total, throws))
        return {
            "coin": coin,
            "max": "thrown" if is_thrown else "taken",
            "worth": coin if is_thrown else str(self.sure),
        }

    def answer(self) -> str:
        found = self.results()
        said = (
            f"After heads Min pays {self.after_heads}, after tails Max takes {self.after_tails}. "
            f"The coin is worth {self.heads} · {self.after_heads} + {1 - self.heads} · "
            f"{self.after_tails} = **{found['coin']}**, which is "
        )
        if found["max"] == "thrown":
            return said + (
                f"more than {self.sure}, so Max has it **thrown**, and the game is worth "
                f"**{found['worth']}**."
            )
        return said + (
            f"less than {self.sure}, so Max **takes** what is sure, and the game is worth "
            f"**{found['worth']}**."
        )

    def measure(self) -> dict[str, float]:
        return {"numbers to compare": 5, "denominator": self.heads.denominator}


@dataclass(frozen=True)
class IsItFair(Family):
    """13.2: two players take turns to throw until one of them succeeds."""

    number = "13.2"
    ann: Fraction = Fraction(1, 3)
    bob: Fraction = HALF

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        return cls(rng.choice(proper_fractions(2, 3, 4)), rng.choice(proper_fractions(2, 3)))

    def is_sound(self) -> bool:
        return self.ann != self.bob  # with equal chances symmetry answers the second half

    def asked(self) -> str:
        return (
            "Ann and Bob take turns to throw, Ann first. Ann succeeds with probability "
            f"{self.ann}, Bob with {self.bob}; whoever succeeds first wins. With what probability "
            "does Ann win? Does play end? With what probability does Ann win if Bob throws first? "
            "Is the game fair if Ann throws first, and if Bob throws first?"
        )

    def results(self) -> Results:
        game = Tree(
            {
                "Ann": (CHANCE, {"hit": (self.ann, (1, -1)), "miss": (1 - self.ann, "Bob")}),
                "Bob": (CHANCE, {"hit": (self.bob, (-1, 1)), "miss": (1 - self.bob, "Ann")}),
            },
            players=("Ann", "Bob"),
        )
        values = exact_values(game)
        return {
            "Ann first": str((1 + values["Ann"]) / 2),
            "Bob first": str((1 + values["Bob"]) / 2),
        }

    def results_again(self) -> Results:
        # Among all rounds, only those count in which somebody succeeds: Ann's share of these.
        ann_first = self.ann / (self.ann + (1 - self.ann) * self.bob)
        bob_first = (1 - self.bob) * self.ann / (self.bob + (1 - self.bob) * self.ann)
        return {"Ann first": str(ann_first), "Bob first": str(bob_first)}

    def answer(self) -> str:
        found = self.results()
        ann_fails, bob_fails = 1 - self.ann, 1 - self.bob
        again = ann_fails * bob_fails
        is_never_fair = "1/2" not in found.values()
        either = ", either" if is_never_fair else ""
        return (
            "Let P be the probability that Ann wins when Ann is to throw. Ann succeeds at once "
            f"with probability {self.ann}. Both fail with probability {ann_fails} · {bob_fails} = "
            f"{again}, and then everything is as it was at the beginning. So P = {self.ann} + "
            f"{again} · P, hence P = **{found['Ann first']}**, and the game is "
            f"{self._fairness(found['Ann first'])}. Play outlasts a round with probability {again}, "
            f"and m rounds with probability ({again})ᵐ, so it ends with probability 1. If Bob "
            f"throws first, Ann gets to throw with probability {bob_fails}, and wins with "
            f"probability {bob_fails} · {found['Ann first']} = **{found['Bob first']}**. Then the "
            f"game is {self._fairness(found['Bob first'])}{either}."
        )

    def _fairness(self, ann_wins: str) -> str:
        """Whether a game is fair that Ann wins with this probability."""
        return "fair" if Fraction(ann_wins) == HALF else "not fair"

    def measure(self) -> dict[str, float]:
        return {
            "denominator for Ann": self.ann.denominator,
            "denominator for Bob": self.bob.denominator,
        }


@dataclass(frozen=True)
class TheSoonerTheBetter(Family):
    """13.3: a prize that becomes smaller, and a game that may be endless."""

    number = "13.3"
    success: Fraction = HALF
    kept: Fraction = Fraction(9, 10)
    price: int = 1

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        most_is_kept = [kept for kept in proper_fractions(8, 9, 10) if kept > HALF]
        return cls(rng.choice(proper_fractions(2, 3)), rng.choice(most_is_kept), rng.randint(1, 3))

    def asked(self) -> str:
        return (
            "One X stands on the board of 2 × 2, and O tries for it; then X tries for O's mark, "
            "and so on, as in the lecture. A try succeeds with probability "
            f"{self.success}; when a try fails, the other player takes a second cell and wins. But "
            f"each try makes the prize smaller: after the first try a win is worth {self.kept}, "
            f"after the second {self.kept**2}, and so on. Let *w* be the value to X before the "
            "first try. Write down the equation and solve it.\n\nAnother game has one position. "
            f"You may stop and pay {self.price}, or stay, and then everything that follows counts "
            f"{self.kept} as much. How many solutions does its equation have? Why is endless play "
            "no longer a problem?"
        )

    def results(self) -> Results:
        # A prize that becomes smaller: play may also end without a winner at each try.
        lost = 1 - self.kept
        hit, miss = self.kept * self.success, self.kept * (1 - self.success)
        tries: dict[str, tuple[str, dict[str, Any]]] = {
            "O tries": (
                CHANCE,
                {"nobody": (lost, (0, 0)), "hit": (hit, "X tries"), "miss": (miss, (1, -1))},
            ),
            "X tries": (
                CHANCE,
                {"nobody": (lost, (0, 0)), "hit": (hit, "O tries"), "miss": (miss, (-1, 1))},
            ),
        }
        stop_or_stay: dict[str, tuple[str, dict[str, Any]]] = {
            "here": ("you", {"stop": (-self.price, self.price), "stay": "later"}),
            "later": (CHANCE, {"over": (lost, (0, 0)), "goes on": (self.kept, "here")}),
        }
        value = exact_values(Tree(stop_or_stay, players=("you", "nobody")))["here"]
        # A solution of v = max(-price, kept · v) solves v = -price or v = kept · v.
        candidates = {Fraction(-self.price), Fraction(0), value}
        solutions = [v for v in candidates if v == max(-self.price, self.kept * v)]
        return {
            "w": str(exact_values(Tree(tries, players=("X", "O")))["O tries"]),
            "solutions": len(solutions),
            "v": str(value),
        }

    def results_again(self) -> Results:
        # w = constant - factor · w
        constant = self.kept * (1 - self.success)
        factor = self.kept * self.success
        # Whatever v is at first, repeating the equation leads to a solution: here from both sides.
        ends = set()
        for v in (-10.0 * self.price, 10.0 * self.price):
            for _ in range(400):
                v = max(-self.price, float(self.kept) * v)
            ends.add(round(v, 9) + 0.0)
        (end,) = ends
        return {"w": str(constant / (1 + factor)), "solutions": len(ends), "v": f"{end:g}"}

    def answer(self) -> str:
        found = self.results()
        fails = 1 - self.success
        constant, factor = self.kept * fails, self.kept * self.success
        smaller = with_minus(-self.kept * self.price)
        return (
            f"After a try everything is worth {self.kept} of what it was. If the try succeeds, the "
            f"names are exchanged; if it fails, X wins. So w = {self.kept} · ({self.success} · "
            f"(−w) + {fails}), which is w = {constant} − {factor} · w, and w = **{found['w']}**. "
            f"The equation of the other game is v = max(−{self.price}, {self.kept} · v). A "
            f"solution above −{self.price} is {self.kept} of itself, so it is 0. The number −{self.price} "
            f"is no solution, because {smaller} is larger. So there is **{found['solutions']}** "
            f"solution, v = **{found['v']}**. A move that comes later counts for less, so endless "
            "play is worth 0 in the equation itself: end components lose their power."
        )

    def measure(self) -> dict[str, float]:
        return {
            "denominator of success": self.success.denominator,
            "denominator of what is kept": self.kept.denominator,
        }


FAMILIES = (ThrowOrTake, IsItFair, TheSoonerTheBetter)
