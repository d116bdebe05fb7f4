"""Heaps on the stage: matches in rows, pins that fall and leave a gap."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from gamecourse.show.records import Label, Size, Spot
from gamecourse.show.stage.spots import MOST_IN_A_ROW, Block, Drawing, Way
from gamelib.games import HeapGame

#: The distance from one match, or one pin, to the next.
MATCH, PIN = 0.6, 0.7


def sticks(
    start: Sequence[int],
    heaps: Callable[[Any], Sequence[int]],
    parts: Callable[[Any], tuple[int, int]],
) -> Drawing | None:
    """Return rows of matches; pressing a match takes it and all to its right.

    ``start`` says how many matches each row can hold, and ``heaps(position)`` how many it has.
    ``parts(move)`` is the row of a move, and how many matches it takes.
    """
    if max(start, default=0) > MOST_IN_A_ROW or len(start) > 8:
        return None
    left = 1.5 if len(start) > 1 else 0.2
    spots = [
        _match(left + 0.3 + MATCH * j, k + 0.5, f"heap {k}: leave {j}")
        for k, heap in enumerate(start)
        for j in range(heap)
    ]
    first = [0, *accumulate(start)]

    def pieces(position: Any) -> str:
        return "".join(
            "|" * heap + " " * (whole - heap)
            for heap, whole in zip(heaps(position), start, strict=True)
        )

    def ways(position: Any, move: Any) -> list[Way]:
        k, take = parts(move)
        return [(first[k] + heaps(position)[k] - take,)]

    named = range(len(start) if len(start) > 1 else 0)
    texts = [Label(x=0.1, y=k + 0.6, words=f"heap {k}", anchor="start", part=k) for k in named]
    width = left + MATCH * max(start, default=1) + 0.2
    size = Size(width, max(1, len(start)))
    return Drawing(size, spots, pieces, ways, legend={"|": "match"}, texts=texts)


def _match(x: float, y: float, name: str) -> Spot:
    """Return the place of a match."""
    return {"x": x, "y": y, "w": 0.56, "h": 0.96, "shape": "bare", "name": name}


def pins(game: HeapGame, start: tuple[int, ...]) -> Drawing | None:
    """Return a row of pins; pressing a pin takes it, and pressing between two takes both, or parts
    the heap there.

    A gap separates heaps; in games that part a heap and take nothing, a fence does.
    """
    parting = not str(getattr(game, "code", "4")).startswith("0")
    width = max(1, sum(start) + (0 if parting else len(start) - 1))
    if width > MOST_IN_A_ROW:
        return None
    stand = [
        Spot(x=0.45 + PIN * j, y=0.6, w=0.62, h=1.0, shape="bare", name=f"pin {j}")
        for j in range(width)
    ]
    gaps = [
        Spot(
            x=0.45 + PIN * (j + 0.5),
            y=1.42,
            w=0.5,
            h=0.5,
            shape="gap",
            name=f"between {j} and {j + 1}",
        )
        for j in range(width)
    ]
    gaps[-1]["shape"] = "none"  # nothing is parted to the right of the last pin
    row = _Pins(game, width, parting)
    legend = {"i": "pin", "-": "between", "/": "fence"}
    return Drawing(
        Size(PIN * width + 0.3, 1.7),
        [*stand, *gaps],
        row.pieces,
        row.ways,
        legend=legend,
        stay=row.stay,
    )


@dataclass(frozen=True)
class _Pins:
    """``width`` places for pins, and after them as many places between one pin and the next."""

    game: HeapGame
    width: int
    parting: bool

    def first(self, heaps: Sequence[int], k: int) -> int:
        """Return the place of the first pin of heap k."""
        return sum(heaps[:k]) + (0 if self.parting else k)

    def left(self, position: Any, move: Any) -> tuple[int, ...] | None:
        """Return what a move leaves of its heap; None if that cannot be drawn."""
        left = self.game.part(position[move[0]], move[1])
        return None if left is None or len(left) > 2 else left

    def pieces(self, position: Any) -> str:
        gap, end = ("", "/") if self.parting else (" ", " ")
        stand = gap.join("i" * heap for heap in position)
        between = gap.join("-" * (heap - 1) + end * (heap > 0) for heap in position)
        return stand.ljust(self.width) + between.ljust(self.width)

    def sides(self, position: Any, move: Any) -> dict[Way, int]:
        """Return, for each way to make a move, how many pins stay to the left of those taken."""
        if (left := self.left(position, move)) is None:
            return {}
        heap, at = position[move[0]], self.first(position, move[0])
        taken, both = heap - sum(left), sorted({(*left, 0)[0], (*left, 0, 0)[1]})
        if taken == 1:
            return {(at + side,): side for side in both}
        if taken == 2 and not self.parting:
            return {(self.width + at + side,): side for side in both}
        return {
            (self.width + at + side - 1,): side for side in both if 0 < side < heap and taken == 0
        }

    def ways(self, position: Any, move: Any) -> list[Way]:
        return list(self.sides(position, move))

    def stay(self, position: Any, move: Any, way: Way) -> list[Block] | None:
        if (left := self.left(position, move)) is None:
            return None
        k, begin = move[0], self.first(position, move[0])
        side = self.sides(position, move).get(way, (*left, 0)[0])
        taken, after = position[k] - sum(left), (*position[:k], *left, *position[k + 1 :])
        groups = [(side, begin), (sum(left) - side, begin + taken + side)]
        if (*left, 0)[0] != side:
            groups.reverse()
        blocks = [
            Block(self.first(after, k + j), at, n) for j, (n, at) in enumerate(groups[: len(left)])
        ]
        rest = sum(position[k + 1 :]) + (0 if self.parting else max(0, len(position) - k - 2))
        blocks.append(Block(self.first(after, k + len(left)), self.first(position, k + 1), rest))
        gaps = [Block(self.width + to, self.width + at, length) for to, at, length in blocks]
        both = zip(blocks, gaps, strict=True)
        return [block for pair in both for block in pair if block.length > 0]
