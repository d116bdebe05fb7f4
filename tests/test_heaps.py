"""Nim and sums to play, trees, and the pictures of nimbers, as text."""

import matplotlib.pyplot as plt
import networkx as nx
import pytest

from gamelib import LOSS, WIN, Misere, Quotient, Sum, octal, solve, winning_move
from gamelib.core import IllegalMove
from gamelib.games import CopsAndThief, Matches, Nim, Octal, Token
from gamelib.show import plots, trees
from gamelib.show.heaps import PlayHeaps, nim_sum_lines
from gamelib.show.style import MARKS


@pytest.fixture(autouse=True)
def _close():
    yield
    plt.close("all")


class TestPlayHeaps:
    def buttons(self, widget):
        rows = widget._board._rows
        return [["".join(b.description).strip("\u00a0") for b in row] for row in rows]

    def test_a_click_takes_the_match_and_all_to_the_right(self):
        widget = PlayHeaps(Nim((3, 4, 5)))
        widget._board._rows[0][1].click()
        assert widget._played[1] == ((0, 2), (1, 4, 5))
        assert [row.count("┃") for row in self.buttons(widget)] == list(widget.position)
        assert all(
            b.disabled == (j >= widget.position[k])
            for k, row in enumerate(widget._board._rows)
            for j, b in enumerate(row)
        )

    def test_a_take_that_is_not_allowed_is_said(self):
        widget = PlayHeaps(Nim((5,), most=2))
        widget._board._rows[0][0].click()
        assert "Not allowed: 5 in heap 0, of 5: allowed there is 1, 2" in widget._status.value
        assert widget.position == (5,)

    def test_the_nim_sum_is_shown_or_hidden(self):
        widget = PlayHeaps(Nim((3, 4, 5)))
        assert "nim-sum" not in widget.as_text()
        widget.nim_sum_shown = True
        assert "101 = 5  (heap 2)\n010 = 2  (nim-sum)" in widget.as_text()
        assert "010 = 2  (nim-sum)" in widget._status.value

    def test_where_hints_are_not_wanted_nothing_tells_the_nim_sum(self):
        def buttons(**options):
            return [button.description for button in PlayHeaps(Nim((3, 4, 5)), **options).children[-1].children]

        assert buttons()[-2:] == ["Who wins?", "Nim-sum"]
        assert buttons(hints=False) == buttons()[:-2]

    def test_the_hints_are_on_the_matches(self):
        widget = PlayHeaps(Nim((1, 2)))
        widget._hint.value = True
        assert self.buttons(widget) == [["▼2"], ["▼2", "▲3"]]
        matches = [button for row in widget._board._rows for button in row]
        assert [button.style.button_color for button in matches] == [
            MARKS[outcome].colour for outcome in (LOSS, LOSS, WIN)
        ]
        widget._hint.value = False
        assert self.buttons(widget) == [["┃"], ["┃", "┃"]]
        assert {(button.style.button_color, button.style.text_color) for button in matches} == {(None, None)}

    @pytest.mark.parametrize(
        "game", [Nim((3, 4, 5)), Misere(Nim((3, 4, 5))), Nim((4, 3), most=2), Sum(Nim((2,)), Octal((4,)))]
    )
    def test_who_follows_the_solution_wins(self, game):
        widget, solution = PlayHeaps(game), solve(game)
        while not widget.over:
            widget.move(solution.best(widget.position))
        assert "You have won." in widget.as_text()
        with pytest.raises(IllegalMove, match="play is over"):
            widget.move((0, 1))

    def test_what_stands_behind_other_games(self):
        G = nx.DiGraph([("a", "b"), ("a", "c"), ("b", "c")])
        total = Sum(Octal((7,)), Nim((4,)), Token(G, "a"))
        assert nim_sum_lines(total, total.start()) == [
            ("part 0", "010 = 2"), ("part 1", "100 = 4"), ("part 2", "010 = 2"), ("nim-sum", "100 = 4"),
        ]  # fmt: skip
        assert nim_sum_lines(Nim((6, 5), most=3), (6, 5)) == [
            ("heap 0", "10 = 2"),
            ("heap 1", "01 = 1"),
            ("nim-sum", "11 = 3"),
        ]
        assert nim_sum_lines(Matches(6), 6) == [("nimber", "10 = 2"), ("nim-sum", "10 = 2")]
        assert nim_sum_lines(Misere(Nim((0, 0))), (0, 0))[-1] == ("nim-sum", "0 = 0")
        widget = PlayHeaps(total)
        widget.move(winning_move(total))
        assert widget.as_text().count("[0]") > 1


