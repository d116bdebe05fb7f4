"""Games with dice to play: your moves, the opponent's, and between them the die."""

from __future__ import annotations

from typing import Any

import numpy as np

from gamecourse.show.widgets import Play
from gamelib import Answer, ExtensiveGame, ask, exact_values
from gamelib.solvers.chance.known import ExactValues


class PlayDice(Play):
    """Play an ExtensiveGame of two players against best play; the die is shown each time it is thrown.

    "What is it worth?" shows on each of your moves its value to you. Play in which a thousand moves and throws pass
    without your turn is taken to be endless, a draw. From code as ``Play``: ``move``, ``take_back``, ``restart``,
    ``position``.

    Parameters
    ----------
    game
        An ExtensiveGame of players 0 and 1.
    you, opponent
        As for ``Play``.
    values
        What a solver has answered for this game (``exact_values``, ``chance_values``, ``backward_induction``); found
        here, exactly, if not given.
    rng
        Throws the dice, differently in every session if none is given.

    Raises
    ------
    TypeError
        For what is no ExtensiveGame, no strategy, no answer of a solver.
    IllegalMove
        For a move that is not there; play then stands where it stood.
    """

    gate = staticmethod(ask.an_extensive_game)
    solver = staticmethod(exact_values)
    whole = ExactValues
    cure, hint_words = "values=exact_values(game)", "What is it worth?"

    def __init__(
        self,
        game: ExtensiveGame[Any, Any],
        *,
        values: Answer[Any] | None = None,
        rng: np.random.Generator | None = None,
        **more: Any,
    ) -> None:
        if rng is not None:
            self.rng = ask.source_of_chance(rng)
        super().__init__(self.gate(game), solution=values, **more)
