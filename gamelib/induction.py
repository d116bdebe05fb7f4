"""Backward induction: what any number of rational players do, whatever they want.

From the terminal positions back, the player to move takes the move that gives *that player* most,
and every player gets the payoff that follows. At a chance node all get the expected value, in exact
fractions. For two players whose payoffs add up to 0 this is minimax.

A player who is indifferent must still choose, and other players may care how. Here the first of the
best moves is taken, and the plan says that the player was indifferent.

Source: Kuhn, Extensive games and the problem of information (1953).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from reprlib import repr as short
from typing import Any, Generic, NamedTuple

from gamelib import gate
from gamelib.answers import Answer, in_words
from gamelib.components import components
from gamelib.core import CHANCE, ExtensiveGame, M, P, PlayGoesRound, Record, TooLarge
from gamelib.diagnose import EXTENSIVE, with_diagnosis
from gamelib.symmetry import on_real_board, start_of


@dataclass(frozen=True, repr=False)
class Decision(Record, Generic[M]):
    """What is planned at a position: the move, and the payoffs that follow, one for each player.

    ``move`` is None if play is over or chance decides. ``equal`` are the other moves that give the
    player to move just as much. If there are any, that player is indifferent, and a different plan
    may give other players more or less.
    """

    payoffs: tuple[Any, ...]
    move: M | None = None
    equal: tuple[M, ...] = ()

    def __str__(self) -> str:
        return in_words(self.payoffs)


class Plan(Answer[P, M, Decision[M]]):
    """A Decision for every position that can be reached: what ``backward_induction`` returns.

    >>> from gamelib.games import Tree
    >>> share = ("Ann", {"half": (5, 5), "most": (9, 1)})
    >>> plan = backward_induction(Tree({"share": share}, players=("Ann", "Bob")))
    >>> plan.value("share"), plan.best("share")
    ((9, 1), 'most')
    """

    def __getitem__(self, position: P) -> Decision[M]:
        decision = super().__getitem__(position)
        if decision.move is None:
            return decision
        move = on_real_board(self.game, position, decision.move)
        equal = tuple(on_real_board(self.game, position, other) for other in decision.equal)
        return Decision(decision.payoffs, move, equal)

    def value(self, position: P | None = None) -> tuple[Any, ...]:
        """The payoffs that follow from a position, one for each player."""
        return self[self.position_or_start(position)].payoffs

    def best(self, position: P | None = None) -> M | None:
        """The planned move; None if play is over or chance decides."""
        return self[self.position_or_start(position)].move

    def counts(self) -> dict[tuple[Any, ...], int]:
        """How many positions lead to each payoff vector, the most frequent first."""
        counted = Counter(decision.payoffs for decision in self.known.values())
        return dict(counted.most_common())

    def __repr__(self) -> str:
        begin = "the start" if self.position is None else short(self.position)
        return f"<Plan: {len(self):,} positions, {in_words(self.value())} from {begin}>"


class Turn(NamedTuple):
    """Whose turn it is at a position, and what can be done there.

    ``player``: a number, CHANCE, or None if play is over. ``steps``: the player's moves, or the
    probabilities at a chance node, each with the option that it leads to.
    """

    player: Any
    steps: list[tuple[Any, Any]]

    @property
    def options(self) -> list[Any]:
        """The positions that can follow."""
        return [option for _, option in self.steps]


@with_diagnosis(EXTENSIVE)
def backward_induction(
    game: ExtensiveGame[P, M],
    position: P | None = None,
    *,
    max_positions: int = gate.MAX_POSITIONS,
) -> Plan[P, M]:
    """The plan of any number of rational players, from a position on (Kuhn 1953).

    The payoffs need not add up to zero. Each position is worked out once, without recursion. Among
    equally good moves the first in the order of ``moves`` is planned.

    Parameters
    ----------
    game
        An ExtensiveGame in which play cannot come back to a position.
    position
        Where play begins; the start if none is given.
    max_positions
        The largest number of positions to visit.

    Raises
    ------
    PlayGoesRound
        If play can come back to a position; a ValueError.
    TypeError, ValueError
        For what is not an ExtensiveGame, and for wrong probabilities, payoffs and turns.
    TooLarge
        Beyond ``max_positions``.

    Examples
    --------
    >>> from gamelib.games import Tree
    >>> ultimatum = Tree({"offer": ("proposer", {"fair": "fair", "greedy": "greedy"}),
    ...                   "fair": ("other", {"yes": (5, 5), "no": (0, 0)}),
    ...                   "greedy": ("other", {"yes": (9, 1), "no": (0, 0)})},
    ...                  players=("proposer", "other"))
    >>> backward_induction(ultimatum)["offer"]
    Decision(payoffs=(9, 1), move='greedy', equal=())
    """
    start = start_of(game, position)
    decisions: dict[Any, Decision[Any]] = {}
    for here, turn in options_first(game, start, max_positions):
        after = [decisions[option].payoffs for option in turn.options]
        decisions[here] = decide(game, here, turn, after)
    return Plan(game, decisions, position)


def options_first(game: Any, start: Any, most: int) -> Iterator[tuple[Any, Turn]]:
    """Everything that play can reach, with every position after its options.

    Raises PlayGoesRound if there is no such order, and TooLarge beyond ``most`` positions.
    """
    turns: dict[Any, Turn] = {}

    def options(here: Any) -> list[Any]:
        """The options of a position; on the way, whose turn it is there is noted."""
        turns[here] = Turn(player=gate.turn(game, here), steps=gate.steps(game, here))
        if len(turns) > most:
            met = {*turns}.union(*(turn.options for turn in turns.values()))
            raise TooLarge(
                f"the game has more than {most:,} positions; raise max_positions if memory "
                f"allows, or take a smaller game. At least {len(met):,} positions were found, "
                f"{len(turns):,} of them opened"
            )
        return turns[here].options

    for component in components([start], options):  # a single position, unless play can cycle
        here = component[-1]
        if len(component) > 1 or here in turns[here].options:
            raise PlayGoesRound(
                f"play can come back to {here!r}: backward induction needs a last move. For games "
                "with cycles, see solve (two players, no chance) and exact_values"
            )
        yield here, turns[here]


def decide(game: Any, position: Any, turn: Turn, after: Sequence[tuple[Any, ...]]) -> Decision[Any]:
    """The decision at a position; ``after[i]``: the payoffs that its step i leads to."""
    if turn.player is None:
        return Decision(gate.payoffs(game, position))
    check_numbers_of_payoffs(position, turn.player, after)
    if turn.player == CHANCE:
        probabilities = [probability for probability, _ in turn.steps]
        return Decision(expected_payoffs(probabilities, after))
    moves = [move for move, _ in turn.steps]
    return best_decision(turn.player, moves, after)


def best_decision(
    player: int, moves: Sequence[Any], after: Sequence[tuple[Any, ...]]
) -> Decision[Any]:
    """The decision of the player to move: the first of the moves that give this player most.

    ``after[i]``: the payoffs of all players that moves[i] leads to.
    """
    gains = [gate.fraction(payoffs[player], "a payoff") for payoffs in after]
    most = max(gains)
    first, *others = [i for i, gain in enumerate(gains) if gain == most]
    return Decision(
        payoffs=after[first],
        move=moves[first],
        equal=tuple(moves[i] for i in others),
    )


def expected_payoffs(
    probabilities: Sequence[Fraction], after: Sequence[tuple[Any, ...]]
) -> tuple[Fraction, ...]:
    """What each player gets on average, exactly; ``after[i]`` comes with probability i."""
    averages = []
    for gains in zip(*after, strict=True):  # one player's, for each thing that can happen
        average = Fraction(0)
        for probability, gain in zip(probabilities, gains, strict=True):
            average += probability * gate.fraction(gain, "a payoff")
        averages.append(average)
    return tuple(averages)


def check_numbers_of_payoffs(position: Any, turn: Any, after: Sequence[tuple[Any, ...]]) -> None:
    """Raise ValueError unless each step leads to as many payoffs, and one is for whoever moves."""
    first = after[0]
    if any(len(payoffs) != len(first) for payoffs in after):
        raise ValueError(
            f"the payoffs after {position!r} differ in length: give one for each player at every "
            "terminal position"
        )
    if turn != CHANCE and turn >= len(first):
        raise ValueError(missing_payoff(position, turn, first))


def missing_payoff(position: Any, turn: int, payoffs: tuple[Any, ...]) -> str:
    """The error's sentence for a player who moves, but for whom there is no payoff."""
    return (
        f"at {position!r} it is the turn of {turn}: players are 0 to {len(payoffs) - 1} by the "
        f"payoffs, such as {payoffs!r}: give one for each player, counted from 0"
    )
