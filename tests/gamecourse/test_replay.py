"""The play that refutes a strategy: stepped through, and taken over."""

import pytest
from hand import Hand

from gamecourse.show.replay import Replay
from gamelib import IllegalMove
from gamelib.games import Matches

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


def test_the_browser_has_the_play_and_its_turning_point(replay):
    assert replay.scene["line"] == [2, 0, 1, 0]  # the places of the moves among those there are
    assert replay.scene["notes"] == {"2": "Here it goes wrong."}
    replay.state = replay.state | {"played": replay.scene["line"][:3]}
    assert replay.position == 1


def test_a_line_that_cannot_be_played_is_refused():
    for line, words in (((3, 4), "take 4"), ((3, 3, 1, 1), "1 is played at 0, where play is over")):
        with pytest.raises(IllegalMove, match=words):
            Replay(Matches(7), line)
    assert Replay(Matches(7), (2,), position=3).position == 3
