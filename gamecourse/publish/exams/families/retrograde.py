"""Lecture 3: retrograde analysis."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Self

from gamecourse.publish.exams import plain
from gamecourse.publish.exams.arrows import (
    Arrows,
    Pair,
    digraph,
    options,
    pairs,
    printed,
    taken_in_turn,
    told,
    told_of_drawn,
)
from gamecourse.publish.exams.family import Family, Results
from gamecourse.publish.exams.words import in_words, listed
from gamefast import solve
from gamelib import DRAW, LOSS, WIN

#: The graphs of 3.1, 3.4 and 3.5 in docs/exams.md.
SEVEN_VERTICES = pairs("xt yx yz zx zy vx uv uy wu wy")
TWO_ENDS = pairs("as ba bt ca cb dc de ed")
NO_CYCLE = pairs("ut vu wv xt xw yw yx")


def one_or_two_arrows(rng: Random, sources: str, vertices: str) -> Arrows:
    """One or two arrows out of each source, to other vertices."""
    arrows: list[Pair] = []
    for source in sources:
        others = vertices.replace(source, "")
        targets = sorted(rng.sample(others, rng.choice((1, 2))))
        arrows += [(source, target) for target in targets]
    return tuple(arrows)


def verdicts_again(graph: dict[str, list[str]], won_at_the_end: str = "") -> dict[str, str]:
    """What is known of each vertex, in the words of the library, by the second method."""
    settled = plain.settle(graph, won_at_the_end)
    return {
        vertex: f"{settled[vertex].outcome} in {settled[vertex].moves}"
        if vertex in settled
        else "DRAW"
        for vertex in sorted(graph)
    }


def remotenesses(verdicts: Results) -> dict[str, int]:
    """The numbers in verdicts such as "WIN in 3"; a drawn vertex has none."""
    return {
        vertex: int(verdict.split()[-1])
        for vertex, verdict in verdicts.items()
        if verdict != "DRAW"
    }


def drawn_of(verdicts: Results) -> list[str]:
    """The drawn vertices."""
    return [vertex for vertex, verdict in verdicts.items() if verdict == "DRAW"]


@dataclass(frozen=True)
class WithACounter(Family):
    """3.1: a graph with cycles, to be settled with counters of hopes and a queue."""

    number = "3.1"
    arrows: Arrows = SEVEN_VERTICES

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        return cls(one_or_two_arrows(rng, "xyzvuw", "tuvwxyz"))

    def is_sound(self) -> bool:
        graph = options(self.arrows)
        if "t" not in graph:
            return False
        results = self.results()
        settled, drawn = remotenesses(results), drawn_of(results)
        steps = taken_in_turn(graph, {"t": "LOSS"})
        return (
            max(settled.values()) >= 3
            and len(set(settled.values())) == len(settled)  # so that the queue has one order
            and len(drawn) >= 2
            # Some vertex loses a hope, and stays drawn.
            and any(v in drawn for step in steps for v in step.fewer_hopes)
        )

    def asked(self) -> str:
        return (
            f"A player who cannot move loses.\n\n{printed(self.arrows, 6)}\n\n"
            "Settle the graph from its terminal vertex. Say for each vertex whether it is won, lost "
            "or drawn, and give its remoteness if it has one."
        )

    def results(self) -> Results:
        solution = solve(digraph(self.arrows))
        return {vertex: str(verdict) for vertex, verdict in sorted(solution.items())}

    def results_again(self) -> Results:
        return verdicts_again(options(self.arrows))

    def answer(self) -> str:
        graph, results = options(self.arrows), self.results()
        steps = taken_in_turn(graph, {"t": "LOSS"})
        story = told(steps, graph, remotenesses(results))
        return (
            f"The vertices enter the queue in the order {', '.join(step.vertex for step in steps)}. "
            f"The terminal vertex t is lost in **0**. {story} {told_of_drawn(graph, drawn_of(results))}"
        )

    def measure(self) -> dict[str, float]:
        settled = remotenesses(self.results())
        return {
            "vertices": len(options(self.arrows)),
            "arrows": len(self.arrows),
            "won or lost": len(settled),
            "largest remoteness": max(settled.values()),
            "arrows looked at": sum(target in settled for _, target in self.arrows),
        }


@dataclass(frozen=True)
class HowManyLooks(Family):
    """3.2: how many arrows of the graph of 3.1 the method with a queue looks at."""

    number = "3.2"
    shares = "3.1"
    arrows: Arrows = SEVEN_VERTICES

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        if not isinstance(shared, WithACounter):
            raise ValueError("question 3.2 asks about the graph of question 3.1: draw that before")
        return cls(shared.arrows)

    def asked(self) -> str:
        return (
            "How many arrows does the method with a queue look at in the graph of question 3.1, once the "
            "counters are set, and which arrows does it never look at? Why does it miss nothing?"
        )

    def results(self) -> Results:
        solution = solve(digraph(self.arrows))
        looked = [target for _, target in self.arrows if solution[target].outcome != DRAW]
        arrows = len(self.arrows)
        return {"looked": len(looked), "arrows": arrows, "never": arrows - len(looked)}

    def results_again(self) -> Results:
        graph = options(self.arrows)
        settled = plain.settle(graph)
        looked = 0
        never = 0
        for after in graph.values():
            for vertex in after:
                if vertex in settled:
                    looked += 1
                else:
                    never += 1
        return {"looked": looked, "arrows": looked + never, "never": never}

    def answer(self) -> str:
        results = self.results()
        graph = options(self.arrows)
        arrows_to = {v: sum(target == v for _, target in self.arrows) for v in graph}
        steps = taken_in_turn(graph, {"t": "LOSS"})
        settled = [step.vertex for step in steps]
        looked = listed(f"{in_words(arrows_to[v])} to {v}" for v in settled if arrows_to[v])
        never = [v for v in sorted(graph) if v not in settled and arrows_to[v]]
        return (
            "The method looks once at each arrow that leads **to** a settled vertex: "
            f"{looked}. That is **{results['looked']}** of **{results['arrows']}**. The other "
            f"**{results['never']}** lead to {listed(never, last='or')}. These "
            f"{in_words(len(never))} are never settled, so nothing can be concluded from them."
        )

    def measure(self) -> dict[str, float]:
        results = self.results()
        return {"arrows": results["arrows"], "arrows looked at": results["looked"]}


@dataclass(frozen=True)
class TwoWaysToEnd(Family):
    """3.4: a graph where a player who is to move at s has won, and at t has lost."""

    number = "3.4"
    arrows: Arrows = TWO_ENDS

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        return cls(one_or_two_arrows(rng, "abcde", "abcdest"))

    def _settled(self) -> dict[str, str]:
        """The verdicts on all vertices, s and t, too."""
        graph = digraph(self.arrows)
        graph.nodes["s"]["outcome"] = WIN
        return {vertex: str(verdict) for vertex, verdict in sorted(solve(graph).items())}

    def is_sound(self) -> bool:
        graph = options(self.arrows)
        if not {"s", "t"} <= graph.keys():
            return False
        results = self.results()
        moves, drawn = remotenesses(results), drawn_of(results)
        outcomes = {verdict.split()[0] for verdict in results.values()}
        # With one kind of end, a vertex is lost in an even number of moves, and won in an odd one.
        is_new = any(results[v].startswith("LOSS") == (moves[v] % 2 == 1) for v in moves)
        steps = taken_in_turn(graph, {"s": "WIN", "t": "LOSS"})
        return (
            outcomes == {"WIN", "LOSS", "DRAW"}
            and max(moves.values()) >= 2
            and len(drawn) >= 2
            and is_new
            and any(v in drawn for step in steps for v in step.fewer_hopes)
        )

    def asked(self) -> str:
        return (
            "A token is pushed along these arrows. Play ends at s and at t: a player who is to move "
            "at t has lost, but a player who is to move at s has **won**.\n\n"
            f"{printed(self.arrows, 5)}\n\n"
            "Settle the graph. Say for each vertex whether it is won, lost or drawn, and give its "
            "remoteness if it has one. What changes in the method if some terminal vertices are won?"
        )

    def results(self) -> Results:
        return {v: verdict for v, verdict in self._settled().items() if v not in "st"}

    def results_again(self) -> Results:
        verdicts = verdicts_again(options(self.arrows), won_at_the_end="s")
        return {v: verdict for v, verdict in verdicts.items() if v not in "st"}

    def answer(self) -> str:
        graph, results = options(self.arrows), self.results()
        steps = taken_in_turn(graph, {"s": "WIN", "t": "LOSS"})
        return (
            "Only the beginning changes: the queue holds s (won) and t (lost). "
            f"{told(steps, graph, remotenesses(results))} "
            f"{told_of_drawn(graph, drawn_of(results))} A lost vertex may now have an odd "
            "remoteness, and a won vertex an even one."
        )

    def measure(self) -> dict[str, float]:
        settled = remotenesses(self.results())
        return {
            "vertices": len(options(self.arrows)),
            "arrows": len(self.arrows),
            "won or lost": len(settled),
            "largest remoteness": max(settled.values()),
        }


@dataclass(frozen=True)
class WithinOrInExactly(Family):
    """3.5: the sets of a graph without cycles, round by round."""

    number = "3.5"
    arrows: Arrows = NO_CYCLE

    #: The names of the sets, in the order in which they follow from each other.
    SETS = ("P₀", "N₁", "P₂", "N₃", "P₄")

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        order = ["t", *rng.sample("uvwxy", 5)]  # every option before the vertices that lead to it
        arrows: list[Pair] = []
        for place, source in enumerate(order):
            how_many = min(rng.choice((1, 1, 2)), place)
            arrows += [(source, other) for other in rng.sample(order[:place], how_many)]
        return cls(tuple(sorted(arrows)))

    def is_sound(self) -> bool:
        sets = self.results()
        return (
            len(sets["N₁"]) >= 2
            and len(sets["P₂"]) >= 2
            and len(sets["won in 3"]) == 1
            and len(sets["P₄"]) > len(sets["P₂"])
            and len(sets["N₃"]) + len(sets["P₄"]) == len(options(self.arrows))
        )

    def asked(self) -> str:
        return (
            "Let P₀ be the set of terminal vertices, Nᵢ₊₁ the vertices with some arrow into Pᵢ, and "
            "Pᵢ₊₁ the vertices all of whose arrows lead into Nᵢ. A player who cannot move loses.\n\n"
            f"{printed(self.arrows, 6)}\n\n"
            "Write down P₀, N₁, P₂, N₃ and P₄. Which vertices are won within 3 moves? Which are won "
            "in 3 moves and no fewer?"
        )

    def results(self) -> Results:
        solution = solve(digraph(self.arrows))

        def within(moves: int, outcome: int) -> list[str]:
            return sorted(
                vertex
                for vertex, verdict in solution.items()
                if verdict.outcome == outcome and (verdict.remoteness or 0) <= moves
            )

        sets = {
            name: within(moves, LOSS if name.startswith("P") else WIN)
            for moves, name in enumerate(self.SETS)
        }
        fewer = within(2, WIN)
        return {**sets, "won in 3": [v for v in within(3, WIN) if v not in fewer]}

    def results_again(self) -> Results:
        graph = options(self.arrows)
        sets: dict[str, list[str]] = {}
        before: set[str] = set()  # the set that was found last
        for name in self.SETS:
            if name.startswith("P"):
                found = {v for v, after in graph.items() if set(after) <= before}
            else:
                found = {v for v, after in graph.items() if set(after) & before}
            sets[name] = sorted(found)
            before = found
        return {**sets, "won in 3": [v for v in sets["N₃"] if v not in sets["N₁"]]}

    def answer(self) -> str:
        results = self.results()
        sets = listed(
            f"{name} = {{{', '.join(f'**{vertex}**' for vertex in results[name])}}}"
            for name in self.SETS
        )
        (exactly,) = results["won in 3"]
        return (
            f"The sets are {sets}. Each Pᵢ lies in the next one, and so does each Nᵢ: t belongs to "
            "every Pᵢ, because it has no arrow at all. "
            f"The vertices {listed(results['N₃'])} are won within 3 moves. Only **{exactly}** is won "
            "in 3 moves and no fewer, because it is in N₃ and not in N₁."
        )

    def measure(self) -> dict[str, float]:
        graph = options(self.arrows)
        return {
            "vertices": len(graph),
            "arrows": len(self.arrows),
            "entries to fill in": sum(len(self.results()[name]) for name in self.SETS),
        }


FAMILIES = (WithACounter, HowManyLooks, TwoWaysToEnd, WithinOrInExactly)
