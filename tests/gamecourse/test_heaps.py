"""Nim and sums to play, trees, and the pictures of nimbers, as text."""

import networkx as nx
import pytest
from hand import Hand
from matplotlib.patches import Rectangle

from gamecourse.show import plots, trees
from gamecourse.show.heaps import PlayHeaps
from gamecourse.show.stage.drawing import drawing
from gamecourse.show.stage.spots import ways_of
from gamefast import octal, solve
from gamelib import Misere, Sum
from gamelib.games import CopsAndThief, Matches, Nim, Octal, Token


class TestPlayHeaps:
    def test_a_press_takes_the_match_and_all_to_the_right(self):
        widget = PlayHeaps(Nim((3, 4, 5)), hints=False)
        assert not widget.scene["hints"]
        picture = widget.scene["picture"]
        assert [spot["name"] for spot in picture["spots"]][1] == "heap 0: leave 1"
        assert [text["words"] for text in picture["texts"]] == ["heap 0", "heap 1", "heap 2"]
        assert drawing(widget.game).pieces((1, 4, 5)) == "|  |||||||||"
        Hand(widget).press(1)
        assert widget.session.positions[1] == (1, 4, 5)

    def test_what_may_not_be_taken_cannot_be_pressed(self):
        game = Nim((5,), most=2)
        assert ways_of(drawing(game), (5,), game.moves((5,))) == [[(4,)], [(3,)]]

    def test_of_kayles_the_page_knows_which_pins_stay(self):
        (option,) = [
            one
            for one in Hand(PlayHeaps(Octal((3,)))).row["options"]
            if one["text"].endswith("leave 2")
        ]
        assert option["ways"] == [[0], [2]]
        assert option["stay"] == [[[0, 1, 2], [3, 4, 2]], [[0, 0, 2], [3, 3, 2]]]

    @pytest.mark.parametrize(
        ("game", "whose", "parts", "after"),
        [
            (Nim((1, 2)), "heap", [1, 2], [[0, 2], [1, 1], [1, 0]]),
            (Misere(Nim((0, 1))), "heap", [0, 1], [[0, 0]]),
            (Nim((6, 5), most=3), "heap", [2, 1], None),
            (Matches(6), "nimber", [2], [[1], [0], [3]]),
            (Sum(Octal((7,)), Nim((4,)), Token(nx.DiGraph([(
                "a"
            , "b"), ("a", "c"), ("b", "c")]), "a")), "game",
             [2, 4, 2], None),
        ],
    )  # fmt: skip
    @pytest.mark.parametrize("live", [True, False])
    def test_the_nimbers_behind_a_position_and_behind_what_each_move_leads_to(
        self, game, whose, parts, after, live
    ):
        widget = PlayHeaps(game, opponent=solve(game) if live else None)
        assert widget.scene["numbers"] == whose
        row = Hand(widget).row
        assert row["parts"] == parts
        assert after is None or [option["parts"] for option in row["options"]] == after

    def test_where_there_is_no_nimber_none_is_told(self):
        loops = Token(nx.DiGraph([("a", "b"), ("b", "a"), ("b", "c")]), "a")
        assert PlayHeaps(loops).parts("a") == []

    @pytest.mark.parametrize(
        "game",
        [Nim((3, 4, 5)), Misere(Nim((3, 4, 5))), Nim((4, 3), most=2), Sum(Nim((2,)), Octal((4,)))],
    )
    def test_who_follows_the_solution_wins(self, game):
        widget, solution = PlayHeaps(game), solve(game)
        while not widget.over:
            widget.move(solution.best(widget.position))
        assert widget.as_text().startswith("You have won.\n")


class TestTrees:
    def test_merged_positions_stand_in_the_row_of_their_longest_way(self):
        """From a heap of 2 the empty one is one move away, or two."""
        ax = trees.tree(Nim((2,)), merged=True, label=lambda heaps: str(heaps[0]))
        row = {text.get_text(): text.get_position()[1] for text in ax.texts}
        assert row["2"] < row["1"] < row["0"]
        assert row["0"] - row["1"] == pytest.approx(row["1"] - row["2"])

    def test_a_later_position_and_one_without_moves(self):
        assert (
            plots.digest(trees.tree(Nim((3, 3)), (1, 1))) == "5 nodes, 4 moves: 2 ▲ WIN, 3 ▼ LOSS"
        )
        assert plots.digest(trees.tree(Nim((0,)))) == "1 nodes, 0 moves: 1 ▼ LOSS"

    def test_a_thicket_is_refused(self):
        with pytest.raises(ValueError, match="more than 60 nodes would be a thicket"):
            trees.tree(Nim((3, 3)))
        with pytest.raises(ValueError, match="thicket"):
            trees.tree(CopsAndThief.from_text("P.T"))  # a tree without end


def test_nimbers_are_written_row_by_row_and_the_nim_sum_column_by_column():
    ax = plots.nimbers(octal("0.77", 23), columns=12, marked=[0, 3, 30])
    assert plots.digest(ax) == "0 1 2 3 1 4 3 2 1 4 2 6\n4 1 2 7 1 4 3 2 1 4 6 7"
    assert (
        plots.digest(plots.binary([3, 4, 5]))
        == "011 heap of 3\n100 heap of 4\n101 heap of 5\n010 nim-sum 2"
    )
    assert plots.binary([]).get_title() == "0 = 0"
    assert plots.binary([6, 6]).get_title() == "6 ⊕ 6 = 0"


def test_a_nim_sum_to_be_filled_in_and_a_move_inside_the_columns():
    ax = plots.binary([3, 4, 5], answer=False)
    assert ax.get_title() == "3 ⊕ 4 ⊕ 5 = ?"
    assert plots.digest(ax).splitlines()[-1] == "    nim-sum ?"
    ax = plots.binary([3, 4, 5], leave=(0, 1))
    assert plots.digest(ax).splitlines()[0] == "001 3 becomes 1"
    assert plots.digest(ax).splitlines()[-1] == "000 nim-sum 0"
    frames = [patch for patch in ax.patches if isinstance(patch, Rectangle)]
    assert [frame.get_xy() for frame in frames] == [(1.06, 0.06)]  # the digit of the twos
    for leave in [(3, 0), (0, 3), (-1, 0)]:
        with pytest.raises(ValueError, match="give the number of a heap and a smaller heap"):
            plots.binary([3, 4, 5], leave=leave)


def test_nimbers_of_two_pictures_have_the_same_colours_if_they_are_told_the_largest():
    def fill(ax, cell):
        return ax.patches[cell].get_facecolor()

    short, long = [2, 4, 3], [2, 4, 3, 8]
    assert fill(plots.nimbers(short), 1) != fill(plots.nimbers(long), 1)
    assert fill(plots.nimbers(short, largest=8), 1) == fill(plots.nimbers(long), 1)
    with pytest.raises(ValueError, match="largest"):
        plots.nimbers(short, largest=-1)
