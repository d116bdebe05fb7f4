"""The outcome of one position, looking no further than needed; cycles and all, without recursion.

Depth first, as the plain recursion goes, but with the two rules of retrograde analysis applied the moment they can
be: what is found settles those who wait for it, at once and as far back as it reaches. So a cycle does no harm. A
position that comes back unsettled is not guessed at; it waits. The search ends when the first position is settled,
or when everything that it could depend on has been looked at: then it is drawn, by the same argument as in
``retrograde``. What is not needed for that is never visited.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from gamelib.core import DRAW, LOSS, WIN, Outcome
from gamelib.graph import GameGraph


@dataclass(frozen=True)
class LocalResult:
    """``outcome`` of the position asked for, for the player to move; ``visited``: positions looked at on the way."""

    outcome: Outcome
    visited: int


def solve_locally(game: Any, position: Any = None) -> LocalResult:
    """The outcome of one position (the start, if none is given) of a Game, a GameGraph or a networkx DiGraph.

    Where results are numbers, a positive value is a WIN and a negative one a LOSS. A bare graph has no start: give the
    vertex. Agrees with ``solve`` in outcome; remoteness would need more positions.

    >>> import networkx as nx
    >>> G = nx.DiGraph([("b", "a"), ("a", "b"), ("a", "end"), ("b", "c"), ("c", "b")])
    >>> solve_locally(G, "a")                     # by way of b and c, which wait, until the end is seen
    LocalResult(outcome=WIN, visited=4)
    >>> solve_locally(nx.DiGraph([("a", "end"), ("a", "b"), ("b", "a")]), "a")      # b is not looked at
    LocalResult(outcome=WIN, visited=2)
    """
    rules: Any = game
    if hasattr(game, "is_directed"):
        rules = _GraphRules(GameGraph.from_networkx(game))
    elif isinstance(game, GameGraph):
        rules = _GraphRules(game)
    search = _Search(rules)
    start = rules.start() if position is None else position
    return LocalResult(search.settle(start), len(search.options))


class _Search:
    """What is known so far of the positions visited: their outcomes, their hopes, and who waits for whom."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.options: dict[Any, Iterator[Any]] = {}  # those not yet looked at
        self.left: dict[Any, int] = {}  # options not known to be won for the opponent
        self.waiting: dict[Any, list[Any]] = {}  # positions with a move to this one
        self.outcome: dict[Any, Outcome] = {}
        self.path: dict[Any, None] = {}  # from the first position to the one under consideration, in order
        self.put_off: list[Any] = []  # left behind when somebody before them was settled without them

    def settle(self, start: Any) -> Outcome:
        """Look around from ``start`` until it is settled, or nothing is left to look at: then it is drawn."""
        self.visit(start)
        while start not in self.outcome and (self.path or self.put_off):
            if not self.path:
                self.path[self.put_off.pop()] = None
            position = next(reversed(self.path))
            option = next(self.options[position], NONE_LEFT)
            if option is NONE_LEFT:
                del self.path[position]  # whatever it still hopes for is somebody else's to find
                continue
            if option not in self.options:
                self.visit(option)
            self.waiting[option].append(position)
            if option in self.outcome:
                self.tell([position], self.outcome[option])
        return self.outcome.get(start, DRAW)

    def visit(self, position: Any) -> None:
        """Look at a position for the first time."""
        result = self.rules.outcome(position)
        moves = self.rules.moves(position) if result is None else ()
        options = [self.rules.play(position, move) for move in moves]
        self.options[position], self.left[position], self.waiting[position] = iter(options), len(options), []
        if result is None:
            self.path[position] = None
        elif result != 0:
            self.outcome[position] = WIN if result > 0 else LOSS

    def tell(self, positions: list[Any], found: Outcome) -> None:
        """One of the options of each of these positions is settled: draw all conclusions from that."""
        todo = [(position, found) for position in positions]
        while todo:
            position, found = todo.pop()
            if position in self.outcome:
                continue
            self.left[position] -= 1
            if found == LOSS or self.left[position] == 0:
                self.outcome[position] = Outcome(-found)
                self.leave(position)
                todo += [(other, self.outcome[position]) for other in self.waiting[position]]

    def leave(self, position: Any) -> None:
        """Go back on the path to before a position that is now settled."""
        while position in self.path:
            last, _ = self.path.popitem()
            if last not in self.outcome:
                self.put_off.append(last)


NONE_LEFT = object()


class _GraphRules:
    """The rules of a bare graph: a move is the vertex it leads to."""

    def __init__(self, graph: GameGraph) -> None:
        self.graph = graph

    def start(self) -> Any:
        raise ValueError("a bare graph has no start: give the vertex, solve_locally(G, vertex)")

    def moves(self, position: Any) -> list[Any]:
        return [self.graph.position(int(j)) for j in self.graph.options(self.graph.index(position))]

    def play(self, position: Any, move: Any) -> Any:
        return move

    def outcome(self, position: Any) -> float | None:
        result = float(self.graph.results(np.array([self.graph.index(position)]))[0])
        return None if np.isnan(result) else result
