"""Retrograde analysis: who wins every position of a game, found by working back from its ends.

An *option* of a position is where a move leads. The *remoteness* of a position is the number of
moves, of both players, until play is over if the winner hurries and the loser delays.

Play can cycle, so positions cannot be put in a row with every option before the positions that lead
to it. But the terminal positions are settled. We take settled positions one by one, in the order in
which they were settled, and look at each position with a move to the one that we have taken:

* if the position taken is **lost** for the player to move there, the position before it is won, by
  that move;
* if it is **won**, that move is hopeless. The position before it has one hope fewer, and when its
  last hope is gone, it is lost.

A position that is never settled is drawn. Either play is over there without a winner, or it has a
move to another such position (or else it would be lost) and no move to a lost one (or else it would
be won). So neither player can do better than to go on, perhaps for ever.

The queue gives the positions in the order of their remoteness, because each position joins it one
move further out than the position that was just taken. So a won position is settled by its quickest
win, and a lost one by its longest delay. Each move is looked at once: for n positions with m moves
this takes O(n + m).

If the results are numbers, all this is done first for the largest. Whoever can win that much does
so, and whoever loses it has no move that avoids it. What is still unsettled then goes on to the
next size.

Sources: Zermelo (1913) for the question; Smith, Graphs and composite games (1966), for graphs with
cycles; Thompson, Retrograde analysis of certain endgames (1986), for the name; Berlekamp, Conway,
Guy, Winning Ways (1982), for remoteness.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any, overload

from gamelib import gate
from gamelib.answers import DRAWN, Solution, Verdict
from gamelib.core import LOSS, WIN, Game, M, Outcome, P
from gamelib.diagnose import GAME, with_diagnosis
from gamelib.digraph import DirectedGraph, as_game
from gamelib.symmetry import starts_of


@overload
def solve(
    game: Game[P, M],
    position: P | None = None,
    *,
    positions: Iterable[P] = (),
    max_positions: int = gate.MAX_POSITIONS,
) -> Solution[P, M]: ...
@overload
def solve(
    game: DirectedGraph[P],
    position: P | None = None,
    *,
    positions: Iterable[P] = (),
    max_positions: int = gate.MAX_POSITIONS,
) -> Solution[P, P]: ...
@with_diagnosis(GAME)
def solve(
    game: Any,
    position: Any = None,
    *,
    positions: Iterable[Any] = (),
    max_positions: int = gate.MAX_POSITIONS,
) -> Solution[Any, Any]:
    """Who wins every position, in how many moves and by which move, even if play can cycle.

    Parameters
    ----------
    game
        A Game; or a networkx DiGraph, on which a token is moved, and a player who cannot move
        loses.
    position, positions
        Where play may begin. If none is given: all positions that the game lists (``positions()``),
        or the start.
    max_positions
        The largest number of positions to visit.

    Returns
    -------
    Solution
        A mapping from every position that play can reach to its Verdict, for the player to move. It
        is also a perfect strategy.

    Raises
    ------
    TypeError, ValueError
        For what is not a game, for what is not one of its positions, and for a game that
        contradicts its protocol.
    TooLarge
        Beyond ``max_positions``.

    Examples
    --------
    >>> import networkx as nx
    >>> solution = solve(nx.DiGraph([("a", "b"), ("b", "a"), ("b", "c"), ("c", "d")]))
    >>> {vertex: str(verdict) for vertex, verdict in solution.items()}
    {'a': 'DRAW', 'b': 'DRAW', 'c': 'WIN in 1', 'd': 'LOSS in 0'}
    """
    game = as_game(game)
    given = [p for p in (position, *positions) if p is not None]
    starts = starts_of(game, given)
    graph = gate.reachable(game, starts, max_positions, solver="solve")
    verdicts = settle(game, graph)
    known = {p: verdicts.get(p, DRAWN) for p in graph}
    return Solution(game, known, settled=list(verdicts), position=position)


def settle(game: Any, graph: dict[Any, list[Any]]) -> dict[Any, Verdict]:
    """The verdicts on all positions that are won or lost, in the order in which they are settled.

    ``graph`` has the options of each position. ``hopes[p]`` counts the moves of p that are not
    known to be hopeless.
    """
    before = gate.predecessors(graph)
    hopes = {position: len(options) for position, options in graph.items()}
    verdicts: dict[Any, Verdict] = {}
    for decided in decided_ends_by_size(game, graph):
        verdicts.update(decided)
        queue = deque(decided)  # its keys: the positions
        while queue:
            taken = queue.popleft()
            for position in before[taken]:
                if position in verdicts:
                    continue
                hopes[position] -= 1  # does not matter if this move wins
                if verdicts[taken].outcome == LOSS or hopes[position] == 0:
                    verdicts[position] = one_move_before(verdicts[taken])
                    queue.append(position)
    return verdicts


def one_move_before(verdict: Verdict) -> Verdict:
    """The verdict on a position from which best play leads to a position with this verdict.

    What is won for the opponent is lost for the player who moves there, and the other way round.
    """
    assert verdict.remoteness is not None
    return Verdict(Outcome(-verdict.outcome), verdict.remoteness + 1, -verdict.value)


def decided_ends_by_size(game: Any, graph: dict[Any, list[Any]]) -> list[dict[Any, Verdict]]:
    """The terminal positions that are won or lost, with their verdicts.

    There is a dict for each size of a result, the largest first.
    """
    by_size: dict[float, dict[Any, Verdict]] = {}
    for position, options in graph.items():
        if options:
            continue
        value = float(gate.result(game, position))
        if value != 0:
            outcome = WIN if value > 0 else LOSS
            by_size.setdefault(abs(value), {})[position] = Verdict(outcome, 0, value)
    return [by_size[size] for size in sorted(by_size, reverse=True)]
