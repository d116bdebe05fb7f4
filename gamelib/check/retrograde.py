"""The exercises of lecture 03, retrograde analysis. ``options`` is a dict: for each vertex the list of its options."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from gamelib.check.asked import shorten
from gamelib.check.engine import RIGHT, Finding, compare, exercise, give, wrong
from gamelib.check.plain import equal
from gamelib.check.sheet import close
from gamelib.core import DRAW, LOSS, WIN, Outcome
from gamelib.machine import needs
from gamelib.solvers.backward.solve import solve

__all__ = ["BY_HAND", "by_hand", "certificate", "mended", "never_wins", "queue"]

nx = needs("networkx", "graphs", "these exercises")

Options = dict[Any, list[Any]]
Claim = dict[Any, int | None]

#: The graph to be settled by hand.
BY_HAND = {"a": "bh", "b": "ag", "c": "b", "d": "hi", "e": "afg", "f": "cgi", "g": "", "h": "ac", "i": "dh"}


def remotenesses(options: Options) -> Claim:
    """For each vertex its remoteness, None where it is drawn."""
    return {v: verdict.remoteness for v, verdict in solve(nx.DiGraph(options)).items()}


def small_graphs(each: int = 20) -> Iterator[Options]:
    """Every graph of one or two vertices, then ``each`` random ones of 3, 4, ... 7 vertices, from a fixed seed."""
    for n in (1, 2):
        for bits in product((False, True), repeat=n * n):
            yield {v: [w for w in range(n) if bits[n * v + w]] for v in range(n)}
    rng = np.random.default_rng(3)
    for n in range(3, 8):
        for _ in range(each):
            yield {v: [w for w in range(n) if rng.random() < 1.5 / n] for v in range(n)}


@exercise(
    "g has no arrow: remoteness 0. Who can move there?",
    "A winner takes the smallest remoteness of a lost option, a loser has to take one more than the LARGEST of all.",
    "What is left when the queue is empty is drawn: None.",
)
def by_hand(answer: Any) -> Finding:
    """The remoteness of every vertex of the graph BY_HAND, as a dict, None where it is drawn."""
    right = remotenesses({v: list(row) for v, row in BY_HAND.items()})
    if not isinstance(answer, dict):
        return give("a dict from letter to remoteness", answer)
    for v in sorted(right, key=lambda v: (right[v] is None, right[v], v)):  # the first mistake is the cause of others
        if v not in answer:
            return wrong(f"{v} is missing")
        if not equal(answer[v], right[v]):
            return wrong(f"look at {v} again: {shorten(str(answer[v]))} is not its remoteness")
    return RIGHT


@exercise(
    "First turn the arrows round: for each vertex the list of those who can move to it.",
    "The ends enter the queue with remoteness 0. Even is a loss, odd a win: so one dict is enough.",
    "From a lost vertex: who is open is won, now. From a won one: one hope less, and at 0 lost. Append to the END.",
)
def queue(answer: Any) -> Finding:
    """settle(options): the dict of the remotenesses of all vertices that are settled (no drawn ones)."""

    def right(options: Options) -> Claim:
        return {v: r for v, r in remotenesses(options).items() if r is not None}

    return compare(answer, right, ((options,) for options in small_graphs()))


@exercise(
    "Whose status is asked for in the first test? Everything in the queue is settled already.",
    "Three of the five times that status is asked for, v stands where u is meant. Or is it two?",
)
def mended(answer: Any) -> Finding:
    """mended(options): the printed program put right; the dict of all vertices settled, WIN or LOSS."""

    def right(options: Options) -> dict[Any, Outcome]:
        return {v: found.outcome for v, found in solve(nx.DiGraph(options)).items() if found.outcome != DRAW}

    return compare(answer, right, ((options,) for options in small_graphs(300)))


@exercise(
    "In the lecture it was a -> p -> a, with a way out a -> t. Make the circle longer. Who wins on its vertices?",
    "On the circle won and lost vertices alternate, so its length is even: four, and a way out from one that is won.",
)
def never_wins(answer: Any) -> Finding:
    """Arrows, without two that are opposite, on which one can move to a lost vertex for ever; at most 5 vertices."""
    try:
        G = nx.DiGraph([(v, w) for v, w in answer])
    except (TypeError, ValueError, nx.NetworkXError):
        return give("a list of pairs (from, to)", answer)
    for v, w in G.edges:
        if G.has_edge(w, v):
            a, b = shorten(str(v)), shorten(str(w))
            return wrong(f"there is an arrow from {a} to {a}" if v == w else f"{a} and {b} have an arrow each way")
    solution = solve(G)
    H = nx.DiGraph((v, w) for v, w in G.edges if LOSS in (solution[v].outcome, solution[w].outcome))
    if nx.is_directed_acyclic_graph(H):
        won = [v for v in G if solution[v].outcome == WIN]
        return wrong(
            "whoever always moves to a lost vertex wins on this graph"
            if won
            else "no vertex of this graph is won: who cannot move loses, so somebody must come to an end"
        )
    if len(G) > 5:
        return wrong(f"you can go round for ever, but on {len(G)} vertices; 5 are enough")
    return RIGHT


@exercise(
    "Look at one vertex and its options only. What is true of an end? Of a won vertex? Of a lost one?",
    "Won in r: its smallest even option is r - 1. Lost in r: all its options are odd, the largest is r - 1.",
    "Drawn: no option is lost, and some option is drawn. An end is never drawn here.",
)
def certificate(answer: Any) -> Finding:
    """is_right(options, claim): whether claim, remotenesses (None: drawn), is the solution; without solving it."""

    def inputs() -> Iterator[tuple[Any, ...]]:
        rng = np.random.default_rng(4)
        for options in small_graphs():
            truth = remotenesses(options)
            yield options, truth
            for v in options:
                yield options, truth | {v: None if truth[v] is not None else int(rng.integers(4))}
                yield options, truth | {v: int(rng.integers(4))}
            yield options, {v: int(rng.integers(1, 3)) for v in options}
            yield options, dict.fromkeys(options)

    return compare(answer, lambda options, claim: claim == remotenesses(options), inputs())


close(__name__)
