"""Dice: the rules of the two games, the roll, matches with dice, the widget, the picture."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import dist

import matplotlib.pyplot as plt
import numpy as np
import pytest
from hand import Hand
from matplotlib.patches import PathPatch

from gamecourse.show import chances, dice
from gamelib import CHANCE, IllegalMove, Quotient, chance_values, exact_values, match, random_moves
from gamelib.arenas.chance import ChanceGraph
from gamelib.games import Matches, OverwriteTicTacToe, ShadedTicTacToe, Tree
from gamelib.play import roll

HALF = Fraction(1, 2)


@cache
def all_positions(game):
    graph = ChanceGraph.of(game)
    return [graph.numbering.position(i) for i in range(len(graph))]


def met(game, plays):
    """The positions of random plays, but for those at the end."""
    rng = np.random.default_rng(7)
    for _ in range(plays):
        p = game.start()
        for _ in range(30):
            if game.turn(p) is None:
                break
            yield p
            after = game.chances(p) if game.turn(p) == CHANCE else [(1, game.play(p, move)) for move in game.moves(p)]
            p = after[int(rng.integers(len(after)))][1]


class TestRules:
    def test_overwriting(self):
        game = OverwriteTicTacToe(3)
        assert game.start() == (".........", "X")
        assert game.moves(("X.O......", "X")) == [(r, c) for r, c in product(range(3), repeat=2) if (r, c) != (0, 0)]
        tried = game.play(("X.O......", "X"), (0, 2))
        assert tried == ("X.O......", "X", (0, 2))
        assert game.turn(tried) == CHANCE
        assert game.chances(tried) == [(HALF, ("X.X......", "O")), (HALF, ("X.O......", "O"))]
        assert game.turn(("XXX.OO...", "O")) is None
        assert game.payoffs(("XXX.OO...", "O")) == (1, -1)
        assert game.payoffs(("OOO.XX..X", "X")) == (-1, 1)
        assert game.turn(("XOXXOOOXX", "O")) == 1  # full, and not the end
        assert game.text(tried).endswith("X tries (0, 2)")
        assert OverwriteTicTacToe(3).k is None
        assert OverwriteTicTacToe(3, 2).turn(("XX.......", "O")) is None

    @pytest.mark.parametrize(
        ("position", "move", "words"),
        [
            (("X.O......", "X"), (0, 0), r"the cell \(0, 0\) is X's already"),
            (("X.O......", "X"), (3, 0), r"\(3, 0\) is not a cell"),
            (("XXX.OO...", "O"), (2, 2), "nobody is to move"),
            (("X.O......", "X", (0, 2)), (2, 2), "nobody is to move"),
        ],
    )
    def test_what_overwriting_does_not_allow(self, position, move, words):
        with pytest.raises(IllegalMove, match=words):
            OverwriteTicTacToe(3).play(position, move)

    def test_shaded(self):
        game = ShadedTicTacToe()
        turns = [game.turn(p) for p in ("." * 9, "X........", "XO.......", "XO#......", "XO#XO#XOX")]
        assert turns == [0, 1, CHANCE, 0, None]
        assert game.turn("XXX.OO##.") is None  # the row comes before Nature
        assert game.payoffs("XXX.OO##.") == (1, -1)
        assert game.payoffs("XO#XO#OX#") == (0, 0)
        chances_ = game.chances("XO.......")
        assert len(chances_) == 7
        assert {probability for probability, _ in chances_} == {Fraction(1, 7)}
        assert game.chance_text("XO.......", "XO#......") == "(0, 2) is shaded"
        for move, words in (((0, 2), "is shaded"), ((0, 0), "is taken by X"), ("a", "is not a cell")):
            with pytest.raises(IllegalMove, match=words):
                game.play("XO#......", move)
        with pytest.raises(IllegalMove, match="Nature is to move"):
            game.play("XO.......", (2, 2))

    def test_positions_and_moves_in_words(self):
        shaded = ShadedTicTacToe()
        assert shaded.text("." * 9) == "...\n...\n...\nX to move"
        assert shaded.text("X........") == "X..\n...\n...\nO to move"
        assert shaded.text("XO.......") == "XO.\n...\n...\nNature shades a cell"
        assert shaded.text("XXX.OO##.") == "XXX\n.OO\n##.\nX has won"
        assert shaded.text("OOO.XX##X") == "OOO\n.XX\n##X\nO has won"
        assert shaded.text("XO#XO#OX#") == "XO#\nXO#\nOX#\na draw"
        assert shaded.move_text("." * 9, (0, 2)) == "X at (0, 2)"
        assert shaded.move_text("X........", (1, 0)) == "O at (1, 0)"
        over = OverwriteTicTacToe(3)
        assert over.text(("X.O......", "X")) == "X.O\n...\n...\nX to move"
        assert over.text(("X.O......", "X", (0, 2))) == "X.O\n...\n...\nX tries (0, 2)"
        assert over.text(("OOO.XX..X", "X")) == "OOO\n.XX\n..X\nO has won"
        assert over.move_text(("X.O......", "X"), (0, 1)) == "X at (0, 1)"
        assert over.move_text(("X.O......", "X"), (0, 2)) == "X tries (0, 2)"
        tried = ("X.O......", "X", (0, 2))
        told = [over.chance_text(tried, there) for _, there in over.chances(tried)]
        assert told == ["(0, 2) is X's now", "nothing changes at (0, 2)"]

    def test_positions_that_cannot_be(self):
        shaded = ShadedTicTacToe()
        for position, words in (("X" * 9, "they are 3, 3 and 3"), ("XO", "give 9 characters"), (5, "is not a board")):
            with pytest.raises(ValueError, match=words):
                shaded.check_position(position)
        for p in all_positions(ShadedTicTacToe(2, 2, 2)):
            ShadedTicTacToe(2, 2, 2).check_position(p)

    @pytest.mark.parametrize("game", [OverwriteTicTacToe(2), ShadedTicTacToe(2, 3, 2)])
    def test_representatives_are_positions_with_the_same_future(self, game):
        exact = exact_values(game)
        for p in all_positions(game):
            rep, back = game.representative(p)
            assert game.representative(rep)[0] == rep
            assert exact[rep] == exact[p]
            if game.turn(p) in (0, 1):
                for move in game.moves(rep):
                    there, image = game.play(p, back(move)), game.play(rep, move)
                    assert game.representative(there)[0][:2] == game.representative(image)[0][:2]
            elif game.turn(p) == CHANCE:
                after = [Counter(game.representative(q)[0] for _, q in game.chances(here)) for here in (p, rep)]
                assert after[0] == after[1]

    @pytest.mark.parametrize("game", [OverwriteTicTacToe(2), OverwriteTicTacToe(3), ShadedTicTacToe()])
    def test_the_guess_speaks_for_x_and_is_smaller_than_a_win(self, game):
        for p in met(game, plays=60):
            board = p if isinstance(p, str) else p[0]
            swapped = board.translate(str.maketrans("XO", "OX"))
            guess = game.evaluate(p)
            assert -1 < guess < 1
            assert guess == -game.evaluate(swapped if isinstance(p, str) else (swapped, *p[1:]))


class TestRoll:
    def test_an_ordinary_die_where_one_will_do(self):
        game, rng = OverwriteTicTacToe(2), np.random.default_rng(0)
        position = ("X...", "O", (0, 0))
        thrown = [roll(game, position, rng) for _ in range(6_000)]
        assert {one.faces for one in thrown} == {6}
        counts = Counter(one.number for one in thrown)
        assert sorted(counts) == [1, 2, 3, 4, 5, 6]
        assert all(abs(count - 1_000) < 150 for count in counts.values())
        assert all((one.number <= 3) == (one.position == ("O...", "X")) for one in thrown)

    def test_more_faces_where_they_are_needed(self):
        shares = [Fraction(1, 7), Fraction(2, 7), Fraction(4, 7)]
        game = Tree({"toss": (CHANCE, {k: (p, (k, -k)) for k, p in enumerate(shares)})}, players=("A", "B"))
        rng = np.random.default_rng(0)
        thrown = Counter(roll(game, "toss", rng) for _ in range(7_000))
        assert {one.faces for one in thrown} == {7}
        assert {one.number: one.position[0] for one in thrown} == {1: 0, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 2}
        assert all(abs(count - 1_000) < 150 for count in thrown.values())

    def test_what_cannot_be_thrown_is_named(self):
        rng = np.random.default_rng(0)
        for shares in ([0.1, 0.9], [Fraction(3, 2), Fraction(-1, 2)]):
            game = Tree({"toss": (CHANCE, {k: (p, (k, -k)) for k, p in enumerate(shares)})}, players=("A", "B"))
            with pytest.raises(ValueError, match="at 'toss'"):
                roll(game, "toss", rng)
        rare = Fraction(1, 10**400)
        game = Tree({"toss": (CHANCE, {0: (rare, (0, 0)), 1: (1 - rare, (1, -1))})}, players=("A", "B"))
        assert roll(game, "toss", rng).position == (1, -1)


class TestMatch:
    @pytest.mark.parametrize(
        ("game", "value"), [(OverwriteTicTacToe(2), Fraction(1, 3)), (ShadedTicTacToe(1, 5, 2), 2 / 3)]
    )
    def test_the_mean_is_the_value_within_four_standard_errors(self, game, value):
        best, rng = exact_values(game).best, np.random.default_rng(5)
        results = [match(game, best, best, rng=rng).result for _ in range(2_000)]
        assert abs(np.mean(results) - value) < 4 * np.std(results) / len(results) ** 0.5

    def test_what_is_told_of_a_play(self):
        game, rng = OverwriteTicTacToe(2), np.random.default_rng(1)
        played = match(game, random_moves(game, rng), random_moves(game, rng), rng=rng)
        assert played.finished
        assert len(played.positions) == len(played.moves) + 1
        for before, move, after in zip(played.positions, played.moves, played.positions[1:], strict=False):
            assert after == game.play(before, move) if move else after in [q for _, q in game.chances(before)]
        short = match(OverwriteTicTacToe(3), max_free, max_free, rng=rng, limit=3)
        assert (short.finished, short.result, len(short.moves)) == (False, 0, 3)
        with pytest.raises(ValueError, match="X has a row already"):
            match(game, max_free, max_free, rng=rng, position=("XX..", "X"))
        with pytest.raises(IllegalMove, match=r"player 1 at \('X...', 'O'\)"):
            match(game, lambda p: (0, 0), lambda p: (9, 9), rng=rng)


def max_free(position):
    return max((r, c) for r, c in product(range(3), repeat=2) if position[0][3 * r + c] == ".")


class TestWidget:
    @pytest.mark.parametrize("game", [OverwriteTicTacToe(2), ShadedTicTacToe(1, 5, 2), ShadedTicTacToe(2, 2, 2)])
    @pytest.mark.parametrize("you", [0, 1])
    def test_whole_games_with_everything_shown(self, game, you):
        values = exact_values(game)
        for seed in range(10):
            rng = np.random.default_rng(seed)
            play = dice.PlayDice(game, you=you, values=values, rng=rng)
            play.hints = True
            for _ in range(200):
                if play.over:
                    break
                assert game.turn(play.position) == you
                worth = play.verdicts()
                moves = list(game.moves(play.position))
                assert max(worth.values()) == (1 - 2 * you) * values[play.position]
                play.move(moves[max(worth, key=worth.get)])
                if seed % 3 == 0 and rng.random() < 0.2:
                    play.take_back()
            payoff = game.payoffs(play.position)[you]
            words = "You have won." if payoff > 0 else "You have lost." if payoff < 0 else "It is a draw."
            assert play.said()[-1] == words
            play.restart(1 - you)
            assert play.over or game.turn(play.position) == 1 - you

    def test_what_is_told(self):
        play = dice.PlayDice(OverwriteTicTacToe(2), rng=np.random.default_rng(3))
        assert play.said() == ["Your move (X to move)."]
        play.move((0, 0))
        assert play.said()[:2] == ["You: X at (0, 0).", "Your opponent: O tries (0, 0)."]
        assert play.said()[2].startswith("The die shows ")
        with pytest.raises(IllegalMove, match=r"\(7, 7\) is not a cell"):
            play.move((7, 7))
        play.take_back()
        assert play.position == ("....", "X")
        play.take_back()
        assert play.position == ("....", "X")
        assert "Moves: X at (0, 0)" in play._repr_mimebundle_()["text/plain"]

    def test_exact_values_are_told_as_fractions(self):
        game = OverwriteTicTacToe(2)
        for you, words in ((0, "1/3"), (1, "-1/3")):
            play = dice.PlayDice(game, you=you, opponent=lambda position: (0, 0))
            play.hints = True
            assert play.said()[-1] == f"With best play on both sides this is worth {words} to you."

    def test_intervals_will_do(self):
        game = OverwriteTicTacToe(3)
        play = dice.PlayDice(game, values=chance_values(game))
        play.hints = True
        assert play.said()[-1] == "With best play on both sides this is worth +0.185 to you."
        mark, _, value = Hand(play).hints()[4]
        assert (mark, round(value, 3)) == ("W", 0.185)

    def test_a_small_game_is_carried_by_the_page_with_its_dice(self):
        game = OverwriteTicTacToe(2)
        play, values = dice.PlayDice(game), exact_values(game)
        table = Hand(play).table
        assert not play.live
        assert set(table["turn"]) == {"0", "1", "c", "."}
        for k, turn in enumerate(table["turn"]):
            steps = range(*table["first"][k : k + 2])
            told = [Fraction(table["values"][table["to"][m]]) for m in steps]
            if turn == "c":
                odds = [Fraction(table["odds"][m]) for m in steps]
                assert sum(odds) == 1
                assert Fraction(table["values"][k]) == sum(a * b for a, b in zip(odds, told, strict=True))
            elif turn != ".":
                assert Fraction(table["values"][k]) == (max, min)[int(turn)](told) == told[table["best"][k]]
        assert Fraction(table["values"][0]) == values.value() == Fraction(1, 3)

    def test_the_kernel_throws_where_the_page_cannot(self):
        play = dice.PlayDice(ShadedTicTacToe(), values=chance_values(ShadedTicTacToe()), rng=np.random.default_rng(0))
        hand = Hand(play)
        assert play.live
        hand.press(4)
        assert hand.pieces.count("#") == 1
        assert hand.pieces.index("#") not in {way for _, ways in hand.moves for (way,) in ways}
        assert play.now["story"] == play.said()[:-1]

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
        assert play.said()[0].startswith("The die shows")
        while not play.over:
            play.move(play.values.best(play.position))
        assert play.said()[-1] == "Play is over. It is worth 2 to you."
        assert dice.PlayDice(game, you=1).said()[-1] == "Play is over. It is worth -2 to you."

    def test_play_that_goes_round_without_you_is_a_draw(self):
        for waits in ({"wait": "b", "lose": (1, -1)}, None):
            inner = ("B", waits) if waits else (CHANCE, {"on": (1, "b")})
            game = Tree({"a": ("A", {"go": "b", "stop": (-1, 1)}), "b": inner}, players=("A", "B"))
            play = dice.PlayDice(game)
            play.move("go")
            assert play.over
            assert play.said()[0] == "..."
            assert play.said()[-1] == "1,000 times without you: play goes round for ever, and that is a draw."
            assert len(play.said()) < 10
            play.take_back()
            assert play.position == "a"
            assert not play.over

    def test_nobody_is_asked_for_moves_where_he_has_none(self):
        class Over:
            def start(self):
                return "end"

            def turn(self, position):
                return None

            def moves(self, position):
                raise AssertionError("play is over")

            play = chances = moves

            def payoffs(self, position):
                return 0, 0

        assert dice.PlayDice(Over()).said() == ["It is a draw."]


def look(patch):
    """Width and dashes of a line's shaft; None for anything else."""
    is_shaft = isinstance(patch, PathPatch) and patch.get_linewidth()
    return (patch.get_linewidth(), patch.get_linestyle()) if is_shaft else None


