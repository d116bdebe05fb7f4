"""The gate: how every algorithm of this book asks a game.

A mistake in the rules of a game usually fails by itself, with an error from Python; ``diagnose``
then finds the sentence for it. But some mistakes raise nothing and lead to a wrong answer: an
outcome that is True or NaN, a position without moves in which play is not over, a move or a
position that is None. The functions of this file let none of these through, so an algorithm can be
read as if every game were in order. First comes what algorithms ask, and then the checks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sized
from fractions import Fraction
from math import inf, isfinite
from numbers import Integral, Rational, Real
from typing import Any

from gamelib.core import CHANCE, Outcome, TooLarge

#: A walk stops beyond this number of positions, unless another limit is given.
MAX_POSITIONS = 1_000_000

#: Results up to this size can be compared and added as floats without overflow.
LARGEST_RESULT = 1e300


def result(game: Any, position: Any) -> Any:
    """None while play goes on; otherwise the result for the player to move.

    Raises ValueError if the game gives anything but None or a finite number that is not too large.
    """
    outcome = game.outcome(position)
    return None if outcome is None else checked_result(outcome, position)


def moves(game: Any, position: Any) -> list[Any]:
    """The moves at a position where play goes on, in the game's order.

    Raises ValueError if there are none, if one of them is None, or if they are not a list.
    """
    return checked_moves(game.moves(position), game, position)


def play(game: Any, position: Any, move: Any) -> Any:
    """The position after a move. Raises ValueError if the game gives None."""
    option = game.play(position, move)
    if option is None:
        raise ValueError(
            f"play({position!r}, {move!r}) gives None: it must return the next "
            "position, and change nothing"
        )
    return option


def options(game: Any, position: Any) -> list[tuple[Any, Any]]:
    """Each move with the option that it leads to, in the game's order; empty if play is over."""
    if result(game, position) is not None:
        return []
    return [(move, play(game, position, move)) for move in moves(game, position)]


def begin(game: Any, position: Any = None) -> Any:
    """The position asked for, or the start of the game.

    The game may refuse a position (``check_position``).
    """
    if position is None:
        position = game.start()
        if position is None:
            raise ValueError("start() gives None: a position is any other hashable value")
    elif hasattr(game, "check_position"):
        game.check_position(position)
    return position


def reachable(
    game: Any, starts: Iterable[Any], max_positions: int, *, solver: str
) -> dict[Any, list[Any]]:
    """Every position that play can reach from the starts, with its options.

    Breadth first: the positions stand in the order in which they are met. Raises TooLarge beyond
    ``max_positions``, and recommends gamefast's ``solver``.
    """
    graph: dict[Any, list[Any]] = {}
    waiting = list(dict.fromkeys(starts))  # each once, in their order
    met = set(waiting)
    check_size(len(waiting), 0, max_positions, solver)
    for position in waiting:  # the list grows while we walk along it
        graph[position] = [option for _, option in options(game, position)]
        for option in graph[position]:
            if option not in met:
                met.add(option)
                waiting.append(option)
        check_size(len(waiting), len(graph), max_positions, solver)
    return graph


def predecessors(graph: dict[Any, list[Any]]) -> dict[Any, list[Any]]:
    """The graph with every arrow reversed: for each position, those with a move to it."""
    before: dict[Any, list[Any]] = {position: [] for position in graph}
    for position, leads_to in graph.items():
        for option in leads_to:
            before[option].append(position)
    return before


# Games with chance, and of any number of players.


def is_extensive(game: Any) -> bool:
    """Whether a game follows the protocol ExtensiveGame, and not the protocol Game."""
    return not hasattr(game, "outcome") and (hasattr(game, "turn") or hasattr(game, "payoffs"))


def steps(game: Any, position: Any) -> list[tuple[Any, Any]]:
    """The options of a position in a game of either protocol, with their moves or probabilities."""
    if not is_extensive(game):
        return options(game, position)
    player = turn(game, position)
    if player is None:
        return []
    if player == CHANCE:
        return chances(game, position)
    return [(move, play(game, position, move)) for move in moves(game, position)]


