"""Claims about graphs, right and wrong ones, and tests that look at one vertex and its options alone.

For the exercises of lecture 03. ``options`` is a dict: for each vertex the list of its options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise, product
from typing import Any

import numpy as np

from gamelib.core import LOSS, WIN, Outcome
from gamelib.machine import needs
from gamelib.solvers.backward.solve import solve

nx = needs("networkx", "graphs", "these exercises")

Options = dict[Any, list[Any]]
Claim = dict[Any, int | None]


def remotenesses(options: Options) -> Claim:
    """For each vertex its remoteness, None where it is drawn."""
    return {v: verdict.remoteness for v, verdict in solve(nx.DiGraph(options)).items()}


def small_graphs(each: int = 20) -> Iterator[Options]:
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
            yield options if k < 0.7 * each else _renamed(options, rng)


def _renamed(options: Options, rng: np.random.Generator) -> Options:
    """The same graph with letters for numbers, the vertices and their options in no order."""
    names = rng.permutation(list("abcdefg")).tolist()
    order = rng.permutation(len(options)).tolist()
    return {names[v]: [names[w] for w in rng.permutation(options[v]).astype(int).tolist()] for v in order}


def forks(each: int = 30) -> Iterator[Options]:
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
    """The queue; or one of two programs that go wrong.

    Parameters
    ----------
    options
        A graph.
    last
        Whether the one that came last is taken first.
    patient
        Whether a vertex is lost only when the last of its options is won, and not with the first.

    Returns
    -------
    dict
        The remoteness of each vertex that is settled.
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


#: Whether a claim of some remoteness (or None) stands up to the claims for the options.
Test = Callable[[int | None, list[int | None]], bool]


def locally(options: Options, claim: Claim, test: Test) -> bool:
    """Whether a claim passes a test at every vertex.

    Parameters
    ----------
    options, claim
        A graph, and what is claimed of it.
    test
        What is asked at each vertex.

    Returns
    -------
    bool
        Whether it passes everywhere.
    """
    return all(test(r, [claim[w] for w in options[v]]) for v, r in claim.items())


def stands(r: int | None, near: list[int | None]) -> bool:
    """The right test."""
    known = [s for s in near if s is not None]
    lost = [s for s in known if s % 2 == 0]
    if r is None:
        return bool(near) and not lost and None in near
    if r % 2:
        return bool(lost) and min(lost) == r - 1
    return not lost and len(known) == len(near) and max(known, default=-1) == r - 1


def _by_outcome(r: int | None, near: list[int | None]) -> bool:
    """The test that looks at won, lost and drawn alone."""
    if r is None or any(s is not None and s % 2 == 0 for s in near):
        return stands(r, near) if r is None else r % 2 == 1
    return r % 2 == 0 and None not in near


def _some_way(r: int | None, near: list[int | None]) -> bool:
    """The test that is content with some option that fits, be it the slowest or the quickest."""
    if r is None or not near:
        return stands(r, near)
    return (r - 1 in near) and (r % 2 == 1 or not any(s is None or s % 2 == 0 for s in near))


def _slow(r: int | None, near: list[int | None]) -> bool:
    """The test in which the winner takes the slowest way."""
    lost = [s for s in near if s is not None and s % 2 == 0]
    return max(lost) == r - 1 if r is not None and r % 2 and lost else stands(r, near)


def _quick(r: int | None, near: list[int | None]) -> bool:
    """The test in which the loser takes the quickest way."""
    known = [s for s in near if s is not None]
    if r is None or r % 2 or not near:
        return stands(r, near)
    return len(known) == len(near) and all(s % 2 for s in known) and min(known) == r - 1


def _dreaming(r: int | None, near: list[int | None]) -> bool:
    """The test that takes everything for drawn that has no lost option."""
    return not any(s is not None and s % 2 == 0 for s in near) if r is None else stands(r, near)


MISTAKES: dict[str, Test] = {
    "It looks at won and lost only; the numbers are claimed as well": _by_outcome,
    "Who wins takes the quickest way": _slow,
    "Who loses takes the slowest way": _quick,
    "A drawn vertex has an option that is drawn": _dreaming,
    "One option that fits is not enough: is it the smallest, or the largest, of those that count?": _some_way,
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


def _rich_graphs(each: int) -> Iterator[Options]:
    """Graphs in which somebody who wins, and somebody who loses, can choose between a quick and a slow way."""
    rng = np.random.default_rng(5)
    wanted = {WIN: each, LOSS: each}
    while any(wanted.values()):
        n = int(rng.integers(5, 8))
        options = {v: [w for w in range(n) if rng.random() < 1.8 / n] for v in range(n)}
        found = settle(options)
        for v, r in found.items():
            ways = {found[w] for w in options[v] if w in found and found[w] % 2 != r % 2}
            if len(ways) > 1 and wanted[Outcome(2 * (r % 2) - 1)]:
                wanted[Outcome(2 * (r % 2) - 1)] -= 1
                yield options
                break


@cache
def claims() -> list[tuple[Options, Claim]]:
    """Graphs, from small to large, with their solution and with claims that are wrong, most of them at one vertex."""
    found: list[tuple[Options, Claim]] = []
    rng = np.random.default_rng(4)
    for options in [*small_graphs(5), *_rich_graphs(8)]:
        truth = remotenesses(options)
        found.append((options, truth))
        for v in options:
            others = [r for r in (None, *range(max(r or 0 for r in truth.values()) + 2)) if r != truth[v]]
            found += [(options, _wrong_at(options, v, r)) for r in others]
            found += [(options, truth | {v: others[int(rng.integers(len(others)))]})]
        found.append((options, {v: int(rng.integers(1, 3)) for v in options}))
        found.append((options, dict.fromkeys(options)))
    return found
