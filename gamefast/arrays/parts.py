"""The strongly connected components of a graph in compressed sparse rows, each after all those it
leads to.

Within a component a position stands after those that a depth-first search has found from it. So a
sweep in this order carries what is known at the terminal positions a long way at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gamefast.arrays import component_arrays
from gamefast.machine.kernels import COMPILE_FROM
from gamelib.components import components


@dataclass(frozen=True, eq=False)
class Parts:
    """The strongly connected components of a graph, in reverse topological order. Make one by
    ``of_graph``.

    ``of``: int32, shape (n,), the component of each position. ``members`` and ``starts``: int32,
    shape (n,) and (k + 1,): the positions of component k are ``members[starts[k]:starts[k + 1]]``.
    ``cyclic``: int8, shape (k,), whether play can come back to a position. ``levels``: int32, shape
    (k,), the largest number of components with cycles on one path that begins there.
    """

    of: NDArray[np.int32]
    members: NDArray[np.int32]
    starts: NDArray[np.int32]
    cyclic: NDArray[np.int8]
    levels: NDArray[np.int32]

    @classmethod
    def of_graph(cls, indptr: NDArray[np.int32], targets: NDArray[np.int32]) -> Parts:
        """The components of a graph in compressed sparse rows; ``indptr`` and ``targets`` are
        int32.

        >>> parts = Parts.of_graph(np.array([0, 1, 3, 3], np.int32), np.array([1, 0, 2], np.int32))
        >>> list(parts), parts.cyclic.tolist()
        ([[2], [1, 0]], [0, 1])
        """
        n = len(indptr) - 1
        if n + len(targets) >= COMPILE_FROM:
            return cls(*component_arrays.components(indptr, targets))

        # A small graph: the same by gamelib's ``components``, on lists, which Python reads faster.
        row_begins = indptr.tolist()
        all_options: list[int] = targets.tolist()

        def options(v: int) -> list[int]:
            return all_options[row_begins[v] : row_begins[v + 1]]

        parts = list(components(range(n), options))
        of = np.empty(n, np.int32)
        members = np.array([v for part in parts for v in part], np.int32)
        starts = [0]
        cyclic: list[bool] = []
        levels: list[int] = []
        # A component comes after those that it leads to, so ``of`` and ``levels`` of those are
        # known.
        for k, part in enumerate(parts):
            of[part] = k
            starts.append(starts[-1] + len(part))
            reached = {int(of[option]) for v in part for option in options(v)}
            play_can_come_back = k in reached
            level_below = max((levels[j] for j in reached if j != k), default=0)
            cyclic.append(play_can_come_back)
            levels.append(level_below + 1 if play_can_come_back else level_below)
        return cls(
            of=of,
            members=members,
            starts=np.array(starts, np.int32),
            cyclic=np.array(cyclic, np.int8),
            levels=np.array(levels, np.int32),
        )

    def __len__(self) -> int:
        return len(self.levels)

    def __iter__(self) -> Iterator[list[int]]:
        return (self[k] for k in range(len(self)))

    def __getitem__(self, k: int) -> list[int]:
        """The positions of a component."""
        return list(self.members[self.starts[k] : self.starts[k + 1]].tolist())
