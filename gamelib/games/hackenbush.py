"""Hackenbush: a drawing that stands on the ground; the players cut its edges.

Left cuts blue edges, Right cuts red ones, and either may cut a green one. What no longer hangs
together with the ground falls down. Sources: Conway, On Numbers and Games (1976); Winning Ways
(1982), chapters 1, 2 and 7; for stalks as binary fractions: Berlekamp, The Hackenbush number system
(1974), also in Winning Ways, chapter 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from gamelib.arguments import is_list_like, is_whole
from gamelib.core import LEFT, IllegalMove, check_player

BLUE, RED, GREEN = "B", "R", "G"

#: The point where a drawing stands on the ground. It may stand there with several edges.
GROUND = 0

#: Two points, given by numbers, and the colour of the line between them.
Edge = tuple[int, int, str]
Drawing = tuple[Edge, ...]


@dataclass(frozen=True)
class Hackenbush:
    """A PartizanGame on a drawing whose ``edges`` are blue (``B``), red (``R``) or green (``G``).

    A position is the tuple of the edges that still stand, sorted; an edge is (point, point,
    colour), and points are whole numbers, of which 0 is the ground. A move is the edge to be cut.
    Raises ValueError for an edge of another form, and for one that does not hang together with the
    ground.

    >>> game = Hackenbush([(0, 1, "B"), (1, 2, "R"), (1, 3, "B")])
    >>> game.moves(game.start(), "left")
    [(0, 1, 'B'), (1, 3, 'B')]
    >>> game.play(game.start(), (1, 3, "B"), "left")
    ((0, 1, 'B'), (1, 2, 'R'))
    >>> from gamelib import value
    >>> value(game), value(Hackenbush.stalk("BRRB")), value(Hackenbush.stalk("GGG"))
    (1, 3/8, *3)
    """

    edges: Sequence[Edge]  # a tuple from the beginning on, sorted

    def __post_init__(self) -> None:
        if not is_list_like(self.edges):
            raise ValueError(
                f"the edges are {self.edges!r}: give a list of (point, point, colour), as "
                "[(0, 1, 'B'), (1, 2, 'R')]"
            )
        edges = tuple(self.edges)
        self.check_position(edges)
        object.__setattr__(self, "edges", sorted_drawing(edges))

    @classmethod
    def stalk(cls, colours: str) -> Hackenbush:
        """A single stalk whose edges have these colours, from the ground up."""
        return cls(tuple((k, k + 1, colour) for k, colour in enumerate(colours)))

    def check_position(self, position: Any) -> None:
        """Raise ValueError, saying why, for what is not a drawing that stands on the ground."""
        if not isinstance(position, tuple):
            raise ValueError(f"{position!r} is not a position: give a tuple of edges")
        for edge in position:
            check_edge(edge)
        fallen = set(position) - set(standing(position))
        if fallen:
            raise ValueError(
                f"the edge {min(fallen)!r} does not hang together with the ground, which is point "
                f"{GROUND}"
            )

    def start(self) -> Drawing:
        return tuple(self.edges)

    def moves(self, position: Drawing, player: str) -> list[Edge]:
        check_player(player)
        mine = BLUE if player == LEFT else RED
        return [edge for edge in dict.fromkeys(position) if edge[2] in (mine, GREEN)]

    def play(self, position: Drawing, move: Edge, player: str) -> Drawing:
        if move not in self.moves(position, player):
            mine = "a blue edge (B)" if player == LEFT else "a red edge (R)"
            raise IllegalMove(
                f"{move!r} in {position!r}: {player} cuts {mine} or a green one (G) of the drawing"
            )
        edges = list(position)
        edges.remove(move)
        return standing(edges)

    def parts(self, position: Drawing) -> list[Drawing]:
        """The plants: the groups of edges that hang together otherwise than through the ground."""
        left = list(position)
        plants = []
        while left:
            a, b, _ = left[0]
            points = {a, b} - {GROUND}
            if points:
                plant = connected_to(points, left)
            else:
                plant = [edge for edge in left if edge == left[0]]  # from the ground to the ground
            plants.append(sorted_drawing(plant))
            left = [edge for edge in left if edge not in plant]
        return plants

    def text(self, position: Drawing) -> str:
        return "\n".join(f"{a}-{b} {NAMES[colour]}" for a, b, colour in position) or "bare ground"

    def move_text(self, position: Drawing, move: Edge) -> str:
        a, b, colour = move
        return f"cut {a}-{b} {NAMES[colour]}"


NAMES = {BLUE: "blue", RED: "red", GREEN: "green"}


def check_edge(edge: Any) -> None:
    """Raise ValueError for anything that is not an edge."""
    match edge:
        case (a, b, str(colour)) if is_whole(a, 0) and is_whole(b, 0):
            if colour in NAMES:
                return
            raise ValueError(
                f"the colour of {edge!r} is {colour!r}: B is blue, for Left, R is red, for Right, "
                "and G is green, for either"
            )
    raise ValueError(f"{edge!r} is not an edge: give (point, point, colour), as (0, 1, 'B')")


def sorted_drawing(edges: Iterable[Edge]) -> Drawing:
    """The edges in rising order, and also the two points of each."""
    return tuple(sorted((min(a, b), max(a, b), colour) for a, b, colour in edges))


def standing(edges: Iterable[Edge]) -> Drawing:
    """The edges that hang together with the ground, in their order."""
    edges = list(edges)
    held = connected_to({GROUND}, edges)
    return tuple(edge for edge in edges if edge in held)


def connected_to(points: set[int], edges: Iterable[Edge]) -> list[Edge]:
    """The edges that can be reached from some points along other edges, but not through the ground.

    From the ground itself, all the edges that stand on it are reached at once.
    """
    left = list(edges)
    reached: list[Edge] = []
    while True:
        new = [edge for edge in left if points & {edge[0], edge[1]}]
        if not new:
            return reached
        reached += new
        left = [edge for edge in left if edge not in new]
        points = {point for a, b, _ in reached for point in (a, b)} - {GROUND}
