"""``solve`` takes a game in any form and picks the algorithm that fits it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gamelib import ask
from gamelib.answers import Arena, Solution
from gamelib.arenas.compiled import CompiledGraph
from gamelib.arenas.graph import GameGraph
from gamelib.arenas.tokens import TokenGraph
from gamelib.machine import MAX_EDGES, MAX_POSITIONS
from gamelib.solvers.backward.compiled import solve_compiled
from gamelib.solvers.backward.retrograde import solve_graph
from gamelib.solvers.backward.tokens import solve_tokens


def solve(
    game: Any,
    position: Any = None,
    *,
    positions: Iterable[Any] = (),
    max_positions: int = MAX_POSITIONS,
    max_edges: int = MAX_EDGES,
) -> Solution:
    """Who wins every position, in how many moves, and by which move; cycles and all.

    Parameters
    ----------
    game
        A Game, which is taken as arrays if it offers them (its ``arena()``) and else walked; or an arena (GameGraph,
        TokenGraph, CompiledGraph); or a networkx DiGraph, on which a token is moved and who cannot move loses.
    position
        Where the walk begins; the start of the game, if none is given.
    positions
        Further positions to begin with.
    max_positions, max_edges
        A walk visits at most so many positions, with so many moves in all of them together.

    Returns
    -------
    Solution
        A mapping from every position to its Verdict, for the player to move; and a perfect strategy.

    Raises
    ------
    TypeError
        For what is no Game, saying why.
    ValueError
        For what is no position, and for what a game says wrongly, naming the position.
    TooLarge
        Beyond the limits, with an estimate.

    Examples
    --------
    >>> import networkx as nx
    >>> solution = solve(nx.DiGraph([("a", "b"), ("b", "a"), ("b", "c"), ("c", "d")]))
    >>> {vertex: str(verdict) for vertex, verdict in solution.items()}
    {'a': 'DRAW', 'b': 'DRAW', 'c': 'WIN in 1', 'd': 'LOSS in 0'}

    References
    ----------
    Retrograde analysis: see ``gamelib.solvers.backward.retrograde``; without stored moves, ``tokens`` beside it.
    """
    arena: Arena | None = game if isinstance(game, Arena) else None
    if arena is None and hasattr(game, "is_directed") and not isinstance(game, type):
        arena = GameGraph.from_networkx(game)
    given = [p for p in (position, *positions) if p is not None]
    if arena is None:
        arena = ask.arena(ask.a_game(game))
        for p in given if isinstance(arena, Arena) else ():
            ask.position(game, p)
    if not isinstance(arena, Arena):
        limits = {"max_positions": max_positions, "max_edges": max_edges}
        return solve_graph(GameGraph.of(game, position, positions=positions, **limits))
    for p in given:
        arena.index(p)  # raises UnknownPosition
    if isinstance(arena, CompiledGraph):
        return solve_compiled(arena)
    return solve_tokens(arena) if isinstance(arena, TokenGraph) else solve_graph(arena)
