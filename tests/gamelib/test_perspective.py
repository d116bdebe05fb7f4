"""``check_game`` says if evaluate speaks for one player, and lets every honest score pass, however
weak it is.
"""

import random
import zlib

import pytest
from naive import Boxes

from gamelib import CHANCE, check_game
from gamelib.games import ConnectFour, OverwriteTicTacToe, ShadedTicTacToe, TicTacToe

BOARDS = [
    TicTacToe(),
    TicTacToe(4, 4, 3),
    TicTacToe(4, 5, 4),
    ConnectFour(),
    ConnectFour(4, 4),
    ConnectFour(5, 5),
]
WITH_DICE = [OverwriteTicTacToe(3), ShadedTicTacToe(3, 3, 3)]


def scored(game, evaluate):
    """The same game with another ``evaluate``, a function of the game and the position, and without
    symmetries.
    """

    def none(self):
        raise AttributeError

    changes = {"evaluate": evaluate, "representative": property(none)}
    kind = type(f"Scored{type(game).__name__}", (type(game),), changes)
    return kind(*(getattr(game, name) for name in type(game).__dataclass_fields__))


def mover(game, position):
    """Whose turn it is: 1 for the first player, -1 for the second."""
    if hasattr(game, "turn"):
        turn = game.turn(position)
        return {0: 1, 1: -1}.get(turn, 1)
    return 1 if position.count("X") == position.count("O") else -1


def own(game):
    return type(game).evaluate


@pytest.mark.parametrize("game", BOARDS, ids=repr)
@pytest.mark.parametrize("whose", [1, -1], ids=["first", "second"])
def test_one_player_s_view_is_found(game, whose):
    view = scored(
        game, lambda self, position: whose * mover(self, position) * own(game)(self, position)
    )
    name = {1: "first", -1: "second"}[whose]
    with pytest.raises(
        AssertionError,
        match=f"evaluate gave the view of the {name} player at .* such as .* at .* and",
    ):
        check_game(view, max_positions=300)


@pytest.mark.parametrize("game", WITH_DICE, ids=repr)
def test_with_dice_the_view_must_be_player_0_s(game):
    view = scored(game, lambda self, position: mover(self, position) * own(game)(self, position))
    with pytest.raises(
        AssertionError,
        match=r"evaluate gave the view of the player to move .* give it for player 0",
    ):
        check_game(view, max_positions=300)


def test_it_is_said_what_was_seen():
    class ForX(TicTacToe):
        evaluate = TicTacToe.open_to_x

    with pytest.raises(AssertionError) as caught:
        check_game(ForX())
    said = str(caught.value)
    boards = [
        word.strip("',")
        for word in said.split()
        if set(word.strip("',")) <= set("XO.") and len(word) > 8
    ]
    first, second = boards
    assert ForX().evaluate(first) > ForX().evaluate(second)
    assert (mover(ForX(), first), mover(ForX(), second)) == (1, -1)
    for board in boards:  # the player to move can win at once
        assert any(ForX().outcome(ForX().play(board, move)) == -1 for move in ForX().moves(board))


def material(game, position):
    return mover(game, position) * (position.count("X") - position.count("O")) / 50


def cells(position):
    return position.replace("\n", "")


def centre(game, position):
    width = getattr(game, "columns", None) or game.n
    inside = [mark for i, mark in enumerate(cells(position)) if 0 < i % width < width - 1]
    return mover(game, position) * (inside.count("X") - inside.count("O")) / 50


def noise(game, position):
    return (zlib.crc32(position.encode()) % 2_001 - 1_000) / 1_001


#: Scores for the player to move that are weak, or wrong, but not one player's view.
WEAK = {
    "own": None,
    "nothing": lambda game, position: 0,
    "material": material,
    "centre": centre,
    "edge": lambda game, position: -centre(game, position),
    "noise": noise,
    "new noise each time": lambda game, position: random.uniform(-0.9, 0.9),
    "noise of the first row": lambda game, position: noise(game, position[:3]),
    "how many moves": lambda game, position: len(list(game.moves(position))) / 100,
    "the start is good": lambda game, position: mover(game, position) / 10,
    "free cells": lambda game, position: position.count(".") / 100,
}


@pytest.mark.parametrize(
    "game",
    [BOARDS[0], *(pytest.param(game, marks=pytest.mark.slow) for game in BOARDS[1:])],
    ids=repr,
)
@pytest.mark.parametrize("name", WEAK)
def test_a_weak_score_is_no_fault(name, game):
    weak = scored(game, WEAK[name] or own(game))
    assert "evaluate" in check_game(weak, max_positions=300).checked


@pytest.mark.parametrize(
    "game", [*WITH_DICE, OverwriteTicTacToe(2), ShadedTicTacToe(2, 2, 2)], ids=repr
)
def test_the_scores_of_games_with_dice_are_in_order(game):
    assert "evaluate" in check_game(game, max_positions=300).checked


class Scored(Boxes):
    """Boxes with a score that player 0 would give."""

    def evaluate(self, position):
        return 0.5 if self.turn(position) in (0, None, CHANCE) else -0.5


def test_a_game_of_extra_turns_is_in_order():
    assert "evaluate" in check_game(Scored(9)).checked
