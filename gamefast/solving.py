"""``solve`` takes a game in any form and picks the algorithm that fits it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any, Generic, TypedDict, Unpack, overload

from gamefast import ask, registry
from gamefast.answers import Solution
from gamefast.arrays.arena import Arena
from gamefast.arrays.graph import GameGraph
from gamefast.machine import MAX_EDGES, MAX_POSITIONS
from gamefast.retrograde.endless import solve_endless
from gamefast.retrograde.registry import solve_arena
from gamelib.core import Game, M, P
from gamelib.digraph import DirectedGraph


class Further(TypedDict, Generic[P], total=False):
    """Further parameters of ``solve``."""

    positions: Iterable[P]
    endless: Callable[[P], float] | None
    max_positions: int | None
    max_edges: int | None
    keep: str | os.PathLike[str] | None


@overload
def solve(
    game: Game[P, M], position: P | None = None, **further: Unpack[Further[P]]
) -> Solution[P, M]: ...
@overload
def solve(
    game: DirectedGraph[P], position: P | None = None, **further: Unpack[Further[P]]
) -> Solution[P, P]: ...
@overload
def solve(
    game: Arena, position: Any = None, **further: Unpack[Further[Any]]
) -> Solution[Any, Any]: ...
def solve(
    game: Any,
    position: Any = None,
    *,
    positions: Iterable[Any] = (),
    endless: Callable[[Any], float] | None = None,
    max_positions: int | None = None,
    max_edges: int | None = None,
    keep: str | os.PathLike[str] | None = None,
) -> Solution[Any, Any]:
    """Who wins every position, in how many moves, and by which move; cycles and all.

    Parameters
    ----------
    game
        A Game, which is taken as arrays if it offers them (``arena()``, ``walked_graph()``) and
        otherwise walked, at the speed of C if it is a ``CompiledRules``; one with a ``size`` is
        counted through instead. Or an arena (GameGraph, TokenGraph); or a networkx DiGraph, on
        which a token is moved and a player who cannot move loses.
    position
        Where the walk begins. If none is given, the walk begins at all positions that the game
        lists (``positions()``), or at the start.
    positions
        Further positions to begin with.
    endless
        What endless play is worth: a draw, unless a function says WIN for every position in which
        the player to move wins if play never ends, and LOSS for those of the other player, as
        ``gamelib.retrograde.solve`` explains. It is asked for every position, of an arena, too, at
        a microsecond or so each. If play can end in a draw, every move is stored.
    max_positions, max_edges
        The largest number of positions that a walk visits, and of moves in all of these together:
        if none is given, 3 million and 30 million; for compiled rules, 100 million and a billion,
        since they take some 25 bytes for each position and 4 for each move while they are walked
        and solved, where Python objects take hundreds. Whether memory suffices is looked at
        besides.
    keep
        A file for a long run, ``"chase.npz"``. The state is saved in it every minute, and when the
        stop button is pressed; the same call resumes the run. In the end the file holds the
        solution, as ``save`` writes it, and the same call loads it. (If the game has to be walked,
        the walk begins anew, and only the solving is resumed; but what compiled rules have
        found is kept as well.)

    Returns
    -------
    Solution
        A mapping from every position to its Verdict, for the player to move. It is also a perfect
        strategy. Asked without a position, it answers for the one given here.

    Raises
    ------
    TypeError
        For anything that is not a Game, saying why.
    ValueError
        For anything that is not a position, and for a game that contradicts its protocol, naming
        the position. For an ``endless`` that does not alternate along every move, or that is given
        although results are numbers, or together with ``keep``. Also for a file that is damaged or
        belongs to something else, which is left as it is.
    TooLarge
        Beyond the limits; it says how many positions were found and opened.
    KeyboardInterrupt
        Once the stop button is pressed; with ``keep``, when the state has been saved.

    Examples
    --------
    >>> import networkx as nx
    >>> solution = solve(nx.DiGraph([("a", "b"), ("b", "a"), ("b", "c"), ("c", "d")]))
    >>> {vertex: str(verdict) for vertex, verdict in solution.items()}
    {'a': 'DRAW', 'b': 'DRAW', 'c': 'WIN in 1', 'd': 'LOSS in 0'}

    References
    ----------
    Retrograde analysis: see ``gamefast.retrograde.retrograde``; without stored moves,
    ``gamefast.retrograde``.
    """
    # ``game`` is a networkx graph, an arena (``rules`` are None then), or a game, which has rules.
    # ``own`` is the arena that the game brings with it, if any, and ``arena`` the same by the rules
    # as they are now.
    if hasattr(game, "is_directed") and not isinstance(game, type):  # a graph of networkx
        game = GameGraph.from_networkx(game)
    is_bare = isinstance(game, Arena)
    rules: Any = None if is_bare else ask.a_game(game)
    own = game if is_bare else registry.arena(rules)
    arena = own.present() if isinstance(own, Arena) else None

    # Where to begin. An arena is solved whole, so there these positions only have to be in it.
    begin = [p for p in (position, *positions) if p is not None]
    if not is_bare:
        begin = [ask.position(game, p) for p in begin]
    if arena is not None:
        for p in begin:
            own.index(p)  # called only because it raises UnknownPosition
    starts = [] if arena is not None else begin or ask.walk_starts(rules)

    def make_arena() -> Arena:
        """The game's own arena, or what a walk finds. A run that is resumed may not need it."""
        if arena is not None:
            return arena
        whole = None if begin else registry.walked_graph(rules)
        if whole is not None:
            most_positions = MAX_POSITIONS if max_positions is None else max_positions
            most_edges = MAX_EDGES if max_edges is None else max_edges
            if len(whole) <= most_positions and whole.edges <= most_edges:
                return whole
        walked: Arena = registry.walk(rules, starts, max_positions, max_edges)
        return walked

    first = begin[0] if begin else None
    if endless is not None:
        if keep is not None:
            raise ValueError(
                "keep=... is for games in which endless play is a draw: save the answer"
            )
        return solve_endless(make_arena(), endless).asked_for(first)
    if keep is None:
        return solve_arena(make_arena()).asked_for(first)
    # Imported here, because it loads half of Python's library.
    from gamefast.storage.checkpoint import solve_kept

    return solve_kept(keep, rules, arena, starts, make_arena, first)
