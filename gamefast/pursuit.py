"""How many cops does a graph need? Chases are solved for 1, 2, ... cops, until the cops win one.

The cops choose their places first, then the robber; this choice is left out of the chase that is
solved. So the cops win if some choice of theirs is won against every place of the robber.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gamefast import ask
from gamefast.answers import Solution
from gamefast.boards.chases import robber_chase
from gamefast.boards.tokens import TokenGraph
from gamefast.solving import solve
from gamelib.games.robber import CopsAndRobber


def caught_within(solution: Solution[Any, Any]) -> int | None:
    """The number of moves in which the cops catch the robber, counting both sides, if both sides
    choose their places and play well.

    The cops choose their places first, then the robber, and then the cops move first. ``solution``
    is that of ``robber_chase(CopsAndRobber(...))``, in which the places are already chosen. Returns
    None if the robber always finds a place from which to escape for ever.
    """
    arena = solution.graph
    assert isinstance(arena, TokenGraph)
    teams, n = arena.won.shape  # how many teams there are (the places of all cops), and vertices
    # The positions with the cops to move have the first numbers (``TokenGraph``). As a table they
    # have a row for each place of the robber, and a column for each team.
    outcome = solution.outcome[: teams * n].reshape(n, teams)
    remoteness = solution.remoteness[: teams * n].reshape(n, teams)
    winning_teams = np.flatnonzero((outcome > 0).all(axis=0))  # whatever the robber's place
    longest = remoteness[:, winning_teams].max(axis=0)  # because the robber chooses the place
    return min(longest.tolist(), default=None)


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
    cops = 0
    moves = None  # in which the robber is caught, if at all
    while moves is None:
        cops += 1
        chase = robber_chase(CopsAndRobber(G, cops))
        moves = caught_within(solve(chase))
    return cops
