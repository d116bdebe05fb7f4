"""A chess board on the stage, where a piece and then a square are pressed."""

import numpy as np
import pytest
from hand import Hand
from naive import game as game_of

from gamecourse.show import widgets
from gamecourse.show.colours import SQUARES
from gamecourse.show.replay import Replay
from gamecourse.show.stage import table
from gamecourse.show.stage.drawing import CHESSMEN, drawing
from gamecourse.show.stage.spots import ways_of
from gamecourse.show.stage.widget import style
from gamefast import Ending, solve
from gamelib import DRAW, LOSS, Extensive, Misere
from gamelib.core import text_of

SMALL = Ending("KRK", 4, 4)


#: A reader's game: a man goes diagonally upwards; who cannot go has lost. A move does not name its
#: cells.
DRAUGHTS = game_of(
    shape=(3, 4),
    chequered=True,
    pieces={"K": "black disc"},
    impartial=None,
    start=lambda self: (2, 0),
    moves=lambda self, p: [side for side in (-1, 1) if p[0] and 0 <= p[1] + side < 4],
    play=lambda self, p, side: (p[0] - 1, p[1] + side),
    cells_of=lambda self, p, side: (p, (p[0] - 1, p[1] + side)),
    outcome=lambda self, p: None if p[0] else LOSS,
    end_text=lambda self, p: "the top is reached",
    text=lambda self, p: "\n".join(
        "".join("K" if (r, c) == p else "." for c in range(4)) for r in range(3)
    ),
)


def spot(drawn, name):
    """The number of a square."""
    return [one["name"] for one in drawn.spots].index(name)


class TestTheDrawing:
    def test_squares_have_their_names_and_shades(self):
        drawn = drawing(Ending("KQK", 5, 6))
        assert [one["name"] for one in drawn.spots] == [f + r for r in "54321" for f in "abcdef"]
        assert [one["name"] for one in drawn.spots if one["dark"]][-6:] == [
            "b2",
            "d2",
            "f2",
            "a1",
            "c1",
            "e1",
        ]
        assert SQUARES[True].lower() in style()
        assert [words["words"] for words in drawn.texts] == [*"54321", *"abcdef"]

    def test_each_letter_is_a_piece_that_the_browser_draws(self):
        drawn, game = drawing(Ending("KQRK", 4, 5)), Ending("KQRK", 4, 5)
        assert (
            "".join(drawn.pieces(game.start()))
            == text_of(game, game.start()).replace("\n", "")[:20]
        )
        assert drawn.legend == CHESSMEN
        assert drawn.spec("a chessboard")["pieces"].keys() == CHESSMEN.keys()

    @pytest.mark.parametrize("game", [SMALL, Ending("KBNK"), Ending("KQKR", 6, 8)], ids=repr)
    def test_each_move_is_a_piece_and_then_a_square(self, game):
        drawn, rng, position = drawing(game), np.random.default_rng(1), game.start()
        for _ in range(30):
            if game.outcome(position) is not None:
                break
            moves = game.moves(position)
            for move, ways in zip(moves, ways_of(drawn, position, moves), strict=True):
                assert ways == [(spot(drawn, move[:2]), spot(drawn, move[2:]))]
                before, after = drawn.pieces(position), drawn.pieces(game.play(position, move))
                assert before[ways[0][0]] == after[ways[0][1]]
                assert after[ways[0][0]] == "."
            position = game.play(position, moves[rng.integers(len(moves))])

    def test_a_readers_own_board_is_chequered_too(self):
        drawn = drawing(DRAUGHTS)
        assert drawn.legend["K"] == "black disc"
        assert drawn.ways((2, 0), 1) == [(spot(drawn, "a1"), spot(drawn, "b2"))]
        play = widgets.Play(DRAUGHTS)
        Hand(play).press_move(0)
        assert play.over
        assert play.as_text().startswith("The top is reached. You have lost.\n")

    @pytest.mark.parametrize("wrap", [Misere, Extensive])
    def test_an_adapter_keeps_the_board(self, wrap):
        plain, wrapped = drawing(SMALL), drawing(wrap(SMALL))
        assert wrapped.spots == plain.spots
        start, move = SMALL.start(), SMALL.moves(SMALL.start())[0]
        assert wrapped.ways(wrap(SMALL).start(), move) == plain.ways(start, move)


@pytest.fixture(scope="module")
def solution():
    return solve(SMALL)


class TestPlay:
    def test_the_loser_delays_and_mate_is_said_in_words(self, solution, monkeypatch):
        """By the kernel; that the page does the same is tried in a browser."""
        monkeypatch.setattr(table, "MOST_CLASSES", 100)
        position = next(p for p in solution if p[-1] == "white" and solution[p].remoteness == 5)
        play = widgets.Play(Ending("KRK", 4, 4, begin=position), solution=solution)
        hand, drawn = Hand(play), drawing(SMALL)
        assert play.live
        for left in (3, 1, 0):
            best = solution.best(play.position)
            ways = [[spot(drawn, best[:2]), spot(drawn, best[2:])]]
            (k,) = [k for k, (_, known) in enumerate(hand.moves) if known == ways]
            assert hand.hints()[k][:2] == ("L", left + (left > 0))
            hand.press_move(k)
            assert solution[play.position].remoteness == left  # his answer delays
        assert play.as_text().splitlines()[0] == "Checkmate. You have won."
        assert play.as_text().splitlines()[-1] == "checkmate"
        assert hand.row["why"] == "Checkmate."

    def test_stalemate_and_lone_kings_are_draws_in_words(self):
        game = Ending("KQK", 4, 4)
        stalemate = next(p for p in solve(game) if game.outcome(p) == DRAW and p[1] is not None)
        assert game.end_text(stalemate) == "stalemate"
        assert text_of(game, stalemate).endswith("\nstalemate")
        assert text_of(game, ("a1", None, "c1", "white")).endswith("\ntwo kings alone")
        assert text_of(game, ("a1", "b2", "d4", "black")).endswith("\nblack to move, in check")

    def test_the_longest_mate_is_stepped(self, solution, monkeypatch):
        monkeypatch.setattr(table, "MOST_CLASSES", 100)  # the kernel answers
        longest = solution.graph.position(int(np.argmax(solution.remoteness)))
        line = solution.line(longest)
        assert len(line) == solution.remoteness.max() > 10
        replay = Replay(SMALL, line, position=longest, solution=solution)
        replay.show_step(len(line))
        _, option = next(Hand(replay).rows(replay.state["played"]))
        assert [tuple(way) for way in option["ways"]] == drawing(SMALL).ways(longest, line[0])
        assert Hand(replay).row["why"] == "Checkmate."
        assert replay.past_positions()[: len(line)] == replay.session.positions[:-1]
