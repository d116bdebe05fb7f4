"""Games written down as trees, for the examples of textbooks.

``MinMaxTree`` is a tree (or a graph without cycles) with numbers at its leaves: two players move in
turn, and what one player gains the other loses. ``Tree`` says at each node who moves (perhaps
Nature), and has a payoff for each player at the terminal nodes.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from numbers import Real
from typing import Any

from gamelib import gate
from gamelib.components import components
from gamelib.core import CHANCE, IllegalMove


@dataclass(frozen=True, eq=False)
class MinMaxTree:
    """A dict from each node to the list of its children, or to a number if play is over there.

    The first node is the root, where Max moves; Min moves in the next row, and so on in turn. The
    numbers are for **Max**, whoever is to move at the leaf. As in every Game, ``outcome`` is for
    the player to move; ``to_max`` turns one into the other. A position is the node, a move the
    child to go to. Raises TypeError for anything but a dict, and ValueError for a child that is
    missing, a cycle, or a node at which either player could be to move.

    >>> from gamelib import minimax
    >>> tree = MinMaxTree({"A": ["B", "C"], "B": 4, "C": ["D", "E"], "D": 3, "E": 9})
    >>> minimax(tree).value, minimax(tree).line
    (4, ('B',))
    """

    nodes: Mapping[Any, Any]

    def __post_init__(self) -> None:
        if not isinstance(self.nodes, Mapping):
            raise TypeError(
                f"the tree is {self.nodes!r}: give a dict, as in "
                f"{{'A': ['B', 'C'], 'B': 4, 'C': 3}}"
            )
        if not self.nodes:
            raise ValueError("the tree is empty: give at least a root, {'A': 1}")
        for node, inside in self.nodes.items():
            for child in inside if self._is_inner(node) else ():
                if not isinstance(child, Hashable) or child not in self.nodes:
                    raise ValueError(
                        f"{child!r}, a child of {node!r}, is missing: give its children or its "
                        "number"
                    )
            if not self._is_inner(node) and not (isinstance(inside, Real) and inside == inside):
                raise ValueError(
                    f"{node!r} has {inside!r}: give the list of its children, or a number for Max"
                )
            if self._is_inner(node) and not inside:
                raise ValueError(
                    f"{node!r} has no children: give it a number if play is over there"
                )
        _ = self._row  # finds the cycles

    def start(self) -> Any:
        return next(iter(self.nodes))

    def moves(self, position: Any) -> list[Any]:
        return list(self.nodes[position]) if self._is_inner(position) else []

    def play(self, position: Any, move: Any) -> Any:
        if move not in self.moves(position):
            raise IllegalMove(f"{move!r} is not a child of {position!r}")
        return move

    def outcome(self, position: Any) -> float | None:
        number = self.nodes[position]
        if self._is_inner(position):
            return None
        value: float = self.to_max(position, gate.checked_result(position, number))
        return value

    def max_to_move(self, position: Any) -> bool:
        """Whether it is Max's turn."""
        return self._row[position] % 2 == 0

    def to_max(self, position: Any, value: Any) -> Any:
        """A value for the player to move as a value for Max, and the reverse."""
        return value if self.max_to_move(position) else -value

    def check_position(self, position: Any) -> None:
        """Raise ValueError for anything that is not a node that play can reach."""
        if position not in self._row:
            raise ValueError(
                f"{position!r} is not a position: give a node of the tree, as {self.start()!r}"
            )

    def text(self, position: Any) -> str:
        return f"{position}: {'Max' if self.max_to_move(position) else 'Min'} to move"

    def _is_inner(self, node: Any) -> bool:
        return isinstance(self.nodes[node], Sequence) and not isinstance(self.nodes[node], str)

    @cached_property
    def _row(self) -> dict[Any, int]:
        """A number of moves from the root to each node that can be reached; all ways to a node have
        the same parity.
        """

        def children(node: Any) -> Sequence[Any]:
            return self.nodes[node] if self._is_inner(node) else ()

        parts = list(components([self.start()], children))
        row = {self.start(): 0}
        for node, *others in reversed(parts):
            if others or node in children(node):
                raise ValueError(f"{[node, *others][-1]!r} lies on a cycle: a tree has no cycles")
            for child in children(node):
                if (row.setdefault(child, row[node] + 1) - row[node]) % 2 == 0:
                    raise ValueError(
                        f"at {child!r} either player could be to move, because ways of even and "
                        "odd length lead to it"
                    )
        return row


