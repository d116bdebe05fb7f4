"""``alphabeta``: by compiled loops where there are any, and otherwise gamelib's own."""

from __future__ import annotations

from math import inf
from typing import Any

from gamefast.search.registry import compiled_search, search_of_book
from gamelib.alphabeta import alphabeta as alphabeta_of_book
from gamelib.arguments import increasing_pair
from gamelib.core import Game
from gamelib.search import SearchResult
from gamelib.symmetry import real_rules
from gamelib.tables import Table


def alphabeta(
    game: Game[Any, Any],
    position: Any = None,
    *,
    window: tuple[float, float] = (-inf, inf),
    depth: int | None = None,
    evaluate: Any = True,
    order: Any = True,
    bounds: Any = True,
    table: Table | None = None,
) -> SearchResult:
    """The value of a position by alpha-beta: minimax that leaves out what cannot matter.

    Two kinds of games get a compiled search, which has its own table: a ``CompiledRules``, to any
    depth, and four in a row on a board that fits into 64 bits, without a limit of depth. For these
    you must leave ``evaluate``, ``order``, ``bounds`` and ``table`` as they are. Four in a row on
    6 x 7 is solved in minutes. Any other game is searched by ``gamelib.alphabeta``.

    The contract for ``window=(alpha, beta)``: let v be the ``value`` of the result. If alpha < v <
    beta, v is the value of the position. If v <= alpha, the value is at most v, and no move of
    ``line`` is to be trusted. If v >= beta, the value is at least v, and the first move of ``line``
    secures that. With the whole window, the default, the result is that of minimax: a win as quick,
    and a loss as slow, as possible.

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
        Bounds that are certain to hold for the value, and end a search early: a function position
        -> (low, high), True for what the game offers, or False.
    table
        A transposition table, ``{}`` at first, which keeps the bounds that were found. One table
        serves one game and one ``evaluate``, with any windows and depths.

    Raises
    ------
    ValueError
        For an empty window, for an ``order`` that leaves moves out, and where ``minimax`` raises
        it.
    TooLarge
        If play is longer than Python can follow.

    Examples
    --------
    >>> from gamelib.games import ConnectFour
    >>> found = alphabeta(ConnectFour(4, 4))
    >>> found.value, found.exact, len(found.line)
    (0, True, 16)
    """
    no_choice = evaluate is True and order is True and bounds is True and table is None
    if no_choice:
        # A compiled search takes the real board even if the game is a Quotient: that of four in a
        # row has its own way to treat mirror images as one position.
        search = compiled_search(real_rules(game), depth)
        if search is not None:
            return search.answer(position, increasing_pair(window, "window"))
    solver = search_of_book(alphabeta_of_book, game)
    return solver(
        game,
        position,
        window=window,
        depth=depth,
        evaluate=evaluate,
        order=order,
        bounds=bounds,
        table=table,
    )
