"""Graphs and games for questions to students' functions, from small to large, with each shape at
its largest.

Shapes are built, not left to chance: only one random graph in a hundred has a vertex with eight
options.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random
from string import ascii_lowercase
from typing import Any, TypeVar

from gamecourse.grading.domains import Question
from gamecourse.grading.exercises import once_more
from gamelib.games import MinMaxTree

T = TypeVar("T")

Options = dict[Any, list[Any]]

#: A graph with new names, and a dict from the old names of its vertices to the new ones.
Renamed = tuple[Options, dict[Any, Any]]


@dataclass(frozen=True, eq=False)
class WrittenGame:
    """A game as a dict: each position has a dict from moves to options, or an outcome. The first is
    the start.
    """

    nodes: Mapping[Any, Any]

    def start(self) -> Any:
        return next(iter(self.nodes))

    def moves(self, position: Any) -> list[Any]:
        return [] if self.outcome(position) is not None else list(self.nodes[position])

    def play(self, position: Any, move: Any) -> Any:
        return self.nodes[position][move]

    def outcome(self, position: Any) -> Any:
        result = self.nodes[position]
        return None if isinstance(result, dict) else result

    def options(self) -> Options:
        """The options of each position."""
        return {
            p: [*row.values()] if isinstance(row, dict) else [] for p, row in self.nodes.items()
        }


def reached(game: Any) -> Options:
    """The options of each position to which play can lead from the start of a game, breadth first.

    Examples
    --------
    >>> reached(WrittenGame({"a": {"on": "b", "stay": "a"}, "b": -1}))
    {'a': ['b', 'a'], 'b': []}
    """
    found: Options = {}
    waiting = deque([game.start()])
    while waiting:
        position = waiting.popleft()
        if position not in found:
            found[position] = [game.play(position, move) for move in game.moves(position)]
            waiting += found[position]
    return found


def valued(rule: Callable[[list[Any]], Any], options: Mapping[Any, Iterable[Any]], v: Any) -> Any:
    """The value of a vertex in a graph without cycles, by a rule that combines the values of its
    options.
    """

    @cache
    def value(u: Any) -> Any:
        return rule([value(w) for w in options[u]])

    return value(v)


def shuffled(items: Iterable[T], rng: Random) -> list[T]:
    """The items in random order, as a new list.

    Examples
    --------
    >>> sorted(shuffled("cab", Random(1)))
    ['a', 'b', 'c']
    """
    row = list(items)
    rng.shuffle(row)
    return row


def renamed(options: Options, rng: Random, names: Sequence[Any] = ascii_lowercase) -> Renamed:
    """The same graph with new names in random order, so that the names tell nothing; and the new
    names.
    """
    other = dict(zip(options, rng.sample(names, len(options)), strict=True))
    rows = {v: shuffled(options[v], rng) for v in shuffled(options, rng)}
    return {other[v]: [other[w] for w in row] for v, row in rows.items()}, other


def by_turns(options: Options, rng: Random, turn: int) -> Renamed:
    """The graph as it is, with letters, or with numbers in random order; and the new names."""
    if turn % 3 == 0:
        return options, {v: v for v in options}
    return renamed(options, rng, ascii_lowercase if turn % 3 == 1 else range(len(options)))


def all_graphs(n: int, *, cycles: bool) -> Iterator[Options]:
    """Every graph of n vertices, with loops; or, without cycles, every graph whose arrows lead to
    smaller numbers.
    """
    pairs = [(v, w) for v in range(n) for w in range(n if cycles else v)]
    for bits in product((False, True), repeat=len(pairs)):
        arrows = [pair for pair, bit in zip(pairs, bits, strict=True) if bit]
        yield {v: [w for u, w in arrows if u == v] for v in range(n)}


def drawn(rng: Random, n: int, share: float, *, cycles: bool) -> Options:
    """A random graph of n vertices with this share of all possible arrows."""
    return {v: [w for w in range(n if cycles else v) if rng.random() < share] for v in range(n)}


def shapes(most: int) -> Iterator[Options]:
    """Graphs without cycles of ``most`` vertices: a path, a comb, complete, and stars in and
    out.
    """
    yield {v: [v - 1] if v else [] for v in range(most)}
    yield {v: [0, v - 1] if v > 1 else [0] * v for v in range(most)}
    yield {v: list(range(v)) for v in range(most)}
    yield {v: list(range(v))[::-1] for v in range(most)}
    yield {v: [0] if v else [] for v in range(most)}
    yield {v: list(range(v)) if v == most - 1 else [] for v in range(most)}


#: Graphs in which options are listed twice, and three times.
REPEATED: Options = {v: [v - 1, v - 1, 0] if v else [] for v in range(4)}


def without_cycles(seed: int, most: int, drawings: int = 40) -> Iterator[Question]:
    """Graphs without cycles of up to ``most`` vertices, from small to large, and the vertices to
    ask about.

    First come all graphs of up to three vertices, each with a question about every vertex. Then
    come random graphs, with questions about several vertices, and the shapes, with questions about
    all. Their names are numbers in order, letters, or numbers in random order. One question about
    each graph is asked again, and so is one about the graph before.
    """
    rng = Random(seed)
    for n in (1, 2, 3):
        for options in all_graphs(n, cycles=False):
            yield from ((options, v) for v in options)
    sizes = sorted(rng.choices(range(4, most + 1), k=drawings))
    random = (drawn(rng, n, rng.uniform(0.2, 0.9), cycles=False) for n in sizes)

    def rounds() -> Iterator[list[Question]]:
        for turn, options in enumerate((REPEATED, *random, *shapes(most))):
            n = len(options)
            asked = sorted({n - 1, n // 2, rng.randrange(n)}, reverse=True)
            if turn > drawings:  # the shapes
                asked = list(options)
            graph, names = by_turns(options, rng, turn)
            yield [(graph, names[v]) for v in (*asked, asked[0])]

    yield from once_more(rounds())


def graph_of_two(rng: Random, n: int, most: int, share: float) -> MinMaxTree:
    """A random game of n nodes, with numbers up to ``most``; this share of the nodes has options,
    if possible.
    """
    names: Any = rng.choice((range(n), ascii_lowercase))
    turn = rng.choices((0, 1), k=n)
    nodes = dict[Any, Any]()
    for v in reversed(range(n)):
        near = [names[w] for w in range(v) if turn[w] != turn[v]]
        if near and rng.random() < share:
            nodes[names[v]] = shuffled(near, rng)[: rng.randint(1, 10)]
        else:
            nodes[names[v]] = rng.randint(-most, most)
    return MinMaxTree(nodes)


def longest(options: Mapping[Any, Iterable[Any]], v: Any) -> int:
    """The number of moves in the longest line from a vertex of a graph without cycles."""
    return int(valued(lambda near: 1 + max(near, default=-1), options, v))


def times(tree: Any, factor: Any) -> Any:
    """The same tree with all its numbers multiplied, and none of its probabilities."""
    if isinstance(tree, list):
        return [times(branch, factor) for branch in tree]
    return (tree[0], times(tree[1], factor)) if isinstance(tree, tuple) else tree * factor
