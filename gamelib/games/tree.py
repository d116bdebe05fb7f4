"""Games written down as trees, for the examples of textbooks.

``MinMaxTree`` is a tree (or a graph without cycles) with numbers in its leaves: two players in turn, one's gain the
other's loss. ``Tree`` says at each node who moves, Nature included, and has a payoff for each player at the ends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from numbers import Real
from typing import Any

from gamelib.core import CHANCE, IllegalMove


@dataclass(frozen=True, eq=False)
class MinMaxTree:
    """A dict from each node to the list of its children, or to a number where play is over.

    The first node is the root, where Max moves; he wants much, and Min, who moves in the next row, little. The numbers
    are for **Max**, whoever is to move at the leaf. As a Game it speaks, as all do, for the player to move; ``to_max``
    says it the other way. A position is the node, a move the child to go to. Raises ValueError for a child that is
    missing, a cycle, and a node that either could be to move at.

    >>> from gamelib import minimax
    >>> tree = MinMaxTree({"A": ["B", "C"], "B": 4, "C": ["D", "E"], "D": 3, "E": 9})
    >>> minimax(tree).value, minimax(tree).line
    (4, ('B',))
    """

    nodes: Mapping[Any, Any]

    def __post_init__(self) -> None:
        if not self.nodes:
            raise ValueError("the tree is empty: give at least a root, {'A': 1}")
        for node, inside in self.nodes.items():
            for child in inside if self._is_inner(node) else ():
                if child not in self.nodes:
                    raise ValueError(f"{child!r}, a child of {node!r}, is missing: give its children or its number")
            if not self._is_inner(node) and not (isinstance(inside, Real) and inside == inside):
                raise ValueError(f"at {node!r} stands {inside!r}: give the list of its children, or a number for Max")
            if self._is_inner(node) and not inside:
                raise ValueError(f"{node!r} has no children: give it a number, if play is over there")
        _ = self._row  # finds the cycles

    def start(self) -> Any:
        return next(iter(self.nodes))

    def moves(self, position: Any) -> list[Any]:
        return list(self.nodes[position])

    def play(self, position: Any, move: Any) -> Any:
        if move not in self.nodes[position]:
            raise IllegalMove(f"{move!r} is not a child of {position!r}")
        return move

    def outcome(self, position: Any) -> float | None:
        return None if self._is_inner(position) else self.to_max(position, self.nodes[position])

    def max_to_move(self, position: Any) -> bool:
        """Whether it is Max's turn."""
        return self._row[position] % 2 == 0

    def to_max(self, position: Any, value: Any) -> Any:
        """A value for the player to move as one for Max; the same back again."""
        return value if self.max_to_move(position) else -value

    def text(self, position: Any) -> str:
        return f"{position}: {'Max' if self.max_to_move(position) else 'Min'} to move"

    def _is_inner(self, node: Any) -> bool:
        return isinstance(self.nodes[node], Sequence) and not isinstance(self.nodes[node], str)

    @cached_property
    def _row(self) -> dict[Any, int]:
        """For each node that can be reached, a number of moves from the root; all ways have the same parity."""
        row, path, done = {self.start(): 0}, set(), set()
        todo: list[tuple[Any, bool]] = [(self.start(), False)]
        while todo:
            node, left = todo.pop()
            if left:
                path.discard(node)
                done.add(node)
            elif node in path:
                raise ValueError(f"{node!r} lies on a cycle: a tree has none")
            elif node not in done:
                path.add(node)
                todo.append((node, True))
                for child in self.nodes[node] if self._is_inner(node) else ():
                    if (row.setdefault(child, row[node] + 1) - row[node]) % 2 == 0 and child not in path:
                        raise ValueError(
                            f"at {child!r} either could be to move, for ways of even and odd length lead to it"
                        )
                    todo.append((child, False))
        return row


@dataclass(frozen=True, eq=False)
class Tree:
    """An extensive game as a dict: a node is ``(who, {move: node or payoffs})``; the first is the root.

    ``who`` is one of ``players``, or CHANCE: then the dict's keys are names and its values pairs (probability, node or
    payoffs). Payoffs are a tuple, one for each of ``players``, in their order. A position is the name of a node, or
    the payoffs where play is over. Raises ValueError for a node that is missing and a player who is not one.

    >>> game = Tree({"toss": (CHANCE, {"heads": ("1/2", (1, -1)), "tails": ("1/2", (-1, 1))})}, players=("A", "B"))
    >>> list(game.chances("toss"))
    [(Fraction(1, 2), (1, -1)), (Fraction(1, 2), (-1, 1))]
    """

    nodes: Mapping[str, tuple[str, Mapping[Any, Any]]]
    players: tuple[str, ...]

    def __post_init__(self) -> None:
        for name, (who, steps) in self.nodes.items():
            if who != CHANCE and who not in self.players:
                raise ValueError(f"at {name!r} it is the turn of {who!r}, who is none of the players {self.players!r}")
            for step, there in steps.items():
                after = there[1] if who == CHANCE else there
                if isinstance(after, tuple) and len(after) != len(self.players):
                    raise ValueError(
                        f"the payoffs {after!r} at {name!r}, {step!r}: give one for each of {self.players!r}"
                    )
                if not isinstance(after, tuple) and after not in self.nodes:
                    raise ValueError(f"{after!r}, where {step!r} leads from {name!r}, is missing")

    def start(self) -> Any:
        return next(iter(self.nodes))

    def turn(self, position: Any) -> int | str | None:
        if isinstance(position, tuple):
            return None
        who = self.nodes[position][0]
        return CHANCE if who == CHANCE else self.players.index(who)

    def moves(self, position: Any) -> list[Any]:
        return list(self.nodes[position][1])

    def play(self, position: Any, move: Any) -> Any:
        if move not in self.nodes[position][1]:
            raise IllegalMove(f"{move!r} is not a move at {position!r}: {', '.join(map(repr, self.moves(position)))}")
        return self.nodes[position][1][move]

    def chances(self, position: Any) -> list[tuple[Fraction, Any]]:
        return [(Fraction(probability), there) for probability, there in self.nodes[position][1].values()]

    def payoffs(self, position: Any) -> tuple[Any, ...]:
        return tuple(position)
