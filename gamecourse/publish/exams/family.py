"""What a family of questions is: one question of docs/exams.md, with other numbers each time.

A family is a frozen dataclass. Its fields are the numbers of the question, and their defaults are
those of docs/exams.md. It derives its answer twice: by the library, and by a program of its own
that does not use the library. A drawn question is taken only if both agree, and if it is as hard as
the question of docs/exams.md by the measure that the family states.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Self

from gamecourse.publish.exams.bank import Question, questions

#: What an answer consists of: a name for each result, and the result.
Results = dict[str, Any]
#: By which part a measure may differ from that of docs/exams.md, or by one, whichever is more.
ALIKE = 1 / 4
#: How many questions are drawn before a family is called too narrow.
TRIES = 5000
#: How many are drawn before one with the answer of another variant is taken.
ENOUGH = 300


class DifferentAnswers(Exception):
    """The two methods of a family differ: one of them is wrong."""


@dataclass(frozen=True)
class Family(ABC):
    """A question with its numbers; without arguments, the question of docs/exams.md."""

    #: The number of the question in docs/exams.md.
    number: ClassVar[str]
    #: A question whose numbers this one shares: if that one was drawn, it is given to ``draw``.
    shares: ClassVar[str | None] = None

    @classmethod
    @abstractmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        """Other numbers, at random from the domain of the question.

        Parameters
        ----------
        rng
            The source of chance.
        shared
            The question of the same paper that this one shares its numbers with, if the class
            names one (``shares``) and it was drawn.
        """

    @abstractmethod
    def asked(self) -> str:
        """The text of the question, as Markdown."""

    @abstractmethod
    def results(self) -> Results:
        """What is asked for, by the library."""

    @abstractmethod
    def results_again(self) -> Results:
        """The same by a second method, which does not use the library."""

    @abstractmethod
    def answer(self) -> str:
        """The words of the answer, as Markdown with the results in bold, and without formulas that
        need more than a line of text.
        """

    @abstractmethod
    def measure(self) -> dict[str, float]:
        """How hard the question is: numbers by what they count, "moves until play is over"."""

    def title(self) -> str:
        """The title, where that of docs/exams.md names a number."""
        return questions()[self.number].title

    def is_sound(self) -> bool:
        """Whether the numbers make a good question: one that does not answer itself, say."""
        return True

    def essence(self) -> Any:
        """What two variants should not share, so that nobody can copy from a neighbour: the results,
        unless they have too few values.
        """
        return self.results()

    def is_alike(self) -> bool:
        """Whether the question is as hard as that of docs/exams.md: each measure differs by a
        quarter at most, or by one.
        """
        original = type(self)().measure()
        mine = self.measure()
        return mine.keys() == original.keys() and all(
            abs(mine[name] - original[name]) <= max(1, ALIKE * original[name]) for name in original
        )

    def question(self) -> Question:
        """The question with these numbers. Raises DifferentAnswers if its two methods differ."""
        results, again = self.results(), self.results_again()
        if results != again:
            raise DifferentAnswers(
                f"question {self.number}: {self!r} has the answer {results} by the library and "
                f"{again} by the second method. One of them is wrong: mend it in "
                f"{type(self).__module__}"
            )
        return questions()[self.number]._replace(
            title=self.title(), asked=self.asked(), answer=self.answer()
        )


def draw_alike(
    family: type[Family],
    rng: Random,
    shared: Family | None = None,
    others: Collection[Family] = (),
) -> Family:
    """A question of a family that is sound, as hard as that of docs/exams.md, and another one.

    Parameters
    ----------
    family
        The family.
    rng
        The source of chance: the same source gives the same question.
    shared
        As for ``Family.draw``.
    others
        Questions that were drawn already: none of these.

    Raises
    ------
    RuntimeError
        If none was found. Then the family is too narrow for so many variants.
    """
    refused = {family(), *others}
    known = [other.essence() for other in others]
    second_best = None
    for attempt in range(TRIES):
        if second_best and attempt > ENOUGH:
            return second_best  # the answer of another variant is better than no variant
        drawn = family.draw(rng, shared)
        if drawn in refused:
            continue
        if drawn.is_sound() and drawn.is_alike():
            if drawn.essence() not in known:
                return drawn
            second_best = second_best or drawn
        refused.add(drawn)
    if second_best:
        return second_best
    raise RuntimeError(
        f"question {family.number}: no other question as hard was found among {TRIES} drawn at "
        f"random, beside the {len(others)} drawn already. Ask for fewer variants, or leave "
        "the question out"
    )
