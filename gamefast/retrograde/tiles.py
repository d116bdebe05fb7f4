"""The vertices of a token's graph in tiles of 64 neighbours, which are often settled in the same
passes.

A word of 64 bits, as in ``bits``, then changes in only a few passes, and in many places at once.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gamefast.arrays.graph import row_starts


@dataclass(frozen=True)
class Tiles:
    """A token's graph with its vertices in a new order; each 64 of them are a tile.

    ``number``: int64, shape (n,): the new number of each vertex. ``steps``, ``vertices``: int64,
    shape (n + 1,), and int32: from x the token goes to ``vertices[steps[x] : steps[x + 1]]``, all
    in new numbers. ``groups``, ``near``: int64 and int32: the same for tiles: from some vertex of a
    tile the token goes to one of each tile ``near[groups[tile] : groups[tile + 1]]``.
    """

    number: NDArray[np.int64]
    steps: NDArray[np.int64]
    vertices: NDArray[np.int32]
    groups: NDArray[np.int64]
    near: NDArray[np.int32]

    @classmethod
    def of(
        cls,
        steps: NDArray[np.int64],
        vertices: NDArray[np.int32],
        order: NDArray[np.int64] | None = None,
    ) -> Tiles:
        """From the rows of a graph, and an order of its vertices.

        Parameters
        ----------
        steps, vertices
            From x the token goes to ``vertices[steps[x] : steps[x + 1]]``.
        order
            The vertices, each once. Without it they keep their numbers; ``vertices`` may then be
            numbers of other places than x is, as in a strip of a board.

        Returns
        -------
        Tiles
            The same graph.

        Examples
        --------
        >>> tiles = Tiles.of(np.array([0, 1, 2, 3]), np.array([1, 2, 0], np.int32), np.array([2, 0, 1]))
        >>> tiles.vertices.tolist(), tiles.near.tolist()
        ([1, 2, 0], [0])
        """
        old = np.arange(len(steps) - 1) if order is None else order  # the old number of each vertex
        number = np.argsort(old)  # the inverse permutation

        # The rows in their new order, with new numbers in them.
        degree = np.diff(steps)[old]
        rows = row_starts(degree)
        # Row k was row old[k] before. It began at steps[old[k]] in ``vertices`` and begins at
        # rows[k] now: so each of its entries is moved by the difference.
        shift = np.repeat(steps[old] - rows[:-1], degree)
        targets = vertices[np.arange(rows[-1]) + shift]
        if order is not None:
            targets = number[targets].astype(np.int32)

        # From which tile to which: both in one number (the first in its upper 32 bits), each pair
        # once, and sorted. Vertex v is in tile v >> 6, which is v // 64.
        from_tile = np.repeat(np.arange(len(old)) >> 6, degree)
        to_tile = targets >> 6
        pairs = np.unique(from_tile << 32 | to_tile)
        n_tiles = (len(old) + 63) >> 6  # rounded up
        # The pairs of tile t begin where the first number is no longer less than t.
        groups = np.searchsorted(pairs >> 32, np.arange(n_tiles + 1))
        near = (pairs & 0xFFFFFFFF).astype(np.int32)
        return cls(number, rows, targets, groups, near)


def in_tiles(steps: NDArray[np.int64], vertices: NDArray[np.int32]) -> NDArray[np.int64]:
    """The vertices of a graph, 64 close ones at a time: breadth first from the first vertex that is
    left.

    >>> in_tiles(np.array([0, 1, 2, 3]), np.array([2, 0, 1], np.int32))
    array([0, 2, 1])
    """
    row_begins = steps.tolist()
    all_neighbours = vertices.tolist()
    is_placed = bytearray(len(row_begins) - 1)
    order: list[int] = []
    for seed in range(len(is_placed)):
        if is_placed[seed]:
            continue
        is_placed[seed] = 1
        tile = [seed]  # or a part of one, if the last tile is not full
        room = 64 - len(order) % 64  # how many vertices the last tile can still take
        for v in tile:  # the list grows while we walk along it
            for w in all_neighbours[row_begins[v] : row_begins[v + 1]]:
                if not is_placed[w] and len(tile) < room:
                    is_placed[w] = 1
                    tile.append(w)
        order += tile
    return np.array(order, np.int64)
