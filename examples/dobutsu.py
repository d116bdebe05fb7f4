"""Dobutsu shogi, the animals' chess for children: who wins, and in how many moves?

``python examples/dobutsu.py`` solves a cut of 3 x 3 squares in a moment; ``--rows 4`` takes the
game itself, with 246,803,167 positions, some minutes and 13 GB. Add ``--picture dobutsu.svg`` to
keep a picture of the answer. A position is one whole number, and the rules are functions of whole
numbers: numba compiles them.
"""

import argparse
from time import process_time

import matplotlib.pyplot as plt
import numpy as np

from gamecourse.check import RIGHT, exercise, wrong
from gamecourse.show import style
from gamefast import CompiledRules, check_solution, solve
from gamefast.memory import free_memory
from gamelib import DRAW, LOSS, WIN
from gamelib.core import TooLarge

# A position is a number, as the player to move sees the board: four bits for each square, row by
# row from the opponent's side, three squares a row; from bit 48 on two bits for each kind in hand,
# giraffe, elephant and chick, first those of the player to move.
LION, GIRAFFE, ELEPHANT, CHICK, HEN = 1, 2, 3, 4, 5
OPPONENT = 8  # is added to a piece of the opponent
SQUARES, HAND, OTHER_HAND = 0xFFF_FFF_FFF_FFF, 48, 54
LEFT, MIDDLE, RIGHT_COLUMN = 0x00F_00F_00F_00F, 0x0F0_0F0_0F0_0F0, 0xF00_F00_F00_F00

STRAIGHT = [(-1, 0), (1, 0), (0, -1), (0, 1)]
DIAGONAL = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
STEPS = {
    LION: STRAIGHT + DIAGONAL,
    GIRAFFE: STRAIGHT,
    ELEPHANT: DIAGONAL,
    CHICK: [(-1, 0)],
    HEN: [*STRAIGHT, (-1, -1), (-1, 1)],
}


def table(rows):
    """The number of squares; then, at 12 * piece + square, the set of squares to which a piece of
    the player to move can step from there, as bits.
    """
    data = [0] * (12 * (HEN + 1))
    data[0] = 3 * rows
    for piece, steps in STEPS.items():
        for square in range(3 * rows):
            row, column = divmod(square, 3)
            for down, right in steps:
                if 0 <= row + down < rows and 0 <= column + right < 3:
                    data[12 * piece + square] |= 1 << 3 * (row + down) + column + right
    return data


def piece_at(code, square):
    return code >> 4 * square & 15


def is_mine(piece):
    return 0 < piece < OPPONENT


def one_in_hand(kind):
    """What one piece in the hand of the player to move adds to a position."""
    return 1 << HAND + 2 * (kind - GIRAFFE)


def can_step(code, square, target, data):
    """Whether a piece of the player to move stands on a square and steps to the target."""
    piece = piece_at(code, square)
    return is_mine(piece) and data[12 * piece + square] >> target & 1 == 1


def attackers(code, target, data):
    """How many pieces of the player to move can step to the target."""
    count = 0
    for square in range(data[0]):
        count += can_step(code, square, target, data)
    return count


def opponents_lion(code, data):
    for square in range(data[0]):
        if piece_at(code, square) == LION + OPPONENT:
            return square
    return -1


def list_moves(code, data, out):
    """Write the moves of the pieces, and the drops: 16 * square + target, or 16 * (12 + kind) +
    target for a piece from the hand.
    """
    count = 0
    for square in range(data[0]):
        if is_mine(piece_at(code, square)):
            for target in range(data[0]):
                if can_step(code, square, target, data) and not is_mine(piece_at(code, target)):
                    out[count] = 16 * square + target
                    count += 1
    for kind in range(GIRAFFE, CHICK + 1):
        if code >> HAND + 2 * (kind - GIRAFFE) & 3:
            for target in range(data[0]):
                if piece_at(code, target) == 0:
                    out[count] = 16 * (12 + kind) + target
                    count += 1
    return count


def dropped(code, kind, target):
    return (code - one_in_hand(kind)) | kind << 4 * target


def stepped(code, square, target):
    """A step: what stands on the target goes into the hand, and a chick becomes a hen on the last
    row. A hen that is taken becomes a chick.
    """
    piece = piece_at(code, square)
    if piece == CHICK and target < 3:
        piece = HEN
    taken = piece_at(code, target) & 7
    cleared = code & ~(15 << 4 * square | 15 << 4 * target)
    if taken > LION:
        cleared += one_in_hand(min(taken, CHICK))
    return cleared | piece << 4 * target


