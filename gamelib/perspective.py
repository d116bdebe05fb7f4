"""For whom does ``evaluate`` speak? In a Game it must be for the player to move.

(In an ExtensiveGame a score is for player 0. We turn its sign where player 1 moves, and then the
same holds.) So the sign of a score should change from one move to the next.

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
from gamelib.core import CHANCE, is_extensive

#: How many random lines are played ...
LINES = 500

#: ... of at most so many moves each ...
LONGEST = 200

#: ... and of so many in all, after which no further line is begun.
MOVES = 15_000

#: How many positions before the end of a line are compared with its result.
LAST = 10

#: How many scores there must be before a win, and before a loss, of each player.
FEWEST = 30

#: From this correlation on, scores count as the same before and after a move.
SAME = 0.5

#: From this distance from 1/2 on, scores tell a player's wins from their losses.
APART = 0.07


@dataclass(frozen=True)
class Scored:
    """A position on a line of play, and its score for the player to move.

    ``move_number``: how many moves were made before.
    """

    position: Any
    player: int
    move_number: int
    score: float


@dataclass(frozen=True)
class ScoredLine:
    """A line of play: the positions where a player moved, and what player 0 got in the end."""

    scored: list[Scored]
    result: float

    @property
    def winner(self) -> int | None:
        """The player who got more than 0; None for a draw."""
        if self.result == 0:
            return None
        return 0 if self.result > 0 else 1


def check_perspective(game: Any) -> None:
    """Raise AssertionError if ``evaluate`` gives one player's view at positions of both players.

    >>> from gamelib.games import TicTacToe
    >>> check_perspective(TicTacToe())
    >>> class ForX(TicTacToe):
    ...     evaluate = TicTacToe.open_to_x
    >>> check_perspective(ForX())                   # doctest: +ELLIPSIS
    Traceback (most recent call last):
    AssertionError: evaluate gave the view of the first player at positions of both players, such as ...
    """
    lines = random_lines(game)
    wins = [scores_before_end(lines, player, winner=player) for player in (0, 1)]
    losses = [scores_before_end(lines, player, winner=1 - player) for player in (0, 1)]
    if min(map(len, wins + losses)) < FEWEST:
        return
    if correlation_over_a_move(lines) < SAME:
        return
    first = share_above(wins[0], losses[0]) - 0.5
    second = share_above(wins[1], losses[1]) - 0.5
    if first * second < 0 and min(abs(first), abs(second)) >= APART:
        viewer = 0 if first > 0 else 1
        raise AssertionError(view_in_words(game, lines, viewer))


def random_lines(game: Any) -> list[ScoredLine]:
    """Random lines of play that come to an end.

    An empty list if a position does not tell whose turn it is: then no score could.
    """
    rng = Random(1)
    lines: list[ScoredLine] = []
    whose_turn: dict[Any, int] = {}
    moves = 0
    while len(lines) < LINES and moves < MOVES:
        line = random_line(game, rng)
        if line is None:
            moves += LONGEST
            continue
        moves += len(line.scored) + 1
        lines.append(line)
        for one in line.scored:
            if whose_turn.setdefault(one.position, one.player) != one.player:
                return []
    return lines


def random_line(game: Any, rng: Random) -> ScoredLine | None:
    """A random line of play; None if it has more than LONGEST steps, throws of dice included."""
    here = gate.begin(game)
    scored: list[Scored] = []
    for move_number in range(LONGEST + 1):
        steps = gate.steps(game, here)
        if not steps:
            return ScoredLine(scored, result_for_0(game, here, move_number))
        player = player_to_move(game, here, move_number)
        if player != CHANCE:
            score = score_for(game, here, player)  # for the player to move, in either protocol
            scored.append(Scored(here, player, move_number, score))
        # At a chance node, too, each step is as likely as another: any possible line will do.
        _, here = rng.choice(steps)
    return None


def player_to_move(game: Any, position: Any, move_number: int) -> Any:
    """Whose turn it is: a player's number or CHANCE; in a Game, player 0 begins."""
    if is_extensive(game):
        return gate.turn(game, position)
    return move_number % 2


def result_for_0(game: Any, end: Any, move_number: int) -> float:
    """What player 0 gets at a terminal position, after so many moves."""
    if is_extensive(game):
        payoffs = gate.payoffs(game, end)
        return float(payoffs[0]) if payoffs else 0.0
    result = float(gate.result(game, end))
    player_0_is_to_move = move_number % 2 == 0
    return result if player_0_is_to_move else -result


def score_for(game: Any, position: Any, player: int) -> float:
    """The score of a position for the player to move; an ExtensiveGame gives it for player 0."""
    score = float(score_at(game.evaluate, position))
    return -score if is_extensive(game) and player == 1 else score


def scores_before_end(lines: list[ScoredLine], player: int, winner: int) -> list[float]:
    """The scores of a player shortly before the end of the lines that ``winner`` won."""
    scores = []
    for line in lines:
        if line.winner == winner:
            scores += [one.score for one in line.scored[-LAST:] if one.player == player]
    return scores


def share_above(some: list[float], others: list[float]) -> float:
    """How often one of ``some`` is larger than one of the others; a tie counts one half."""
    ordered = sorted(others)
    twice_above = 0
    for score in some:
        twice_above += bisect_left(ordered, score) + bisect_right(ordered, score)
    return twice_above / (2 * len(some) * len(others))


def correlation_over_a_move(lines: list[ScoredLine]) -> float:
    """The correlation of the scores before and after a move of either player.

    From each score the average at that move of all lines is taken away.
    """
    pairs_at_move = defaultdict[int, list[tuple[float, float]]](list)
    for line in lines:
        for one, other in pairwise(line.scored):
            if one.player != other.player:
                pairs_at_move[one.move_number].append((one.score, other.score))
    products = 0.0
    squares_before = 0.0
    squares_after = 0.0
    for pairs in pairs_at_move.values():
        mean_before = fmean(before for before, _ in pairs)
        mean_after = fmean(after for _, after in pairs)
        for before, after in pairs:
            products += (before - mean_before) * (after - mean_after)
            squares_before += (before - mean_before) ** 2
            squares_after += (after - mean_after) ** 2
    size = sqrt(squares_before * squares_after)
    return products / size if size > 0 else 0.0


def view_in_words(game: Any, lines: list[ScoredLine], viewer: int) -> str:
    """The error: whose view is given, and two positions where it shows.

    At both the player to move wins at once; the score is high for the viewer, low for the other.
    """
    before_a_win = [
        line.scored[-1] for line in lines if line.scored and line.winner == line.scored[-1].player
    ]
    of_viewer = [one for one in before_a_win if one.player == viewer]
    of_other = [one for one in before_a_win if one.player != viewer]
    high = max(of_viewer, key=lambda one: one.score).position
    low = min(of_other, key=lambda one: one.score).position
    whose = ("the first player", "the second player")[viewer]
    cure = "give it for the player to move"
    if is_extensive(game):
        whose = "the player to move"
        cure = "in an ExtensiveGame give it for player 0"
    return (
        f"evaluate gave the view of {whose} at positions of both players, such as "
        f"{game.evaluate(high):g} at {high!r} and {game.evaluate(low):g} at {low!r}, where the "
        f"player to move can win at once: {cure}"
    )
