"""A game in progress, in a widget or a terminal: whose turn it is, what was played, and what the
opponent answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from numpy.random import Generator

from gamefast import ask
from gamelib import CHANCE, IllegalMove
from gamelib.play import Strategy, next_move, play_checked, roll

#: This many moves and throws without your turn are taken for endless play.
PATIENCE = 1_000

#: What is said when play is over, by your payoff or if that is another number, and if play goes on
#: for ever.
ENDS = {1: "You have won.", 0: "It is a draw.", -1: "You have lost."}
WORTH = "Play is over. It is worth {} to you."
ENDLESS = f"{PATIENCE:,} moves without your turn: play goes on for ever, and that is a draw."


class Turns:
    """A game of either kind in progress: you are player ``you``, 0 or 1, and the opponent is
    everybody else.

    ``numbers`` lists the moves made and the outcomes of chance, each by its number among those
    possible. ``been`` lists the positions, the present one last.
    """

    def __init__(
        self,
        game: Any,
        opponent: Strategy,
        rng: Generator,
        begin: Any,
        you: int = 0,
        played: Iterable[int] = (),
    ) -> None:
        self.game, self.opponent, self.rng, self.you = game, opponent, rng, you
        self.extensive = ask.is_extensive(game)
        self.numbers: list[int] = []
        self.been = [begin]
        for k in played:
            self.push(k)

    @property
    def position(self) -> Any:
        """The present position."""
        return self.been[-1]

    @property
    def turn(self) -> Any:
        """Whose turn it is now: a player, CHANCE, or None if play is over."""
        return self.turn_at(len(self.numbers))

    def turn_at(self, ply: int) -> Any:
        """Return whose turn it was after ``ply`` moves."""
        position = self.been[ply]
        if self.extensive:
            return ask.turn(self.game, position, players=None)
        return ply % 2 if ask.outcome(self.game, position) is None else None

    def push(self, number: int) -> None:
        """Make the move, or take the outcome of chance, that has this number among those
        possible.
        """
        self.been.append(ask.steps(self.game, self.position)[number][1])
        self.numbers.append(number)

    def play(self, move: Any) -> None:
        """Make a move; raise IllegalMove if it is not legal."""
        play_checked(self.game, self.position, move)
        self.push(ask.moves(self.game, self.position).index(move))

    def move(self, move: Any) -> None:
        """Make your move."""
        if self.turn != self.you:
            raise IllegalMove("play is over: begin a new game or take a move back")
        self.play(move)

    def reply(self) -> str:
        """Let chance or the opponent go on; return what the die shows, "" without a die."""
        if self.turn == CHANCE:
            thrown = roll(self.game, self.position, self.rng)
            self.push(
                [there for _, there in ask.chances(self.game, self.position)].index(thrown.position)
            )
            return (
                "⚀⚁⚂⚃⚄⚅"[thrown.number - 1]
                if thrown.faces == 6
                else f"{thrown.number} of {thrown.faces}"
            )
        try:
            self.play(next_move(self.opponent, self.been))
        except (Exception, KeyboardInterrupt) as error:
            error.add_note(f"your opponent, asked at {self.position!r}, raises")
            raise
        return ""

    def replies(self) -> Iterator[str]:
        """Go on until it is your turn, or play is over or taken to be endless; yield what the die
        shows each time.
        """
        for _ in range(PATIENCE):
            if self.turn in (None, self.you):
                return
            yield self.reply()

    def take_back(self) -> bool:
        """Go back to where you made your last move; return False if you made none. Dice will be
        thrown anew.
        """
        yours = [k for k in range(len(self.numbers)) if self.turn_at(k) == self.you]
        if yours:
            del self.numbers[yours[-1] :], self.been[yours[-1] + 1 :]
        return bool(yours)

    def ending(self) -> str:
        """Return how play has ended for you."""
        if self.turn is not None:
            return ENDLESS
        game, here, known = self.game, self.position, ENDS
        if not self.extensive:
            worth = game.outcome(here) if len(self.numbers) % 2 == self.you else -game.outcome(here)
        elif self.you < len(paid := ask.payoffs(game, here)):
            worth, known = paid[self.you], ENDS if len(paid) == 2 else {}
        else:
            raise ValueError(ask.unpaid(here, self.you, paid))
        return f"{why_over(game, here)} {known.get(worth) or WORTH.format(f'{float(worth):g}')}".strip()


def why_over(game: Any, position: Any) -> str:
    """Return why play is over, as a sentence; "" if the game does not say."""
    words = str(game.end_text(position)) if hasattr(game, "end_text") else ""
    return f"{words[0].upper()}{words[1:]}." if words else ""


def taken_back(error: BaseException) -> str:
    """Return what is said if a game, a strategy or a solver raises an error and the move is taken
    back.

    >>> taken_back(ZeroDivisionError("division by zero"))
    'Taken back, because it raises ZeroDivisionError: division by zero.'
    """
    words = " ".join(str(error).split()).rstrip(".")
    why = " ".join(getattr(error, "__notes__", ["it raises"]))
    return f"Taken back, because {why} {type(error).__name__}{': ' * bool(words)}{words}."
