"""What a game's methods return at a position: checked, and refused with the position named where it makes no sense."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from numbers import Real
from typing import Any

import numpy as np

from gamelib.ask.inputs import LARGEST, hashable, is_exact, listed, number
from gamelib.ask.protocols import is_extensive
from gamelib.core import CHANCE, Outcome

#: What to give instead of other things.
PAIRS = "give a list of pairs (probability, position)"


def outcome(game: Any, position: Any) -> Any:
    """What a Game says of a position: None, or a finite number; raises ValueError for anything else."""
    said = game.outcome(position)
    return said if said is None or type(said) is Outcome else result(said, position)


def result(said: Any, position: Any) -> Any:
    """The result at an end, if it is a finite number; else ValueError."""
    if type(said) is Outcome:
        return said
    if isinstance(said, bool | np.bool_):
        raise ValueError(
            f"the outcome of {position!r} is {said!r}: give None where play goes on, and WIN, DRAW, LOSS or a number, "
            "for the player to move, where it is over"
        )
    plain = _plain(said)
    if not isinstance(plain, Real) or not -LARGEST <= plain <= LARGEST:  # type: ignore[operator]  # any number
        raise ValueError(f"the outcome of {position!r} is {said!r}: it must be a finite number, or WIN, DRAW, LOSS")
    return plain


def _plain(said: Any) -> Any:
    """A number of numpy's as one of Python's: its short ones overflow, and some whole ones have no negative."""
    return said.item() if isinstance(said, np.number) else said


def score(position: Any, evaluate: Callable[[Any], Any]) -> Any:
    """A guess at a value, if it is a number; else ValueError."""
    said = evaluate(position)
    if type(said) in (float, int) and said == said:
        return said
    plain = _plain(said)
    if isinstance(plain, bool) or not isinstance(plain, Real) or plain != plain:
        raise ValueError(f"the score of {position!r} is {said!r}: evaluate must give a number, for the player to move")
    return plain


def bounds(given: Any, position: Any) -> tuple[Any, Any]:
    """Bounds on a value as a game has given them, if they are two numbers, the lower one first; else ValueError."""
    try:
        low, high = given
        if type(low) is type(high) is int and low <= high:
            return low, high
        low, high = _plain(low), _plain(high)
        if isinstance(low, Real) and isinstance(high, Real) and low <= high:
            return low, high
    except (TypeError, ValueError):  # no two of anything
        pass
    raise ValueError(f"the bounds of {position!r} are {given!r}: give a pair (low, high), for the player to move")


def ordered(given: Any, position: Any) -> list[Any]:
    """The moves at a position as ``order`` has given them, as a list; raises ValueError for what is none."""
    wanted = "order gives a list of all of them"
    return given if type(given) is list else listed(given, f"the ordered moves at {position!r}", wanted)


def representative(game: Any, position: Any) -> Any:
    """What a game says of a position's symmetry class: ``(rep, back)``; raises ValueError for anything else."""
    given = game.representative(position)
    if isinstance(given, tuple | list) and len(given) == 2 and callable(given[1]):
        return given
    raise ValueError(
        f"representative({position!r}) gives {given!r}: give a pair (rep, back), back(move) being the move here that "
        "move is at rep"
    )


def shape(game: Any) -> tuple[int, int]:
    """The rows and columns of a game's board, if they are two whole numbers; else ValueError."""
    given = game.shape
    if isinstance(given, tuple | list) and len(given) == 2 and all(isinstance(one, int | np.integer) for one in given):
        return int(given[0]), int(given[1])
    raise ValueError(f"the shape of {type(game).__name__} is {given!r}: give (rows, columns)")


def moves(game: Any, position: Any) -> list[Any]:
    """The moves where somebody is to move; raises ValueError where there are none, and for None or arrays."""
    found = game.moves(position)
    if type(found) is not list:
        found = listed(found, f"the moves at {position!r}", "give a list of moves")
    if not found:
        over = "let turn say None where play is over" if is_extensive(game) else "say in outcome who has won there"
        raise ValueError(f"position {position!r} has no move, but is not over: {over}, or add the move (a pass is one)")
    for move in found:
        if move is None:
            raise ValueError(f"None is one of the moves at {position!r}: take another value, such as 'pass'")
        if type(move) is np.ndarray:
            raise ValueError(f"{move!r} is one of the moves at {position!r}: arrays cannot be compared, give tuples")
    return found


def steps(game: Any, position: Any) -> list[tuple[Any, Any]]:
    """Each move, or at a chance node its probability, and the position it leads to; [] where play is over."""
    if is_extensive(game):
        who = turn(game, position, players=None)
        if who is None:
            return []
        if who == CHANCE:
            return list(chances(game, position))
    elif outcome(game, position) is not None:
        return []
    return [(move, played(game, position, move)) for move in moves(game, position)]


