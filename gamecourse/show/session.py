"""A game in progress, in a widget or a terminal: whose turn it is, what was played, and what the
opponent answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from gamelib import gate
from gamelib.core import CHANCE, IllegalMove, is_extensive
from gamelib.induction import missing_payoff
from gamelib.play import Strategy, next_move, play_checked, roll

#: This many moves and throws without your turn are taken for endless play.
PATIENCE = 1_000

#: What is said when play is over, by your payoff or if that is another number, and if play goes on
#: for ever.
ENDS = {1: "You have won.", 0: "It is a draw.", -1: "You have lost."}
WORTH = "Play is over. It is worth {} to you."
ENDLESS = f"{PATIENCE:,} moves without your turn: play goes on for ever, and that is a draw."


class Session:
    """A game of either kind in progress: you are player ``you``, 0 or 1, and the opponent is
    everybody else.

    ``begin`` is the position where play begins, ``rng`` throws the dice (``random.Random(1)``, or a
    Generator of numpy), and ``played`` are the numbers of moves made already. ``numbers`` lists the
    moves made and the outcomes of chance, each by its number among those possible. ``positions``
    lists the positions, the present one last.
    """

    def __init__(
        self,
        game: Any,
        opponent: Strategy,
        rng: Any,
        begin: Any,
        you: int = 0,
        played: Iterable[int] = (),
    ) -> None:
        self.game = game
        self.opponent = opponent
        self.rng = rng
        self.you = you
        self.extensive = is_extensive(game)
        self.numbers: list[int] = []
        self.positions = [begin]
        for k in played:
            self.push(k)

    @property
    def position(self) -> Any:
        """The present position."""
        return self.positions[-1]

    @property
    def turn(self) -> Any:
        """Whose turn it is now: a player, CHANCE, or None if play is over."""
        return self.turn_at(len(self.numbers))

    def turn_at(self, ply: int) -> Any:
        """Return whose turn it was after ``ply`` moves and throws."""
        position = self.positions[ply]
        if self.extensive:
            return gate.turn(self.game, position)
        return ply % 2 if gate.result(self.game, position) is None else None

    def push(self, number: int) -> None:
        """Make the move, or take the outcome of chance, that has this number among those
        possible.
        """
        self.positions.append(gate.steps(self.game, self.position)[number][1])
        self.numbers.append(number)

    def play(self, move: Any) -> None:
        """Make a move; raise IllegalMove if it is not legal."""
        play_checked(self.game, self.position, move)
        self.push(gate.moves(self.game, self.position).index(move))

    def move(self, move: Any) -> None:
        """Make your move."""
        if self.turn != self.you:
            raise IllegalMove("play is over: begin a new game or take a move back")
        self.play(move)

    def reply(self) -> str:
        """Let chance or the opponent go on; return what the die shows, "" without a die."""
        if self.turn == CHANCE:
            outcomes = [position for _, position in gate.chances(self.game, self.position)]
            throw = roll(self.game, self.position, self.rng)
            self.push(outcomes.index(throw.position))
            if throw.faces == 6:
                return "⚀⚁⚂⚃⚄⚅"[throw.number - 1]
            return f"{throw.number} of {throw.faces}"
        try:
            self.play(next_move(self.opponent, self.positions))
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
            del self.numbers[yours[-1] :]
            del self.positions[yours[-1] + 1 :]
        return bool(yours)

    def ending(self) -> str:
        """Return how play has ended for you."""
        if self.turn is not None:
            return ENDLESS
        worth = self._payoff()
        words = WORTH.format(f"{float(worth):g}")
        if self._is_for_two() and worth in ENDS:  # 1 of three players' payoffs is no win
            words = ENDS[worth]
        return f"{why_over(self.game, self.position)} {words}".strip()

    def is_won(self) -> bool:
        """Return whether play is over, and you have won."""
        return self.turn is None and self._is_for_two() and self._payoff() == 1

    def _is_for_two(self) -> bool:
        """Return whether two players are paid, so that one of them wins what the other loses."""
        return not self.extensive or len(gate.payoffs(self.game, self.position)) == 2

    def _payoff(self) -> Any:
        """Return what the end of play is worth to you."""
        if not self.extensive:
            outcome = self.game.outcome(self.position)  # for the player to move
            you_are_to_move = len(self.numbers) % 2 == self.you
            return outcome if you_are_to_move else -outcome
        payoffs = gate.payoffs(self.game, self.position)
        if self.you >= len(payoffs):
            raise ValueError(missing_payoff(self.position, self.you, payoffs))
        return payoffs[self.you]


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
    who_raises = " ".join(getattr(error, "__notes__", ["it raises"]))  # such as in ``reply``
    name = type(error).__name__
    what = f"{name}: {words}" if words else name
    return f"Taken back, because {who_raises} {what}."
