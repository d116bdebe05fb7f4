"""Games with dice to play: your moves, the opponent's, and between them the die."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from gamecourse.show import given
from gamecourse.show.widgets import Play
from gamelib import ask
from gamelib.answers import Answer
from gamelib.core import ExtensiveGame
from gamelib.play import Strategy
from gamelib.solvers.chance.known import ExactValues, Interval
from gamelib.solvers.chance.values import exact_values


class PlayDice(Play):
    """Play an ExtensiveGame of two players against best play; the die is shown each time it is thrown.

    "What is it worth?" shows on each of your moves its value to you. Play in which a thousand moves and throws pass
    without your turn is taken to be endless, a draw. From code as ``Play``: ``move``, ``take_back``, ``restart``,
    ``position``.

    Parameters
    ----------
    game
        An ExtensiveGame of players 0 and 1.
    you
        The player that you are, 0 or 1.
    values
        What a solver has answered for this game (``exact_values``, ``chance_values``, ``backward_induction``); found
        here, exactly, if not given.
    opponent
        A strategy, a function from position to move, instead of best play.
    rng
        Throws the dice, differently in every session if none is given.

    Raises
    ------
    TypeError
        For what is no ExtensiveGame, no strategy, no answer of a solver.
    IllegalMove
        For a move that is not there; play then stands where it stood.
    """

    hint_words = "What is it worth?"
    gate = staticmethod(ask.an_extensive_game)
    whole = ExactValues

    def __init__(
        self,
        game: ExtensiveGame[Any, Any],
        *,
        you: int = 0,
        values: Answer[Any] | None = None,
        opponent: Strategy | None = None,
        rng: np.random.Generator | None = None,
    ) -> None:
        extensive: Any = self.gate(game)
        self.values: Answer[Any] = exact_values(game) if values is None else values
        given.answer(self.values, Answer, "a solver", "values=exact_values(game)")
        self.rng = np.random.default_rng() if rng is None else ask.source_of_chance(rng)
        super().__init__(extensive, you=you, opponent=opponent)

    @property
    def solution(self) -> Answer[Any]:
        """What is known of the game."""
        return self.values

    def verdicts(self) -> dict[int, Any]:
        """What each of your moves is worth to you, by its place in the game's order."""
        position = self.position
        if self.over:
            return {}
        return {k: self._worth(self.game.play(position, move)) for k, move in enumerate(self.game.moves(position))}

    def verdict(self) -> str:
        return f"With best play on both sides this is worth {_number(self._worth(self.position))} to you."

    def _result(self) -> Any:
        return self._extensive.payoffs(self.position)[self.you]

    def _worth(self, position: Any) -> Fraction | float:
        """The value of a position to you; the middle of the interval, where only that is known."""
        known: Any = self.values.value(position)
        if isinstance(known, tuple) and not isinstance(known, Interval):  # what each player gets
            return known[self.you]  # type: ignore[no-any-return]
        value: Fraction | float = (known.lower + known.upper) / 2 if isinstance(known, Interval) else known
        return value if self.you == 0 else -value

    def _turn(self, position: Any, ply: int) -> int | str | None:
        return self._extensive.turn(position)

    @property
    def _extensive(self) -> ExtensiveGame[Any, Any]:
        game: Any = self.game
        return game  # type: ignore[no-any-return]  # Play speaks of Games; this one is not


def _number(value: Fraction | float) -> str:
    """A value as a short fraction, or with three decimals."""
    if isinstance(value, Fraction) and value.denominator < 1000:
        return str(value)
    return f"{float(value):+.3f}"
