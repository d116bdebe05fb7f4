"""The play that refutes a strategy: stepped through, and taken over."""

import pytest
from hand import Hand, unpacked

import gamefast
import gamelib
from gamecourse.check import wins
from gamecourse.grading import trial
from gamecourse.show.replay import Replay
from gamelib import IllegalMove
from gamelib.games import Matches, MinMaxTree

LINE = (3, 1, 2, 1)


@pytest.fixture
def replay():
    return Replay(
        Matches(7), LINE, notes={2: "here it goes wrong"}, verdict="✗ wrong: you have lost."
    )


def test_it_opens_at_the_turning_point(replay):
    assert replay.position == 1  # after the move that has a note
    assert Replay(Matches(7), LINE).position == 7


def test_it_steps_forward_and_back_and_may_be_taken_over(replay):
    seen = []
    for step in (0, 1, 2, 3, 4, 9, -1, 2):
        replay.show_step(step)
        seen.append(replay.position)
    assert seen == [7, 4, 3, 1, 0, 0, 7, 3]
    assert replay.past_positions() == [
        7,
        4,
        3,
        1,
        7,
        4,
    ]  # a page keeps every move along the line, and where play stands
    Hand(replay).press("take 3")  # what keeps the win
    assert replay.over
    assert replay.as_text().startswith("✗ wrong: you have lost.\nYou have won.\n")


def test_its_text_says_which_move_was_last_and_whose_turn_it_is(replay):
    assert replay.as_text().split("\n") == [
        "✗ wrong: you have lost.",
        "The play that shows it: 3 of 4 moves.",
        "You: take 2.",
        "Here it goes wrong.",
        "Your opponent's move.",
        "|  (1)",
        "Moves: take 1",
    ]
    assert not replay.over
    replay.show_step(4)
    assert replay.over
    assert replay.as_text().split("\n")[1:4] == [
        "The play that shows it: 4 of 4 moves.",
        "Your opponent: take 1.",
        "You have lost.",
    ]
    replay.show_step(0)
    assert replay.as_text().startswith("✗ wrong: you have lost.\nYour move.\n||||| ||  (7)\n")


def test_a_game_worth_more_than_won_and_lost_shows_its_numbers_whichever_solves_it():
    """The book's answer has no array of values beside the verdicts."""
    coins = MinMaxTree({"A": ["B", "C"], "B": 4, "C": 3})
    for solve in (gamelib.solve, gamefast.solve):
        solution = solve(coins)
        assert unpacked(Replay(coins, ["B"], solution=solution).scene["table"])["numbers"]
        of_matches = Replay(Matches(7), LINE, solution=solve(Matches(7)))
        assert not unpacked(of_matches.scene["table"])["numbers"]


def test_the_browser_has_the_play_and_its_turning_point(replay):
    assert replay.scene["line"] == [2, 0, 1, 0]  # the places of the moves among those there are
    assert replay.scene["notes"] == {"2": "Here it goes wrong."}
    replay.state = replay.state | {"played": replay.scene["line"][:3]}
    assert replay.position == 1


def test_in_a_game_too_large_to_be_solved_the_opponent_searches(monkeypatch):
    """The line needs no solution to be shown; the kernel searches if it is taken over."""
    monkeypatch.setattr(trial, "MOST_SOLVED", 3)
    play = wins(Matches(7), lambda pile: 1, 7).play
    assert play.notes == {}
    widget = play.widget()
    assert widget.live
    assert widget.as_text().startswith("✗ wrong: You have lost.\nYour move.\n||||| ||  (7)\n")
    Hand(widget).press("take 1")
    assert widget.position == 4  # the only move that wins from 6: take 2
    monkeypatch.undo()
    assert not play.widget().live


def test_a_line_that_cannot_be_played_is_refused():
    for line, words in (((3, 4), "take 4"), ((3, 3, 1, 1), "1 is played at 0, where play is over")):
        with pytest.raises(IllegalMove, match=words):
            Replay(Matches(7), line)
    assert Replay(Matches(7), (2,), position=3).position == 3
