"""Lecture 15: past the edge."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from math import isqrt
from random import Random
from typing import Any, ClassVar, Self

import numpy as np

from gamecourse.publish.exams.family import Family, Results
from gamecourse.publish.exams.words import capital, in_words, listed, power, with_minus
from gamefast import Ending, solve
from gamelib import LOSS
from gamelib.games import CopsAndThief


@dataclass(frozen=True)
class HowLargeABoard(Family):
    """15.1: how many positions a board has, and how large a board can be."""

    number = "15.1"
    rows: int = 10
    columns: int = 10
    walls: int = 19
    bytes_each: int = 3
    #: The memory, in thousand million bytes.
    memory: int = 1
    times: int = 4

    #: How many times as many cells fit into so many times the memory.
    MORE_CELLS: ClassVar[dict[int, str]] = {4: "twice", 9: "three times", 16: "four times"}

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        return cls(
            rows=rng.randint(8, 12),
            columns=rng.randint(8, 12),
            walls=rng.randint(10, 30),
            bytes_each=rng.randint(2, 4),
            memory=rng.choice((1, 2, 3, 4, 6, 8)),
            times=rng.choice(list(cls.MORE_CELLS)),
        )

    @property
    def free(self) -> int:
        """The number of free cells."""
        return self.rows * self.columns - self.walls

    def asked(self) -> str:
        return (
            f"A board of {self.rows} × {self.columns} has {self.walls} walls. There are one "
            "policeman and one thief, and either may be to move. How many positions are there, and "
            f"how many bytes do they take at {in_words(self.bytes_each)} each? About how many free "
            f"cells could a board have if its solution must fit into {in_words(self.memory)} "
            "thousand million bytes? How many times as many cells fit into "
            f"{in_words(self.times)} times the memory?"
        )

    def results(self) -> Results:
        # Wherever the walls stand: here they fill the board from its first cell on.
        cells = "*" * self.walls + "." * self.free
        terrain = [cells[k : k + self.columns] for k in range(0, len(cells), self.columns)]
        last = (self.rows - 1, self.columns - 1)
        board = CopsAndThief(tuple(terrain), last, last)
        positions = len(solve(board))
        most = isqrt(self.memory * 10**9 // (2 * self.bytes_each))
        return {
            "free": len(board.cells),
            "positions": positions,
            "bytes": positions * self.bytes_each,
            "most": most,
            "times": isqrt(self.times),
        }

    def results_again(self) -> Results:
        positions = sum(1 for _ in range(self.free) for _ in range(self.free)) * 2
        limit = self.memory * 10**9
        most = 1
        while 2 * (most + 1) ** 2 * self.bytes_each <= limit:
            most += 1
        # So much memory holds so many times as many cells.
        times = 1
        while (times * most) ** 2 < self.times * most**2:
            times += 1
        return {
            "free": self.free,
            "positions": positions,
            "bytes": positions * self.bytes_each,
            "most": most,
            "times": times,
        }

    def answer(self) -> str:
        found = self.results()
        side = isqrt(found["most"])
        memory = power(10, 9) if self.memory == 1 else f"{self.memory} · {power(10, 9)}"
        return (
            f"There are **{found['free']}** free cells, so 2 · {power(found['free'], 2)} = "
            f"**{found['positions']}** positions and **{found['bytes']}** bytes. With F free "
            f"cells, 2 · {self.bytes_each} · F² must not exceed {memory}, so F is at most "
            f"**{found['most']}**, a board of at most {side} × {side}. "
            f"{capital(in_words(self.times))} times the memory holds "
            f"**{self.MORE_CELLS[self.times]}** the cells, because the number of cells is squared."
        )

    def measure(self) -> dict[str, float]:
        return {"free cells": self.free, "bytes for a position": self.bytes_each}


#: A square of a chessboard: its column and its row, from 0.
Square = tuple[int, int]


def is_legal(game: Ending, position: tuple[str, ...]) -> bool:
    """Whether the library takes a position of an ending for a legal one."""
    try:
        game.check_position(position)
    except ValueError:
        return False
    return True


def name(square: Square) -> str:
    """What chess calls a square: ``b3``."""
    column, row = square
    return "abcdefgh"[column] + str(row + 1)


def are_neighbours(one: Square, other: Square) -> bool:
    """Whether a king can step from one square to the other."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def between(one: Square, other: Square) -> list[Square] | None:
    """The squares between two others on a row or column; None if they stand on neither."""
    if one == other or (one[0] != other[0] and one[1] != other[1]):
        return None
    (column, row), (last_column, last_row) = sorted((one, other))
    if column == last_column:
        return [(column, k) for k in range(row + 1, last_row)]
    return [(k, row) for k in range(column + 1, last_column)]


