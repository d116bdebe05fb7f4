"""A 40 x 40 board of which a fifth is walls: solved on the fly, and by the explicit route (graph
built, edges reversed, solved), beside the classic C++ program.
"""

from __future__ import annotations

import sys

from common import Cost, alone, compile_cpp, median, race, random_board, seconds

from gamefast import registry, solve
from gamelib import LOSS, WIN
from gamelib.games import CopsAndThief

RUNS = 5


def tell(way: str) -> None:
    """Print the seconds, without those for reading, and the answer, in the format of the C++
    program.
    """
    board = CopsAndThief.from_text(sys.stdin.read())
    solutions = []
    for _ in range(2):  # the first time the code is compiled, or read from the cache
        solutions.clear()
        took = seconds(
            lambda: solutions.append(
                solve(board if way == "fly" else registry.arena(board).explicit())
            )
        )
    counts = solutions[0].counts()
    print(took, solutions[0][board.start()].outcome, counts[WIN], counts[LOSS])


def main() -> None:
    text = random_board(40, 0.2, seed=1)
    board = CopsAndThief.from_text(text)
    print(f"policeman and thief, 40 x 40, {len(registry.arena(board)):,} positions")
    sides = {
        "on the fly": (sys.executable, __file__, "fly"),
        "explicit": (sys.executable, __file__, "explicit"),
        "classical": (compile_cpp("classical.cpp"),),
    }
    costs: dict[str, list[Cost]] = {name: [] for name in sides}
    answers = set()
    for _ in range(RUNS):
        for name, command in sides.items():
            cost, words = alone(*command, text=f"40 40\n{text}\n")
            costs[name].append(cost)
            answers.add(tuple(words.split()[1:]))
    assert len(answers) == 1, answers
    fly, explicit, classical = (median(found) for found in costs.values())
    print(f"  all agree: {answers}")
    work, peer = "policeman and thief, 40 x 40", "the classical program in C++ -O2"
    race(f"{work}, on the fly", peer, fly, classical, None)
    race(f"{work}, graph built, reversed and solved", peer, explicit, classical, None)


if __name__ == "__main__":
    tell(sys.argv[1]) if sys.argv[1:] else main()
