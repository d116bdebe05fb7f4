"""Monte-Carlo tree search: random play, most often where it has gone well, with bounds that can
prove the value.

A playout goes down the tree from the position. At each node it takes the option that is best by its
average so far plus a bonus for being little known (UCT). It adds a node and plays on at random
until play is over, and all nodes passed remember the result. Besides the average, every node has a
lower and an upper bound on its true value. The bounds come from terminal positions and move up: the
lower bound is the largest that an option guarantees, and the upper bound is the largest that an
option could give. If the two meet, the value is proved, and no playout goes on from there. A
position reached in two ways is one node. Sources: Kocsis and Szepesvari, Bandit based Monte-Carlo
planning (2006); Cazenave and Saffidine, Score bounded Monte-Carlo tree search (2010).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf, log, sqrt
from typing import Any

import numpy as np

from gamefast import ask
from gamelib.answers import PositionResult
from gamelib.symmetry import real_rules, unfold

#: The weight of the bonus against the average: the theory's square root of 2, which is for results
#: in [0, 1].
CURIOSITY = sqrt(2)

#: A random play longer than this counts as endless: a draw.
LONGEST = 1_000


@dataclass(slots=True, eq=False)
class Node:
    """A position, with its number of visits, the sum of the results and certain bounds, all for the
    player to move.

    ``best_guess``: the value if it is proved, otherwise the average.
    """

    position: Any
    lower: float
    upper: float
    best_guess: float = 0.0
    visits: int = 0
    total: float = 0.0
    moves: list[Any] = field(default_factory=list)
    options: list[Node] = field(default_factory=list)
    tries: list[int] = field(default_factory=list)
    before: list[Node] = field(default_factory=list)

    @property
    def proved(self) -> bool:
        """Whether the true value is known."""
        return self.lower == self.upper

    @property
    def mean(self) -> float:
        """The average result so far."""
        return self.total / self.visits if self.visits else 0.0


@dataclass(frozen=True, repr=False)
class MctsResult(PositionResult):
    """What Monte-Carlo tree search found.

    ``value``: for the player to move; it is the average result unless it is ``exact``, that is,
    proved. ``bounds``: the true value is certain to lie between these. ``line``: down the tree by
    the moves that are proved best, or otherwise were tried most often. ``best``: the first move of
    ``line``. ``visits``, ``values``: how many times each move was tried, and its average or proved
    value, for the player to move here. ``playouts``: how many were played; if the value is proved,
    there may be fewer than were asked for.
    """

    bounds: tuple[float, float]
    visits: dict[Any, int]
    values: dict[Any, float]
    playouts: int


class Tree:
    """A search in progress, with the parameters of ``mcts``; ``playout()`` makes one more step.

    >>> from gamelib.games import Nim
    >>> tree = Tree(Nim((1,)), (1,), np.random.default_rng(1), CURIOSITY, (-1, 1))
    >>> path = tree.playout()  # the one move takes the last match
    >>> tree.root.proved, tree.root.lower
    (True, 1)
    """

    def __init__(
        self,
        game: Any,
        position: Any,
        rng: np.random.Generator,
        curiosity: float,
        span: tuple[float, float],
    ) -> None:
        self.game, self.rng, self.curiosity, self.span = game, rng, curiosity, span
        self.nodes: dict[Any, Node] = {}
        self.root = self.node(position)

    def node(self, position: Any) -> Node:
        """The node of a position, made when it is first met; at a terminal position its value is
        known.
        """
        if (node := self.nodes.get(position)) is None:
            low, high = self.span
            guess, result = 0.0, self.game.outcome(position)
            if result is not None:
                low = high = guess = self.within(ask.result(result, position), position)
            node = self.nodes[position] = Node(position, low, high, guess)
        return node

    def within(self, result: float, position: Any) -> float:
        """Return a result if it lies in ``span``; otherwise raise ValueError: the bounds would not
        be certain.
        """
        low, high = self.span
        if not low <= result <= high:
            raise ValueError(
                f"the result at {position!r} is {result!r}, but span=({low!r}, {high!r}): give "
                "the smallest and the "
                "largest result of the game, for either player"
            )
        return result

    def run(self, most: int) -> MctsResult:
        """What is known after this many playouts, or after fewer if the value is proved."""
        played = 0
        while played < most and not self.root.proved:
            self.playout()
            played += 1
        return self.result(played)

    def playout(self) -> list[Node]:
        """Select, expand, play at random and carry the result back; return the nodes passed, the
        root first.
        """
        path, node, passed_by = [self.root], self.root, {id(self.root)}
        while node.options and not node.proved:
            k = self.select(node)
            node.tries[k] += 1
            node = node.options[k]
            path.append(node)
            if id(node) in passed_by:
                break
            passed_by.add(id(node))
        if not node.proved and not node.options:
            self.expand(node)
        came_back = len(passed_by) < len(path)  # endless as far as we know, so a draw
        value = node.lower if node.proved else 0.0 if came_back else self.play_on(node.position)
        for passed in reversed(path):
            passed.visits, passed.total = passed.visits + 1, passed.total + value
            passed.best_guess = passed.lower if passed.proved else passed.total / passed.visits
            value = -value
        return path

    def select(self, node: Node) -> int:
        """The place of the option to go to (UCT)."""
        worths = self.worths(node)
        return worths.index(max(worths))

    def worths(self, node: Node) -> list[float]:
        """The average of each option so far, for the player who chooses, plus its bonus for being
        little known.

        An option that cannot be better than what is certain gets minus infinity.

        >>> from gamelib.games import Nim
        >>> tree = Tree(Nim((1, 2)), (1, 2), np.random.default_rng(1), CURIOSITY, (-1, 1))
        >>> path = [tree.playout() for _ in range(4)]  # each of three moves once; two certainly lose
        >>> [round(worth, 2) for worth in tree.worths(tree.root)]  # one wins: 1 + 1.41 √(ln 5 / 1)
        [-inf, 2.79, -inf]
        """
        known, lower, upper, curiosity = (
            log(node.visits + 1),
            node.lower,
            node.upper,
            self.curiosity,
        )
        return [
            -inf
            if -option.lower <= lower and -option.upper < upper
            else -option.best_guess + curiosity * sqrt(known / (tries + 1e-9))
            for option, tries in zip(node.options, node.tries, strict=True)
        ]

    def expand(self, node: Node) -> None:
        """Add the options of a node, and see at once whether they prove something."""
        node.moves = list(ask.moves(self.game, node.position))
        node.options = [self.node(self.game.play(node.position, move)) for move in node.moves]
        node.tries = [0] * len(node.moves)
        for option in node.options:
            option.before.append(node)
        self.tighten(node)

    def tighten(self, node: Node) -> None:
        """Bring the bounds of a node, and of all nodes with moves to it, up to date."""
        todo = [node]
        while todo:
            here = todo.pop()
            lower = max([-option.upper for option in here.options])
            upper = max([-option.lower for option in here.options])
            if lower != here.lower or upper != here.upper:
                here.lower, here.upper = max(here.lower, lower), min(here.upper, upper)
                here.best_guess = here.lower if here.proved else here.best_guess
                todo += here.before

    def play_on(self, position: Any) -> float:
        """The result of a random play from a position that is not over, for the player to move
        there.
        """
        sign = 1
        for _ in range(LONGEST):
            moves = ask.moves(self.game, position)
            position, sign = self.game.play(position, moves[self.rng.integers(len(moves))]), -sign
            if (result := self.game.outcome(position)) is not None:
                return sign * self.within(ask.result(result, position), position)
        return 0.0

    def result(self, playouts: int) -> MctsResult:
        """What is known now."""
        root = self.root
        visits = dict(zip(root.moves, root.tries, strict=True))
        values = {
            move: -option.best_guess for move, option in zip(root.moves, root.options, strict=True)
        }
        found = root.position, root.best_guess, self.line(), root.proved
        return MctsResult(
            real_rules(self.game), *found, (root.lower, root.upper), visits, values, playouts
        )

    def line(self) -> tuple[Any, ...]:
        """The line of best moves down the tree, on the real board, until the tree ends or a
        position comes back.
        """
        node, moves, seen = self.root, list[Any](), set[int]()
        while node.options and id(node) not in seen:
            seen.add(id(node))
            k = self.choice(node)
            moves.append(node.moves[k])
            node = node.options[k]
        if not moves:
            return ()
        first, *rest = (
            moves  # the root is on the real board, all other positions come from the game's rules
        )
        there = real_rules(self.game).play(self.root.position, first)
        return first, *unfold(self.game, there, rest)

    def choice(self, node: Node) -> int:
        """The place of the move to make: one that guarantees a proved value, otherwise the most
        tried not hopeless.
        """
        places = range(len(node.options))
        if node.proved:
            return max(places, key=lambda k: (-node.options[k].upper, node.tries[k]))

        def hopeless(option: Node) -> bool:
            return -option.lower <= self.span[0] or (
                -option.lower <= node.lower and -option.upper < node.lower
            )

        good = [k for k in places if not hopeless(node.options[k])] or places
        return max(good, key=node.tries.__getitem__)
