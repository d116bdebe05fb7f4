"""The walk that all arenas share: everything that can be reached, breadth first, numbered when it
is first met.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property
from itertools import count, islice
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from gamefast import ask
from gamefast.arrays.guard import Guard
from gamelib.core import UnknownPosition


class Numbering(Protocol):
    """Positions to numbers and back."""

    def __len__(self) -> int: ...
    def index(self, position: Any) -> int: ...
    def position(self, index: int) -> Any: ...


#: An odd number near 2 ** 64 divided by the golden ratio: its products spread over all bits.
SPREAD = 0x9E3779B97F4A7C15


class Listed:
    """The numbering given by a list of distinct positions.

    A position is looked up by its hash, as in a dict, but in two arrays: 6 to 8 bytes for each
    position, where a dict and its numbers take about 100. They are made when a position is first
    looked up, because no solver needs them.

    >>> numbering = Listed(["a", "b", "c"])
    >>> numbering.index("b"), numbering.position(1)
    (1, 'b')
    """

    def __init__(self, positions: Sequence[Hashable]) -> None:
        self._positions = positions

    def __len__(self) -> int:
        return len(self._positions)

    def __reduce__(self) -> tuple[type[Listed], tuple[Sequence[Hashable]]]:
        """Hashes of texts differ from process to process, so what is made of them stays here."""
        return Listed, (self._positions,)

    @cached_property
    def _shelves(self) -> tuple[int, memoryview, memoryview]:
        """The numbers of the positions, sorted by the first bits of their spread hashes.

        These bits are the number of a shelf. Returns how many bits of a hash are left out, where
        each shelf begins in the sorted numbers, and these numbers. The arrays are memoryviews,
        whose entries Python reads faster.
        """
        n = len(self._positions)
        bits = max(1, n.bit_length() - 1)  # so that a shelf holds one or two positions on average
        n_shelves = 1 << bits
        left_out = 64 - bits
        hashes = np.fromiter(map(hash, self._positions), np.int64, n).view(np.uint64)
        hashes *= np.uint64(SPREAD)  # numpy keeps the lower 64 bits of a product
        hashes >>= np.uint64(left_out)
        shelf = hashes.astype(np.int32)
        del hashes  # while millions are sorted, memory counts
        numbers = np.argsort(shelf, kind="stable").astype(np.int32)
        begins = np.zeros(n_shelves + 1, np.int32)
        np.cumsum(np.bincount(shelf, minlength=n_shelves), out=begins[1:])
        return left_out, begins.data, numbers.data

    def index(self, position: Hashable) -> int:
        """The number of a position, from its shelf; raises UnknownPosition."""
        left_out, begins, numbers = self._shelves
        try:
            spread_hash = hash(position) * SPREAD & 2**64 - 1  # the lower 64 bits, as in the arrays
        except TypeError:
            raise self._unknown(position) from None
        shelf = spread_hash >> left_out
        for number in numbers[begins[shelf] : begins[shelf + 1]]:
            known = self._positions[number]
            if known is position or known == position:
                return int(number)
        raise self._unknown(position)

    def _unknown(self, position: Any) -> UnknownPosition:
        """The error for something that is not in the list."""
        example = repr(self._positions[0]) if len(self) else "none: the graph is empty"
        return UnknownPosition(f"no position {position!r} here; one of them is {example}")

    def position(self, index: int) -> Any:
        return self._positions[index]


class Numbers:
    """The numbering of vertices that are numbers already."""

    def __init__(self, n: int) -> None:
        self._n = n

    def __len__(self) -> int:
        return self._n

    def index(self, position: Any) -> int:
        if isinstance(position, int | np.integer) and 0 <= position < self._n:
            return int(position)
        raise UnknownPosition(
            f"no position {position!r} here: positions are the numbers 0 to {self._n - 1}"
        )

    def position(self, index: int) -> int:
        return index


def walk(
    game: Any,
    starts: Iterable[Any],
    look: Callable[[Any], list[Any]],
    max_positions: int,
    max_edges: int,
    what: str = "moves",
) -> tuple[Listed, NDArray[np.int64], NDArray[np.int32]]:
    """Number all positions that can be reached, breadth first, and list the options of each.

    Parameters
    ----------
    game
        The game that is walked.
    starts
        Where the walk begins; these positions get the first numbers.
    look
        A function from a position to the positions that can follow, in order. It is called once for
        each position, in the order of the numbers.
    max_positions, max_edges
        The largest number of positions, and of entries in all lists together.
    what
        What an entry is called in an error.

    Returns
    -------
    tuple
        The numbering; ``indptr``, int64, shape (n + 1,), and ``targets``, int32, shape (m,):
        compressed sparse rows.

    Raises
    ------
    TooLarge
        Beyond a limit, as soon as it is clear that a limit will be passed, or if memory is nearly
        full.
    TypeError, ValueError
        For a position that is not hashable or is None.

    Examples
    --------
    >>> from gamelib.games import Matches
    >>> found, indptr, targets = walk(Matches(2), [2], lambda pile: list(range(pile)), 10, 10)
    >>> [found.position(i) for i in range(3)], indptr.tolist(), targets.tolist()  # 2 leads to 0 and 1; 1 to 0
    ([2, 0, 1], [0, 2, 2, 3], [1, 2, 1])
    """
    # The number of each position. The dict enters a position that is looked up for the first time,
    # with the next number: so it is the numbering, the set of what has been met, and the queue.
    number: dict[Any, int] = defaultdict(count().__next__)
    number_of = number.__getitem__
    waiting = list(dict.fromkeys(starts))  # each once, in the order of their numbers
    for position in waiting:
        number_of(position)  # only to enter the position
    indptr = array("q", [0])
    targets = array("i")
    with Guard(game, waiting[0], max_positions, max_edges, what) as guard:
        # Layer by layer: open all that wait, and then those that were met meanwhile.
        while waiting:
            n_before = len(number)
            for position in waiting:
                options = look(position)
                try:
                    targets.extend(map(number_of, options))
                except TypeError:
                    for option in options:
                        ask.hashable(option)  # raises TypeError, naming an option that is no key
                    raise  # the error was about something else
                if None in number:
                    raise ValueError(
                        f"a move at {position!r} leads to None: play must return the next position"
                    )
                n = len(number)
                m = len(targets)
                indptr.append(m)
                if n > max_positions or m > max_edges or n + m > guard.next_look:
                    n_opened = len(indptr) - 1
                    guard.look(n_opened, n, m)
            # A dict keeps the order of entering. The new ones are at its end, so they are read
            # from there, backwards.
            n_new = len(number) - n_before
            waiting = list(islice(reversed(number), n_new))
            waiting.reverse()
    return Listed(list(number)), np.asarray(indptr), np.asarray(targets)
