"""Many matches of a game, and how far the shares of wins can be trusted."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from gamefast import ask
from gamefast.machine.kernels import COMPILE_FROM
from gamefast.progress import Progress
from gamelib.core import ExtensiveGame, Game
from gamelib.play import LONGEST, Strategy, match

AnyGame = Game[Any, Any] | ExtensiveGame[Any, Any]

#: So many games would take years.
MOST = 1_000_000_000


@dataclass(frozen=True)
class Tournament:
    """What many matches have shown. For each player: ``mean``, the average payoff, and ``wins``,
    the share of wins.

    ``confidence``: for each player an interval (Wilson's) that contains the true share of wins in
    95 of 100 tournaments. ``draws``: the share of matches that nobody won. ``unfinished``: how many
    were stopped at the limit.
    """

    games: int
    mean: tuple[float, ...]
    wins: tuple[float, ...]
    confidence: tuple[tuple[float, float], ...]
    draws: float
    unfinished: int

    def __str__(self) -> str:
        shares = []
        for player, share in enumerate(self.wins):
            low, high = self.confidence[player]
            shares.append(f"player {player} wins {share:.1%} ({low:.1%} to {high:.1%})")
        return f"{self.games:,} games: {', '.join(shares)}, nobody {self.draws:.1%}"


def tournament(
    game: AnyGame,
    *players: Strategy,
    games: int = 100,
    position: Any = None,
    rng: np.random.Generator | None = None,
    swap: bool = True,
    limit: int = LONGEST,
) -> Tournament:
    """Let strategies play a game many times.

    Parameters
    ----------
    game, *players, position, rng, limit
        The same as for ``match``.
    games
        How many matches are played.
    swap
        Whether the players change seats after each match, so that all have the first move equally
        often.

    Returns
    -------
    Tournament
        Average payoffs and shares of wins, in the order in which the players were given.

    Raises
    ------
    IllegalMove, TypeError, ValueError
        The same as for ``match``; also ValueError for fewer games than 1, or more than a billion.

    Examples
    --------
    >>> from gamefast import solve
    >>> from gamelib import random_moves
    >>> from gamelib.games import Matches
    >>> game, rng = Matches(9), np.random.default_rng(1)
    >>> found = tournament(game, solve(game), random_moves(game, rng), games=200)
    >>> found.wins[0] > 0.9, found.draws
    (True, 0.0)

    References
    ----------
    Wilson, Probable inference, the law of succession, and statistical inference (1927).
    """
    n = ask.whole(games, "games", 1)
    if n > MOST:
        raise ValueError(f"games is too large: give a whole number, from 1 to {MOST:,}")
    count = len(players)
    totals = [0.0] * count
    wins = [0] * count
    unfinished = 0
    # How long a match takes is not known, so several count as large work, which shows a bar.
    size = COMPILE_FROM if n > 1 else 0
    with Progress(n, "playing", size, " games") as bar:
        for k in range(n):
            # Player number ``shift`` sits in seat 0, the next player in seat 1, and so on: player p
            # sits in seat p - shift, counted round the table.
            shift = k % count if swap and count else 0
            seated = (*players[shift:], *players[:shift])
            record = match(game, *seated, position=position, rng=rng, limit=limit)
            payoffs = [float(record.payoffs[(player - shift) % count]) for player in range(count)]
            for player, payoff in enumerate(payoffs):
                totals[player] += payoff
            best = max(payoffs)
            if payoffs.count(best) == 1:  # otherwise nobody has won
                wins[payoffs.index(best)] += 1
            if not record.finished:
                unfinished += 1
            bar(1)
    return Tournament(
        games=n,
        mean=tuple(total / n for total in totals),
        wins=tuple(won / n for won in wins),
        confidence=tuple(wilson(won, n) for won in wins),
        draws=(n - sum(wins)) / n,
        unfinished=unfinished,
    )


def wilson(successes: int, trials: int, z: float = 1.959964) -> tuple[float, float]:
    """Wilson's interval for a probability: it contains the true share of successes with 95 %
    confidence.

    Parameters
    ----------
    successes, trials
        How many trials succeeded, and how many there were.
    z
        How many standard deviations to either side: 1.96 for 95 %.

    Returns
    -------
    tuple
        The lower and the upper end, from 0 to 1.

    Examples
    --------
    >>> low, high = wilson(50, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)

    References
    ----------
    Wilson, Probable inference, the law of succession, and statistical inference (1927).
    """
    # The ends are the two solutions p of (share - p)² = z² p (1 - p) / trials.
    share = successes / trials
    square = z * z / trials
    middle = (share + square / 2) / (1 + square)
    spread = sqrt(share * (1 - share) / trials + square / (4 * trials))
    half = z / (1 + square) * spread  # half the length of the interval
    return max(0.0, middle - half), min(1.0, middle + half)
