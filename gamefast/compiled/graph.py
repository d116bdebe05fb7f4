"""A dense arena: the numbers below a size are counted through by compiled rules, at the speed of C,
storing no moves.

``CompiledRules`` describes the rules, and ``solve`` makes this arena of rules that have a ``size``.
If positions are sparse, they are walked instead (``gamefast.compiled.walked``).

Here 1, 4, 7, ... are no positions: a token on a row of ten cells walks to the right, one or two
cells at a time, and must not stop on them.

>>> from gamefast import NO_POSITION, CompiledRules, solve
>>> def options(cell, data, out):
...     if cell % 3 == 1:
...         return NO_POSITION
...     count = 0
...     for steps in (1, 2):
...         to = cell + steps
...         if to < 10 and to % 3 != 1:
...             out[count] = to
...             count += 1
...     return count
>>> solution = solve(CompiledRules(options, lambda cell, data: -1, size=10))
>>> [(cell, str(verdict)) for cell, verdict in solution.items()]  # doctest: +NORMALIZE_WHITESPACE
[(0, 'LOSS in 6'), (2, 'WIN in 5'), (3, 'LOSS in 4'), (5, 'WIN in 3'), (6, 'LOSS in 2'),
 (8, 'WIN in 1'), (9, 'LOSS in 0')]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamefast.arrays.arena import Arena
from gamefast.arrays.graph import BYTES_STORED, GameGraph, row_starts
from gamefast.boards.tokens import stored
from gamefast.compiled.rules import (
    NO_POSITION,
    TRIED,
    Coded,
    GraphRules,
    chosen,
    numbers_by,
    require_unwritten,
)
from gamefast.compiled.searchable import CompiledRules
from gamefast.compiled.table import Data
from gamefast.compiled.unmoves import invented, wrong_unmoves
from gamefast.machine import CHUNK, MAX_EDGES_AS_ARRAYS, check_memory
from gamefast.progress import Progress
from gamelib.core import Game

#: Bytes for each number while the game is counted and kept, and further bytes to settle it by
#: un-moves.
BYTES_COUNTED, BYTES_SETTLED = 12, 18


@dataclass(frozen=True, eq=False)
class CompiledGraph(Arena):
    """A game as an arena whose moves are computed by compiled rules.

    Each number below a size stands for a position, or for none. Those that stand for one are
    renumbered, without gaps, in the same order: position k of the arena is the game's number
    ``codes[k]``. ``of`` is the older name of ``CompiledRules(..., size=...)``.

    ``rules``: options, outcome and un-moves. ``code``, ``decode``: from a position to its number
    and back, if positions are not numbers. ``game``: the Game whose arena this is, if any.
    ``sign``: -1 if the results of the game are those of the rules with the other sign. ``numbered``:
    the CompiledRules from which the arena was made, if it was.
    """

    rules: GraphRules
    code: Callable[[Any], int] | None = None
    decode: Callable[[int], Any] | None = None
    game: Game[Any, Any] | None = None
    sign: int = 1
    numbered: CompiledRules | None = None

    @classmethod
    def of_rules(cls, game: CompiledRules) -> CompiledGraph:
        """The arena of rules that have a ``size``. Nothing is computed yet.

        >>> def options(total, data, out):
        ...     out[0], out[1] = total + 1, total + 2
        ...     return min(2, 20 - total)
        >>> CompiledGraph.of_rules(CompiledRules(options, lambda total, data: -1, size=21))
        <CompiledGraph: 21 numbers, rules compiled, no move stored>
        """
        if game.size is None:
            raise ValueError("these rules have no size: their positions are found by a walk")
        rules = GraphRules(game.size, game.most, game.data, *game.solved).frozen()
        return cls(rules, game.code, game.decode, game, numbered=game)

    @classmethod
    def of(
        cls,
        size: int,
        options: Callable[[int, Any, Any], int],
        outcome: Callable[[int, Any], int],
        sources: Callable[[int, Any, Any], int] | None = None,
        *,
        most: int = 64,
        data: Data = (),
        code: Callable[[Any], int] | None = None,
        decode: Callable[[int], Any] | None = None,
        game: Game[Any, Any] | None = None,
    ) -> CompiledGraph:
        """The older name of ``CompiledRules(options, outcome, sources=..., size=...)``, as an arena:
        it knows no start, and only ``solve`` takes it.

        Parameters
        ----------
        size
            Positions are the numbers 0 to size - 1, or some of them.
        options, outcome, sources
            The rules, as ``CompiledRules`` has them. Without ``sources`` every move is stored, to be
            reversed.
        most
            No position has more options, or more sources, than this.
        data
            Whole numbers that the rules look things up in: flat, or a dict, as in ``CompiledRules``.
        code, decode
            If positions are not numbers: from a position to its number, and back.
        game
            The Game whose arena this is, if any. Without it a move is the number to go to.

        Returns
        -------
        CompiledGraph
            Nothing is computed yet.

        Raises
        ------
        TypeError, ValueError
            For rules that do not compile or that contradict themselves, saying where; raised when
            the arena is used.

        Examples
        --------
        The race to 20, one or two at a time; whoever says 20 wins:

        >>> def options(total, data, out):
        ...     out[0], out[1] = total + 1, total + 2
        ...     return min(2, data[0] - total)
        >>> def outcome(total, data):
        ...     return -1
        >>> race = CompiledGraph.of(21, options, outcome, data=[20])
        >>> from gamefast import solve
        >>> solution = solve(race)
        >>> str(solution[0]), solution.best(0)              # say 2, and then always 3 more
        ('WIN in 13', 2)
        """
        rules = GraphRules.of(
            size, most, data, game, options=options, outcome=outcome, sources=sources
        )
        return cls(rules, code, decode, game)

    classes = True

    def __len__(self) -> int:
        return len(self.codes)

    @cached_property
    def edges(self) -> int:
        """How many moves there are in all positions together."""
        return int(np.maximum(self.degrees, 0).sum())

    @property
    def bytes(self) -> int:
        """How many bytes solving takes at most."""
        if self.rules.sources is None:
            return BYTES_COUNTED * self.rules.size + BYTES_STORED * len(self) + 8 * self.edges
        return (BYTES_COUNTED + BYTES_SETTLED) * self.rules.size

    @cached_property
    def _counted(self) -> tuple[NDArray[Any], NDArray[np.int8]]:
        """For every number the count of its options, and its result if it has none. In the same pass
        ``move_sums`` is filled. Raises TooLarge.
        """
        rules, size = self.rules, self.rules.size
        check_memory(size, BYTES_COUNTED)
        data_before = rules.data.copy()
        rules.check()
        rules.compile()
        parts = []
        summed = 0 if rules.sources is None else size  # without un-moves nobody needs the sums
        sums = np.zeros(summed, np.uint32)
        with Progress(size, "counting moves", size * rules.most) as bar:
            for begin in range(0, size, CHUNK):
                parts.append(rules.counted(begin, min(begin + CHUNK, size), sums))
                bar(len(parts[-1][0]))
        require_unwritten(rules.data, data_before)
        degrees, results = map(np.concatenate, zip(*parts, strict=True))
        # ``compile`` has compared a sample of all numbers, perhaps without a terminal position.
        rules.compare(chosen(np.flatnonzero(degrees == 0)))
        if self.numbered is not None:
            some = [
                *chosen(np.flatnonzero(degrees > 0), TRIED),
                *chosen(np.flatnonzero(degrees == 0), TRIED),
            ]
            self.numbered.compare_coded((i,) for i in some)
        self.__dict__["move_sums"] = sums  # the value of that property from now on
        return degrees, results

    @cached_property
    def move_sums(self) -> NDArray[np.uint32]:
        """uint32, shape (size,): for each number, the sum of the summands of the positions with a
        move to it. Settling compares it with the un-moves, and then it is not kept.
        """
        self.__dict__.pop("_counted", None)  # they are counted together
        self._counted  # noqa: B018  # fills it
        sums: NDArray[np.uint32] = self.__dict__["move_sums"]
        return sums

    def wrong_unmoves(self, code: int) -> ValueError:
        """The error for un-moves that are not all the moves to the position with this number."""
        rules = self.rules
        assert rules.sources is not None
        for source in rules.listed(rules.sources, code) or []:  # raises ValueError for a wrong list
            if self.degrees[source] == NO_POSITION:
                return invented(source, code)
        listed = self._places[rules.listed(rules.sources, code)].tolist()
        option = int(self._places[code])
        return wrong_unmoves(self, option, listed, lambda place: int(self.codes[place]))

    def present(self) -> CompiledGraph:
        """The arena by the rules as they are now: itself, unless a value that the rules read has
        changed.
        """
        rules = self.rules.frozen()
        return self if rules is self.rules else replace(self, rules=rules)

    @property
    def degrees(self) -> NDArray[Any]:
        """int16 or int32, shape (size,): how many options each number has; NO_POSITION if it is not
        a position.
        """
        return self._counted[0]

    @property
    def ends(self) -> NDArray[np.int8]:
        """int8, shape (size,): the result for the player to move if play is over, otherwise 0."""
        return self._counted[1] * np.int8(self.sign)

    @cached_property
    def codes(self) -> NDArray[np.int32]:
        """int32, shape (n,): the numbers that stand for a position."""
        codes = np.flatnonzero(self.degrees != NO_POSITION).astype(np.int32)
        if not len(codes):
            raise ValueError(
                f"options says that none of the {self.rules.size} numbers stands for a position"
            )
        return codes

    def with_codes(self, codes: NDArray[np.int32]) -> CompiledGraph:
        """The arena with the numbers of its positions, so that a position can be found before
        anything is counted.
        """
        found = replace(self)
        found.__dict__["codes"] = codes
        return found

    @cached_property
    def _places(self) -> NDArray[np.int32]:
        """int32, shape (size,): the place of each number in ``codes``; -1 for those that are not
        there.
        """
        places = np.full(self.rules.size, -1, np.int32)
        places[self.codes] = np.arange(len(self.codes), dtype=np.int32)
        return places

    @cached_property
    def numbering(self) -> Coded:
        """Positions to numbers and back."""
        return Coded(self.codes, self.code, self.decode)

    def rows(self, which: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The options of several positions, as ``(indptr, targets)`` of their own."""
        codes = self.codes[which]
        indptr = row_starts(self.degrees[codes].astype(np.int64))
        return indptr, self._places[self.rules.rows(self.rules.options, codes, indptr, np.int32)[0]]

    def results(self, which: NDArray[np.int64]) -> NDArray[np.float64]:
        """What several positions are worth to the player to move if play is over; NaN if it goes
        on.
        """
        codes = self.codes[which]
        return np.where(self.degrees[codes] == 0, self.ends[codes], np.nan)

    @property
    def ends_late(self) -> bool:  # type: ignore[override]  # as the rules have it
        return self.rules.remoteness is not None

    def end_remoteness(self, which: NDArray[np.int64]) -> NDArray[np.int32]:
        """int32, shape (k,): for several positions, how many further moves the result takes if play
        is over.
        """
        return self.remoteness_at(self.codes[which])

    def remoteness_at(self, codes: NDArray[Any]) -> NDArray[np.int32]:
        """The same for several of the game's numbers."""
        found = np.zeros(len(codes), np.int32)
        if self.rules.remoteness is not None:
            settled = np.flatnonzero((self.degrees[codes] == 0) & (self._counted[1][codes] != 0))
            size = self.rules.size * self.rules.most
            found[settled] = numbers_by(
                self.rules.remoteness, codes[settled].astype(np.int64), self.rules.data, size
            )
        return found

    def negated(self, game: Game[Any, Any]) -> CompiledGraph:
        """The arena of ``game``, a game that differs only in the sign of every result."""
        return replace(self, sign=-self.sign, game=game)

    def explicit(self, *, max_edges: int = MAX_EDGES_AS_ARRAYS) -> GameGraph:
        """Return the same game with the same numbers and every move stored. Raises TooLarge beyond
        ``max_edges``.
        """
        return stored(
            self.present(), max_edges, "give the un-moves (sources), so that no move is stored"
        )

    def __repr__(self) -> str:
        return f"<CompiledGraph: {self.rules.size:,} numbers, rules compiled, no move stored>"
