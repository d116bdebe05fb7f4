"""A Monte-Carlo tree search that is listened to: what it selects, where it grows, how it plays on, what it learns."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gamelib.solvers.forward.mcts import Node, Tree

#: What the nodes know at a moment: copies of them, by position.
Snapshot = dict[Any, Node]


@dataclass(frozen=True)
class Choice:
    """A selection: at which node with how many visits, and for each option its tries, its average and its worth."""

    node: Node
    visits: int
    options: list[tuple[int, float, float]]
    taken: int


@dataclass
class Playout:
    """One playout: what was selected, where the tree grew, how it was played on, and what was known when."""

    before: Snapshot
    choices: list[Choice] = field(default_factory=list)
    grown: Node | None = None
    between: Snapshot = field(default_factory=dict)
    played: list[Any] | None = None
    result: float = 0.0
    path: list[Node] = field(default_factory=list)
    after: Snapshot = field(default_factory=dict)


class _Heard:
    """A game that writes down the positions it is played to."""

    def __init__(self, game: Any) -> None:
        self.game, self.positions = game, list[Any]()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def play(self, position: Any, move: Any) -> Any:
        self.positions.append(self.game.play(position, move))
        return self.positions[-1]


class Watched(Tree):
    """A search that writes down each of its playouts."""

    def __init__(
        self, game: Any, position: Any, rng: np.random.Generator, curiosity: float, span: tuple[float, float]
    ) -> None:
        super().__init__(_Heard(game), position, rng, curiosity, span)
        self.playouts: list[Playout] = []

    def snapshot(self) -> Snapshot:
        """What all nodes know now."""
        return {position: copy(node) for position, node in self.nodes.items()}

    def playout(self) -> list[Node]:
        """One playout, written down."""
        now = Playout(self.snapshot())
        now.between = now.before
        self.playouts.append(now)
        now.path = super().playout()
        now.after = self.snapshot()
        return now.path

    def select(self, node: Node) -> int:
        taken, worths = super().select(node), self.worths(node)
        options = zip(node.tries, (-option.best_guess for option in node.options), worths, strict=True)
        self.playouts[-1].choices.append(Choice(node, node.visits, list(options), taken))
        return taken

    def expand(self, node: Node) -> None:
        super().expand(node)
        self.playouts[-1].grown, self.playouts[-1].between = node, self.snapshot()

    def play_on(self, position: Any) -> float:
        self.game.positions.clear()
        result = super().play_on(position)
        self.playouts[-1].played, self.playouts[-1].result = [position, *self.game.positions], result
        return result
