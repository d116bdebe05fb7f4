"""Dice: the rules of the two games, the roll, matches with dice, the widget, the picture."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hand import Hand
from matplotlib.patches import PathPatch
from naive import taking_turns

from gamecourse.show import chances, dice
from gamefast import chance_values, exact_values
from gamelib import CHANCE, IllegalMove, Quotient, match, random_moves
from gamelib.games import OverwriteTicTacToe, ShadedTicTacToe, Tree
from gamelib.play import roll

OVER, SHADED = OverwriteTicTacToe(3), ShadedTicTacToe()


def test_turns_go_round_with_nature_and_a_full_board_of_overwriting_is_not_the_end():
    shaded = ShadedTicTacToe()
    turns = [
        shaded.turn(p)
        for p in ("." * 9, "X........", "XO.......", "XO#......", "XO#XO#XOX", "XXX.OO##.")
    ]
    assert turns == [0, 1, CHANCE, 0, None, None]  # the row comes before Nature
    assert [shaded.payoffs(p) for p in ("XXX.OO##.", "OOO.XX##X", "XO#XO#OX#")] == [
        (1, -1),
        (-1, 1),
        (0, 0),
    ]
    assert {probability for probability, _ in shaded.chances("XO.......")} == {Fraction(1, 7)}
    assert OverwriteTicTacToe(3).turn(("XOXXOOOXX", "O")) == 1


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: OVER.play(("X.O......", "X"), (0, 0)), r"the cell \(0, 0\) is X's already"),
        (lambda: OVER.play(("X.O......", "X"), (3, 0)), r"\(3, 0\) is not a cell"),
        (lambda: OVER.play(("XXX.OO...", "O"), (2, 2)), "nobody is to move"),
        (lambda: OVER.play(("X.O......", "X", (0, 2)), (2, 2)), "nobody is to move"),
        (lambda: SHADED.play("XO#......", (0, 2)), "is shaded"),
        (lambda: SHADED.play("XO#......", (0, 0)), "is taken by X"),
        (lambda: SHADED.play("XO.......", (2, 2)), "Nature is to move"),
        (lambda: SHADED.check_position("X" * 9), "they are 3, 3 and 3"),
        (lambda: SHADED.check_position("XO"), "give 9 characters"),
        (lambda: match(OVER, max, max, position=("XXX......", "X")), "X has a row already"),
    ],
)
def test_what_the_rules_do_not_allow(call, words):
    with pytest.raises(ValueError, match=words):  # IllegalMove is one
        call()


def test_positions_moves_and_throws_in_words():
    tried = ("X.O......", "X", (0, 2))
    assert [OVER.text(p).splitlines()[-1] for p in (("." * 9, "X"), tried, ("OOO.XX..X", "X"))] == [
        "X to move", "X tries (0, 2)", "O has won"
    ]  # fmt: skip
    assert [OVER.move_text(tried[:2], cell) for cell in ((0, 1), (0, 2))] == [
        "X at (0, 1)",
        "X tries (0, 2)",
    ]
    told = [OVER.chance_text(tried, there) for _, there in OVER.chances(tried)]
    assert told == ["(0, 2) is X's now", "nothing changes at (0, 2)"]
    boards = ("X........", "XO.......", "XXX.OO##.", "XO#XO#OX#")
    assert [SHADED.text(p).splitlines()[-1] for p in boards] == [
        "O to move", "Nature shades a cell", "X has won", "a draw"
    ]  # fmt: skip
    assert SHADED.move_text("X........", (1, 0)) == "O at (1, 0)"
    assert SHADED.chance_text("XO.......", "XO#......") == "(0, 2) is shaded"


@pytest.mark.parametrize("game", [OverwriteTicTacToe(2), ShadedTicTacToe(1, 5, 2)])
def test_the_guess_speaks_for_x_and_is_smaller_than_a_win(game):
    for p in exact_values(game):
        board = p if isinstance(p, str) else p[0]
        swapped = board.translate(str.maketrans("XO", "OX"))
        guess = game.evaluate(p)
        assert game.turn(p) is None or -1 < guess < 1
        assert guess == -game.evaluate(swapped if isinstance(p, str) else (swapped, *p[1:]))


class TestRoll:
    @pytest.mark.parametrize("shares", [["1/2", "1/2"], ["1/7", "2/7", "4/7"]])
    def test_each_face_is_as_likely_and_there_are_enough_of_them(self, shares):
        shares = [Fraction(share) for share in shares]
        game = Tree(
            {"toss": (CHANCE, {k: (p, (k, -k)) for k, p in enumerate(shares)})}, players=("A", "B")
        )
        rng, faces = np.random.default_rng(0), 6 if len(shares) == 2 else 7
        thrown = Counter(roll(game, "toss", rng) for _ in range(200 * faces))
        assert {one.faces for one in thrown} == {faces}
        ends = [k for k, share in enumerate(shares) for _ in range(int(share * faces))]
        assert {one.number: one.position[0] for one in thrown} == dict(enumerate(ends, start=1))
        assert all(abs(count - 200) < 60 for count in thrown.values())

    def test_what_cannot_be_thrown_is_named(self):
        rng = np.random.default_rng(0)
        for shares in ([0.1, 0.9], [Fraction(3, 2), Fraction(-1, 2)]):
            game = Tree(
                {"toss": (CHANCE, {k: (p, (k, -k)) for k, p in enumerate(shares)})},
                players=("A", "B"),
            )
            with pytest.raises(ValueError, match="at 'toss'"):
                roll(game, "toss", rng)
        rare = Fraction(1, 10**400)
        game = Tree(
            {"toss": (CHANCE, {0: (rare, (0, 0)), 1: (1 - rare, (1, -1))})}, players=("A", "B")
        )
        assert roll(game, "toss", rng).position == (1, -1)


class TestMatch:
    def test_the_mean_is_the_value_within_four_standard_errors(self):
        game = OverwriteTicTacToe(2)
        best, rng = exact_values(game).best, np.random.default_rng(5)
        results = [match(game, best, best, rng=rng).result for _ in range(500)]
        assert abs(np.mean(results) - 1 / 3) < 4 * np.std(results) / len(results) ** 0.5

    def test_what_is_told_of_a_play(self):
        game, rng = OverwriteTicTacToe(2), np.random.default_rng(1)
        played = match(game, random_moves(game, rng), random_moves(game, rng), rng=rng)
        assert played.finished
        assert len(played.positions) == len(played.moves) + 1
        for before, move, after in zip(
            played.positions, played.moves, played.positions[1:], strict=False
        ):
            assert (
                after == game.play(before, move)
                if move
                else after in [q for _, q in game.chances(before)]
            )
        short = match(OVER, random_moves(OVER, rng), random_moves(OVER, rng), rng=rng, limit=3)
        assert (short.finished, short.result, len(short.moves)) == (False, 0, 3)
        with pytest.raises(IllegalMove, match=r"player 1 at \('X...', 'O'\)"):
            match(game, lambda p: (0, 0), lambda p: (9, 9), rng=rng)


class TestWidget:
    @pytest.mark.parametrize(
        "game", [OverwriteTicTacToe(2), ShadedTicTacToe(1, 5, 2), ShadedTicTacToe(2, 2, 2)]
    )
    @pytest.mark.parametrize("you", [0, 1])
    def test_whole_games(self, game, you):
        values = exact_values(game)
        for seed in range(3):
            rng = np.random.default_rng(seed)
            play = dice.PlayDice(game, you=you, values=values, rng=rng)
            for _ in range(200):
                if play.over:
                    break
                assert game.turn(play.position) == you
                play.move(values.best(play.position))
                if seed % 3 == 0 and rng.random() < 0.2:
                    play.take_back()
            payoff = game.payoffs(play.position)[you]
            words = (
                "You have won."
                if payoff > 0
                else "You have lost."
                if payoff < 0
                else "It is a draw."
            )
            assert play.as_text().startswith(words)
            play.restart(1 - you)
            assert play.over or game.turn(play.position) == 1 - you

    def test_moves_are_taken_back_with_the_dice(self):
        play = dice.PlayDice(OverwriteTicTacToe(2), rng=np.random.default_rng(3))
        assert play.as_text().startswith("Your move (X to move).\n..\n..")
        play.move((0, 0))
        assert [*play.state["faces"]] == ["2"]  # your move, the opponent's, and a throw
        with pytest.raises(IllegalMove, match=r"\(7, 7\) is not a cell"):
            play.move((7, 7))
        for _ in range(2):
            play.take_back()
            assert play.position == ("....", "X")

    def test_intervals_will_do(self):
        game = OverwriteTicTacToe(3)
        mark, _, value = Hand(dice.PlayDice(game, values=chance_values(game))).hints()[4]
        assert (mark, round(value, 3)) == ("W", 0.185)

    def test_a_small_game_is_carried_by_the_page_with_its_dice(self):
        game = OverwriteTicTacToe(2)
        play, values = dice.PlayDice(game), exact_values(game)
        table = Hand(play).table
        assert not play.live
        rows = [table.row(k) for k in range(len(table.columns["counts"]))]
        assert {row["turn"] for row in rows} == {"0", "1", "c", "."}
        for k, row in enumerate(rows):
            value, told = (
                Fraction(row["value"]),
                [Fraction(option["value"]) for option in row["options"]],
            )
            if row["turn"] == "c":
                odds = [Fraction(option["odds"]) for option in row["options"]]
                assert sum(odds) == 1
                assert value == sum(a * b for a, b in zip(odds, told, strict=True))
            elif row["turn"] != ".":
                assert value == (max, min)[int(row["turn"])](told) == told[table.reply(k)["move"]]
        assert Fraction(rows[0]["value"]) == values.value() == Fraction(1, 3)

    def test_the_kernel_throws_where_the_page_cannot(self):
        play = dice.PlayDice(
            ShadedTicTacToe(), values=chance_values(ShadedTicTacToe()), rng=np.random.default_rng(0)
        )
        hand = Hand(play)
        assert play.live
        hand.press(4)
        assert hand.pieces.count("#") == 1
        assert hand.pieces.index("#") not in {way for _, ways in hand.moves for (way,) in ways}

    def test_a_game_that_begins_with_the_dice_or_without_a_board(self):
        game = Tree(
            {
                "toss": (CHANCE, {"heads": ("1/2", "choose"), "tails": ("1/2", "twice")}),
                "choose": ("A", {"take": (2, -2), "leave": (0, 0)}),
                "twice": ("A", {"on": "choose", "stop": (1, -1)}),
            },
            players=("A", "B"),
        )
        play = dice.PlayDice(game, rng=np.random.default_rng(0))
        assert [*play.state["faces"]] == ["0"]
        while not play.over:
            play.move(play.solution.best(play.position))
        assert play.as_text().startswith("Play is over. It is worth 2 to you.")
        assert (
            dice.PlayDice(game, you=1).as_text().startswith("Play is over. It is worth -2 to you.")
        )

    @pytest.mark.parametrize(
        "inner", [("B", {"wait": "b", "lose": (1, -1)}), (CHANCE, {"on": (1, "b")})]
    )
    def test_play_that_goes_round_without_you_is_a_draw(self, inner):
        game = Tree({"a": ("A", {"go": "b", "stop": (-1, 1)}), "b": inner}, players=("A", "B"))
        play = dice.PlayDice(game)
        play.move("go")
        assert play.as_text().startswith(
            "1,000 moves without your turn: play goes on for ever, and that is a draw."
        )
        play.take_back()
        assert play.position == "a"
        assert not play.over

    def test_nobody_is_asked_for_moves_where_he_has_none(self):
        def asked(self, *what):
            raise AssertionError("play is over")

        over = taking_turns(
            start=lambda self: (0, 0), moves=asked, play=asked, payoffs=lambda self, p: (0, 0)
        )
        assert dice.PlayDice(over).as_text() == "It is a draw.\n(0, 0)"


def shafts(ax):
    """The arrows' lines; heads have none."""
    return [one for one in ax.patches if isinstance(one, PathPatch) and one.get_linewidth()]


