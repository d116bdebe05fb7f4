"""Strategies to play against: one that presses, one that errs, one that moves at random."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gamelib import ask
from gamelib.answers import Answer
from gamelib.core import ExtensiveGame, Game

Strategy = Callable[[Any], Any]
AnyGame = Game[Any, Any] | ExtensiveGame[Any, Any]


@dataclass(frozen=True)
class tricky:
    """Perfect play that presses: among equally good moves, one after which the fewest replies hold.

    ``solution.best`` takes the first of the best moves, and against a perfect opponent the choice
    does not matter. But an opponent who errs is more likely to do so, the more replies there are
    that are worse than the best one. Only moves of equal value and remoteness are compared, so the
    winner still wins as quickly as possible, and the loser loses as slowly. If several moves leave
    the same share of such replies, the strategy prefers an option that play has never visited, or
    has not visited for the longest time. So in a drawn position it does not stand still. Only
    ``match`` and what plays on the screen tell the strategy where play has been.

    Parameters
    ----------
    solution
        The answer of ``solve``.

    Examples
    --------
    >>> from gamelib import solve
    >>> from gamelib.games import Matches
    >>> tricky(solve(Matches(16)))(16)     # every move loses, and after each a single reply wins
    1
    """

    solution: Answer[Any, Any, Any]

    def __call__(self, position: Any, been: Sequence[Any] = ()) -> Any:
        """The move at a position; ``been``: where play has been so far, the latest position
        last.
        """
        when = {there: k for k, there in enumerate(been)}
        ways = self.ways(position)
        return (
            min(ways, key=lambda way: when.get(way[1], -1))[0]
            if ways
            else self.solution.best(position)
        )

    def ways(self, position: Any) -> list[tuple[Any, Any]]:
        """The moves that press hardest, each with its option, in the game's order; [] where play is
        over.
        """
        steps, best = self.solution.options(position), self.solution.best(position)
        kept = next((verdict for move, _, verdict in steps if move == best), None)
        holds = [
            (self._held(option, verdict), move, option)
            for move, option, verdict in steps
            if verdict == kept
        ]
        least = min((share for share, _, _ in holds), default=0)
        return [(move, option) for share, move, option in holds if share == least]

    def _held(self, option: Any, verdict: Any) -> float:
        """The share of the replies to an option that keep its value, 1 where play is over."""
        replies = [-known.value for _, _, known in self.solution.options(option)]
        return sum(reply >= verdict.value for reply in replies) / len(replies) if replies else 1.0


def asked(strategy: Strategy, been: Sequence[Any]) -> Any:
    """The move of a strategy at the last of the positions where play has been; a tricky one is told
    all of them.
    """
    return strategy(been[-1], been) if isinstance(strategy, tricky) else strategy(been[-1])


def erring(strategy: Strategy, game: AnyGame, rate: float, rng: np.random.Generator) -> Strategy:
    """A strategy that makes mistakes: with probability ``rate`` it moves at random instead.

    Otherwise it follows ``strategy``. Raises TypeError unless ``game`` is a game and ``rng`` a
    numpy Generator.

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