class TestPicture:
    def test_every_position_with_its_value(self):
        values = exact_values(Quotient(OverwriteTicTacToe(2)))
        ax = chances.graph(values)
        told = ax.get_label().split("\n")
        assert len(told) == 15
        assert told[0] == "('....', 'X'): 1/3"
        assert ax.get_title() == "The start is worth 1/3; play can go round in 3 rings"
        shown = [text.get_text() for text in ax.texts]
        assert shown.count("1/3") == 3
        assert {"end: 1", "end: -1"} <= set(shown)
        boxes = [patch.get_extents() for patch in ax.patches if not isinstance(patch, PathPatch)]
        assert len(boxes) == 15 + 2
        assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
        assert [look(line) for line in ax.patches].count((3.0, "-")) == 9
        places = chances.net_of(values).places.tolist()
        assert min(dist(one, other) for one, other in combinations(places, 2)) > 1.3
        plt.close("all")

    def test_probabilities_stand_on_the_arrows_of_chance(self):
        toss = {"toss": (CHANCE, {"back": ("1/4", "here"), "on": ("3/4", (1, -1))})}
        game = Tree({"here": ("A", {"go": "toss", "stop": (0, 0)}), **toss}, players=("A", "B"))
        ax = chances.graph(exact_values(game))
        assert sorted(text.get_text() for text in ax.texts) == [
            "1",
            "1",
            "1/4",
            "3/4",
            "end: 0",
            "end: 1",
            "here",
            "toss",
        ]
        plt.close("all")
        ax = chances.graph(exact_values(Quotient(OverwriteTicTacToe(2))))
        dashed = [line for line in ax.patches if look(line) == (1.3, "--")]
        assert [text.get_text() for text in ax.texts].count("1/2") == len(dashed) == 12
        plt.close("all")

    def test_too_many(self):
        with pytest.raises(ValueError, match="would be a tangle, 60 can be drawn"):
            chances.graph(exact_values(ShadedTicTacToe(1, 6, 2)))

    def test_a_game_without_a_board(self):
        stop = Tree({"here": ("A", {"stop": (1, -1), "stay": "here"})}, players=("A", "B"))
        ax = chances.graph(exact_values(stop))
        assert [look(line)[0] for line in ax.patches if look(line)] == [3.0, 1.3]
        plt.close("all")
        stay = Tree({"here": ("A", {"stop": (-1, 1), "stay": "here"})}, players=("A", "B"))
        ax = chances.graph(exact_values(stay))
        assert "here" in [text.get_text() for text in ax.texts]
        ax.figure.canvas.draw()
        plt.close("all")


def test_a_game_without_dice_is_refused():
    with pytest.raises(TypeError, match="is a Game, and an ExtensiveGame is wanted here"):
        dice.PlayDice(Matches(5))
