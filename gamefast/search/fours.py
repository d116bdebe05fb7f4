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

#: Keys are multiplied by this odd number, and the product is cut to the bits that a key has: so
#: they spread over the whole table, and different keys stay different.
SPREAD = 0x5BD1_E995_7B93_2F45

# The numbers of ``board``.
SIZE = 0  # how many cells there are
CELLS = 1  # all cells
FLOOR = 2  # the lowest cell of each column
LOWER = 3  # the lower cells of all pairs, if the cells of each column are paired from the top
HEIGHT = 4  # the number of bits of a column: its cells, and a free bit above them
KEY_BITS = 5  # all bits that a key can have
SPARE = 6  # how many of these bits the place in the table leaves open: an entry stores them

# The numbers of ``state``.
PLY = 0  # the number of pieces on the board now,
BASE = 1  # and when the question was asked
A = 2  # the question: is the score more than a?
ANSWER = 3  # the last answer: 0 no, 1 yes, -1 none
NODES = 4  # how many positions were looked at,
CUTOFFS = 5  # in how many of them one option was enough,
HITS = 6  # and how many the table has answered
UNTIL = 7  # the count of nodes at which to stop
STATE = 8

# The stack has a frame for each number of pieces on the board.
MINE = 0  # the pieces of the player to move
TAKEN = 1  # all pieces
TO_TRY = 2  # the cells to try
KEY = 3  # the key of the position
LEFT = 4  # how many options are left to search, -1 before they are looked at
FRAME = 5

# An option left to search.
THREATS = 0  # how many cells the player threatens after the move
CELL = 1  # the cell that is filled
NEXT_TO_TRY = 2  # what its frame gets as TO_TRY once it is searched,
NEXT_KEY = 3  # and as KEY
OPTION = 4

# An entry of the table is one number: the tag, then the lower bound and the upper bound on the
# score, 7 bits each. A bound is stored plus 64, so that it is not below 0. The tag is what the place
# leaves open of the key, plus 1: so an entry is never 0, as an empty place is.
BOUND_BITS = 7
BOUND_MASK = (1 << BOUND_BITS) - 1
BOUND_OFFSET = 64
LEAST_SCORE = -64
LARGEST_SCORE = 63


@Inner
def threats_of(pieces: int, height: int) -> int:
    """The cells, free or not, on the board or not, that complete four of these pieces.

    Shifted by a step up, the pieces are the cells one step after a piece; shifted down, the cells
    one step before a piece.
    """
    threats = 0
    # The steps from a cell to the next of a line: in its column, aslant, in its row, and aslant.
    # Each shift is by one step only, so every number fits into the bits of the board and one step.
    for step in (1, height - 1, height, height + 1):
        after_one = pieces << step
        before_one = pieces >> step
        last_of_two = pieces & after_one
        first_of_two = pieces & before_one
        after_two = last_of_two << step
        before_two = first_of_two >> step
        after_three = (last_of_two & after_two) << step
        before_three = (first_of_two & before_two) >> step
        gap_after_two = after_two & before_one  # two pieces, the cell, a piece
        gap_after_one = after_one & before_two  # a piece, the cell, two pieces
        threats |= after_three | gap_after_two | gap_after_one | before_three
    return threats


@Inner
def have_four(pieces: int, height: int) -> bool:
    """Whether there are four in a row among these cells."""
    fours = 0  # the first cell of each four
    for step in (1, height - 1, height, height + 1):  # as in ``threats_of``
        pairs = pieces & pieces >> step  # the first cell of each pair
        fours |= pairs & pairs >> step >> step  # a pair, and another two steps further on
    return fours != 0


