"""The play that refutes a strategy: stepped through, and taken over."""

import pytest

from gamecourse.show.replay import Replay
from gamelib import IllegalMove
from gamelib.games import Matches


class TestReplay:
    LINE = (3, 1, 2, 1)

    @pytest.fixture
    def replay(self):
        return Replay(Matches(7), self.LINE, notes={2: "here it goes wrong"}, verdict="✗ wrong: you have lost.")

    def test_it_steps_forward_and_back(self, replay):
        seen = [replay.position]
        for _ in range(6):
            replay.forward()
            seen.append(replay.position)
        assert seen == [7, 4, 3, 1, 0, 0, 0]
        assert replay.said()[:3] == [
            "✗ wrong: you have lost.",
            "The play that shows it: 4 of 4 moves.",
            "Your opponent: take 1.",
        ]
        replay.back()
        assert replay.position == 1
        assert "Here it goes wrong." in replay.said()

    def test_the_browser_has_the_play_and_its_turning_point(self, replay):
        assert replay.scene["line"] == [2, 0, 1, 0]  # the places of the moves among those there are
        assert replay.scene["notes"] == {"2": "Here it goes wrong."}
        replay.state = replay.state | {"played": replay.scene["line"][:3]}
        assert replay.position == 1
        assert "Here it goes wrong." in replay.said()
        assert Replay(Matches(7), self.LINE).scene["notes"] == {}

    def test_one_may_take_over_and_come_back(self, replay):
        replay.jump(2)
        replay.move(3)  # what keeps the win
        assert replay.over
        assert replay.said()[0] == "You have taken over."
        assert "You have won." in replay.said()
        replay.forward()
        assert replay.position == 3  # where the play was left
        replay.forward()
        assert replay.position == 1

    def test_a_line_that_cannot_be_played_is_refused(self):
        with pytest.raises(IllegalMove, match="take 4"):
            Replay(Matches(7), (3, 4))
        assert Replay(Matches(7), (2,), position=3).position == 3
