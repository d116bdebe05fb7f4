"""A match: the moves of the strategies, the throws of the dice, and what each player gets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import lcm
from typing import Any, NamedTuple

import numpy as np

from gamelib import ask
from gamelib.core import CHANCE, IllegalMove, Record
from gamelib.play.strategies import AnyGame, Strategy, asked

#: The number of moves and throws after which a match is stopped.
LONGEST = 100_000


@dataclass(frozen=True, repr=False)
class Match(Record):
    """One line of play. ``positions`` has one entry more than ``moves``; a move None stands for a
    throw of dice.

    ``payoffs``: what each player gets; in a Game, player 0 is the first player. A match that was
    stopped at the limit is not ``finished``: it counts as endless play, 0 for every player.
    ``result``: what player 0 gets.
    """

    moves: tuple[Any, ...]
    positions: tuple[Any, ...]
    payoffs: tuple[Any, ...]
    finished: bool

    @property
    def result(self) -> Any:
        """What player 0 gets."""
        return self.payoffs[0]


def match(
    game: AnyGame,
    *players: Strategy,
    position: Any = None,
    rng: np.random.Generator | None = None,
    limit: int = LONGEST,
) -> Match:
    """Let strategies play a game, one for each player.

    Parameters
    ----------
    game
        A Game, or an ExtensiveGame of as many players as there are strategies.
    *players
        Functions from position to move, such as a solver's answer. In a Game, the first one moves
        first.
    position
        Where play begins; the start if none is given.
    rng
        Throws the dice, if there are any.
    limit
        The match is stopped after this many moves and throws.

    Returns
    -------
    Match
        The moves, the positions, and what each player gets.

    Raises
    ------
    IllegalMove
        For an illegal move, saying which player made it.
    TypeError, ValueError
        For anything that is not a game, strategy or position, and for a game that contradicts its
        protocol.

    Examples
    --------
    >>> from gamelib import match, solve
    >>> from gamelib.games import Matches
    >>> match(Matches(15), solve(Matches(15)), lambda pile: 1).moves
    (3, 1, 3, 1, 3, 1, 3)
    """
    extensive = ask.is_extensive(ask.any_game(game))
    if not players or (not extensive and len(players) != 2):
        raise TypeError(
            f"strategies given: {len(players)}. Give one for each player, match(game, first, "
            "second)"
        )
    for k, player in enumerate(players):
        ask.strategy(player, f"player {k}")
    here = ask.position(game, position)
    positions, moves = [here], list[Any]()
    while (turn := _turn(game, extensive, here, len(moves), len(players))) is not None and len(
        moves
    ) < limit:
        if turn == CHANCE:
            move, here = None, roll(game, here, ask.source_of_chance(rng)).position
        else:
            move = asked(players[turn], positions)
            try:
                move = _checked(game, here, move)
                here = ask.played(game, here, move)
            except IllegalMove as error:
                whose = f"player {turn}" if extensive else f"the {('first', 'second')[turn]} player"
                raise IllegalMove(f"{whose} at {here!r}: {error}") from None
        moves.append(move)
        positions.append(here)
    payoffs = (
        (0,) * len(players) if turn is not None else _payoffs(game, here, len(moves), len(players))
    )
    return Match(tuple(moves), tuple(positions), payoffs, turn is None)


def _turn(game: Any, extensive: bool, position: Any, made: int, players: int) -> Any:
    """Whose turn it is after ``made`` moves, in either protocol."""
    if extensive:
        turn = ask.turn(game, position, players=None)
        if isinstance(turn, int) and turn >= players:
            raise ValueError(
                f"player {turn} is to move at {position!r}: give a strategy for each, not {players}"
            )
        return turn
    return None if ask.outcome(game, position) is not None else made % 2


def _payoffs(game: Any, position: Any, made: int, players: int) -> tuple[Any, ...]:
    """What each player gets when play is over, in either protocol."""
    if not ask.is_extensive(game):
        result = ask.outcome(game, position) + 0  # a plain number, as its negative is
        return (result, 0 - result) if made % 2 == 0 else (0 - result, result)
    payoffs = ask.payoffs(game, position)
    if len(payoffs) != players:
        raise ValueError(
            f"the payoffs at {position!r} are {payoffs!r}: give a strategy for each, not {players}"
        )
    return payoffs


class Roll(NamedTuple):
    """A throw of a die: how many faces it has, the number it shows, and the position it leads
    to.
    """

    faces: int
    number: int
    position: Any


def roll(game: Any, position: Any, rng: np.random.Generator) -> Roll:
    """Throw a die at a chance node: an ordinary one if 6 faces will do, otherwise one with as many
    as needed.

    The first outcome gets the lowest numbers of the die, as many as its probability says, and so
    on. Raises the errors of ``ask.chances``.

    >>> from gamelib.games import Tree
    >>> coin = Tree({"toss": ("chance", {"heads": ("1/2", (1, -1)), "tails": ("1/2", (-1, 1))})}, players=("I", "II"))
    >>> roll(coin, "toss", np.random.default_rng(1))         # 1, 2, 3 are heads, 4, 5, 6 are tails
    Roll(faces=6, number=4, position=(-1, 1))
    """
    chances = ask.chances(game, position)
    faces = lcm(*(probability.denominator for probability, _ in chances))
    faces = 6 if 6 % faces == 0 else faces
    number = 1 + int(Fraction(rng.random()) * faces)
    last = accumulate(probability * faces for probability, _ in chances)
    return Roll(
        faces,
        number,
        next(there for end, (_, there) in zip(last, chances, strict=True) if number <= end),
    )


def play_checked(game: AnyGame, position: Any, move: Any) -> Any:
    """The position after a move that may be illegal, even if the game's own ``play`` does not check
    moves.

    Raises IllegalMove, saying which moves there are.

    >>> from gamelib.games import Matches
    >>> play_checked(Matches(15), 15, 3)
    12
    """
    return ask.played(game, position, _checked(game, position, move))


def _checked(game: AnyGame, position: Any, move: Any) -> Any:
    """The game's own move that is meant; raises IllegalMove if there is none."""
    moves = ask.moves(game, position)
    number = which_move(moves, move)
    if number is not None:
        return moves[number]
    try:
        game.play(position, move)  # the game may say more clearly why not
    except IllegalMove:
        raise
    except Exception:  # not a move at all: an array, a list, something else
        pass
    raise IllegalMove(f"{move!r} is not one of the moves {moves!r}")


