"""Minimax trees as pictures, and alpha-beta on them step by step.

All numbers are for Max, the player who begins; Max's nodes are square and white, Min's round and black. What the search
did is recorded by listening to it (``trace``); nothing is searched here a second time in another way.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes

from gamelib.games import MinMaxTree
from gamelib.show.listening import Step as Step
from gamelib.show.listening import as_tree as as_tree
from gamelib.show.listening import trace as trace
from gamelib.show.listening import written as _written
from gamelib.show.race import AlphaBetaStepper as AlphaBetaStepper
from gamelib.show.style import GRID, LABEL, TITLE
from gamelib.solvers.forward.minimax import minimax


def tree(what: MinMaxTree | Mapping[Any, Any], *, cuts: bool = False, ax: Axes | None = None) -> Axes:
    """A minimax tree with the value for Max at every node. Thick lines are best moves.

    Parameters
    ----------
    what
        A MinMaxTree, or a dict as it takes one.
    cuts
        Whether to show what alpha-beta finds instead. What it never looks at is dashed, and a value with ≤ or ≥ is a
        bound: there the search broke off.
    ax
        Where to draw; a new figure, if none is given.

    Returns
    -------
    Axes
        What was drawn into; the title says how many nodes were looked at.

    Raises
    ------
    TypeError, ValueError
        For what is no tree.
    """
    game = as_tree(what)
    if cuts:
        return _draw(game, trace(game), ax)
    known: dict[Any, Any] = {}
    values = {node: game.to_max(node, minimax(game, node, table=known).value) + 0 for node in _below(game)}
    return _draw(game, [Step(node, -inf, inf, value) for node, value in values.items()], ax)


def _below(game: MinMaxTree) -> list[Any]:
    """Every node that can be reached, each once, in the order in which a depth-first walk comes to them."""
    order: dict[Any, None] = {}
    todo = [game.start()]
    while todo:
        node = todo.pop()
        if node not in order:
            order[node] = None
            todo += reversed(game.moves(node) if game.outcome(node) is None else [])
    return list(order)


def _places(game: MinMaxTree) -> dict[Any, tuple[float, int]]:
    """Leaves side by side, every other node above the middle of its children."""
    places: dict[Any, tuple[float, int]] = {}
    leaves = 0
    row = {game.start(): 0}
    for node in _below(game):
        for child in game.moves(node) if game.outcome(node) is None else ():
            row[child] = max(row.get(child, 0), row[node] + 1)
    for node in _below(game):
        if game.outcome(node) is not None:
            places[node], leaves = (float(leaves), row[node]), leaves + 1
    for node in reversed(_below(game)):
        if node not in places:
            middle = [places[child][0] for child in game.moves(node)]
            places[node] = (sum(middle) / len(middle), row[node])
    return places


def _draw(game: MinMaxTree, steps: list[Step], ax: Axes | None, now: Any = None) -> Axes:
    """The tree as it stands after these steps."""
    places = _places(game)
    left = {step.node: step for step in steps if step.value is not None}
    cut = {child for step in steps for child in step.cut}
    seen = {step.node for step in steps}
    if ax is None:
        width, depth = (1 + max(place[k] for place in places.values()) for k in (0, 1))
        _, ax = plt.subplots(figsize=(max(5.0, 0.95 * width), 0.9 + 0.95 * depth), layout="constrained")
    for node, (x, y) in places.items():
        for child in game.moves(node) if game.outcome(node) is None else ():
            u, v = places[child]
            best = child in left and node in left and left[child].value == left[node].value and not left[node].cut
            best = best and not _written(game, left[child]).startswith(("≤", "≥"))
            style = "-" if child in seen else (0, (4, 4))
            ax.plot(
                [x, u],
                [y, v],
                color="black" if best else GRID,
                linewidth=2.6 if best else 1.2,
                linestyle=style,
                zorder=1,
            )
            if child in cut and child not in seen:
                ax.text((x + u) / 2, (y + v) / 2, "✂", ha="center", va="center", fontsize=TITLE, zorder=3)
    for node, (x, y) in places.items():
        _node(ax, game, node, (x, y), left.get(node), node in seen, node == now)
    ax.set_xlim(min(x for x, _ in places.values()) - 0.6, max(x for x, _ in places.values()) + 0.6)
    ax.set_ylim(max(y for _, y in places.values()) + 0.45, -0.45)
    ax.set_axis_off()
    looked = f"{len(seen)} of {len(places)} nodes looked at"
    root = left.get(game.start())
    ax.set_title((f"Worth {_written(game, root)} to Max; " if root else "") + looked, fontsize=TITLE)
    known = [f"{node}: {_written(game, left[node]) if node in left else '–'}" for node in places]
    ax.set_label("\n".join([looked, *sorted(known)]))
    return ax


def _node(
    ax: Axes, game: MinMaxTree, node: Any, place: tuple[float, int], step: Step | None, seen: bool, now: bool
) -> None:
    """One node: its name, whose it is by shape and colour, and what is known of its value."""
    leaf, mine = game.outcome(node) is not None, game.max_to_move(node)
    words = str(node) if step is None else f"{node}\n{_written(game, step)}"
    shape = "square,pad=0.3" if leaf or mine else "round,pad=0.3,rounding_size=0.8"
    dark = not (leaf or mine) and seen
    box: dict[str, Any] = {
        "boxstyle": shape,
        "facecolor": "black" if dark else "white",
        "edgecolor": "#D55E00" if now else "none" if leaf and seen else "black" if seen else GRID,
        "linewidth": 3 if now else 1.2,
        "linestyle": "-" if seen else "--",
    }
    ink = "white" if dark else "black" if seen else GRID
    where: dict[str, Any] = {"ha": "center", "va": "center", "zorder": 4, "linespacing": 1.1, "parse_math": False}
    ax.text(*place, words, color=ink, fontsize=LABEL, bbox=box, **where)
