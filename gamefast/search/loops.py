"""The loops of compiled searches: alpha-beta with a table, and Monte-Carlo tree search that proves
what it can.

Both follow the rules of ``CompiledRules``, stop after a while, and go on when called again.
``words``, (0,) or (0, 0), tells by its length how many numbers a position is. A score is one
number, ``value * UNIT + distance``; it stands for the pair in gamelib's ``search``.
"""

from __future__ import annotations

from math import inf, log, sqrt
from typing import Any

from gamefast.compiling import Inner
from gamefast.machine import Array, Kernel

#: A result of 1 in a score, more than any score, and the depth of a search without a limit.
UNIT, FAR, FOREVER = 1 << 20, 1 << 62, 1 << 40

#: Multiplied by these odd numbers, positions spread over a table; and what makes random numbers of
#: 63 bits.
SPREAD, MIX = 0x5BD1_E995_7B93_2F45, 0x2545_F491_4F6C_DD1D
FACTOR, STEP, BITS = 0x5851_F42D_4C95_7F2D, 0x1405_7B7E_F767_814F, (1 << 63) - 1

#: ``state``: whether what a rule said was wrong, and at which position; how many positions are
#: looked at, or playouts are done, and when to stop.
WRONG, WRONG_I, WRONG_J, DONE, UNTIL = range(5)

#: ``state`` of alpha-beta, further: the moves made; whether an option has just been searched, its
#: score, whether that is a guess, and its best option; the depth; counts of table hits and cutoffs;
#: the guess that equals a win, or 0.
PLY, BACK, SCORE, GUESSED, BEST, DEPTH, HITS, CUTOFFS, SCALE, STATE = range(5, 15)

#: The stack, for each move made: a position and its window; the best score so far, its option,
#: whether it is a guess; how many options there are, how many have been searched, and which of them
#: first and last.
I, J, ALPHA, BETA, VALUE, CHOICE, DOUBT, COUNT, TRIED, FIRST, LAST, FRAME = range(12)  # noqa: E741  # i of a position

#: An entry of the table: a position; bounds on its score; twice the depth, plus 1 for a guess; its
#: best option, plus 1.
LOW, HIGH, LEFT, MOVE, ENTRY = range(2, 7)

#: A node of the tree, named by its place in ``nodes``: a position; its first edge and the one after
#: its last; the last edge to it; whether it waits in the queue; the last playout that passed, how
#: many did, and the sum of their results; certain bounds on the value.
BEGIN, END, INTO, WAITS, PASSED, VISITS, TOTAL, LOWER, UPPER, NODE = range(2, 12)

#: An edge, likewise: the nodes it leads to and comes from; the next edge to the same node; how
#: often it was taken.
TO, FROM, NEXT, TRIES, EDGE = range(5)

#: ``state`` of the tree, further: the ends of what is used of ``nodes`` and ``edges``, and the last
#: random number.
NODES, EDGES, CHANCE, TREE = range(5, 9)

#: A random play longer than this, or a path in the tree, counts as endless: a draw.
LONGEST = 1_000


@Inner
def place_of(i: Any, j: Any, places: int) -> Any:
    """The place of a position, or of each in an array, in a table of ``places`` places, a power of
    two.
    """
    return (i ^ j * MIX) * SPREAD >> 24 & places - 1


@Inner
def listed(words: Any, options: Any, i: int, j: int, data: Array, out: Array, state: Array) -> int:
    """Write the options of a position to ``out``, which has room for twice as many as there may be,
    and count them.
    """
    count: int = options(i, data, out) if len(words) == 1 else options(i, j, data, out)
    if count < 0 or 2 * len(words) * count > len(out):
        state[WRONG], state[WRONG_I], state[WRONG_J], count = 1, i, j, 0
    return count


@Inner
def said(words: Any, rule: Any, i: int, j: int, data: Array, most: int, state: Array) -> int:
    """What a rule says of a position: a number of at most ``most`` in size."""
    number: int = rule(i, data) if len(words) == 1 else rule(i, j, data)
    if number < -most or number > most:
        state[WRONG], state[WRONG_I], state[WRONG_J], number = 1, i, j, 0
    return number