def played(game: Any, position: Any, move: Any) -> Any:
    """The position after a move, once it is one.

    Parameters
    ----------
    game
        A Game or an ExtensiveGame.
    position, move
        A position, and one of its moves.

    Returns
    -------
    hashable
        What ``game.play`` gives.

    Raises
    ------
    ValueError
        Where that is None.
    TypeError
        Where it cannot be a dict key.

    Examples
    --------
    >>> from gamelib.games import Matches
    >>> played(Matches(15), 15, 3)
    12
    """
    there = game.play(position, move)
    if there is None:
        raise ValueError(
            f"play({position!r}, {move!r}) gives None: it must return the next position, and change nothing"
        )
    return hashable(there)


def turn(game: Any, position: Any, players: int | None = 2) -> Any:
    """Whose turn it is in an ExtensiveGame.

    Parameters
    ----------
    game, position
        An ExtensiveGame, and a position of it.
    players
        How many players there are; None, if that is not known.

    Returns
    -------
    int, CHANCE or None
        The number of the player to move; None where play is over.

    Raises
    ------
    ValueError
        For anything else that the game says.

    Examples
    --------
    >>> from gamelib.games import OverwriteTicTacToe
    >>> turn(OverwriteTicTacToe(2), ("X...", "O"))
    1
    """
    who = game.turn(position)
    if who is None or (isinstance(who, str) and who == CHANCE):
        return who
    if isinstance(who, bool) or not isinstance(who, int | np.integer) or not 0 <= who < (players or who + 1):
        there = "here play two, 0 and 1, and CHANCE" if players == 2 else "players are 0, 1, 2, ..., or CHANCE"
        raise ValueError(f"at {position!r} it is the turn of {who!r}: {there}")
    return int(who)


def chances(game: Any, position: Any) -> list[tuple[Fraction, Any]]:
    """The outcomes of a chance node that have a positive probability; ValueError unless they add up to 1."""
    return chances_of(chances_given(game, position), position)


def chances_given(game: Any, position: Any) -> list[Any]:
    """What a game says of a chance node, as a list; its entries are looked at by ``chances_of``."""
    if not callable(getattr(game, "chances", None)):
        raise TypeError(
            f"at {position!r} chance decides, but {type(game).__name__} has no method chances: it gives the pairs "
            "(probability, position)"
        )
    given = game.chances(position)
    return given if type(given) is list else listed(given, f"the chances at {position!r}", PAIRS)


def chances_of(given: list[Any], position: Any) -> list[tuple[Fraction, Any]]:
    """Those with a positive probability, of what a game has given; ValueError unless they add up to 1."""
    found = []
    for chance in given:
        if not isinstance(chance, tuple | list) or len(chance) != 2:
            raise ValueError(f"{chance!r} is one of the chances at {position!r}: {PAIRS}")
        probability = chance[0]
        if not is_exact(probability) or not 0 <= probability.numerator <= probability.denominator:
            probability = number(chance[0], f"a probability at {position!r}")
            if probability.numerator < 0:
                raise ValueError(f"a probability at {position!r} is negative: {chance[0]}")
        if probability:
            found.append((probability, hashable(chance[1])))
    if not found:
        raise ValueError(f"at {position!r} chance decides, but there is no outcome: give at least one, (1, position)")
    first, *others = (probability for probability, _ in found)
    total = sum(others, first)
    if total != 1:
        said = f"{total}, not to 1" if total.denominator < 10**6 else f"{float(total):.4g}, not to 1"
        if abs(total - 1) < 1e-9:
            said = "nearly 1, not to 1: floats are seldom exact, give Fractions"
        raise ValueError(f"the probabilities at {position!r} add up to {said}")
    return found


def payoffs(game: Any, position: Any) -> tuple[Any, ...]:
    """What each player gets at an end, as the game says it; raises ValueError for what are no numbers."""
    given = tuple(listed(game.payoffs(position), f"the payoffs at {position!r}", "give a tuple of numbers"))
    for one in given:
        number(one, f"a payoff at {position!r}")
    return given


def payoff(game: Any, position: Any) -> Fraction:
    """What player 0 gets at the end of a zero-sum game; raises ValueError unless two payoffs add up to 0."""
    both = listed(game.payoffs(position), f"the payoffs at {position!r}", "give a pair of numbers")
    if len(both) != 2:
        raise ValueError(f"the payoffs at {position!r} are {both!r}: here there are two players, a number for each")
    mine, others = (number(one, f"a payoff at {position!r}") for one in both)
    if mine + others != 0:
        raise ValueError(
            f"the payoffs at {position!r}, {tuple(both)!r}, do not add up to 0: what one gets the other must lose. "
            "For other payoffs, backward_induction"
        )
    return mine
