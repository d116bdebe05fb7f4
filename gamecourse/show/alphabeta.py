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
from typing import Any, NamedTuple

from matplotlib.axes import Axes

from gamecourse.show import strokes
from gamecourse.show.layout import branches, upright
from gamecourse.show.records import Frame, Label, PictureSpec, Shape, Size, Spot
from gamecourse.show.records import Step as SceneStep
from gamecourse.show.stage.spots import Edge, picture, size_of
from gamecourse.show.stage.tokens import children_of, node_shape, nodes_of
from gamecourse.show.stage.widget import StepScene
from gamelib.alphabeta import AlphaBeta, scores_of_window
from gamelib.core import Text
from gamelib.games import MinMaxTree
from gamelib.minimax import Minimax
from gamelib.recursion import deep_recursion
from gamelib.search import Line, Score

#: The pieces on the line of numbers.
STOPS = {"a": "alpha", "b": "beta"}

#: The largest size of letters in the tree, and the part of a word that lies to the left of its
#: place.
TYPE, LEFT = 0.46, {"start": 0.0, "middle": 0.5, "end": 1.0}

#: A node's name is shortened to this many characters.
FITS = 12

#: Which moves to try first, as for ``alphabeta``: a function (node, moves) -> moves.
Order = Callable[[Any, list[Any]], Iterable[Any]]

#: What the search returns for a node.
Found = tuple[Score, Line]


class Window(NamedTuple):
    """What Max is sure of so far, and to what Min holds Max."""

    alpha: float
    beta: float


FULL = Window(-inf, inf)


class OpenNode(NamedTuple):
    """A node that the search has entered and not left, with its present window."""

    node: Any
    window: Window


@dataclass(frozen=True)
class Step:
    """A moment of the search: a node is entered with a window, or left with a value; numbers are
    for Max.

    ``value`` is None when a node is entered. ``cut`` lists the children that are never looked at,
    because the value is outside the window. ``path`` lists the nodes that have been entered and not
    left, the root first, whose windows are narrowed by the children that have been left. ``window``
    is the one in which the search goes on; after a cutoff, the one that was closed.
    """

    tree: MinMaxTree = field(compare=False)
    node: Any
    alpha: float
    beta: float
    path: tuple[OpenNode, ...]
    window: Window
    value: float | None = None
    cut: tuple[Any, ...] = ()

    @property
    def nodes(self) -> list[Any]:
        """The nodes that have been entered and not left, the root first."""
        return [entry.node for entry in self.path]

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
        value = number(self.value)
        if self.is_leaf:
            return value
        if self.value <= self.alpha:
            return f"≤ {value}"
        return f"≥ {value}" if self.value >= self.beta else value

    @property
    def is_leaf(self) -> bool:
        """Whether the node is a leaf."""
        return self.tree.outcome(self.node) is not None

    def in_words(self) -> str:
        """Return what the step does, in words."""
        if self.value is None:
            return self._entry()
        if self.is_leaf:
            return f"The leaf {self.node} is worth {number(self.value)}."
        if not self.cut:
            return f"All children of {self.node} are done: its value is {self.written}."
        return self._cutoff(number(self.value))

    def _entry(self) -> str:
        """Say that the node is entered."""
        if self.is_leaf:
            return f"Look at the leaf {self.node}."
        who = player_at(self.tree, self.node)
        alpha, beta = number(self.alpha), number(self.beta)
        return f"Enter {self.node}, {who} to move, alpha = {alpha}, beta = {beta}."

    def _cutoff(self, value: str) -> str:
        """Say why the other children are cut."""
        rest = ", ".join(map(str, self.cut))
        if self.tree.max_to_move(self.node):
            return (
                f"Max can get {value} at {self.node}, no less than beta = {number(self.beta)}, to "
                "which Min holds Max elsewhere.\n"
                f"Min will not let Max come here: {rest} is cut."
            )
        return (
            f"Min can hold {self.node} down to {value}, no more than alpha = "
            f"{number(self.alpha)}, which Max has elsewhere.\n"
            f"Max will not come here: {rest} is cut."
        )

    def windows(self) -> list[str]:
        """Return the present window at each node that has been entered and not left, in words."""
        return [
            f"  {node} ({player_at(self.tree, node)}): "
            f"alpha = {number(window.alpha)}, beta = {number(window.beta)}"
            for node, window in self.path
        ]


