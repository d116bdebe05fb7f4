"""Zobrist keys: a number for each board, which a move changes in a moment; and tables by keys.

A transposition table asks for the hash of a position each time. For a large board it would take
long to compute this from scratch, although each move changes only a cell or two. So every pair of a
cell and a piece gets a random number once and for all, and the **key** of a board is the xor of the
numbers of all pieces on it. If a piece comes or goes, one xor changes the key, and the other cells
need no look.

Two boards may have the same key by chance: a *collision*. A table that trusts keys alone can then
give the answer for another board. With keys of b bits and n boards, there are about n² / 2^(b + 1)
such pairs. So a table should compare the positions themselves, or use keys of 64 bits.

Source: Zobrist, A new hashing method with application for game playing (1970).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping
from random import Random
from typing import Any, NamedTuple

from gamelib.arguments import check_whole

#: The depths of one position are kept in slots far apart; any large odd number will do.
SPREAD = 0x9E3779B97F4A7C15


class Zobrist:
    """Zobrist keys of ``bits`` bits (1 to 64) for boards that are strings of ``cells`` characters.

    ``pieces``: the characters that stand for pieces; any other counts as empty. ``seed``: for the
    random numbers.

    >>> keys = Zobrist(9, "XO")
    >>> keys.key("X........") ^ keys.number(4, "O") == keys.key("X...O....")
    True
    """

    def __init__(self, cells: int, pieces: str, *, bits: int = 64, seed: int = 1) -> None:
        if not 1 <= bits <= 64:
            raise ValueError(f"bits={bits}: a key has 1 to 64")
        rng = Random(seed)
        self.numbers: list[dict[str, int]] = []  # for each cell, the number of each piece
        for _ in range(cells):
            self.numbers.append({piece: rng.getrandbits(bits) for piece in pieces})

    def number(self, cell: int, piece: str) -> int:
        """The number of a piece on a cell: xor it into a key when the piece comes or goes."""
        return self.numbers[cell][piece]

    def key(self, board: str) -> int:
        """The key of a board, from scratch, by looking at every cell."""
        key = 0
        for numbers, piece in zip(self.numbers, board, strict=True):
            key ^= numbers.get(piece, 0)
        return key


class Slot(NamedTuple):
    """What one slot of a table holds."""

    key: int
    position: Any
    depth: int | None
    entry: Any


class KeyedTable(MutableMapping[Any, Any]):
    """A transposition table with a fixed number of slots.

    A search asks with pairs (position, depth). The key of the position and the depth say which slot
    is theirs. A new entry always replaces the old one in its slot.

    Parameters
    ----------
    key
        A function from position to key, such as ``Zobrist(...).key``.
    slots
        How many entries there is room for.
    guarded
        Whether positions are compared, too; otherwise a collision gives a wrong answer.
        ``collisions`` counts the entries that were refused because they belong to another position
        with the same key.

    Examples
    --------
    >>> table = KeyedTable(len, slots=8)              # a poor key: the length of the board
    >>> table["X.", None] = "an entry"
    >>> table.get(("X.", None)), table.get((".X", None)), table.collisions
    ('an entry', None, 1)
    """

    def __init__(
        self, key: Callable[[Any], int], slots: int = 1 << 20, *, guarded: bool = True
    ) -> None:
        check_whole(slots, "slots", 1)
        self.key = key
        self.number_of_slots = slots
        self.guarded = guarded
        self.collisions = 0
        self.filled: dict[int, Slot] = {}  # by their numbers

    def place(self, key: int, depth: int | None) -> int:
        """The number of the slot for a key and a depth."""
        return (key + SPREAD * (depth or 0)) % self.number_of_slots

    def __getitem__(self, asked: tuple[Any, int | None]) -> Any:
        position, depth = asked
        key = self.key(position)
        slot = self.filled.get(self.place(key, depth))
        if slot is None or slot.key != key or slot.depth != depth:
            raise KeyError(asked)
        if self.guarded and slot.position != position:
            self.collisions += 1
            raise KeyError(asked)
        return slot.entry

    def __setitem__(self, asked: tuple[Any, int | None], entry: Any) -> None:
        position, depth = asked
        key = self.key(position)
        self.filled[self.place(key, depth)] = Slot(key, position, depth, entry)

    def __delitem__(self, asked: tuple[Any, int | None]) -> None:
        self[asked]  # raises KeyError
        position, depth = asked
        del self.filled[self.place(self.key(position), depth)]

    def __iter__(self) -> Iterator[Any]:
        return ((slot.position, slot.depth) for slot in self.filled.values())

    def __len__(self) -> int:
        return len(self.filled)
