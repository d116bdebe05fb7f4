"""Values and best play of four in a row on a board of drops, found by asking ``fours`` questions.

A score (a win that leaves n cells free counts n + 1) is found by asking "is it more than a?". At
most two questions tell whether the position is won, drawn or lost. How soon play ends is found by
bisection of the scores that a win, or a loss, can have. These scores are every other number,
because the winner makes the last move.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamefast import registry
from gamefast.machine import CHUNK, check_memory
from gamefast.search.base import EngineSearch
from gamefast.search.compiled import carry_on, chained
from gamefast.search.fours import exceeds, glance, key_of, recall, threats_of
from gamelib.core import TooLarge
from gamelib.games.connect4 import ConnectFour
from gamelib.search import Line, Score

#: The table has 2 ** FIRST places at first. With more positions it becomes 2 ** MORE times as
#: large, up to 2 ** LAST.
FIRST, MORE, LAST = 16, 4, 26

#: This many positions are searched by plain Python before anything is compiled.
FEW = 10_000


class DropSearch(EngineSearch):
    """Searches on one board of drops with one shared table, so that later searches find it filled.

    >>> from gamelib.games import ConnectFour
    >>> search = DropSearch(ConnectFour(4, 4))
    >>> search.answer("....\\n....\\nOOO.\\nXXX.").line
    (3,)
    """

    def __init__(self, game: ConnectFour, most: float = inf) -> None:
        super().__init__(game, most=most)
        self.board = registry.bitboard(game)
        board, places = self.board, min(FIRST, self.board.bits)
        self._height = board.rows + 1
        self._columns = np.array([board.column(number) for number in board.from_outside], np.int64)
        self._stack = np.zeros(5 * (board.size + 1), np.int64)
        self._options = np.zeros(4 * board.columns * board.size, np.int64)
        self._shape, self._table = self._shape_for(places), np.zeros(1 << places, np.int64)

    def in_window(
        self, position: Any, alpha: Score, beta: Score, depth: int | None
    ) -> tuple[Score, Line]:
        """The value of a position, 1, 0 or -1, or a bound on it, and best play, as in gamelib's
        search.

        The distance is not told. How soon a win comes is found if 1 lies inside the window, how
        soon a loss comes if -1 does; if the value is at the edge of the window or beyond, the line
        is the first move.
        """
        if (result := self.game.outcome(position)) is not None:
            self.nodes += 1
            return Score(result, 0), None
        mine, taken = self.board.code(position)
        free, least = self.board.size - taken.bit_count(), 0
        scores = range(1)
        if beta.value > 0 and self.exceeds(mine, taken, 0):
            value, least, scores = 1, 1, range(2 - free % 2, free + 1, 2)
        elif alpha.value < 0 and not self.exceeds(mine, taken, -1):
            value, scores = -1, range(1 - free, 0, 2)
        else:
            value = 0
        if alpha.value < value < beta.value:
            place = bisect_left(
                scores, True, hi=len(scores) - 1, key=lambda a: not self.exceeds(mine, taken, a)
            )
            return Score(value, 0), chained(self._line(mine, taken, scores[place]))
        return Score(value, 0), chained(
            [self._best(mine, taken, least if value >= beta.value else -free)[0]]
        )

    def _line(self, mine: int, taken: int, score: int) -> Iterator[int]:
        """Best play from a position with this score, as columns."""
        over = False
        while not over:
            column, cell = self._best(mine, taken, score)
            yield column
            wins = bool(threats_of(mine, self._height) & cell)
            is_full = taken | cell == self.board.cells
            over = wins or is_full
            mine = mine ^ taken  # the opponent's, who moves next
            taken = taken | cell
            score = -score

    def _best(self, mine: int, taken: int, score: int) -> tuple[int, int]:
        """A move that makes sure of this score, and the cell it fills; what the table knows is
        looked at first.
        """
        reached, found = self.board.reached(taken), []
        for column in reversed(self.board.from_outside):
            if cell := reached & self.board.column(column):
                if threats_of(mine, self._height) & cell:
                    return column, cell
                key = self._key(mine ^ taken, taken | cell)
                known = recall(self._shape.data, self._table.data, key)[3] <= -score
                found.append((not known, column, cell))
        found.sort(key=lambda option: option[0])
        for _, column, cell in found[:-1]:
            if not self.exceeds(mine ^ taken, taken | cell, -score):
                return column, cell
        return found[-1][1:]

    def exceeds(self, mine: int, taken: int, a: int) -> bool:
        """Whether the score of a position, as ``DropBoard.code`` gives it, is more than a.

        Parameters
        ----------
        mine, taken
            The pieces of the player to move, and all pieces.
        a
            A score.

        Returns
        -------
        bool
            The answer, which is proved.

        Raises
        ------
        LimitReached
            After ``most_nodes`` positions, or at ``end_of_time``.
        KeyboardInterrupt
            Once the stop button is pressed; what is known stays in the table.

        Examples
        --------
        >>> from gamelib.games import ConnectFour
        >>> DropSearch(ConnectFour(4, 4)).exceeds(0, 0, 0)       # can the first player win?
        False
        """
        board, pieces = self.board, taken.bit_count()
        free, theirs = board.size - pieces, mine ^ taken
        if threats_of(mine, self._height) & board.reached(taken):
            return bool(free > a)
        low, high, _, to_try = glance(self._shape.data, theirs, mine, free)
        if not low <= a < high:
            return bool(low > a)
        self._stack[5 * pieces : 5 * pieces + 5] = mine, taken, to_try, self._key(mine, taken), -1
        state = np.array([pieces, pieces, a, -1, self.nodes, self.cutoffs, self.table_hits, 0])

        def go(limit: float) -> tuple[int, bool]:
            if self.nodes > len(self._table) and len(self._table) < 1 << min(LAST, board.bits):
                self._grow()
            state[7] = limit
            run = exceeds.interpreted if limit <= FEW else exceeds.compiled
            run(self._shape, self._columns, self._table, self._stack, self._options, state)
            self.nodes, self.cutoffs, self.table_hits = state[4:7].tolist()
            return self.nodes, bool(state[0] < state[1])

        carry_on(go, self.nodes, self.most_nodes, self.end_of_time)
        return bool(state[3])

    @property
    def known(self) -> int:
        """How many positions the table knows."""
        return int(np.count_nonzero(self._table))

    def _key(self, mine: int, taken: int) -> int:
        """The key of a position in the table."""
        free = self.board.size - taken.bit_count()
        return int(key_of(self._shape.data, mine + taken, free, self.board.columns))

    def _shape_for(self, places: int) -> NDArray[np.int64]:
        """The board as ``exceeds`` needs it, with a table of 2 ** places."""
        board = self.board
        shape = [board.size, board.cells, board.floor, board.lower, self._height]
        return np.array([*shape, (1 << board.bits) - 1, board.bits - places], np.int64)

    def _grow(self) -> None:
        """Take a larger table and keep all that is known, unless memory is short."""
        old, spare, places = self._table, int(self._shape[6]), len(self._table).bit_length() - 1
        more = min(MORE, LAST - places, self.board.bits - places)
        try:
            check_memory(len(old) << more, 8)
        except TooLarge:
            return
        larger = np.zeros(len(old) << more, np.int64)
        for begin in range(0, len(old), CHUNK):
            filled = np.flatnonzero(old[begin : begin + CHUNK]) + begin
            spread = (
                filled << spare | (old[filled] >> 14) - 1
            )  # what the place and the entry tell together
            rest = spread & (1 << spare - more) - 1
            larger[spread >> spare - more] = rest + 1 << 14 | old[filled] & (1 << 14) - 1
        self._shape, self._table = self._shape_for(places + more), larger