def turn(game: Any, position: Any) -> Any:
    """Whose turn it is in an ExtensiveGame: a player's number, CHANCE, or None if play is over."""
    return checked_turn(game, position, inf, "0, 1, 2, ..., or CHANCE")


def turn_of_two(game: Any, position: Any) -> Any:
    """Whose turn it is in an ExtensiveGame of two players: 0, 1, CHANCE, or None at the end."""
    return checked_turn(game, position, 2, "0, 1 and CHANCE; backward_induction takes more")


def chances(game: Any, position: Any) -> list[tuple[Fraction, Any]]:
    """The outcomes of a chance node that have a positive probability, each with it.

    Raises ValueError unless the probabilities add up to 1.
    """
    if not hasattr(game, "chances"):
        raise TypeError(
            f"at {position!r} chance decides, but {type(game).__name__} has no method "
            "chances: write one that gives the pairs (probability, position)"
        )
    return checked_chances(game.chances(position), position)


def payoffs(game: Any, position: Any) -> tuple[Any, ...]:
    """What each player gets at a terminal position of an ExtensiveGame, as the game gives it.

    Raises ValueError for what are not numbers.
    """
    given = game.payoffs(position)
    if not is_list_like(given):
        raise ValueError(f"the payoffs at {position!r} are {given!r}: give a tuple of numbers")
    found = tuple(given)
    for number in found:
        fraction(number, f"a payoff at {position!r}")
    return found


def payoff(game: Any, position: Any) -> Fraction:
    """What player 0 gets at a terminal position of a zero-sum game of two players, or of one alone.

    Raises ValueError for payoffs that do not add up to 0.
    """
    given = payoffs(game, position)
    exact = [fraction(number, f"a payoff at {position!r}") for number in given]
    if len(exact) not in (1, 2):
        raise ValueError(
            f"the payoffs at {position!r} are {given!r}: here there are two players, a "
            "number for each"
        )
    if len(exact) == 2 and sum(exact) != 0:
        raise ValueError(
            f"the payoffs at {position!r}, {given!r}, do not add up to 0: what one player gets "
            "the other must lose. For other payoffs, use backward_induction"
        )
    return exact[0]


# The checks.


def checked_result(outcome: Any, position: Any) -> Any:
    """An outcome where play is over, if it is a finite number that is not too large.

    Raises ValueError for anything else.
    """
    if type(outcome) is Outcome:
        return outcome
    if isinstance(outcome, bool) or not isinstance(outcome, Real) or not is_small(outcome):
        advice = "it must be a finite number, or WIN, DRAW, LOSS, for the player to move"
        if str(outcome) in ("True", "False") or is_empty(outcome):  # numpy has its own booleans
            advice = (
                "give None where play goes on, and WIN, DRAW, LOSS or a number, for the player to "
                "move, where it is over"
            )
        raise ValueError(f"the outcome of {position!r} is {outcome!r}: {advice}")
    return int(outcome) if isinstance(outcome, Integral) else outcome  # numpy's becomes Python's


def is_empty(given: Any) -> bool:
    """Whether something is an empty text or collection, given in the place of None."""
    return isinstance(given, Sized) and len(given) == 0


def is_small(number: Any) -> bool:
    """Whether a number is finite, and not too large for sums of floats; NaN is not."""
    return bool(-LARGEST_RESULT <= number <= LARGEST_RESULT)


def checked_moves(given: Any, game: Any, position: Any) -> list[Any]:
    """The moves that a game has given, if there are any, none of them None; otherwise ValueError."""
    if not is_list_like(given):
        raise ValueError(f"the moves at {position!r} are {given!r}: give a list of moves")
    found = list(given)
    if not found:
        advice = "say in outcome who has won there"
        if is_extensive(game):
            advice = "let turn say None where play is over"
        raise ValueError(
            f"position {position!r} has no move, but is not over: {advice}, or add the move (a "
            "pass is one)"
        )
    if any(move is None for move in found):
        raise ValueError(
            f"None is one of the moves at {position!r}: take another value, such as 'pass'"
        )
    arrays = [move for move in found if getattr(move, "ndim", 0) > 0]
    if arrays:
        raise ValueError(
            f"{arrays[0]!r} is one of the moves at {position!r}: arrays cannot be compared; give "
            "tuples"
        )
    return found


