"""Left and Right: their games on the stage, drawings of Hackenbush, thermographs, hot regions."""

import random
import re
from fractions import Fraction
from itertools import pairwise, product
from typing import ClassVar

import networkx as nx
import pytest
from hand import Hand, moments
from matplotlib.colors import to_rgb
from matplotlib.patches import FancyBboxPatch, Rectangle

from gamecourse.show import (
    boards,
    dominoes,
    figures,
    hackenbush,
    plots,
    temperatures,
    widgets,
)
from gamecourse.show.colours import MARKS, SIDES, contrast
from gamecourse.show.cooling import Cooling
from gamecourse.show.stage.drawing import drawing
from gamecourse.show.stage.pieces import PIECES
from gamecourse.show.stage.widget import JS
from gamefast import solve
from gamelib import LEFT, LOSS, RIGHT, NormalPlay, Value, value
from gamelib.games import Clobber, Cutcake, Domineering, Hackenbush, ToadsAndFrogs
from gamelib.partizan import parse

BOARD = "..#....#..\n..#....###"


class TestColours:
    def test_a_side_has_one_colour_in_figures_pieces_and_scenes(self):
        css = (JS / "stage.css").read_text().lower()
        for player, pieces in ((LEFT, ("left piece", "toad")), (RIGHT, ("right piece", "frog"))):
            colour = SIDES[player].colour
            assert all(f'fill="{colour}"' in PIECES[piece] for piece in pieces)
            assert f".gl-domino-{player} rect {{ fill: {colour.lower()}; }}" in css
            assert f"--{player}: {colour.lower()};" in css

    def test_the_sides_are_told_apart_also_without_colour(self):
        left, right = SIDES.values()
        for mark in ("letter", "lies", "dashes"):
            assert getattr(left, mark) != getattr(right, mark)

    def test_a_side_is_no_outcome_and_its_words_can_be_read(self):
        for side in SIDES.values():
            assert side.colour not in {mark.colour for mark in MARKS.values()}
            assert contrast(side.colour, "#ffffff") > 4.5


class Colouring:
    """Left fills any cell of a row, and Right an end of it."""

    shape = (1, 3)
    G = nx.DiGraph([("...", "X..")])

    def start(self):
        return "..."

    def moves(self, row, player):
        return [c for c in range(3) if row[c] == "." and (player == LEFT or c != 1)]

    def play(self, row, cell, player):
        return row[:cell] + ("X" if player == LEFT else "O") + row[cell + 1 :]

    def cell_of(self, row, cell):
        return (0, cell)

    def text(self, row):
        return row

    def move_text(self, row, cell):
        return str(cell)


