"""Where play is over in a game of two tokens: a table of all pairs of vertices, or a rule that
would fill it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Meeting:
    """The table ``won`` of a TokenGraph, computed when needed: 1 where the tokens meet, -1 where
    the second gets away.

    Both tokens move over the same n vertices. The first player has won if both tokens are on one
    vertex. Elsewhere the second player has won if the second token is on an exit: ``exits`` is bool,
    shape (n,). If ``sign`` is -1, all results are reversed. Read it as an int8 array, shape (n, n),
    with a row for each vertex of the first token.
    """

    exits: NDArray[np.bool_]
    sign: int = 1

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.exits), len(self.exits)

    @property
    def size(self) -> int:
        """How many entries the table would have."""
        return len(self.exits) ** 2

    def __getitem__(self, index: Any) -> NDArray[np.int8]:
        """Some rows of the table, for a slice; or the entries at two arrays of indices."""
        if isinstance(index, tuple):
            first, second = index
        else:
            # Shapes (rows, 1) and (1, n): compared below, they make a table of shape (rows, n).
            n = len(self.exits)
            first = np.arange(n)[index, None]
            second = np.arange(n)[None]
        sign = np.int8(self.sign)
        got_away = -self.exits[second].astype(np.int8)  # -1 at an exit, otherwise 0
        return np.where(first == second, sign, sign * got_away)

    def __neg__(self) -> Meeting:
        return replace(self, sign=-self.sign)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return self[:].astype(dtype or np.int8)


#: Where play is over: an int8 array, or the rule that would fill it.
Table = NDArray[np.int8] | Meeting
