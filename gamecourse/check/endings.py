"""The exercises of lecture 15, past the edge.

A square is a pair ``(row, column)``, counted from 0; ``king`` and ``rook`` are White's, ``black``
is the lone king.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import permutations, product
from math import isqrt
from string import ascii_letters
from types import FunctionType
from typing import Any

from gamecourse.check import (
    RIGHT,
    AnyOrder,
    Feedback,
    exercise,
    function,
    mistake,
    require,
    wrong,
)
from gamecourse.grading.calls import shorten
from gamecourse.grading.domains import (
    Domain,
    Graphs,
    OneOf,
    Options,
    Question,
    Together,
    Whole,
    acyclic_shapes,
    all_graphs,
    cyclic_shapes,
)
from gamecourse.grading.draws import Draws
from gamecourse.grading.extract import names_of
from gamecourse.grading.feedback import State
from gamecourse.grading.games import WrittenGame, reached
from gamecourse.grading.randomness import untouched
from gamelib import DRAW, LOSS, WIN, Outcome, solve
from gamelib.games import CopsAndThief, Nim, TicTacToe

__all__ = ["BY_HAND", "CopsAndThief", "Nim", "TicTacToe", "WrittenGame"]

#: White's king and rook, and the lone king, which they have just mated, on 4 x 4.
BY_HAND = ("c3", "a1", "d1")

Square = tuple[int, int]

#: White's king and Black's king, or White's king and rook.
Pair = tuple[Square, Square]


def squares_of(n: int) -> list[Square]:
    """Return the squares of the n x n board, row by row."""
    return [(r, c) for r in range(n) for c in range(n)]


def steps_between(a: Square, b: Square) -> int:
    """Return how many steps a king needs from one square to the other."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


@exercise(
    "A rook moves along its row and its column. What did the board look like before, and which "
    "player was to move?",
    "White was to move there, so Black had just moved. Could Black's king stand in check then?",
)
def came_from(answer: Any) -> Feedback:
    """The squares from which the rook of BY_HAND may have come with its last move."""
    kind = "a square of this board: they run from a1 to d4"
    names = [f"{column}{row}" for column in "abcd" for row in "1234"]
    squares = names_of(answer, 'a list of names of squares, as in ["b2", "b3"]', names, kind)
    for square in squares:
        require(
            square not in BY_HAND,
            f"a piece stands on {square} now, so the rook cannot have stood there before.",
        )
        require(square[0] == "a" or square[1] == "1", f"a rook cannot move from {square} to a1.")
        require(
            square[1] != "1",
            f"on {square} the rook would have given check already. But White was to move there, "
            "so Black had just moved, and would have left the king in check.",
        )
    # Only a2, a3 and a4 come this far.
    return RIGHT if len(squares) == 3 else wrong("the rook may have come from other squares, too.")


#: Where a symmetry of the board puts each square.
Symmetry = dict[Square, Square]


def turns_of(n: int) -> list[Symmetry]:
    """Return the four turns of the n x n board; the first leaves all squares where they are."""
    turns = [{square: square for square in squares_of(n)}]
    for _ in range(3):
        turns.append({square: (n - 1 - c, r) for square, (r, c) in turns[-1].items()})
    return turns


def symmetries_of(n: int) -> list[Symmetry]:
    """Return the eight symmetries of the n x n board: the turns, and each of them mirrored."""
    turns = turns_of(n)
    mirrored = [{square: (c, r) for square, (r, c) in turn.items()} for turn in turns]
    return turns + mirrored


def kings_apart(n: int) -> list[Pair]:
    """Return the placings of the two kings that are not side by side."""
    return [(a, b) for a, b in product(squares_of(n), repeat=2) if steps_between(a, b) > 1]


def count_classes(placings: Iterable[Pair], symmetries: list[Symmetry]) -> int:
    """Return how many of the placings differ by more than a symmetry. The images of a placing under
    all symmetries are a class, and the smallest of them names it.
    """
    class_names = {min((image[a], image[b]) for image in symmetries) for a, b in placings}
    return len(class_names)


@mistake("Your function counts kings that stand side by side.")
def kings_side_by_side(n: int) -> int:
    """Return the number of placings of two kings on different squares."""
    return count_classes(permutations(squares_of(n), 2), symmetries_of(n))


