"""``deepen``: by compiled loops where there are any, and otherwise gamelib's own."""

from __future__ import annotations

from typing import Any

from gamefast.compiled.searchable import is_in_numbers
from gamefast.search.compiled import CompiledSearch
from gamefast.search.registry import search_of_book
from gamelib.core import Game
from gamelib.deepen import check_limits, search_deeper
from gamelib.deepen import deepen as deepen_of_book
from gamelib.search import SearchResult


def deepen(
    game: Game[Any, Any],
    position: Any = None,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    evaluate: Any = True,
    order: Any = True,
    bounds: Any = True,
    span: tuple[float, float] | None = None,
) -> SearchResult:
    """The best move that can be found within a limit of time, of positions looked at, or of depth.

    A ``CompiledRules`` is searched by compiled loops if you leave ``evaluate``, ``order`` and
    ``bounds`` as they are. Any other game is searched by ``gamelib.deepen``.

    With ``nodes`` or ``depth`` the result is the same in every run. The stop button (an interrupt)
    ends the search as the clock does: what is known so far is returned. The search ends earlier if
    the value is proved.

    Parameters
    ----------
    game, position, evaluate, order, bounds
        The same as for ``alphabeta``.
    seconds, nodes, depth
        The limits: at least one of them.
    span
        The utility range: the smallest and the largest possible result; by default, the game's
        ``bounds``.

    Returns
    -------
    SearchResult
        The best move of the deepest search that was finished, with ``iterations``, a line for each
        depth. It is ``exact`` if the value is proved: no position was judged by ``evaluate`` or for
        want of depth, or the value is the largest or the smallest possible one.

    Raises
    ------
    ValueError
        If no limit is given, if play is over, and where ``alphabeta`` raises it.

    Examples
    --------
    The race to 20, one or two at a time; whoever says 20 wins:

    >>> from gamefast import CompiledRules
    >>> def options(total, data, out):
    ...     out[0], out[1] = total + 1, total + 2
    ...     return min(2, 20 - total)
    >>> race = CompiledRules(options, lambda total, data: -1)
    >>> found = deepen(race, 15, depth=9)
    >>> found.best, found.value, found.exact, len(found.iterations)
    (17, 1, True, 3)
    """
    no_choice = evaluate is True and order is True and bounds is True
    if no_choice and is_in_numbers(game):
        check_limits(seconds=seconds, nodes=nodes, depth=depth)
        search = CompiledSearch(game, depth)
        search.begin(position)
        search.set_limits(seconds, nodes)
        return search_deeper(search, span)
    solver = search_of_book(deepen_of_book, game)
    return solver(
        game,
        position,
        seconds=seconds,
        nodes=nodes,
        depth=depth,
        evaluate=evaluate,
        order=order,
        bounds=bounds,
        span=span,
    )
