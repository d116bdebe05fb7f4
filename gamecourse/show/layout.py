"""Where vertices stand and how arrows run between them, as numbers for figures and for the browser.

Places are (x, y) with y downwards, as on a screen. Where they are worked out, the place (x, y) is
the complex number x + yj: the difference of two leads from one to the other, ``abs`` is its length,
and times ``1j`` is a quarter turn (clockwise, because y runs downwards).

An arrow is a quadratic Bézier curve. Let ``way`` lead from its start to its end, and let ``middle``
be halfway between them. The control point of the curve is ``middle + bend * way * 1j``, so the
curve itself passes the middle at a distance of ``bend / 2`` lengths. (In matplotlib that is
``arc3,rad=bend`` on axes with y downwards.)
"""

from __future__ import annotations

from cmath import phase
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import atan, cos, inf, isfinite, pi, sin
from typing import Any

from gamecourse.show.records import Shape, Size, Spot

#: For each node of a tree, the numbers of its children.
Children = Sequence[Sequence[int]]

#: A place (x, y), and places as a function takes them: a list of pairs, or rows of an array.
Place = tuple[float, float]
Places = Iterable[Iterable[float]]

#: A tree with more nodes than this would be a thicket.
MAX_NODES = 60

#: A vertex is a disc of this radius, for which ``circle`` and ``columns`` leave room.
RADIUS = 0.3

#: The distance from one column to the next.
COLUMN = 1.4

#: For a graph with places of its own: the least distance between vertices, the largest width, and
#: the margin.
APART, WIDEST, MARGIN = 1.25, 14.0, 0.75

#: The angle, in radians, below which two arrows that begin or end at the same vertex look like one.
LEAST_ANGLE = 0.4

#: The bends that are tried for an arrow.
_BENDS = [k / 40 for k in range(-40, 41)]

#: How many points are looked at on each curve.
_SAMPLES = 33

#: This much air between an arrow and a vertex, in radii, is enough.
_AIR = 0.4

#: How far apart two arrows between the same vertices run in the middle: at least so many lengths of
#: an arrow, and at least so many radii of a vertex.
_GAP_IN_LENGTHS = 0.16
_GAP_IN_RADII = 1.2

#: How many directions are tried for a loop, all around the vertex.
_DIRECTIONS = 32


def circle(n: int) -> list[Place]:
    """Return places for n vertices in a circle, clockwise from the top."""
    radius = max(1.3, 0.19 * n)  # so that neighbours keep apart
    angles = [2 * pi * k / n for k in range(n)]
    return [(radius * sin(angle), -radius * cos(angle)) for angle in angles]


def framed(G: Any) -> tuple[Size, list[Place]]:
    """Return a graph's size as a picture and its vertices' places: their ``pos``, or a circle if
    they have none.
    """
    places = _places(G)
    left = min(x for x, _ in places) - MARGIN
    top = min(y for _, y in places) - MARGIN
    inside = [(round(x - left, 3), round(y - top, 3)) for x, y in places]
    width = max(x for x, _ in inside) + MARGIN
    height = max(y for _, y in inside) + MARGIN
    return Size(width, height), inside


def _places(G: Any) -> list[Place]:
    """Return the vertices' own places, y downwards, spread so that no two touch.

    A circle takes their place if a vertex has none, if two vertices have the same, or if the
    picture would be too wide.
    """
    try:
        upwards = [(float(x), float(y)) for x, y in (G.nodes[v]["pos"] for v in G)]
    except (KeyError, TypeError, ValueError):
        return circle(len(G))
    places = [(x, -y) for x, y in upwards]
    points = _points(places)
    distances = [abs(p - q) for k, p in enumerate(points) for q in points[:k]]
    nearest = min(distances, default=inf)
    if not all(isfinite(x) and isfinite(y) for x, y in places) or nearest == 0:
        return circle(len(G))
    extent = max(_range(x for x, _ in places), _range(y for _, y in places))
    if nearest * WIDEST < APART * extent:  # spread by APART / nearest it would be too wide
        return circle(len(G))
    return scaled(places, APART / nearest, APART / nearest)


def _range(numbers: Iterable[float]) -> float:
    """Return the difference of the largest number and the smallest."""
    listed = list(numbers)
    return max(listed) - min(listed)


def scaled(places: Places, across: float, down: float) -> list[Place]:
    """Return places farther apart, or closer: x times ``across``, y times ``down``."""
    return [(x * across, y * down) for x, y in places]


