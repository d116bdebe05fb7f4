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

Endless play need not be a draw (``endless``). In a chase it is won by the player who flees. Let one
player win endless play. A position that is never settled is then won for this player: whenever this
player is to move there, some move leads to another such position, and no move of the opponent leads
to anything better for the opponent. Only a draw at a terminal position needs care. The opponent,
who loses endless play, is glad to reach it. So we let the opponent win half a point there, and the
other player lose it. Half a point is a size of its own, the smallest. It is settled last, and
whatever is settled by it is drawn. For the player who wins endless play, this is the order of
results, the best first: a win at a terminal position, endless play, a draw, a loss.

Sources: Zermelo (1913) for the question; Smith, Graphs and composite games (1966), for graphs with
cycles; Thompson, Retrograde analysis of certain endgames (1986), for the name; Berlekamp, Conway,
Guy, Winning Ways (1982), for remoteness. To come to a marked position, or to keep away from it for
ever, are the reachability and safety games of Büchi and Landweber, Solving sequential conditions by
finite-state strategies (1969), and McNaughton, Infinite games played on finite graphs (1993).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, overload

from gamelib import gate, mistakes
from gamelib.answers import DRAWN, Solution, Verdict
from gamelib.core import DRAW, LOSS, WIN, Game, M, Outcome, P
from gamelib.diagnose import GAME, with_diagnosis
from gamelib.digraph import DirectedGraph, as_game
from gamelib.symmetry import starts_of


@overload
def solve(
    game: Game[P, M],
    position: P | None = None,
    *,
    positions: Iterable[P] = (),
    endless: Callable[[P], float] | None = None,
    max_positions: int = gate.MAX_POSITIONS,
) -> Solution[P, M]: ...
@overload
def solve(
    game: DirectedGraph[P],
    position: P | None = None,
    *,
    positions: Iterable[P] = (),
    endless: Callable[[P], float] | None = None,
    max_positions: int = gate.MAX_POSITIONS,
) -> Solution[P, P]: ...
@with_diagnosis(GAME)
def solve(
    game: Any,
    position: Any = None,
    *,
    positions: Iterable[Any] = (),
    endless: Callable[[Any], float] | None = None,
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
    endless
        What endless play is worth: a draw, unless a function says WIN for every position in which
        the player to move wins if play never ends, and LOSS for those of the other player. Like
        ``outcome``, it speaks for the player to move, so WIN and LOSS must alternate along every
        move. A position that can be met with either player to move must be two positions, such as
        pairs (vertex, player). (No player is named here, because positions do not name theirs, and
        "the player who began" means nothing at positions that play from the start cannot reach.) It
        is asked for every position, terminal ones, too; in a Quotient for the representatives.
    max_positions
        The largest number of positions to visit.

    Returns
    -------
    Solution
        A mapping from every position that play can reach to its Verdict, for the player to move. It
        is also a perfect strategy. Where play need not end, there is no remoteness.

    Raises
    ------
    TypeError, ValueError
        For what is not a game, for what is not one of its positions, and for a game that
        contradicts its protocol. For an ``endless`` that is not a function, that does not
        alternate, or that is given although results are numbers.
    TooLarge
        Beyond ``max_positions``.

    Examples
    --------
    >>> import networkx as nx
    >>> solution = solve(nx.DiGraph([("a", "b"), ("b", "a"), ("b", "c"), ("c", "d")]))
    >>> {vertex: str(verdict) for vertex, verdict in solution.items()}
    {'a': 'DRAW', 'b': 'DRAW', 'c': 'WIN in 1', 'd': 'LOSS in 0'}

    On a ring of four vertices the robber runs away from a cop for ever, and so wins the chase:

    >>> from gamelib.games import CopsAndRobber
    >>> chase = CopsAndRobber(nx.cycle_graph(4))
    >>> str(solve(chase)[chase.start()])
    'DRAW'
    >>> solution = solve(chase, endless=lambda position: WIN if position[2] == "robber" else LOSS)
    >>> str(solution[chase.start()]), solution.counts()
    ('LOSS', {WIN: 28, LOSS: 9, DRAW: 0})
    """
    game = as_game(game)
    given = [p for p in (position, *positions) if p is not None]
    starts = starts_of(game, given)
    graph = gate.reachable(game, starts, max_positions, solver="solve")
    if endless is None:
        verdicts = settle(game, graph)
        known = {p: verdicts.get(p, DRAWN) for p in graph}
    else:
        worth = worth_of_endless_play(graph, endless)
        verdicts = settle(HalfPoints(game, worth), graph)
        known = {p: verdict_beside_endless_play(verdicts.get(p), worth[p]) for p in graph}
    return Solution(game, known, list(verdicts), position, endless)


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


def worth_of_endless_play(
    graph: dict[Any, list[Any]], endless: Callable[[Any], float]
) -> dict[Any, Outcome]:
    """What endless play is worth to the player to move, for each position.

    Raises ValueError unless it changes sides along every move.
    """
    worth = {position: gate.worth_of_endless_play(endless, position) for position in graph}
    for position, options in graph.items():
        for option in options:
            if worth[option] != -worth[position]:
                raise mistakes.worth_does_not_alternate(position, option, worth[position])
    return worth


@dataclass(frozen=True)
class HalfPoints:
    """The results of a game in which a player wins endless play, as ``settle`` takes them.

    A draw at a terminal position is better than endless play for the player who loses endless play,
    and worse for the other: half a point won or lost.
    """

    game: Any
    worth: dict[Any, Outcome]

    def outcome(self, position: Any) -> float | None:
        result: float | None = gate.result(self.game, position)
        if result is None or result in (WIN, LOSS):
            return result
        if result != DRAW:
            raise mistakes.number_beside_endless(position, result)
        return -self.worth[position] / 2


def verdict_beside_endless_play(verdict: Verdict | None, worth: Outcome) -> Verdict:
    """The verdict on a position where endless play is worth this much to the player to move.

    ``verdict``: what ``settle`` has found with ``HalfPoints``; None if it has not settled the
    position.
    """
    if verdict is None:
        return Verdict(worth, None, float(worth))
    if abs(verdict.value) < 1:  # half a point
        return Verdict(DRAW, verdict.remoteness, 0.0)
    return verdict
