"""Taking and breaking: the nimbers of heaps in octal games, with periods that are proved.

An octal game is given by digits; Kayles is ``0.77``. A move takes i from one heap, and digit d_i
says what may be left of that heap: 1 nothing, 2 one heap, 4 two heaps (3 = 1 + 2: nothing or one,
and so on). The digit before the point, 0 or 4, is for taking nothing: 4 lets a heap be split in
two. By the theorem of Sprague and Grundy everything follows from the nimbers G(n) of single heaps.
G(n) is the mex of G(n - i) and of G(a) xor G(b) with a + b = n - i.

**Theorem** (Guy, Smith 1956). Let d_k be the last digit other than 0, n0 >= 1 and p >= 1. If G(n +
p) = G(n) for all n from n0 to 2 n0 + p + k - 1, then G(n + p) = G(n) for all n >= n0. *Proof* by
induction on N = n + p >= 2 n0 + 2 p + k. Each option of N contains a heap of at least (N - i)/2 >=
n0 + p. By induction a heap smaller by p has the same nimber. Replacing the heap by the smaller one
gives an option of n = N - p. In the same way each option of n gives one of N, with a heap larger by
p. So n and N have the same nimbers among their options, and the same mex.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gamefast import ask
from gamefast.heaps.sparse import extended
from gamefast.machine import Array, Kernel, check_memory
from gamelib.games.heaps import octal_digits
from gamelib.octal import OctalPeriod

#: Bytes for each heap while nimbers are worked out and searched for a period.
BYTES_OF_HEAP = 24

#: How many nimbers are worked out before a period is looked for.
FIRST_VALUES = 256

#: The weight of one value when the size decides whether to compile the search for a period.
WEIGHT = 64


@Kernel
def repeats(values: Array, last: int, fail: Array) -> tuple[int, int]:
    """Return ``(n0, period)``, the first that meet the theorem's condition within ``values``: the
    smallest n0, with the smallest period from there on. Return (0, 0) if there are none.

    ``fail`` becomes the failure function of Knuth, Morris and Pratt for the reversed sequence:
    ``fail[s]`` is the largest number f below s such that, of the last s values, the first f are the
    same as the last f. So the smallest period of the last s values is ``s - fail[s]``.

    Parameters
    ----------
    values
        uint16, shape (size,): the nimbers.
    last
        int: the theorem's k.
    fail
        int32, shape (size + 1,): scratch space.
    """
    size = len(values)
    border = -1  # so that it is 0 after the first step
    fail[0] = border
    for s in range(size):
        while border >= 0 and values[size - 1 - border] != values[size - 1 - s]:
            border = fail[border]
        border += 1
        fail[s + 1] = border
    # The theorem needs G(n) up to n + p = 2 n0 + 2 p + last - 1, so that many values and one more.
    for n0 in range(1, size):
        s = size - n0  # how many values there are from n0 on
        period = s - fail[s]
        if 2 * n0 + 2 * period + last <= size:
            return n0, period
    return 0, 0


def octal(code: str, n: int) -> NDArray[np.uint16]:
    """The nimbers of heaps 0 to n in the octal game ``code``: uint16, shape (n + 1,).

    With a sparse space (see ``extend``) and r rare heaps this takes O(r n). Otherwise all splits of
    every heap are tried, O(n^2) in all. The loop is compiled from a few hundred heaps on. Raises
    ValueError for anything that is not an octal code.

    >>> octal("0.77", 12).tolist()       # Kayles: take one or two neighbouring pins
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    >>> octal("0.3", 5).tolist()         # take one, never splitting a heap
    [0, 1, 0, 1, 0, 1]
    """
    digits = octal_digits(code)
    size = ask.whole(n, "n") + 1
    check_memory(size, BYTES_OF_HEAP)
    nimber_of_no_heap = np.zeros(1, np.uint16)
    return extended(digits, nimber_of_no_heap, size)


def octal_period(code: str, limit: int = 1_000_000) -> OctalPeriod:
    """The period of an octal game's nimbers, proved; or none if ``limit`` values do not prove one.

    Nobody knows whether every octal game with finitely many digits is periodic (Guy asked). Source
    of the condition: Guy and Smith, The G-values of various games (1956).

    >>> str(octal_period("0.77"))
    '0.77: period 12 from 71 on, 14 exceptions, certified by 168 values'
    >>> str(octal_period("0.007", limit=2000))
    '0.007: no period is certified by the first 2,000 values'
    """
    digits = octal_digits(code)
    check_memory(ask.whole(limit, "limit") + 1, BYTES_OF_HEAP)
    last = len(digits) - 1  # the theorem's k
    values = np.zeros(1, np.uint16)
    while len(values) < limit:
        # Half as many again, and look whether they have a period.
        size = min(limit, max(FIRST_VALUES, len(values) * 3 // 2))
        values = extended(digits, values, size)
        scratch = np.zeros(size + 1, np.int32)
        work = WEIGHT * size
        n0, period = repeats.at(work)(values, last, scratch)
        if period:
            return _with_exceptions(code, values, n0, period, last)
    return OctalPeriod(code, preperiod=None, period=None, exceptions=(), certified_to=len(values))


def _with_exceptions(
    code: str, values: NDArray[np.uint16], n0: int, period: int, last: int
) -> OctalPeriod:
    """A proved period, from the smallest heap on for which it holds, and the exceptions below.

    ``n0``, ``period`` and ``last``: the theorem's n0, p and k.
    """
    while n0 > 0 and values[n0 - 1] == values[n0 - 1 + period]:
        n0 -= 1
    # A heap below n0 is an exception if its nimber differs from that of the first heap from n0 on
    # that is larger by whole periods.
    below = np.arange(n0)
    periods = -((below - n0) // period)  # (n0 - below) / period, rounded up
    by_period = values[below + period * periods]
    exceptions = tuple(np.flatnonzero(values[:n0] != by_period).tolist())
    enough = 2 * max(n0, 1) + 2 * period + last  # so many values prove the period
    return OctalPeriod(
        code, preperiod=n0, period=period, exceptions=exceptions, certified_to=enough
    )
