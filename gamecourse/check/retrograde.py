"""The exercises of lecture 03, retrograde analysis. ``options`` is a dict: for each vertex the list of its options."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from math import inf
from typing import Any

from gamecourse.check.machinery.asked import brief, shorten, shown
from gamecourse.check.machinery.claims import (
    MISTAKES,
    Claim,
    Options,
    Test,
    claims,
    forks,
    locally,
    remotenesses,
    settle,
    small_graphs,
)
from gamecourse.check.machinery.comparing import compare
from gamecourse.check.machinery.engine import exercise
from gamecourse.check.machinery.finding import RIGHT, Finding, wrong
from gamecourse.check.machinery.given import table_of
from gamecourse.check.machinery.pairs import pairs
from gamecourse.check.machinery.plain import same
from gamecourse.check.machinery.sheet import close
from gamelib.core import DRAW, LOSS, WIN, Outcome
from gamelib.machine import needs
from gamelib.solvers.backward.solve import solve

__all__ = ["BY_HAND", "by_hand", "certificate", "mended", "never_wins", "queue"]

nx = needs("networkx", "graphs", "these exercises")

#: The graph to be settled by hand.
BY_HAND = {"a": "bh", "b": "ag", "c": "b", "d": "hi", "e": "afg", "f": "cgi", "g": "", "h": "ac", "i": "dh"}


@exercise(
    "g has no arrow: remoteness 0. Who can move there?",
    "A winner takes the smallest remoteness of a lost option, a loser has to take one more than the LARGEST of all.",
    "What is left when the queue is empty is drawn: None.",
)
def by_hand(answer: Any) -> Finding:
    """The remoteness of every vertex of the graph BY_HAND, as a dict, None where it is drawn."""
    right = remotenesses({v: list(row) for v, row in BY_HAND.items()})
    given = table_of(answer, "a dict from letter to remoteness")
    if isinstance(given, Finding):
        return given
    given = {v.strip().lower() if isinstance(v, str) else v: r for v, r in given.items()}
    if strangers := [v for v in given if v not in right]:
        return wrong(f"{brief(strangers[0])} is not a vertex of the graph")
    for v in sorted(right, key=lambda v: (right[v] is None, right[v], v)):  # the first mistake is the cause of others
        if v not in given:
            return wrong(f"{v} is missing")
        if not same(given[v], right[v]):
            return wrong(f"look at {v} again: {shown(given[v])} is not its remoteness{_why(given[v], v, right)}")
    return RIGHT


def _why(found: Any, v: str, right: Claim) -> str:
    """What has been mixed up at a vertex, those before it being right; "" where that is not sure."""
    near = [r for r in map(right.__getitem__, BY_HAND[v]) if r is not None]
    r = right[v]
    if found is not None and not (type(found) in (int, float) and 0 <= found < inf):
        return ", which is a number of moves, or None where it is drawn"
    if r is None or not isinstance(found, int):
        return ""
    if not near:
        return ": from there nobody can move, so how many moves are left?"
    if r % 2 == 0 and found == min(near) + 1:
        return ": who loses plays for time"
    if r % 2 == 1 and found == max(near) + 1:
        return ": who wins takes the quickest way, and it leads to a lost vertex"
    return ": an arrow is a move, too" if found == r - 1 else ""


@exercise(
    "First turn the arrows round: for each vertex the list of those who can move to it.",
    "The ends enter the queue with remoteness 0. Even is a loss, odd a win: so one dict is enough.",
    "From a lost vertex: who is open is won, now. From a won one: one hope less, and at 0 lost. Append to the END.",
)
def queue(answer: Any) -> Finding:
    """settle(options): the dict of the remotenesses of all vertices that are settled (no drawn ones)."""

    def right(options: Options) -> Claim:
        return {v: r for v, r in remotenesses(options).items() if r is not None}

    mistakes: dict[str, Callable[..., Any]] = {
        "A drawn vertex should not be in it": remotenesses,
        "Is the last one that came taken first? A queue takes the first": lambda options: settle(options, last=True),
        "One won option does not lose a vertex: it has other hopes": lambda options: settle(options, patient=False),
        "Asked for are remotenesses, not outcomes": lambda options: {
            v: LOSS if r % 2 == 0 else WIN for v, r in right(options).items() if r is not None
        },
    }
    graphs = chain(small_graphs(), forks())
    return compare(answer, right, ((options,) for options in graphs), mistakes=mistakes)


@exercise(
    "Whose status is asked for in the first test of the loop? Everything in the queue is settled already.",
    "Four times the loop asks for status[v]. Twice it should: when v is lost, when v is won. Whose is meant otherwise?",
)
def mended(answer: Any) -> Finding:
    """mended(options): the program with the slip put right; the dict of all vertices settled, WIN or LOSS."""

    def right(options: Options) -> dict[Any, Outcome]:
        return {v: found.outcome for v, found in solve(nx.DiGraph(options)).items() if found.outcome != DRAW}

    def only_ends(options: Options) -> dict[Any, Outcome]:
        return {v: LOSS for v, row in options.items() if not row}

    def all_of_them(options: Options) -> dict[Any, Outcome | None]:
        return {v: right(options).get(v) for v in options}

    mistakes: dict[str, Callable[..., Any]] = {
        "It still classifies nothing but the ends": only_ends,
        "A drawn vertex should not be in it": all_of_them,
        "Asked for are outcomes, WIN or LOSS": lambda options: {
            v: r for v, r in remotenesses(options).items() if r is not None
        },
    }
    return compare(answer, right, ((options,) for options in small_graphs(200)), mistakes=mistakes)


@exercise(
    "In the lecture it was a -> p -> a, with a way out a -> t. Make the cycle longer. Who wins on its vertices?",
    "On the cycle won and lost vertices alternate, so its length is even: four, and a way out from one that is won.",
)
def never_wins(answer: Any) -> Finding:
    """Arrows, without two that are opposite, on which one can move to a lost vertex for ever; at most 5 vertices."""
    arrows = pairs(answer, "a list of pairs (from, to)")
    if isinstance(arrows, Finding):
        return arrows
    if not arrows:
        return wrong("there is no arrow at all")
    G = nx.DiGraph(arrows)
    for v, w in G.edges:
        if G.has_edge(w, v):
            a, b = shorten(str(v)), shorten(str(w))
            return wrong(f"there is an arrow from {a} to {a}" if v == w else f"{a} and {b} have an arrow each way")
    if len(G) > 200:
        return wrong(f"your graph has {len(G)} vertices; 5 are enough")
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

    truths: dict[int, Claim] = {}  # of one graph many things are claimed

    def right(options: Options, claim: Claim) -> bool:
        if id(options) not in truths:
            truths[id(options)] = remotenesses(options)
        return claim == truths[id(options)]

    def test(mistake: Test) -> Callable[[Options, Claim], bool]:
        return lambda options, claim: locally(options, claim, mistake)

    mistakes = {said: test(mistake) for said, mistake in MISTAKES.items()}
    return compare(answer, right, claims(), mistakes=mistakes)


close(__name__)
