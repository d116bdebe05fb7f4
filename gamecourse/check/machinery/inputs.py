"""Graphs that students' functions are asked about, from small to large: all small ones, then each shape at its largest.

A shape is built, not drawn: of random graphs one in a hundred has a vertex of eight options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from string import ascii_lowercase
from typing import Any

import numpy as np

Options = dict[Any, list[Any]]


def valued(rule: Callable[[list[Any]], Any], options: Mapping[Any, Iterable[Any]], v: Any) -> Any:
    """What a vertex of a graph without cycles gets by a rule, from what its options get."""
    found: dict[Any, Any] = {}

    def value(u: Any) -> Any:
        if u not in found:
            found[u] = rule([value(w) for w in options[u]])
        return found[u]

    return value(v)


def renamed(options: Options, rng: np.random.Generator) -> tuple[Options, dict[Any, str]]:
    """The same graph with letters, in no order, so that nothing can be told from a name; and the letters."""
    letters = dict(zip(options, rng.permutation(list(ascii_lowercase)).tolist(), strict=False))
    vertices = [list(options)[k] for k in rng.permutation(len(options))]
    rows = {v: [options[v][k] for k in rng.permutation(len(options[v]))] for v in vertices}
    return {letters[v]: [letters[w] for w in row] for v, row in rows.items()}, letters


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
    """Graphs without cycles of ``most`` vertices: a path, a comb, complete, stars in and out, options named twice."""
    yield {v: [v - 1] if v else [] for v in range(most)}
    yield {v: [0, v - 1] if v > 1 else [0] * v for v in range(most)}
    yield {v: list(range(v)) for v in range(most)}
    yield {v: list(range(v))[::-1] for v in range(most)}
    yield {v: [0] if v else [] for v in range(most)}
    yield {v: list(range(v)) if v == most - 1 else [] for v in range(most)}
    yield {v: [v - 1, v - 1, 0] if v else [] for v in range(min(most, 4))}


def without_cycles(seed: int, most: int, drawings: int = 40) -> Iterator[tuple[Options, Any]]:
    """Graphs without cycles of up to so many vertices, from small to large, and where to ask.

    All of up to three vertices, asked everywhere; then, by numbers and by letters, random ones and the shapes, asked at
    several vertices, at one of them again, and of the one before once more.
    """
    rng = np.random.default_rng(seed)
    for n in (1, 2, 3):
        for options in all_graphs(n, cycles=False):
            yield from ((options, v) for v in options)
    before: tuple[Options, Any] | None = None
    sizes = sorted(int(n) for n in rng.integers(4, most + 1, drawings))
    random = (drawn(rng, n, float(rng.uniform(0.2, 0.9)), cycles=False) for n in sizes)
    for turn, options in enumerate((*random, *shapes(most))):
        asked = sorted({len(options) - 1, len(options) // 2, int(rng.integers(len(options)))}, reverse=True)
        graph, names = renamed(options, rng) if turn % 3 else (options, {v: v for v in options})
        yield from ((graph, names[v]) for v in (*asked, asked[0]))
        if before is not None:
            yield before
        before = graph, names[asked[0]]
