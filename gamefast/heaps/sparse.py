"""Sparse spaces: the nimbers of an octal game without looking at every split.

Choose some of the binary places, a *mask*. A nimber is *common* if it has an odd number of ones in
these places, otherwise *rare*. Then a rare xor a common nimber is common, and two of a kind make a
rare one. So if a split's nimber is common, one of its two heaps is rare: all common nimbers of
splits come from splits with a rare heap. If few heaps are rare, these splits are few. After them,
others are tried only until the smallest missing number is a common one. That number stays missing,
so it is the mex. If no split is left, the smallest missing number is the mex too. So the mask
decides how long this takes, but never changes the result.

In many games some mask leaves so few rare heaps that n nimbers take little more than O(n) steps,
not O(n^2). Nobody knows why. Source: Berlekamp, Conway, Guy, Winning Ways (1982), chapter 4;
Gangolli and Plambeck, A note on periodicity in some octal games (1989). In other games the parity
of the heap has to count as one more binary place (Flammenkamp, Sparse- and common-positions of
octal games). If every split takes an i of the same parity, let the place of a heap of n be that of
n - i. Then the places of a split's two heaps add up to that of n.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gamefast.compiling import Inner
from gamefast.machine import Array, Kernel
from gamefast.progress import Progress
from gamelib.core import TooLarge

#: Nimbers must be below this number, because they are kept in 16 bits.
NIMBERS = 1 << 16

#: A set of nimbers below this number fits into one whole number, a bit for each.
BITS = 64

#: How many splits are tried between two looks at the stop button.
WORK = 200_000_000

#: There is a sparse space if at most one heap in so many is rare.
SELDOM = 10

#: The first block of splits has those with a smaller heap below this number. Each further block ends
#: at twice the number of the one before.
FIRST_BLOCK = 64


@Kernel
def extend(
    values: Array,
    mirror: Array,
    start: int,
    stop: int,
    digits: Array,
    common: Array,
    rare: Array,
    known: int,
    stamp: Array,
    largest: int,
    work: int,
) -> int:
    """Fill ``values[start:stop]``, each with the mex of its options; return the first n that was
    not filled.

    First come the splits with a rare heap, then all splits, in growing blocks, until the smallest
    missing number is a common one, or no split is left. The call ends early when about ``work``
    splits have been tried, or at a heap whose nimber is not below NIMBERS.

    Parameters
    ----------
    values
        uint16, shape (size,): the nimbers, known up to ``start``.
    mirror
        uint16, shape (size,): ``values`` backwards, so that the two heaps of a split run in the
        same direction.
    start, stop
        int: the first heap to be worked out, and the one after the last.
    digits
        uint8: the digits of the game, beginning with the one before the point.
    common
        uint8, shape (2 * NIMBERS,): at ``2 * g + n % 2`` whether nimber g is common for a heap of
        n; all 0 if there is no sparse space.
    rare, known
        int32 and int: the heaps with rare nimbers, in rising order, and how many of them are known
        at first; the rest is room for more. Shape (0,) if there is no sparse space.
    stamp
        int64, shape (NIMBERS,): scratch space, -1 at first; ``stamp[g] == n`` says that g is among
        the options of n.
    largest
        int: the largest nimber up to ``start``. While it is below 64, the nimbers of splits are
        bits of one number.
    work
        int: how many splits to try.
    """
    size = len(mirror)
    n = start
    while n < stop and work > 0:
        # 1. The options that leave nothing or one heap, and the splits with a rare heap.
        for i in range(min(n + 1, len(digits))):
            m = n - i  # what is left after taking i
            if (m == 0 and digits[i] & 1) or (m > 0 and digits[i] & 2):
                stamp[values[m]] = n
            if digits[i] & 4:
                for j in range(known):
                    if rare[j] >= m:  # both heaps of a split have at least 1
                        break
                    stamp[values[rare[j]] ^ values[m - rare[j]]] = n

        # 2. All splits, in blocks that grow, until the smallest missing number g is a common one. A
        # block has those in which the smaller heap is from ``begin`` to ``end`` - 1.
        bits = 0  # bit g: nimber g is among the options
        begin = 1
        end = FIRST_BLOCK
        g = _missing(0, stamp, n, bits)
        while g < len(stamp) and not common[2 * g + n % 2] and 2 * begin <= n:
            for i in range(len(digits)):
                # The smaller heap is at most half of n - i. If there is none, ``many`` is 0 or less.
                many = min(end, (n - i) // 2 + 1) - begin if digits[i] & 4 else 0
                first = size - 1 - n + i + begin  # where heap n - i - begin stands in ``mirror``
                smaller = values[begin : begin + many]
                larger = mirror[first : first + many]
                if largest < BITS:
                    for a in range(many):
                        bits |= 1 << (smaller[a] ^ larger[a])
                else:
                    for a in range(many):
                        stamp[smaller[a] ^ larger[a]] = n
            begin = end
            end = 2 * end
            g = _missing(g, stamp, n, bits)
        if g == len(stamp):  # too large for 16 bits
            return n

        # 3. The mex is g.
        values[n] = g
        mirror[size - 1 - n] = g
        largest = max(largest, g)
        if known < len(rare) and not common[2 * g + n % 2]:
            rare[known] = n
            known += 1
        work -= begin + known
        n += 1
    return n


@Inner
def _missing(g: int, stamp: Array, n: int, bits: int) -> int:
    """The smallest nimber from g on that is neither stamped with n nor among the bits;
    ``len(stamp)`` if there is none.
    """
    while g < len(stamp) and (stamp[g] == n or (g < BITS and bits >> g & 1)):
        g += 1
    return g


def sparse_space(
    values: NDArray[np.uint16], digits: list[int], room: int
) -> tuple[NDArray[np.uint8], NDArray[np.int32], int]:
    """Find the mask that leaves the fewest rare heaps; return what it means for ``extend``, its
    ``common``, ``rare`` and ``known``.

    A heap's *mark* is twice its nimber, plus its parity, which counts as one more binary place. A
    mask has a bit for each place of a mark: the heap is common if mark and mask have an odd number
    of ones in common. For all masks at once, the Walsh transform of the marks' frequencies is the
    number of rare heaps minus the number of common ones. If more than one heap in ten is rare,
    splits with a rare heap save nothing, and there is no sparse space.

    Parameters
    ----------
    values
        The nimbers of heaps 0, 1, ...
    digits
        The digits of the game, beginning with the one before the point.
    room
        The room to leave for more rare heaps.

    Returns
    -------
    tuple
        ``common``, ``rare`` and ``known``.

    Examples
    --------
    In Kayles a nimber is common if the number of its ones is odd, and few heaps are rare.

    >>> from gamefast import octal
    >>> common, rare, known = sparse_space(octal("0.77", 1000), [0, 7, 7], room=0)
    >>> np.flatnonzero(common[: 2 * 16 : 2]).tolist()
    [1, 2, 4, 7, 8, 11, 13, 14]
    >>> rare.tolist()
    [3, 6, 11, 18, 22, 28, 34, 39, 70]
    """
    heaps = np.arange(1, len(values), dtype=np.int32)
    marks = 2 * values[1:].astype(np.int32) + heaps % 2

    # The Walsh transform, place by place: entry k becomes the sum over all marks, with a minus if
    # mark and mask k have an odd number of ones in common.
    places = int(np.max(marks, initial=1)).bit_length()
    balance = np.bincount(marks, minlength=1 << places)
    for place in range(places):
        # Entry k of ``zeros`` has a 0 in this place, entry k of ``ones`` has a 1, and otherwise the
        # same number.
        zeros, ones = balance.reshape(-1, 2, 1 << place).swapaxes(0, 1)
        balance = np.stack((zeros + ones, zeros - ones), axis=1).ravel()

    # An odd mask has the place of the parity. For a heap of n that is to be the parity of n - i (see
    # the head of this file), so such a mask is of use only if every split takes an i of one parity.
    # * Every i is even: n - i has the parity of n, which is in the mark. The factor is 1.
    # * Every i is odd: it has the other parity, so rare and common are exchanged. The factor is -1.
    # * There are both, or no splits: the mask is of no use. The factor is 0.
    parities = {i % 2 for i, digit in enumerate(digits) if digit & 4}
    takes_even = 0 in parities
    takes_odd = 1 in parities
    balance[1::2] *= takes_even - takes_odd
    mask = int(np.argmin(balance))

    # Whether each mark is common. With no places there is one entry: 0, or 1 if rare and common are
    # exchanged. With each place of the mask the table is doubled, and its second half, the marks
    # with a one in this place, is the other way round if the mask has the place.
    is_exchanged = mask & takes_odd  # the lowest bit of an odd mask
    common = np.full(1, is_exchanged, np.uint8)
    while len(common) < 2 * NIMBERS:
        common = np.concatenate((common, common ^ (mask & 1)))
        mask >>= 1

    rare = heaps[common[marks] == 0]
    if SELDOM * len(rare) > len(heaps):
        return np.zeros_like(common), rare[:0], 0
    with_room = np.concatenate((rare, np.zeros(room, np.int32)))
    return common, with_room, len(rare)


def extended(digits: list[int], values: NDArray[np.uint16], size: int) -> NDArray[np.uint16]:
    """The nimbers of heaps 0 to size - 1: uint16, shape (size,).

    ``digits``: those of the game, beginning with the one before the point. ``values``: the nimbers
    of the first heaps, at least that of heap 0.
    """
    n = len(values)  # how many are known
    nimber_of = np.zeros(size, np.uint16)
    nimber_of[:n] = values
    mirror = np.zeros(size, np.uint16)
    mirror[size - n :] = values[::-1]
    stamp = np.full(NIMBERS, -1, np.int64)
    code = np.array(digits, np.uint8)
    n_splitting = sum(digit >= 4 for digit in digits)  # how many digits let a heap be split
    work = (1 + n_splitting) * size * (size - n)  # if all splits have to be tried
    run = extend.at(work)
    splits_per_position = 1000  # so many take about as long as a position of other solvers
    with Progress(size - n, "nimbers", work // splits_per_position) as bar:
        while n < size:
            # The sparse space is chosen anew whenever the number of nimbers has doubled, but not for
            # fewer than 64 of them.
            stop = min(size, 2 * n + 64)
            largest = int(np.max(nimber_of[:n]))
            common, rare, known = sparse_space(nimber_of[:n], digits, stop - n)
            reached = run(
                nimber_of, mirror, n, stop, code, common, rare, known, stamp, largest, WORK
            )
            if reached == n:
                raise TooLarge(
                    f"the nimber of heap {n:,} is above {NIMBERS - 1:,}: this game is out of reach"
                )
            bar(reached - n)
            n = reached
    return nimber_of
