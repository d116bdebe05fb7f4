"""Minimax: the value of one position, found by looking at everything that can follow.

The value of a position is the largest that a move can secure. What is good for the player to move
is bad for the opponent, so a move is worth the *negated* value of the option that it leads to.
(This form of minimax, which needs only one rule for both players, is called negamax.) Source:
Shannon, Programming a computer for playing chess (1950).
"""

from __future__ import annotations

from math import inf
from typing import Any

from gamelib import gate
from gamelib.core import Game
from gamelib.diagnose import GAME, with_diagnosis
from gamelib.recursion import deep_recursion
from gamelib.search import (
    LOWEST,
    Line,
    Score,
    Search,
    SearchResult,
    from_option,
    one_less,
)
from gamelib.tables import NOTHING, Bounds, Table, count_hit


@with_diagnosis(GAME)
def minimax(
    game: Game[Any, Any],
    position: Any = None,
    *,
    depth: int | None = None,
    evaluate: Any = True,
    table: Table | None = None,
) -> SearchResult:
    """The value of a position, by looking at everything that can follow.

    Parameters
    ----------
    game
        A Game; of a Quotient, positions and moves are those of the real board.
    position
        Where the search begins; the start if none is given.
    depth
        The largest number of moves to look ahead. Without it, play must not be able to come back to
        a position.
    evaluate
        The score of a position at that depth if play goes on there, for the player to move. Give a
        function, True for what the game offers (0 if it offers nothing), or False for 0.
    table
        A transposition table, ``{}`` at first: what is found about a position is kept there, so
        each position is searched once (``tables``).

    Returns
    -------
    SearchResult
        The value, and a line of best play: a win as quick, and a loss as slow, as possible.

    Raises
    ------
    ValueError
        If play can come back to a position, which is named, and no depth is given; and for a game
        that contradicts its protocol.
    TooLarge
        If play is longer than Python can follow.

    Examples
    --------
    >>> from gamelib.games import Matches
    >>> minimax(Matches(6))
    SearchResult(value=1, line=(2, 1, 3), exact=True, nodes=52, cutoffs=0, table_hits=0)
    """
    if table is None:
        search = Minimax(game, position, depth, evaluate)
    else:
        search = MinimaxWithTable(table, game, position, depth, evaluate)
    with deep_recursion():
        score, line = search.best_play(search.root, depth)
    return search.record(score, line)


class Minimax(Search):
    """A search that looks at everything that can follow."""

    def best_play(self, position: Any, depth: int | None) -> tuple[Score, Line]:
        """The score of a position for the player to move, and best play from there."""
        self.nodes += 1
        result = gate.result(self.game, position)
        if result is not None:
            return Score(result, 0), None
        if depth == 0:
            return self.guess(position), None
        best: Score = LOWEST
        line: Line = None
        self.enter(position, depth)  # raises PlayGoesRound on a cycle
        for move in gate.moves(self.game, position):
            option = gate.play(self.game, position, move)
            score, rest = self.best_play(option, one_less(depth))
            score = from_option(score)  # from the opponent's view to ours
            if score > best:
                best = score
                line = (move, rest)
        self.leave(position)
        return best, line


class MinimaxWithTable(Minimax):
    """Minimax that asks a transposition table first, so that each position is searched once."""

    def __init__(self, table: Table, *choices: Any) -> None:
        super().__init__(*choices)  # the game, position, depth and evaluate, as in Search
        self.table = table
        self.next_look = inf  # a table that is there need not be recommended

    def best_play(self, position: Any, depth: int | None) -> tuple[Score, Line]:
        """The score of a position and best play, from the table if it is known there."""
        known = self.table.get((position, depth), NOTHING)
        if known.exact and not known.cut:  # a line that alpha-beta has cut short is no best play
            count_hit(self, known)
            return known.lower, known.line
        guesses_before = self.guesses
        score, line = super().best_play(position, depth)
        guessed = self.guesses > guesses_before
        self.table[position, depth] = Bounds(score, score, line, guessed, cut=False)
        return score, line
