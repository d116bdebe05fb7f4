"""A game of two players and Nature as arrays: positions are the numbers 0..n-1, with every move and
chance stored.

What one player gets, the other loses, so one number says what a terminal position is worth: what
player 0 gets. The options are kept in compressed sparse rows, as in ``graph``. The probabilities
are kept as Fractions and also as floats; those of a die that is thrown in many positions are kept
once.
"""

from __future__ import annotations

from array import array
from collections.abc import Container
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Generic

import numpy as np
from numpy.typing import NDArray

from gamefast import ask
from gamefast.arrays.parts import Parts
from gamefast.arrays.walk import Numbering, walk
from gamefast.machine import MAX_EDGES, MAX_POSITIONS
from gamefast.symmetry import of_class
from gamelib.components import end_components
from gamelib.core import CHANCE, ExtensiveGame, M, P

#: Whose turn it is, as a number: player 0 (who wants much), player 1 (who wants little), Nature or
#: nobody.
MAX, MIN, NATURE, NOBODY = 0, 1, 2, 3


class ChanceArena(Generic[P, M]):
    """A game with chance as an arena: a ChanceGraph, or what has one as its ``graph``."""

    #: The solvers of gamelib refuse it, and name the import.
    needs_engine: ClassVar[bool] = True

    graph: Any

    def present(self) -> ChanceArena[P, M]:
        """The arena by the rules as they are now. Arrays do not change, so it is the arena itself;
        only compiled rules may read values that have changed since.
        """
        return self


@dataclass(frozen=True, eq=False)
class ChanceGraph(ChanceArena[Any, Any]):
    """A zero-sum game with chance, walked from a position. Make one by ``of``, which checks what
    the game says.

    ``turn``: int8, shape (n,), MAX, MIN, NATURE or NOBODY. ``indptr``: int32, shape (n + 1,).
    ``targets``: int32, shape (m,), where the moves and the chances lead, in the game's order,
    without chances of probability 0. ``law``: int32, shape (n,), the place in ``shares`` where the
    probabilities of a chance node begin. Many nodes may have the same place, because the same die
    is thrown there; where Nature does not move, ``law`` means nothing. ``weight``: float64, the
    ``shares`` as floats. ``payoff``: what player 0 gets, a Fraction, by the number of the terminal
    position.
    """

    game: ExtensiveGame[Any, Any]
    turn: NDArray[np.int8]
    indptr: NDArray[np.int32]
    targets: NDArray[np.int32]
    law: NDArray[np.int32]
    shares: list[Fraction]
    weight: NDArray[np.float64]
    payoff: dict[int, Fraction]
    numbering: Numbering

    def __len__(self) -> int:
        return len(self.turn)

    def options(self, p: int) -> list[int]:
        """The numbers of the positions that can follow, in the order of the moves or the
        chances.
        """
        return self._targets[self._starts[p] : self._starts[p + 1]]

    def way(self, p: int, goals: Container[int]) -> int:
        """The place in ``targets`` of the first option of p that is one of ``goals``; there must be
        one.
        """
        return next(place for place in self.places(p) if self._targets[place] in goals)

    def places(self, p: int) -> range:
        """The places in ``targets`` of the options of p."""
        return range(self._starts[p], self._starts[p + 1])

    def probabilities(self, p: int) -> list[Fraction]:
        """The probabilities of the options of a chance node."""
        first = self.law[p]
        count = len(self.places(p))
        return self.shares[first : first + count]

    def is_chance(self, p: int) -> bool:
        """Whether Nature moves."""
        return bool(self.turn[p] == NATURE)

    @cached_property
    def parts(self) -> Parts:
        """The strongly connected components, in reverse topological order: each comes after all
        those it leads to.
        """
        return Parts.of_graph(self.indptr, self.targets)

    @cached_property
    def endless(self) -> set[int]:
        """The components, by number, in which play can go on for ever if both players want it."""
        return {k for k in range(len(self.parts)) if self.is_endless(k)}

    def is_endless(self, k: int) -> bool:
        """Whether play can go on for ever in component ``k`` if both players want it."""
        if not self.parts.cyclic[k]:
            return False
        # In an end component the players can stay, and chance does not lead out of it.
        return bool(end_components(self.parts[k], self.options, self.is_chance))

    @cached_property
    def _targets(self) -> list[int]:
        """``targets`` as a list, whose entries Python reads in a fifth of the time."""
        return list(self.targets.tolist())

    @cached_property
    def _starts(self) -> list[int]:
        """``indptr`` as a list."""
        return list(self.indptr.tolist())

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
        """Everything that can be reached from a position, breadth first. The position itself is
        number 0.

        Parameters
        ----------
        game
            A zero-sum ExtensiveGame of players 0 and 1; for a Quotient, the positions are its
            classes.
        position
            Where the walk begins; the start if none is given.
        max_positions, max_edges
            The largest number of positions, and of moves and chances in all positions together.

        Returns
        -------
        ChanceGraph
            Every position reached, with its moves or chances.

        Raises
        ------
        TypeError
            For anything that is not an ExtensiveGame.
        ValueError
            For probabilities that do not add up to 1, a chance node without outcomes, a player
            without a move, a player other than 0 and 1, and payoffs that are not two numbers that
            add up to 0. The error names the position.
        TooLarge
            Beyond the limits; it says how many positions were found and opened.

        Examples
        --------
        >>> from gamelib.games import Tree
        >>> ends = {"heads": ("1/4", (1, -1)), "tails": ("3/4", (-1, 1))}
        >>> graph = ChanceGraph.of(Tree({"toss": ("chance", ends)}, players=("I", "II")))
        >>> graph.options(0), graph.weight.tolist(), *map(str, graph.probabilities(0))
        ([1, 2], [0.25, 0.75], '1/4', '3/4')
        """
        ask.an_extensive_game(game)
        start, _way_back = of_class(game, ask.position(game, position))
        # The columns of the graph, to which ``look`` adds an entry for each position in turn.
        turns = array("b")
        law = array("i")
        shares: list[Fraction] = []
        payoff: dict[int, Fraction] = {}
        # Where the probabilities of each die begin in ``shares``. A die is its probabilities, here
        # as pairs of integers, which are faster to compare than Fractions.
        place_of_die: dict[tuple[tuple[int, int], ...], int] = {}

        def look(position: Any) -> list[Any]:
            """Note what a position is, and return the positions that can follow."""
            turn = ask.turn(game, position)
            if turn == CHANCE:
                chances = ask.chances(game, position)
                die = tuple([share.as_integer_ratio() for share, _ in chances])
                if die not in place_of_die:
                    place_of_die[die] = len(shares)
                    shares.extend(share for share, _ in chances)
                turns.append(NATURE)
                law.append(place_of_die[die])
                return [option for _, option in chances]
            law.append(0)  # fills the column: Nature does not move here
            if turn is None:
                number = len(turns)
                payoff[number] = ask.payoff(game, position)
                turns.append(NOBODY)
                return []
            turns.append(turn)  # 0 or 1, which are MAX and MIN
            return [game.play(position, move) for move in ask.moves(game, position)]

        numbering, indptr, targets = walk(
            game, [start], look, max_positions, max_edges, "moves and chances"
        )
        return cls(
            game=game,
            turn=np.frombuffer(turns, np.int8),
            indptr=indptr.astype(np.int32),
            targets=targets,
            law=np.frombuffer(law, np.int32),
            shares=shares,
            weight=np.array(shares, np.float64),
            payoff=payoff,
            numbering=numbering,
        )
