"""Play a game in a terminal, against best play."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np

from gamecourse.command import Refusal
from gamecourse.show.parsing import parse_value
from gamecourse.show.session import Session
from gamefast import ask, registry, solve
from gamefast.advice import advise, answer_of_extensive
from gamelib import CHANCE, Answer, Solution
from gamelib.core import IllegalMove, TooLarge, move_text_of, text_of
from gamelib.play import tricky

#: What you can type.
WHAT_TO_TYPE = "Type the number of a move, or the move; or hint, back, quit."

#: A game without arrays of its own is solved whole up to this many positions; otherwise each move
#: is searched anew.
MOST_SOLVED = 20_000

#: At most this many positions are then looked at before a move.
MOST_NODES = 50_000


class BestPlay:
    """The opponent: best play, from an answer for the whole game if that is quick, otherwise from
    ``advise``.
    """

    def __init__(self, game: Any) -> None:
        self.game = game
        self.answer: Answer[Any, Any, Any] | None = None
        if ask.is_extensive(game):
            self.answer = answer_of_extensive(game)[0]
        elif registry.arena(game) is not None:  # the engine has arrays for it
            self.answer = solve(game)
        else:
            with suppress(TooLarge):
                self.answer = solve(game, max_positions=MOST_SOLVED)

    def __call__(self, position: Any) -> Any:
        if self.answer is not None:
            return self.answer.best(position)
        return advise(self.game, position, nodes=MOST_NODES).best

    def hint(self, position: Any) -> str:
        """Return the best move here, and what the position is worth to you, who are to move."""
        if self.answer is None:
            advice = str(advise(self.game, position, nodes=MOST_NODES))
            words_alone, _, _ = advice.partition(". Found by")  # not by which search
            return words_alone
        words = move_text_of(self.game, position, self.answer.best(position))
        if not ask.is_extensive(self.game):
            return f"{self.answer[position]}: {words}"
        value = self.answer.value(position)
        turn = ask.turn(self.game, position, players=None)
        if isinstance(value, tuple):  # a payoff for each player
            value = value[turn]
        elif turn == 1:  # a single number is for player 0
            value = -value
        return f"worth {value} to you: {words}"


def play_in_terminal(
    game: Any, *, second: bool = False, rng: np.random.Generator | int | None = None
) -> None:
    """Play a Game or an ExtensiveGame against best play, by typing, to the end or until you leave.

    With ``second`` the computer begins; in an ExtensiveGame you are then player 1, not 0. ``rng``,
    a generator or a seed, throws the dice; if none is given, they fall differently each time.
    Raises TypeError, ValueError and TooLarge as ``solve``, ``exact_values`` and
    ``backward_induction`` do, for anything that is not a game or is too large to play well.
    """
    opponent = BestPlay(ask.any_game(game))
    # Of equally good moves, ``tricky`` makes one that is hard to reply to.
    strategy = tricky(opponent.answer) if isinstance(opponent.answer, Solution) else opponent
    session = Session(game, strategy, np.random.default_rng(rng), ask.position(game), int(second))
    print(WHAT_TO_TYPE)
    while True:
        for _ in session.replies():
            _print_last_move(session, "The computer")
        if session.turn != session.you:
            print(f"\n{text_of(game, session.position)}\n{session.ending()}")
            return
        if not _your_turn(session, opponent):
            print("You have left before the end.")
            return


def _print_last_move(session: Session, player: str) -> None:
    """Print the last move, made by this player, or the last outcome of chance."""
    game = session.game
    before, after = session.positions[-2:]
    if session.turn_at(len(session.numbers) - 1) == CHANCE:
        has_words = hasattr(game, "chance_text")
        words = game.chance_text(before, after) if has_words else text_of(game, after)
        print(f"Chance: {words}.")
    else:
        move, _ = ask.steps(game, before)[session.numbers[-1]]
        print(f"{player}: {move_text_of(game, before, move)}.")


def _your_turn(session: Session, opponent: BestPlay) -> bool:
    """Show the position and read what you type until you move or take a move back; return False if
    you leave.
    """
    game, position = session.game, session.position
    moves_by_number = _numbered(ask.moves(game, position))
    print(f"\n{text_of(game, position)}")
    for name, move in moves_by_number.items():
        print(f"  {name}. {move_text_of(game, position, move)}")
    while True:
        typed = _read_line()
        word = typed.lower()
        if word in ("quit", "q"):
            return False
        if word == "hint":
            print(opponent.hint(position))
        elif word in ("help", "?"):
            print(WHAT_TO_TYPE)
        elif word == "back":
            if session.take_back():
                return True
            print("There is nothing to take back.")
        elif typed:
            try:
                session.move(_parse_move(game, position, moves_by_number, typed))
            except IllegalMove as error:
                print(error)
            else:
                _print_last_move(session, "You")
                return True


def _read_line() -> str:
    """Return what you type, each space once, or "quit" at the end of the input."""
    try:
        return " ".join(input("Your move: ").split())
    except EOFError:
        print()
        return "quit"
    except UnicodeDecodeError:
        raise Refusal("standard input: it is not text") from None


def _numbered(moves: list[Any]) -> dict[str, Any]:
    """Return the moves by the numbers, as text, that you type for them: the moves themselves if all
    are whole numbers, otherwise 1, 2, 3, ...
    """
    if all(isinstance(move, int | np.integer) and not isinstance(move, bool) for move in moves):
        return {str(int(move)): move for move in moves}
    return {str(k): move for k, move in enumerate(moves, 1)}


def _parse_move(game: Any, position: Any, moves_by_number: dict[str, Any], typed: str) -> Any:
    """Return the move that is meant; raise IllegalMove, with a sentence, if the text fits no move
    or several moves.
    """
    if typed in moves_by_number:
        return moves_by_number[typed]
    value = parse_value(typed)  # such as a tuple, if it is typed as in Python
    plain = _plain(typed)

    def is_meant(move: Any) -> bool:
        words = [_plain(str(move)), _plain(move_text_of(game, position, move))]
        return plain in words or (isinstance(move, type(value)) and bool(move == value))

    meant = list(filter(is_meant, moves_by_number.values()))
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise IllegalMove(f"{typed!r} can mean {len(meant)} moves: type the number of one")
    numbers = list(moves_by_number)
    last = f" to {numbers[-1]}" if len(numbers) > 1 else ""
    raise IllegalMove(
        f"{typed!r} is not a move here: type a number, {numbers[0]}{last}, a move, hint, back or "
        "quit"
    )


def _plain(text: str) -> str:
    """Return a text without spaces and capital letters."""
    return "".join(text.lower().split())
