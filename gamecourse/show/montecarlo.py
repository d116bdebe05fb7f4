"""Inside Monte-Carlo tree search: four steps for each playout on a growing tree, and UCT worked out
in numbers.

``Watched`` listens to the library's own search; nothing is searched here a second time.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf
from typing import Any, NamedTuple

from gamecourse.show.boards import in_vertex
from gamecourse.show.layout import branches, upright
from gamecourse.show.records import Frame, PictureSpec, Shape, Step
from gamecourse.show.stage.spots import Edge, picture
from gamecourse.show.stage.widget import StepScene
from gamefast import ask
from gamelib.core import move_text_of
from gamelib.montecarlo import CURIOSITY, BoundedTree, Node, check_choices
from gamelib.symmetry import real_rules

#: A tree with more nodes than this would be a thicket.
MAX_NODES = 40

#: A playout takes so many steps of the stepper: selection, expansion, simulation and backup.
PHASES = 4

#: In units of the picture: the width of a node, the height of a row of words in it, the size of the
#: letters, and how far nodes are from each other.
NODE_WIDTH, ROW_HEIGHT, LETTER_SIZE = 1.44, 0.54, 0.52
ACROSS, BELOW = 1.54, 0.5

#: What the nodes know at a moment: copies of them, by position.
Snapshot = dict[Any, Node]


class OptionState(NamedTuple):
    """What a node knows of an option: how often it was tried, its average, and its upper bound."""

    tries: int
    average: float
    bound: float


class Choice(NamedTuple):
    """A selection at a node: the node's visits before it, the number of the option that was taken,
    and what was known of all options.
    """

    node: Node
    visits: int
    taken: int
    options: list[OptionState]


@dataclass
class Playout:
    """One playout: what was selected, whether the tree grew, how play went on, and what the nodes
    knew.

    Attributes
    ----------
    before, between, after
        What the nodes knew before the playout, when the tree had grown, and after the backup.
    path
        The nodes that were selected, from the root on, and ``choices`` the selection at each.
    grown
        Whether the last node of the path got its options.
    played
        The positions of the random play, or None if none was needed, and ``result`` its result for
        the player to move at the first of them.
    """

    before: Snapshot
    between: Snapshot
    choices: list[Choice] = field(default_factory=list)
    grown: bool = False
    played: list[Any] | None = None
    result: float = 0.0
    path: list[Node] = field(default_factory=list)
    after: Snapshot = field(default_factory=dict)


class _RecordedGame:
    """A game that writes down every position to which a move leads; otherwise it is the game."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.positions: list[Any] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def play(self, position: Any, move: Any) -> Any:
        self.positions.append(self.game.play(position, move))
        return self.positions[-1]


class Watched(BoundedTree):
    """A search that writes down each of its playouts."""

    def __init__(self, game: Any, position: Any, rng: Any) -> None:
        super().__init__(_RecordedGame(game), position, rng, CURIOSITY, (-1, 1))
        self.playouts: list[Playout] = []

    def snapshot(self) -> Snapshot:
        """What all nodes know now."""
        return {position: copy(node) for position, node in self.nodes.items()}

    def playout(self) -> list[Node]:
        """Make one playout and write it down."""
        known = self.snapshot()
        playout = Playout(before=known, between=known)  # ``expand`` changes ``between``
        self.playouts.append(playout)
        playout.path = super().playout()
        playout.after = self.snapshot()
        return playout.path

    def select_option(self, node: Node) -> int:
        """Select as the search does, and write the choice down with what was known."""
        taken = super().select_option(node)
        averages = [-option.best_guess for option in node.options]
        states = zip(node.tries, averages, self.worths(node), strict=True)
        options = [OptionState(*state) for state in states]
        self.playouts[-1].choices.append(Choice(node, node.visits, taken, options))
        return taken

    def expand(self, node: Node) -> None:
        """Give a node its options, and write down that the tree has grown."""
        super().expand(node)
        self.playouts[-1].grown = True
        self.playouts[-1].between = self.snapshot()

    def play_on(self, position: Any) -> float:
        """Play on at random, and write down the positions and the result."""
        self.game.positions.clear()
        result = super().play_on(position)
        self.playouts[-1].played = [position, *self.game.positions]
        self.playouts[-1].result = result
        return result


