"""The loops of compiled searches: alpha-beta with a table, and Monte-Carlo tree search that proves
what it can.

Both follow the rules of ``CompiledRules``, stop after a while, and go on when called again. So all
that they know is kept in arrays of whole numbers; the constants below name the places in them. A
step of a loop is a function of its own, which is compiled into the loop.

``words``, (0,) or (0, 0), tells by its length how many numbers a position is: i, or i and j. A
score is one number: UNIT - n for a win in n moves, n - UNIT for a loss in n, 0 for a draw; where
the rules have a score, a win has ``scale`` times UNIT in the place of UNIT, and a guess is what
``evaluate`` says, times UNIT. It stands for the pair in gamelib's ``search``.
"""

from __future__ import annotations

from math import inf, log, sqrt
from typing import Any

from gamefast.compiled.rules import LONGEST_END
from gamefast.compiling import Inner
from gamefast.machine import Array, Kernel

#: A result of 1 in a score.
UNIT = 1 << 20

#: More than any score.
FAR = 1 << 62

#: The depth of a search without a limit: more moves than any play has.
FOREVER = 1 << 40

#: Multiplied by these odd numbers, positions spread over a table.
SPREAD = 0x5BD1_E995_7B93_2F45
MIX = 0x2545_F491_4F6C_DD1D

#: What makes the next random number of 63 bits from the last (a linear congruential generator).
FACTOR = 0x5851_F42D_4C95_7F2D
STEP = 0x1405_7B7E_F767_814F
BITS = (1 << 63) - 1

#: A random play longer than this, or a path in the tree, counts as endless: a draw.
LONGEST = 1_000

# A position, where an array has one: in a frame, an entry or a node.
I = 0  # noqa: E741  # its first number
J = 1  # its second number, or 0

# ``state`` of either loop.
WRONG = 0  # 1 once a rule has returned what cannot be
WRONG_I = 1  # ... at this position
WRONG_J = 2
DONE = 3  # how many positions are looked at, or playouts are done
UNTIL = 4  # stop when so many are

# ``state`` of alpha-beta, further.
PLY = 5  # how many moves are made; -1 when the root has a score
BACK = 6  # 1 if an option of the position has just been searched, 0 if the position is new
SCORE = 7  # of what has just been searched: its score,
GUESSED = 8  # 1 if that depends on a guess,
BEST = 9  # and the number of its best option, or -1
DEPTH = 10  # how many moves to look ahead, or FOREVER
HITS = 11  # how many positions the table has answered
CUTOFFS = 12  # how many positions have been left with options not searched
SCALE = 13  # the guess that equals a win; 0 if the rules have no ``evaluate``
LATE = 14  # 1 if the rules have a ``remoteness``, 0 if not
STATE = 15

# The stack has a frame for each move made, and one for the root.
ALPHA = 2  # the window
BETA = 3
VALUE = 4  # the best score so far,
CHOICE = 5  # and the number of its option
DOUBT = 6  # 1 if a score so far depends on a guess
COUNT = 7  # how many options there are,
TRIED = 8  # and how many of them have been searched
FIRST = 9  # the option searched first: the best one by the table
LAST = 10  # the option searched last
FRAME = 11

# An entry of the table. In an empty one, MOVE is 0.
LOW = 2  # bounds on the score
HIGH = 3
LEFT = 4  # twice the number of moves looked ahead, plus 1 if a bound depends on a guess
MOVE = 5  # the number of the best option, plus 1
ENTRY = 6

# ``state`` of the tree, further.
NODES = 5  # where the next node begins
EDGES = 6  # where the next edge begins
CHANCE = 7  # the last random number
TREE = 8

# A node of the tree. Its name is the place in ``nodes`` where it begins.
BEGIN = 2  # its first edge, and the one after its last
END = 3
INTO = 4  # the last edge that leads to it, or -1
WAITS = 5  # 1 while it is in the queue
PASSED = 6  # the last playout that has passed
VISITS = 7  # how many have,
TOTAL = 8  # and the sum of their results for the player to move
LOWER = 9  # certain bounds on the value
UPPER = 10
NODE = 11

