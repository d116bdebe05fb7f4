"""A token on a directed graph: every game is this game, once its positions are vertices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from gamelib.arguments import check_digraph
from gamelib.core import LOSS, IllegalMove


@dataclass(frozen=True)
class Token:
    """A token on a vertex of a networkx DiGraph moves along an arrow; a player who cannot move
    loses.

    A position is the vertex, a move the vertex to go to. Cycles are allowed. A vertex without
    arrows may carry an attribute ``outcome``, the result for the player to move there. Raises
    TypeError for an undirected graph, and ValueError for a ``place`` that is not a vertex.

    >>> import networkx as nx
    >>> from gamelib import nimber
    >>> nimber(Token(nx.DiGraph([("a", "b"), ("a", "c"), ("b", "c")]), "a"))
    2
    """

    G: Any
    place: Any
    impartial: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_digraph(self.G)
        if self.place not in self.G:
            raise ValueError(
                f"{self.place!r} is not a vertex of the graph: the token cannot begin there"
            )

    def start(self) -> Any:
        return self.place

    def moves(self, position: Any) -> list[Any]:
        return list(self.G[position])

    def play(self, position: Any, move: Any) -> Any:
        if move not in self.G[position]:
            raise IllegalMove(f"there is no arrow from {position!r} to {move!r}")
        return move

    def outcome(self, position: Any) -> float | None:
        if self.G[position]:
            return None
        result: float | None = self.G.nodes[position].get("outcome")
        return LOSS if result is None else result

    def check_position(self, position: Any) -> None:
        """Raise ValueError for anything that is not a vertex."""
        if position not in self.G:
            raise ValueError(f"{position!r} is not a vertex of the graph, but {self.place!r} is")

    def text(self, position: Any) -> str:
        arrows = ", ".join(map(str, self.G[position])) or "nowhere"
        return f"token on {position} (arrows to {arrows})"

    def move_text(self, position: Any, move: Any) -> str:
        return f"to {move}"
