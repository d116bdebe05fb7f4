"""The exact values of a game with chance and cycles, as fractions, with a proof.

Two players, 0 and 1, play for the same payoff: what player 0 gets, player 1 loses. Nature throws
dice, and play can cycle. Values are for player 0, and endless play is worth 0.

If both players' strategies are fixed, play is a Markov chain, and its values follow from linear
equations (``markov``). **Strategy improvement** begins with any pair of strategies, works out their
values, switches some moves, and begins again. One player, the **replier**, goes first, until their
strategy is a best reply to that of the other, the **improver**. Only then does the improver switch.

* **Better.** Where a move leads to a better value than the position has, the player switches to it.
* **Stay.** Where play need not end, better moves are not enough. Suppose that a player can stop at
  a cost of 1, or stay. To stay once gains nothing, but to stay for ever costs nothing. So look at
  the positions where a player is behind, and at the moves there that keep the value. If by these
  moves the player can keep play among such positions, the player switches to them: endless play is
  worth 0, which is better. (The opponent may be able to leave, but only at a loss.)
* **Leave.** If neither can switch any more, the replier leads play out of the positions where the
  improver is behind, by moves that keep the value.

From one switch of the improver to the next, the improver's values against best replies get nowhere
worse, and somewhere better. So no strategy of the improver comes back, and as there are finitely
many, the rounds end.

**Theorem.** When no switch is left, the values are those of the game: against either player's
strategy the other has no better reply.

*Proof.* Suppose first that the replier plays in another way. No single move of theirs is better, so
the average value does not change in their favour as play goes on. Hence they could gain only if
play never ends, and counts 0, where they are behind. With probability 1, endless play stays in the
end in an end component. In this one the replier is behind, the improver follows the strategy, and
all the replier's moves keep the value. But then "stay" would have found it. Now suppose that the
improver plays in another way. Again they could gain only in an end component in which they are
behind, where all their moves keep the value, and the replier follows the strategy. But after
"leave" that strategy leads play out of the positions where the improver is behind, with a positive
probability from each of them. So there is no such component.

``exact_values`` takes the strongly connected components one after the other, each after all those
that it leads to. ``strategy_improvement`` takes all positions at once, and shows every round.

Sources: Howard, Dynamic programming and Markov processes (1960), for one player; Hoffman and Karp,
On nonterminating stochastic games (1966), for two; Condon, The complexity of stochastic games
(1992), for games like these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from gamelib import gate, mistakes
from gamelib.answers import Answer, V
from gamelib.components import components, end_components, leaving
from gamelib.core import CHANCE, ExtensiveGame, M, P
from gamelib.diagnose import EXTENSIVE, with_diagnosis
from gamelib.markov import chain_values
from gamelib.symmetry import class_of, on_real_board, start_of

ZERO = Fraction(0)
CERTAIN = Fraction(1)


@with_diagnosis(EXTENSIVE)
def exact_values(
    game: ExtensiveGame[P, M],
    position: P | None = None,
    *,
    max_positions: int = gate.MAX_POSITIONS,
) -> ExactValues[P, M]:
    """The value of every position as a Fraction, proved: neither player has a better reply.

    Parameters
    ----------
    game
        A zero-sum ExtensiveGame of players 0 and 1, or of player 0 alone; play can cycle. Floats
        are taken as the binary fractions that they are: write probabilities as Fractions, or they
        will not add up to 1.
    position
        Where play begins; the start if none is given.
    max_positions
        The largest number of positions to visit.

    Raises
    ------
    TypeError, ValueError
        For what is not such a game, and, naming the position, for wrong turns, moves, probabilities
        and payoffs.
    TooLarge
        Beyond ``max_positions``.

    Examples
    --------
    >>> from gamelib.games import OverwriteTicTacToe
    >>> values = exact_values(OverwriteTicTacToe(2))
    >>> print(values["....", "X"], values["X...", "O"], values["XO..", "X"])
    1/3 1/3 1
    """
    graph = walk(game, position, max_positions, solver="exact_values")
    search = Improvement(graph, first_steps(graph), improver=0)
    for part in components(graph.steps, graph.options):  # each after all those that it leads to
        search.improve(part)
        search.prefer_first_moves(part)
    return ExactValues(game, search.values, search.moves(), position)


class Step(NamedTuple):
    """A move, or at a chance node a probability, and the position that it leads to."""

    by: Any
    option: Any


@dataclass(frozen=True)
class ChanceGraph:
    """Everything that play can reach from a position of a zero-sum game with chance.

    ``turn``: whose turn it is, 0, 1, CHANCE, or None at the end. ``steps``: the moves, or at a
    chance node the probabilities, each with the option it leads to. ``payoff``: what player 0 gets
    at the terminal positions.
    """

    turn: dict[Any, Any]
    steps: dict[Any, list[Step]]
    payoff: dict[Any, Fraction]

    def options(self, position: Any) -> list[Any]:
        """The positions that can follow."""
        return [step.option for step in self.steps[position]]

    def is_chance(self, position: Any) -> bool:
        return bool(self.turn[position] == CHANCE)

    def step_into(self, position: Any, goals: Container[Any]) -> Step:
        """The first step that leads to one of the goals."""
        return next(step for step in self.steps[position] if step.option in goals)


def walk(game: Any, position: Any, max_positions: int, *, solver: str) -> ChanceGraph:
    """Visit everything that play can reach from a position, breadth first.

    Raises TooLarge beyond ``max_positions``, and recommends gamefast's ``solver``.
    """
    start = start_of(game, position)
    graph = ChanceGraph(turn={}, steps={}, payoff={})
    waiting = [start]
    met = {start}
    for here in waiting:  # the list grows while we walk along it
        if len(waiting) > max_positions:
            raise mistakes.too_many_positions(len(waiting), len(graph.steps), solver)
        graph.turn[here] = gate.turn_of_two(game, here)
        graph.steps[here] = [Step(by, option) for by, option in gate.steps(game, here)]
        if graph.turn[here] is None:
            graph.payoff[here] = gate.payoff(game, here)
        for option in graph.options(here):
            if option not in met:
                met.add(option)
                waiting.append(option)
    return graph


def first_steps(graph: ChanceGraph) -> dict[Any, Step]:
    """The first move in the game's order, wherever a player moves."""
    return {p: graph.steps[p][0] for p, turn in graph.turn.items() if turn in (0, 1)}


