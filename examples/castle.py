"""A ghost haunts a castle. The watchman cannot catch it, because it runs in a circle. Which door
should be walled up?

``python examples/castle.py``; add ``--picture castle.svg`` to keep a picture of the chase's length.
"""

import sys

import matplotlib.pyplot as plt
import numpy as np

from gamecourse.check import exercise, wins
from gamecourse.show import plots
from gamefast import solve
from gamelib import DRAW, LOSS, WIN, match, random_moves

RING = ["hall library", "library tower", "tower kitchen", "kitchen hall"]
DOORS = [*RING, "hall chapel", "chapel kitchen", "tower attic", "kitchen cellar"]
ROOMS = sorted({room for door in DOORS for room in door.split()})


class Castle:
    """Watchman and ghost take turns to go through a door, or stay. In one room, the ghost is
    caught. A move is a room.

    A position is (room of the watchman, room of the ghost, whose turn it is). If play cycles for
    ever, nobody wins.
    """

    def __init__(self, doors):
        self.doors = doors

    def start(self):
        return "cellar", "library", "watchman"

    def moves(self, position):
        here = position[position[2] == "ghost"]
        return [
            room
            for room in ROOMS
            if room == here or {f"{here} {room}", f"{room} {here}"}.intersection(self.doors)
        ]

    def play(self, position, room):
        watchman, ghost, turn = position
        return (room, ghost, "ghost") if turn == "watchman" else (watchman, room, "watchman")

    def outcome(self, position):  # for the player to move
        watchman, ghost, turn = position
        return None if watchman != ghost else WIN if turn == "watchman" else LOSS


def without(wall):
    """The castle with one door walled up."""
    return Castle([door for door in DOORS if door != wall])


# Retrograde analysis needs no last move. It works back from the terminal positions, and from a
# position that is never settled play can go on for ever.
castle = Castle(DOORS)
solution = solve(castle)
print(f"All doors open, {castle.start()}: {solution[castle.start()]}.")

# Wall up one door after another, and ask from how many positions the ghost can still keep away.
everywhere = [(watchman, ghost, "watchman") for watchman in ROOMS for ghost in ROOMS]
for door in DOORS:
    found = solve(without(door), positions=everywhere)
    safe = sum(found[place].outcome == DRAW for place in everywhere)
    print(
        f"Without {door}:",
        f"safe from {safe} of {len(everywhere)} positions" if safe else "caught from everywhere",
    )

# With the right door gone, the watchman catches a ghost that flees as long as it can, and one that
# wanders about.
game = without("library tower")
solution, rng = solve(game), np.random.default_rng(13)
for name, ghost in (("that flees", solution), ("that wanders", random_moves(game, rng))):
    print(f"Single moves until a ghost {name} is caught:", len(match(game, solution, ghost).moves))


@exercise(
    "Which room has become a dead end?",
    "Come nearer, but only as long as the ghost cannot slip past you.",
)
def chase(answer):
    return wins(game, answer, game.start())


print("Wait for it?", chase(lambda position: position[0]))
print("Ask the solution?", chase(solution))

plots.ranks(solution)
if sys.argv[1:2] == ["--picture"]:
    plt.savefig(sys.argv[2])
