"""Strategy improvement (policy iteration): fix both strategies, solve for their values, switch to
better moves, repeat.

With both strategies fixed, play is a Markov chain, and its values solve a system of linear
equations. In each round one player switches at every position where a single move leads to a better
value than the position has; that player's other moves stay as they are. The **replier** goes first,
until their strategy is a best reply to that of the **improver**; only then does the improver
switch. From one such round to the next, the improver's values against best replies never get worse,
and somewhere they get better. So no strategy of the improver ever comes back. Because there are
finitely many, the algorithm ends.

If play need not end, switching single moves is not enough. A player who can pay 1 to stop, or can
stay, sees no gain in staying once, though staying for ever costs nothing. So when no single move is
better, look at the positions where a player is behind, that is, where the value is bad for that
player. Look there at the moves that keep the value. Suppose that by such moves the player can keep
play inside this set for ever, unless the opponent leaves it at a loss. Then the player switches to
them: endless play is worth 0, which is better. If this is possible nowhere, the opponent can always
lead play out of the set without loss. The opponent switches to moves that do so, and then the
values are those of the game. (If the chain never ends, its values are 0.) Sources: Howard (1960),
for one player; Hoffman and Karp (1966), for two; Condon (1992), for games like these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from gamefast.arrays.chance import MAX, NATURE, NOBODY, ChanceArena, ChanceGraph
from gamefast.chance.exact import Strategies, Unproved
from gamefast.chance.known import ExactValues, by_number
from gamefast.chance.values import walked
from gamefast.machine import MAX_EDGES, MAX_POSITIONS
from gamelib.components import leaving
from gamelib.core import ExtensiveGame, IllegalMove, M, P, Record


@dataclass(frozen=True, repr=False)
class Round(Record):
    """A pair of strategies, its values, and the moves that are switched next.

    ``strategy[p]``: the move at each position where a player moves. ``values[p]``: the value to
    player 0 under this pair, a Fraction. ``changes``: the new moves, by position. ``player``: the
    player who makes them, or None in the last round. ``why``: "better" if each leads to a better
    value at once. Among moves of the same value, "stay" keeps play going for ever where the player
    is behind, and "leave" ends such play. Positions of a Quotient are the representatives of their
    classes.
    """

    strategy: dict[Any, Any]
    values: dict[Any, Fraction]
    player: int | None
    changes: dict[Any, Any]
    why: str


class ImprovedValues(ExactValues[P, M]):
    """The value of every position to player 0, as ``strategy_improvement`` has found it.

    ``rounds``: one for each pair of strategies; in the last round nothing is switched. ``player``:
    the improver.

    >>> from gamelib.games import OverwriteTicTacToe
    >>> print(strategy_improvement(OverwriteTicTacToe(2))["....", "X"])
    1/3
    """

    def __init__(
        self, game: ExtensiveGame[P, M], kept: Any, rounds: tuple[Round, ...], player: int
    ) -> None:
        super().__init__(game, kept)
        self.rounds = rounds
        self.player = player

    def __repr__(self) -> str:
        return f"<ImprovedValues of {type(self.game).__name__}: {len(self.rounds)} rounds>"


def strategy_improvement(
    game: ExtensiveGame[P, M] | ChanceArena[P, M],
    position: P | None = None,
    *,
    first: Callable[[Any], Any] | Mapping[Any, Any] | None = None,
    player: int = 0,
    max_positions: int = MAX_POSITIONS,
    max_edges: int = MAX_EDGES,
) -> ImprovedValues[P, M]:
    """The value of every position as a Fraction, by strategy improvement, with every round on the
    way.

    The result is proved like that of ``exact_values``: neither player has a better reply to the
    other's strategy. Each round solves the whole system anew and is kept, so for thousands of
    positions ``exact_values`` is faster.

    Parameters
    ----------
    game, position, max_positions, max_edges
        The same as for ``chance_values``.
    first
        The strategies of both players in the first round: a function or a dict from position to
        move. If it gives None or has no move, the first move in the game's order is used.
    player
        The improver, 0 or 1; the other player is the replier, who switches first.

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
        raise ValueError(f"player={player!r}: give 0 or 1, the player who improves a strategy")
    if not (first is None or callable(first) or isinstance(first, Mapping)):
        raise TypeError(f"first={first!r}: give a function or a dict from position to move")
    graph = walked(game, game, position, max_positions, max_edges)  # it may be an arena itself
    search = _Search(graph, first, improver=player)
    search.run()
    search.prove()
    kept = by_number(graph, search.strategies.values, search.strategies.choice)
    return ImprovedValues(graph.game, kept, tuple(search.rounds), player).asked_for(position)


