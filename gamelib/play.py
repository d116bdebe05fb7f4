"""Playing a game: a strategy is a function from position to move.

``solution.best`` is one, perfect; ``random_moves`` makes one that knows only the rules; any function of a
student's is another. ``match`` lets two of them play.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import lcm
from typing import Any, NamedTuple

import numpy as np

from gamelib.answers import Solution
from gamelib.arenas.chance import NATURE, NOBODY, checked_chances, checked_payoff, checked_turn
from gamelib.core import ExtensiveGame, Game, IllegalMove, check_extensive, root_of

Strategy = Callable[[Any], Any]


@dataclass(frozen=True)
class Match:
    """One play of a game. ``positions`` has one entry more than ``moves``.

    ``result`` is for the player who moved first, with dice for player 0; a play cut off at the limit is endless for all
    we know, worth 0, and not ``finished``.
    """

    moves: tuple[Any, ...]
    positions: tuple[Any, ...]
    result: float
    finished: bool


def match(
    game: Game[Any, Any], first: Strategy, second: Strategy, *, position: Any = None, limit: int = 1_000
) -> Match:
    """Let two strategies play, from the start or from ``position``, for at most ``limit`` single moves.

    Raises IllegalMove, saying which strategy it was, for a move that is not there.

    >>> from gamelib import match, solve
    >>> from gamelib.games import Matches
    >>> perfect = solve(Matches(15)).best
    >>> match(Matches(15), perfect, lambda pile: 1).moves
    (3, 1, 3, 1, 3, 1, 3)
    """
    position = game.start() if position is None else position
    positions: list[Any] = [position]
    moves: list[Any] = []
    while (result := game.outcome(position)) is None and len(moves) < limit:
        player = len(moves) % 2
        move = (first, second)[player](position)
        try:
            position = play_checked(game, position, move)
        except IllegalMove as error:
            raise IllegalMove(f"the {('first', 'second')[player]} player at {position!r}: {error}") from None
        moves.append(move)
        positions.append(position)
    sign = 1 if len(moves) % 2 == 0 else -1
    return Match(tuple(moves), tuple(positions), 0 if result is None else sign * result, result is not None)


def match_with_dice(
    game: ExtensiveGame[Any, Any],
    first: Strategy,
    second: Strategy,
    *,
    rng: np.random.Generator,
    position: Any = None,
    limit: int = 100_000,
) -> Match:
    """Let player 0 (``first``) and player 1 play an ExtensiveGame; ``rng`` throws the dice.

    A strategy is a function from position to move. ``result`` is for player 0, as a float; ``moves`` has None where the
    dice have decided. After ``limit`` moves and throws play is cut off: worth 0, and not ``finished``. Raises
    IllegalMove as ``match`` does, errors that name the position for wrong turns, probabilities and payoffs, and
    TypeError for what is no ExtensiveGame.

    >>> from gamelib import exact_values
    >>> from gamelib.games import OverwriteTicTacToe
    >>> game = OverwriteTicTacToe(2)
    >>> best = exact_values(game).best
    >>> match_with_dice(game, best, best, rng=np.random.default_rng(1)).result
    1.0
    """
    check_extensive(game)
    position = root_of(game, position)
    positions: list[Any] = [position]
    moves: list[Any] = []
    while (turn := checked_turn(game, position)) != NOBODY and len(moves) < limit:
        move = None
        if turn == NATURE:
            position = roll(game, position, rng).position
        else:
            move = (first, second)[turn](position)
            try:
                position = play_checked(game, position, move)
            except IllegalMove as error:
                raise IllegalMove(f"player {turn} at {position!r}: {error}") from None
        moves.append(move)
        positions.append(position)
    finished = turn == NOBODY
    result = float(checked_payoff(game, position)) if finished else 0
    return Match(tuple(moves), tuple(positions), result, finished)


class Roll(NamedTuple):
    """A die of so many faces has been thrown: the number it shows, and the position it leads to."""

    faces: int
    number: int
    position: Any


def roll(game: ExtensiveGame[Any, Any], position: Any, rng: np.random.Generator) -> Roll:
    """Let chance decide at a chance node: by an ordinary die where one will do, else by one with more faces, or fewer.

    The first outcome has the lowest numbers of the die, as many as its probability says, and so on.
    """
    chances = checked_chances(game, position)
    faces = lcm(*(probability.denominator for probability, _ in chances))
    faces = 6 if 6 % faces == 0 else faces
    number = 1 + int(Fraction(rng.random()) * faces)
    last = accumulate(probability * faces for probability, _ in chances)
    return Roll(faces, number, next(there for end, (_, there) in zip(last, chances, strict=True) if number <= end))


def play_checked(game: Game[Any, Any] | ExtensiveGame[Any, Any], position: Any, move: Any) -> Any:
    """``game.play``, for a move that may be wrong and a game that may not notice."""
    moves = list(game.moves(position))
    try:
        option = game.play(position, move)
        allowed = move in moves
    except IllegalMove:
        raise
    except (TypeError, ValueError, LookupError):  # no move at all: an array, a list, something else
        allowed = False
    if not allowed:
        raise IllegalMove(f"{move!r} is not one of the moves {moves!r}")
    return option


def tricky(solution: Solution) -> Strategy:
    """Perfect play that sets traps: of the best moves the one with the most wrong answers, and the longest loss.

    ``solution.best`` takes the first move that keeps the value; against a perfect opponent none among them matters.
    One who errs is more likely to do so where more of his answers are wrong: worse for him than what he has. Among
    moves of equal value the winner still takes the quickest, the loser the slowest; what is left is decided by the
    traps.
    """

    def traps(option: Any, value: float) -> float:
        answers = [-verdict.value for _, _, verdict in solution.options(option)]
        return sum(answer < value for answer in answers) / len(answers) if answers else 0.0

    def strategy(position: Any) -> Any:
        steps = solution.options(position)
        best = solution.best(position)
        kept = next((verdict for move, _, verdict in steps if move == best), None)
        equal = [(move, option) for move, option, verdict in steps if verdict == kept]
        return max(equal, key=lambda step: traps(step[1], kept.value if kept else 0), default=(best,))[0]

    return strategy


def erring(strategy: Strategy, game: Game[Any, Any], rate: float, rng: np.random.Generator) -> Strategy:
    """A strategy that with probability ``rate`` moves at random instead."""
    other = random_moves(game, rng)
    return lambda position: other(position) if rng.random() < rate else strategy(position)


def random_moves(game: Game[Any, Any] | ExtensiveGame[Any, Any], rng: np.random.Generator) -> Strategy:
    """The strategy that takes any move with equal probability."""

    def strategy(position: Any) -> Any:
        moves = list(game.moves(position))
        return moves[int(rng.integers(len(moves)))]

    return strategy