def columns(remoteness: Iterable[float]) -> list[Place]:
    """Return a place for each vertex, in the column of its remoteness; drawn vertices (-1) stand on
    the right.

    Within a column they stand in the order of their numbers, and the columns are centred.

    >>> columns([0, 1, 1, -1])
    [(0.0, 0.0), (1.4, -0.5), (1.4, 0.5), (3.5, 0.0)]
    """
    ranks = [int(rank) for rank in remoteness]
    right = max(ranks, default=-1) + 1.5
    column_of = [rank if rank >= 0 else right for rank in ranks]
    height = Counter(column_of)  # how many vertices stand in a column
    placed = Counter[float]()  # and how many of them so far
    places: list[Place] = []
    for column in column_of:
        y = placed[column] - (height[column] - 1) / 2
        places.append((round(column * COLUMN, 6), y))
        placed[column] += 1
    return places


def layers(options: Children) -> list[Place]:
    """Return a place for each vertex of a graph without cycles, so that all arrows point left.

    Column k, counted from the left, holds the vertices from which the longest walk has k arrows.
    Within a column a vertex stands the higher, the higher its options stand, and the columns are
    centred.

    Raises ValueError if the graph has a cycle.

    >>> layers([[1, 2], [2], []])
    [(2.8, 0.0), (1.4, 0.0), (0.0, 0.0)]
    """
    column = [0] * len(options)
    for _ in options:  # after k rounds all walks of at most k arrows are taken into account
        for vertex, option in branches(options):
            column[vertex] = max(column[vertex], column[option] + 1)
    if any(column[vertex] <= column[option] for vertex, option in branches(options)):
        raise ValueError("the graph has a cycle, so not all arrows can point to the left")
    height = [0.0] * len(options)
    for k in range(max(column, default=-1) + 1):
        here = [vertex for vertex, its_column in enumerate(column) if its_column == k]
        aim = {v: sum(height[w] for w in options[v]) / max(1, len(options[v])) for v in here}
        for place, vertex in enumerate(sorted(here, key=lambda v: (round(aim[v], 6), v))):
            height[vertex] = place - (len(here) - 1) / 2
    return [(round(k * COLUMN, 6), y) for k, y in zip(column, height, strict=True)]


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
    nodes = [root]
    children: list[list[int]] = []
    for node in nodes:  # grows while it is walked
        first_child = len(nodes)
        nodes += options(node)
        children.append(list(range(first_child, len(nodes))))
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
    begin: Iterable[float], end: Iterable[float], bend: float, samples: int = _SAMPLES
) -> list[Place]:
    """Return places on an arrow, from its start to its end.

    ``begin`` and ``end`` are places (x, y), and ``bend`` is a number as ``bends`` finds it.

    >>> curve((0, 0), (4, 0), 0.5, samples=3)
    [(0.0, 0.0), (2.0, 1.0), (4.0, 0.0)]
    """
    points = _points_on_curve(complex(*begin), complex(*end), bend, samples)
    return [(point.real, point.imag) for point in points]


def _points_on_curve(
    begin: complex, end: complex, bend: float, samples: int = _SAMPLES
) -> list[complex]:
    """Return the same as complex numbers."""
    control = (begin + end) / 2 + bend * (end - begin) * 1j
    # A Bézier curve of degree 2, where t runs from 0 at the start to 1 at the end.
    times = [k / (samples - 1) for k in range(samples)]
    return [(1 - t) ** 2 * begin + 2 * t * (1 - t) * control + t**2 * end for t in times]


def _points(places: Places) -> list[complex]:
    """Return places as complex numbers."""
    return [complex(*map(float, place)) for place in places]


