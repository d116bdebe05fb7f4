"""Minimax trees as pictures, and alpha-beta on them step by step beside minimax, with a wager on
what will be cut.

All numbers are for Max, the player who begins; Max's nodes are square, Min's are round. ``trace``
listens to the search and records its steps; nothing is searched here a second time in another way.
When alpha-beta has finished a node, the other picture shows minimax after it has finished the same
node. So the counters diverge wherever a branch is cut.

Outside the window alpha-beta has only a bound. The **fail-soft** version, as in the library,
returns the best bound that it has found; the **fail-hard** version returns the edge of the window.
Both look at the same nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
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

#: The largest size of letters in the tree, and about how wide one of them is.
LETTER_SIZE = 0.46
LETTER_WIDTH = 0.28

#: The part of a label that lies to the left of its place, by its anchor.
PART_ON_THE_LEFT = {"start": 0.0, "middle": 0.5, "end": 1.0}

#: A node's name is shortened to this many characters.
LONGEST_NAME = 12

#: Which moves to try first, as for ``alphabeta``: a function (node, moves) -> moves.
Order = Callable[[Any, list[Any]], Iterable[Any]]

#: What the search returns for a node: its score, and best play from there.
SearchValue = tuple[Score, Line]


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
    def moment(self) -> tuple[Any, ...]:
        """The path to the node, and whether the step leaves the node. The step of minimax at the
        same moment has the same.
        """
        return *self.nodes, self.node, self.value is not None

    @property
    def value_text(self) -> str:
        """The value as text. Outside the window it is only a bound, ≤ 3 or ≥ 3, unless the node is
        a leaf.
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
            return self._entry_in_words()
        if self.is_leaf:
            return f"The leaf {self.node} is worth {number(self.value)}."
        if not self.cut:
            return f"All children of {self.node} are done: its value is {self.value_text}."
        return self._cutoff_in_words(number(self.value))

    def _entry_in_words(self) -> str:
        """Return which node is entered, and with which window."""
        if self.is_leaf:
            return f"Look at the leaf {self.node}."
        player = player_at(self.tree, self.node)
        alpha, beta = number(self.alpha), number(self.beta)
        return f"Enter {self.node}, {player} to move, alpha = {alpha}, beta = {beta}."

    def _cutoff_in_words(self, value: str) -> str:
        """Return why this value of the node cuts off its other children."""
        rest = ", ".join(map(str, self.cut)) + (" is" if len(self.cut) == 1 else " are")
        if self.tree.max_to_move(self.node):
            return (
                f"Max can get {value} at {self.node}, no less than beta = {number(self.beta)}, to "
                "which Min holds Max elsewhere.\n"
                f"Min will not let Max come here: {rest} cut."
            )
        return (
            f"Min can hold {self.node} down to {value}, no more than alpha = "
            f"{number(self.alpha)}, which Max has elsewhere.\n"
            f"Max will not come here: {rest} cut."
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

    def record(self, node: Any, window: Window, search: Callable[[], SearchValue]) -> SearchValue:
        """Call ``search`` for a node with this window, and return what it returns.

        Two steps are written down: the node is entered, and it is left with a value that narrows
        its parent's window.
        """
        first_step = len(self.steps)
        self._enter(node, window)
        score, line = search()
        value = self.tree.to_max(node, score.value) + 0  # which makes 0 of -0.0
        self._leave(node, window, value, self._cut_children(node, first_step))
        return score, line

    def _enter(self, node: Any, window: Window) -> None:
        """Write down that a node is entered with this window."""
        self.opened.append(OpenNode(node, window))
        self.steps.append(Step(self.tree, node, *window, tuple(self.opened), window))

    def _cut_children(self, node: Any, first_step: int) -> tuple[Any, ...]:
        """Return the children that the open node, entered at ``first_step``, has not looked at."""
        depth = len(self.opened)
        entered = {
            step.node
            for step in self.steps[first_step:]
            if step.value is None and len(step.path) == depth + 1
        }
        return tuple(child for child in children_of(self.tree, node) if child not in entered)

    def _leave(self, node: Any, window: Window, value: float, cut: tuple[Any, ...]) -> None:
        """Write down that the open node, entered with this window, is left with a value, which
        narrows its parent's window.
        """
        self.opened.pop()
        window_to_show = narrow(self.tree, node, window, value)
        if self.opened:
            parent = self.opened[-1]
            parent_window = narrow(self.tree, parent.node, parent.window, value)
            self.opened[-1] = OpenNode(parent.node, parent_window)
            if not cut:  # after a cutoff we still show the window that it has closed
                window_to_show = parent_window
        path = tuple(self.opened)
        self.steps.append(Step(self.tree, node, *window, path, window_to_show, value, cut))


class RecordedMinimax(Minimax):
    """Minimax of gamelib on a tree; its steps are written down."""

    def __init__(self, tree: MinMaxTree) -> None:
        super().__init__(tree, position=None, depth=None, evaluate=False)
        self.recorder = Recorder(tree)

    def best_play(self, position: Any, depth: int | None) -> SearchValue:
        def search() -> SearchValue:
            return Minimax.best_play(self, position, depth)

        return self.recorder.record(position, FULL, search)


class RecordedAlphaBeta(AlphaBeta):
    """Alpha-beta of gamelib on a tree; its steps are written down.

    With ``hard``, only a leaf may return a value outside its window, as Knuth and Moore wrote it.
    """

    def __init__(self, tree: MinMaxTree, order: Order | None, hard: bool) -> None:
        # False keeps out the order and the bounds that the game itself may have, None would not: the
        # pictures show plain alpha-beta.
        order_or_none = False if order is None else order
        super().__init__(
            tree, position=None, depth=None, evaluate=False, order=order_or_none, bounds=False
        )
        self.tree = tree
        self.hard = hard
        self.recorder = Recorder(tree)

    def in_window(self, position: Any, alpha: Score, beta: Score, depth: int | None) -> SearchValue:
        """Search a node in this window as gamelib does, or fail-hard, and write it down."""

        def search_soft() -> SearchValue:
            return AlphaBeta.in_window(self, position, alpha, beta, depth)

        def search_hard() -> SearchValue:
            score, line = search_soft()
            return min(max(score, alpha), beta), line

        # The search sees its window from the player to move; a step has it from Max.
        window = Window(alpha.value, beta.value)
        if not self.tree.max_to_move(position):
            window = Window(-beta.value, -alpha.value)
        is_inner = self.tree.outcome(position) is None
        search = search_hard if self.hard and is_inner else search_soft
        return self.recorder.record(position, window, search)


def narrow(tree: MinMaxTree, node: Any, window: Window, value: float) -> Window:
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
        As for ``alphabeta``; None takes the children in the order of the tree.
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
    """Return a number as the picture shows it: ∞, a fraction as 3/7, and 0 even for -0.0."""
    if abs(value) == inf:
        return "∞" if value > 0 else "-∞"
    if isinstance(value, Rational):
        return str(value)
    return f"{value + 0:g}"


class Event(NamedTuple):
    """What decides a wager on a spot: in this step it is looked at (``is_cut`` is 0) or cut
    (1).
    """

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
        # "seen" is the last step that has been shown since step 0: only there you can wager.
        self.state = {"step": 0, "hard": False, "wagers": {}, "seen": 0}

    def story(self, step: int) -> Text:
        """Return what happens at this step, and the windows on the path to its node."""
        return self._story(step, self.hard if self.state.get("hard") else self.steps)

    def _story(self, step: int, steps: list[Step]) -> Text:
        """Return the same as ``story``. ``steps`` are those of the search that is shown, fail-soft
        or fail-hard.
        """
        if step == 0:
            root = self.game.start()
            return Text(
                f"Press Next: the search enters {root} with the window from -∞ to ∞. All numbers "
                "are for Max."
            )
        soft_step = self.steps[step - 1]
        shown_step = steps[step - 1]
        words = soft_step.in_words()
        if soft_step != shown_step:
            edge = shown_step.value_text
            words += f"\nFail-hard: what is returned is the edge of the window, {edge}."
        return Text("\n".join([words, *shown_step.windows()]))

    def _events(self) -> Iterator[Event]:
        """Yield, step by step, which spots are looked at and which are cut."""
        for k, step in enumerate(self.steps, 1):
            if step.value is None:
                yield Event(k, self.tree.number[step.node], 0)
            yield from (Event(k, self.tree.number[child], 1) for child in step.cut)

    def _step(self, step: int) -> SceneStep:
        """Return a step in the form that the browser needs."""
        done = self.steps[:step]
        minimax_done = self._minimax_until(done[-1]) if done else []
        window = done[-1].window if done else FULL
        trees = [self.tree.frame(minimax_done), self.tree.frame(done)]
        story = self._story(step, self.steps).split("\n")
        scene_step: SceneStep = {
            "shown": [*trees, self.line.frame(window)],
            "story": story,
            "counts": {"Minimax": self._count(minimax_done), "Alpha-beta": self._count(done)},
            "bets": self._bets(done),
        }
        hard_frame = self.tree.frame(self.hard[:step])
        hard_story = self._story(step, self.hard).split("\n")
        # a value that differs stays in the picture, also where later steps tell the same story
        if (hard_frame, hard_story) != (trees[1], story):
            scene_step["hard"] = {"shown": hard_frame, "story": hard_story}
        return scene_step

    def _minimax_until(self, step: Step) -> list[Step]:
        """Return the steps of minimax up to the one that enters or leaves the same node as this
        step of alpha-beta.
        """
        moments = [minimax_step.moment for minimax_step in self.minimax]
        return self.minimax[: moments.index(step.moment) + 1]

    def _bets(self, done: list[Step]) -> list[int]:
        """Return the spots on which you may wager after these steps: the children of nodes on the
        path that are neither looked at nor cut yet.
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
    """The picture of a tree, and its state after some steps.

    ``number`` is the number of the spot at which a node stands.
    """

    def __init__(self, game: MinMaxTree) -> None:
        self.game = game
        self.nodes, self.children = nodes_of(game)
        self.number = {node: k for k, node in enumerate(self.nodes)}

    def picture(self, heading: str) -> PictureSpec:
        """Return the tree with a heading, and with the name of each node beside it."""
        shapes = [self._shape(node) for node in self.nodes]
        spots = upright(self.children, shapes, at=(0.6, 0.95))
        texts = self._names(spots)
        # No name may begin to the left of the picture, or end to the right of it.
        beyond_the_edge = max(0.0, *(-_left_end(text) for text in texts))
        for moved in (*spots, *texts):
            moved["x"] += beyond_the_edge
        right_end = max(_left_end(text) + _width(text) for text in texts)
        texts.append({"x": 0.1, "y": 0.4, "words": heading, "size": LETTER_SIZE, "anchor": "start"})
        edges = [Edge(a, b, label="✂") for a, b in branches(self.children)]
        width, height = size_of(spots)
        heading_width = LETTER_WIDTH * len(heading) + 0.4
        size = Size(max(width, right_end, heading_width), height + 0.4)
        return picture(heading, spots, edges, size=size, texts=texts)

    def _shape(self, node: Any) -> Shape:
        """Return the shape of a node before the search."""
        shape = node_shape(self.game, node, 0.88)
        shape |= {"label": self.label(node, {}), "type": LETTER_SIZE}
        return shape

    def _names(self, spots: list[Spot]) -> list[Label]:
        """Return the name of each node: below a leaf, and away from the branch above any other
        node.
        """
        on_the_right = {b for a, b in branches(self.children) if spots[b]["x"] > spots[a]["x"]}
        texts: list[Label] = []
        for k, (node, spot) in enumerate(zip(self.nodes, spots, strict=True)):
            words = _shortened(str(node))
            text: Label = {"x": spot["x"], "y": spot["y"] - 0.12, "words": words}
            text["size"] = LETTER_SIZE
            if spot["shape"] == "leaf":
                text |= {"y": spot["y"] + 0.86, "anchor": "middle"}
            elif k in on_the_right:
                text |= {"x": spot["x"] + 0.53, "anchor": "start"}
            else:
                text |= {"x": spot["x"] - 0.53, "anchor": "end"}
            texts.append(text)
        return texts

    def label(self, node: Any, last_step: dict[Any, Step]) -> str:
        """Return the words in a node: the number of a leaf, or the value with which the search has
        left the node.

        ``last_step`` has for each node that the search has left the step in which it did.
        """
        if self.game.outcome(node) is not None:
            return number(self.game.nodes[node])
        if node in last_step:
            return last_step[node].value_text.replace(" ", "")
        return ""

    def frame(self, steps: list[Step]) -> Frame:
        """Return the state of the tree after these steps."""
        progress = Progress(self, steps)
        return {
            "labels": [self.label(node, progress.last_step) for node in self.nodes],
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

    ``last_step`` has for each node that the search has left the step in which it did, and ``seen``
    the nodes that it has entered. ``cut`` has the nodes whose branches are cut, and
    ``out_of_reach`` these and everything below, unless another path leads there.
    """

    def __init__(self, tree: Tree, steps: list[Step]) -> None:
        self.last_step = {step.node: step for step in steps if step.value is not None}
        self.seen = {step.node for step in steps}
        self.cut = {child for step in steps for child in step.cut} - self.seen
        self.out_of_reach = set(self.cut)
        for node, below in zip(tree.nodes, tree.children, strict=True):  # parents first
            if node in self.out_of_reach:
                self.out_of_reach |= {tree.nodes[child] for child in below} - self.seen

    def node_letter(self, node: Any) -> str:
        """Return how a node looks: v if it is seen, - if it is out of reach, ~ if it is still to
        come.
        """
        if node in self.seen:
            return "v"
        return "-" if node in self.out_of_reach else "~"

    def branch_letter(self, node: Any, child: Any) -> str:
        """Return how a branch looks: c if it is cut, d below a cut, b for a best move, otherwise
        n.
        """
        if child in self.out_of_reach:
            is_cut_here = child in self.cut and node not in self.out_of_reach
            return "c" if is_cut_here else "d"
        return "b" if self.is_best(node, child) else "n"

    def is_best(self, node: Any, child: Any) -> bool:
        """Return whether a node has its exact value from this child."""
        if node not in self.last_step or child not in self.last_step:
            return False
        step = self.last_step[node]
        child_step = self.last_step[child]
        is_bound = child_step.value_text.startswith(("≤", "≥"))
        return not step.cut and child_step.value == step.value and not is_bound


def _shortened(name: str) -> str:
    """Return a node's name, cut short if there is no room for all of it."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _width(text: Label) -> float:
    """Return about how wide the words of a label are."""
    return LETTER_WIDTH * len(text["words"])


def _left_end(text: Label) -> float:
    """Return about the x at which the words of a label begin."""
    return text["x"] - PART_ON_THE_LEFT[text["anchor"]] * _width(text)


class NumberLine:
    """The numbers at the leaves of a tree in a row, with two stops: alpha above and beta below.

    A stop at the left or the right end, -∞ or ∞, says that nothing is sure yet.
    """

    def __init__(self, game: MinMaxTree) -> None:
        leaves = {
            float(content) for node, content in game.nodes.items() if game.outcome(node) is not None
        }
        self.numbers = sorted(leaves | {-inf, inf})

    def picture(self) -> PictureSpec:
        """Return the line with places for the stops."""
        spots = [
            *self._row("alpha", 0.5, "bare"),
            *self._row("number", 1.4, "cell"),
            *self._row("beta", 2.3, "bare"),
        ]
        headings = (("Max is sure of", 0.6), ("the window", 1.5), ("Min holds Max to", 2.4))
        texts = [Label(x=4.4, y=y, words=words, size=0.5, anchor="end") for words, y in headings]
        return picture("The window", spots, texts=texts, legend=STOPS, unit=46)

    def _row(self, what: str, y: float, shape: str) -> list[Spot]:
        """Return a spot for each number at this height; ``what`` is "alpha", "number" or "beta"."""
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
        """Return the stops, and which numbers lie between them; all other numbers are dashed.

        The spots are in three rows: one for the stop alpha, the numbers, one for the stop beta.
        """
        alpha = self.numbers.index(float(window.alpha))
        beta = self.numbers.index(float(window.beta))
        count = len(self.numbers)
        empty_row = " " * count
        alpha_row = "a".rjust(alpha + 1).ljust(count)
        beta_row = "b".rjust(beta + 1).ljust(count)
        number_marks = "".join("v" if alpha < k < beta else "-" for k in range(count))
        return {
            "pieces": alpha_row + empty_row + beta_row,
            "marks": empty_row + number_marks + empty_row,
        }


def tree(
    what: MinMaxTree | Mapping[Any, Any],
    *,
    cuts: bool = False,
    values: bool = True,
    for_mover: bool = False,
    unknown: Collection[Any] = (),
    ax: Axes | None = None,
) -> Axes:
    """Draw a minimax tree with the value for Max at every node. Thick lines are best moves.

    Parameters
    ----------
    what
        A MinMaxTree, or a dict that describes one.
    cuts
        Whether to show what alpha-beta finds instead. Nodes that it never looks at are dashed. A
        value with ≤ or ≥ is only a bound, because it is not inside the window.
    values
        False draws the tree before any search: the leaves alone have numbers.
    for_mover
        Whether each number is for the player to move at its node. Every branch then has the number
        that it brings up to the player above: that of the child, with the opposite sign.
    unknown
        Leaves with a question mark in the place of the number; for a tree without values.
    ax
        Where to draw; a new figure if none is given.

    Examples
    --------
    >>> tree({"A": ["B", "C"], "B": 4, "C": 3}, values=False).get_title()
    ''
    """
    game = as_tree(what)
    if not values:
        return _draw_unsearched(game, unknown, ax)
    return _draw(game, trace(game) if cuts else plain_trace(game), ax, for_mover)


#: What the shapes of a minimax tree mean, in a legend.
PLAYERS = {"square": "Max moves", "disc": "Min moves"}


def _draw_unsearched(game: MinMaxTree, unknown: Collection[Any], ax: Axes | None) -> Axes:
    """Draw the tree before any search."""
    shown = Tree(game)
    spec = _spec(shown)
    labels = {node: "?" if node in unknown else shown.label(node, {}) for node in shown.nodes}
    frame = _unsearched(spec, list(labels.values()))
    lines = [f"{node}: {label or '–'}" for node, label in labels.items()]
    return strokes.draw(spec, frame, ax, PLAYERS, label="\n".join(sorted(lines)))


def _unsearched(spec: PictureSpec, labels: list[str]) -> Frame:
    """The tree before any search, with these labels; its leaves lose their outlines."""
    frame: Frame = {
        "marks": " " * len(spec["spots"]),
        "lines": "n" * len(spec["lines"]),
        "labels": labels,
    }
    bare_leaves(spec["spots"], frame["marks"])
    return frame


def _draw(game: MinMaxTree, steps: list[Step], ax: Axes | None, for_mover: bool) -> Axes:
    """Draw the tree as it is when all of these steps are done."""
    shown = Tree(game)
    spec = _spec(shown)
    progress = Progress(shown, steps)
    values = [
        progress.last_step[node].value_text if node in progress.last_step else ""
        for node in shown.nodes
    ]
    if for_mover:
        values = [number(game.to_max(n, progress.last_step[n].value) + 0) for n in shown.nodes]
        spec["texts"] += _brought_up(shown, spec, values)
    looks = [
        _branch_in_figure(shown.nodes[a], shown.nodes[b], progress)
        for a, b in branches(shown.children)
    ]
    spec["texts"] += _scissors(spec, looks)
    frame: Frame = {
        "marks": [" " if node in progress.seen else "-" for node in shown.nodes],
        "lines": "".join(looks).replace("c", "d"),
        "labels": values,
    }
    bare_leaves(spec["spots"], frame["marks"])
    legend = PLAYERS | {"b": "best move", "-": "not looked at"}
    count = f"{len(progress.seen)} of {len(shown.nodes)} nodes looked at"
    mover = player_at(game, shown.nodes[0]) + (", who moves" if for_mover else "")
    titles = [f"Worth {values[0]} to {'Max' if not for_mover else mover}"] if values[0] else []
    if not titles or len(progress.seen) < len(shown.nodes):
        titles.append(count)
    lines = [f"{node}: {value or '–'}" for node, value in zip(shown.nodes, values, strict=True)]
    label = "\n".join([count, *sorted(lines)])

    def before() -> strokes.Shown:
        """Return the tree before any search."""
        asked = _spec(shown)
        labels = [shown.label(node, {}) for node in shown.nodes]
        return strokes.Shown(asked, _unsearched(asked, labels))

    title = "; ".join(titles)
    return strokes.draw(spec, frame, ax, legend, before=before, title=title, label=label)


def _brought_up(shown: Tree, spec: PictureSpec, values: list[str]) -> list[Label]:
    """Return in the middle of each branch what its child brings to the player above: the child's
    number with the opposite sign.
    """
    return [
        {
            "x": line["at"][0],
            "y": line["at"][1] + 0.13,  # so far below the middle is the foot of a digit
            "words": values[b].removeprefix("-") if values[b][:1] in "-0" else f"-{values[b]}",
            "size": 0.36,
        }
        for line, (_, b) in zip(spec["lines"], branches(shown.children), strict=True)
    ]


def _scissors(spec: PictureSpec, looks: Sequence[str]) -> list[Label]:
    """Return scissors beside each branch that is cut; on the branch they could not be made out."""
    return [
        {
            "x": line["at"][0] + 0.12,
            "y": line["at"][1] + 0.13,
            "words": "✂",
            "size": LETTER_SIZE,
            "anchor": "start",
        }
        for line, look in zip(spec["lines"], looks, strict=True)
        if look == "c"
    ]


def _spec(shown: Tree) -> PictureSpec:
    """Return the picture of a tree for a figure."""
    spec = shown.picture("")
    spec["unit"] = 100
    for spot in spec["spots"]:
        if spot["shape"] == "leaf":
            spot["h"] = 0.56
    for text in spec["texts"]:
        if text["anchor"] == "middle":  # the name of a leaf
            text["y"] -= 0.16
    return spec


def bare_leaves(spots: list[Spot], marks: Sequence[str]) -> None:
    """Take the boxes of the leaves away, because nobody moves there; a dashed leaf keeps its box."""
    for spot, mark in zip(spots, marks, strict=True):
        if spot["shape"] == "leaf" and mark != "-":
            spot["shape"] = "bare"


def _branch_in_figure(node: Any, child: Any, progress: Progress) -> str:
    """Return how a branch looks in a figure: dashed, too, if it was never looked at."""
    letter = progress.branch_letter(node, child)
    return "d" if letter == "n" and child not in progress.seen else letter
