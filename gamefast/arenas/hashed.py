"""Millions of positions numbered in little memory: found by their hashes, which are kept sorted."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np

from gamelib.core import UnknownPosition

#: Half of a hash will do: few positions share one.
HALF = 2**31 - 1


class Hashed:
    """The numbering that a list of distinct positions gives, with 8 bytes for each in place of a dict's 70.

    >>> numbers = Hashed(["heads", "tails"])
    >>> numbers.index("tails"), numbers.position(0), len(numbers)
    (1, 'heads', 2)
    """

    def __init__(self, positions: list[Any]) -> None:
        self._positions = positions
        hashes = np.fromiter((hash(position) & HALF for position in positions), np.int32, len(positions))
        self._order = np.argsort(hashes).astype(np.int32)
        self._hashes = hashes[self._order]

    def __len__(self) -> int:
        return len(self._positions)

    def index(self, position: Hashable) -> int:
        """The number of a position; raises UnknownPosition."""
        try:
            wanted = np.int32(hash(position) & HALF)
        except TypeError:
            raise UnknownPosition(f"no position {position!r} here: it cannot be a dict key") from None
        place = int(np.searchsorted(self._hashes, wanted))
        while place < len(self) and self._hashes[place] == wanted:
            index = int(self._order[place])
            if self._positions[index] == position:
                return index
            place += 1
        raise UnknownPosition(f"no position {position!r} here; one of them is {self._positions[0]!r}")

    def position(self, index: int) -> Any:
        """The position with this number."""
        return self._positions[index]