def which_move(moves: Sequence[Any], given: Any) -> int | None:
    """The number of the move that a strategy has given, or None if it is none of the moves.

    A whole number of numpy's is a whole number. But True is not 1, and neither is 1.0.

    >>> which_move([1, 2, 3], np.int64(2)), which_move([1, 2, 3], 2.0), which_move([(0, 1)], (0, np.int8(1)))
    (1, None, 0)
    """
    return next((number for number, move in enumerate(moves) if _is_move(given, move)), None)


def _is_move(given: Any, move: Any) -> bool:
    """Whether this is the move, and not only equal to it."""
    given = given.item() if isinstance(given, np.generic) else given
    move = move.item() if isinstance(move, np.generic) else move
    if isinstance(given, tuple) and isinstance(move, tuple):
        return len(given) == len(move) and all(map(_is_move, given, move))
    if not isinstance(given, _kinds(move)) or isinstance(given, bool) != isinstance(move, bool):
        return False
    try:
        return bool(given == move)
    except Exception:  # whatever its class does to be compared
        return False


def _kinds(move: Any) -> tuple[type, ...]:
    """The types as which a move can be given."""
    if isinstance(move, int):
        return (int,)
    if isinstance(move, Fraction):
        return (int, Fraction)
    if isinstance(move, float):
        return (int, Fraction, float)
    return (type(move),)
