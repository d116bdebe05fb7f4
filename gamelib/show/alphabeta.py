"""Minimax trees as pictures, and alpha-beta on them step by step.

All numbers are for Max, the player who begins; Max's nodes are square and white, Min's round and black. What the search
did is recorded by listening to it (``trace``); nothing is searched here a second time in another way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from numbers import Rational
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle, Rectangle

from gamelib import ask
from gamelib.core import Text
from gamelib.games import MinMaxTree
from gamelib.show import strokes
from gamelib.show.stepper import Steps
from gamelib.show.style import ACCENT, GRID
from gamelib.solvers.forward.minimax import minimax
from gamelib.solvers.forward.search import Line, Order, Score, Search

#: From row to row, and half a node, where leaves stand 1 apart.
_BELOW, _SIZE = 1.1, 0.33


@dataclass(frozen=True)
class Step:
    """A moment of the search: a node is entered with a window, or left with a value; numbers are for Max.

    ``value`` is None on entering. ``cut``: the children that are never looked at, for the value is outside the window.
    """

    node: Any
    alpha: float
    beta: float
    value: float | None = None
    cut: tuple[Any, ...] = ()


class _Listening(Search):
    """An alpha-beta search that writes down what it enters and leaves."""

    def __init__(self, tree: MinMaxTree, order: Order | None) -> None:
        super().__init__(tree, None, False, order or False, False, None)
        self.tree = tree
        self.steps: list[Step] = []
        self.looked_at: list[set[Any]] = [set()]  # the children that were looked at, for each node on the path

    def alphabeta(self, position: Any, alpha: Score, beta: Score, depth: int | None) -> tuple[Score, Line]:
        low, high = alpha[0], beta[0]
        if not self.tree.max_to_move(position):
            low, high = -high, -low
        self.looked_at[-1].add(position)
        self.looked_at.append(set())
        self.steps.append(Step(position, low, high))
        score, line = super().alphabeta(position, alpha, beta, depth)
        looked_at = self.looked_at.pop()
        over = self.tree.outcome(position) is not None
        cut = () if over else tuple(child for child in self.tree.moves(position) if child not in looked_at)
        self.steps.append(Step(position, low, high, self.tree.to_max(position, score[0]) + 0, cut))
        return score, line


def trace(tree: MinMaxTree, order: Order | None = None) -> list[Step]:
    """What alpha-beta does on a tree, step by step, with the whole window.

    >>> steps = trace(MinMaxTree({"A": ["B", "C"], "B": 4, "C": ["D", "E"], "D": 3, "E": 9}))
    >>> [(step.node, step.value) for step in steps if step.value is not None]
    [('B', 4), ('D', 3), ('C', 3), ('A', 4)]
    >>> steps[-2].cut
    ('E',)
    """
    tree = as_tree(tree)
    search = _Listening(tree, order)
    search.alphabeta(tree.start(), (-inf, inf), (inf, -inf), None)
    return search.steps


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


class AlphaBetaStepper(Steps):
    """Alpha-beta on a tree, step by step: the window at each node, the values, the cuts, and in words why.

    ``what``: a MinMaxTree, or a dict as it takes one: ``{"A": ["B", "C"], "B": 4, "C": 3}``, numbers for Max, who
    begins. ``order`` as for ``alphabeta``.
    """

    size = (8.2, 4.4)

    def __init__(self, what: MinMaxTree | Mapping[Any, Any], order: Order | None = None) -> None:
        self.game = as_tree(what)
        self.steps = trace(self.game, order)
        super().__init__(len(self.steps))

    def draw(self, ax: Axes, step: int) -> None:
        _draw(self.game, self.steps[:step], ax, now=self.steps[step - 1].node if step else None)

    def story(self, step: int) -> Text:
        """What happens at this step, and the windows on the way down to here."""
        if step == 0:
            who = self.game.start()
            return Text(f"Press Next: the search enters {who} with the window from -∞ to ∞. All numbers are for Max.")
        return Text("\n".join([_told(self.game, self.steps[step - 1]), *_windows(self.game, self.steps[:step])]))


def as_tree(what: MinMaxTree | Mapping[Any, Any]) -> MinMaxTree:
    """The tree itself, or the one that a dict describes; raises TypeError for anything else."""
    if isinstance(what, type):
        ask.any_game(what)  # says that it is a class
    return what if isinstance(what, MinMaxTree) else MinMaxTree(what)


def _told(game: MinMaxTree, step: Step) -> str:
    """One sentence on a step."""
    who = "Max" if game.max_to_move(step.node) else "Min"
    if step.value is None:
        if game.outcome(step.node) is not None:
            return f"Look at the leaf {step.node}."
        return f"Enter {step.node}, {who} to move, alpha = {_number(step.alpha)}, beta = {_number(step.beta)}."
    if game.outcome(step.node) is not None:
        return f"The leaf {step.node} is worth {_number(step.value)}."
    if not step.cut:
        return f"All children of {step.node} are done: its value is {_written(game, step)}."
    rest = ", ".join(map(str, step.cut))
    value, alpha, beta = _number(step.value), _number(step.alpha), _number(step.beta)
    if who == "Min":
        why = f"Min can hold {step.node} down to {value}, no more than alpha = {alpha}, which Max has elsewhere."
        return f"{why}\nMax will not come here: {rest} is cut."
    why = f"Max can get {value} at {step.node}, no less than beta = {beta}, to which Min holds him elsewhere."
    return f"{why}\nMin will not let him come here: {rest} is cut."


def _windows(game: MinMaxTree, steps: list[Step]) -> list[str]:
    """The window at each node that has been entered and not left, as it stands now."""
    lines, open_nodes = [], _open(steps)
    for node in open_nodes:
        alpha, beta = _window_now(game, steps, node)
        who = "Max" if game.max_to_move(node) else "Min"
        lines.append(f"  {node} ({who}): alpha = {_number(alpha)}, beta = {_number(beta)}")
    return lines


def _open(steps: list[Step]) -> list[Any]:
    nodes: list[Any] = []
    for step in steps:
        if step.value is None:
            nodes.append(step.node)
        else:
            nodes.pop()
    return nodes


def _window_now(game: MinMaxTree, steps: list[Step], node: Any) -> tuple[float, float]:
    """The window with which a node was entered, narrowed by the children that have been left since."""
    entered = max(k for k, step in enumerate(steps) if step.node == node and step.value is None)
    alpha, beta = steps[entered].alpha, steps[entered].beta
    depth = 0
    for step in steps[entered + 1 :]:
        depth += 1 if step.value is None else -1
        if step.value is not None and depth == 0:
            if game.max_to_move(node):
                alpha = max(alpha, step.value)
            else:
                beta = min(beta, step.value)
    return alpha, beta


def _written(game: MinMaxTree, step: Step) -> str:
    """A value as it is known: a bound where it is outside the window, unless it is a leaf's."""
    assert step.value is not None
    if game.outcome(step.node) is not None:
        return _number(step.value)
    sign = "≤ " if step.value <= step.alpha else "≥ " if step.value >= step.beta else ""
    return sign + _number(step.value)


