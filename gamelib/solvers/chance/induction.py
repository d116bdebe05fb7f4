"""Backward induction: what rational players do, any number of them, whatever they want.

From the ends back: at a position the player to move takes the move that gives *him* most, and all players then get what
it gives them. Nature takes the expected value, in exact fractions. For two players whose payoffs add up to zero it is
minimax. A player who is indifferent must still choose, and the others may care how: here he takes the first of his best
moves, and the plan says that he was indifferent. Source: Kuhn, Extensive games and the problem of information (1953).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from gamelib.arenas.chance import checked_chances
from gamelib.core import CHANCE, ExtensiveGame, check_extensive


@dataclass(frozen=True)
class Decision:
    """What is planned at a position: the move, and the payoffs that follow, one for each player.

    ``move`` is None where play is over or chance decides. ``equal``: the other moves that give the player to move as
    much; where it is not empty he is indifferent, and a different plan may give the others more or less.
    """

    payoffs: tuple[Any, ...]
    move: Any = None
    equal: tuple[Any, ...] = ()


@dataclass(frozen=True, eq=False)
class Plan(Mapping[Any, Decision]):
    """A mapping from every position that can be reached to its Decision. ``plan.line()``: the moves from the start."""

    game: ExtensiveGame[Any, Any]
    decisions: dict[Any, Decision]

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __getitem__(self, position: Any) -> Decision:
        return self.decisions[position]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.decisions)

    def __len__(self) -> int:
        return len(self.decisions)

    def line(self, position: Any = None) -> list[Any]:
        """The moves that are played from a position (the start) by the plan, to the end or to where chance decides."""
        position = self.game.start() if position is None else position
        moves = []
        while (move := self[position].move) is not None:
            moves.append(move)
            position = self.game.play(position, move)
        return moves


def backward_induction(game: ExtensiveGame[Any, Any], position: Any = None) -> Plan:
    """The plan of rational players from a position (the start, if none is given) on.

    Each position is worked out once, without recursion. Among equally good moves the first in the order of ``moves``
    is planned. Raises ValueError where play can come back to a position, for probabilities that do not add up to 1,
    and for payoffs of different length.

    >>> from gamelib.games import Tree
    >>> ultimatum = Tree({"offer": ("proposer", {"fair": "fair", "greedy": "greedy"}),
    ...                   "fair": ("other", {"yes": (5, 5), "no": (0, 0)}),
    ...                   "greedy": ("other", {"yes": (9, 1), "no": (0, 0)})}, players=("proposer", "other"))
    >>> backward_induction(ultimatum)["offer"]
    Decision(payoffs=(9, 1), move='greedy', equal=())
    """
    check_extensive(game)
    position = game.start() if position is None else position
    decisions: dict[Any, Decision] = {}
    path: set[Any] = set()
    todo = [position]
    while todo:
        here = todo[-1]
        if here in decisions:
            todo.pop()
            continue
        waiting = [there for _, there in _steps(game, here) if there not in decisions]
        if not waiting:
            decisions[here] = _decided(game, here, decisions)
            path.discard(here)
            todo.pop()
            continue
        path.add(here)
        for there in waiting:
            if there in path:
                raise ValueError(
                    f"play can come back to {there!r}: backward induction needs a last move. For games that go round, "
                    "see solve (two players, no chance)"
                )
        todo += reversed(waiting)
    if len({len(decision.payoffs) for decision in decisions.values()}) > 1:
        raise ValueError("the payoffs at the ends are of different length: one number a player, at every end")
    return Plan(game, decisions)


def _steps(game: ExtensiveGame[Any, Any], position: Any) -> list[tuple[Any, Any]]:
    """Pairs of a move (at a chance node its probability) and the position it leads to."""
    turn = game.turn(position)
    if turn is None:
        return []
    if turn == CHANCE:
        return list(checked_chances(game, position))
    return [(move, game.play(position, move)) for move in game.moves(position)]


def _decided(game: ExtensiveGame[Any, Any], position: Any, decisions: dict[Any, Decision]) -> Decision:
    """The decision at a position whose next positions are all decided."""
    turn, steps = game.turn(position), _steps(game, position)
    if turn is None:
        payoffs = tuple(game.payoffs(position))
        if any(payoff != payoff for payoff in payoffs):
            raise ValueError(f"the payoffs at {position!r} are {payoffs!r}: they must be numbers")
        return Decision(payoffs)
    if not steps:
        raise ValueError(f"at {position!r} it is the turn of {turn!r}, but there is no move")
    after = [decisions[there].payoffs for _, there in steps]
    if len({len(payoffs) for payoffs in after}) > 1:
        raise ValueError(f"the payoffs after {position!r} are of different length: one number a player, at every end")
    if turn != CHANCE and not (isinstance(turn, int) and 0 <= turn < len(after[0])):
        raise ValueError(f"at {position!r} it is the turn of {turn!r}: players are 0 to {len(after[0]) - 1}, or CHANCE")
    if turn == CHANCE:
        expected = [
            sum((p * payoffs[k] for (p, _), payoffs in zip(steps, after, strict=True)), Fraction(0))
            for k in range(len(after[0]))
        ]
        return Decision(tuple(expected))
    gains = [payoffs[int(turn)] for payoffs in after]
    best = [k for k, gain in enumerate(gains) if gain == max(gains)]
    return Decision(after[best[0]], steps[best[0]][0], tuple(steps[k][0] for k in best[1:]))
