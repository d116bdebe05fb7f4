"""Graphs that students' functions are asked about, from small to large, from a fixed seed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
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


def without_cycles(seed: int, turns: int, most: int, share: float) -> Iterator[tuple[Options, Any]]:
    """Graphs without cycles of up to so many vertices, and where to ask: in every third turn numbers, else letters."""
    rng = np.random.default_rng(seed)
    for turn in range(turns):
        for n in range(1, most + 1):
            options = {v: [w for w in range(v) if rng.random() < share] for v in range(n)}
            v = n - 1 - (turn == turns - 1 and n > 6)  # in the last turn not everything can be reached
            if turn % 3 == 0:
                yield options, v
            else:
                graph, letters = renamed(options, rng)
                yield graph, letters[v]
