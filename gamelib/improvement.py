"""Strategy improvement, round by round.

The algorithm and its proof are in ``chance``. Here it takes all positions at once, begins with the
strategies that the caller gives, and keeps every round on the way: the strategies, their values,
and the moves that were switched.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from gamelib import gate
from gamelib.chance import ChanceGraph, ExactValues, Improvement, Step, Switch, first_steps, walk
from gamelib.core import ExtensiveGame, IllegalMove, M, P
from gamelib.diagnose import EXTENSIVE, with_diagnosis

#: The strategies of both players in the first round, as a caller may give them.
First = Callable[[Any], Any] | Mapping[Any, Any] | None


@dataclass(frozen=True)
class Round:
    """A pair of strategies, its values, and the moves that are switched next.

    Positions of a Quotient are the representatives of their classes.

    Attributes
    ----------
    strategy
        The move at each position where a player moves.
    values
        The value of each position to player 0 under this pair, a Fraction.
    player
        The player who switches moves; None in the last round.
    changes
        The new moves, by position.
    why
        "better" if each leads to a better value at once. Among moves of the same value, "stay"
        keeps play going for ever where the player is behind, and "leave" ends such play. Empty in
        the last round.
    """

    strategy: dict[Any, Any]
    values: dict[Any, Fraction]
    player: int | None
    changes: dict[Any, Any]
    why: str


class ImprovedValues(ExactValues[P, M]):
    """The value of every position to player 0, as ``strategy_improvement`` has found it.

    ``rounds``: one for each pair of strategies; in the last one nothing is switched. ``player``:
    the improver.

    >>> from gamelib.games import OverwriteTicTacToe
    >>> print(strategy_improvement(OverwriteTicTacToe(2))["....", "X"])
    1/3
    """

    def __init__(
        self,
        game: Any,
        known: dict[Any, Fraction],
        moves: dict[Any, Any],
        position: Any,
        rounds: tuple[Round, ...],
        player: int,
    ) -> None:
        super().__init__(game, known, moves, position)
        self.rounds = rounds
        self.player = player

    def __repr__(self) -> str:
        return f"<ImprovedValues of {type(self.game).__name__}: {len(self.rounds)} rounds>"


@with_diagnosis(EXTENSIVE)
def strategy_improvement(
    game: ExtensiveGame[P, M],
    position: P | None = None,
    *,
    first: First = None,
    player: int = 0,
    max_positions: int = gate.MAX_POSITIONS,
) -> ImprovedValues[P, M]:
    """The value of every position as a Fraction, by strategy improvement, with every round.

    Each round solves the whole system anew and is kept, so for thousands of positions
    ``exact_values`` is faster.

    Parameters
    ----------
    game, position, max_positions
        The same as for ``exact_values``.
    first
        The strategies of both players in the first round: a function or a dict from position to
        move. If it gives None or has no move, the first move in the game's order is used.
    player
        The improver, 0 or 1; the other player is the replier, who switches first.

    Examples
    --------
    >>> from gamelib.games import Tree
    >>> game = Tree({"here": ("you", {"stop": (-1, 1), "stay": "here", "throw": "coin"}),
    ...              "coin": ("chance", {"heads": ("1/2", (-1, 1)), "tails": ("1/2", "here")})},
    ...             players=("you", "nobody"))
    >>> values = strategy_improvement(game)
    >>> [(str(one.values["here"]), one.changes) for one in values.rounds]
    [('-1', {'here': 'stay'}), ('0', {})]
    """
    if isinstance(player, bool) or player not in (0, 1):
        raise ValueError(f"player={player!r}: give 0 or 1, the player who improves a strategy")
    graph = walk(game, position, max_positions, solver="strategy_improvement")
    search = Improvement(graph, chosen_steps(graph, first), improver=player)
    live = [p for p in graph.steps if p not in graph.payoff]  # play is not over there
    rounds = tuple(as_round(search, switch) for switch in search.switches(live))
    return ImprovedValues(game, search.values, search.moves(), position, rounds, player)


def chosen_steps(graph: ChanceGraph, first: First) -> dict[Any, Step]:
    """The steps of the first round, wherever a player moves."""
    steps = first_steps(graph)
    if first is None:
        return steps
    if isinstance(first, Mapping):
        move_at: Callable[[Any], Any] = first.get
    elif callable(first):
        move_at = first
    else:
        raise TypeError(f"first={first!r}: give a function or a dict from position to move")
    return {p: chosen_step(graph, p, move_at(p)) for p in steps}


def chosen_step(graph: ChanceGraph, position: Any, move: Any) -> Step:
    """The step that a move makes; the first one for None."""
    steps = graph.steps[position]
    if move is None:
        return steps[0]
    for step in steps:
        if step.by == move:
            return step
    moves = [step.by for step in steps]
    raise IllegalMove(f"first says {move!r} at {position!r}, where the moves are {moves}")


def as_round(search: Improvement, switch: Switch | None) -> Round:
    """The present strategies, their values, and what is switched next, as a record."""
    strategy = search.moves()
    values = dict(search.values)
    if switch is None:
        return Round(strategy, values, player=None, changes={}, why="")
    changes = {p: step.by for p, step in switch.steps.items()}
    return Round(strategy, values, switch.switcher, changes, switch.why)
