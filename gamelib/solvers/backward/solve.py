"""``solve`` takes a game in any form and picks the algorithm that fits it."""

from __future__ import annotations

from typing import Any

from gamelib.answers import Solution
from gamelib.arenas.graph import GameGraph
from gamelib.arenas.tokens import TokenGraph
from gamelib.core import arena_of, check_made
from gamelib.machine import MAX_EDGES, MAX_POSITIONS
from gamelib.solvers.backward.retrograde import solve_graph
from gamelib.solvers.backward.tokens import solve_tokens


def solve(game: Any, *, max_positions: int = MAX_POSITIONS, max_edges: int = MAX_EDGES) -> Solution:
    """Who wins every position, in how many moves, and by which move; cycles and all.

    ``game``: a Game, which is taken as arrays if it offers them (its ``arena()``) and else walked from its
    start, up to ``max_positions`` positions and ``max_edges`` moves; or an arena (GameGraph, TokenGraph); or a
    networkx DiGraph, on which a token is moved and who cannot move loses.

    Raises TooLarge beyond the limits, TypeError for what is not a game.

    >>> import networkx as nx
    >>> solution = solve(nx.DiGraph([("a", "b"), ("b", "a"), ("b", "c"), ("c", "d")]))
    >>> {vertex: str(verdict) for vertex, verdict in solution.items()}
    {'a': 'DRAW', 'b': 'DRAW', 'c': 'WIN in 1', 'd': 'LOSS in 0'}
    """
    check_made(game)
    arena = game if isinstance(game, GameGraph | TokenGraph) else arena_of(game)
    if arena is None and hasattr(game, "is_directed"):
        arena = GameGraph.from_networkx(game)
    elif arena is None and all(hasattr(game, method) for method in ("start", "moves", "play", "outcome")):
        arena = GameGraph.of(game, max_positions=max_positions, max_edges=max_edges)
    if isinstance(arena, TokenGraph):
        return solve_tokens(arena)
    if isinstance(arena, GameGraph):
        return solve_graph(arena)
    raise TypeError(
        f"{type(game).__name__} is not a game: it needs the methods start, moves, play and outcome, "
        "or give a GameGraph, a TokenGraph or a networkx DiGraph"
    )