class TestPlay:
    def test_a_domino_is_laid_by_its_two_cells_in_either_order(self):
        play = widgets.Play(NormalPlay(Domineering(2, 3)))
        hand = Hand(play)
        assert [ways for _, ways in hand.moves] == [[[c, c + 3], [c + 3, c]] for c in range(3)]
        assert play.scene["lays"] == ("left", "right")
        hand.press_move(1)  # the middle column, and neither row has room for a flat domino
        assert play.as_text() == "Right cannot move. You have won.\n.#.\n.#.\nRight to move"

    def test_if_right_begins_the_first_player_lays_flat(self):
        play = widgets.Play(NormalPlay(Domineering(2, 2), RIGHT))
        assert play.scene["lays"] == ("right", "left")
        assert play.as_text().startswith("Your move (Right lays flat dominoes).\n..\n..\n")

    def test_the_page_carries_the_board_of_four_by_four(self):
        play = widgets.Play(NormalPlay(Domineering(4, 4)))
        assert play.scene["table"]
        assert not play.live
        assert play.scene["judged"]

    @pytest.mark.slow
    def test_the_opponent_makes_no_mistake(self):
        """Whoever begins on 4 x 4 wins, so as the second player you always lose; and so you do as the
        first player, as soon as you have made a mistake.
        """
        game = NormalPlay(Domineering(4, 4))
        solution = solve(game)
        rng = random.Random(5)
        for you, _ in product((0, 1), range(15)):
            play = widgets.Play(game, you=you, solution=solution)
            lost = you == 1
            while not play.over:
                move = rng.choice(game.moves(play.position))
                lost = lost or solution[game.play(play.position, move)].outcome != LOSS
                play.move(move)
            assert ("You have lost." in play.as_text()) == lost

    def test_toads_and_frogs_go_from_cell_to_cell(self):
        hand = Hand(widgets.Play(NormalPlay(ToadsAndFrogs("TF.F"))))
        assert hand.pieces == "TF.F"
        assert hand.moves == [("toad on cell 0", [[0, 2]])]
        assert hand.widget.drawing.legend == {"T": "toad", "F": "frog"}

    def test_a_piece_of_clobber_takes_its_neighbour(self):
        hand = Hand(widgets.Play(NormalPlay(Clobber(1, 3))))
        assert [ways for _, ways in hand.moves] == [[[0, 1]], [[2, 1]]]

    @pytest.mark.parametrize("game", [Hackenbush.stalk("BR"), Cutcake(2, 2)])
    def test_a_game_that_has_no_drawing_is_text_with_buttons(self, game):
        play = widgets.Play(NormalPlay(game))
        assert not any(ways for _, ways in Hand(play).moves)
        assert play.as_text()

    def test_a_reader_s_own_partizan_game_is_drawn(self):
        """It colours cells of a row; its moves need a player, and nobody may ask without one."""
        game = Colouring()
        hand = Hand(widgets.Play(NormalPlay(game)))
        assert (hand.pieces, hand.moves) == ("...", [(f"{c}", [[c]]) for c in range(3)])
        assert hand.widget.as_text().startswith("Your move (Left to move).\n...\n")
        assert not hand.widget.scene["columns"]

    def test_a_position_is_a_figure_that_says_who_moves(self):
        ax = boards.draw(NormalPlay(Domineering(2, 2)), ("##\n..", "right"))
        assert ax.get_title() == "Right lays flat dominoes"
        assert plots.digest(ax) == "##\n.."

    def test_what_is_laid_is_part_of_no_other_drawing(self):
        assert drawing(NormalPlay(Clobber(2, 2))).lays == ()


def joints(ax):
    """The places of the joints of a drawing, edge by edge."""
    return [line.get_xydata().tolist() for line in ax.lines if line.get_marker() == "o"]


DRAWINGS = [
    Hackenbush([]),
    Hackenbush.stalk("BRRB"),
    Hackenbush([(0, 1, "B"), (1, 2, "R"), (1, 3, "B"), (3, 4, "G"), (0, 5, "R")]),
    Hackenbush([(0, 1, "B"), (0, 2, "R"), (1, 2, "G"), (1, 3, "R"), (2, 3, "B"), (3, 4, "B")]),
    Hackenbush([(0, 0, "G"), (0, 1, "B"), (0, 1, "R"), (1, 2, "G"), (1, 2, "B"), (0, 0, "B")]),
    Hackenbush([(0, 1, "B"), (1, 2, "R"), (2, 3, "G"), (3, 1, "B"), (0, 4, "R"), (4, 5, "R")]),
    Hackenbush([(0, 1, "B"), (1, 1, "R"), (0, 2, "G"), (0, 3, "B"), (1, 3, "R")]),
]


