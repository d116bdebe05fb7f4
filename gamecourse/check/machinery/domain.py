"""What the questions of an exercise range over: the task states this range, and the questions span it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

#: One question: the arguments of a call.
Question = tuple[Any, ...]


class Measure(NamedTuple):
    """A measure of a question, and its possible values: the numbers between two bounds, or some choices.

    ``of`` gets the arguments and returns the value or a list of values, such as the degrees of all vertices.
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
        """The values that this measure has in a question."""
        found = self.of(*question)
        return found if isinstance(found, list) else [found]


def between(name: str, least: Any, most: Any, of: Callable[..., Any] = lambda only: only) -> Measure:
    """A measure that is a number between two bounds: ``between("n", 0, 27)``."""
    return Measure(name, of, least, most)


def one_of(name: str, choices: Iterable[Any], of: Callable[..., Any] = lambda only: only) -> Measure:
    """A measure with a few values: ``one_of("player", (0, 1), lambda player, coin, sure: player)``."""
    return Measure(name, of, choices=tuple(choices))


class Domain:
    """The questions of an exercise, from small to large, with their measures.

    Some question has the least value of each measure, and some question the greatest. The task shows ``str(domain)``.

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
    """The questions of each round, and after them the last question of the round before, once more.

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
