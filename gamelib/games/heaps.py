"""Games with heaps: Nim, subtraction games, Grundy's game, and the octal games, including Kayles.

A move changes one heap: it takes something from the heap, or splits the heap in two, or both. A
player who cannot move loses (normal play); under ``Misere(Nim(...))`` that player wins. The moves
in a heap do not depend on the other heaps, so a game here has two methods: ``heap_moves``, the
moves in a heap, and ``part``, what a move leaves of the heap. ``Matches`` is the game of one heap,
with the same takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar, TypeGuard

from gamelib.arguments import check_whole
from gamelib.core import LOSS, IllegalMove, Outcome, TooLarge
from gamelib.games.matches import checked_takes, is_whole, rows_of_fives

#: Larger heaps are refused, because their moves would not fit into memory. For nimbers of larger
#: heaps see ``octal``.
LARGEST_HEAP = 10_000_000

Heaps = tuple[int, ...]
Move = tuple[int, Any]


@dataclass(frozen=True)
class HeapGame:
    """Heaps, one of which changes at each move; a player who cannot move loses. A position is the
    tuple of the heaps.

    A move is ``(k, move)``: one of ``heap_moves`` in heap k, counted from 0. The order of the heaps
    does not matter, so ``representative`` sorts them: ``Quotient(game)`` plays on multisets. Raises
    ValueError for heaps that are not whole numbers from 0 on, and TooLarge for a heap of more than
    ten million.
    """

    heaps: Heaps
    impartial: ClassVar[bool] = True

    def __post_init__(self) -> None:
        given: Any = self.heaps
        is_list = isinstance(given, list | tuple) or hasattr(given, "tolist")  # an array of numpy
        heaps: tuple[Any, ...] = tuple(given) if is_list else (None,)
        _check_heaps(heaps, f"heaps are {self.heaps!r}")
        object.__setattr__(self, "heaps", tuple(map(int, heaps)))

    def check_position(self, position: Any) -> None:
        """Raise ValueError, saying why, for anything that is not a tuple of heaps."""
        _check_heaps(
            position if isinstance(position, tuple) else (None,), f"{position!r} is not a position"
        )

    def heap_moves(self, heap: int) -> Iterable[Any]:
        """The moves in a heap of this size."""
        raise NotImplementedError

    def part(self, heap: int, move: Any) -> Heaps | None:
        """What is left of a heap; None if the move, here how many to take, is not one of
        ``heap_moves``.
        """
        return (
            (heap - int(move),) if is_whole(move) and int(move) in self.heap_moves(heap) else None
        )

    def start(self) -> Heaps:
        return self.heaps

    def moves(self, position: Heaps) -> list[Move]:
        return [(k, move) for k, heap in enumerate(position) for move in self.heap_moves(heap)]

    def play(self, position: Heaps, move: Move) -> Heaps:
        match move:
            case (k, inner) if is_whole(k) and 0 <= k < len(position):
                if (left := self.part(position[k], inner)) is not None:
                    return (*position[:k], *left, *position[k + 1 :])
                some = [repr(move) for move in islice(self.heap_moves(position[k]), 9)]
                what = ", ".join(some[:8]) or "nothing"
                what += " and so on" if len(some) > 8 else ""
                raise IllegalMove(
                    f"{inner!r} in heap {k}, of {position[k]}: allowed there is {what}"
                )
        raise IllegalMove(
            f"{move!r} is not a move: give (k, move), where k is the number of the "
            f"heap{_numbers(position)}"
        )

    def outcome(self, position: Heaps) -> Outcome | None:
        return None if any(True for heap in position for _ in self.heap_moves(heap)) else LOSS

    def representative(self, position: Heaps) -> tuple[Heaps, Callable[[Move], Move]]:
        """The heaps in rising order, and the way back from a move there."""

        def back(move: Move) -> Move:
            return sorted(range(len(position)), key=position.__getitem__)[move[0]], move[1]

        return tuple(sorted(position)), back

    def text(self, position: Heaps) -> str:
        return (
            "\n".join(f"{k}: {rows_of_fives(heap)}" for k, heap in enumerate(position))
            or "no heap is left"
        )


@dataclass(frozen=True)
class Nim(HeapGame):
    """Nim: take as many as you like from one heap, at least one and at most ``most``, if it is
    given.

    A position is the tuple of the heaps; the move ``(k, take)`` takes that many from heap k,
    counted from 0. Source: Bouton, Nim, a game with a complete mathematical theory (1901). One heap
    with a largest take is Bachet's game.

    >>> from gamelib import solve
    >>> str(solve(Nim((1, 2, 3)))[1, 2, 3]), solve(Nim((3, 4, 5))).best((3, 4, 5))
    ('LOSS in 6', (0, 2))
    """

    most: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.most is not None:
            check_whole(self.most, "most", 1)

    def heap_moves(self, heap: int) -> range:
        return range(1, min(heap, self.most or heap) + 1)

    def move_text(self, position: Heaps, move: Move) -> str:
        return f"take {move[1]} from heap {move[0]}"


@dataclass(frozen=True)
class Subtraction(HeapGame):
    """A subtraction game: take one of the numbers in ``takes`` from one heap. With one heap the
    game is ``Matches``.

    >>> from gamelib import nimber
    >>> [nimber(Subtraction((n,), takes=(1, 3, 4))) for n in range(8)]
    [0, 1, 0, 1, 2, 3, 2, 0]
    """

    takes: tuple[int, ...] = (1, 2, 3)

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "takes", checked_takes(self.takes))

    def heap_moves(self, heap: int) -> list[int]:
        return [take for take in self.takes if take <= heap]

    move_text = Nim.move_text


@dataclass(frozen=True)
class Grundy(HeapGame):
    """Grundy's game: split one heap into two that are not equal. A move is ``(k, (a, b))`` with a <
    b.

    Source: Grundy, Mathematics and games (1939). Nobody knows whether its nimbers are periodic.

    >>> from gamelib import nimber
    >>> [nimber(Grundy((n,))) for n in range(10)]
    [0, 0, 0, 1, 0, 2, 1, 0, 2, 1]
    """

    def heap_moves(self, heap: int) -> Iterable[Heaps]:
        return ((a, heap - a) for a in range(1, (heap + 1) // 2))

    def part(self, heap: int, move: Any) -> Heaps | None:
        return (
            move
            if _are_parts(move) and len(move) == 2 and sum(move) == heap and move[0] != move[1]
            else None
        )

    def move_text(self, position: Heaps, move: Move) -> str:
        return f"part heap {move[0]} into {move[1][0]} and {move[1][1]}"


@dataclass(frozen=True)
class Octal(HeapGame):
    """An octal game: a move takes i from one heap and may leave what digit i of the ``code``
    allows.

    Digit 1 allows a move to leave nothing, 2 allows one heap, and 4 allows two heaps. A sum of
    these digits allows whatever its terms allow. ``0.77`` is Kayles: take one pin or two
    neighbouring pins; heaps are rows of pins. The digit before the point, 0 or 4, is for taking
    nothing. A move is ``(k, parts)``: what is left of heap k, ``()``, ``(a,)`` or ``(a, b)`` with a
    <= b. Empty heaps are dropped. Source: Guy and Smith, The G-values of various games (1956).

    >>> Octal((4,), "0.77").moves((4,))
    [(0, (3,)), (0, (1, 2)), (0, (2,)), (0, (1, 1))]
    """

    code: str = "0.77"

    def __post_init__(self) -> None:
        super().__post_init__()
        octal_digits(self.code)

    def heap_moves(self, heap: int) -> Iterator[Heaps]:
        for i, digit in enumerate(octal_digits(self.code)):
            m = heap - i
            if digit & 1 and m == 0:
                yield ()
            if digit & 2 and m > 0:
                yield (m,)
            if digit & 4:
                yield from ((a, m - a) for a in range(1, m // 2 + 1))

    def part(self, heap: int, move: Any) -> Heaps | None:
        if (
            not _are_parts(move)
            or len(move) > 2
            or not 0 <= (taken := heap - sum(move)) <= len(self.code) - 2
        ):
            return None
        digit = int(self.code.replace(".", "")[taken])
        return move if digit >> len(move) & 1 else None

    def text(self, position: Heaps) -> str:
        return "   ".join("|" * heap for heap in position) or "no pin is left"

    def move_text(self, position: Heaps, move: Move) -> str:
        k, parts = move
        taken = position[k] - sum(parts)
        left = " and ".join(map(str, parts)) or "nothing"
        return f"row {k} of {position[k]}: take {taken}, leave {left}"


def _check_heaps(heaps: tuple[Any, ...], said: str) -> None:
    """Raise ValueError unless these are heaps, and TooLarge for a heap whose moves would not fit
    into memory.
    """
    if not all(is_whole(heap) and heap >= 0 for heap in heaps):
        raise ValueError(f"{said}: give a tuple of whole numbers, 0 or more, as in (3, 4, 5)")
    if max(heaps, default=0) > LARGEST_HEAP:
        raise TooLarge(
            f"a heap of {max(heaps)}: at most {LARGEST_HEAP:,}, because its moves are listed one "
            "by one"
        )


def _are_parts(move: Any) -> TypeGuard[Heaps]:
    """Whether a move names the heaps that are left: a tuple of whole numbers from 1 on, in rising
    order.
    """
    return (
        isinstance(move, tuple)
        and all(is_whole(m) and m > 0 for m in move)
        and tuple(sorted(move)) == move
    )


def _numbers(heaps: Heaps) -> str:
    """Which numbers the heaps have, to go on with a sentence."""
    if len(heaps) > 1:
        return f", from 0 to {len(heaps) - 1}"
    return ": there is one heap, number 0" if heaps else ", but there is no heap left"


def octal_digits(code: str) -> list[int]:
    """The digits d_0, d_1, ... of a code such as "0.77" or "4.007", without zeros at the end.

    Raises ValueError for anything else.

    >>> octal_digits("0.770")
    [0, 7, 7]
    """
    head, point, tail = code.partition(".") if isinstance(code, str) else ("", "", "")
    if head not in ("0", "4") or not point or not set(tail) <= set("01234567"):
        raise ValueError(
            f"{code!r} is not an octal code: give 0. or 4. and digits from 0 to 7, as in '0.77' "
            "(Kayles)"
        )
    return [int(digit) for digit in head + tail.rstrip("0")]
