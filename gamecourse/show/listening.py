"""What a search does on a tree, written down by listening to it: minimax, and alpha-beta in its two versions.

Outside the window alpha-beta has only a bound. The **fail-soft** version, as in the library, returns the best bound
that it has found; the **fail-hard** version returns the edge of the window. Both look at the same nodes. All numbers
are for Max, the player who begins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from math import inf
from numbers import Rational
from typing import Any

from gamecourse.show.stage.tokens import children_of
from gamelib.games import MinMaxTree
from gamelib.solvers.forward.search import Line, Order, Score, Search

Found = tuple[Score, Line]


@dataclass(frozen=True)
class Step:
    """A moment of the search: a node is entered with a window, or left with a value; numbers are for Max.

    ``value`` is None when a node is entered. ``cut`` lists the children that are never looked at, because the value is
    outside the window. ``path`` lists the nodes that have been entered and not left, the root first. Each node in it
    comes with its window, narrowed by the children that have been left. ``window`` is the one in which the search goes
    on; after a cutoff, the one that was closed.
    """

    tree: MinMaxTree
    node: Any
    alpha: float
    beta: float
    path: tuple[tuple[Any, float, float], ...]
    window: tuple[float, float]
    value: float | None = None
    cut: tuple[Any, ...] = ()

    @property
    def nodes(self) -> list[Any]:
        """The nodes that have been entered and not left, the root first."""
        return [node for node, _, _ in self.path]

    @property
    def place(self) -> tuple[Any, ...]:
        """The path to the node, and whether the step leaves the node."""
        return *self.nodes, self.node, self.value is not None

    @property
    def written(self) -> str:
        """The value as far as it is known: as a bound if it is outside the window, unless it is a leaf's."""
        assert self.value is not None
        sign = "≤ " if self.value <= self.alpha else "≥ " if self.value >= self.beta else ""
        return sign * (self.tree.outcome(self.node) is None) + number(self.value)

    def told(self) -> str:
        """Return what the step does, in words."""
        node, is_leaf = self.node, self.tree.outcome(self.node) is not None
        alpha, beta, who = number(self.alpha), number(self.beta), "Max" if self.tree.max_to_move(node) else "Min"
        if self.value is None:
            entered = f"Enter {node}, {who} to move, alpha = {alpha}, beta = {beta}."
            return f"Look at the leaf {node}." if is_leaf else entered
        value, rest = number(self.value), ", ".join(map(str, self.cut))
        if is_leaf:
            return f"The leaf {node} is worth {value}."
        if not rest:
            return f"All children of {node} are done: its value is {self.written}."
        if who == "Min":
            why = f"Min can hold {node} down to {value}, no more than alpha = {alpha}, which Max has elsewhere."
            return f"{why}\nMax will not come here: {rest} is cut."
        why = f"Max can get {value} at {node}, no less than beta = {beta}, to which Min holds Max elsewhere."
        return f"{why}\nMin will not let Max come here: {rest} is cut."

    def windows(self) -> list[str]:
        """Return the present window at each node that has been entered and not left."""
        return [
            f"  {node} ({'Max' if self.tree.max_to_move(node) else 'Min'}): alpha = {number(a)}, beta = {number(b)}"
            for node, a, b in self.path
        ]


class Listening(Search):
    """A search that writes down what it enters and leaves.

    With ``hard``, only a leaf may return a value outside its window, as Knuth and Moore wrote it.
    """

    def __init__(self, tree: MinMaxTree, order: Order | None, hard: bool = False) -> None:
        super().__init__(tree, None, False, order or False, False, None)
        self.tree, self.hard = tree, hard
        self.steps: list[Step] = []
        self.opened: tuple[tuple[Any, float, float], ...] = ()

    def heard(self, node: Any, alpha: float, beta: float, search: Callable[[], Found]) -> Found:
        """Search a node; write down that it is entered, and left with a value that narrows its parent's window."""
        above, begun, below = [*self.opened], len(self.steps), len(self.opened) + 2
        self.opened = (*above, (node, alpha, beta))
        self.steps.append(Step(self.tree, node, alpha, beta, self.opened, (alpha, beta)))
        score, line = search()
        value = self.tree.to_max(node, score[0]) + 0
        looked_at = {step.node for step in self.steps[begun:] if step.value is None and len(step.path) == below}
        cut = tuple(child for child in children_of(self.tree, node) if child not in looked_at)
        window = narrowed(self.tree, node, alpha, beta, value)
        if above:
            parent, low, high = above[-1]
            above[-1] = (parent, *narrowed(self.tree, parent, low, high, value))
            window = window if cut else above[-1][1:]
        self.opened = tuple(above)
        self.steps.append(Step(self.tree, node, alpha, beta, self.opened, window, value, cut))
        return score, line

    def minimax(self, position: Any, depth: int | None) -> Found:
        return self.heard(position, -inf, inf, partial(super().minimax, position, depth))

    def alphabeta(self, position: Any, alpha: Score, beta: Score, depth: int | None) -> Found:
        soft = partial(super().alphabeta, position, alpha, beta, depth)

        def hard() -> Found:
            score, line = soft()
            return min(max(score, alpha), beta), line

        low, high = (alpha[0], beta[0]) if self.tree.max_to_move(position) else (-beta[0], -alpha[0])
        within = self.hard and self.tree.outcome(position) is None
        return self.heard(position, low, high, hard if within else soft)


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


def number(value: float) -> str:
    """A number as it is written in the picture."""
    if abs(value) == inf:
        return "∞" if value > 0 else "-∞"
    return str(value) if isinstance(value, Rational) else f"{value + 0:g}"
