"""Cops and robber on a graph: the game of Nowakowski and Winkler, and of Quilliot (1983), with any number of cops.

First the cops choose their vertices, then the robber his. Then they take turns: all cops move, each along an edge or
not at all; then the robber does. The cops win when one of them stands on the robber's vertex. Endless play is the
robber's: in our words the position is drawn, and that is all he wants.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, product
from typing import Any, ClassVar

import numpy as np

from gamelib.arenas.tokens import TokenGraph
from gamelib.core import LOSS, WIN, IllegalMove, Outcome
from gamelib.machine import BYTES_ON_THE_FLY, check_memory, needs

Position = tuple[Any, Any, str]


@dataclass(frozen=True, eq=False)
class CopsAndRobber:
    """Cops and robber on an undirected, connected networkx graph.

    A position is ``(cops, robber, turn)``: the cops' vertices as a tuple in the graph's order (cops are alike), the
    robber's vertex, and "cops" or "robber"; None stands for places not chosen yet. A move is the new place or places.
    Raises TypeError for a directed graph, ValueError for one that is empty or in several pieces.

    >>> import networkx as nx
    >>> from gamelib import solve
    >>> game = CopsAndRobber(nx.path_graph(3))
    >>> solution = solve(game)
    >>> str(solution[game.start()]), solution.best(game.start())       # he chooses the middle
    ('WIN in 3', (1,))
    """

    G: Any
    cops: int = 1
    COPS: ClassVar[str] = "cops"
    ROBBER: ClassVar[str] = "robber"

    def __post_init__(self) -> None:
        nx = needs("networkx", "graphs", "cops and robber")
        if self.G.is_directed():
            raise TypeError(
                "cops and robber move along edges both ways: give an undirected graph, or G.to_undirected()"
            )
        if len(self.G) == 0:
            raise ValueError("the graph has no vertices: nobody could stand anywhere")
        pieces = list(nx.connected_components(self.G))
        if len(pieces) > 1:
            a, b = (next(iter(piece)) for piece in pieces[:2])
            raise ValueError(
                f"the graph is not connected: no way leads from {a!r} to {b!r}. Take its pieces one by one"
            )
        if self.cops < 1:
            raise ValueError(f"{self.cops} cops: there must be at least one")

    def start(self) -> Position:
        return None, None, self.COPS

    def moves(self, position: Position) -> list[Any]:
        cops, robber, turn = position
        if turn == self.ROBBER:
            return list(self.G) if robber is None else self._near[robber]
        return self._teams if cops is None else self._team_steps(cops)

    def play(self, position: Position, move: Any) -> Position:
        cops, robber, turn = position
        if move not in self.moves(position):
            raise IllegalMove(f"the {turn} cannot go to {move!r} from {(cops if turn == self.COPS else robber)!r}")
        return (move, robber, self.ROBBER) if turn == self.COPS else (cops, move, self.COPS)

    def outcome(self, position: Position) -> Outcome | None:
        cops, robber, turn = position
        if robber is None or robber not in cops:
            return None
        return WIN if turn == self.COPS else LOSS

    def chase(self) -> TokenGraph:
        """What comes after the choice of places, for solving on the fly: the cops together are one token."""
        teams, n = self._teams, len(self.G)
        check_memory(2 * len(teams) * n, BYTES_ON_THE_FLY + 3)
        won = np.zeros((len(teams), n), np.int8)
        for i, team in enumerate(teams):
            won[i, [self._number[cop] for cop in team]] = 1
        steps = {team: self._team_steps(team) for team in teams}
        return TokenGraph.of(steps, self._near, won, (self.COPS, self.ROBBER))

    @cached_property
    def _number(self) -> dict[Any, int]:
        return {v: i for i, v in enumerate(self.G)}

    @cached_property
    def _near(self) -> dict[Any, list[Any]]:
        """Where one may go from each vertex, staying first; a loop in the graph is no more than staying."""
        return {v: [v, *(w for w in self.G[v] if w != v)] for v in self.G}

    @cached_property
    def _teams(self) -> list[Any]:
        return list(combinations_with_replacement(self.G, self.cops))

    def _team_steps(self, team: Any) -> list[Any]:
        """Where the cops may go together, each combination once."""
        together = product(*(self._near[cop] for cop in team))
        return list(dict.fromkeys(tuple(sorted(new, key=self._number.__getitem__)) for new in together))
