"""A play to step through, and to take over: what refutes a strategy, move by move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gamelib import ask
from gamelib.core import Game, move_text_of
from gamelib.play import play_checked
from gamelib.show.buttons import make_button
from gamelib.show.widgets import Play


class Replay(Play):
    """Steps through a play, forward and back; at any of your moves you may play another, and the opponent answers.

    From code: ``forward()``, ``back()``; else as ``Play``.

    Parameters
    ----------
    game
        A Game that can be solved, so that the opponent answers as well as can be.
    line
        The moves of the play.
    position
        Where it begins; the start of the game, if none is given. You move first.
    notes
        What is said at a move, by its number from 0; a button leads to the first of them.
    verdict
        What the play shows, said above it.

    Raises
    ------
    IllegalMove
        For a move of the line that is not there.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        line: Iterable[Any],
        *,
        position: Any = None,
        notes: Mapping[int, str] | None = None,
        verdict: str = "",
    ) -> None:
        here = ask.position(game, position)
        self._whole = [(None, here)]
        for move in line:
            here = play_checked(game, here, move)
            self._whole.append((move, here))
        self._notes, self._verdict = dict(notes or {}), verdict
        super().__init__(game)
        tools = [
            make_button("◀ one back", lambda _: self.back()),
            make_button("one forward ▶", lambda _: self.forward()),
        ]
        if self._notes:
            tools.append(make_button("to the turning point", lambda _: self.jump(min(self._notes) + 1)))
        self._new.description = "from the beginning"
        self.children[-1].children = [*tools, self._new, self._hint]

    def jump(self, moves: int) -> None:
        """Show the play after so many moves."""
        self._played = self._whole[: moves + 1]
        self._refresh()

    def restart(self, you: int = 0) -> None:
        """Back to where the play begins; you move first, or, to change sides, second."""
        self.you = you
        self._played = self._whole[:1]
        self._refresh()

    def forward(self) -> None:
        """Show one more move of the play; after a move of your own, go back to the play first."""
        if not self._follows():
            while not self._follows():
                del self._played[-1]
        elif len(self._played) < len(self._whole):
            self._played = self._whole[: len(self._played) + 1]
        self._refresh()

    def back(self) -> None:
        """Take back one single move."""
        if len(self._played) > 1:
            del self._played[-1]
        self._refresh()

    def _follows(self) -> bool:
        """Whether what has been played is the beginning of the play."""
        return self._played == self._whole[: len(self._played)]

    def said(self) -> list[str]:
        """What stands above the board: which move this is, who made it, and what there is to say of it."""
        if not self._follows():
            return ["You have taken over.", *super().said()]
        ply, last = len(self._played) - 1, len(self._whole) - 1
        lines = [self._verdict] if self._verdict else []
        lines.append(f"The play that shows it: {ply} of {last} moves.")
        if ply:
            move = move_text_of(self.game, self._played[-2][1], self._played[-1][0])
            lines.append(f"{'You' if ply % 2 else 'Your opponent'}: {move}.")
        if note := self._notes.get(ply - 1):
            lines.append(note[0].upper() + note[1:] + ".")
        if not self.over:
            other = "play a move yourself" if self._yours(ply) else "choose another answer for him"
            lines.append(f"Press forward, or {other}." if ply < last else "Go back, and play better.")
        return lines
