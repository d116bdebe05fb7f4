"""The gate: how every algorithm of this book asks a game.

A mistake in the rules of a game usually fails by itself, with an error from Python; ``diagnose``
then finds the sentence for it. But some mistakes raise nothing and lead to a wrong answer: an
outcome that is True or NaN, a position without moves in which play is not over, a move or a
position that is None. The functions of this file let none of these through, so an algorithm can be
read as if every game were in order.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import inf, isfinite
from numbers import Integral, Rational, Real
from typing import Any

from gamelib import mistakes
from gamelib.arguments import is_list_like, python_number
from gamelib.core import CHANCE, Outcome, is_extensive

#: A walk stops beyond this number of positions, unless another limit is given.
MAX_POSITIONS = 1_000_000

#: Results up to this size can be compared and added as floats without overflow.
LARGEST_RESULT = 1e300


def result(game: Any, position: Any) -> Any:
    """None while play goes on; otherwise the result for the player to move.

    Raises ValueError if the game gives anything but None or a finite number that is not too large.
    """
    outcome = game.outcome(position)
    return None if outcome is None else checked_result(position, outcome)


def checked_result(position: Any, outcome: Any) -> Any:
    """An outcome where play is over, if it is a finite number that is not too large."""
    if isinstance(outcome, Outcome):
        return outcome
    if not is_finite_number(outcome):
        raise mistakes.wrong_outcome(position, outcome)
    return int(outcome) if isinstance(outcome, Integral) else outcome  # short ones can overflow


def is_finite_number(given: Any) -> bool:
    """Whether something is a number, finite and not too large; NaN, True and False are not."""
    if isinstance(given, bool) or not isinstance(given, Real):
        return False
    number = python_number(given)
    return bool(-LARGEST_RESULT <= number <= LARGEST_RESULT)


def worth_of_endless_play(endless: Any, position: Any) -> Outcome:
    """What endless play is worth to the player to move: WIN, DRAW or LOSS, as ``endless`` says.

    Raises TypeError if ``endless`` is not a function, and ValueError if it gives anything else.
    """
    if isinstance(endless, type) or not callable(endless):
        raise mistakes.no_function_of_positions(endless)
    worth = endless(position)
    if isinstance(worth, Outcome):
        return worth
    if not is_finite_number(worth) or worth not in (-1, 0, 1):
        raise mistakes.wrong_worth(position, worth)
    return Outcome(int(worth))


def moves(game: Any, position: Any) -> list[Any]:
    """The moves at a position where play goes on, in the game's order.

    Raises ValueError if there are none, if one of them is None, or if they are not a list.
    """
    given = game.moves(position)
    found = list(given) if is_list_like(given) else []
    if not found or not all(map(is_move, found)):
        raise mistakes.wrong_moves(game, position, given, found)
    return found


def is_move(given: Any) -> bool:
    """Whether something can be a move. None cannot, nor an array, which cannot be compared."""
    return given is not None and getattr(given, "ndim", 0) == 0


def play(game: Any, position: Any, move: Any) -> Any:
    """The position after a move. Raises ValueError if the game gives None."""
    option = game.play(position, move)
    if option is None:
        raise mistakes.no_option(position, move)
    return option


def options(game: Any, position: Any) -> list[tuple[Any, Any]]:
    """Each move with the option that it leads to, in the game's order; empty if play is over."""
    if result(game, position) is not None:
        return []
    return [(move, play(game, position, move)) for move in moves(game, position)]


def options_of_player(game: Any, position: Any, player: str) -> list[tuple[Any, Any]]:
    """Each move of a player of a PartizanGame with its option, in the game's order; empty if the
    player cannot move.
    """
    given = game.moves(position, player)
    found = list(given) if is_list_like(given) else []
    if not is_list_like(given) or not all(map(is_move, found)):
        raise mistakes.wrong_moves(game, position, given, found)
    options = []
    for move in found:
        option = game.play(position, move, player)
        if option is None:
            raise mistakes.no_option(position, move)
        options.append((move, option))
    return options


