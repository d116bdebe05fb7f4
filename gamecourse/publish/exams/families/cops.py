"""Lecture 5: how many cops?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, groupby
from random import Random
from typing import Any, Self

import networkx as nx

from gamecourse.publish.exams import plain
from gamecourse.publish.exams.arrows import Arrows, Pair, in_columns, pairs
from gamecourse.publish.exams.family import Family, Results
from gamecourse.publish.exams.words import form, in_words, listed
from gamefast import cop_number, solve
from gamelib.games import CopsAndRobber
from gamelib.pursuit import caught_within

POLYGONS = {3: "triangle", 4: "square", 5: "pentagon"}


def neighbours_of(edges: Iterable[Pair], order: str) -> dict[str, list[str]]:
    """Each vertex with its neighbours, all in the order that is given."""
    both_ways = {pair for v, w in edges for pair in ((v, w), (w, v))}
    return {v: [w for w in order if (v, w) in both_ways] for v in order}


def in_order(graph: Any, vertices: Iterable[str]) -> tuple[str, ...]:
    """Vertices in the order that the graph has them, as a position has its cops."""
    chosen = set(vertices)
    return tuple(vertex for vertex in graph if vertex in chosen)


@dataclass(frozen=True)
class SquareWithAHub(Family):
    """5.1: a polygon, a hub that is joined to all its corners, and a vertex that hangs on one."""

    number = "5.1"
    corners: int = 4
    hangs_on: str = "e"  # empty if no vertex hangs on another one
    without: Pair = ("d", "e")  # the edge that is taken away in the end

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        corners = rng.choice([corners for corners in POLYGONS if corners > 3])
        letters = "abcdef"[: corners + 1]
        spoke = rng.choice(letters[:-1]), letters[-1]
        return cls(corners, hangs_on=rng.choice(["", *letters]), without=spoke)

    @property
    def _rim(self) -> str:
        """The corners of the polygon, one after another."""
        return "abcde"[: self.corners]

    @property
    def _hub(self) -> str:
        """The vertex that is joined to all corners."""
        return "abcdef"[self.corners]

    @property
    def _hanging(self) -> str:
        """The vertex that hangs on another one, or nothing."""
        return "abcdefg"[self.corners + 1] if self.hangs_on else ""

    @property
    def _edges(self) -> list[Pair]:
        """All edges, with the one that is taken away in the end."""
        polygon = list(zip(self._rim, self._rim[1:] + self._rim[0], strict=True))
        spokes = [(v, self._hub) for v in self._rim]
        hanging = [(self.hangs_on, self._hanging)] if self.hangs_on else []
        return polygon + spokes + hanging

    @property
    def _edges_left(self) -> list[Pair]:
        """The edges without the one that is taken away in the end."""
        return [edge for edge in self._edges if edge != self.without]

    def _corners(self, edges: Iterable[Pair]) -> tuple[list[tuple[str, str]], list[str]]:
        """The vertices that a student removes, first the one that hangs, and what is left."""
        order = self._hanging + self._rim + self._hub
        return plain.corners_in_turn(neighbours_of(edges, order))

    def title(self) -> str:
        return f"A {POLYGONS[self.corners]} with a hub"

    def asked(self) -> str:
        hanging = f", and {self._hanging} hangs on {self.hangs_on}" if self.hangs_on else ""
        v, w = self.without
        return (
            f"The vertices {', '.join(self._rim)} form a {POLYGONS[self.corners]}; {self._hub} is "
            f"joined to all {in_words(self.corners)} of them{hanging}. Is one cop enough? Is one "
            f"still enough without the edge between {v} and {w}?"
        )

    def results(self) -> Results:
        return {
            "with": cop_number(nx.Graph(self._edges)),
            "without": cop_number(nx.Graph(self._edges_left)),
        }

    def results_again(self) -> Results:
        numbers = {}
        for name, edges in (("with", self._edges), ("without", self._edges_left)):
            graph = neighbours_of(edges, self._hanging + self._rim + self._hub)
            _, left = plain.corners_in_turn(graph)
            numbers[name] = 1
            if len(left) > 1:
                numbers[name] = next(n for n in (2, 3) if plain.caught_in(graph, n) is not None)
        return numbers

    def answer(self) -> str:
        results = self.results()
        removed, _ = self._corners(self._edges)
        still_removed, left = self._corners(self._edges_left)
        if len(left) == 1:
            end = f"Then one vertex is left, and **{results['without']}** cop is still enough."
        else:
            v, _ = self.without
            place = self._rim.index(v)
            before = self._rim[place - 1]
            after = self._rim[(place + 1) % self.corners]
            end = (
                f"What is left is the square {after}, {v}, {before}, {self._hub} without a chord. It "
                f"has no corner, so one cop is not enough, and **{results['without']}** are needed."
            )
        return (
            f"With the edge, remove {told_in_turn(removed)}. So **{results['with']}** cop is enough. "
            f"Without the edge you can still remove {told_in_turn(still_removed)}. {end}"
        )

    def measure(self) -> dict[str, float]:
        removed, _ = self._corners(self._edges)
        still_removed, _ = self._corners(self._edges_left)
        return {
            "vertices": self.corners + 1 + len(self._hanging),
            "corners to find": len(removed) + len(still_removed),
        }


def told_in_turn(removed: Iterable[tuple[str, str]]) -> str:
    """The corners as a sentence lists them, with what dominates them."""
    groups = []
    for over, group in groupby(removed, key=lambda pair: pair[1]):
        corners = [corner for corner, _ in group]
        groups.append(f"{listed(corners)}, which {form(corners, 'is', 'are')} dominated by {over}")
    return ", then ".join(groups)


#: The cube: a and g are opposite corners, and abcd and efgh are opposite faces.
CUBE = pairs("ab bc cd ad ef fg gh eh ae bf cg dh")


@dataclass(frozen=True)
class Cube(Family):
    """5.2: a town of eight squares without triangles, where two cops are enough."""

    number = "5.2"
    streets: Arrows = CUBE

    SQUARES = "abcdefgh"

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        possible = list(combinations(cls.SQUARES, 2))
        rng.shuffle(possible)
        wanted = rng.randint(10, 13)
        streets: list[Pair] = []
        for v, w in possible:
            near = neighbours_of(streets, cls.SQUARES)
            makes_triangle = set(near[v]) & set(near[w])
            if len(streets) < wanted and not makes_triangle:
                streets.append((v, w))
        return cls(tuple(sorted(streets)))

    @property
    def _near(self) -> dict[str, list[str]]:
        """Each square with the squares that a street joins it to."""
        return neighbours_of(self.streets, self.SQUARES)

    def _places(self) -> list[Pair]:
        """Two places for the cops at a time, such that every other square is beside a cop."""
        near = self._near
        return [
            (v, w)
            for v, w in combinations(self.SQUARES, 2)
            if {v, w, *near[v], *near[w]} == set(self.SQUARES)
        ]

    def is_sound(self) -> bool:
        near = self._near
        return (
            all(2 <= len(others) <= 4 for others in near.values())
            and nx.is_connected(nx.Graph(self.streets))
            and bool(self._places())
        )

    def title(self) -> str:
        return "The cube" if self.streets == CUBE else "A town of eight squares"

    def asked(self) -> str:
        if self.streets == CUBE:
            town = (
                "The eight corners of a cube are the squares of a town, and its twelve edges are the "
                "streets. "
            )
        else:
            squares = in_columns(
                (f"{square}: {', '.join(others)}" for square, others in self._near.items()), 4
            )
            town = (
                f"A town has eight squares and {in_words(len(self.streets))} streets. After each "
                f"square you find all squares that a street joins it to.\n\n{squares}\n\n"
            )
        return (
            f"{town}How many cops are needed? How many moves do that many cops need if everybody plays "
            "as well as possible?"
        )

    def results(self) -> Results:
        town = nx.Graph(self.streets)
        cops = cop_number(town)
        solution = solve(CopsAndRobber(town, cops))
        places = [
            team
            for team in combinations(self.SQUARES, cops)
            if all(
                str(solution[in_order(town, team), robber, "cops"]) in ("WIN in 0", "WIN in 1")
                for robber in self.SQUARES
            )
        ]
        return {"cops": cops, "moves": caught_within(solution), "places": places}

    def results_again(self) -> Results:
        near = self._near
        cops = 1
        while (moves := plain.caught_in(near, cops)) is None:
            cops += 1
        return {"cops": cops, "moves": moves, "places": self._places()}

    def answer(self) -> str:
        results = self.results()
        common = "have no neighbour in common"
        if self.streets == CUBE:
            alone = f"Two neighbours on a cube {common}, and each vertex has three neighbours"
            places = "two opposite corners"
            vertex = "vertex"
        else:
            alone = f"Two neighbours {common}, and each square has at least two neighbours"
            places = ", or on ".join(f"**{v}** and **{w}**" for v, w in results["places"])
            vertex = "square"
        return (
            f"One cop is not enough. {alone}, so no {vertex} is dominated. **{results['cops']}** cops "
            f"are enough: put them on {places}. Every other {vertex} is beside one of them, so they "
            f"catch the robber with their first move: **{results['moves']}**."
        )

    def measure(self) -> dict[str, float]:
        return {
            "squares": len(self.SQUARES),
            "streets": len(self.streets),
            "places for two cops": len(self._places()),
        }


FAMILIES = (SquareWithAHub, Cube)
