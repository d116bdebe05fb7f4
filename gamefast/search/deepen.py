"""Iterative deepening: search one move deep, then two, then three, until the time is up.

That costs little more than the last search alone, because each is several times larger than the one
before. In return there is always an answer. The deeper search also tries first what the shallower
one found best, so alpha-beta gets more cutoffs. Sources: Slate and Atkin, CHESS 4.5 (1977); Korf,
Depth-first iterative-deepening (1985).
"""

from __future__ import annotations

import time
from contextlib import suppress
from math import inf
from typing import Any

from gamefast import ask
from gamefast.search.depth import check_depth
from gamefast.search.limited import Limited, Stop
from gamefast.search.minimax import result_of
from gamefast.search.registry import compiled_search
from gamefast.search.search import (
    Evaluate,
    Order,
    SoundBounds,
    real_line,
    search_root,
)
from gamelib.core import Game
from gamelib.search import Iteration, SearchResult


def deepen(
    game: Game[Any, Any],
    position: Any = None,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    evaluate: Evaluate | bool = True,
    order: Order | bool = True,
    bounds: SoundBounds | bool = True,
    span: tuple[float, float] | None = None,
) -> SearchResult:
    """The best move that can be found within a limit of time, of positions looked at, or of depth.

    With ``nodes`` or ``depth`` the result is always the same. The stop button (an interrupt) ends
    the search as the clock does: what is known so far is returned. The search ends earlier if the
    value is proved. A value is proved if it depends on no evaluation. It is also proved if it is
    larger than every evaluation and as large as a result can be, or smaller than every evaluation
    and as small as a result can be. Raises ValueError if no limit is given, and if play is over.

    Parameters
    ----------
    game, position, evaluate, order, bounds
        The same as for ``alphabeta``.
    seconds, nodes, depth
        The limits: at least one of them.
    span
        The utility range: the smallest and the largest possible result; by default, the game's
        ``bounds``.

    Examples
    --------
    >>> from gamelib.games import TicTacToe
    >>> found = deepen(TicTacToe(), "X...O...X", nodes=1_000)
    >>> found.value, found.exact, len(found.iterations)
    (0, True, 5)
    """
    if seconds is None and nodes is None and depth is None:
        raise ValueError("how long? Give seconds=..., nodes=... or depth=...")
    for name, limit in (("seconds", seconds), ("nodes", nodes), ("depth", depth)):
        ask.above_zero(1 if limit is None else limit, name)
    check_depth(depth)
    compiled = compiled_search(game, 1) if evaluate is order is bounds is True else None
    search: Limited = compiled or Limited(
        game, evaluate=evaluate, order=order, bounds=bounds, table={}
    )
    search.until = inf if seconds is None else time.perf_counter() + seconds
    search.most = nodes or inf
    real, root = search_root(game, position)
    if ask.outcome(game, root) is not None:
        raise ValueError(f"play is over at {real!r}: there is no move to look for")
    bounds_of_game = ask.chosen_function(search.game, "bounds", True)
    known = (-inf, inf) if bounds_of_game is None else ask.bounds(bounds_of_game(root), root)
    span = known if span is None else ask.interval(span, "span")
    iterations: list[Iteration] = []
    value, found, exact = 0.0, None, False
    with suppress(Stop, KeyboardInterrupt), search.descent:
        while not exact and (depth is None or len(iterations) < depth):
            before, search.doubts = search.nodes, 0
            score, line = search.alphabeta(root, (-inf, inf), (inf, -inf), len(iterations) + 1)
            value, found = score[0] + 0, line
            exact = not search.guessed or search.nothing_better(value, span)
            moves = real_line(game, real, found)
            iterations.append(Iteration(len(iterations) + 1, search.nodes - before, value, moves))
    if found is None:  # not even one move deep, or bounds prove a draw: any move will do
        found = next(search.ordered(root)), None
    return result_of(search, real, value, found, exact, iterations=tuple(iterations))