@Inner
def glance(board: Array, theirs: int, mine: int, free: int) -> tuple[int, int, int, int]:
    """What can be said at once of a position in which the player to move cannot win with this move.

    Returns a lower and an upper bound on the score for the player to move, the cells that the
    opponent threatens, and the cells that the player to move need try.

    Parameters
    ----------
    board
        int64, shape (7,): as for ``exceeds``.
    theirs, mine, free
        int: the pieces of the opponent, who has just moved, and of the player to move; the number
        of free cells.
    """
    cells = board[CELLS]
    height = board[HEIGHT]
    taken = theirs | mine
    threats = threats_of(theirs, height) & cells & ~taken
    # The pieces of a column are 1s from the bottom up. Adding 1 there turns them into 0s, and the
    # lowest free cell into a 1.
    reached = (taken + board[FLOOR]) & cells
    forced = reached & threats
    below_threats = threats >> 1  # to fill one of these would let the opponent win
    to_try = (forced if forced else reached) & ~below_threats
    forced_but_one = forced & (forced - 1)  # without its lowest 1: 0 if there is one only
    if forced_but_one or to_try == 0:
        # The opponent wins with the next move, which leaves free - 2 cells free: a loss that counts
        # free - 1. (Or the board is full: free is 0, a draw.)
        score = min(1 - free, 0)
        return score, score, threats, to_try

    # The player to move does not win with this move, nor the opponent with the next one. So at best
    # they win with their next move after that, which leaves free - 3 cells free and counts free - 2.
    # At worst the opponent does so one move later.
    low = min(3 - free, 0)
    high = max(free - 2, 0)

    # Can the leader win, if the other player follows up? See the head of this file.
    mover_leads = free & 1 == 0
    leader = mine if mover_leads else theirs
    cells_of_leader = board[LOWER] & ~taken | reached  # those without a partner can be reached
    if not have_four(leader | cells_of_leader, height):
        if mover_leads:
            high = min(high, 0)
        else:
            low = max(low, 0)
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
        int: the pieces of the player to move and those of both, added up to one number, which tells
        the position (``DropBoard``); the number of free cells; the number of columns.
    """
    if 3 * free <= 2 * board[SIZE]:  # so late, a mirror image is rarely met
        return position
    height = board[HEIGHT]
    column_bits = (1 << height) - 1
    rest = position
    mirror_image = 0
    for _ in range(columns):  # the first column becomes the last one
        mirror_image = mirror_image << height | rest & column_bits
        rest >>= height
    return min(position, mirror_image)


@Inner
def recall(board: Array, table: Array, key: int) -> tuple[int, int, int, int]:
    """The place of a key in the table, its tag among the keys of that place, and what the table
    knows: a lower and an upper bound on the score.

    Parameters
    ----------
    board, table
        int64: as for ``exceeds``.
    key
        int: the key of the position.
    """
    spread = key * SPREAD & board[KEY_BITS]
    spare = board[SPARE]
    place = spread >> spare  # its upper bits
    tag = (spread & (1 << spare) - 1) + 1  # its lower bits, plus 1
    entry = table[place]
    if entry >> 2 * BOUND_BITS == tag:
        low = (entry >> BOUND_BITS & BOUND_MASK) - BOUND_OFFSET
        high = (entry & BOUND_MASK) - BOUND_OFFSET
        return place, tag, low, high
    return place, tag, LEAST_SCORE, LARGEST_SCORE


@Kernel
def exceeds(
    board: Array, columns: Array, table: Array, stack: Array, options: Array, state: Array
) -> None:
    """Is the score of a position more than a? Answer (then ``state[PLY] < state[BASE]``), or stop
    to be called again.

    The position's score is more than a if some option's score, for the opponent, is less than -a:
    that is, not more than b = -a - 1. So the same question is asked of the options, with b in the
    place of a. One option with the answer 0 is enough for the answer 1 here.

    Parameters
    ----------
    board
        int64, shape (7,): see ``SIZE`` and the names after it.
    columns
        int64: the cells of each column, those at the sides first.
    table
        int64, a power of two: entries of a tag and bounds (see ``BOUND_BITS``). An empty place is
        0.
    stack
        int64, shape (FRAME * (cells + 1),): a frame for each number of pieces on the board; see
        ``MINE`` and the names after it.
    options
        int64, shape (OPTION * columns * cells,): room for the options that are left in each frame,
        in rising order of their threats, so that the best one is last; see ``THREATS`` and the
        names after it.
    state
        int64, shape (STATE,): see ``PLY`` and the names after it.
    """
    ply = state[PLY]
    base = state[BASE]
    a = state[A]
    answer = state[ANSWER]
    nodes = state[NODES]
    cutoffs = state[CUTOFFS]
    hits = state[HITS]
    while ply >= base and nodes < state[UNTIL]:
        frame = FRAME * ply
        first_slot = OPTION * len(columns) * ply  # where the options of this frame begin
        free = board[SIZE] - ply - 1  # after the next move
        b = -a - 1
        mine = stack[frame + MINE]
        taken = stack[frame + TAKEN]
        theirs = mine ^ taken

        if stack[frame + LEFT] < 0:  # the position is new: look at every option
            stack[frame + LEFT] = 0
            for column in columns:
                cell = column & stack[frame + TO_TRY]
                if cell == 0:
                    continue
                # In the option the opponent is to move. What do a glance, and then the table, say of
                # its score?
                nodes += 1
                low, high, threats, to_try = glance(board, mine | cell, theirs, free)
                key = theirs + (taken | cell)
                if low <= b < high:  # no answer at a glance
                    key = key_of(board, key, free, len(columns))
                    _, _, low, high = recall(board, table, key)
                    if not low <= b < high:
                        hits += 1  # the table has answered: this counts as a hit,
                        nodes -= 1  # and not as a position that was looked at
                if high <= b:
                    answer = 0  # not more than b: this option is enough
                    break
                if low <= b:
                    # Not known, so it has to be searched. It is inserted among the others that have,
                    # in rising order of threats: those with more threats move up by one slot.
                    count = 0
                    while threats:
                        threats &= threats - 1  # without its lowest 1
                        count += 1
                    slot = first_slot + OPTION * stack[frame + LEFT]
                    while slot > first_slot and options[slot - OPTION + THREATS] > count:
                        for k in range(slot - OPTION, slot):
                            options[k + OPTION] = options[k]
                        slot -= OPTION
                    options[slot + THREATS] = count
                    options[slot + CELL] = cell
                    options[slot + NEXT_TO_TRY] = to_try
                    options[slot + NEXT_KEY] = key
                    stack[frame + LEFT] += 1

        if answer != 0 and stack[frame + LEFT] > 0:  # search the best option left
            stack[frame + LEFT] -= 1
            slot = first_slot + OPTION * stack[frame + LEFT]
            next_frame = frame + FRAME
            stack[next_frame + MINE] = theirs
            stack[next_frame + TAKEN] = taken | options[slot + CELL]
            stack[next_frame + TO_TRY] = options[slot + NEXT_TO_TRY]
            stack[next_frame + KEY] = options[slot + NEXT_KEY]
            stack[next_frame + LEFT] = -1
            ply += 1
            a = b
            answer = -1
        else:
            # The last option has answered 0, which is enough, or no option has: so the question about
            # this position is answered. Store it as a bound, and go back to the position before.
            answer = 1 if answer == 0 else 0
            place, tag, low, high = recall(board, table, stack[frame + KEY])
            if answer == 1:
                low = max(low, a + 1)
                cutoffs += 1
            else:
                high = min(high, a)
            bounds = low + BOUND_OFFSET << BOUND_BITS | high + BOUND_OFFSET
            table[place] = tag << 2 * BOUND_BITS | bounds
            ply -= 1
            a = b  # from b = -a - 1 follows a = -b - 1, so this is the question there
    state[PLY] = ply
    state[A] = a
    state[ANSWER] = answer
    state[NODES] = nodes
    state[CUTOFFS] = cutoffs
    state[HITS] = hits


# The rules as CompiledRules has them, for searches that stop before the end. A position is the
# pieces of the player to move and those of both.

# ``data``, as ``gamefast.connect4`` makes it. At 0 it has all cells, which these rules do not need.
DATA_FLOOR = 1  # the lowest cell of each column
DATA_HEIGHT = 2  # the number of bits of a column
DATA_COLUMNS = 3  # the number of columns
FIRST_COLUMN = 4  # from here the cells of each column, those in the middle first; then of each line


def options(mine: int, taken: int, data: Array, out: Array) -> int:
    """Drop a piece into each column that is not full, first where either side completes four.

    An option is two numbers: the pieces of the player who moves next, and those of both.
    """
    height = data[DATA_HEIGHT]
    theirs = mine ^ taken
    if have_four(theirs, height):
        return 0
    columns = data[FIRST_COLUMN : FIRST_COLUMN + data[DATA_COLUMNS]]
    # In each column: its lowest free cell (as in ``glance``), or the free bit above if it is full.
    reached = taken + data[DATA_FLOOR]
    urgent = threats_of(mine, height) | threats_of(theirs, height)
    count = 0
    for cells_now in (urgent, ~urgent):
        for k in range(len(columns)):
            cell = reached & columns[k] & cells_now  # 0 if the column is full
            if cell != 0:
                out[2 * count] = theirs  # the opponent moves next
                out[2 * count + 1] = taken | cell
                count += 1
    return count


def outcome(mine: int, taken: int, data: Array) -> int:
    """The result where there are no options: a loss for the player to move if the opponent has
    four, otherwise a draw, because the board is full.
    """
    return -1 if have_four(mine ^ taken, data[DATA_HEIGHT]) else 0


def evaluate(mine: int, taken: int, data: Array) -> int:
    """The score of ``ConnectFour.evaluate``: a line with 1, 2 or 3 pieces, all of one side, counts
    1, 4 or 16, for the side that has them.
    """
    lines = data[FIRST_COLUMN + data[DATA_COLUMNS] :]
    score = 0
    for k in range(len(lines)):
        pieces = taken & lines[k]
        own = mine & lines[k]
        if pieces != 0 and (own == 0 or own == pieces):  # all of one side
            without_one = pieces & (pieces - 1)  # the lowest 1 is taken away
            without_two = without_one & (without_one - 1)
            worth = 16
            if without_one == 0:
                worth = 1
            elif without_two == 0:
                worth = 4
            score += worth if own else -worth
    return score
