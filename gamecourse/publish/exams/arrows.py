"""Graphs as the questions have them: as letters, printed in lines, and told in the order in which a
queue settles them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import networkx as nx

from gamecourse.publish.exams.words import form, listed

#: An arrow from one vertex to another; or the two ends of an edge.
Pair = tuple[str, str]
Arrows = tuple[Pair, ...]
#: The space between two vertices in a printed line.
GAP = " " * 5


def pairs(text: str) -> Arrows:
    """Arrows or edges from a text that has each of them as two letters: ``"ab ac"``."""
    return tuple((pair[0], pair[1]) for pair in text.split())


def options(arrows: Iterable[Pair]) -> dict[str, list[str]]:
    """Each vertex with the vertices that its arrows lead to; terminal vertices come last."""
    every = list(arrows)
    graph: dict[str, list[str]] = {}
    for source, target in every:
        graph.setdefault(source, []).append(target)
    for _, target in every:
        graph.setdefault(target, [])
    return graph


def digraph(arrows: Iterable[Pair]) -> Any:
    """The graph as networkx has it."""
    return nx.DiGraph(list(arrows))


def in_columns(entries: Iterable[str], in_a_line: int) -> str:
    """Entries as an indented block, so many in a line, one below the other."""
    every = list(entries)
    lines = [every[k : k + in_a_line] for k in range(0, len(every), in_a_line)]
    widths = [max(map(len, every[column::in_a_line])) for column in range(len(lines[0]))]
    return "\n".join("    " + GAP.join(map(str.ljust, line, widths)).rstrip() for line in lines)


def printed(arrows: Iterable[Pair], in_a_line: int) -> str:
    """The arrows as a block: for each vertex its letter, and where its arrows lead."""
    graph = options(arrows)
    return in_columns(
        (f"{vertex} → {', '.join(after)}" for vertex, after in graph.items() if after), in_a_line
    )


class Taken(NamedTuple):
    """What follows when a vertex is taken from the queue."""

    vertex: str
    won: list[str]  # from these an arrow leads to the vertex, which is lost
    fewer_hopes: list[str]  # from these an arrow leads to the vertex, which is won
    lost: list[str]  # those of them that had no other hope


def taken_in_turn(graph: Mapping[str, Iterable[str]], ends: Mapping[str, str]) -> list[Taken]:
    """The vertices in the order in which they enter the queue, with what follows from each.

    Parameters
    ----------
    graph
        Each vertex with its options.
    ends
        The terminal vertices in the order in which they enter the queue, with "WIN" or "LOSS".
    """
    hopes = {vertex: len(list(after)) for vertex, after in graph.items()}
    outcome = dict(ends)
    queue = deque(ends)
    steps = []
    while queue:
        vertex = queue.popleft()
        before = [v for v in sorted(graph) if vertex in graph[v] and v not in outcome]
        if outcome[vertex] == "LOSS":
            step = Taken(vertex, won=before, fewer_hopes=[], lost=[])
        else:
            for v in before:
                hopes[v] -= 1
            without_hope = [v for v in before if hopes[v] == 0]
            step = Taken(vertex, won=[], fewer_hopes=before, lost=without_hope)
        outcome |= dict.fromkeys(step.won, "WIN") | dict.fromkeys(step.lost, "LOSS")
        queue.extend(step.won + step.lost)
        steps.append(step)
    return steps


def told(
    steps: Iterable[Taken], graph: Mapping[str, list[str]], remoteness: Mapping[str, int]
) -> str:
    """Sentences that say what follows from each vertex of the queue, with remotenesses in bold."""
    sentences = []
    for step in steps:
        if step.won:
            moves = remoteness[step.won[0]]
            sentences.append(
                f"{form(step.won, 'An arrow leads', 'Arrows lead')} from {listed(step.won)} to "
                f"{step.vertex}, so {listed(step.won)} {form(step.won, 'is', 'are')} won in "
                f"**{moves}**."
            )
        if step.fewer_hopes:
            each = form(step.fewer_hopes, "", "each of ")
            sentences.append(
                f"The vertex {step.vertex} takes one hope from {each}{listed(step.fewer_hopes)}."
            )
        if step.lost:
            only = "only" if all(len(graph[v]) == 1 for v in step.lost) else "last"
            sentences.append(
                f"For {listed(step.lost)} it was the {only} one, so {listed(step.lost)} "
                f"{form(step.lost, 'is', 'are')} lost in **{remoteness[step.lost[0]]}**."
            )
    return " ".join(sentences)


def told_of_drawn(graph: Mapping[str, list[str]], drawn: list[str]) -> str:
    """A sentence that says why the vertices that the queue does not reach are drawn."""
    *others, end = [f"{v} has {listed(w for w in graph[v] if w in drawn)}" for v in drawn]
    return (
        f"Then the queue is empty. So {listed(drawn)} are drawn, because each of them keeps a hope: "
        f"{', '.join(others)}, and {end}."
    )
