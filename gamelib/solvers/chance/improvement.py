"""Strategy improvement: guess, solve the linear equations, change the moves that are better, repeat.

With both strategies fixed, play is a Markov chain, and its values solve linear equations. In each round one player
changes his moves, wherever a single move leads to more than the position is worth; all others he keeps. The **replier**
goes first: only when he has no better reply is it the turn of the **improver**, whose values against best replies never
fall from round to round and rise somewhere. So no strategy comes back, and as there are finitely many, it ends.

Where play need not end, single moves are not enough: who pays 1 to stop, and may stay for 0, gains nothing by staying
once. When no single move is better, the player is behind in some positions: look at the equally good moves there. If by
such moves he can keep play among these positions for ever, unless the other leaves by a worse move, he does: endless
play is worth 0, and that is more. If nowhere, the other can always lead play out of them, by equally good moves of his
own, does so, and nobody gains by going round: the values are right. (Where the chain never ends, its values are 0.)
Sources: Howard (1960), for one player; Hoffman and Karp (1966), for two; Condon (1992), for games like these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from gamelib.arenas.chance import MAX, NATURE, NOBODY, ChanceGraph
from gamelib.arenas.components import leaving
from gamelib.core import ExtensiveGame, IllegalMove
from gamelib.machine import MAX_EDGES, MAX_POSITIONS
from gamelib.solvers.chance.exact import Strategies, Unproved
from gamelib.solvers.chance.known import ExactValues


@dataclass(frozen=True)
class Round:
    """Two strategies, what they are worth against each other, and what is changed in them.

    ``strategy[p]``: the move at every position at which a player moves. ``values[p]``: to player 0, a Fraction.
    ``player``: who changes the moves in ``changes`` to those that stand there; None in the last round. ``why``: because
    a single move is "better"; or, among equally good moves, to "stay" and keep play going for ever, or to "leave" where
    the other would. Positions of a Quotient are the representatives of their classes.
    """

    strategy: dict[Any, Any]
    values: dict[Any, Fraction]
    player: int | None
    changes: dict[Any, Any]
    why: str


class ImprovedValues(ExactValues):
    """The value of every position to player 0, as ``strategy_improvement`` has found it, and the ``rounds`` on the way.

    ``rounds``: from the first guess to the round in which nothing is changed. ``player``: the improver.

    >>> from gamelib.games import OverwriteTicTacToe
    >>> print(strategy_improvement(OverwriteTicTacToe(2))["....", "X"])
    1/3
    """

    def __init__(self, graph: ChanceGraph, rounds: tuple[Round, ...], player: int) -> None:
        name, last = graph.numbering, rounds[-1]
        super().__init__(
            graph.game,
            lambda p: last.values[name.position(name.index(p))],
            lambda p: last.strategy.get(name.position(name.index(p))),
            lambda: graph,
        )
        self.rounds, self.player = rounds, player

    def __repr__(self) -> str:
        return f"<ImprovedValues of {type(self.game).__name__}: {len(self.rounds)} rounds>"


def strategy_improvement(
    game: ExtensiveGame[Any, Any] | ChanceGraph,
    position: Any = None,
    *,
    first: Callable[[Any], Any] | Mapping[Any, Any] | None = None,
    player: int = 0,
    max_positions: int = MAX_POSITIONS,
    max_edges: int = MAX_EDGES,
) -> ImprovedValues:
    """The value of every position as a Fraction, by improving two strategies, one after the other; and all rounds.

    The result is proved as that of ``exact_values`` is: neither player has a better reply to the other's strategy.
    Each round solves all equations anew, and all are kept: for thousands of positions ``exact_values`` is quicker.

    Parameters
    ----------
    game, position, max_positions, max_edges
        As for ``chance_values``.
    first
        The moves to begin with, of both players: a function or a dict from position to move. Where it says None, or
        nothing, the first move in the game's order.
    player
        The improver, 0 or 1; the other player changes moves first, until no reply is better.

    Examples
    --------
    >>> from gamelib.games import Tree
    >>> here = {"stop": (-1, 1), "stay": "here", "throw": "coin"}
    >>> game = Tree({"here": ("you", here), "coin": ("chance", {"heads": ("1/2", (-1, 1)), "tails": ("1/2", "here")})},
    ...             players=("you", "nobody"))
    >>> values = strategy_improvement(game)
    >>> [(str(r.values["here"]), r.changes) for r in values.rounds]
    [('-1', {'here': 'stay'}), ('0', {})]
    """
    if isinstance(player, bool) or player not in (0, 1):
        raise ValueError(f"player={player!r}: give 0 or 1, the one who improves his strategy")
    if not (first is None or callable(first) or isinstance(first, Mapping)):
        raise TypeError(f"first={first!r}: give a function or a dict from position to move")
    if not isinstance(game, ChanceGraph):
        game = ChanceGraph.of(game, position, max_positions=max_positions, max_edges=max_edges)
    search = _Search(game, first, player)
    search.run()
    search.check()
    return ImprovedValues(game, tuple(search.rounds), player)


class _Search:
    """The two strategies as they are, and the rounds up to now."""

    def __init__(self, graph: ChanceGraph, first: Any, player: int) -> None:
        self.graph, self.player, self.rounds = graph, player, list[Round]()
        self.turn, self.targets = graph.turn.tolist(), graph.targets.tolist()
        self.starts = graph.indptr.tolist()
        self.live = [p for p, turn in enumerate(self.turn) if turn != NOBODY]
        self.moves = {
            p: list(graph.game.moves(graph.numbering.position(p))) for p in self.live if self.turn[p] != NATURE
        }
        asked = first if callable(first) else (first or {}).get
        choice = [self.begin(p, asked) if p in self.moves else self.starts[p] for p in range(len(graph))]
        self.strategies = Strategies(graph, choice)

    def begin(self, p: int, first: Callable[[Any], Any]) -> int:
        """The place of the first move at a position."""
        position = self.graph.numbering.position(p)
        move = first(position)
        if move is None:
            return int(self.starts[p])
        if move not in self.moves[p]:
            raise IllegalMove(f"first says {move!r} at {position!r}, where the moves are {self.moves[p]}")
        return int(self.starts[p]) + self.moves[p].index(move)

    def run(self) -> None:
        """Round after round, until nobody changes a move."""
        while True:
            self.strategies.solve(self.live)
            changes, player, why = self.next_changes()
            self.rounds.append(self.as_round(changes, player, why))
            if player is None:
                return
            for p, e in changes.items():
                self.strategies.choice[p] = e

    def next_changes(self) -> tuple[dict[int, int], int | None, str]:
        """The moves that are changed next, as places by position, by whom, and why.

        The replier first, against the improver's choices as they are; then the improver, whatever the replier does.
        """
        order: list[int] = []
        for player, kept in ((1 - self.player, self.player), (self.player, None)):
            if better := self.better(player):
                return better, player, "better"
            inside, order = self.behind(player, kept)
            if changes := self.exchange(sorted(inside), player, lambda p: inside):  # noqa: B023  # used at once
                return changes, player, "stay"
        gone = {p: k for k, p in enumerate(order)}
        out = {p: {q for q in self.strategies.as_good(p) if gone.get(q, -1) < gone[p]} for p in order}
        changes = self.exchange(order, 1 - self.player, out.__getitem__)
        return (changes, 1 - self.player, "leave") if changes else ({}, None, "")

    def better(self, player: int) -> dict[int, int]:
        """A player's moves that lead to more than their position is worth."""
        mine = (p for p in self.live if self.turn[p] == player)
        return {p: e for p in mine if (e := self.strategies.better(p)) is not None}

    def behind(self, player: int, kept: int | None) -> tuple[set[int], list[int]]:
        """Where a player is behind: where he can keep play for ever, by equally good moves; and the rest, as it leaves.

        He whose choices are ``kept`` has no other moves.
        """
        values = self.strategies.values
        behind = [p for p in self.live if (values[p] < 0 if player == MAX else values[p] > 0)]
        order = leaving(behind, lambda p: self.strategies.as_good(p, kept), lambda p: self.turn[p] != player)
        return set(behind).difference(order), order

    def exchange(self, where: list[int], player: int, goals: Callable[[int], set[int]]) -> dict[int, int]:
        """For a player's choices that do not lead to ``goals(p)``, equally good moves that do."""
        changes = {}
        for p in where:
            if self.turn[p] == player and self.targets[self.strategies.choice[p]] not in goals(p):
                changes[p] = self.graph.way(p, goals(p).intersection(self.strategies.as_good(p)))
        return changes

    def as_round(self, changes: dict[int, int], player: int | None, why: str) -> Round:
        """The round with positions and moves for numbers."""
        name = self.graph.numbering.position
        strategy, new = (
            {name(p): moves[places[p] - self.starts[p]] for p, moves in self.moves.items() if p in places}
            for places in (dict(enumerate(self.strategies.choice)), changes)
        )
        values = {name(p): value for p, value in enumerate(self.strategies.values)}
        return Round(strategy, values, player, new, why)

    def check(self) -> None:
        """The proof of ``exact_values``, for the strategies found, with their values worked out anew."""
        graph = self.graph
        proof = Strategies(graph, self.strategies.choice)
        proof.solve(self.live)
        doubts = {
            p: e
            for k, part in enumerate(graph.parts)
            for p, e in proof.doubts(part, endless=k in graph.endless).items()
        }
        if doubts or proof.values != self.strategies.values:
            raise Unproved(f"the strategies could not be proved at {[graph.numbering.position(p) for p in doubts]}")
