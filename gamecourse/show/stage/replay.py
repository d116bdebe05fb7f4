"""A line of play as what the page is told (``js/replay.js``): it can be stepped through, and taken
over.

From gamelib and the standard library alone; ``gamecourse.show.replay`` makes a widget of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gamecourse.show.records import PlayScene
from gamecourse.show.stage.drawing import move_words
from gamecourse.show.stage.play import PlayModel
from gamelib import Answer, Game, IllegalMove, gate
from gamelib.diagnose import check_position_of, check_protocol


class ReplayModel(PlayModel):
    """A line of play that you step through, and may take over at any move.

    Parameters and methods are those of ``gamecourse.show.replay.Replay``.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        line: Iterable[Any],
        *,
        position: Any = None,
        notes: Mapping[int, str] | None = None,
        verdict: str = "",
        solution: Answer[Any, Any, Any] | None = None,
    ) -> None:
        check_protocol(game)
        check_position_of(game, position)
        self._begin = gate.begin(game, position)
        self._line = list(line)
        self._notes = dict(notes or {})
        self._verdict = verdict
        super().__init__(game, solution=solution)
        if self._notes:
            self.show_step(min(self._notes) + 1)

    def begin(self) -> Any:
        return self._begin

    def past_positions(self) -> list[Any]:
        return [*self.whole_line.positions[:-1], *super().past_positions()]

    def make_scene(self) -> PlayScene:
        """Return the scene of a game to play, and with it the line, played through here once, its
        verdict and its notes.
        """
        self.whole_line = self._session_after((), you=0)
        for move in self._line:
            if self.whole_line.turn is None:
                raise IllegalMove(
                    f"{move!r} is played at {self.whole_line.position!r}, where play is over"
                )
            self.whole_line.play(move)
        scene = super().make_scene()
        scene["kind"] = "replay"
        scene["side"] = True
        scene["line"] = self.whole_line.numbers
        scene["verdict"] = self._verdict
        scene["notes"] = {
            str(ply): f"{note[0].upper()}{note[1:]}." for ply, note in self._notes.items()
        }
        return scene

    def show_step(self, step: int) -> None:
        """Show the line after ``step`` moves."""
        self.state = self.state | {"played": self.whole_line.numbers[: max(0, step)], "faces": {}}

    @property
    def is_on_line(self) -> bool:
        """Whether play stands somewhere on the line, and was not taken over."""
        played = self.state["played"]
        return bool(played == self.whole_line.numbers[: len(played)])

    @property
    def over(self) -> bool:
        return self.session.turn is None if self.is_on_line else super().over

    def as_text(self) -> str:
        """Return the widget as text: what the line shows, the last move of it and the note on that,
        and then what ``Play`` says.
        """
        lines = [self._verdict] if self._verdict else []
        ply = len(self.session.numbers)
        if ply and self.is_on_line:
            before = self.session.positions[-2]
            player = "Your opponent" if self.session.turn_at(ply - 1) else "You"
            words = move_words(self.game, before, self._line[ply - 1])
            lines.append(f"The play that shows it: {ply} of {len(self._line)} moves.")
            lines.append(f"{player}: {words}.")
            if str(ply - 1) in self.scene["notes"]:
                lines.append(self.scene["notes"][str(ply - 1)])
        return "\n".join([*lines, super().as_text()])
