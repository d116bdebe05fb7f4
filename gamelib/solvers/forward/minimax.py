"""``minimax`` and ``alphabeta``: the value of one position, and best play from there; ``search`` has the algorithm."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from gamelib import ask
from gamelib.adapters import Quotient
from gamelib.core import Game
from gamelib.offers import offered
from gamelib.solvers.forward.search import (
    GUESSED,
    Evaluate,
    Order,
    Search,
    SoundBounds,
    Table,
    real_line,
    search_root,
)


@dataclass(frozen=True)
class SearchResult:
    """What a search found.

    ``value``: for the player to move. ``line``: the principal variation, best play for both, as moves on the real board
    (where the game is a Quotient, too); where sound ``bounds`` prove a draw, it stops. ``nodes``: positions looked at,
    not counting those found in the table. ``cutoffs``: positions left before all their moves were tried.
    ``table_hits``: positions that the table answered. ``exact``: no evaluation stands in for a result.
    """

    value: float
    line: tuple[Any, ...]
    nodes: int
    cutoffs: int
    table_hits: int
    exact: bool


def minimax(
    game: Game[Any, Any],
    position: Any = None,
    *,
    depth: int | None = None,
    evaluate: Evaluate | bool = True,
    table: Table | None = None,
) -> SearchResult:
    """The value of a position by looking at everything that can follow.

    Parameters
    ----------
    game
        A Game; of a Quotient, positions and moves are those of the real board.
    position
        Where the search begins; the start, if none is given.
    depth
        At most so many moves ahead; without a limit, play must not be able to come back to a position.
    evaluate
        What scores a position that is not over at that depth, for the player to move: a function, or True, what the
        game offers (else 0), or False, 0.
    table
        A dict, ``{}`` at first, in which each position is kept and worked out once.

    Returns
    -------
    SearchResult
        The value, best play, and the work in positions.

    Raises
    ------
    TypeError
        For what is no Game.
    ValueError
        Naming a position, where play can come back to it and no depth is given, and for what a game says wrongly.
    TooLarge
        Where play is longer than Python can follow.

    Examples
    --------
    >>> from gamelib.games import Matches
    >>> minimax(Matches(6))
    SearchResult(value=1, line=(2, 1, 3), nodes=52, cutoffs=0, table_hits=0, exact=True)

    References
    ----------
    Shannon, Programming a computer for playing chess (1950).
    """
    return _searched(Search(game, depth, evaluate, False, False, table), position, None)


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
    """The value of a position by alpha-beta. The contract, for ``window=(alpha, beta)``:

    a result inside, ``alpha < value < beta``, **is** the value; ``value <= alpha`` says that the true value is at most
    that; ``value >= beta`` that it is at least that, and then ``line`` is only a beginning. With the whole window, the
    default, the result is minimax's: a win as quick, a loss as slow as can be.

    Where the game offers its board as bits (``bitboard``), and nothing else is asked for than a window, the search runs
    on these, compiled, and keeps a table of its own: four in a row on 6 x 7 is solved in minutes.

    Parameters
    ----------
    game, position, depth, evaluate
        As for ``minimax``.
    window
        Alpha and beta.
    order
        Which moves to try first: a function (position, moves) -> moves, or True, what the game offers, or False.
    bounds
        Sound bounds on the value, which end a search early: a function position -> (low, high), or True, or False.
    table
        A dict to be filled with ``Bounds``; the move in it is tried first. One table serves one game, one ``evaluate``
        and any windows and depths.

    Returns
    -------
    SearchResult
        The value or a bound on it, best play, and the work in positions.

    Raises
    ------
    TypeError, ValueError, TooLarge
        As ``minimax``; ValueError also for an empty window, and for an ``order`` that leaves moves out.

    Examples
    --------
    >>> from gamelib.games import Matches
    >>> alphabeta(Matches(6))
    SearchResult(value=1, line=(2, 1, 3), nodes=45, cutoffs=13, table_hits=0, exact=True)
    >>> alphabeta(Matches(6), window=(-1, 0)).value       # is it at least a draw?
    1

    References
    ----------
    Knuth and Moore, An analysis of alpha-beta pruning (1975).
    """
    if not window[0] < window[1]:
        raise ValueError(f"window={window!r}: the lower end must be below the upper, as in (-1, 1)")
    window = float(window[0]), float(window[1])  # numpy's numbers compare otherwise
    plain = depth is None and evaluate is order is bounds is True and table is None
    real = game.game if isinstance(game, Quotient) else game  # on bits, mirror images are one position in any case
    if plain and (search := on_bits(ask.a_game(real))) is not None:
        found: SearchResult = search.result(real, position, window)
        return found
    return _searched(Search(game, depth, evaluate, order, bounds, table), position, window)


def on_bits(game: Any, most: float = inf) -> Any:
    """A search on the game's board as bits, with a table of its own, if somebody offers it; None if not.

    ``most``: so many positions it looks at before it raises Stop.
    """
    board = ask.bitboard(game)
    search = None if board is None else offered("search", board)
    return None if search is None else search(board, most)


def _searched(search: Search, position: Any, window: tuple[float, float] | None) -> SearchResult:
    """Run a search from a real position, and unfold its line onto the real board."""
    real, root = search_root(search.game, position)
    with search.descent:
        if window is None:
            score, found = search.minimax(root, search.depth)
        else:
            score, found = search.alphabeta(root, (window[0], inf), (window[1], -inf), search.depth)
    counts = search.nodes, search.cutoffs, search.table_hits, not search.doubts & GUESSED
    return SearchResult(score[0] + 0, real_line(search.game, real, found), *counts)  # + 0: no minus zero
