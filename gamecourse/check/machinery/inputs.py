"""Graphs that students' functions are asked about, from small to large: all small ones, then each shape at its largest.

A shape is built, not drawn: of random graphs one in a hundred has a vertex of eight options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from string import ascii_lowercase
from typing import Any

import numpy as np

from gamecourse.check.machinery.domain import Measure, between, one_of
from gamelib import CHANCE

Options = dict[Any, list[Any]]


def valued(rule: Callable[[list[Any]], Any], options: Mapping[Any, Iterable[Any]], v: Any) -> Any:
    """What a vertex of a graph without cycles gets by a rule, from what its options get."""
    found: dict[Any, Any] = {}

    def value(u: Any) -> Any:
        if u not in found:
            found[u] = rule([value(w) for w in options[u]])
        return found[u]

    return value(v)


def spans(vertices: int, options: int, entering: int) -> tuple[Measure, ...]:
    """What is measured of every graph, up to so many: vertices, options of one, arrows into one; and their names."""

    def into(graph: Options) -> list[int]:
        return [sum(row.count(v) for row in graph.values()) for v in graph]

    return (
        between("vertices", 1, vertices, lambda graph, *_: len(graph)),
        between("options of a vertex", 0, options, lambda graph, *_: [len(row) for row in graph.values()]),
        between("arrows into a vertex", 0, entering, lambda graph, *_: into(graph)),
        one_of(
            "names of the vertices",
            ("numbers", "letters"),
            lambda graph, *_: "letters" if isinstance(next(iter(graph)), str) else "numbers",
        ),
    )


def renamed(
    options: Options, rng: np.random.Generator, names: Iterable[Any] = ascii_lowercase
) -> tuple[Options, dict[Any, Any]]:
    """The same graph with other names, in no order, so that nothing can be told from a name; and the names."""
    other = dict(zip(options, rng.permutation(list(names)).tolist(), strict=False))
    vertices = [list(options)[k] for k in rng.permutation(len(options))]
    rows = {v: [options[v][k] for k in rng.permutation(len(options[v]))] for v in vertices}
    return {other[v]: [other[w] for w in row] for v, row in rows.items()}, other


def by_turns(options: Options, rng: np.random.Generator, turn: int) -> tuple[Options, dict[Any, Any]]:
    """The graph as it is, by letters, or by numbers in no order; and the names."""
    if turn % 3 == 0:
        return options, {v: v for v in options}
    return renamed(options, rng, ascii_lowercase if turn % 3 == 1 else range(len(options)))


def all_graphs(n: int, *, cycles: bool) -> Iterator[Options]:
    """Every graph of n vertices, with loops; or, without cycles, every one whose arrows lead to smaller numbers."""
    pairs = [(v, w) for v in range(n) for w in range(n if cycles else v)]
    for bits in product((False, True), repeat=len(pairs)):
        arrows = [pair for pair, bit in zip(pairs, bits, strict=True) if bit]
        yield {v: [w for u, w in arrows if u == v] for v in range(n)}


def drawn(rng: np.random.Generator, n: int, share: float, *, cycles: bool) -> Options:
    """A random graph of n vertices with this share of the arrows that there may be."""
    return {v: [w for w in range(n if cycles else v) if rng.random() < share] for v in range(n)}


def shapes(most: int) -> Iterator[Options]:
    """Graphs without cycles of ``most`` vertices: a path, a comb, complete, and stars in and out."""
    yield {v: [v - 1] if v else [] for v in range(most)}
    yield {v: [0, v - 1] if v > 1 else [0] * v for v in range(most)}
    yield {v: list(range(v)) for v in range(most)}
    yield {v: list(range(v))[::-1] for v in range(most)}
    yield {v: [0] if v else [] for v in range(most)}
    yield {v: list(range(v)) if v == most - 1 else [] for v in range(most)}


#: Options that are listed twice, and three times.
REPEATED: Options = {v: [v - 1, v - 1, 0] if v else [] for v in range(4)}


def without_cycles(seed: int, most: int, drawings: int = 40) -> Iterator[tuple[Options, Any]]:
    """Graphs without cycles of up to so many vertices, from small to large, and where to ask.

    All of up to three vertices, asked everywhere; then, by numbers in order, by letters and by numbers in no order,
    random ones, asked at several vertices, and the shapes, asked everywhere; one of the vertices again, and one of the
    graph before once more.
    """
    rng = np.random.default_rng(seed)
    for n in (1, 2, 3):
        for options in all_graphs(n, cycles=False):
            yield from ((options, v) for v in options)
    before: tuple[Options, Any] | None = None
    sizes = sorted(int(n) for n in rng.integers(4, most + 1, drawings))
    random = (drawn(rng, n, float(rng.uniform(0.2, 0.9)), cycles=False) for n in sizes)
    for turn, options in enumerate((REPEATED, *random, *shapes(most))):
        asked = sorted({len(options) - 1, len(options) // 2, int(rng.integers(len(options)))}, reverse=True)
        if turn > drawings:  # the shapes
            asked = list(options)
        graph, names = by_turns(options, rng, turn)
        yield from ((graph, names[v]) for v in (*asked, asked[0]))
        if before is not None:
            yield before
        before = graph, names[asked[0]]


def longest(options: Mapping[Any, Iterable[Any]], v: Any) -> int:
    """The moves of the longest play from a vertex of a graph without cycles."""
    return int(valued(lambda near: 1 + max(near, default=-1), options, v))


def below(tree: Any) -> list[Any]:
    """The trees below the root of one: it is a number, a list of trees, or a pair of a kind and such a list.

    Below "chance" each tree stands in a pair, behind its probability: ("chance", [(p, tree), ...]).
    """
    if not isinstance(tree, tuple):
        return tree if isinstance(tree, list) else []
    kind, inside = tree
    return [branch for _, branch in inside] if kind == CHANCE else list(inside)


def subtrees(tree: Any) -> list[Any]:
    """The tree and all trees in it."""
    return [tree, *(inner for branch in below(tree) for inner in subtrees(branch))]


def times(tree: Any, factor: Any) -> Any:
    """The same tree with all its numbers multiplied, and none of its probabilities."""
    if isinstance(tree, list):
        return [times(branch, factor) for branch in tree]
    return (tree[0], times(tree[1], factor)) if isinstance(tree, tuple) else tree * factor


def tree_spans(levels: int, branches: int, farthest: int) -> tuple[Measure, ...]:
    """What is measured of every tree, up to so much: levels, branches of a node, and numbers."""

    def height(tree: Any) -> int:
        return max((1 + height(branch) for branch in below(tree)), default=0)

    return (
        between("levels", 0, levels, lambda tree, *_: height(tree)),
        between(
            "branches of a node", 1, branches, lambda tree, *_: [len(below(t)) for t in subtrees(tree) if below(t)]
        ),
        between("numbers", -farthest, farthest, lambda tree, *_: [t for t in subtrees(tree) if not below(t)]),
    )
