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
    progress: tuple[Array, ...],
    head: int,
    tail: int,
    stop: int,
) -> tuple[int, int]:
    """Take positions from the queue ``order[head:tail]``, up to index ``stop``, and find their
    nimbers.

    A position enters the queue when all its options have nimbers; ``lacking[u]`` counts how many of
    them still have none. ``sources[starts[v]:starts[v + 1]]`` are the positions with a move to v,
    ``targets[indptr[v]:indptr[v + 1]]`` are the options of v. ``seen[g] == v`` says that g is the
    nimber of one of these options. Returns the new ``head, tail``.

    Parameters
    ----------
    backwards
        ``starts`` and ``sources``, uint32, shape (n + 1,) and (m,).
    forwards
        ``indptr`` and ``targets``, int64 and int32, of the same lengths.
    progress
        ``nimber``, ``lacking`` and ``order``, int32, int64 and int32, shape (n,); ``seen``, int32,
        filled with -1, longer than the largest number of options.
    head, tail, stop
        int: indices into ``order``.
    """
    starts, sources = backwards
    indptr, targets = forwards
    nimber, lacking, order, seen = progress
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
            lacking[u] -= 1
            if lacking[u] == 0:
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


def normal_graph(game: Any, position: Any = None, max_positions: int | None = None) -> GameGraph:
    """An impartial game in normal play as a GameGraph, from a GameGraph, a game or a networkx
    DiGraph.

    Raises NotImpartial and ValueError for any other game, as ``nimbers`` says.
    """
    if isinstance(game, GameGraph):
        graph = game.present()
    elif hasattr(game, "moves") and not hasattr(game, "is_directed"):
        graph = _walked(ask.impartial(game), position, max_positions)
    else:  # a DiGraph; anything else gets the error of ``from_networkx``
        graph = GameGraph.from_networkx(game)
    if graph.game is not None:
        ask.impartial(graph.game)  # a GameGraph may have been made from any game
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
    """What can be reached from a position, with every move stored. If no position is given: from
    all positions that the game lists, or else from its start.

    Rules in numbers that have a size are not walked: all their positions are counted through.
    """
    rules, _sign = registry.rules_in_numbers(game)
    arena: Any = None if rules is None else registry.arena(game)
    if arena is None:
        begin = ask.walk_starts(game) if position is None else [position]
        arena = registry.walk(game, begin, max_positions, max_edges=None)  # the usual limit
    graph: GameGraph = arena.explicit()
    return graph


def _nimbers(graph: GameGraph) -> NDArray[np.int32]:
    """The nimber of each position, int32, shape (n,); raises ValueError if play can come back."""
    n = len(graph)
    lacking = np.diff(graph.indptr)  # how many options have no nimber: at first, all of them
    nimber = np.zeros(n, np.int32)
    # No nimber is larger than the number of options. The mex looks one entry further.
    most_options = int(np.max(lacking, initial=0))
    seen = np.full(most_options + 2, -1, np.int32)

    # The queue begins with the terminal positions.
    terminal = np.flatnonzero(lacking == 0)
    order = np.empty(n, np.int32)
    order[: len(terminal)] = terminal
    head = 0
    tail = len(terminal)
    run = mex_backwards.at(n + graph.edges)
    backwards = reverse(graph)
    forwards = graph.indptr, graph.targets
    progress = nimber, lacking, order, seen
    while head < tail:
        head, tail = run(backwards, forwards, progress, head, tail, head + CHUNK)
    if tail < n:  # some positions never came into the queue
        raise ValueError(
            f"play can come back to where it was: {_on_a_cycle(graph, lacking)!r} lies on a cycle, "
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
    here = ask.position(ask.impartial(game), position)
    nimber_at = nimber_function(game, here)
    return nimber_at(here)


def winning_move(game: Any, position: Any = None) -> Any:
    """The first move to an option of nimber 0, which wins; None if there is no such move, because
    the nimber is 0.

    >>> from gamelib.games import Matches
    >>> winning_move(Nim((1, 2, 4)))                                  # leave 1, 2, 3
    (2, 1)
    >>> winning_move(Sum(Nim((3,)), Matches(6, takes=(1, 2, 3))))     # nimbers 3 and 2
    (0, (0, 1))
    """
    here = ask.position(ask.impartial(game), position)
    nimber_at = nimber_function(game, here)
    for move, option in ask.steps(game, here):
        if nimber_at(option) == 0:
            return move
    return None


def nimber_function(game: Any, position: Any) -> Callable[[Any], int]:
    """A function that gives the nimber of a position and of all that can follow.

    A Sum is taken apart into its games, and a game of heaps into single heaps. Any other game is
    walked.

    >>> nimber_at = nimber_function(Nim((1, 2)), (1, 2))
    >>> nimber_at((1, 2)), nimber_at((1, 1))
    (3, 0)
    """
    if isinstance(game, Sum):
        functions = [
            nimber_function(part, inner) for part, inner in zip(game.games, position, strict=True)
        ]

        def of_sum(p: Any) -> int:
            return nim_sum(*(of_part(inner) for of_part, inner in zip(functions, p, strict=True)))

        return of_sum

    rules = real_rules(game)
    if falls_apart(rules):  # a game of heaps
        # In a reader's subclass heaps may grow. Then a move leads to a heap whose nimber is not
        # known (an IndexError), and the game is walked.
        with suppress(IndexError):
            nimber_of_heap = _of_single_heaps(rules, max(position, default=0))
            return lambda p: nim_sum(*(nimber_of_heap[heap] for heap in p))

    graph = normal_graph(quotient_of(game), position)
    nimber_of_class = Nimbers(graph, _nimbers(graph))

    def of_any(p: Any) -> int:
        representative, _way_back = of_class(graph.game, p)
        return nimber_of_class[representative]

    return of_any


def falls_apart(game: Any) -> bool:
    """Whether a game is a Sum, or a game of heaps that do not matter to each other.

    A HeapGame is one, unless its subclass has other rules for several heaps together.
    """
    if isinstance(game, Sum):
        return True
    if not isinstance(game, HeapGame):
        return False
    of_all_heaps = ("moves", "play", "outcome")
    return all(getattr(type(game), name) is vars(HeapGame)[name] for name in of_all_heaps)


def _of_single_heaps(game: Any, n: int) -> Any:
    """The nimbers of the single heaps from 0 to n."""
    if type(game) is Octal:
        return octal(game.code, n)
    if type(game) is Nim:
        # The nimber is the size (Bouton 1901). If a move takes at most ``most`` objects, it is the
        # remainder of the size by most + 1.
        most = game.most or n
        return np.arange(n + 1) % (most + 1)
    nimber_of: list[int] = []
    for heap in range(n + 1):
        nimbers_of_options = []
        for move in game.heap_moves(heap):
            new_heaps = game.part(heap, move)  # what is left of the heap: smaller heaps, or none
            nimbers_of_options.append(nim_sum(*(nimber_of[new] for new in new_heaps)))
        nimber_of.append(mex(nimbers_of_options))
    return nimber_of


def _on_a_cycle(graph: GameGraph, lacking: NDArray[np.int64]) -> Any:
    """A position on a cycle. ``lacking``: how many options of each position have no nimber.

    Each position without a nimber has an option without one. So among these positions play need not
    end, and the first strongly connected component that is found, which none of them leaves, has a
    cycle.
    """

    def options_without_nimber(u: int) -> list[int]:
        return [w for w in graph.options(u).tolist() if lacking[w] > 0]

    v = int(np.flatnonzero(lacking > 0)[0])
    component = next(components([v], options_without_nimber))
    return graph.position(component[0])