class TestTrees:
    def test_tree_dag_and_multisets_of_1_2_1(self):
        game = Misere(Nim((1, 2, 1)))
        assert plots.digest(trees.tree(game)) == "46 nodes, 45 moves: 29 ▲ WIN, 17 ▼ LOSS"
        assert plots.digest(trees.tree(game, merged=True)).startswith("12 positions, 24 moves")
        assert plots.digest(trees.tree(Quotient(game), merged=True)).startswith("7 positions, 11 moves")

    def test_each_node_has_its_words_and_stands_apart(self):
        ax = trees.tree(Nim((2, 1)), label=lambda heaps: "-".join(map(str, heaps)))
        words = [text.get_text() for text in ax.texts]
        assert words[0] == "2-1\n▲"
        assert len(words) == len({text.get_position() for text in ax.texts}) == 12

    def test_merged_positions_stand_in_the_row_of_their_longest_way(self):
        """From a heap of 2 the empty one is one move away, or two."""
        ax = trees.tree(Nim((2,)), merged=True, label=lambda heaps: str(heaps[0]))
        heights = sorted((text.get_position()[1], text.get_text()) for text in ax.texts)
        assert [words for _, words in heights] == ["2\n▲", "1\n▲", "0\n▼"]
        assert heights[2][0] - heights[1][0] == pytest.approx(heights[1][0] - heights[0][0])

    def test_a_later_position_and_one_without_moves(self):
        assert plots.digest(trees.tree(Nim((3, 3)), (1, 1))) == "5 nodes, 4 moves: 2 ▲ WIN, 3 ▼ LOSS"
        assert plots.digest(trees.tree(Nim((0,)))) == "1 nodes, 0 moves: 1 ▼ LOSS"

    def test_a_thicket_is_refused(self):
        with pytest.raises(ValueError, match="more than 60 nodes would be a thicket"):
            trees.tree(Nim((3, 3)))
        with pytest.raises(ValueError, match="thicket"):
            trees.tree(CopsAndThief.from_text("P.T"))  # a tree without end


class TestPlots:
    def test_nimbers_row_by_row(self):
        ax = plots.nimbers(octal("0.77", 23), columns=12, marked=[0, 3, 30])
        assert plots.digest(ax) == "0 1 2 3 1 4 3 2 1 4 2 6\n4 1 2 7 1 4 3 2 1 4 6 7"
        assert ax.get_title() == "Lost, with nimber 0: 0; framed: the exceptions"
        assert [text.get_text() for text in ax.texts] == [str(g) for g in octal("0.77", 23)]

    def test_the_nim_sum_column_by_column(self):
        ax = plots.binary([3, 4, 5])
        assert plots.digest(ax) == "011 heap of 3\n100 heap of 4\n101 heap of 5\n010 nim-sum 2"
        assert ax.get_title() == "3 ⊕ 4 ⊕ 5 = 2"
        assert plots.binary([]).get_title() == "0 = 0"
        assert plots.binary([6, 6]).get_title() == "6 ⊕ 6 = 0"


def test_outcomes_are_what_the_pictures_say():
    assert solve(Nim((3, 4, 5)))[3, 4, 5].outcome == WIN
    assert solve(Nim((6, 6)))[6, 6].outcome == LOSS