class Recorder:
    """Writes down what a search on a tree enters and leaves, step by step."""

    def __init__(self, tree: MinMaxTree) -> None:
        self.tree = tree
        self.steps: list[Step] = []
        self.opened: list[OpenNode] = []

    def record(self, node: Any, alpha: float, beta: float, search: Callable[[], Found]) -> Found:
        """Search a node; write down that it is entered, and left with a value that narrows its
        parent's window.
        """
        begun = len(self.steps)
        window = Window(alpha, beta)
        self.opened.append(OpenNode(node, window))
        depth = len(self.opened)
        self.steps.append(Step(self.tree, node, alpha, beta, tuple(self.opened), window))
        score, line = search()
        self.opened.pop()
        value = self.tree.to_max(node, score.value) + 0
        entered = {
            step.node
            for step in self.steps[begun:]
            if step.value is None and len(step.path) == depth + 1
        }
        cut = tuple(child for child in children_of(self.tree, node) if child not in entered)
        window = narrowed(self.tree, node, window, value)
        if self.opened:
            parent = self.opened[-1]
            narrower = narrowed(self.tree, parent.node, parent.window, value)
            self.opened[-1] = OpenNode(parent.node, narrower)
            window = window if cut else narrower
        path = tuple(self.opened)
        self.steps.append(Step(self.tree, node, alpha, beta, path, window, value, cut))
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


def narrowed(tree: MinMaxTree, node: Any, window: Window, value: float) -> Window:
    """Return the window at a node once this value is certain there."""
    alpha, beta = window
    if tree.max_to_move(node):
        return Window(max(alpha, value), beta)
    return Window(alpha, min(beta, value))


def player_at(tree: MinMaxTree, node: Any) -> str:
    """Return who moves at a node: Max or Min."""
    return "Max" if tree.max_to_move(node) else "Min"


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


class Event(NamedTuple):
    """That a spot is looked at in a step (``is_cut`` is 0), or cut (1)."""

    step: int
    spot: int
    is_cut: int


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
        self.line = NumberLine(self.game)
        pictures = [
            self.tree.picture("Minimax"),
            self.tree.picture("Alpha-beta"),
            self.line.picture(),
        ]
        steps = [self._step(step) for step in range(len(self.steps) + 1)]
        super().__init__(pictures, steps, kind="race", beat=1200, events=[*self._events()])
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
        words = soft.in_words()
        if soft != last:
            words += f"\nFail-hard: what is returned is the edge of the window, {last.written}."
        return Text("\n".join([words, *last.windows()]))

    def _events(self) -> Iterator[Event]:
        """Yield what a wager waits for, in order."""
        for k, step in enumerate(self.steps, 1):
            if step.value is None:
                yield Event(k, self.tree.number[step.node], 0)
            yield from (Event(k, self.tree.number[child], 1) for child in step.cut)

    def _step(self, step: int) -> SceneStep:
        """Return a step in the form that the browser needs."""
        done = self.steps[:step]
        full = self._minimax_until(done[-1]) if done else []
        window = done[-1].window if done else FULL
        story = self._story(step, self.steps).split("\n")
        shown: SceneStep = {
            "shown": [self.tree.frame(full), self.tree.frame(done), self.line.frame(window)],
            "story": story,
            "counts": {"Minimax": self._count(full), "Alpha-beta": self._count(done)},
            "bets": self._bets(done),
        }
        hard_story = self._story(step, self.hard).split("\n")
        if hard_story != story:
            shown["hard"] = {"shown": self.tree.frame(self.hard[:step]), "story": hard_story}
        return shown

    def _minimax_until(self, step: Step) -> list[Step]:
        """Return the steps of minimax up to the one that enters or leaves the same node."""
        places = [other.place for other in self.minimax]
        return self.minimax[: places.index(step.place) + 1]

    def _bets(self, done: list[Step]) -> list[int]:
        """Return the spots that may still be looked at or cut: children on the path, not yet
        seen.
        """
        if not done:
            return []
        seen = {step.node for step in done}
        children = (child for node in done[-1].nodes for child in children_of(self.game, node))
        return [self.tree.number[child] for child in children if child not in seen]

    def _count(self, steps: list[Step]) -> str:
        """Return how many nodes have been looked at, and how many of them are leaves."""
        entries = [step for step in steps if step.value is None]
        return f"{len(entries)} nodes, {sum(step.is_leaf for step in entries)} leaves"


