"""``minimax`` and ``alphabeta``: the value of one position, and best play from there (algorithms:
``search``).
"""

from __future__ import annotations

from math import inf
from typing import Any

from gamefast import ask
from gamefast.search.registry import compiled_search
from gamefast.search.search import (
    Evaluate,
    Line,
    Order,
    Search,
    SoundBounds,
    Table,
    real_line,
    search_root,
)
from gamelib.core import Game
from gamelib.search import SearchResult
from gamelib.symmetry import real_rules


def minimax(
    game: Game[Any, Any],
    position: Any = None,
    *,
    depth: int | None = None,
    evaluate: Evaluate | bool = True,
    table: Table | None = None,
) -> SearchResult:
    """The value of a position by looking at everything that can follow (Shannon 1950).

    Raises ValueError, naming a position, if play can come back to it and no depth is given, and
    TooLarge if play is longer than Python can follow.

    Parameters
    ----------
    game
        A Game; for a Quotient, positions and moves are those of the real board.
    position
        Where the search begins; the start if none is given.
    depth
        The largest number of moves to look ahead; without it, play must not be able to come back to
        a position.
    evaluate
        The score of a position at that depth that is not terminal, for the player to move. Give a
        function, True for what the game offers (0 if it offers nothing), or False for 0.
    table
        A transposition table: a dict, ``{}`` at first, in which each position is kept and searched
        once.

    Examples
    --------
    >>> from gamelib.games import Matches
    >>> minimax(Matches(6))
    SearchResult(value=1, line=(2, 1, 3), exact=True, nodes=52, cutoffs=0, table_hits=0)
    """
    return searched(Search(game, depth, evaluate, False, False, table), position, None)


def alphabeta(
    game: Game[Any, Any],
    position: Any = None,
    *,
    window: tuple[float, float] = (-inf, inf),
    depth: int | None = None,
    evaluate: Evaluate | bool = True,
    order: Order | bool = True,
    bounds: SoundBounds | bool = True,
    table: Table | None = None,
) -> SearchResult:
    """The value of a position by alpha-beta: minimax that leaves out what cannot matter (Knuth and
    Moore 1975).

    The contract for ``window=(alpha, beta)``: if ``alpha < value < beta``, the result **is** the
    value. If ``value <= alpha``, the true value is at most ``value``. If ``value >= beta``, the
    true value is at least ``value``, and then ``line`` is only a beginning. With the whole window,
    the default, the result is that of minimax: a win as quick, and a loss as slow, as possible.
    Raises what ``minimax`` raises, and ValueError for an empty window and for an ``order`` that
    leaves moves out.

    If the game offers its board as bits (``bitboard``), and you give no choice except a window, the
    search runs on these bits, compiled, with its own table. It solves four in a row on 6 x 7 in
    minutes.

    Parameters
    ----------
    game, position, depth, evaluate
        The same as for ``minimax``.
    window
        Alpha and beta.
    order
        Which moves to try first: a function (position, moves) -> moves, True for what the game
        offers, or False.
    bounds
        Sound bounds on the value, which end a search early: a function position -> (low, high),
        True, or False.
    table
        A transposition table: a dict to be filled with ``Bounds``; the move in it is tried first.
        One table serves one game and one ``evaluate``, with any windows and depths.

    Examples
    --------
    >>> from gamelib.games import Matches
    >>> alphabeta(Matches(6))
    SearchResult(value=1, line=(2, 1, 3), exact=True, nodes=45, cutoffs=13, table_hits=0)
    >>> alphabeta(Matches(6), window=(-1, 0)).value       # is it at least a draw?
    1
    """
    window = ask.interval(window, "window")
    plain = evaluate is order is bounds is True and table is None
    real = real_rules(ask.a_game(game))  # on bits, mirror images are always one position
    search = compiled_search(real, depth) if plain else None
    return searched(search or Search(game, depth, evaluate, order, bounds, table), position, window)


def searched(
    search: Search, position: Any, window: tuple[float, float] | None = (-inf, inf)
) -> SearchResult:
    """Run a search from a position of the real board: alpha-beta in the window, or minimax if there
    is none.
    """
    real, root = search_root(search.game, position)
    search.nodes = search.cutoffs = search.table_hits = search.doubts = 0
    with search.descent:
        if window is None:
            score, found = search.minimax(root, search.depth)
        else:
            score, found = search.alphabeta(root, (window[0], inf), (window[1], -inf), search.depth)
    value = score[0] + 0  # avoids minus zero
    return result_of(search, real, value, found, not search.guessed, window=window or (-inf, inf))


def result_of(
    search: Search, real: Any, value: float, found: Line, exact: bool, **more: Any
) -> SearchResult:
    """What a search has found about the position ``real`` of the real board, with its counters."""
    game, counts = search.game, (search.nodes, search.cutoffs, search.table_hits)
    return SearchResult(
        real_rules(game), real, value, real_line(game, real, found), exact, *counts, **more
    )
