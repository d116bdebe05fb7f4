"""Games of Max, Min and coins, written as dicts: what the exercises of lectures 13 and 14 are asked
about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product
from string import ascii_lowercase
from typing import Any

from gamecourse.grading.domains import Domain
from gamecourse.grading.draws import Draws

#: Each node has a player ("Max", "Min" or "coin") and its options: nodes, or numbers, which are
#: Max's payoffs.
Nodes = Mapping[str, tuple[str, Sequence[Any]]]

#: Who moves at a node.
MOVERS = ("Max", "Min", "coin")

#: The most nodes of a game, and the most options of a node.
NODES, OPTIONS = 12, 10

#: The most times that a node has the same option.
COPIES = 4

#: The largest number among the payoffs.
LARGEST = 10**12

#: Games from small to large. Play always ends, because every cycle contains a coin that leads out.
SMALL_GAMES: list[Nodes] = [
    {"a": ("Max", [1, 2])},
    {"a": ("Min", [1, 2])},
    {"a": ("coin", [0, 3])},
    {"a": ("Max", ["b", 0]), "b": ("coin", [2, -3])},
    {"a": ("Min", ["b", 1]), "b": ("coin", ["a", 0, 3])},
    {
        "one X": ("Min", ["O tries", 1]),
        "O tries": ("coin", ["one O", 1]),
        "one O": ("Max", ["X tries", -1]),
        "X tries": ("coin", ["one X", -1]),
    },
    {"a": ("Max", [2, "b", "c"]), "b": ("coin", ["a", 1]), "c": ("coin", [4, 0])},
    {
        "start": ("Min", ["left", "right", 2]),
        "left": ("coin", ["start", "up", 3]),
        "right": ("coin", ["up", -1, -1, "start"]),
        "up": ("Max", ["left", "right", 0]),
    },
]


class CoinGames(Domain[Nodes]):
    """Games in which play always ends: tiny ones, built ones, and random ones.

    The methods are those of ``Domain``, which says when each kind of game is asked about.
    """

    draws = 40

    def small(self) -> Iterable[Nodes]:
        """One node with one or two payoffs, and games of a few nodes."""
        payoffs = [[0], [1], [-1], *map(list, product((0, 1, -1), repeat=2))]
        yield from ({"a": (mover, options)} for options in payoffs for mover in MOVERS)
        yield from SMALL_GAMES

    def extreme(self) -> Iterable[Nodes]:
        """Coins that come back most of the time, options that count twice, ties, and games at the
        limits of the domain.
        """
        yield {"a": ("coin", ["a", "a", 1])}
        yield {"a": ("coin", ["b", "b", 1]), "b": ("Max", [0, 4])}
        yield {"a": ("Min", ["b", "b", 1]), "b": ("coin", ["a"] * COPIES + [0, 4])}
        yield {
            "a": ("coin", [0, 9, *["a"] * COPIES, *["b"] * COPIES]),
            "b": ("Max", [3, 5]),
        }
        for mover in MOVERS:
            yield from ties(mover)
            yield from wide_nodes(mover)
            yield from long_games(mover)
            yield from near_ties(mover)

    def draw(self, rng: Draws) -> Nodes:
        """Players move to a coin or to a later node, and every coin may lead out, so play ends."""
        names = rng.sample(ascii_lowercase, rng.randint(2, NODES))
        movers = rng.choices(MOVERS, k=len(names))
        scale = rng.choice([Fraction(1), Fraction(1, 7), Fraction(10**11)])
        nodes: dict[str, tuple[str, list[Any]]] = {}
        for k, (name, mover) in enumerate(zip(names, movers, strict=True)):
            options: list[Any] = [scale * rng.randint(-9, 9) for _ in range(rng.randint(1, 3))]
            allowed = [
                other
                for i, other in enumerate(names)
                if mover == "coin" or movers[i] == "coin" or i > k
            ]
            if allowed:
                options += rng.choices(allowed, k=rng.randint(0, 4))
            nodes[name] = mover, rng.shuffled(options)
        return nodes

    def related(self, value: Nodes, rng: Draws) -> Iterable[Nodes]:
        """The same game written in the opposite order, and with other names and in another order."""
        yield {p: (mover, list(after)[::-1]) for p, (mover, after) in reversed(list(value.items()))}
        names = dict(zip(value, rng.sample(ascii_lowercase, len(value)), strict=True))
        renamed: dict[str, tuple[str, list[Any]]] = {}
        for node in rng.shuffled(value):
            mover, options = value[node]
            renamed[names[node]] = mover, [names.get(q, q) for q in rng.shuffled(options)]
        yield renamed


def ties(mover: str) -> Iterator[Nodes]:
    """Games in which the options "b" and 3 are equally good, in either order."""
    for after in ([0, "b", 3], [0, 3, "b"], [9, "b", 3], [9, 3, "b"]):
        yield {"a": (mover, after), "b": ("coin", [3])}


def wide_nodes(mover: str) -> Iterator[Nodes]:
    """Games with as many options as there may be, the best of them first or last."""
    for numbers in (
        list(range(OPTIONS)),
        list(range(OPTIONS, 0, -1)),
        [0] * COPIES + [1, 1, 2],
    ):
        yield {"a": (mover, numbers)}
        yield {"a": (mover, [*numbers[1:], "b"]), "b": ("coin", ["a", 3])}
    # Many coins, each of which leads to all of them or to a number of its own.
    names = list(ascii_lowercase[: OPTIONS - 1])
    coins: dict[str, Any] = {p: ("coin", [*names, k]) for k, p in enumerate(names)}
    yield coins | {"z": (mover, names)}


def long_games(mover: str) -> Iterator[Nodes]:
    """Games with as many nodes as there may be."""
    names: list[Any] = list(ascii_lowercase[:NODES])
    # a path: each node leads to the next
    yield {p: (mover, [q]) for p, q in zip(names, [*names[1:], 7], strict=True)}
    # each node leads to all later ones, or to as many as it may have
    yield {p: (mover, [*names[k + 1 :][: OPTIONS - 1], k]) for k, p in enumerate(names)}
    # all nodes lead to the last, which is a coin
    last = names[-1]
    to_the_last = {p: (mover, [last, last, -k]) for k, p in enumerate(names[:-1])}
    yield to_the_last | {last: ("coin", ["a", 0, 9])}


def near_ties(mover: str) -> Iterator[Nodes]:
    """Games whose large numbers differ by one: a float does not tell them apart."""
    yield {"a": (mover, [-LARGEST, 1 - LARGEST]), "b": (mover, [LARGEST - 1, LARGEST])}
    yield {"a": (mover, [LARGEST, "b", LARGEST - 1]), "b": ("coin", [LARGEST, LARGEST - 1])}
    yield {"a": (mover, [Fraction(1, 7), "b"]), "b": ("coin", [Fraction(1, 7), Fraction(2, 7)])}
    # A path of eight coins from b to i. At each coin nine of ten options cancel out, so its value is
    # a tenth of the next one's. So b is worth 1 or -1, divided by 10**8: more than 0, or less.
    cancelling = [0, 1, -1, 2, -2, 3, -3, 4, -4]
    coins: dict[str, Any] = {p: ("coin", [q, *cancelling]) for p, q in pairwise("bcdefghi")}
    for last in (1, -1):
        yield {"a": (mover, [0, "b"])} | coins | {"i": ("coin", [last, *cancelling])}


def numbers_in(nodes: Nodes) -> list[Any]:
    """The numbers among the options."""
    return [q for _, after in nodes.values() for q in after if not isinstance(q, str)]
