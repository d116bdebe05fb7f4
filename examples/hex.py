"""Hex on a board small enough to be solved: who wins, and by which first move?

``python examples/hex.py``; add ``--picture hex.svg`` to keep the whole winning strategy as a
picture.
"""

import sys

import matplotlib.pyplot as plt
import numpy as np

from gamecourse.check import exercise, wins
from gamecourse.show import boards
from gamefast import solve, tournament
from gamelib import LOSS, Quotient, random_moves

# A hexagon has six neighbours. Written as rows and columns, each row is pushed half a cell to the
# right.
NEAR = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)]


class Hex:
    """X joins top and bottom, O left and right; X begins. A position is the board, row by row; a
    move is a cell.
    """

    def __init__(self, n):
        self.n, self.shape = n, (n, n)

    def start(self):
        return "." * self.n**2

    def moves(self, board):
        return [divmod(i, self.n) for i, mark in enumerate(board) if mark == "."]

    def play(self, board, cell):
        i, mark = cell[0] * self.n + cell[1], "XO"[board.count("X") > board.count("O")]
        return board[:i] + mark + board[i + 1 :]

    def outcome(self, board):  # for the player to move: only the opponent can have joined two sides
        return LOSS if joined(self.n, board, "XO"[board.count("X") == board.count("O")]) else None

    def representative(self, board):  # after half a turn, the board is the same
        turned = board[::-1] < board
        return min(board, board[::-1]), lambda cell: tuple(
            self.n - 1 - x if turned else x for x in cell
        )

    def text(self, board):
        return "\n".join(board[r : r + self.n] for r in range(0, len(board), self.n))


def joined(n, board, mark):
    """Whether a player's stones lead from one of their sides to the other: flood the stones from
    the first side.
    """
    mine = {
        divmod(i, n) if mark == "X" else divmod(i, n)[::-1]
        for i, there in enumerate(board)
        if there == mark
    }
    new = reached = {(r, c) for r, c in mine if r == 0}
    while new:
        new = {(r + a, c + b) for r, c in new for a, b in NEAR} & mine - reached
        reached = reached | new
    return any(r == n - 1 for r, _ in reached)


# Of two boards that are half a turn apart, one is enough: the quotient. You ask it about the real
# board.
game = Hex(3)
solution = solve(Quotient(game))
print(f"{len(solve(game)):,} positions, {len(solution):,} up to half a turn.")
print(f"The first player has a {solution[game.start()]}, first move {solution.best()}.")
print(
    "First moves that win:",
    *(cell for cell, _, after in solution.options() if after.outcome == LOSS),
    sep="  ",
)

# A solution is a strategy. Against random moves it wins when it begins, and mostly when it does
# not.
rng = np.random.default_rng(1957)
print(
    "Perfect play and random moves:", tournament(game, solution, random_moves(game, rng), games=200)
)


# An exercise answers back: if you take the first free cell, it shows the line in which you lose.
@exercise(
    "How many neighbours does a cell have? Take one with the most.",
    "Two ways to go on cannot both be blocked.",
)
def strategy(answer):
    return wins(game, answer, game.start())


print("Take the first free cell?", strategy(lambda board: game.moves(board)[0]))
print("Take the best one?", strategy(solution))

boards.strategy_map(game, solution)
if sys.argv[1:2] == ["--picture"]:
    plt.savefig(sys.argv[2])
