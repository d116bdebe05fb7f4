"""The graph of a game with chance and cycles as a picture, the value at every vertex.

From left to right as play goes on; the positions of a strongly connected component, in which play can go round, stand
in a ring. Ends with the same payoff are drawn as one.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle, Polygon, Rectangle
from numpy.typing import NDArray

from gamecourse.show import boards, given, layout, strokes
from gamecourse.show.graphs import MAX_VERTICES
from gamecourse.show.style import MARKS
from gamelib.arenas.components import components
from gamelib.core import CHANCE, DRAW
from gamelib.solvers.chance.known import ExactValues

SIZE = 0.42  # half a vertex
ROOM = 0.54  # the radius from which arrows of others keep away
SPACE = 1.35  # between two


def graph(values: ExactValues, *, ax: Axes | None = None) -> Axes:
    """All positions of a game whose values are known, the value to player 0 below each.

    A square: player 0 is to move; a circle: player 1; a grey diamond: a chance node. A thick arrow is the move of
    ``best``, a thin one any other, a dashed one what chance may do, with its probability.
    Raises TypeError for what is no answer of ``exact_values``, ValueError for more than 60 positions before the end.
    """
    net = net_of(values)
    game: Any = values.game
    live, payoffs, places, edges = net.live, net.payoffs, net.places, net.edges
    bends = layout.bends(places, edges, ROOM)
    ax, scale = strokes.axes(*strokes.extent(places, edges, bends, 0.7), ax, more=(0.4, 1.1), least=8.0)
    shapes = [_vertex(ax, scale, values, p, *place) for p, place in zip(live, places, strict=False)]
    shapes += [_end(ax, scale, payoff, *place) for payoff, place in zip(payoffs, places[len(live) :], strict=True)]
    said: list[Any] = list(places)
    for best, chance, (i, j), bend in zip(net.best, net.chances, edges, bends, strict=True):
        ends, heavy = (places[i], places[j]), bool(best)
        if i == j:
            strokes.loop(ax, places[i], layout.loop(places, edges, i), ROOM, heavy=heavy)
        else:
            strokes.arrow(ax, ends, bend, (shapes[i], shapes[j]), heavy=heavy, dashed=best is None)
        if chance is not None:
            said.append(_beside(ax, scale, layout.curve(*ends, bend), str(chance), said))
    start = values.get(game.start())
    rounds = net.rings
    worth = "" if start is None else f"The start is worth {start}; "
    ax.set_title(f"{worth}play can go round in {rounds} ring{'s' * (rounds != 1)}" if rounds else worth[:-2])
    _explain(ax, {game.turn(p) for p in live})
    ax.set_label("\n".join(f"{p}: {values[p]}" for p in live))
    return ax


@dataclass(frozen=True)
class Net:
    """The positions of a game before the end, its payoffs, and the arrows between them, numbered in this order.

    ``places``: where they stand, an array of shape (n, 2), y downwards. ``edges``: pairs of their numbers, once each.
    ``best``: whether an edge is a best move, None for chance; ``chances``: how probable it is, None for a move.
    ``rings``: in how many components play can go round. ``number``: where a position is drawn; ends with the same
    payoff are one.
    """

    live: list[Any]
    payoffs: list[Fraction]
    places: NDArray[np.float64]
    edges: list[tuple[int, int]]
    best: list[bool | None]
    chances: list[Fraction | None]
    rings: int
    number: dict[Any, int]


def net_of(values: ExactValues) -> Net:
    """What is drawn of a game whose values are known, and where; raises what ``graph`` raises."""
    given.answer(values, ExactValues, "exact_values", "chances.graph(exact_values(game))")
    game: Any = values.game
    live = [p for p in values if game.turn(p) is not None]
    if len(live) > MAX_VERTICES:
        raise ValueError(f"{len(live):,} positions would be a tangle, {MAX_VERTICES} can be drawn: take a smaller game")
    payoffs = sorted({values[p] for p in values if game.turn(p) is None})
    rings = list(components(live, lambda p: _next(values, p)))[::-1]
    keys = [*live, *(("end", payoff) for payoff in payoffs)]
    at = _places(values, rings, payoffs)
    steps = [(p, _key(values, there), best, chance) for p in live for there, best, chance in _steps(values, p)]
    number = {key: k for k, key in enumerate(keys)}
    return Net(
        live,
        payoffs,
        np.array([at[key] for key in keys]).reshape(-1, 2),
        [(number[p], number[q]) for p, q, _, _ in steps],
        [best for _, _, best, _ in steps],
        [chance for *_, chance in steps],
        sum(len(ring) > 1 for ring in rings),
        {p: number[_key(values, p)] for p in values},
    )


def _steps(values: ExactValues, p: Any) -> list[tuple[Any, bool | None, Fraction | None]]:
    """Where play can go from p, each place once; whether it is a best move, None for chance; and how probable."""
    game: Any = values.game
    if game.turn(p) == CHANCE:
        together: dict[Any, list[Any]] = {}
        for chance, there in game.chances(p):
            together.setdefault(_key(values, there), [there, None, Fraction(0)])[2] += chance
        return [(there, best, chance) for there, best, chance in together.values()]
    best = _key(values, game.play(p, values.best(p)))
    ways = {_key(values, there): there for there in (game.play(p, move) for move in game.moves(p))}
    return [(there, key == best, None) for key, there in ways.items()]  # ends with the same payoff are one


def _next(values: ExactValues, p: Any) -> list[Any]:
    """The positions that follow p and are not ends."""
    return [there for there, *_ in _steps(values, p) if values.game.turn(there) is not None]


def _key(values: ExactValues, p: Any) -> Any:
    return ("end", values[p]) if values.game.turn(p) is None else p


def _places(values: ExactValues, rings: list[list[Any]], payoffs: list[Fraction]) -> dict[Any, Any]:
    """Places: strongly connected components in columns, by the longest way to them, high values above."""
    of = {p: k for k, ring in enumerate(rings) for p in ring}
    column = [0] * len(rings)
    for k, ring in enumerate(rings):
        for there in (q for p in ring for q in _next(values, p) if of[q] != k):
            column[of[there]] = max(column[of[there]], column[k] + 1)
    places: dict[Any, Any] = {}
    left, flat = 0.0, 1.1 if len(of) <= 8 else 0.75
    for c in range(max(column, default=-1) + 1):
        inside = [rings[k] for k in range(len(rings)) if column[k] == c]
        inside.sort(key=lambda ring: sum(values[p] for p in ring) / len(ring))
        radius = [0.0 if len(ring) == 1 else max(flat, 0.14 * SPACE * len(ring)) for ring in inside]  # upright
        height = sum(2 * r + SPACE for r in radius)
        x, y = left + 2 * max(radius), height / 2
        for ring, r in zip(inside, radius, strict=True):
            y -= r + SPACE / 2
            for k, p in enumerate(_from_the_left(values, ring)):
                angle = np.pi + 2 * np.pi * k / len(ring)
                places[p] = np.array([x + 2 * r * np.cos(angle), y + r * np.sin(angle)])
            y -= r + SPACE / 2
        left = x + 2 * max(radius) + 1.5 * SPACE
    for k, payoff in enumerate(reversed(payoffs)):
        places["end", payoff] = np.array([left, SPACE * 1.6 * (k - (len(payoffs) - 1) / 2)])
    return _as_wide_as_a_screen(places)


def _from_the_left(values: ExactValues, ring: list[Any]) -> list[Any]:
    """A ring in the order of play, from the first position at which play comes into it."""
    inside, game = set(ring), values.game
    entered = {q for p in values if p not in inside and game.turn(p) is not None for q in _next(values, p)}
    first = next((k for k, p in enumerate(ring) if p in entered or p == game.start()), 0)
    around = [*ring[first:], *ring[:first]]
    return [around[0], *around[:0:-1]] if len(ring) > 2 and around[1] not in _next(values, around[0]) else around


def _as_wide_as_a_screen(places: dict[Any, Any]) -> dict[Any, Any]:
    """The same, drawn out sideways where it is higher than 16:9."""
    if not places:
        return places
    width, height = np.ptp(list(places.values()), axis=0) + 1.4
    wider = max(1.0, 1.75 * (height + 1) / width)
    return {p: place * (wider, 1.0) for p, place in places.items()}


def _beside(ax: Axes, scale: float, curve: Any, chance: str, taken: list[Any]) -> Any:
    """Write a probability on its arrow, nearer to the chance node and where nothing else stands; return the place."""
    points = curve[len(curve) * 3 // 10 : len(curve) * 6 // 10]
    free = [min(np.hypot(*(point - other)) for other in taken) for point in points]
    x, y = best = points[int(np.argmax(np.round(free, 6)))]
    box = {"facecolor": "white", "edgecolor": "none", "pad": 1}
    size = strokes.fitting(0.42 * scale, chance, 13)
    ax.text(x, y, chance, fontsize=size, ha="center", va="center", bbox=box, zorder=4)
    return best


def _end(ax: Axes, scale: float, payoff: Fraction, x: float, y: float) -> Any:
    """Draw the ends with a payoff, and return their shape."""
    shape = Rectangle((x - 1.1 * SIZE, y - SIZE / 2), 2.2 * SIZE, SIZE, facecolor="black", zorder=2)
    words = f"end: {payoff}"
    text: dict[str, Any] = {"ha": "center", "va": "center", "color": "white", "zorder": 3, "weight": "bold"}
    ax.text(
        x, y, words, fontsize=strokes.fitting(2.1 * SIZE * scale, "end: -1/3" if len(words) > 7 else "end: -1"), **text
    )
    return ax.add_patch(shape)


def _vertex(ax: Axes, scale: float, values: ExactValues, p: Any, x: float, y: float) -> Any:
    """Draw a position, and return its shape, at which arrows end."""
    game: Any = values.game
    turn = game.turn(p)
    style: dict[str, Any] = {"facecolor": "white", "edgecolor": "black", "linewidth": 1.4, "zorder": 2}
    if turn == CHANCE:
        style["facecolor"] = MARKS[DRAW].colour
        corner = 1.4 * SIZE
        shape: Any = Polygon([(x - corner, y), (x, y + corner), (x + corner, y), (x, y - corner)], **style)
    elif turn == 0:
        shape = Rectangle((x - SIZE, y - SIZE), 2 * SIZE, 2 * SIZE, **style)
    else:
        shape = Circle((x, y), 1.15 * SIZE, **style)
    ax.add_patch(shape)
    text: dict[str, Any] = {"ha": "center", "va": "center", "color": "black", "zorder": 3, "parse_math": False}
    rows = boards.cells(game, p)
    words = "\n".join(row.replace(".", "·") for row in rows) if rows else str(p)
    size = strokes.fitting((1.5 if rows else 1.8) * SIZE * scale, words, 16)
    ax.text(x, y - 0.12, words, family="monospace", fontsize=size, linespacing=0.9, **text)
    ax.text(x, y + 0.25, str(values[p]), fontsize=strokes.fitting(scale, "1/3 of", 14), weight="bold", **text)
    return shape


def _explain(ax: Axes, turns: set[Any]) -> None:
    """The legend, of what is there."""
    looks = {0: ("s", "white", "player 0"), 1: ("o", "white", "player 1"), CHANCE: ("D", MARKS[DRAW].colour, "chance")}
    there: list[Any] = [strokes.shape(*look) for turn, look in looks.items() if turn in turns]
    there += [strokes.stroke("best move", heavy=True)] * bool(turns - {CHANCE})
    strokes.legend(ax, there + [strokes.stroke("by chance", dashed=True)] * (CHANCE in turns))