class TestHackenbush:
    @pytest.mark.parametrize("game", DRAWINGS, ids=lambda game: game.text(game.start()))
    def test_an_edge_joins_its_points_and_shows_its_letter(self, game):
        ax = hackenbush.draw(game)
        edges = game.start()
        assert [text.get_text() for text in ax.texts] == [colour for _, _, colour in edges]
        assert len(joints(ax)) == len(edges)
        place_of, feet = {}, []
        for (a, b, _), ends in zip(edges, joints(ax), strict=True):
            ends = ends if a == b or a == 0 or place_of.get(b, ends[1]) == ends[1] else ends[::-1]
            for point, place in zip((a, b), ends, strict=True):
                if point == 0:
                    assert place[1] == 0  # it stands on the ground
                    feet.append(tuple(place))
                else:
                    assert place_of.setdefault(point, place) == place
        places = [tuple(place) for place in place_of.values()] + feet
        assert len(set(places)) == len(places)

    @pytest.mark.parametrize("game", DRAWINGS, ids=lambda game: game.text(game.start()))
    def test_no_letter_lies_on_another(self, game):
        ax = hackenbush.draw(game)
        ax.figure.canvas.draw()
        boxes = [text.get_window_extent() for text in ax.texts]
        for k, box in enumerate(boxes):
            assert not any(box.overlaps(other) for other in boxes[k + 1 :])

    def test_no_edge_runs_across_another_point(self):
        for game in DRAWINGS:
            plan = hackenbush.Plan(game.start())
            used = {number for pair in plan.pairs for number in pair}
            for (start, end), bend in zip(plan.pairs, plan.bends, strict=True):
                a, b = (complex(*plan.places[number]) for number in (start, end))
                control = (a + b) / 2 + bend * (b - a) * 1j
                curve = [
                    (1 - t) ** 2 * a + 2 * t * (1 - t) * control + t**2 * b
                    for t in (k / 40 for k in range(41))
                ]
                for number in used - {start, end}:
                    place = complex(*plan.places[number])
                    assert min(abs(point - place) for point in curve) > 0.1, (game, start, end)

    def test_the_ridge_of_a_roof_is_in_the_middle(self):
        plan = hackenbush.Plan(DRAWINGS[3].start())
        (left, _), (right, _), (ridge, height) = plan.places[1:4]
        assert (ridge, height) == ((left + right) / 2, 2)

    def test_the_title_counts_what_each_can_cut(self):
        for game in DRAWINGS:
            numbers = re.findall(r"\d+", hackenbush.draw(game).get_title())
            edges = game.start()
            assert list(map(int, numbers)) == [
                sum(colour in mine for _, _, colour in edges) for mine in ("BG", "RG")
            ]

    def test_a_drawing_in_the_air_is_refused(self):
        with pytest.raises(ValueError, match="does not hang together with the ground"):
            hackenbush.draw(DRAWINGS[1], ((1, 2, "R"),))


def worth_of_stalk(word):
    """Berlekamp's rule (1974): edges of the first colour count 1 each; from the first change of
    colour on, each edge counts half as much as the one before.
    """
    total, size, changed = Fraction(0), Fraction(1), False
    for colour in word:
        changed = changed or colour != word[0]
        if changed:
            size /= 2
        total += size if colour == "B" else -size
    return total


class TestStalks:
    def test_a_stalk_stands_beside_the_number_of_the_rule(self):
        words = ["".join(word) for n in range(5) for word in product("BR", repeat=n)]
        told = plots.digest(hackenbush.stalks(words))
        told = dict(line.split(": ") for line in str(told).split("\n"))
        told[""] = told.pop("bare ground")
        assert {word: Fraction(number) for word, number in told.items()} == {
            word: worth_of_stalk(word) for word in words
        }

    def test_stalks_stand_in_order_and_lines_lead_to_their_numbers(self):
        words = ["B", "BR", "BRR", "BRRB", "RB"]
        ax = hackenbush.stalks(words)
        ends = [
            line.get_xdata().tolist()
            for line in ax.lines
            if line.get_color() == "#777777"  # from a stalk to its number
        ]
        assert [at for _, at in ends] == sorted(float(worth_of_stalk(word)) for word in words)
        places = [x for x, _ in ends]
        assert all(b - a > 0.05 for a, b in pairwise(places))

    def test_numbers_do_not_lie_on_each_other(self):
        words = ["".join(word) for n in range(4) for word in product("BR", repeat=n)]
        ax = hackenbush.stalks(words)
        ax.figure.canvas.draw()
        boxes = [text.get_window_extent() for text in ax.texts]
        for k, box in enumerate(boxes):
            assert not any(box.overlaps(other) for other in boxes[k + 1 :])

    @pytest.mark.parametrize(
        ("word", "said"), [("BG", "not worth a number"), ("BX", "colour"), (3, "is not a stalk")]
    )
    def test_what_is_no_number_is_refused(self, word, said):
        with pytest.raises(ValueError, match=said):
            hackenbush.stalks(["B", word])

    def test_places_are_kept_if_there_is_room(self):
        assert hackenbush.apart([0, 2, 5], 1) == [0, 2, 5]
        rng = random.Random(4)
        for _ in range(50):
            places = sorted(rng.uniform(0, 5) for _ in range(8))
            moved = hackenbush.apart(places, 0.7)
            assert all(b - a > 0.7 - 1e-9 for a, b in pairwise(moved))
            assert sum(moved) == pytest.approx(sum(places))  # nothing drifts to one side


