"""Games with dice to play: your moves, the opponent's, and between them the die."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from gamelib import ask
from gamelib.answers import Answer
from gamelib.core import CHANCE, ExtensiveGame, move_text_of, text_of
from gamelib.play import Strategy, play_checked, roll
from gamelib.show import boards, given
from gamelib.show.clickable import Board, ButtonBoard, CellBoard
from gamelib.show.terminal import last_words
from gamelib.show.widgets import Play
from gamelib.solvers.chance.values import Interval, exact_values

#: The faces of an ordinary die.
FACES = "⚀⚁⚂⚃⚄⚅"

#: So many moves and throws without your turn are taken for endless play; so many of them are told.
PATIENCE, TOLD = 1_000, 6


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
        self._story: list[str] = []
        super().__init__(extensive, you=you, opponent=self.values if opponent is None else opponent)

    def make_board(self) -> Board:
        start = self.game.start()
        moves = list(self.game.moves(start)) if self._turn(start) in (0, 1) else []
        return CellBoard(self) if boards.is_board(self.game, moves) else ButtonBoard(self)

    @property
    def over(self) -> bool:
        return self._turn(self.position) is None or self._endless

    def restart(self, you: int = 0) -> None:
        self._story, self._endless = [], False
        super().restart(you)

    def take_back(self) -> None:
        """Take back your last move and all that came of it; the dice will be thrown anew."""
        mine = [k for k, (_, position) in enumerate(self._played[:-1]) if self._turn(position) == self.you]
        if mine:
            del self._played[mine[-1] + 1 :]
        self._story, self._endless = [], False
        self._refresh()

    def verdicts(self) -> dict[int, Any]:
        """What each of your moves is worth to you, by its place in the game's order."""
        position = self.position
        if self.over:
            return {}
        return {k: self._worth(self.game.play(position, move)) for k, move in enumerate(self.game.moves(position))}

    def said(self) -> list[str]:
        lines = ["..."] * (len(self._story) > TOLD) + self._story[-TOLD:]
        if self._endless:
            return [*lines, f"{PATIENCE:,} times without you: play goes round for ever, and that is a draw."]
        if self.over:
            return [*lines, last_words(self._extensive.payoffs(self.position)[self.you])]
        caption = boards.caption(self.game, self.position)
        lines.append(f"Your move ({caption})." if caption else "Your move.")
        if self.hints:
            lines.append(f"With best play on both sides this is worth {_number(self._worth(self.position))} to you.")
        return lines

    def _answered(self, played: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
        """What has been played, and then dice and the opponent's moves, until it is your turn or play is over."""
        played, self._story = list(played), []
        if played[-1][0] is not None:
            self._story.append(f"You: {move_text_of(self.game, played[-2][1], played[-1][0])}.")
        for _ in range(PATIENCE):
            if (turn := self._turn(position := played[-1][1])) in (None, self.you):
                return played
            if turn == CHANCE:
                thrown = roll(self._extensive, position, self.rng)
                face = FACES[thrown.number - 1] if thrown.faces == 6 else f"{thrown.number} of {thrown.faces}"
                told = getattr(self.game, "chance_text", lambda _, there: text_of(self.game, there))
                self._story.append(f"The die shows {face}: {told(position, thrown.position)}.")
                played.append((None, thrown.position))
            else:
                move = self._opponent(position)
                self._story.append(f"Your opponent: {move_text_of(self.game, position, move)}.")
                played.append((move, play_checked(self.game, position, move)))
        self._endless = True
        return played

    def _worth(self, position: Any) -> Fraction | float:
        """The value of a position to you; the middle of the interval, where only that is known."""
        known: Any = self.values.value(position)
        if isinstance(known, tuple) and not isinstance(known, Interval):  # what each player gets
            return known[self.you]  # type: ignore[no-any-return]
        value: Fraction | float = (known.lower + known.upper) / 2 if isinstance(known, Interval) else known
        return value if self.you == 0 else -value

    def _turn(self, position: Any) -> int | str | None:
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