# An edge of the tree, from a node to an option.
TO = 0
FROM = 1
NEXT = 2  # the edge before that leads to the same node, or -1
TRIES = 3  # how often it was taken
EDGE = 4


@Inner
def place_of(i: Any, j: Any, places: int) -> Any:
    """The place of a position, or of each in an array, in a table of ``places`` places, a power of
    two.

    The products spread over 64 bits; the higher of these depend on more bits of the position, so
    the lowest 24 are left out.
    """
    return (i ^ j * MIX) * SPREAD >> 24 & places - 1


@Inner
def position_at(words: Any, numbers: Array, place: int) -> tuple[int, int]:
    """The position i, j that begins at a place in an array; j is 0 if a position is one number."""
    if len(words) == 1:
        return numbers[place], 0
    return numbers[place], numbers[place + 1]


@Inner
def stop_at_fault(i: int, j: int, state: Array) -> None:
    """Write down that a rule was wrong at a position, and let the loop end."""
    state[WRONG] = 1
    state[WRONG_I] = i
    state[WRONG_J] = j
    state[UNTIL] = 0


@Inner
def list_options(
    words: Any, options: Any, i: int, j: int, data: Array, out: Array, state: Array
) -> int:
    """Write the options of a position to ``out``, which has room for twice as many as there may be,
    and count them.
    """
    count: int = options(i, data, out) if len(words) == 1 else options(i, j, data, out)
    if count < 0 or 2 * len(words) * count > len(out):
        stop_at_fault(i, j, state)
        return 0
    return count


@Inner
def number_by_rule(
    words: Any, rule: Any, i: int, j: int, data: Array, most: int, state: Array
) -> int:
    """What a rule says of a position: a number of at most ``most`` in size."""
    number: int = rule(i, data) if len(words) == 1 else rule(i, j, data)
    if number < -most or number > most:
        stop_at_fault(i, j, state)
        return 0
    return number


# Alpha-beta


@Inner
def score_before(score: int) -> int:
    """The score of a position from the chair of the player who moves to it: of the other sign, and
    one move further from the end.
    """
    return -score + (score > 0) - (score < 0)


@Inner
def bound_behind(bound: int) -> int:
    """What a bound on a score means for an option's score: the inverse of ``score_before``.

    (A comparison counts 1 if it holds and 0 if not.)
    """
    return -bound - (bound > 0) + (bound < 0)


