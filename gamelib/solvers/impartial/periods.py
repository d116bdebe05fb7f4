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
    """``values[k + period] == values[k]`` for every ``k >= preperiod``, both as small as
    possible.
    """

    preperiod: int
    period: int


def find_period(values: Sequence[Hashable], memory: int) -> Period | None:
    """The period of a sequence in which each value is a function of the ``memory`` values before
    it.

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
    first: dict[tuple[Hashable, ...], int] = {}
    for k in range(len(values) - memory + 1):
        before = first.setdefault(tuple(values[k : k + memory]), k)
        if before < k:
            found = Period(before, k - before)
            for i in range(k, len(values)):
                if values[i] != values[i - found.period]:
                    raise ValueError(
                        f"values[{i - found.period}] and values[{i}] differ, though "
                        f"{list(values[i - memory : i])} "
                        f"comes before each: no value depends on the last {memory} alone"
                    )
            return found
    return None
