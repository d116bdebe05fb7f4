"""For whom does ``evaluate`` speak? A score is for the player to move, so its sign must turn with
the turn.

A score that always speaks for the same player shows two marks together, along random lines of play:

* It keeps its sign from one move to the next, where an honest score changes it. (Compared are
  scores less their average at the same move of all lines, because many honest scores grow or shrink
  as play goes on.)
* It is higher where one player goes on to win, and lower where the other player does, each before
  their own moves.

Neither mark is enough. The number of moves is an honest score that hardly changes from one move to
the next, but it does not tell one player's wins from the other's losses. Measured over boards of
tic-tac-toe, four in a row and overwriting, with twelve seeds each: the correlation of scores on
either side of a move is -0.67 or less for the games' own scores, and 0.67 or more if these are
turned into one player's view; for noise it is between -0.4 and 0.6, and for the number of moves it
is up to 0.86. The second mark, the lesser of the two players' distances from 1/2, is 0.06 to 0.32
if the scores are one player's view, at most 0.07 for the number of moves, and at most 0.03 for
noise on boards with more than a few positions.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from random import Random
from statistics import fmean
from typing import Any

from gamelib import gate
from gamelib.arguments import score_at
from gamelib.core import CHANCE

#: How many random lines are played, how long they may be, and how many moves they have in all.
LINES, LONGEST, MOVES = 500, 200, 15_000

#: How many positions before the end of a line are compared with its result, and how many there must
#: be of each kind.
LAST, FEWEST = 10, 30

#: From where on scores stay the same from move to move, and tell the players' wins apart.
SAME, APART = 0.5, 0.07


@dataclass(frozen=True)
class Seen:
    """A position on a line: the player to move, the number of moves before it, and the score for
    that player.
    """

    position: Any
    player: int
    made: int
    score: float


#: A line of play, with what player 0 got in the end.
Line = tuple[list[Seen], float]


def check_perspective(game: Any) -> None:
    """Raise AssertionError if ``evaluate`` gives the same player's view at positions of both
    players.

    >>> from gamelib.games import TicTacToe
    >>> check_perspective(TicTacToe())
    >>> class ForX(TicTacToe):
    ...     evaluate = TicTacToe.open_to_x
    >>> check_perspective(ForX())                   # doctest: +ELLIPSIS
    Traceback (most recent call last):
    AssertionError: evaluate gave the view of the first player at positions of both players, such as ...
    """
    lines = _lines(game)
    before = {
        (player, won): _scores(lines, player, won) for player in (0, 1) for won in (True, False)
    }
    if min(map(len, before.values())) < FEWEST or _kept(lines) < SAME:
        return
    first, second = (
        _share_above(before[player, True], before[player, False]) - 0.5 for player in (0, 1)
    )
    if first * second < 0 and min(abs(first), abs(second)) >= APART:
        raise AssertionError(_told(game, lines, 0 if first > 0 else 1))


def _lines(game: Any) -> list[Line]:
    """Random lines of play that come to an end; none if a position does not tell whose turn it
    is.
    """
    rng, lines, whose, moves = Random(1), list[Line](), dict[Any, int](), 0
    while len(lines) < LINES and moves < MOVES:
        line = _line(game, rng)
        moves += LONGEST if line is None else len(line[0]) + 1
        if line is not None:
            lines.append(line)
            if any(whose.setdefault(seen.position, seen.player) != seen.player for seen in line[0]):
                return []
    return lines


def _line(game: Any, rng: Random) -> Line | None:
    """A random line of play; None if it does not end soon."""
    extensive, here, seen = gate.is_extensive(game), gate.begin(game), list[Seen]()
    for made in range(LONGEST):
        steps = gate.steps(game, here)
        player = gate.turn(game, here) if extensive else made % 2
        if not steps:
            result = (
                next(iter(gate.payoffs(game, here)), 0) if extensive else gate.result(game, here)
            )
            return seen, float(result if extensive or made % 2 == 0 else -result)
        if player != CHANCE:
            score = float(score_at(game.evaluate, here))
            seen.append(Seen(here, player, made, -score if extensive and player == 1 else score))
        _, here = rng.choice(steps)
    return None


def _scores(lines: list[Line], player: int, won: bool) -> list[float]:
    """The scores of a player shortly before the end of the lines that this player won, or lost."""
    ends = [seen for seen, result in lines if result and ((result > 0) == (player == 0)) == won]
    return [one.score for seen in ends for one in seen[-LAST:] if one.player == player]


def _share_above(some: list[float], others: list[float]) -> float:
    """How often one of ``some`` is larger than one of the others; a tie counts one half."""
    ordered = sorted(others)
    below = sum(bisect_left(ordered, score) + bisect_right(ordered, score) for score in some)
    return below / (2 * len(some) * len(others))


def _kept(lines: list[Line]) -> float:
    """The correlation of the scores before and after a move of either player.

    From each score the average at that move is taken away.
    """
    pairs = defaultdict[int, list[tuple[float, float]]](list)
    for seen, _ in lines:
        for one, other in pairwise(seen):
            if one.player != other.player:
                pairs[one.made].append((one.score, other.score))
    together = squares_before = squares_after = 0.0
    for scores in pairs.values():
        mean_before, mean_after = (fmean(column) for column in zip(*scores, strict=True))
        for before, after in scores:
            together += (before - mean_before) * (after - mean_after)
            squares_before += (before - mean_before) ** 2
            squares_after += (after - mean_after) ** 2
    size = sqrt(squares_before * squares_after)
    return together / size if size > 0 else 0.0


def _told(game: Any, lines: list[Line], viewer: int) -> str:
    """The error: whose view is given, and two positions just before a win of the player to move,
    where it shows.
    """
    last = [
        seen[-1]
        for seen, result in lines
        if seen and result and (result > 0) == (seen[-1].player == 0)
    ]
    high = max((one for one in last if one.player == viewer), key=lambda one: one.score)
    low = min((one for one in last if one.player != viewer), key=lambda one: one.score)
    first, second = (f"{game.evaluate(one.position):g} at {one.position!r}" for one in (high, low))
    whose = ("the first player", "the second player")[viewer]
    cure = "give it for the player to move"
    if gate.is_extensive(game):
        whose, cure = "the player to move", "in an ExtensiveGame give it for player 0"
    return (
        f"evaluate gave the view of {whose} at positions of both players, such as {first} and "
        f"{second}, where the "
        f"player to move can win at once: {cure}"
    )
