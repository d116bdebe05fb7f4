import re

import pytest
from hand import Hand
from matplotlib.colors import to_hex
from naive import game

from gamecourse import show_source
from gamecourse.show import boards, plots, style, widgets
from gamecourse.show.stage.drawing import drawing
from gamecourse.show.stage.pieces import PIECES
from gamefast import solve
from gamelib import DRAW, LOSS, WIN, IllegalMove, Misere
from gamelib.games import ConnectFour, CopsAndThief, Matches, TicTacToe

BOARD = CopsAndThief.from_text("P.E\n.*.\n..T")


def words(ax):
    return [text.get_text() for text in ax.texts]


def test_marks_tell_outcomes_apart_without_colour():
    for attribute in ("colour", "sign", "letter"):
        assert len({getattr(mark, attribute) for mark in style.MARKS.values()}) == 3
    assert [style.MARKS[outcome].letter for outcome in (WIN, LOSS, DRAW)] == ["W", "L", "D"]


def test_ranks_count_positions_by_remoteness():
    solution = solve(BOARD)
    ax = plots.ranks(solution)
    for container, outcome in zip(ax.containers, (WIN, LOSS), strict=True):
        found = [v.remoteness for v in solution.values() if v.outcome == outcome]
        assert [bar.get_height() for bar in container] == [
            found.count(k) for k in range(len(container))
        ]
    assert f"{solution.counts()[DRAW]} drawn" in ax.get_title()
    assert plots.digest(ax).startswith("WIN: ")
    assert plots.ranks(solve(CopsAndThief.from_text("P*T"))).get_xlabel()


def test_a_heat_map_shows_the_verdict_of_every_cell():
    solution = solve(BOARD)
    ax = plots.heat(solution, thief=(2, 2))
    shown = [row.split() for row in plots.digest(ax).split("\n")]
    for (r, c), verdict in (
        (cell, solution[cell, (2, 2), "policeman"]) for cell in BOARD.cells if cell != (2, 2)
    ):
        assert shown[r][c] == style.MARKS[verdict.outcome].letter + str(verdict.remoteness or "")
    assert (shown[1][1], shown[2][2]) == ("#", "T")
    assert "E" in words(ax)
    assert ax.get_title().startswith("Thief at (2, 2), policeman to move:")


@pytest.mark.parametrize(
    ("game", "thief", "said"),
    [
        (BOARD, (1, 1), r"thief=\(1, 1\) is not a free cell"),
        (Matches(5), (0, 0), "needs the solution of a board"),
    ],
)
def test_a_heat_map_is_of_a_board_where_the_thief_stands_still(game, thief, said):
    with pytest.raises(ValueError, match=said):
        plots.heat(solve(game), thief=thief)


@pytest.mark.parametrize(
    "name", [name for name, drawn in PIECES.items() if "currentColor" not in drawn]
)
def test_a_piece_of_a_figure_is_that_of_the_browser_and_lies_in_its_cell(name):
    """How the pieces look, a browser shows: it opens pieces.svg."""
    ax = boards.draw_rows(["x"], {"x": name})
    cell, *parts = (patch.get_window_extent() for patch in ax.patches)
    assert len(parts) + len(ax.texts) == len(re.findall("<(?!/|g)", PIECES[name]))
    assert all(
        cell.x0 <= part.x0 <= part.x1 <= cell.x1 and cell.y0 <= part.y0 <= part.y1 <= cell.y1
        for part in parts
    )


def test_a_number_and_a_piece_stand_apart_on_a_cell():
    """In a figure as on the stage (browser/test_chase.py)."""
    ax = plots.heat(solve(BOARD), thief=(2, 2))
    ax.figure.canvas.draw()
    exit_cell = next(patch for patch in ax.patches if patch.get_xy() == (2.0, 0.0))
    boxes = [one.get_window_extent() for one in [*ax.patches, *ax.texts] if one is not exit_cell]
    *door, letter, note = [box for box in boxes if exit_cell.contains_point((box.p0 + box.p1) / 2)]
    assert len(door) == 2
    assert not any(part.overlaps(note) for part in [*door, letter])


