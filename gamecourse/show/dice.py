"""Games with dice to play: your moves, the opponent's moves, and the throws between them."""

from __future__ import annotations

from typing import Any

import numpy as np

from gamecourse.show.widgets import Play
from gamefast import ask, exact_values
from gamelib import Answer, ExtensiveGame
from gamelib.chance import ExactValues
from gamelib.diagnose import EXTENSIVE


class PlayDice(Play):
    """Play an ExtensiveGame of two players against best play; the die is shown each time it is
    thrown.

    "What is it worth?" shows the value of each of your moves to you. If a thousand moves and throws
    pass without your turn, play is taken to be endless, and drawn. From code, use ``move``,
    ``take_back``, ``restart`` and ``position``, as with ``Play``.

    Parameters
    ----------
    game
        An ExtensiveGame with players 0 and 1.
    you, opponent
        As for ``Play``.
    values
        An answer of a solver for this game (``exact_values``, ``chance_values``,
        ``backward_induction``); computed exactly if none is given.
    rng
        The generator that throws the dice; if none is given, they fall differently in every
        session.

    Raises
    ------
    TypeError
        For anything that is not an ExtensiveGame, a strategy or an answer of a solver.
    IllegalMove
        For an illegal move; the position stays as it was.
    """

    protocol = EXTENSIVE
    solver = staticmethod(exact_values)
    whole = ExactValues
    cure = "values=exact_values(game)"
    hint_words = "What is it worth?"

    def __init__(
        self,
        game: ExtensiveGame[Any, Any],
        *,
        values: Answer[Any, Any, Any] | None = None,
        rng: np.random.Generator | None = None,
        **more: Any,
    ) -> None:
        if rng is not None:
            self.rng = ask.source_of_chance(rng)
        super().__init__(game, solution=values, **more)
