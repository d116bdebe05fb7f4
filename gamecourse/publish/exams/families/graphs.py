"""Lecture 2: games on graphs."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any, Self

import networkx as nx

from gamecourse.publish.exams import plain
from gamecourse.publish.exams.arrows import Arrows, Pair, digraph, options, pairs, printed
from gamecourse.publish.exams.family import Family, Results
from gamecourse.publish.exams.words import capital, form, in_words, listed
from gamefast import solve
from gamelib import LOSS
from gamelib.games import Token

#: The graphs of 2.1 and 2.4 in docs/exams.md.
EIGHT_VERTICES = pairs("ab ac bd be ce cf df dh eg fg fh gh")
THREE_VERTICES = pairs("xy yx yz")


@dataclass(frozen=True)
class EightVertices(Family):
    """2.1: a graph without cycles whose first vertex is lost, and an arrow that would save it."""

    number = "2.1"
    arrows: Arrows = EIGHT_VERTICES

    VERTICES = "abcdefgh"

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        arrows: list[Pair] = []
        for place, vertex in enumerate(cls.VERTICES[:-1]):
            later = cls.VERTICES[place + 1 :]
            how_many = min(rng.choice((1, 2, 2)), len(later))
            arrows += [(vertex, other) for other in sorted(rng.sample(later, how_many))]
        return cls(tuple(arrows))

    def is_sound(self) -> bool:
        graph = options(self.arrows)
        # Play can come to every vertex, and there is a choice at the first one.
        come_to = {target for _, target in self.arrows}
        if come_to != set(self.VERTICES[1:]) or len(graph["a"]) < 2:
            return False
        results = self.results()
        return "a" in results["P"] and results["ways"] >= 2

    def asked(self) -> str:
        return (
            "A token is pushed along these arrows. A player who cannot move loses.\n\n"
            f"{printed(self.arrows, 4)}\n\n"
            "Which vertices are N-positions, and which are P-positions? Now draw one more arrow out "
            "of `a` so that `a` is won. To which vertices may it lead?"
        )

    def results(self) -> Results:
        solution = solve(digraph(self.arrows))
        others = set(self.VERTICES[1:]) - set(options(self.arrows)["a"])
        saves = [
            other
            for other in sorted(others)
            if solve(digraph([*self.arrows, ("a", other)]))["a"].outcome != LOSS
        ]
        return {
            "P": [vertex for vertex in self.VERTICES if solution[vertex].outcome == LOSS],
            "ways": len(saves),
            "to": saves,
        }

    def results_again(self) -> Results:
        graph = options(self.arrows)
        settled = plain.settle(graph)
        saves = []
        for other in self.VERTICES[1:]:
            with_it = plain.settle(graph | {"a": [*graph["a"], other]})
            if other not in graph["a"] and with_it["a"].outcome == "WIN":
                saves.append(other)
        return {
            "P": [vertex for vertex in self.VERTICES if settled[vertex].outcome == "LOSS"],
            "ways": len(saves),
            "to": saves,
        }

    def answer(self) -> str:
        graph = options(self.arrows)
        results = self.results()
        sentences = ["Work backwards from h. No arrow leads out of h, so h is P."]
        is_n: set[str] = set()
        # From the end backwards, every vertex comes after all vertices that it leads to.
        for vertex in reversed(results["P"]):
            if vertex != "h":
                after = graph[vertex]
                arrows = form(after, "The only arrow", "All arrows")
                leads = form(
                    after, f"leads to {after[0]}", f"lead to N-positions ({listed(after)})"
                )
                sentences.append(f"{arrows} of {vertex} {leads}, so {vertex} is P.")
            news = [v for v in graph if vertex in graph[v] and v not in is_n]
            if news:
                arrow = form(news, "An arrow leads", "Arrows lead")
                verb = form(news, "is", "are")
                sentences.append(
                    f"{arrow} from {listed(news)} to {vertex}, so {listed(news)} {verb} N."
                )
            is_n.update(news)
        lost = listed(f"**{vertex}**" for vertex in results["P"])
        where = listed([f"to {vertex}" for vertex in results["to"]], last="or")
        return (
            f"{' '.join(sentences)} The P-positions are {lost}. The new arrow must lead to another "
            f"P-position, {where}, so there are **{results['ways']}** ways."
        )

    def measure(self) -> dict[str, float]:
        solution = solve(digraph(self.arrows))
        return {
            "vertices": len(self.VERTICES),
            "arrows": len(self.arrows),
            "P-positions": len(self.results()["P"]),
            "moves from a": solution["a"].remoteness or 0,
        }


#: Polygons by the number of their corners.
POLYGONS = {3: "triangle", 4: "square", 5: "pentagon"}


@dataclass(frozen=True)
class ChainOfSquares(Family):
    """2.2: a chain of polygons; through each of them lead two ways."""

    number = "2.2"
    pieces: int = 10
    corners: int = 4

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        return cls(pieces=rng.randint(7, 13), corners=rng.choice(list(POLYGONS)))

    @property
    def polygon(self) -> str:
        """What the chain consists of."""
        return POLYGONS[self.corners]

    @property
    def left(self) -> int:
        """How many corners lie on the left side, between top and bottom."""
        return (self.corners - 1) // 2

    @property
    def right(self) -> int:
        """How many corners lie on the right side."""
        return (self.corners - 2) // 2

    def title(self) -> str:
        return f"A chain of {self.polygon}s"

    def asked(self) -> str:
        if self.corners == 4:
            ways = (
                "From the top of each square two arrows lead to its left and its right corner. From each corner one "
                "arrow leads to the bottom, which is the top of the next square."
            )
        else:
            by_left = f"over {in_words(self.left)} {'corner' if self.left == 1 else 'corners'}"
            by_right = f"over {in_words(self.right)}" if self.right else "directly"
            ways = (
                f"Arrows lead from the top of each {self.polygon} to its bottom in two ways: on the "
                f"left {by_left}, and on the right {by_right}. The bottom is the top of the next "
                f"{self.polygon}."
            )
        return (
            f"{capital(in_words(self.pieces))} {self.polygon}s form a chain. {ways} A program works "
            "out each vertex by asking for all its options, and remembers nothing. It begins at the "
            "first top. How many times does it ask for the last bottom? How many vertices does it "
            "work out if it remembers each outcome?"
        )

    def _chain(self) -> Any:
        """The graph: the tops have the numbers from 0 on, and the last number is the last bottom."""
        chain = nx.DiGraph()
        for k in range(self.pieces):
            nx.add_path(chain, [k, *((k, "left", i) for i in range(self.left)), k + 1])
            nx.add_path(chain, [k, *((k, "right", i) for i in range(self.right)), k + 1])
        return chain

    def results(self) -> Results:
        game = Token(self._chain(), 0)
        asked: dict[Any, int] = {}

        def ask(position: Any) -> bool:
            asked[position] = asked.get(position, 0) + 1
            known = [ask(game.play(position, move)) for move in game.moves(position)]
            return not all(known)

        ask(game.start())
        return {"asked": asked[self.pieces], "remembered": len(solve(game))}

    def results_again(self) -> Results:
        ways = 1
        vertices = 1  # the first top
        for _ in range(self.pieces):
            ways += ways
            vertices += self.corners - 1
        return {"asked": ways, "remembered": vertices}

    def answer(self) -> str:
        results = self.results()
        return (
            f"Each {self.polygon} doubles the number of ways, and the program asks for the last "
            f"bottom once for every way that leads to it: **{results['asked']}** times. With a "
            f"memory it works out each vertex once: {in_words(self.corners - 1)} for each "
            f"{self.polygon} and the last bottom, **{results['remembered']}** in all."
        )

    def measure(self) -> dict[str, float]:
        return {"pieces": self.pieces, "corners of a piece": self.corners}


@dataclass(frozen=True)
class AsManyAsCanBe(Family):
    """2.3: how few and how many P-positions a graph can have."""

    number = "2.3"
    vertices: int = 5
    terminal: int = 1

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        return cls(vertices=rng.randint(4, 6), terminal=rng.randint(1, 4))

    def is_sound(self) -> bool:
        return self.vertices - self.terminal >= 2  # otherwise least and most are the same number

    def asked(self) -> str:
        terminal = "only **one** of them is terminal"
        if self.terminal > 1:
            terminal = f"exactly **{in_words(self.terminal)}** of them are terminal"
        return (
            f"A graph without cycles has {in_words(self.vertices)} vertices, and {terminal}. A player "
            "who cannot move loses. How many P-positions must it have, and how many can it have? "
            "Prove both."
        )

    def results(self) -> Results:
        # At an N-position one arrow to a P-position is enough, and at a P-position any one of its
        # arrows. Without all others every outcome is the same, so graphs with one arrow out of each
        # vertex show all numbers that are possible. In such a graph options have smaller numbers.
        others = range(self.terminal, self.vertices)
        found = set()
        for targets in product(*(range(vertex) for vertex in others)):
            graph = nx.DiGraph()
            graph.add_nodes_from(range(self.vertices))
            graph.add_edges_from(zip(others, targets, strict=True))
            found.add(sum(verdict.outcome == LOSS for verdict in solve(graph).values()))
        return {"least": min(found), "most": max(found)}

    def results_again(self) -> Results:
        # How many P-positions there can be among the first vertices of the theorem's list.
        possible = {self.terminal}
        for before in range(self.terminal, self.vertices):
            with_n = {p for p in possible if p > 0}  # lead to one of the p
            with_p = {p + 1 for p in possible if p < before}  # lead only to N-positions
            possible = with_n | with_p
        return {"least": min(possible), "most": max(possible)}

    def answer(self) -> str:
        results = self.results()
        least, most = results["least"], results["most"]
        rest = self.vertices - self.terminal - 1
        others = "the other one lead" if rest == 1 else f"the other {in_words(rest)} lead"
        if self.terminal == 1:
            few = "the terminal vertex is a P-position. If every other vertex has an arrow to it"
            order = ""
            second = "second"
            only = "the terminal vertex"
            one_of_them = "the terminal vertex"
        else:
            few = (
                f"the {in_words(self.terminal)} terminal vertices are P-positions. If every other "
                "vertex has an arrow to one of them"
            )
            order = ", and begin with the terminal vertices"
            second = {2: "third", 3: "fourth", 4: "fifth"}[self.terminal]
            only = "terminal vertices"
            one_of_them = "a terminal vertex"
        return (
            f"It must have at least **{least}**, because {few}, all these vertices are N-positions. "
            f"It can have at most **{most}**. As in the theorem, list every option before the "
            f"vertices that lead to it{order}. The {second} vertex of this list can lead only to "
            f"{only}, so it is an N-position. {capital(in_words(most))} are possible: let one vertex "
            f"v lead to {one_of_them}, and let {others} only to v."
        )

    def measure(self) -> dict[str, float]:
        # The proof is the same for all numbers, so only the size of a picture counts.
        return {"vertices": self.vertices}


@dataclass(frozen=True)
class ThreeLevels(Family):
    """2.4: a small graph with a cycle, unfolded to a tree of so many moves."""

    number = "2.4"
    arrows: Arrows = THREE_VERTICES
    moves: int = 3

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        vertices = rng.choice(("xyz", "xyzw"))
        end = rng.choice(vertices[1:])
        arrows: list[Pair] = []
        for vertex in vertices.replace(end, ""):
            others = vertices.replace(vertex, "")
            targets = rng.sample(others, rng.choice((1, 2)))
            arrows += [(vertex, other) for other in others if other in targets]
        return cls(tuple(arrows), moves=rng.choice((3, 4)))

    def title(self) -> str:
        return f"{capital(in_words(self.moves))} levels of a tree"

    @property
    def _lines(self) -> tuple[list[str], list[str]]:
        """The lines of play from x that are over sooner, and those with as many moves as agreed."""
        graph = options(self.arrows)
        over: list[str] = []
        lines = ["x"]
        for _ in range(self.moves):
            over += [line for line in lines if not graph[line[-1]]]
            lines = [line + after for line in lines for after in graph[line[-1]]]
        return over, lines

    @property
    def _levels(self) -> list[list[str]]:
        """Where the token can be after 0, 1, ... moves."""
        over, lines = self._lines
        return [
            sorted({line[moves] for line in over + lines if moves < len(line)})
            for moves in range(self.moves + 1)
        ]

    @property
    def _cycle(self) -> str | None:
        """A line that returns to where it began; None if there is none."""
        graph = options(self.arrows)
        for start in graph:
            lines = [start]
            for _ in graph:
                lines = [line + after for line in lines for after in graph[line[-1]]]
                for line in lines:
                    if line[-1] == start:
                        return line
        return None

    def is_sound(self) -> bool:
        over, lines = self._lines
        graph = options(self.arrows)
        ends = [vertex for vertex, after in graph.items() if not after]
        in_the_tree = set("".join(over + lines))
        some_lines_of_each_kind = bool(over and lines)
        return (
            len(ends) == 1
            and in_the_tree == graph.keys()
            and some_lines_of_each_kind
            and self._cycle is not None
        )

    def asked(self) -> str:
        graph = options(self.arrows)
        (end,) = (vertex for vertex, after in graph.items() if not after)
        arrows = [
            f"from `{vertex}` {form(after, 'an arrow leads', 'arrows lead')} "
            f"{listed(f'to `{other}`' for other in after)}"
            for vertex, after in graph.items()
            if after
        ]
        moves = in_words(self.moves)
        return (
            f"{capital(', '.join(arrows[:-1]))}, and {arrows[-1]}. Nothing leads out of `{end}`. "
            f"Draw all lines of play from `x` with at most {moves} moves, as a tree. How many lines "
            f"have exactly {moves} moves? Would the tree end if you kept drawing? The players now "
            f"agree on a draw after {moves} moves if play is not over by then. What must a position "
            "hold now, and how many positions can be reached from the start?"
        )

    def results(self) -> Results:
        game = Token(digraph(self.arrows), "x")
        lines = [game.start()]
        reached = {(game.start(), 0)}
        for moves in range(1, self.moves + 1):
            lines = [game.play(place, move) for place in lines for move in game.moves(place)]
            reached |= {(place, moves) for place in lines}
        return {"lines": len(lines), "reached": len(reached)}

    def results_again(self) -> Results:
        ways = {"x": 1}  # how many lines lead to each vertex
        positions = 1
        for _ in range(self.moves):
            longer: dict[str, int] = {}
            for source, target in self.arrows:
                if source in ways:
                    longer[target] = longer.get(target, 0) + ways[source]
            ways = longer
            positions += len(ways)
        return {"lines": sum(ways.values()), "reached": positions}

    def answer(self) -> str:
        results = self.results()
        over, lines = self._lines
        cycle = self._cycle
        assert cycle is not None
        moves = in_words(self.moves)
        levels = [
            f"{listed(places)} after {number}{' moves' if number == 0 else ''}"
            for number, places in enumerate(self._levels)
        ]
        return (
            f"Exactly **{in_words(results['lines'])}** {form(lines, 'line has', 'lines have')} "
            f"{moves} moves: {listed(map(' → '.join, lines))}. The {form(over, 'line', 'lines')} "
            f"{listed(map(' → '.join, over))} {form(over, 'is', 'are')} over before. The tree never "
            f"ends, because play can go round {' → '.join(cycle)} as often as the players like. With "
            "the new rule a position holds the vertex and the number of moves made (or left). "
            f"**{results['reached']}** positions can be reached: {', '.join(levels[:-1])}, and "
            f"{levels[-1]}."
        )

    def measure(self) -> dict[str, float]:
        over, lines = self._lines
        nodes = {line[:length] for line in over + lines for length in range(1, len(line) + 1)}
        return {"nodes of the tree": len(nodes), "lines with so many moves": len(lines)}


FAMILIES = (EightVertices, ChainOfSquares, AsManyAsCanBe, ThreeLevels)
