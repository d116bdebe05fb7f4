"""Strongly connected components of a directed graph, and end components, in which play can stay for
ever.

Two positions are in one **strongly connected component** if play can go from each to the other.
Tarjan's algorithm finds the components in reverse topological order: each comes after all those it
leads to. An **end component** is a set in which play can stay for ever if the players want it. From
each of its positions play can come to every other, no chance leads out, and every player has a move
inside. Sources: Tarjan, Depth-first search and linear graph algorithms (1972); de Alfaro, Formal
verification of probabilistic systems (1997), for end components.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

V = TypeVar("V", bound=Hashable)
Options = Callable[[int], Iterable[int]]


def components(vertices: Iterable[V], options: Callable[[V], Iterable[V]]) -> Iterator[list[V]]:
    """The strongly connected components of what can be reached from ``vertices``, in reverse
    topological order.

    ``options(v)``: the vertices one step from v.

    >>> list(components([0], {0: [1], 1: [2], 2: [1, 3], 3: []}.__getitem__))
    [[3], [2, 1], [0]]
    """
    index: dict[V, int] = {}  # in the order of the visit
    low: dict[V, int] = {}  # the least index that is known to be in the same component
    waiting: list[V] = []  # visited, but their component is not yet complete
    inside: set[V] = set()
    for root in vertices:
        path: list[tuple[V, Iterator[V]]] = [] if root in index else [(root, iter(options(root)))]
        while path:
            v, rest = path[-1]
            if v not in index:
                index[v] = low[v] = len(index)
                waiting.append(v)
                inside.add(v)
            for w in rest:
                if w not in index:
                    path.append((w, iter(options(w))))
                    break
                if w in inside:
                    low[v] = min(low[v], index[w])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[v])
                if low[v] == index[v]:
                    found = [waiting.pop()]
                    while found[-1] != v:
                        found.append(waiting.pop())
                    inside.difference_update(found)
                    yield found


def end_components(
    vertices: Iterable[int], options: Options, chance: Callable[[int], bool]
) -> list[list[int]]:
    """The maximal end components within ``vertices``: no two have a vertex in common.

    Parameters
    ----------
    vertices
        The vertices to which play is confined.
    options
        A function from a vertex to the vertices that its allowed moves, or its chances, lead to.
    chance
        A function that says whether a vertex is a chance node.

    Returns
    -------
    list
        The end components, each a list of vertices.

    Examples
    --------
    >>> graph = {0: [1], 1: [0, 2], 2: [2]}
    >>> end_components([0, 1, 2], graph.__getitem__, lambda v: False)
    [[1, 0], [2]]
    >>> end_components([0, 1, 2], graph.__getitem__, lambda v: v == 1)  # chance leads from 1 to 2
    [[2]]

    References
    ----------
    de Alfaro, Formal verification of probabilistic systems (1997).
    """
    found, todo = [], [list(vertices)]
    while todo:
        part = todo.pop()
        kept = set(part).difference(leaving(part, options, chance))
        parts = list(components(kept, lambda v: (w for w in options(v) if w in kept)))  # noqa: B023  # used at once
        if len(parts) == 1:
            found.append(parts[0])
        else:
            todo += parts
    return found


def leaving(vertices: Iterable[int], options: Options, forced: Callable[[int], bool]) -> list[int]:
    """The vertices from which play can be forced out of a set, by chance or by players who do not
    want to stay.

    At a forced vertex, one option outside the set, or one found earlier, is enough. At any other
    vertex all options must lie outside or be found earlier. In the rest of the set, play can stay
    for ever.

    Parameters
    ----------
    vertices
        The set.
    options
        A function from a vertex to the vertices that its allowed moves, or its chances, lead to.
    forced
        A function that says whether chance, or a player who does not want to stay, moves at a
        vertex.

    Returns
    -------
    list
        These vertices, in the order in which they are found.

    Examples
    --------
    >>> leaving([0, 1, 2], {0: [0, 1], 1: [2], 2: [0, 3]}.__getitem__, lambda v: v == 2)
    [2, 1]

    References
    ----------
    de Alfaro, Formal verification of probabilistic systems (1997).
    """
    kept = set(vertices)
    before: dict[int, list[int]] = {}
    left: dict[
        int, int
    ] = {}  # how many options inside are left to a player who wants to stay; chance needs all
    order = []
    for v in kept:
        ways = list(options(v))
        staying = [w for w in ways if w in kept]
        left[v] = len(staying)
        for w in staying:
            before.setdefault(w, []).append(v)
        if not staying or (forced(v) and len(staying) < len(ways)):
            order.append(v)
    gone = set(order)
    for v in order:  # the list grows while we walk along it
        for u in before.get(v, ()):
            left[u] -= 1
            if u not in gone and (left[u] == 0 or forced(u)):
                gone.add(u)
                order.append(u)
    return order
