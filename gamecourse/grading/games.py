"""Games written as dicts, and what is true of a graph without cycles: for the questions of exercises
and for what is measured of them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from gamelib.core import LEFT

#: A graph as a dict from each vertex to the list of its options.
Options = dict[Any, list[Any]]


@dataclass(frozen=True, eq=False)
class WrittenGame:
    """A game as a dict: each position has a dict from moves to options, or an outcome. The first is
    the start.
    """

    nodes: Mapping[Any, Any]

    def start(self) -> Any:
        return next(iter(self.nodes))

    def moves(self, position: Any) -> list[Any]:
        return [] if self.outcome(position) is not None else list(self.nodes[position])

    def play(self, position: Any, move: Any) -> Any:
        return self.nodes[position][move]

    def outcome(self, position: Any) -> Any:
        result = self.nodes[position]
        return None if isinstance(result, dict) else result

    def options(self) -> Options:
        """The options of each position."""
        return {
            p: [*row.values()] if isinstance(row, dict) else [] for p, row in self.nodes.items()
        }


@dataclass(frozen=True, eq=False)
class TableGame:
    """A partizan game as two dicts: from each position to the list of the positions to which Left,
    or Right, can move. A move is a place in that list. The first position is the start.

    Examples
    --------
    >>> game = TableGame(left={"a": ["b"], "b": []}, right={"a": [], "b": []})
    >>> game.moves("a", "left"), game.play("a", 0, "left"), game.moves("a", "right")
    ([0], 'b', [])
    """

    left: Options
    right: Options

    def start(self) -> Any:
        return next(iter(self.left))

    def moves(self, position: Any, player: str) -> list[int]:
        return list(range(len(self.options(position, player))))

    def play(self, position: Any, move: int, player: str) -> Any:
        return self.options(position, player)[move]

    def options(self, position: Any, player: str) -> list[Any]:
        """The positions to which a player can move from a position."""
        return (self.left if player == LEFT else self.right)[position]


def reached(game: Any) -> Options:
    """The options of each position to which play can lead from the start of a game, breadth first.

    Examples
    --------
    >>> reached(WrittenGame({"a": {"on": "b", "stay": "a"}, "b": -1}))
    {'a': ['b', 'a'], 'b': []}
    """
    options: Options = {}
    waiting = deque([game.start()])
    while waiting:
        position = waiting.popleft()
        if position not in options:
            options[position] = [game.play(position, move) for move in game.moves(position)]
            waiting += options[position]
    return options


def valued(rule: Callable[[list[Any]], Any], options: Mapping[Any, Iterable[Any]], v: Any) -> Any:
    """The value of the vertex ``v`` in a graph without cycles; ``rule`` makes the value of a vertex
    of the list of the values of its options.
    """

    @cache
    def value(u: Any) -> Any:
        return rule([value(w) for w in options[u]])

    return value(v)


def longest(options: Mapping[Any, Iterable[Any]], v: Any) -> int:
    """The number of moves in the longest line from a vertex of a graph without cycles."""
    return int(valued(lambda lengths: 1 + max(lengths, default=-1), options, v))
