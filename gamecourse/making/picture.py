"""Draw the pictures in docs from the library: ``python -m gamecourse.making.picture``.

These are thief.svg for the README, and covers for the first page of the course. A lecture has a cover if it stores no
picture, or stores one only as an answer.
"""

from collections.abc import Callable
from pathlib import Path

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from gamecourse.making import ROOT
from gamecourse.show import alphabeta, boards, plots
from gamelib import solve
from gamelib.games import CopsAndThief, MinMaxTree, OverwriteTicTacToe

BOARD = "..P..E ...**. ...... .*...T ....**".replace(" ", "\n")


def draw(path: Path) -> None:
    """A board beside the map of where the policeman must stand to catch the thief."""
    board = CopsAndThief.from_text(BOARD)
    solution = solve(board)
    figure, (left, right) = plt.subplots(1, 2, figsize=(12, 4.6))
    title = f"Does the thief get away?\nNo: the policeman has a {solution[board.start()]}"
    boards.draw(board, ax=left).set_title(title)
    plots.heat(solution, thief=board.thief, ax=right)
    _save(figure, path)


def matches(ax: Axes, *heaps: int) -> None:
    """Heaps of matches, one below the other."""
    for row, heap in enumerate(heaps):
        for k in range(heap):
            x = k - (heap - 1) / 2
            ax.plot([x, x], [-row, 0.62 - row], color="#c8a165", linewidth=5, solid_capstyle="butt")
            ax.plot([x], [0.66 - row], "o", color="#a33b20", markersize=9)
    ax.set(xlim=(-8, 8), ylim=(0.3 - len(heaps), 1.1))
    ax.axis("off")


def tree(ax: Axes) -> None:
    """A tree about which nothing is known yet."""
    shape = {"Max": ["B", "C", "D"], "B": ["b", "b'"], "C": ["c", "c'"], "D": ["d", "d'"]}
    leaves = {"b": 1, "b'": 2, "c": 3, "c'": 4, "d": 5, "d'": 6}
    alphabeta._draw(MinMaxTree(shape | leaves), [], ax)
    ax.set_title("")
    if legend := ax.get_legend():
        legend.remove()


def pins(ax: Axes) -> None:
    """A row of pins that has lost one pin and so become two rows."""
    for x in (x for x in range(11) if x != 3):
        ax.plot([x, x], [0, 0.7], color="#c8a165", linewidth=9, solid_capstyle="round")
        ax.plot([x], [1.1], "o", color="#a33b20", markersize=10)
    ax.set(xlim=(-1, 11), ylim=(-1.6, 2.8))
    ax.axis("off")


def dice(ax: Axes) -> None:
    """A board that is full, though play is not over."""
    boards.draw(OverwriteTicTacToe(3), ("XOXXOOOXX", "X"), ax=ax).set_title("")
    ax.set(xticks=[], yticks=[], xlabel="", ylabel="")


COVERS: dict[str, Callable[[Axes], None]] = {
    "01-matches": lambda ax: matches(ax, 15),
    "06-nim": lambda ax: matches(ax, 3, 4, 5),
    "08-kayles": pins,
    "09-minimax": tree,
    "13-chance": dice,
}


def draw_cover(name: str, path: Path) -> None:
    """The cover of a lecture."""
    figure, ax = plt.subplots(figsize=(4.4, 2.4))
    COVERS[name](ax)
    _save(figure, path)


def _save(figure: Figure, path: Path) -> None:
    """Write the picture: the same small file each time."""
    with plt.rc_context({"svg.hashsalt": "gamelib", "svg.fonttype": "none"}):
        figure.savefig(path, metadata={"Date": None, "Creator": None})
    plt.close(figure)


if __name__ == "__main__":
    DOCS = ROOT / "docs"
    draw(DOCS / "thief.svg")
    for lecture in COVERS:
        draw_cover(lecture, DOCS / "covers" / f"{lecture}.svg")
