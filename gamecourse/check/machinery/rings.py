"""Games small enough for the hand, for the exercises of lectures 13 and 14: dicts. No right answer stands here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

#: From each node to who moves there, "Max", "Min" or "coin", and what may follow: a node, or a number, what Max gets.
Nodes = Mapping[str, tuple[str, Sequence[str | int]]]

#: From small to large. Who never chooses to go round cannot: every cycle has a coin in it that leads out.
GAMES: list[Nodes] = [
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