class Switch(NamedTuple):
    """The steps that a player switches to, by position; and why: "better", "stay" or "leave"."""

    steps: dict[Any, Step]
    switcher: int
    why: str


class Improvement:
    """Strategy improvement in progress: the strategies of both players, and their values.

    ``choice``: the step that is taken wherever a player moves. ``values``: what player 0 gets on
    average if both follow these strategies. ``improver``: player 0 or 1; the other is the replier.
    ``live``, in all methods: the positions that are worked on; play is over at none of them.
    """

    def __init__(self, graph: ChanceGraph, choice: dict[Any, Step], improver: int) -> None:
        self.graph = graph
        self.choice = choice
        self.values = {p: graph.payoff.get(p, ZERO) for p in graph.steps}
        self.improver = improver
        self.replier = 1 - improver

    def improve(self, part: Iterable[Any]) -> None:
        """Find the values of a component, once the values of all that it leads to are known."""
        live = [p for p in part if p not in self.graph.payoff]
        for _ in self.switches(live):
            pass  # each switch is made when the next one is asked for

    def switches(self, live: Sequence[Any]) -> Iterator[Switch | None]:
        """One switch after another, and None when no switch is left.

        Each comes before it is made, when the values are those of the strategies so far.
        """
        while True:
            self.evaluate(live)
            switch = self.next_switch(live)
            yield switch
            if switch is None:
                return
            self.choice.update(switch.steps)

    def evaluate(self, live: Sequence[Any]) -> None:
        """Bring the values of some positions up to date, by the equations of the Markov chain."""
        chain = {p: self.followed(p) for p in live}
        self.values.update(chain_values(chain, self.values))

    def followed(self, position: Any) -> list[tuple[Fraction, Any]]:
        """The next positions if both players follow their strategies, with their probabilities."""
        if self.graph.is_chance(position):
            return [(step.by, step.option) for step in self.graph.steps[position]]
        return [(CERTAIN, self.choice[position].option)]

    def next_switch(self, live: Sequence[Any]) -> Switch | None:
        """What to switch next; None if there is nothing left to switch.

        The replier comes first, and replies to the improver, the ``follower``, who is held to the
        present strategy. Only when the replier has no better reply does the improver switch: to
        better values, or to moves that keep play going for ever, whatever the replier does without
        loss (nobody is a follower then). Last, the replier leaves the positions where the improver
        is behind.
        """
        return (
            self.better(live, self.replier)
            or self.stay(live, self.replier, follower=self.improver)
            or self.better(live, self.improver)
            or self.stay(live, self.improver, follower=None)
            or self.leave(live)
        )

    def better(self, live: Sequence[Any], player: int) -> Switch | None:
        """A player's moves to better values, wherever there is one."""
        steps = {}
        for p in live:
            if self.graph.turn[p] != player:
                continue
            best = max(self.graph.steps[p], key=lambda step: self.worth(step.option, player))
            if self.worth(best.option, player) > self.worth(p, player):
                steps[p] = best
        return Switch(steps, player, "better") if steps else None

    def stay(self, live: Sequence[Any], player: int, follower: int | None) -> Switch | None:
        """Moves of the same value that keep play going for ever where a player is behind.

        ``follower`` is held to the present strategy; None: nobody is.
        """
        behind = self.behind(live, player)
        can_stay = set(behind).difference(self.forced_out(behind, player, follower))
        goals = {p: can_stay for p in behind if p in can_stay}
        return self.exchange(goals, player, "stay")

    def leave(self, live: Sequence[Any]) -> Switch | None:
        """The replier's moves of the same value out of the positions where the improver is behind.

        No move of the improver can keep play there for ever. So the replier moves, without loss, to
        a position nearer the way out; then play leaves with a positive probability.
        """
        behind = self.behind(live, self.improver)
        order = self.forced_out(behind, self.improver, follower=None)
        rank = {p: k for k, p in enumerate(order)}  # a position without a rank lies outside
        nearer_the_exit = {}
        for p in order:
            nearer_the_exit[p] = {q for q in self.as_good(p) if q not in rank or rank[q] < rank[p]}
        return self.exchange(nearer_the_exit, self.replier, "leave")

    def exchange(self, goals: Mapping[Any, set[Any]], player: int, why: str) -> Switch | None:
        """A player's moves of the same value that lead from each position p into ``goals[p]``.

        Where the player's move leads there already, nothing is exchanged.
        """
        steps = {}
        for p, wanted in goals.items():
            if self.graph.turn[p] == player and self.choice[p].option not in wanted:
                steps[p] = self.graph.step_into(p, wanted.intersection(self.as_good(p)))
        return Switch(steps, player, why) if steps else None

    def prefer_first_moves(self, part: Iterable[Any]) -> None:
        """Where several moves are best, take the first in the order of the game's moves.

        A player who is ahead must not go on for ever, because endless play is worth only 0. So where
        play among such positions need not end, best moves are those that lead nearer to the exit.
        """
        live = [p for p in part if p not in self.graph.payoff]
        for player, opponent in ((0, 1), (1, 0)):
            ahead = self.behind(live, opponent)
            nearer: dict[Any, set[Any]] = {}
            if end_components(ahead, self.as_good, self.graph.is_chance):
                nearer = self.nearer_the_exit(ahead, opponent)
            for p in live:
                if self.graph.turn[p] == player:
                    best = nearer[p] if p in nearer else self.as_good(p)
                    self.choice[p] = self.graph.step_into(p, best)

    def nearer_the_exit(self, positions: Sequence[Any], player: int) -> dict[Any, set[Any]]:
        """From each position, the options nearer to the exit, although ``player`` wants to stay.

        The distance to the exit counts moves that keep the value, and chances. Whoever wants to
        leave takes the shortest way, and ``player`` the longest.
        """
        nearer = {}
        distance: dict[Any, int] = {}
        within = set(positions)
        for p in self.forced_out(positions, player, follower=None):
            reached = [q for q in self.as_good(p) if q in distance or q not in within]
            known = {q: distance.get(q, 0) for q in reached}
            furthest = max(known.values()) if self.graph.turn[p] == player else min(known.values())
            distance[p] = furthest + 1
            nearer[p] = {q for q, steps in known.items() if steps <= furthest}
        return nearer

    def worth(self, position: Any, player: int) -> Fraction:
        """What a position is worth to a player."""
        value = self.values[position]
        return value if player == 0 else -value

    def behind(self, live: Sequence[Any], player: int) -> list[Any]:
        """The positions where a player would rather have endless play, which is worth 0."""
        return [p for p in live if self.worth(p, player) < 0]

    def forced_out(self, positions: Sequence[Any], player: int, follower: int | None) -> list[Any]:
        """The positions from which play leaves a set, although ``player`` wants to stay in it.

        They come in the order in which they are found: from each of them one move, or chance, leads
        outside or to an earlier one; and where ``player`` moves, every move does. All moves must
        keep the value. ``follower`` moves by the present strategy; None: nobody does.
        """

        def ways(p: Any) -> list[Any]:
            return self.as_good(p, follower)

        def somebody_else_moves(p: Any) -> bool:
            return bool(self.graph.turn[p] != player)

        return leaving(positions, ways, forced=somebody_else_moves)

    def as_good(self, position: Any, follower: int | None = None) -> list[Any]:
        """Where play can go by chance, or by moves that keep the value.

        ``follower`` moves by the present strategy; None: nobody does.
        """
        if self.graph.is_chance(position):
            return self.graph.options(position)
        if self.graph.turn[position] == follower:
            return [self.choice[position].option]
        here = self.values[position]
        return [q for q in self.graph.options(position) if self.values[q] == here]

    def moves(self) -> dict[Any, Any]:
        """The strategies of both players together: the move at each position."""
        return {p: step.by for p, step in self.choice.items()}


class ChanceAnswer(Answer[P, M, V]):
    """What is known, for player 0, of every position of a game with chance, and the best moves."""

    def __init__(
        self, game: Any, known: dict[Any, V], moves: dict[Any, Any], position: Any = None
    ) -> None:
        super().__init__(game, known, position)
        self.moves = moves

    def best(self, position: P | None = None) -> M | None:
        """The move that makes what is known certain for the player to move.

        It is None if chance decides or play is over.
        """
        here = self.position_or_start(position)
        self[here]  # raises UnknownPosition
        move = self.moves.get(class_of(self.game, here))
        if move is None:
            return None
        best: M = on_real_board(self.game, here, move)
        return best

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {type(self.game).__name__}>"


class ExactValues(ChanceAnswer[P, M, Fraction]):
    """The value of every position to player 0, a Fraction: what ``exact_values`` returns.

    ``best`` is an optimal strategy for both players.

    >>> from gamelib.games import OverwriteTicTacToe
    >>> exact_values(OverwriteTicTacToe(2)).best(("X...", "O"))
    (0, 0)
    """

    def counts(self) -> dict[Fraction, int]:
        """How many positions have each value, with the best for player 0 first."""
        return dict(sorted(Counter(self.known.values()).items(), reverse=True))
