"""Lecture 12: large games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from math import log, sqrt
from random import Random
from typing import ClassVar, NamedTuple, Self

from gamecourse.publish.exams import plain
from gamecourse.publish.exams.families.tictactoe import LINES
from gamecourse.publish.exams.family import Family, Results
from gamecourse.publish.exams.words import in_words, listed, power, with_minus
from gamefast import solve
from gamelib.games import Matches, TicTacToe
from gamelib.montecarlo import CURIOSITY, UctTree
from gamelib.zobrist import Zobrist

#: The moves of question 12.1.
MOVES = ("first", "second", "third")
#: The cells of a tic-tac-toe board.
CELLS = 9


class Tried(NamedTuple):
    """A move of a search: how often it was tried, and its average in hundredths."""

    times: int
    hundredths: int

    @property
    def average(self) -> str:
        """The average as the question prints it."""
        return with_minus(f"{self.hundredths / 100:g}")


@dataclass(frozen=True)
class WhereNext(Family):
    """12.1: three moves, and which of them the next playout tries."""

    number = "12.1"
    tried: tuple[Tried, ...] = (Tried(10, 50), Tried(6, 25), Tried(2, -25))

    #: For each N of the formula, its logarithm with two decimals: such that the roots are easy.
    LOGARITHMS: ClassVar[dict[int, str]] = {20: "3.00", 33: "3.50"}
    #: So much the best move is ahead, at least.
    LEAD = 0.1

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        visits = rng.choice(list(cls.LOGARITHMS))
        # Under a root that the bonus needs, there are two decimals at most.
        twice = 2 * float(cls.LOGARITHMS[visits])
        easy = [n for n in range(2, visits) if (100 * twice) % n == 0]
        times = [three for three in permutations(easy, 3) if sum(three) == visits - 2]
        tried = []
        for n in rng.choice(times):
            averages = [k for k in range(-75, 76, 5) if k * n % 100 == 0]
            tried.append(Tried(n, rng.choice(averages)))
        return cls(tuple(tried))

    @property
    def visits(self) -> int:
        """N of the formula. As in the library, it counts the first visit of the node, too, which
        tried none of its moves, and the playout that is now on its way.
        """
        return sum(move.times for move in self.tried) + 2

    def is_sound(self) -> bool:
        if self.visits not in self.LOGARITHMS:
            return False
        # No two moves are alike.
        if len({move.times for move in self.tried}) < 3:
            return False
        if len({move.hundredths for move in self.tried}) < 3:
            return False
        # The printed logarithm gives the same two decimals as the exact one.
        printed = float(self.LOGARITHMS[self.visits])
        if self._bonuses(printed) != self._bonuses(log(self.visits)):
            return False
        # The move that is known least is ahead, and another one has the best average.
        next_move = self._next()
        best_average = max(self.tried, key=lambda move: move.hundredths)
        least_known = min(self.tried, key=lambda move: move.times)
        if next_move == best_average or next_move != least_known:
            return False
        return self._lead() >= self.LEAD

    def _bonuses(self, log_of_visits: float) -> list[str]:
        """The bonus of each move, with two decimals."""
        return [f"{sqrt(2 * log_of_visits / move.times):.2f}" for move in self.tried]

    def _sums(self) -> list[float]:
        """The average and the bonus of each move together."""
        bonuses = self._bonuses(float(self.LOGARITHMS[self.visits]))
        return [
            move.hundredths / 100 + float(bonus)
            for move, bonus in zip(self.tried, bonuses, strict=True)
        ]

    def _next(self) -> Tried:
        """The move that the next playout tries."""
        sums = self._sums()
        return self.tried[sums.index(max(sums))]

    def _lead(self) -> float:
        """By how much it is ahead of the others."""
        *_, second_best, best = sorted(self._sums())
        return best - second_best

    def asked(self) -> str:
        times = listed(move.times for move in self.tried)
        averages = listed(move.average for move in self.tried)
        return (
            f"A node of a Monte-Carlo search has three moves. They were tried {times} times, with "
            f"averages {averages} for the player who chooses. A move tried *n* times gets its "
            f"average plus a bonus of √2 · √(ln *N* / *n*). With *N* = {self.visits}, two "
            f"more than all tries together, which move "
            f"does the next playout try? (ln {self.visits} is {self.LOGARITHMS[self.visits]}.)"
        )

    def results(self) -> Results:
        pile = 9  # any position with three moves
        tree = UctTree(Matches(pile), pile, Random(0), CURIOSITY, (-1, 1))
        root = tree.root
        tree.expand(root)
        root.visits = self.visits - 1
        root.tries = [move.times for move in self.tried]
        for option, move in zip(root.options, self.tried, strict=True):
            option.visits = move.times
            option.total = -move.times * move.hundredths / 100  # for the opponent
        return {
            "worth": [f"{worth:.2f}" for worth in tree.worths(root)],
            "next": MOVES[tree.select_option(root)],
        }

    def results_again(self) -> Results:
        # With a pencil: the logarithm as it is printed, and two decimals for each root.
        hundredths = []
        for move in self.tried:
            square = 2 * float(self.LOGARITHMS[self.visits]) / move.times
            root = 0.0
            while (root + 0.005) ** 2 < square:
                root += 0.01
            hundredths.append(move.hundredths + round(100 * root))
        return {
            "worth": [f"{worth / 100:.2f}" for worth in hundredths],
            "next": MOVES[hundredths.index(max(hundredths))],
        }

    def answer(self) -> str:
        found = self.results()
        bonuses = self._bonuses(float(self.LOGARITHMS[self.visits]))
        sums = [
            f"{move.average} + {bonus} = **{with_minus(worth)}**"
            for move, bonus, worth in zip(self.tried, bonuses, found["worth"], strict=True)
        ]
        return (
            f"Add the bonus to each average. The first move has {sums[0]}, the second {sums[1]}, "
            f"and the third {sums[2]}. The playout tries the {found['next']} move, "
            f"{self._although()}."
        )

    def _although(self) -> str:
        """Why it is not the move with the best average."""
        by_average = sorted(self.tried, key=lambda move: move.hundredths)
        if self._next() == by_average[0]:
            return "which has done worst so far and is known least"
        best = MOVES[self.tried.index(by_average[-1])]
        return f"which is known least, although the {best} move has done better so far"

    def measure(self) -> dict[str, float]:
        return {"roots to take": 3, "lead in hundredths": round(100 * self._lead())}


@cache
def _number_of_positions() -> int:
    """How many positions tic-tac-toe has, by the library."""
    return len(solve(TicTacToe()))


@cache
def _number_of_positions_again() -> int:
    """The same by placing marks until a line is full."""

    def options(board: str) -> Iterator[str]:
        for line in LINES:
            marks = {board[cell] for cell in line}
            if marks == {"X"} or marks == {"O"}:
                return
        mark = "XO"[board.count("X") - board.count("O")]
        for cell, there in enumerate(board):
            if there == ".":
                yield board[:cell] + mark + board[cell + 1 :]

    return len(plain.reached("." * CELLS, options))


@dataclass(frozen=True)
class KeysOfFewBits(Family):
    """12.2: keys of boards with two marks, of which one moves."""

    number = "12.2"
    bits: int = 4
    stays: str = "X"
    moves: str = "O"
    #: Where the mark stands that stays, and where the other one stands and goes to.
    cells: tuple[int, int, int] = (1, 2, 3)
    numbers: tuple[int, int, int] = (0b0110, 0b1011, 0b0011)

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        bits = rng.choice((3, 4, 4, 5))
        stays, moves = rng.choice(("XO", "OX"))
        first, second, third = rng.sample(range(1, CELLS + 1), 3)
        where, start, end = (rng.randrange(1, 2**bits) for _ in range(3))
        return cls(bits, stays, moves, cells=(first, second, third), numbers=(where, start, end))

    def is_sound(self) -> bool:
        # No number or key is zero, and no two are equal: they could be mistaken for each other.
        stays, before, after = self.numbers
        every = {0, stays, before, after, stays ^ before, stays ^ after}
        return len(every) == 6

    def title(self) -> str:
        return f"Keys of {in_words(self.bits)} bits"

    def _binary(self, number: int) -> str:
        return f"{number:0{self.bits}b}"

    def asked(self) -> str:
        stays, before, after = map(self._binary, self.numbers)
        where, start, end = self.cells
        positions = f"{_number_of_positions():,}"
        return (
            f"The random numbers are {stays} for {self.stays} on cell {where}, {before} for "
            f"{self.moves} on cell {start} and {after} for {self.moves} on cell {end}. What is the "
            f"key of the board with {self.stays} on {where} and {self.moves} on {start}? What is "
            f"the key when {self.moves} has moved from {start} to {end}? Tic-tac-toe has {positions} "
            "positions. How many of them, at least, must share some key of "
            f"{in_words(self.bits)} bits?"
        )

    def results(self) -> Results:
        keys = Zobrist(CELLS, "XO", bits=self.bits)
        where, start, end = self.cells
        marks = ((where, self.stays), (start, self.moves), (end, self.moves))
        for (cell, mark), number in zip(marks, self.numbers, strict=True):
            keys.numbers[cell - 1][mark] = number
        return {
            "key": self._binary(keys.key(self._board(start))),
            "after the move": self._binary(keys.key(self._board(end))),
            "share": -(-_number_of_positions() // 2**self.bits),
        }

    def _board(self, cell: int) -> str:
        """The board as a string, with the mark that moves on a cell."""
        board = ["."] * CELLS
        board[self.cells[0] - 1] = self.stays
        board[cell - 1] = self.moves
        return "".join(board)

    def results_again(self) -> Results:
        stays, before, after = self.numbers
        share = 1
        while share * 2**self.bits < _number_of_positions_again():
            share += 1
        return {
            "key": self._binary(plain.binary_sum([stays, before])),
            "after the move": self._binary(plain.binary_sum([stays, after])),
            "share": share,
        }

    def answer(self) -> str:
        found = self.results()
        stays, before, after = map(self._binary, self.numbers)
        keys = 2**self.bits
        whole = _number_of_positions() // keys
        return (
            f"{stays} xor {before} is **{found['key']}**. When {self.moves} moves, its old number "
            f"goes out and its new number comes in: {found['key']} xor {before} xor {after} is "
            f"**{found['after the move']}**. There are {keys} keys, and "
            f"{_number_of_positions():,} / {keys} is more than {whole}, so some key is shared by "
            f"at least **{found['share']}** positions."
        )

    def measure(self) -> dict[str, float]:
        return {"bits": self.bits}


@dataclass(frozen=True)
class PowersOfThree(Family):
    """12.3: a board is read as a number with the digits 0, 1 and 2."""

    number = "12.3"
    stays: str = "X"
    moves: str = "O"
    #: Where the mark stands that stays, and where the other one stands and goes to.
    cells: tuple[int, int, int] = (0, 2, 4)
    board: int = 9

    #: How much a mark counts.
    DIGIT: ClassVar[dict[str, int]] = {".": 0, "X": 1, "O": 2}

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        stays, moves = rng.choice(("XO", "OX"))
        first, second, third = rng.sample(range(6), 3)
        return cls(stays, moves, (first, second, third), rng.choice((8, 9, 10)))

    def asked(self) -> str:
        where, start, end = self.cells
        return (
            "Here is a key without random numbers. Cell 0 counts 1, cell 1 counts 3, cell 2 counts "
            "9, and so on: each cell counts three times as much as the one before. X on a cell "
            "counts once, O twice, and an empty cell not at all. What is the key of the board with "
            f"{self.stays} on cell {where} and {self.moves} on cell {start}? What is the key when "
            f"{self.moves} has moved from cell {start} to cell {end}? Can two boards have the same "
            f"key? How many different keys do the boards of {in_words(self.board)} cells have?"
        )

    def results(self) -> Results:
        _, start, end = self.cells
        return {
            "key": int(self._board(start), base=3),
            "after the move": int(self._board(end), base=3),
            "keys": 3**self.board,
        }

    def _board(self, cell: int) -> str:
        """The board as a number with the digits 0, 1 and 2, so cell 0 comes last."""
        digits = ["0"] * self.board
        digits[self.cells[0]] = str(self.DIGIT[self.stays])
        digits[cell] = str(self.DIGIT[self.moves])
        return "".join(reversed(digits))

    def results_again(self) -> Results:
        counts = [1]
        while len(counts) < self.board:
            counts.append(counts[-1] + counts[-1] + counts[-1])
        where, start, end = (counts[cell] for cell in self.cells)
        stays, moves = self.DIGIT[self.stays], self.DIGIT[self.moves]
        # Each cell adds 0, 1 or 2 times what it counts, to whatever the cells before it have.
        keys = {0}
        for count in counts:
            keys = {key + digit * count for key, digit in product(keys, self.DIGIT.values())}
        return {
            "key": stays * where + moves * start,
            "after the move": stays * where + moves * end,
            "keys": len(keys),
        }

    def _counts(self, mark: str, cell: int) -> str:
        """What a mark on a cell counts: ``2 · 9``."""
        count = 3**cell
        return f"2 · {count}" if mark == "O" else str(count)

    def answer(self) -> str:
        found = self.results()
        where, start, end = self.cells
        before, after = self._counts(self.moves, start), self._counts(self.moves, end)
        return (
            f"{self.stays} on cell {where} counts {self._counts(self.stays, where)} and "
            f"{self.moves} on cell {start} counts {before}, which makes **{found['key']}**. When "
            f"{self.moves} moves, {before} is taken off and {after} is added: "
            f"**{found['after the move']}**. A key is the board read as a number with digits 0, 1 "
            f"and 2, so no two boards share a key. Hence there are {power(3, self.board)} = "
            f"**{found['keys']}** keys. (With a table of fewer entries only the remainder of the "
            "key is kept, and then two boards may collide, as with Zobrist's keys.)"
        )

    def measure(self) -> dict[str, float]:
        return {"cells of the board": self.board, "largest power": max(self.cells)}


FAMILIES = (WhereNext, KeysOfFewBits, PowersOfThree)
