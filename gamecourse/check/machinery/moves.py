"""Is this even a move? In one place for all exercises in which a strategy is wanted."""

from __future__ import annotations

from typing import Any

from gamecourse.check.machinery.asked import brief, kind_of, shorten, shown
from gamecourse.check.machinery.plain import plain, same, same_kind
from gamelib import ask
from gamelib.core import Game, IllegalMove

#: So many moves are listed.
MOVES_TOLD = 6


def move_of(game: Game[Any, Any], position: Any, found: Any) -> tuple[Any, str]:
    """The move that is meant, or why it is none.

    Parameters
    ----------
    game
        A Game.
    position
        Where the student's strategy is to move.
    found
        What it returns, as plain data: a list for a pair will do.

    Returns
    -------
    tuple
        The move as the game has it, and an empty text; or None, and the words.

    Examples
    --------
    >>> from gamelib.games import Matches, Nim
    >>> move_of(Nim((3, 4)), (3, 4), [1, 2]), move_of(Matches(5), 5, 4)[1]
    (((1, 2), ''), 'your move 4 is not allowed: take 4 from a pile of 5: only 1, 2, 3 may be taken')
    >>> move_of(Matches(5), 5, "left")[1]
    "the text 'left' is no move: a move is a number; here 1, 2, 3"
    """
    moves = ask.moves(game, position)
    for move in moves:
        if same(found, plain(move)):
            return move, ""
    if found is None:
        return None, "your strategy returns nothing (None): is a return missing?"
    told = ", ".join(repr(move) for move in moves[:MOVES_TOLD]) + (", ..." if len(moves) > MOVES_TOLD else "")
    if not any(same_kind(found, plain(move)) for move in moves):
        kinds = {_kind_of_move(move) for move in moves}
        return None, f"{shown(found)} is no move: a move is {' or '.join(sorted(kinds))}; here {shorten(told)}"
    return None, f"your move {brief(found)} is not allowed: {_why(game, position, found, told)}"


def _kind_of_move(move: Any) -> str:
    pair = isinstance(move, tuple) and len(move) == 2 and all(isinstance(part, int) for part in move)
    return "a pair of numbers" if pair else kind_of(plain(move))


def _why(game: Game[Any, Any], position: Any, found: Any, told: str) -> str:
    """What the game itself says against a move; or which moves there are."""
    try:
        game.play(position, tuple(found) if isinstance(found, list) else found)
    except IllegalMove as error:
        return shorten(str(error))
    except Exception:  # the rules need not cope with what is no move
        pass
    return f"here it can be {shorten(told)}"
