"""A line of play to step through and to take over: it shows move by move what refutes a
strategy.
"""

from __future__ import annotations

from typing import Any

from gamecourse.show.stage.replay import ReplayModel
from gamecourse.show.stage.widget import Stage
from gamelib import Answer


class Replay(ReplayModel, Stage):
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
        An answer of a solver for this game; ``gamefast.solve`` finds it if none is given.

    Raises
    ------
    IllegalMove
        For an illegal move in the line.
    """

    @staticmethod
    def solver(game: Any) -> Answer[Any, Any, Any]:
        """Return the solution of the game; only a line that comes without it needs the engine."""
        from gamefast import solve

        return solve(game)
