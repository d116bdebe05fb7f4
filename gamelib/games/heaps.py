"""Games with heaps: Nim, subtraction games, Grundy's game, and the octal games, Kayles among them.

A move changes one heap: it takes from it, or parts it in two, or both. Who cannot move loses (normal play);
``Misere(Nim(...))`` is the other way. What may be made of a heap does not depend on the others, so a game here is one
method, ``heap_moves``. ``Matches`` is the game of one heap, with the same takes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from gamelib.core import LOSS, IllegalMove, Outcome, TooLarge
from gamelib.games.matches import checked_takes, is_whole, rows_of_fives

#: Larger heaps are refused: their moves would not fit the memory. For nimbers of larger ones see ``octal``.
LARGEST_HEAP = 10_000_000

Heaps = tuple[int, ...]
Move = tuple[int, Any]


@dataclass(frozen=True)
class HeapGame:
    """Heaps, of which each move changes one; who cannot move loses. A position is the tuple of the heaps.

    A move is ``(k, move)``: one of ``heap_moves`` in heap k, counted from 0. The order of the heaps does not
    matter, so ``representative`` sorts them: ``Quotient(game)`` plays on multisets.
    """

    heaps: Heaps
    impartial: ClassVar[bool] = True

    def __post_init__(self) -> None:
        heaps = tuple(self.heaps) if isinstance(self.heaps, list | tuple | np.ndarray) else (None,)
        for heap in heaps:
            if not is_whole(heap) or heap < 0:
                raise ValueError(f"heaps are {self.heaps!r}: give a tuple of whole numbers, 0 or more, as in (3, 4, 5)")
        if max(heaps, default=0) > LARGEST_HEAP:
            raise TooLarge(f"a heap of {max(heaps)}: at most {LARGEST_HEAP:,}, for its moves are listed one by one")
        object.__setattr__(self, "heaps", tuple(map(int, heaps)))

    def check_position(self, position: Any) -> None:
        """Raise ValueError, saying why, for what is not a tuple of heaps."""
        if not isinstance(position, tuple) or not all(is_whole(heap) and heap >= 0 for heap in position):
            raise ValueError(
                f"{position!r} is not a position: give a tuple of whole numbers, 0 or more, as in (3, 4, 5)"
            )

    def heap_moves(self, heap: int) -> Mapping[Hashable, Heaps]:
        """The moves in a heap of this size, and the heaps that each leaves of it."""
        raise NotImplementedError

    def start(self) -> Heaps:
        return self.heaps

    def moves(self, position: Heaps) -> list[Move]:
        return [(k, move) for k, heap in enumerate(position) for move in self.heap_moves(heap)]

    def play(self, position: Heaps, move: Move) -> Heaps:
        match move:
            case (k, inner) if is_whole(k) and 0 <= k < len(position):
                allowed = self.heap_moves(position[k])
                if isinstance(inner, Hashable) and inner in allowed:
                    return (*position[:k], *allowed[inner], *position[k + 1 :])
                what = ", ".join(map(repr, list(allowed)[:8])) + (", ..." if len(allowed) > 8 else "") or "nothing"
                raise IllegalMove(f"{inner!r} in heap {k}, of {position[k]}: allowed there is {what}")
        raise IllegalMove(f"{move!r} is not a move: give (k, move), with k from 0 to {len(position) - 1} for the heap")

    def outcome(self, position: Heaps) -> Outcome | None:
        return None if any(self.heap_moves(heap) for heap in position) else LOSS

    def representative(self, position: Heaps) -> tuple[Heaps, Callable[[Move], Move]]:
        """The heaps in rising order, and the way back from a move there."""
        order = sorted(range(len(position)), key=position.__getitem__)
        return tuple(position[k] for k in order), lambda move: (order[move[0]], move[1])

    def text(self, position: Heaps) -> str:
        return "\n".join(f"{k}: {rows_of_fives(heap)}" for k, heap in enumerate(position)) or "no heap is left"


@dataclass(frozen=True)
class Nim(HeapGame):
    """Nim: take as many as you like, at least one, from one heap (``most``: at most so many).

    A position is the tuple of the heaps, a move ``(k, take)``: take so many from heap k, counted from 0. Source:
    Bouton, Nim, a game with a complete mathematical theory (1901). One heap with a largest take is Bachet's game.

    >>> from gamelib import solve
    >>> str(solve(Nim((1, 2, 3)))[1, 2, 3]), solve(Nim((3, 4, 5))).best((3, 4, 5))
    ('LOSS in 6', (0, 2))
    """

    most: int | None = None

    def outcome(self, position: Heaps) -> Outcome | None:
        return None if any(position) else LOSS

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.most is not None and (not is_whole(self.most) or self.most < 1):
            raise ValueError(f"most={self.most!r}: give the largest take, 1 or more, or None for no limit")

    def heap_moves(self, heap: int) -> dict[Hashable, Heaps]:
        return {take: (heap - take,) for take in range(1, min(heap, self.most or heap) + 1)}

    def move_text(self, position: Heaps, move: Move) -> str:
        return f"take {move[1]} from heap {move[0]}"


@dataclass(frozen=True)
class Subtraction(HeapGame):
    """A subtraction game: take one of the numbers in ``takes`` from one heap. With one heap it is ``Matches``.

    >>> from gamelib import nimber
    >>> [nimber(Subtraction((n,), takes=(1, 3, 4))) for n in range(8)]
    [0, 1, 0, 1, 2, 3, 2, 0]
    """

    takes: tuple[int, ...] = (1, 2, 3)

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "takes", checked_takes(self.takes))

    def heap_moves(self, heap: int) -> dict[Hashable, Heaps]:
        return {take: (heap - take,) for take in self.takes if take <= heap}

    move_text = Nim.move_text


@dataclass(frozen=True)
class Grundy(HeapGame):
    """Grundy's game: part one heap into two that are not equal. A move is ``(k, (a, b))`` with a < b.

    Source: Grundy, Mathematics and games (1939). Whether its nimbers are periodic is an open question.

    >>> from gamelib import nimber
    >>> [nimber(Grundy((n,))) for n in range(10)]
    [0, 0, 0, 1, 0, 2, 1, 0, 2, 1]
    """

    def heap_moves(self, heap: int) -> dict[Hashable, Heaps]:
        return {(a, heap - a): (a, heap - a) for a in range(1, (heap + 1) // 2)}

    def move_text(self, position: Heaps, move: Move) -> str:
        return f"part heap {move[0]} into {move[1][0]} and {move[1][1]}"


@dataclass(frozen=True)
class Octal(HeapGame):
    """An octal game: a move takes i from one heap and may leave of it what digit i of the ``code`` allows.

    Digit 1: nothing; 2: one heap; 4: two heaps; sums of these: any of them. ``0.77`` is Kayles: take one pin or two
    neighbouring ones; heaps are rows of pins. The digit before the point, 0 or 4, is for taking nothing. A move is
    ``(k, parts)``: what is left of heap k, ``()``, ``(a,)`` or ``(a, b)`` with a <= b. Heaps of nothing are dropped.
    Source: Guy and Smith, The G-values of various games (1956).

    >>> Octal((4,), "0.77").moves((4,))
    [(0, (3,)), (0, (1, 2)), (0, (2,)), (0, (1, 1))]
    """

    code: str = "0.77"

    def __post_init__(self) -> None:
        super().__post_init__()
        octal_digits(self.code)

    def heap_moves(self, heap: int) -> dict[Hashable, Heaps]:
        left: list[Heaps] = []
        for i, digit in enumerate(octal_digits(self.code)):
            m = heap - i
            left += [()] if digit & 1 and m == 0 else []
            left += [(m,)] if digit & 2 and m > 0 else []
            left += [(a, m - a) for a in range(1, m // 2 + 1)] if digit & 4 else []
        return {parts: parts for parts in left}

    def text(self, position: Heaps) -> str:
        return "   ".join("|" * heap for heap in position) or "no pin is left"

    def move_text(self, position: Heaps, move: Move) -> str:
        k, parts = move
        taken = position[k] - sum(parts)
        left = " and ".join(map(str, parts)) or "nothing"
        return f"row {k} of {position[k]}: take {taken}, leave {left}"


def octal_digits(code: str) -> list[int]:
    """The digits d_0, d_1, ... of a code such as "0.77" or "4.007", without zeros at the end.

    Raises ValueError for what is not such a code.

    >>> octal_digits("0.770")
    [0, 7, 7]
    """
    head, point, tail = code.partition(".") if isinstance(code, str) else ("", "", "")
    if head not in ("0", "4") or not point or not set(tail) <= set("01234567"):
        raise ValueError(f"{code!r} is not an octal code: give 0. or 4. and digits from 0 to 7, as in '0.77' (Kayles)")
    return [int(digit) for digit in head + tail.rstrip("0")]
