"""The sentences for mistakes in the rules of a game: what is wrong, where, and what to do.

The gate (``gate``) sees that something is wrong, and raises the error that a function of this file
makes. Here stands what a person should be told, so there it need not stand in a reader's way. No
function of this file runs while all goes well.
"""

from __future__ import annotations

from collections.abc import Sized
from fractions import Fraction
from typing import Any

from gamelib.arguments import is_list_like
from gamelib.core import Outcome, TooLarge, is_extensive

#: The advice for chances that are no pairs.
PAIRS = "give a list of pairs (probability, position)"


def no_start() -> ValueError:
    """The error for a game whose start is None."""
    return ValueError("start() gives None: a position is any other hashable value")


def wrong_outcome(position: Any, outcome: Any) -> ValueError:
    """The error for an outcome that is neither None nor a finite number of moderate size."""
    advice = "it must be a finite number, or WIN, DRAW, LOSS, for the player to move"
    is_truth_value = str(outcome) in ("True", "False")  # numpy has its own
    is_empty = isinstance(outcome, Sized) and len(outcome) == 0
    if is_truth_value or is_empty:  # given in the place of None
        advice = (
            "give None where play goes on, and WIN, DRAW, LOSS or a number, for the player to "
            "move, where it is over"
        )
    return ValueError(f"the outcome of {position!r} is {outcome!r}: {advice}")


def no_function_of_positions(given: Any) -> TypeError:
    """The error for an ``endless`` that is not a function, such as LOSS: for whom?"""
    return TypeError(
        f"endless is {given!r}: give a function from a position to WIN or LOSS, what endless play "
        "is worth to the player to move there, because a result alone names no player"
    )


def wrong_worth(position: Any, worth: Any) -> ValueError:
    """The error for an ``endless`` that gives neither WIN nor DRAW nor LOSS at a position."""
    return ValueError(
        f"endless({position!r}) gives {worth!r}: it must be WIN, DRAW or LOSS, what endless play "
        "is worth to the player to move there"
    )


def worth_does_not_alternate(position: Any, option: Any, worth: Any) -> ValueError:
    """The error for an ``endless`` that does not change sides along a move."""
    return ValueError(
        f"endless({position!r}) is {worth!r}, so after the move to {option!r} it must be "
        f"{Outcome(-worth)!r}, because the other player is to move there. A position must tell "
        "whose turn it is"
    )


def number_beside_endless(position: Any, result: Any) -> ValueError:
    """The error for a result that is a number, where ``endless`` says who wins endless play."""
    return ValueError(
        f"the outcome of {position!r} is {result!r}: with endless=..., every result must be WIN, "
        "DRAW or LOSS"
    )


def wrong_moves(game: Any, position: Any, given: Any, found: list[Any]) -> ValueError:
    """The error for what a game gives as the moves at a position where play goes on.

    ``found``: the moves in ``given``, if it has any.
    """
    if not is_list_like(given):
        return ValueError(f"the moves at {position!r} are {given!r}: give a list of moves")
    if not found:
        advice = "say in outcome who has won there"
        if is_extensive(game):
            advice = "let turn say None where play is over"
        return ValueError(
            f"position {position!r} has no move, but is not over: {advice}, or add the move (a "
            "pass is one)"
        )
    for move in found:
        if move is None:
            return ValueError(
                f"None is one of the moves at {position!r}: take another value, such as 'pass'"
            )
    array = next(move for move in found if getattr(move, "ndim", 0) > 0)
    return ValueError(
        f"{array!r} is one of the moves at {position!r}: arrays cannot be compared; give tuples"
    )


def no_option(position: Any, move: Any) -> ValueError:
    """The error for a move that leads to None."""
    return ValueError(
        f"play({position!r}, {move!r}) gives None: it must return the next position, and change "
        "nothing"
    )


def too_many_positions(positions: int, opened: int, solver: str) -> TooLarge:
    """The error for a walk that has met more positions than it may.

    ``opened``: of how many of them the options are known. ``solver``: the function of gamefast that
    the error recommends.
    """
    return TooLarge(
        f"{positions:,} positions so far, {opened:,} of them opened: raise max_positions, or "
        f"`from gamefast import {solver}`, which gives the same answer for hundreds of millions"
    )


# Games with chance, and of any number of players.


def wrong_turn(position: Any, player: Any, expected: str) -> ValueError:
    """The error for a turn that is no player's; ``expected``: whose it can be."""
    return ValueError(
        f"at {position!r} it is the turn of {player!r}: the players here are {expected}"
    )


def no_chances(game: Any, position: Any) -> TypeError:
    """The error for a game in which chance decides, but without a method ``chances``."""
    return TypeError(
        f"at {position!r} chance decides, but {type(game).__name__} has no method chances: write "
        "one that gives the pairs (probability, position)"
    )


def wrong_chances(position: Any, given: Any) -> ValueError:
    """The error for chances that are not a list."""
    return ValueError(f"the chances at {position!r} are {given!r}: {PAIRS}")


def wrong_chance(position: Any, chance: Any) -> ValueError:
    """The error for one of the chances that is not a pair."""
    return ValueError(f"{chance!r} is one of the chances at {position!r}: {PAIRS}")


def negative_probability(position: Any, probability: Any) -> ValueError:
    """The error for a probability below 0."""
    return ValueError(f"a probability at {position!r} is negative: {probability}")


def chance_of_nothing(position: Any) -> ValueError:
    """The error for a chance that leads to None."""
    return ValueError(f"a chance at {position!r} leads to None: give the next position")


def nothing_can_happen(position: Any) -> ValueError:
    """The error for a chance node where no outcome has a positive probability."""
    return ValueError(
        f"at {position!r} chance decides, but there is no outcome: give at least one, (1, position)"
    )


def wrong_total(position: Any, total: Fraction) -> ValueError:
    """The error for probabilities that do not add up to 1."""
    if abs(total - 1) < 1e-9:
        words = "nearly 1, not to 1: floats are seldom exact; give Fractions"
    elif total.denominator < 10**6:
        words = f"{total}, not to 1"
    else:
        words = f"{float(total):.4g}, not to 1"
    return ValueError(f"the probabilities at {position!r} add up to {words}")


def wrong_payoffs(position: Any, given: Any) -> ValueError:
    """The error for payoffs that are not a list."""
    return ValueError(f"the payoffs at {position!r} are {given!r}: give a tuple of numbers")


def not_two_payoffs(position: Any, given: Any) -> ValueError:
    """The error for payoffs where a solver for two players, or for one alone, finds more."""
    return ValueError(
        f"the payoffs at {position!r} are {given!r}: here there are two players, a number for each"
    )


def not_zero_sum(position: Any, given: Any) -> ValueError:
    """The error for payoffs of two players that do not add up to 0."""
    return ValueError(
        f"the payoffs at {position!r}, {given!r}, do not add up to 0: what one player gets the "
        "other must lose. For other payoffs, use backward_induction"
    )


def not_a_number(number: Any, what: str) -> ValueError:
    """The error for a payoff or a probability that is not a finite number."""
    return ValueError(
        f"{what} is {number!r}: it must be a finite number, an int, a float or a Fraction"
    )
