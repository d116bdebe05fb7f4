"""A game of any number of players as a tree, and backward induction on it from the last moves
upwards, row by row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from gamecourse.show import layout
from gamecourse.show.records import Frame, Label, PictureSpec, Shape, Spot, Step
from gamecourse.show.stage.drawing import move_words
from gamecourse.show.stage.spots import Edge, picture, size_of
from gamecourse.show.stage.widget import StepScene
from gamefast import ask
from gamelib import Extensive
from gamelib.core import CHANCE, Outcome, Text, TooLarge
from gamelib.games import MinMaxTree
from gamelib.induction import Decision, Plan, backward_induction

#: Shapes by which players are told apart, in their order; Nature has the diamond.
SHAPES = ("square", "disc", "hexagon", "triangle", "pentagon")

#: A player's name longer than this stands above the node.
FITS = 3


@dataclass
class Node:
    """A line of play so far: its position, whose turn it is there, the decision there, and the
    branches that go on.

    ``looks`` has for each branch "b" if it is the planned move, "e" if it is as good, and otherwise
    "n".
    """

    position: Any
    turn: Any
    decision: Decision[Any]
    words: list[str] = field(default_factory=list)
    looks: list[str] = field(default_factory=list)
    below: list[int] = field(default_factory=list)
    height: int = 0

    @property
    def payoffs(self) -> str:
        """The payoffs that play leads to if everyone follows the plan."""
        return ", ".join(
            str(int(one) if isinstance(one, Outcome) else one + 0) for one in self.decision.payoffs
        )


class PlayTree(StepScene):
    """The tree of a game for any number of players, with backward induction from the last moves
    upwards.

    Each player has a shape. Nature has the diamond, with the probabilities on its branches. Payoffs
    stand in the order of the players. A thick branch is the planned move; a thick dashed branch is
    as good for the player who moves. ``game`` is an ExtensiveGame or a Game, and ``position`` is
    the root, the start if none is given. Raises TypeError for anything that is not a game, and
    ValueError for more than 60 nodes or if play can cycle.

    >>> from gamelib.games import Tree
    >>> PlayTree(Tree({"a": ("Ann", {"stop": (1, 0), "go": "b"}), "b": ("Bob", {"left": (2, 5), "right": (0, 6)})},
    ...               players=("Ann", "Bob"))).as_text()
    Ann
      stop: 1, 0
      go: Bob
        left: 2, 5
        right: 0, 6
    """

    def __init__(self, game: Any, position: Any = None) -> None:
        named = getattr(
            ask.any_game(game), "players", ("Max", "Min") if isinstance(game, MinMaxTree) else ()
        )
        if not ask.is_extensive(game):
            position = None if position is None else (ask.position(game, position), 0)
            game = Extensive(game)
        self.game = game
        try:
            plan = backward_induction(game, position, max_positions=layout.MAX_NODES)
        except TooLarge:
            raise layout.thicket() from None
        self.nodes = _unfolded(game, ask.position(game, position), plan)
        self.root = self.nodes[0]
        count = len(self.root.decision.payoffs)
        self.players = [str(name) for name in named] or [f"player {k}" for k in range(count)]
        steps: list[Step] = [
            {"shown": [self._frame(k)], "story": self._row(k)} for k in range(self.root.height + 1)
        ]
        super().__init__([self._picture()], steps, look="play-tree", beat=1600)

    def _row(self, step: int) -> list[str]:
        """Say what is decided in this row, and why."""
        if step == 0:
            order = ", in this order" if len(self.players) > 1 else ""
            begin = (
                "Press Next: we begin at the last moves."
                if self.root.below
                else "Play is over: no move is left."
            )
            return [f"Payoffs are for {_joined_by_and(self.players)}{order}. {begin}"]
        lines = dict.fromkeys(
            self._decision_in_words(node) for node in self.nodes if node.height == step
        )
        end = (
            [f"The tree is decided. Rational play gives {self.root.payoffs}."]
            if step == self.root.height
            else []
        )
        return [*lines, *end]

    def as_text(self) -> Text:
        """Return the tree in words, with what is known at this step."""
        return Text("\n".join(self._lines(self.root, "", "")))

    def _lines(self, node: Node, indent: str, words: str) -> Iterator[str]:
        if not node.below:
            yield f"{indent}{words}{node.payoffs}"
            return
        found = f" -> {node.payoffs}" if node.height <= self.step else ""
        yield f"{indent}{words}{self._who(node)}{found}"
        for child, word in zip(node.below, node.words, strict=True):
            yield from self._lines(self.nodes[child], indent + "  ", f"{word}: ")

    def _who(self, node: Node) -> str:
        return "Nature" if node.turn == CHANCE else self.players[node.turn]

    def _decision_in_words(self, node: Node) -> str:
        """Say what a decision is, and what it gives."""
        if node.turn == CHANCE:
            values = [self.nodes[child].payoffs for child in node.below]
            parts = [f"{odds} · ({value})" for odds, value in zip(node.words, values, strict=True)]
            return f"Nature throws: {' + '.join(parts)} = ({node.payoffs})."
        who = self._who(node)
        best = node.words[node.looks.index("b")]
        sentence = f"{who}: {best}. That gives {node.payoffs}."
        equal = [word for word, look in zip(node.words, node.looks, strict=True) if look == "e"]
        if equal:
            sentence += f" To {who}, {_joined_by_and(equal)} would be as good."
        return sentence

    def _picture(self) -> PictureSpec:
        across = 1.9 + 0.2 * max(len(word) for node in self.nodes for word in [*node.words, ""])
        # In trees with single branches nodes may stand right above each other.
        roomy = any(len(node.below) == 1 for node in self.nodes)
        down = 1.75 if roomy else 1.15
        who = self._who(self.root) if self.root.below else ""
        margin = max(0.0, 0.2 * max(len(self.root.payoffs), len(who)) - 1.1)
        places = layout.tree([node.below for node in self.nodes])  # drawn growing to the right
        spots = [
            Spot(**self._shape(node), x=0.9 + across * row + margin, y=0.7 + down * along)
            for node, (along, row) in zip(self.nodes, places, strict=True)
        ]
        texts = [
            Label(
                x=spot["x"] + 0.42,
                y=spot["y"] - 0.56,
                words=self._who(node),
                size=0.34,
                anchor="end",
            )
            for node, spot in zip(self.nodes, spots, strict=True)
            if node.below and not spot["label"] and node.turn != CHANCE
        ]
        edges = [
            Edge(k, child, knee=spots[k]["x"] + 0.95, label=word)
            for k, node in enumerate(self.nodes)
            for child, word in zip(node.below, node.words, strict=True)
        ]
        width, height = size_of(spots)
        unit = max(36, min(62, 1040 / width, 620 / height))
        return picture("The tree of the game", spots, edges, unit=unit, texts=texts)

    def _shape(self, node: Node) -> Shape:
        if not node.below:
            wide, words = 0.5 + 0.19 * len(node.payoffs), node.payoffs
            return {"shape": "leaf", "w": wide, "h": 0.62, "label": words, "name": f"end, {words}"}
        who = self._who(node)
        shape = "diamond" if node.turn == CHANCE else SHAPES[node.turn % len(SHAPES)]
        label = who if len(who) <= FITS and shape != "diamond" else ""
        return {"shape": shape, "w": 0.84, "h": 0.84, "label": label, "name": f"{who} to move"}

    def _frame(self, step: int) -> Frame:
        """Return the state of the tree at a step."""
        return {
            "notes": [
                node.payoffs if node.below and node.height <= step else "" for node in self.nodes
            ],
            "lines": "".join(
                look if node.height <= step else "n" for node in self.nodes for look in node.looks
            ),
            "last": [k for k, node in enumerate(self.nodes) if node.height == step and step],
            "path": self._played() if step == self.root.height else [],
        }

    def _played(self) -> list[int]:
        """Return the path of play from the root to an end, or to the first node at which Nature
        throws.
        """
        path = [0]
        while (node := self.nodes[path[-1]]).below and node.turn != CHANCE:
            path.append(node.below[node.looks.index("b")])
        return path


def _unfolded(game: Any, position: Any, plan: Plan[Any, Any]) -> list[Node]:
    """Return the nodes of the tree, one for each line of play so far; the root is first, parents
    before children.
    """

    def options(node: Node) -> Iterator[Node]:
        for move, there in ask.steps(game, node.position):
            plain = node.turn == CHANCE or isinstance(move, str)
            node.words.append(str(move) if plain else move_words(game, node.position, move))
            node.looks.append(_branch_letter(node, move))
            yield Node(there, game.turn(there), plan[there])

    nodes, children = layout.unfolded(Node(position, game.turn(position), plan[position]), options)
    for node, below in zip(reversed(nodes), reversed(children), strict=True):
        node.below, node.height = (
            below,
            max((1 + nodes[child].height for child in below), default=0),
        )
    return nodes


def _branch_letter(node: Node, move: Any) -> str:
    """Return how the branch of a move looks: the planned one, one as good, or any other."""
    if move == node.decision.move:
        return "b"
    return "e" if move in node.decision.equal else "n"


def _joined_by_and(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
