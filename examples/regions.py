"""Domineering near its end: the board has fallen into regions. Which of them should you move in?

``python examples/regions.py``; add ``--picture regions.svg`` to keep the board as a picture.
"""

import sys
from fractions import Fraction

import matplotlib.pyplot as plt

from gamecourse import check
from gamecourse.show import temperatures
from gamelib import (
    LEFT,
    WIN,
    NormalPlay,
    Value,
    hottest,
    hottest_move,
    move_values,
    simplest,
    solve,
    value,
    winning_moves,
)
from gamelib.games import Domineering

# Left lays dominoes upright, Right lays them flat. Walls of covered cells part the three regions.
BOARD = "..#....#..\n..#....###"
game = Domineering(2, 10)

regions = game.parts(BOARD)
values = [value(game, region) for region in regions]
for region, worth in zip(regions, values, strict=True):
    print(f"{region.splitlines()}: value {worth}, temperature {worth.temperature}")
total = value(game, BOARD)
print(f"Together: {total}, outcome {total.outcome}, mean {total.mean}.")
print("Confused with 0, so whoever begins wins:", total.confused_with(0))

# Left begins. The hottest region is the square, but only a threat in the long region wins.
print("The hottest region:", hottest(values))
print("The move there:", hottest_move(values, LEFT))
print("The moves that win:", winning_moves(values, LEFT))
on_board = [move for move, after in move_values(game, LEFT, BOARD).items() if after >= 0]
print("On the board:", *on_board)

# Plain search says the same.
together = NormalPlay(game)
solution = solve(together, positions=[(BOARD, LEFT)])
searched = [move for move, _, after in solution.options((BOARD, LEFT)) if after.outcome != WIN]
print("By search:   ", *searched)


BOUNDS = [
    (Fraction(low), Fraction(high)) for low, high in [("0", "1"), ("-3", "5"), ("1/4", "1/2")]
]


# A region in which Left can move to a and Right to b, with a < b, is the simplest number between.
@check.exercise(
    "Is a whole number between them? Which one is nearest to 0?",
    "If there is none, try halves, then quarters.",
)
def number(answer):
    for low, high in BOUNDS:
        given, right = answer(low, high), simplest(low, high)
        if given != right or Value([low], [high]) != right:
            return check.wrong(f"{{{low} | {high}}} is not {given}")
    return check.RIGHT


print("Is it the number in the middle?", number(lambda low, high: Fraction(low + high) / 2))
print("The simplest?", number(simplest))

# A region is drawn in the colour of its temperature, and the hottest one has a frame. Its letter is
# that of its part: A is part 0.
temperatures.regions(BOARD)
if sys.argv[1:2] == ["--picture"]:
    plt.savefig(sys.argv[2])
