"""What the questions of an exercise range over: said in its task, spanned by its questions, held to by both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

#: One question: the arguments of a call.
Question = tuple[Any, ...]


class Measure(NamedTuple):
    """What is measured of a question, and what it may be: a number between two, or one of some things.

    ``of`` gets the arguments and returns the value, or a list of the values: of the degrees of all vertices, say.
    """

    name: str
    of: Callable[..., Any]
    least: Any = None
    most: Any = None
    choices: tuple[Any, ...] = ()

    def __str__(self) -> str:
        if self.choices:
            return f"{self.name}: {', '.join(map(_written, self.choices))}"
        return f"{self.name}: {_written(self.least)} to {_written(self.most)}"

    def values(self, question: Question) -> list[Any]:
        """The values that it has in a question."""
        found = self.of(*question)
        return found if isinstance(found, list) else [found]


def between(name: str, least: Any, most: Any, of: Callable[..., Any] = lambda only: only) -> Measure:
    """A number between two: ``between("n", 0, 27)``."""
    return Measure(name, of, least, most)


def one_of(name: str, choices: Iterable[Any], of: Callable[..., Any] = lambda only: only) -> Measure:
    """One of some things: ``one_of("player", (0, 1), lambda player, coin, sure: player)``."""
    return Measure(name, of, choices=tuple(choices))


class Domain:
    """The questions of an exercise, from small to large, and what they range over.

    The least and the greatest value of each measure stand in some question; the task says ``str(domain)``.

    Examples
    --------
    >>> domain = Domain(lambda: ((n,) for n in range(28)), between("`n`", 0, 27))
    >>> str(domain), len(list(domain))
    ('`n`: 0 to 27', 28)
    """

    def __init__(self, questions: Callable[[], Iterable[Question]], *measures: Measure) -> None:
        self._questions, self.measures = questions, measures

    def __iter__(self) -> Iterator[Question]:
        return iter(self._questions())

    def __str__(self) -> str:
        return " · ".join(map(str, self.measures))


def once_more(rounds: Iterable[list[Question]]) -> Iterator[Question]:
    """The questions of each round, and after them the last of the round before, once more.

    >>> list(once_more([[(1,), (2,)], [(3,)]]))
    [(1,), (2,), (3,), (2,)]
    """
    before: list[Question] = []
    for asked in rounds:
        yield from (*asked, *before)
        before = asked[-1:]


def _written(value: Any) -> str:
    """A value as a task writes it: 10^12 for a large power of ten."""
    size = len(str(abs(value))) - 1 if isinstance(value, int) else 0
    return f"{'-' * (value < 0)}10^{size}" if size > 4 and abs(value) == 10**size else str(value)
