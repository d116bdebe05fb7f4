"""Lecture 10: tic-tac-toe."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import NamedTuple, Self

from gamecourse.publish.exams import plain
from gamecourse.publish.exams.family import Family, Results
from gamecourse.publish.exams.words import capital, in_words
from gamefast import solve
from gamelib import DRAW
from gamelib.games import TicTacToe

#: Boards with an X and an O that a mirror leaves as they are: in words, and the mirror.
DIAGONAL = "the diagonal through X and O"
MIDDLE = "the middle row or column through X and O"


class Symmetric(NamedTuple):
    """What a symmetric board looks like."""

    told: str
    mirror: str


SYMMETRIC = {
    "X.......O": Symmetric("X in a corner and O in the opposite corner", DIAGONAL),
    "X...O....": Symmetric("X in a corner and O in the centre", DIAGONAL),
    "O...X....": Symmetric("X in the centre and O in a corner", DIAGONAL),
    ".X.....O.": Symmetric("X on an edge and O on the opposite edge", MIDDLE),
    ".X..O....": Symmetric("X on an edge and O in the centre", MIDDLE),
    ".O..X....": Symmetric("X in the centre and O on an edge", MIDDLE),
}
#: Boards with an X and an O that have no symmetry, in words.
WITHOUT_SYMMETRY = {
    "XO.......": "X in a corner and O on an edge beside it",
    "X....O...": "X in a corner and O on an edge that is not beside it",
    "X.O......": "X in a corner and O in a neighbouring corner",
    "OX.......": "X on an edge and O in a corner beside it",
    ".X....O..": "X on an edge and O in a corner that is not beside it",
    ".X.O.....": "X on an edge and O on a neighbouring edge",
}


def rows_of(board: str, columns: int) -> list[str]:
    """The rows of a board."""
    return [board[begin : begin + columns] for begin in range(0, len(board), columns)]


@dataclass(frozen=True)
class HowManyImages(Family):
    """10.1: a board with a symmetry, and one without."""

    number = "10.1"
    first: str = "X.......O"
    second: str = "XO......."

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        return cls(rng.choice(list(SYMMETRIC)), rng.choice(list(WITHOUT_SYMMETRY)))

    def essence(self) -> str:
        return self.first  # the numbers are 4 and 8 for all boards

    def asked(self) -> str:
        return (
            "How many different boards can you get by turning and mirroring the board with "
            f"{SYMMETRIC[self.first].told}? How many can you get from the board with "
            f"{WITHOUT_SYMMETRY[self.second]}? Why is the first number not eight?"
        )

    def results(self) -> Results:
        images = TicTacToe().images
        return {"first": len(set(images(self.first))), "second": len(set(images(self.second)))}

    def results_again(self) -> Results:
        return {
            "first": len(plain.images(rows_of(self.first, 3))),
            "second": len(plain.images(rows_of(self.second, 3))),
        }

    def answer(self) -> str:
        results = self.results()
        return (
            f"The first board is its own image in the mirror along {SYMMETRIC[self.first].mirror}. So "
            f"its eight images are equal in pairs: **{results['first']}** boards. The second board has "
            f"no symmetry at all: **{results['second']}** boards."
        )

    def measure(self) -> dict[str, float]:
        boards = {"first": self.first, "second": self.second}
        return {
            f"images of the {name} board": len(plain.images(rows_of(board, 3)))
            for name, board in boards.items()
        }


#: The lines of the board of three by three, and the names of its cells.
LINES = {
    (0, 1, 2): "the top row",
    (3, 4, 5): "the middle row",
    (6, 7, 8): "the bottom row",
    (0, 3, 6): "the left column",
    (1, 4, 7): "the middle column",
    (2, 5, 8): "the right column",
    (0, 4, 8): "the diagonal from top left to bottom right",
    (2, 4, 6): "the diagonal from top right to bottom left",
}
CELLS = (
    "the top left corner",
    "the middle of the top row",
    "the top right corner",
    "the middle of the left column",
    "the centre",
    "the middle of the right column",
    "the bottom left corner",
    "the middle of the bottom row",
    "the bottom right corner",
)
Line = tuple[int, int, int]


def free(board: str) -> list[int]:
    """The free cells."""
    return [cell for cell, mark in enumerate(board) if mark == "."]


def mover(board: str) -> str:
    """Whose turn it is."""
    return "X" if board.count("X") == board.count("O") else "O"


def other(player: str) -> str:
    """The opponent of a player."""
    return "O" if player == "X" else "X"


def played(board: str, cell: int) -> str:
    """The board after a move of the player to move."""
    return board[:cell] + mover(board) + board[cell + 1 :]


@cache
def value(board: str) -> int:
    """What the board is worth to the player to move: 1, 0 or -1."""
    if any(all(board[cell] == other(mover(board)) for cell in line) for line in LINES):
        return -1
    return max((-value(played(board, cell)) for cell in free(board)), default=0)


def threats(board: str, player: str) -> dict[Line, int]:
    """The lines that a player can complete with one mark, each with its free cell."""
    found = {}
    for line in LINES:
        marks = [board[cell] for cell in line]
        if marks.count(player) == 2 and "." in marks:
            found[line] = line[marks.index(".")]
    return found


def is_decided(board: str) -> bool:
    """Whether neither player can complete a line any more, with the cells that are left."""
    cells_left = len(free(board))
    moves_left = {mover(board): (cells_left + 1) // 2, other(mover(board)): cells_left // 2}
    for line in LINES:
        marks = [board[cell] for cell in line]
        for player, moves in moves_left.items():
            if other(player) not in marks and marks.count(".") <= moves:
                return False
    return True


def continued(board: str) -> list[int]:
    """Good moves of both players until the board is decided, as few as possible."""
    if is_decided(board):
        return []
    good = [cell for cell in free(board) if -value(played(board, cell)) == value(board)]
    return min(([cell, *continued(played(board, cell))] for cell in good), key=len)


@dataclass(frozen=True)
class OneGoodMove(Family):
    """10.2: X must block O, then O must block X, and the board is drawn."""

    number = "10.2"
    board: str = "X.O.X...O"

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        marks = list("XXOO.....")
        rng.shuffle(marks)
        return cls("".join(marks))

    def is_sound(self) -> bool:
        # X, who cannot win at once, has one move, which stops one threat, and makes one.
        if value(self.board) != 0 or len(threats(self.board, "O")) != 1:
            return False
        return len(threats(played(self.board, self._block), "X")) == 1

    def essence(self) -> str:
        representative, _ = TicTacToe().representative(self.board)
        return representative  # a board that is turned is the same question

    @property
    def _line(self) -> Line:
        """The line that O threatens to complete."""
        (line,) = threats(self.board, "O")
        return line

    @property
    def _block(self) -> int:
        """The cell that X must take."""
        return threats(self.board, "O")[self._line]

    def asked(self) -> str:
        rows = "\n".join(f"    {' '.join(row)}" for row in rows_of(self.board, 3))
        return (
            f"{rows}\n\n"
            "X is to move. How does play end if both play well? How many of X's five moves keep that "
            "outcome, and what happens after the other moves?"
        )

    def results(self) -> Results:
        solution = solve(TicTacToe(), self.board)
        after = [str(verdict) for _, _, verdict in solution.options(self.board)]
        return {
            "outcome": "draw" if solution[self.board].outcome == DRAW else "no draw",
            "keep": after.count("DRAW"),
            "lose at once": after.count("WIN in 1"),
        }

    def results_again(self) -> Results:
        after = [played(self.board, cell) for cell in free(self.board)]
        return {
            "outcome": "draw" if value(self.board) == 0 else "no draw",
            "keep": sum(value(board) == 0 for board in after),
            "lose at once": sum(bool(threats(board, "O")) for board in after),
        }

    def answer(self) -> str:
        results = self.results()
        line = LINES[self._line]
        return (
            f"O threatens to complete {line}. X must take its last cell, {CELLS[self._block]}, so "
            f"**{results['keep']}** move keeps the **{results['outcome']}**. After each of the other "
            f"**{results['lose at once']}** moves O completes this line and wins. After the "
            f"block {' '.join(self._told())} After that neither player can complete a line any more."
        )

    def _told(self) -> Iterator[str]:
        """Sentences that tell how play goes on after the block, with a threat to begin with."""
        board = played(self.board, self._block)
        now = ""
        for cell in continued(board):
            player, opponent = mover(board), other(mover(board))
            lines = [LINES[line] for line in threats(board, opponent)]
            if lines:
                yield f"{now}{opponent} threatens {lines[0]}, so {player} must take {CELLS[cell]}."
            else:
                yield f"Then {player} can take {CELLS[cell]}."
            now = "Now "
            board = played(board, cell)

    def measure(self) -> dict[str, float]:
        board = self.board
        forced = 0
        for cell in [self._block, *continued(played(board, self._block))]:
            forced += bool(threats(board, other(mover(board))))
            board = played(board, cell)
        return {"free cells": len(free(self.board)), "forced moves": forced}


@dataclass(frozen=True)
class ThreeRowsAndFourColumns(Family):
    """10.3: the symmetries of a board that is not square, and its first moves."""

    number = "10.3"
    rows: int = 3
    columns: int = 4

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        return cls(rng.randint(2, 6), rng.randint(2, 6))

    @property
    def different_rows(self) -> int:
        """How many rows are left if those that a mirror exchanges count once."""
        return (self.rows + 1) // 2

    @property
    def different_columns(self) -> int:
        """The same for columns."""
        return (self.columns + 1) // 2

    def is_sound(self) -> bool:
        return self.rows != self.columns and 3 <= self.different_rows * self.different_columns <= 6

    def title(self) -> str:
        return capital(f"{in_words(self.rows)} rows and {in_words(self.columns)} columns")

    def asked(self) -> str:
        return (
            f"Which turns and mirrors carry a board of {in_words(self.rows)} rows and "
            f"{in_words(self.columns)} columns to itself? How many really different first moves does "
            "it have? Why do a position and its image have the same value?"
        )

    def results(self) -> Results:
        game = TicTacToe(self.rows, self.columns, 3)
        start = game.start()
        firsts = [game.play(start, move) for move in game.moves(start)]
        return {
            "symmetries": len(game.images(start)),
            "classes": len({game.representative(board)[0] for board in firsts}),
        }

    def results_again(self) -> Results:
        # A board on which all marks differ has as many images as there are symmetries.
        cells = [f"{place}" for place in range(self.rows * self.columns)]
        all_different = [
            cells[begin : begin + self.columns] for begin in range(0, len(cells), self.columns)
        ]
        images = plain.images(all_different)
        places = {
            cell: frozenset(image[row][column] for image in images)
            for row, marks in enumerate(all_different)
            for column, cell in enumerate(marks)
        }
        return {"symmetries": len(images), "classes": len(set(places.values()))}

    def answer(self) -> str:
        results = self.results()
        return (
            "Apart from doing nothing, there are the half turn and the two mirrors: "
            f"**{results['symmetries']}** symmetries. A quarter turn would change rows into columns. "
            f"The mirrors exchange the first row and the last, and so on, which leaves "
            f"{self._different(self.different_rows, self.rows, 'row')}. They exchange columns in the "
            f"same way, which leaves {self._different(self.different_columns, self.columns, 'column')}. "
            "Two cells are in one class if their rows are of one kind, and so are their columns. That "
            f"makes {self.different_rows} · {self.different_columns} = **{results['classes']}** classes "
            "of first moves.\n\n"
            "A symmetry carries the moves of a position to the moves of its image, and keeps the "
            "values of terminal positions. By induction, the options of a position have the same "
            "values as the options of its image. So the position and its image have the same value."
        )

    @staticmethod
    def _different(how_many: int, of: int, what: str) -> str:
        """How many rows or columns are different, and whether one of them is its own image."""
        if how_many == 1:
            return f"one kind of {what}"
        middle = f" (the {what} in the middle is one of them)" if of % 2 else ""
        return f"{in_words(how_many)} kinds of {what}{middle}"

    def measure(self) -> dict[str, float]:
        return {
            "kinds of row": self.different_rows,
            "kinds of column": self.different_columns,
        }


FAMILIES = (HowManyImages, OneGoodMove, ThreeRowsAndFourColumns)
