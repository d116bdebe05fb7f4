"""Two kings hunt a knight over an empty board. On how large a board does the knight get away?

``python examples/hunt.py``; add ``--picture hunt.svg`` to keep a picture of the answer. The rules
are functions of whole numbers: numba compiles them, and a million positions are solved in a moment.
"""

import sys

import matplotlib.pyplot as plt
import numpy as np

from gamecourse.check import RIGHT, exercise, wrong
from gamecourse.show import style
from gamefast import NO_POSITION, CompiledRules, check_solution, solve
from gamelib import WIN

KING = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)]
KNIGHT = [(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)]


# A position is a number of four digits: whose turn it is (0 the kings', 1 the knight's), then the
# cells of the first king, the second king and the knight, of n * n each. The rules read data.n, and
# the steps from data.king and data.knight: down, right, down, right, ...
def cells(i, n):
    return i // n**4 % n**2, i // n**2 % n**2, i % n**2


def caught(i, n):
    first, second, knight = cells(i, n)
    return knight in (first, second)


def steps(i, mover, data, out):
    """List where the kings (mover 0) or the knight (mover 1) can be one step from here; nobody
    steps onto a king.
    """
    n, at = data.n, cells(i, data.n)
    turn = i // n**6
    step = data.knight if mover == 1 else data.king
    count = 0
    for token in range(2 * mover, 2 + mover):
        for k in range(0, len(step), 2):
            row, column = at[token] // n + step[k], at[token] % n + step[k + 1]
            there = row * n + column
            if 0 <= row < n and 0 <= column < n and there != at[0] and there != at[1]:
                out[count] = (
                    i + (there - at[token]) * n ** (2 * (2 - token)) + (1 - 2 * turn) * n**6
                )
                count += 1
    return count


def options(i, data, out):
    n = data.n
    first, second, _ = cells(i, n)
    turn = i // n**6
    if first == second or (turn == 0 and caught(i, n)):
        return NO_POSITION
    return 0 if caught(i, n) else steps(i, turn, data, out)


def outcome(i, data):
    return -1  # the knight is to move, and is caught or has no move


def sources(i, data, out):
    """The un-moves: the same steps backwards, but not from positions in which the knight was
    already caught.
    """
    kept = 0
    for k in range(steps(i, 1 - i // data.n**6, data, out)):
        if not caught(out[k], data.n):
            out[kept] = out[k]
            kept += 1
    return kept


def hunt(n):
    """The game on n x n cells, ready to be solved."""
    data = {"n": n, "king": np.ravel(KING), "knight": np.ravel(KNIGHT)}
    return CompiledRules(options, outcome, sources=sources, size=2 * n**6, most=16, data=data)


shares = {}
for n in range(4, 11):
    solution = solve(hunt(n))
    check_solution(solution, sample=10_000, rng=np.random.default_rng(n))
    shares[n] = 100 * (solution.outcome != 0).mean()
    longest = f"the longest hunt takes {solution.remoteness.max()} moves"
    print(
        f"{n} x {n}: the knight is lost in {shares[n]:.0f} % of {len(solution):,} positions; "
        f"{longest}."
    )


@exercise("Print solve(hunt(n)).counts() for some n.")
def size(answer):
    if shares[answer] == 100:
        return wrong(f"on {answer} x {answer} cells the knight is lost from everywhere")
    return (
        RIGHT
        if shares[answer - 1] == 100
        else wrong(f"{answer - 1} x {answer - 1} cells are enough")
    )


print("Eight?", size(8))
print("Ten?", size(10))

if sys.argv[1:2] == ["--picture"]:
    sure = max(n for n, share in shares.items() if share == 100)
    fig, ax = plt.subplots(figsize=(7, 3.5))
    ax.bar(list(shares), list(shares.values()), color=style.MARKS[WIN].colour)
    ax.set(
        title=f"Up to {sure} x {sure} cells the knight is caught",
        xlabel="cells a side",
        ylabel="lost positions, %",
    )
    fig.savefig(sys.argv[2])
