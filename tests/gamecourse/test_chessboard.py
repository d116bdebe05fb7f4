"""A chess board: on the stage, where a piece and then a square are pressed, and in figures."""

from typing import ClassVar

import matplotlib.pyplot as plt
import numpy as np
import pytest
from hand import Hand
from matplotlib.colors import to_hex
from matplotlib.patches import Circle

from gamecourse.show import boards, widgets
from gamecourse.show.chess import CHESSMEN, SHADES
from gamecourse.show.replay import Replay
from gamecourse.show.stage import table
from gamecourse.show.stage.drawing import drawing
from gamecourse.show.stage.kept import kept_scene
from gamecourse.show.stage.spots import ways_of
from gamecourse.show.stage.widget import module, style
from gamefast import Ending
from gamelib import DRAW, LOSS, Extensive, Misere, solve
from gamelib.core import text_of

SMALL = Ending("KRK", 4, 4)


class Draughtsman:
    """A reader's game: a man goes diagonally upwards; who cannot go has lost. A move does not name its cells."""

    shape: ClassVar = (3, 4)
    chequered = True
    pieces: ClassVar = {"K": "black disc"}

    def start(self):
        return 2, 0

    def moves(self, position):
        return [side for side in ("left", "right") if self.inside(self.there(position, side))]

    def there(self, position, side):
        return position[0] - 1, position[1] + (1 if side == "right" else -1)

    def inside(self, cell):
        return cell[0] >= 0 and 0 <= cell[1] < 4

    def play(self, position, side):
        return self.there(position, side)

    def cells_of(self, position, side):
        return position, self.there(position, side)

    def outcome(self, position):
        return None if self.moves(position) else LOSS

    def end_text(self, position):
        return "the top is reached"

    def text(self, position):
        return "\n".join("".join("K" if (r, c) == position else "." for c in range(4)) for r in range(3))


def spot(drawn, name):
    """The number of a square."""
    return [one["name"] for one in drawn.spots].index(name)


class TestTheDrawing:
    def test_squares_have_their_names_and_shades(self):
        drawn = drawing(Ending("KQK", 5, 6))
        assert [one["name"] for one in drawn.spots][:6] == ["a5", "b5", "c5", "d5", "e5", "f5"]
        assert drawn.spots[spot(drawn, "f1")]["name"] == "f1"
        shades = {one["name"]: one["dark"] for one in drawn.spots}
        assert shades["a1"]
        assert shades["b2"]
        assert not shades["a2"]
        assert sum(shades.values()) == 15
        assert [words["words"] for words in drawn.texts] == [*"54321", *"abcdef"]

    def test_each_letter_is_a_piece_that_the_browser_draws(self):
        drawn, game = drawing(Ending("KQRK", 4, 5)), Ending("KQRK", 4, 5)
        assert "".join(drawn.pieces(game.start())) == text_of(game, game.start()).replace("\n", "")[:20]
        assert drawn.legend == CHESSMEN
        for name in CHESSMEN.values():
            assert f"  {name.split()[1]}: [" in module()

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
        game = Draughtsman()
        drawn = drawing(game)
        assert drawn.legend["K"] == "black disc"
        assert drawn.ways((2, 0), "right") == [(spot(drawn, "a1"), spot(drawn, "b2"))]
        play = widgets.Play(game)
        Hand(play).press_move(0)
        assert play.over
        assert play.said()[-1] == "The top is reached. You have lost."

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
    def test_the_page_answers_well_and_mate_is_said_in_words(self, solution):
        position = next(p for p in solution if p[-1] == "white" and solution[p].remoteness == 5)
        play = widgets.Play(Ending("KRK", 4, 4, begin=position), solution=solution)
        hand, drawn = Hand(play), drawing(SMALL)
        assert not play.live
        for left in (3, 1, 0):
            best = solution.best(play.position)
            ways = [[spot(drawn, best[:2]), spot(drawn, best[2:])]]
            (k,) = [k for k, (_, known) in enumerate(hand.moves) if known == ways]
            assert hand.hints()[k][:2] == ("L", left + (left > 0))
            hand.press_move(k)
            assert solution[play.position].remoteness == left  # his answer delays
        assert play.said() == ["Checkmate. You have won."]
        assert play.as_text().splitlines()[-1] == "checkmate"
        assert hand.table["why"][hand.place] == "Checkmate."
        assert set(hand.table["why"]) == {"", "Checkmate.", "Stalemate.", "Two kings alone."}

    def test_stalemate_and_lone_kings_are_draws_in_words(self):
        game = Ending("KQK", 4, 4)
        stalemate = next(p for p in solve(game) if game.outcome(p) == DRAW and p[1] is not None)
        assert game.end_text(stalemate) == "stalemate"
        assert text_of(game, stalemate).endswith("\nstalemate")
        assert text_of(game, ("a1", None, "c1", "white")).endswith("\ntwo kings alone")
        assert text_of(game, ("a1", "b2", "d4", "black")).endswith("\nblack to move, in check")

    def test_what_is_too_large_asks_the_kernel_and_a_page_keeps_it_as_far_as_it_goes(self, solution, monkeypatch):
        monkeypatch.setattr(table, "MOST_CLASSES", 100)
        play = widgets.Play(SMALL, solution=solution)
        hand = Hand(play)
        assert play.live
        drawn, best = drawing(SMALL), solution.best(SMALL.start())
        (k,) = [k for k, (_, ways) in enumerate(hand.moves) if ways == [[spot(drawn, best[:2]), spot(drawn, best[2:])]]]
        before = play.solution[play.position].remoteness
        hand.press_move(k)
        assert solution[play.position].remoteness == before - 2
        play.restart()
        kept, said = kept_scene(play)
        assert kept["table"]
        assert said == ""  # so small a board is kept whole: every move of yours, and the answer to it

    def test_the_longest_mate_is_stepped(self, solution, monkeypatch):
        monkeypatch.setattr(table, "MOST_CLASSES", 100)  # the kernel answers
        game = SMALL
        longest = solution.graph.position(int(np.argmax(solution.remoteness)))
        line = solution.line(longest)
        assert len(line) == solution.remoteness.max() > 10
        replay = Replay(game, line, position=longest, solution=solution)
        drawn = drawing(game)
        assert replay.scene["picture"]["spots"] == drawn.spots
        replay.jump(1)
        assert [tuple(way) for way in replay.now["last"]["ways"]] == drawn.ways(longest, line[0])
        replay.jump(len(line))
        assert replay.said()[-1] == "Checkmate."
        assert replay.now["row"]["why"] == "Checkmate."
        assert replay.been()[: len(line)] == [position for _, position in replay._played[:-1]]


