"""Nimbers: every position of an impartial game under normal play is worth a heap of Nim.

A game is *impartial* if both players always have the same moves. In *normal play* a player who
cannot move loses. In a *disjunctive sum* several games stand side by side, and a move is a move in
one of them.

The **nimber** of a position is the smallest of 0, 1, 2, ... that is not the nimber of an option:
the *mex* of these nimbers. A terminal position has no options, so its nimber is 0.

**Theorem** (Sprague 1935, Grundy 1939). The player to move in a disjunctive sum loses if and only
if the nim-sum (xor) of the parts' nimbers is 0.

*Proof.* Suppose that the nim-sum is 0. A move changes one part, and also its nimber, because mex
leaves out the nimbers of options. So the nim-sum is no longer 0. Now suppose that the nim-sum is x,
and not 0. Some part has a nimber g in which the highest bit of x is set. Then g xor x is smaller
than g, so it is the nimber of an option of that part: every number smaller than a mex is among the
numbers. Moving there makes the nim-sum 0. Hence a player who finds the nim-sum 0 must leave
another, and a player who finds another can leave 0. Play ends, and where no part has a move the
nim-sum is 0: whoever finds it has lost. So in a sum, a heap of n, whose nimber is n, can take the
place of any part of nimber n.

``nimbers`` is the definition, and ``winning_move`` looks for the move that the second half of the
proof promises.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from functools import reduce
from operator import index, xor
from typing import Any

from gamelib import gate
from gamelib.adapters import Sum
from gamelib.core import LOSS, Game, NotImpartial
from gamelib.diagnose import GAME, NOT_IMPARTIAL, with_diagnosis
from gamelib.digraph import as_game
from gamelib.games.heaps import HeapGame
from gamelib.symmetry import class_of, quotient_of, real_rules, starts_of


def mex(numbers: Iterable[int]) -> int:
    """The minimal excludant: the smallest of 0, 1, 2, ... that is not among the numbers.

    >>> mex([0, 1, 3]), mex([2, 3]), mex([])
    (2, 0, 0)
    """
    taken = set(numbers)
    smallest = 0
    while smallest in taken:
        smallest += 1
    return smallest


def nim_sum(*numbers: int) -> int:
    """The nim-sum: binary addition without carrying. A number added to itself gives 0.

    >>> nim_sum(1, 2, 4), nim_sum(3, 5), nim_sum(7, 7), nim_sum()
    (7, 6, 0, 0)
    """
    for number in numbers:
        if not hasattr(number, "__index__"):
            raise TypeError(
                f"{number!r} is not a whole number: give the numbers one by one, nim_sum(*heaps)"
            )
    return reduce(xor, map(index, numbers), 0)


@with_diagnosis(GAME)
def nimbers(
    game: Any, position: Any = None, *, max_positions: int = gate.MAX_POSITIONS
) -> dict[Any, int]:
    """The nimber of every position that play can reach, or of every vertex of a DiGraph.

    Positions whose options all have nimbers wait in a queue, the terminal ones first. For n
    positions with m moves this takes O(n + m).

    Parameters
    ----------
    game
        A Game that declares ``impartial = True``, or a networkx DiGraph.
    position
        Where the walk begins. If none is given: all positions that the game lists, or else its
        start.
    max_positions
        The largest number of positions to visit.

    Raises
    ------
    NotImpartial
        For a game that does not declare that both players have the same moves.
    ValueError
        Naming a position: if play can come back to it (see ``loopy_nimbers``), or if play ends
        there without a loss for the player to move.

    Examples
    --------
    >>> from gamelib.games import Matches
    >>> nimbers(Matches(5))
    {0: 0, 1: 1, 2: 2, 3: 3, 4: 0, 5: 1}
    """
    graph = impartial_graph(game, position, max_positions)
    before = gate.predecessors(graph)
    # how many options of a position have no nimber so far
    missing = {p: len(options) for p, options in graph.items()}
    found: dict[Any, int] = {}
    queue = deque(p for p in graph if missing[p] == 0)
    while queue:
        p = queue.popleft()
        found[p] = mex(found[option] for option in graph[p])
        for q in before[p]:
            missing[q] -= 1
            if missing[q] == 0:
                queue.append(q)
    if len(found) < len(graph):
        raise ValueError(
            f"play can come back to where it was: {position_on_cycle(graph, found)!r} lies on a "
            "cycle, so nimbers are not defined. On a graph with cycles, use loopy_nimbers or solve"
        )
    return {p: found[p] for p in graph}


def impartial_graph(
    game: Any, position: Any, max_positions: int = gate.MAX_POSITIONS
) -> dict[Any, list[Any]]:
    """Every position of an impartial game, or every vertex of a DiGraph, with its options."""
    game = as_game(game)
    check_impartial(game)
    given = [] if position is None else [position]
    graph = gate.reachable(game, starts_of(game, given), max_positions, solver="nimbers")
    for p, options in graph.items():
        if not options and gate.result(game, p) != LOSS:
            raise ValueError(
                f"at {p!r} play is over with {gate.result(game, p):g} for the player to move; "
                "nimbers are for normal play, in which a player who cannot move loses (LOSS)"
            )
    return graph


def check_impartial(game: Any) -> None:
    """Raise NotImpartial for a Game that does not declare that both players have the same moves.

    What is no Game at all passes: it fails later, and ``with_diagnosis`` says what it is.
    """
    is_game = hasattr(game, "outcome") and not isinstance(game, type)
    declares_it = getattr(game, "impartial", False)
    if is_game and not declares_it:
        raise NotImpartial(f"{type(game).__name__} {NOT_IMPARTIAL}")


def position_on_cycle(graph: dict[Any, list[Any]], found: dict[Any, int]) -> Any:
    """A position on a cycle, if some positions have no nimber.

    Each of them has an option without a nimber. We follow these options until one comes back.
    """
    p = next(p for p in graph if p not in found)
    met = set()
    while p not in met:
        met.add(p)
        p = next(option for option in graph[p] if option not in found)
    return p


@with_diagnosis(GAME)
def nimber(game: Game[Any, Any], position: Any = None) -> int:
    """The nimber of a position of an impartial game without cycles, in normal play.

    Without a position the start is meant. A Sum is worth the nim-sum of its parts, and heaps are
    worth the nim-sum of the single heaps. For any other game, everything that play can reach from
    the position is looked at.

    >>> from gamelib.games import Matches, Nim, Octal
    >>> nimber(Matches(14)), nimber(Nim((1, 2, 4))), nimber(Octal((60, 25), "0.77"))
    (2, 7, 5)
    """
    check_impartial(game)
    here = gate.begin(game, position)
    return nimber_function(game, here)(here)


@with_diagnosis(GAME)
def winning_move(game: Game[Any, Any], position: Any = None) -> Any:
    """The first move to an option of nimber 0, which wins; None if there is none.

    >>> from gamelib.games import Matches, Nim
    >>> winning_move(Nim((1, 2, 4)))                                  # leave 1, 2, 3
    (2, 1)
    >>> winning_move(Sum(Nim((3,)), Matches(6, takes=(1, 2, 3))))     # nimbers 3 and 2
    (0, (0, 1))
    """
    check_impartial(game)
    here = gate.begin(game, position)
    nimber_of = nimber_function(game, here)
    for move, option in gate.options(game, here):
        if nimber_of(option) == 0:
            return move
    return None


def nimber_function(game: Any, position: Any) -> Callable[[Any], int]:
    """A function that knows the nimbers of a position and of all that can follow.

    The parts of a Sum, and heaps that do not matter to each other, are worked out one by one.
    """
    if isinstance(game, Sum):
        nimber_in = [nimber_function(part, p) for part, p in game.parts(position)]

        def nimber_of_sum(parts: Any) -> int:
            return nim_sum(*(nimber_in[k](p) for k, p in enumerate(parts)))

        return nimber_of_sum
    rules = real_rules(game)
    if heaps_are_independent(rules):
        of_heap = heap_nimbers(rules, max(position, default=0))
        if of_heap is not None:

            def nimber_of_heaps(heaps: Any) -> int:
                return nim_sum(*(of_heap[heap] for heap in heaps))

            return nimber_of_heaps
    quotient = quotient_of(game)
    known = nimbers(quotient, class_of(quotient, position))

    def nimber_by_search(p: Any) -> int:
        return known[class_of(quotient, p)]

    return nimber_by_search


def heaps_are_independent(game: Any) -> bool:
    """Whether each heap of a game can be worked out alone.

    The rules of a HeapGame say so, unless a subclass has replaced one of them by a rule of its own.
    """
    if not isinstance(game, HeapGame):
        return False
    for name in ("moves", "play", "outcome"):
        is_replaced = getattr(type(game), name) is not getattr(HeapGame, name)
        if is_replaced:
            return False
    return True


def heap_nimbers(game: HeapGame, n: int) -> list[int] | None:
    """The nimbers of the single heaps from 0 to n.

    What a move leaves is a sum of heaps, so its nimber is their nim-sum. None if a move can leave a
    heap that is not smaller, whose nimber is not known yet.

    >>> from gamelib.games import Octal
    >>> heap_nimbers(Octal((), "0.77"), 12)
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    """
    found: list[int] = []
    for heap in range(n + 1):
        options = []  # the nimbers of what the moves leave
        for move in game.heap_moves(heap):
            parts = game.part(heap, move) or ()
            if any(part >= heap for part in parts):
                return None
            options.append(nim_sum(*(found[part] for part in parts)))
        found.append(mex(options))
    return found
