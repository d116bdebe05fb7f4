"""The vertices of a token's graph in tiles of 64 neighbours, which are often settled in the same
passes.

A word of bits then changes in only a few passes, and in many places at once.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gamefast.arrays.graph import row_starts


@dataclass(frozen=True)
class Tiles:
    """A token's graph with its vertices in a new order; each 64 of them are a tile.

    ``number``: the new number of each vertex. ``steps``, ``vertices``: row x says where the token
    goes from x, in new numbers. ``groups``, ``near``: the same for tiles.
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
            The vertices, each once. Without it they stay as they are, and ``vertices`` may belong
            to another graph.

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
        number = np.argsort(old)
        degree = np.diff(steps)[old]
        rows = row_starts(degree)
        # Row k is row old[k] of before: each of its places lies as far from there as k's does here.
        shift = np.repeat(steps[old] - rows[:-1], degree)
        targets = vertices[np.arange(rows[-1]) + shift]
        if order is not None:
            targets = number[targets].astype(np.int32)
        # From which tile to which: both in one number, each pair once.
        tile = np.repeat(np.arange(len(old)) >> 6, degree)
        pairs = np.unique(tile << 32 | targets >> 6)
        tiles = (len(old) + 63) >> 6
        groups = np.searchsorted(pairs >> 32, np.arange(tiles + 1))
        return cls(number, rows, targets, groups, (pairs & 0xFFFFFFFF).astype(np.int32))


def in_tiles(steps: NDArray[np.int64], vertices: NDArray[np.int32]) -> NDArray[np.int64]:
    """The vertices of a graph, 64 close ones at a time: breadth first from the first vertex that is
    left.

    >>> in_tiles(np.array([0, 1, 2, 3]), np.array([2, 0, 1], np.int32))
    array([0, 2, 1])
    """
    at, there = steps.tolist(), vertices.tolist()
    placed, order = bytearray(len(at) - 1), list[int]()
    for seed in range(len(placed)):
        if placed[seed]:
            continue
        placed[seed], tile, room = 1, [seed], 64 - len(order) % 64
        for v in tile:  # the list grows while we walk along it
            for w in there[at[v] : at[v + 1]]:
                if not placed[w] and len(tile) < room:
                    placed[w] = 1
                    tile.append(w)
        order += tile
    return np.array(order, np.int64)
