"""How many cops does a graph need? The chase is solved; for one cop, the graph can also be
dismantled.

A **corner** is a vertex whose closed neighbourhood lies within that of another vertex: everything
near it is near the other vertex too. One cop wins on a graph if and only if it can be dismantled,
corner by corner, down to one vertex. A robber in a corner gains nothing by being there, so the
corner may be left out. Source: Nowakowski and Winkler, Vertex-to-vertex pursuit in a graph (1983);
Quilliot (1978, 1983). The cop number is due to Aigner and Fromme (1984).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gamelib import ask
from gamelib.answers import Solution
from gamelib.arenas.tokens import TokenGraph
from gamelib.games.robber import CopsAndRobber
from gamelib.solvers.backward.solve import solve


def caught_within(solution: Solution[Any, Any]) -> int | None:
    """The number of moves in which the cops catch the robber, counting both sides, if both sides
    start and play well.

    ``solution``: solves ``CopsAndRobber(...).chase()``, in which the starting places are chosen and
    the cops move first. The cops choose their places first, then the robber. Returns None if the
    robber always finds a place from which to escape for ever.
    """
    arena = solution.graph
    assert isinstance(arena, TokenGraph)
    teams, n = arena.won.shape
    outcome = solution.outcome[: teams * n].reshape(
        n, teams
    )  # the cops' turn, with a column for each of their choices
    winning = np.flatnonzero((outcome > 0).all(axis=0))
    remoteness = solution.remoteness[: teams * n].reshape(n, teams)[:, winning]
    return min(remoteness.max(axis=0).tolist(), default=None)


def cop_number(G: Any) -> int:
    """The smallest number of cops that catch every robber on a connected, undirected networkx
    graph.

    Solves the chase for 1, 2, ... cops. The number of positions grows exponentially with the number
    of cops, so this is for graphs of a few dozen vertices and few cops. Raises TooLarge if the
    chase does not fit into memory.

    >>> import networkx as nx
    >>> cop_number(nx.path_graph(9)), cop_number(nx.cycle_graph(9)), cop_number(nx.petersen_graph())
    (1, 2, 3)
    """
    ask.a_graph(G, directed=False)
    cops = 1
    while caught_within(solve(CopsAndRobber(G, cops).chase())) is None:
        cops += 1
    return cops


def dismantling(G: Any) -> list[Any] | None:
    """An order in which every vertex, when removed, is a corner of what is left; None if there is
    no such order.

    One cop wins on G if and only if there is such an order. This function takes time O(n^2 m), and
    is a second method beside ``cop_number``.

    >>> import networkx as nx
    >>> dismantling(nx.path_graph(3)), dismantling(nx.cycle_graph(4))
    ([0, 1, 2], None)
    """
    ask.a_graph(G, directed=False)
    near = {v: {v, *G[v]} for v in G}
    order = []
    while len(near) > 1:
        corner = next((v for v in near for w in near[v] if w != v and near[v] <= near[w]), None)
        if corner is None:
            return None
        order.append(corner)
        for w in near.pop(corner) - {corner}:
            near[w].discard(corner)
    return [*order, *near]


def dominating(G: Any, v: Any) -> list[Any]:
    """The other vertices w that dominate v: everything near v, itself included, is w or a neighbour
    of w.

    So v is a corner of G if there is such a w.

    >>> import networkx as nx
    >>> dominating(nx.path_graph(3), 0), dominating(nx.path_graph(3), 1)
    ([1], [])
    """
    ask.a_graph(G, directed=False)
    near = {v, *G[v]}
    return [w for w in G[v] if w != v and near <= {w, *G[w]}]