class _Search:
    """Strategy improvement in progress: the current pair of strategies, and the rounds so far.

    Positions are numbers, moves are places in the graph's ``targets``. The game's own moves stand
    only in ``moves``.
    """

    def __init__(self, graph: ChanceGraph, first: Any, improver: int) -> None:
        self.graph = graph
        self.improver = improver
        self.replier = 1 - improver
        self.rounds: list[Round] = []
        self.turn = graph.turn.tolist()
        self.targets = graph.targets.tolist()
        self.starts = graph.indptr.tolist()
        #: The positions at which play is not over.
        self.live = [p for p, turn in enumerate(self.turn) if turn != NOBODY]
        #: The game's moves at each position where a player moves.
        self.moves: dict[int, list[Any]] = {}
        for p in self.live:
            if self.turn[p] != NATURE:
                self.moves[p] = list(graph.game.moves(graph.numbering.position(p)))
        if first is None:
            first = {}
        first_move = first if callable(first) else first.get
        choice = self.starts[:-1]  # by default, the first move of each position
        for p in self.moves:
            choice[p] = self.first_choice(p, first_move)
        self.strategies = Strategies(graph, choice)

    def first_choice(self, p: int, first_move: Callable[[Any], Any]) -> int:
        """The place of the first round's move at a position."""
        position = self.graph.numbering.position(p)
        move = first_move(position)
        if move is None:
            return self.graph.places(p)[0]
        if move not in self.moves[p]:
            raise IllegalMove(
                f"first says {move!r} at {position!r}, where the moves are {self.moves[p]}"
            )
        return self.graph.places(p)[self.moves[p].index(move)]

    def run(self) -> None:
        """Play rounds until neither player switches a move."""
        while True:
            self.strategies.solve(self.live)
            changes, player, why = self.next_changes()
            self.rounds.append(self.as_round(changes, player, why))
            if player is None:
                return
            for p, move in changes.items():
                self.strategies.choice[p] = move

    def next_changes(self) -> tuple[dict[int, int], int | None, str]:
        """The moves to switch to next (as places by position), the player who switches, and the
        reason; ``({}, None, "")`` if neither player switches.

        The replier comes first, against the improver's current strategy; then the improver, against
        any reply.
        """
        changes = self.better_moves(self.replier)
        if changes:
            return changes, self.replier, "better"
        trap, _ = self.split_behind(self.replier, bound_player=self.improver)
        changes = self.moves_into(self.replier, dict.fromkeys(sorted(trap), trap))
        if changes:
            return changes, self.replier, "stay"

        changes = self.better_moves(self.improver)
        if changes:
            return changes, self.improver, "better"
        trap, order = self.split_behind(self.improver)
        changes = self.moves_into(self.improver, dict.fromkeys(sorted(trap), trap))
        if changes:
            return changes, self.improver, "stay"

        # In ``order`` each position has an option outside (where the improver is not behind), or
        # earlier in the order: the replier can lead play out of it by such moves.
        way_out = {}
        not_earlier = set(order)
        for p in order:
            way_out[p] = {q for q in self.strategies.as_good(p) if q not in not_earlier}
            not_earlier.remove(p)
        changes = self.moves_into(self.replier, way_out)
        if changes:
            return changes, self.replier, "leave"
        return {}, None, ""

    def better_moves(self, player: int) -> dict[int, int]:
        """A player's moves to better values, by position, wherever there is one."""
        return self.strategies.better_moves(p for p in self.live if self.turn[p] == player)

    def split_behind(
        self, player: int, bound_player: int | None = None
    ) -> tuple[set[int], list[int]]:
        """The positions where a player is behind, split in two by the moves that keep the value.

        The first part is a set in which the player can keep play for ever. The second part is the
        others, in the order of ``leaving``: from these the opponent or chance can lead play to
        where the player is not behind. The player ``bound_player``, if there is one, makes only the
        moves of the current strategy.
        """
        values = self.strategies.values  # to player 0
        if player == MAX:
            behind = [p for p in self.live if values[p] < 0]
        else:
            behind = [p for p in self.live if values[p] > 0]
        order = leaving(
            behind,
            lambda p: self.strategies.as_good(p, bound_player),
            lambda p: self.turn[p] != player,
        )
        return set(behind).difference(order), order

    def moves_into(self, player: int, goals: Mapping[int, set[int]]) -> dict[int, int]:
        """A player's moves of the same value to one of ``goals[p]``, for each p in ``goals`` where
        the player's current move does not lead there.
        """
        changes = {}
        for p in goals:
            if self.turn[p] != player:
                continue
            current_option = self.targets[self.strategies.choice[p]]
            if current_option not in goals[p]:
                as_good = self.strategies.as_good(p)
                changes[p] = self.graph.way(p, goals[p].intersection(as_good))
        return changes

    def as_round(self, changes: dict[int, int], player: int | None, why: str) -> Round:
        """The round expressed in positions and moves instead of their numbers."""
        position_of = self.graph.numbering.position
        strategy = {}
        new_moves = {}
        for p, moves in self.moves.items():
            position = position_of(p)
            first_place = self.starts[p]  # the place of the first of these moves
            strategy[position] = moves[self.strategies.choice[p] - first_place]
            if p in changes:
                new_moves[position] = moves[changes[p] - first_place]
        values = {position_of(p): value for p, value in enumerate(self.strategies.values)}
        return Round(strategy, values, player, new_moves, why)

    def prove(self) -> None:
        """Prove the result as ``exact_values`` does, and compare the values found on the way; raise
        Unproved if that fails.
        """
        proof = Strategies(self.graph, list(self.strategies.choice))
        for k, part in enumerate(self.graph.parts):
            proof.prove(part, endless=k in self.graph.endless)
        wrong = []
        for p, value in enumerate(self.strategies.values):
            if value != proof.values[p]:
                wrong.append(self.graph.numbering.position(p))
        if wrong:
            raise Unproved(f"the strategies could not be proved at {wrong}")
