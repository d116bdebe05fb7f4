"""Values and best play of four in a row on a board of drops, found by asking ``fours`` questions.

A score (a win that leaves n cells free counts n + 1, a loss counts the same below 0) is found by
asking "is it more than a?". At most two questions tell whether the position is won, drawn or lost.
How soon play ends is found by bisection of the scores that a win, or a loss, can have. These scores
are every other number, because the winner makes the last move.
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
from gamefast.search.fours import glance, key_of, recall, threats_of
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

    def __init__(self, game: ConnectFour, most_nodes: float = inf) -> None:
        super().__init__(game, most_nodes=most_nodes)
        self.board = registry.bitboard(game)
        board = self.board
        self._height = board.rows + 1  # bits of a column: its cells, and a free one above
        columns = [board.column(number) for number in board.from_outside]  # in the kernel's order
        self._columns = np.array(columns, np.int64)
        self._stack = np.zeros(fours.FRAME * (board.size + 1), np.int64)
        self._options = np.zeros(fours.OPTION * board.columns * board.size, np.int64)
        place_bits = min(FIRST, board.bits)  # a place in the table is a number of so many bits
        self._shape = self._shape_for(place_bits)
        self._table = np.zeros(1 << place_bits, np.int64)

    def in_window(
        self, position: Any, alpha: Score, beta: Score, depth: int | None
    ) -> tuple[Score, Line]:
        """The value of a position, 1, 0 or -1, or a bound on it, and best play, as in gamelib's
        search.

        The hurry of the score is always 0; the length of the line says how soon play ends. If the
        value is at the edge of the window or beyond, the line is the first move only.
        """
        result = self.game.outcome(position)
        if result is not None:
            self.nodes += 1
            return Score(result, 0), None

        mine, taken = self.board.code(position)
        free = self.board.size - taken.bit_count()
        # Who wins? And which ``scores`` can the position have then, in rising order? The player to
        # move can win after 1, 3, 5, ... moves, which leave free - 1, free - 3, ... cells free, so
        # the score is free, free - 2, ... above 0. The opponent can win after 2, 4, ... moves: then
        # it is 1 - free, 3 - free, ... below 0.
        if beta.value > 0 and self.exceeds(mine, taken, 0):
            value = 1
            scores = range(2 - free % 2, free + 1, 2)
        elif alpha.value < 0 and not self.exceeds(mine, taken, -1):
            value = -1
            scores = range(1 - free, 0, 2)
        else:
            value = 0
            scores = range(1)

        # Outside the window: a bound, and a move that secures it. Every move secures the lowest
        # score. A score of 1 is that of the slowest win, and 0 that of a draw. (If the value is -1,
        # no move secures 0, and any move will do.)
        if value <= alpha.value:
            lowest = -free
            column, _cell = self._best(mine, taken, lowest)
            return Score(value, 0), chained([column])
        if value >= beta.value:
            column, _cell = self._best(mine, taken, max(value, 0))
            return Score(value, 0), chained([column])

        # How soon? The position's score is the first of ``scores`` that it does not exceed: by
        # bisection, and without a question about the last, which it cannot exceed.
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
        """A move that makes sure of this score, as its column and the cell it fills.

        Those of which the table knows that they are enough are asked about first. If no move is
        enough, the last one is returned.
        """
        theirs = mine ^ taken
        reached = self.board.reached(taken)
        known_moves: list[tuple[int, int]] = []  # the table knows that they are enough
        other_moves: list[tuple[int, int]] = []
        for column in reversed(self.board.from_outside):  # from the middle
            cell = reached & self.board.column(column)
            if not cell:  # the column is full
                continue
            if threats_of(mine, self._height) & cell:  # this wins at once
                return column, cell
            key = self._key(theirs, taken | cell)
            _place, _tag, _low, high = recall(self._shape.data, self._table.data, key)
            if high <= -score:  # the option's score, for the opponent
                known_moves.append((column, cell))
            else:
                other_moves.append((column, cell))
        *moves, last = known_moves + other_moves
        for column, cell in moves:
            if not self.exceeds(theirs, taken | cell, -score):
                return column, cell
        return last  # without a question: if any move is enough, this one is

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
            score = free  # the move leaves free - 1 cells free
            return bool(score > a)
        low, high, _threats, to_try = glance(self._shape.data, theirs, mine, free)
        if low > a:
            return True
        if high <= a:
            return False

        # The first frame of the loop's stack, and its state.
        frame = self._stack[fours.FRAME * pieces :]
        frame[fours.MINE] = mine
        frame[fours.TAKEN] = taken
        frame[fours.TO_TRY] = to_try
        frame[fours.KEY] = self._key(mine, taken)
        frame[fours.LEFT] = -1  # the options have not been looked at
        state = np.zeros(fours.STATE, np.int64)
        state[fours.PLY] = pieces
        state[fours.BASE] = pieces
        state[fours.A] = a
        state[fours.ANSWER] = -1  # none so far
        state[fours.NODES] = self.nodes
        state[fours.CUTOFFS] = self.cutoffs
        state[fours.HITS] = self.table_hits

        def go_to(limit: float) -> tuple[int, bool]:
            """Search on until so many positions are looked at; see ``carry_on``."""
            largest = 1 << min(LAST, board.bits)
            if self.nodes > len(self._table) and len(self._table) < largest:
                self._grow()
            state[fours.UNTIL] = limit
            kernel = fours.exceeds
            run = kernel.interpreted if limit <= FEW else kernel.compiled
            run(self._shape, self._columns, self._table, self._stack, self._options, state)
            self.nodes = int(state[fours.NODES])
            self.cutoffs = int(state[fours.CUTOFFS])
            self.table_hits = int(state[fours.HITS])
            is_answered = bool(state[fours.PLY] < state[fours.BASE])
            return self.nodes, is_answered

        carry_on(go_to, self.nodes, self.most_nodes, self.end_of_time)
        return bool(state[fours.ANSWER])

    @property
    def known(self) -> int:
        """How many positions the table knows."""
        return int(np.count_nonzero(self._table))

    def _key(self, mine: int, taken: int) -> int:
        """The key of a position in the table."""
        free = self.board.size - taken.bit_count()
        return int(key_of(self._shape.data, mine + taken, free, self.board.columns))

    def _shape_for(self, place_bits: int) -> NDArray[np.int64]:
        """The board as ``exceeds`` needs it, with a table of 2 ** place_bits places."""
        board = self.board
        all_bits = (1 << board.bits) - 1
        spare = board.bits - place_bits
        # in the order of ``fours.SIZE`` and the names after it
        shape = [board.size, board.cells, board.floor, board.lower, self._height, all_bits, spare]
        return np.array(shape, np.int64)

    def _grow(self) -> None:
        """Take a larger table and keep all that is known, unless memory is short.

        A key is spread over all bits (``recall``): the upper bits are the place of its entry, and
        the lower bits, plus 1, are the tag in the entry. In the larger table a place has ``more``
        bits, and a tag has fewer.
        """
        old = self._table
        spare = int(self._shape[fours.SPARE])  # how many lower bits there are
        place_bits = len(old).bit_length() - 1
        more = min(MORE, LAST - place_bits, self.board.bits - place_bits)
        try:
            check_memory(len(old) << more, 8)
        except TooLarge:
            return
        larger = np.zeros(len(old) << more, np.int64)
        new_spare = spare - more
        bits_of_bounds = 2 * fours.BOUND_BITS
        for begin in range(0, len(old), CHUNK):  # in pieces: these arrays take memory as well
            places = np.flatnonzero(old[begin : begin + CHUNK]) + begin  # those that are not empty
            entries = old[places]
            bounds = entries & (1 << bits_of_bounds) - 1
            tags = entries >> bits_of_bounds
            spread_keys = places << spare | tags - 1
            new_places = spread_keys >> new_spare
            new_tags = (spread_keys & (1 << new_spare) - 1) + 1
            larger[new_places] = new_tags << bits_of_bounds | bounds
        self._shape = self._shape_for(place_bits + more)
        self._table = larger
