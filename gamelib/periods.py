"""Periods of sequences in which each value follows from a few before it.

In a game with one pile, the value of pile k follows from those of piles k - 1, ..., k - s, where s
is the largest number that may be taken. So when the same s values in a row come back, everything
after them repeats: not "as far as we looked", but for ever. With finitely many values such a
repetition must come (Golomb, A mathematical investigation of games of "take-away", 1966).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Period:
    """``values[k + period] == values[k]`` for every ``k >= preperiod``, both smallest."""

    preperiod: int
    period: int


def find_period(values: Sequence[Hashable], memory: int) -> Period | None:
    """The period of a sequence in which each value follows from the ``memory`` values before it.

    ``values``: the sequence from 0 on. The answer is proved, not guessed, because ``memory`` values
    in a row have come back. It is None if no such values have come back within ``values``: then
    give more. Raises ValueError for a memory below 1, and for values that contradict the memory.

    >>> find_period("LWWWLWWWLWWW", memory=3)
    Period(preperiod=0, period=4)
    >>> find_period("LWWWLW", memory=3) is None      # too short to tell
    True
    """
    if memory < 1:
        raise ValueError(
            f"memory is {memory}: each value must depend on at least one value before it"
        )
    first_met: dict[tuple[Hashable, ...], int] = {}
    for k in range(len(values) - memory + 1):
        in_a_row = tuple(values[k : k + memory])
        if in_a_row in first_met:
            period = k - first_met[in_a_row]
            check_period(values, k, period, memory)
            return Period(first_met[in_a_row], period)
        first_met[in_a_row] = k
    return None


def check_period(values: Sequence[Hashable], first: int, period: int, memory: int) -> None:
    """Raise ValueError if the values from ``first`` on do not repeat: the memory is too short."""
    for k in range(first, len(values)):
        if values[k] != values[k - period]:
            raise ValueError(
                f"values[{k - period}] and values[{k}] differ, though "
                f"{list(values[k - memory : k])} comes before each: "
                f"no value depends on the last {memory} alone"
            )
