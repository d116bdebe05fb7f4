"""Minimax: the value of one position, found by looking at everything that can follow.

The value of a position is the largest that a move can secure. What is good for the player to move
is bad for the opponent, so a move is worth the *negated* value of the option that it leads to.
(This form of minimax, which needs only one rule for both players, is called negamax.) Source:
Shannon, Programming a computer for playing chess (1950).
"""

from __future__ import annotations

from typing import Any

from gamelib.book import gate
from gamelib.book.diagnose import GAME, explained
from gamelib.book.search import (
    LOWEST,
    Line,
    Score,
    Search,
    SearchResult,
    deep_recursion,
    one_less,
    one_move_before,
)


@explained(GAME)
def minimax(
    game: Any,
    position: Any = None,
    *,
    depth: int | None = None,
    evaluate: Any = True,
    table: dict[Any, Any] | None = None,
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
        A transposition table: a dict, ``{}`` at first, in which each position is kept and searched
        once.

    Returns
    -------
    SearchResult
        The value, and a line of best play: a win as quick, and a loss as slow, as possible.

    Examples
    --------
    >>> from gamelib.games import Matches
    >>> minimax(Matches(6))
    SearchResult(value=1, line=(2, 1, 3), exact=True, nodes=52, cutoffs=0, table_hits=0)
    """
    search = Search(game, depth, evaluate)
    search.table = table
    with deep_recursion():
        score, line = negamax(search, search.root(position), depth)
    return search.result(position, score, line)


def negamax(search: Search, position: Any, depth: int | None) -> tuple[Score, Line]:
    """The score of a position for the player to move, and best play from there."""
    if search.table is not None and (position, depth) in search.table:
        return recalled(search, position, depth)
    search.nodes += 1
    guesses_before = search.guesses
    result = gate.result(search.game, position)
    if result is not None:
        score, line = Score(result, 0), None
    elif depth == 0:
        score, line = search.guess(position), None
    else:
        score, line = best_of_all(search, position, depth)
    if search.table is not None:
        search.table[position, depth] = score, line, search.guesses - guesses_before
    return score, line


def best_of_all(search: Search, position: Any, depth: int | None) -> tuple[Score, Line]:
    """The best score that a move can secure, and the line that begins with this move."""
    best: Score = LOWEST
    line: Line = None
    search.enter(position, depth)
    for move in gate.moves(search.game, position):
        option = gate.play(search.game, position, move)
        score, rest = negamax(search, option, one_less(depth))
        score = one_move_before(score)  # from the opponent's point of view to ours
        if score > best:
            best = score
            line = (move, rest)
    search.leave(position)
    return best, line


def recalled(search: Search, position: Any, depth: int | None) -> tuple[Score, Line]:
    """What the table knows of a position; what was a guess then is one now."""
    assert search.table is not None
    score, line, guesses = search.table[position, depth]
    search.table_hits += 1
    search.guesses += guesses
    return score, line