@mistake("Your function counts all placings: those that differ by a turn or a mirror count once.")
def kings_without_symmetry(n: int) -> int:
    """Return the number of all placings."""
    return len(kings_apart(n))


@mistake(
    "That is an eighth of all placings. But some classes have fewer than eight: a mirror may leave "
    "both kings where they are."
)
def eighth_of_all(n: int) -> int:
    """Return an eighth of the number of all placings, rounded down."""
    return len(kings_apart(n)) // 8


@mistake("Your function counts placings up to turns of the board: it has mirrors, too.")
def kings_up_to_turns(n: int) -> int:
    """Return the number of placings up to turns."""
    return count_classes(kings_apart(n), turns_of(n))


@function(
    Together(Whole(1, 9)).questions(),
    "List all placings of the two kings that are not side by side. On 3 x 3 there are 32.",
    "The eight symmetries are (r, c) and (c, r), with each of the two numbers counted from this "
    "end or from the other.",
    "The smallest of a placing's eight images names its class. How many different names are there?",
    mistakes=[kings_side_by_side, kings_without_symmetry, eighth_of_all, kings_up_to_turns],
    least=5,
)
def kings(n: int) -> int:
    """kings(n): in how many ways White's and Black's king can stand on n x n, not side by side, up
    to symmetry.
    """
    return count_classes(kings_apart(n), symmetries_of(n))