class SearchStepper(StepScene):
    """Monte-Carlo tree search step by step: selection, expansion, simulation and backup, on a tree
    that grows.

    A node shows its position, the average for the player who moves **to** it (``=`` if the value is
    proved), and in brackets how often it was passed. ``game``, ``position``, ``playouts`` and
    ``rng`` are as for ``mcts``. Raises TypeError and ValueError as ``mcts`` does, and ValueError
    for a tree of more than 40 nodes.
    """

    def __init__(self, game: Any, position: Any = None, *, playouts: int, rng: Any) -> None:
        self.game = ask.a_game(game)
        root = ask.position(real_rules(game), position)
        if ask.outcome(game, root) is not None:
            raise ValueError(f"play is over at {root!r}: there is no move to find")
        check_choices(playouts, None, rng, CURIOSITY, (-1, 1))  # refuses them as ``mcts`` does
        self.search = Watched(game, root, rng)
        for _ in range(playouts):
            if not self.search.root.proved:
                self.search.playout()
        self.nodes = list(self.search.nodes.values())
        if len(self.nodes) > MAX_NODES:
            raise ValueError(
                f"the tree has {len(self.nodes)} nodes, {MAX_NODES} can be drawn: ask for fewer "
                "playouts"
            )
        self.number = {node.position: k for k, node in enumerate(self.nodes)}
        self.children = [
            [self.number[option.position] for option in node.options] for node in self.nodes
        ]
        self.branches = branches(self.children)
        steps = [self._step(k) for k in range(PHASES * len(self.search.playouts) + 1)]
        super().__init__([self._picture()], steps, look="grow", beat=2000)

    def _step(self, step: int) -> Step:
        """Return a step. It counts the playouts that have begun: all that are done, and the one
        that goes on.
        """
        begun = (step + PHASES - 1) // PHASES  # rounded up
        return {
            "shown": [self._frame(step)],
            "story": self._story(step),
            "counts": {"playouts": begun},
        }

    def _story(self, step: int) -> list[str]:
        """Return what happens at a step, with its numbers."""
        if step == 0:
            return [
                "Below each position: the average for the player who moves to it (the root: for the "
                "player to move), and in brackets how often it was passed. Press Next."
            ]
        k, phase = divmod(step - 1, PHASES)
        phases = (
            ("Selection", self._selection),
            ("Expansion", self._expansion),
            ("Simulation", self._playout),
            ("Backup", self._backup),
        )
        heading, sentences_of = phases[phase]
        first, *rest = sentences_of(self.search.playouts[k])
        return [f"{k + 1}. {heading}. {first}", *rest]

    def _selection(self, playout: Playout) -> Iterator[str]:
        """Say which nodes are selected on the way down, and why."""
        if not playout.choices:
            yield (
                f"{self._name(playout.path[0])} has no options in the tree yet, so it is selected "
                "itself."
            )
            return
        way = " → ".join(self._name(node) for node in playout.path)
        yield f"Go down to the best by average + bonus: {way}."
        for choice in playout.choices:
            yield from self._bounds(choice)

    def _bounds(self, choice: Choice) -> Iterator[str]:
        """Say how a node selects, in numbers: the upper bound of each option with all its parts."""
        node = choice.node
        visits = choice.visits + 1
        yield f"At {self._name(node)}, passed {_times(visits)} with this one:"
        untried: list[str] = []
        left_out: list[str] = []
        for k, (move, option) in enumerate(zip(node.moves, choice.options, strict=True)):
            words = move_text_of(self.game, node.position, move)
            arrow = "  ←" if k == choice.taken else ""
            if option.bound == -inf:
                left_out.append(words + arrow)
            elif not option.tries:
                untried.append(words + arrow)
            else:
                average, bonus = option.average, option.bound - option.average
                yield (
                    f"  {words}: {_signed(average)} + {CURIOSITY:.2f} · "
                    f"√(ln {visits} / {option.tries}) = {_signed(average)} + {bonus:.2f} = "
                    f"{_signed(option.bound)}{arrow}"
                )
        if untried:
            yield f"  never tried, so first: {', '.join(untried)}"
        if left_out:
            moves = ", ".join(left_out)
            yield f"  left out, because they cannot be better than what is certain: {moves}"

    def _expansion(self, playout: Playout) -> Iterator[str]:
        """Say which options the last node of the path gets, and whether they prove its value."""
        last = playout.path[-1]
        if not playout.grown:
            yield f"Nothing to add: what {self._name(last)} is worth is known."
            return
        new = [node for node in last.options if node.position not in playout.before]
        old = [node for node in last.options if node.position in playout.before]
        names = [self._name(node) for node in new]
        names += [f"{self._name(node)} (already there)" for node in old]
        yield f"{self._name(last)} gets its options: {', '.join(names)}."
        before = playout.before.get(last.position)
        if playout.between[last.position].proved and not (before and before.proved):
            worth = self._worth(last, playout.between[last.position].best_guess)
            yield f"With them its value is proved: {worth} to {self._whose(last)}."

    def _playout(self, playout: Playout) -> Iterator[str]:
        """Say how play went on at random, and what came out."""
        last = playout.path[-1]
        if playout.played is None:
            worth = self._worth(last, playout.between[last.position].best_guess)
            yield (
                f"None is needed: {self._name(last)} is worth {worth} for certain, to "
                f"{self._whose(last)}."
            )
            return
        way = " → ".join(
            in_vertex(self.game, position).replace("\n", "/") for position in playout.played
        )
        yield f"At random to the end: {way}."
        yield f"That is {self._worth(last, playout.result)} to {self._whose(last)}."

    def _backup(self, playout: Playout) -> Iterator[str]:
        """Say what each node on the path knows afterwards."""
        yield "The result goes back up the path, its sign turned at every step."
        for node in reversed(playout.path):
            known = playout.after[node.position]
            is_worth = "proved to be" if known.proved else "average"
            yield (
                f"  {self._name(node)}: passed {_times(known.visits)}, {is_worth} "
                f"{self._worth(node, known.best_guess)}"
            )
        root = playout.after[self.nodes[0].position]
        if root.proved:
            yield "The value is proved, and the search is done."
        else:
            yield (
                f"For certain the root is worth between {_signed(root.lower)} and "
                f"{_signed(root.upper)}."
            )

    def _worth(self, node: Node, guess: float) -> str:
        """Return a value as it is shown, where ``guess`` is for the player to move at the node: at
        the root for that player, at any other node for the player who moves there.
        """
        return _signed(guess if node is self.search.root else -guess)

    def _whose(self, node: Node) -> str:
        return "the player to move" if node is self.search.root else "the player who moved there"

    def _name(self, node: Node) -> str:
        return in_vertex(self.game, node.position).replace("\n", "/")

    def _picture(self) -> PictureSpec:
        """Return the whole tree, as it is after the last playout."""
        shapes = [self._shape(node) for node in self.nodes]
        height = shapes[0]["h"]
        at = (0.8, height / 2 + 0.1)
        spots = upright(self.children, shapes, across=ACROSS, down=height + BELOW, at=at)
        edges = [Edge(a, b) for a, b in self.branches]
        spec = picture("The tree of the search", spots, edges)
        spec["unit"] = max(36, min(60, 1100 / spec["width"], 520 / spec["height"]))
        return spec

    def _shape(self, node: Node) -> Shape:
        """Return the shape of a node: high enough for its board and two lines below."""
        rows = 2 + len(in_vertex(self.game, node.position).split("\n"))
        is_end = ask.outcome(self.game, node.position) is not None
        return {
            "shape": "leaf" if is_end else "square",
            "name": self._name(node),
            "w": NODE_WIDTH,
            "h": 0.2 + ROW_HEIGHT * rows,
            "type": LETTER_SIZE,
        }

    def _frame(self, step: int) -> Frame:
        """Return the state of the tree at a step."""
        k, phase = divmod(max(step - 1, 0), PHASES)
        playout = self.search.playouts[k]
        known_in_phase = (playout.before, playout.between, playout.between, playout.after)
        known = known_in_phase[phase]
        path = [self.number[node.position] for node in playout.path] if step > 0 else []
        new = []
        if phase == 1:  # the expansion
            new = [self.number[p] for p in playout.between if p not in playout.before]
        # In the selection, phase 0, the tree has not grown by the present playout.
        playouts_so_far = self.search.playouts[: k if phase == 0 else k + 1]
        expanded = {p.path[-1].position for p in playouts_so_far if p.grown}
        on_path = set(pairwise(path))

        def branch_letter(a: int, b: int) -> str:
            """Return how a branch looks: h if it is hidden, b if it is on the path, otherwise n."""
            if self.nodes[a].position not in expanded:
                return "h"
            return "b" if (a, b) in on_path else "n"

        return {
            "marks": "".join("v" if node.position in known else "h" for node in self.nodes),
            "labels": [self._label(node, known) for node in self.nodes],
            "lines": "".join(branch_letter(a, b) for a, b in self.branches),
            "path": path,
            "last": new or path[-1:],
        }

    def _label(self, node: Node, known: Snapshot) -> str:
        """Return a node's position, and below it what it is worth and how often it was passed."""
        board = in_vertex(self.game, node.position)
        state = known.get(node.position)
        if state is None:
            return board
        worth = ""
        if state.proved:
            worth = f"={self._worth(node, state.best_guess)}"
        elif state.visits:
            worth = self._worth(node, state.best_guess)
        return f"{board}\n{worth}\n({state.visits})"


def _signed(value: float) -> str:
    """Return a number with its sign and at most two decimals, such as +1, -.5 or 0."""
    if abs(value) < 0.005:
        return "0"
    return f"{value:+.2f}".rstrip("0").rstrip(".").replace("0.", ".")


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"
