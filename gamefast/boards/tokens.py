"""A game of two tokens on the fly: no move is stored, in contrast to ``graph``.

Each of two players has a token on a small graph. A position is a pair of vertices and whose turn it
is; its options are computed from the two small graphs when they are needed. So a board of 10,000
cells, with 200 million positions and more than a billion moves, takes a few bytes for each position
and none for a move.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamefast.arrays.arena import Arena
from gamefast.arrays.graph import GameGraph, row_starts
from gamefast.arrays.walk import Listed
from gamefast.machine import BYTES_ON_THE_FLY, MAX_EDGES_AS_ARRAYS
from gamelib.core import Game, TooLarge, UnknownPosition

#: Bytes for each position if a large board is solved in passes, including the arrays of the answer.
BYTES_IN_ROUNDS = 5

#: If each token has at least this many vertices, to solve in passes is faster than rank by rank.
ROUNDS_FROM = 1_000

#: Moves are counted for so many vertices of the first token at a time.
STRIP = 256


@dataclass(frozen=True, eq=False)
class TokenGraph(Arena):
    """Two players, each with a token on a small graph; nothing is stored for each position.

    Positions are ``(vertex of the first token, vertex of the second, whose turn)``, in all
    combinations. The player to move pushes their token along an edge of its graph. ``won`` says
    where play is over.

    ``indptr``, ``targets``: the two small graphs as one table of compressed sparse rows, with the
    first token's n0 vertices before the second token's n1. A target is a vertex of the same graph,
    counted from 0. ``won``: int8, shape (n0, n1), or an object that reads like it: 1 if the first
    player has won, -1 if the second has, 0 if play goes on. ``vertices``: the names of the
    vertices, for each token. ``turns``: the names of the players. Position number: ``second * n0 +
    first`` if the first player is to move, ``n0 * n1 + first * n1 + second`` if the second is. So
    the places from which a token can come are neighbours in memory.

    One cop chases a robber along a street of 500 crossings, which both may cross in either
    direction or wait at. That is half a million positions, and no move is stored:

    >>> from gamefast import TokenGraph, solve
    >>> street = {v: [w for w in (v, v - 1, v + 1) if 0 <= w < 500] for v in range(500)}
    >>> caught = np.eye(500, dtype=np.int8)
    >>> solution = solve(TokenGraph.of(street, street, caught, ("cop", "robber")))
    >>> len(solution), str(solution[0, 250, "cop"])
    (500000, 'WIN in 997')
    """

    indptr: NDArray[np.int64]
    targets: NDArray[np.int32]
    won: Any
    vertices: tuple[Listed, Listed]
    turns: tuple[Hashable, Hashable]
    game: Game[Any, Any] | None = None

    @classmethod
    def of(
        cls,
        first: Mapping[Any, Collection[Any]],
        second: Mapping[Any, Collection[Any]],
        won: Any,
        turns: tuple[Hashable, Hashable],
        game: Game[Any, Any] | None = None,
    ) -> TokenGraph:
        """The arena of two tokens, from the graph of each.

        Parameters
        ----------
        first, second
            For each token a dict: vertex -> where the token may go in one move, including the
            vertex itself if the token may stay.
        won
            int8, shape (n0, n1): 1 if the first player has won, -1 if the second has, 0 if play
            goes on.
        turns
            What the players are called in a position.
        game
            The game whose arena this is, if any.

        Returns
        -------
        TokenGraph
            All combinations of two vertices and a player.

        Raises
        ------
        ValueError
            For a vertex without a move, and for a table ``won`` of the wrong shape or with wrong
            entries.

        Examples
        --------
        >>> path = {"a": ["a", "b"], "b": ["a", "b"]}
        >>> arena = TokenGraph.of(path, path, np.eye(2, dtype=np.int8), ("cop", "robber"))
        >>> len(arena), arena.edges  # 2 x 2 x 2 positions; 2 moves unless the two tokens meet
        (8, 8)
        """
        vertices = Listed(list(first)), Listed(list(second))
        for vertex, steps in (*first.items(), *second.items()):
            if not steps:
                raise ValueError(
                    f"there is no move at {vertex!r}; staying is a move: let the vertex lead to "
                    "itself"
                )
        if won.shape != (len(first), len(second)):
            raise ValueError(
                f"won has shape {won.shape}, but the tokens have {len(first)} and {len(second)} "
                "vertices"
            )
        if isinstance(won, np.ndarray):
            is_whole = won.dtype.kind in "biu"  # booleans, integers, unsigned integers
            if not is_whole or not -1 <= won.min(initial=0) <= won.max(initial=0) <= 1:
                raise ValueError(
                    "won is 1 where the first player has won, -1 where the second has, 0 elsewhere"
                )
            won = won.astype(np.int8, copy=False)
        targets = array("i")
        degrees = array("q")
        for numbering, graph in zip(vertices, (first, second), strict=True):
            number = {vertex: i for i, vertex in enumerate(graph)}  # faster than ``numbering``
            for steps in graph.values():
                try:
                    targets.extend(map(number.__getitem__, steps))
                except (KeyError, TypeError):
                    # One of the steps leads to no vertex of this graph: name it.
                    for vertex in steps:
                        numbering.index(vertex)  # raises UnknownPosition
                    raise
                degrees.append(len(steps))
        return cls(
            indptr=row_starts(np.array(degrees, np.int64)),
            targets=np.array(targets, np.int32),
            won=won,
            vertices=vertices,
            turns=turns,
            game=game,
        )

    def __len__(self) -> int:
        return 2 * int(self.won.size)

    @property
    def edges(self) -> int:
        """How many moves there are in all positions together."""
        n0 = self.won.shape[0]
        degree = np.diff(self.indptr)
        first_degree = degree[:n0]
        second_degree = degree[n0:]
        edges = 0
        for low in range(0, n0, STRIP):
            # A table of pairs at which play goes on: a row for each vertex of the first token, and a
            # column for each of the second. Each pair makes two positions, one for either turn: the
            # player to move has as many moves as the vertex of their own token has steps.
            goes_on = self.won[low : low + STRIP] == 0
            first_moves = goes_on.sum(axis=1) @ first_degree[low : low + STRIP]
            second_moves = goes_on.sum(axis=0) @ second_degree
            edges += int(first_moves + second_moves)
        return edges

    @property
    def bytes(self) -> int:
        """How many bytes solving takes at most: in passes on large graphs, otherwise rank by
        rank.
        """
        if min(self.won.shape) >= ROUNDS_FROM:
            return len(self) * BYTES_IN_ROUNDS
        bytes_each = BYTES_ON_THE_FLY  # with a counter of moves, of one byte
        if np.diff(self.indptr).max(initial=0) > np.iinfo(np.int8).max:
            bytes_each += 3  # the counter takes four
        return len(self) * bytes_each

    def index(self, position: Any) -> int:
        """The number of a position; raises UnknownPosition."""
        try:
            first, second, turn = position
            player = self.turns.index(turn)
        except (TypeError, ValueError):
            example = self.position(0) if len(self) else None
            raise UnknownPosition(
                f"no position {position!r} here; one of them is {example!r}"
            ) from None
        n0, n1 = self.won.shape
        i = self.vertices[0].index(first)
        j = self.vertices[1].index(second)
        if player == 0:
            return int(j * n0 + i)
        return int(n0 * n1 + i * n1 + j)

    def position(self, index: int) -> Any:
        """The position with this number."""
        return next(self.positions(np.array([index])))

    def positions(self, which: NDArray[np.int64]) -> Iterator[Any]:
        """The positions with these numbers; faster than ``position`` for one after another."""
        first_vertices, second_vertices = self.vertices
        players, firsts, seconds = (part.tolist() for part in self._split(which))
        for player, i, j in zip(players, firsts, seconds, strict=True):
            yield first_vertices.position(i), second_vertices.position(j), self.turns[player]

    def rows(self, which: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The options of several positions in compressed sparse rows, ``(indptr, targets)``: the
        options of position ``which[k]`` are ``targets[indptr[k]:indptr[k + 1]]``.
        """
        n0, n1 = self.won.shape
        player, first, second = self._split(which)
        own_row = np.where(player == 0, first, n0 + second)  # the row of the token that moves
        degree = np.where(self.won[first, second] == 0, np.diff(self.indptr)[own_row], 0)
        indptr = row_starts(degree)
        # Each row of moves is a row of ``self.targets``. So the place there of move number e is e,
        # shifted by the difference between the two places at which its row begins.
        shift = self.indptr[own_row] - indptr[:-1]
        places = np.arange(indptr[-1]) + np.repeat(shift, degree)
        new_vertex = self.targets[places]
        # After a move it is the other player's turn. If the first player has moved to v, the number
        # is n0 * n1 + v * n1 + second; if the second player has, it is v * n0 + first.
        base = np.where(player == 0, n0 * n1 + second, first)
        stride = np.where(player == 0, n1, n0)
        numbers = np.repeat(base, degree) + np.repeat(stride, degree) * new_vertex
        return indptr, numbers.astype(np.int32)

    def negated(self, game: Game[Any, Any]) -> TokenGraph:
        """The arena of ``game``, a game that differs only in the sign of every result."""
        return replace(self, won=-self.won, game=game)

    def results(self, which: NDArray[np.int64]) -> NDArray[np.float64]:
        """What several positions are worth to the player to move if play is over; NaN if it goes
        on.
        """
        player, first, second = self._split(which)
        won = self.won[first, second]  # for the first player
        for_mover = np.where(player == 0, won, -won)
        return np.where(won == 0, np.nan, for_mover)

    def _split(
        self, which: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Split position numbers into three arrays: the player to move (0 or 1), the first token's
        vertex and the second token's vertex.

        The number is ``second * n0 + first`` if the first player is to move, ``n0 * n1 + first * n1
        + second`` if the second is.
        """
        n0, n1 = self.won.shape
        player, pair = np.divmod(which, n0 * n1)
        first = np.where(player == 0, pair % n0, pair // n1)
        second = np.where(player == 0, pair // n0, pair % n1)
        return player, first, second

    def explicit(self, *, max_edges: int = MAX_EDGES_AS_ARRAYS) -> GameGraph:
        """Return the same game with the same numbers and every move stored. Raises TooLarge beyond
        ``max_edges``.
        """
        return stored(self, max_edges, "solve on the fly")

    def __repr__(self) -> str:
        return f"<TokenGraph: {len(self):,} positions, {self.edges:,} moves, none of them stored>"


def stored(arena: Arena, max_edges: int, cure: str) -> GameGraph:
    """Return the arena with every move stored and the same numbers.

    Raises TooLarge, with the ``cure``, if it has more than ``max_edges`` moves.
    """
    edges = arena.edges
    if edges > max_edges:
        raise TooLarge(
            f"the explicit graph would have {edges:,} moves, but the limit is {max_edges:,}: "
            f"raise max_edges if memory allows, or {cure}"
        )
    degree = np.empty(len(arena), np.int64)
    targets = np.empty(edges, np.int32)
    filled = 0
    for which in chunks(len(arena)):
        indptr, options = arena.rows(which)
        degree[which] = np.diff(indptr)
        targets[filled : filled + len(options)] = options
        filled += len(options)
    terminal = arena.results(np.arange(len(arena)))
    return GameGraph(
        indptr=row_starts(degree),
        targets=targets,
        terminal=terminal,
        numbering=arena,  # it knows which position has which number
        game=arena.game,
    )


def chunks(n: int, size: int = 1 << 19) -> Iterator[NDArray[np.int64]]:
    """The numbers 0..n-1 in order, ``size`` at a time, as arrays.

    With the usual ``size``, the arrays that are worked out for so many positions at once take a few
    dozen megabytes.
    """
    return (np.arange(begin, min(begin + size, n)) for begin in range(0, n, size))
