"""What a figure says of itself: the same each time, and something else as soon as anything else is
drawn.
"""

import html
import re
from types import SimpleNamespace

import matplotlib.pyplot as plt
import nbformat
import networkx as nx
import numpy as np
import pytest
from IPython.core.formatters import DisplayFormatter
from IPython.core.pylabtools import select_figure_formats
from IPython.lib.pretty import pretty
from matplotlib.colors import to_hex
from nbconvert import HTMLExporter

from gamecourse.show import boards, figures, graphs, plots
from gamefast import Ending, solve
from gamelib import LOSS, WIN
from gamelib.games import CopsAndThief, TicTacToe


@pytest.fixture
def ax():
    return plt.subplots()[1]


def board(ax, text="X...O...."):
    boards.draw(TicTacToe(), text, ax=ax)


def lines(ax, last=3.0, style="o-", label="counted"):
    ax.plot([1, 2], [2, last], style, color="black", label=label)
    ax.legend()


def image(ax, last=0.5):
    ax.imshow(np.array([[0, 1], [1, last]]), cmap="cividis")


def graph(ax, edges="ab", step=None):
    graphs.graph(solve(nx.DiGraph(map(tuple, edges.split()))), step=step, ring=True, ax=ax)


def filled(ax, top=1.0):
    ax.fill_between([0, 1, 2], 0, [0, top, 0], color="#DDDDDD")


CHANGES = [
    (board, {"text": ".X..O...."}),
    (board, {"text": "X...OX..."}),
    (lines, {"last": 3.01}),
    (lines, {"style": "s-"}),
    (lines, {"label": "guessed"}),
    (image, {"last": 0.6}),
    (graph, {"edges": "ab ba"}),
    (graph, {"edges": "ba", "step": 0}),
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


def test_a_rounding_error_is_no_change(ax):
    ax.plot([0.1 + 0.2, -0.0], [1, 2])
    first = figures.digest(ax.figure)
    ax.clear()
    ax.plot([0.3, 1e-17], [1, 2])
    assert figures.digest(ax.figure) == first


def test_drawing_it_changes_nothing(ax):
    """The layout moves things when a figure is drawn, and the words are asked for before and
    after.
    """
    boards.draw(CopsAndThief.from_text("P*T"), ax=ax)
    first = figures.digest(ax.figure)
    ax.figure.canvas.draw()
    assert figures.digest(ax.figure) == first


def test_the_picture_carries_its_words_as_alternative_text(ax):
    """Where nbconvert looks for it; and IPython still makes the picture."""
    plots.strip([LOSS, WIN, WIN], ax=ax)
    assert pretty(ax.figure).split("\n")[1:3] == ["Lost for the player to move: 0", "LWW"]
    formatter = DisplayFormatter()
    select_figure_formats(SimpleNamespace(display_formatter=formatter), {"png"})
    data, metadata = formatter.format(ax.figure)
    assert set(data) == {"text/plain", "image/png"}
    assert metadata == {"image/png": {"alt": "Lost for the player to move: 0\nLWW"}}
    output = nbformat.v4.new_output("display_data", data, metadata=metadata)
    cell = nbformat.v4.new_code_cell("", outputs=[output])
    page, _ = HTMLExporter(template_name="classic").from_notebook_node(
        nbformat.v4.new_notebook(cells=[cell])
    )
    assert html.escape(metadata["image/png"]["alt"]) in page


def test_nobody_has_a_table_of_a_thousand_cells_read_aloud(ax):
    ax.set_title("A large board")
    ax.set_label("W1 " * 1000)
    assert figures.alternative(ax.figure) == "A large board"


def test_a_figure_drawn_by_hand_is_a_white_card_too(ax):
    """Once anything of gamecourse.show is imported."""
    ax.set_title("by hand")
    assert to_hex(ax.figure.get_facecolor()) == "#ffffff"
    assert ax.title.get_fontsize() >= 16


def test_no_cell_of_a_chess_board_loses_half_of_its_border():
    ax = boards.draw(Ending("KRK", rows=4, columns=4))
    cells = [patch for patch in ax.patches if hasattr(patch, "get_width")]
    assert len(cells) == 16
    assert max(cell.get_x() + cell.get_width() for cell in cells) < ax.get_xlim()[1]
    assert min(cell.get_y() for cell in cells) > ax.get_ylim()[1]


def test_before_the_answer_the_cells_are_there_without_what_they_say(ax):
    plots.strip([LOSS, WIN], ax=ax)
    text = figures.digest(ax.figure)
    drawn = figures.drawings(ax.figure)
    assert [letter in drawn[figures.UNTITLED] for letter in (">L<", ">W<", ">0<", ">1<")] == [
        True
    ] * 4
    assert [letter in drawn[figures.VEILED] for letter in (">L<", ">W<")] == [False, False]
    assert [pile in drawn[figures.VEILED] for pile in (">0<", ">1<")] == [True, True]
    assert figures.digest(ax.figure) == text  # nothing of it stays in the figure


def test_a_sum_is_asked_with_its_heaps_and_without_itself(ax):
    plots.binary([3, 4, 5], ax=ax)
    drawn = figures.drawings(ax.figure)
    assert "= 2" in drawn[figures.UNTITLED]
    assert "= 2" not in drawn[figures.VEILED]
    assert "heap of 4" in drawn[figures.VEILED]


def test_before_the_answer_all_is_seen_but_what_waits_for_it(ax):
    ax.text(0, 0, "the board")
    figures.until_told(ax.text(0, 0.5, "the outcome"))
    figures.until_told(ax.text(0, 0.7, "in 7 moves"), instead="in ? moves")
    text = figures.digest(ax.figure)
    drawn = figures.drawings(ax.figure)
    words = ("the board", "the outcome", "in 7 moves", "in ? moves")
    assert [word in drawn[figures.UNTITLED] for word in words] == [True, True, True, False]
    assert [word in drawn[figures.VEILED] for word in words] == [True, False, False, True]
    assert figures.digest(ax.figure) == text  # nothing of it stays in the figure


def test_nothing_moves_when_the_answer_is_told(ax):
    ax.plot([0, 1])
    figures.until_told(ax.text(1.2, 0.5, "beside", transform=ax.transAxes))
    drawn = figures.drawings(ax.figure)
    told, asked = (
        re.search('viewBox="([^"]*)"', drawn[kind])[1]
        for kind in (figures.UNTITLED, figures.VEILED)
    )
    assert [*map(float, asked.split())] == pytest.approx([*map(float, told.split())], abs=2)


def test_a_veiled_drawing_has_no_title_and_needs_more_than_the_name_of_an_axis(ax):
    other = ax.figure.add_subplot()
    for one, title in ((ax, "after nine sweeps: 0.332"), (other, "the width")):
        one.plot([0, 1])
        one.set(title=title)
    assert "0.332" not in figures.drawings(ax.figure)[figures.VEILED]
    bare = plt.subplots()[1]
    bare.set(xticks=[], yticks=[], xlabel="remoteness")
    assert figures.VEILED not in figures.drawings(bare.figure)


@pytest.mark.filterwarnings("error")
def test_a_figure_that_is_laid_out_by_hand_stays_so_when_it_is_drawn_for_pages():
    figure = plt.figure(layout="none")
    figure.add_axes([0, 0, 1, 1])
    figures.drawings(figure)
    assert figure.get_layout_engine() is None
