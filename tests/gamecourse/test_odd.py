"""Odd games, odd strategies, odd hands: what a widget makes of them."""

import json
import re
from fractions import Fraction

import networkx as nx
import pytest
from hand import Asked, Hand

from gamecourse.show import heaps, widgets
from gamecourse.show.alphabeta import AlphaBetaStepper
from gamecourse.show.dice import PlayDice
from gamecourse.show.playtree import PlayTree
from gamefast import solve
from gamelib import Alternating, Extensive
from gamelib.games import Matches, MinMaxTree, Nim, TicTacToe, Token


def ending(results):
    """A game of one move, to a vertex where play is over."""
    G = nx.DiGraph([("start", name) for name in results])
    nx.set_node_attributes(G, results, "outcome")
    return Token(G, "start")


@pytest.mark.parametrize(
    ("game", "widget"),
    [
        (Extensive(TicTacToe(2, 2, 2)), PlayDice),
        (Alternating(Extensive(TicTacToe(2, 2, 2))), widgets.Play),
    ],
)
def test_a_row_that_wins_is_marked_under_the_adapters(game, widget):
    play = widget(game)
    rows = Hand(play).table.columns["rows"]
    ends = [won for won, end in zip(rows["won"], rows["end"], strict=True) if end is not None]
    assert {tuple(won) for won in ends} == {(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)}


def test_a_result_is_a_number_for_the_browser():
    play = widgets.Play(ending({"a": Fraction(1, 3), "b": Fraction(-1), "c": -0.0}))
    ends = Hand(play).table.columns["rows"]["end"]
    assert json.dumps(ends) == f"[null, {1 / 3}, -1, 0]"
    assert solve(play.game)["start"].value == 1
    play.move("a")
    assert play.as_text().startswith("Play is over. It is worth -0.333333 to you.\n")


def falls_over(position):
    return 1 / 0


def cheats(position):
    return (9, 9)


def gives_up(position):
    raise KeyboardInterrupt  # what pressing "interrupt the kernel" does


class TestAnOpponentWithoutAnAnswer:
    @pytest.mark.parametrize(
        ("opponent", "words"),
        [
            (falls_over, "ZeroDivisionError: division by zero."),
            (gives_up, "KeyboardInterrupt."),
            (
                cheats,
                "IllegalMove: (9, 9) is not a cell: give (row, column), from (0, 0) to (2, 2).",
            ),
        ],
    )
    def test_what_was_pressed_is_not_kept_and_why_is_said(self, opponent, words):
        play = widgets.Play(TicTacToe(), opponent=opponent)
        hand = Hand(play)
        with pytest.raises(
            Asked,
            match=re.escape(
                f"Taken back, because your opponent, asked at '....X....', raises {words}"
            ),
        ):
            hand.press(4)
        with pytest.raises(Asked, match=r"asked at '\.{9}', raises"):
            hand.begin_second()
        assert (play.position, play.state["played"], play.you) == ("." * 9, [], 0)

    def test_from_code_it_is_an_error_and_play_stands_where_it_stood(self):
        play = widgets.Play(TicTacToe(), opponent=falls_over)
        with pytest.raises(ZeroDivisionError) as caught:
            play.move((1, 1))
        assert caught.value.__notes__ == ["your opponent, asked at '....X....', raises"]
        assert (play.position, play.state["played"]) == ("." * 9, [])


def test_a_game_too_large_to_be_solved_says_so_when_asked_who_wins():
    game = TicTacToe(6, 6, 5)
    play = widgets.Play(game, opponent=lambda position: game.moves(position)[0])
    hand = Hand(play)
    with pytest.raises(
        Asked, match="Taken back, because it raises TooLarge: the game has far more than "
    ):
        hand.hints()
    hand.press(0)
    assert play.position[:3] == "XO."


class TestWhatAPageCarries:
    def test_the_nimber_of_a_heap_is_worked_out_once(self, monkeypatch):
        asked = []
        monkeypatch.setattr(
            heaps, "nimber", lambda game: asked.append(game.heaps[0]) or game.heaps[0]
        )
        play = heaps.PlayHeaps(Nim((4, 4, 4)))
        assert sorted(asked) == [0, 1, 2, 3, 4]
        assert Hand(play).row["parts"] == [4, 4, 4]

    def test_what_is_too_much_is_found_early(self, monkeypatch):
        game = Nim((16, 16, 16))
        looked_at = []
        monkeypatch.setattr(
            Nim, "text", lambda self, position: looked_at.append(position) or str(position)
        )
        play = widgets.Play(game, solution=solve(game))
        assert play.live
        assert len(looked_at) < 2_500  # of 4,913


class TestTrees:
    def test_a_game_that_is_over_has_a_tree_of_one_node(self):
        tree = PlayTree(Matches(0))
        assert tree.as_text() == "-1, 1"
        assert tree.story(0).endswith("Play is over: no move is left.")

    def test_nothing_is_minus_nought(self):
        tree = {"A": ["B", "C"], "B": -0.0, "C": 0.0}
        assert "-0" not in PlayTree(MinMaxTree(tree)).as_text()
        race = AlphaBetaStepper(tree)
        assert {spot["label"] for spot in race.scene["pictures"][0]["spots"]} == {"", "0"}
        assert [spot["name"] for spot in race.scene["pictures"][2]["spots"]].count("number 0") == 1

    @pytest.mark.parametrize("a", ["A", "a name of some length", "x" * 200])
    def test_words_beside_the_nodes_lie_inside_the_picture(self, a):
        race = AlphaBetaStepper({a: [a + "1", a + "2"], a + "1": 1, a + "2": [a + "3"], a + "3": 2})
        for picture in race.scene["pictures"][:2]:
            for text in picture["texts"]:
                width = 0.5 * text["size"] * len(text["words"])
                left = text["x"] - width * {"start": 0, "middle": 0.5, "end": 1}[text["anchor"]]
                assert 0 <= left <= left + width <= picture["width"], text


def test_a_move_without_words_has_a_name():
    bare = type("Bare", (Token,), {"move_text": lambda self, position, move: move})
    game = bare(ending({"": -1, " ": -1, "go": -1}).G, "start")
    assert [words for words, _ in Hand(widgets.Play(game)).moves] == ["''", "' '", "go"]