def _number(value: float) -> str:
    if abs(value) == inf:
        return "∞" if value > 0 else "-∞"
    return str(value) if isinstance(value, Rational) else f"{value:g}"


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
    places = {node: (x, _BELOW * row) for node, (x, row) in _places(game).items()}
    left = {step.node: step for step in steps if step.value is not None}
    cut = {child for step in steps for child in step.cut}
    seen = {step.node for step in steps}
    low, high = (np.array(pick(list(places.values()), axis=0)) for pick in (np.min, np.max))
    ax, scale = strokes.axes(low - 0.55, high + 0.5, ax)
    thick = False
    for node, (x, y) in places.items():
        for child in game.moves(node) if game.outcome(node) is None else ():
            u, v = places[child]
            best = child in left and node in left and left[child].value == left[node].value and not left[node].cut
            best = best and not _written(game, left[child]).startswith(("≤", "≥"))
            thick |= best
            style: Any = "-" if child in seen else (0, (4, 4))
            colour, width = ("black", 3.0) if best else (GRID, 1.3)
            ax.plot([x, u], [y, v], color=colour, linewidth=width, linestyle=style, zorder=1)
            if child in cut and child not in seen:
                ax.text((x + u) / 2, (y + v) / 2, "✂", ha="center", va="center", fontsize="large", zorder=3)
    for node, place in places.items():
        look = "now" if node == now else "seen" if node in seen else "unseen"
        _node(ax, scale, game, node, place, left.get(node), look)
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


def _node(ax: Axes, scale: float, game: MinMaxTree, node: Any, place: Any, step: Step | None, look: str) -> None:
    """One node: its name, whose it is by shape and colour, and what is known of its value."""
    leaf, mine = game.outcome(node) is not None, game.max_to_move(node)
    words = str(node) if step is None else f"{node}\n{_written(game, step)}"
    seen, now = look != "unseen", look == "now"
    dark = not (leaf or mine) and seen
    edge = ACCENT if now else "none" if leaf and seen else "black" if seen else GRID
    style: dict[str, Any] = {"facecolor": "black" if dark else "white", "edgecolor": edge, "zorder": 2}
    style |= {"linewidth": 4 if now else 1.4, "linestyle": "-" if seen else "--"}
    x, y = place
    corner, side = (x - 0.9 * _SIZE, y - 0.9 * _SIZE), 1.8 * _SIZE
    ax.add_patch(Rectangle(corner, side, side, **style) if leaf or mine else Circle(place, 1.1 * _SIZE, **style))
    ink = "white" if dark else "black" if seen else "#666666"
    size = strokes.fitting(1.55 * _SIZE * scale, f"{node}\n{words}" if step is None else words)
    text: dict[str, Any] = {"ha": "center", "va": "center", "zorder": 4, "linespacing": 1.1, "parse_math": False}
    ax.text(x, y, words, color=ink, fontsize=size, **text)