VALUES = [
    Value([2], [-1]),
    Value([5], [1]),
    parse("{4|2||{0|-2}, {1|-5}}"),
    parse("{3||2|-4}"),
    Value.nimber(1),
    Value.number(Fraction(-3, 4)),
    value(Domineering(4, 4)),
]


def line_of(ax, label):
    (line,) = [line for line in ax.lines if line.get_label() == label]
    return line.get_xydata().tolist()


class TestThermograph:
    @pytest.mark.parametrize("worth", VALUES, ids=lambda worth: str(worth)[:20])
    def test_the_walls_are_the_scores_at_each_temperature(self, worth):
        ax = temperatures.thermograph(worth)
        low, high = ax.get_xlim()
        assert low > high  # the score grows to the left
        walls = worth.thermograph
        if not worth.is_number:
            for x, t in line_of(ax, "Left begins: left wall"):
                assert x == walls.left_score(Fraction(t))
            for x, t in line_of(ax, "Right begins: right wall"):
                assert x == walls.right_score(Fraction(t))
        (x, foot), (_, top) = line_of(ax, "nobody moves: mast")
        assert (x, foot) == (worth.mean, max(worth.temperature, 0))
        assert top > foot

    @pytest.mark.parametrize("worth", VALUES, ids=lambda worth: str(worth)[:20])
    def test_nothing_is_cut_and_words_do_not_lie_on_each_other(self, worth):
        ax = temperatures.thermograph(worth)
        ax.figure.canvas.draw()
        boxes = [text.get_window_extent() for text in (ax.title, *ax.texts)]
        boxes.append(ax.get_legend().get_window_extent())
        whole = ax.figure.bbox
        assert all(box.x0 >= 0 and box.x1 <= whole.x1 for box in boxes)
        for k, box in enumerate(boxes):
            assert not any(box.overlaps(other) for other in boxes[k + 1 :])

    def test_it_is_told_in_words(self):
        ax = temperatures.thermograph(Value([2], [-1]))
        assert plots.digest(ax).split("\n") == [
            "mean 1/2 and temperature 3/2",
            "left wall: score 2 at temperature 0, score 1/2 at temperature 3/2",
            "right wall: score -1 at temperature 0, score 1/2 at temperature 3/2",
        ]
        assert temperatures.thermograph(3).get_title() == "3 is a number: nobody wants to move"

    def test_another_value_is_another_figure(self):
        digests = [figures.digest(temperatures.thermograph(worth).figure) for worth in VALUES]
        assert len(set(digests)) == len(VALUES)

    def test_no_float_is_taken(self):
        with pytest.raises(TypeError, match="Floats are refused"):
            temperatures.thermograph(0.5)

    def test_signs_that_fonts_lack_are_spelt(self):
        assert temperatures.name_in_figure(Value.miny(2)) == "miny 2"
        assert temperatures.name_in_figure(value(Domineering(4, 4))) is None