def begin(game: Any, position: Any = None) -> Any:
    """The position asked for, or the start of the game.

    The game may refuse a position (``check_position``).
    """
    if position is not None:
        if callable(getattr(game, "check_position", None)):
            game.check_position(position)
        return position
    start = game.start()
    if start is None:
        raise mistakes.no_start()
    return start


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
    for position in waiting:  # the list grows while we walk along it
        if len(waiting) > max_positions:
            raise mistakes.too_many_positions(len(waiting), len(graph), solver)
        graph[position] = [option for _, option in options(game, position)]
        for option in graph[position]:
            if option not in met:
                met.add(option)
                waiting.append(option)
    return graph


def predecessors(graph: dict[Any, list[Any]]) -> dict[Any, list[Any]]:
    """The graph with every arrow reversed: for each position, those with a move to it."""
    before: dict[Any, list[Any]] = {position: [] for position in graph}
    for position, leads_to in graph.items():
        for option in leads_to:
            before[option].append(position)
    return before


# Games with chance, and of any number of players.


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


def checked_turn(game: Any, position: Any, players: float, expected: str) -> Any:
    """Whose turn it is. Raises ValueError, naming what is ``expected``, for anything else."""
    player = game.turn(position)
    if player is None or (isinstance(player, str) and player == CHANCE):
        return player
    is_number = isinstance(player, Integral) and not isinstance(player, bool)
    if not is_number or not 0 <= int(player) < players:
        raise mistakes.wrong_turn(position, player, expected)
    return int(player)


def chances(game: Any, position: Any) -> list[tuple[Fraction, Any]]:
    """What can happen at a chance node: each positive probability with the option that it has.

    Raises ValueError unless the game gives pairs whose probabilities add up to 1, and TypeError if
    it has no method ``chances``.
    """
    if not hasattr(game, "chances"):
        raise mistakes.no_chances(game, position)
    given = game.chances(position)
    if not is_list_like(given):
        raise mistakes.wrong_chances(position, given)
    pairs = [checked_pair(position, chance) for chance in given]
    found = [(probability, option) for probability, option in pairs if probability != 0]
    if not found:
        raise mistakes.nothing_can_happen(position)
    total = sum((probability for probability, _ in found), Fraction(0))
    if total != 1:
        raise mistakes.wrong_total(position, total)
    return found


def checked_pair(position: Any, chance: Any) -> tuple[Fraction, Any]:
    """One of the chances as a pair: its probability, a Fraction, and the option that it leads to.

    A float stands for its exact binary value, so 0.1 is not quite 1/10. Raises ValueError for
    anything but a pair of a number, 0 or more, and an option that is not None.
    """
    if not isinstance(chance, tuple | list) or len(chance) != 2:
        raise mistakes.wrong_chance(position, chance)
    probability, option = chance
    exact = fraction(probability, f"a probability at {position!r}")
    if exact < 0:
        raise mistakes.negative_probability(position, probability)
    if option is None:
        raise mistakes.chance_of_nothing(position)
    return exact, option


def payoffs(game: Any, position: Any) -> tuple[Any, ...]:
    """What each player gets at a terminal position of an ExtensiveGame, as the game gives it.

    Raises ValueError for what are not numbers.
    """
    given = game.payoffs(position)
    if not is_list_like(given):
        raise mistakes.wrong_payoffs(position, given)
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
        raise mistakes.not_two_payoffs(position, given)
    if len(exact) == 2 and sum(exact) != 0:
        raise mistakes.not_zero_sum(position, given)
    return exact[0]


def fraction(number: Any, what: str) -> Fraction:
    """A number as an exact Fraction of Python's own integers.

    Raises ValueError if it is not a finite number.
    """
    if isinstance(number, Rational):
        exact = Fraction(int(number.numerator), int(number.denominator))  # numpy's would overflow
    elif isinstance(number, Real) and isfinite(number):
        exact = Fraction(float(number))
    else:
        raise mistakes.not_a_number(number, what)
    if abs(exact.numerator) > int(LARGEST_RESULT) * exact.denominator:
        raise ValueError(f"{what} is too large: at most {LARGEST_RESULT:.0e} in size")
    return exact
