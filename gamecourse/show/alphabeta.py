"""Minimax trees as pictures, and alpha-beta on them step by step.

All numbers are for Max, the player who begins; Max's nodes are square and white, Min's round and black. What the search
did is recorded by listening to it (``trace``); nothing is searched here a second time in another way.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle, Rectangle

from gamecourse.show import layout, strokes
from gamecourse.show.listening import Step as Step
from gamecourse.show.listening import as_tree as as_tree
from gamecourse.show.listening import is_best
from gamecourse.show.listening import trace as trace
from gamecourse.show.listening import written as _written
from gamecourse.show.race import AlphaBetaStepper as AlphaBetaStepper
from gamecourse.show.stage.trees import nodes_of
from gamecourse.show.style import GRID
from gamelib.games import MinMaxTree
from gamelib.solvers.forward.minimax import minimax

#: From row to row, and half a node, where leaves stand 1 apart.
_BELOW, _SIZE = 1.1, 0.33


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
    values = {node: game.to_max(node, minimax(game, node, table=known).value) + 0 for node in nodes_of(game)[0]}
    return _draw(game, [Step(node, -inf, inf, value) for node, value in values.items()], ax)


def _draw(game: MinMaxTree, steps: list[Step], ax: Axes | None) -> Axes:
    """The tree as it stands after these steps."""
    nodes, children = nodes_of(game)
    places = {node: (x, _BELOW * row) for node, (x, row) in zip(nodes, layout.tree(children), strict=True)}
    left = {step.node: step for step in steps if step.value is not None}
    cut = {child for step in steps for child in step.cut}
    seen = {step.node for step in steps}
    low, high = (np.array(pick(list(places.values()), axis=0)) for pick in (np.min, np.max))
    ax, scale = strokes.axes(low - 0.55, high + 0.5, ax)
    thick = False
    for node, (x, y) in places.items():
        for child in game.moves(node) if game.outcome(node) is None else ():
            u, v = places[child]
            best = is_best(game, left, node, child)
            thick |= best
            style: Any = "-" if child in seen else (0, (4, 4))
            colour, width = ("black", 3.0) if best else (GRID, 1.3)
            ax.plot([x, u], [y, v], color=colour, linewidth=width, linestyle=style, zorder=1)
            if child in cut and child not in seen:
                ax.text((x + u) / 2, (y + v) / 2, "✂", ha="center", va="center", fontsize="large", zorder=3)
    for node, place in places.items():
        _node(ax, scale, game, node, place, left.get(node), node in seen)
    turns = {game.max_to_move(node) for node in places if game.outcome(node) is None}
    there = [strokes.shape("s", "white", "Max moves")] * (True in turns)
    there += [strokes.shape("o", "black", "Min moves")] * (False in turns)
    there += [strokes.stroke("best move", heavy=True)] * thick
    strokes.legend(ax, there + [strokes.stroke("not looked at", dashed=True)] * (len(seen) < len(places)))
    looked = f"{len(seen)} of {len(places)} nodes looked at"
    root = left.get(game.start())
    worth = f"Worth {_written(game, root)} to Max" if root else ""
    ax.set_title("; ".join(filter(None, [worth, "" if worth and len(seen) == len(places) else looked])))
    known = [f"{node}: {_written(game, left[node]) if node in left else '–'}" for node in places]
    ax.set_label("\n".join([looked, *sorted(known)]))
    return ax


def _node(ax: Axes, scale: float, game: MinMaxTree, node: Any, place: Any, step: Step | None, seen: bool) -> None:
    """One node: its name, whose it is by shape and colour, and what is known of its value."""
    leaf, mine = game.outcome(node) is not None, game.max_to_move(node)
    words = str(node) if step is None else f"{node}\n{_written(game, step)}"
    dark = not (leaf or mine) and seen
    edge = "none" if leaf and seen else "black" if seen else GRID
    style: dict[str, Any] = {"facecolor": "black" if dark else "white", "edgecolor": edge, "zorder": 2}
    style |= {"linewidth": 1.4, "linestyle": "-" if seen else "--"}
    x, y = place
    corner, side = (x - 0.9 * _SIZE, y - 0.9 * _SIZE), 1.8 * _SIZE
    ax.add_patch(Rectangle(corner, side, side, **style) if leaf or mine else Circle(place, 1.1 * _SIZE, **style))
    ink = "white" if dark else "black" if seen else "#666666"
    size = strokes.fitting(1.55 * _SIZE * scale, f"{node}\n{words}" if step is None else words)
    text: dict[str, Any] = {"ha": "center", "va": "center", "zorder": 4, "linespacing": 1.1, "parse_math": False}
    ax.text(x, y, words, color=ink, fontsize=size, **text)
