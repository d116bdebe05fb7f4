"""Strategies made of others, and of nothing but the rules."""

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
        return max(equal, key=lambda step: traps(step[1], kept.value if kept else -inf), default=(best,))[0]

    return strategy


def erring(strategy: Strategy, game: AnyGame, rate: float, rng: np.random.Generator) -> Strategy:
    """A strategy that with probability ``rate`` moves at random instead."""
    other = random_moves(game, rng)
    return lambda position: other(position) if rng.random() < rate else strategy(position)


def random_moves(game: AnyGame, rng: np.random.Generator) -> Strategy:
    """The strategy that takes any move with equal probability."""
    ask.any_game(game)
    ask.source_of_chance(rng)

    def strategy(position: Any) -> Any:
        moves = ask.moves(game, position)
        return moves[int(rng.integers(len(moves)))]

    return strategy
