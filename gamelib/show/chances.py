"""The graph of a game with chance and cycles as a picture, the value at every vertex.

From left to right as play goes on; the positions of a strongly connected component, in which play can go round, stand
in a ring. Ends with the same payoff are drawn as one.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle, FancyArrowPatch, Polygon, Rectangle

from gamelib.arenas.components import components
from gamelib.core import CHANCE
from gamelib.show import boards, given
from gamelib.show.graphs import MAX_VERTICES
from gamelib.show.style import LABEL, TITLE
from gamelib.solvers.chance.values import ExactValues

#: With so few positions the probabilities stand on the arrows.
FEW = 8

SIZE = 0.42  # half a vertex
SPACE = 1.35  # between two
SCALE = 0.8  # inches for one of these


def graph(values: ExactValues, *, ax: Axes | None = None) -> Axes:
    """All positions of a game whose values are known, the value to player 0 below each.

    A square: player 0 is to move; a circle: player 1; a grey diamond: a chance node. A thick arrow is the move of
    ``best``, a thin one any other, a dashed one what chance may do, with its probability where there is room for it.
    Raises TypeError for what is no answer of ``exact_values``, ValueError for more than 60 positions before the end.
    """
    given.answer(values, ExactValues, "exact_values", "chances.graph(exact_values(game))")
    game: Any = values.game
    live = [p for p in values if game.turn(p) is not None]
    if len(live) > MAX_VERTICES:
        raise ValueError(f"{len(live):,} positions would be a tangle, {MAX_VERTICES} can be drawn: take a smaller game")
    payoffs = sorted({values[p] for p in values if game.turn(p) is None})
    rings = list(components(live, lambda p: _next(values, p)))[::-1]
    places = _places(values, rings, payoffs)
    low, high = np.min(list(places.values()), axis=0), np.max(list(places.values()), axis=0)
    if ax is None:
        _, ax = plt.subplots(figsize=SCALE * (high - low) + (1.3, 1.4), layout="constrained")
    shapes = {p: _vertex(ax, values, p, *places[p]) for p in live}
    for payoff in payoffs:
        x, y = places["end", payoff]
        shape = Rectangle((x - SIZE, y - SIZE / 2), 2 * SIZE, SIZE, facecolor="black", zorder=2)
        shapes["end", payoff] = ax.add_patch(shape)
        text: dict[str, Any] = {"ha": "center", "va": "center", "color": "white", "zorder": 3, "fontsize": LABEL}
        ax.text(x, y, f"end: {payoff}", weight="bold", **text)
    for p in live:
        for there, best in _steps(values, p):
            q = _key(values, there)
            style: dict[str, Any] = {"linewidth": 2.6 if best else 0.9, "linestyle": "--" if best is None else "-"}
            style |= {"patchA": shapes[p], "patchB": shapes[q], "shrinkA": 1, "shrinkB": 2, "color": "black"}
            curve: dict[str, Any] = {
                "connectionstyle": "arc3,rad=0.12",
                "arrowstyle": "-|>",
                "mutation_scale": 13,
                "zorder": 1,
            }
            ax.add_patch(FancyArrowPatch(tuple(places[p]), tuple(places[q]), **curve, **style))
        if game.turn(p) == CHANCE and len(live) <= FEW:
            for chance, there in game.chances(p):
                way = places[_key(values, there)] - places[p]
                x, y = places[p] + 0.52 * way + 0.1 * np.array([way[1], -way[0]])
                box = {"facecolor": "white", "edgecolor": "none", "pad": 1}
                ax.text(x, y, str(chance), fontsize=LABEL, ha="center", va="center", bbox=box)
    ax.set_xlim(low[0] - 0.8, high[0] + 0.8)
    ax.set_ylim(low[1] - 0.8, high[1] + 0.8)
    ax.set_aspect("equal")
    ax.set_axis_off()
    rounds = sum(len(ring) > 1 for ring in rings)
    words = f"{len(live)} positions before the end; play can go round in {rounds} ring{'s' * (rounds != 1)}"
    ax.set_title(words, fontsize=TITLE)
    ax.set_label("\n".join(f"{p}: {values[p]}" for p in live))
    return ax


def _steps(values: ExactValues, p: Any) -> list[tuple[Any, bool | None]]:
    """Where play can go from p, each place once; whether it is a best move, None for chance."""
    game: Any = values.game
    if game.turn(p) == CHANCE:
        return [(there, None) for _, there in game.chances(p)]
    best = _key(values, game.play(p, values.best(p)))
    ways = {_key(values, there): there for there in (game.play(p, move) for move in game.moves(p))}
    return [(there, key == best) for key, there in ways.items()]  # ends with the same payoff are one


def _next(values: ExactValues, p: Any) -> list[Any]:
    """The positions that follow p and are not ends."""
    return [there for there, _ in _steps(values, p) if values.game.turn(there) is not None]


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
    left = 0.0
    for c in range(max(column, default=-1) + 1):
        inside = [rings[k] for k in range(len(rings)) if column[k] == c]
        inside.sort(key=lambda ring: -sum(values[p] for p in ring) / len(ring))
        wide = 0.45 if len(of) <= FEW else 0.2  # a ring has room for probabilities, or not
        radius = [0.0 if len(ring) == 1 else SPACE * wide * len(ring) for ring in inside]
        height = sum(2 * r + SPACE for r in radius)
        x, y = left + max(radius), height / 2
        for ring, r in zip(inside, radius, strict=True):
            y -= r + SPACE / 2
            for k, p in enumerate(reversed(ring)):
                angle = np.pi - 2 * np.pi * k / len(ring)
                places[p] = np.array([x + r * np.cos(angle), y + r * np.sin(angle)])
            y -= r + SPACE / 2
        left = x + max(radius) + 1.3 * SPACE
    for k, payoff in enumerate(payoffs):
        places["end", payoff] = np.array([left, SPACE * 1.6 * (k - (len(payoffs) - 1) / 2)])
    return places


def _vertex(ax: Axes, values: ExactValues, p: Any, x: float, y: float) -> Any:
    """Draw a position, and return its shape, at which arrows end."""
    game: Any = values.game
    turn = game.turn(p)
    style: dict[str, Any] = {"facecolor": "white", "edgecolor": "black", "linewidth": 1.4, "zorder": 2}
    if turn == CHANCE:
        style["facecolor"] = "#DDDDDD"
        corner = 1.4 * SIZE
        shape: Any = Polygon([(x - corner, y), (x, y + corner), (x + corner, y), (x, y - corner)], **style)
    elif turn == 0:
        shape = Rectangle((x - SIZE, y - SIZE), 2 * SIZE, 2 * SIZE, **style)
    else:
        shape = Circle((x, y), 1.15 * SIZE, **style)
    ax.add_patch(shape)
    text: dict[str, Any] = {"ha": "center", "color": "black", "zorder": 3, "parse_math": False}
    rows = boards.cells(game, p)
    words = "\n".join(row.replace(".", "·") for row in rows) if rows else str(p)
    size = LABEL + 1 if max(map(len, words.split("\n"))) <= 5 else LABEL - 1
    ax.text(x, y + 0.1, words, va="center", family="monospace", fontsize=size, linespacing=0.9, **text)
    ax.text(x, y - 0.27, str(values[p]), va="center", fontsize=LABEL, weight="bold", **text)
    return shape
