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
from gamefast.search import fours
from gamefast.search.base import EngineSearch
from gamefast.search.compiled import carry_on, chained
from gamefast.search.fours import exceeds, glance, key_of, recall, threats_of
from gamelib.core import TooLarge
from gamelib.games.connect4 import ConnectFour
from gamelib.search import Line, Score

#: The table has 2 ** FIRST places at first. With more positions it becomes 2 ** MORE times as
#: large, up to 2 ** LAST.
FIRST = 16
MORE = 4
LAST = 26

#: This many positions are searched by plain Python before anything is compiled.
FEW = 10_000


class DropSearch(EngineSearch):
    """Searches on one board of drops with one shared table, so that later searches find it filled.

    In all methods ``mine`` are the pieces of the player to move, and ``taken`` all pieces, as bits;
    a cell is a number with one bit.

    >>> from gamelib.games import ConnectFour
    >>> search = DropSearch(ConnectFour(4, 4))
    >>> search.answer("....\\n....\\nOOO.\\nXXX.").line
    (3,)
    """

    def __init__(self, game: ConnectFour, most: float = inf) -> None:
        super().__init__(game, most=most)
        self.board = registry.bitboard(game)
        board = self.board
        self._height = board.rows + 1  # bits of a column: its cells, and a free one above
        self._columns = np.array([board.column(number) for number in board.from_outside], np.int64)
        self._stack = np.zeros(fours.FRAME * (board.size + 1), np.int64)
        self._options = np.zeros(fours.OPTION * board.columns * board.size, np.int64)
        places = min(FIRST, board.bits)  # as a power of two
        self._shape = self._shape_for(places)
        self._table = np.zeros(1 << places, np.int64)

    def in_window(
        self, position: Any, alpha: Score, beta: Score, depth: int | None
    ) -> tuple[Score, Line]:
        """The value of a position, 1, 0 or -1, or a bound on it, and best play, as in gamelib's
        search.

        The distance is not told. How soon a win comes is found if 1 lies inside the window, how
        soon a loss comes if -1 does; if the value is at the edge of the window or beyond, the line
        is the first move.
        """
        result = self.game.outcome(position)
        if result is not None:
            self.nodes += 1
            return Score(result, 0), None

        mine, taken = self.board.code(position)
        free = self.board.size - taken.bit_count()
        # Who wins? Then ``scores`` are those that the position may have, in rising order: if the
        # winner's last move leaves n cells free, the score is n + 1 in size, and every other n can
        # be left, since the winner is known.
        if beta.value > 0 and self.exceeds(mine, taken, 0):
            value = 1
            scores = range(2 - free % 2, free + 1, 2)
        elif alpha.value < 0 and not self.exceeds(mine, taken, -1):
            value = -1
            scores = range(1 - free, 0, 2)
        else:
            value = 0
            scores = range(1)

        if value <= alpha.value or value >= beta.value:  # a bound, and a move that secures it
            lowest = -free  # any move makes sure of that
            score = lowest if value <= alpha.value else max(value, 0)
            column, _cell = self._best(mine, taken, score)
            return Score(value, 0), chained([column])

        # How soon? The score is the first of ``scores`` that it does not exceed.
        place = bisect_left(
            scores,
            True,
            hi=len(scores) - 1,
            key=lambda score: not self.exceeds(mine, taken, score),
        )
        return Score(value, 0), chained(self._line(mine, taken, scores[place]))

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
        """A move that makes sure of this score, as its column and the cell it fills; what the table
        knows is looked at first.
        """
        theirs = mine ^ taken
        reached = self.board.reached(taken)
        known_moves: list[tuple[int, int]] = []  # of which the table knows that they are enough
        other_moves: list[tuple[int, int]] = []
        for column in reversed(self.board.from_outside):
            cell = reached & self.board.column(column)
            if not cell:  # the column is full
                continue
            if threats_of(mine, self._height) & cell:  # this wins at once
                return column, cell
            key = self._key(theirs, taken | cell)
            _place, _tag, _low, high = recall(self._shape.data, self._table.data, key)
            is_known = high <= -score
            (known_moves if is_known else other_moves).append((column, cell))
        *moves, last = known_moves + other_moves
        for column, cell in moves:
            if not self.exceeds(theirs, taken | cell, -score):
                return column, cell
        return last  # since one move is enough, and none of the others is

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
        board = self.board
        pieces = taken.bit_count()
        free = board.size - pieces
        theirs = mine ^ taken

        # Without a search: a win with the next move, or what can be said at a glance.
        if threats_of(mine, self._height) & board.reached(taken):
            return bool(free > a)  # the score: this move leaves free - 1 cells
        low, high, _threats, to_try = glance(self._shape.data, theirs, mine, free)
        if not low <= a < high:
            return bool(low > a)

        frame = [mine, taken, to_try, self._key(mine, taken), -1]
        begin = fours.FRAME * pieces
        self._stack[begin : begin + fours.FRAME] = frame
        state = np.zeros(8, np.int64)
        state[fours.PLY] = pieces
        state[fours.BASE] = pieces
        state[fours.A] = a
        state[fours.ANSWER] = -1
        state[fours.NODES] = self.nodes
        state[fours.CUTOFFS] = self.cutoffs
        state[fours.HITS] = self.table_hits

        def go(limit: float) -> tuple[int, bool]:
            """Search on until so many positions are looked at; see ``carry_on``."""
            largest = 1 << min(LAST, board.bits)
            if self.nodes > len(self._table) and len(self._table) < largest:
                self._grow()
            state[fours.UNTIL] = limit
            run = exceeds.interpreted if limit <= FEW else exceeds.compiled
            run(self._shape, self._columns, self._table, self._stack, self._options, state)
            self.nodes = int(state[fours.NODES])
            self.cutoffs = int(state[fours.CUTOFFS])
            self.table_hits = int(state[fours.HITS])
            is_answered = bool(state[fours.PLY] < state[fours.BASE])
            return self.nodes, is_answered

        carry_on(go, self.nodes, self.most_nodes, self.end_of_time)
        return bool(state[fours.ANSWER])

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
        all_bits = (1 << board.bits) - 1
        spare = board.bits - places
        # in the order of ``fours.SIZE`` and the names after it
        shape = [board.size, board.cells, board.floor, board.lower, self._height, all_bits, spare]
        return np.array(shape, np.int64)

    def _grow(self) -> None:
        """Take a larger table and keep all that is known, unless memory is short.

        The place of an entry and the rest of a key in it together are the key, spread over all
        bits. In the larger table, ``more`` bits of the rest belong to the place.
        """
        old = self._table
        spare = int(self._shape[fours.SPARE])
        places = len(old).bit_length() - 1  # as a power of two
        more = min(MORE, LAST - places, self.board.bits - places)
        try:
            check_memory(len(old) << more, 8)
        except TooLarge:
            return
        larger = np.zeros(len(old) << more, np.int64)
        bits_of_bounds = 2 * fours.BOUND_BITS
        for begin in range(0, len(old), CHUNK):  # in pieces: these arrays take memory as well
            filled = np.flatnonzero(old[begin : begin + CHUNK]) + begin
            bounds = old[filled] & (1 << bits_of_bounds) - 1
            rest_of_key = (old[filled] >> bits_of_bounds) - 1
            spread_key = filled << spare | rest_of_key
            new_rest = spread_key & (1 << spare - more) - 1
            larger[spread_key >> spare - more] = new_rest + 1 << bits_of_bounds | bounds
        self._shape = self._shape_for(places + more)
        self._table = larger
