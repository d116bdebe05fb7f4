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
LONGEST_NAME = 3


@dataclass
class Node:
    """A line of play so far: its position, whose turn it is there, the decision there, and the
    branches that go on.

    For each branch ``words`` has the move, ``looks`` has "b" if it is the planned move, "e" if it
    is as good, and otherwise "n", and ``below`` has the number of the node to which it leads.
    ``height`` is the length of the longest path from here to an end of play.
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
        """The payoffs that play leads to if everyone follows the plan, in words."""
        numbers = [
            int(payoff) if isinstance(payoff, Outcome) else payoff + 0  # which makes 0 of -0.0
            for payoff in self.decision.payoffs
        ]
        return ", ".join(map(str, numbers))


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
        usual_names = ("Max", "Min") if isinstance(game, MinMaxTree) else ()
        names = getattr(ask.any_game(game), "players", usual_names)
        if not ask.is_extensive(game):
            position = None if position is None else (ask.position(game, position), 0)
            game = Extensive(game)
        self.game = game
        try:
            plan = backward_induction(game, position, max_positions=layout.MAX_NODES)
        except TooLarge:
            raise layout.too_large() from None
        self.nodes = _unfolded(game, ask.position(game, position), plan)
        self.root = self.nodes[0]
        count = len(self.root.decision.payoffs)
        self.players = [str(name) for name in names] or [f"player {k}" for k in range(count)]
        steps: list[Step] = [
            {"shown": [self._frame(k)], "story": self._row_in_words(k)}
            for k in range(self.root.height + 1)
        ]
        super().__init__([self._picture()], steps, look="play-tree", beat=1600)

    def _row_in_words(self, step: int) -> list[str]:
        """Return what is decided in this row, and why."""
        if step == 0:
            order = ", in this order" if len(self.players) > 1 else ""
            begin = "Play is over: no move is left."
            if self.root.below:
                begin = "Press Next: we begin at the last moves."
            return [f"Payoffs are for {_joined_by_and(self.players)}{order}. {begin}"]
        decisions = [self._decision_in_words(node) for node in self.nodes if node.height == step]
        lines = list(dict.fromkeys(decisions))  # each sentence once
        if step == self.root.height:
            lines.append(f"The tree is decided. Rational play gives {self.root.payoffs}.")
        return lines

    def as_text(self) -> Text:
        """Return the tree in words, with what is known at this step."""
        return Text("\n".join(self._lines(self.root, "", "")))

    def _lines(self, node: Node, indent: str, move_words: str) -> Iterator[str]:
        """Yield a line for a node, after the words for the move to it, and lines for what follows."""
        if not node.below:
            yield f"{indent}{move_words}{node.payoffs}"
            return
        payoffs = f" -> {node.payoffs}" if node.height <= self.step else ""
        yield f"{indent}{move_words}{self._player(node)}{payoffs}"
        for child, word in zip(node.below, node.words, strict=True):
            yield from self._lines(self.nodes[child], indent + "  ", f"{word}: ")

    def _player(self, node: Node) -> str:
        """Return the name of the player to move, or Nature."""
        return "Nature" if node.turn == CHANCE else self.players[node.turn]

    def _decision_in_words(self, node: Node) -> str:
        """Return what a decision is, and what it gives."""
        if node.turn == CHANCE:
            values = [self.nodes[child].payoffs for child in node.below]
            parts = [f"{odds} · ({value})" for odds, value in zip(node.words, values, strict=True)]
            return f"Nature throws: {' + '.join(parts)} = ({node.payoffs})."
        player = self._player(node)
        planned = node.words[node.looks.index("b")]
        sentence = f"{player}: {planned}. That gives {node.payoffs}."
        equal = [word for word, look in zip(node.words, node.looks, strict=True) if look == "e"]
        if equal:
            sentence += f" To {player}, {_joined_by_and(equal)} would be as good."
        return sentence

    def _picture(self) -> PictureSpec:
        """Return the tree, which grows to the right: a column for each move made."""
        longest_word = max(len(word) for node in self.nodes for word in [*node.words, ""])
        across = 1.9 + 0.2 * longest_word
        # In trees with single branches nodes may stand right above each other.
        has_single_branch = any(len(node.below) == 1 for node in self.nodes)
        down = 1.75 if has_single_branch else 1.15
        root_player = self._player(self.root) if self.root.below else ""
        margin = max(0.0, 0.2 * max(len(self.root.payoffs), len(root_player)) - 1.1)
        places = layout.tree([node.below for node in self.nodes])
        spots = [
            Spot(**self._shape(node), x=0.9 + across * row + margin, y=0.7 + down * along)
            for node, (along, row) in zip(self.nodes, places, strict=True)
        ]
        texts: list[Label] = []
        for node, spot in zip(self.nodes, spots, strict=True):
            if node.below and not spot["label"] and node.turn != CHANCE:
                x, y = spot["x"] + 0.42, spot["y"] - 0.56
                name = self._player(node)
                texts.append({"x": x, "y": y, "words": name, "size": 0.34, "anchor": "end"})
        edges = [
            Edge(k, child, knee=spots[k]["x"] + 0.95, label=word)
            for k, node in enumerate(self.nodes)
            for child, word in zip(node.below, node.words, strict=True)
        ]
        width, height = size_of(spots)
        unit = max(36, min(62, 1040 / width, 620 / height))
        return picture("The tree of the game", spots, edges, unit=unit, texts=texts)

    def _shape(self, node: Node) -> Shape:
        """Return the shape of a node: a leaf with its payoffs, or the shape of the player to move,
        with a short name in it.
        """
        if not node.below:
            words = node.payoffs
            width = 0.5 + 0.19 * len(words)
            return {"shape": "leaf", "w": width, "h": 0.62, "label": words, "name": f"end, {words}"}
        player = self._player(node)
        shape = "diamond" if node.turn == CHANCE else SHAPES[node.turn % len(SHAPES)]
        label = player if len(player) <= LONGEST_NAME and shape != "diamond" else ""
        return {"shape": shape, "w": 0.84, "h": 0.84, "label": label, "name": f"{player} to move"}

    def _frame(self, step: int) -> Frame:
        """Return the state of the tree at a step."""
        return {
            "notes": [
                node.payoffs if node.below and node.height <= step else "" for node in self.nodes
            ],
            "lines": "".join(
                look if node.height <= step else "n" for node in self.nodes for look in node.looks
            ),
            "last": [k for k, node in enumerate(self.nodes) if step > 0 and node.height == step],
            "path": self._path_of_play() if step == self.root.height else [],
        }

    def _path_of_play(self) -> list[int]:
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
        """Yield the children of a node, and give the node the words and looks of its branches."""
        for move, position in ask.steps(game, node.position):
            is_plain = node.turn == CHANCE or isinstance(move, str)  # a probability, or words
            node.words.append(str(move) if is_plain else move_words(game, node.position, move))
            node.looks.append(_branch_letter(node, move))
            yield Node(position, game.turn(position), plan[position])

    nodes, children = layout.unfolded(Node(position, game.turn(position), plan[position]), options)
    # Backwards, so that the heights of the children are known.
    for node, below in zip(reversed(nodes), reversed(children), strict=True):
        node.below = below
        node.height = max((1 + nodes[child].height for child in below), default=0)
    return nodes


def _branch_letter(node: Node, move: Any) -> str:
    """Return how the branch of a move looks: the planned one, one as good, or any other."""
    if move == node.decision.move:
        return "b"
    return "e" if move in node.decision.equal else "n"


def _joined_by_and(words: list[str]) -> str:
    """Return words as in a sentence: "a", "a and b", "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"
