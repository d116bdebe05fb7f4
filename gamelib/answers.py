"""What a solver hands back: the verdict on every position of a game.

Outcome and value are for the player to move. **Remoteness** (Winning Ways) is the number of single moves
to the end when the winner hurries and the loser delays: 0 at a terminal that is won or lost, none for a
draw. A move is best when it keeps the value and, among those, hurries or delays as it should.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamelib.arenas.graph import GameGraph
from gamelib.arenas.tokens import TokenGraph
from gamelib.core import DRAW, LOSS, WIN, Outcome, Text, move_text_of

Arena = GameGraph | TokenGraph


@dataclass(frozen=True)
class Verdict:
    """What is known of one position, for the player to move.

    ``outcome``: WIN, DRAW or LOSS. ``remoteness``: moves to the end, None for a draw. ``value``: the result
    as a number, 1, 0 or -1 where the game knows no others.
    """

    outcome: Outcome
    remoteness: int | None
    value: float

    def __str__(self) -> str:
        worth = "" if abs(self.value) in (0, 1) else f", worth {self.value:g}"
        return str(self.outcome) + ("" if self.remoteness is None else f" in {self.remoteness}") + worth


@dataclass(frozen=True, eq=False)
class Solution(Mapping[Any, Verdict]):
    """A lazy mapping ``position -> Verdict`` over the arrays that a solver filled.

    ``outcome``: int8, shape (n,): 1, 0, -1. ``remoteness``: int32 or int16, shape (n,): -1 for a draw.
    ``order``: the settled positions' numbers in the order of settling, or None where a solver keeps none.
    ``numbers``: float64, shape (n,): the values, where the game's results are other than 1, 0 and -1.
    Position number i is ``graph.position(i)``.

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

    __eq__ = object.__eq__  # identity: two large mappings are not worth comparing by accident
    __hash__ = object.__hash__

    @property
    def value(self) -> NDArray[np.float64]:
        """float64, shape (n,): the result of each position for the player to move, 0 for endless play."""
        return self.outcome.astype(np.float64) if self.numbers is None else self.numbers

    def __getitem__(self, position: Any) -> Verdict:
        return self._verdict(self.graph.index(position))

    def __len__(self) -> int:
        return len(self.graph)

    def __iter__(self) -> Iterator[Any]:
        return (self.graph.position(i) for i in range(len(self)))

    def _verdict(self, i: int) -> Verdict:
        outcome, remoteness = Outcome(int(self.outcome[i])), int(self.remoteness[i])
        value = float(outcome) if self.numbers is None else float(self.numbers[i])
        return Verdict(outcome, None if remoteness < 0 else remoteness, value)

    def options(self, position: Any) -> list[tuple[Any, Any, Verdict]]:
        """``(move, option, verdict on the option)`` for each move, in the game's order; [] at the end.

        The verdict is for the player to move *there*, the opponent. On a bare graph the move is the option.
        """
        i = self.graph.index(position)
        game = self.graph.game
        if game is None:
            steps = [(self.graph.position(int(j)),) * 2 for j in self.graph.options(i)]
        elif game.outcome(position) is not None:
            steps = []
        else:
            steps = [(move, game.play(position, move)) for move in game.moves(position)]
        return [(move, option, self[option]) for move, option in steps]

    def best(self, position: Any) -> Any:
        """A best move, the first in the game's order among equals; None where play is over.

        A winner takes the shortest way to the largest value, a loser the longest; in a draw any move that
        keeps it. On a bare graph the move is the vertex to go to.
        """

        def rank(step: tuple[Any, Any, Verdict]) -> tuple[float, int]:
            verdict = step[2]
            moves = verdict.remoteness or 0
            return -verdict.value, -moves if verdict.value < 0 else moves

        return max(self.options(position), key=rank, default=(None,))[0]

    def line(self, position: Any, moves: int | None = None) -> list[Any]:
        """The moves of best play from here to the end, or the first ``moves`` of them.

        Best play in a draw need not end: then ``moves`` must be given.
        """
        remoteness = self[position].remoteness
        if moves is None and remoteness is None:
            raise ValueError(f"best play from {position!r} is a draw and need not end: say how many moves you want")
        played = []
        for _ in range(remoteness if moves is None else moves):  # type: ignore[arg-type]  # not None: see above
            move = self.best(position)
            if move is None:
                break
            played.append(move)
            position = move if self.graph.game is None else self.graph.game.play(position, move)
        return played

    def explain(self, position: Any) -> Text:
        """Why the position is won, lost or drawn, in words.

        Won: the move to a lost option. Lost: where every move leads. Drawn: that no move wins, and the play that the
        two can keep to, round a circle or to a drawn end.

        >>> from gamelib import solve
        >>> from gamelib.games import Matches
        >>> solve(Matches(5)).explain(5)
        5 is a WIN in 3 for the player to move:
          take 1 leads to 4, a LOSS in 2 for the opponent.
        >>> solve(Matches(5)).explain(2)
        2 is a WIN in 1 for the player to move:
          take 2 leads to 0, a LOSS in 0 for the opponent.
        """
        verdict, steps = self[position], self.options(position)
        lines = [f"{position!r} is a {verdict} for the player to move:"]
        if not steps:
            return Text(f"{position!r} is a {verdict} for the player to move: play is over.")
        if verdict.outcome == WIN:
            best = self.best(position)
            steps = [step for step in steps if step[0] == best]
        lines += [
            f"  {self._words(position, move)} leads to {option!r}, a {found} for the opponent."
            for move, option, found in steps
        ]
        if verdict.outcome == DRAW:
            lines.append(
                f"No move leads to a LOSS for the opponent, and the two can keep to {self._endless(position)}."
            )
        return Text("\n".join(lines))

    def _words(self, position: Any, move: Any) -> str:
        """A move in words; on a bare graph it is a step to a vertex."""
        return "the step" if self.graph.game is None else move_text_of(self.graph.game, position, move)

    def _endless(self, position: Any) -> str:
        """Where best play from a drawn position goes round, or ends in a draw."""
        seen: list[Any] = []
        while position not in seen:
            seen.append(position)
            move = self.best(position)
            if move is None:
                return "a drawn end: " + " → ".join(map(repr, seen))
            position = move if self.graph.game is None else self.graph.game.play(position, move)
        circle = [*seen[seen.index(position) :], position]
        return "a circle: " + " → ".join(map(repr, circle))

    def counts(self) -> dict[Outcome, int]:
        """How many positions are a WIN, a LOSS, a DRAW for the player to move."""
        return {outcome: int(np.count_nonzero(self.outcome == outcome)) for outcome in (WIN, LOSS, DRAW)}

    def __repr__(self) -> str:
        counts = ", ".join(f"{count:,} {outcome}" for outcome, count in self.counts().items())
        return f"<Solution: {len(self):,} positions: {counts}>"