def attacks(rook: Square, target: Square, others: Collection[Square]) -> bool:
    """Whether a rook attacks a square, with other pieces that may stand in its way."""
    way = between(rook, target)
    return way is not None and not any(square in others for square in way)


@dataclass(frozen=True)
class WhitesLastMove(Family):
    """15.2: Black is mated by king and rook. What was White's last move?"""

    number = "15.2"
    size: int = 4
    king: Square = (1, 0)
    rook: Square = (3, 2)
    black: Square = (3, 0)

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        size = rng.choice((4, 5))
        squares = [(column, row) for column in range(size) for row in range(size)]
        return cls(size, *rng.sample(squares, 3))

    def is_sound(self) -> bool:
        # Mate; the rook has moved last; and there is a square that it cannot have come from.
        if not self._is_mate() or self._on_the_line() == []:
            return False
        if any(are_neighbours(self.king, square) for square in self._in_between()):
            return False
        return len(self._unmoves()) > 1

    def _in_between(self) -> list[Square]:
        """The squares between the rook and Black's king."""
        return between(self.rook, self.black) or []

    def _squares(self) -> Iterator[Square]:
        """All squares of the board."""
        for column in range(self.size):
            for row in range(self.size):
                yield column, row

    def _is_mate(self) -> bool:
        """Whether the position is legal, and Black is in check and has no move."""
        if are_neighbours(self.king, self.black) or not attacks(self.rook, self.black, [self.king]):
            return False
        for square in self._squares():
            if not are_neighbours(self.black, square) or are_neighbours(self.king, square):
                continue
            if square == self.rook or not attacks(self.rook, square, [self.king]):
                return False
        return True

    def _on_the_line(self) -> list[Square]:
        """The free squares on the line of the check that the rook could have come from, if it had
        not given check from there.
        """
        return [
            square
            for square in self._squares()
            if attacks(square, self.black, [self.king])
            and attacks(square, self.rook, [self.king, self.black])
            and square != self.king
        ]

    def _unmoves(self) -> list[str]:
        """White's moves that lead to this position from one in which Black is not in check."""
        found = []
        for square in self._squares():
            if square in (self.king, self.rook, self.black):
                continue
            pieces = [self.king, self.black]
            if attacks(square, self.rook, pieces) and not attacks(square, self.black, pieces):
                found.append(f"R{name(square)}-{name(self.rook)}")
            is_step = are_neighbours(square, self.king) and not are_neighbours(square, self.black)
            if is_step and not attacks(self.rook, self.black, [square]):
                found.append(f"K{name(square)}-{name(self.king)}")
        return sorted(found)

    def asked(self) -> str:
        corner = name((self.size - 1, self.size - 1))
        return (
            f"A board of {self.size} × {self.size} has the squares a1 to {corner}. White's king "
            f"stands on {name(self.king)}, White's rook on {name(self.rook)} and Black's king on "
            f"{name(self.black)}. Black is to move, and is mated. Which moves may White have made "
            "to reach this position? Could the rook have come from "
            f"{listed(map(name, self._on_the_line()), last='or')}? Could White's king have moved "
            "last?"
        )

    def results(self) -> Results:
        game = Ending("KRK", rows=self.size, columns=self.size)
        king, rook, black = name(self.king), name(self.rook), name(self.black)
        mate = (king, rook, black, "black")
        last = []
        for square in game.squares:
            for before in ((king, square, black, "white"), (square, rook, black, "white")):
                if is_legal(game, before):
                    moves = game.moves(before)
                    last += [
                        game.move_text(before, move)
                        for move in moves
                        if game.play(before, move) == mate
                    ]
        return {
            "mate": game.outcome(mate) == LOSS and game.end_text(mate) == "checkmate",
            "moves": sorted(last),
            "how many": len(last),
        }

    def results_again(self) -> Results:
        moves = self._unmoves()
        return {"mate": self._is_mate(), "moves": moves, "how many": len(moves)}

    def answer(self) -> str:
        found = self.results()
        moves = listed((f"**{move}**" for move in found["moves"]), last="or")
        # The rook's check is along a row or a column, and it came along the other line.
        way = "row" if self.rook[0] == self.black[0] else "column"
        return (
            f"The rook came along its {way}: {moves}. From "
            f"{listed(map(name, self._on_the_line()), last='or')} it would already have given "
            "check with White to move, and Black may not leave the king in check. For the same "
            f"reason White's king has not moved last: no square next to {name(self.king)} lies "
            "between the rook and Black's king, so the rook would have given check before. So "
            f"there are **{found['how many']}** un-moves."
        )

    def measure(self) -> dict[str, float]:
        return {"un-moves": len(self._unmoves()), "side of the board": self.size}


