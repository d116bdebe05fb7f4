"""Strategies to play against: one that sets traps, one that errs, one that moves at random."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

import numpy as np

from gamelib import ask
from gamelib.answers import Answer
from gamelib.core import ExtensiveGame, Game

Strategy = Callable[[Any], Any]
AnyGame = Game[Any, Any] | ExtensiveGame[Any, Any]


def tricky(solution: Answer[Any]) -> Strategy:
    """Perfect play that sets traps: among the best moves, it takes one after which most replies are mistakes.

    ``solution.best`` takes the first of the best moves, and against a perfect opponent the choice does not matter. But
    an opponent who errs is more likely to do so if more of the replies are worse than the best one. The winner still
    wins as quickly as possible, and the loser still loses as slowly as possible, because only moves of equal value and
    remoteness are compared.
    """

    def traps(option: Any, value: float) -> float:
        answers = [-verdict.value for _, _, verdict in solution.options(option)]
        return sum(answer < value for answer in answers) / len(answers) if answers else 0.0

    def strategy(position: Any) -> Any:
        steps = solution.options(position)
        best = solution.best(position)
        kept = next((verdict for move, _, verdict in steps if move == best), None)
        equal = [(move, option) for move, option, verdict in steps if verdict == kept]
        return max(equal, key=lambda step: traps(step[1], kept.value if kept else -inf), default=(best,))[0]

    return strategy


def erring(strategy: Strategy, game: AnyGame, rate: float, rng: np.random.Generator) -> Strategy:
    """A strategy that makes mistakes: with probability ``rate`` it moves at random instead.

    ``strategy`` is what it plays otherwise. Raises TypeError unless ``game`` is a game and ``rng`` numpy's Generator.

    >>> from gamelib.games import Matches
    >>> never = erring(lambda pile: 1, Matches(15), 0.0, np.random.default_rng(1))
    >>> [never(pile) for pile in (15, 8, 3)]
    [1, 1, 1]
    """
    other = random_moves(game, rng)
    return lambda position: other(position) if rng.random() < rate else strategy(position)


def random_moves(game: AnyGame, rng: np.random.Generator) -> Strategy:
    """The strategy that takes any move with equal probability.

    >>> from gamelib.games import Matches
    >>> random_moves(Matches(15), np.random.default_rng(1))(15) in (1, 2, 3)
    True
    """
    ask.any_game(game)
    ask.source_of_chance(rng)

    def strategy(position: Any) -> Any:
        moves = ask.moves(game, position)
        return moves[int(rng.integers(len(moves)))]

    return strategy