class TestPicture:
    """What is written in it, the lecture shows."""

    def test_nothing_lies_on_anything_and_the_best_moves_are_thick(self):
        ax = chances.graph(exact_values(Quotient(OverwriteTicTacToe(2))))
        boxes = [patch.get_extents() for patch in ax.patches if not isinstance(patch, PathPatch)]
        positions = len(ax.get_label().split("\n"))
        # Two rings have both ends beside them, and two single positions have one each.
        assert (positions, len(boxes)) == (15, 15 + 6)
        assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
        looks = Counter((line.get_linewidth(), line.get_linestyle()) for line in shafts(ax))
        assert (looks[3.0, "-"], looks[1.3, "--"]) == (9, 12)
        assert [text.get_text() for text in ax.texts].count(
            "1/2"
        ) == 12  # on the arrows of chance, which are dashed

    def test_a_game_without_a_board(self):
        toss = {"toss": (CHANCE, {"back": ("1/4", "here"), "on": ("3/4", (1, -1))})}
        game = Tree({"here": ("A", {"go": "toss", "stop": (0, 0)}), **toss}, players=("A", "B"))
        words = sorted(text.get_text() for text in chances.graph(exact_values(game)).texts)
        assert words == ["1", "1", "1/4", "3/4", "end: 0", "end: 1", "here", "toss"]
        stay = Tree({"here": ("A", {"stop": (1, -1), "stay": "here"})}, players=("A", "B"))
        ax = chances.graph(exact_values(stay))
        assert [line.get_linewidth() for line in shafts(ax)] == [3.0, 1.3]
        ax.figure.canvas.draw()

    def test_too_many(self):
        with pytest.raises(ValueError, match="would be a tangle, 60 can be drawn"):
            chances.graph(exact_values(ShadedTicTacToe(1, 6, 2)))
