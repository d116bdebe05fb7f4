"""Dots and boxes: a player who closes a box must move again. Is it good to begin?

``python examples/dots_and_boxes.py``; add ``--picture boxes.svg`` to keep the last board as a
picture.
"""

import sys

import matplotlib.pyplot as plt

from gamecourse.check import compare, exercise
from gamecourse.show import boards
from gamefast import solve
from gamelib import Alternating, match


class Boxes:
    """A position is (lines drawn, lead of player 0, whose turn it is); a move is a line, from one
    dot to the next.
    """

    def __init__(self, rows, columns):
        dots = [(r, c) for r in range(rows + 1) for c in range(columns + 1)]
        self.lines = [
            ((r, c), end) for r, c in dots for end in ((r, c + 1), (r + 1, c)) if end in dots
        ]
        corners = [
            {(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)}
            for r in range(rows)
            for c in range(columns)
        ]
        self.boxes = [{line for line in self.lines if dots.issuperset(line)} for dots in corners]

    def start(self):
        return frozenset(), 0, 0

    def turn(self, position):
        return None if len(position[0]) == len(self.lines) else position[2]

    def moves(self, position):
        return [line for line in self.lines if line not in position[0]]

    def play(self, position, line):
        drawn, lead, player = position
        closed = sum(line in box and box <= drawn | {line} for box in self.boxes)
        return (
            drawn | {line},
            lead + (-closed if player else closed),
            player if closed else 1 - player,
        )

    def payoffs(self, position):
        return position[1], -position[1]

    def text(self, position):
        page = [[" "] * (4 * self.lines[-1][1][1] + 1) for _ in range(2 * self.lines[-1][1][0] + 1)]
        for (r, c), (below, right) in self.lines:
            page[2 * r][4 * c] = page[2 * below][4 * right] = "o"
            if ((r, c), (below, right)) in position[0]:
                page[r + below][2 * (c + right)] = "|" if below > r else "-"
        return "\n".join(map("".join, page)) + f"\nplayer 0 leads by {position[1]}"


# Closing a box gives another move: an ExtensiveGame. Alternating makes it a Game: the other player
# "passes" there.
game = Boxes(2, 2)
solution = solve(Alternating(game))
print(
    f"With best play the first player is ahead by {solution.value():g} in the end. "
    f"{len(solution):,} positions."
)


def perfect(position):  # the solution knows positions with passes, (position, player to move)
    return solution.best((position, position[2]))


def child(position):  # closes a box if it can, and otherwise draws the first line that is free
    return max(
        game.moves(position), key=lambda line: abs(game.play(position, line)[1] - position[1])
    )


for first, second in ((perfect, perfect), (perfect, child), (child, perfect)):
    print(f"{first.__name__}, then {second.__name__}: {match(game, first, second).payoffs}")


def lead(rows, columns):
    return solve(Alternating(Boxes(rows, columns))).value((Boxes(rows, columns).start(), 0))


@exercise(
    "Who closes the only box of the smallest board?",
    "Draw 1 x 2: who must give the first box away?",
)
def ahead(answer):
    return compare(answer, lead, [(1, 1), (1, 2), (1, 3), (2, 2)])


print("Is the first player always one behind?", ahead(lambda rows, columns: -1))
print("As the solver says?", ahead(lead))

boards.draw(game, match(game, perfect, child).positions[-1])
if sys.argv[1:2] == ["--picture"]:
    plt.savefig(sys.argv[2])
