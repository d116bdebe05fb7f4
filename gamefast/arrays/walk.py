"""The walk that all arenas share: everything that can be reached, breadth first, numbered when it
is first met.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Sequence
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


class Listed:
    """The numbering given by a list of distinct positions."""

    def __init__(
        self, positions: Sequence[Hashable], index: dict[Hashable, int] | None = None
    ) -> None:
        self._positions = positions
        self._index = {p: i for i, p in enumerate(positions)} if index is None else index

    def __len__(self) -> int:
        return len(self._positions)

    def index(self, position: Hashable) -> int:
        try:
            return self._index[position]
        except (KeyError, TypeError):
            example = repr(self._positions[0]) if len(self) else "none: the graph is empty"
            raise UnknownPosition(
                f"no position {position!r} here; one of them is {example}"
            ) from None

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
    positions: list[Any] = list(dict.fromkeys(starts))
    number: dict[Any, int] = {p: i for i, p in enumerate(positions)}
    indptr, targets = array("q", [0]), array("i")
    n = len(positions)
    with Guard(game, positions[0], max_positions, max_edges, what) as guard:
        for position in positions:  # the list grows while we walk along it
            for option in look(position):
                try:
                    j = number.setdefault(option, n)
                except TypeError:
                    ask.hashable(option)
                    raise
                if j == n:
                    if option is None:
                        raise ValueError(
                            f"a move at {position!r} leads to None: play must return the next "
                            "position"
                        )
                    positions.append(option)
                    n += 1
                targets.append(j)
            m = len(targets)
            indptr.append(m)
            if n > max_positions or m > max_edges or n + m > guard.next_look:
                guard.look(len(indptr) - 1, n, m)
    return Listed(positions, number), np.asarray(indptr), np.asarray(targets)
