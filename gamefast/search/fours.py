"""Four in a row on a board of drops: one question, yes or no, by alpha-beta on bitboards, compiled.

A position is scored by how play ends: a win that leaves n cells free counts n + 1, a loss counts
the same below 0, and a draw counts 0. So the score of a position is the largest of the negated
scores of its options, wherever play began. One table serves every question "is the score more than
a?": alpha-beta with an empty window. Most options are answered at a glance:

* **Threats** are cells that would complete four. If the opponent threatens a cell that can be
  reached, it must be filled; with two such cells the position is lost. Nobody plays below a cell
  that the opponent threatens.
* **Following up.** Pair the free cells of each column from the top. The player who moves while an
  even number of cells is free is the *leader*. The opponent can always answer in the same column,
  on the upper cell of the pair, or fill a cell without a partner when the leader does. So the
  leader gets only lower cells and those without a partner. If there is no four among these and the
  leader's pieces, the leader cannot win.
* **The table** is asked for every option before the first option is searched.

Sources: Allis, A knowledge-based approach of Connect-Four (1988), for following up; Pons, Solving
Connect Four (2015), for this score and the order, most threats first.
"""

from __future__ import annotations

from gamefast.compiling import Inner
from gamefast.machine import Array, Kernel

#: Multiplied by this odd number and cut to their bits, keys spread over the whole table, and stay
#: different.
SPREAD = 0x5BD1_E995_7B93_2F45

#: The fields on the stack for each number of pieces on the board.
MINE, TAKEN, TO_TRY, KEY, LEFT = range(5)


@Inner
def threats_of(pieces: int, height: int) -> int:
    """The cells, free or not, on the board or not, that complete four of these pieces."""
    found = 0
    for step in (
        1,
        height - 1,
        height,
        height + 1,
    ):  # a step at a time: no number is longer than the board and a step
        up, down = pieces << step, pieces >> step
        two_up, two_down = pieces & up, pieces & down
        after, before = two_up << step, two_down >> step
        three_up, three_down = two_up & after, two_down & before
        found |= three_up << step | after & down | up & before | three_down >> step
    return found


@Inner
def have_four(pieces: int, height: int) -> bool:
    """Whether there are four in a row among these cells."""
    found = 0
    for step in (1, height - 1, height, height + 1):
        pairs = pieces & pieces >> step
        found |= pairs & pairs >> step >> step
    return found != 0


@Inner
def glance(board: Array, own: int, other: int, free: int) -> tuple[int, int, int, int]:
    """What can be said at once of a position in which ``other`` is to move but cannot win with this
    move.

    Returns bounds on the score, what ``own`` threatens, and the cells that the player to move need
    try.

    Parameters
    ----------
    board
        int64, shape (7,): as for ``exceeds``.
    own, other, free
        int: the pieces of the player who has just moved and of the opponent; the number of free
        cells.
    """
    cells, floor, lower, height, taken = board[1], board[2], board[3], board[4], own | other
    threats = threats_of(own, height) & cells & ~taken
    reached = (taken + floor) & cells
    forced = reached & threats
    to_try = (forced if forced else reached) & ~(threats >> 1)
    if forced & (forced - 1) or to_try == 0:  # two threats at once, or the board is full
        return min(1 - free, 0), min(1 - free, 0), threats, to_try
    low, high = min(3 - free, 0), max(free - 2, 0)
    leader = own if free & 1 else other
    if not have_four(leader | lower & ~taken | reached, height):
        low, high = (max(low, 0), high) if free & 1 else (low, min(high, 0))
    return low, high, threats, to_try


@Inner
def key_of(board: Array, position: int, free: int, columns: int) -> int:
    """The key of a position; while more than two thirds of the cells are free, its mirror image has
    the same key.

    Parameters
    ----------
    board
        int64, shape (7,): as for ``exceeds``.
    position, free, columns
        int: the pieces of the player to move and those of both, added; the number of free cells;
        the number of columns.
    """
    if 3 * free <= 2 * board[0]:
        return position
    height, rest, twin = board[4], position, 0
    for _ in range(columns):
        twin, rest = twin << height | rest & (1 << height) - 1, rest >> height
    return min(position, twin)


@Inner
def recall(board: Array, table: Array, key: int) -> tuple[int, int, int, int]:
    """What the table knows: the place of this key, its tag among the keys of that place, and bounds
    on its score.

    Parameters
    ----------
    board, table
        int64: as for ``exceeds``.
    key
        int: the key of the position.
    """
    place, tag = (key * SPREAD & board[5]) >> board[6], (key * SPREAD & (1 << board[6]) - 1) + 1
    entry = table[place]
    if entry >> 14 == tag:
        return place, tag, (entry >> 7 & 127) - 64, (entry & 127) - 64
    return place, tag, -64, 63


