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

#: Matches stand in at most this many rows.
MOST_ROWS = 8


def sticks(
    start: Sequence[int],
    heaps: Callable[[Any], Sequence[int]],
    parts: Callable[[Any], tuple[int, int]],
) -> Drawing | None:
    """Return rows of matches; pressing a match takes it and all to its right.

    ``start`` says how many matches each row can hold, and ``heaps(position)`` how many it has.
    ``parts(move)`` is the row of a move, and how many matches it takes. Returns None if there are
    too many.
    """
    if max(start, default=0) > MOST_IN_A_ROW or len(start) > MOST_ROWS:
        return None
    has_names = len(start) > 1
    left = 1.5 if has_names else 0.2
    spots = [
        _match(left + 0.3 + MATCH * j, k + 0.5, f"heap {k}: leave {j}")
        for k, heap in enumerate(start)
        for j in range(heap)
    ]
    first_spot = [0, *accumulate(start)]  # of each row

    def pieces(position: Any) -> str:
        rows = zip(heaps(position), start, strict=True)
        return "".join(("|" * heap).ljust(places) for heap, places in rows)

    def ways(position: Any, move: Any) -> list[Way]:
        """Return the match to press: the leftmost of those that are taken."""
        k, take = parts(move)
        return [(first_spot[k] + heaps(position)[k] - take,)]

    texts: list[Label] = []
    if has_names:
        for k in range(len(start)):
            texts.append(Label(x=0.1, y=k + 0.6, words=f"heap {k}", anchor="start", part=k))
    width = left + MATCH * max(start, default=1) + 0.2
    size = Size(width, max(1, len(start)))
    return Drawing(size, spots, pieces, ways, legend={"|": "match"}, texts=texts)


def _match(x: float, y: float, name: str) -> Spot:
    """Return the place of a match."""
    return {"x": x, "y": y, "w": 0.56, "h": 0.96, "shape": "bare", "name": name}


def pins(game: HeapGame, start: tuple[int, ...]) -> Drawing | None:
    """Return a row of pins; pressing a pin takes it, and pressing between two takes both, or parts
    the heap there.

    A gap separates heaps; in games that part a heap and take nothing, a fence does. Returns None
    for a row that is too long.
    """
    # In an octal game, heaps can be parted without taking a pin if the code begins with 4. Other
    # games of heaps have no code.
    has_fences = not str(getattr(game, "code", "4")).startswith("0")
    gaps = 0 if has_fences else len(start) - 1
    width = max(1, sum(start) + gaps)
    if width > MOST_IN_A_ROW:
        return None
    pin_spots = [
        Spot(x=0.45 + PIN * j, y=0.6, w=0.62, h=1.0, shape="bare", name=f"pin {j}")
        for j in range(width)
    ]
    between_spots = [
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
    between_spots[-1]["shape"] = "none"  # nothing is parted to the right of the last pin
    row = _Pins(game, width, has_fences)
    legend = {"i": "pin", "-": "between", "/": "fence"}
    return Drawing(
        Size(PIN * width + 0.3, 1.7),
        [*pin_spots, *between_spots],
        row.pieces,
        row.ways,
        legend=legend,
        stay=row.stay,
    )


@dataclass(frozen=True)
class _Pins:
    """``width`` places for pins, and after them as many places between one pin and the next.

    A move is a pair: the number of a heap, and what the game says is done there. Between heaps
    stands a fence or is the gap of a pin.
    """

    game: HeapGame
    width: int
    has_fences: bool

    def first_place(self, heaps: Sequence[int], k: int) -> int:
        """Return the place of the first pin of heap k."""
        gaps = 0 if self.has_fences else k
        return sum(heaps[:k]) + gaps

    def heaps_left(self, position: Any, move: Any) -> tuple[int, ...] | None:
        """Return the heaps, none, one or two, that a move leaves of its heap; None if that cannot
        be drawn.
        """
        heaps: tuple[int, ...] | None = self.game.part(position[move[0]], move[1])
        return None if heaps is None or len(heaps) > 2 else heaps

    def pieces(self, position: Any) -> str:
        """Return the pins of all heaps, and then what is between them: - inside a heap, and after
        its last pin a fence or nothing.
        """
        between_heaps = "" if self.has_fences else " "
        end = "/" if self.has_fences else " "
        pins = between_heaps.join("i" * heap for heap in position)
        places_between = between_heaps.join(
            "-" * (heap - 1) + end if heap else "" for heap in position
        )
        return pins.ljust(self.width) + places_between.ljust(self.width)

    def pins_to_the_left(self, position: Any, move: Any) -> dict[Way, int]:
        """Return, for each way to make a move, how many pins of the heap stay to the left of those
        taken: those of one of the two heaps that it leaves (perhaps none), or of the other.
        """
        heaps_left = self.heaps_left(position, move)
        if heaps_left is None:
            return {}
        heap = position[move[0]]
        first = self.first_place(position, move[0])
        two_heaps = [*heaps_left, 0, 0][:2]
        on_the_left = sorted(set(two_heaps))
        taken = heap - sum(heaps_left)
        if taken == 1:  # press the pin
            return {(first + count,): count for count in on_the_left}
        if taken == 2 and not self.has_fences:  # press between the two pins
            return {(self.width + first + count,): count for count in on_the_left}
        if taken == 0:  # press between two pins, where the heap is parted
            return {
                (self.width + first + count - 1,): count
                for count in on_the_left
                if 0 < count < heap
            }
        return {}

    def ways(self, position: Any, move: Any) -> list[Way]:
        return list(self.pins_to_the_left(position, move))

    def stay(self, position: Any, move: Any, way: Way) -> list[Block] | None:
        """Return the blocks of pins that a move leaves where they lie, each followed by the places
        between them: those of its heap on either side of what is taken, and all later heaps.
        """
        heaps_left = self.heaps_left(position, move)
        if heaps_left is None:
            return None
        k = move[0]
        first_heap = heaps_left[0] if heaps_left else 0
        count_left = self.pins_to_the_left(position, move).get(way, first_heap)
        count_right = sum(heaps_left) - count_left
        taken = position[k] - sum(heaps_left)
        after = (*position[:k], *heaps_left, *position[k + 1 :])
        first = self.first_place(position, k)
        # How many pins stay on either side, and where they have begun.
        sides = [(count_left, first), (count_right, first + taken + count_left)]
        if first_heap != count_left:  # the position after the move names the right side first
            sides.reverse()
        blocks = [
            Block(self.first_place(after, k + j), begin, count)
            for j, (count, begin) in enumerate(sides[: len(heaps_left)])
        ]
        # All later heaps are one block, gaps included.
        later_gaps = 0 if self.has_fences else max(0, len(position) - k - 2)
        later = sum(position[k + 1 :]) + later_gaps
        later_before = self.first_place(position, k + 1)
        later_after = self.first_place(after, k + len(heaps_left))
        blocks.append(Block(later_after, later_before, later))
        with_places_between: list[Block] = []
        for block in blocks:
            if block.length > 0:
                between = Block(self.width + block.after, self.width + block.before, block.length)
                with_places_between += [block, between]
        return with_places_between
