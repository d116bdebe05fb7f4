"""A game as arrays, with every move stored: positions are the numbers 0..n-1.

The table of moves is in compressed sparse rows: the options of position ``i`` are
``targets[indptr[i]:indptr[i + 1]]``. A game is walked breadth first from its start; a networkx
graph or arrays are taken as they are. For games whose moves are better computed than stored, see
``tokens``.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import nan
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gamefast import ask
from gamefast.arrays.arena import Arena
from gamefast.arrays.listed import DictGame, check_option, read_rows
from gamefast.arrays.reversing import reverse_by_counting
from gamefast.arrays.walk import Listed, Numbering, Numbers, walk
from gamefast.machine import MAX_EDGES, MAX_POSITIONS
from gamefast.machine.kernels import COMPILE_FROM
from gamefast.symmetry import of_class
from gamelib.core import LOSS, Game

#: Bytes for each position: 16 for its row and its result, about 25 to reverse the graph; the answer
#: takes less.
BYTES_STORED = 41


@dataclass(frozen=True, eq=False)
class GameGraph(Arena):
    """A game's graph with every move stored, in compressed sparse rows.

    ``indptr``: int64, shape (n + 1,). ``targets``: int32, shape (m,), the options in the order of
    the game's moves. ``terminal``: float64, shape (n,), the result for the player to move if play
    is over, otherwise NaN. ``numbering``: positions to numbers and back; if the graph stores
    the moves of another arena, that arena. Make one by ``of``, ``from_dict``, ``from_networkx`` or
    ``from_arrays``, which check their input.

    >>> from gamelib.games import Matches
    >>> graph = GameGraph.of(Matches(3, takes=(1, 2)))
    >>> len(graph), graph.edges
    (4, 5)
    >>> [graph.position(i) for i in graph.options(graph.index(3))]
    [2, 1]
    """

    indptr: NDArray[np.int64]
    targets: NDArray[np.int32]
    terminal: NDArray[np.float64]
    numbering: Numbering
    game: Game[Any, Any] | None = None

    def __len__(self) -> int:
        return len(self.indptr) - 1

    @property
    def edges(self) -> int:
        """How many moves there are in all positions together."""
        return len(self.targets)

    @property
    def bytes(self) -> int:
        """How many bytes the graph's arrays, a solution's arrays and the reversed graph take
        together.
        """
        bytes_of_moves = 8 * self.edges  # an int32 in the graph, and one in the reversed graph
        return BYTES_STORED * len(self) + bytes_of_moves

    @property
    def _stored(self) -> Arena | None:
        """The arena whose moves this graph stores, if they are another arena's."""
        return self.numbering if isinstance(self.numbering, Arena) else None

    @property
    def classes(self) -> bool:  # type: ignore[override]  # a property where ``Arena`` has a value
        return self._stored is not None and self._stored.classes

    @property
    def ends_late(self) -> bool:  # type: ignore[override]  # likewise
        return self._stored is not None and self._stored.ends_late

    def end_remoteness(self, which: NDArray[np.int64]) -> NDArray[np.int32]:
        """int32, shape (k,): the remoteness of several positions in which play is over.

        It is 0, unless the graph stores the moves of compiled rules that end play a move early,
        such as 1 where a king can be taken (``CompiledRules``: ``remoteness``).
        """
        if self._stored is not None:
            return self._stored.end_remoteness(which)
        return super().end_remoteness(which)

    def options(self, index: int) -> NDArray[np.int32]:
        """The numbers of the options of a position, in the order of its moves."""
        return self.targets[self.indptr[index] : self.indptr[index + 1]]

    def rows(self, which: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The options of several positions, as ``(indptr, targets)`` of their own: those of
        position ``which[i]`` are ``targets[indptr[i]:indptr[i + 1]]``.
        """
        first = self.indptr[which]
        degrees = self.indptr[which + 1] - first
        indptr = row_starts(degrees)
        # Entry k of the new targets belongs to a row that begins at indptr[i] there, and at
        # first[i] in self.targets: so its place there is k, moved by the difference.
        places = np.arange(indptr[-1]) + np.repeat(first - indptr[:-1], degrees)
        return indptr, self.targets[places]

    @property
    def degrees(self) -> NDArray[np.int64]:
        """int64, shape (n,): how many moves each position has."""
        return np.diff(self.indptr)

    def reversed(self) -> tuple[NDArray[Any], NDArray[np.uint32]]:
        """The reversed graph: see ``reverse``."""
        return reverse(self)

    def explicit(self) -> GameGraph:
        """The graph itself: every move is stored."""
        return self

    def negated(self, game: Game[Any, Any]) -> GameGraph:
        """The graph of ``game``, a game that differs only in the sign of every result."""
        numbering = self.numbering if self._stored is None else self._stored.negated(game)
        return replace(self, terminal=-self.terminal, game=game, numbering=numbering)

    def present(self) -> GameGraph:
        """The graph itself; but if it stores the moves of an arena whose rules have changed since,
        a graph of the moves by the rules as they are now.
        """
        if self._stored is None:
            return self
        arena = self._stored.present()
        if arena is self._stored:
            return self
        graph: GameGraph = arena.explicit()
        return replace(graph, game=self.game)

    def results(self, which: NDArray[np.int64]) -> NDArray[np.float64]:
        """What several positions are worth to the player to move if play is over; NaN if it goes
        on.
        """
        return self.terminal[which]

    def __repr__(self) -> str:
        return f"<GameGraph: {len(self):,} positions, {self.edges:,} moves>"

    @classmethod
    def of(
        cls,
        game: Game[Any, Any],
        position: Any = None,
        *,
        positions: Iterable[Any] = (),
        max_positions: int = MAX_POSITIONS,
        max_edges: int = MAX_EDGES,
    ) -> GameGraph:
        """Everything that can be reached from a position, breadth first. The position itself is
        number 0.

        Parameters
        ----------
        game
            A Game; for a Quotient, the positions are its classes.
        position
            Where the walk begins; the start if none is given.
        positions
            Further positions to begin with.
        max_positions, max_edges
            The largest number of positions, and of moves in all positions together.

        Returns
        -------
        GameGraph
            Its positions are numbered as they are met.

        Raises
        ------
        TypeError
            For anything that is not a Game.
        ValueError
            For anything that is not a position, and for a game that contradicts its protocol; names
            the position.
        TooLarge
            Beyond the limits, or as soon as it is clear that they will be passed; says how many
            positions were found.

        Examples
        --------
        >>> from gamelib.games import Matches
        >>> GameGraph.of(Matches(3))                                  # 3, 2, 1, 0; 3 + 2 + 1 moves
        <GameGraph: 4 positions, 6 moves>
        """
        ask.a_game(game)
        begin = [*positions] if position is None else [position, *positions]
        if not begin:
            begin = [None]  # which stands for the game's start
        starts = []
        for p in begin:
            representative, _way_back = of_class(game, ask.position(game, p))
            starts.append(representative)
        terminal = array("d")
        # Methods that are called for every position, looked up once.
        outcome = game.outcome
        play = game.play
        add_result = terminal.append

        def look(position: Any) -> list[Any]:
            """Note the result at a position, and return its options."""
            result = outcome(position)
            if result is not None:
                add_result(float(ask.result(result, position)))
                return []
            add_result(nan)
            return [play(position, move) for move in ask.moves(game, position)]

        numbering, indptr, targets = walk(game, starts, look, max_positions, max_edges)
        return cls(indptr, targets, np.frombuffer(terminal, np.float64), numbering, game)

    @classmethod
    def from_networkx(cls, G: Any) -> GameGraph:
        """A directed graph as a game: a token is moved along its edges, and a player who cannot
        move loses.

        A vertex without successors may carry an attribute ``outcome``, the result for the player to
        move there. Without it the result is a LOSS. Positions are the vertices. Raises TypeError
        for an undirected graph, and ValueError for an outcome that is not a number, or that stands
        at a vertex with successors.

        >>> import networkx as nx
        >>> from gamefast import solve
        >>> str(solve(nx.DiGraph([("a", "b"), ("b", "a"), ("b", "c")]))["b"])
        'WIN in 1'
        """
        ask.a_graph(G, directed=True)
        positions = list(G)
        n = len(positions)
        number = {vertex: i for i, vertex in enumerate(positions)}
        degrees = np.fromiter((degree for _, degree in G.out_degree()), np.int64, n)
        indptr = row_starts(degrees)
        # networkx lists the edges vertex by vertex, in the order of the vertices.
        targets = np.fromiter((number[v] for _u, v in G.edges()), np.int32, G.number_of_edges())
        terminal = np.full(n, np.nan)
        for vertex, result in G.nodes(data="outcome"):
            if result is not None:
                terminal[number[vertex]] = float(ask.result(result, vertex))
        return _checked(indptr, targets, terminal, Listed(positions))

    @classmethod
    def from_dict(
        cls, options: Mapping[Any, Any], outcome: Mapping[Any, float] | None = None
    ) -> GameGraph:
        """A game that is written out: what each position leads to.

        Parameters
        ----------
        options
            For each position a list of the positions that it leads to, or a dict from its moves to
            these positions. It is empty if play is over.
        outcome
            The results of terminal positions, for the player to move. A terminal position without
            one is a LOSS.

        Returns
        -------
        GameGraph
            Its positions are numbered in the order of the dict. If the moves have names, play
            begins at the first position; otherwise a move is the position to go to, and the graph
            has no start.

        Raises
        ------
        TypeError
            If ``options`` is not a dict, and for an option that cannot be a key.
        ValueError
            For an option without an entry of its own, for an outcome that is not a number, and for
            one that stands at a position with moves or at no position; names the position.

        Examples
        --------
        >>> from gamefast import solve
        >>> graph = GameGraph.from_dict({"a": ["b"], "b": ["a", "c"], "c": ["d"], "d": []})
        >>> {position: str(verdict) for position, verdict in solve(graph).items()}
        {'a': 'DRAW', 'b': 'DRAW', 'c': 'WIN in 1', 'd': 'LOSS in 0'}
        >>> door = {"hall": {"left": "tiger", "right": "prize"}, "tiger": {}, "prize": {}}
        >>> solution = solve(GameGraph.from_dict(door, outcome={"tiger": 1, "prize": -1}))
        >>> str(solution["hall"]), solution.best("hall")
        ('WIN in 1', 'right')
        """
        rows, moves_have_names = read_rows(options)
        positions = list(rows)
        number = {position: i for i, position in enumerate(positions)}
        targets = array("i")
        for position, row in rows.items():
            for option in row:
                check_option(position, option, number)
                targets.append(number[option])
        terminal = np.full(len(positions), np.nan)
        outcomes = dict(outcome or {})
        for position, result in outcomes.items():
            if position not in number:
                raise ValueError(f"the outcome of {position!r} is given, which is not a position")
            terminal[number[position]] = float(ask.result(result, position))
        degrees = np.fromiter(map(len, rows.values()), np.int64, len(rows))
        graph = _checked(
            row_starts(degrees), np.array(targets, np.int32), terminal, Listed(positions)
        )
        if not moves_have_names:
            return graph
        steps = {position: dict(row) for position, row in options.items()}
        return replace(graph, game=DictGame(steps, outcomes))

    @classmethod
    def from_arrays(
        cls, indptr: ArrayLike, targets: ArrayLike, outcome: ArrayLike | None = None
    ) -> GameGraph:
        """Make a graph from compressed sparse rows; positions are the vertex numbers 0..n-1.

        Parameters
        ----------
        indptr
            n + 1 integers, from 0 to m, never falling.
        targets
            m vertex numbers: the options of vertex i are ``targets[indptr[i]:indptr[i + 1]]``.
        outcome
            n floats: the result for the player to move if play is over, NaN elsewhere. A vertex
            without options is a LOSS if no result is given for it.

        Returns
        -------
        GameGraph
            A graph with its own copies of the arrays.

        Raises
        ------
        ValueError
            For arrays that do not describe a graph, and for an outcome at a vertex with moves;
            names the first fault.

        Examples
        --------
        >>> graph = GameGraph.from_arrays([0, 2, 3, 3], [1, 2, 0])   # 0 -> 1, 0 -> 2, 1 -> 0
        >>> graph.edges, graph.options(0).tolist()
        (3, [1, 2])
        """
        starts = _integers(indptr, "indptr").astype(np.int64)
        ends = _integers(targets, "targets")
        n = len(starts) - 1
        if n < 0 or starts[0] != 0 or starts[-1] != len(ends):
            raise ValueError(f"indptr must run from 0 to {len(ends)}, the number of targets")
        falls = np.flatnonzero(np.diff(starts) < 0)
        if falls.size:
            i = falls[0]
            raise ValueError(f"indptr falls at entry {i + 1}: {starts[i]}, then {starts[i + 1]}")
        if len(ends) and not 0 <= ends.min() <= ends.max() < n:
            i = np.flatnonzero((ends < 0) | (ends >= n))[0]
            raise ValueError(f"targets[{i}] is {ends[i]}: vertices are the numbers 0 to {n - 1}")
        terminal = np.full(n, np.nan) if outcome is None else np.array(outcome, np.float64)
        if terminal.shape != (n,):
            raise ValueError(f"outcome has shape {terminal.shape}, but there are {n} vertices")
        return _checked(starts, ends.astype(np.int32), terminal, Numbers(n))


def reverse(graph: GameGraph) -> tuple[NDArray[Any], NDArray[np.uint32]]:
    """The reversed graph, ``(indptr, sources)``: for each position, the positions with a move to
    it, in rising order.

    >>> graph = GameGraph.from_arrays([0, 2, 3, 3], [1, 2, 0])   # 0 -> 1, 0 -> 2, 1 -> 0
    >>> [rows.tolist() for rows in reverse(graph)]
    [[0, 1, 2, 3], [1, 0, 0]]
    """
    n = len(graph)
    if n + graph.edges >= COMPILE_FROM:
        return reverse_by_counting(graph.indptr, graph.targets)
    # Each move is a pair (source, target), in the order of its source. They are sorted by target;
    # a stable sort leaves the sources of each target in rising order.
    sources = np.repeat(np.arange(n, dtype=np.uint32), np.diff(graph.indptr))
    by_target = np.argsort(graph.targets, kind="stable")
    moves_to_each = np.bincount(graph.targets, minlength=n)
    return row_starts(moves_to_each), sources[by_target]


def row_starts(degree: NDArray[np.int64]) -> NDArray[np.int64]:
    """Row starts from row lengths: shape (n + 1,), from 0 to the sum of the lengths."""
    indptr = np.zeros(len(degree) + 1, np.int64)
    np.cumsum(degree, out=indptr[1:])
    return indptr


def _checked(
    indptr: NDArray[np.int64],
    targets: NDArray[np.int32],
    terminal: NDArray[np.float64],
    numbering: Numbering,
) -> GameGraph:
    """Return the graph if outcomes are only at terminal positions; a terminal position without an
    outcome is a LOSS.
    """
    has_no_move = indptr[1:] == indptr[:-1]
    has_outcome = ~np.isnan(terminal)
    contradicting = np.flatnonzero(has_outcome & ~has_no_move)
    if contradicting.size:
        i = int(contradicting[0])
        raise ValueError(
            f"vertex {numbering.position(i)!r} has an outcome, {terminal[i]:g}, but also "
            f"{indptr[i + 1] - indptr[i]} moves; an outcome belongs where play is over"
        )
    infinite = np.flatnonzero(np.isinf(terminal))
    if infinite.size:
        vertex = numbering.position(int(infinite[0]))
        raise ValueError(f"the outcome of vertex {vertex!r} is not a finite number")
    terminal[has_no_move & ~has_outcome] = float(LOSS)
    return GameGraph(indptr, targets, terminal, numbering)


def _integers(values: ArrayLike, name: str) -> NDArray[Any]:
    """Values as a flat array of integers; raise ValueError, with the name, if they are none."""
    numbers = np.asarray(values)
    if numbers.size == 0:
        return np.empty(0, np.int64)
    if numbers.ndim != 1 or numbers.dtype.kind not in "iu":
        raise ValueError(
            f"{name} must be a flat array of integers, not {numbers.dtype} of shape {numbers.shape}"
        )
    return numbers