class TestRegions:
    def test_the_hottest_region_has_a_frame_and_says_so(self):
        ax = temperatures.regions(BOARD)
        assert ax.get_title() == "The hottest region has temperature 1"
        black = [line for line in ax.lines if line.get_color() == "black"]
        assert len(black) == 8  # around the square
        assert {tuple(point) for line in black for point in line.get_xydata().tolist()} == {
            (x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)
        }
        (hottest,) = [text for text in ax.texts if text.get_text() == "the hottest"]
        assert hottest.get_position()[0] == 1  # the middle of the square

    def test_what_a_region_is_worth_stands_below_it(self):
        ax = temperatures.regions(BOARD)
        below = {text.get_text(): text.get_position()[0] for text in ax.texts}
        middles = [
            (region.columns.start + region.columns.stop) / 2
            for region in temperatures.regions_of(BOARD)
        ]
        worths = ["±1\ntemperature 1", "miny 2\ntemperature 0", "\N{MINUS SIGN}1\ncold"]
        assert [below[words] for words in worths] == middles
        assert ax.get_legend() is None

    def test_regions_above_each_other_have_letters_and_a_legend(self):
        ax = temperatures.regions("..\n..\n##\n..")
        letters = [text.get_text() for text in ax.texts if text.get_text()]
        assert letters == ["A", "B"]
        words = [text.get_text() for text in ax.get_legend().get_texts()]
        assert words == ["A: ±1, temperature 1", "B: \N{MINUS SIGN}1, cold"]

    def test_hot_is_dark_and_a_number_is_palest(self):
        board = "..#...#..#.\n..#.#.#.##."
        ax = temperatures.regions(board)
        fill_at = {
            patch.get_xy(): sum(to_rgb(patch.get_facecolor()))
            for patch in ax.patches
            if isinstance(patch, Rectangle)
        }
        found = temperatures.regions_of(board)
        assert [str(region.value) for region in found] == ["±1", "0", "*", "1"]
        by_temperature = sorted(found, key=lambda region: region.value.temperature)
        fills = []
        for region in by_temperature:
            (fill,) = {fill_at[column, row] for row, column in region.cells}
            fills.append(fill)
        two_numbers, *others = [fills[:2], *fills[2:]]
        assert len({*two_numbers}) == 1
        assert two_numbers[0] > others[0] > others[1]

    def test_regions_are_the_parts_of_the_game(self):
        rng = random.Random(3)
        game = Domineering(4, 5)
        for _ in range(30):
            board = "\n".join("".join(rng.choice("..#") for _ in range(5)) for _ in range(4))
            found = temperatures.regions_of(board)
            assert [region.value for region in found] == [
                value(game, part) for part in game.parts(board)
            ]
            assert sum((region.value for region in found), Value.number(0)) is value(game, board)

    @pytest.mark.parametrize("board", ["..", "#", ".#.", "...\n#.#"])
    def test_any_board_can_be_drawn(self, board):
        assert temperatures.regions(board).get_title()

    def test_only_a_board_is_taken(self):
        with pytest.raises(ValueError, match="stands on the board"):
            temperatures.regions("..x")


class TestCooling:
    @pytest.mark.parametrize("worth", VALUES, ids=lambda worth: str(worth)[:20])
    def test_the_scores_are_the_stops_of_the_cooled_value(self, worth):
        widget = Cooling(worth)
        for step, temperature in zip(moments(widget), widget.temperatures, strict=True):
            cooled = worth.cooled(temperature)
            stops = [str(cooled.left_stop), str(cooled.right_stop)]
            assert step["shown"][0]["labels"] == stops
            assert step["name"] == f"temperature {temperature}"

    @pytest.mark.parametrize("worth", VALUES, ids=lambda worth: str(worth)[:20])
    def test_the_level_line_meets_the_walls_where_the_rings_are(self, worth):
        widget = Cooling(worth)
        (picture,) = widget.scene["pictures"]
        letters = moments(widget)[0]["shown"][0]["lines"]
        levels = picture["lines"][-len(widget.temperatures) :]
        assert letters.count("p") == 1
        assert letters.endswith("p" + "h" * (len(levels) - 1))
        heights = []
        for level, temperature in zip(levels, widget.temperatures, strict=True):
            rings = level["head"].count("M")
            walls = worth.thermograph
            meets = walls.left_score(temperature) == walls.right_score(temperature)
            assert rings == (1 if meets else 2)
            heights.append(float(re.match(r"M\S+ (\S+)h", level["path"])[1]))
        assert heights == sorted(heights, reverse=True)  # higher temperatures stand higher
        assert all(0 <= y <= picture["height"] for y in heights)

    def test_each_corner_has_a_step(self):
        for worth in VALUES:
            widget = Cooling(worth)
            walls = worth.thermograph
            corners = {corner.temperature for corner in (*walls.left_wall, *walls.right_wall)}
            assert corners <= {*widget.temperatures}
            assert widget.temperatures[-1] > worth.temperature

    def test_it_is_told_in_words(self):
        widget = Cooling(Value([2], [-1]))
        widget.show_step(widget.temperatures.index(Fraction(3, 2)))
        assert str(widget.as_text()).split("\n") == [
            "Temperature 3/2.",
            "Every move costs 3/2. If Left begins, the score is 1/2. If Right begins, it is 1/2.",
            "The walls meet here, so this is the temperature of the value.",
            "Cooled by 3/2, {2|-1} becomes 1/2*.",
            "",
            "temperature 0: left wall 2, right wall -1",
            "temperature 3/2: left wall 1/2, right wall 1/2",
            "temperature 2: left wall 1/2, right wall 1/2",
        ]
        widget.show_step(widget.last)
        assert "is the number 1/2, its mean." in widget.as_text()
        assert "3 is a number." in Cooling(3).as_text()

    def test_a_price_is_dyadic_and_not_below_0(self):
        for price, said in ((Fraction(1, 3), "power of 2"), (-1, "0 or more")):
            with pytest.raises(ValueError, match=said):
                VALUES[0].cooled(price)


