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

#: The most nodes of a game, options of a node and copies of an option, and the largest number.
NODES, OPTIONS, COPIES, LARGEST = 12, 10, 4, 10**12

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
    """Games in which play always ends: tiny ones, built ones, and random ones."""

    draws = 40

    def small(self) -> Iterable[Nodes]:
        ends = [[0], [1], [-1], *map(list, product((0, 1, -1), repeat=2))]
        yield from ({"a": (who, after)} for after in ends for who in MOVERS)
        yield from SMALL_GAMES

    def extreme(self) -> Iterable[Nodes]:
        yield {"a": ("coin", ["a", "a", 1])}
        yield {"a": ("coin", ["b", "b", 1]), "b": ("Max", [0, 4])}
        yield {"a": ("Min", ["b", "b", 1]), "b": ("coin", ["a"] * COPIES + [0, 4])}
        yield {
            "a": ("coin", [0, 9, *["a"] * COPIES, *["b"] * COPIES]),
            "b": ("Max", [3, 5]),
        }
        for who in MOVERS:
            yield from ties(who)
            yield from wide_nodes(who)
            yield from long_games(who)
            yield from near_ties(who)

    def draw(self, rng: Draws) -> Nodes:
        """Players move to a coin or to a later node, and every coin may lead out, so play ends."""
        names = rng.sample(ascii_lowercase, rng.randint(2, NODES))
        movers = rng.choices(MOVERS, k=len(names))
        scale = rng.choice([Fraction(1), Fraction(1, 7), Fraction(10**11)])
        nodes: dict[str, tuple[str, list[Any]]] = {}
        for k, (name, who) in enumerate(zip(names, movers, strict=True)):
            after: list[Any] = [scale * rng.randint(-9, 9) for _ in range(rng.randint(1, 3))]
            there = [
                other
                for i, other in enumerate(names)
                if who == "coin" or movers[i] == "coin" or i > k
            ]
            if there:
                after += rng.choices(there, k=rng.randint(0, 4))
            nodes[name] = who, rng.shuffled(after)
        return nodes

    def related(self, value: Nodes, rng: Draws) -> Iterable[Nodes]:
        yield {p: (who, list(after)[::-1]) for p, (who, after) in reversed(list(value.items()))}
        names = dict(zip(value, rng.sample(ascii_lowercase, len(value)), strict=True))
        yield {
            names[p]: (value[p][0], [names.get(q, q) for q in rng.shuffled(value[p][1])])
            for p in rng.shuffled(value)
        }


def ties(who: str) -> Iterator[Nodes]:
    """Games in which a node and a number are equally good, in either order."""
    for after in ([0, "b", 3], [0, 3, "b"], [9, "b", 3], [9, 3, "b"]):
        yield {"a": (who, after), "b": ("coin", [3])}


def wide_nodes(who: str) -> Iterator[Nodes]:
    """Games with as many options as there may be, the best of them first or last."""
    for numbers in (
        list(range(OPTIONS)),
        list(range(OPTIONS, 0, -1)),
        [0] * COPIES + [1, 1, 2],
    ):
        yield {"a": (who, numbers)}
        yield {"a": (who, [*numbers[1:], "b"]), "b": ("coin", ["a", 3])}
    row = list(ascii_lowercase[: OPTIONS - 1])
    nodes: dict[str, Any] = {p: ("coin", [*row, k]) for k, p in enumerate(row)}
    yield nodes | {"z": (who, row)}


def long_games(who: str) -> Iterator[Nodes]:
    """Games with as many nodes as there may be: a path, every later node, and always the last."""
    row: list[Any] = list(ascii_lowercase[:NODES])
    yield {p: (who, [q]) for p, q in zip(row, [*row[1:], 7], strict=True)}
    yield {p: (who, [*row[k + 1 :][: OPTIONS - 1], k]) for k, p in enumerate(row)}
    to_the_last = {p: (who, [row[-1], row[-1], -k]) for k, p in enumerate(row[:-1])}
    yield to_the_last | {row[-1]: ("coin", ["a", 0, 9])}


def near_ties(who: str) -> Iterator[Nodes]:
    """Games whose large numbers differ by one: a float does not tell them apart."""
    yield {"a": (who, [-LARGEST, 1 - LARGEST]), "b": (who, [LARGEST - 1, LARGEST])}
    yield {"a": (who, [LARGEST, "b", LARGEST - 1]), "b": ("coin", [LARGEST, LARGEST - 1])}
    yield {"a": (who, [Fraction(1, 7), "b"]), "b": ("coin", [Fraction(1, 7), Fraction(2, 7)])}
    cancelling = [0, 1, -1, 2, -2, 3, -3, 4, -4]
    coins: dict[str, Any] = {p: ("coin", [q, *cancelling]) for p, q in pairwise("bcdefghi")}
    for last in (1, -1):  # b is worth a ten-millionth, more than nothing or less
        yield {"a": (who, [0, "b"])} | coins | {"i": ("coin", [last, *cancelling])}


def numbers_in(nodes: Nodes) -> list[Any]:
    """The numbers among the options."""
    return [q for _, after in nodes.values() for q in after if not isinstance(q, str)]