@Kernel
def exceeds(
    board: Array, columns: Array, table: Array, stack: Array, options: Array, state: Array
) -> None:
    """Is the score of a position more than a? Answer (then ``state[0] < state[1]``), or stop to be
    called again.

    Parameters
    ----------
    board
        int64, shape (7,): the number of cells; all cells; the floor; the lower cells of all pairs;
        the number of bits of a column; all bits of a key; how many of these bits the place in the
        table does not tell.
    columns
        int64: the cells of each column, those at the sides first.
    table
        int64, a power of two: the rest of a key, and the bounds on its score, 7 bits each. An empty
        place is 0.
    stack
        int64, shape (5 * (cells + 1),). With k pieces on the board, from 5 * k on: the pieces of
        the player to move; all pieces; the cells to try; the key; how many options are left to
        search, -1 before they are looked at.
    options
        int64, shape (4 * columns * cells,). From 4 * columns * k on, four numbers for each option
        left: its threats, the cell, the cells to try next, the key; the best option is last.
    state
        int64, shape (8,): the number of pieces on the board now, and when the question was asked;
        a; the last answer, 0, 1, or -1 for none; counts of nodes, cutoffs and table hits; the count
        of nodes at which to stop.
    """
    ply, base, a, found, nodes, cutoffs, hits = (
        state[0],
        state[1],
        state[2],
        state[3],
        state[4],
        state[5],
        state[6],
    )
    while ply >= base and nodes < state[7]:
        here, first, free, b = 5 * ply, 4 * len(columns) * ply, board[0] - ply - 1, -a - 1
        mine, taken, other = (
            stack[here + MINE],
            stack[here + TAKEN],
            stack[here + MINE] ^ stack[here + TAKEN],
        )
        if stack[here + LEFT] < 0:  # new: look at every option
            stack[here + LEFT] = 0
            for column in columns:
                cell = column & stack[here + TO_TRY]
                if cell == 0:
                    continue
                nodes += 1
                low, high, threats, to_try = glance(board, mine | cell, other, free)
                key = other + (taken | cell)
                if low <= b < high:
                    key = key_of(board, key, free, len(columns))
                    _, _, low, high = recall(board, table, key)
                    if not low <= b < high:
                        hits, nodes = hits + 1, nodes - 1
                if high <= b:  # this option is enough
                    found = 0
                    break
                if low <= b:  # not known, so it is searched, those with most threats first
                    count, at = 0, first + 4 * stack[here + LEFT]
                    while threats:
                        threats, count = threats & (threats - 1), count + 1
                    while at > first and options[at - 4] > count:
                        for k in range(at - 4, at):
                            options[k + 4] = options[k]
                        at -= 4
                    options[at], options[at + 1], options[at + 2], options[at + 3] = (
                        count,
                        cell,
                        to_try,
                        key,
                    )
                    stack[here + LEFT] += 1
        if found != 0 and stack[here + LEFT] > 0:  # search the best option left
            stack[here + LEFT] -= 1
            at = first + 4 * stack[here + LEFT]
            there = here + 5
            stack[there + MINE], stack[there + TAKEN], stack[there + LEFT] = (
                other,
                taken | options[at + 1],
                -1,
            )
            stack[there + TO_TRY], stack[there + KEY] = options[at + 2], options[at + 3]
            ply, a, found = ply + 1, b, -1
        else:  # one option was enough, or none was
            found = 1 if found == 0 else 0
            place, tag, low, high = recall(board, table, stack[here + KEY])
            low, high = (max(low, a + 1), high) if found else (low, min(high, a))
            table[place] = tag << 14 | low + 64 << 7 | high + 64
            ply, a, cutoffs = ply - 1, b, cutoffs + found
    state[0], state[2], state[3], state[4], state[5], state[6] = ply, a, found, nodes, cutoffs, hits


# The rules as CompiledRules has them, for searches that stop before the end. A position is the
# pieces of the player to move and those of both. ``data``: all cells; the floor; the number of bits
# of a column; the number of columns; the cells of each column, those in the middle first; the cells
# of each line of four.


def options(mine: int, taken: int, data: Array, out: Array) -> int:
    """Drop a piece into each column that is not full, first where either side completes four."""
    if have_four(mine ^ taken, data[2]):
        return 0
    columns, reached, count = data[4 : 4 + data[3]], taken + data[1], 0
    hot = threats_of(mine, data[2]) | threats_of(mine ^ taken, data[2])
    for part in (hot, ~hot):
        for k in range(len(columns)):
            cell = reached & columns[k] & part
            if cell != 0:
                out[2 * count], out[2 * count + 1] = mine ^ taken, taken | cell
                count += 1
    return count


def outcome(mine: int, taken: int, data: Array) -> int:
    """The player who has just moved has won, or the board is full."""
    return -1 if have_four(mine ^ taken, data[2]) else 0


def evaluate(mine: int, taken: int, data: Array) -> int:
    """The score of ``ConnectFour.evaluate``: lines with pieces of one side count 1, 4 or 16."""
    lines, score = data[4 + data[3] :], 0
    for k in range(len(lines)):
        pieces, own = taken & lines[k], mine & lines[k]
        if pieces != 0 and (own == 0 or own == pieces):
            left = pieces & (pieces - 1)
            worth = 1 if left == 0 else 4 if left & (left - 1) == 0 else 16
            score += worth if own else -worth
    return score
