"""Nimbers: every position of an impartial game under normal play is worth a heap of Nim.

The **nimber** of a position is the smallest number that is not the nimber of an option: the *mex*
of these nimbers. A terminal position has no options, so its nimber is 0.

**Theorem** (Sprague 1935, Grundy 1939). The player to move in a disjunctive sum loses if and only
if the nim-sum (xor) of the parts' nimbers is 0. *Proof.* Suppose it is 0. A move changes one part
and also its nimber, because mex leaves out the nimbers of options; so the nim-sum is no longer 0.
Now suppose it is x, not 0. Some part has a nimber g in which the highest bit of x is set. Then g
xor x is smaller than g, so it is the nimber of an option of that part, and moving there makes the
nim-sum 0. ``winning_move`` is this half of the proof; ``mex_backwards`` is the definition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamefast import ask, registry
from gamefast.arrays.graph import GameGraph, reverse
from gamefast.heaps.octal import octal
from gamefast.machine import CHUNK, Array, Kernel
from gamefast.symmetry import of_class
from gamelib.adapters import Sum
from gamelib.components import components
from gamelib.core import LOSS
from gamelib.games.heaps import HeapGame, Nim, Octal
from gamelib.nimbers import mex, nim_sum
from gamelib.symmetry import quotient_of, real_rules


@Kernel
def mex_backwards(
    backwards: tuple[Array, Array],
    forwards: tuple[Array, Array],
    known: tuple[Array, ...],
    head: int,
    tail: int,
    stop: int,
) -> tuple[int, int]:
    """Take positions from the queue ``order[head:tail]``, up to index ``stop``, and find their
    nimbers.

    A position enters the queue when all its options have nimbers; ``left[u]`` counts how many of
    them still lack one. ``sources[starts[v]:starts[v + 1]]`` are the positions with a move to v,
    ``targets[indptr[v]:indptr[v + 1]]`` the options of v. ``seen[g] == v`` says that g is the
    nimber of one of these options. Returns the new ``head, tail``.

    Parameters
    ----------
    backwards
        ``starts`` and ``sources``, uint32, shape (n + 1,) and (m,).
    forwards
        ``indptr`` and ``targets``, int64 and int32, of the same lengths.
    known
        ``nimber``, ``left`` and ``order``, int32, int64 and int32, shape (n,); ``seen``, int32,
        filled with -1, longer than the largest number of options.
    head, tail, stop
        int: indices into ``order``.
    """
    starts, sources = backwards
    indptr, targets = forwards
    nimber, left, order, seen = known
    while head < tail and head < stop:
        v = order[head]
        head += 1
        # The mex of the options' nimbers. (Marks of earlier positions in ``seen`` do no harm.)
        for e in range(indptr[v], indptr[v + 1]):
            seen[nimber[targets[e]]] = v
        g = 0
        while seen[g] == v:
            g += 1
        nimber[v] = g
        # The positions with a move to v lack one nimber less.
        for e in range(starts[v], starts[v + 1]):
            u = sources[e]
            left[u] -= 1
            if left[u] == 0:
                order[tail] = u
                tail += 1
    return head, tail


class Nimbers(Mapping[Any, int]):
    """The nimber of every position of a graph, over an array: a mapping that equals the book's dict.

    ``graph``: the GameGraph whose positions are the keys, in the order of their numbers.
    ``numbers``: int32, shape (n,), the nimber of position number i, which is ``graph.position(i)``.
    """

    def __init__(self, graph: GameGraph, numbers: NDArray[np.int32]) -> None:
        self.graph = graph
        self.numbers = numbers

    def __getitem__(self, position: Any) -> int:
        return int(self.numbers[self.graph.index(position)])

    def __iter__(self) -> Iterator[Any]:
        return map(self.graph.position, range(len(self.graph)))

    def __len__(self) -> int:
        return len(self.graph)

    def __repr__(self) -> str:
        return f"<Nimbers: {len(self):,} positions>"


def nimbers(
    game: Any, position: Any = None, *, max_positions: int | None = None
) -> Mapping[Any, int]:
    """The nimber of every position that play can reach, or of every vertex of a DiGraph.

    The answer is used like a dict, and equals that of ``gamelib.nimbers``. For a game or a
    GameGraph it is a ``Nimbers``, whose ``numbers`` are the array; for a DiGraph it is a dict. A
    bare graph counts as impartial. Takes O(n + m).

    Parameters
    ----------
    game
        A Game that declares ``impartial = True``, a GameGraph, or a networkx DiGraph. Rules in
        numbers (``CompiledRules``) declare it in a subclass; they are walked at compiled speed, or
        counted through if they have a size.
    position
        Where the walk begins. If none is given: all positions that the game lists, or else its
        start. A graph is taken as it is, and so are rules with a size.
    max_positions
        The largest number of positions to walk: if none is given, 3 million, or 100 million for
        rules in numbers.

    Raises
    ------
    NotImpartial
        For a game that does not declare that both players have the same moves.
    ValueError
        Naming a position: if play can come back to it (see ``gamelib.loopy.loopy_nimbers``), or if
        play ends there without a loss for the player to move.
    TooLarge
        For more positions than ``max_positions``.

    >>> import networkx as nx
    >>> from gamelib.games import Matches
    >>> nimbers(nx.DiGraph([("a", "b"), ("a", "c"), ("b", "c")]))
    {'a': 2, 'b': 1, 'c': 0}
    >>> found = nimbers(Matches(5))
    >>> found[5], found == {0: 0, 1: 1, 2: 2, 3: 3, 4: 0, 5: 1}
    (1, True)
    >>> def options(pile, data, out):
    ...     out[0], out[1] = pile - 1, pile - 2
    ...     return min(2, pile)
    >>> from gamefast import CompiledRules
    >>> class Race(CompiledRules):
    ...     impartial = True
    >>> nimbers(Race(options, lambda pile, data: -1, start=10**15), 8)[8]
    2
    """
    graph = normal_graph(game, position, max_positions)
    is_digraph = hasattr(game, "is_directed")
    if is_digraph:
        return dict(zip(game, _nimbers(graph).tolist(), strict=True))
    return Nimbers(graph, _nimbers(graph))


def normal_graph(given: Any, position: Any = None, max_positions: int | None = None) -> GameGraph:
    """An impartial game in normal play as a GameGraph, from a GameGraph, a game or a networkx
    DiGraph.
    """
    if isinstance(given, GameGraph):
        graph = given.present()
    else:
        bare = hasattr(given, "is_directed") or not hasattr(given, "moves")
        if bare:
            graph = GameGraph.from_networkx(given)
        else:
            graph = _walked(ask.impartial(given), position, max_positions)
    if graph.game is not None:
        ask.impartial(graph.game)
    is_over = ~np.isnan(graph.terminal)
    not_lost = np.flatnonzero(is_over & (graph.terminal != LOSS))
    if not_lost.size:
        i = int(not_lost[0])
        raise ValueError(
            f"at {graph.position(i)!r} play is over with {graph.terminal[i]:g} for the player to "
            "move; nimbers are for normal play, in which a player who cannot move loses (LOSS)"
        )
    return graph


def _walked(game: Any, position: Any, max_positions: int | None) -> GameGraph:
    """What can be reached from a position, with every move stored; all positions if no position is
    given and the game lists them, and of rules in numbers that have a size.
    """
    rules, _ = registry.rules_in_numbers(game)
    arena: Any = None if rules is None else registry.arena(game)
    if arena is None:
        begin = ask.walk_starts(game) if position is None else [position]
        arena = registry.walk(game, begin, max_positions, None)
    graph: GameGraph = arena.explicit()
    return graph


def _nimbers(graph: GameGraph) -> NDArray[np.int32]:
    """The nimber of each position, int32, shape (n,); raises ValueError if play can come back."""
    n = len(graph)
    left = np.diff(graph.indptr)  # at first no option has a nimber
    nimber = np.zeros(n, np.int32)
    order = np.empty(n, np.int32)
    most_options = int(np.max(left, initial=0))
    seen = np.full(most_options + 2, -1, np.int32)  # no nimber is larger than ``most_options``
    terminal = np.flatnonzero(left == 0)
    order[: len(terminal)] = terminal
    head = 0
    tail = len(terminal)
    run = mex_backwards.at(n + graph.edges)
    backwards = reverse(graph)
    forwards = graph.indptr, graph.targets
    known = nimber, left, order, seen
    while head < tail:
        head, tail = run(backwards, forwards, known, head, tail, head + CHUNK)
    if tail < n:
        raise ValueError(
            f"play can come back to where it was: {_on_a_cycle(graph, left)!r} lies on a cycle, "
            "so nimbers are not defined. On a graph with cycles, use loopy_nimbers or solve"
        )
    return nimber


def nimber(game: Any, position: Any = None) -> int:
    """The nimber of a position (the start if none is given) of an impartial game without cycles, in
    normal play.

    A Sum is worth the nim-sum of its parts, and heaps are worth the nim-sum of the single heaps.
    For any other game, everything that can be reached from the position is walked, one
    representative of each symmetry class if the game knows them. Raises what ``nimbers`` raises,
    ValueError for anything that is not a position, and TooLarge.

    >>> from gamelib.games import Matches, Octal
    >>> nimber(Matches(14, takes=(1, 2, 3))), nimber(Nim((1, 2, 4))), nimber(Octal((60, 25), "0.77"))
    (2, 7, 5)
    """
    asked = ask.position(ask.impartial(game), position)
    nimber_at = worths(game, asked)
    return nimber_at(asked)


def winning_move(game: Any, position: Any = None) -> Any:
    """The first move to an option of nimber 0, which wins; None if there is no such move, because
    the nimber is 0.

    >>> from gamelib.games import Matches
    >>> winning_move(Nim((1, 2, 4)))                                  # leave 1, 2, 3
    (2, 1)
    >>> winning_move(Sum(Nim((3,)), Matches(6, takes=(1, 2, 3))))     # nimbers 3 and 2
    (0, (0, 1))
    """
    asked = ask.position(ask.impartial(game), position)
    nimber_at = worths(game, asked)
    for move, option in ask.steps(game, asked):
        if nimber_at(option) == 0:
            return move
    return None


def worths(game: Any, position: Any) -> Callable[[Any], int]:
    """The nimbers of a position and all that can follow, as a function; what falls into parts is
    taken apart.

    >>> worth = worths(Nim((1, 2)), (1, 2))
    >>> worth((1, 2)), worth((1, 1))
    (3, 0)
    """
    if isinstance(game, Sum):
        parts = [worths(part, inner) for part, inner in zip(game.games, position, strict=True)]

        def of_sum(p: Any) -> int:
            return nim_sum(*(worth(inner) for worth, inner in zip(parts, p, strict=True)))

        return of_sum

    rules = real_rules(game)
    if falls_apart(rules):  # a game of heaps
        with suppress(IndexError):  # a reader's heaps may grow: then a move leads to no known heap
            nimber_of_heap = _of_single_heaps(rules, max(position, default=0))
            return lambda p: nim_sum(*(nimber_of_heap[heap] for heap in p))

    graph = normal_graph(quotient_of(game), position)
    nimber_of_class = Nimbers(graph, _nimbers(graph))

    def of_any(p: Any) -> int:
        representative, _way_back = of_class(graph.game, p)
        return nimber_of_class[representative]

    return of_any


def falls_apart(game: Any) -> bool:
    """Whether a game is a Sum, or a game of heaps that do not matter to each other; a subclass may
    have other rules.
    """
    if isinstance(game, Sum):
        return True
    if not isinstance(game, HeapGame):
        return False
    kind = type(game)
    return all(getattr(kind, name) is vars(HeapGame)[name] for name in ("moves", "play", "outcome"))


def _of_single_heaps(game: Any, n: int) -> Any:
    """The nimbers of the single heaps from 0 to n."""
    if type(game) is Octal:
        return octal(game.code, n)
    if type(game) is Nim:  # the nimber is the size (Bouton 1901), modulo the most to take, plus 1
        most = game.most or n
        return np.arange(n + 1) % (most + 1)
    nimber_of: list[int] = []
    for heap in range(n + 1):
        # What each move leaves of the heap: smaller heaps, none or some.
        options = [game.part(heap, move) for move in game.heap_moves(heap)]
        nimber_of.append(mex(nim_sum(*map(nimber_of.__getitem__, left)) for left in options))
    return nimber_of


def _on_a_cycle(graph: GameGraph, left: NDArray[np.int64]) -> Any:
    """A position on a cycle. Each position without a nimber has an option without one; so the first
    component of them that is found, from which play cannot leave, has a cycle.
    """

    def options_without(u: int) -> list[int]:
        return [w for w in graph.options(u).tolist() if left[w] > 0]

    v = int(np.flatnonzero(left > 0)[0])
    component = next(components([v], options_without))
    return graph.position(component[0])