class TestOptions:
    def test_every_option_stands_there_once_with_its_value(self):
        ax = dominoes.options("...\n...", values=True)
        assert ax.get_label().split("\n") == [
            "... / ..., left covers (0, 0) and (1, 0): ±1",
            "... / ..., left covers (0, 1) and (1, 1): 2",
            "... / ...: {2|−1/2}",
            "... / ..., right covers (0, 0) and (0, 1): −1/2",
        ]
        assert [text.get_text() for text in ax.texts if text.get_text() in "LR"] == ["L", "L", "R"]

    def test_the_position_itself_can_have_other_words(self):
        words = [text.get_text() for text in dominoes.options("..", values=True, middle="?").texts]
        assert words == ["no move", "?", "R", "0"]

    def test_without_values_only_dominoes_have_letters(self):
        words = [text.get_text() for text in dominoes.options("..\n..").texts]
        assert [word for word in words if word] == ["L", "R"]

    def test_a_domino_lies_on_the_cells_that_it_covers(self):
        ax = dominoes.options(".\n.")
        (piece,) = [patch for patch in ax.patches if isinstance(patch, FancyBboxPatch)]
        assert (piece.get_width() < 1, piece.get_height() > 1) == (True, True)
        assert to_rgb(piece.get_facecolor()) == to_rgb(SIDES[LEFT].colour)

    def test_what_is_no_board_is_refused(self):
        with pytest.raises(ValueError, match="free cell"):
            dominoes.options("..x")


class TestRow:
    SUMS: ClassVar = {"a sum": [".\n.", ".."], "a cell": ["."]}

    def test_what_is_said_below_waits_until_it_is_told(self):
        ax = dominoes.row(self.SUMS, ["P", "R"])
        assert ax.get_label() == "a sum: . / . + ..: P\na cell: .: R"
        veiled = figures.drawings(ax.figure)[figures.VEILED]
        assert (veiled.count(">?<"), ">P<" in veiled) == (2, False)

    def test_every_cell_is_drawn_once(self):
        ax = dominoes.row(self.SUMS)
        corners = [patch.get_xy() for patch in ax.patches if isinstance(patch, Rectangle)]
        assert len(corners) == len(set(corners)) == 5

    def test_what_is_no_board_is_refused(self):
        with pytest.raises(ValueError, match="free cell"):
            dominoes.row({"wrong": ["..x"]})


class TestSizes:
    def test_a_board_of_another_size_than_the_game_is_refused(self):
        with pytest.raises(
            ValueError, match=r"2 × 2 cells, in a game of 4 × 4.*Domineering\(2, 2\)"
        ):
            boards.draw(NormalPlay(Domineering(4, 4)), ("..\n..", LEFT))
        assert boards.draw(NormalPlay(Domineering(2, 2)), ("..\n.#", LEFT)).get_title()
