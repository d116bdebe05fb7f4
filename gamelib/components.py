"""Strongly connected components of a directed graph, and sets in which play can stay for ever.

Two vertices are in one **strongly connected component** if play can go from each to the other.
Tarjan's algorithm finds the components in one depth-first search. It numbers the vertices as it
meets them. When it leaves a vertex, it knows the lowest number that play can come back to from
there. If that is the vertex's own number, then everything met since then, and not yet in a
component, is the component of this vertex. A component is complete only after all those that it
leads to. So the components come in reverse topological order, and whatever is worked out from the
terminal positions back can follow this order.

An **end component** is a set in which play can stay for ever if the players want it: from each of
its vertices play can come to every other, no chance leads out, and every player has a move inside.

Sources: Tarjan, Depth-first search and linear graph algorithms (1972); de Alfaro, Formal
verification of probabilistic systems (1997), for end components.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

V = TypeVar("V", bound=Hashable)


def components(vertices: Iterable[V], options: Callable[[V], Iterable[V]]) -> Iterator[list[V]]:
    """The strongly connected components of what can be reached from some vertices.

    They come in reverse topological order: each after all those that it leads to. ``options(v)``
    gives the vertices one step from v; it is asked once for each vertex.

    >>> list(components([0], {0: [1], 1: [2], 2: [1, 3], 3: []}.__getitem__))
    [[3], [2, 1], [0]]
    """
    search = DepthFirstSearch(options)
    for root in vertices:
        if root in search.number:
            continue
        path = [search.enter(root)]
        while path:
            deeper = search.next_visit(path[-1])
            if deeper is not None:
                path.append(deeper)
                continue
            component = search.leave(path.pop())
            if component:
                yield component


@dataclass(frozen=True)
class Visit(Generic[V]):
    """A vertex on the path of a depth-first search, and where it leads.

    ``untried`` runs once through the options, so it gives those that were not looked at so far.
    """

    vertex: V
    options: list[V]
    untried: Iterator[V]


class DepthFirstSearch(Generic[V]):
    """What Tarjan's algorithm remembers.

    ``number``: the vertices met so far, numbered in this order. ``lowest``: for each, the lowest
    number that play is known to come back to from there. ``pending``: the vertices that are not yet
    in a component, in the order of their numbers. ``complete``: those that are.
    """

    def __init__(self, options: Callable[[V], Iterable[V]]) -> None:
        self.options = options
        self.number: dict[V, int] = {}
        self.lowest: dict[V, int] = {}
        self.pending: list[V] = []
        self.complete: set[V] = set()

    def enter(self, vertex: V) -> Visit[V]:
        """Meet a vertex for the first time."""
        self.number[vertex] = len(self.number)
        self.lowest[vertex] = self.number[vertex]  # so far, play can only come back by being here
        self.pending.append(vertex)
        options = list(self.options(vertex))
        return Visit(vertex, options, untried=iter(options))

    def next_visit(self, visit: Visit[V]) -> Visit[V] | None:
        """Enter the next option of a vertex that has not been met; None if there is none left."""
        for option in visit.untried:
            if option not in self.number:
                return self.enter(option)
        return None

    def leave(self, visit: Visit[V]) -> list[V]:
        """The component that is complete with this vertex, or an empty list.

        All that follows from the vertex has been met. An option whose component is complete leads
        to nothing from which play could come back.
        """
        vertex = visit.vertex
        for option in visit.options:
            if option not in self.complete:
                self.lowest[vertex] = min(self.lowest[vertex], self.lowest[option])
        if self.lowest[vertex] < self.number[vertex]:
            return []
        component = [self.pending.pop()]
        while component[-1] != vertex:
            component.append(self.pending.pop())
        self.complete.update(component)
        return component


def end_components(
    vertices: Iterable[V],
    options: Callable[[V], Iterable[V]],
    chance: Callable[[V], bool],
) -> list[list[V]]:
    """The largest end components within some vertices: no two have a vertex in common.

    First we take away the vertices from which play must leave, and then we split the rest into
    components. Both steps are repeated in each component until it stays whole.

    Parameters
    ----------
    vertices
        The vertices to which play is confined.
    options
        A function from a vertex to the vertices that its allowed moves, or its chances, lead to.
    chance
        A function that says whether a vertex is a chance node.

    Examples
    --------
    >>> graph = {0: [1], 1: [0, 2], 2: [2]}
    >>> end_components([0, 1, 2], graph.__getitem__, lambda v: False)
    [[0, 1], [2]]
    >>> end_components([0, 1, 2], graph.__getitem__, lambda v: v == 1)  # chance leads from 1 to 2
    [[2]]
    """
    found = []
    waiting = [list(vertices)]
    while waiting:
        part = waiting.pop()
        staying = without(part, leaving(part, options, chance))
        pieces = list(components(staying, inside(staying, options)))
        if len(pieces) == 1:
            found.append(pieces[0])
        else:
            waiting.extend(pieces)
    return found


def without(vertices: Iterable[V], gone: Iterable[V]) -> dict[V, None]:
    """The vertices that are not gone, as the keys of a dict, which are a set with an order."""
    taken_away = set(gone)
    return {vertex: None for vertex in vertices if vertex not in taken_away}


def inside(
    vertices: dict[V, None], options: Callable[[V], Iterable[V]]
) -> Callable[[V], Iterable[V]]:
    """The options that lie within some vertices, as a function from vertex to options."""
    return lambda vertex: [option for option in options(vertex) if option in vertices]


def leaving(
    vertices: Iterable[V],
    options: Callable[[V], Iterable[V]],
    forced: Callable[[V], bool],
) -> list[V]:
    """The vertices from which play can be forced out of a set: the attractor of what is outside.

    ``forced(v)`` says whether chance, or a player who does not want to stay, moves at v. At a
    forced vertex one option outside the set, or found earlier, is enough. At any other vertex all
    options must lie outside or be found earlier. In the rest of the set, play can stay for ever.
    The vertices come in the order in which they are found.

    >>> leaving([0, 1, 2], {0: [0, 1], 1: [2], 2: [0, 3]}.__getitem__, lambda v: v == 2)
    [2, 1]
    """
    members = dict.fromkeys(vertices)  # a set with an order
    before: dict[V, list[V]] = {vertex: [] for vertex in members}
    hopes: dict[V, int] = {}  # how many ways to stay are left
    found: dict[V, None] = {}
    for vertex in members:
        ways = list(options(vertex))
        ways_to_stay = [option for option in ways if option in members]
        hopes[vertex] = len(ways_to_stay)
        for option in ways_to_stay:
            before[option].append(vertex)
        if not ways_to_stay or (forced(vertex) and len(ways_to_stay) < len(ways)):
            found[vertex] = None
    waiting = list(found)
    for gone in waiting:  # the list grows while we walk along it
        for vertex in before[gone]:
            hopes[vertex] -= 1
            if vertex not in found and (forced(vertex) or hopes[vertex] == 0):
                found[vertex] = None
                waiting.append(vertex)
    return list(found)
