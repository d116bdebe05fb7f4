"""The exercises of lecture 03, retrograde analysis. ``options`` is a dict: for each vertex the list of its options."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import chain, pairwise, product
from math import inf
from typing import Any

import numpy as np

from gamecourse.check import RIGHT, Finding, Mistakes, compare, exercise, wrong
from gamecourse.check.machinery.asked import brief, shorten, shown
from gamecourse.check.machinery.inputs import Options, renamed
from gamecourse.check.machinery.plain import same
from gamecourse.check.machinery.reading import in_order, pairs, table_of
from gamelib import DRAW, LOSS, WIN, Outcome, solve
from gamelib.machine import needs

__all__ = ["BY_HAND"]

nx = needs("networkx", "graphs", "these exercises")

Claim = dict[Any, int | None]

#: The graph to be settled by hand.
BY_HAND = {"a": "bh", "b": "ag", "c": "b", "d": "hi", "e": "afg", "f": "cgi", "g": "", "h": "ac", "i": "dh"}


def remotenesses(options: Options) -> Claim:
    """For each vertex its remoteness, None where it is drawn."""
    return {v: verdict.remoteness for v, verdict in solve(nx.DiGraph(options)).items()}


@exercise(
    "g has no arrow: remoteness 0. Who can move there?",
    "A winner takes the smallest remoteness of a lost option, a loser has to take one more than the LARGEST of all.",
    "What is left when the queue is empty is drawn: None.",
)
def by_hand(answer: Any) -> Finding:
    """The remoteness of every vertex of the graph BY_HAND, as a dict, None where it is drawn."""
    right = remotenesses({v: list(row) for v, row in BY_HAND.items()})
    given = table_of(answer, "a dict from letter to remoteness")
    if strangers := [v for v in given if v not in right]:
        return wrong(f"{brief(strangers[0])} is not a vertex of the graph")
    order = sorted(right, key=lambda v: (right[v] is None, right[v], v))  # the first mistake is the cause of others
    for v, found in in_order(given, order, "vertex"):
        if not same(found, right[v]):
            return wrong(f"look at {v} again: {shown(found)} is not its remoteness{_why(found, v, right)}")
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


def _small_graphs(each: int = 20) -> Iterator[Options]:
    """Every graph of one or two vertices, then ``each`` random ones of 3, 4, ... 7 vertices, from a fixed seed.

    The last of each size have letters for vertices, in no order.
    """
    for n in (1, 2):
        for bits in product((False, True), repeat=n * n):
            yield {v: [w for w in range(n) if bits[n * v + w]] for v in range(n)}
    rng = np.random.default_rng(3)
    for n in range(3, 8):
        for k in range(each):
            options = {v: [w for w in range(n) if rng.random() < 1.5 / n] for v in range(n)}
            yield options if k < 0.7 * each else renamed(options, rng)[0]


def _forks(each: int = 30) -> Iterator[Options]:
    """A vertex from which a short way and a long way lead to an end, both won or both lost; the numbers in no order.

    Whoever goes through the vertices again and again, and settles at once what he can, finds the wrong way first.
    """
    rng = np.random.default_rng(6)
    for short, long in ((1, 3), (2, 4), (1, 5), (2, 6)):
        for _ in range(each):
            names = iter(rng.permutation(short + long + 3).tolist())
            ways = [[next(names) for _ in range(length + 1)] for length in (short, long)]
            arrows = {v: [w] for way in ways for v, w in pairwise(way)}
            arrows |= {way[-1]: [] for way in ways} | {next(names): [way[0] for way in ways]}
            yield dict(sorted(arrows.items()))


def settle(options: Options, *, last: bool = False, patient: bool = True) -> dict[Any, int]:
    """The remoteness of each vertex that the queue settles; or what two programs that go wrong make of it.

    ``last``: the vertex that came last is taken first. Not ``patient``: a vertex is lost with its first won option.
    """
    before = {v: [u for u in options if v in options[u]] for v in options}
    hopes = {v: len(options[v]) for v in options}
    found = {v: 0 for v in options if not options[v]}
    waiting = list(found)
    while waiting:
        v = waiting.pop(-1 if last else 0)
        for u in before[v]:
            hopes[u] -= 1
            if u not in found and (found[v] % 2 == 0 or hopes[u] == 0 or not patient):
                found[u] = found[v] + 1
                waiting.append(u)
    return found


@exercise(
    "First turn the arrows round: for each vertex the list of those who can move to it.",
    "The ends enter the queue with remoteness 0. Even is a loss, odd a win: so one dict is enough.",
    "From a lost vertex: who is open is won, now. From a won one: one hope less, and at 0 lost. Append to the END.",
)
def queue(answer: Any) -> Finding:
    """settle(options): the dict of the remotenesses of all vertices that are settled (no drawn ones)."""

    def right(options: Options) -> dict[Any, int]:
        return {v: r for v, r in remotenesses(options).items() if r is not None}

    mistakes: Mistakes = {
        "A drawn vertex should not be in it": remotenesses,
        "Is the last one that came taken first? A queue takes the first": lambda options: settle(options, last=True),
        "One won option does not lose a vertex: it has other hopes": lambda options: settle(options, patient=False),
        "The exercise asks for remotenesses, not outcomes": lambda options: {
            v: WIN if r % 2 else LOSS for v, r in right(options).items()
        },
    }
    graphs = chain(_small_graphs(), _forks())
    return compare(answer, right, ((options,) for options in graphs), mistakes=mistakes)


@exercise(
    "Whose status is asked for in the first test of the loop? Everything in the queue is settled already.",
    "Four times the loop asks for status[v]. Twice it should: when v is lost, when v is won. Whose is meant otherwise?",
)
def mended(answer: Any) -> Finding:
    """mended(options): the program with the slip put right; the dict of all vertices settled, WIN or LOSS."""

    def right(options: Options) -> dict[Any, Outcome]:
        return {v: found.outcome for v, found in solve(nx.DiGraph(options)).items() if found.outcome != DRAW}

    mistakes: Mistakes = {
        "It still classifies nothing but the ends": lambda options: {v: LOSS for v, row in options.items() if not row},
        "A drawn vertex should not be in it": lambda options: dict.fromkeys(options) | right(options),
        "The exercise asks for outcomes, WIN or LOSS": settle,
    }
    return compare(answer, right, ((options,) for options in _small_graphs(200)), mistakes=mistakes)


@exercise(
    "In the lecture it was a -> p -> a, with a way out a -> t. Make the cycle longer. Who wins on its vertices?",
    "On the cycle won and lost vertices alternate, so its length is even: four, and a way out from one that is won.",
)
def never_wins(answer: Any) -> Finding:
    """Arrows, without two that are opposite, on which one can move to a lost vertex for ever; at most 5 vertices."""
    arrows = pairs(answer, "a list of pairs (from, to)")
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
        if won:
            return wrong("whoever always moves to a lost vertex wins on this graph")
        return wrong("no vertex of this graph is won: who cannot move loses, so somebody must come to an end")
    if len(G) > 5:
        return wrong(f"you can go round for ever, but on {len(G)} vertices; 5 are enough")
    return RIGHT


def stands(
    r: int | None,
    near: list[int | None],
    win: Callable[[int, list[int]], bool] = lambda r, lost: min(lost) == r - 1,
    lose: Callable[[int, list[int]], bool] = lambda r, won: max(won, default=-1) == r - 1,
    drawn: Callable[[list[int | None]], bool] = lambda near: None in near,
) -> bool:
    """Whether a claim of some remoteness stands up to those for the options; another test in one case is a mistake."""
    lost = [s for s in near if s is not None and s % 2 == 0]
    won = [s for s in near if s is not None and s % 2]
    if r is None:
        return not lost and drawn(near)
    return lost != [] and win(r, lost) if r % 2 else len(won) == len(near) and lose(r, won)


def _locally(options: Options, claim: Claim, **how: Any) -> bool:
    """Whether a claim stands at every vertex."""
    return all(stands(r, [claim[w] for w in options[v]], **how) for v, r in claim.items())


_TESTS: Mistakes = {
    "It looks at won and lost only; the numbers are claimed as well": partial(
        _locally, win=lambda r, lost: True, lose=lambda r, won: True
    ),
    "Who wins takes the quickest way": partial(_locally, win=lambda r, lost: max(lost) == r - 1),
    "Who loses takes the slowest way": partial(_locally, lose=lambda r, won: min(won, default=-1) == r - 1),
    "A drawn vertex has an option that is drawn": partial(_locally, drawn=lambda near: True),
    "One option that fits is not enough: is it the smallest, or the largest, that counts?": partial(
        _locally, win=lambda r, lost: r - 1 in lost, lose=lambda r, won: r - 1 in (won or [-1])
    ),
}


def _wrong_at(options: Options, v: Any, r: int | None) -> Claim:
    """A claim that is wrong at ``v`` and there alone: all the others follow from what is claimed there."""
    claim: Claim = dict.fromkeys(options)
    claim[v] = r
    for k in range(len(options) + (r or 0) + 2):
        for u in options:
            near = [claim[w] if claim[w] is None or claim[w] < k else None for w in options[u]]  # type: ignore[operator]
            if u != v and claim[u] is None and stands(k, near):
                claim[u] = k
    return claim


#: A vertex of many options, of which the last alone is lost.
_FAN: Options = {0: [1, 2, 3, 4, 5, 6], 1: [6], 2: [6], 3: [6], 4: [6], 5: [6], 6: []}


@cache
def _claims() -> list[tuple[Options, Claim]]:
    """Graphs, from small to large, with their solution and with claims that are wrong, most of them at one vertex."""
    found: list[tuple[Options, Claim]] = []
    rng = np.random.default_rng(4)
    for options in [*_small_graphs(4), _FAN, *_forks(3)]:
        truth = remotenesses(options)
        found.append((options, truth))
        for v in options:
            others = [r for r in (None, *range(max(r or 0 for r in truth.values()) + 2)) if r != truth[v]]
            found += [(options, _wrong_at(options, v, r)) for r in others]
            found += [(options, truth | {v: others[int(rng.integers(len(others)))]})]
        found.append((options, {v: int(rng.integers(1, 3)) for v in options}))
        found.append((options, dict.fromkeys(options)))
    return found


@exercise(
    "Look at one vertex and its options only. What is true of an end? Of a won vertex? Of a lost one?",
    "Won in r: its smallest even option is r - 1. Lost in r: all its options are odd, the largest is r - 1.",
    "Drawn: no option is lost, and some option is drawn. An end is never drawn here.",
)
def certificate(answer: Any) -> Finding:
    """is_right(options, claim): whether claim, remotenesses (None: drawn), is the solution; without solving it."""

    return compare(answer, _locally, _claims(), mistakes=_TESTS)
