"""Second methods: small programs that derive an answer once more, without the library.

They import nothing but the standard library, and do what a student does with a pencil.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import ceil, floor, inf
from typing import NamedTuple, TypeVar

#: A position, or a vertex of a graph.
V = TypeVar("V", bound=Hashable)


class Settled(NamedTuple):
    """What is known of a position: "WIN" or "LOSS" for the player to move, and in how many moves
    play is over."""

    outcome: str
    moves: int


def settle(options: Mapping[V, Iterable[V]], won_at_the_end: Iterable[V] = ()) -> dict[V, Settled]:
    """Settle a graph in rounds: a player who cannot move has lost.

    Round r settles what is over in r moves. What no round settles is drawn, and is not in the
    answer.

    Parameters
    ----------
    options
        Each vertex, with the vertices that an arrow leads to.
    won_at_the_end
        Vertices without arrows where the player to move has won instead.
    """
    graph = {vertex: list(after) for vertex, after in options.items()}
    won = set(won_at_the_end)
    known = {
        vertex: Settled("WIN" if vertex in won else "LOSS", 0)
        for vertex, after in graph.items()
        if not after
    }
    moves = 0
    settled_last = known
    while settled_last:  # what a round settles follows from what the round before has settled
        moves += 1
        settled_last = {}
        for vertex, after in graph.items():
            if vertex in known:
                continue
            if any(known.get(w) == Settled("LOSS", moves - 1) for w in after):
                settled_last[vertex] = Settled("WIN", moves)
            elif all(w in known and known[w].outcome == "WIN" for w in after):
                settled_last[vertex] = Settled("LOSS", moves)
        known = known | settled_last
    return known


def reached(start: V, options: Callable[[V], Iterable[V]]) -> dict[V, list[V]]:
    """All positions that can be reached from a start, each with its options."""
    graph: dict[V, list[V]] = {}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        if position not in graph:
            graph[position] = list(options(position))
            waiting.extend(graph[position])
    return graph


def missing(values: Iterable[int]) -> int:
    """The smallest number from 0 on that is not among the values."""
    there = set(values)
    number = 0
    while number in there:
        number += 1
    return number


def nimbers(options: Mapping[V, Iterable[V]]) -> dict[V, int]:
    """The nimber of each vertex of a graph without cycles."""

    @cache
    def of(vertex: V) -> int:
        return missing(of(after) for after in options[vertex])

    return {vertex: of(vertex) for vertex in options}


def binary_sum(numbers: Sequence[int]) -> int:
    """The nim-sum, column by column: a column has a 1 if an odd number of the summands have one."""
    columns = max(numbers, default=0).bit_length()
    ones = [sum(number >> column & 1 for number in numbers) for column in range(columns)]
    return sum(2**column for column, count in enumerate(ones) if count % 2 == 1)


def corners_in_turn(neighbours: Mapping[V, Iterable[V]]) -> tuple[list[tuple[V, V]], list[V]]:
    """Corners that are removed one after another, each with a vertex that dominates it, and what is
    left.

    A vertex is a corner if another one is next to it and to all its neighbours that are left. One
    cop is enough if and only if one vertex is left in the end. The first corner is taken, and the
    last vertex that dominates it.
    """
    left = {vertex: {vertex, *near} for vertex, near in neighbours.items()}
    removed: list[tuple[V, V]] = []
    while found := _corner(left):
        removed.append(found)
        corner, _ = found
        del left[corner]
        for near in left.values():
            near.discard(corner)
    return removed, list(left)


def _corner(left: Mapping[V, set[V]]) -> tuple[V, V] | None:
    """A corner and a vertex that dominates it; ``left`` has each vertex with all that is near it."""
    for vertex, near in left.items():
        for other in reversed(list(left)):
            if other != vertex and near <= left[other]:
                return vertex, other
    return None


def caught_in(neighbours: Mapping[str, Iterable[str]], cops: int) -> int | None:
    """In how many moves, of both sides, so many cops catch the robber; None if they never do.

    The cops choose their places, then the robber chooses one, and then the cops move first.
    """
    near = {vertex: sorted({vertex, *others}) for vertex, others in neighbours.items()}
    teams = list(combinations_with_replacement(sorted(near), cops))
    graph: dict[tuple[tuple[str, ...], str, str], list[tuple[tuple[str, ...], str, str]]] = {}
    for team in teams:
        steps = {tuple(sorted(step)) for step in product(*(near[cop] for cop in team))}
        for robber in near:
            is_over = robber in team
            graph[team, robber, "cops"] = [
                (step, robber, "robber") for step in steps if not is_over
            ]
            graph[team, robber, "robber"] = [
                (team, step, "cops") for step in near[robber] if not is_over
            ]
    won = [position for position, after in graph.items() if not after and position[2] == "cops"]
    settled = settle(graph, won)
    times = []
    for team in teams:
        chases = [settled.get((team, robber, "cops")) for robber in near]
        if all(chase is not None and chase.outcome == "WIN" for chase in chases):
            times.append(max(chase.moves for chase in chases if chase is not None))
    return min(times, default=None)


def leaves_of_heap(heap: int, code: str) -> list[tuple[int, ...]]:
    """What the moves of an octal game leave of a heap: no heap, one, or two that are not empty.

    The digits of the code stand for taking 0, 1, 2, ... matches. The terms 1, 2 and 4 of a digit
    allow a move to leave nothing, one heap, and two heaps.
    """
    left: list[tuple[int, ...]] = []
    for take, digit in enumerate(code.replace(".", "")):
        rest = heap - take
        leaves_nothing, leaves_one, leaves_two = (int(digit) >> term & 1 for term in range(3))
        if rest == 0 and leaves_nothing:
            left.append(())
        if rest > 0 and leaves_one:
            left.append((rest,))
        if rest > 1 and leaves_two:
            left.extend((part, rest - part) for part in range(1, rest // 2 + 1))
    return left


def heap_nimbers(largest: int, code: str) -> list[int]:
    """The nimbers of the heaps of an octal game, from the empty heap to the largest."""
    numbers: list[int] = []
    for heap in range(largest + 1):
        options = leaves_of_heap(heap, code)
        numbers.append(missing(binary_sum([numbers[part] for part in rest]) for rest in options))
    return numbers


def images(board: Sequence[Sequence[str]]) -> set[tuple[tuple[str, ...], ...]]:
    """What a board can be turned and mirrored into, among the boards of the same shape."""
    shape = len(board), len(board[0])
    turned = tuple(tuple(row) for row in board)
    found = set()
    for _ in range(4):
        turned = tuple(zip(*reversed(turned), strict=True))  # a quarter turn
        if (len(turned), len(turned[0])) == shape:
            found |= {turned, tuple(reversed(turned))}
    return found


#: A tree as nested lists: a node is the list of its children, and a leaf is a number for Max.
MinMax = float | list["MinMax"]


def alpha_beta(node: MinMax, alpha: float, beta: float, max_moves: bool = True) -> float:
    """The value of a tree for Max, or a bound on it if it lies outside the window."""
    if not isinstance(node, list):
        return node
    best = -inf if max_moves else inf
    for child in node:
        value = alpha_beta(child, alpha, beta, not max_moves)
        if max_moves:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """The fraction with the smallest denominator strictly between two others that are not negative.

    Its continued fraction is found, one term after the other.
    """
    whole = floor(low)
    if whole + 1 < high:
        return Fraction(whole + 1)
    # Both lie between the same whole numbers, so look between the reciprocals of what is left.
    low_rest, high_rest = low - whole, high - whole
    if low_rest == 0:
        return whole + Fraction(1, floor(1 / high_rest) + 1)
    return whole + 1 / simplest_between(1 / high_rest, 1 / low_rest)


def simplest_number(low: Fraction, high: Fraction) -> Fraction:
    """The simplest number strictly between two others: whole numbers are tried from 0 outwards, then
    halves, quarters and so on, those nearest to 0 first.
    """
    denominator = 1
    while True:
        largest = ceil(max(abs(low), abs(high)) * denominator)
        for size in range(largest + 1):
            for numerator in (size, -size):
                number = Fraction(numerator, denominator)
                if low < number < high:
                    return number
        denominator *= 2


def best_order(switches: Mapping[str, tuple[int, int]], left_begins: bool) -> tuple[str, int]:
    """In which order a sum of switches is played if both play well, and what it comes to.

    All orders are tried. Each switch has a name of one letter, what Left reaches in it by moving
    first, and what Right reaches.
    """
    if not switches:
        return "", 0
    lines = []
    for name, (high, low) in switches.items():
        others = {other: switch for other, switch in switches.items() if other != name}
        order, score = best_order(others, not left_begins)
        lines.append((name + order, score + (high if left_begins else low)))
    choose = max if left_begins else min
    return choose(lines, key=lambda line: line[1])


class Cooled(NamedTuple):
    """Where the walls of a position meet: the price of a move, and the score."""

    price: Fraction
    score: Fraction


def meeting_of_walls(threat: int, answered: int, other: int) -> Cooled:
    """The temperature and the mean of {{threat | answered} | other}, with falling whole numbers.

    The price of a move rises by quarters until it does not matter who begins. After a move of Left,
    Right takes the better of two: to answer and pay, or to leave the option as it is, which is then
    worth its mean.
    """
    middle = Fraction(threat + answered, 2)
    price = Fraction(0)
    while True:
        after_left = min(answered + price, middle)
        left_begins, right_begins = after_left - price, other + price
        if left_begins <= right_begins:
            return Cooled(price, left_begins)
        price += Fraction(1, 4)