@dataclass(frozen=True, eq=False)
class Tree:
    """An extensive game as a dict: a node is ``(who, {move: node or payoffs})``; the first is the
    root.

    ``who`` is one of ``players``, or CHANCE: then the dict's keys are names and its values pairs
    (probability, node or payoffs). Payoffs are a tuple, one for each of ``players``, in their
    order. A position is the name of a node, or the payoffs if play is over. Raises TypeError for
    anything but a dict, and ValueError for a node that is missing or malformed, and for a player
    who is not in ``players``.

    >>> game = Tree({"toss": (CHANCE, {"heads": ("1/2", (1, -1)), "tails": ("1/2", (-1, 1))})}, players=("A", "B"))
    >>> list(game.chances("toss"))
    [(Fraction(1, 2), (1, -1)), (Fraction(1, 2), (-1, 1))]
    """

    nodes: Mapping[str, tuple[str, Mapping[Any, Any]]]
    players: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.nodes, Mapping):
            raise TypeError(
                f"the tree is {self.nodes!r}: give a dict, as in "
                f"{{'A': ('Ann', {{'stop': (1, 0)}})}}"
            )
        if not isinstance(self.players, list | tuple) or not self.players:
            raise ValueError(
                f"players are {self.players!r}: give a tuple of their names, as in ('Ann', 'Bob')"
            )
        if not self.nodes:
            raise ValueError(
                "the tree is empty: give at least a root, {'A': ('Ann', {'stop': (1, 0)})}"
            )
        for name, node in self.nodes.items():
            match node:
                case (who, Mapping()):
                    if who != CHANCE and who not in self.players:
                        raise ValueError(
                            f"at {name!r} it is the turn of {who!r}, who is not one of the "
                            f"players {self.players!r}"
                        )
                case _:
                    raise ValueError(
                        f"{name!r} has {node!r}: give (who, {{move: node or payoffs}})"
                    )
        for name, step, after in self._steps():
            if isinstance(after, tuple) and len(after) != len(self.players):
                raise ValueError(
                    f"the payoffs {after!r} at {name!r}, {step!r}: give one for each of "
                    f"{self.players!r}"
                )
            if not isinstance(after, tuple) and (
                not isinstance(after, Hashable) or after not in self.nodes
            ):
                raise ValueError(f"{after!r}, where {step!r} leads from {name!r}, is missing")

    def _steps(self) -> Iterator[tuple[Any, Any, Any]]:
        """Each node, each move or chance there, and where the move or chance leads."""
        for name, (who, steps) in self.nodes.items():
            for step, there in steps.items():
                if who == CHANCE and not (isinstance(there, list | tuple) and len(there) == 2):
                    raise ValueError(
                        f"{step!r} at {name!r} has {there!r}: give (probability, node or payoffs)"
                    )
                yield name, step, there[1] if who == CHANCE else there

    def start(self) -> Any:
        return next(iter(self.nodes))

    def turn(self, position: Any) -> int | str | None:
        if isinstance(position, tuple):
            return None
        who = self.nodes[position][0]
        return CHANCE if who == CHANCE else self.players.index(who)

    def moves(self, position: Any) -> list[Any]:
        return [] if self.turn(position) is None else list(self.nodes[position][1])

    def play(self, position: Any, move: Any) -> Any:
        if move not in self.moves(position):
            raise IllegalMove(
                f"{move!r} is not a move at {position!r}: "
                f"{', '.join(map(repr, self.moves(position)))}"
            )
        return self.nodes[position][1][move]

    def chances(self, position: Any) -> list[tuple[Fraction, Any]]:
        return [
            (Fraction(probability), there)
            for probability, there in self.nodes[position][1].values()
        ]

    def payoffs(self, position: Any) -> tuple[Any, ...]:
        return tuple(position)

    def check_position(self, position: Any) -> None:
        """Raise ValueError for anything that is neither a node nor the payoffs at a terminal
        node.
        """
        if position not in self.nodes and all(position != after for _, _, after in self._steps()):
            raise ValueError(
                f"{position!r} is not a position: give a node, as {self.start()!r}, or the "
                "payoffs at a terminal node"
            )
