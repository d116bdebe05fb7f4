"""Zobrist keys: a number for each board, updated in a moment at each move, and a table indexed by
such numbers.

Every pair of a cell and a piece gets a random number once and for all. The key of a board is the
xor of the numbers of all pieces on it. So a piece that comes or goes costs one xor, and the other
cells do not matter. Two boards may have the same key by chance: a table that trusts keys alone can
be wrong. Source: Zobrist, A new hashing method with application for game playing (1970).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping
from typing import Any

import numpy as np

#: Different depths of one position are kept in slots far apart; any large odd number will do.
SPREAD = 0x9E3779B97F4A7C15


class Zobrist:
    """Zobrist keys of ``bits`` bits (1 to 64) for boards written as strings of ``cells``
    characters.

    ``pieces``: the characters that stand for pieces; any other counts as empty. ``seed``: for the
    random numbers.

    >>> keys = Zobrist(9, "XO")
    >>> keys.key("X........") ^ keys.number(4, "O") == keys.key("X...O....")
    True
    """

    def __init__(self, cells: int, pieces: str, *, bits: int = 64, seed: int = 1) -> None:
        if not 1 <= bits <= 64:
            raise ValueError(f"bits={bits}: a key has 1 to 64")
        drawn = np.random.default_rng(seed).integers(
            1 << 64, size=(cells, len(pieces)), dtype=np.uint64
        )
        numbers = (drawn >> np.uint64(64 - bits)).tolist()
        self._numbers: list[dict[str, int]] = [
            dict(zip(pieces, row, strict=True)) for row in numbers
        ]

    def number(self, cell: int, piece: str) -> int:
        """The number of a piece on a cell: xor it into a key when the piece comes, and again when
        it goes.
        """
        return self._numbers[cell][piece]

    def key(self, board: str) -> int:
        """The key of a board, from scratch, by looking at every cell."""
        key = 0
        for numbers, piece in zip(self._numbers, board, strict=True):
            key ^= numbers.get(piece, 0)
        return key


class KeyedTable(MutableMapping[Any, Any]):
    """A transposition table of ``slots`` entries, indexed by keys: a new entry always replaces the
    old one in its slot.

    ``key``: a function from position to key, such as ``Zobrist(...).key``. ``guarded``: positions
    are stored with their keys and compared; otherwise a collision gives a wrong answer.
    ``collisions`` counts the entries that were refused because they belong to another position with
    the same key. A search of limited depth asks with pairs (position, depth).

    >>> table = KeyedTable(len, slots=8)  # a poor key: the length of the board
    >>> table["X."] = "an entry"
    >>> table.get("X."), table.get(".X"), table.collisions
    ('an entry', None, 1)
    """

    def __init__(
        self, key: Callable[[Any], int], slots: int = 1 << 20, *, guarded: bool = True
    ) -> None:
        self._key, self._slots, self.guarded, self.collisions = key, slots, guarded, 0
        self._entries: dict[int, tuple[tuple[int, int], Any, Any]] = {}

    def _place(self, asked: Any) -> tuple[int, tuple[int, int]]:
        """The slot, and what must agree with the entry stored there: the key and the depth of the
        search.
        """
        position, depth = asked if isinstance(asked, tuple) else (asked, 0)
        key = self._key(position)
        return (key + depth * SPREAD) % self._slots, (key, depth)

    def __getitem__(self, asked: Any) -> Any:
        slot, key = self._place(asked)
        found = self._entries.get(slot)
        if found is None or found[0] != key:
            raise KeyError(asked)
        if self.guarded and found[1] != asked:
            self.collisions += 1
            raise KeyError(asked)
        return found[2]

    def __setitem__(self, asked: Any, entry: Any) -> None:
        slot, key = self._place(asked)
        self._entries[slot] = (key, asked if self.guarded else None, entry)

    def __delitem__(self, asked: Any) -> None:
        del self._entries[self._place(asked)[0]]

    def __iter__(self) -> Iterator[Any]:
        return (found[1] for found in self._entries.values())

    def __len__(self) -> int:
        return len(self._entries)