class TestTheFigure:
    @pytest.fixture
    def ax(self):
        yield boards.draw(Ending("KQKR", 4, 6), ("c3", "e1", "a1", "f4", "black"))
        plt.close("all")

    def test_white_and_black_are_told_apart_by_fill_and_outline(self, ax):
        pieces = [text for text in ax.texts if text.get_path_effects()]
        seen = {tuple(map(int, text.get_position())): (text.get_text(), to_hex(text.get_color())) for text in pieces}
        assert seen == {
            (2, 1): ("♚", "#ffffff"),
            (4, 3): ("♛", "#ffffff"),
            (0, 3): ("♚", "#000000"),
            (5, 0): ("♜", "#000000"),
        }
        assert [text.get_text() for text in ax.texts if text not in pieces] == [*"4321abcdef"]
        assert ax.get_title() == "black to move, in check"
        assert ax.get_label() == ".....r\n..K...\n......\nk...Q."

    def test_squares_are_chequered(self, ax):
        squares = [to_hex(patch.get_facecolor()) for patch in ax.patches]
        assert len(squares) == 24
        assert squares[0] == squares[7] != squares[1] == squares[6]

    def test_a_readers_own_pieces_are_drawn_as_he_says(self):
        drawn = boards.draw(Draughtsman())
        kings = [text.get_position() for text in drawn.texts if text.get_text() == "K"]
        assert [(int(x), int(y)) for x, y in kings] == [(0, 2)]
        assert [to_hex(one.get_facecolor()) for one in drawn.patches if isinstance(one, Circle)] == ["#000000"]
        plt.close("all")

    def test_the_shades_are_those_of_the_stage(self):
        assert SHADES[True].lower() in style()

    def test_the_figures_fit_their_squares_however_many_boards_there_are(self):
        _, axes = plt.subplots(1, 4, figsize=(12, 4))
        sizes = [
            next(text.get_fontsize() for text in boards.draw(SMALL, ax=ax).texts if text.get_path_effects())
            for ax in axes
        ]
        assert len({*sizes}) == 1
        assert 20 < sizes[0] < 72 * 12 / 4 / 4
        plt.close("all")
