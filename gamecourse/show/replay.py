"""A line of play to step through and to take over: it shows move by move what refutes a
strategy.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gamecourse.show.records import PlayScene
from gamecourse.show.widgets import Play
from gamefast import ask
from gamelib import Answer, Game, IllegalMove


class Replay(Play):
    """Steps through a line of play, forward and back; you may change any of your moves, and the
    opponent answers. It opens at the turning point, the first move with a note.

    From code, ``show_step(k)`` shows the line after k moves; everything else is as for ``Play``.

    Parameters
    ----------
    game
        A Game that can be solved, so that the opponent answers as well as possible.
    line
        The moves of the line.
    position
        Where the line begins; the start of the game if none is given. You move first.
    notes
        What is said at a move, by its number from 0; a button leads to the first note.
    verdict
        What the line shows, said above it.
    solution
        An answer of a solver for this game; the game is solved if none is given.

    Raises
    ------
    IllegalMove
        For an illegal move in the line.
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
        self._begin = ask.position(ask.a_game(game), position)
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

    def as_text(self) -> str:
        text = super().as_text()
        return f"{self._verdict}\n{text}" if self._verdict else text
