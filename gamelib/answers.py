"""What solvers return, in one vocabulary: ``value``, ``best``, ``line`` and ``explain``.

An ``Answer`` is about many positions. It maps each position to what is known of it, and these four
words are its methods: ``answer.best(position)``. It is also a strategy, a function from position to
move. A ``PositionResult`` is about one position, and is what a search has found: there ``value``,
``best`` and ``line`` are data.

Positions and moves are always those of the real board, even if the solver has worked on one
position of each symmetry class (``Quotient``).
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any, Generic, TypeVar

from gamelib import gate
from gamelib.arguments import check_whole
from gamelib.core import (
    CHANCE,
    DRAW,
    LOSS,
    WIN,
    M,
    Outcome,
    P,
    Record,
    Text,
    UnknownPosition,
    is_extensive,
    move_text_of,
)
from gamelib.symmetry import class_of, real_rules

V = TypeVar("V")


@dataclass(frozen=True)
class Verdict:
    """What is known of one position, for the player to move.

    Attributes
    ----------
    outcome
        WIN, DRAW or LOSS.
    remoteness
        The moves, of both players, until play is over if the winner hurries and the loser delays;
        None if play need not end, and for every draw unless endless play is won by a player
        (``endless``).
    value
        A number: 1, 0 or -1 unless the game has other results.

    Examples
    --------
    >>> print(Verdict(WIN, 7, 1.0), Verdict(DRAW, None, 0.0), sep=", ")
    WIN in 7, DRAW
    """

    outcome: Outcome
    remoteness: int | None
    value: float

    def __str__(self) -> str:
        words = str(self.outcome)
        if self.remoteness is not None:
            words += f" in {self.remoteness}"
        if abs(self.value) not in (0, 1):
            words += f", worth {self.value:g}"
        return words


def wants_end(value: float, endless: float) -> bool:
    """Whether a player to whom a position is worth ``value`` wants play to end soon, not late.

    A winner hurries and a loser delays. A draw is hurried for by the player who loses endless play.
    ``endless``: what endless play is worth to the player.
    """
    return value > 0 or (value == 0 and endless < 0)


def sign(value: float) -> int:
    """1 for a value above 0, -1 for one below, 0 for 0."""
    return int(value > 0) - int(value < 0)  # numpy's truth values cannot be subtracted


#: The verdict on every drawn position.
DRAWN = Verdict(DRAW, remoteness=None, value=0.0)


class Answer(Mapping[P, V], Generic[P, M, V]):
    """What is known of the positions of a game, and the moves that follow from this knowledge.

    An Answer maps each position to what is known of it, and is also a strategy:
    ``answer(position)`` is a best move. If you leave out the position, the one that the solver was
    asked for is meant, or else the start.

    Parameters
    ----------
    game
        The game that was solved.
    known
        What is known of each position.
    position
        The position that the solver was asked for; it is meant if a method is given none.

    Examples
    --------
    >>> from gamelib.retrograde import solve
    >>> from gamelib.games import Matches
    >>> answer = solve(Matches(6))
    >>> answer.value(6), answer.best(6), answer.line(6), str(answer[4])
    (1.0, 2, [2, 1, 3], 'LOSS in 2')
    """

    __eq__ = object.__eq__  # identity: two large mappings are not worth comparing by accident
    __hash__ = object.__hash__  # pyright: ignore[reportAssignmentType]  # a Mapping has none

    def __init__(self, game: Any, known: dict[Any, V], position: Any = None) -> None:
        self.game = game
        self.rules = real_rules(game)
        self.known = known
        self.position = position

    def __getitem__(self, position: P) -> V:
        try:
            return self.known[class_of(self.game, position)]
        except Exception:  # whatever happens to a game that is asked about what is not a position
            raise UnknownPosition(
                f"{position!r} is not a position of {type(self.rules).__name__}"
            ) from None

    def __iter__(self) -> Iterator[P]:
        return iter(self.known)

    def __len__(self) -> int:
        return len(self.known)

    def __call__(self, position: P) -> M | None:
        """The answer as a strategy: a best move."""
        return self.best(position)

    @abstractmethod
    def best(self, position: P | None = None) -> M | None:
        """A best move; None if play is over, or if chance decides."""

    def value(self, position: P | None = None) -> Any:
        """What a position is worth: the number of a verdict, or else all that is known of it."""
        known = self[self.position_or_start(position)]
        return getattr(known, "value", known)

    def options(self, position: P | None = None) -> list[tuple[Any, P, V]]:
        """``(move, option, what is known of the option)`` for each move, in the game's order.

        A verdict on an option is for the player to move *there*, the opponent. At a chance node the
        probability takes the place of the move.
        """
        here = self.position_or_start(position)
        self[here]  # raises UnknownPosition
        return [(move, option, self[option]) for move, option in gate.steps(self.rules, here)]

    def line(self, position: P | None = None, moves: int | None = None) -> list[M]:
        """The moves of best play from here, until play is over or chance decides.

        Raises ValueError if best play comes back to a position: then say how many moves you want.
        """
        if moves is not None:
            check_whole(moves, "moves")
        here = self.position_or_start(position)
        line: list[Any] = []
        met = set()
        while moves is None or len(line) < moves:
            move = self.best(here)
            if move is None:
                break
            if moves is None and here in met:
                raise ValueError(
                    f"best play comes back to {here!r} and need not end: say how many "
                    "moves you want"
                )
            met.add(here)
            line.append(move)
            here = self.rules.play(here, move)
        return line

    def explain(self, position: P | None = None) -> Text:
        """Why a position is worth what it is, in words: where its moves or its chances lead."""
        here = self.position_or_start(position)
        best = self.best(here)
        lines = []
        for move, option, known in self.options(here):
            step = self.step_in_words(here, move)
            is_best = " (best)" if best is not None and move == best else ""
            lines.append(f"  {step} leads to {option!r}, worth {in_words(known)}{is_best}.")
        worth = f"{here!r} is worth {in_words(self.value(here))}:"
        if not lines:
            return Text(f"{worth} play is over.")
        return Text("\n".join([worth, *lines]))

    def step_in_words(self, position: P, step: Any) -> str:
        """A move in words; at a chance node, the probability."""
        if is_extensive(self.rules) and self.rules.turn(position) == CHANCE:
            return str(step)
        return move_text_of(self.rules, position, step)

    def position_or_start(self, position: Any) -> Any:
        """The position given, or the one that the solver was asked for, or else the start."""
        if position is not None:
            return position
        if self.position is not None:
            return self.position
        return self.rules.start()


def in_words(known: Any) -> str:
    """What is known of a position, or the payoffs of all players, in words."""
    if type(known) is tuple:
        return f"({', '.join(map(in_words, known))})"
    return f"{known:g}" if isinstance(known, float) else str(known)


class Solution(Answer[P, M, Verdict]):
    """A verdict on every position of a game: what ``solve`` returns.

    ``settled`` lists the positions that are won or lost, in the order in which they were settled.
    ``endless``: what endless play is worth to the player to move, as a function of the position;
    None if it is a draw. Then ``settled`` lists the positions from which a player can force an end.

    >>> from gamelib.retrograde import solve
    >>> from gamelib.games import Matches
    >>> solution = solve(Matches(15))
    >>> solution[15], solution.best(15)
    (Verdict(outcome=WIN, remoteness=7, value=1.0), 3)
    >>> solution.counts()
    {WIN: 12, LOSS: 4, DRAW: 0}
    """

    def __init__(
        self,
        game: Any,
        known: dict[Any, Verdict],
        settled: list[Any],
        position: Any = None,
        endless: Callable[[Any], float] | None = None,
    ) -> None:
        super().__init__(game, known, position)
        self.settled = settled
        self.endless = endless

    def worth_of_endless_play(self, position: P) -> Outcome:
        """What endless play is worth to the player to move at a position: WIN, DRAW or LOSS."""
        if self.endless is None:
            return DRAW
        return gate.worth_of_endless_play(self.endless, class_of(self.game, position))

    def best(self, position: P | None = None) -> M | None:
        """A best move, the first in the game's order among equals; None if play is over.

        The best value comes first; then a winner hurries and a loser delays.
        """
        here = self.position_or_start(position)
        steps = self.options(here)
        if not steps:
            return None
        endless = self.worth_of_endless_play(here)

        def rank(step: tuple[Any, Any, Verdict]) -> tuple[float, float]:
            """How good a move is: its value, and among equal values its hurry."""
            _, _, verdict = step  # on the option, so for the opponent
            value = -verdict.value
            moves_left = inf if verdict.remoteness is None else verdict.remoteness
            hurry = -moves_left if wants_end(value, endless) else moves_left
            return value, hurry

        move: M = max(steps, key=rank)[0]
        return move

    def explain(self, position: P | None = None) -> Text:
        """Why the position is won, lost or drawn, in words.

        For a won position the answer shows a move to a lost option. For a lost position it shows
        where every move leads. For a drawn position it says that no move wins, and how play can go
        on: round a cycle, or to a drawn terminal position. If the position is won or lost because
        play never ends, it says so, with a cycle.

        >>> from gamelib.retrograde import solve
        >>> from gamelib.games import Matches
        >>> solve(Matches(5)).explain(5)
        5 is a WIN in 3 for the player to move:
          take 1 leads to 4, a LOSS in 2 for the opponent.
        """
        here = self.position_or_start(position)
        verdict = self[here]
        best = self.best(here)
        begins = f"{here!r} is a {verdict} for the player to move:"
        if best is None:
            return Text(f"{begins} play is over.")
        lines = [begins]
        for move, option, known in self.options(here):
            if verdict.outcome != WIN or move == best:
                words = move_text_of(self.rules, here, move)
                lines.append(f"  {words} leads to {option!r}, a {known} for the opponent.")
        if verdict.outcome == DRAW:
            where = self.undecided_line(here)
            lines.append(
                f"No move leads to a LOSS for the opponent, and the players can keep to {where}."
            )
        elif verdict.remoteness is None:
            where = self.undecided_line(here)
            lines.append(
                f"Endless play is a {verdict.outcome} for the player to move, and best play leads "
                f"to {where}."
            )
        return Text("\n".join(lines))

    def undecided_line(self, position: Any) -> str:
        """Where best play leads if nobody wins at an end: round a cycle, or to a drawn end."""
        line: list[Any] = []
        while position not in line:
            line.append(position)
            move = self.best(position)
            if move is None:
                return "a drawn end: " + " → ".join(map(repr, line))
            position = self.rules.play(position, move)
        cycle = [*line[line.index(position) :], position]
        return "a cycle: " + " → ".join(map(repr, cycle))

    def counts(self) -> dict[Outcome, int]:
        """How many positions are a WIN, a LOSS, a DRAW for the player to move."""
        counted = Counter(verdict.outcome for verdict in self.known.values())
        return {outcome: counted[outcome] for outcome in (WIN, LOSS, DRAW)}

    def histogram(self) -> dict[Outcome, dict[int, int]]:
        """How many positions have each remoteness, for each outcome, the smallest remoteness first.

        A position from which play need not end has no remoteness, and is not counted.

        >>> from gamelib.retrograde import solve
        >>> from gamelib.games import Matches
        >>> solve(Matches(10)).histogram()
        {WIN: {1: 3, 3: 3, 5: 2}, LOSS: {0: 1, 2: 1, 4: 1}, DRAW: {}}
        """
        counted: dict[Outcome, Counter[int]] = {WIN: Counter(), LOSS: Counter(), DRAW: Counter()}
        for verdict in self.known.values():
            if verdict.remoteness is not None:
                counted[verdict.outcome][verdict.remoteness] += 1
        return {outcome: dict(sorted(counts.items())) for outcome, counts in counted.items()}

    def __repr__(self) -> str:
        counts = ", ".join(f"{count:,} {outcome}" for outcome, count in self.counts().items())
        return f"<Solution: {len(self):,} positions: {counts}>"


@dataclass(frozen=True, repr=False)
class PositionResult(Record):
    """What a search has found from one position.

    Attributes
    ----------
    game, position
        The real board, and where the search began.
    value
        What the position is worth to the player to move, or to player 0 in an ExtensiveGame.
    line
        The moves of best play as far as it is known: until play is over, chance decides, or the
        search has stopped.
    exact
        Whether no guess stands in for a result.
    """

    game: Any = field(repr=False, compare=False)
    position: Any = field(repr=False)
    value: Any
    line: tuple[Any, ...]
    exact: bool

    @property
    def best(self) -> Any:
        """The first move of best play; None if play is over or chance decides."""
        return self.line[0] if self.line else None

    def explain(self) -> Text:
        """What was found, whether it is exact or a guess, and where best play leads, in words."""
        here = self.position
        words = []
        for move in self.line:
            words.append(move_text_of(self.game, here, move))
            here = self.game.play(here, move)
        end = how_it_stands(self.game, here)
        play = f"There {end}."
        if words:
            play = f"Best play: {', '.join(words)}. It leads to {here!r}, where {end}."
        guess = "" if self.exact else ", as far as the search saw: that is a guess"
        return Text(f"{self.position!r} is worth {self.worth()} to {self.whose()}{guess}.\n{play}")

    def worth(self) -> str:
        """The value in words."""
        return in_words(self.value)

    def whose(self) -> str:
        """Whose value it is, in words."""
        if isinstance(self.value, tuple):
            return "the players, in their order"
        return "player 0" if is_extensive(self.game) else "the player to move"


def how_it_stands(game: Any, position: Any) -> str:
    """Whether play is over at a position, goes on, or waits for the dice."""
    if is_extensive(game) and game.turn(position) == CHANCE:
        return "chance decides"
    return "play goes on" if gate.steps(game, position) else "play is over"