def width_of(positions: int) -> int:
    """Return the width n of the widest board that has at most so many positions. There are 2 n^4:
    two people have n^2 places each, and either may move.
    """
    return isqrt(isqrt(positions // 2))


@mistake("Your function counts the memory in bits: a byte has eight.")
def largest_in_bits(memory: int, bits: int) -> int:
    """Return the width if ``memory`` were bits."""
    return width_of(memory // bits)


@mistake("Either of the two may be the player to move, so there are twice as many positions.")
def largest_for_one_mover(memory: int, bits: int) -> int:
    """Return the width if the same player always moved."""
    return isqrt(isqrt(8 * memory // bits))


@mistake("That board is one too wide: it no longer fits.")
def first_that_does_not_fit(memory: int, bits: int) -> int:
    """Return the width of the smallest board that does not fit."""
    return width_of(8 * memory // bits) + 1


#: The largest memory, in bytes, and the most bits of a position.
MOST_MEMORY, MOST_BITS = 10**18, 100


class Memories(Domain[Question]):
    """Memory and bits: all small ones, and memories that a board fills to the last byte, or almost."""

    draws = 60

    def small(self) -> Iterator[Question]:
        yield from product(range(20), (1, 2, 3, 8, 9))

    def extreme(self) -> Iterator[Question]:
        """The largest memories, and those that the widest board nearly fills."""
        for bits in (1, 2, MOST_BITS - 1, MOST_BITS):
            yield MOST_MEMORY - 1, bits
            yield MOST_MEMORY, bits
            yield from self.around(width_of(8 * MOST_MEMORY // bits), bits)

    def draw(self, rng: Draws) -> Question:
        """A memory that a board of random width fills to the last byte, or almost."""
        bits = rng.choice([1, 2, 8, rng.randint(1, MOST_BITS)])
        n = rng.randint(1, 10 ** rng.randint(1, 4))
        return rng.choice(list(self.around(n, bits)))

    def around(self, n: int, bits: int) -> Iterator[Question]:
        """Yield a memory that is just too small for n x n, the smallest that is enough, and larger
        ones.
        """
        enough = -(-2 * n**4 * bits // 8)  # 2 n^4 positions, in bytes, rounded up
        for memory in (enough - 1, enough, enough + 1, enough + enough // 2):
            if memory <= MOST_MEMORY:
                yield memory, bits


@function(
    Memories().questions(),
    "How many positions does the chase on an empty n x n board have? Two people have a place, and "
    "either may move.",
    "A byte is eight bits: `2 * n**4 * bits` must not be more than `8 * memory`.",
    "Try n = 1, 2, 3, ... while the next one fits. Or take a root, and look at the numbers beside "
    "it.",
    mistakes=[largest_in_bits, largest_for_one_mover, first_that_does_not_fit],
)
def largest(memory: int, bits: int) -> int:
    """largest(memory, bits): the width of the widest empty board that fits: ``memory`` bytes,
    ``bits`` per position.
    """
    return width_of(8 * memory // bits)


STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
JUMPS = [(r, c) for r, c in product((-2, -1, 1, 2), repeat=2) if abs(r) != abs(c)]

#: The directions of each piece, as (rows, columns).
DIRECTIONS = {
    "K": STRAIGHT + DIAGONAL,
    "Q": STRAIGHT + DIAGONAL,
    "R": STRAIGHT,
    "B": DIAGONAL,
    "N": JUMPS,
}

#: The pieces that go on until they are stopped.
SLIDING = "QRB"


def attacked(n: int, piece: str, at: Square, blocks: Iterable[Square] = ()) -> set[Square]:
    """Return the squares that a piece attacks. Another piece on a square in ``blocks`` stops it
    there, and that square is attacked, too.
    """
    squares = set()
    for down, right in DIRECTIONS[piece]:
        r, c = at[0] + down, at[1] + right
        while 0 <= r < n and 0 <= c < n:
            squares.add((r, c))
            if (r, c) in blocks or piece not in SLIDING:
                break
            r, c = r + down, c + right
    return squares


def kings_unmoved(n: int, king: Square, rook: Square, black: Square) -> set[Pair]:
    """Return where king and rook may have stood if the king has just moved to its square."""
    return {(k, rook) for k in attacked(n, "K", king) - {rook, black}}


def rooks_unmoved(n: int, king: Square, rook: Square, black: Square) -> set[Pair]:
    """Return where king and rook may have stood if the rook has just moved to its square."""
    blocks = {king, black}
    return {(king, r) for r in attacked(n, "R", rook, blocks) - blocks}


def without_kings_side_by_side(pairs: set[Pair], black: Square) -> set[Pair]:
    """Return the placings in which White's king is not beside Black's."""
    return {(king, rook) for king, rook in pairs if steps_between(king, black) > 1}


def without_check(n: int, pairs: set[Pair], black: Square) -> set[Pair]:
    """Return the placings in which the rook does not attack Black's king."""
    return {(king, rook) for king, rook in pairs if black not in attacked(n, "R", rook, {king})}


def pairs_before(n: int, king: Square, rook: Square, black: Square) -> set[Pair]:
    """Return where king and rook stood before a move of either, whether or not that was allowed."""
    return kings_unmoved(n, king, rook, black) | rooks_unmoved(n, king, rook, black)


@mistake("White was to move before, so the rook cannot have attacked Black's king then.")
def unmoves_out_of_check(n: int, king: Square, rook: Square, black: Square) -> set[Pair]:
    """Return the un-moves if Black's king may have stood in check."""
    return without_kings_side_by_side(pairs_before(n, king, rook, black), black)


@mistake("If White's king stands between the rook and Black's king, that is not check.")
def unmoves_without_shield(n: int, king: Square, rook: Square, black: Square) -> set[Pair]:
    """Return the un-moves if White's king does not stop the rook's check."""
    pairs = unmoves_out_of_check(n, king, rook, black)
    return {(k, r) for k, r in pairs if black not in attacked(n, "R", r)}


@mistake("The rook moves over empty squares only, backwards as well as forwards.")
def unmoves_over_pieces(n: int, king: Square, rook: Square, black: Square) -> set[Pair]:
    """Return the un-moves if the rook jumps over the kings."""
    jumps = {(king, r) for r in attacked(n, "R", rook) - {king, black}}
    pairs = kings_unmoved(n, king, rook, black) | jumps
    return without_check(n, without_kings_side_by_side(pairs, black), black)


@mistake("White's king may have moved, too.")
def unmoves_of_the_rook(n: int, king: Square, rook: Square, black: Square) -> set[Pair]:
    """Return the un-moves of the rook alone."""
    return without_check(n, rooks_unmoved(n, king, rook, black), black)


@mistake("The rook may have moved, too.")
def unmoves_of_the_king(n: int, king: Square, rook: Square, black: Square) -> set[Pair]:
    """Return the un-moves of White's king alone."""
    pairs = without_kings_side_by_side(kings_unmoved(n, king, rook, black), black)
    return without_check(n, pairs, black)


@mistake("The kings cannot have stood side by side before the move.")
def unmoves_from_beside(n: int, king: Square, rook: Square, black: Square) -> set[Pair]:
    """Return the un-moves if White's king may have been beside Black's."""
    return without_check(n, pairs_before(n, king, rook, black), black)


class RookEndings(Domain[Question]):
    """Positions with Black to move: all on 3 x 3, and on larger boards those in which much stands
    in one line, or far apart, and others. The widest board has ``most`` rows.
    """

    draws = 150
    most = 8

    def small(self) -> Iterator[Question]:
        for king, rook, black in permutations(squares_of(3), 3):
            if steps_between(king, black) > 1:
                yield 3, king, rook, black

    def extreme(self) -> Iterator[Question]:
        """Yield kings in opposite corners; and lines of the greatest length, with White's king in
        the line or beside it.
        """
        for n in range(4, self.most + 1):
            last = n - 1
            for rook in ((0, 1), (0, last), (1, 1), (last, 1), (last - 1, last)):
                yield n, (0, 0), rook, (last, last)
            # Rook and Black's king at the ends of row 0, and White's king in rows 0 to 2.
            for row, column in product((0, 1, 2), range(2, last)):
                yield n, (row, column), (0, last), (0, 0)

    def draw(self, rng: Draws) -> Question:
        """Draw a position; in every other one rook and Black's king stand in one row, and White's
        king at most one row away.
        """
        n = rng.randint(4, self.most)
        squares = squares_of(n)
        while True:
            king, rook, black = rng.sample(squares, 3)
            if rng.random() < 0.5:
                rook = black[0], rook[1]
                king = min(n - 1, max(0, black[0] + rng.randint(-1, 1))), king[1]
            if steps_between(king, black) > 1 and len({king, rook, black}) == 3:
                return n, king, rook, black

    def related(self, value: Question, rng: Draws) -> Iterator[Question]:
        """Yield the position turned, and mirrored."""
        n, *pieces = value
        yield n, *((n - 1 - c, r) for r, c in pieces)
        yield n, *((c, r) for r, c in pieces)


@function(
    RookEndings().questions(),
    "A piece goes back as it goes forward, over empty squares: the rook along its lines, the king "
    "one step.",
    "Nothing has been captured, because Black has nothing but the king. So a square to go back to "
    "has to be empty.",
    "Before the move White was to move. So the kings were not side by side, and the rook did not "
    "attack Black's king.",
    mistakes=[
        unmoves_out_of_check,
        unmoves_without_shield,
        unmoves_over_pieces,
        unmoves_of_the_rook,
        unmoves_of_the_king,
        unmoves_from_beside,
    ],
)
def unmoves(n: int, king: Square, rook: Square, black: Square) -> set[Pair]:
    """unmoves(n, king, rook, black): all (king, rook) from which White can have moved to this
    position.
    """
    pairs = pairs_before(n, king, rook, black)
    return without_check(n, without_kings_side_by_side(pairs, black), black)


@mistake("Each piece stands in a row and in a column: both grow.")
def longer_in_one_direction(m: int, n: int, pieces: int, rounds: bool) -> Fraction:
    """Return the factor if a piece had n places instead of m."""
    return Fraction(n, m) ** (pieces + rounds)


@mistake("With rounds=True every position is read in each round.")
def longer_without_rounds(m: int, n: int, pieces: int, rounds: bool) -> Fraction:
    """Return by what factor the number of positions grows."""
    return Fraction(n, m) ** (2 * pieces)


@mistake("Only with rounds=True is every position read again and again.")
def longer_always_in_rounds(m: int, n: int, pieces: int, rounds: bool) -> Fraction:
    """Return the factor for rounds, whatever is asked."""
    return Fraction(n, m) ** (2 * pieces + 1)


@mistake("The known time is that of m x m; the exercise asks for that of n x n.")
def shorter(m: int, n: int, pieces: int, rounds: bool) -> Fraction:
    """Return how many times as long m x m takes as n x n."""
    return Fraction(m, n) ** (2 * pieces + rounds)


@function(
    Together(
        Whole(1, 1_000), Whole(1, 1_000), Whole(1, 10), OneOf((False, True)), draws=150
    ).questions(),
    "How many times as many positions are there? Each piece has n * n squares instead of m * m.",
    "If each move is looked at once, the time grows as the positions do. In rounds it also grows "
    "as the number of rounds, and that grows as the side.",
    "The answer is `Fraction(n, m)` to some power. For twice the width and three pieces, in "
    "rounds, it is `2**7`.",
    mistakes=[longer_in_one_direction, longer_without_rounds, longer_always_in_rounds, shorter],
)
def longer(m: int, n: int, pieces: int, rounds: bool) -> Fraction:
    """longer(m, n, pieces, rounds): how many times as long n x n takes as m x m did, as a
    Fraction.
    """
    return Fraction(n, m) ** (2 * pieces + rounds)


def placings_of_three(n: int) -> Iterator[tuple[Square, Square, Square]]:
    """Yield the squares of White's king, the piece and Black's king; the kings are apart."""
    for king, at, black in permutations(squares_of(n), 3):
        if steps_between(king, black) > 1:
            yield king, at, black


def flights(n: int, king: Square, black: Square, controlled: set[Square]) -> set[Square]:
    """Return where Black's king can go if White's piece controls these squares."""
    return attacked(n, "K", black) - attacked(n, "K", king) - controlled


@mistake("Your function counts stalemates, too: a king that is not in check is not mated.")
def mates_and_stalemates(n: int, piece: str) -> int:
    """Return the number of positions in which Black cannot move."""
    return sum(
        not flights(n, king, black, attacked(n, piece, at, {king}))
        for king, at, black in placings_of_three(n)
    )


@mistake("Black's king may capture a piece that White's king does not guard.")
def mates_without_captures(n: int, piece: str) -> int:
    """Return the number of mates if Black's king cannot capture."""
    count = 0
    for king, at, black in placings_of_three(n):
        controlled = attacked(n, piece, at, {king})
        if black in controlled and not flights(n, king, black, controlled | {at}):
            count += 1
    return count


@mistake("Black's king cannot flee along a line: the line goes on behind it.")
def mates_with_flight_along_a_line(n: int, piece: str) -> int:
    """Return the number of mates if Black's king stops the line on which it flees."""
    count = 0
    for king, at, black in placings_of_three(n):
        controlled = attacked(n, piece, at, {king, black})
        if black in controlled and not flights(n, king, black, controlled):
            count += 1
    return count


@function(
    Together(Whole(1, 4), OneOf("RQBN")).questions(),
    "Black's king is mated if it is in check and each of its steps leads into check: next to "
    "White's king, or onto a line of the piece.",
    "Black's king may capture the piece if it stands beside it and White's king does not guard it.",
    "Black's king cannot flee along the line of a rook: the line goes on behind it.",
    mistakes=[mates_and_stalemates, mates_without_captures, mates_with_flight_along_a_line],
    least=4,
)
def mates(n: int, piece: str) -> int:
    """mates(n, piece): how many positions of king and piece against king are mate, on n x n."""
    count = 0
    for king, at, black in placings_of_three(n):
        controlled = attacked(n, piece, at, {king})
        if black in controlled and not flights(n, king, black, controlled):
            count += 1
    return count


#: The two numbers of Euclid's game.
Numbers = tuple[int, int]


def smaller_first_numbers(x: int, y: int) -> list[Numbers]:
    """Return what a move can make of the first number, if it is not the smaller one."""
    if y == 0 or x < y:
        return []
    return [(left, y) for left in range(x - y, -1, -y)]


def smaller_second_numbers(x: int, y: int) -> list[Numbers]:
    """Return what a move can make of the second number, if it is not the smaller one."""
    return [(x, left) for left, _ in smaller_first_numbers(y, x)]


def numbers_after(x: int, y: int) -> list[Numbers]:
    """Return the two numbers after each move in Euclid's game."""
    return smaller_first_numbers(x, y) + smaller_second_numbers(x, y)


def cells_of(numbers: Iterable[Numbers], side: int) -> AnyOrder:
    """Return the cells of pairs of numbers below ``side``, in any order."""
    return AnyOrder([x * side + y for x, y in numbers])


@mistake("The smaller number may be taken away several times in one move.")
def taken_once(cell: int, side: int) -> AnyOrder:
    """Return the cells if the smaller number is taken away once."""
    x, y = divmod(cell, side)
    after = numbers_after(x, y)
    return cells_of([(u, v) for u, v in after if x - u == y or y - v == x], side)


@mistake("The larger number may be brought down to 0, too.")
def not_down_to_zero(cell: int, side: int) -> AnyOrder:
    """Return the cells with two numbers above 0."""
    after = numbers_after(*divmod(cell, side))
    return cells_of([numbers for numbers in after if 0 not in numbers], side)


IF_EQUAL = "If both are equal, either may be brought down to 0."


@mistake(IF_EQUAL)
def first_of_equals_stays(cell: int, side: int) -> AnyOrder:
    """Return the cells if of two equal numbers only the second can be made smaller."""
    x, y = divmod(cell, side)
    return cells_of(smaller_second_numbers(x, y) if x == y else numbers_after(x, y), side)


@mistake(IF_EQUAL)
def second_of_equals_stays(cell: int, side: int) -> AnyOrder:
    """Return the cells if of two equal numbers only the first can be made smaller."""
    x, y = divmod(cell, side)
    return cells_of(smaller_first_numbers(x, y) if x == y else numbers_after(x, y), side)


@mistake("Only multiples of the smaller number may be taken away.")
def any_number_taken(cell: int, side: int) -> AnyOrder:
    """Return the cells if any part of the larger number may be taken away."""
    x, y = divmod(cell, side)
    after: list[Numbers] = []
    if 0 < y <= x:
        after += [(left, y) for left in range(x)]
    if 0 < x <= y:
        after += [(x, left) for left in range(y)]
    return cells_of(after, side)


class Cells(Domain[Question]):
    """Cells and sides up to ``most``: all cells of small boards; and of larger boards those with
    most options, and cells on, beside and away from the diagonal.
    """

    draws = 60
    most = 100

    def small(self) -> Iterator[Question]:
        for side in range(1, 11):
            yield from ((cell, side) for cell in range(side * side))

    def extreme(self) -> Iterator[Question]:
        """Cells whose two numbers are least, about half of the greatest, or greatest."""
        for side in (self.most - 1, self.most):
            last = side - 1
            numbers = (0, 1, 2, 3, last // 2, last // 2 + 1, last - 1, last)
            yield from ((x * side + y, side) for x, y in product(numbers, repeat=2))

    def draw(self, rng: Draws) -> Question:
        """Draw a cell; its first number is often a multiple of the second, or about as large."""
        side = rng.choice([self.most, rng.randint(11, self.most)])
        x = rng.below(side)
        y = rng.choice([rng.below(side), x, x // 2, x // 3, max(0, x - 1), rng.below(x // 8 + 1)])
        return x * side + y, side

    def related(self, value: Question, rng: Draws) -> Iterator[Question]:
        """Yield the cell of the same numbers in the other order, and on a board of another side."""
        cell, side = value
        x, y = divmod(cell, side)
        yield y * side + x, side
        new_side = rng.randint(max(x, y) + 1, self.most)
        yield x * new_side + y, new_side


def compiles(listed: Any) -> Feedback:
    """Return the feedback on ``options``, which the student's ``listed`` calls: right if it compiles,
    as the task asks. Where numba is not installed that is not asked, and the feedback says so.
    """
    options = getattr(listed, "__globals__", {}).get("options")
    if not isinstance(options, FunctionType):
        return RIGHT
    with untouched():
        return _compile_verdict(options)


def _compile_verdict(options: FunctionType) -> Feedback:
    """Return the feedback on rules in numbers: whether numba compiles them."""
    try:
        import numba
        import numpy as np
    except ImportError:
        return Feedback(
            State.RIGHT, "but whether it compiles was not asked: numba is not installed here."
        )
    try:
        compiled: Any = numba.njit(options)
        # numba compiles at the first call: cell 24, on a board of side 10, and room for the cells.
        compiled(24, np.array([10]), np.zeros(100, dtype=np.int64))
    except Exception as error:  # numba has many ways to say no
        lines = [line for line in str(error).splitlines() if line and "Failed in" not in line]
        reason = lines[0] if lines else type(error).__name__
        return wrong(
            "`options` finds the right cells, and does not compile: numba says "
            f'"{shorten(reason)}". Use nothing but numbers and loops.'
        )
    return RIGHT


@function(
    Cells().questions(),
    "`x, y = cell // side, cell % side`. The cell of two numbers x and y is `x * side + y`.",
    "If one of the two is 0, nothing can be taken: return 0 at once. There are no multiples of 0 "
    "to take away.",
    "If `y <= x`, write the cells of `x - y`, `x - 2 * y`, ... down to 0 or just above, each with "
    "y. If `x <= y`, the other way round. If they are equal, do both.",
    mistakes=[
        taken_once,
        not_down_to_zero,
        first_of_equals_stays,
        second_of_equals_stays,
        any_number_taken,
    ],
    then=compiles,
)
def in_numbers(cell: int, side: int) -> AnyOrder:
    """listed(cell, side): the cells that options writes into out for Euclid's game, in any
    order.
    """
    x, y = divmod(cell, side)
    return cells_of(numbers_after(x, y), side)


#: How play may end, for the player to move there.
ENDS = (LOSS, DRAW, WIN)

#: The graphs on which games are written.
GRAPHS = Graphs(most=40)


def written_game(options: Options, start: Any, ends: Iterable[Outcome]) -> WrittenGame:
    """Return the game on a graph that begins at ``start``; the terminal vertices have these
    outcomes, in their order. There may be more outcomes than that. Moves are letters.
    """
    outcomes = iter(ends)
    nodes: dict[Any, Any] = {start: None}  # a WrittenGame begins at its first node
    for v, row in options.items():
        nodes[v] = dict(zip(ascii_letters, row, strict=False)) if row else next(outcomes)
    return WrittenGame(nodes)


def terminal_count(options: Options) -> int:
    """Return how many vertices have no options."""
    return sum(not row for row in options.values())


def far_start(options: Options) -> Any:
    """Return a vertex from which play can reach as many vertices as possible."""
    any_outcomes = [LOSS] * len(options)
    return max(options, key=lambda v: len(reached(written_game(options, v, any_outcomes))))


def long_graphs(n: int) -> Iterator[Options]:
    """Yield graphs of n vertices with long lines; in the last two, one vertex leads to all the
    others on a path, so a walk meets them in either order.
    """
    yield from acyclic_shapes(n, n)
    yield from cyclic_shapes(n)
    path: Options = {v: [v - 1] if v else [] for v in range(n - 1)}
    yield path | {n - 1: list(path)}
    yield path | {n - 1: list(path)[::-1]}


def wide_games(width: int) -> Iterator[WrittenGame]:
    """Yield games of one choice between so many options, which have the same outcome except for the
    first or the last; None stands for an option where play never ends.
    """
    for others, exception in product((*ENDS, None), repeat=2):
        if others != exception:
            yield wide_game([others] * (width - 1) + [exception])
            yield wide_game([exception] + [others] * (width - 1))


def wide_game(outcomes: list[Outcome | None]) -> WrittenGame:
    """Return the game of one choice between options with these outcomes."""
    options = list(range(1, len(outcomes) + 1))
    nodes: dict[Any, Any] = {0: dict(zip(ascii_letters, options, strict=False))}
    for v, outcome in zip(options, outcomes, strict=True):
        nodes[v] = {"again": v} if outcome is None else outcome
    return WrittenGame(nodes)


def library_games() -> Iterator[Any]:
    """Yield small games of the library."""
    yield Nim((1, 2, 3))
    yield TicTacToe(2, 2, 2)
    yield TicTacToe(1, 4, 2)
    for text in ("P.T", "PTE", "P.\nT.", "PE\nT."):
        yield CopsAndThief.from_text(text)


class Games(Domain[Any]):
    """Games of up to 40 positions: all of one or two, long ones, wide ones, some of the library,
    and random ones.
    """

    draws = 160

    def small(self) -> Iterator[Any]:
        """All games on one or two vertices, with every start and every outcome where play ends."""
        for n in (1, 2):
            for options in all_graphs(n, cycles=True):
                for ends in product(ENDS, repeat=terminal_count(options)):
                    yield from (written_game(options, start, ends) for start in options)

    def extreme(self) -> Iterator[Any]:
        """Long lines and cycles, with each kind of end; positions with many moves; and games of the
        library, whose positions are no numbers.
        """
        for options in long_graphs(GRAPHS.most):
            start = far_start(options)
            count = terminal_count(options)
            kinds_of_end = ENDS if count else ENDS[:1]  # without ends they make no difference
            for end in kinds_of_end:
                yield written_game(options, start, [end] * count)
        for width in (2, 12, GRAPHS.most - 1):
            yield from wide_games(width)
        yield from library_games()

    def draw(self, rng: Draws) -> WrittenGame:
        """A game on a random graph in which play may end at a third of the vertices, or more, with
        random outcomes.
        """
        options = GRAPHS.draw(rng)
        ends = rng.sample(options, len(options) // 3)
        options |= {v: [] for v in ends}
        outcomes = rng.choices(ENDS, k=len(options))  # enough, however many ends there are
        return written_game(options, far_start(options), outcomes)

    def related(self, value: Any, rng: Draws) -> Iterator[WrittenGame]:
        """Yield the game with its moves in other orders, some of them twice or three times, and
        with other names.
        """
        if isinstance(value, WrittenGame):
            yield renamed_game(value, range(-2, GRAPHS.most), rng)
            yield renamed_game(value, ascii_letters, rng)
            yield with_copies(value)


def renamed_game(game: WrittenGame, names: Iterable[Any], rng: Draws) -> WrittenGame:
    """Return the same game with other names of positions and moves, and the moves in random
    order.
    """
    name = dict(zip(game.nodes, rng.sample(names, len(game.nodes)), strict=True))
    nodes: dict[Any, Any] = {}
    for p, row in game.nodes.items():
        if isinstance(row, dict):
            nodes[name[p]] = {k: name[q] for k, q in enumerate(rng.shuffled(row.values()))}
        else:
            nodes[name[p]] = row
    return WrittenGame(nodes)


def with_copies(game: WrittenGame) -> WrittenGame:
    """Return the same game with the moves in the opposite order, and one or two more moves like the
    last.
    """
    nodes: dict[Any, Any] = {}
    for number, (p, row) in enumerate(game.nodes.items()):
        if isinstance(row, dict):
            options = [*row.values()][::-1]
            copies = options[-1:] * (1 + number % 2)
            nodes[p] = dict(enumerate([*options, *copies]))
        else:
            nodes[p] = row
    return WrittenGame(nodes)


#: The outcome of each position, or of some, for the player to move there.
Outcomes = dict[Any, Outcome]


def ends_of(game: Any) -> Outcomes:
    """Return the outcomes of the positions where play is over."""
    every = {p: game.outcome(p) for p in reached(game)}
    return {p: outcome for p, outcome in every.items() if outcome is not None}


def solved(game: Any, ends: Outcomes) -> Outcomes:
    """Return the outcomes of all positions that play can reach if it ends like this."""
    nodes = {p: ends[p] if p in ends else dict(enumerate(row)) for p, row in reached(game).items()}
    return {p: verdict.outcome for p, verdict in solve(WrittenGame(nodes)).items()}


@mistake("If play ends in a draw, nobody has lost. Without an arrow that position would be lost.")
def drawn_ends_lost(game: Any) -> Outcomes:
    """Return the outcomes if drawn terminal positions are lost."""
    ends = ends_of(game)
    return solved(game, {p: LOSS if end == DRAW else end for p, end in ends.items()})


@mistake("At a terminal position the player to move may have won: tell settle that it is won.")
def won_ends_lost(game: Any) -> Outcomes:
    """Return the outcomes if won terminal positions are lost."""
    ends = ends_of(game)
    return solved(game, {p: LOSS if end == WIN else end for p, end in ends.items()})


@mistake("At a terminal position, outcome speaks for the player to move, not for the last player.")
def ends_for_the_last_player(game: Any) -> Outcomes:
    """Return the outcomes if those at the end are for the player who moved last."""
    return solved(game, {p: Outcome(-end) for p, end in ends_of(game).items()})


@mistake("The terminal positions are missing.")
def without_ends(game: Any) -> Outcomes:
    """Return the outcomes of the positions where play goes on."""
    ends = ends_of(game)
    return {p: outcome for p, outcome in solved(game, ends).items() if p not in ends}


@mistake("The drawn positions are missing: settle leaves them out, so put them in.")
def without_draws(game: Any) -> Outcomes:
    """Return the outcomes that are not draws."""
    every = solved(game, ends_of(game))
    return {p: outcome for p, outcome in every.items() if outcome != DRAW}


@function(
    Games().asking(lambda game, rng: [(game,)]),
    "Begin with the start. For each new position, ask outcome first; ask for the moves only if "
    "`outcome is None`.",
    "settle wants a dict from each position to the list of its options. What must play return? "
    "And for which positions is the list empty?",
    "A position whose only arrow leads to itself is drawn, whatever settle does. Give every "
    "drawn terminal position such an arrow.",
    mistakes=[
        drawn_ends_lost,
        won_ends_lost,
        ends_for_the_last_player,
        without_ends,
        without_draws,
    ],
    save_as="outcomes",
)
def outcomes(game: Any) -> Outcomes:
    """outcomes(game): WIN, LOSS or DRAW for each position that can come up from the start, as a
    dict.
    """
    return solved(game, ends_of(game))