def played(code, move):
    if move >= 16 * 12:
        return dropped(code, move // 16 - 12, move % 16)
    return stepped(code, move // 16, move % 16)


def turned(code, data):
    """The same position as the opponent sees it: the board turned, the hands changed."""
    seen = 0
    for square in range(data[0]):
        piece = piece_at(code, square)
        if piece:
            seen |= (piece ^ OPPONENT) << 4 * (data[0] - 1 - square)
    return seen | (code >> HAND & 63) << OTHER_HAND | (code >> OTHER_HAND & 63) << HAND


def mirrored(code):
    """Left and right exchanged."""
    board = (code & LEFT) << 8 | code & MIDDLE | (code & RIGHT_COLUMN) >> 8
    return board | code & ~SQUARES


def representative(code):
    """The same number for a position and its mirror image."""
    return min(code, mirrored(code))


def add(there, count, out):
    """List a position, unless it is listed."""
    for k in range(count):
        if out[k] == there:
            return count
    out[count] = there
    return count + 1


def can_take_lion(code, data):
    return attackers(code, opponents_lion(code, data), data) > 0


def options(code, data, out):
    """None where play is over: the player to move takes the lion, or the opponent's lion has come
    safely to the last row.
    """
    if can_take_lion(code, data) or opponents_lion(code, data) >= data[0] - 3:
        return 0
    count = 0
    for k in range(list_moves(code, data, out)):
        count = add(representative(turned(played(code, out[k]), data)), count, out)
    return count


def outcome(code, data):
    return 1 if can_take_lion(code, data) else -1


def remoteness(code, data):
    """Where play is over, how many moves the win still takes: one to take the lion."""
    return 1 if can_take_lion(code, data) else 0


# With four rows it is the game itself. The cut on three rows has no giraffes, and chicks in their
# places: between the two sides there is no row left for the chicks.
START = {3: ("cle", "...", "ELC"), 4: ("gle", ".c.", ".C.", "ELG")}
LETTERS = ".LGECH..." + "lgech"


def code_of(board, hand="", other=""):
    """The number of a position from its rows; capital letters are the pieces of the player to move."""
    code = 0
    for square, letter in enumerate("".join(board)):
        if letter != ".":
            code |= LETTERS.index(letter) << 4 * square
    for kind, letter in ((GIRAFFE, "G"), (ELEPHANT, "E"), (CHICK, "C")):
        code += hand.count(letter) * one_in_hand(kind)
        code += other.count(letter.lower()) * one_in_hand(kind) << OTHER_HAND - HAND
    return representative(code)


def dobutsu(rows):
    """The game on so many rows of three squares, ready to be solved."""
    start = code_of(START[rows])
    return CompiledRules(options, outcome, start=start, data=table(rows), remoteness=remoteness)


def board_text(code, rows):
    """The board, and what is in hand; capital letters are the pieces of the player to move."""
    board = [LETTERS[piece_at(code, square)] for square in range(3 * rows)]
    lines = ["".join(board[3 * row : 3 * row + 3]) for row in range(rows)]
    mine, others = "", ""
    for kind in (GIRAFFE, ELEPHANT, CHICK):
        mine += LETTERS[kind] * (code >> HAND + 2 * (kind - GIRAFFE) & 3)
        others += LETTERS[kind].lower() * (code >> OTHER_HAND + 2 * (kind - GIRAFFE) & 3)
    if mine or others:
        lines.append("in hand: " + f"{mine} {others}".strip())
    return "\n".join(lines)


def square_text(square, rows, is_second):
    """The columns are a to c and the rows are numbered from below, as the first player sees them."""
    if is_second:
        square = 3 * rows - 1 - square
    return "abc"[square % 3] + str(rows - square // 3)


def move_text(code, move, rows, is_second):
    """A piece with the squares between which it moves; x takes what stands there, * drops."""
    source, target = divmod(move, 16)
    there = square_text(target, rows, is_second)
    if source >= 12:
        return f"{LETTERS[source - 12]}*{there}"
    sign = "-" if piece_at(code, target) == 0 else "x"
    return LETTERS[piece_at(code, source)] + square_text(source, rows, is_second) + sign + there


def next_boards(code, data):
    """Each move, and the board it leads to, which is not mirrored."""
    moves = np.zeros(64, np.int64)
    for move in moves[: list_moves(code, data, moves)].tolist():
        yield move, turned(played(code, move), data)


def takes_lion(code, move):
    return piece_at(code, move % 16) == LION + OPPONENT


def line_text(positions, data):
    """The moves of a line of positions, and the one that takes the lion. The first player begins,
    and the board is never mirrored.
    """
    here, words = positions[0], []
    for number, there in enumerate(positions[1:]):
        for move, board in next_boards(here, data):
            if representative(board) == there:
                words.append(move_text(here, move, data[0] // 3, number % 2 == 1))
                here = board
                break
    if can_take_lion(here, data):
        last = next(move for move, _ in next_boards(here, data) if takes_lion(here, move))
        words.append(move_text(here, last, data[0] // 3, len(words) % 2 == 1))
    return " ".join(words)


def by_remoteness(solution):
    """How many positions have remoteness 0, 1, 2, and so on; a few million at a time."""
    longest = int(solution.remoteness.max())
    counts = np.zeros(longest + 2, np.int64)
    for begin in range(0, len(solution), 4_000_000):
        some = solution.remoteness[begin : begin + 4_000_000]
        counts += np.bincount(some + 1, minlength=longest + 2)
    return counts[1:]  # in front stood the draws, whose remoteness is -1


parser = argparse.ArgumentParser()
parser.add_argument("--rows", type=int, choices=sorted(START), default=3)
parser.add_argument("--picture")
asked = parser.parse_args()
rows, data = asked.rows, table(asked.rows)
game = dobutsu(rows)
start = game.start()
print(board_text(start, rows))

if rows == 4:
    free = free_memory()
    known = "" if free is None else f"; {free / 1e9:.1f} GB are free"
    print(f"The whole game takes 13 GB of memory and some minutes{known}.", flush=True)
began = process_time()
try:
    solution = solve(game, max_positions=300_000_000, max_edges=2_000_000_000)
except TooLarge as error:
    raise SystemExit(f"TooLarge: {error}") from None
print(f"Solved in {process_time() - began:.0f} seconds of the processor.")
check_solution(solution, sample=100_000, rng=np.random.default_rng(2009))

verdict, counts = solution[start], solution.counts()
print(f"{len(solution):,} positions, a mirror image not counted. The start: {verdict}.")
print(f"{counts[WIN]:,} WIN, {counts[LOSS]:,} LOSS, {counts[DRAW]:,} DRAW.")
winner = "first" if verdict.outcome == WIN else "second"  # neither start is a draw
print(f"The {winner} player wins in {verdict.remoteness} moves.")

heights = by_remoteness(solution)
for first in range(0, len(heights), 10):
    some = heights[first : first + 10]
    print(f"in {first} to {first + len(some) - 1} moves: {some.sum():,}")

hardest = solution.graph.position(int(solution.remoteness.argmax()))
print(f"The longest line takes {len(heights) - 1} moves, from\n{board_text(hardest, rows)}")
print(line_text([hardest, *solution.line(hardest)], data))
print("From the start, with best play:", line_text([start, *solution.line(start)], data))


@exercise(
    "Can your opponent take the lion? Then the game is over at once.",
    "Three rows are few: in how many steps is a lion at home?",
)
def first_move(answer):
    """``answer``: the first move, as it is written above."""
    for move, board in next_boards(start, data):
        if move_text(start, move, rows, False) == answer:
            after = solution[representative(board)]
            return wrong(f"then your opponent has a {after}") if after.outcome == WIN else RIGHT
    return wrong("there is no such move")


if rows == 3:
    print("Forward with the lion?", first_move("Lb1-b2"))
    print("Forward with the chick?", first_move("Ca1-a2"))

if asked.picture:
    fig, ax = plt.subplots(figsize=(9, 4))
    marks = [style.MARKS[LOSS], style.MARKS[WIN]]
    for which, mark in enumerate(marks):  # a lost position has an even remoteness
        ax.bar(range(which, len(heights), 2), heights[which::2], color=mark.colour, label=mark.word)
    ax.set(
        title=f"{rows} rows: {verdict} at the start, {len(heights) - 1} moves at most",
        xlabel="remoteness",
        ylabel="positions",
        yscale="log",
    )
    ax.legend()
    fig.savefig(asked.picture)
