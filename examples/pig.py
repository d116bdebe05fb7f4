"""Pig: roll as often as you dare, but one face takes all that you have won in this turn. When
should you hold?

``python examples/pig.py``; add ``--picture piglet.svg`` to keep the graph of the smallest game.
"""

import sys
from fractions import Fraction

import matplotlib.pyplot as plt
import numpy as np

from gamecourse.check import RIGHT, exercise, wrong
from gamecourse.show import chances
from gamefast import exact_values, tournament
from gamelib import CHANCE, Fixed


class Pig:
    """To ``goal``; rolling 0 ends the turn. Position: (points of both, of this turn, whose turn[,
    "die" rolls]).
    """

    def __init__(self, goal, faces):
        self.goal, self.faces = goal, faces

    def start(self):
        return (0, 0), 0, 0

    def turn(self, position):
        return (
            None if max(position[0]) >= self.goal else CHANCE if "die" in position else position[2]
        )

    def moves(self, position):
        return ["roll", "hold"] if position[1] else ["roll"]

    def play(self, position, move):
        points, extra, player = position
        held = tuple(p + extra * (k == player) for k, p in enumerate(points))
        return (*position, "die") if move == "roll" else (held, 0, 1 - player)

    def chances(self, position):
        points, extra, player, _ = position
        most = self.goal - points[player]  # more is of no use
        after = [
            (points, min(extra + face, most), player) if face else (points, 0, 1 - player)
            for face in self.faces
        ]
        return [(Fraction(1, len(after)), there) for there in after]

    def payoffs(self, position):
        return (1, -1) if position[0][0] >= self.goal else (-1, 1)


def hold_at(enough):
    """The strategy of the proverb: hold when this turn has brought ``enough``, or all that was
    needed.
    """
    return lambda p: "hold" if p[1] >= min(enough, game.goal - p[0][p[2]]) else "roll"


def wins(values):  # the value of the start, between -1 and 1, as the probability that player 0 wins
    return (1 + values.value()) / 2


# Two players who lose turn after turn come back to where they were: play can cycle. So a value is
# the solution of equations: a fraction, and proved. The smallest game of all comes first, with a
# coin.
piglet = exact_values(Pig(2, faces=(0, 1)))
print(f"Piglet: the first player wins with probability {wins(piglet)}.")

# A die with four faces. A player with a fixed strategy is a part of Nature; the rest is a game for
# the opponent alone.
game = Pig(12, faces=(0, 1, 2, 3))
values = exact_values(game)
print(f"To {game.goal} with four faces: {float(wins(values)):.4f}. If player 0 holds at this much:")
print(
    *(f"{k}: {float(wins(exact_values(Fixed(game, 0, hold_at(k))))):.4f}" for k in range(2, 13, 2)),
    sep="   ",
)
print(
    "Best play and hold at 3:",
    tournament(game, values, hold_at(3), games=400, rng=np.random.default_rng(2004)),
)


@exercise(
    "Far behind, be bold. And do not roll with the goal in your hand.",
    "exact_values have a method best.",
)
def strategy(answer):
    won = wins(exact_values(Fixed(game, 0, answer)))
    return (
        RIGHT
        if won == wins(values)
        else wrong(f"it wins {float(won):.2%} against the best, which is not all")
    )


print("Hold at once?", strategy(hold_at(1)))
print("Play the exact values?", strategy(values))

chances.graph(piglet)
if sys.argv[1:2] == ["--picture"]:
    plt.savefig(sys.argv[2])
