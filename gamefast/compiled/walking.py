"""The loops of a walk by compiled rules: a table of positions, the walk, and the moves reversed.

Positions are numbered in the order in which they are found. ``codes`` holds the position of each
number, and a hash table holds the number of each position: open addressing with linear probing
(Knuth, The Art of Computer Programming, volume 3, section 6.4). The hash is multiplicative
(Fibonacci hashing, in the same section): the product's upper half is folded onto the lower one and
multiplied again, as MurmurHash3 ends (Appleby 2011). It takes 63 bits, so that plain Python, whose
numbers do not wrap round, finds the same slots.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from gamefast.compiling import Inner
from gamefast.machine import Array, Kernel

#: The 63 bits that are kept of a product.
BITS = (1 << 63) - 1

#: Odd factors: of a position's first and second number, and of their folded sum.
FIRST, SECOND, AGAIN = (
    0x9E37_79B9_7F4A_7C15 & BITS,
    0x2545_F491_4F6C_DD1D,
    0xD6E8_FEB8_6659_FD93 & BITS,
)


#: The 32 bits that are kept of a sum of summands, which fit into a uint32.
SUM = (1 << 32) - 1


class Game(NamedTuple):
    """The rules of a game, as a loop takes them.

    ``words``: (0,) or (0, 0), as many as a position has numbers. Only the length of this tuple
    counts: numba knows it when it compiles, and leaves out the branch for the other length.
    ``options, outcome``: the rules. ``data``: int64, the game's table. ``out``: int64, twice the
    room for the options of one position, where a rule writes them.
    """

    words: Any
    options: Any
    outcome: Any
    data: Array
    out: Array


class Table(NamedTuple):
    """The positions that are found, and their numbers.

    ``codes``: int64, shape (room,) or (2 * room,): the one or two numbers that each position is,
    one position after another. ``slots``: uint32, a power of two of them: 0 if a slot is free,
    otherwise 1 more than the number of the position that stands there.
    """

    codes: Array
    slots: Array


class Opened(NamedTuple):
    """What is known of the positions, each array with shape (room,); at the end of the walk
    ``incoming`` or ``sums`` has one entry more.

    ``degrees``: int8, int16 or int32: how many options a position has. ``results``: int8: the
    result for the player to move if it has none. ``incoming``: uint32: how many moves lead to a
    position. ``sums``: uint32: the sum, in 32 bits, of the summands of the positions from which
    these moves come; the un-moves are compared with it. Of the last two arrays, the one that nobody
    needs has the shape (0,).
    """

    degrees: Array
    results: Array
    incoming: Array
    sums: Array


@Inner
def hashed(i: int, j: int) -> int:
    """A hash of 32 bits in which all bits of a position take part: see the head of this file."""
    product = (i * FIRST + j * SECOND) & BITS
    product = ((product ^ (product >> 32)) * AGAIN) & BITS
    return product >> 31  # the upper 32 of the 63 bits, which depend on all others


@Inner
def summand(number: int) -> int:
    """What the position with this number adds to the sum of each of its options: a number of 32
    bits. It is odd, and so not 0: a sum from which a single summand is missing always differs.
    """
    bits: int = hashed(number + 1, 0)  # plus 1, because the hash of 0 is 0
    return bits | 1


@Inner
def is_at(words: Any, codes: Array, number: int, i: int, j: int) -> bool:
    """Whether the position with this number is the position ``i, j``."""
    begin = len(words) * number  # where its one or two numbers stand
    same: bool = codes[begin] == i and (len(words) == 1 or codes[begin + 1] == j)
    return same


# The search through the slots is written twice: a function that returned the slot and what stands
# in it would take twice the time. It begins at the slot of the hash (the number of slots is a power
# of two, so its remainder is its last bits), and goes on to the next, after the last one to the
# first, up to the position or a free slot. A few slots are always free.


@Inner
def number_of(words: Any, table: Table, i: int, j: int) -> int:
    """The number of the position ``i, j``; -1 if it was not found."""
    mask = len(table.slots) - 1
    slot = hashed(i, j) & mask
    entry = table.slots[slot]
    while entry != 0 and not is_at(words, table.codes, entry - 1, i, j):
        slot = (slot + 1) & mask
        entry = table.slots[slot]
    number: int = entry - 1  # -1 at a free slot, where the entry is 0
    return number


@Inner
def add(words: Any, table: Table, i: int, j: int, found: int) -> int:
    """The number of the position ``i, j``. If it is new, it becomes number ``found``."""
    mask = len(table.slots) - 1
    slot = hashed(i, j) & mask
    entry = table.slots[slot]
    while entry != 0 and not is_at(words, table.codes, entry - 1, i, j):
        slot = (slot + 1) & mask
        entry = table.slots[slot]
    if entry != 0:
        number: int = entry - 1
        return number
    table.slots[slot] = found + 1
    table.codes[len(words) * found] = i
    if len(words) == 2:
        table.codes[2 * found + 1] = j
    return found


@Inner
def list_by(words: Any, rule: Any, game: Game, table: Table, k: int) -> int:
    """Write what a rule lists at position number k to ``game.out``, and return how many options it
    says there are.
    """
    count: int
    if len(words) == 1:
        count = rule(table.codes[k], game.data, game.out)
    else:
        count = rule(table.codes[2 * k], table.codes[2 * k + 1], game.data, game.out)
    return count


@Inner
def result_of(words: Any, game: Game, table: Table, k: int) -> int:
    """The result of position number k, at which play is over."""
    result: int
    if len(words) == 1:
        result = game.outcome(table.codes[k], game.data)
    else:
        result = game.outcome(table.codes[2 * k], table.codes[2 * k + 1], game.data)
    return result


@Inner
def second_of(words: Any, out: Array, e: int) -> int:
    """The second number of the option with number e in ``out``; 0 if a position is one number."""
    second: int = 0
    if len(words) == 2:
        second = out[2 * e + 1]
    return second


@Kernel
def add_all(words: Any, table: Table, begin: int, end: int) -> int:
    """Put positions number ``begin`` to ``end - 1`` into the slots.

    Returns -1, or the first number whose position stands there already.
    """
    for k in range(begin, end):
        i = table.codes[len(words) * k]
        j = table.codes[2 * k + 1] if len(words) == 2 else 0
        number = add(words, table, i, j, k)
        if number != k:  # the position has another number, so it is in ``codes`` twice
            return k
    return -1


@Kernel
def find(words: Any, table: Table, i: int, j: int) -> int:
    """``number_of``, for a caller that is no kernel."""
    number: int = number_of(words, table, i, j)
    return number


@Kernel
def open_positions(
    game: Game, table: Table, opened: Opened, k: int, end: int, found: int, full: int
) -> tuple[int, int, int, bool]:
    """Open positions from number k on: list their options, and number those that are new.

    Parameters
    ----------
    game, table, opened
        The rules, and arrays that are filled.
    k, end
        The number of the first position to be opened, and the number at which to stop.
    found
        How many positions have been found so far.
    full
        Stop as soon as more than this are found: there may be no room for further options.

    Returns
    -------
    tuple
        The number of the next position to be opened, how many positions have been found, and how
        many moves were listed in this call. Last, whether the rules have said at that position what
        cannot be: a negative count of options, or more of them than there is room for, or no
        result.
    """
    moves = 0
    words = game.words
    # ``out`` has room for twice as many: a rule that lists too many is noticed before it does harm.
    most_options = len(game.out) // (2 * len(words))
    while k < end and k < found and found <= full:
        # Ask the rules about position k.
        count = list_by(words, game.options, game, table, k)
        if count < 0 or count > most_options:
            return k, found, moves, True
        opened.degrees[k] = count
        own_summand = summand(k)
        if count == 0:
            result = result_of(words, game, table, k)
            if result < -1 or result > 1:
                return k, found, moves, True
            opened.results[k] = result

        # Number its options, and note the moves to them.
        for e in range(count):
            option = add(
                words, table, game.out[len(words) * e], second_of(words, game.out, e), found
            )
            if option == found:  # it is new
                found += 1
            if len(opened.incoming) > 0:
                opened.incoming[option] += 1
            if len(opened.sums) > 0:
                opened.sums[option] = (opened.sums[option] + own_summand) & SUM
        moves += count
        k += 1
    return k, found, moves, False


@Kernel
def count_incoming(game: Game, table: Table, opened: Opened, begin: int, end: int) -> int:
    """Note the moves from positions number ``begin`` to ``end - 1`` in ``opened.incoming`` or
    ``opened.sums``, as ``open_positions`` does.

    Returns -1, or the first number whose position has another number of options than before, or
    an option that was not found.
    """
    words = game.words
    for k in range(begin, end):
        degree = opened.degrees[k]
        if degree == 0:
            continue
        if list_by(words, game.options, game, table, k) != degree:
            return k
        own_summand = summand(k)
        for e in range(degree):
            option = number_of(
                words, table, game.out[len(words) * e], second_of(words, game.out, e)
            )
            if option < 0:
                return k
            if len(opened.incoming) > 0:
                opened.incoming[option] += 1
            if len(opened.sums) > 0:
                opened.sums[option] = (opened.sums[option] + own_summand) & SUM
    return -1


@Kernel
def list_sources(
    game: Game, table: Table, degrees: Array, ends: Array, sources: Array, begin: int, end: int
) -> int:
    """Reverse the moves of positions number ``end - 1`` down to ``begin``: write each position into
    the row of each of its options.

    Returns -1, or the first number whose position has another number of options than before, or
    an option that was not found.

    Parameters
    ----------
    game, table
        The rules, and the positions.
    degrees
        int8, int16 or int32, shape (n,): how many options each position has.
    ends
        uint32 or uint64, shape (n + 1,): a row of ``sources`` is filled from its end, and this is
        where its free part ends. It moves down: once the row is full, it is where the row begins.
    sources
        uint32, shape (m,), for m moves: is filled.
    """
    words = game.words
    for k in range(end - 1, begin - 1, -1):
        if degrees[k] == 0:
            continue
        if list_by(words, game.options, game, table, k) != degrees[k]:
            return k
        for e in range(degrees[k]):
            option = number_of(
                words, table, game.out[len(words) * e], second_of(words, game.out, e)
            )
            if option < 0:
                return k
            ends[option] -= 1  # first, because the end itself does not belong to the free part
            sources[ends[option]] = k
    return -1


@Kernel
def list_targets(game: Game, table: Table, which: Array, indptr: Array, targets: Array) -> int:
    """Write the numbers of the options of position ``which[k]`` to ``targets`` from ``indptr[k]`` on.

    Returns -1, or the first number whose position has another number of options than its row has
    room, or an option that was not found.

    Parameters
    ----------
    game, table
        The rules, and the positions.
    which, indptr
        int64, shape (k,) and (k + 1,): positions, and their rows.
    targets
        int32, shape (indptr[k],): is filled.
    """
    words = game.words
    for k in range(len(which)):
        degree = indptr[k + 1] - indptr[k]
        if list_by(words, game.options, game, table, which[k]) != degree:
            return k
        for e in range(degree):
            option = number_of(
                words, table, game.out[len(words) * e], second_of(words, game.out, e)
            )
            if option < 0:
                return k
            targets[indptr[k] + e] = option
    return -1


@Kernel
def advance(
    game: Game,
    rule: Any,
    table: Table,
    sums: Array,
    frontier: Array,
    outcome: Array,
    remoteness: Array,
    left: Array,
    rank: int,
    found: Array,
) -> int:
    """Settle, at remoteness ``rank``, the positions that follow from those in ``frontier``, by
    un-moves; list them in ``found``.

    Returns how many positions were settled; or -1 - k if the un-moves at ``frontier[k]`` are not
    the moves that lead there.

    Parameters
    ----------
    game, table
        The rules, and the positions.
    rule
        The rule ``sources``, which lists the positions with a move to a position. Those that are
        not in the table are left out: play does not reach them.
    sums
        uint32, shape (n,): for each position, the sum of the summands of the positions with a
        move to it.
    frontier, outcome, remoteness, left, rank, found
        As for ``advance`` of ``gamefast.retrograde.compiled``, by the numbers of positions:
        ``left[u]`` is how many moves of u are not yet known to lose, and 0 once u is settled.
    """
    words = game.words
    most_sources = len(game.out) // (2 * len(words))  # ``out`` has room for twice as many
    count = 0
    for k in range(len(frontier)):
        # Ask the rule which positions u have a move to v.
        v = frontier[k]
        result = -outcome[v]  # for the player who moves to v
        moves = list_by(words, rule, game, table, v)
        if moves < 0 or moves > most_sources:
            return -1 - k
        sum_of_unmoves = 0
        for e in range(moves):
            u = number_of(words, table, game.out[len(words) * e], second_of(words, game.out, e))
            if u < 0:
                continue
            sum_of_unmoves += summand(u)

            # A move to a lost position wins; once all moves lead to won positions, u is lost.
            if left[u] > 0:
                left[u] = 0 if result > 0 else left[u] - 1
                if left[u] == 0:
                    outcome[u] = result
                    remoteness[u] = rank
                    found[count] = u
                    count += 1
        if sum_of_unmoves & SUM != sums[v]:
            return -1 - k
    return count
