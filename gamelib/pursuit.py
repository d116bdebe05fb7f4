"""Pursuit on a graph: how many cops catch a robber, and in how many moves?

The cops choose their vertices first, and then the robber chooses one. Then they take turns: all
cops move, each along an edge or not at all, and then the robber moves or stays. The **cop number**
of a graph is the smallest number of cops who can catch every robber. Retrograde analysis solves the
chase, so ``cop_number`` tries 1, 2, 3, ... cops.

For one cop there is a second method. Write N[v] for v and its neighbours. A vertex w **dominates**
v if N[v] lies within N[w]; then v is a **corner**.

**Theorem** (Nowakowski and Winkler 1983, Quilliot 1978). One cop wins on a connected graph if and
only if the graph can be *dismantled*: corners are removed one after another, each a corner of what
is left, until one vertex is left.

*Why.* Suppose that w dominates the corner v. Wherever the robber can go from v, the cop who stands
on w can follow at once. So the robber gains nothing by going to v, where w is as good, and the cop
plays as if v were w: one cop wins on the graph if and only if one cop wins without v. And where
there is no corner, the robber is never caught: before the robber's last move the cop would stand on
a vertex that dominates the robber's.

Sources: Quilliot, Jeux et points fixes sur les graphes (1978); Nowakowski and Winkler,
Vertex-to-vertex pursuit in a graph (1983); Aigner and Fromme, A game of cops and robbers (1984),
for the cop number.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gamelib.answers import Solution
from gamelib.core import WIN, TooLarge
from gamelib.games.robber import CopsAndRobber, check_undirected
from gamelib.retrograde import solve

#: The cops' choice of places and the robber's are moves of the game, but not of the chase.
MOVES_TO_CHOOSE_PLACES = 2

#: The most moves of a chase that is played here: a quarter of a minute.
MAX_MOVES = 3_000_000


def cop_number(G: Any) -> int:
    """The smallest number of cops that catch every robber on a connected, undirected graph.

    Solves the chase for 1, 2, ... cops. The number of moves grows exponentially with the number of
    cops, so this is for graphs of a few dozen vertices and for few cops. ``G`` is a graph of
    networkx. The moves are counted first; raises TooLarge if they are more than ``MAX_MOVES``.

    >>> import networkx as nx
    >>> cop_number(nx.path_graph(9)), cop_number(nx.cycle_graph(9)), cop_number(nx.petersen_graph())
    (1, 2, 3)
    """
    check_undirected(G)
    cops = 1
    while caught_within(solve(small_chase(G, cops))) is None:
        cops += 1
    return cops


def small_chase(G: Any, cops: int) -> CopsAndRobber:
    """The chase with this many cops; raises TooLarge if it has more moves than can be tried."""
    chase = CopsAndRobber(G, cops)
    moves = count_moves(chase)
    if moves > MAX_MOVES:
        raise TooLarge(
            f"{cops} {'cop' if cops == 1 else 'cops'} on {len(G)} vertices: the chase has up to "
            f"{moves:,} moves, and at most {MAX_MOVES:,} are tried here. "
            "`from gamefast import cop_number` gives the same answer for larger graphs"
        )
    return chase


def count_moves(chase: CopsAndRobber) -> int:
    """At most how many moves all positions of a chase have together, once all places are chosen.

    A team has as many moves as the product of its cops' moves. These products are added up without
    listing the teams: ``together[k]`` is their sum for the teams of k cops on the vertices so far.

    >>> import networkx as nx
    >>> count_moves(CopsAndRobber(nx.path_graph(2)))            # 2 moves at each of 8 positions
    16
    >>> count_moves(CopsAndRobber(nx.path_graph(2), 2))         # 3 teams with 4 moves, or 2
    36
    """
    moves = [len(places) for places in chase.near.values()]
    together = [1] + [0] * chase.cops
    for moves_here in moves:
        for k in range(1, chase.cops + 1):  # upwards: several cops may stand on this vertex
            together[k] += moves_here * together[k - 1]
    of_cops = len(moves) * together[chase.cops]
    of_robber = chase.count_teams() * sum(map(len, chase.robber_steps.values()))
    return of_cops + of_robber


def caught_within(solution: Solution[Any, Any]) -> int | None:
    """In how many moves, counting both sides, the cops catch the robber if both play well.

    ``solution`` solves a game ``CopsAndRobber``. The choice of places does not count. The answer is
    None if the robber can always find a place from which to escape for ever.

    >>> import networkx as nx
    >>> caught_within(solve(CopsAndRobber(nx.path_graph(5))))       # from the middle
    3
    """
    verdict = solution[solution.game.start()]
    if verdict.outcome != WIN or verdict.remoteness is None:
        return None
    return verdict.remoteness - MOVES_TO_CHOOSE_PLACES


def dismantling(G: Any) -> list[Any] | None:
    """An order in which each vertex, when removed, is a corner of what is left; or None.

    One cop wins on the connected graph G if and only if there is such an order, so this is a second
    method beside ``cop_number``. It does not matter which corner is removed first: no removal
    changes who wins (see the top of this file). For n vertices with m edges it takes O(n^2 m).

    >>> import networkx as nx
    >>> dismantling(nx.path_graph(3)), dismantling(nx.cycle_graph(4))
    ([0, 1, 2], None)
    """
    check_undirected(G)
    left = {v: set(G[v]) for v in G}  # the neighbours of each vertex, among those that are left
    order = []
    while len(left) > 1:
        corners = (v for v in left if is_corner(left, v))
        corner = next(corners, None)
        if corner is None:
            return None
        order.append(corner)
        for neighbour in left.pop(corner) - {corner}:
            left[neighbour].discard(corner)
    return [*order, *left]


def dominating(G: Any, v: Any) -> list[Any]:
    """The other vertices w that dominate v: everything near v, v too, is w or a neighbour of w.

    So v is a corner of G if there is such a w.

    >>> import networkx as nx
    >>> dominating(nx.path_graph(3), 0), dominating(nx.path_graph(3), 1)
    ([1], [])
    """
    check_undirected(G)
    return dominating_in(G, v)


def is_corner(neighbours: Mapping[Any, Any], v: Any) -> bool:
    """Whether another vertex dominates v, if the neighbours of each vertex are these."""
    return bool(dominating_in(neighbours, v))


def dominating_in(neighbours: Mapping[Any, Any], v: Any) -> list[Any]:
    """The other vertices that dominate v, if the neighbours of each vertex are these."""
    near_v = {v, *neighbours[v]}
    return [w for w in neighbours[v] if w != v and near_v <= {w, *neighbours[w]}]
