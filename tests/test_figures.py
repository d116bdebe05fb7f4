"""What a figure says of itself: the same each time, and something else as soon as anything else is drawn."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from IPython.lib.pretty import pretty
from matplotlib.patches import FancyArrowPatch

from gamelib import LOSS, WIN
from gamelib.games import CopsAndThief, TicTacToe
from gamelib.show import boards, figures, plots


@pytest.fixture
def ax():
    figure, ax = plt.subplots()
    yield ax
    plt.close(figure)


def board(ax, text="X...O...."):
    boards.draw(TicTacToe(), text, ax=ax)


def lines(ax, last=3.0, style="o-", label="counted"):
    ax.plot([1, 2], [2, last], style, color="black", label=label)
    ax.legend()


def image(ax, last=0.5):
    ax.imshow(np.array([[0, 1], [1, last]]), cmap="cividis")


def arrow(ax, end=(1, 1)):
    ax.add_patch(FancyArrowPatch((0, 0), end))


def filled(ax, top=1.0):
    ax.fill_between([0, 1, 2], 0, [0, top, 0], color="#DDDDDD")


CHANGES = [
    (board, {"text": ".X..O...."}),
    (board, {"text": "X...OX..."}),
    (lines, {"last": 3.01}),
    (lines, {"style": "s-"}),
    (lines, {"label": "guessed"}),
    (image, {"last": 0.6}),
    (arrow, {"end": (1, 0)}),
    (filled, {"top": 1.1}),
]


@pytest.mark.parametrize(("draw", "change"), CHANGES)
def test_another_drawing_says_something_else(ax, draw, change):
    draw(ax)
    first = figures.digest(ax.figure)
    assert figures.digest(ax.figure) == first
    ax.clear()
    draw(ax)
    assert figures.digest(ax.figure) == first
    ax.clear()
    draw(ax, **change)
    assert figures.digest(ax.figure) != first


def test_it_says_what_its_plots_say(ax):
    plots.strip([LOSS, WIN, WIN], ax=ax)
    words = figures.digest(ax.figure).split("\n")
    assert words[1:3] == ["Lost for the player to move: 0", "LWW"]
    assert words[3].startswith("drawn: ")
    assert pretty(ax.figure) == "\n".join(words)


def test_a_rounding_error_is_no_change(ax):
    ax.plot([0.1 + 0.2, -0.0], [1, 2])
    first = figures.digest(ax.figure)
    ax.clear()
    ax.plot([0.3, 1e-17], [1, 2])
    assert figures.digest(ax.figure) == first


def test_drawing_it_changes_nothing(ax):
    """The layout moves things when a figure is drawn, and the words are asked for before and after."""
    boards.draw(CopsAndThief.from_text("P*T"), ax=ax)
    arrow(ax)
    first = figures.digest(ax.figure)
    ax.figure.canvas.draw()
    assert figures.digest(ax.figure) == first