class Tree:
    """The picture of a tree, and its state after some steps."""

    def __init__(self, game: MinMaxTree) -> None:
        self.game = game
        self.nodes, self.children = nodes_of(game)
        self.number = {node: k for k, node in enumerate(self.nodes)}

    def picture(self, name: str) -> PictureSpec:
        """Return the tree with a heading, and with the name of each node beside it."""
        shapes = [self._shape(node) for node in self.nodes]
        spots = upright(self.children, shapes, at=(0.6, 0.95))
        texts = self._names(spots)
        margin = max(0.0, *(LEFT[text["anchor"]] * _width(text) - text["x"] for text in texts))
        for thing in (*spots, *texts):
            thing["x"] += margin
        end = max(text["x"] + (1 - LEFT[text["anchor"]]) * _width(text) for text in texts)
        texts.append({"x": 0.1, "y": 0.4, "words": name, "size": TYPE, "anchor": "start"})
        edges = [Edge(a, b, label="✂") for a, b in branches(self.children)]
        width, height = size_of(spots)
        size = Size(max(width, end, 0.28 * len(name) + 0.4), height + 0.4)
        return picture(name, spots, edges, size=size, texts=texts)

    def _shape(self, node: Any) -> Shape:
        """Return the shape of a node before the search."""
        shape = node_shape(self.game, node, 0.88)
        shape |= {"label": self._label(node, {}), "type": TYPE}
        return shape

    def _names(self, spots: list[Spot]) -> list[Label]:
        """Return the name of each node: below a leaf, and away from the branch above any other
        node.
        """
        right = {b for a, b in branches(self.children) if spots[b]["x"] > spots[a]["x"]}
        texts: list[Label] = []
        for k, (node, spot) in enumerate(zip(self.nodes, spots, strict=True)):
            words = str(node) if len(str(node)) <= FITS else f"{str(node)[: FITS - 1]}…"
            text: Label = {"x": spot["x"], "y": spot["y"] - 0.12, "words": words, "size": TYPE}
            if spot["shape"] == "leaf":
                text |= {"y": spot["y"] + 0.86, "anchor": "middle"}
            elif k in right:
                text |= {"x": spot["x"] + 0.53, "anchor": "start"}
            else:
                text |= {"x": spot["x"] - 0.53, "anchor": "end"}
            texts.append(text)
        return texts

    def _label(self, node: Any, left: dict[Any, Step]) -> str:
        """Return the words in a node: the number of a leaf, or the value with which the search has
        left the node.
        """
        if self.game.outcome(node) is not None:
            return number(self.game.nodes[node])
        return left[node].written.replace(" ", "") if node in left else ""

    def frame(self, steps: list[Step]) -> Frame:
        """Return the state of the tree after these steps."""
        progress = Progress(self, steps)
        return {
            "labels": [self._label(node, progress.left) for node in self.nodes],
            "marks": "".join(map(progress.node_letter, self.nodes)),
            "lines": "".join(
                progress.branch_letter(self.nodes[a], self.nodes[b])
                for a, b in branches(self.children)
            ),
            "last": [self.number[steps[-1].node]] if steps else [],
            "path": [self.number[node] for node in steps[-1].nodes] if steps else [],
        }


