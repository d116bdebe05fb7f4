"""Draw the picture of the README, docs/thief.svg, from the library: ``python tools/picture.py``."""

from pathlib import Path

import matplotlib.pyplot as plt

from gamelib import solve
from gamelib.games import CopsAndThief
from gamelib.show import boards, plots

BOARD = """
..P..E
...**.
......
.*...T
....**
"""


def draw(path: Path) -> None:
    """A board beside the map of where the policeman must stand to catch the thief."""
    board = CopsAndThief.from_text(BOARD)
    solution = solve(board)
    figure, (left, right) = plt.subplots(1, 2, figsize=(9.5, 4.1), layout="constrained")
    boards.draw(board, ax=left).set_title(
        f"Does the thief get away?\nNo: the policeman has a {solution[board.start()]}"
    )
    plots.heat(solution, thief=board.thief, ax=right)
    with plt.rc_context({"svg.hashsalt": "gamelib", "svg.fonttype": "none"}):  # the same small file each time
        figure.savefig(path, metadata={"Date": None, "Creator": None})
    plt.close(figure)


if __name__ == "__main__":
    draw(Path(__file__).parents[1] / "docs" / "thief.svg")
