"""What solvers return: an ``Answer`` knows many positions, a ``Found`` knows one, and both use the
same words.

Every answer has ``value``, ``best``, ``line`` and ``explain``. An Answer maps each position to what
is known of it, and these four words are its methods: ``answer.best(position)``. It is also a
strategy, a function from position to move: ``match(game, answer, another)``. A Found is what a
search has found from one position: ``found.value``, ``found.best`` and ``found.line`` are data.
Positions and moves are always those of the real board, even if the solver has worked on one
position of each symmetry class (``Quotient``).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from itertools import islice
from typing import Any, Generic, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from gamelib import ask
from gamelib.adapters import of_class, real_rules
from gamelib.arenas.arena import Arena, Steps
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
    move_text_of,
)
from gamelib.machine import needs

V = TypeVar("V")


class Answer(Mapping[P, V], Generic[P, M, V]):
    """What is known of the positions of ``game`` (None: a bare graph), and the moves that this
    knowledge implies.

    An Answer maps each position to what is known of it, and is also a strategy:
    ``answer(position)`` is a best move. If you leave out the position, the one that the solver was
    asked for is meant: ``position``, or the start if that is None.

    >>> from gamelib import solve
    >>> from gamelib.games import Matches
    >>> answer = solve(Matches(6))
    >>> answer.value(6), answer.best(6), answer.line(6), str(answer[4])
    (1.0, 2, [2, 1, 3], 'LOSS in 2')
    """

    game: Any
    position: Any = None

    __eq__ = object.__eq__  # identity: two large mappings are not worth comparing by accident
    __hash__ = object.__hash__  # pyright: ignore[reportAssignmentType]  # a Mapping has none

    @abstractmethod
    def best(self, position: P | None = None) -> M | None:
        """A best move; None if play is over, or chance decides."""

    def __call__(self, position: P) -> M | None:
        """The answer as a strategy: a best move."""
        return self.best(position)

    def value(self, position: P | None = None) -> Any:
        """What a position is worth: the number of a verdict, the payoffs of a plan, or else all
        that is known of it.
        """
        known = self[self._at(position)]
        return getattr(known, "value", known)

    def options(self, position: P | None = None) -> list[tuple[Any, P, V]]:
        """``(move, option, what is known of the option)`` for each move, in the game's order; [] if
        play is over.

        A verdict on an option is for the player to move *there*, the opponent. At a chance node the
        probability takes the place of the move; on a bare graph the option does.
        """
        here = self._at(position)
        self[here]  # raises UnknownPosition
        return [(move, option, self[option]) for move, option in self._steps(here)]

    def line(self, position: P | None = None, moves: int | None = None) -> list[M]:
        """The moves of best play from here until play is over or chance decides, or the first
        ``moves`` of them.

        Raises ValueError if best play comes back to a position: then ``moves`` must be given.
        """
        if moves is not None:
            first = islice(self._play(position), ask.whole(moves, "moves"))
            return [move for _, move in first if move is not None]
        played = dict[Any, Any]()
        for here, move in self._play(position):
            if here in played:
                raise ValueError(
                    f"best play comes back to {here!r} and need not end: say how many moves you "
                    "want"
                )
            played[here] = move
        return [*played.values()][:-1]

    def _play(self, position: Any) -> Iterator[tuple[Any, Any]]:
        """Best play as pairs (position, move), without end if it never ends; the move is None in
        the last pair.
        """
        here: Any = self._at(position)
        while (move := self.best(here)) is not None:
            yield here, move
            here = self.rules.play(here, move)
        yield here, None

    def explain(self, position: P | None = None) -> Text:
        """Why a position is worth what it is, in words: where its moves or its chances lead."""
        here = self._at(position)
        lines = [f"{here!r} is worth {in_words(self.value(here))}:"]
        best = self.best(here)
        for move, option, known in self.options(here):
            words = move if best is None else move_text_of(self.rules, here, move)
            lines.append(
                f"  {words} leads to {option!r}, worth "
                f"{in_words(known)}{' (best)' if move == best else ''}."
            )
        return Text(
            "\n".join(lines) if len(lines) > 1 else lines[0].rstrip(":") + ": play is over."
        )

    @property
    def rules(self) -> Any:
        """The rules of the real board: the game itself, or the one under a Quotient; on a bare
        graph, its steps.
        """
        return real_rules(self.game)

    def to_networkx(self) -> Any:
        """All positions as a networkx MultiDiGraph: a vertex carries what is known, an edge its
        move or probability.
        """
        nx, extensive = needs("networkx", "graphs", "graphs"), ask.is_extensive(self.rules)
        graph = nx.MultiDiGraph()
        graph.add_nodes_from((position, _columns(known)) for position, known in self.items())
        for position in self:
            step = "probability" if extensive and self.rules.turn(position) == CHANCE else "move"
            graph.add_edges_from(
                (position, self._key(to), {step: what}) for what, to in self._steps(position)
            )
        return graph

    def to_frame(self) -> Any:
        """All positions as a pandas DataFrame: a row for each, with what is known in columns."""
        rows = [{"position": position, **_columns(known)} for position, known in self.items()]
        frame = needs("pandas", "frames", "frames").DataFrame(
            rows, dtype=object
        )  # so that WIN does not become 1
        kinds = {name: {*map(type, frame[name])} for name in frame.columns}
        numbers = {
            name: "float64"
            for name, kind in kinds.items()
            if kind == {float} and name != "position"
        }
        return frame.astype(numbers | ({"remoteness": "Int64"} if "remoteness" in kinds else {}))

    def _at(self, position: Any) -> Any:
        """The position given, or the one that the solver was asked for, or the start."""
        if position is None:
            position = self.position
        return self.rules.start() if position is None else position

    def asked_for(self, position: P | None) -> Self:
        """Note the position that the solver was asked for, and return the answer."""
        vars(self)["position"] = position
        return self

    def _key(self, position: Any) -> Any:
        """The key of a position of the real board: the representative of its class. Raises
        UnknownPosition.
        """
        try:
            return of_class(self.game, position)[0]
        except Exception as error:  # the game's own rules may fail on anything else
            raise UnknownPosition(
                f"{position!r} is not a position of {type(self.rules).__name__}: {error}"
            ) from None

    def _steps(self, position: Any) -> list[tuple[Any, Any]]:
        """Each move, and where it leads on the real board."""
        return ask.steps(self.rules, position)


def _columns(known: Any) -> dict[str, Any]:
    """What is known of a position, as columns of a table."""
    if is_dataclass(known):
        return {each.name: getattr(known, each.name) for each in fields(known)}
    return known._asdict() if hasattr(known, "_asdict") else {"value": known}


def in_words(known: Any) -> str:
    """What is known of a position, or the payoffs of all players, in words."""
    if type(known) is tuple:
        return f"({', '.join(map(in_words, known))})"
    return f"{known:g}" if isinstance(known, float) else str(known)


@dataclass(frozen=True, repr=False)
class Found(Record):
    """What is known of one position of ``game``: what a search has found, and whether that is
    exact.

    ``value`` is for the player to move, or for player 0 in an ExtensiveGame. ``line`` is best play
    as far as it is known: until play is over, chance decides or the search has stopped. ``exact``
    says that no guess stands in for a result.

    >>> from gamelib import minimax
    >>> from gamelib.games import Matches
    >>> found = minimax(Matches(6))
    >>> found.value, found.best, found.line
    (1, 2, (2, 1, 3))
    >>> found.explain()
    6 is worth 1 to the player to move.
    Best play: take 2, take 1, take 3. It leads to 0, where play is over.
    """

    game: Any = field(repr=False, compare=False)
    position: Any = field(repr=False)
    value: Any
    line: tuple[Any, ...]
    exact: bool

    @property
    def best(self) -> Any:
        """The first move of best play; None if play is over, chance decides, or nothing is
        known.
        """
        return next(iter(self.line), None)

    def explain(self) -> Text:
        """What was found, whether it is exact or a guess, and where best play leads, in words."""
        rules, here, words = real_rules(self.game), self.position, list[str]()
        extensive = ask.is_extensive(rules)
        one = "player 0" if extensive else "the player to move"
        whose = "the players, in their order" if isinstance(self.value, tuple) else one
        guess = "" if self.exact else ", as far as the search saw: that is a guess"
        for move in self.line:
            words.append(move_text_of(rules, here, move))
            here = rules.play(here, move)
        turn = rules.turn(here) if extensive else None if rules.outcome(here) is not None else 0
        end = (
            "play is over"
            if turn is None
            else "chance decides"
            if turn == CHANCE
            else "play goes on"
        )
        play = (
            f"Best play: {', '.join(words)}. It leads to {here!r}, where {end}."
            if words
            else f"There {end}."
        )
        return Text(f"{self.position!r} is worth {self._worth()} to {whose}{guess}.\n{play}")

    def _worth(self) -> str:
        """The value in words."""
        return in_words(self.value)


@dataclass(frozen=True)
class Verdict:
    """What is known of one position, for the player to move.

    >>> print(Verdict(WIN, 7, 1.0), Verdict(DRAW, None, 0.0), sep=", ")
    WIN in 7, DRAW

    ``outcome``: WIN, DRAW or LOSS. ``remoteness``: moves until play is over if the winner hurries
    and the loser delays, None for a draw. ``value``: a number, which is 1, 0 or -1 unless the game
    has other results.
    """

    outcome: Outcome
    remoteness: int | None
    value: float

    def __str__(self) -> str:
        worth = "" if abs(self.value) in (0, 1) else f", worth {self.value:g}"
        return (
            str(self.outcome)
            + ("" if self.remoteness is None else f" in {self.remoteness}")
            + worth
        )


@dataclass(frozen=True, eq=False)
class Solution(Answer[P, M, Verdict]):
    """A lazy mapping ``position -> Verdict`` over the arrays that a solver filled.

    ``outcome``: int8, shape (n,): 1, 0, -1. ``remoteness``: int32 or int16, shape (n,): -1 for a
    draw. ``order``: the numbers of the settled positions in the order of settling, or None if a
    solver keeps no order. ``numbers``: float64, shape (n,): the values, if the game has results
    other than 1, 0 and -1; otherwise None. Position number i is ``graph.position(i)``. Outcome and
    value are for the player to move.

    >>> from gamelib import solve
    >>> from gamelib.games import Matches
    >>> solution = solve(Matches(15))
    >>> solution[15], solution.best(15)
    (Verdict(outcome=WIN, remoteness=7, value=1.0), 3)
    >>> solution.counts()
    {WIN: 12, LOSS: 4, DRAW: 0}
    """

    graph: Arena
    outcome: NDArray[np.int8]
    remoteness: NDArray[np.int32] | NDArray[np.int16]
    order: NDArray[np.int32] | None = None
    numbers: NDArray[np.float64] | None = None

    @property
    def game(self) -> Any:
        """The game that was solved; None for a bare graph."""
        return self.graph.game

    @property
    def rules(self) -> Any:
        return Steps(self.graph) if self.game is None else super().rules

    @property
    def results(self) -> NDArray[np.float64]:
        """float64, shape (n,): the result of each position for the player to move, 0 for endless
        play.
        """
        return self.outcome.astype(np.float64) if self.numbers is None else self.numbers

    def __getitem__(self, position: P) -> Verdict:
        return self._verdict(self.graph.index(self._key(position)))

    def __len__(self) -> int:
        return len(self.graph)

    def __iter__(self) -> Iterator[P]:
        return (self.graph.position(i) for i in range(len(self)))

    def _verdict(self, i: int) -> Verdict:
        outcome, remoteness = Outcome(int(self.outcome[i])), int(self.remoteness[i])
        value = float(outcome) if self.numbers is None else float(self.numbers[i])
        return Verdict(outcome, None if remoteness < 0 else remoteness, value)

    def best(self, position: P | None = None) -> M | None:
        """Return a best move, the first in the game's order among equals, or None if play is over.

        The best value comes first; then a winner hurries and a loser delays. On a bare graph the
        move is the vertex to go to.
        """

        def rank(step: tuple[Any, Any, Verdict]) -> tuple[float, int]:
            verdict = step[2]
            moves = verdict.remoteness or 0
            return -verdict.value, -moves if verdict.value < 0 else moves

        return max(self.options(position), key=rank, default=(None,))[0]

    def explain(self, position: P | None = None) -> Text:
        """Why the position is won, lost or drawn, in words.

        For a won position the answer shows a move to a lost option. For a lost position it shows
        where every move leads. For a drawn position it says that no move wins, and how play can go
        on: round a cycle or to a drawn terminal position.

        >>> from gamelib import solve
        >>> from gamelib.games import Matches
        >>> solve(Matches(5)).explain(5)
        5 is a WIN in 3 for the player to move:
          take 1 leads to 4, a LOSS in 2 for the opponent.
        >>> solve(Matches(5)).explain(2)
        2 is a WIN in 1 for the player to move:
          take 2 leads to 0, a LOSS in 0 for the opponent.
        """
        here = self._at(position)
        verdict, best, lines = self[here], self.best(here), list[str]()
        for move, option, found in self.options(here):
            if verdict.outcome != WIN or move == best:
                words = move_text_of(self.rules, here, move)
                lines.append(f"  {words} leads to {option!r}, a {found} for the opponent.")
        if lines and verdict.outcome == DRAW:
            lines += [
                "No move leads to a LOSS for the opponent, and the players can keep to "
                f"{self._endless(here)}."
            ]
        said = f"{here!r} is a {verdict} for the player to move:"
        return Text("\n".join([said, *lines]) if lines else f"{said} play is over.")

    def _endless(self, position: Any) -> str:
        """Where best play from a drawn position leads: round a cycle, or to a drawn terminal
        position.
        """
        seen: dict[Any, None] = {}
        for here, _ in self._play(position):
            if here in seen:
                way = [*seen, here]
                return "a cycle: " + " → ".join(map(repr, way[way.index(here) :]))
            seen[here] = None
        return "a drawn end: " + " → ".join(map(repr, seen))

    def counts(self) -> dict[Outcome, int]:
        """How many positions are a WIN, a LOSS, a DRAW for the player to move."""
        return {
            outcome: int(np.count_nonzero(self.outcome == outcome)) for outcome in (WIN, LOSS, DRAW)
        }

    def __repr__(self) -> str:
        counts = ", ".join(f"{count:,} {outcome}" for outcome, count in self.counts().items())
        return f"<Solution: {len(self):,} positions: {counts}>"