def is_list_like(given: Any) -> bool:
    """Whether something lists its elements one by one; a text and a dict are refused.

    >>> is_list_like([1, 2]), is_list_like(range(3)), is_list_like("12"), is_list_like(12)
    (True, True, False, False)
    """
    return isinstance(given, Iterable) and not isinstance(given, str | Mapping)


def check_size(positions: int, opened: int, most: int, solver: str) -> None:
    """Raise TooLarge if a walk has met more positions than it may.

    ``opened``: of how many of them the options are known. ``solver``: the function of gamefast that
    the error recommends.
    """
    if positions > most:
        raise TooLarge(
            f"{positions:,} positions so far, {opened:,} of them opened: raise max_positions, or "
            f"`from gamefast import {solver}`, which gives the same answer for hundreds of millions"
        )


def checked_turn(game: Any, position: Any, players: float, expected: str) -> Any:
    """Whose turn it is. Raises ValueError, naming what is ``expected``, for anything else."""
    player = game.turn(position)
    if player is None or (isinstance(player, str) and player == CHANCE):
        return player
    if (
        isinstance(player, bool)
        or not isinstance(player, Integral)
        or not 0 <= int(player) < players
    ):
        raise ValueError(
            f"at {position!r} it is the turn of {player!r}: the players here are {expected}"
        )
    return int(player)


#: The advice for chances that are no pairs.
PAIRS = "give a list of pairs (probability, position)"


def checked_chances(given: Any, position: Any) -> list[tuple[Fraction, Any]]:
    """The chances that a game has given, without those of probability 0.

    Raises ValueError unless they are pairs, and their probabilities add up to 1.
    """
    if not is_list_like(given):
        raise ValueError(f"the chances at {position!r} are {given!r}: {PAIRS}")
    pairs = [checked_pair(chance, position) for chance in given]
    found = [(probability, option) for probability, option in pairs if probability != 0]
    if not found:
        raise ValueError(
            f"at {position!r} chance decides, but there is no outcome: give at least one, "
            "(1, position)"
        )
    total = sum((probability for probability, _ in found), Fraction(0))
    if total != 1:
        raise ValueError(f"the probabilities at {position!r} add up to {sum_in_words(total)}")
    return found


def checked_pair(chance: Any, position: Any) -> tuple[Fraction, Any]:
    """One outcome of a chance node: its probability, and the option that it leads to."""
    if not isinstance(chance, tuple | list) or len(chance) != 2:
        raise ValueError(f"{chance!r} is one of the chances at {position!r}: {PAIRS}")
    probability, option = chance
    exact = fraction(probability, f"a probability at {position!r}")
    if exact < 0:
        raise ValueError(f"a probability at {position!r} is negative: {probability}")
    if option is None:
        raise ValueError(f"a chance at {position!r} leads to None: give the next position")
    return exact, option


def sum_in_words(total: Fraction) -> str:
    """What the probabilities of a chance node add up to, in words, if it is not 1."""
    if abs(total - 1) < 1e-9:
        return "nearly 1, not to 1: floats are seldom exact; give Fractions"
    if total.denominator < 10**6:
        return f"{total}, not to 1"
    return f"{float(total):.4g}, not to 1"


def fraction(number: Any, what: str) -> Fraction:
    """A number as an exact Fraction of Python's own integers.

    Raises ValueError if it is not a finite number.
    """
    if isinstance(number, Rational):
        exact = Fraction(int(number.numerator), int(number.denominator))  # numpy's would overflow
    elif isinstance(number, Real) and isfinite(number):
        exact = Fraction(float(number))
    else:
        raise ValueError(
            f"{what} is {number!r}: it must be a finite number, an int, a float or a Fraction"
        )
    if abs(exact.numerator) > int(LARGEST_RESULT) * exact.denominator:
        raise ValueError(f"{what} is too large: at most {LARGEST_RESULT:.0e} in size")
    return exact
