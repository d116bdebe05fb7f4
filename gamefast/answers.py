"""What solvers return: the answers of gamelib, over arrays.

A ``Solution`` is one of gamelib, with arrays besides. Any ``Answer`` can be made a table or a
graph. An arena is a game as arrays: its positions have numbers from 0, and the arrays of a solution
say for each number what is known of the position.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

import gamelib.answers
from gamefast import ask
from gamefast.arrays.arena import Arena, Steps
from gamefast.machine.kernels import CHUNK
from gamefast.symmetry import of_class
from gamelib.answers import V, Verdict
from gamelib.core import CHANCE, DRAW, LOSS, WIN, M, Outcome, P, UnknownPosition
from gamelib.packages import needs
from gamelib.symmetry import class_of, real_rules


class Answer(gamelib.answers.Answer[P, M, V]):
    """What is known of the positions of ``game`` (None: a bare graph), in arrays or found on
    request.

    It answers as the answers of gamelib do, and can be made a graph or a table as well.
    """

    game: Any
    position: Any = None

    @property
    def rules(self) -> Any:
        """The rules of the real board: the game itself, or the one under a Quotient; on a bare
        graph, its steps.
        """
        return real_rules(self.game)

    def to_networkx(self) -> Any:
        """All positions as a networkx MultiDiGraph (``to_networkx``)."""
        return to_networkx(self)

    def to_frame(self) -> Any:
        """All positions as a pandas DataFrame (``to_frame``)."""
        return to_frame(self)

    def asked_for(self, position: P | None) -> Self:
        """Note the position that the solver was asked for, and return the answer. If it is asked
        without a position, it answers for this one.
        """
        vars(self)["position"] = position  # not as an attribute: the dataclass may be frozen
        return self

    def _key(self, position: Any) -> Any:
        """The key of a position of the real board: the representative of its class. Raises
        UnknownPosition.
        """
        try:
            representative, _way_back = of_class(self.game, position)
        except Exception as error:  # the game's rules may raise anything for what is no position
            raise UnknownPosition(
                f"{position!r} is not a position of {type(self.rules).__name__}: {error}"
            ) from None
        return representative


def to_networkx(answer: gamelib.answers.Answer[Any, Any, Any]) -> Any:
    """All positions as a networkx MultiDiGraph: a vertex carries what is known of the position, an
    edge its move, or its probability where Nature moves.
    """
    nx = needs("networkx", "graphs", "graphs")  # the module, or an error that says what to install
    rules = answer.rules
    has_dice = ask.is_extensive(rules)
    graph = nx.MultiDiGraph()
    for position, known in answer.items():
        graph.add_node(position, **_columns(known))
    for position in answer:
        is_chance = has_dice and rules.turn(position) == CHANCE
        label = "probability" if is_chance else "move"
        for move_or_probability, option in ask.steps(rules, position):
            # If the game is a Quotient, the only vertex of a class is its representative.
            vertex = class_of(answer.game, option)
            graph.add_edge(position, vertex, **{label: move_or_probability})
    return graph


def to_frame(answer: gamelib.answers.Answer[Any, Any, Any]) -> Any:
    """All positions as a pandas DataFrame: a row for each, with what is known in columns."""
    pd = needs("pandas", "frames", "frames")  # the module, or an error that says what to install
    rows = [{"position": position, **_columns(known)} for position, known in answer.items()]
    frame = pd.DataFrame(rows, dtype=object)  # as objects, so that WIN does not become 1
    column_types = {}
    for name in frame.columns:
        holds_floats_alone = set(map(type, frame[name])) == {float}
        if name != "position" and holds_floats_alone:
            column_types[name] = "float64"
    if "remoteness" in frame.columns:
        column_types["remoteness"] = "Int64"  # pandas' integers that may be missing, for draws
    return frame.astype(column_types)


def _columns(known: Any) -> dict[str, Any]:
    """What is known of a position, by the name of a column: a record's fields, or one number as
    ``value``.
    """
    if is_dataclass(known):
        return {field.name: getattr(known, field.name) for field in fields(known)}
    if hasattr(known, "_asdict"):  # a NamedTuple
        columns: dict[str, Any] = known._asdict()
        return columns
    return {"value": known}


@dataclass(frozen=True, eq=False, repr=False)
class Solution(Answer[P, M, Verdict], gamelib.answers.Solution[P, M]):
    """A lazy mapping ``position -> Verdict`` over the arrays that a solver filled.

    ``outcome``: int8, shape (n,): 1, 0, -1. ``remoteness``: int32 or int16, shape (n,): -1 for a
    draw. ``order``: the numbers of the settled positions in the order of settling, or None if a
    solver keeps no order. ``numbers``: float64, shape (n,): the values, if the game has results
    other than 1, 0 and -1; otherwise None. ``worth``: int8, shape (n,): what endless play is worth,
    1, 0 or -1, or None if it is a draw. (If not, ``remoteness`` is -1 where play need not end, and
    a draw has a remoteness.) Position number i is ``graph.position(i)``. Outcome and
    value are for the player to move.

    >>> from gamefast import solve
    >>> from gamelib.games import Matches
    >>> solution = solve(Matches(15))
    >>> solution[15], solution.best(15)
    (Verdict(outcome=WIN, remoteness=7, value=1.0), 3)
    >>> solution.counts()
    {WIN: 12, LOSS: 4, DRAW: 0}
    """

    #: The solvers of gamelib refuse it, and name the import.
    needs_engine: ClassVar[bool] = True

    graph: Arena
    outcome: NDArray[np.int8]
    remoteness: NDArray[np.int32] | NDArray[np.int16]
    order: NDArray[np.int32] | None = None
    numbers: NDArray[np.float64] | None = None
    worth: NDArray[np.int8] | None = None

    @property
    def game(self) -> Any:
        """The game that was solved; None for a bare graph."""
        return self.graph.game

    @property
    def rules(self) -> Any:
        return Steps(self.graph) if self.game is None else super().rules

    @property
    def settled(self) -> list[P]:  # type: ignore[override]
        """The positions that have a remoteness, in the order in which they were settled.

        If the solver keeps no order, they stand in the order of their numbers.
        """
        order = np.flatnonzero(self.remoteness >= 0) if self.order is None else self.order
        return [self.graph.position(int(i)) for i in order]

    @property
    def results(self) -> NDArray[np.float64]:
        """float64, shape (n,): the result of each position for the player to move, 0 for endless
        play.
        """
        return self.outcome.astype(np.float64) if self.numbers is None else self.numbers

    def __getitem__(self, position: P) -> Verdict:
        number = self.graph.index(self._key(position))
        return self._verdict(number)

    def worth_of_endless_play(self, position: P) -> Outcome:
        """What endless play is worth to the player to move at a position: WIN, DRAW or LOSS."""
        if self.worth is None:
            return DRAW
        number = self.graph.index(self._key(position))
        return Outcome(int(self.worth[number]))

    def __len__(self) -> int:
        return len(self.graph)

    def __iter__(self) -> Iterator[P]:
        return (self.graph.position(i) for i in range(len(self)))

    def _verdict(self, i: int) -> Verdict:
        """What the arrays say of position number i."""
        outcome = Outcome(int(self.outcome[i]))
        moves = int(self.remoteness[i])
        remoteness = None if moves < 0 else moves  # -1 stands for none
        value = float(outcome) if self.numbers is None else float(self.numbers[i])
        return Verdict(outcome, remoteness, value)

    def counts(self) -> dict[Outcome, int]:
        """How many positions are a WIN, a LOSS, a DRAW for the player to move."""
        return {
            outcome: int(np.count_nonzero(self.outcome == outcome)) for outcome in (WIN, LOSS, DRAW)
        }

    def histogram(self) -> dict[Outcome, dict[int, int]]:
        """How many positions have each remoteness, for each outcome, the smallest remoteness first.

        A position from which play need not end has no remoteness, and is not counted.

        >>> from gamefast import solve
        >>> from gamelib.games import Matches
        >>> solve(Matches(10)).histogram()
        {WIN: {1: 3, 3: 3, 5: 2}, LOSS: {0: 1, 2: 1, 4: 1}, DRAW: {}}
        """
        size = int(self.remoteness.max(initial=-1)) + 1
        counts_of = {outcome: np.zeros(size, np.int64) for outcome in (WIN, LOSS, DRAW)}
        # In pieces, because bincount works on a copy, which takes eight bytes for each position.
        for begin in range(0, len(self.outcome), CHUNK):
            outcomes = self.outcome[begin : begin + CHUNK]
            remoteness = self.remoteness[begin : begin + CHUNK]
            for outcome, counts in counts_of.items():
                which = (outcomes == outcome) & (remoteness >= 0)
                counts += np.bincount(remoteness[which], minlength=size)
        histograms = {}
        for outcome, counts in counts_of.items():
            occurring = np.flatnonzero(counts)
            histograms[outcome] = {int(k): int(counts[k]) for k in occurring}
        return histograms
