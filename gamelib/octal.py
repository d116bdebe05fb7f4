"""Taking and breaking: the nimbers of heaps in octal games, with periods that are proved.

An octal game is given by digits; Kayles is ``0.77``. A move takes i from one heap, and digit d_i
says what may be left of that heap: 1 nothing, 2 one heap, 4 two heaps (3 = 1 + 2: nothing or one,
and so on). The digit before the point, 0 or 4, is for taking nothing: 4 lets a heap be split in
two.

By the theorem of Sprague and Grundy everything follows from the nimbers G(n) of single heaps. G(n)
is the mex of G(n - i), and of G(a) xor G(b) with a + b = n - i, as far as the digits allow these
moves.

**Theorem** (Guy and Smith 1956). Let d_k be the last digit other than 0. Let n0 and p be at least
1. Suppose that G(n + p) = G(n) for all n from n0 to 2 n0 + p + k - 1. Then G(n + p) = G(n) for all
n from n0 on.

*Proof* by induction on N = n + p, where N >= 2 n0 + 2 p + k. Each option of N contains a heap of at
least (N - i)/2 >= n0 + p. By the induction hypothesis a heap smaller by p has the same nimber.
Replacing the heap by the smaller one gives an option of n = N - p. In the same way each option of n
gives one of N, with a heap larger by p. So n and N have the same nimbers among their options, and
hence the same mex.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from gamelib.arguments import check_whole
from gamelib.games.heaps import octal_digits
from gamelib.nimbers import mex

#: How many nimbers are worked out before a period is looked for.
FIRST_VALUES = 256


def octal(code: str, n: int) -> list[int]:
    """The nimbers of the heaps 0 to n in the octal game ``code``.

    All splits of every heap are tried: O(n^2) in all. Raises ValueError for anything that is not an
    octal code.

    >>> octal("0.77", 12)       # Kayles: take one or two neighbouring pins
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    >>> octal("0.3", 5)         # take one, never splitting a heap
    [0, 1, 0, 1, 0, 1]
    """
    check_whole(n, "n")
    found: list[int] = []
    extend(octal_digits(code), found, n + 1)
    return found


def extend(digits: list[int], found: list[int], size: int) -> None:
    """Append nimbers to those found, until the heaps 0 to size - 1 have theirs."""
    for heap in range(len(found), size):
        found.append(mex(nimbers_of_options(digits, found, heap)))


def nimbers_of_options(digits: list[int], found: list[int], heap: int) -> set[int]:
    """The nimbers of all that a move in a heap may leave, from those of the smaller heaps."""
    options = set()
    for taken, digit in enumerate(digits[: heap + 1]):
        left = heap - taken
        if digit & 1 and left == 0:
            options.add(0)
        if digit & 2 and 0 < left < heap:
            options.add(found[left])
        if digit & 4:
            for part in range(1, left // 2 + 1):
                options.add(found[part] ^ found[left - part])
    return options


@dataclass(frozen=True)
class OctalPeriod:
    """What is proved about the nimbers G(0), G(1), ... of an octal game.

    Attributes
    ----------
    preperiod, period
        The smallest n0 and p with G(n + p) = G(n) for all n >= n0; None if no period is certified.
    exceptions
        The n below n0 at which G(n) differs from what the period, continued backwards, would give.
    certified_to
        How many values prove the period, or how many were looked at if no period is proved.
    """

    code: str
    preperiod: int | None
    period: int | None
    exceptions: tuple[int, ...] = field(repr=False)
    certified_to: int

    def __str__(self) -> str:
        if self.period is None:
            return f"{self.code}: no period is certified by the first {self.certified_to:,} values"
        exceptions = "exception" if len(self.exceptions) == 1 else "exceptions"
        return (
            f"{self.code}: period {self.period:,} from {self.preperiod:,} on, "
            f"{len(self.exceptions):,} {exceptions}, "
            f"certified by {self.certified_to:,} values"
        )


def octal_period(code: str, limit: int = 5_000) -> OctalPeriod:
    """The period of an octal game's nimbers, proved; or none if ``limit`` values do not prove one.

    Nobody knows whether every octal game with finitely many digits is periodic (Guy asked). Source
    of the condition: Guy and Smith, The G-values of various games (1956).

    >>> str(octal_period("0.77"))
    '0.77: period 12 from 71 on, 14 exceptions, certified by 168 values'
    >>> str(octal_period("0.007", limit=500))
    '0.007: no period is certified by the first 500 values'
    """
    digits = octal_digits(code)
    last = len(digits) - 1
    values: list[int] = [0]
    while len(values) < limit:
        half_as_many_again = len(values) * 3 // 2
        extend(digits, values, min(limit, max(FIRST_VALUES, half_as_many_again)))
        found = proved_period(values, last)
        if found is not None:
            preperiod, period = found
            needed = values_needed(preperiod, period, last)
            exceptions = []
            for n in range(preperiod):
                if values[n] != values[place_in_period(n, preperiod, period)]:
                    exceptions.append(n)
            return OctalPeriod(code, preperiod, period, tuple(exceptions), needed)
    return OctalPeriod(code, None, None, (), len(values))


def proved_period(values: list[int], last: int) -> tuple[int, int] | None:
    """The preperiod and the period that these values prove; None if they prove none.

    ``last``: the place of the game's last digit, the theorem's k.
    """
    for period in range(1, len(values) // 2):
        preperiod = smallest_preperiod(values, period)
        if values_needed(preperiod, period, last) <= len(values):
            return preperiod, period
    return None


def values_needed(preperiod: int, period: int, last: int) -> int:
    """How many values, from G(0) on, the theorem needs as a proof."""
    return 2 * max(preperiod, 1) + 2 * period + last


def smallest_preperiod(values: list[int], period: int) -> int:
    """The smallest n from which on all values that there are repeat with this period."""
    n = len(values) - period
    while n > 0 and values[n - 1] == values[n - 1 + period]:
        n -= 1
    return n


def place_in_period(n: int, preperiod: int, period: int) -> int:
    """The first place from the preperiod on that is whole periods after place n.

    >>> place_in_period(3, preperiod=10, period=4)
    11
    """
    while n < preperiod:
        n += period
    return n
