"""Where vertices stand and how arrows run between them, as numbers for figures and for the browser.

Places are (x, y) with y downwards, as on a screen.

An arrow is a quadratic Bézier curve. Let ``(dx, dy)`` lead from its start to its end, and let
``middle`` be halfway between them. The control point of the curve is
``middle + bend * (-dy, dx)``, so the curve itself passes the middle at a distance of ``bend / 2``
lengths. (In matplotlib that is ``arc3,rad=bend`` on axes with y downwards.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gamecourse.show.records import Shape, Size, Spot

#: For each node of a tree, the numbers of its children.
Children = Sequence[Sequence[int]]

#: A tree with more nodes than this would be a thicket.
MAX_NODES = 60

#: A vertex is a disc of this radius, for which ``circle`` and ``columns`` leave room.
RADIUS = 0.3

#: The distance from one column to the next.
COLUMN = 1.4

#: For a graph with places of its own: the least distance between vertices, the largest width, and
#: the margin.
APART, WIDEST, MARGIN = 1.25, 14.0, 0.75

#: The bends that are tried for an arrow.
_BENDS = np.linspace(-1, 1, 81)

#: How many points are looked at on each curve, and how many curves are looked at together.
_SAMPLES = 33
_AT_ONCE = 12

#: This much air between an arrow and a vertex, in radii, is enough.
_AIR = 0.4

#: How far apart two arrows between the same vertices run in the middle: at least so many lengths of
#: an arrow, and at least so many radii of a vertex.
_GAP_IN_LENGTHS = 0.16
_GAP_IN_RADII = 1.2

#: How many directions are tried for a loop, all around the vertex.
_DIRECTIONS = 32


def circle(n: int) -> NDArray[np.float64]:
    """Return places for n vertices in a circle, clockwise from the top: an array of shape (n,
    2).
    """
    angle = 2 * np.pi * np.arange(n) / max(n, 1)
    radius = max(1.3, 0.19 * n)  # so that neighbours keep apart
    return np.asarray(radius * np.stack([np.sin(angle), -np.cos(angle)], axis=1))


def framed(G: Any) -> tuple[Size, NDArray[np.float64]]:
    """Return a graph's size as a picture and its vertices' places: their ``pos``, or a circle if
    they have none.
    """
    places = _places(G)
    places = np.round(places - places.min(axis=0) + MARGIN, 3)
    width, height = (places.max(axis=0) + MARGIN).tolist()
    return Size(width, height), places


def _places(G: Any) -> NDArray[np.float64]:
    """Return the vertices' own places, y downwards, spread so that no two touch.

    A circle takes their place if a vertex has none, if two vertices have the same, or if the
    picture would be too wide.
    """
    try:
        places = np.array([G.nodes[v]["pos"] for v in G], float).reshape(-1, 2) * (1, -1)
    except (KeyError, TypeError, ValueError):
        return circle(len(G))
    # between[i, j] is the distance of vertices i and j
    between = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
    are_two = ~np.eye(len(places), dtype=bool)
    nearest = between[are_two].min(initial=np.inf)
    if not np.isfinite(places).all() or nearest == 0:
        return circle(len(G))
    extent = np.ptp(places, axis=0).max()
    if nearest * WIDEST < APART * extent:  # spread by APART / nearest it would be too wide
        return circle(len(G))
    return np.asarray(places * (APART / nearest))


def columns(remoteness: ArrayLike) -> NDArray[np.float64]:
    """Return a place for each vertex, in the column of its remoteness; drawn vertices (-1) stand on
    the right.

    Within a column they stand in the order of their numbers, and the columns are centred.

    >>> columns([0, 1, 1, -1]).tolist()
    [[0.0, 0.0], [1.4, -0.5], [1.4, 0.5], [3.5, 0.0]]
    """
    rank = np.asarray(remoteness, dtype=np.int64)
    column = np.where(rank < 0, max([-1, *rank.tolist()]) + 1.5, rank)
    places = np.zeros((len(rank), 2))
    for x in np.unique(column):
        inside = np.flatnonzero(column == x)
        places[inside, 0] = np.round(x * COLUMN, 6)
        places[inside, 1] = np.arange(len(inside)) - (len(inside) - 1) / 2
    return places


def tree(children: Children) -> list[tuple[float, int]]:
    """Return how far along its row each node of a tree is, and the row: the longest path to it from
    the root, node 0.

    Leaves stand side by side. Every other node stands above the middle of the children that no
    earlier node has.

    >>> tree([[1, 2], [], [3, 4], [], []])
    [(0.75, 0), (0.0, 1), (1.5, 1), (1.0, 2), (2.0, 2)]
    """
    return list(zip(_along_the_row(children), _rows(children), strict=True))


def _along_the_row(children: Children) -> list[float]:
    """Return how far along its row each node of a tree is; leaves have places 0, 1, 2, ..."""
    along = [0.0] * len(children)
    met = {0}
    leaf_places = iter(range(len(children)))

    def place(node: int) -> float:
        """Place a node and, depth first, what is below it; a node to which two paths lead belongs
        to the first.
        """
        own = [child for child in dict.fromkeys(children[node]) if child not in met]
        met.update(own)
        below = [place(child) for child in own]
        along[node] = (below[0] + below[-1]) / 2 if below else float(next(leaf_places))
        return along[node]

    place(0)
    return along


def _rows(children: Children) -> list[int]:
    """Return the row of each node: the length of the longest path to it from node 0.

    On a cycle there is no longest path; its nodes get row n, where n is the number of nodes.
    """
    row = [0] * len(children)
    for _ in children:  # after k rounds all paths of at most k branches are taken into account
        for node, child in branches(children):
            row[child] = min(max(row[child], row[node] + 1), len(children))
    return row


def unfolded(
    root: Any, options: Callable[[Any], Iterable[Any]], most: float = MAX_NODES
) -> tuple[list[Any], list[list[int]]]:
    """Return a tree's nodes row by row, and the numbers of each node's children; ValueError above
    ``most`` nodes.

    >>> unfolded("a", {"a": "bc", "b": "c", "c": ""}.get)
    (['a', 'b', 'c', 'c'], [[1, 2], [3], [], []])
    """
    nodes, children = [root], list[list[int]]()
    for node in nodes:  # grows while it is walked
        begin = len(nodes)
        nodes += options(node)
        children.append(list(range(begin, len(nodes))))
        if len(nodes) > most:
            raise too_large()
    return nodes, children


def too_large() -> ValueError:
    """Return the error for a tree that is too large to draw."""
    return ValueError(
        f"more than {MAX_NODES} nodes would be a thicket: draw a smaller game, or a later position"
    )


def branches(children: Children) -> list[tuple[int, int]]:
    """Return the pairs (node, child), each once: the lines of the picture in their order."""
    return [(node, child) for node, below in enumerate(children) for child in dict.fromkeys(below)]


def upright(
    children: Children,
    shapes: Sequence[Shape],
    *,
    across: float = 1.0,
    down: float = 1.45,
    at: tuple[float, float] = (0.6, 0.6),
) -> list[Spot]:
    """Return spots of these shapes as a tree that grows downwards, the first leaf below ``at``, the
    root in the middle on top.
    """
    left, top = at
    return [
        Spot(**shape, x=left + across * along, y=top + down * row)
        for shape, (along, row) in zip(shapes, tree(children), strict=True)
    ]


def curve(
    begin: ArrayLike, end: ArrayLike, bend: ArrayLike, samples: int = _SAMPLES
) -> NDArray[np.float64]:
    """Return points on an arrow, from its start to its end: an array of shape (samples, 2).

    ``begin`` and ``end`` are places (x, y). ``bend`` is a number as ``bends`` finds it. It can also
    be an array of n numbers; the points of n arrows are then an array of shape (n, samples, 2).
    """
    begin = np.asarray(begin, float)
    end = np.asarray(end, float)
    dx, dy = end - begin
    sideways = np.array([-dy, dx])
    # Two more axes, for the points of a curve and their two coordinates.
    control = (begin + end) / 2 + np.asarray(bend)[..., None, None] * sideways
    t = np.linspace(0, 1, samples)[:, None]
    # A Bézier curve of degree 2, where t runs from 0 at the start to 1 at the end.
    return np.asarray((1 - t) ** 2 * begin + 2 * t * (1 - t) * control + t**2 * end)


def bends(
    places: ArrayLike, edges: Sequence[tuple[int, int]], radius: float = RADIUS
) -> list[float]:
    """Return for each edge a bend that keeps its arrow clear of other vertices and of the arrows
    beside it.

    An arrow is straight if it can be. Arrows between the same two vertices, in either direction,
    run side by side. If no bend keeps clear, an arrow takes the bend that stays farthest from the
    other vertices. The bend of a loop is 0.

    Parameters
    ----------
    places
        Where the vertices stand, an array of shape (n, 2).
    edges
        Pairs of vertices (from, to), as numbers of rows in ``places``.
    radius
        The radius of a vertex.

    Returns
    -------
    list of float
        A bend for each edge, in their order.

    Examples
    --------
    First an arrow past a vertex in its way, then two arrows that go to and fro:

    >>> bends([(0, 0), (1, 0), (2, 0)], [(0, 2)])
    [-0.425]
    >>> bends([(0, 0), (3, 0)], [(0, 1), (1, 0)])
    [0.08, 0.08]
    """
    where = np.asarray(places, float).reshape(-1, 2)
    bundles: dict[tuple[int, int], list[int]] = {}  # the edges between two vertices
    for k, (i, j) in enumerate(edges):
        bundles.setdefault((min(i, j), max(i, j)), []).append(k)
    bend_of = [0.0] * len(edges)
    for (i, j), bundle in bundles.items():
        if i == j or not np.any(where[i] != where[j]):
            continue
        bundle.sort(key=lambda k: edges[k][0] == i)  # one direction, then the other
        bends_from_i = _side_by_side(where, i, j, len(bundle), radius)
        for k, bend in zip(bundle, bends_from_i, strict=True):
            signed = bend if edges[k][0] == i else -bend  # left of i -> j is right of j -> i
            bend_of[k] = round(float(signed), 6) + 0.0
    return bend_of


def loop(places: ArrayLike, edges: Sequence[tuple[int, int]], vertex: int) -> tuple[float, float]:
    """Return the direction in which a loop at a vertex has the most room between its arrows.

    Parameters
    ----------
    places
        Where the vertices stand, an array of shape (n, 2).
    edges
        Pairs of vertices (from, to).
    vertex
        The vertex of the loop.

    Returns
    -------
    tuple of float
        The direction (dx, dy), of length 1, with y downwards.

    Examples
    --------
    >>> loop([(0, 0), (-1, 0)], [(0, 1), (0, 0)], 0)
    (1.0, 0.0)
    """
    where = np.asarray(places, float).reshape(-1, 2)
    neighbours = sorted({k for edge in edges if vertex in edge for k in edge if k != vertex})
    ways = where[neighbours] - where[vertex]
    taken = np.arctan2(ways[:, 1], ways[:, 0])  # the angles of the arrows
    tried = 2 * np.pi * np.arange(_DIRECTIONS) / _DIRECTIONS
    # difference[t, k] is the angle between try t and arrow k, from -pi to pi
    difference = (tried[:, None] - taken + np.pi) % (2 * np.pi) - np.pi
    room = np.abs(difference).min(axis=1, initial=np.pi)
    # rounded, so that every machine takes the first of equals; without arrows, the right
    best = tried[int(np.argmax(np.round(room, 6)))]
    return round(float(np.cos(best)), 6) + 0.0, round(float(np.sin(best)), 6) + 0.0


def _side_by_side(
    where: NDArray[np.float64], i: int, j: int, count: int, radius: float
) -> NDArray[np.float64]:
    """Return the bends, seen from i, of ``count`` arrows between i and j that keep clear of each
    other and of the other vertices.

    Bundles that bend little are tried first. The first that keeps clear is taken; if none does,
    the one that stays farthest from the other vertices.
    """
    tries = _bundles_to_try(float(np.hypot(*(where[j] - where[i]))), count, radius)
    others = np.delete(where, [i, j], axis=0)
    enough = (1 + _AIR) * radius
    best = np.asarray(tries[0])
    best_distance = -1.0
    for some in np.array_split(tries, range(_AT_ONCE, len(tries), _AT_ONCE)):
        curves = curve(where[i], where[j], some.ravel())
        to_others = curves[:, :, None, :] - others  # by curve, point, vertex, coordinate
        squares = (to_others**2).sum(axis=-1)
        nearest = np.sqrt(squares.min(axis=(1, 2), initial=np.inf)).reshape(some.shape)
        # More than enough counts as enough; rounded, it is alike on every machine.
        distance = np.minimum(nearest.min(axis=1), enough).round(9)
        if distance.max() > best_distance:
            best = some[int(np.argmax(distance))]
            best_distance = float(distance.max())
        if best_distance >= round(enough, 9):
            break
    return best


def _bundles_to_try(length: float, count: int, radius: float) -> NDArray[np.float64]:
    """Return bends for ``count`` arrows side by side between vertices at this distance: an array
    with a row for each bundle, those that bend least first.
    """
    gap = max(_GAP_IN_LENGTHS, _GAP_IN_RADII * radius / length)
    # A single arrow has nothing to be apart from; several may also run wider apart than they must.
    gaps = np.array([1.0]) if count == 1 else np.arange(2, 14) / 2
    spread = (np.arange(count) - (count - 1) / 2) * gap
    tries = (_BENDS[:, None, None] + gaps[:, None] * spread).reshape(-1, count)
    return tries[np.argsort(np.abs(tries).max(axis=1), kind="stable")]
