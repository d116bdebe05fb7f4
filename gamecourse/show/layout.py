"""Where vertices stand and how arrows run between them, as numbers for figures and for the browser.

Places are (x, y) with y downwards, as on a screen. An arrow is a quadratic curve. Its control point
is ``middle + bend
* (-dy, dx)``, where ``(dx, dy)`` leads from its start to its end. The middle of the curve lies
  ``bend / 2`` lengths off the straight line. (In matplotlib that is ``arc3,rad=bend`` on axes with
  y downwards.)
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

#: The bends that are tried, the points looked at on each curve, and the curves looked at together.
_BENDS = np.linspace(-1, 1, 81)
_SAMPLES = 33
_AT_ONCE = 12

#: This much air between an arrow and a vertex, in radii, is enough.
_AIR = 0.4


def circle(n: int) -> NDArray[np.float64]:
    """Return places for n vertices in a circle, clockwise from the top: an array of shape (n,
    2).
    """
    angle = 2 * np.pi * np.arange(n) / max(n, 1)
    return np.asarray(max(1.3, 0.19 * n) * np.stack([np.sin(angle), -np.cos(angle)], axis=1))


def framed(G: Any) -> tuple[Size, NDArray[np.float64]]:
    """Return a graph's size as a picture and its vertices' places: their ``pos``, or a circle if
    they have none.
    """
    places = _places(G)
    places = np.round(places - places.min(axis=0) + MARGIN, 3)
    width, height = (places.max(axis=0) + MARGIN).tolist()
    return Size(width, height), places


def _places(G: Any) -> NDArray[np.float64]:
    """Return the vertices' own places, y downwards, spread so that no two touch; a circle if they
    do not serve.
    """
    try:
        places = np.array([G.nodes[v]["pos"] for v in G], float).reshape(-1, 2) * (1, -1)
    except (KeyError, TypeError, ValueError):
        return circle(len(G))
    between = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
    nearest = between[~np.eye(len(places), dtype=bool)].min(initial=np.inf)
    if (
        not np.isfinite(places).all()
        or nearest * WIDEST < APART * np.ptp(places, axis=0).max()
        or nearest == 0
    ):
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
    along, row = [0.0] * len(children), [0] * len(children)
    met, leaves = {0}, iter(range(len(children)))

    def place(node: int) -> float:
        """Depth first; a node to which two paths lead belongs to the first."""
        fresh = [child for child in dict.fromkeys(children[node]) if child not in met]
        met.update(fresh)
        below = [place(child) for child in fresh]
        along[node] = (below[0] + below[-1]) / 2 if below else float(next(leaves))
        return along[node]

    place(0)
    for _ in children:  # no path is longer
        for node, child in branches(children):
            row[child] = min(max(row[child], row[node] + 1), len(children))
    return list(zip(along, row, strict=True))


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
            raise thicket()
    return nodes, children


def thicket() -> ValueError:
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
    """Return points on an arrow, from its start to its end: an array of shape (samples, 2), one for
    each bend.

    ``begin`` and ``end`` are places (x, y). ``bend`` is a number as ``bends`` finds it, or an array
    of several.
    """
    begin, end = np.asarray(begin, float), np.asarray(end, float)
    dx, dy = end - begin
    control = (begin + end) / 2 + np.asarray(bend)[..., None, None] * np.array([-dy, dx])
    t = np.linspace(0, 1, samples)[:, None]
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
    bundles: dict[tuple[int, int], list[int]] = {}
    for k, (i, j) in enumerate(edges):
        bundles.setdefault((min(i, j), max(i, j)), []).append(k)
    found = [0.0] * len(edges)
    for (i, j), bundle in bundles.items():
        if i == j or not np.any(where[i] != where[j]):
            continue
        bundle.sort(key=lambda k: edges[k][0] == i)  # one direction, then the other
        for k, offset in zip(bundle, _side_by_side(where, i, j, len(bundle), radius), strict=True):
            found[k] = round(float(offset if edges[k][0] == i else -offset), 6) + 0.0
    return found


def loop(places: ArrayLike, edges: Sequence[tuple[int, int]], vertex: int) -> tuple[float, float]:
    """Return the direction (dx, dy), of length 1, in which a loop at a vertex has the most room
    between its arrows.

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
        The direction, with y downwards.

    Examples
    --------
    >>> loop([(0, 0), (-1, 0)], [(0, 1), (0, 0)], 0)
    (1.0, 0.0)
    """
    where = np.asarray(places, float).reshape(-1, 2)
    beside = sorted({k for edge in edges if vertex in edge for k in edge if k != vertex})
    ways = where[beside] - where[vertex]
    angle = np.arctan2(ways[:, 1], ways[:, 0])
    tries = 2 * np.pi * np.arange(32) / 32  # to the right if all are alike
    turn = np.abs((tries[:, None] - angle + np.pi) % (2 * np.pi) - np.pi).min(axis=1, initial=np.pi)
    best = tries[int(np.argmax(np.round(turn, 6)))]
    return round(float(np.cos(best)), 6) + 0.0, round(float(np.sin(best)), 6) + 0.0


def _side_by_side(
    where: NDArray[np.float64], i: int, j: int, many: int, radius: float
) -> NDArray[np.float64]:
    """Return bends, seen from i, for ``many`` arrows between i and j that keep clear of each other
    and of vertices.
    """
    enough = (1 + _AIR) * radius
    gap = max(0.16, 1.2 * radius / float(np.hypot(*(where[j] - where[i]))))
    apart = np.array([1.0]) if many == 1 else np.arange(1, 13) / 2 + 0.5
    spread = (np.arange(many) - (many - 1) / 2) * gap
    tries = (_BENDS[:, None, None] + apart[:, None] * spread).reshape(-1, many)
    tries = tries[np.argsort(np.abs(tries).max(axis=1), kind="stable")]
    others, best, most = np.delete(where, [i, j], axis=0), np.asarray(tries[0]), -1.0
    for some in np.array_split(
        tries, range(_AT_ONCE, len(tries), _AT_ONCE)
    ):  # those that bend least come first
        way = curve(where[i], where[j], some.ravel())[:, :, None, :] - others
        nearest = np.sqrt((way**2).sum(axis=-1).min(axis=(1, 2), initial=np.inf))
        clear = np.minimum(nearest.reshape(some.shape).min(axis=1), enough).round(
            9
        )  # alike on every machine
        if clear.max() > most:
            best, most = some[int(np.argmax(clear))], float(clear.max())
        if most >= round(enough, 9):
            break
    return best
