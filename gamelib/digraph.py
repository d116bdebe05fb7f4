"""A token on a directed graph: the game that ``solve`` makes of a bare graph."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol, TypeVar

from gamelib.arguments import check_digraph
from gamelib.core import LOSS
from gamelib.diagnose import is_graph

Vertex = TypeVar("Vertex", covariant=True)


class DirectedGraph(Protocol[Vertex]):
    """What a networkx DiGraph is to the types: vertices, and the word that edges are directed."""

    def __iter__(self) -> Iterator[Vertex]: ...
    def is_directed(self) -> bool: ...


def as_game(game: Any) -> Any:
    """The TokenGame of a bare graph; any game as it is."""
    return TokenGame(game) if is_graph(game) else game


class TokenGame:
    """A token is pushed along arrows of a networkx DiGraph; a player who cannot move loses.

    A position is the vertex, and a move the vertex to go to. A vertex without arrows may carry an
    attribute ``outcome``, the result for the player to move there. There is no start: any vertex
    may be one.

    >>> import networkx as nx
    >>> game = TokenGame(nx.DiGraph([("a", "b"), ("a", "c"), ("b", "c")]))
    >>> game.positions(), game.moves("a"), game.outcome("c")
    (['a', 'b', 'c'], ['b', 'c'], LOSS)
    """

    impartial = True

    def __init__(self, graph: Any) -> None:
        check_digraph(graph)
        for vertex, outcome in graph.nodes(data="outcome"):
            if outcome is not None and graph[vertex]:
                raise ValueError(
                    f"vertex {vertex!r} has an outcome, but also moves; it belongs "
                    "where play is over"
                )
        self.graph = graph

    def positions(self) -> list[Any]:
        return list(self.graph)

    def start(self) -> Any:
        raise ValueError("a bare graph has no start: say which position")

    def moves(self, position: Any) -> list[Any]:
        return list(self.graph[position])

    def play(self, position: Any, move: Any) -> Any:
        return move

    def outcome(self, position: Any) -> float | None:
        if self.graph[position]:
            return None
        outcome: float | None = self.graph.nodes[position].get("outcome")
        return LOSS if outcome is None else outcome

    def check_position(self, position: Any) -> None:
        """Raise ValueError for anything that is not a vertex."""
        if position not in self.graph:
            raise ValueError(f"{position!r} is not a vertex of the graph")

    def move_text(self, position: Any, move: Any) -> str:
        return "the step"
