"""One pile of matches: take some; a player who cannot move loses.

The oldest game of this kind in print is Bachet's of 1612 (counting up to 100 by steps of 1 to 10).
With an arbitrary set of takes it is called a subtraction game. Misère play is
``Misere(Matches(...))``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from numbers import Integral
from typing import ClassVar, TypeGuard

from gamelib.arguments import whole
from gamelib.core import LOSS, IllegalMove, Outcome


@dataclass(frozen=True)
class Matches:
    """A pile of ``n`` matches; a move takes some of them, and ``takes`` lists how many it may take.

    A position is the number of matches left, a move the number taken. A player who cannot move
    loses. If 1 may be taken, that is the same as "whoever takes the last match wins"; with takes
    {2, 3} it is not the same, because a single match left over also ends the game.

    Raises ValueError for a pile below 0, and for takes that are empty or not positive whole
    numbers.

    >>> from gamelib import solve
    >>> solve(Matches(15)).best(15)
    3
    >>> Matches(3).play(3, 4)
    Traceback (most recent call last):
    gamelib.core.IllegalMove: take 4 from a pile of 3: at most 3
    """

    n: int
    takes: tuple[int, ...] = (1, 2, 3)
    impartial: ClassVar[bool] = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "n", whole(self.n, "n"))
        object.__setattr__(self, "takes", checked_takes(self.takes))

    def check_position(self, position: object) -> None:
        """Raise ValueError, saying why, for anything that is not a pile."""
        if not is_whole(position) or position < 0:
            raise ValueError(f"{position!r} is not a pile: give a whole number, 0 or more")

    def start(self) -> int:
        return self.n

    def positions(self) -> range:
        """All piles up to the first, whether play can reach them or not."""
        return range(self.n + 1)

    def moves(self, position: int) -> list[int]:
        return [take for take in self.takes if take <= position]

    def play(self, position: int, move: int) -> int:
        if is_whole(move) and move > position:
            raise IllegalMove(f"take {move} from a pile of {position}: at most {position}")
        if not is_whole(move) or move not in self.takes:
            allowed = ", ".join(map(str, self.takes))
            raise IllegalMove(
                f"take {move!r} from a pile of {position}: only {allowed} may be taken"
            )
        return position - int(move)

    def outcome(self, position: int) -> Outcome | None:
        return LOSS if position < self.takes[0] else None

    def move_text(self, position: int, move: int) -> str:
        return f"take {move}"

    def text(self, position: int) -> str:
        return rows_of_fives(position)


def checked_takes(takes: Iterable[int]) -> tuple[int, ...]:
    """Return the takes in rising order; raise ValueError unless they are positive whole numbers, at
    least one.
    """
    given = tuple(takes) if isinstance(takes, Iterable) else (0,)
    if not all(is_whole(t) and t > 0 for t in given):
        raise ValueError(f"takes are {takes!r}: give whole numbers, 1 or more, as in (1, 2, 3)")
    if not given:
        raise ValueError("no takes are given: nobody could ever move. Try takes=(1, 2, 3)")
    return tuple(sorted(map(int, set(given))))


def rows_of_fives(pile: int) -> str:
    """A pile as strokes in groups of five, and its number."""
    fives, rest = divmod(int(pile), 5)
    return " ".join(["|||||"] * fives + ["|" * rest] * bool(rest)) + f"  ({pile})"


def is_whole(value: object) -> TypeGuard[int]:
    """Whether a value is a whole number, Python's or numpy's."""
    return type(value) is int or (isinstance(value, Integral) and not isinstance(value, bool))
