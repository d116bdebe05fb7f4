"""A game of two players and Nature as arrays: positions are the numbers 0..n-1, every move and every chance stored.

What one player gets, the other loses, so one number says what an end is worth: what player 0 gets. Where moves lead is
kept in compressed sparse rows, as in ``graph``; the probabilities as Fractions, and as floats beside them.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamelib import ask
from gamelib.adapters import Quotient
from gamelib.arenas.components import components, end_components
from gamelib.arenas.walk import Numbering, walk
from gamelib.core import CHANCE, ExtensiveGame
from gamelib.machine import MAX_EDGES, MAX_POSITIONS

#: Whose turn it is, as a number: player 0, who wants much, player 1, who wants little, Nature, nobody.
MAX, MIN, NATURE, NOBODY = 0, 1, 2, 3


@dataclass(frozen=True, eq=False)
class ChanceGraph:
    """A zero-sum game with chance, walked from a position. Make one by ``of``, which checks what the game says.

    ``turn``: int8, shape (n,), MAX, MIN, NATURE or NOBODY. ``indptr``: int64, shape (n + 1,). ``targets``: int32, shape
    (m,), where the moves lead, in the game's order, and the chances, those of probability 0 left out. ``weight``:
    float64, shape (m,), the probabilities, 0 for a move. ``probabilities``: the same as Fractions, by the number of the
    chance node. ``payoff``: what player 0 gets, a Fraction, by the number of the end.
    """

    game: ExtensiveGame[Any, Any]
    turn: NDArray[np.int8]
    indptr: NDArray[np.int64]
    targets: NDArray[np.int32]
    weight: NDArray[np.float64]
    probabilities: dict[int, list[Fraction]]
    payoff: dict[int, Fraction]
    numbering: Numbering

    def __len__(self) -> int:
        return len(self.turn)

    def options(self, p: int) -> list[int]:
        """The numbers of the positions that can follow, in the order of the moves or the chances."""
        return self._targets[self._starts[p] : self._starts[p + 1]]

    def is_chance(self, p: int) -> bool:
        """Whether Nature moves."""
        return self._turns[p] == NATURE

    @cached_property
    def components(self) -> list[list[int]]:
        """The strongly connected components, in reverse topological order: each after all those to which it leads."""
        return list(components(range(len(self)), self.options))

    @cached_property
    def endless(self) -> set[int]:
        """The components, by their place, in which play can be kept going for ever if both players want it."""
        return {k for k, part in enumerate(self.components) if end_components(part, self.options, self.is_chance)}

    @cached_property
    def levels(self) -> list[int]:
        """For each component, the largest number of components with cycles on one path that begins in it."""
        levels: list[int] = []
        of = [0] * len(self)
        for k, part in enumerate(self.components):
            for p in part:
                of[p] = k
            below = {of[q] for p in part for q in self.options(p)} - {k}
            levels.append(max((levels[j] for j in below), default=0) + self.is_cyclic(part))
        return levels

    def is_cyclic(self, part: list[int]) -> bool:
        """Whether play can come back to a position of this component."""
        return len(part) > 1 or part[0] in self.options(part[0])

    @cached_property
    def _targets(self) -> list[int]:
        return list(self.targets.tolist())

    @cached_property
    def _starts(self) -> list[int]:
        return list(self.indptr.tolist())

    @cached_property
    def _turns(self) -> list[int]:
        return list(self.turn.tolist())

    def __repr__(self) -> str:
        return f"<ChanceGraph: {len(self):,} positions, {len(self.targets):,} moves and chances>"

    @classmethod
    def of(
        cls,
        game: ExtensiveGame[Any, Any],
        position: Any = None,
        *,
        max_positions: int = MAX_POSITIONS,
        max_edges: int = MAX_EDGES,
    ) -> ChanceGraph:
        """All that can be reached from a position, which is number 0; breadth first.

        Parameters
        ----------
        game
            A zero-sum ExtensiveGame of players 0 and 1; of a Quotient, the classes of the positions.
        position
            Where the walk begins; the start, if none is given.
        max_positions, max_edges
            At most so many positions, and so many moves and chances in all of them together.

        Returns
        -------
        ChanceGraph
            Every position that was reached, with its moves or chances.

        Raises
        ------
        TypeError
            For what is no ExtensiveGame.
        ValueError
            Naming the position: for probabilities that do not add up to 1, a chance node without outcomes, a player
            without a move, a player other than 0 and 1, and payoffs that are not two numbers that add up to 0.
        TooLarge
            Beyond the limits, with an estimate.

        Examples
        --------
        >>> from gamelib.games import Tree
        >>> ends = {"heads": ("1/4", (1, -1)), "tails": ("3/4", (-1, 1))}
        >>> graph = ChanceGraph.of(Tree({"toss": ("chance", ends)}, players=("I", "II")))
        >>> graph.options(0), graph.weight.tolist()
        ([1, 2], [0.25, 0.75])
        """
        ask.an_extensive_game(game)
        start = ask.position(game, position)
        start = game.class_of(start) if isinstance(game, Quotient) else start
        turns, weight = array("b"), array("d")
        probabilities: dict[int, list[Fraction]] = {}
        payoff: dict[int, Fraction] = {}

        def look(position: Any) -> list[Any]:
            here, turn = len(turns), ask.turn(game, position)
            turns.append(NOBODY if turn is None else NATURE if turn == CHANCE else turn)
            if turn is None:
                payoff[here] = ask.payoff(game, position)
                return []
            if turn == CHANCE:
                chances = ask.chances(game, position)
                probabilities[here] = [probability for probability, _ in chances]
                weight.extend(map(float, probabilities[here]))
                return [there for _, there in chances]
            options = [game.play(position, move) for move in ask.moves(game, position)]
            weight.extend([0.0] * len(options))
            return options

        numbering, indptr, targets = walk(game, [start], look, max_positions, max_edges, "moves and chances")
        turn, weights = np.array(turns, np.int8), np.array(weight, np.float64)
        return cls(game, turn, indptr, targets, weights, probabilities, payoff, numbering)