@Inner
def entry_of(i: int, j: int, table: Array) -> int:
    """Where a position's entry in the table begins; at present it may be that of another."""
    place: int = place_of(i, j, len(table) // ENTRY)
    return ENTRY * place


@Inner
def is_entry_of(i: int, j: int, entry: int, table: Array) -> bool:
    """Whether an entry of the table is about this position."""
    is_filled = table[entry + MOVE] > 0
    is_same: bool = is_filled and table[entry + I] == i and table[entry + J] == j
    return is_same


@Inner
def look_up(frame: int, left: int, stack: Array, table: Array) -> tuple[bool, int, int, int]:
    """Whether the table knows enough of a new position, ``left`` moves before the horizon; then
    also its score and whether that is a guess. Last, its best option, or 0 if the table has none.

    An entry can be used if it looked just as far ahead, or less far without a guess; and its bounds
    must tell the score, or that it is outside the window.
    """
    i = stack[frame + I]
    j = stack[frame + J]
    entry = entry_of(i, j, table)
    if not is_entry_of(i, j, entry, table):
        return False, 0, 0, 0
    ahead = table[entry + LEFT] >> 1  # LEFT is twice that number, plus ``guessed``
    guessed = table[entry + LEFT] & 1
    best = table[entry + MOVE] - 1
    if ahead == left or (ahead < left and guessed == 0):
        low = table[entry + LOW]
        high = table[entry + HIGH]
        if high <= stack[frame + ALPHA]:
            return True, high, guessed, best
        if low >= stack[frame + BETA] or low == high:
            return True, low, guessed, best
    return False, 0, 0, best


@Inner
def begin_options(frame: int, count: int, first: int, stack: Array) -> None:
    """Prepare a frame for the search of its ``count`` options, beginning with option ``first``."""
    stack[frame + COUNT] = count
    stack[frame + TRIED] = 0
    stack[frame + VALUE] = -FAR
    stack[frame + CHOICE] = first
    stack[frame + FIRST] = first
    stack[frame + DOUBT] = 0


@Inner
def take_score(frame: int, option_score: int, guessed: int, stack: Array) -> None:
    """Add the score of the option that has just been searched to what the frame knows."""
    score = score_before(option_score)
    if score > stack[frame + VALUE]:
        stack[frame + VALUE] = score
        stack[frame + CHOICE] = stack[frame + LAST]
    stack[frame + DOUBT] |= guessed
    stack[frame + TRIED] += 1


@Inner
def make_next_move(words: Any, frame: int, begin: int, stack: Array, out: Array) -> None:
    """Put the next option of a frame on the stack, with its window.

    The frame's options begin at ``begin`` in ``out``. The option FIRST is searched before all
    others, which keep their order.
    """
    first = stack[frame + FIRST]
    tried = stack[frame + TRIED]
    option = tried  # if all options up to ``first`` have been searched
    if tried == 0:
        option = first
    elif tried <= first:
        option = tried - 1
    i, j = position_at(words, out, begin + len(words) * option)
    alpha = max(stack[frame + ALPHA], stack[frame + VALUE])
    stack[frame + LAST] = option
    stack[frame + FRAME + I] = i
    stack[frame + FRAME + J] = j
    stack[frame + FRAME + ALPHA] = bound_behind(stack[frame + BETA])
    stack[frame + FRAME + BETA] = bound_behind(alpha)


@Inner
def finish(frame: int, left: int, stack: Array, table: Array, state: Array) -> tuple[int, int, int]:
    """Put what has been found about a frame's position into the table, together with what the table
    knew. Return what this search alone has found: the score, whether that is a guess, and the best
    option.

    Below beta the score is an upper bound, above alpha it is a lower bound. A bound that the score
    does not give stays what the table knows, if that was from a search just as far ahead.
    """
    i = stack[frame + I]
    j = stack[frame + J]
    alpha = stack[frame + ALPHA]
    beta = stack[frame + BETA]
    score = stack[frame + VALUE]
    choice = stack[frame + CHOICE]
    guessed = stack[frame + DOUBT]
    entry = entry_of(i, j, table)
    low = -FAR
    high = FAR
    doubt = guessed
    if is_entry_of(i, j, entry, table) and table[entry + LEFT] >> 1 == left:
        low = table[entry + LOW]
        high = table[entry + HIGH]
        doubt |= table[entry + LEFT] & 1
    if score < beta:
        high = score
    else:
        state[CUTOFFS] += 1
    stored_choice = choice
    if score > alpha:
        low = score
    elif -FAR < low < high:
        # The lower bound is the table's: its best option, which was searched first, secures it. (If
        # the bounds are equal, the value is known, and the best option is that of this search.)
        stored_choice = stack[frame + FIRST]
    table[entry + I] = i
    table[entry + J] = j
    table[entry + LOW] = low
    table[entry + HIGH] = high
    table[entry + LEFT] = 2 * left + doubt
    table[entry + MOVE] = stored_choice + 1
    return score, guessed, choice


@Inner
def score_at_end(
    words: Any,
    outcome: Any,
    evaluate: Any,
    remoteness: Any,
    i: int,
    j: int,
    count: int,
    data: Array,
    state: Array,
) -> int:
    """The score of a position at which play or the search ends: if it has no options, its result and
    the moves that this takes; otherwise what ``evaluate`` says, or 0.
    """
    scale: int = state[SCALE]
    if count == 0:
        result: int = number_by_rule(words, outcome, i, j, data, 1, state)
        score: int = UNIT * max(scale, 1) * result
        if state[LATE] == 1 and result != 0:
            moves: int = number_by_rule(words, remoteness, i, j, data, LONGEST_END, state)
            if moves < 0:
                stop_at_fault(i, j, state)
            score -= result * moves
        return score
    if scale > 0:
        guess: int = number_by_rule(words, evaluate, i, j, data, scale - 1, state)
        return UNIT * guess
    return 0


@Inner
def is_guess(count: int, score: int, left: int, state: Array) -> int:
    """Whether the score of a position, at which play or the search ends ``left`` moves before the
    horizon, is a guess: play goes on, or the result takes moves beyond the horizon, so that a
    quicker one may be hidden there.
    """
    if count > 0:
        return 1
    further: int = UNIT * max(state[SCALE], 1) - abs(score)
    return 1 if score != 0 and further > left else 0


@Kernel
def look_ahead(
    words: Any,
    options: Any,
    outcome: Any,
    evaluate: Any,
    remoteness: Any,
    arrays: tuple[Array, ...],
) -> None:
    """Alpha-beta (Knuth and Moore 1975) with a stack of its own: go on until the root has a score
    (then ``state[PLY]`` is -1), a limit is met or the stack is full.

    Each time round, the loop looks at the position on top of the stack. It goes back to the one
    below if the table knows the score, if play or the search ends here, if all options have been
    searched, or if the score has reached beta (a cutoff). Otherwise it makes the next move.

    Parameters
    ----------
    words, options, outcome, evaluate, remoteness
        (0,) or (0, 0), and the rules.
    arrays
        int64: the game's table ``data``; ``out``, room for the options of a position, for each
        frame of the stack and twice for the last; ``stack``, shape (FRAME * frames,); ``table``,
        shape (ENTRY * places,), with ``places`` a power of two; ``state``, shape (STATE,).
    """
    data, out, stack, table, state = arrays
    row = len(out) // (len(stack) // FRAME + 1)  # the room for the options of one position
    ply = state[PLY]
    back = state[BACK]
    score = state[SCORE]
    guessed = state[GUESSED]
    best = state[BEST]
    done = state[DONE]
    hits = state[HITS]
    depth = state[DEPTH]
    while ply >= 0 and done < state[UNTIL]:
        frame = FRAME * ply
        begin = row * ply
        left = FOREVER if depth == FOREVER else depth - ply
        if back:  # from an option that has just been searched
            take_score(frame, score, guessed, stack)
        else:  # the position is new
            is_known, score, guessed, best = look_up(frame, left, stack, table)
            if is_known:
                hits += 1
                back = 1
                ply -= 1
                continue
            if frame + FRAME == len(stack):  # this is the last frame: the caller sees that
                break
            done += 1
            i = stack[frame + I]
            j = stack[frame + J]
            count = list_options(words, options, i, j, data, out[begin : begin + 2 * row], state)
            if count == 0 or left == 0:
                score = score_at_end(words, outcome, evaluate, remoteness, i, j, count, data, state)
                guessed = is_guess(count, score, left, state)
                best = -1
                back = 1
                ply -= 1
                continue
            begin_options(frame, count, best, stack)
        is_next = stack[frame + TRIED] < stack[frame + COUNT]
        if is_next and stack[frame + VALUE] < stack[frame + BETA]:
            make_next_move(words, frame, begin, stack, out)
            back = 0
            ply += 1
        else:
            score, guessed, best = finish(frame, left, stack, table, state)
            back = 1
            ply -= 1
    state[PLY] = ply
    state[BACK] = back
    state[SCORE] = score
    state[GUESSED] = guessed
    state[BEST] = best
    state[DONE] = done
    state[HITS] = hits


# Monte-Carlo tree search


@Inner
def is_open(v: int, nodes: Array) -> bool:
    """Whether the value of a node is not yet certain."""
    lower: int = nodes[v + LOWER]
    upper: int = nodes[v + UPPER]
    return lower < upper


@Inner
def find_node(
    words: Any, options: Any, outcome: Any, i: int, j: int, arrays: tuple[Array, ...]
) -> Any:
    """The node of a position, made when it is first met; at a terminal position its value is
    known.

    Nodes are found by ``index``, a table with open addressing: a position's node is at the
    position's place or, if others were there first, at one of the next.
    """
    data, _, out, nodes, _, index, _, _, state = arrays
    place = place_of(i, j, len(index))
    while index[place] > 0:
        v = index[place] - 1
        if nodes[v + I] == i and nodes[v + J] == j:
            return v
        place = place + 1 & len(index) - 1  # the next, and after the last the first
    low = -1
    high = 1
    if list_options(words, options, i, j, data, out, state) == 0:
        low = number_by_rule(words, outcome, i, j, data, 1, state)
        high = low
    v = state[NODES]
    nodes[v + I] = i
    nodes[v + J] = j
    nodes[v + INTO] = -1
    nodes[v + LOWER] = low
    nodes[v + UPPER] = high
    index[place] = v + 1
    state[NODES] = v + NODE
    return v


@Inner
def choose_edge(v: int, curiosity: float, nodes: Array, edges: Array) -> int:
    """The edge of a node with the largest upper confidence bound, among those that may still be
    better than what is certain (UCT, Kocsis and Szepesvári 2006).
    """
    information = log(nodes[v + VISITS] + 1.0)
    largest = -inf
    choice: int = nodes[v + BEGIN]
    for e in range(nodes[v + BEGIN], nodes[v + END], EDGE):
        u = edges[e + TO]
        low = -nodes[u + UPPER]  # bounds on what the option is worth to the player to move at v
        high = -nodes[u + LOWER]
        if high <= nodes[v + LOWER] and low < nodes[v + UPPER]:  # no better than what is certain
            continue
        if low == high:
            mean = float(low)
        else:
            mean = -nodes[u + TOTAL] / max(nodes[u + VISITS], 1)
        tries = edges[e + TRIES] + 1e-9  # an option never tried gets a huge bonus
        worth = mean + curiosity * sqrt(information / tries)
        if worth > largest:
            largest = worth
            choice = e
    return choice


@Inner
def walk_down(
    curiosity: float, nodes: Array, edges: Array, path: Array, state: Array
) -> tuple[int, bool]:
    """Go from the root to a node without edges, or whose value is certain, and write the nodes to
    ``path``; return how many moves that is.

    Return also whether the walk was broken off, because it has met a node again or is too long. A
    node is met again if its PASSED is already the number of this playout.
    """
    v = 0
    depth = 0
    path[0] = v
    nodes[v + PASSED] = state[DONE]
    while nodes[v + BEGIN] < nodes[v + END] and is_open(v, nodes):
        e = choose_edge(v, curiosity, nodes, edges)
        edges[e + TRIES] += 1
        v = edges[e + TO]
        depth += 1
        path[depth] = v
        if nodes[v + PASSED] == state[DONE] or depth == LONGEST - 1:
            return depth, True
        nodes[v + PASSED] = state[DONE]
    return depth, False


@Inner
def add_edges(
    words: Any, options: Any, outcome: Any, v: int, count: int, arrays: tuple[Array, ...]
) -> bool:
    """Give a node its edges, to the ``count`` options in ``out``; return whether the tree has room
    for them.
    """
    _, out, _, nodes, edges, _, _, _, state = arrays
    begin = state[EDGES]
    end = begin + EDGE * count
    if end > len(edges) or state[NODES] + NODE * count > len(nodes):
        return False
    for k in range(count):
        i, j = position_at(words, out, len(words) * k)
        u = find_node(words, options, outcome, i, j, arrays)
        e = begin + EDGE * k
        edges[e + TO] = u
        edges[e + FROM] = v
        edges[e + NEXT] = nodes[u + INTO]
        nodes[u + INTO] = e
    nodes[v + BEGIN] = begin
    nodes[v + END] = end
    state[EDGES] = end
    return True


@Inner
def update_bounds(v: int, nodes: Array, edges: Array, queue: Array) -> None:
    """Work out the bounds of a node from those of its options; if they are closer now, those of the
    nodes before it, too, and so on. Bounds never move apart.
    """
    queue[0] = v
    waiting = 1  # how many nodes wait in ``queue``
    while waiting > 0:
        waiting -= 1
        u = queue[waiting]
        nodes[u + WAITS] = 0
        low = -2  # less than any value: the player to move takes the largest
        high = -2
        for e in range(nodes[u + BEGIN], nodes[u + END], EDGE):
            option = edges[e + TO]
            low = max(low, -nodes[option + UPPER])
            high = max(high, -nodes[option + LOWER])
        if low <= nodes[u + LOWER] and high >= nodes[u + UPPER]:
            continue
        nodes[u + LOWER] = low
        nodes[u + UPPER] = high
        e = nodes[u + INTO]  # all edges that lead to u, one after another
        while e >= 0:
            before = edges[e + FROM]
            if nodes[before + WAITS] == 0:
                nodes[before + WAITS] = 1
                queue[waiting] = before
                waiting += 1
            e = edges[e + NEXT]


@Inner
def play_at_random(
    words: Any, options: Any, outcome: Any, count: int, data: Array, out: Array, state: Array
) -> int:
    """The result of a play at random, for the player to move at its first position, whose ``count``
    options are in ``out``; 0 if it is too long.
    """
    sign = 1
    for _ in range(LONGEST):
        state[CHANCE] = state[CHANCE] * FACTOR + STEP & BITS
        # Its upper 31 bits, which are the most random, as a fraction of 1, times ``count``.
        option = (state[CHANCE] >> 32) * count >> 31
        i, j = position_at(words, out, len(words) * option)
        sign = -sign
        count = list_options(words, options, i, j, data, out, state)
        if count == 0:
            result: int = number_by_rule(words, outcome, i, j, data, 1, state)
            return sign * result
    return 0


@Kernel
def play_out(
    words: Any,
    options: Any,
    outcome: Any,
    evaluate: Any,
    remoteness: Any,
    curiosity: float,
    arrays: tuple[Array, ...],
) -> None:
    """Monte-Carlo tree search: playouts until ``state[UNTIL]`` are done, or the root is proved.

    A playout walks down the tree, gives the node at its end edges to all options, and goes on at
    random to a terminal position; its result is added up in all nodes on the way. What is certain
    goes up the tree as bounds (Cazenave and Saffidine 2010); where they meet, nothing
    is played any more.

    Parameters
    ----------
    words, options, outcome, evaluate, remoteness
        (0,) or (0, 0), and the rules, the last of which is not used.
    curiosity
        float: the weight of the bonus.
    arrays
        int64: the game's table ``data``; ``out`` and ``spare``, twice the room for the options of a
        position; ``nodes``, shape (NODE * n,), which begins with the root; ``edges``, shape (EDGE *
        m,): a tree that fills them grows no more; ``index``, a power of two and more than n: the
        nodes by position; ``path``, shape (LONGEST,); ``queue``, shape (n,); ``state``, shape
        (TREE,).
    """
    data, out, _, nodes, edges, _, path, queue, state = arrays
    while state[DONE] < state[UNTIL] and is_open(0, nodes):
        state[DONE] += 1
        depth, is_broken_off = walk_down(curiosity, nodes, edges, path, state)
        v = path[depth]
        count = 0
        if is_open(v, nodes) and not is_broken_off:
            i = nodes[v + I]
            j = nodes[v + J]
            count = list_options(words, options, i, j, data, out, state)
            if add_edges(words, options, outcome, v, count, arrays):
                update_bounds(v, nodes, edges, queue)
        value = 0
        if not is_open(v, nodes):
            value = nodes[v + LOWER]
        elif count > 0:
            value = play_at_random(words, options, outcome, count, data, out, state)
        # Backwards along the path: from one node to the one before, the result changes its sign.
        for k in range(depth, -1, -1):
            nodes[path[k] + VISITS] += 1
            nodes[path[k] + TOTAL] += value
            value = -value