def test_source_is_shown_as_it_stands():
    source = show_source(Matches.start)
    assert repr(source) == "def start(self) -> int:\n    return self.n"
    assert source._repr_markdown_() == f"```python\n{source!r}\n```"
    with pytest.raises(TypeError, match="has no source to show"):
        show_source(len)


@pytest.mark.parametrize("opponent", [None, solve(TicTacToe())])
def test_the_table_and_the_kernel_tell_and_play_alike(opponent):
    """With the table the browser answers itself, without it the kernel does: the same rows, the
    same best play.
    """
    game, solution = TicTacToe(), solve(TicTacToe())
    play = widgets.Play(game, opponent=opponent)
    assert play.live == (opponent is not None)
    hand, position = Hand(play), game.start()
    for move in [(0, 0), *[None] * 4]:
        move = move if move else solution.best(position)
        marks = {row["text"]: row["mark"] for row in hand.source.row(hand.place, True)["options"]}
        assert marks == {
            game.move_text(position, m): style.MARKS[
                solution[game.play(position, m)].outcome
            ].letter
            for m in game.moves(position)
        }
        hand.press(3 * move[0] + move[1])
        position = game.play(position, move)
        if game.outcome(position) is None:
            position = game.play(position, solution.best(position))
        assert (play.position, hand.pieces) == (position, position)
    assert play.as_text().startswith("It is a draw.\n")


def test_taking_back_and_changing_sides():
    play = widgets.Play(Matches(15))
    play.take_back()
    assert play.position == 15
    play.restart(1)
    assert (play.you, play.position) == (1, 12)
    play.take_back()
    assert play.position == 12  # the opponent's first move stays
    play.move(1)
    play.move(2)
    play.take_back()
    assert play.position == 8
    play.restart(0)
    assert (play.you, play.position) == (0, 15)
    assert widgets.Play(Misere(Matches(5)), you=1).position in (1, 2, 3, 4)


@pytest.mark.parametrize("opponent", [None, solve(Matches(15))])
def test_hints_tell_what_each_move_leads_to_for_who_moves_next(opponent):
    hand = Hand(widgets.Play(Matches(15), opponent=opponent))
    assert hand.hints() == [("W", 7, 1), ("W", 7, 1), ("L", 6, -1)]
    row = hand.source.row(hand.place, True)
    assert (row["mark"], row["moves"], row["numbers"] if opponent else False) == ("W", 7, False)
    if opponent:
        assert hand.row["mark"] == ""  # nobody has asked who wins


def test_a_piece_falls_to_the_bottom_of_its_column():
    play = widgets.Play(ConnectFour(2, 4, 3), opponent=lambda position: 0)
    hand = Hand(play)
    assert play.scene["columns"]
    assert [ways for _, ways in hand.moves] == [[[4 + column]] for column in range(4)]
    hand.press(6)
    assert play.position == "....\nO.X."
    hand.press(2)
    assert play.position == "O.X.\nO.X."
    assert [ways for _, ways in hand.moves] == [[[5]], [[7]]]


def test_a_move_that_fills_a_cell_is_not_taken_for_a_column():
    """Only if each move is the number of its column, a press anywhere in a column means it."""
    rows = {
        "shape": (2, 2),
        "text": lambda self, cells: f"{cells[:2]}\n{cells[2:]}",
        "start": lambda self: "....",
    }
    free = {"moves": lambda self, cells: ["a1", "b1", "a2", "b2"]}
    cell_of = {"cell_of": lambda self, cells, name: (int(name[1]) - 1, "ab".index(name[0]))}
    over = {"outcome": lambda self, cells: LOSS}
    made = drawing(game(**rows, **free, **cell_of, **over))
    assert (made.columns, made.legend["X"]) == (False, "cross")
    assert made.ways("....", "b2") == [(3,)]
    for four in (ConnectFour(2, 4, 3), Misere(ConnectFour(2, 4, 3))):
        assert (drawing(four).columns, drawing(four).legend["X"]) == (True, "black disc")