class Progress:
    """What is known of a tree after some steps.

    ``left`` has for each node that the search has left the step in which it did, and ``seen`` the
    nodes that it has entered. ``cut`` has the nodes whose branches are cut, and ``away`` these and
    everything below, unless another path leads there.
    """

    def __init__(self, tree: Tree, steps: list[Step]) -> None:
        self.left = {step.node: step for step in steps if step.value is not None}
        self.seen = {step.node for step in steps}
        self.cut = {child for step in steps for child in step.cut} - self.seen
        self.away = set(self.cut)
        for node, below in zip(tree.nodes, tree.children, strict=True):
            if node in self.away:
                self.away |= {tree.nodes[child] for child in below} - self.seen

    def node_letter(self, node: Any) -> str:
        """Return how a node looks: seen, out of reach, or still to come."""
        if node in self.seen:
            return "v"
        return "-" if node in self.away else "~"

    def branch_letter(self, node: Any, child: Any) -> str:
        """Return how a branch looks: cut, below a cut, a best move, or none of these."""
        if child in self.away:
            return "c" if child in self.cut and node not in self.away else "d"
        return "b" if self.is_best(node, child) else "n"

    def is_best(self, node: Any, child: Any) -> bool:
        """Return whether a node has its exact value from this child."""
        if node not in self.left or child not in self.left:
            return False
        end, child_end = self.left[node], self.left[child]
        is_bound = child_end.written.startswith(("≤", "≥"))
        return not end.cut and child_end.value == end.value and not is_bound


def _width(text: Label) -> float:
    """Return about how wide the words of a label are."""
    return 0.28 * len(text["words"])


class NumberLine:
    """The numbers of a tree in a row, with two stops: alpha above and beta below."""

    def __init__(self, game: MinMaxTree) -> None:
        ends = {
            float(inside) for node, inside in game.nodes.items() if game.outcome(node) is not None
        }
        self.numbers = sorted(ends | {-inf, inf})

    def picture(self) -> PictureSpec:
        """Return the line with places for the stops."""
        spots = [
            *self._row("alpha", 0.5, "bare"),
            *self._row("number", 1.4, "cell"),
            *self._row("beta", 2.3, "bare"),
        ]
        rows = (("Max is sure of", 0.6), ("the window", 1.5), ("Min holds Max to", 2.4))
        texts = [Label(x=4.4, y=y, words=words, size=0.5, anchor="end") for words, y in rows]
        return picture("The window", spots, texts=texts, legend=STOPS, unit=46)

    def _row(self, what: str, y: float, shape: str) -> list[Spot]:
        """Return a spot for each number at this height."""
        return [
            Spot(
                x=5.0 + 0.98 * k,
                y=y,
                w=0.86,
                h=0.86,
                shape=shape,
                type=0.5,
                name=f"{what} {number(value)}",
                label=number(value) if what == "number" else "",
            )
            for k, value in enumerate(self.numbers)
        ]

    def frame(self, window: Window) -> Frame:
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
    made = shown.picture("")
    made["unit"] = 100
    progress = Progress(shown, steps)
    values = [progress.left[node].written if node in progress.left else "" for node in shown.nodes]
    frame: Frame = {
        "marks": [
            _letter_in_a_figure(node, spot, progress)
            for node, spot in zip(shown.nodes, made["spots"], strict=True)
        ],
        "lines": [
            _branch_in_a_figure(shown.nodes[a], shown.nodes[b], progress)
            for a, b in branches(shown.children)
        ],
        "labels": values,
    }
    words = {"square": "Max moves", "disc": "Min moves", "b": "best move", "-": "not looked at"}
    looked = f"{len(progress.seen)} of {len(shown.nodes)} nodes looked at"
    parts = [f"Worth {values[0]} to Max"] if values[0] else []
    if not parts or len(progress.seen) < len(shown.nodes):
        parts.append(looked)
    lines = [f"{node}: {value or '–'}" for node, value in zip(shown.nodes, values, strict=True)]
    label = "\n".join([looked, *sorted(lines)])
    return strokes.draw(made, frame, ax, words, title="; ".join(parts), label=label)


def _letter_in_a_figure(node: Any, spot: Spot, progress: Progress) -> str:
    """Return how a node looks in a figure: dashed if it was never looked at, black if Min moves."""
    if node not in progress.seen:
        return "-"
    return "M" if spot["shape"] == "disc" else " "


def _branch_in_a_figure(node: Any, child: Any, progress: Progress) -> str:
    """Return how a branch looks in a figure: dashed, too, if it was never looked at."""
    letter = progress.branch_letter(node, child)
    return "d" if letter == "n" and child not in progress.seen else letter
