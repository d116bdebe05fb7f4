"""Three friends vote on dinner, two dishes at a time. Should you vote for what you like?

``python examples/voting.py``; add ``--picture vote.svg`` to keep the last ballot as a picture.
"""

import sys
from itertools import permutations

import matplotlib.pyplot as plt

from gamecourse.check import RIGHT, exercise, wrong
from gamecourse.show import boards
from gamelib import backward_induction, match

# What each friend likes, best first. For every dish, two of the three prefer another: Condorcet's
# circle.
LIKES = {
    "Ann": ("pizza", "sushi", "curry"),
    "Ben": ("sushi", "curry", "pizza"),
    "Cem": ("curry", "pizza", "sushi"),
}
DISHES = LIKES["Ann"]


class Dinner:
    """An open vote on the first two dishes; the winner meets the next. A position: (dishes left,
    votes so far).
    """

    def __init__(self, agenda):
        self.agenda = tuple(agenda)

    def start(self):
        return self.agenda, ()

    def turn(self, position):
        return len(position[1]) if len(position[0]) > 1 else None

    def moves(self, position):
        return list(position[0][:2])

    def play(self, position, dish):
        dishes, votes = position[0], (*position[1], dish)
        return (
            (dishes, votes)
            if len(votes) < 3
            else ((max(dishes[:2], key=votes.count), *dishes[2:]), ())
        )

    def payoffs(self, position):
        return tuple(2 - likes.index(position[0][0]) for likes in LIKES.values())

    def text(self, position):
        votes = [f"{name} votes for {dish}" for name, dish in zip(LIKES, position[1], strict=False)]
        return "\n".join([" or ".join(position[0]) + "?", *votes])


def sincere(name):
    """The strategy of an honest voter: of the two dishes, the one that they like more."""
    return lambda position: min(position[0][:2], key=LIKES[name].index)


def eaten(agenda, voters=None):
    """What there is for dinner if these three vote, or otherwise three who think ahead."""
    return match(Dinner(agenda), *(voters or [backward_induction(Dinner(agenda))] * 3)).positions[
        -1
    ][0][0]


# Three players, and no gain is another's loss. Backward induction asks, from the last vote on, what
# is best for the voter whose turn it is. Whoever puts the dishes in order decides the dinner, among
# the honest and the wise alike.
honest = [sincere(name) for name in LIKES]
for order in permutations(DISHES):
    print(f"{', '.join(order)}: the honest eat {eaten(order, honest)}, the wise {eaten(order)}.")

plan = backward_induction(Dinner(DISHES))
for name, vote in zip(LIKES, plan.line(), strict=False):
    print(
        f"{name}, asked for {' or '.join(DISHES[:2])}, likes {sincere(name)((DISHES, ()))} and "
        f"votes for {vote}."
    )
print("How many dishes each likes less than what is eaten:", plan.value())


@exercise(
    "Look at the last ballot first.",
    "The dish that comes last meets only one other. Which should that be?",
)
def agenda(answer):
    found = {dish: eaten(answer(dish)) for dish in DISHES}
    failed = [
        f"with {answer(dish)} the wise eat {found[dish]}, not {dish}"
        for dish in DISHES
        if found[dish] != dish
    ]
    return wrong(failed[0]) if failed else RIGHT


print(
    "Does the dish that comes first win?",
    agenda(lambda dish: [dish, *(other for other in DISHES if other != dish)]),
)
print(
    "The other way round?",
    agenda(lambda dish: [*(other for other in DISHES if other != dish), dish]),
)
print("By trying them all?", agenda({eaten(order): order for order in permutations(DISHES)}.get))

boards.draw(plan.game, match(plan.game, plan, plan, plan).positions[-2])
if sys.argv[1:2] == ["--picture"]:
    plt.savefig(sys.argv[2])