def test_playing_by_code_is_playing_by_clicks():
    play = widgets.Play(Matches(15))
    hand = Hand(play)
    assert [words for words, _ in hand.moves] == ["take 1", "take 2", "take 3"]
    hand.press(12)  # the thirteenth match, and all to the right of it
    assert play.position == 11  # the opponent is lost and delays
    assert (
        play._repr_mimebundle_()["text/plain"]
        == "Your move.\n||||| ||||| |  (11)\nMoves: take 1, take 2, take 3"
    )
    while not play.over:
        play.move(play.position % 4)
    assert play.as_text().startswith("You have won.\n")
    assert hand.moves == []
    with pytest.raises(IllegalMove, match="play is over"):
        play.move(1)
    play.take_back()
    assert play.position == 3


#: A reader's game. Moves are the new pile, their words the difference: the same words stand for
#: different moves.
SHRINKING = {
    "start": lambda self: 9,
    "moves": lambda self, pile: [left for left in (pile - 1, pile - 2) if left >= 0],
    "play": lambda self, pile, left: left,
    "move_text": lambda self, pile, left: f"take {pile - left}",
}


def test_a_button_plays_the_move_it_shows_now():
    play = widgets.Play(game(**SHRINKING), opponent=lambda pile: pile - 1)
    for pile in (7, 5, 3, 1):
        Hand(play).press("take 1")
        assert play.position == pile


def test_a_refused_move_leaves_play_as_it_was():
    play = widgets.Play(game(**SHRINKING))
    with pytest.raises(IllegalMove, match=r"3 is not one of the moves \[8, 7\]"):
        play.move(3)  # the game itself would not notice
    pairs = game(
        moves=lambda self, pile: [1 + 0j], play=lambda self, pile, step: pile - int(step.real)
    )
    with pytest.raises(IllegalMove, match=r"'x' is not one of the moves \[\(1\+0j\)\]"):
        widgets.Play(pairs).move("x")  # the game itself asks what no string has
    play = widgets.Play(Matches(15), opponent=lambda pile: 9)
    with pytest.raises(IllegalMove):
        play.move(1)
    assert (play.position, play.state["played"]) == (15, [])
    with pytest.raises(ValueError, match="you=2"):
        play.restart(2)


def test_a_game_that_never_ends_can_be_played_against_a_strategy():
    endless = game(
        moves=lambda self, k: [1], play=lambda self, k, move: k + 1, outcome=lambda self, k: None
    )
    play = widgets.Play(endless, opponent=lambda k: 1)
    play.move(1)
    assert play.position == 5


def test_a_board_whose_moves_are_no_cells_is_played_by_buttons():
    play = widgets.Play(
        game(**SHRINKING, shape=(1, 9), text=lambda self, pile: "." * pile + "E" * (9 - pile))
    )
    assert Hand(play).moves == [("take 1", []), ("take 2", [])]


def test_words_are_drawn_as_they_stand():
    """Without quotes; a dollar begins no formula."""
    ax = boards.draw(game(text=lambda self, p: r"$\foo$ $" + str(p)))
    ax.figure.canvas.draw()
    assert words(ax) == [r"$\foo$ $3"]
    vertex = game(start=lambda self: "b", moves=lambda self, p: [], outcome=lambda self, p: LOSS)
    assert words(boards.draw(vertex)) == ["b"]


def test_a_strip_shows_every_pile_with_its_letter():
    ax = plots.strip([LOSS, WIN, WIN, DRAW, LOSS], columns=3)
    assert words(ax) == ["L", "0", "W", "1", "W", "2", "D", "3", "L", "4"]
    colours = [to_hex(patch.get_facecolor()) for patch in ax.patches]
    assert colours == [style.MARKS[o].colour.lower() for o in (LOSS, WIN, WIN, DRAW, LOSS)]
    assert plots.strip([WIN]).get_title() == "Lost for the player to move: none"
    assert plots.digest(plots.strip([])) == ""
    assert (
        plots.digest(plots.strip(solve(Matches(5)).values(), columns=4)) == "LWWW\nLW"
    )  # verdicts will do
    with pytest.raises(ValueError, match="columns=0"):
        plots.strip([WIN], columns=0)