@dataclass(frozen=True)
class ACellInAByte(Family):
    """15.3: how many cells have a number that fits into a byte."""

    number = "15.3"
    signed: bool = True
    #: The number of the first cell.
    first: int = 0
    #: The board is n × ``columns`` · n.
    columns: int = 1

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        return cls(rng.choice((True, False)), rng.choice((0, 1)), rng.randint(1, 3))

    def _range(self, kind: type[np.integer[Any]]) -> tuple[int, int]:
        """The smallest and the largest number that a kind of integer holds."""
        info = np.iinfo(kind)
        return int(info.min), int(info.max)

    def _board(self, n: int) -> str:
        """The board with n rows: ``11 × 11``."""
        return f"{n} × {self.columns * n}"

    def asked(self) -> str:
        kind = "a signed" if self.signed else "an unsigned"
        lowest, highest = self._range(np.int8 if self.signed else np.uint8)
        board = "*n* × *n*" if self.columns == 1 else f"*n* × {self.columns}*n*"
        return (
            f"A program for policeman and thief numbers the cells of a board of {board} from "
            f"{self.first}. It keeps the number of a cell in {kind} byte, which holds "
            f"{with_minus(lowest)} to {highest}. How many cells can a byte name, and how large may "
            "*n* be? How large may *n* be with two bytes for each cell? What happens if *n* is "
            "larger by one than a byte allows, and why did no test on small boards show the error?"
        )

    def results(self) -> Results:
        one, two = (np.int8, np.int16) if self.signed else (np.uint8, np.uint16)
        last = self._range(one)[1]
        cells = last - self.first + 1
        cells_of_two = self._range(two)[1] - self.first + 1
        after_last = np.array([last], dtype=one) + one(1)
        return {
            "cells": cells,
            "n": isqrt(cells // self.columns),
            "largest of two bytes": self._range(two)[1],
            "n of two bytes": isqrt(cells_of_two // self.columns),
            "after the last": int(after_last[0]),
        }

    def results_again(self) -> Results:
        bits = 7 if self.signed else 8
        last, last_of_two = 2**bits - 1, 2 ** (bits + 8) - 1
        return {
            "cells": len(range(self.first, last + 1)),
            "n": self._largest_board(last),
            "largest of two bytes": last_of_two,
            "n of two bytes": self._largest_board(last_of_two),
            "after the last": -(2**7) if self.signed else 0,
        }

    def _largest_board(self, last: int) -> int:
        """The largest n such that no cell has a number beyond the last."""
        n = 0
        while self.first + self.columns * (n + 1) ** 2 - 1 <= last:
            n += 1
        return n

    def answer(self) -> str:
        found = self.results()
        last = found["cells"] + self.first - 1
        after = found["after the last"]
        n = found["n"]
        area = "n²" if self.columns == 1 else f"{self.columns}n²"
        strange = "a cell that does not exist"
        if self.signed:
            strange += ", or of another cell if the program counts from the end"
        elif self.first == 0:
            strange = "another cell, the first one"
        return (
            f"A byte can name the **{found['cells']}** cells {self.first} to {last}, so {area} ≤ "
            f"{found['cells']} and n is at most **{n}**. Two bytes hold up to "
            f"**{found['largest of two bytes']}**, so n is at most **{found['n of two bytes']}**. "
            f"On {self._board(n + 1)} no error appears: after {last} comes **{with_minus(after)}**. "
            f"This is the number of {strange}. On every board of up to {self._board(n)} the "
            "program is right."
        )

    def measure(self) -> dict[str, float]:
        return {"numbers to find": 4, "bytes for a cell, at most": 2}


FAMILIES = (HowLargeABoard, WhitesLastMove, ACellInAByte)