@Kernel
def look_ahead(
    words: Any, options: Any, outcome: Any, evaluate: Any, arrays: tuple[Array, ...]
) -> None:
    """Alpha-beta: go on until the root has a score (then ``state[PLY]`` is -1), a limit is met or
    the stack is full.

    Parameters
    ----------
    words, options, outcome, evaluate
        (0,) or (0, 0), and the rules.
    arrays
        int64: the game's table ``data``; ``out``, room for the options of a position, for each
        frame of the stack and twice for the last; ``stack``, shape (FRAME * frames,); ``table``,
        shape (ENTRY * places,), with ``places`` a power of two; ``state``, shape (STATE,).
    """
    data, out, stack, table, state = arrays
    ply, back, score, guessed, best = (
        state[PLY],
        state[BACK],
        state[SCORE],
        state[GUESSED],
        state[BEST],
    )
    done, hits, cutoffs, scale = state[DONE], state[HITS], state[CUTOFFS], state[SCALE]
    until, depth = state[UNTIL], state[DEPTH]
    wide, frames = len(words), len(stack) // FRAME
    row = len(out) // (frames + 1)
    while ply >= 0 and done < until:
        here, left = FRAME * ply, FOREVER if depth == FOREVER else depth - ply
        i, j, alpha, beta = (
            stack[here + I],
            stack[here + J],
            stack[here + ALPHA],
            stack[here + BETA],
        )
        at, low, high, far, first = ENTRY * place_of(i, j, len(table) // ENTRY), -FAR, FAR, -1, 0
        if table[at + MOVE] > 0 and table[at + I] == i and table[at + J] == j:
            low, high, far, first = (
                table[at + LOW],
                table[at + HIGH],
                table[at + LEFT],
                table[at + MOVE] - 1,
            )
        if back == 0:  # new
            fits = far >> 1 == left or (0 <= far < 2 * left and far & 1 == 0)
            if fits and (low >= beta or high <= alpha or low == high):
                score, guessed, best = high if high <= alpha else low, far & 1, first
                ply, back, hits = ply - 1, 1, hits + 1
                continue
            if ply == frames - 1:
                break
            done += 1
            count = listed(words, options, i, j, data, out[row * ply : row * (ply + 2)], state)
            if count == 0 or left == 0:
                ply, back, guessed, score = ply - 1, 1, min(count, 1), 0
                if count == 0:
                    score = UNIT * max(scale, 1) * said(words, outcome, i, j, data, 1, state)
                elif scale > 0:
                    score = UNIT * said(words, evaluate, i, j, data, scale - 1, state)
                until = until if state[WRONG] == 0 else 0
                continue
            stack[here + VALUE], stack[here + CHOICE], stack[here + DOUBT] = -FAR, first, 0
            stack[here + COUNT], stack[here + TRIED], stack[here + FIRST] = count, 0, first
        else:  # an option has been searched
            score = -score + (score > 0) - (score < 0)
            if score > stack[here + VALUE]:
                stack[here + VALUE], stack[here + CHOICE] = score, stack[here + LAST]
            stack[here + DOUBT] |= guessed
            stack[here + TRIED] += 1
        value, k, first = stack[here + VALUE], stack[here + TRIED], stack[here + FIRST]
        if value < beta and k < stack[here + COUNT]:  # search the next option
            k = first if k == 0 else k - 1 if k <= first else k
            there, option, alpha = here + FRAME, row * ply + wide * k, max(alpha, value)
            stack[there + I], stack[there + J] = out[option], out[option + 1] if wide == 2 else 0
            stack[there + ALPHA] = -beta - (beta > 0) + (beta < 0)
            stack[there + BETA] = -alpha - (alpha > 0) + (alpha < 0)
            stack[here + LAST], ply, back = k, ply + 1, 0
        else:
            score, guessed, best = value, stack[here + DOUBT], stack[here + CHOICE]
            ply, back, cutoffs = ply - 1, 1, cutoffs + (value >= beta)
            if far >> 1 != left:
                low, high, far = -FAR, FAR, 0
            high = value if value < beta else high
            secure = best
            if value <= alpha and low > -FAR and low < high:  # another move secures the lower bound
                secure = first
            low = value if value > alpha else low
            table[at + I], table[at + J], table[at + LOW], table[at + HIGH] = i, j, low, high
            table[at + LEFT], table[at + MOVE] = 2 * left + (guessed | far & 1), secure + 1
    state[PLY], state[BACK], state[SCORE], state[GUESSED], state[BEST] = (
        ply,
        back,
        score,
        guessed,
        best,
    )
    state[DONE], state[HITS], state[CUTOFFS] = done, hits, cutoffs


@Inner
def node_of(
    words: Any, options: Any, outcome: Any, i: int, j: int, arrays: tuple[Array, ...]
) -> Any:
    """The node of a position, made when it is first met; at a terminal position its value is
    known.
    """
    data, _, out, nodes, _, index, _, _, state = arrays
    at = place_of(i, j, len(index))
    while index[at] > 0:
        if nodes[index[at] - 1 + I] == i and nodes[index[at] - 1 + J] == j:
            return index[at] - 1
        at = at + 1 & len(index) - 1
    v, low, high = state[NODES], -1, 1
    if listed(words, options, i, j, data, out, state) == 0:
        low = high = said(words, outcome, i, j, data, 1, state)
    nodes[v + I], nodes[v + J], nodes[v + INTO], nodes[v + LOWER], nodes[v + UPPER] = (
        i,
        j,
        -1,
        low,
        high,
    )
    state[NODES], index[at] = v + NODE, v + 1
    return v


@Kernel
def play_out(
    words: Any,
    options: Any,
    outcome: Any,
    evaluate: Any,
    curiosity: float,
    arrays: tuple[Array, ...],
) -> None:
    """Monte-Carlo tree search: playouts until ``state[UNTIL]`` are done, or the root is proved.

    Parameters
    ----------
    words, options, outcome, evaluate
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
    wide = len(words)
    while state[DONE] < state[UNTIL] and nodes[LOWER] < nodes[UPPER]:
        v, depth, again, state[DONE] = 0, 0, False, state[DONE] + 1
        path[0], nodes[PASSED] = 0, state[DONE]
        while (
            nodes[v + BEGIN] < nodes[v + END] and nodes[v + LOWER] < nodes[v + UPPER] and not again
        ):
            known, largest, choice = log(nodes[v + VISITS] + 1.0), -inf, nodes[v + BEGIN]
            for e in range(nodes[v + BEGIN], nodes[v + END], EDGE):
                u = edges[e + TO]
                low, high = -nodes[u + UPPER], -nodes[u + LOWER]
                if high > nodes[v + LOWER] or low >= nodes[v + UPPER]:  # it may still be better
                    mean = low if low == high else -nodes[u + TOTAL] / max(nodes[u + VISITS], 1)
                    worth = mean + curiosity * sqrt(known / (edges[e + TRIES] + 1e-9))
                    if worth > largest:
                        largest, choice = worth, e
            edges[choice + TRIES] += 1
            v, depth = edges[choice + TO], depth + 1
            again = nodes[v + PASSED] == state[DONE] or depth == LONGEST - 1
            path[depth], nodes[v + PASSED] = v, state[DONE]
        i, j, sign, count, value = nodes[v + I], nodes[v + J], 1, 0, 0
        if nodes[v + LOWER] < nodes[v + UPPER] and not again:
            count = listed(words, options, i, j, data, out, state)
            begin, end, waiting = state[EDGES], state[EDGES] + EDGE * count, 0
            if end <= len(edges) and state[NODES] + NODE * count <= len(nodes):
                for k in range(count):
                    e, option = begin + EDGE * k, wide * k
                    u = node_of(
                        words,
                        options,
                        outcome,
                        out[option],
                        out[option + 1] if wide == 2 else 0,
                        arrays,
                    )
                    edges[e + TO], edges[e + FROM], edges[e + NEXT], nodes[u + INTO] = (
                        u,
                        v,
                        nodes[u + INTO],
                        e,
                    )
                nodes[v + BEGIN], nodes[v + END], state[EDGES], queue[0], waiting = (
                    begin,
                    end,
                    end,
                    v,
                    1,
                )
            while waiting > 0:  # bring the bounds of nodes up to date
                waiting -= 1
                u, low, high = queue[waiting], -2, -2
                nodes[u + WAITS] = 0
                for e in range(nodes[u + BEGIN], nodes[u + END], EDGE):
                    low, high = (
                        max(low, -nodes[edges[e + TO] + UPPER]),
                        max(high, -nodes[edges[e + TO] + LOWER]),
                    )
                if low > nodes[u + LOWER] or high < nodes[u + UPPER]:
                    nodes[u + LOWER], nodes[u + UPPER], e = low, high, nodes[u + INTO]
                    while e >= 0:
                        if nodes[edges[e + FROM] + WAITS] == 0:
                            queue[waiting], waiting, nodes[edges[e + FROM] + WAITS] = (
                                edges[e + FROM],
                                waiting + 1,
                                1,
                            )
                        e = edges[e + NEXT]
        if nodes[v + LOWER] == nodes[v + UPPER]:
            count, value = 0, nodes[v + LOWER]
        for _ in range(LONGEST if count > 0 else 0):  # play on at random
            state[CHANCE] = state[CHANCE] * FACTOR + STEP & BITS
            option = wide * ((state[CHANCE] >> 32) * count >> 31)
            i, j, sign = out[option], out[option + 1] if wide == 2 else 0, -sign
            count = listed(words, options, i, j, data, out, state)
            if count == 0:
                value = sign * said(words, outcome, i, j, data, 1, state)
                break
        for k in range(depth, -1, -1):
            nodes[path[k] + VISITS] += 1
            nodes[path[k] + TOTAL] += value
            value = -value