def bends(
    places: Places,
    edges: Sequence[tuple[int, int]],
    radius: float = RADIUS,
    least_angle: float = 0.0,
) -> list[float]:
    """Return for each edge a bend that keeps its arrow clear of other vertices and of the arrows
    beside it.

    An arrow is straight if it can be. Arrows between the same two vertices, in either direction,
    run side by side. Where two arrows begin or end at the same vertex, they keep ``least_angle``
    apart, if there is such a bend. If no bend keeps clear of the other vertices, an arrow takes the
    one that stays farthest from them. The bend of a loop is 0.

    Parameters
    ----------
    places
        Where the vertices stand.
    edges
        Pairs of vertices (from, to), by their numbers in ``places``.
    radius
        The radius of a vertex.
    least_angle
        In radians, such as ``LEAST_ANGLE``, below which two arrows look like one.

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
    points = _points(places)
    bundles: dict[tuple[int, int], list[int]] = {}  # the edges between two vertices
    for k, (i, j) in enumerate(edges):
        bundles.setdefault((min(i, j), max(i, j)), []).append(k)
    bend_of = [0.0] * len(edges)
    angles: dict[int, list[float]] = {}  # at each vertex, of the arrows that have their bends
    for (i, j), bundle in bundles.items():
        if points[i] == points[j]:
            continue
        bundle.sort(key=lambda k: edges[k][0] == i)  # one direction, then the other
        taken = (angles.setdefault(i, []), angles.setdefault(j, []))
        way = points[j] - points[i]
        tries = _bundles_to_try(abs(way), len(bundle), radius)
        if least_angle > 0:
            # A stable sort: those that keep apart from other arrows come first, in their old order.
            tries.sort(key=lambda tried: not _is_apart(way, tried, taken, least_angle))
        bends_from_i = _clearest(points, i, j, tries, radius)
        for bend in bends_from_i:
            for used, angle in zip(taken, _angles(way, bend), strict=True):
                used.append(angle)
        for k, bend in zip(bundle, bends_from_i, strict=True):
            signed = bend if edges[k][0] == i else -bend  # left of i -> j is right of j -> i
            bend_of[k] = round(signed, 6) + 0.0
    return bend_of


def loop(places: Places, edges: Sequence[tuple[int, int]], vertex: int) -> tuple[float, float]:
    """Return the direction in which a loop at a vertex has the most room between its arrows.

    Parameters
    ----------
    places
        Where the vertices stand.
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
    points = _points(places)
    neighbours = {k for edge in edges if vertex in edge for k in edge if k != vertex}
    taken = [phase(points[k] - points[vertex]) for k in neighbours]  # the angles of the arrows

    def room(angle: float) -> float:
        """Return the angle to the nearest arrow, at most pi."""
        return min((_between(angle, arrow) for arrow in taken), default=pi)

    tried = [2 * pi * k / _DIRECTIONS for k in range(_DIRECTIONS)]
    roomiest = max(tried, key=room)  # the first of equals: without arrows, the right
    return round(cos(roomiest), 6) + 0.0, round(sin(roomiest), 6) + 0.0  # + 0.0: never -0.0


def _angles(way: complex, bend: float) -> tuple[float, float]:
    """Return at which angle an arrow that leads this way leaves its start, and at which angle one
    sees it come from its end.
    """
    turn = atan(2 * bend)
    return phase(way) + turn, phase(-way) - turn


def _is_apart(
    way: complex,
    bundle: Sequence[float],
    taken: tuple[Sequence[float], Sequence[float]],
    least_angle: float,
) -> bool:
    """Return whether arrows with these bends keep so far apart from the angles at their first
    vertex and at their second that are taken.
    """
    ends = [pair for bend in bundle for pair in zip(_angles(way, bend), taken, strict=True)]
    return all(_between(angle, other) >= least_angle for angle, used in ends for other in used)


def _between(angle: float, other: float) -> float:
    """Return the difference of two angles, from 0 to pi, rounded, so that on every machine the same
    differences are equal.
    """
    return round(abs((angle - other + pi) % (2 * pi) - pi), 6)


def _clearest(
    points: Sequence[complex], i: int, j: int, tries: Sequence[Sequence[float]], radius: float
) -> Sequence[float]:
    """Return the first of these bundles of bends, seen from i, whose arrows between i and j keep
    clear of the other vertices; if none does, the one that stays farthest from them.
    """
    middle = (points[i] + points[j]) / 2
    others = [point for k, point in enumerate(points) if k not in (i, j)]
    others.sort(key=lambda point: abs(point - middle))  # those that are likely to be in the way
    enough = round((1 + _AIR) * radius, 9)
    best_bundle = tries[0]
    best_distance = -1.0
    for bundle in tries:
        curves = [_points_on_curve(points[i], points[j], bend) for bend in bundle]
        distance = _distance(curves, others, best_distance, enough)
        if distance > best_distance:
            best_bundle = bundle
            best_distance = distance
        if best_distance == enough:
            break
    return best_bundle


def _distance(
    curves: Sequence[Sequence[complex]], others: Sequence[complex], least: float, enough: float
) -> float:
    """Return the distance from the curves to the nearest of the other vertices; more than enough
    counts as ``enough``.

    It is rounded, so that it is alike on every machine. The search stops as soon as the distance is
    not more than ``least``.
    """
    distance = enough
    for vertex in others:
        for points in curves:
            to_curve = round(min([abs(point - vertex) for point in points]), 9)
            distance = min(distance, to_curve)
            if distance <= least:
                return distance
    return distance


def _bundles_to_try(length: float, count: int, radius: float) -> list[list[float]]:
    """Return bends for ``count`` arrows side by side between vertices at this distance: a list for
    each bundle, those that bend least first.
    """
    least_gap = max(_GAP_IN_LENGTHS, _GAP_IN_RADII * radius / length)
    # A single arrow has nothing to be apart from. Several may run wider apart than they must: by the
    # factors 1, 1.5, ..., 6.5.
    factors = [1.0] if count == 1 else [k / 2 for k in range(2, 14)]
    offsets = [(k - (count - 1) / 2) * least_gap for k in range(count)]  # from the middle one
    tries = [
        [bend + factor * offset for offset in offsets] for bend in _BENDS for factor in factors
    ]
    return sorted(tries, key=lambda bundle: max(map(abs, bundle)))
