"""Backward induction: what any number of rational players do, whatever they want.

From the terminal positions back, the player to move takes the move that gives *that player* most,
and every player gets the payoff that follows. At a chance node all get the expected value, in exact
fractions. For two players whose payoffs add up to 0 this is minimax. A player who is indifferent
must still choose, and other players may care how. Here the first of the best moves is taken, and
the plan says that the player was indifferent. Source: Kuhn, Extensive games and the problem of
information (1953).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from reprlib import repr as short
from typing import Any, Generic

from gamelib import ask
from gamelib.adapters import of_class
from gamelib.answers import Answer, in_words
from gamelib.arenas.components import components
from gamelib.core import (
    CHANCE,
    ExtensiveGame,
    M,
    P,
    PlayGoesRound,
    Record,
    TooLarge,
    UnknownPosition,
)
from gamelib.machine import MAX_KEPT


@dataclass(frozen=True, repr=False)
class Decision(Record, Generic[M]):
    """What is planned at a position: the move, and the payoffs that follow, one for each player.

    ``move`` is None if play is over or chance decides. ``equal``: the other moves that give the
    player to move just as much. If there are any, that player is indifferent, and a different plan
    may give other players more or less.
    """

    payoffs: tuple[Any, ...]
    move: M | None = None
    equal: tuple[M, ...] = ()

    def __str__(self) -> str:
        return in_words(self.payoffs)


@dataclass(frozen=True, eq=False, repr=False)
class Plan(Answer[P, M, Decision[M]]):
    """A Decision for every position that can be reached; ``plan.value(p)`` is what each player gets
    from there.

    >>> from gamelib.games import Tree
    >>> plan = backward_induction(Tree({"share": ("Ann", {"half": (5, 5), "most": (9, 1)})}, players=("Ann", "Bob")))
    >>> plan.value("share"), plan.best("share")
    ((9, 1), 'most')
    """

    game: ExtensiveGame[P, M]
    decisions: dict[P, Decision[M]]

    def __getitem__(self, position: P) -> Decision[M]:
        if (decision := self.decisions.get(self._key(position))) is None:
            raise UnknownPosition(f"the plan has no position {position!r}")
        if decision.move is None:
            return decision
        back = of_class(self.game, position)[1]
        return replace(decision, move=back(decision.move), equal=tuple(map(back, decision.equal)))

    def __iter__(self) -> Iterator[P]:
        return iter(self.decisions)

    def __len__(self) -> int:
        return len(self.decisions)

    def value(self, position: P | None = None) -> tuple[Any, ...]:
        """The payoffs that follow from a position, one for each player."""
        return self[self._at(position)].payoffs

    def best(self, position: P | None = None) -> M | None:
        """The planned move; None if play is over or chance decides."""
        return self[self._at(position)].move

    def counts(self) -> dict[tuple[Any, ...], int]:
        """How many positions lead to each payoff vector, the most frequent first."""
        return dict(Counter(decision.payoffs for decision in self.decisions.values()).most_common())

    def __repr__(self) -> str:
        begin = "the start" if self.position is None else short(self.position)
        return f"<Plan: {len(self):,} positions, {in_words(self.value())} from {begin}>"


def backward_induction(
    game: ExtensiveGame[P, M], position: P | None = None, *, max_positions: int = MAX_KEPT
) -> Plan[P, M]:
    """Return the plan of any number of rational players, from a position on (Kuhn 1953).

    The payoffs need not add up to zero. Each position is worked out once, without recursion. Among
    equally good moves the first in the order of ``moves`` is planned. Raises ValueError if play can
    come back to a position, and for wrong probabilities, payoffs and turns; raises TooLarge beyond
    ``max_positions``.

    >>> from gamelib.games import Tree
    >>> ultimatum = Tree({"offer": ("proposer", {"fair": "fair", "greedy": "greedy"}),
    ...                   "fair": ("other", {"yes": (5, 5), "no": (0, 0)}),
    ...                   "greedy": ("other", {"yes": (9, 1), "no": (0, 0)})}, players=("proposer", "other"))
    >>> backward_induction(ultimatum)["offer"]
    Decision(payoffs=(9, 1), move='greedy', equal=())
    """
    begin = of_class(game, ask.position(ask.an_extensive_game(game), position))[0]
    decisions: dict[Any, Decision[Any]] = {}
    waiting: dict[Any, list[tuple[Any, Any]]] = {}  # the steps of positions that are not decided

    def options(here: Any) -> list[Any]:
        waiting[here] = ask.steps(game, here)
        if len(decisions) + len(waiting) > max_positions:
            raise TooLarge(
                f"the game has more than {max_positions:,} positions; raise max_positions if "
                "memory allows, or take a "
                f"smaller game. So many were found and opened, and {len(decisions):,} of them "
                "decided"
            )
        return [there for _, there in waiting[here]]

    for here, *others in components([begin], options):  # every position comes after its options
        if others or here in [there for _, there in waiting[here]]:
            raise PlayGoesRound(
                f"play can come back to {[here, *others][-1]!r}: backward induction needs a last "
                "move. For games with "
                "cycles, see solve (two players, no chance) and exact_values"
            )
        decisions[here] = _decided(game, here, waiting.pop(here), decisions)
    return Plan(game, decisions).asked_for(position)


def _decided(
    game: ExtensiveGame[Any, Any],
    position: Any,
    steps: list[tuple[Any, Any]],
    decisions: dict[Any, Decision[Any]],
) -> Decision[Any]:
    """The decision at a position when all its next positions are decided."""
    turn = ask.turn(game, position, players=None)
    if turn is None:
        return Decision(ask.payoffs(game, position))
    after = [decisions[there].payoffs for _, there in steps]
    if len({len(payoffs) for payoffs in after}) > 1:
        raise ValueError(
            f"the payoffs after {position!r} differ in length: give one for each player at every "
            "terminal position"
        )
    if turn == CHANCE:
        expected = [
            sum(
                (
                    p * ask.number(gain, "a payoff")
                    for (p, _), gain in zip(steps, gains, strict=True)
                ),
                Fraction(0),
            )
            for gains in zip(*after, strict=True)
        ]
        return Decision(tuple(expected))
    if turn >= len(after[0]):
        raise ValueError(ask.unpaid(position, turn, after[0]))
    gains = [ask.number(payoffs[turn], "a payoff") for payoffs in after]
    best = [k for k, gain in enumerate(gains) if gain == max(gains)]
    return Decision(after[best[0]], steps[best[0]][0], tuple(steps[k][0] for k in best[1:]))
