"""A play to step through, and to take over: what refutes a strategy, move by move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gamecourse.show.stage.table import why_over
from gamecourse.show.widgets import Play
from gamelib import ask
from gamelib.answers import Answer
from gamelib.core import Game, IllegalMove, move_text_of
from gamelib.play import play_checked


class Replay(Play):
    """Steps through a play, forward and back; at any of your moves you may play another, and the opponent answers.

    From code: ``forward()``, ``back()``, ``jump(moves)``; else as ``Play``.

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
    solution
        What a solver has answered for this game; solved here if not given.

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
        solution: Answer[Any] | None = None,
    ) -> None:
        self._begin = here = ask.position(ask.a_game(game), position)
        self._whole: list[tuple[Any, Any]] = [(None, here)]
        self._line: list[int] = []
        for move in line:
            if ask.outcome(game, here) is not None:
                raise IllegalMove(f"{move!r} is played at {here!r}, where play is over")
            there = play_checked(game, here, move)
            self._line.append(ask.moves(game, here).index(move))
            self._whole.append((move, there))
            here = there
        self._notes, self._verdict = dict(notes or {}), verdict
        super().__init__(game, solution=solution)

    def begin(self) -> Any:
        return self._begin

    def been(self) -> list[Any]:
        return [*(position for _, position in self._whole[:-1]), *super().been()]

    def make_scene(self) -> dict[str, Any]:
        notes = {str(ply): _sentence(note) for ply, note in self._notes.items()}
        return super().make_scene() | {
            "kind": "replay",
            "side": True,
            "line": self._line,
            "notes": notes,
            "verdict": self._verdict,
        }

    def jump(self, moves: int) -> None:
        """Show the play after so many moves."""
        self._played = self._whole[: moves + 1]
        self._write(played=self._line[:moves])

    def restart(self, you: int = 0) -> None:
        """Back to where the play begins; you move first, or, to change sides, second."""
        self._played = self._whole[:1]
        self._write(played=[], you=you)

    def forward(self) -> None:
        """Show one more move of the play; after a move of your own, go back to the play first."""
        at = self._leaves()
        if at < len(self._played) - 1:
            self.jump(at)
        elif at < len(self._line):
            self.jump(at + 1)

    def back(self) -> None:
        """Take back one single move."""
        if len(self._played) > 1:
            del self._played[-1]
            self._write(played=self.state["played"][:-1])

    def _leaves(self) -> int:
        """How many moves of what has been played are those of the play."""
        pairs = zip(self.state["played"], self._line, strict=False)
        return next((ply for ply, (a, b) in enumerate(pairs) if a != b), min(len(self._played) - 1, len(self._line)))

    def said(self) -> list[str]:
        """What stands above the board: which move this is, who made it, and what there is to say of it."""
        ply, last = len(self._played) - 1, len(self._line)
        if self._leaves() < ply:
            return ["You have taken over.", *super().said()]
        lines = [self._verdict] if self._verdict else []
        lines.append(f"The play that shows it: {ply} of {last} moves.")
        if ply:
            move = move_text_of(self.game, self._played[-2][1], self._played[-1][0])
            lines.append(f"{'You' if (ply - 1) % 2 == self.you else 'Your opponent'}: {move}.")
        if note := self._notes.get(ply - 1):
            lines.append(_sentence(note))
        if self.over and (why := why_over(self.game, self.position)):
            lines.append(why)
        if not self.over:
            other = "play a move yourself" if ply % 2 == self.you else "choose another answer for him"
            lines.append(f"Press forward, or {other}." if ply < last else "Go back, and play better.")
        return lines


def _sentence(note: str) -> str:
    return note[0].upper() + note[1:] + "."
