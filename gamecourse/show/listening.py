"""What a search does on a tree, written down by listening to it: minimax, and alpha-beta in its two versions.

Outside the window alpha-beta has only a bound. The **fail-soft** version, as in the library, returns the best bound
that it has found; the **fail-hard** version returns the edge of the window. Both look at the same nodes. All numbers
are for Max, the player who begins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from numbers import Rational
from typing import Any

from gamecourse.show.stage.tokens import children_of
from gamelib.games import MinMaxTree
from gamelib.solvers.forward.search import Line, Order, Score, Search


@dataclass(frozen=True)
class Step:
    """A moment of the search: a node is entered with a window, or left with a value; numbers are for Max.

    ``value`` is None when a node is entered. ``cut`` lists the children that are never looked at, because the value is
    outside the window. ``path`` lists the nodes that have been entered and not left, the root first. Each node in it
    comes with its window, narrowed by the children that have been left.
    """

    node: Any
    alpha: float
    beta: float
    value: float | None = None
    cut: tuple[Any, ...] = ()
    path: tuple[tuple[Any, float, float], ...] = ()


class Listening(Search):
    """A search that writes down what it enters and leaves.

    With ``hard``, only a leaf may return a value outside its window, as Knuth and Moore wrote it.
    """

    def __init__(self, tree: MinMaxTree, order: Order | None, hard: bool = False) -> None:
        super().__init__(tree, None, False, order or False, False, None)
        self.tree, self.hard = tree, hard
        self.steps: list[Step] = []
        self.opened: tuple[tuple[Any, float, float], ...] = ()

    def entered(self, node: Any, alpha: float, beta: float) -> int:
        """Write down that a node is entered, and return the number of this step."""
        self.opened = (*self.opened, (node, alpha, beta))
        self.steps.append(Step(node, alpha, beta, path=self.opened))
        return len(self.steps) - 1

    def left(self, entered: int, score: Score) -> None:
        """Write down that a node is left, and narrow its parent's window."""
        node, alpha, beta = self.steps[entered].path[-1]
        value, below = self.tree.to_max(node, score[0]) + 0, len(self.opened) + 1
        looked_at = {step.node for step in self.steps[entered:] if step.value is None and len(step.path) == below}
        cut = tuple(child for child in children_of(self.tree, node) if child not in looked_at)
        *above, _ = self.opened
        if above:
            parent, low, high = above[-1]
            above[-1] = (parent, *narrowed(self.tree, parent, low, high, value))
        self.opened = tuple(above)
        self.steps.append(Step(node, alpha, beta, value, cut, self.opened))

    def minimax(self, position: Any, depth: int | None) -> tuple[Score, Line]:
        entered = self.entered(position, -inf, inf)
        score, line = super().minimax(position, depth)
        self.left(entered, score)
        return score, line

    def alphabeta(self, position: Any, alpha: Score, beta: Score, depth: int | None) -> tuple[Score, Line]:
        low, high = alpha[0], beta[0]
        entered = self.entered(position, *((low, high) if self.tree.max_to_move(position) else (-high, -low)))
        score, line = super().alphabeta(position, alpha, beta, depth)
        if self.hard and self.tree.outcome(position) is None:
            score = min(max(score, alpha), beta)
        self.left(entered, score)
        return score, line


def narrowed(tree: MinMaxTree, node: Any, alpha: float, beta: float, value: float) -> tuple[float, float]:
    """Return the window at a node once this value is certain there."""
    return (max(alpha, value), beta) if tree.max_to_move(node) else (alpha, min(beta, value))


def as_tree(what: MinMaxTree | Mapping[Any, Any]) -> MinMaxTree:
    """Return the tree itself, or the tree that a dict describes; raise TypeError for anything else."""
    return what if isinstance(what, MinMaxTree) else MinMaxTree(what)


def trace(tree: MinMaxTree | Mapping[Any, Any], order: Order | None = None, *, hard: bool = False) -> list[Step]:
    """Return what alpha-beta does on a tree, step by step, from the full window on.

    Parameters
    ----------
    tree
        A MinMaxTree, or a dict that describes one.
    order
        As for ``alphabeta``.
    hard
        Whether no node but a leaf may return a value outside its window (fail-hard).

    Returns
    -------
    list of Step
        A step for each node that is entered or left, in order.

    Examples
    --------
    >>> steps = trace(MinMaxTree({"A": ["B", "C"], "B": 4, "C": ["D", "E"], "D": 3, "E": 9}))
    >>> [(step.node, step.value) for step in steps if step.value is not None]
    [('B', 4), ('D', 3), ('C', 3), ('A', 4)]
    >>> steps[-2].cut
    ('E',)
    """
    tree = as_tree(tree)
    search = Listening(tree, order, hard)
    search.alphabeta(tree.start(), (-inf, inf), (inf, -inf), None)
    return search.steps


def plain_trace(tree: MinMaxTree, order: Order | None = None) -> list[Step]:
    """Return what minimax does on a tree, step by step: it has no window and cuts nothing."""
    search = Listening(tree, order)
    search.minimax(tree.start(), None)
    return search.steps


def told(game: MinMaxTree, step: Step) -> str:
    """Return what a step does, in words."""
    who = "Max" if game.max_to_move(step.node) else "Min"
    if step.value is None:
        if game.outcome(step.node) is not None:
            return f"Look at the leaf {step.node}."
        return f"Enter {step.node}, {who} to move, alpha = {number(step.alpha)}, beta = {number(step.beta)}."
    if game.outcome(step.node) is not None:
        return f"The leaf {step.node} is worth {number(step.value)}."
    if not step.cut:
        return f"All children of {step.node} are done: its value is {written(game, step)}."
    rest = ", ".join(map(str, step.cut))
    value, alpha, beta = number(step.value), number(step.alpha), number(step.beta)
    if who == "Min":
        why = f"Min can hold {step.node} down to {value}, no more than alpha = {alpha}, which Max has elsewhere."
        return f"{why}\nMax will not come here: {rest} is cut."
    why = f"Max can get {value} at {step.node}, no less than beta = {beta}, to which Min holds Max elsewhere."
    return f"{why}\nMin will not let Max come here: {rest} is cut."


def windows(game: MinMaxTree, step: Step) -> list[str]:
    """Return the present window at each node that has been entered and not left."""
    return [
        f"  {node} ({'Max' if game.max_to_move(node) else 'Min'}): alpha = {number(alpha)}, beta = {number(beta)}"
        for node, alpha, beta in step.path
    ]


def is_best(game: MinMaxTree, left: Mapping[Any, Step], node: Any, child: Any) -> bool:
    """Return whether a child is known to give its node the value: both were left, nothing was cut, no bound is in play.

    Parameters
    ----------
    game
        The tree.
    left
        The step for each node that the search has left.
    node, child
        Two nodes.

    Returns
    -------
    bool
        Whether the best move from the node leads to the child.
    """
    if node not in left or child not in left or left[node].cut or left[child].value != left[node].value:
        return False
    return not written(game, left[child]).startswith(("≤", "≥"))


def written(game: MinMaxTree, step: Step) -> str:
    """Return a value as far as it is known: as a bound if it is outside the window, unless it is a leaf's."""
    assert step.value is not None
    if game.outcome(step.node) is not None:
        return number(step.value)
    sign = "≤ " if step.value <= step.alpha else "≥ " if step.value >= step.beta else ""
    return sign + number(step.value)


def number(value: float) -> str:
    """A number as it is written in the picture."""
    if abs(value) == inf:
        return "∞" if value > 0 else "-∞"
    return str(value) if isinstance(value, Rational) else f"{value + 0:g}"
