"""Minimax trees as pictures, and alpha-beta on them step by step beside minimax, with a wager on
what will be cut.

All numbers are for Max, the player who begins; Max's nodes are square and white, Min's round and
black. ``trace`` listens to the search and records its steps; nothing is searched here a second time
in another way. When alpha-beta has finished a node, the other picture shows minimax after it has
finished the same node. So the counters diverge wherever a branch is cut.

Outside the window alpha-beta has only a bound. The **fail-soft** version, as in the library,
returns the best bound that it has found; the **fail-hard** version returns the edge of the window.
Both look at the same nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import inf
from numbers import Rational
from typing import Any

from matplotlib.axes import Axes

from gamecourse.show import strokes
from gamecourse.show.layout import branches, upright
from gamecourse.show.stage.spots import picture
from gamecourse.show.stage.tokens import children_of, node_spot, nodes_of
from gamecourse.show.stage.widget import StepScene
from gamelib.alphabeta import AlphaBeta, scores_of_window
from gamelib.core import Text
from gamelib.games import MinMaxTree
from gamelib.minimax import Minimax
from gamelib.recursion import deep_recursion
from gamelib.search import Line, Score

#: The pieces on the line of numbers.
STOPS = {"a": "alpha", "b": "beta"}

#: A node's name is shortened to this many characters.
FITS = 12

#: Which moves to try first, as for ``alphabeta``: a function (node, moves) -> moves.
Order = Callable[[Any, list[Any]], Iterable[Any]]

#: What the search returns for a node.
Found = tuple[Score, Line]


@dataclass(frozen=True)
class Step:
    """A moment of the search: a node is entered with a window, or left with a value; numbers are
    for Max.

    ``value`` is None when a node is entered. ``cut`` lists the children that are never looked at,
    because the value is outside the window. ``path`` lists the nodes that have been entered and not
    left, the root first. Each node in it comes with its window, narrowed by the children that have
    been left. ``window`` is the one in which the search goes on; after a cutoff, the one that was
    closed.
    """

    tree: MinMaxTree = field(compare=False)
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
        """The value as far as it is known: as a bound if it is outside the window, unless it is a
        leaf's.
        """
        assert self.value is not None
        sign = "≤ " if self.value <= self.alpha else "≥ " if self.value >= self.beta else ""
        return sign * (self.tree.outcome(self.node) is None) + number(self.value)

    def told(self) -> str:
        """Return what the step does, in words."""
        node, is_leaf = self.node, self.tree.outcome(self.node) is not None
        alpha, beta, who = (
            number(self.alpha),
            number(self.beta),
            "Max" if self.tree.max_to_move(node) else "Min",
        )
        if self.value is None:
            entered = f"Enter {node}, {who} to move, alpha = {alpha}, beta = {beta}."
            return f"Look at the leaf {node}." if is_leaf else entered
        value, rest = number(self.value), ", ".join(map(str, self.cut))
        if is_leaf:
            return f"The leaf {node} is worth {value}."
        if not rest:
            return f"All children of {node} are done: its value is {self.written}."
        if who == "Min":
            why = (
                f"Min can hold {node} down to {value}, no more than alpha = {alpha}, which Max "
                "has elsewhere."
            )
            return f"{why}\nMax will not come here: {rest} is cut."
        why = (
            f"Max can get {value} at {node}, no less than beta = {beta}, to which Min holds Max "
            "elsewhere."
        )
        return f"{why}\nMin will not let Max come here: {rest} is cut."

    def windows(self) -> list[str]:
        """Return the present window at each node that has been entered and not left."""
        whose = ["Max" if self.tree.max_to_move(node) else "Min" for node in self.nodes]
        ends = [f"alpha = {number(alpha)}, beta = {number(beta)}" for _, alpha, beta in self.path]
        return [
            f"  {node} ({who}): {end}"
            for node, who, end in zip(self.nodes, whose, ends, strict=True)
        ]


class Recorder:
    """Writes down what a search on a tree enters and leaves, step by step."""

    def __init__(self, tree: MinMaxTree) -> None:
        self.tree = tree
        self.steps: list[Step] = []
        self.opened: tuple[tuple[Any, float, float], ...] = ()

    def record(self, node: Any, alpha: float, beta: float, search: Callable[[], Found]) -> Found:
        """Search a node; write down that it is entered, and left with a value that narrows its
        parent's window.
        """
        above, begun, below = [*self.opened], len(self.steps), len(self.opened) + 2
        self.opened = (*above, (node, alpha, beta))
        self.steps.append(Step(self.tree, node, alpha, beta, self.opened, (alpha, beta)))
        score, line = search()
        value = self.tree.to_max(node, score.value) + 0
        looked_at = {
            step.node
            for step in self.steps[begun:]
            if step.value is None and len(step.path) == below
        }
        cut = tuple(child for child in children_of(self.tree, node) if child not in looked_at)
        window = narrowed(self.tree, node, alpha, beta, value)
        if above:
            parent, low, high = above[-1]
            above[-1] = (parent, *narrowed(self.tree, parent, low, high, value))
            window = window if cut else above[-1][1:]
        self.opened = tuple(above)
        self.steps.append(Step(self.tree, node, alpha, beta, self.opened, window, value, cut))
        return score, line


class RecordedMinimax(Minimax):
    """Minimax of gamelib on a tree; its steps are written down."""

    def __init__(self, tree: MinMaxTree) -> None:
        super().__init__(tree, None, None, False)
        self.recorder = Recorder(tree)

    def best_play(self, position: Any, depth: int | None) -> Found:
        def search() -> Found:
            return Minimax.best_play(self, position, depth)

        return self.recorder.record(position, -inf, inf, search)


class RecordedAlphaBeta(AlphaBeta):
    """Alpha-beta of gamelib on a tree; its steps are written down.

    With ``hard``, only a leaf may return a value outside its window, as Knuth and Moore wrote it.
    """

    def __init__(self, tree: MinMaxTree, order: Order | None, hard: bool) -> None:
        super().__init__(tree, None, None, False, order or False, False)
        self.tree = tree
        self.hard = hard
        self.recorder = Recorder(tree)

    def in_window(self, position: Any, alpha: Score, beta: Score, depth: int | None) -> Found:
        def soft() -> Found:
            return AlphaBeta.in_window(self, position, alpha, beta, depth)

        def hard() -> Found:
            score, line = soft()
            return min(max(score, alpha), beta), line

        low = alpha.value
        high = beta.value
        if not self.tree.max_to_move(position):
            low, high = -high, -low
        is_inner = self.tree.outcome(position) is None
        return self.recorder.record(position, low, high, hard if self.hard and is_inner else soft)


def narrowed(
    tree: MinMaxTree, node: Any, alpha: float, beta: float, value: float
) -> tuple[float, float]:
    """Return the window at a node once this value is certain there."""
    return (max(alpha, value), beta) if tree.max_to_move(node) else (alpha, min(beta, value))


def as_tree(what: MinMaxTree | Mapping[Any, Any]) -> MinMaxTree:
    """Return the tree itself, or the tree that a dict describes; raise TypeError for anything
    else.
    """
    return what if isinstance(what, MinMaxTree) else MinMaxTree(what)


def trace(
    tree: MinMaxTree | Mapping[Any, Any], order: Order | None = None, *, hard: bool = False
) -> list[Step]:
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
    search = RecordedAlphaBeta(as_tree(tree), order, hard)
    with deep_recursion():
        search.in_window(search.root, *scores_of_window(-inf, inf), None)
    return search.recorder.steps


def plain_trace(tree: MinMaxTree) -> list[Step]:
    """Return what minimax does on a tree, step by step: it has no window and cuts nothing."""
    search = RecordedMinimax(tree)
    with deep_recursion():
        search.best_play(search.root, None)
    return search.recorder.steps


def number(value: float) -> str:
    """A number as it is written in the picture."""
    if abs(value) == inf:
        return "∞" if value > 0 else "-∞"
    return str(value) if isinstance(value, Rational) else f"{value + 0:g}"


class AlphaBetaStepper(StepScene):
    """Alpha-beta on a tree, step by step, beside minimax, with the window, the values, the cutoffs
    and the reasons.

    ``what`` is a MinMaxTree, or a dict that describes one, such as ``{"A": ["B", "C"], "B": 4, "C":
    3}``. The numbers are for Max, who begins. ``order`` is as for ``alphabeta``. Click a branch
    that you expect to be cut; the score is kept. A switch shows fail-hard, in which the value
    returned is never outside the window.
    """

    def __init__(self, what: MinMaxTree | Mapping[Any, Any], order: Order | None = None) -> None:
        self.game = as_tree(what)
        self.steps = trace(self.game, order)
        self.hard = trace(self.game, order, hard=True)
        self.minimax = plain_trace(self.game)
        self.tree = Tree(self.game)
        self.line = _Line(self.game)
        pictures = [
            self.tree.picture("Minimax"),
            self.tree.picture("Alpha-beta"),
            self.line.picture(),
        ]
        moments = [self._moment(step) for step in range(len(self.steps) + 1)]
        super().__init__(pictures, moments, kind="race", beat=1200, events=[*self._events()])
        self.state = {"step": 0, "hard": False, "wagers": {}, "seen": 0}

    def story(self, step: int) -> Text:
        """Return what happens at this step, and the windows on the path to its node."""
        return self._story(step, self.hard if self.state.get("hard") else self.steps)

    def _story(self, step: int, steps: list[Step]) -> Text:
        if step == 0:
            who = self.game.start()
            return Text(
                f"Press Next: the search enters {who} with the window from -∞ to ∞. All numbers "
                "are for Max."
            )
        soft, last = self.steps[step - 1], steps[step - 1]
        hard = (
            f"\nFail-hard: what is returned is the edge of the window, {last.written}."
            if soft != last
            else ""
        )
        return Text("\n".join([soft.told() + hard, *last.windows()]))

    def _events(self) -> Iterator[tuple[int, int, int]]:
        """Yield (step, spot, 0) if the spot is looked at in this step, and (step, spot, 1) if it is
        cut.
        """
        for k, step in enumerate(self.steps, 1):
            if step.value is None:
                yield k, self.tree.number[step.node], 0
            yield from ((k, self.tree.number[child], 1) for child in step.cut)

    def _moment(self, step: int) -> dict[str, Any]:
        """Return a step in the form that the browser needs."""
        done, there = self.steps[:step], [beside.place for beside in self.minimax]
        full = (
            self.minimax[: there.index(done[-1].place) + 1] if done else []
        )  # up to where alpha-beta is
        window = done[-1].window if done else (-inf, inf)
        seen, path = {step.node for step in done}, done[-1].nodes if done else []
        # What has not been seen may still be looked at or cut.
        open_ones = (child for node in path for child in children_of(self.game, node))
        moment = {
            "shown": [self.tree.frame(full), self.tree.frame(done), self.line.frame(window)],
            "story": self._story(step, self.steps).split("\n"),
            "counts": {"Minimax": self._looked(full), "Alpha-beta": self._looked(done)},
            "bets": [self.tree.number[child] for child in open_ones if child not in seen],
        }
        told_hard = self._story(step, self.hard).split("\n")
        if told_hard == moment["story"]:
            return moment
        return moment | {"hard": {"shown": self.tree.frame(self.hard[:step]), "story": told_hard}}

    def _looked(self, steps: list[Step]) -> str:
        nodes = [step.node for step in steps if step.value is None]
        return (
            f"{len(nodes)} nodes, {sum(self.game.outcome(node) is not None for node in nodes)} "
            "leaves"
        )


class Tree:
    """The picture of a tree, and its state after some steps."""

    def __init__(self, game: MinMaxTree) -> None:
        self.game = game
        self.nodes, self.children = nodes_of(game)
        self.number = {node: k for k, node in enumerate(self.nodes)}

    def picture(self, name: str) -> dict[str, Any]:
        own = [{"label": self._label(node, {}), "type": 0.46} for node in self.nodes]
        spots = [
            node_spot(self.game, node, 0.88) | more
            for node, more in zip(self.nodes, own, strict=True)
        ]
        upright(self.children, spots, at=(0.6, 0.95))
        texts: list[dict[str, Any]] = []
        right = {b for a, b in branches(self.children) if spots[b]["x"] > spots[a]["x"]}
        for k, (node, spot) in enumerate(zip(self.nodes, spots, strict=True)):
            leaf, side = spot["shape"] == "leaf", 1 if k in right else -1
            x, y = (
                (spot["x"], spot["y"] + 0.86)
                if leaf
                else (spot["x"] + 0.53 * side, spot["y"] - 0.12)
            )
            anchor = "middle" if leaf else "start" if k in right else "end"
            words = str(node) if len(str(node)) <= FITS else f"{str(node)[: FITS - 1]}…"
            texts.append({"x": x, "y": y, "words": words, "size": 0.46, "anchor": anchor})
        before = {
            "middle": 0.5,
            "start": 0.0,
            "end": 1.0,
        }  # the part of the words to the left of their place
        wide = [(text["x"], 0.28 * len(text["words"]), before[text["anchor"]]) for text in texts]
        margin = max(0.0, *(part * width - x for x, width, part in wide))
        for thing in (*spots, *texts):
            thing["x"] += margin
        end = max(margin + x + (1 - part) * width for x, width, part in wide)
        texts.append({"x": 0.1, "y": 0.4, "words": name, "size": 0.46, "anchor": "start"})
        lines = [{"from": a, "to": b, "label": "✂"} for a, b in branches(self.children)]
        made = picture(name, spots, lines, texts=texts)
        return made | {
            "height": made["height"] + 0.4,
            "width": max(made["width"], end, 0.28 * len(name) + 0.4),
        }

    def _label(self, node: Any, left: dict[Any, Step]) -> str:
        """Return the words in a node: the number of a leaf, or the value with which the search has
        left the node.
        """
        if self.game.outcome(node) is not None:
            return number(self.game.nodes[node])
        return left[node].written.replace(" ", "") if node in left else ""

    def frame(self, steps: list[Step]) -> dict[str, Any]:
        """Return the state of the tree after these steps."""
        left = {step.node: step for step in steps if step.value is not None}
        seen = {step.node for step in steps}
        cut = {child for step in steps for child in step.cut} - seen
        away = set(cut)  # and everything below, unless another path leads there
        for node, below in zip(self.nodes, self.children, strict=True):
            away |= {self.nodes[child] for child in below} - seen if node in away else set()

        def look(node: Any, child: Any) -> str:
            """How a branch looks: cut, below a cut, a best move, or none of these."""
            if child in away:
                return "c" if child in cut and node not in away else "d"
            known = (
                node in left
                and child in left
                and not left[node].cut
                and left[child].value == left[node].value
            )
            return "b" if known and not left[child].written.startswith(("≤", "≥")) else "n"

        return {
            "labels": [self._label(node, left) for node in self.nodes],
            "marks": "".join(
                "v" if node in seen else "-" if node in away else "~" for node in self.nodes
            ),
            "lines": "".join(
                look(self.nodes[a], self.nodes[b]) for a, b in branches(self.children)
            ),
            "last": [self.number[steps[-1].node]] if steps else [],
            "path": [self.number[node] for node in steps[-1].nodes] if steps else [],
        }


class _Line:
    """The numbers of a tree in a row, with two stops: alpha above and beta below."""

    def __init__(self, game: MinMaxTree) -> None:
        ends = {
            float(inside) for node, inside in game.nodes.items() if game.outcome(node) is not None
        }
        self.numbers = sorted(ends | {-inf, inf})

    def picture(self) -> dict[str, Any]:
        spots = [
            {"x": 5.0 + 0.98 * k, "y": y, "w": 0.86, "h": 0.86, "shape": shape, "type": 0.5}
            | {
                "name": f"{what} {number(value)}",
                "label": number(value) if what == "number" else "",
            }
            for what, y, shape in (
                ("alpha", 0.5, "bare"),
                ("number", 1.4, "cell"),
                ("beta", 2.3, "bare"),
            )
            for k, value in enumerate(self.numbers)
        ]
        sure = (("Max is sure of", 0.6), ("the window", 1.5), ("Min holds Max to", 2.4))
        texts = [
            {"x": 4.4, "y": y, "words": words, "size": 0.5, "anchor": "end"} for words, y in sure
        ]
        return picture("The window", spots, [], texts=texts, legend=STOPS, unit=46)

    def frame(self, window: tuple[float, float]) -> dict[str, Any]:
        """The stops, and the numbers between them; all other numbers are dashed."""
        alpha, beta = (self.numbers.index(float(end)) for end in window)
        row = " " * len(self.numbers)
        marks = "".join("v" if alpha < k < beta else "-" for k in range(len(row)))
        pieces = f"{row[:alpha]}a{row[alpha + 1 :]}{row}{row[:beta]}b{row[beta + 1 :]}"
        return {"pieces": pieces, "marks": f"{row}{marks}{row}"}


def tree(
    what: MinMaxTree | Mapping[Any, Any], *, cuts: bool = False, ax: Axes | None = None
) -> Axes:
    """Draw a minimax tree with the value for Max at every node. Thick lines are best moves.

    Parameters
    ----------
    what
        A MinMaxTree, or a dict that describes one.
    cuts
        Whether to show what alpha-beta finds instead. Nodes that it never looks at are dashed. A
        value with ≤ or ≥ is only a bound, because it is not inside the window.
    ax
        Where to draw; a new figure if none is given.
    """
    game = as_tree(what)
    return _draw(game, trace(game) if cuts else plain_trace(game), ax)


def _draw(game: MinMaxTree, steps: list[Step], ax: Axes | None) -> Axes:
    """Draw the tree after these steps, as the stepper shows it."""
    shown = Tree(game)
    made, frame = shown.picture("") | {"unit": 100}, shown.frame(steps)
    left = {step.node: step for step in steps if step.value is not None}
    seen = {step.node for step in steps}
    spots = zip(shown.nodes, made["spots"], strict=True)
    frame["marks"] = [
        "-" if node not in seen else "M" if spot["shape"] == "disc" else " " for node, spot in spots
    ]
    lines = zip(frame["lines"], branches(shown.children), strict=True)
    frame["lines"] = [
        "d" if how == "n" and shown.nodes[b] not in seen else how for how, (_, b) in lines
    ]
    frame["labels"] = [left[node].written if node in left else "" for node in shown.nodes]
    words = {"square": "Max moves", "disc": "Min moves", "b": "best move", "-": "not looked at"}
    looked = f"{len(seen)} of {len(shown.nodes)} nodes looked at"
    worth = [f"Worth {left[node].written} to Max" for node in shown.nodes[:1] if node in left]
    title = "; ".join(worth if worth and len(seen) == len(shown.nodes) else [*worth, looked])
    known = [f"{node}: {left[node].written if node in left else '–'}" for node in shown.nodes]
    return strokes.draw(
        made, frame, ax, words, title=title, label="\n".join([looked, *sorted(known)])
    )
